"""Graded positions: a data set that asks "which move?", and what each move is worth.

A position is kept as its game's task, seed and actions, so that it is the same under the same rules, and its
text can be told in any view. `about` says under which rules.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.play.advice import SCRIPTED, policies
from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import GZIP, json_of, read_limited, read_text, unpacked
from crusoe_env.support.words import one_line, shown
from crusoe_env.text import TextEnv
from crusoe_env.trust import admitted

from ..suites.task import Task
from .grading import Judge, share
from .players import make_player

FORMAT = 1
LARGEST, LARGEST_UNPACKED = 16_000_000, 256_000_000
"""Bytes of a file of positions, and of what it holds unpacked."""
SHIPPED = Path(__file__).with_name("positions.jsonl.gz")
STRONG = "strong"
"""Stands for the strongest shipped policy of a task."""
PLAYERS = ("random", SCRIPTED, STRONG)
FIELDS = {"game": str, "options": dict, "seed": int, "actions": list, "player": str, "moves": list}
"""The fields of a position in a file."""
MOST_MOVES = 6
"""Moves of a position that are graded."""
FEWEST = 3
"""Legal moves that a position must have."""


class PositionsError(ValueError):
    """A file that holds no graded positions; the message is one line."""


@dataclass(frozen=True)
class Position:
    """A graded position.

    Attributes:
        game, options, seed, actions: how it came about.
        player: who played until then.
        moves: the graded legal moves: `action`, `move`, `chance`, `low`, `high` (95 %), the best first.
    """

    game: str
    options: Mapping[str, Any]
    seed: int
    actions: Sequence[int]
    player: str
    moves: Sequence[Mapping[str, Any]]

    def env(self, **settings: Any) -> tuple[TextEnv, str]:
        """The game at this position, with the message that tells the whole table.

        Args:
            **settings: of `TextEnv`, such as `disguise`.
        """
        env = TextEnv(self.game, **{"view": "full", **settings}, **self.options)
        message, _ = env.reset(seed=self.seed)
        for action in self.actions:
            message, *_ = env.step(env.answer_for(action))
        return env, message

    def score(self, action: int) -> float | None:
        """The regret of an action, from 0; None for one that is not graded."""
        chances = {move["action"]: float(move["chance"]) for move in self.moves}
        return None if action not in chances else max(chances.values()) - chances[action]


def graded_positions(
    tasks: Sequence[Task], count: int, budget: int, games: int, seed: int, done: Mapping[int, list[Position]]
) -> Iterator[tuple[int, list[Position]]]:
    """Positions from games of weak and strong players, as many from each task and player as come out even.

    Args:
        tasks: in which they are played.
        count: of positions.
        budget, games: of the judge.
        seed: of all that is drawn.
        done: what earlier calls yielded; it is yielded again, not made again.

    Yields:
        The number of a task with a player, and its positions.
    """
    pairs = [(task, player) for task in tasks for player in PLAYERS]
    for i, (task, player) in enumerate(pairs):
        wanted = count * (i + 1) // len(pairs) - count * i // len(pairs)
        if wanted:
            yield i, done.get(i) or list(_of_task(task, player, wanted, budget, games, seed + 1_000 * i))


def _of_task(task: Task, player: str, wanted: int, budget: int, games: int, seed: int) -> Iterator[Position]:
    """So many positions of one task and player, each of a game of its own."""
    env, rng = TextEnv(task.game, **task.options), np.random.default_rng(seed)
    judge = Judge(env.env, "", budget, games)
    named = next(iter(policies(env.env)), SCRIPTED) if player == STRONG else player
    found, states = [], []
    for number in range(seed, seed + wanted):
        actions, state = _drawn(env, named, number, rng)
        found.append((number, actions))
        states.append(state)
    yield from _graded(task, named, found, np.concatenate(states).view(np.recarray), judge, env, rng)


def _drawn(env: TextEnv, player: str, seed: int, rng: np.random.Generator) -> tuple[list[int], np.recarray]:
    """A position of a game, drawn among those with moves enough: the actions that lead there, its state."""
    message, info = env.reset(seed=seed)
    asked = make_player(player)
    asked.begin(env, seed)
    actions: list[int] = []
    places, states = [], []
    while not env.over:
        if len(env.env.legal_actions()) >= FEWEST:
            places.append(len(actions))
            states.append(env.env.batch.states.copy())
        message, *_, info = env.step(asked.answer(message, info["seat"]))
        actions.append(info["action"])
    chosen = int(rng.integers(len(places)))
    return actions[: places[chosen]], states[chosen]


def _graded(
    task: Task, player: str, found: Sequence[tuple[int, list[int]]], states: np.recarray, judge: Judge,
    env: TextEnv, rng: np.random.Generator,
) -> Iterator[Position]:  # fmt: skip
    """Grade the moves of positions: what the search prefers, and others drawn at random."""
    best, masks = judge.best(states), judge.simulator.masks(states)
    chosen = []
    for i, mask in enumerate(masks):
        others = rng.permutation(np.setdiff1d(np.flatnonzero(mask), best[i]))
        chosen.append([int(best[i]), *others[: MOST_MOVES - 1].tolist()])
    rows = np.repeat(np.arange(len(states)), [len(actions) for actions in chosen])
    won = iter(judge.won(states[rows].view(np.recarray), np.concatenate(chosen)))
    for (seed, actions), moves in zip(found, chosen, strict=True):
        env.reset(seed=seed)
        for action in actions:
            env.step(env.answer_for(action))
        graded = []
        for action in moves:
            chance = share(next(won))
            values = {"chance": chance.mean, "low": round(chance.low, 4), "high": round(chance.high, 4)}
            graded.append({"action": action, "move": env.answer_for(action), **values})
        graded.sort(key=lambda move: -move["chance"])
        yield Position(task.game, dict(task.options), seed, actions, player, graded)


class Kept:
    """Positions that are kept as they come, beside the file that they will fill.

    Args:
        path: of the file of positions.
        about: how they are made; what other settings left there is refused.

    Raises:
        PositionsError: the kept ones were made with other settings.
    """

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.path, self.about = path, {"format": FORMAT, **about}
        self.partial = path.with_name(f"{path.name}.partial")
        self.done: dict[int, list[Position]] = {}
        if self.partial.exists():
            self._read()

    def _read(self) -> None:
        """Take what is there. Raises PositionsError for a damaged file, or one with other settings."""
        again = "remove it to begin anew"
        try:
            first, *lines = read_text(self.partial, LARGEST_UNPACKED).splitlines()
            if json_of(first) != self.about:
                raise PositionsError(f"{self.partial}: made with other settings: {again}")
            for line in lines:
                number, parts = json_of(line)
                self.done[int(number)] = [_position(part) for part in parts]
        except (ValueError, TypeError) as error:
            if isinstance(error, PositionsError):
                raise
            raise PositionsError(f"{self.partial}: is damaged ({one_line(error)}): {again}") from error

    def keep(self, number: int, positions: list[Position]) -> None:
        """Keep positions of a task with a player."""
        self.done[number] = positions
        lines = [json.dumps(self.about)]
        lines += [json.dumps([each, list(map(vars, made))]) for each, made in self.done.items()]
        write_whole(self.partial, "\n".join(lines) + "\n")

    def finish(self, origin: Mapping[str, Any]) -> int:
        """Write the file, with a line about its origin first; the number of positions."""
        positions = [vars(each) for number in sorted(self.done) for each in self.done[number]]
        content = "".join(f"{json.dumps(part)}\n" for part in [{**self.about, **origin}, *positions])
        write_whole(self.path, gzip.compress(content.encode(), mtime=0))
        self.partial.unlink(missing_ok=True)
        return len(positions)


def read_positions(path: str | Path | None = None) -> tuple[Mapping[str, Any], list[Position]]:
    """The origin and the positions of a file; without one, of those that come with the package.

    Raises:
        PositionsError: the file holds no graded positions.
        OSError: it cannot be read.
    """
    path = SHIPPED if path is None else path
    try:
        content = unpacked(read_limited(path, LARGEST), LARGEST_UNPACKED, GZIP)
        about, *parts = [json_of(line) for line in content.splitlines()] or [None]
    except ValueError as error:
        raise PositionsError(f"{path}: holds no graded positions: {one_line(error)}") from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise PositionsError(f"{path}: line 1: field 'format' must be {FORMAT}")
    found = []
    for number, part in enumerate(parts, 2):
        try:
            found.append(_position(part))
        except ValueError as error:
            raise PositionsError(f"{path}: line {number}: {one_line(error)}") from error
    return about, found


def _position(part: Any) -> Position:
    """The position on a line. Raises ValueError: it is none, or its game is not trusted."""
    if not isinstance(part, dict) or {name: type(value) for name, value in part.items()} != FIELDS:
        raise ValueError(f"expected a position with {', '.join(FIELDS)}, found {shown(part)}")
    if not all(type(action) is int for action in part["actions"]):
        raise ValueError(f"field 'actions': expected whole numbers, found {shown(part['actions'])}")
    for move in part["moves"]:
        if not isinstance(move, dict) or not {"action", "move", "chance"} <= move.keys():
            raise ValueError(f"field 'moves': expected graded moves, found {shown(move)}")
    admitted(part["game"], "field 'game'")
    return Position(**part)
