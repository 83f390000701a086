"""What a player of Dieson Crusoe sees, as an SVG drawing and as text. Dice to come are never read."""

from crusoe_env.dieson.view.about import glossary as glossary
from crusoe_env.dieson.view.about import introduction as introduction
from crusoe_env.dieson.view.choices import choices as choices
from crusoe_env.dieson.view.description import describe as describe
from crusoe_env.dieson.view.log import drawn as drawn
from crusoe_env.dieson.view.log import happened as happened
from crusoe_env.dieson.view.page import page_picture as page_picture
from crusoe_env.dieson.view.picture import picture as picture
from crusoe_env.dieson.view.quantities import quantities as quantities
from crusoe_env.dieson.view.reasons import REASONS as REASONS
from crusoe_env.dieson.view.rules import rules as rules
from crusoe_env.dieson.view.text import island_text as island_text
from crusoe_env.dieson.view.text import text as text
