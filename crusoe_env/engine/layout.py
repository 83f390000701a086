"""Action and observation layouts: what each index means, in both directions, and as a table for the docs.

Every action and every entry of an observation has a name, which stays when a new card moves its number.
Trained policies keep the names, and find their inputs and outputs again by them.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from crusoe_env.support.options import named
from crusoe_env.support.tables import markdown_table
from crusoe_env.support.words import nearest, shown

MOST = 255
"""The largest byte: the bound of counts that know no other one."""
DTYPES = ("float32", "uint8")
"""Of observations."""
NONE_RENAMED: Mapping[str, str] = {}


def _span(start: int, stop: int, to: str = " – ") -> str:
    """The indices from `start` up to but without `stop`, for a table."""
    return str(start) if stop - start == 1 else f"{start}{to}{stop - 1}"


def _check_names(where: str, what: str, names: Sequence[str], count: int) -> None:
    """Raise ValueError if names are given, and not one for each of `count` things or not all different."""
    if names and not len(set(names)) == len(names) == count:
        raise ValueError(f"{where}: {len(set(names))} different names for {count} {what}")


def current_name(name: str, renamed: Mapping[str, str]) -> str:
    """The name that a name of an earlier version has now.

    Args:
        name: of an action or of an entry.
        renamed: today's names by earlier ones, whole names or their first parts ("inventions/rope").
    """
    parts = name.split("/")
    for end in range(len(parts), 0, -1):
        if (found := renamed.get("/".join(parts[:end]))) is not None:
            return "/".join([found, *parts[end:]])
    return name


def is_among(name: str, names: Collection[str]) -> bool:
    """Is this one of the names, or does one of them stand for its first parts?"""
    parts = name.split("/")
    return any("/".join(parts[:end]) in names for end in range(1, len(parts) + 1))


@dataclass(frozen=True)
class Block:
    """A run of actions of one kind: its name, what it does, and the name of each action in it."""

    name: str
    help: str
    actions: tuple[str, ...]


class ActionLayout:
    """The actions of a game: one `Discrete(n)`, made of named blocks.

    Attributes:
        n: how many actions there are.
        names: the name of each action, in order.
        start: the first index of each block, by the block's name.
        renamed: today's names of actions by those of earlier versions.
        optional: names of actions that are never legal, unless an option asks for them.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        renamed: Mapping[str, str] = NONE_RENAMED,
        optional: Collection[str] = (),
    ) -> None:
        self.optional = frozenset(optional)
        self.blocks = tuple(blocks)
        self.renamed = renamed
        self.names = tuple(name for block in self.blocks for name in block.actions)
        self.n = len(self.names)
        self.start: dict[str, int] = {}
        at = 0
        for block in self.blocks:
            self.start[block.name] = at
            at += len(block.actions)
        self._index = {name: i for i, name in enumerate(self.names)}
        if len(self._index) != self.n:
            twice = sorted({name for name in self.names if self.names.count(name) > 1})
            raise ValueError(f"actions named twice: {', '.join(twice)}")

    def name(self, action: int) -> str:
        """The name of an action. Raises ValueError for an index outside 0 .. n-1."""
        if not 0 <= action < self.n:
            raise ValueError(f"action {action} is outside 0 .. {self.n - 1}")
        return self.names[action]

    def index(self, name: str) -> int:
        """The index of a named action. Raises ValueError with the nearest valid names."""
        if name not in self._index:
            raise ValueError(f"unknown action {shown(name)}; {nearest(name, self.names)}")
        return self._index[name]

    def markdown(self) -> str:
        """The layout as a Markdown table."""
        rows = []
        for block in self.blocks:
            start = self.start[block.name]
            span = _span(start, start + len(block.actions))
            names = ", ".join(f"`{name}`" for name in block.actions)
            rows.append((span, block.name, block.help, names))
        return markdown_table(("index", "block", "what it does", "names"), rows)


