"""A teacher's labels, stored in the run folder as they come, so that no interruption loses them.

A resumed imitation replays the stored labels without the teacher, and continues from there.
`imitation/000000.safetensors` and so on hold the labels of some games at some steps, and the actions played;
`imitation/finished` marks that reinforcement learning has begun.
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
from crusoe_env.agent import Agent, Transcript

from ..learning import safetensors
from ..learning.checkpoint import FAST_SUFFIX, CheckpointError

FOLDER, FINISHED = "imitation", "finished"
ABOUT = "about"
EVERY = 5.0
"""Seconds between two files."""


def is_under_way(run: Path) -> bool:
    """Return true if a run folder holds labels of an unfinished imitation."""
    folder = run / FOLDER
    return folder.is_dir() and not (folder / FINISHED).exists()


def finish(run: Path) -> None:
    """Mark imitation as finished."""
    if (run / FOLDER).is_dir():
        (run / FOLDER / FINISHED).touch()


def asked_together(teacher: Agent, rows: slice) -> Iterator[slice]:
    """The games of a slice, in the parts that a teacher labels at a time."""
    size = rows.stop - rows.start
    if teacher.uses_states:
        size = teacher.at_once if getattr(teacher, "seconds", None) is None else 1
    for start in range(rows.start, rows.stop, max(1, size)):
        yield slice(start, min(start + size, rows.stop))


def prepare(teacher: Agent, simulator: Simulator, seed: int) -> None:
    """Compile a planner by one decision, and reset it, so that an interruption need not wait for that."""
    if teacher.uses_states:
        states, transcript = simulator.new_games(1, seed=0), Transcript(np.zeros(1, np.int64))
        teacher.decide(simulator, states, *simulator.views(states), np.random.default_rng(0), transcript)
        teacher.reset(seed)


@dataclass
class Step:
    """The labels of one step of all games.

    Attributes:
        choices: the teacher's, int64 (games,).
        known: which games have labels, bool (games,).
        played: the actions played, int64 (games,); None before.
    """

    choices: np.ndarray
    known: np.ndarray
    played: np.ndarray | None = None

    @classmethod
    def blank(cls, games: int) -> Step:
        """A step without labels."""
        return cls(np.zeros(games, np.int64), np.zeros(games, bool))


class Labels:
    """A teacher's labels, step by step.

    Args:
        run: the run folder; None stores nothing.
        about: everything that decides the games and labels; stored ones must match.
        games: games side by side.
        resume: begin with the stored labels.
        clock: a clock in seconds.

    Attributes:
        complete: complete steps stored by an earlier part of the run.
        seconds: used by the earlier part of the run.

    Raises:
        CheckpointError: a file is damaged, or of other games or another teacher.
    """

    def __init__(
        self,
        run: Path | None,
        about: Mapping[str, Any],
        games: int,
        resume: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.folder = None if run is None else run / FOLDER
        self.about = json.loads(json.dumps(about))
        self.games = games
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
        """The labels of a step; each step can be asked for once."""
        return self._kept.pop(number, None) or Step.blank(self.games)

    def add(self, number: int, rows: slice, step: Step) -> None:
        """Store the labels of some games of a step; thread-safe."""
        with self._lock:
            step.known[rows] = True
            self._said.append((number, rows, step))
            if self._clock() - self._last > EVERY:
                self._write()

    def play(self, number: int, step: Step, actions: np.ndarray) -> np.ndarray:
        """The actions to play at a step: the stored ones if there are any, else these, which are stored."""
        if step.played is None:
            step.played = actions
            with self._lock:
                self._played.append((number, actions))
        return step.played

    def flush(self) -> None:
        """Write labels that are not in a file yet."""
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
        if said:
            choices = np.concatenate([step.choices[rows] for _, rows, step in said])
            arrays["choices"] = choices.astype(np.int16)
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
            step = self._kept.setdefault(number, Step.blank(self.games))
            rows, here = slice(start, stop), slice(at, at + stop - start)
            step.choices[rows] = arrays["choices"][here]
            step.known[rows] = True
            at = here.stop
        for number, actions in zip(arrays["steps"].tolist(), arrays["played"], strict=True):
            self._kept[number].played = actions.astype(np.int64)


@contextlib.contextmanager
def written(labels: Labels) -> Iterator[None]:
    """A context that writes all labels at its end, also after an error."""
    try:
        yield
    finally:
        labels.flush()
