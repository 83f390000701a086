# /// script
# dependencies = ["crusoe_env[train]", "wandb"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Weights & Biases: every figure that train.py writes for TensorBoard, by wandb's own switch. Two minutes.

`mode="offline"` needs no account; `wandb sync FOLDER` sends the run later. MLflow reads the same event files.
"""

import argparse
import tempfile

import wandb
from crusoe_agents.config import EvaluationConfig, PPOConfig, TrainConfig
from crusoe_agents.learning.fast import train

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
)
run = wandb.init(
    project="crusoe_env",
    mode="offline",
    sync_tensorboard=True,
    dir=folder,
    config=config.model_dump(mode="json"),
)
train(config)
print(f"logged: {sorted(run.summary.keys())[:4]} ...; `wandb sync {run.dir}` sends it")
run.finish()
