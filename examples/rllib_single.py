# /// script
# dependencies = ["crusoe_env", "ray[rllib]", "torch"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""RLlib: PPO on the native vector environment with RLlib's own action mask module. Some minutes.

`crusoe train --engine ray` trains with the fast trainer of this project on any number of machines.
"""

import argparse

import gymnasium
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=100_000, help="of all games together")
parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: the one that learns")
given = parser.parse_args()

config = (
    PPOConfig()
    .environment(
        "crusoe_env:crusoe_env/Marooned-v0",  # the form that worker processes understand
        env_config={"mask": "rllib"},  # observations are {"observations", "action_mask"}
    )
    .env_runners(
        num_env_runners=given.runners,
        num_envs_per_env_runner=32,
        gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT,  # one compiled call for all games
    )
    .rl_module(
        rl_module_spec=RLModuleSpec(
            ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128, 128]}
        )
    )
    .training(train_batch_size=4_096, minibatch_size=1_024, num_epochs=3, lr=1e-3, gamma=0.995)
)
algorithm = config.build_algo()
steps, result = 0, {}
while steps < given.steps:
    result = algorithm.train()
    steps = result["num_env_steps_sampled_lifetime"]
    won = result["env_runners"].get("episode_return_mean", 0.0)  # the reward is 1 for a victory
    print(f"{int(steps):>8,} steps: {won:.1%} of the last games won (random play: 5 %)", flush=True)
algorithm.stop()
