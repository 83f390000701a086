"""What the rules of Dieson Crusoe are called as reasons for changes of health, goods and water."""

from __future__ import annotations

from crusoe_env.dieson.rules.dice import icon_value
from crusoe_env.dieson.state import ROOF, WEATHER
from crusoe_env.show.description import many
from crusoe_env.show.reasons import Piece, Words


def _weather(piece: Piece) -> str:
    needed = int(piece.t.roofs_needed[icon_value(piece.before, WEATHER)])
    missing = max(needed - int(piece.before.goods[ROOF]), 0)
    return f"weather: {missing} of {many(needed, 'roof')} missing" if missing else "weather"


REASONS: dict[str, Words] = {
    "event": "the event",
    "begin_evening": "tools in the evening",
    "eat_food": "the meal",
    "go_hungry": "hunger",
    "weather": _weather,
    "raid": "the raid",
    "lose_raid": "the raid",
    "end_start": "the Farmer in this weather",
}
"""By the function of the rules."""
