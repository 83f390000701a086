"""Action and observation layouts: what each index means, in both directions, and as a table for the docs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crusoe_env.core.words import nearest


def _span(start: int, stop: int) -> str:
    """The indices from `start` up to but without `stop`, for a table."""
    return str(start) if stop - start == 1 else f"{start} – {stop - 1}"


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
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
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
            raise ValueError(f"unknown action {name!r}; {nearest(name, self.names)}")
        return self._index[name]

    def markdown(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| index | block | what it does | names |", "| --- | --- | --- | --- |"]
        for block in self.blocks:
            start = self.start[block.name]
            span = _span(start, start + len(block.actions))
            names = ", ".join(f"`{name}`" for name in block.actions)
            rows.append(f"| {span} | {block.name} | {block.help} | {names} |")
        return "\n".join(rows)


@dataclass(frozen=True)
class Segment:
    """A run of observation entries: its name, shape, and what it holds."""

    name: str
    shape: tuple[int, ...]
    help: str

    @property
    def size(self) -> int:
        """The number of entries."""
        return int(np.prod(self.shape))


class ObservationLayout:
    """The flat `float32` observation vector, made of named segments with values in [0, 1].

    Attributes:
        size: the length of the vector.
        slices: where each segment lies, by name.
        start: the first index of each segment, by name.
    """

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)
        self.slices: dict[str, slice] = {}
        at = 0
        for segment in self.segments:
            self.slices[segment.name] = slice(at, at + segment.size)
            at += segment.size
        self.size = at
        self.start = {name: part.start for name, part in self.slices.items()}

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The segments of a flat observation, or of a batch of them, in their own shapes."""
        batch = observation.shape[:-1]
        return {
            s.name: observation[..., self.slices[s.name]].reshape(*batch, *s.shape) for s in self.segments
        }

    def markdown(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| entries | segment | shape | what it holds |", "| --- | --- | --- | --- |"]
        for segment in self.segments:
            part = self.slices[segment.name]
            shape = " x ".join(map(str, segment.shape))
            rows.append(f"| {_span(part.start, part.stop)} | {segment.name} | {shape} | {segment.help} |")
        return "\n".join(rows)
