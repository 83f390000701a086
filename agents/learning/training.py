"""Training a policy with MaskablePPO on the native batch: progress, checkpoints, evaluation, resuming."""

from __future__ import annotations

import csv
import os
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from tqdm import tqdm

from agents.base import Agent
from agents.config import TrainConfig
from agents.evaluation import play_games
from agents.learning.imitation import imitate
from agents.learning.interruption import Interruption
from agents.learning.ppo import BEST, CHECKPOINT, CheckpointError, PPOAgent, checkpoint_of, load_model
from agents.registry import make_agent
from crusoe_env import SB3VecEnv, Simulator, game

CONFIG = "config.yaml"
CURVE = "curve.csv"
RUN_FILES = (CONFIG, CURVE, CHECKPOINT, BEST)
RECENT = 5_000
"""Episodes over which the figures of the progress bar are averaged."""


class RunError(ValueError):
    """A run folder cannot be used; the message names it and says why in one line."""


def train(config: TrainConfig, resume: bool = False, overwrite: bool = False) -> Path:
    """Train until the steps or minutes are used up, an evaluation says stop, or Ctrl-C; the run folder.

    Args:
        config: the run.
        resume: go on from the run folder's checkpoint.
        overwrite: begin anew even if the run folder holds a run; its files are replaced.

    Raises:
        RunError: the folder holds another run, or nothing to resume.
        CheckpointError: its checkpoint, or the one to start from, is damaged.
        ValueError: the teacher of the imitation is unknown.
    """
    folder = Path(config.run_dir)
    checkpoint = folder / CHECKPOINT
    if resume and not checkpoint.is_file():
        raise RunError(f"{folder}: there is no {CHECKPOINT} to resume from")
    if checkpoint.exists() and not resume and not overwrite:
        raise RunError(f"{folder}: holds a run already; use --resume, --overwrite or another --run_dir")
    torch.distributions.Distribution.set_default_validate_args(False)  # masked probabilities need no check
    env = SB3VecEnv(config.game, config.num_envs, seed=config.seed, **env_settings(config))
    model = load_model(checkpoint, env.game, config.device) if resume else new_model(config, env)
    if config.start_from is not None and not resume:
        take_policy(model, env, config.start_from)
    teacher = teacher_of(config, env)
    if resume:
        model.set_env(env)
    elif overwrite:  # only now that the new run can begin
        for name in RUN_FILES:
            (folder / name).unlink(missing_ok=True)
    with Interruption() as interruption:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / CONFIG, yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False).encode())
        if teacher is not None and not resume:
            imitate(model, env, teacher, config.imitation, config.seed, interruption)
            save_model(model, checkpoint)
            if interruption.asked:
                print(f"interrupted while imitating; saved in {folder}\n{how_to_go_on(folder)}")
                return folder
        model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
        with TrainingRun(config, folder, model.num_timesteps, interruption) as run:
            model.learn(config.total_steps - model.num_timesteps, callback=run, reset_num_timesteps=False)
    print(run.ending())
    return folder


def how_to_go_on(folder: Path) -> str:
    """What to type after an interruption. What was imitated is kept; reinforcement learning comes next."""
    return f"go on with: python train.py --resume {folder}"


def env_settings(config: TrainConfig) -> dict[str, Any]:
    """The environment's settings; the shaping discount is the learner's unless it is given."""
    return {"discount": config.ppo.gamma, **config.env}


def teacher_of(config: TrainConfig, env: SB3VecEnv) -> Agent | None:
    """Whose choices are learned first, if anybody's. Raises ValueError for an unknown agent."""
    name = config.imitation.teacher
    return None if name is None else make_agent(name, env.batch.simulator)


