"""What a player of Marooned! sees, as an SVG drawing and as text. The order of the deck is never read."""

from crusoe_env.marooned.view.about import glossary, introduction
from crusoe_env.marooned.view.description import describe
from crusoe_env.marooned.view.log import drawn, happened
from crusoe_env.marooned.view.page import page_picture
from crusoe_env.marooned.view.picture import picture
from crusoe_env.marooned.view.quantities import quantities
from crusoe_env.marooned.view.reasons import REASONS
from crusoe_env.marooned.view.rules import rules
from crusoe_env.marooned.view.text import island_text, text

__all__ = [
    "REASONS",
    "describe",
    "drawn",
    "glossary",
    "happened",
    "introduction",
    "island_text",
    "page_picture",
    "picture",
    "quantities",
    "rules",
    "text",
]
