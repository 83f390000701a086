"""Replays: one episode with its pictures and what the agent thought, as a page to click through.

The page is a single HTML file that loads nothing: it can be mailed, archived beside a run, or put on
any web server.
"""

from __future__ import annotations

import base64
import dataclasses
import functools
import gzip
import importlib.resources
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.show.drawing import escape
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import Interval

LEAST_LUCK = 0.05
"""A change of the chance of victory by dice and cards that makes a step critical."""
MISTAKE, GOOD, LUCK = "mistake", "good", "luck"
"""Kinds of critical moments."""
RESULT_FACTS = ("victory", "score", "goal_progress", "rounds", "cause")
"""What `info` holds at the end of every game."""
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


@dataclass
class Frame:
    """One state of an episode.

    Attributes:
        light, dark: the SVG pictures of the two themes; `dark` may be empty.
        compact_light, compact_dark: the same for little room, 400 pixels wide; they may be empty.
        text: the text view.
        action: the name of the action that led here; None for the first state.
        reward: what that action gave.
        info: what the environment said here, without the mask.
        legal: the names of the actions that are legal here; none at the end.
        chosen: the name of the action that was then taken; None for the last state.
        probabilities: the agent's probability of each legal action by name, if it has them.
        value: the agent's estimate of the return from here, if it has one.
        who: who decides here, in games of several players.
        round, phase: of the game.
        title, sentence: what is to be decided.
        changes: what the action that led here has changed, in words.
        done: the action that led here, as a phrase for people.
        labels: the same of each legal action.
        progress: how far the goal is met, 0 .. 1.
        chance: of victory from here, 0 .. 1, if it was found.
        compared: the chance after each action that was compared, by its name, at steps that were judged:
            the chosen one first, then the best alternative.
        decision: chance after the chosen action less that after the best alternative, on common deals.
        luck: chance after dice and cards less that after the decision.
        values: what the agent's own search expects of each legal action by name, if it searches.
    """

    light: str
    text: str
    dark: str = ""
    action: str | None = None
    reward: float = 0.0
    info: dict[str, Any] = field(default_factory=dict)
    legal: list[str] = field(default_factory=list)
    chosen: str | None = None
    probabilities: dict[str, float] | None = None
    value: float | None = None
    who: str = ""
    round: int = 0
    phase: str = ""
    title: str = ""
    sentence: str = ""
    changes: list[str] = field(default_factory=list)
    done: str = ""
    labels: list[str] = field(default_factory=list)
    progress: float | None = None
    chance: float | None = None
    compared: dict[str, float] = field(default_factory=dict)
    decision: Interval | None = None
    luck: Interval | None = None
    values: dict[str, float] | None = None
    compact_light: str = ""
    compact_dark: str = ""

    def phrase(self, name: str) -> str:
        """The phrase for a legal action."""
        return self.labels[self.legal.index(name)] if self.labels else name

    @property
    def lost(self) -> float:
        """The chance that a mistake cost here, 0 .. 1; 0 where no mistake is certain."""
        return max(0.0, -self.decision.mean) if self.decision is not None and self.decision.is_clear else 0.0


@dataclass(frozen=True)
class Moment:
    """A critical moment: a decision that was clearly better or worse than the best other one, or much luck.

    Attributes:
        step: the number of the frame after it.
        decision: chance after the chosen action less that after the best alternative; None: there was none.
        luck: what dice and cards then did to the chance.
        other: the best alternative, as a phrase; empty without one.
        kind: MISTAKE, GOOD or LUCK.
    """

    step: int
    decision: Interval | None
    luck: Interval
    other: str
    kind: str

    @property
    def size(self) -> float:
        """The chance of victory that was at stake, 0 .. 1."""
        of_decision = 0.0 if self.decision is None or self.kind == LUCK else abs(self.decision.mean)
        return max(of_decision, abs(self.luck.mean) if self.luck.is_clear else 0.0)


