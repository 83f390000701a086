"""What a player of Marooned! sees, as an SVG drawing and as text. The order of the deck is never read."""

from crusoe_env.marooned.view.description import describe
from crusoe_env.marooned.view.picture import picture
from crusoe_env.marooned.view.text import text

__all__ = ["describe", "picture", "text"]
