"""A training run: its folder and files, progress bar, schedules, evaluations; the same for every trainer."""

from __future__ import annotations

import contextlib
import csv
import json
import shutil
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import yaml

from crusoe_env import Simulator, game
from crusoe_env.support.files import write_whole
from crusoe_env.support.origin import commit, machine

from ..base import Agent
from ..config import TrainConfig, game_options
from ..evaluation import play_games
from ..progress import progress_bar
from ..shipped import program
from . import labels
from .checkpoint import FAST_FILES, SB3_FILES
from .interruption import Interrupted, Interruption
from .tracking import IDS, Tracking

BEST, CHECKPOINT = FAST_FILES
CONFIG = "config.yaml"
CURVE = "curve.csv"
ORIGIN = "origin.json"
"""Where the run was made: machine and commit."""
RUN_FILES = (CONFIG, CURVE, ORIGIN, IDS, *FAST_FILES, *SB3_FILES)
RECENT = 5_000
"""Episodes over which the figures of the progress bar are averaged."""


class RunError(ValueError):
    """A run folder cannot be used; the message names it and says why in one line."""


def check_folder(folder: Path, checkpoint: str, resume: bool, overwrite: bool) -> None:
    """Raise RunError if there is nothing to resume in a run folder, or a run that is in the way.

    Args:
        folder: where the run is to be kept.
        checkpoint: the trainer's file of the last state.
        resume: go on from it.
        overwrite: begin anew even if there is a run.
    """
    if resume and not (folder / checkpoint).is_file() and not labels.is_under_way(folder):
        raise RunError(f"{folder}: there is no {checkpoint} to resume from")
    if not resume and not overwrite:
        for name in (FAST_FILES[-1], SB3_FILES[-1]):
            if (folder / name).exists() or labels.is_under_way(folder):
                raise RunError(
                    f"{folder}: holds a run already; use --resume, --overwrite or another --run-dir"
                )


def begin_folder(folder: Path, config: TrainConfig, resume: bool) -> None:
    """Make the folder, and write the configuration; of a run that is overwritten the files are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    if not resume:
        for name in RUN_FILES:
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / labels.FOLDER, ignore_errors=True)
        origin = json.dumps({"machine": machine(), "commit": commit()}, indent=2)
        write_whole(folder / ORIGIN, f"{origin}\n".encode())
    write_whole(folder / CONFIG, yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False).encode())


def how_to_go_on(folder: Path) -> str:
    """What to type after an interruption."""
    return f"go on with: {program('train')} --resume {folder}"


def imitation_ending(folder: Path) -> str:
    """What to tell the user after an interruption of imitation."""
    return (
        f"interrupted while imitating; saved in {folder}\n{how_to_go_on(folder)}"
        " (with --imitation.teacher None: without more imitation)"
    )


def env_settings(config: TrainConfig) -> dict[str, Any]:
    """The environment's settings; the shaping discount is the learner's unless it is given."""
    return {"discount": config.ppo.gamma, **config.env}


def read_curve(path: Path) -> tuple[list[dict[str, float]], str]:
    """The whole lines of a learning curve, and the file's text as it would be with these alone."""
    lines = path.read_bytes().decode(errors="replace").splitlines(keepends=True)
    names = lines[0].strip().split(",") if lines else []
    rows, whole = [], lines[:1]
    for line in lines[1:]:
        with contextlib.suppress(ValueError):
            numbers = [float(text) for text in line.split(",")]
            if line.endswith("\n") and len(numbers) == len(names):
                rows.append(dict(zip(names, numbers, strict=True)))
                whole.append(line)
    return (rows, "".join(whole)) if {"steps", "victory_rate"} <= set(names) else ([], "")


def mended_curve(path: Path) -> list[dict[str, float]]:
    """The lines of a learning curve; one that was cut is left out, also of the file, which stderr is told."""
    if not path.is_file():
        return []
    rows, whole = read_curve(path)
    if path.read_bytes() != whole.encode():
        print(f"{path}: a line was cut; {len(rows)} whole ones are kept", file=sys.stderr)
        if whole:
            write_whole(path, whole.encode())
        else:
            path.unlink()
    return rows


