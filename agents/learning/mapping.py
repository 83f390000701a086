"""Networks for layouts that have changed since: entries and actions are found again by their names.

A policy's file holds the names of the observation's entries, what each is divided by, and the names of the
actions. Where the game has other ones now, the rows of the first layer and of the policy's head are put in
today's order.

New entries weigh nothing: the network gives what it gave without them. A policy that plays prefers any other
legal action to a new one, of which it knows nothing. Training begins a new action with the mean of all, so
that it is tried. What is gone is left out.
"""

from __future__ import annotations

import base64
import functools
import json
import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from crusoe_env import Game
from crusoe_env.engine.layout import current_name
from crusoe_env.support.words import one_line

LAYOUT = "layout"
"""The text of a file that holds the names, compressed."""
MOST_BYTES = 10_000_000
"""Of the names, before they are compressed."""
MOST_DIVISOR = 1_000_000
NEVER = np.float32(-1e4)
"""The logit of an action that the network does not know; float16 can hold it."""
NAMED = 3
"""So many names stand in a message."""


@dataclass(frozen=True)
class Names:
    """What the inputs and outputs of a network mean.

    Attributes:
        observations: the name of each entry.
        divisors: what the byte of each entry is divided by.
        actions: the name of each action.
    """

    observations: tuple[str, ...]
    divisors: tuple[int, ...]
    actions: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> Names:
        """Those of a game as it is now."""
        return cls(game.observations.names, game.observations.divisors, game.actions.names)

    @classmethod
    def unpacked(cls, text: str) -> Names:
        """The names in the text of a file. Raises ValueError if it is damaged."""
        try:
            inflate = zlib.decompressobj()
            content = json.loads(inflate.decompress(base64.b64decode(text, validate=True), MOST_BYTES))
            found = cls(*(tuple(content[name]) for name in cls.__dataclass_fields__))
        except (ValueError, KeyError, TypeError, zlib.error, RecursionError) as error:
            raise ValueError(
                f"the names of entries and actions are damaged: {one_line(error)[:100]}"
            ) from error
        for names in (found.observations, found.actions):
            if not all(type(name) is str for name in names) or len(set(names)) < len(names):
                raise ValueError(
                    "the names of entries and actions are damaged: some are no texts or twice there"
                )
        if not all(type(it) is int and 0 < it <= MOST_DIVISOR for it in found.divisors):
            raise ValueError("the divisors of entries are damaged")
        return found

    def packed(self) -> str:
        """The same as a text."""
        content = json.dumps({name: getattr(self, name) for name in self.__dataclass_fields__})
        return base64.b64encode(zlib.compress(content.encode(), 9)).decode()


@functools.cache
def packed_names(game: Game) -> str:
    """The names of a game's entries and actions, as a file holds them."""
    return Names.of(game).packed()


@dataclass(frozen=True)
class Places:
    """Where today's names stood.

    Attributes:
        index: of each of today's names, its earlier place, int64; -1 for a new one.
        new, lost: names that came and went.
        renamed: today's names of those that were called otherwise.
    """

    index: np.ndarray
    new: tuple[str, ...]
    lost: tuple[str, ...]
    renamed: tuple[str, ...]

    @classmethod
    def between(cls, then: Sequence[str], now: Sequence[str], renamed: Mapping[str, str]) -> Places:
        """The places of today's names among earlier ones; `renamed` has today's names by earlier ones."""
        today, earlier = set(now), set(then)
        found: dict[str, int] = {}
        lost, others = [], []
        for place, name in enumerate(then):
            alias = current_name(name, renamed)
            known = name if alias in earlier else alias  # else the file is younger than the new name
            if known not in today or known in found:
                lost.append(name)
                continue
            found[known] = place
            if known != name:
                others.append(known)
        index = np.array([found.get(name, -1) for name in now], np.int64)
        return cls(index, tuple(name for name in now if name not in found), tuple(lost), tuple(others))

    def take(self, array: np.ndarray, axis: int = 0) -> np.ndarray:
        """The rows of an array in today's order, a copy; those of new names are 0."""
        taken = np.take(array, np.maximum(self.index, 0), axis)
        taken[(slice(None),) * axis + (self.index < 0,)] = 0
        return taken


@dataclass(frozen=True)
class LayoutMapping:
    """How a network for earlier layouts fits today's.

    Attributes:
        entries, actions: their places in the earlier layouts.
        factors: float32: what the weights of each of today's entries are multiplied by, since its float is
            another one for the same byte where its divisor has changed.
    """

    entries: Places
    actions: Places
    factors: np.ndarray

    @classmethod
    def between(cls, then: Names, game: Game) -> LayoutMapping | None:
        """The mapping from earlier layouts to those of a game now; None where they are the same."""
        now = Names.of(game)
        if then == now:
            return None
        entries = Places.between(then.observations, now.observations, game.observations.renamed)
        actions = Places.between(then.actions, now.actions, game.actions.renamed)
        before = np.where(entries.index < 0, now.divisors, np.take(then.divisors, entries.index))
        return cls(entries, actions, (np.array(now.divisors) / before).astype(np.float32))

    def inputs(self, weight: np.ndarray, axis: int = 0) -> np.ndarray:
        """The weights of a first layer for today's entries, which lie along `axis`."""
        along = [1] * weight.ndim
        along[axis] = -1
        found: np.ndarray = self.entries.take(weight, axis) * self.factors.reshape(along)
        return found

    def outputs(
        self, weight: np.ndarray, bias: np.ndarray, explores: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Weights (actions, width) and biases of a policy's head for today's actions.

        Args:
            weight, bias: for the earlier actions.
            explores: begin new actions with the mean of all, for training; else they are never preferred.
        """
        new = self.actions.index < 0
        weights, biases = self.actions.take(weight), self.actions.take(bias)
        if explores:
            weights[new], biases[new] = weight.mean(axis=0), bias.mean()
        else:
            biases[new] = NEVER
        return weights, biases

    def __str__(self) -> str:
        """What has changed, for a message of one line."""
        parts = []
        for kind, words in (("new", "new"), ("lost", "gone"), ("renamed", "renamed")):
            entries, actions = getattr(self.entries, kind), getattr(self.actions, kind)
            counts = [_counted(entries, "entry", "entries"), _counted(actions, "action", "actions")]
            names = [*entries, *actions]
            shown = ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
            if names:
                verb = "is" if len(names) == 1 else "are"
                parts.append(f"{' and '.join(filter(None, counts))} {verb} {words} ({shown})")
        return "; ".join(parts) or "entries or actions have moved"


def _counted(names: Sequence[str], one: str, many: str) -> str:
    """How many there are, in words; empty for none."""
    return f"{len(names)} {one if len(names) == 1 else many}" if names else ""


@functools.cache
def tell_once(line: str) -> None:
    """Say something on stderr, only once in a process."""
    print(line, file=sys.stderr)
