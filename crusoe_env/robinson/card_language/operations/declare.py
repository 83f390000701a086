"""Declaring an operation; and the aspects on which operations depend by their argument."""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson.card_language import declaration as d
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.state import CHOOSE_ITEM, PALISADE, WEAPON

declared: list[d.Operation] = []
"""All operations so far; the number of one is its place here."""


def declare(family: int, usage: str, meaning: str, **particulars: Any) -> int:
    """Declare an operation, by its usage (name and kinds of arguments); its number."""
    name, *arguments = usage.split()
    declared.append(d.Operation(family, name, tuple(arguments), meaning, **particulars))
    return len(declared) - 1


# ---------------------------------------------- aspects by the argument in the column `what`
RESOURCES = {**dict(enumerate(v.RESOURCE_ASPECTS)), v.EVERYTHING: v.STORES_ASPECTS}
LEVELS = {WEAPON: v.WEAPON_ASPECT, PALISADE: v.PALISADE_ASPECT}
FORBIDDEN = {v.FORBID_SKILLS: v.DETERMINATION_ASPECT, v.FORBID_ITEMS: v.ITEMS_ASPECT}
SEEN = {v.LOOK_AT_EVENT_DECK: v.EVENTS_ASPECT, v.LOOK_AT_HUNTING_DECK: v.BEASTS_ASPECT}
FINDS = v.STORES_ASPECTS | v.DETERMINATION_ASPECT | v.WEAPON_ASPECT | v.PALISADE_ASPECT
"""What a discovery token or treasure just found may change, whichever it is."""

WHICH_ITEM = (Question(CHOOSE_ITEM, "Inventions and items", "Which one?"),)
