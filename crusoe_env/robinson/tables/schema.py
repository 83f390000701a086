"""What the data files must look like: the fields of every table. Their heads say what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crusoe_env.facts import PROVENANCE, Field, Schema
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import WHENS
from crusoe_env.robinson.components import CARD_INVENTIONS, CHARACTER_IDS, INVENTION_IDS, TILES
from crusoe_env.robinson.tables.editions import EDITIONS, OVERLAY
from crusoe_env.robinson.things import LIMITS

TYPES = ("treasure", "creature", "trap")
ICONS = ("book", "build", "gather", "explore")
KINDS = ("default", "deck", "personal")
SOURCES_OF = ("wood", "bird", "fish")
WEATHER_DICE = ("rain", "winter", "animals")
ANIMAL_FACES = ("blank", "food", "palisade", "beast")
_NAME = Field(str)
_LEVEL = Field(int, low=0, high=16)
_FLAG = Field(bool, required=False)
PROGRAM = Field(list, each=Field(str))
_ITEM = Field(str, choices=INVENTION_IDS)
_AMOUNT = Field(int, low=1, high=16, required=False)
_PAYS = Field(list, each=Field(dict, table=dict.fromkeys(("wood", "food", "fur"), _AMOUNT)))
_COPIES = Field(int, low=0, high=8)
_FACES = Field(list, length=3, each=Field(int, low=0, high=6))
_CLOUDS = Field(list, length=6, each=Field(list, length=2, each=Field(int, low=0, high=2)))
_BY_PLAYERS = Field(list, length=c.PLAYERS, each=Field(int, low=0, high=16))
_SUPPORTED = Field(list, each=Field(str, choices=("hunt", "build", "gather", "explore")))


def _optional(spec: Field) -> Field:
    return replace(spec, required=False)


USE = {
    "when": Field(str, choices=WHENS, required=False),
    "use": _optional(PROGRAM),
}
LIMIT = Field(str, choices=LIMITS[1:], required=False)
_THREAT = {
    "name": _optional(_NAME),
    "pawns": Field(int, low=1, high=2),
    "two_players": _FLAG,
    "weapon": _optional(_LEVEL),
    "item": _optional(_ITEM),
    "pays": _optional(_PAYS),
    "or_item": _optional(_ITEM),
    "reward": PROGRAM,
    "effect": PROGRAM,
}
_ADVENTURE = {
    "name": _NAME,
    "copies": _optional(_COPIES),
    "effect": PROGRAM,
    **USE,
    "event_name": _optional(_NAME),
    "event": _optional(PROGRAM),
}
BUILDING = {
    "name": _NAME,
    "terrain": Field(str, choices=c.TERRAINS, required=False),
    "items": Field(list, each=_ITEM, required=False),
    "pays": _optional(_PAYS),
    "built": _optional(PROGRAM),
    "lost": _optional(PROGRAM),
    **USE,
    "use_pays": _optional(_PAYS),
    "limit": LIMIT,
    "pawn": _optional(_SUPPORTED),
}
SINGLES: dict[str, dict[str, Field]] = {
    "setup": {
        "starting_items": _LEVEL,
        "inventions_drawn": Field(int, low=0, high=CARD_INVENTIONS),
        "determination_of_personal_invention": _LEVEL,
    },
    "morale": {
        "lowest": Field(int, choices=(-3,)),
        "highest": Field(int, choices=(3,)),
        "start": Field(int, low=-3, high=3),
        "determination": Field(list, length=7, each=Field(int, low=-16, high=16)),
        "at_highest": PROGRAM,
    },
    "building": {"wood": _BY_PLAYERS, "fur": _BY_PLAYERS, "weapon_wood": _LEVEL},
    "action_dice": {
        "wound": _FACES,
        "success": _FACES,
        "adventure": _FACES,
        "determination_of_failure": _LEVEL,
    },
    "weather_dice": {
        "rain": _CLOUDS,
        "winter": _CLOUDS,
        "animals": Field(list, length=6, each=Field(str, choices=ANIMAL_FACES)),
        "animals_strength": _LEVEL,
    },
    "camp": {"arrange": PROGRAM, "arrange_with_four": PROGRAM, "rest": PROGRAM},
    "night": {"wounds_of_hunger": _LEVEL, "wounds_of_open_air": _LEVEL},
    "island": {
        "start_space": Field(int, low=0, high=c.SPACES - 1),
        "start_tile": Field(int, low=1, high=TILES),
        "neighbours": Field(list, each=Field(list, each=Field(int, low=0, high=c.SPACES - 1))),
    },
    "friday": {
        "name": _NAME,
        "hearts": Field(int, low=1, high=32),
        "reroll_cost": _LEVEL,
    },
    "dog": {"name": _NAME, "actions": _SUPPORTED},
}
LISTS: dict[str, dict[str, Field]] = {
    "event": {
        "name": _NAME,
        "icon": Field(str, choices=ICONS),
        "copies": _optional(_COPIES),
        "effect": PROGRAM,
        "threat": Field(dict, table=_THREAT),
    },
    "wreckage": {
        "name": _NAME,
        "options": Field(
            list, length=2, each=Field(dict, table={"pawns": _THREAT["pawns"], "reward": PROGRAM})
        ),
    },
    "build_adventure": _ADVENTURE,
    "gather_adventure": _ADVENTURE,
    "explore_adventure": _ADVENTURE,
    "mystery": {
        "name": _NAME,
        "type": Field(str, choices=TYPES),
        "effect": PROGRAM,
        **USE,
        "uses": _optional(_LEVEL),
        "limit": LIMIT,
        "from_next_round": _FLAG,
        "event_name": _optional(_NAME),
        "event": _optional(PROGRAM),
        "pawn": _optional(_SUPPORTED),
        "stores_food": Field(int, low=0, high=99, required=False),
        "stores_food_when_used": Field(int, low=0, high=99, required=False),
        "wood_without_source": _FLAG,
        "snow_to_rain": _optional(_LEVEL),
        "rest": _optional(PROGRAM),
    },
    "beast": {
        "name": _NAME,
        "strength": _LEVEL,
        "weapon_loss": _LEVEL,
        "food": _LEVEL,
        "fur": _LEVEL,
        "extra": PROGRAM,
    },
    "invention": {
        **BUILDING,
        "kind": Field(str, choices=KINDS),
        "owner": Field(str, choices=CHARACTER_IDS, required=False),
        "stores_food": Field(int, low=0, high=99, required=False),
        "first_player_determination": _optional(_LEVEL),
        "ignores_snow": _optional(_LEVEL),
        "gather_bonus": _optional(_LEVEL),
        "wound_die_food": _optional(_LEVEL),
        "rest": _optional(PROGRAM),
    },
    "starting_item": {"name": _NAME, "uses": _LEVEL, "limit": LIMIT, **USE},
    "discovery": {
        "name": _NAME,
        "copies": _optional(_COPIES),
        "by_scenario": Field(bool, choices=(True,), required=False),
        "item": _optional(_ITEM),
        "weapon": _optional(_LEVEL),
        "rots": _FLAG,
        **USE,
        "forced": _FLAG,
    },
    "tile": {
        "terrain": Field(str, choices=c.TERRAINS),
        "sources_of": Field(list, each=Field(str, choices=SOURCES_OF)),
        "beast": Field(bool),
        "discoveries": _LEVEL,
        "totem": Field(bool),
        "natural_shelter": Field(bool),
    },
    "character": {
        "name": _NAME,
        "invention": _ITEM,
        "hearts": Field(int, low=1, high=30),
        "morale_marks": Field(list, each=Field(int, low=1, high=30)),
    },
    "skill": {
        "name": _NAME,
        "character": Field(str, choices=CHARACTER_IDS),
        "cost": _LEVEL,
        **USE,
        "use_pays": _optional(_PAYS),
    },
}
_SWITCH = {"meaning": Field(str), **dict.fromkeys(EDITIONS, Field(object))}


def _partly(fields: Mapping[str, Field]) -> dict[str, Field]:
    """The same fields, none of them required, nor those of inner tables."""
    return {
        name: replace(spec, required=False, table=None if spec.table is None else _partly(spec.table))
        for name, spec in fields.items()
    }


def with_overlay(fields: Mapping[str, Field]) -> dict[str, Field]:
    """The fields of an entry, and the overlay of the current edition, in which any of them may stand."""
    return {**fields, OVERLAY: Field(dict, required=False, table=_partly({**fields, **PROVENANCE}))}


SCHEMA = Schema(
    {name: with_overlay(fields) for name, fields in SINGLES.items()},
    {**{name: with_overlay(fields) for name, fields in LISTS.items()}, "switch": _SWITCH},
)
