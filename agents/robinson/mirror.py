"""The island of Robinson Crusoe in a mirror: positions and actions with its upper and lower rows exchanged.

The printed board has this symmetry: it keeps neighbours and the start space (data/island.toml). So mirrored
decisions from the same deal lead to mirrored positions with the same rewards (tests/agents/test_mirror.py).
It is the only one: characters, inventions and the two threats differ in what they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.robinson.actions import ACTION_OF_PLAN, ANSWERS, LAYOUT, PLAN_THREAT

SPACES = len(next(block.actions for block in LAYOUT.blocks if block.name == "space"))
ROWS = ((0, 7), (1, 8), (2, 9))
"""The spaces that change places."""
SPACE = re.compile(r"(?<=^spaces/)\d+(?=/)|(?<=space )\d+|(?<= on )\d+|(?<=explore )\d+")
"""A space in the name of an entry or action."""
ONE_MORE = re.compile(r"^(threats|adventures|people)/.*space$")
"""The names of entries that hold 1 + a space, or 0."""
TARGET = re.compile(r"^(plans|placed pawns)/.*/target$")


def mirrored_spaces() -> np.ndarray:
    """Where each space lies in the mirror, int64 (spaces,)."""
    spaces = np.arange(SPACES)
    for above, below in ROWS:
        spaces[above], spaces[below] = below, above
    return spaces


def places(names: Sequence[str], spaces: np.ndarray) -> np.ndarray:
    """For each name the place of the name with the mirrored space, int64 (names,)."""
    place = {name: i for i, name in enumerate(names)}
    return np.array([place[SPACE.sub(lambda it: str(spaces[int(it[0])]), name)] for name in names])


def is_mirrored(simulator: Simulator) -> bool:
    """Whether the island of these rules is its own mirror image."""
    spaces, tables = mirrored_spaces(), simulator.tables
    joined = (tables.adjacent[:, None] >> np.arange(SPACES)) & 1
    same = np.array_equal(joined, joined[np.ix_(spaces, spaces)])
    return same and np.array_equal(tables.tile_at_start, tables.tile_at_start[spaces])


class Mirror:
    """Mirrors observations, action masks and actions; twice is as they were.

    Attributes:
        actions_of: the mirrored action of each, int64 (actions,).
    """

    def __init__(self) -> None:
        spaces, names = mirrored_spaces(), game("robinson").observations.names
        self._entries = places(names, spaces)
        self.actions_of = places(LAYOUT.names, spaces)
        self._holding_spaces = np.flatnonzero([bool(ONE_MORE.match(name)) for name in names])
        self._one_more = np.concatenate([[0], 1 + spaces]).astype(np.uint8)
        self._targets = np.flatnonzero([bool(TARGET.match(name)) for name in names])
        at = {name: i for i, name in enumerate(names)}
        kinds = [name.split("/")[-1] for name in names if name.startswith("plans/0/kind/")]
        self._kinds = np.array(
            [[at[f"{names[i].removesuffix('target')}kind/{kind}"] for kind in kinds] for i in self._targets]
        )
        self._target_of = self._mirrored_targets()

    def _mirrored_targets(self) -> np.ndarray:
        """By kind of action and target, uint8 (kinds, targets)."""
        kinds = self._kinds.shape[1]
        count = len(ACTION_OF_PLAN) // kinds
        targets = np.tile(np.arange(count), kinds)
        action = PLAN_THREAT + ACTION_OF_PLAN
        is_planned = ANSWERS[action] % count == targets
        found = np.where(is_planned, ANSWERS[self.actions_of[action]] % count, targets)
        return found.reshape(kinds, count).astype(np.uint8)

    def observations(self, rows: np.ndarray) -> np.ndarray:
        """Mirrored copies of observations, uint8 (n, size)."""
        found = rows[:, self._entries]
        found[:, self._holding_spaces] = self._one_more[found[:, self._holding_spaces]]
        kinds = found[:, self._kinds]
        found[:, self._targets] = self._target_of[kinds.argmax(axis=2), found[:, self._targets]]
        return found

    def masks(self, rows: np.ndarray) -> np.ndarray:
        """Mirrored copies of action masks, int8 (n, actions)."""
        return np.asarray(rows[:, self.actions_of])