@dataclass
class Replay:
    """An episode, state by state.

    Attributes:
        game: its printed title.
        agent: the name of who played.
        seed: of the episode.
        frames: at least one.
        options: of the game, for the heading.
        best_of: of how many episodes this one is the best, where it was chosen.
        outlook: how the chances of victory were found; empty if they were not.
        judged_on: deals on which each judged decision was compared.
        name: of the game for command lines, so that the page can say how to play on.
        back: the address of a page that the page links to, as `../`; empty: none.
        has_points: do victory points count in the game?
    """

    game: str
    agent: str
    seed: int | None
    frames: list[Frame] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    best_of: int = 1
    outlook: str = ""
    has_points: bool = True
    judged_on: int = 0
    name: str = ""
    back: str = ""

    @property
    def moments(self) -> list[Moment]:
        """The critical moments, the largest one first. What an interval leaves open is none."""
        found = []
        for i, frame in enumerate(self.frames):
            if frame.luck is None:
                continue
            kind = kind_of(frame.decision, frame.luck)
            if kind:
                names = list(frame.compared)
                other = frame.phrase(names[1]) if len(names) > 1 else ""
                found.append(Moment(i + 1, frame.decision, frame.luck, other, kind))
        return sorted(found, key=lambda moment: -moment.size)

    @property
    def result(self) -> dict[str, Any]:
        """The facts of the end: victory, score, goal_progress, rounds, cause; empty if it did not end.

        There is a score only where victory points count.
        """
        info = self.frames[-1].info if self.frames else {}
        wanted = (name for name in RESULT_FACTS if name != "score" or self.has_points)
        return {name: info[name] for name in wanted if name in info}

    def _repr_html_(self) -> str:
        """The page in a frame: a notebook shows it."""
        frame = f'<iframe srcdoc="{escape(page_of(self))}" style="border: 0; height: 800px; width: 100%">'
        return f"{frame}</iframe>"


def kind_of(decision: Interval | None, luck: Interval) -> str:
    """What makes a step critical; empty: nothing that is certain."""
    if decision is not None and decision.is_clear:
        return MISTAKE if decision.mean < 0 else GOOD
    return LUCK if luck.is_clear and abs(luck.mean) >= LEAST_LUCK else ""


# ------------------------------------------------------------------------------------------- the page


class _Pieces:
    """The pieces of all pictures, each stored once, because most of a picture stays from state to state.

    A piece is what stands between two "<". One that differs between the themes is stored as [light, dark].
    Pieces that follow each other are stored once too, as a run.
    """

    RUN = 16
    """A run ends after a piece whose number is a multiple of this, so that equal parts make equal runs."""

    def __init__(self) -> None:
        self.listed: list[str | list[str | None]] = []
        self.runs: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[str | None, str | None], int] = {}
        self._run_numbers: dict[tuple[int, ...], int] = {}

    def of(self, light: str, dark: str) -> list[int]:
        """A picture in two themes, as numbers of runs; their pieces joined by "<" give the picture."""
        numbers, run = [], []
        for piece in _in_pairs(light.split("<"), (dark or light).split("<")):
            run.append(self._number_of(piece))
            if run[-1] % self.RUN == 0:
                numbers.append(self._number_of_run(tuple(run)))
                run = []
        return [*numbers, self._number_of_run(tuple(run))]

    def _number_of(self, piece: tuple[str | None, str | None]) -> int:
        """The number of a piece in both themes; None where one of the pictures has fewer pieces."""
        light, dark = piece
        if piece not in self._numbers:
            self._numbers[piece] = len(self.listed)
            self.listed.append(light if light is not None and light == dark else [light, dark])
        return self._numbers[piece]

    def _number_of_run(self, run: tuple[int, ...]) -> int:
        if run not in self._run_numbers:
            self._run_numbers[run] = len(self.runs)
            self.runs.append(run)
        return self._run_numbers[run]


