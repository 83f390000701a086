"""What a player of Dieson Crusoe sees, as an SVG drawing and as text. Dice to come are never read."""

from crusoe_env.dieson.view.description import describe
from crusoe_env.dieson.view.picture import picture
from crusoe_env.dieson.view.text import text

__all__ = ["describe", "picture", "text"]
