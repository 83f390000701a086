"""What a scenario file must look like; `docs/scenarios.md` shows how to write one."""

from __future__ import annotations

from dataclasses import replace

from crusoe_env.facts import Field, Schema
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.tables.layout import (
    ABILITY_CONDITIONS,
    CONDITIONS,
    STAGES,
    SUM_TERMS,
    SUMS,
    TERMS,
    TURNS,
)
from crusoe_env.robinson.tables.schema import (
    BUILDING,
    LIMIT,
    PROGRAM,
    SOURCES_OF,
    USE,
    WEATHER_DICE,
    with_overlay,
)

SPECIAL_KINDS = ("hunt", "build", "gather", "explore", "special")
"""What special actions can be: of one of these kinds, or ("special") of none."""
CHECKED = ("at_once", "at_round_end")
STAYING = ("minus_pawn",)
"""Tokens that a scenario may leave on a field all game."""
SEVERAL_ON_CAMP = ("plus_food",)
"""Tokens of which a scenario may allow several on the camp's tile."""
_NAME = Field(str)
_WITH_DICE = tuple(c.ACTION_KINDS[kind] for kind in c.DECKS)
_COUNT = Field(int, low=0, high=99)
_CONDITIONS = Field(list, each=Field(str), most=CONDITIONS)
_SOME_CONDITIONS = replace(_CONDITIONS, required=False)
_FEW = replace(_CONDITIONS, most=ABILITY_CONDITIONS)
_FLAG = Field(bool, required=False)
_TERRAINS = Field(list, each=Field(str, choices=c.TERRAINS), required=False)
_WEIGHED = Field(
    list,
    each=Field(
        dict, table={"of": Field(str), "enough": Field(object), "weight": Field(float, low=0, high=1)}
    ),
    most=TERMS,
)
_TERMS = Field(
    list, each=Field(dict, table={"of": Field(str), "each": Field(int, low=-99, high=99)}), most=TERMS
)
_USES = Field(list, each=Field(dict, table={**USE, "needs": _FEW}), most=c.USES, required=False)
"""What a token can be used for, where conditions decide."""
_SPACE = Field(int, low=0, high=c.SPACES - 1)
ISLAND = {
    "camp": Field(int, low=0, high=c.SPACES - 1, required=False),
    "tiles": Field(
        list,
        each=Field(
            dict,
            table={
                "space": _SPACE,
                "tile": Field(int, low=1, high=box.TILES),
                "face_down": _FLAG,
                "no_totem": _FLAG,
                "name": Field(str, required=False),
            },
        ),
        required=False,
    ),
    "also_adjacent": Field(list, each=Field(list, length=2, each=_SPACE), required=False),
}
"""Where a scenario begins elsewhere than the printed start space: `tables/islands.py`."""
_STARTING_ITEMS = Field(list, each=Field(str, choices=box.STARTING_ITEM_IDS), required=False)
START: dict[str, Field] = {
    "shelter": _FLAG,
    "soldier": _FLAG,
    "starting_items": _STARTING_ITEMS,
    "no_starting_items": _STARTING_ITEMS,
    "inventions_drawn": Field(int, low=0, high=box.CARD_INVENTIONS, required=False),
    "inventions": Field(list, each=Field(str, choices=box.INVENTION_IDS), required=False),
    "field_tokens": Field(
        list,
        each=Field(
            dict, table={"kind": Field(str, choices=c.ACTION_KINDS), "token": Field(str, choices=STAYING)}
        ),
        required=False,
    ),
}
"""What a scenario changes in the set-up; what a program can do stands in `[on] setup`."""
RULES: dict[str, Field] = {
    "animals_times": Field(str, required=False),
    "palisade_missing": replace(PROGRAM, required=False),
    "several_tokens_on_camp": Field(list, each=Field(str, choices=SEVERAL_ON_CAMP), required=False),
    "fur_as_wood": _FLAG,
    "fed_first": Field(str, required=False),
    "keep_beast": replace(PROGRAM, required=False),
    "keep_beast_if": Field(str, required=False),
}
"""General rules that a scenario changes."""