class Trainer(Protocol):
    """Plays and learns by turns.

    Attributes:
        steps: of all games, those of earlier parts of the run included.
    """

    steps: int

    def iterate(self, run: Run) -> dict[str, float]:
        """Play, tell the run of the episodes that have ended, and learn once; figures of the learning."""

    def agent(self) -> Agent:
        """The policy as it is now."""

    def save_policy(self, path: Path, seconds: float) -> None:
        """Write what playing needs."""

    def save(self, path: Path, seconds: float) -> None:
        """Write all that is needed to go on after so many seconds; a kill leaves the old or the new."""


class Run:
    """Progress bar, schedules, evaluations and the reasons to stop.

    Args:
        config: of the run.
        folder: where it is kept.
        steps: how many were made before.
        interruption: Ctrl-C.
        seconds: that were used before.
    """

    def __init__(
        self, config: TrainConfig, folder: Path, steps: int, interruption: Interruption, seconds: float = 0.0
    ) -> None:
        self.config = config
        self.folder = folder
        self.interruption = interruption
        self.steps = steps
        self.simulator = Simulator(game(config.game), threads=config.threads, **game_options(config))
        self.bar = progress_bar(
            total=config.total_steps, initial=steps, unit=" steps", unit_scale=True, dynamic_ncols=True
        )
        self.victories: deque[bool] = deque(maxlen=RECENT)
        self.scores: deque[int] = deque(maxlen=RECENT)
        self._earlier = mended_curve(folder / CURVE)
        self.best, self.best_progress, self.best_step, self.evaluations_since_best = self._best_so_far()
        self.stop_reason = ""
        self._began = time.perf_counter() - seconds
        self._next_checkpoint = steps + config.checkpoint_every
        learned_before = config.imitation.teacher is not None or config.start_from is not None
        begins_now = steps == 0 and learned_before  # then the curve begins with what was learned before
        lines = [int(row["steps"]) for row in self._earlier]
        self._last_line = max(lines, default=-1)
        self._next_evaluation = 0 if begins_now else max(lines, default=0) + config.evaluation.every

    def _best_so_far(self) -> tuple[float, float, int, int]:
        """The best evaluation of an earlier part of this run: victories (where they are equal goal progress
        decides), progress, step, and how many evaluations came after it."""
        rows = [(row["victory_rate"], row["goal_progress"], -int(row["steps"])) for row in self._earlier]
        best, progress, step = max(rows, default=(-1.0, -1.0, 0))
        return best, progress, -step, sum(at < step for _, _, at in rows)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.close()

    @property
    def seconds(self) -> float:
        """Used so far, those of earlier parts included."""
        return time.perf_counter() - self._began

    @property
    def left(self) -> float:
        """The share of the run that is still to come, 1 .. 0, by steps or minutes, whichever is further."""
        done = self.steps / self.config.total_steps
        if self.config.minutes is not None:
            done = max(done, self.seconds / (60 * self.config.minutes))
        return max(0.0, 1.0 - done)

    @property
    def learning_rate(self) -> float:
        """The step size now: it falls linearly."""
        ppo = self.config.ppo
        return ppo.final_learning_rate + (ppo.learning_rate - ppo.final_learning_rate) * self.left

    @property
    def entropy_bonus(self) -> float:
        """The weight of the entropy bonus now: it falls linearly."""
        ppo = self.config.ppo
        return ppo.final_ent_coef + (ppo.ent_coef - ppo.final_ent_coef) * self.left

    def advance(self, steps: int) -> None:
        """So many steps have been made in all."""
        self.bar.update(steps - self.steps)
        self.steps = steps

    def ended(self, victories: Iterable[bool], scores: Iterable[int]) -> None:
        """Episodes have ended so."""
        self.victories.extend(victories)
        self.scores.extend(scores)

    def goes_on(self) -> bool:
        """Is there neither an interruption nor the end of the time, nor another reason to stop?"""
        minutes = self.config.minutes
        if self.interruption.asked:
            self.stop_reason = "interrupted"
        elif minutes is not None and self.seconds > 60 * minutes:
            self.stop_reason = self.stop_reason or f"{minutes:g} minutes are over"
        return not self.stop_reason

    def figures(self) -> dict[str, float]:
        """Of the last episodes; they are shown in the progress bar."""
        if not self.victories:
            return {}
        won, score = float(np.mean(self.victories)), float(np.mean(self.scores))
        self.bar.set_postfix(victories=f"{won:.1%}", score=f"{score:.1f}", best=f"{max(self.best, 0):.1%}")
        return {
            "rollout/victory_rate": won,
            "rollout/score": score,
            "time/steps_per_second": self.bar.format_dict["rate"] or 0.0,
        }

    def evaluation_is_due(self) -> bool:
        """Is it time for an evaluation?"""
        if self.steps < self._next_evaluation:
            return False
        self._next_evaluation = self.steps + self.config.evaluation.every
        return True

    def checkpoint_is_due(self) -> bool:
        """Is it time for a checkpoint?"""
        if self.steps < self._next_checkpoint:
            return False
        self._next_checkpoint = self.steps + self.config.checkpoint_every
        return True

    def evaluate(self, agent: Agent) -> tuple[bool, dict[str, float]]:
        """Greedy play on the evaluation seeds, a line of the curve; is it the best, and the figures.

        Raises:
            Interrupted: there is no line then.
        """
        settings = self.config.evaluation
        outcome = play_games(
            agent,
            self.simulator,
            settings.games,
            settings.seed,
            lambda ended: self.interruption.check(),
        ).summary()
        rate, progress = outcome["victory_rate"], round(outcome["mean_goal_progress"], 4)
        self._append_curve(outcome)
        self._last_line = self.steps
        is_best = (rate, progress) > (self.best, self.best_progress)
        if is_best:
            self.best, self.best_progress = rate, progress
            self.best_step, self.evaluations_since_best = self.steps, 0
        else:
            self.evaluations_since_best += 1
        if settings.patience is not None and self.evaluations_since_best >= settings.patience:
            self.stop_reason = f"no new best in {settings.patience} evaluations"
        if settings.stop_at is not None and rate >= settings.stop_at:
            self.stop_reason = f"{rate:.1%} of the evaluation games are won"
        return is_best, {
            "eval/victory_rate": rate,
            "eval/mean_score": outcome["mean_score"],
            "eval/goal_progress": outcome["mean_goal_progress"],
        }

    def learn(self, trainer: Trainer, trackers: Tracking) -> None:
        """Iterations until the run is over, with evaluations and checkpoints in between."""
        with self.leaving():
            while self.goes_on() and trainer.steps < self.config.total_steps:
                if self.evaluation_is_due():
                    self._judge(trainer, trackers)
                if self.checkpoint_is_due():
                    trainer.save(self.folder / CHECKPOINT, self.seconds)
                learning = trainer.iterate(self)
                self.advance(trainer.steps)
                trackers.record({**self.figures(), **learning}, trainer.steps)
        trainer.save(self.folder / CHECKPOINT, self.seconds)
        if self.stop_reason != "interrupted":
            with self.leaving():
                self._judge(trainer, trackers)

    @contextlib.contextmanager
    def leaving(self) -> Iterator[None]:
        """A context that ends with an interruption."""
        try:
            yield
        except Interrupted:
            self.stop_reason = "interrupted"

    @property
    def is_evaluated(self) -> bool:
        """Has the curve a line of the policy as it is now? A finished run that is resumed has one."""
        return self.steps == self._last_line

    def _judge(self, trainer: Trainer, trackers: Tracking) -> None:
        """Evaluate the policy as it is now, unless the curve has it, and keep it if it is the best."""
        if self.is_evaluated:
            return
        is_best, figures = self.evaluate(trainer.agent())
        trackers.record(figures, trainer.steps)
        if is_best:
            trainer.save_policy(self.folder / BEST, self.seconds)

    def _append_curve(self, outcome: dict[str, Any]) -> None:
        """One line of the learning curve."""
        path = self.folder / CURVE
        row = {
            "steps": self.steps,
            "seconds": round(self.seconds),
            "victory_rate": outcome["victory_rate"],
            "mean_score": round(outcome["mean_score"], 3),
            "goal_progress": round(outcome["mean_goal_progress"], 4),
            "rounds": round(outcome["mean_rounds"], 2),
        }
        new = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, row, lineterminator="\n")
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
