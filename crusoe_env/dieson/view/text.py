"""The table of Dieson Crusoe as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from crusoe_env.dieson import state as st
from crusoe_env.dieson.rules.dice import value_of
from crusoe_env.dieson.view.words import Sight, box_name, die_words, sight_of

WIDTH, INDENT, NAME = 79, 9, 16
TOGETHER = "\u0001"
"""Stands for a space at which no line is broken."""
_STARS = str.maketrans({"★": "star"})
_PLAIN = str.maketrans({"−": "-", "–": "-", TOGETHER: " "})


def text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The table as plain text (ASCII), at most 80 columns wide.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names and effects.
    """
    sight = sight_of(s, t, facts)
    lines = [
        *_head(sight),
        "",
        *_dice(sight),
        "",
        *_ring_and_events(sight),
        "",
        *_areas(sight),
        "",
        *_island(sight),
        "",
        *_tools(sight),
        "",
        *_now(sight),
    ]
    return _plain("\n".join(lines))


def island_text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The island alone; arguments as of `text`."""
    return _plain("\n".join(_island(sight_of(s, t, facts))))


def _plain(words: str) -> str:
    """Words in ASCII."""
    return words.translate(_PLAIN).encode("ascii", "replace").decode()


def _name(name: str) -> str:
    """A name, cut to the width of its column."""
    return f"{name[:NAME]:{NAME}}"


def _together(words: str) -> str:
    """Words that stay in one line."""
    return words.replace(" ", TOGETHER)


def _entry(heading: str, words: str) -> list[str]:
    """A heading and words beside it, wrapped."""
    words = words.translate(_STARS)
    return textwrap.wrap(f"{heading:{INDENT}}{words}", WIDTH, subsequent_indent=" " * INDENT)


def _row(start: str, last: str) -> list[str]:
    """Cells that are filled up already, and a last one that is wrapped."""
    last = last.translate(_STARS)
    return textwrap.wrap(start + last, WIDTH, subsequent_indent=" " * len(start)) or [start.rstrip()]


def _head(sight: Sight) -> Iterator[str]:
    s = sight.s
    yield (
        f"Dieson Crusoe   day {s.rounds} of {sight.last_day}   health {s.health} of {s.max_health}"
        f"   power {sight.power}"
    )
    yield from _entry("Quest", f"{s.quest + 1} {sight.quest_name}")
    for done, words in sight.quest_steps():
        yield from _entry("", f"[{'x' if done else ' '}] {words}")
    goods = [f"{name} {s.goods[good]}" for good, name in enumerate(st.GOOD_IDS)]
    yield from _entry("Goods", "   ".join([*goods, f"water {s.water}"]))
    effects = "; ".join(sight.character_effects())
    yield from _entry("You", f"{sight.character_name} ({st.SIDE_IDS[s.side]} side): {effects}")
    yield from _entry("Friend", _friend(sight))


def _friend(sight: Sight) -> str:
    s, t = sight.s, sight.t
    if s.friend == st.NONE:
        return "none"
    small, large = (sight.help_words(int(benefit[s.friend])) for benefit in (t.friend_small, t.friend_large))
    helps = f"from {t.small_at}: {small}; from {t.large_at}: {large}"
    return f"{sight.friend_name}, disc on {s.disc} of {t.disc_last} ({helps})"


def _dice(sight: Sight) -> Iterator[str]:
    s, t = sight.s, sight.t
    hand = [f"die {i + 1} shows {die_words(s.unused[i])}" for i in range(int(s.unused_count))]
    yield from _entry("Hand", ", ".join(hand) or "no unused dice")
    if s.over == 0 and s.phase == st.ACTION:
        raised = f", raised to {s.value}" if s.value != value_of(s.chosen) else ""
        stars = ", ".join(f"{number} {kind}" for kind, number in sight.stars_now())
        yield from _entry("In use", f"{die_words(s.chosen)}{raised}: {stars}")
    used = [die_words(s.used[i]) if i < s.used_count else "-" for i in range(st.HAND)]
    places = [f"{used[i]} on used {i + 1} (to {_places(sight, i)})" for i in range(st.HAND)]
    yield from _entry("Used", ", ".join(places))
    raid = f"a raid: {sight.raid_words(sight.area)}" if sight.raid_comes() else "no raid"
    icons = [die_words(s.icon[icon]) for icon in (st.HOURGLASS, st.WEATHER, st.RAID_DIE)]
    yield from _entry("Evening", f"hourglass {icons[0]}")
    yield from _entry("", f"weather {icons[1]}: {sight.weather_words()}")
    yield from _entry("", f"raid {icons[2]}: {raid}")
    stars = "  ".join(f"{value}: {t.stars[value]}" for value in range(1, st.DIE_SIDES + 1))
    bonuses = sight.star_bonuses()
    yield from _entry("Stars", stars + (f"   and {', '.join(bonuses)}" if bonuses else ""))
    yield from _entry("Days", "; ".join(_days(sight)) or "no more icons")


def _places(sight: Sight, i: int) -> str:
    """Where the die on a used box goes in the evening, and what lies beside it if that is another box."""
    to, beside = st.ICON_IDS[sight.t.arrow_to[i]], st.ICON_IDS[sight.t.icon_beside[i]]
    return to if to == beside else f"{to}, beside {beside}"


def _days(sight: Sight) -> Iterator[str]:
    """The icons of the days to come."""
    for day in range(int(sight.s.rounds) + 1, sight.last_day + 1):
        raises = [f"{st.ICON_IDS[i]} +{n}" for i, n in enumerate(sight.t.day_raises[day]) if n]
        if raises:
            yield f"{day}: {' '.join(raises)}"


def _ring_and_events(sight: Sight) -> Iterator[str]:
    """The ring of actions and the event track side by side."""
    s, t = sight.s, sight.t
    landing, ahead = sight.landing(), sight.event_ahead()
    yield f"{'Ring of actions (* with stars)':38}Event track"
    for box in range(max(st.BOXES, int(t.event_boxes))):
        left = right = ""
        if box < st.BOXES:
            kind = int(t.rondel[box])
            dice = " ".join(f"die {i + 1}" for i in landing.get(box, []))
            star = " *" if t.uses_stars[kind] else ""
            left = f"{_mark(s.box == box)}{box + 1} {box_name(kind) + star:15}{dice and '<- ' + dice}"
        if box < t.event_boxes:
            words = sight.event_words(int(t.event_track[box]))
            hint = " <- next" if box == ahead else ""
            right = f"{_mark(s.event_box == box)}{box + 1:2} {words}{hint}"
        yield f"{left:38}{right}".rstrip()


def _mark(here: bool) -> str:
    return "> " if here else "  "


def _areas(sight: Sight) -> Iterator[str]:
    t = sight.t
    yield f"{'Area':14}{'hunt':6}{'gains':22}a raid takes"
    for area in range(st.AREAS):
        gains = ", ".join(f"{n} {st.GOOD_IDS[good]}" for good, n in enumerate(t.hunt_gains[area]) if n)
        start = f"{_mark(area == sight.area)}{st.AREA_IDS[area]:12}{t.hunt_strength[area]:<6}"
        yield f"{start}{gains or '-':22}{sight.raid_words(area)}"


def _island(sight: Sight) -> Iterator[str]:
    """The spaces with what entering gives and takes, and the stars of their lines."""
    t = sight.t
    yield f"{'Space':18}{'area':11}{'entering':19}lines with their stars"
    for space in range(st.SPACES):
        gives = f"+1 {st.GOOD_IDS[t.space_good[space]]}" if t.space_good[space] != st.NONE else ""
        location = sight.tool_name(t.space_location[space]) if t.space_location[space] != st.NONE else ""
        costs = f"-{t.space_food[space]} food" if t.space_food[space] else ""
        enter = " ".join(words for words in (costs, gives, location) if words)
        near = [b for b in range(st.SPACES) if t.line[space, b]]
        there = ", ".join(_together(f"{sight.space_name(b)} {t.line[space, b]}") for b in near)
        start = _mark(sight.s.space == space) + _name(sight.space_name(space))
        yield from _row(f"{start}{st.AREA_IDS[t.space_area[space]]:11}{enter:19}", there)


def _tools(sight: Sight) -> Iterator[str]:
    """The tools: yours, those that can be crafted, others."""
    t = sight.t
    yield f"{'Tool':17}{'stars':7}{'cost':26}effect"
    for tool in range(st.TOOLS):
        owned = sight.s.owned[tool] == 1
        mark = "[x] " if owned else "[ ] " if sight.is_available(tool) else " -  "
        effects = sight.tool_effects(tool)
        if t.cost_location[tool] != st.NONE:
            effects.insert(0, f"at {sight.space_name(t.place_of[t.cost_location[tool]])}")
        if sight.s.tool_used[tool]:
            effects.append("used today")
        start = f"{mark}{sight.tool_name(tool)[:12]:13}{t.cost_stars[tool]:<7}{sight.cost_words(tool):26}"
        yield from _row(start, "; ".join(effects))


def _now(sight: Sight) -> Iterator[str]:
    """What is to be decided; at the end, the result."""
    if sight.s.over == 1:
        yield sight.result()
        return
    title, words = sight.decision()
    for heading, rest in (("Now", f"{title}. {words}"), ("Legal", ", ".join(sight.legal_names()))):
        yield from textwrap.wrap(f"{heading}: {rest}", WIDTH, subsequent_indent="  ")
