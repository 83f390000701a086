#!/bin/sh
# Run examples for a few steps each, in environments that uv makes from their first lines: sh examples/short.sh [NAME ...]
failed=
while read -r name arguments; do
    case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
    echo "== $name"
    uv tree --quiet --depth 1 --script "examples/$name.py" </dev/null
    said=$(uv run --quiet --script "examples/$name.py" $arguments </dev/null) || failed="$failed $name"
    echo "$said" | tail -n 1
done <<END
benchmarl_mappo --steps 2000
cleanrl_ppo --steps 16384
gymnasium_basics --steps 60
minari_dataset --games 60
offline_learning --games 60 --steps 200
people_cloning --games 2 --epochs 2
multi_agent_ppo --steps 16384
openspiel_game --games 1
optuna_sweep --steps 40000 --trials 2
pettingzoo_basics --steps 60
planning --games 1 --playouts 10
ray_tune_sweep --steps 40000 --samples 2
rllib_multi --steps 1000
rllib_single --steps 9000
sb3_maskable_ppo --steps 8192 --games 20
supersuit_wrappers --steps 100
tianshou_dqn --steps 2000
torchrl_ppo --steps 16000
trl_grpo --steps 2
verifiers_games --games 1
wandb_tracking --steps 100000
END
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
