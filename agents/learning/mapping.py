"""Fits networks to changed layouts: entries and actions are found again by their names.

A policy's file holds the names of the observation's entries, their divisors, and the names of the actions.
After a change of the game, the rows of the first layer and of the policy's head are put in the present order.

New entries have weight 0, so that they do not change the network's output. In play, new actions are chosen
last; in training they begin with the mean of all actions, so that they are tried. Lost ones are left out.
"""

from __future__ import annotations

import base64
import functools
import json
import lzma
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crusoe_env import Game
from crusoe_env.engine.layout import ActionLayout, ObservationLayout, current_name, is_among
from crusoe_env.support.words import one_line

from .compact import NEVER

LAYOUT = "layout"
"""The text of a file with the compressed names."""
MOST_BYTES = 10_000_000
"""Most bytes of the names before compression."""
XZ = "xz:"
"""Begins names packed by xz, in base 85; policies saved before November 2026 have zlib in base 64."""
MOST_DIVISOR = 1_000_000
NAMED = 3
"""Most names in a message."""


@dataclass(frozen=True)
class Names:
    """The names of a network's inputs and outputs.

    Attributes:
        observations: the name of each entry.
        divisors: the divisor of each entry's byte.
        actions: the name of each action.
    """

    observations: tuple[str, ...]
    divisors: tuple[int, ...]
    actions: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> Names:
        """The names of a game at present."""
        return cls(game.observations.names, game.observations.divisors, game.actions.names)

    @classmethod
    def unpacked(cls, text: str) -> Names:
        """The names in the text of a file. Raises ValueError if it is damaged."""
        try:
            content = json.loads(_inflated(text))
            found = cls(*(tuple(content[name]) for name in cls.__dataclass_fields__))
        except (ValueError, KeyError, TypeError, zlib.error, lzma.LZMAError, RecursionError) as error:
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
        """The names as a compressed text."""
        content = json.dumps({name: getattr(self, name) for name in self.__dataclass_fields__})
        return XZ + base64.b85encode(lzma.compress(content.encode(), preset=9)).decode()


def _inflated(text: str) -> bytes:
    """What packed names unpack to, at most `MOST_BYTES`. Raises ValueError, zlib.error or lzma.LZMAError."""
    if text.startswith(XZ):
        packed = base64.b85decode(text.removeprefix(XZ))
        return lzma.LZMADecompressor().decompress(packed, MOST_BYTES)
    return zlib.decompressobj().decompress(base64.b64decode(text, validate=True), MOST_BYTES)


@functools.cache
def packed_names(game: Game) -> str:
    """The names of a game's entries and actions, as a file holds them."""
    return Names.of(game).packed()


EntryLayout = ActionLayout | ObservationLayout


@dataclass(frozen=True)
class Places:
    """Earlier places of the present names.

    Attributes:
        index: the earlier place of each present name, int64; -1 for a new one.
        new, lost: names that were added and removed; of what only an option brings none is new.
        renamed: present names of those that were renamed.
    """

    index: np.ndarray
    new: tuple[str, ...]
    lost: tuple[str, ...]
    renamed: tuple[str, ...]

    @classmethod
    def between(cls, then: Sequence[str], now: EntryLayout) -> Places:
        """The places of the present names of a layout among those of `then`."""
        today, earlier = set(now.names), set(then)
        found: dict[str, int] = {}
        lost, others = [], []
        for place, name in enumerate(then):
            alias = current_name(name, now.renamed)
            known = name if alias in earlier else alias  # else the file is younger than the new name
            if known not in today or known in found:
                lost.append(name)
                continue
            found[known] = place
            if known != name:
                others.append(known)
        index = np.array([found.get(name, -1) for name in now.names], np.int64)
        new = (name for name in now.names if name not in found and not is_among(name, now.optional))
        return cls(index, tuple(new), tuple(lost), tuple(others))

    def take(self, array: np.ndarray, axis: int = 0) -> np.ndarray:
        """A copy of an array's rows in the present order; those of new names are 0."""
        taken = np.take(array, np.maximum(self.index, 0), axis)
        taken[(slice(None),) * axis + (self.index < 0,)] = 0
        return taken


@dataclass(frozen=True)
class LayoutMapping:
    """The mapping of a network from earlier layouts to the present ones.

    Attributes:
        entries, actions: their places in the earlier layouts.
        factors: of the weights of each entry, float32; not 1 where the divisor has changed.
    """

    entries: Places
    actions: Places
    factors: np.ndarray

    @classmethod
    def between(cls, then: Names, game: Game) -> LayoutMapping | None:
        """The mapping from earlier layouts to a game's present ones; None if they are the same."""
        now = Names.of(game)
        if then == now:
            return None
        entries = Places.between(then.observations, game.observations)
        actions = Places.between(then.actions, game.actions)
        before = np.where(entries.index < 0, now.divisors, np.take(then.divisors, entries.index))
        return cls(entries, actions, (np.array(now.divisors) / before).astype(np.float32))

    def inputs(self, weight: np.ndarray, axis: int = 0) -> np.ndarray:
        """The weights of a first layer for the present entries along `axis`."""
        along = [1] * weight.ndim
        along[axis] = -1
        found: np.ndarray = self.entries.take(weight, axis) * self.factors.reshape(along)
        return found

    def outputs(
        self, weight: np.ndarray, bias: np.ndarray, explores: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Weights (actions, width) and biases of a policy's head for the present actions.

        Args:
            weight, bias: for the earlier actions.
            explores: for training: begin new actions with the mean of all; else they are chosen last.
        """
        new = self.actions.index < 0
        weights, biases = self.actions.take(weight), self.actions.take(bias)
        if explores:
            weights[new], biases[new] = weight.mean(axis=0), bias.mean()
        else:
            biases[new] = NEVER
        return weights, biases

    def __str__(self) -> str:
        """The changes, for a message of one line; "" if entries and actions have only moved."""
        parts = []
        for kind, words in (("new", "new"), ("lost", "gone"), ("renamed", "renamed")):
            entries, actions = getattr(self.entries, kind), getattr(self.actions, kind)
            counts = [_counted(entries, "entry", "entries"), _counted(actions, "action", "actions")]
            names = [*entries, *actions]
            shown = ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
            if names:
                verb = "is" if len(names) == 1 else "are"
                parts.append(f"{' and '.join(filter(None, counts))} {verb} {words} ({shown})")
        return "; ".join(parts)


def _counted(names: Sequence[str], one: str, many: str) -> str:
    """Their number in words; empty for none."""
    return f"{len(names)} {one if len(names) == 1 else many}" if names else ""


@functools.cache
def warn_once(line: str) -> None:
    """Print a line on stderr, once in a process."""
    print(line, file=sys.stderr)