@dataclass(frozen=True)
class Field:
    """Entries of one meaning within a segment.

    Attributes:
        name: its name, unique in the segment.
        meaning: what the entries hold.
        width: how many entries.
        divisor: the float of an entry is its byte divided by this.
        largest: the largest byte that an entry can hold, 1 .. 255.
        entries: the name of each entry, where it stands for a thing with a name; else its number is its name.
    """

    name: str
    meaning: str
    width: int = 1
    divisor: int = 1
    largest: int = 1
    entries: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_names(f"field {self.name!r}", "entries", self.entries, self.width)
        if not (self.width > 0 and self.divisor > 0 and 1 <= self.largest <= MOST):
            raise ValueError(
                f"field {self.name!r}: a width of {self.width}, a divisor of {self.divisor} and bytes up to"
                f" {self.largest} are not possible; bytes go up to {MOST}"
            )

    @property
    def values(self) -> str:
        """The bytes and what they are divided by, for a table."""
        whole = "0, 1" if self.largest == 1 else f"0 .. {self.largest}"
        return whole if self.divisor == 1 else f"{whole}, / {self.divisor}"


@dataclass(frozen=True)
class Segment:
    """A run of observation entries: fields one after the other, once or in each of several rows.

    Attributes:
        name: its name, the key in `observation="dict"`.
        help: what it is about.
        fields: what each row holds.
        rows: how many rows; 0 for a segment that is one row and has no dimension for it.
        row_names: the name of each row, where it stands for a thing with a name; else its number is its name.
    """

    name: str
    help: str
    fields: tuple[Field, ...]
    rows: int = 0
    row_names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_names(self.name, "rows", self.row_names, self.rows)
        names = [part.name for part in self.fields]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"{self.name}: fields named twice: {', '.join(twice)}")

    @property
    def width(self) -> int:
        """The number of entries in a row."""
        return sum(part.width for part in self.fields)

    @property
    def shape(self) -> tuple[int, ...]:
        """(rows, width), or (width,) without rows."""
        return (self.rows, self.width) if self.rows else (self.width,)

    @property
    def size(self) -> int:
        """The number of entries."""
        return self.width * max(self.rows, 1)

    def names(self) -> Iterator[str]:
        """The name of each entry: segment/row/field/entry, without the parts of which there is only one."""
        only = len(self.fields) == 1 and self.fields[0].name == self.name
        for row in (self.row_names or map(str, range(self.rows))) if self.rows else ("",):
            for part in self.fields:
                parts = [self.name, row, "" if only else part.name]
                for entry in part.entries or (map(str, range(part.width)) if part.width > 1 else ("",)):
                    yield "/".join(each for each in (*parts, entry) if each)


def single(
    name: str,
    meaning: str,
    width: int = 1,
    divisor: int = 1,
    largest: int = 1,
    rows: int = 0,
    entries: tuple[str, ...] = (),
    row_names: tuple[str, ...] = (),
) -> Segment:
    """A segment whose entries are all of one meaning: of one field, named like it."""
    return Segment(name, meaning, (Field(name, meaning, width, divisor, largest, entries),), rows, row_names)


@dataclass(frozen=True)
class Entries:
    """Where one field of one row lies in an observation: entries `start` up to but without `stop`.

    The byte of an entry is at most `largest`; its float is the byte divided by `divisor`.
    """

    segment: str
    row: int
    field: str
    start: int
    stop: int
    divisor: int
    largest: int
    meaning: str


