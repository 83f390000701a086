"""Playing games: records, chance, steps, batches. It knows no game and no picture.

What the author of a game needs is imported from here; see docs/own_game.md.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.game import Game
from crusoe_env.engine.layout import ActionLayout, Block, Field, ObservationLayout, Segment
from crusoe_env.engine.random import below, roll, shuffle
from crusoe_env.engine.state import FLAG, amount, bits, declare, index, index_or_none

__all__ = [
    "FLAG",
    "ActionLayout",
    "Block",
    "Field",
    "Game",
    "ObservationLayout",
    "Segment",
    "amount",
    "below",
    "bits",
    "compiled",
    "declare",
    "index",
    "index_or_none",
    "roll",
    "shuffle",
]
