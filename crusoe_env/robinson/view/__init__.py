"""Pictures, text and the log of Robinson Crusoe."""

from crusoe_env.robinson.view.about import glossary
from crusoe_env.robinson.view.description import describe
from crusoe_env.robinson.view.events import events
from crusoe_env.robinson.view.picture import picture, text
from crusoe_env.robinson.view.text import island_text

__all__ = ["describe", "events", "glossary", "island_text", "picture", "text"]
