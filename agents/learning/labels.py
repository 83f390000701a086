"""A teacher's choices, kept in the run folder as they are made, so that no interruption loses them.

Imitation that is resumed plays and learns again what is kept, without asking the teacher, and goes on from
there. `imitation/000000.safetensors` and so on hold the choices of some games at some steps, and the actions
that were played; `imitation/finished` says that reinforcement learning has begun.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env import Simulator

from ..base import Agent, choose
from . import safetensors
from .checkpoint import FAST_SUFFIX, CheckpointError

FOLDER, FINISHED = "imitation", "finished"
ABOUT = "about"
EVERY = 5.0
"""Seconds between two files."""


def is_under_way(run: Path) -> bool:
    """Does a run folder hold choices of an imitation that has not come to its end?"""
    folder = run / FOLDER
    return folder.is_dir() and not (folder / FINISHED).exists()


def finish(run: Path) -> None:
    """Imitation is over: the run goes on with reinforcement learning."""
    if (run / FOLDER).is_dir():
        (run / FOLDER / FINISHED).touch()


def asked_together(teacher: Agent, rows: slice) -> Iterator[slice]:
    """The games of a slice, in parts for which a teacher is asked at a time."""
    size = rows.stop - rows.start
    if teacher.plans:
        size = teacher.at_once if getattr(teacher, "seconds", None) is None else 1
    for start in range(rows.start, rows.stop, max(1, size)):
        yield slice(start, min(start + size, rows.stop))


def prepare(teacher: Agent, simulator: Simulator, seed: int) -> None:
    """Let a planner choose once and reset it: an interruption need not wait then until it is compiled."""
    if teacher.plans:
        states = simulator.new_games(1, seed=0)
        choose(teacher, simulator, states, *simulator.views(states), np.random.default_rng(0))
        teacher.reset(seed)


@dataclass
class Step:
    """What is known of one step of all games.

    Attributes:
        choices: the teacher's, int64 (games,).
        actions, shares: what is to be learned, int64 and float32 (games, targets).
        known: for which games the teacher has said it, bool (games,).
        played: the actions that were played, int64 (games,); None as long as they were not.
    """

    choices: np.ndarray
    actions: np.ndarray
    shares: np.ndarray
    known: np.ndarray
    played: np.ndarray | None = None

    @classmethod
    def blank(cls, games: int, targets: int) -> Step:
        """A step of which nothing is known."""
        shape = (games, targets)
        choices, known = np.zeros(games, np.int64), np.zeros(games, bool)
        return cls(choices, np.zeros(shape, np.int64), np.zeros(shape, np.float32), known)


class Labels:
    """The choices of a teacher, step by step.

    Args:
        run: the run folder; None keeps nothing.
        about: what decides the games and the choices; kept ones must be of the same.
        games: how many are played side by side.
        targets: how many actions are to be learned of each state.
        resume: begin with what the run folder holds.
        clock: the seconds that the run has used.

    Attributes:
        complete: how many steps were kept by an earlier part of the run.
        seconds: that the earlier part of the run had used.

    Raises:
        CheckpointError: a file is damaged, or is about other games or another teacher.
    """

    def __init__(
        self,
        run: Path | None,
        about: Mapping[str, Any],
        games: int,
        targets: int = 1,
        resume: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.folder = None if run is None else run / FOLDER
        self.about = json.loads(json.dumps(about))
        self.games, self.targets = games, targets
        self.seconds = 0.0
        self._clock, self._began = clock, clock()
        self._kept: dict[int, Step] = {}
        self._lock = threading.Lock()
        self._said: list[tuple[int, slice, Step]] = []
        self._played: list[tuple[int, np.ndarray]] = []
        self._files = 0
        self._last = self._began
        if resume and self.folder is not None and self.folder.is_dir():
            for file in sorted(self.folder.glob(f"*{FAST_SUFFIX}")):
                self._read(file)
                self._files = int(file.stem) + 1
        self.complete = sum(step.played is not None for step in self._kept.values())

    def step(self, number: int) -> Step:
        """What is known of a step; it is handed out once."""
        return self._kept.pop(number, None) or Step.blank(self.games, self.targets)

    def add(self, number: int, rows: slice, step: Step) -> None:
        """The teacher has said what to do in some games of a step; several threads may tell it."""
        with self._lock:
            step.known[rows] = True
            self._said.append((number, rows, step))
            if self._clock() - self._last > EVERY:
                self._write()

    def play(self, number: int, step: Step, actions: np.ndarray) -> np.ndarray:
        """The actions that are to be played at a step: those that were played, else these."""
        if step.played is None:
            step.played = actions
            with self._lock:
                self._played.append((number, actions))
        return step.played

    def flush(self) -> None:
        """Write what has not been written yet."""
        with self._lock:
            self._write()

    @property
    def used(self) -> float:
        """The seconds of the run so far."""
        return self.seconds + self._clock() - self._began

    def _write(self) -> None:
        self._last = self._clock()
        if self.folder is None or not (self._said or self._played):
            return
        said, played = self._said, self._played
        slices = [(number, rows.start, rows.stop) for number, rows, _ in said]
        steps, actions = [number for number, _ in played], [each for _, each in played]
        arrays: dict[str, np.ndarray] = {
            "slices": np.array(slices, np.int64).reshape(-1, 3),
            "steps": np.array(steps, np.int64),
            "played": np.array(actions, np.int16).reshape(-1, self.games),
        }
        for name, dtype in (("choices", np.int16), ("actions", np.int16), ("shares", np.float32)):
            parts = [getattr(step, name)[rows] for _, rows, step in said]
            if parts and (name == "choices" or self.targets > 1):
                arrays[name] = np.concatenate(parts).astype(dtype)
        texts = {ABOUT: json.dumps({**self.about, "seconds": round(self.used, 3)})}
        self.folder.mkdir(exist_ok=True)
        safetensors.write(self.folder / f"{self._files:06d}{FAST_SUFFIX}", arrays, texts)
        self._files += 1
        self._said, self._played = [], []

    def _read(self, file: Path) -> None:
        arrays, texts = safetensors.read(file)
        try:
            about = json.loads(texts[ABOUT])
            self.seconds = float(about.pop("seconds"))
            for name in {*about, *self.about}:
                if about.get(name) != self.about.get(name):
                    raise CheckpointError(
                        f"{file}: was made with {name} {about.get(name)!r}, not {self.about.get(name)!r};"
                        " go on with the same, or use --overwrite"
                    )
            self._take(arrays)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, CheckpointError):
                raise
            raise CheckpointError(f"{file}: holds no choices of a teacher: {error}") from error

    def _take(self, arrays: dict[str, np.ndarray]) -> None:
        at = 0
        for number, start, stop in arrays["slices"].tolist():
            step = self._kept.setdefault(number, Step.blank(self.games, self.targets))
            rows, here = slice(start, stop), slice(at, at + stop - start)
            step.choices[rows] = arrays["choices"][here]
            more = self.targets > 1
            step.actions[rows] = arrays["actions"][here] if more else step.choices[rows, None]
            step.shares[rows] = arrays["shares"][here] if more else 1.0
            step.known[rows] = True
            at = here.stop
        for number, actions in zip(arrays["steps"].tolist(), arrays["played"], strict=True):
            self._kept[number].played = actions.astype(np.int64)


@contextlib.contextmanager
def written(labels: Labels) -> Iterator[None]:
    """Within this context nothing is lost: whatever happens, what was said is written at its end."""
    try:
        yield
    finally:
        labels.flush()
