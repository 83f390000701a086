# /// script
# dependencies = ["crusoe_env[train]", "optuna"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Optuna: a sweep over settings of a training, which stops weak trainings early. Ten minutes.

`watch` is called after each evaluation. It reports the goal progress, and ends the training if Optuna prunes
the trial. Each trial is a run folder that `crusoe evaluate` and `crusoe plot` read. The study lies beside
them; the same command goes on with it.
"""

import argparse
from pathlib import Path

import optuna
from crusoe_agents.config import EvaluationConfig, PPOConfig, TrainConfig
from crusoe_agents.trainers.fast import train

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=2_000_000, help="of a trial, all games together")
parser.add_argument("--trials", type=int, default=10)
parser.add_argument("--folder", type=Path, default=Path("runs/sweep"))
given = parser.parse_args()


def config_of(trial: optuna.Trial) -> TrainConfig:
    """The training of a trial; all have the same seed, so that settings alone differ."""
    ppo = PPOConfig(
        net=(128, 128),
        batch_size=4096,
        learning_rate=trial.suggest_float("learning_rate", 1e-4, 3e-3, log=True),
        ent_coef=trial.suggest_float("ent_coef", 1e-4, 2e-2, log=True),
        gae_lambda=trial.suggest_float("gae_lambda", 0.9, 1.0),
    )
    return TrainConfig(
        trainer="fast",
        game="marooned",
        run_dir=str(given.folder / f"trial-{trial.number}"),
        total_steps=given.steps,
        num_envs=256,
        threads=1,
        device="cpu",
        ppo=ppo,
        evaluation=EvaluationConfig(every=max(1, given.steps // 8), games=500),
    )


def goal_progress(trial: optuna.Trial) -> float:
    """Train, and return the goal progress of the last evaluation."""
    found, is_pruned = 0.0, False

    def watch(steps: int, figures: dict[str, float]) -> bool:
        nonlocal found, is_pruned
        found = figures["eval/goal_progress"]
        trial.report(found, steps)
        is_pruned = is_pruned or trial.should_prune()
        return is_pruned

    train(config_of(trial), overwrite=True, watch=watch)
    if is_pruned:
        raise optuna.TrialPruned
    return found


given.folder.mkdir(parents=True, exist_ok=True)
study = optuna.create_study(
    study_name="marooned",
    storage=f"sqlite:///{given.folder}/study.db",
    load_if_exists=True,
    direction="maximize",
    sampler=optuna.samplers.TPESampler(),  # with a seed a resumed study would try its first settings again
    pruner=optuna.pruners.MedianPruner(n_startup_trials=3),
)
study.optimize(goal_progress, n_trials=given.trials)
pruned = sum(trial.state == optuna.trial.TrialState.PRUNED for trial in study.trials)
print(f"{len(study.trials)} trials, {pruned} pruned; best: {study.best_value:.2f} with {study.best_params}")
