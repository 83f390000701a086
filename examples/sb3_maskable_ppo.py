# /// script
# dependencies = ["crusoe_env", "sb3-contrib"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Stable-Baselines3 with its own tools: MaskablePPO, evaluations during training, saving. Two minutes."""

import argparse
import tempfile
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from crusoe_env import SB3VecEnv

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=1_000_000, help="of all games together")
parser.add_argument("--games", type=int, default=500, help="of the final evaluation")
given = parser.parse_args()

GAMES = 256
torch.set_num_threads(1)  # the network is small: more threads wait for one another
folder = Path(tempfile.mkdtemp())
envs = SB3VecEnv("marooned", GAMES, seed=0)  # a batch in one compiled call; no subprocesses, no Monitor
model = MaskablePPO(
    "MlpPolicy",
    envs,
    n_steps=32,
    batch_size=2048,
    n_epochs=3,
    learning_rate=1e-3,
    gamma=0.995,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [128, 128]},
    seed=0,
)
evaluation = MaskableEvalCallback(
    SB3VecEnv("marooned", 50, seed=10_000),
    n_eval_episodes=given.games,
    eval_freq=max(1, given.steps // GAMES // 4),  # in steps of each game
    best_model_save_path=str(folder),
    verbose=0,
)
model.learn(given.steps, callback=evaluation)
model.save(folder / "last.zip")

# The reward is 1 for a victory and 0 else, so its mean is the share of games won.
best = folder / "best_model.zip"
model = MaskablePPO.load(best if best.exists() else folder / "last.zip")
won, _ = evaluate_policy(model, SB3VecEnv("marooned", 50, seed=20_000), n_eval_episodes=given.games)
print(f"{won:.1%} of {given.games} games won (random play: 5 %); saved in {folder}")
