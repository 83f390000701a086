"""Operations: the course of a program, and its conditions."""

from __future__ import annotations

from functools import partial

from crusoe_env.robinson.card_language import declaration as d
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import HEAD, HIDDEN, Question
from crusoe_env.robinson.card_language.operations.declare import (
    declare,
)
from crusoe_env.robinson.state import (
    BRANCH,
)

# ---------------------------------------------- course of a program
course = partial(declare, d.COURSE)
END = course("end", "The program, or the delayed part of one, is over.", form=HIDDEN)
JUMP = course("jump", "Go on at this row + jump.", form=HIDDEN)
CHOOSE = course(
    "choose",
    "`number` branches: the next `number` rows are jumps to them.",
    form=HEAD,
    asks=(Question(BRANCH),),
)
AT = course(
    "at time",
    "Keep the rows up to the jump for that time (with card and performer), and jump.",
    form=HEAD,
    phrase="{0}",
)

# ---------------------------------------------- conditions: go on if ..., else jump
condition = partial(declare, d.CONDITION, form=HEAD)
IF_ITEM = condition(
    "if_item item",
    "Go on if the item is built (and items may be used), else jump.",
    depends=v.ITEMS_ASPECT,
    phrase="with {0}",
)
IF_NO_ITEM = condition(
    "if_no_item item",
    "Go on if the item is not built (or items may not be used), else jump.",
    depends=v.ITEMS_ASPECT,
    phrase="without {0}",
)
IF_WEAPON_BELOW = condition(
    "if_weapon_below number",
    "Go on if the weapon level is less than number, else jump.",
    depends=v.WEAPON_ASPECT,
    phrase="weapon below {0}",
)
IF = condition(
    "if measure comparison number",
    "Go on if the measure is at least, or below, the number, else jump.",
    phrase="{0} {1} {2}",
)
IF_SOURCE = condition(
    "if_source source place",
    "Go on if such an uncovered source is at such a place, else jump.",
    phrase="if {0} ({1})",
)
IF_NUMBER = condition(
    "if_number number spot", "Go on if this number token lies there, else jump.", phrase="on number {0}"
)
IF_ONLY_TERRAIN = condition(
    "if_only_terrain place",
    "Go on if a tile there is the only open one with its terrain, else jump.",
    phrase="no other such terrain ({0})",
)
IF_IN_CAMP = condition(
    "if_in_camp", "Go on if the performer spends this round's night in the camp, else jump.", phrase="in camp"
)
IF_ALIVE = condition("if_alive", "Go on if the performer is alive, else jump.", phrase="if alive")
IF_OUTSIDE = condition(
    "if_outside",
    "Go on if the performer spends this round's night outside the camp, else jump.",
    phrase="outside the camp",
)