SINGLES: dict[str, dict[str, Field]] = {
    "scenario": {
        "id": _NAME,
        "name": _NAME,
        "rounds": Field(int, low=1, high=c.ROUNDS),
        "weather": Field(list, each=Field(list, each=Field(str, choices=WEATHER_DICE))),
        "island": Field(dict, table=ISLAND, required=False),
        "start": Field(dict, table=START, required=False),
        "rules": Field(dict, table=RULES, required=False),
    },
    "on": {
        **{hook: Field(list, each=Field(str), required=False) for hook in c.HOOKS},
        "totem": Field(list, each=PROGRAM, most=c.TOTEMS, required=False),
        "round": Field(list, each=PROGRAM, most=c.ROUNDS, required=False),
    },
    "goal": {
        "words": _NAME,
        "checked": Field(str, choices=CHECKED),
        "needs": _CONDITIONS,
        "progress": _WEIGHED,
        "potential": _WEIGHED,
    },
    "points": {"terms": _TERMS, "titles": Field(list, each=_COUNT, required=False)},
}
LISTS: dict[str, dict[str, Field]] = {
    "scenario_invention": {
        **BUILDING,
        "terrain": _TERRAINS,
        "needs": _SOME_CONDITIONS,
        "pawn_for": Field(str, required=False),
        "explored": replace(PROGRAM, required=False),
    },
    "special_action": {
        "name": _NAME,
        "kind": Field(str, choices=SPECIAL_KINDS),
        "pawns": Field(int, low=1, high=4, required=False),
        "dice": _FLAG,
        "distance": _FLAG,
        "more_pawns": Field(str, required=False),
        "pawns_in_turn": Field(
            dict,
            table={"of": Field(str), "more": Field(list, each=Field(int, low=0, high=9), most=TURNS)},
            required=False,
        ),
        "where": Field(
            dict,
            required=False,
            table={
                "mark": Field(str, required=False),
                "without": Field(str, required=False),
                "earlier": _FLAG,
                "number": Field(int, low=1, high=c.TOTEMS, required=False),
                "numbers": Field(list, each=Field(int, low=1, high=c.TOTEMS), required=False),
                "terrain": _TERRAINS,
                "beast": _FLAG,
                "totem": _FLAG,
                "camp": _FLAG,
                "reach": Field(int, low=1, high=c.SPACES, required=False),
            },
        ),
        "needs": _SOME_CONDITIONS,
        "items": BUILDING["items"],
        "terrain": _TERRAINS,
        "pays": BUILDING["pays"],
        "many": _FLAG,
        "most": Field(object, required=False),
        "most_with": Field(list, each=Field(str), required=False),
        "friday": _FLAG,
        "effect": PROGRAM,
        "adventure": replace(PROGRAM, required=False),
        "yields": replace(PROGRAM, required=False),
        "uses_up": Field(str, choices=("terrain",), required=False),
    },
    "invention_change": {"built": replace(PROGRAM, required=False), "lost": replace(PROGRAM, required=False)},
    "scenario_discovery": {"name": _NAME, "symbol": Field(str), **USE, "limit": LIMIT, "uses": _USES},
    "counter": {
        "name": _NAME,
        "start": Field(int, low=0, high=99, required=False),
        "most": Field(int, low=1, high=99, required=False),
        "stages": Field(list, each=_COUNT, most=STAGES, required=False),
        "fed_with": Field(str, choices=c.RESOURCES, required=False),
        "stages_each_round": Field(int, low=1, high=STAGES, required=False),
        "from_source": Field(str, choices=SOURCES_OF, required=False),
        "kept_if": Field(str, required=False),
    },
    "least": {"name": _NAME, "of": Field(list, each=Field(str), most=SUM_TERMS)},
    "sum": {"name": _NAME, "terms": replace(_TERMS, most=SUM_TERMS)},
    "guest": {
        "name": _NAME,
        "hearts": Field(int, low=1, high=16),
        "morale_marks": Field(list, each=Field(int, low=1, high=16), required=False),
        "actions": Field(list, each=Field(str, choices=c.ACTION_KINDS)),
        "supports": _FLAG,
        "joins": Field(str, required=False),
        "rerolls": Field(list, each=Field(str, choices=_WITH_DICE), required=False),
        "reroll_cost": Field(int, low=0, high=9, required=False),
    },
    "mark": {
        "name": _NAME,
        "icon": Field(str, required=False),
        "extra_pawn": Field(list, each=Field(str, choices=c.PLANNED_KIND_NAMES), required=False),
        "hides_terrain": _FLAG,
        "stops_production": _FLAG,
        "no_camp": _FLAG,
        "most": Field(int, low=1, high=c.SPACES, required=False),
        "on_face_down": _FLAG,
        "printed": _FLAG,
    },
    "amount": {"name": _NAME, "by_players": Field(list, length=c.PLAYERS, each=_COUNT)},
    "loss": {"name": _NAME, "when": Field(str)},
    "choice": {
        "name": _NAME,
        "values": Field(list, each=Field(object)),
        "default": Field(object),
    },
}
MOST = {
    "amount": c.AMOUNTS,
    "guest": 1,
    "counter": c.COUNTERS,
    "mark": c.MARKS,
    "loss": c.LOSSES,
    "choice": c.CHOICES,
    "scenario_invention": box.SCENARIO_INVENTIONS,
    "special_action": c.SPECIALS,
    "least": SUMS,
    "sum": SUMS,
}
"""How many entries of a table there is room for."""
SCENARIO_SCHEMA = Schema(
    {name: with_overlay(fields) for name, fields in SINGLES.items()},
    {name: with_overlay(fields) for name, fields in LISTS.items()},
)
