"""Things that players use: one number for each, whatever the scenario, the edition or a correction says.

A thing is a place in the action block "use". What it can do is said by its abilities (tables/abilities.py):
it is used at a window, lends a pawn, or both. A character's skills go by their place on his sheet, so that
all characters share four things; what belongs to a scenario goes by its token or its invention.
"""

from __future__ import annotations

from crusoe_env.robinson import components as box

SOURCES = ("skill", "starting_item", "token", "treasure", "item", "kept_card", "friday", "guest", "dog")
SKILL, STARTING_ITEM, TOKEN, TREASURE, ITEM, KEPT_CARD, FRIDAYS, GUESTS, DOG = range(len(SOURCES))
"""Where an ability comes from."""
LIMITS = ("none", "round", "character", "action")
NO_LIMIT, ONCE_A_ROUND, ONE_CHARACTER, ONCE_AN_ACTION = range(len(LIMITS))
"""How often: while there are uses; once a round; for one character a round, in each of his fights and actions
once; once in an action.
"""


def _used(table: str) -> tuple[int, ...]:
    """The entries of a table that the players use or that lend a pawn, by their numbers."""
    return tuple(i for i, entry in enumerate(box.BOX[table]) if "use" in entry or "pawn" in entry)


USED_TREASURES = _used("mystery")
_SCENARIO_ITEMS = range(box.INVENTIONS - box.SCENARIO_INVENTIONS, box.INVENTIONS)
USED_ITEMS = (*_used("invention"), *_SCENARIO_ITEMS)
THINGS = (
    *(f"skill {i + 1}" for i in range(box.SKILLS_EACH)),
    *box.STARTING_ITEM_IDS,
    *(f"token {name}" for name in box.DISCOVERY_IDS),
    *(f"treasure {box.MYSTERY_IDS[mystery]}" for mystery in USED_TREASURES),
    *(box.INVENTION_NAMES[item] for item in USED_ITEMS),
    "kept card",
    "dog",
)
"""The names of the things, as in the action block "use"."""
FIRST_STARTING_ITEM = box.SKILLS_EACH
FIRST_TOKEN = FIRST_STARTING_ITEM + len(box.STARTING_ITEM_IDS)
FIRST_TREASURE = FIRST_TOKEN + len(box.DISCOVERY_IDS)
FIRST_ITEM = FIRST_TREASURE + len(USED_TREASURES)
KEPT_CARD_THING = FIRST_ITEM + len(USED_ITEMS)
DOG_THING = KEPT_CARD_THING + 1
# Sources of supporting pawns: people and what a card gives, then things.
SUPPORTERS = (
    "own pawn", "pawn of the next player", "pawn of the second next player", "pawn of the third next player",
    "Friday", "the guest", "extra pawn",
)  # fmt: skip
BY_OWN, BY_NEXT, BY_SECOND_NEXT, BY_THIRD_NEXT, BY_FRIDAY, BY_GUEST, BY_EXTRA = range(len(SUPPORTERS))
BY_THING = len(SUPPORTERS)
"""BY_THING + thing: the pawn that a thing lends."""
BY_DOG = BY_THING + 1
PAWNS = (*SUPPORTERS, "of a thing", "the Dog")
"""What is noted of the pawns on a planned action, a bit for each."""


def thing_of(source: int, which: int) -> int:
    """The thing to which an ability belongs, by its source. Raises ValueError if it has none."""
    if source == SKILL:
        return which % box.SKILLS_EACH
    if source == STARTING_ITEM:
        return FIRST_STARTING_ITEM + which
    if source == TOKEN:
        return FIRST_TOKEN + which
    if source == TREASURE:
        return FIRST_TREASURE + USED_TREASURES.index(which)
    if source == ITEM:
        return FIRST_ITEM + USED_ITEMS.index(which)
    return {KEPT_CARD: KEPT_CARD_THING, DOG: DOG_THING}[source]
