"""The facts of Dieson Crusoe: loading, checking, and the tables for the compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.dieson import state as st
from crusoe_env.engine.state import new_records
from crusoe_env.facts import FactsError, Field, Schema, load_facts
from crusoe_env.support.words import nearest, shown

FOLDER = Path(__file__).parent / "data"
MOST_STARS = 6
FAR = 99
"""Distance between spaces without a way."""

_FLAG = Field(bool, required=False)
_VALUES = Field(list, each=Field(int, low=1, high=st.DIE_SIDES))


def _number(high: int, required: bool = True) -> Field:
    return Field(int, low=0, high=high, required=required)


def _one_of(ids: Sequence[str], required: bool = True) -> Field:
    return Field(str, choices=tuple(ids), required=required)


def _some_of(ids: Sequence[str], required: bool = True, length: int | None = None) -> Field:
    return Field(list, each=_one_of(ids), required=required, length=length)


def _amounts(ids: Sequence[str], high: int) -> Field:
    """A table such as `{ wood = 1 }`."""
    return Field(dict, table={name: _number(high, required=False) for name in ids}, required=False)


def _table(**fields: Field) -> Field:
    return Field(dict, table=fields, required=False)


_GOODS = _amounts(st.GOOD_IDS, 20)

SCHEMA = Schema(
    singles={
        "setup": {
            **{good: _number(20) for good in st.GOOD_IDS},
            "power": _number(10),
            "icon_dice": Field(int, low=1, high=st.DIE_SIDES),
        },
        "stars": {"by_value": Field(list, each=_number(MOST_STARS), length=st.DIE_SIDES)},
        "rondel": {
            "boxes": _some_of(st.BOX_IDS, length=st.BOXES),
            "start": Field(int, low=1, high=st.BOXES),
        },
        "event_track": {
            "boxes": _some_of(st.EVENT_IDS),
            "start": Field(int, low=1, high=st.LONGEST_EVENT_TRACK),
        },
        "weather": {"roofs_by_value": Field(list, each=_number(6), length=st.DIE_SIDES)},
        "raid": {"die_values": _VALUES},
        "used_boxes": {
            "beside": _some_of(st.ICON_IDS, length=st.HAND),
            "arrows": _some_of(st.ICON_IDS, length=st.HAND),
        },
        "days": {
            "weather": Field(list, each=_number(5), length=st.LONGEST_QUEST),
            "raid": Field(list, each=_number(5), length=st.LONGEST_QUEST),
        },
        "island": {"lines": Field(list, each=Field(list, length=3))},
        "friend_track": {
            "last": Field(int, low=1, high=7),
            "small_at": Field(int, low=1, high=7),
            "large_at": Field(int, low=1, high=7),
        },
        "first_game": {"tools": _some_of(st.TOOL_IDS)},
    },
    lists={
        "box": {
            "uses_stars": Field(bool),
            "gains_stars_of": _one_of(st.GOOD_IDS, required=False),
            "pays": _GOODS,
            "gains": _GOODS,
            "chooses": _some_of(st.GOOD_IDS[:3], required=False),
        },
        "event": {
            "gains": _GOODS,
            "loses": _GOODS,
            "chooses": _some_of(st.GOOD_IDS[:3], required=False),
            "raises": _amounts(st.ICON_IDS, 5),
            "friend_steps": _number(7, required=False),
        },
        "hunt": {"strength": _number(30), "food": _number(20), "leather": _number(20)},
        "raid_card": {"fences": _number(9), "food": _number(20), "health": _number(9)},
        "space": {
            "name": Field(str),
            "area": _one_of(st.AREA_IDS),
            "resource": _one_of(("", *st.GOOD_IDS[:4])),
            "food_cost": _number(9),
            "location": _one_of(("", *st.TOOL_IDS)),
        },
        "tool": {
            "name": Field(str),
            "stars": _amounts(st.KIND_IDS, 3),
            "power": _number(9, required=False),
            "hunt": _amounts(st.GOOD_IDS, 5),
            "build": _amounts(("fence", "roof"), 5),
            "max_health": _number(3, required=False),
            "lowers_weather": _table(by=_number(5), pay=_one_of(st.GOOD_IDS[:4])),
            "turns_die": _FLAG,
            "water": _table(each_play=_number(4), limit=_number(4)),
            "hourglass": _table(values=_VALUES, food=_number(5), leather=_number(5)),
            "food_per_match": _number(5, required=False),
            "hunts_on": _some_of(st.BOX_IDS, required=False),
            "raid_less": _number(9, required=False),
            "escape_weather": Field(list, each=_VALUES.each, required=False),
            "brings_friend": _FLAG,
        },
        "cost": {
            "stars": _number(12),
            **{good: _number(20) for good in st.GOOD_IDS[:4]},
            "location": _one_of(("", *st.TOOL_IDS)),
        },
        "character": {
            "name": Field(str),
            "stars": _amounts(st.KIND_IDS, 3),
            "start_tool": _one_of(st.TOOL_IDS, required=False),
            "good_weather": _table(values=_VALUES, food=_number(5)),
        },
        "hearts": {side: Field(int, low=1, high=9) for side in st.SIDE_IDS},
        "friend": {
            "name": Field(str),
            "help": _one_of(st.HELP_IDS),
            "good": _one_of(st.GOOD_IDS[:4], required=False),
            "small": Field(int, low=1, high=st.DIE_SIDES),
            "large": Field(int, low=1, high=st.DIE_SIDES),
        },
        "quest": {
            "name": Field(str),
            "days": Field(int, low=1, high=st.LONGEST_QUEST),
            "start": _one_of(st.SPACE_IDS),
            "start_tools": _some_of(st.TOOL_IDS),
            "tool": _one_of(st.TOOL_IDS, required=False),
            "hunt": _one_of(st.AREA_IDS, required=False),
            "tool_first": _FLAG,
            "round_trip": _table(to=_one_of(st.SPACE_IDS), ways=_some_of(st.AREA_IDS, length=st.WAYS)),
            "escape": _FLAG,
        },
    },
)

_ORDER = {
    "box": st.BOX_IDS,
    "event": st.EVENT_IDS,
    "hunt": st.AREA_IDS,
    "raid_card": st.AREA_IDS,
    "space": st.SPACE_IDS,
    "tool": st.TOOL_IDS,
    "cost": st.TOOL_IDS,
    "character": st.CHARACTER_IDS,
    "hearts": st.CHARACTER_IDS,
    "friend": st.FRIEND_IDS,
    "quest": st.QUEST_IDS,
}
"""The entries of every list table, in the order of the record's numbers."""

