"""A training run: its folder, progress bar, schedules and evaluations, for every trainer."""

from __future__ import annotations

import contextlib
import csv
import json
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.agent import Agent
from crusoe_env.support.files import write_whole
from crusoe_env.support.origin import commit, machine
from crusoe_env.support.reading import LARGEST_TEXT, read_limited

from ..config import TrainConfig, game_options, sealed_config
from ..learning.checkpoint import FAST_FILES, SB3_FILES
from ..progress import progress_bar
from ..shipped import program
from . import labels
from .interruption import Interrupted, Interruption
from .tracking import IDS, TENSORBOARD, Tracking
from .training_partners import evaluated

CHECKPOINT = FAST_FILES[-1]
CONFIG = "config.yaml"
CURVE = "curve.csv"
ORIGIN = "origin.json"
"""Machine and commit of the run."""
ENDING = "ending.json"
"""Why and when the run stopped; missing while it is unfinished."""
RUN_FILES = (CONFIG, CURVE, ORIGIN, ENDING, IDS, *FAST_FILES, *SB3_FILES)
INTERRUPTED = "interrupted"
ANOTHER_FOLDER = "wait until it has ended, or choose another --run-dir"
"""What to do when another process trains in a run folder."""
RECENT = 5_000
"""Recent episodes that count for the figures of the progress bar."""


class RunError(ValueError):
    """A run folder cannot be used; the message names it and says why in one line."""


def check_folder(folder: Path, checkpoint: str, resume: bool, overwrite: bool) -> None:
    """Raise RunError if there is nothing to resume in a run folder, or a run that must not be overwritten.

    Args:
        folder: of the run.
        checkpoint: the trainer's file to resume from.
        resume: continue the run.
        overwrite: replace a run that is there.
    """
    if resume and not (folder / checkpoint).is_file() and not labels.is_under_way(folder):
        raise RunError(f"{folder}: there is no {checkpoint} to resume from")
    if not resume and not overwrite:
        check_free(folder)


def check_free(folder: Path) -> None:
    """Raise RunError if a folder holds a run that can be resumed."""
    if has_begun(folder):
        raise RunError(f"{folder}: holds a run already; use --resume, --overwrite or another --run-dir")


def has_begun(folder: Path) -> bool:
    """Return true for a run folder with something to resume."""
    checkpoints = (folder / name for name in (FAST_FILES[-1], SB3_FILES[-1]))
    return any(file.exists() for file in checkpoints) or labels.is_under_way(folder)


def begin_folder(folder: Path, config: TrainConfig, resume: bool, gpu: str = "") -> None:
    """Make the folder and write the configuration; remove the files of an overwritten run.

    `gpu`: its name, if the run is trained on one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ENDING).unlink(missing_ok=True)
    if not resume:
        for name in RUN_FILES:
            (folder / name).unlink(missing_ok=True)
        for name in (labels.FOLDER, TENSORBOARD):
            shutil.rmtree(folder / name, ignore_errors=True)
        trained_on = f"{gpu}, {machine()}" if gpu else machine()
        origin = json.dumps({"machine": trained_on, "commit": commit()}, indent=2)
        write_whole(folder / ORIGIN, f"{origin}\n".encode())
    write_whole(folder / CONFIG, sealed_config(config))


def how_to_go_on(folder: Path) -> str:
    """The command that resumes a run."""
    return f"go on with: {program('train')} --resume {folder}"


def imitation_ending(folder: Path) -> str:
    """The message after an interruption of imitation."""
    return (
        f"interrupted while imitating; saved in {folder}\n{how_to_go_on(folder)}"
        " (with --imitation.teacher None: without more imitation)"
    )


def env_settings(config: TrainConfig) -> dict[str, Any]:
    """The environment's settings; the shaping discount defaults to the learner's."""
    return {"discount": config.ppo.gamma, **config.env}


def read_curve(path: Path) -> tuple[list[dict[str, float]], str]:
    """The complete lines of a learning curve, and the file's text with these alone."""
    lines = read_limited(path, LARGEST_TEXT).decode(errors="replace").splitlines(keepends=True)
    names = lines[0].strip().split(",") if lines else []
    rows, whole = [], lines[:1]
    for line in lines[1:]:
        with contextlib.suppress(ValueError):
            numbers = [float(text) for text in line.split(",")]
            if line.endswith("\n") and len(numbers) == len(names):
                rows.append(dict(zip(names, numbers, strict=True)))
                whole.append(line)
    return (rows, "".join(whole)) if {"steps", "victory_rate"} <= set(names) else ([], "")