class ObservationLayout:
    """The flat observation vector, made of named segments.

    The engine writes bytes; as floats they are multiplied by `scale`.

    Attributes:
        size: the length of the vector.
        slices: where each segment lies, by name.
        start: the first index of each segment, by name.
        scale: float32 (size,), read-only: byte * scale is the float, everywhere in the suite.
        largest: uint8 (size,), read-only: the largest byte of each entry.
        renamed: today's names of entries, or their first parts, by those of earlier versions.
        optional: names, or their first parts, of entries that are always 0, unless an option asks for them.
    """

    def __init__(
        self,
        segments: Sequence[Segment],
        renamed: Mapping[str, str] = NONE_RENAMED,
        optional: Collection[str] = (),
    ) -> None:
        self.optional = frozenset(optional)
        self.segments = tuple(segments)
        self.renamed = renamed
        self.slices: dict[str, slice] = {}
        at = 0
        for segment in self.segments:
            self.slices[segment.name] = slice(at, at + segment.size)
            at += segment.size
        self.size = at
        self.start = {name: part.start for name, part in self.slices.items()}
        self._entries = tuple(self._each_entries())
        self.scale = np.ones(self.size, np.float32)
        self.largest = np.ones(self.size, np.uint8)
        for it in self._entries:
            self.scale[it.start : it.stop] = np.float32(1.0 / it.divisor)
            self.largest[it.start : it.stop] = it.largest
        self.scale.setflags(write=False)
        self.largest.setflags(write=False)

    def _each_entries(self) -> Iterator[Entries]:
        for segment in self.segments:
            at = self.start[segment.name]
            for row in range(max(segment.rows, 1)):
                for part in segment.fields:
                    stop = at + part.width
                    numbers = (part.divisor, part.largest)
                    yield Entries(segment.name, row, part.name, at, stop, *numbers, part.meaning)
                    at = stop

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each entry, for instance "inventions/rope/on board"; all are different."""
        return tuple(name for segment in self.segments for name in segment.names())

    @cached_property
    def divisors(self) -> tuple[int, ...]:
        """What the byte of each entry is divided by."""
        return tuple(it.divisor for it in self._entries for _ in range(it.start, it.stop))

    def fields(self) -> tuple[Entries, ...]:
        """Every field of every row, in order: together they cover the vector once."""
        return self._entries

    def offsets(self, segment: str) -> Any:
        """Where the fields of a segment begin within a row: a named tuple, as compiled code can read it.

        Spaces in names become underscores; `row_width` is the distance between rows. Raises ValueError for
        an unknown segment.
        """
        if segment not in self.slices:
            raise ValueError(f"unknown segment {shown(segment)}; {nearest(segment, self.slices)}")
        found = next(it for it in self.segments if it.name == segment)
        at, names, places = 0, [], []
        for part in found.fields:
            names.append(part.name.replace(" ", "_"))
            places.append(at)
            at += part.width
        make: Any = namedtuple
        return make(segment.title().replace(" ", ""), [*names, "row_width"])(*places, at)

    def arrays(self, count: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
        """Room for observations as the kernels take it: bytes and floats, one of which has no rows."""
        named("dtype", dtype, DTYPES)
        floats = count if dtype == "float32" else 0
        return np.empty((count - floats, self.size), np.uint8), np.empty((floats, self.size), np.float32)

    def space(self, dtype: str) -> spaces.Box:
        """The space of flat observations, "float32" or "uint8"."""
        if dtype == "uint8":
            return spaces.Box(np.zeros_like(self.largest), self.largest, dtype=np.uint8)
        return spaces.Box(np.zeros_like(self.scale), self.largest * self.scale, dtype=np.float32)

    def spaces(self, dtype: str) -> spaces.Dict:
        """The space of observations by segment, "float32" or "uint8"."""
        flat = self.space(dtype)
        low, high = self.split(flat.low), self.split(flat.high)
        parts: dict[str, spaces.Space[Any]] = {
            s.name: spaces.Box(low[s.name], high[s.name], dtype=flat.dtype.type) for s in self.segments
        }
        return spaces.Dict(parts)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The segments of a flat observation, or of a batch of them, in their own shapes."""
        batch = observation.shape[:-1]
        return {
            s.name: observation[..., self.slices[s.name]].reshape(*batch, *s.shape) for s in self.segments
        }

    def table(self, to: str = " – ") -> list[tuple[str, ...]]:
        """The layout as rows under headings: a line for each segment, and below it one for each field.

        Args:
            to: what stands between the first and the last of several entries.
        """
        rows: list[tuple[str, ...]] = [("entries", "name", "shape", "bytes", "what it holds")]
        for segment in self.segments:
            part = self.slices[segment.name]
            shape = " x ".join(map(str, segment.shape))
            only = segment.fields[0] if len(segment.fields) == 1 else None
            values = only.values if only else ""
            rows.append((_span(part.start, part.stop, to), segment.name, shape, values, segment.help))
            at = 0 if segment.rows else part.start
            for field in () if only else segment.fields:
                place = _span(at, at + field.width, to)
                place = f"row + {place}" if segment.rows else place
                rows.append((place, f"- {field.name}", str(field.width), field.values, field.meaning))
                at += field.width
        return rows

    def markdown(self) -> str:
        """The layout as a Markdown table."""
        headings, *rows = self.table()
        return markdown_table(headings, rows)
