"""Pictures, text and the log of Robinson Crusoe."""

from crusoe_env.robinson.view.about import glossary as glossary
from crusoe_env.robinson.view.about import introduction as introduction
from crusoe_env.robinson.view.choices import choices as choices
from crusoe_env.robinson.view.decisions import equal_moves as equal_moves
from crusoe_env.robinson.view.decisions import window_pass as window_pass
from crusoe_env.robinson.view.description import describe as describe
from crusoe_env.robinson.view.events import drawn as drawn
from crusoe_env.robinson.view.events import events as events
from crusoe_env.robinson.view.events import story as story
from crusoe_env.robinson.view.page import page_picture as page_picture
from crusoe_env.robinson.view.picture import picture as picture
from crusoe_env.robinson.view.picture import text as text
from crusoe_env.robinson.view.quantities import quantities as quantities
from crusoe_env.robinson.view.reasons import REASONS as REASONS
from crusoe_env.robinson.view.rules import rules as rules
from crusoe_env.robinson.view.text import island_text as island_text
