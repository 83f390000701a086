"""What a player of Dieson Crusoe sees, as an SVG drawing and as text. Dice to come are never read."""

from crusoe_env.dieson.view.about import glossary, introduction
from crusoe_env.dieson.view.description import describe
from crusoe_env.dieson.view.log import drawn, happened
from crusoe_env.dieson.view.page import page_picture
from crusoe_env.dieson.view.picture import picture
from crusoe_env.dieson.view.quantities import quantities
from crusoe_env.dieson.view.reasons import REASONS
from crusoe_env.dieson.view.rules import rules
from crusoe_env.dieson.view.text import island_text, text

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