def new_model(config: TrainConfig, env: SB3VecEnv) -> MaskablePPO:
    """A fresh model."""
    ppo = config.ppo
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=ppo.learning_rate,
        n_steps=ppo.n_steps,
        batch_size=ppo.batch_size,
        n_epochs=ppo.n_epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip_range,
        ent_coef=ppo.ent_coef,
        vf_coef=ppo.vf_coef,
        max_grad_norm=ppo.max_grad_norm,
        policy_kwargs={"net_arch": list(ppo.net)},
        seed=config.seed,
        device=config.device,
    )


def take_policy(model: MaskablePPO, env: SB3VecEnv, source: str) -> None:
    """Give a fresh model the networks of another run; the optimiser begins anew.

    Raises:
        CheckpointError: there is no whole checkpoint of this game, or its networks are of another size.
    """
    path = checkpoint_of(source)
    try:
        model.policy.load_state_dict(load_model(path, env.game).policy.state_dict())
    except RuntimeError as error:
        raise CheckpointError(f"{path}: its networks are of another size than ppo.net says") from error


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a kill at any moment leaves either the old or the new one."""
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(content)
    os.replace(partial, path)


def save_model(model: MaskablePPO, path: Path) -> None:
    """Save a model so that a kill at any moment leaves either the old or the new one."""
    partial = path.with_name(path.stem + "-partial.zip")
    model.save(partial)
    os.replace(partial, path)


class TrainingRun(BaseCallback):
    """Progress bar, schedules, checkpoints, evaluations and interruption of one run."""

    model: MaskablePPO

    def __init__(
        self, config: TrainConfig, folder: Path, first_step: int, interruption: Interruption
    ) -> None:
        super().__init__()
        self.interruption = interruption
        self.config = config
        self.folder = folder
        self.simulator = Simulator(game(config.game), **self._options())
        self.bar = tqdm(
            total=config.total_steps, initial=first_step, unit=" steps", unit_scale=True, dynamic_ncols=True
        )
        self.victories: deque[bool] = deque(maxlen=RECENT)
        self.scores: deque[int] = deque(maxlen=RECENT)
        self.best, self.best_step, self.evaluations_since_best = self._best_so_far()
        self.next_checkpoint = first_step + config.checkpoint_every
        learned_before = config.imitation.teacher is not None or config.start_from is not None
        begins_now = first_step == 0 and learned_before  # then the curve begins with what was learned before
        self.next_evaluation = 0 if begins_now else first_step + config.evaluation.every
        self.stop_reason = ""

    def _options(self) -> dict[str, Any]:
        known = game(self.config.game).options
        return {name: value for name, value in self.config.env.items() if name in known or name == "data"}

    def _best_so_far(self) -> tuple[float, int, int]:
        """The best evaluation of an earlier part of this run, its step, and how many came after it."""
        curve = self.folder / CURVE
        if not curve.is_file():
            return -1.0, 0, 0
        with curve.open(newline="") as file:
            rates = [(float(row["victory_rate"]), int(row["steps"])) for row in csv.DictReader(file)]
        if not rates:
            return -1.0, 0, 0
        best, step = max(rates)
        return best, step, sum(at > step for _, at in rates)

    def __enter__(self) -> TrainingRun:
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.close()

    # ------------------------------------------------------------------ stable-baselines3's hooks

    def _on_training_start(self) -> None:
        self.started = time.perf_counter()

    def _on_step(self) -> bool:
        self.bar.update(self.model.n_envs if self.num_timesteps > self.bar.n else 0)
        for i in np.flatnonzero(self.locals["dones"]):
            info = self.locals["infos"][i]
            self.victories.append(info["victory"])
            self.scores.append(info["score"])
        if self.interruption.asked:
            self.stop_reason = "interrupted"
        elif self._out_of_time():
            self.stop_reason = self.stop_reason or f"{self.config.minutes:g} minutes are over"
        return not self.stop_reason

    def _on_rollout_end(self) -> None:
        self._set_schedules()
        if not self.victories:
            return
        won, score = float(np.mean(self.victories)), float(np.mean(self.scores))
        self.bar.set_postfix(victories=f"{won:.1%}", score=f"{score:.1f}", best=f"{max(self.best, 0):.1%}")
        self.logger.record("rollout/victory_rate", won)
        self.logger.record("rollout/score", score)
        self.logger.record("time/steps_per_second", self.bar.format_dict["rate"] or 0.0)

    def _on_rollout_start(self) -> None:
        """Between an update and the next rollout the model is whole: evaluate and save here."""
        if self.num_timesteps >= self.next_evaluation:
            self.next_evaluation = self.num_timesteps + self.config.evaluation.every
            self._evaluate()
        if self.num_timesteps >= self.next_checkpoint:
            self.next_checkpoint = self.num_timesteps + self.config.checkpoint_every
            save_model(self.model, self.folder / CHECKPOINT)

    def _on_training_end(self) -> None:
        save_model(self.model, self.folder / CHECKPOINT)
        if self.stop_reason != "interrupted":
            self._evaluate()

    # ------------------------------------------------------------------ what they do

    def _out_of_time(self) -> bool:
        minutes = self.config.minutes
        return minutes is not None and time.perf_counter() - self.started > 60 * minutes

    def _set_schedules(self) -> None:
        """Step size and entropy bonus fall linearly over steps or minutes, whichever is further."""
        done = self.num_timesteps / self.config.total_steps
        if self.config.minutes is not None:
            done = max(done, (time.perf_counter() - self.started) / (60 * self.config.minutes))
        left = max(0.0, 1.0 - done)
        ppo = self.config.ppo
        rate = ppo.final_learning_rate + (ppo.learning_rate - ppo.final_learning_rate) * left
        self.model.lr_schedule = lambda _: rate
        self.model.ent_coef = ppo.final_ent_coef + (ppo.ent_coef - ppo.final_ent_coef) * left

    def _evaluate(self) -> None:
        """Greedy play on the evaluation seeds; the best policy so far is kept apart."""
        settings = self.config.evaluation
        outcome = play_games(PPOAgent(self.model), self.simulator, settings.games, settings.seed).summary()
        rate = outcome["victory_rate"]
        self.logger.record("eval/victory_rate", rate)
        self.logger.record("eval/mean_score", outcome["mean_score"])
        self.logger.record("eval/goal_progress", outcome["mean_goal_progress"])
        self._append_curve(outcome)
        if rate > self.best:
            self.best, self.best_step, self.evaluations_since_best = rate, self.num_timesteps, 0
            save_model(self.model, self.folder / BEST)
        else:
            self.evaluations_since_best += 1
        if settings.patience is not None and self.evaluations_since_best >= settings.patience:
            self.stop_reason = f"no new best in {settings.patience} evaluations"
        if settings.stop_at is not None and rate >= settings.stop_at:
            self.stop_reason = f"{rate:.1%} of the evaluation games are won"

    def _append_curve(self, outcome: dict[str, Any]) -> None:
        """One line of the learning curve."""
        path = self.folder / CURVE
        row = {
            "steps": self.num_timesteps,
            "seconds": round(time.perf_counter() - self.started),
            "victory_rate": outcome["victory_rate"],
            "mean_score": round(outcome["mean_score"], 3),
            "goal_progress": round(outcome["mean_goal_progress"], 4),
            "rounds": round(outcome["mean_rounds"], 2),
        }
        new = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, row)
            if new:
                writer.writeheader()
            writer.writerow(row)

    def ending(self) -> str:
        """What to tell the user when the run has stopped."""
        reason = self.stop_reason or "all steps are done"
        best = (
            f"best evaluation {self.best:.1%} at {self.best_step:,} steps"
            if self.best >= 0
            else "not evaluated"
        )
        text = f"{reason}; {best}; saved in {self.folder}"
        if self.stop_reason == "interrupted":
            text += f"\n{how_to_go_on(self.folder)}"
        return text
