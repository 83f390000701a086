"""Records: the fields that every game's record begins with, their bounds, and helpers for arrays of records.

A game is one NumPy record (`np.record` dtype), a batch is a recarray. Fields of the options, of the
table and of the generator stay over a new episode; all others are set by the game's `new_game`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

SAMPLER = np.dtype((np.record, [("unused", "i8"), ("rng", "u4", (4,))]))
"""A generator without a game; not the beginning of a game's record, or Numba would take it for its base."""

FORCED_SLOTS = 32
"""How many forced outcomes of chance a record can hold, if its game does not say otherwise."""

MOST_STEPS = 2**31 - 1
"""The largest limit of steps."""

Bounds = tuple[int, int]
"""The least and the largest number that a field may hold."""
Shape = tuple[int, ...]
FieldOf = (
    tuple[str, str, Bounds]
    | tuple[str, str, Bounds, str]
    | tuple[str, str, Bounds, Shape]
    | tuple[str, str, Bounds, Shape, str]
)
"""A field: name, kind of number, bounds, shape if it is an array, what it says."""

FLAG: Bounds = (0, 1)


def index(count: int) -> Bounds:
    """Bounds of a number that names one of `count` things."""
    return 0, count - 1


def index_or_none(count: int) -> Bounds:
    """The same, or -1 for none of them."""
    return -1, count - 1


def amount(most: int) -> Bounds:
    """Bounds of a count: 0 .. most."""
    return 0, most


def bits(count: int) -> Bounds:
    """Bounds of a set of `count` things, a bit for each."""
    return 0, (1 << count) - 1


@dataclass(frozen=True, eq=False)
class Record:
    """What a game's state is.

    Attributes:
        dtype: of one record.
        bounds: the least and the largest number of each field, by name.
        meanings: what each field says, by name; "" where nobody has said it.
        options: the fields into which the game's options are written.
        headings: of groups of fields, by the name of each group's first field.
    """

    dtype: np.dtype
    bounds: dict[str, Bounds]
    meanings: dict[str, str]
    options: tuple[str, ...]
    headings: dict[str, str]

    @functools.cached_property
    def _by_kind(self) -> list[tuple[np.dtype, np.ndarray, np.ndarray, np.ndarray]]:
        """For each kind of number: it, the bytes of its numbers, and the bounds of each number."""
        found: dict[np.dtype, list[tuple[np.ndarray, int, int]]] = {}
        for name, (least, most) in self.bounds.items():
            field, start = self.dtype.fields[name][:2]  # type: ignore[index]
            kind = field.base
            places = np.arange(start, start + field.itemsize).reshape(-1, kind.itemsize)
            found.setdefault(kind, []).append((places, least, most))
        return [
            (
                kind,
                np.concatenate([places.ravel() for places, _, _ in fields]),
                np.concatenate([np.full(len(places), least, kind) for places, least, _ in fields]),
                np.concatenate([np.full(len(places), most, kind) for places, _, most in fields]),
            )
            for kind, fields in found.items()
        ]

    def within_bounds(self, states: np.ndarray) -> np.ndarray:
        """Which of contiguous states, (n,), have every field within its bounds: bool (n,)."""
        rows = rows_of(states)
        within = np.ones(len(states), np.bool_)
        for kind, places, least, most in self._by_kind:
            numbers = np.take(rows, places, axis=1).view(kind)
            within &= ((numbers >= least) & (numbers <= most)).all(axis=1)
        return within

    def out_of_bounds(self, state: Any) -> str:
        """The first field of a state that is out of its bounds, in words; "" if there is none."""
        for name, (least, most) in self.bounds.items():
            for place, number in np.ndenumerate(state[name]):
                if not least <= number <= most:
                    where = "".join(f"[{i}]" for i in place)
                    return f"{name}{where} is {number}, not within {least} .. {most}"
        return ""


def common_fields(causes: int, players: int, rounds: int, forced_slots: int) -> list[FieldOf]:
    """The fields that every record begins with; the arguments are those of `declare`."""
    return [
        ("rng", "u4", (0, 2**32 - 1), (4,), "words of the generator"),
        ("task", "i2", (0, 2**15 - 1), "the row of the tables by which it is played: its task"),
        ("mixed", "i2", FLAG, "1: that row is drawn anew for each episode"),
        ("tables_hash", "i8", (0, 2**63 - 1), "a hash of all rows of the tables: whose states these are"),
        ("forced_count", "i2", amount(forced_slots), "outcomes of chance chosen beforehand that are left"),
        ("steps", "i4", amount(MOST_STEPS - 1), "actions given in this episode, illegal ones included"),
        ("over", "i2", FLAG, "1 when the game has ended"),
        ("victory", "i2", FLAG, "1 when it was won"),
        ("cause", "i2", (-1, causes - 1), "index into the game's list of causes; -1: an illegal action"),
        ("score", "i4", (-9999, 9999), "printed victory points; 0 unless the game awards them"),
        ("rounds", "i4", amount(rounds), "rounds (turns, days) begun"),
        ("acting", "i2", index(players), "the player who decides next"),
        ("fault", "i2", (0, 0), "why the rules could not go on, as in `Game.faults`; 0: they could"),
    ]