def _in_pairs(light: list[str], dark: list[str]) -> Iterator[tuple[str | None, str | None]]:
    """The pieces of the same picture in two themes, beside each other; None where one has a piece more."""
    i, j = 0, 0
    while i < len(light) and j < len(dark):
        alike = len(light) == len(dark) or _shape(light[i]) == _shape(dark[j])
        if not alike and _shape(light[i]) in map(_shape, dark[j + 1 : j + 2]):
            yield None, dark[j]
            j += 1
        elif not alike and _shape(dark[j]) in map(_shape, light[i + 1 : i + 2]):
            yield light[i], None
            i += 1
        else:
            yield light[i], dark[j]
            i, j = i + 1, j + 1
    yield from ((piece, None) for piece in light[i:])
    yield from ((None, piece) for piece in dark[j:])


@functools.lru_cache(maxsize=10_000)
def _shape(piece: str) -> str:
    """A piece without its colours."""
    return _COLOUR.sub("#", piece)


def _plain(value: Any) -> Any:
    """A value of `info` for JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [_plain(entry) for entry in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and np.isfinite(value):
        return value
    return str(value)


def _content(replay: Replay, title: str) -> dict[str, Any]:
    """Everything that the page shows; `replay.html` reads these names."""
    pieces = _Pieces()
    frames = []
    total = 0.0
    for frame in replay.frames:
        total += frame.reward
        chances = frame.probabilities
        frames.append(
            {
                "picture": pieces.of(frame.light, frame.dark),
                "compact": pieces.of(frame.compact_light, frame.compact_dark)
                if frame.compact_light
                else None,
                "text": frame.text,
                "action": frame.action,
                "reward": _plain(frame.reward),
                "total": _plain(total),
                "info": _plain(frame.info),
                "legal": frame.legal,
                "chosen": frame.chosen,
                "probabilities": None if chances is None else [round(chances[n], 4) for n in frame.legal],
                "value": _plain(frame.value),
                "who": frame.who,
                "round": frame.round,
                "phase": frame.phase,
                "question": frame.title,
                "sentence": frame.sentence,
                "changes": frame.changes,
                "done": frame.done,
                "labels": frame.labels or frame.legal,
                "progress": _plain(frame.progress),
                "chance": _plain(frame.chance),
                "compared": _plain(frame.compared),
                "decision": _plain(frame.decision),
                "luck": _plain(frame.luck),
                "values": None if frame.values is None else [_plain(frame.values[n]) for n in frame.legal],
            }
        )
    return {
        "title": title,
        "game": replay.game,
        "agent": replay.agent,
        "seed": replay.seed,
        "name": replay.name,
        "back": replay.back,
        "options": _plain(replay.options),
        "best_of": replay.best_of,
        "result": _plain(replay.result),
        "outlook": replay.outlook,
        "judged_on": replay.judged_on,
        "moments": [_plain(dataclasses.asdict(moment)) for moment in replay.moments],
        "frames": frames,
        "pieces": pieces.listed,
        "runs": pieces.runs,
    }


def write_page(path: str | Path, replay: Replay, title: str | None = None) -> Path:
    """Write a replay as one HTML page that needs no network and no other file.

    Args:
        path: of the file; missing folders are made, an older file is replaced.
        replay: at least one frame.
        title: heading of the page; by default the game's title.

    Returns:
        The path.

    Raises:
        ValueError: the replay has no frame.
        OSError: the file cannot be written.
    """
    page = page_of(replay, title)
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, page)
    return path


def page_of(replay: Replay, title: str | None = None) -> str:
    """A replay as one HTML page; see `write_page`. Raises ValueError if it has no frame."""
    if not replay.frames:
        raise ValueError("a replay page needs at least one frame")
    title = title or replay.game
    written = json.dumps(_content(replay, title), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    packed = base64.b64encode(gzip.compress(written.encode(), mtime=0)).decode()
    template = importlib.resources.files("crusoe_env.show").joinpath("replay.html").read_text("utf-8")
    return template.replace("{{title}}", escape(title)).replace("{{data}}", packed)
