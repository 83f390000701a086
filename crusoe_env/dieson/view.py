"""The table of Dieson Crusoe as plain text, and that text as a picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from crusoe_env.core.drawing import Drawing, palette
from crusoe_env.dieson.actions import LAYOUT, write_mask
from crusoe_env.dieson.rules.boxes import kind_here, power, stars_count_here
from crusoe_env.dieson.rules.craft import is_available
from crusoe_env.dieson.rules.dice import icon_value, is_blue, value_of
from crusoe_env.dieson.rules.morning import box_ahead
from crusoe_env.dieson.rules.stars import stars_for
from crusoe_env.dieson.state import (
    ACTION,
    AREA_IDS,
    BOX_IDS,
    BOXES,
    CAUSES,
    CRAFT,
    DIE_SIDES,
    EVENT_IDS,
    GOOD_IDS,
    HELPS_ACTION,
    HELPS_DICE,
    HELPS_GOODS,
    HUNT,
    NONE,
    PHASES,
    RAID_DIE,
    SPACES,
    TOOL_IDS,
    TOOLS,
    WAYS,
    WEATHER,
)

COLUMNS = 78
QUESTIONS = {
    "roll": "keep the dice, or reroll for stone",
    "event": "what the event brings",
    "start": "the afternoon begins",
    "die": "which die",
    "friend": "which friend",
    "eat": "what the meal costs",
    "raid": "what the Watch Dog saves",
}


def text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The table as plain text (ASCII), at most 80 columns wide.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names.
    """
    quest = facts["quest"][s.quest]
    head = f"Dieson Crusoe   quest {s.quest + 1} {quest['name']}   day {s.rounds} of {quest['days']}"
    lines = [f"{head}   health {s.health} of {s.max_health}"]
    lines += _wrapped("Quest", "; ".join(_goals(s, t, facts)))
    lines += ["", *_wrapped("Dice", _dice(s)), *_wrapped("Tonight", "; ".join(_tonight(s, t)))]
    lines += _wrapped("Tomorrow", _tomorrow(s, t))
    lines += _wrapped("Events ahead", _events(s, t))
    lines += _wrapped("Ring", _ring(s, t))
    lines += ["", *_wrapped(facts["character"][s.character]["name"], _stock(s, t))]
    lines += _wrapped("Friend", _friend(s, t, facts))
    lines += _wrapped("Tools", ", ".join(_own_tools(s, facts)) or "none")
    lines += _wrapped("To craft", "; ".join(_other_tools(s, t, facts)) or "nothing")
    lines += ["", *_wrapped("Place", _place(s, t, facts)), *_wrapped("Lines", ", ".join(_lines(s, t, facts)))]
    lines += [*_wrapped("Area", _area(s, t)), ""]
    if s.over == 1:
        return "\n".join([*lines, _result(s)])
    lines += _wrapped("Now", _question(s, t))
    return "\n".join([*lines, *_wrapped("Legal", ", ".join(_legal(s, t)))])


def _wrapped(heading: str, words: str) -> list[str]:
    return textwrap.wrap(f"{heading}: {words}", COLUMNS, subsequent_indent="  ")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _amounts(amounts: Any) -> str:
    """A row of goods as words."""
    named = [f"{amount} {name}" for name, amount in zip(GOOD_IDS, amounts, strict=True) if amount]
    return ", ".join(named) or "nothing"


def _goals(s: Any, t: Any, facts: Mapping[str, Any]) -> Iterator[str]:
    """What the quest asks for, and what of it is done."""
    quest = facts["quest"][s.quest]
    if "tool" in quest:
        tool = TOOL_IDS.index(quest["tool"])
        yield f"own {facts['tool'][tool]['name']}{_done(s.owned[tool])}"
    if "hunt" in quest:
        while_owned = " with it" if quest.get("tool_first") else ""
        yield f"hunt in the area of the {quest['hunt']}{while_owned}{_done(s.hunted)}"
    if "round_trip" in quest:
        to = next(space["name"] for space in facts["space"] if space["id"] == quest["round_trip"]["to"])
        yield f"to {to}{_done(s.turned_back)} and back, by different ways"
        for way in range(WAYS):
            area = AREA_IDS[t.goal_ways[s.quest, way]]
            yield f"{area} out{_done(s.ways_out[way])} back{_done(s.ways_back[way])}"
    if quest.get("escape"):
        yield f"escape{_done(s.escaped)}"