COMMON_NAMES = tuple(name for name, *_ in common_fields(1, 1, 1, 1))


def declare(
    fields: Sequence[FieldOf | str],
    *,
    options: Sequence[FieldOf] = (),
    causes: int,
    rounds: int,
    forced: Bounds,
    players: int = 1,
    forced_slots: int = FORCED_SLOTS,
) -> Record:
    """A game's record: common fields, its options, its own fields, and the queue `forced` of chosen outcomes.

    Args:
        fields: the game's own, each with its bounds; a text is the heading of the fields behind it.
        options: the fields that say how the game is played, which come before the others.
        causes: how many causes of an end the game has.
        rounds: the largest number of rounds.
        forced: the bounds of a chosen outcome.
        players: the largest number of players.
        forced_slots: how many chosen outcomes there is room for.

    Raises:
        ValueError: for a field without bounds, or with bounds that it cannot hold.
    """
    common = common_fields(causes, players, rounds, forced_slots)
    queue: FieldOf = ("forced", "i2", forced, (forced_slots,), "outcomes chosen beforehand, next one first")
    dtypes: list[Any] = []
    bounds: dict[str, Bounds] = {}
    meanings: dict[str, str] = {}
    headings: dict[str, str] = {}
    heading = ""
    for it in [*common, *options, *fields, queue]:
        if isinstance(it, str):
            heading = it
            continue
        name, kind, *rest = it
        limits, meaning = np.iinfo(kind), "".join(part for part in rest if isinstance(part, str))
        sizes: list[Any] = [part for part in rest if not isinstance(part, str)]
        ordered = sizes and len(sizes[0]) == 2 and limits.min <= sizes[0][0] <= sizes[0][1] <= limits.max
        if not ordered:
            raise ValueError(f"field {name!r} needs bounds within {limits.min} .. {limits.max}")
        dtypes.append((name, kind, *sizes[1:]))
        bounds[name], meanings[name] = sizes[0], meaning
        if heading:
            headings[name], heading = heading, ""
    chosen = tuple(name for name, *_ in options)
    return Record(np.dtype((np.record, dtypes)), bounds, meanings, chosen, headings)


def new_records(dtype: np.dtype, count: int) -> np.recarray:
    """`count` zeroed records."""
    return np.zeros(count, dtype=dtype).view(np.recarray)


def plain(states: np.ndarray) -> np.ndarray:
    """The same records as a plain ndarray: a recarray costs microseconds more in each compiled call."""
    return states.view(np.ndarray)


def readable(dtype: np.dtype) -> np.dtype:
    """A kind of record whose fields Python reads in a quarter of the time: each is a property.

    `np.record` looks a field up in Python, after an error.
    """
    own = {"__slots__": (), "__getattribute__": np.void.__getattribute__, "__getitem__": np.void.__getitem__}
    fields = {name: property(itemgetter(name)) for name in dtype.names or () if not hasattr(np.void, name)}
    return np.dtype((type("record", (np.record,), own | fields), dtype))


def copy_as(record: Any, dtype: np.dtype) -> Any:
    """A copy of a record as another kind of the same fields. In 1 microsecond; `view` takes 25."""
    return np.ndarray((), dtype, bytearray(record.tobytes()))[()]


def kernel_input(array: Any, dtype: Any = None) -> np.ndarray:
    """An array as compiled functions take it: in one piece and writable; a copy where it is not.

    For arrays of another kind they would be compiled anew, which takes half a minute for Robinson Crusoe.
    """
    whole = np.ascontiguousarray(array, dtype)
    return whole if whole.flags.writeable else whole.copy()


def rows_of(states: np.ndarray) -> np.ndarray:
    """The bytes of contiguous states, (n, itemsize) uint8, sharing their memory."""
    return plain(states).view(np.uint8).reshape(len(states), states.dtype.itemsize)


def copied(states: np.ndarray) -> Any:
    """A copy of states, (n,), of the same class; by their bytes, as `taken`."""
    as_bytes = plain(states).view(np.dtype((np.void, states.dtype.itemsize)))
    return as_bytes.copy().view(states.dtype).view(type(states))


def taken(states: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Copies of some states; by their bytes, since NumPy copies records field by field."""
    return rows_of(np.ascontiguousarray(plain(states)))[which].view(states.dtype)[:, 0]