def curve_until(path: Path, steps: int) -> list[dict[str, float]]:
    """The lines of a learning curve until these steps.

    A line that was cut, and lines of a part that is lost because its checkpoint was not written, are removed
    from the file, with a warning on stderr.
    """
    if not path.is_file():
        return []
    rows, whole = read_curve(path)
    kept = [row for row in rows if row["steps"] <= steps]
    text = "".join(whole.splitlines(keepends=True)[: len(kept) + 1])
    if read_limited(path, LARGEST_TEXT) != text.encode():
        print(f"{path}: {len(kept)} whole lines until {steps:,} steps are kept", file=sys.stderr)
        if text:
            write_whole(path, text.encode())
        else:
            path.unlink()
    return kept


class Trainer(Protocol):
    """A learner that plays and updates by turns.

    Attributes:
        files: names of the files for the best policy and the last checkpoint.
    """

    files: tuple[str, str]

    @property
    def steps(self) -> int:
        """Steps of all games, earlier parts of the run included."""

    def iterate(self, run: Run) -> dict[str, float]:
        """Play, report ended episodes to the run, and update once; figures of the update."""

    def agent(self) -> Agent:
        """The present policy."""

    def save_policy(self, path: Path, seconds: float) -> None:
        """Write the policy."""

    def save(self, path: Path, seconds: float) -> None:
        """Write, atomically, everything that resuming needs."""


Watch = Callable[[int, dict[str, float]], object]
"""Called after each evaluation with the steps and its figures (`eval/victory_rate`, `eval/goal_progress`,
`eval/mean_score`); true: stop."""


class Schedules:
    """What changes with the steps of a run.

    Args:
        config: of the run.
        steps: made so far.
    """

    def __init__(self, config: TrainConfig, steps: int) -> None:
        self.config, self.steps = config, steps

    @property
    def left(self) -> float:
        """The share of the steps that is left, 1 .. 0. Schedules follow it; minutes only stop a run."""
        return max(0.0, 1.0 - self.steps / self.config.total_steps)

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

    def ended(self, victories: Iterable[bool], scores: Iterable[int]) -> None:
        """Report ended episodes."""


