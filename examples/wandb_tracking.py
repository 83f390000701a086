# /// script
# dependencies = ["crusoe_env[train]", "wandb"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Weights & Biases: every figure of a training, by the setting `trackers`. Two minutes.

The same as `crusoe train --trackers wandb`; `--trackers mlflow` is MLflow. `WANDB_MODE=offline` needs no
account; `wandb sync FOLDER` sends the run later.
"""

import argparse
import os
import tempfile
from pathlib import Path

from crusoe_agents.config import EvaluationConfig, PPOConfig, TrainConfig
from crusoe_agents.trainers.fast import train

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=2_000_000, help="of all games together")
steps = parser.parse_args().steps

folder = tempfile.mkdtemp()
config = TrainConfig(
    trainer="fast",
    game="marooned",
    run_dir=f"{folder}/run",
    total_steps=steps,
    num_envs=256,
    ppo=PPOConfig(net=(128, 128), batch_size=4096),
    evaluation=EvaluationConfig(every=max(1, steps // 4), games=500),
    device="cpu",
    trackers=("wandb",),
)
os.environ.setdefault("WANDB_MODE", "offline")
(run,) = Path(train(config), "wandb").glob("offline-run-*")
print(f"`wandb sync {run}` sends it")
