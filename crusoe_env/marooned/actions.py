"""The actions of Marooned! and which of them are legal."""

from __future__ import annotations

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.layout import ActionLayout, Block
from crusoe_env.marooned import state as st
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.effects import furthest_distance, may_exchange
from crusoe_env.marooned.rules.flip import can_find_treasure, can_flip
from crusoe_env.marooned.rules.move import explorable, walkable

_MAPS = ("map_column", "map_row")
_FORCED_FLIPS = ("mirage", "pirates", "storm")
FLIPPABLE = tuple(
    card for card, name in enumerate(st.CARD_IDS) if name not in _MAPS and name not in _FORCED_FLIPS
)
"""Cards that a player may flip one by one."""
SWAPPABLE = tuple(card for card, name in enumerate(st.CARD_IDS) if name != "mirage")
"""Cards that the Mirage may change place with."""

LAYOUT = ActionLayout(
    [
        Block("walk", "go onto an adjacent card in play", tuple(f"walk {d}" for d in st.DIRECTIONS)),
        Block(
            "explore",
            "draw the next card onto an adjacent empty cell of the area and stand on it",
            tuple(f"explore {d}" for d in st.DIRECTIONS),
        ),
        Block("stay", "do not use the Compass's extra step", ("stay",)),
        Block(
            "flip",
            "flip one card whose prerequisite holds",
            tuple(f"flip {st.CARD_IDS[card]}" for card in FLIPPABLE),
        ),
        Block("flip maps", "flip both maps: find the treasure", ("flip maps",)),
        Block("no flip", "flip nothing this turn", ("no flip",)),
        Block(
            "swap",
            "choose which of the equally far cards the Mirage changes place with",
            tuple(f"swap with {st.CARD_IDS[card]}" for card in SWAPPABLE),
        ),
    ]
)
WALK = LAYOUT.start["walk"]
EXPLORE = LAYOUT.start["explore"]
STAY = LAYOUT.start["stay"]
FLIP_CARD = LAYOUT.start["flip"]
FLIP_MAPS = LAYOUT.start["flip maps"]
NO_FLIP = LAYOUT.start["no flip"]
SWAP = LAYOUT.start["swap"]


@compiled
def write_mask(s: State, t: Tables, mask: Mask) -> None:
    """Write 1 for every legal action, else 0, into `mask` (int8, one entry per action)."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.phase == st.MIRAGE:
        furthest = furthest_distance(s)
        for i, card in enumerate(SWAPPABLE):
            mask[SWAP + i] = may_exchange(s, card, furthest)
    elif s.phase == st.FLIP:
        for i, card in enumerate(FLIPPABLE):
            mask[FLIP_CARD + i] = can_flip(s, t, card)
        mask[FLIP_MAPS] = can_find_treasure(s, t)
        mask[NO_FLIP] = 1
    else:
        for direction in range(4):
            mask[WALK + direction] = walkable(s, direction)
            mask[EXPLORE + direction] = explorable(s, direction)
        mask[STAY] = s.phase == st.SECOND_STEP