def _done(mark: int) -> str:
    return " (done)" if mark else ""


def _die(number: int) -> str:
    return f"{value_of(number)}{'b' if is_blue(number) else ''}" if number else "-"


def _dice(s: Any) -> str:
    unused = " ".join(_die(number) for number in s.unused[: s.unused_count]) or "none"
    used = " ".join(_die(number) for number in s.used)
    hourglass, weather, raid = (_die(number) for number in s.icon)
    blue = "   (b: blue)" if s.blue_die else ""
    return f"unused {unused} | used {used} | hourglass {hourglass}, weather {weather}, raid {raid}{blue}"


def _tonight(s: Any, t: Any) -> Iterator[str]:
    yield f"the weather takes {t.roofs_needed[icon_value(s, WEATHER)]} roofs"
    yield "a raid" if t.raid_comes[icon_value(s, RAID_DIE)] else "no raid"


def _tomorrow(s: Any, t: Any) -> str:
    if s.rounds >= t.days[s.quest]:
        return "too late"
    weather, raid = (t.day_raises[s.rounds + 1, icon] for icon in (WEATHER, RAID_DIE))
    return f"used 1, 2, 3 become hourglass, weather (+{weather}), raid (+{raid})"


def _events(s: Any, t: Any) -> str:
    ahead = (EVENT_IDS[t.event_track[box_ahead(s, t, value)]] for value in range(1, DIE_SIDES + 1))
    return ", ".join(f"{value} {_words(name)}" for value, name in enumerate(ahead, 1))


def _ring(s: Any, t: Any) -> str:
    """The boxes from that of the action meeple on, clockwise."""
    ahead = [_words(BOX_IDS[t.rondel[(s.box + step) % BOXES]]) for step in range(BOXES)]
    return f"on {ahead[0]}; " + ", ".join(f"{step} {name}" for step, name in enumerate(ahead) if step)


def _stock(s: Any, t: Any) -> str:
    goods = ", ".join(f"{name} {amount}" for name, amount in zip(GOOD_IDS, s.goods, strict=True))
    water = f", water {s.water}" if s.water else ""
    return f"{goods}{water}, power {power(s, t)}"


def _friend(s: Any, t: Any, facts: Mapping[str, Any]) -> str:
    if s.friend == NONE:
        return "none"
    entry = facts["friend"][s.friend]
    what = {
        HELPS_ACTION: "an action with a die of {}",
        HELPS_GOODS: "{} " + entry.get("good", ""),
        HELPS_DICE: "weather or raid die -{}",
    }.get(int(t.friend_help[s.friend]), "{} stars")
    benefits = (
        f"{what.format(entry['small'])} from {t.small_at}, {what.format(entry['large'])} from {t.large_at}"
    )
    return f"{entry['name']}, disc on {s.disc} of {t.disc_last} ({benefits})"


def _own_tools(s: Any, facts: Mapping[str, Any]) -> Iterator[str]:
    for tool in range(TOOLS):
        if s.owned[tool]:
            yield facts["tool"][tool]["name"] + (" (used)" if s.tool_used[tool] else "")


def _other_tools(s: Any, t: Any, facts: Mapping[str, Any]) -> Iterator[str]:
    for tool in range(TOOLS):
        if is_available(s, t, tool):
            location = facts["cost"][tool]["location"]
            place = f" on {facts['space'][t.place_of[TOOL_IDS.index(location)]]['name']}" if location else ""
            stars = "*" * int(t.cost_stars[tool])
            yield f"{facts['tool'][tool]['name']} {stars} {_amounts(t.cost[tool])}{place}"


