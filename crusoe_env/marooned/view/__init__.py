"""What a player of Marooned! sees, as an SVG drawing and as text. The order of the deck is never read."""

from crusoe_env.marooned.view.about import glossary as glossary
from crusoe_env.marooned.view.about import introduction as introduction
from crusoe_env.marooned.view.description import describe as describe
from crusoe_env.marooned.view.log import drawn as drawn
from crusoe_env.marooned.view.log import happened as happened
from crusoe_env.marooned.view.page import page_picture as page_picture
from crusoe_env.marooned.view.picture import picture as picture
from crusoe_env.marooned.view.quantities import quantities as quantities
from crusoe_env.marooned.view.reasons import REASONS as REASONS
from crusoe_env.marooned.view.rules import rules as rules
from crusoe_env.marooned.view.text import island_text as island_text
from crusoe_env.marooned.view.text import text as text
