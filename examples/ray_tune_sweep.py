# /// script
# dependencies = ["crusoe_env[train]", "ray[tune]"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Ray Tune: the same sweep on all cores of a machine or a cluster, a core for each training. Ten minutes.

`watch` is called after each evaluation and reports to Tune, whose scheduler ends weak trainings.
"""

import argparse
import tempfile

from crusoe_agents.config import EvaluationConfig, PPOConfig, TrainConfig
from crusoe_agents.trainers.fast import train
from ray import tune
from ray.tune.schedulers import ASHAScheduler

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=2_000_000, help="of a training, all games together")
parser.add_argument("--samples", type=int, default=10)
given = parser.parse_args()


def trained(settings: dict[str, float]) -> None:
    """One training with these settings."""

    def watch(steps: int, figures: dict[str, float]) -> None:
        tune.report({"steps": steps, "goal_progress": figures["eval/goal_progress"]})

    config = TrainConfig(
        trainer="fast",
        game="marooned",
        run_dir=f"{tempfile.mkdtemp()}/run",
        total_steps=given.steps,
        num_envs=256,
        threads=1,
        device="cpu",
        ppo=PPOConfig(net=(128, 128), batch_size=4096, **settings),
        evaluation=EvaluationConfig(every=max(1, given.steps // 8), games=500),
    )
    train(config, watch=watch)


found = tune.Tuner(
    trained,
    param_space={"learning_rate": tune.loguniform(1e-4, 3e-3), "ent_coef": tune.loguniform(1e-4, 2e-2)},
    tune_config=tune.TuneConfig(
        metric="goal_progress",
        mode="max",
        num_samples=given.samples,
        scheduler=ASHAScheduler(time_attr="steps", max_t=given.steps, grace_period=given.steps // 4),
    ),
).fit()
best = found.get_best_result()
print(f"best: {best.metrics['goal_progress']:.2f} with {best.config}")
