"""Saved games as bytes: the game, its options and seed, its log, and the moves for undo.

A saved game is `MAGIC` and a zlib stream: one line of JSON, then the snapshots before each move and the
present one. A snapshot alone, as environments give it, is a saved game too, without a history.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from crusoe_env.play.history import LogLine, PastMove
from crusoe_env.play.moves import RefusedError
from crusoe_env.show.description import Card
from crusoe_env.support.reading import unpacked
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

MAGIC = b"crusoe_env save\n"
FORMAT = 1
LARGEST, LARGEST_UNPACKED, LARGEST_HEADING = 4_000_000, 16_000_000, 2_000_000
"""Bytes of a saved game, of what it holds unpacked, and of its line of JSON."""
MOST_MOVES = 1_000
"""Moves of a saved game that can be taken back; older ones are left out."""


@dataclass(frozen=True)
class Save:
    """A game as it is saved.

    Attributes:
        snapshot: of the game as it is.
        options: of the game, by which an environment for it can be made.
        seed: with which it was begun; None if nobody knows it.
        moves: each with a snapshot from before it, the last one last.
        log: the moves in words.
        seats: who has each seat of a table with agents; empty for other games.
    """

    snapshot: bytes
    options: dict[str, Any]
    seed: int | None
    moves: Sequence[PastMove] = ()
    log: Sequence[LogLine] = ()
    seats: Sequence[str] = ()


def pack_save(save: Save) -> bytes:
    """A saved game as bytes, with as many of its last moves as the limits allow."""
    count = min(len(save.moves), MOST_MOVES)
    while True:
        first = len(save.moves) - count
        moves, log = save.moves[first:], save.log[first:]
        snapshots = [*(move.before for move in moves), save.snapshot]
        heading = {
            "format": FORMAT,
            "options": save.options,
            "seed": save.seed,
            "seats": list(save.seats),
            "actions": [move.action for move in moves],
            "log": [_as_entry(entry) for entry in log],
            "sizes": list(map(len, snapshots)),
        }
        line = json.dumps(heading, default=str).encode() + b"\n"
        content = line + b"".join(snapshots)
        packed = MAGIC + zlib.compress(content)
        fits = len(line) <= LARGEST_HEADING and len(content) <= LARGEST_UNPACKED and len(packed) <= LARGEST
        if fits or not count:
            return packed
        count //= 2


def read_save(content: bytes, game: Game) -> Save:
    """Read a saved game; the snapshots of its history are not checked.

    Raises:
        RefusedError: it is damaged, of another game or version, too large, or no saved game at all.
    """
    from crusoe_env.engine.snapshot import SnapshotError, unpack

    save = _unpacked(content) if content.startswith(MAGIC) else Save(content, {}, None)
    try:
        unpack(game, save.snapshot)
    except SnapshotError as error:
        raise RefusedError(one_line(error)) from error
    if any(not 0 <= (move.action or 0) < game.actions.n for move in save.moves):
        raise RefusedError("the saved game is damaged: it has moves that the game does not have")
    if save.snapshot is content:
        return Save(content, _options_of_snapshot(content, game), None)
    return save


def _options_of_snapshot(snapshot: bytes, game: Game) -> dict[str, Any]:
    """The options of a valid snapshot's game, without those that have their default."""
    from crusoe_env.engine.snapshot import MAGIC as SNAPSHOT

    options = json.loads(snapshot[len(SNAPSHOT) :].partition(b"\n")[0]).get("options")
    options = options if isinstance(options, dict) else {}
    return {name: value for name, value in options.items() if value != game.options.get(name)}


def _unpacked(content: bytes) -> Save:
    """Unpack a saved game without checking its snapshots. Raises RefusedError."""
    try:
        text = unpacked(content[len(MAGIC) :], LARGEST_UNPACKED)
    except ValueError as error:
        raise RefusedError(f"the saved game {one_line(error)}") from error
    line, _, snapshots = text.partition(b"\n")
    if len(line) > LARGEST_HEADING:
        raise RefusedError("the saved game is damaged: it holds more than a saved game can")
    try:
        heading = json.loads(line)
        if heading["format"] != FORMAT:
            raise RefusedError(f"the saved game is not of format {FORMAT}, which this version reads")
        actions, sizes = (list(map(_whole, heading[name])) for name in ("actions", "sizes"))
        log = [_entry(entry) for entry in heading["log"]]
        seed = None if heading["seed"] is None else _whole(heading["seed"])
        options = dict(heading["options"].items())
        seats = tuple(map(_words, heading.get("seats", ())))  # games saved before November 2026 have none
    except RefusedError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RefusedError("the heading of the saved game is damaged") from error
    if not len(actions) == len(log) == len(sizes) - 1 or sum(sizes) != len(snapshots):
        raise RefusedError("the heading of the saved game is damaged")
    *before, present = (snapshots[a:b] for a, b in pairwise(accumulate(sizes, initial=0)))
    moves = [PastMove(snapshot, action) for snapshot, action in zip(before, actions, strict=True)]
    return Save(present, options, seed, moves, log, seats)


def _whole(value: Any) -> int:
    """A whole number from 0 on. Raises ValueError."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no whole number")
    return value


def _as_entry(line: LogLine) -> list[Any]:
    """A move in words as JSON has it; `_entry` reads it."""
    cards = [[card.name, list(card.text)] for card in line.cards]
    return [line.round, line.who, line.name, line.changes, line.phase, line.chosen, cards]


def _entry(entry: Any) -> LogLine:
    """A move in words, without control characters for the terminal. Raises ValueError, TypeError."""
    number, who, name, changes, *rest = entry
    phase, chosen = _words(rest[0]) if rest else "", rest[1:2] != [False]
    drawn = rest[2] if rest[2:] else ()  # games saved before December 2026 have none
    cards = tuple(Card(_words(title), [*map(_words, text)]) for title, text in drawn)
    words = list(map(_words, changes))
    return LogLine(_whole(number), _words(who), _words(name), words, phase, chosen, cards)


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return "".join(letter for letter in value if letter.isprintable() or letter == "\u00a0")
