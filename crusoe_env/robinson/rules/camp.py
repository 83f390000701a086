"""Moving the camp, and what that costs (rulebook: Night phase, Moving the Camp)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.rules.island import shortcut_space
from crusoe_env.robinson.rules.notes import note
from crusoe_env.robinson.rules.stores import halve_level
from crusoe_env.robinson.state import (
    BUILT,
    NONE,
    NOTE_CAMP,
    ON_BOARD,
    PALISADE,
    PLUS_FOOD,
    PLUS_WOOD,
    ROOF,
    SHORTCUT,
    SHORTCUT_TOKEN,
)


@compiled
def move_camp(s: Any, t: Any, space: int) -> None:
    """A built shelter: roof and palisade drop by half, rounded down; without one both are lost."""
    if s.shelter == 1:
        halve_level(s, ROOF)
        halve_level(s, PALISADE)
    else:
        s.roof = 0
        s.palisade = 0
    lose_shortcut(s)
    moving = s.space_tokens[s.camp] & (PLUS_FOOD | PLUS_WOOD)
    s.space_tokens[s.camp] &= ~moving
    s.space_tokens[space] |= moving
    s.camp = space
    note(s, NOTE_CAMP, space, NONE)


@compiled
def lose_shortcut(s: Any) -> None:
    """The Shortcut's token leaves its tile, and the card is turned back."""
    space = shortcut_space(s)
    if space != NONE:
        s.space_tokens[space] &= ~SHORTCUT_TOKEN
    if s.invention_state[SHORTCUT] == BUILT:
        s.invention_state[SHORTCUT] = ON_BOARD