def _place(s: Any, t: Any, facts: Mapping[str, Any]) -> str:
    space = facts["space"][s.space]
    resource = f", gives 1 {space['resource']}" if space["resource"] else ""
    location = f", location of {space['location']}" if space["location"] else ""
    return f"{space['name']}, area of the {space['area']}{resource}{location}"


def _lines(s: Any, t: Any, facts: Mapping[str, Any]) -> Iterator[str]:
    for space in range(SPACES):
        if t.line[s.space, space]:
            entry = facts["space"][space]
            food = f" and {entry['food_cost']} food" if entry["food_cost"] else ""
            yield f"{entry['name']} {'*' * int(t.line[s.space, space])}{food}"


def _area(s: Any, t: Any) -> str:
    area = t.space_area[s.space]
    hunt = f"hunt {t.hunt_strength[area]} for {_amounts(t.hunt_gains[area])}"
    fences = f"{t.raid_fences[area]} fences, else " if t.raid_fences[area] else ""
    return f"{hunt}; raid {fences}{t.raid_food[area]} food and {t.raid_health[area]} health"


def _question(s: Any, t: Any) -> str:
    phase = PHASES[s.phase]
    if s.phase != ACTION:
        return QUESTIONS[phase]
    kind = kind_here(s, t)
    whose = "Tom's action" if s.extra_action else "action"
    words = f"{whose} {_words(BOX_IDS[kind])} with a {value_of(s.chosen)}"
    if not stars_count_here(s, t):
        return words
    stars = [(_words(BOX_IDS[kind]), kind)] if t.uses_stars[kind] else []
    stars += [("hunt", HUNT)] if kind != HUNT else []
    counted = ", ".join(f"{name} {stars_for(s, t, which)}" for name, which in [*stars, ("craft", CRAFT)])
    raised = f" raised to {s.value}" if s.value != value_of(s.chosen) else ""
    return f"{words}{raised}; stars: {counted}"


def _legal(s: Any, t: Any) -> list[str]:
    mask = np.zeros(LAYOUT.n, np.int8)
    write_mask(s, t, mask)
    return [LAYOUT.names[action] for action in np.flatnonzero(mask)]


def _result(s: Any) -> str:
    cause = CAUSES[s.cause] if 0 <= s.cause < len(CAUSES) else "illegal action"
    return f"The game is over: {'won' if s.victory else 'lost'}, {cause}, on day {s.rounds}."


# ---------------------------------------------------------------- the text as a picture

LINE_HEIGHT = 18
MARGIN = 24
PAGE_WIDTH = 760
PAGE_LINES = 40
MONOSPACE = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, FreeMono, monospace"


def picture(
    s: Any, t: Any, facts: dict[str, Any], theme: str = "light", last_action: str | None = None
) -> str:
    """An SVG picture of the text, 760 x 768.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names.
        theme: "light" or "dark".
        last_action: the name of the action that led here, if it is to be shown.

    Raises:
        ValueError: unknown theme.
    """
    colours = palette(theme)
    height = 2 * MARGIN + PAGE_LINES * LINE_HEIGHT
    drawing = Drawing(PAGE_WIDTH, height, f"Dieson Crusoe, day {s.rounds}, health {s.health}")
    drawing.rect(0, 0, PAGE_WIDTH, height, fill=colours.page)
    lines = text(s, t, facts).split("\n")
    if last_action is not None:
        lines += ["", f"Last action: {last_action}"]
    for i, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        y = MARGIN + (i + 0.7) * LINE_HEIGHT
        drawing.text(
            MARGIN + 8 * indent, y, line.strip(), 13, fill=colours.ink, family=MONOSPACE, bold=i == 0
        )
    return drawing.svg()
