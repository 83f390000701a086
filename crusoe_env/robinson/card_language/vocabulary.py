"""The words of the card data, and their numbers in compiled rows. `compiler.py` puts them together.

The rules import constants from here and from `constants.py`; the operations stand in `operations/`.
"""

from __future__ import annotations

from dataclasses import dataclass

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c

ALL = 99
"""The number "all": as many as there are."""
WHO = ("performer", "first", "each", "chosen", "friday", "guest")
PERFORMER, FIRST, EACH, CHOSEN, FRIDAY_HIMSELF, GUEST_HIMSELF = range(len(WHO))
BEARER = 16
"""In a row: BEARER + 4 * deck + part of the body, whoever has the special wound that this card gave."""
RESOURCES = (*c.RESOURCES, "gathered", "everything")
GATHERED, EVERYTHING = 4, 5
LEVELS = (*c.STRUCTURES, "morale")
MORALE = 4
# A source is a mask of constants.COVERS.
SOURCES = {
    "wood": c.WOOD_SOURCE,
    "bird": c.BIRD_SOURCE,
    "fish": c.FISH_SOURCE,
    "food": c.FOOD_SOURCE,
    "any": c.ANY_SOURCE,
    "gathered": 0,
}
GATHERED_SOURCE = 0
TERRAINS = (*c.TERRAINS, "any")
ANY_TERRAIN = 5
MYSTERY_KINDS = ("treasure", "creature", "trap", "creature_or_trap", "any")
CREATURE_OR_TRAP, ANY_MYSTERY = 3, 4
FORBIDDEN = ("skills", "shared_actions", "items")
FORBID_SKILLS, FORBID_SHARED_ACTIONS, FORBID_ITEMS = range(3)
IGNORED = ("wound", "trap", "rain", "snow", "creature", "animals")
IGNORE_WOUND, IGNORE_TRAP, IGNORE_RAIN, IGNORE_SNOW, IGNORE_CREATURE, IGNORE_ANIMALS = range(6)
LOOKED_AT = ("hunting_deck", "event_deck", "ambush")
LOOK_AT_HUNTING_DECK, LOOK_AT_EVENT_DECK, LOOK_AT_AMBUSH = range(3)
COMPARISONS = (">=", "<")
AT_LEAST, BELOW = range(len(COMPARISONS))

TIMES = ("night", "every_night", "next_round", "after_actions")
AT_NIGHT, AT_EVERY_NIGHT, AT_NEXT_ROUND, AFTER_ACTIONS = range(len(TIMES))
INVENTION_FROM = ("chosen", "top")
CHOSEN_INVENTION, TOP_INVENTION = range(2)
PLACES = (
    *c.ACTION_KINDS,  # the field of that action; the hunting deck is the place "hunt"
    "weather", "night", "character",
    "cost_shelter", "cost_roof", "cost_palisade", "cost_weapon",
    "here", "camp", "adjacent_camp", "nearest_camp", "any_tile", "remembered",
    "any_space",  # a tile, or a space that nobody has explored
    *(f"space_{space}" for space in range(c.SPACES)),
)  # fmt: skip
WEATHER, NIGHT, CHARACTER, FIRST_COST = 7, 8, 9, 10
HERE, CAMP, ADJACENT_CAMP, NEAREST_CAMP, ANY_TILE, REMEMBERED = range(14, 20)
ANY_SPACE, FIRST_SPACE = 20, 21
SPOTS = {"here": HERE, "camp": CAMP, **{PLACES[i]: i for i in range(FIRST_SPACE, len(PLACES))}}
"""Places that are one certain space."""
BEAST_PLACES = ("beast_deck", "hunting_top", "hunting_bottom", "hunting_shuffled", "ambush", "discard")
BEAST_DECK, HUNTING_TOP, HUNTING_BOTTOM, HUNTING_SHUFFLED, AMBUSH, BEAST_DISCARD = range(6)
# When a thing may be used.
WHENS = (
    "any",
    "not_on_card",  # any, but not between the showing of a card and its effect
    "not_while_acting",  # any, but not while actions are resolved
    "before_actions",  # before the action phase
    "planning",
    "own_action",  # in an action of one's own
    "after_roll",  # right after its dice
    "weapon",  # when the weapon level is compared: in a fight, with what something requires
    "fight",  # in a fight only
    "trap",  # when a trap is to be resolved
    "creature",  # when a creature of a mystery card is
    "whole_draw",  # before a draw of mysteries in which nobody may stop
    "tile_found",  # when an explore action has brought a tile
    "exploring",  # the same, also when it has failed
    "explore_action",  # as an explore action of its own
    "arrange_camp",  # in such an action
    "after_actions",  # at the end of the action phase
    "weather",
    "night",
)
# What comes next can depend on these: a thing is offered when its use, or what it costs, changes one of them.
ASPECTS = (
    "wood", "food", "fur", "determination", "weapon", "palisade", "morale", "life", "items", "inventions",
    "tokens", "beasts", "tiles", "counters", "events",
)  # fmt: skip
(
    WOOD_ASPECT, FOOD_ASPECT, FUR_ASPECT, DETERMINATION_ASPECT, WEAPON_ASPECT, PALISADE_ASPECT,
    MORALE_ASPECT, LIFE_ASPECT, ITEMS_ASPECT, INVENTIONS_ASPECT, TOKENS_ASPECT, BEASTS_ASPECT,
    TILES_ASPECT, COUNTERS_ASPECT, EVENTS_ASPECT,
) = (1 << i for i in range(len(ASPECTS)))  # fmt: skip
ALL_ASPECTS = (1 << len(ASPECTS)) - 1
RESOURCE_ASPECTS = (WOOD_ASPECT, FOOD_ASPECT, FUR_ASPECT, FOOD_ASPECT)
"""What a resource is, in the order of constants.RESOURCES."""
STORES_ASPECTS = WOOD_ASPECT | FOOD_ASPECT | FUR_ASPECT
FLAGS = ("if_possible", "per_player", "without_strength", "for_action", "to_the_end")
IF_POSSIBLE, PER_PLAYER, WITHOUT_STRENGTH, FOR_ACTION, TO_THE_END = 1, 2, 4, 8, 16