class Run(Schedules):
    """Progress bar, schedules, evaluations and the reasons to stop.

    Args:
        config: of the run.
        folder: where it is kept.
        steps: made before.
        interruption: Ctrl-C.
        seconds: used before.
        agreed: tells other processes that train with this one whether the run goes on; returns it.
        watch: is told of each evaluation, and may end the run.
    """

    def __init__(
        self,
        config: TrainConfig,
        folder: Path,
        steps: int,
        interruption: Interruption,
        seconds: float = 0.0,
        agreed: Callable[[bool], bool] = bool,
        watch: Watch | None = None,
    ) -> None:
        super().__init__(config, steps)
        self.watch = watch
        self.folder = folder
        self.interruption = interruption
        self.agreed = agreed
        self.simulator = Simulator(game(config.game), threads=config.threads, **game_options(config))
        self.bar = progress_bar(
            total=config.total_steps, initial=steps, unit=" steps", unit_scale=True, dynamic_ncols=True
        )
        self.victories: deque[bool] = deque(maxlen=RECENT)
        self.scores: deque[int] = deque(maxlen=RECENT)
        self._earlier = curve_until(folder / CURVE, steps)
        self.best, self.best_progress, self.best_step = self._best_so_far()
        self.stop_reason = ""
        self.is_cut = False
        self._before = seconds if steps else 0.0  # else of imitation
        self._began = time.perf_counter() - seconds
        self._next_checkpoint = steps + config.checkpoint_every
        learned_before = config.imitation.teacher is not None or config.start_from is not None
        begins_now = steps == 0 and learned_before  # the curve then begins with the first policy
        lines = [int(row["steps"]) for row in self._earlier]
        self._last_line = max(lines, default=-1)
        self._next_evaluation = 0 if begins_now else self._evaluation_after(max(lines, default=0))

    def _best_so_far(self) -> tuple[float, float, int]:
        """Victories, goal progress and step of the best evaluation so far."""
        rows = [(row["victory_rate"], row["goal_progress"], -int(row["steps"])) for row in self._earlier]
        best, progress, step = max(rows, default=(-1.0, -1.0, 0))
        return best, progress, -step

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.close()

    @property
    def seconds(self) -> float:
        """Seconds used, earlier parts of the run included."""
        return time.perf_counter() - self._began

    def advance(self, steps: int) -> None:
        """Set the number of all steps."""
        self.bar.update(steps - self.steps)
        self.steps = steps

    def ended(self, victories: Iterable[bool], scores: Iterable[int]) -> None:
        """Report ended episodes."""
        self.victories.extend(victories)
        self.scores.extend(scores)

    def goes_on(self) -> bool:
        """Return true unless there is a reason to stop: an interruption or the time limit."""
        minutes = self.config.minutes
        if self.interruption.asked:
            self.is_cut, self.stop_reason = True, INTERRUPTED
        elif minutes is not None and self.seconds > 60 * minutes:
            before = f" ({self._before / 60:.1f} of them before it was resumed)" if self._before else ""
            self.stop_reason = self.stop_reason or f"the limit of {minutes:g} minutes was reached{before}"
        return not self.stop_reason

    def figures(self) -> dict[str, float]:
        """Figures of recent episodes, which the progress bar shows."""
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
        """Return true if it is time for an evaluation, and set the time of the next."""
        if self.steps < self._next_evaluation:
            return False
        self._next_evaluation = self._evaluation_after(self.steps)
        return True

    def _evaluation_after(self, steps: int) -> int:
        """The steps of the evaluation that follows one at these steps."""
        settings = self.config.evaluation
        gap = settings.every if settings.first is None else max(settings.first, steps)
        return steps + min(settings.every, gap)

    def checkpoint_is_due(self) -> bool:
        """Return true if it is time for a checkpoint, and set the time of the next."""
        if self.steps < self._next_checkpoint:
            return False
        self._next_checkpoint = self.steps + self.config.checkpoint_every
        return True

    def evaluate(self, agent: Agent, save: Callable[[], object]) -> dict[str, float]:
        """Evaluate greedy play, save the policy if the run keeps it, and add a line to the curve.

        The checkpoint of these steps is written before. So a run that was killed at any moment resumes with
        no line, and no best policy, of a part that is lost.

        Args:
            agent: the present policy.
            save: saves it.

        Returns:
            Figures for the trackers.

        Raises:
            Interrupted: no line is added.
        """
        settings, check = self.config.evaluation, self.interruption.check
        outcome = evaluated(agent, self.config, self.simulator, lambda ended: check()).summary()
        rate, progress = outcome["victory_rate"], round(outcome["mean_goal_progress"], 4)
        is_best = (rate, progress) > (self.best, self.best_progress)
        if is_best or settings.keep == "last":
            save()
        self._append_curve(outcome)
        self._last_line = self.steps
        if is_best:
            self.best, self.best_progress, self.best_step = rate, progress, self.steps
        return {
            "eval/victory_rate": rate,
            "eval/mean_score": outcome["mean_score"],
            "eval/goal_progress": outcome["mean_goal_progress"],
        }

    def learn(self, trainer: Trainer, trackers: Tracking) -> None:
        """Iterate until the run is over, with evaluations and checkpoints."""
        checkpoint, others_know = self.folder / trainer.files[-1], False
        with self.leaving():
            while self.agreed(self.goes_on() and trainer.steps < self.config.total_steps):
                evaluates, saves = self.evaluation_is_due(), self.checkpoint_is_due()
                if evaluates or saves:
                    trainer.save(checkpoint, self.seconds)
                if evaluates:
                    self._judge(trainer, trackers)
                learning = trainer.iterate(self)
                self.advance(trainer.steps)
                trackers.record({**self.figures(), **learning}, trainer.steps)
            others_know = True
        if not others_know:
            with contextlib.suppress(Interrupted):  # if one of them is lost
                self.agreed(False)
        trainer.save(checkpoint, self.seconds)
        if not self.is_cut:
            with self.leaving():
                self._judge(trainer, trackers)

    @contextlib.contextmanager
    def leaving(self) -> Iterator[None]:
        """A context that an interruption ends."""
        try:
            yield
        except Interrupted as error:
            self.is_cut, self.stop_reason = True, str(error) or INTERRUPTED

    @property
    def is_evaluated(self) -> bool:
        """Whether the curve has a line for the present policy, as that of a finished run has."""
        return self.steps == self._last_line

    def _judge(self, trainer: Trainer, trackers: Tracking) -> None:
        """Evaluate the present policy, whose checkpoint is written, unless the curve has it."""
        if not self.is_evaluated:
            best = self.folder / trainer.files[0]
            figures = self.evaluate(trainer.agent(), lambda: trainer.save_policy(best, self.seconds))
            trackers.record(figures, trainer.steps)
            if self.watch is not None and self.watch(trainer.steps, figures):
                self.stop_reason = self.stop_reason or "the caller stopped it"

    def _append_curve(self, outcome: dict[str, Any]) -> None:
        """Add a line to the learning curve."""
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
        """Write why the run stopped, unless it was interrupted; the message at its end."""
        reason = self.stop_reason or "all steps are done"
        if not self.is_cut:
            content = {"stopped": reason, "steps": self.steps, "seconds": round(self.seconds)}
            write_whole(self.folder / ENDING, f"{json.dumps(content)}\n".encode())
        best = (
            f"best evaluation {self.best:.1%} at {self.best_step:,} steps"
            if self.best >= 0
            else "not evaluated"
        )
        if self.config.evaluation.keep == "last":
            best += ", the last is kept"
        text = f"{reason}; {best}; saved in {self.folder}"
        if self.is_cut:
            text += f"\n{how_to_go_on(self.folder)}"
        return text
