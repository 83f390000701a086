"""Positions whose outcome is known, for searches."""

from __future__ import annotations

from typing import Any

from crusoe_env.marooned.state import CARD_IDS, CENTRE
from tests.support import new_env


def one_step_from_rescue() -> Any:
    """Marooned! with two health left: whoever walks west is rescued, whoever walks south dies at once.

    The ship sees SOS in its row next turn, whatever you do, unless the boar in the south bites first.
    """
    env = new_env("marooned", on_illegal="raise")
    env.reset(seed=0, options={"deck": ["rocks", "higher_ground", "hook", "wild_boar"]})
    for action in ("explore east", "flip rocks", "explore east"):
        env.step(env.action_index(action))
    state = env.state
    boar = CARD_IDS.index("wild_boar")
    state.health, state.played = 2, 4
    state.cell[boar] = CENTRE + 7 + 2  # south of you
    state.card_at[state.cell[boar]] = boar
    state.last_row += 1
    env.set_state(state)
    return env
