"""Operations: counters of a scenario; marks, numbers and totems on spaces."""

from __future__ import annotations

from functools import partial

from crusoe_env.robinson.card_language import declaration as d
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.operations.declare import (
    declare,
)
from crusoe_env.robinson.state import (
    CHOOSE_SPACE,
)

# ---------------------------------------------- counters of a scenario
scenario = partial(declare, d.SCENARIO)
ADVANCE = scenario(
    "advance counter number",
    "A counter of the scenario rises; what its stage does not take is lost.",
    depends=v.COUNTERS_ASPECT,
    affects=v.COUNTERS_ASPECT,
    phrase="{0} +{1}",
)
KEEP_YIELD = scenario(
    "keep_yield",
    "This round what sources give may be kept on the counters that are for it, instead of being used.",
    phrase="yields may be kept",
)
REDUCE = scenario("reduce counter number", "A counter of the scenario falls, not below 0.", phrase="{0} −{1}")

# ---------------------------------------------- marks, numbers and totems on spaces, spaces turned down
marks = partial(declare, d.MARKS)
MARK = marks(
    "mark mark number place",
    "That many marks of the scenario, each on a space that has none.",
    demand=True,
    phrase="{1} {0} on {2}",
    asks=(Question(CHOOSE_SPACE, "Marks", "{mark}: on which space is it laid?"),),
)
UNMARK = marks(
    "unmark mark number place",
    "So many of those marks are taken away, as far as there are any.",
    affects=v.TOKENS_ASPECT,
    phrase="{1} {0} less",
    asks=(Question(CHOOSE_SPACE, "Marks", "{mark}: from which space is it taken?"),),
)
NEXT_NUMBER = marks("next_number spot", "The number token after the last one laid.", phrase="number token")
SET_NUMBER = marks("set_number number spot", "This number token.", phrase="number token {0}")
TAKE_NUMBER = marks("take_number spot", "The number token there goes.", phrase="no number token")
COVER_TOTEM = marks("cover_totem spot", "A marker on the totem there.", phrase="totem covered")
COVER_SHELTER = marks(
    "cover_shelter spot", "A marker on the natural shelter there.", phrase="natural shelter covered"
)
FLIP_SPACE = marks(
    "flip_space spot",
    "It cannot be entered any more, explored or not, and loses what lies on it; with the camp there the game "
    "is lost.",
    phrase="{0} is lost",
)
OPEN_SPACE = marks(
    "open_space spot", "The tile that lies face down there is turned up.", phrase="{0} is turned up"
)
