"""Pictures, text and the log of Robinson Crusoe."""

from crusoe_env.robinson.view.about import glossary, introduction
from crusoe_env.robinson.view.decisions import equal_moves, window_pass
from crusoe_env.robinson.view.description import describe
from crusoe_env.robinson.view.events import drawn, events, story
from crusoe_env.robinson.view.page import page_picture
from crusoe_env.robinson.view.picture import picture, text
from crusoe_env.robinson.view.quantities import quantities
from crusoe_env.robinson.view.reasons import REASONS
from crusoe_env.robinson.view.rules import rules
from crusoe_env.robinson.view.text import island_text

__all__ = [
    "REASONS",
    "describe",
    "drawn",
    "equal_moves",
    "events",
    "glossary",
    "introduction",
    "island_text",
    "page_picture",
    "picture",
    "quantities",
    "rules",
    "story",
    "text",
    "window_pass",
]