TABLES = np.dtype(
    (
        np.record,
        [
            # set-up
            ("start_goods", "i2", (st.GOODS,)),
            ("power", "i2"),  # before any tools
            ("icon_dice", "i2"),
            ("hearts", "i2", (st.CHARACTERS, len(st.SIDE_IDS))),
            # tracks; a die's value is an index 0 .. 6 of which 0 stands for no die
            ("stars", "i2", (st.DIE_SIDES + 1,)),
            ("rondel", "i2", (st.BOXES,)),  # the kind of action on each box
            ("rondel_start", "i2"),
            ("event_track", "i2", (st.LONGEST_EVENT_TRACK,)),
            ("event_boxes", "i2"),  # its length
            ("event_start", "i2"),
            ("event_gains", "i2", (st.EVENTS, st.GOODS)),
            ("event_loses", "i2", (st.EVENTS, st.GOODS)),
            ("event_chooses", "i2", (st.EVENTS, st.GOODS)),  # 1 for each good to choose from
            ("event_is_choice", "i2", (st.EVENTS,)),
            ("event_raises", "i2", (st.EVENTS, st.ICONS)),
            ("event_friend_steps", "i2", (st.EVENTS,)),
            ("uses_stars", "i2", (st.BOXES,)),
            ("box_good", "i2", (st.BOXES,)),  # gained with every star, or NONE
            ("box_pays", "i2", (st.BOXES, st.GOODS)),
            ("box_gains", "i2", (st.BOXES, st.GOODS)),
            ("box_builds", "i2", (st.BOXES,)),  # 1 if it pays and gains
            ("box_chooses", "i2", (st.BOXES, st.GOODS)),
            # evening
            ("roofs_needed", "i2", (st.DIE_SIDES + 1,)),
            ("raid_comes", "i2", (st.DIE_SIDES + 1,)),
            ("icon_beside", "i2", (st.HAND,)),  # of each used box
            ("arrow_to", "i2", (st.HAND,)),  # the icon box to which its die goes
            ("day_raises", "i2", (st.LONGEST_QUEST + 1, st.ICONS)),
            # island
            ("hunt_strength", "i2", (st.AREAS,)),
            ("hunt_gains", "i2", (st.AREAS, st.GOODS)),
            ("raid_fences", "i2", (st.AREAS,)),
            ("raid_food", "i2", (st.AREAS,)),
            ("raid_health", "i2", (st.AREAS,)),
            ("space_area", "i2", (st.SPACES,)),
            ("space_good", "i2", (st.SPACES,)),
            ("space_food", "i2", (st.SPACES,)),
            ("space_location", "i2", (st.SPACES,)),
            ("place_of", "i2", (st.TOOLS,)),  # the space of each location
            ("line", "i2", (st.SPACES, st.SPACES)),  # stars, 0 without a line
            ("distance", "i2", (st.SPACES, st.SPACES)),  # fewest stars of all lines on the way
            ("distance_to_area", "i2", (st.SPACES, st.AREAS)),
            # tools
            ("cost_stars", "i2", (st.TOOLS,)),
            ("cost", "i2", (st.TOOLS, st.GOODS)),
            ("cost_location", "i2", (st.TOOLS,)),
            ("tool_stars", "i2", (st.KINDS, st.TOOLS)),
            ("tool_power", "i2", (st.TOOLS,)),
            ("tool_hunt", "i2", (st.GOODS, st.TOOLS)),
            ("tool_build", "i2", (st.GOODS, st.TOOLS)),
            ("tool_max_health", "i2", (st.TOOLS,)),
            ("tool_lowers", "i2", (st.TOOLS,)),  # the weather die, by so much
            ("tool_lowers_for", "i2", (st.TOOLS,)),  # the good that it takes
            ("tool_turns", "i2", (st.TOOLS,)),
            ("tool_water", "i2", (st.TOOLS,)),
            ("tool_water_limit", "i2", (st.TOOLS,)),
            ("tool_hourglass", "i2", (st.DIE_SIDES + 1, st.TOOLS)),
            ("tool_evening", "i2", (st.TOOLS, st.GOODS)),  # gained with these values
            ("tool_match", "i2", (st.TOOLS,)),
            ("tool_hunts_on", "i2", (st.BOXES, st.TOOLS)),
            ("tool_raid_less", "i2", (st.TOOLS,)),
            ("tool_escape", "i2", (st.DIE_SIDES + 1, st.TOOLS)),
            ("tool_brings_friend", "i2", (st.TOOLS,)),
            # people
            ("character_stars", "i2", (st.CHARACTERS, st.KINDS)),
            ("character_tool", "i2", (st.CHARACTERS,)),
            ("character_weather", "i2", (st.CHARACTERS, st.DIE_SIDES + 1)),  # food with each weather
            ("character_watches_weather", "i2", (st.CHARACTERS,)),
            ("friend_help", "i2", (st.FRIENDS,)),
            ("friend_good", "i2", (st.FRIENDS,)),
            ("friend_small", "i2", (st.FRIENDS,)),
            ("friend_large", "i2", (st.FRIENDS,)),
            ("disc_last", "i2"),
            ("small_at", "i2"),
            ("large_at", "i2"),
            # quests
            ("days", "i2", (st.QUESTS,)),
            ("start", "i2", (st.QUESTS,)),
            ("start_tools", "i2", (st.QUESTS, st.TOOLS)),
            ("goal_tool", "i2", (st.QUESTS,)),
            ("goal_hunt", "i2", (st.QUESTS,)),
            ("goal_tool_first", "i2", (st.QUESTS,)),
            ("goal_to", "i2", (st.QUESTS,)),
            ("goal_ways", "i2", (st.QUESTS, st.WAYS)),
            ("goal_escape", "i2", (st.QUESTS,)),
        ],
    )
)


