"""Playing games: records, chance, steps, batches. It knows no game and no picture.

What the author of a game needs is imported from here; see docs/own_game.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crusoe_env.engine.compile import compiled
    from crusoe_env.engine.game import Chance, Facts, Game, Seats, Show
    from crusoe_env.engine.layout import ActionLayout, Block, Field, ObservationLayout, Segment
    from crusoe_env.engine.random import below, roll, shuffle
    from crusoe_env.engine.state import FLAG, amount, bits, declare, index, index_or_none

__all__ = [
    "FLAG",
    "ActionLayout",
    "Block",
    "Chance",
    "Facts",
    "Field",
    "Game",
    "ObservationLayout",
    "Seats",
    "Segment",
    "Show",
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
_HOMES = {
    "compile": ("compiled",),
    "game": ("Chance", "Facts", "Game", "Seats", "Show"),
    "layout": ("ActionLayout", "Block", "Field", "ObservationLayout", "Segment"),
    "random": ("below", "roll", "shuffle"),
    "state": ("FLAG", "amount", "bits", "declare", "index", "index_or_none"),
}


def __getattr__(name: str) -> Any:
    """Names are imported at their first use: a program may still switch compiling off after this import."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"crusoe_env.engine.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