def numbered(words: tuple[str, ...]) -> dict[str, int]:
    """Each word with its place."""
    return {word: i for i, word in enumerate(words)}


def bits(words: tuple[str, ...]) -> dict[str, int]:
    """Each word with the bit of its place."""
    return {word: 1 << i for i, word in enumerate(words)}


@dataclass(frozen=True)
class Argument:
    """One kind of argument: the column of a row in which it stands, and its words with their numbers."""

    column: str
    words: dict[str, int]
    several: bool = False
    """Several words joined by "+"; their bits are added up."""


SEVERAL_ITEMS = 14
"""Of so many inventions, from the first, several can be named at once: as many bits as a column has."""
NUMBERS: dict[str, int] = {"all": ALL}
ARGUMENTS = {
    "who": Argument("who", {**numbered(WHO), "bearer": BEARER}),
    "number": Argument("number", NUMBERS),
    "resource": Argument("what", numbered(RESOURCES)),
    "level": Argument("what", numbered(LEVELS)),
    "part": Argument("what", numbered(c.BODY_PARTS)),
    "token": Argument("what", bits(c.TOKENS)),
    "source": Argument("what", SOURCES),
    "terrain": Argument("what", numbered(TERRAINS)),
    "action": Argument("what", numbered(c.ACTION_KINDS)),
    "actions": Argument("what", bits(c.ACTION_KINDS), several=True),
    "mystery": Argument("what", numbered(MYSTERY_KINDS)),
    "forbidden": Argument("what", numbered(FORBIDDEN)),
    "ignored": Argument("what", numbered(IGNORED)),
    "looked_at": Argument("what", numbered(LOOKED_AT)),
    "time": Argument("what", numbered(TIMES)),
    "invention_from": Argument("what", numbered(INVENTION_FROM)),
    "item": Argument("what", numbered(components.INVENTION_IDS)),
    "items": Argument("what", bits(components.INVENTION_IDS[:SEVERAL_ITEMS]), several=True),
    "beast_from": Argument("what", numbered(BEAST_PLACES)),
    "beast_to": Argument("where", numbered(BEAST_PLACES)),
    "place": Argument("where", numbered(PLACES)),
    "spot": Argument("where", SPOTS),
    "comparison": Argument("where", numbered(COMPARISONS)),
    # their words are those of the scenario
    "step": Argument("where", {f"{step:+d}": step for step in range(-9, 10) if step}),
    "counter": Argument("what", {}),
    "measure": Argument("what", {}),
    "mark": Argument("what", {}),
}