def load(user_file: str | Path | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The checked facts, with a user's corrections if a file is given. Raises FactsError."""
    facts = load_facts(FOLDER, SCHEMA, user_file)
    check(facts, "dieson/data" if user_file is None else Path(user_file).name)
    return facts


# ---------------------------------------------------------------- checks across entries


def check(facts: Mapping[str, Any], file: str) -> None:
    """What a schema cannot say. Raises FactsError with file, entry and field."""
    for table, ids in _ORDER.items():
        found = tuple(entry["id"] for entry in facts[table])
        if found != tuple(ids):
            raise FactsError(f"{file}: {table} must list {', '.join(ids)}; found {', '.join(found)}")
    _each_once(facts["rondel"]["boxes"], st.BOX_IDS, f"{file}: [rondel], field 'boxes'")
    for name in ("beside", "arrows"):
        _each_once(facts["used_boxes"][name], st.ICON_IDS, f"{file}: [used_boxes], field {name!r}")
    _check_tracks(facts, file)
    _check_lines(facts["island"]["lines"], f"{file}: [island], field 'lines'")
    _check_locations(facts, file)
    _check_ways(facts, file)


def _each_once(found: Sequence[str], ids: Sequence[str], where: str) -> None:
    for name in ids:
        if list(found).count(name) != 1:
            raise FactsError(f"{where}: {name!r} must stand there once, not {list(found).count(name)} times")


def _check_tracks(facts: Mapping[str, Any], file: str) -> None:
    track, friend = facts["event_track"], facts["friend_track"]
    boxes = len(track["boxes"])
    if not 1 <= boxes <= st.LONGEST_EVENT_TRACK:
        raise FactsError(
            f"{file}: [event_track], field 'boxes': {boxes} boxes are not 1 .. {st.LONGEST_EVENT_TRACK}"
        )
    if track["start"] > boxes:
        raise FactsError(f"{file}: [event_track], field 'start': there is no box {track['start']} of {boxes}")
    if not friend["small_at"] <= friend["large_at"] <= friend["last"]:
        raise FactsError(f"{file}: [friend_track], field 'large_at': not between small_at and last")
    for entry in facts["friend"]:
        if (entry["help"] == "goods") != ("good" in entry):
            raise FactsError(
                f"{file}: friend {entry['id']!r}, field 'good': needed for the help 'goods', and only there"
            )


def _check_lines(lines: Sequence[Sequence[Any]], where: str) -> None:
    """Every line joins two different, known spaces, and no two spaces twice."""
    seen: set[frozenset[str]] = set()
    for i, (a, b, stars) in enumerate(lines):
        for end in (a, b):
            if end not in st.SPACE_IDS:
                raise FactsError(
                    f"{where}[{i}]: no space is called {shown(end)}; {nearest(end, st.SPACE_IDS)}"
                )
        if type(stars) is not int or not 1 <= stars <= MOST_STARS:
            raise FactsError(f"{where}[{i}]: the stars must be 1 .. {MOST_STARS}, not {shown(stars)}")
        if a == b:
            raise FactsError(f"{where}[{i}]: {a!r} is joined with itself")
        if frozenset((a, b)) in seen:
            raise FactsError(f"{where}[{i}]: {a!r} and {b!r} are joined twice")
        seen.add(frozenset((a, b)))


def _check_locations(facts: Mapping[str, Any], file: str) -> None:
    """Every location that a tool asks for lies on one space."""
    places = [space["location"] for space in facts["space"] if space["location"]]
    for name in places:
        if places.count(name) > 1:
            raise FactsError(f"{file}: space: the location {name!r} lies on {places.count(name)} spaces")
    for entry in facts["cost"]:
        if entry["location"] and entry["location"] not in places:
            raise FactsError(
                f"{file}: cost {entry['id']!r}, field 'location':"
                f" no space has the location {entry['location']!r}"
            )


def _check_ways(facts: Mapping[str, Any], file: str) -> None:
    """What a quest wants can be reached from where it starts."""
    distance = distances(facts["island"]["lines"])
    areas = {space["area"] for space in facts["space"]}
    for quest in facts["quest"]:
        if "hunt" in quest and quest["hunt"] not in areas:
            raise FactsError(
                f"{file}: quest {quest['id']!r}, field 'hunt': no space lies in the area {quest['hunt']!r}"
            )
        for space in _wanted_spaces(facts, quest):
            if distance[st.SPACE_IDS.index(quest["start"]), st.SPACE_IDS.index(space)] == FAR:
                raise FactsError(
                    f"{file}: [island], field 'lines': no way leads from {quest['start']!r} to {space!r},"
                    f" which quest {quest['id']!r} wants"
                )


def _wanted_spaces(facts: Mapping[str, Any], quest: Mapping[str, Any]) -> Iterable[str]:
    """The spaces that a quest wants you to reach: the tool's location, the hunt's area, the far end."""
    location = next((cost["location"] for cost in facts["cost"] if cost["id"] == quest.get("tool")), "")
    if location:
        yield next(space["id"] for space in facts["space"] if space["location"] == location)
    if "hunt" in quest:
        in_area = [space["id"] for space in facts["space"] if space["area"] == quest["hunt"]]
        distance = distances(facts["island"]["lines"])[st.SPACE_IDS.index(quest["start"])]
        yield min(in_area, key=lambda space: distance[st.SPACE_IDS.index(space)])
    if "round_trip" in quest:
        yield quest["round_trip"]["to"]


def distances(lines: Sequence[Sequence[Any]]) -> np.ndarray:
    """Fewest stars of all lines on the way between any two spaces; FAR if there is none."""
    distance = np.full((st.SPACES, st.SPACES), FAR, np.int64)
    np.fill_diagonal(distance, 0)
    for a, b, stars in lines:
        i, j = st.SPACE_IDS.index(a), st.SPACE_IDS.index(b)
        distance[i, j] = distance[j, i] = stars
    for k in range(st.SPACES):
        distance = np.minimum(distance, distance[:, k, None] + distance[None, k])
    return np.minimum(distance, FAR)


# ---------------------------------------------------------------- tables


def tables(facts: dict[str, Any], options: Mapping[str, Any] | None = None) -> Any:
    """One record of kind `TABLES` made from the checked facts."""
    t = new_records(TABLES, 1)[0]
    _fill_tracks(t, facts)
    _fill_evening(t, facts)
    _fill_island(t, facts)
    for tool, entry in enumerate(facts["tool"]):
        _fill_tool(t, tool, entry)
    for tool, entry in enumerate(facts["cost"]):
        t.cost_stars[tool] = entry["stars"]
        t.cost[tool] = _goods(entry)
        t.cost_location[tool] = _index(st.TOOL_IDS, entry["location"])
    _fill_people(t, facts)
    for quest, entry in enumerate(facts["quest"]):
        _fill_quest(t, quest, entry)
    return t


def _index(ids: Sequence[str], name: str | None) -> int:
    """The number of an id; NONE for none."""
    return ids.index(name) if name else st.NONE


def _amounts_of(ids: Sequence[str], amounts: Mapping[str, int]) -> list[int]:
    return [amounts.get(name, 0) for name in ids]


def _goods(amounts: Mapping[str, int]) -> list[int]:
    return _amounts_of(st.GOOD_IDS, amounts)


def _marks(ids: Sequence[Any], chosen: Sequence[Any]) -> list[int]:
    """1 for each of the ids that is chosen, else 0."""
    return [int(name in chosen) for name in ids]


def _fill_tracks(t: Any, facts: Mapping[str, Any]) -> None:
    """Set-up, stars, the ring of actions, the event track."""
    setup, rondel, track = facts["setup"], facts["rondel"], facts["event_track"]
    t.start_goods = _goods(setup)
    t.power = setup["power"]
    t.icon_dice = setup["icon_dice"]
    t.stars = [0, *facts["stars"]["by_value"]]
    t.rondel = [st.BOX_IDS.index(name) for name in rondel["boxes"]]
    t.rondel_start = rondel["start"] - 1
    t.event_boxes = len(track["boxes"])
    t.event_track[: t.event_boxes] = [st.EVENT_IDS.index(name) for name in track["boxes"]]
    t.event_start = track["start"] - 1
    for kind, box in enumerate(facts["box"]):
        t.uses_stars[kind] = box["uses_stars"]
        t.box_good[kind] = _index(st.GOOD_IDS, box.get("gains_stars_of"))
        t.box_pays[kind] = _goods(box.get("pays", {}))
        t.box_gains[kind] = _goods(box.get("gains", {}))
        t.box_builds[kind] = "gains" in box
        t.box_chooses[kind] = _marks(st.GOOD_IDS, box.get("chooses", ()))
    for kind, event in enumerate(facts["event"]):
        t.event_gains[kind] = _goods(event.get("gains", {}))
        t.event_loses[kind] = _goods(event.get("loses", {}))
        t.event_chooses[kind] = _marks(st.GOOD_IDS, event.get("chooses", ()))
        t.event_is_choice[kind] = bool(event.get("chooses"))
        t.event_raises[kind] = _amounts_of(st.ICON_IDS, event.get("raises", {}))
        t.event_friend_steps[kind] = event.get("friend_steps", 0)


def _fill_evening(t: Any, facts: Mapping[str, Any]) -> None:
    """Weather, raid, and the way of the dice."""
    t.roofs_needed = [0, *facts["weather"]["roofs_by_value"]]
    t.raid_comes = _marks(range(st.DIE_SIDES + 1), facts["raid"]["die_values"])
    t.icon_beside = [st.ICON_IDS.index(name) for name in facts["used_boxes"]["beside"]]
    t.arrow_to = [st.ICON_IDS.index(name) for name in facts["used_boxes"]["arrows"]]
    for name in ("weather", "raid"):
        t.day_raises[1:, st.ICON_IDS.index(name)] = facts["days"][name]


def _fill_island(t: Any, facts: Mapping[str, Any]) -> None:
    """Areas, spaces, lines."""
    for area, (hunt, raid) in enumerate(zip(facts["hunt"], facts["raid_card"], strict=True)):
        t.hunt_strength[area] = hunt["strength"]
        t.hunt_gains[area] = _goods(hunt)
        t.raid_fences[area] = raid["fences"]
        t.raid_food[area] = raid["food"]
        t.raid_health[area] = raid["health"]
    t.place_of = st.NONE
    for space, entry in enumerate(facts["space"]):
        t.space_area[space] = st.AREA_IDS.index(entry["area"])
        t.space_good[space] = _index(st.GOOD_IDS, entry["resource"])
        t.space_food[space] = entry["food_cost"]
        t.space_location[space] = _index(st.TOOL_IDS, entry["location"])
        if entry["location"]:
            t.place_of[t.space_location[space]] = space
    for a, b, stars in facts["island"]["lines"]:
        i, j = st.SPACE_IDS.index(a), st.SPACE_IDS.index(b)
        t.line[i, j] = t.line[j, i] = stars
    t.distance = distances(facts["island"]["lines"])
    for area in range(st.AREAS):
        inside = t.space_area == area
        t.distance_to_area[:, area] = t.distance[:, inside].min(axis=1, initial=FAR)


def _fill_tool(t: Any, tool: int, entry: Mapping[str, Any]) -> None:
    """What a tool does, as one column of the tables."""
    t.tool_stars[:, tool] = _amounts_of(st.KIND_IDS, entry.get("stars", {}))
    t.tool_power[tool] = entry.get("power", 0)
    t.tool_hunt[:, tool] = _goods(entry.get("hunt", {}))
    t.tool_build[:, tool] = _goods(entry.get("build", {}))
    t.tool_max_health[tool] = entry.get("max_health", 0)
    lowers = entry.get("lowers_weather", {})
    t.tool_lowers[tool] = lowers.get("by", 0)
    t.tool_lowers_for[tool] = _index(st.GOOD_IDS, lowers.get("pay"))
    t.tool_turns[tool] = entry.get("turns_die", False)
    water = entry.get("water", {})
    t.tool_water[tool] = water.get("each_play", 0)
    t.tool_water_limit[tool] = water.get("limit", 0)
    hourglass = entry.get("hourglass", {})
    t.tool_hourglass[:, tool] = _marks(range(st.DIE_SIDES + 1), hourglass.get("values", ()))
    t.tool_evening[tool] = _goods({good: hourglass.get(good, 0) for good in ("food", "leather")})
    t.tool_match[tool] = entry.get("food_per_match", 0)
    t.tool_hunts_on[:, tool] = _marks(st.BOX_IDS, entry.get("hunts_on", ()))
    t.tool_raid_less[tool] = entry.get("raid_less", 0)
    t.tool_escape[:, tool] = _marks(range(st.DIE_SIDES + 1), entry.get("escape_weather", ()))
    t.tool_brings_friend[tool] = entry.get("brings_friend", False)


def _fill_people(t: Any, facts: Mapping[str, Any]) -> None:
    """Characters and friends."""
    for character, entry in enumerate(facts["character"]):
        t.hearts[character] = [facts["hearts"][character][side] for side in st.SIDE_IDS]
        t.character_stars[character] = _amounts_of(st.KIND_IDS, entry.get("stars", {}))
        t.character_tool[character] = _index(st.TOOL_IDS, entry.get("start_tool"))
        good = entry.get("good_weather", {"values": (), "food": 0})
        t.character_weather[character, good["values"]] = good["food"]
        t.character_watches_weather[character] = good["food"] > 0
    for friend, entry in enumerate(facts["friend"]):
        t.friend_help[friend] = st.HELP_IDS.index(entry["help"])
        t.friend_good[friend] = _index(st.GOOD_IDS, entry.get("good"))
        t.friend_small[friend] = entry["small"]
        t.friend_large[friend] = entry["large"]
    track = facts["friend_track"]
    t.disc_last, t.small_at, t.large_at = track["last"], track["small_at"], track["large_at"]


def _fill_quest(t: Any, quest: int, entry: Mapping[str, Any]) -> None:
    """A quest: its days, its start, and what must be done."""
    t.days[quest] = entry["days"]
    t.start[quest] = st.SPACE_IDS.index(entry["start"])
    t.start_tools[quest] = _marks(st.TOOL_IDS, entry["start_tools"])
    t.goal_tool[quest] = _index(st.TOOL_IDS, entry.get("tool"))
    t.goal_hunt[quest] = _index(st.AREA_IDS, entry.get("hunt"))
    t.goal_tool_first[quest] = entry.get("tool_first", False)
    trip = entry.get("round_trip", {})
    t.goal_to[quest] = _index(st.SPACE_IDS, trip.get("to"))
    t.goal_ways[quest] = [st.AREA_IDS.index(area) for area in trip["ways"]] if trip else st.NONE
    t.goal_escape[quest] = entry.get("escape", False)
