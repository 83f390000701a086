"""The scripted agent of Marooned!: raise signals on Higher Ground, draw ships, survive until one passes."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.marooned import actions as ac
from crusoe_env.marooned import state as st

FLIPS = ("rocks", "bottle", "flint", "higher_ground", "hook", "wild_boar", "palm_trees", "water", "vines",
         "telescope", "sticks")  # fmt: skip
"""Signals first, then cards whose condition another flip would spoil."""

CARD = {name: card for card, name in enumerate(st.CARD_IDS)}
DANGERS = (CARD["storm"], CARD["wild_boar"])
DETOUR = 2
"""Steps that it goes further to avoid a danger."""


class ScriptedMarooned(Agent):
    """Rules of thumb over the face-up cards."""

    name = "scripted"
    uses_states = True

    def __init__(self, simulator: Simulator) -> None:
        self._far_away = st.CELLS + 1

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """One decision for each game."""
        rows = states.view(np.ndarray)
        return np.array(
            [self._decide(s, set(np.flatnonzero(legal))) for s, legal in zip(rows, mask, strict=True)]
        )

    def _decide(self, s: Any, legal: set[int]) -> int:
        if s["phase"] == st.FLIP:
            return self._flip(legal)
        if s["phase"] == st.MIRAGE:
            return min(legal)
        return self._move(s, legal)

    def _flip(self, legal: set[int]) -> int:
        for name in FLIPS:
            action = ac.LAYOUT.index(f"flip {name}")
            if action in legal:
                return action
        return ac.FLIP_MAPS if ac.FLIP_MAPS in legal else ac.NO_FLIP

    def _move(self, s: Any, legal: set[int]) -> int:
        if ac.STAY in legal:
            return ac.STAY
        wanted = self._cells_wanted(s)
        explores = {action for action in legal if action >= ac.EXPLORE}
        if not wanted:
            if explores:
                return min(explores)
            wanted = self._frontier(s)
        return self._walk_towards(s, wanted, legal - explores) if legal - explores else min(explores)

    def _cells_wanted(self, s: Any) -> set[int]:
        """Higher Ground while a signal can be raised there; else a safe card once a ship will see one."""
        ground = CARD["higher_ground"]
        if s["cell"][ground] != st.NONE and s["side"][ground] == 0:
            rocks = s["cell"][CARD["rocks"]] != st.NONE and s["side"][CARD["rocks"]] == 0
            torch = s["cell"][CARD["flint"]] != st.NONE and s["side"][CARD["flint"]] == 1
            if rocks or torch:
                return {int(s["cell"][ground])}
        if s["ship"] != st.NONE and self._signal_ahead(s):
            return {
                int(cell) for card, cell in enumerate(s["cell"]) if cell != st.NONE and card not in DANGERS
            }
        return set()

    def _signal_ahead(self, s: Any) -> bool:
        """Return true if the ship on its present coast will pass the row or column of a signal."""
        sails_north_south = s["ship"] in (st.NE, st.SW)
        signal = CARD["rocks"] if sails_north_south else CARD["higher_ground"]
        if s["cell"][signal] == st.NONE or s["side"][signal] == 0:
            return False
        line = s["cell"][signal] // st.FRAME if sails_north_south else s["cell"][signal] % st.FRAME
        first = s["area_row"] if sails_north_south else s["area_column"]
        at = line - first if s["ship"] in (st.NW, st.NE) else first + st.AREA - 1 - line
        return at + 1 > s["ship_position"]

    def _frontier(self, s: Any) -> set[int]:
        """Cards in play beside an empty cell of the frame."""
        cells = {int(cell) for cell in s["cell"] if cell != st.NONE}
        cells.discard(int(s["position"]))
        return {cell for cell in cells if any(s["card_at"][n] == st.NONE for n in neighbours(cell))}

    def _walk_towards(self, s: Any, wanted: set[int], walks: set[int]) -> int:
        """The step onto the card that lies nearest to a wanted cell, round dangers if possible."""
        steps = self._distances(s, wanted)

        def cost(action: int) -> tuple[int, int]:
            row = s["position"] // st.FRAME + st.ROW_STEP[action]
            column = s["position"] % st.FRAME + st.COLUMN_STEP[action]
            cell = int(row * st.FRAME + column)
            danger = s["card_at"][cell] in DANGERS and s["side"][s["card_at"][cell]] == 0
            return steps.get(cell, self._far_away) + DETOUR * danger, action

        return min(walks, key=cost)

    def _distances(self, s: Any, wanted: set[int]) -> dict[int, int]:
        """Steps from each card in play to the nearest wanted cell, over cards in play."""
        cells = {int(cell) for cell in s["cell"] if cell != st.NONE}
        steps = {cell: 0 for cell in wanted if cell in cells}
        front = list(steps)
        for cell in front:
            for n in neighbours(cell):
                if n in cells and n not in steps:
                    steps[n] = steps[cell] + 1
                    front.append(n)
        return steps


def neighbours(cell: int) -> list[int]:
    """The cells next to a cell, inside the frame."""
    row, column = divmod(cell, st.FRAME)
    around = ((row + dr, column + dc) for dr, dc in zip(st.ROW_STEP, st.COLUMN_STEP, strict=True))
    return [r * st.FRAME + c for r, c in around if 0 <= r < st.FRAME and 0 <= c < st.FRAME]
