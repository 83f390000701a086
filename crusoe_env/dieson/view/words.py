"""What a player of Dieson Crusoe sees, worked out and put into words: for the picture and for the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.dieson import state as st
from crusoe_env.dieson.actions import CRAFT_TOOL, LAYOUT, MOVE_TO, write_mask
from crusoe_env.dieson.rules.boxes import kind_here, may_hunt_here, power
from crusoe_env.dieson.rules.craft import is_available
from crusoe_env.dieson.rules.dice import is_blue, value_of
from crusoe_env.dieson.rules.morning import box_ahead
from crusoe_env.dieson.rules.stars import bonus_stars, stars_for

Part = tuple[str, str]
"""A small icon's name and the words beside it."""


@dataclass(frozen=True)
class Sight:
    """A state and what has been worked out about it for showing.

    Attributes:
        s, t, facts: the game's record, its tables, the printed facts.
        legal: the legal actions; none when the game is over.
    """

    s: Any
    t: Any
    facts: dict[str, Any]
    legal: frozenset[int]

    # ---------------------------------------------------------------- names

    def tool_name(self, tool: int) -> str:
        """The printed name of a tool."""
        return str(self.facts["tool"][tool]["name"])

    def space_name(self, space: int) -> str:
        """The name of a space."""
        return str(self.facts["space"][space]["name"])

    @property
    def quest_name(self) -> str:
        """The name of the quest."""
        return str(self.facts["quest"][self.s.quest]["name"])

    @property
    def character_name(self) -> str:
        """The name of your character."""
        return str(self.facts["character"][self.s.character]["name"])

    @property
    def friend_name(self) -> str:
        """The name of your friend; there has to be one."""
        return str(self.facts["friend"][self.s.friend]["name"])

    # ---------------------------------------------------------------- numbers

    @property
    def area(self) -> int:
        """The area in which you stand."""
        return int(self.t.space_area[self.s.space])

    @property
    def power(self) -> int:
        """Your power."""
        return int(power(self.s, self.t))

    @property
    def last_day(self) -> int:
        """The last day of the quest."""
        return int(self.t.days[self.s.quest])

    def icon(self, icon: int) -> int:
        """What the die on an icon box shows."""
        return int(value_of(self.s.icon[icon]))

    def lines(self) -> Iterator[tuple[int, int, int]]:
        """All lines of the island as (space, space, stars)."""
        for a in range(st.SPACES):
            for b in range(a + 1, st.SPACES):
                if self.t.line[a, b] > 0:
                    yield a, b, int(self.t.line[a, b])

    def landing(self) -> dict[int, list[int]]:
        """The boxes of the ring to which unused dice lead, each with those dice (from 0)."""
        boxes: dict[int, list[int]] = {}
        if self.s.over == 0 and self.s.phase not in (st.ACTION, st.FRIEND):
            for i in range(int(self.s.unused_count)):
                box = (int(self.s.box) + int(value_of(self.s.unused[i]))) % st.BOXES
                boxes.setdefault(box, []).append(i)
        return boxes

    def event_ahead(self) -> int:
        """The event box to which the smallest die leads, or NONE once the event has come."""
        if self.s.over == 1 or self.s.phase != st.ROLL:
            return st.NONE
        return int(box_ahead(self.s, self.t, value_of(self.s.unused[0])))

    def can_move_to(self, space: int) -> bool:
        """May you move to this space now?"""
        return MOVE_TO + space in self.legal

    def can_craft(self, tool: int) -> bool:
        """May you craft this tool now?"""
        return CRAFT_TOOL + tool in self.legal

    def is_available(self, tool: int) -> bool:
        """Could this tool be crafted some time in this game?"""
        return bool(is_available(self.s, self.t, tool))

    def stars_now(self) -> list[tuple[str, int]]:
        """In an action: the stars for the box, for a hunt if that is another one, for crafting."""
        if self.s.over == 1 or self.s.phase != st.ACTION:
            return []
        box = int(kind_here(self.s, self.t))
        kinds = [box] if self.t.uses_stars[box] else []
        kinds += [st.HUNT] if box != st.HUNT and may_hunt_here(self.s, self.t) else []
        stars = [(kind_name(kind), int(stars_for(self.s, self.t, kind))) for kind in (*kinds, st.CRAFT)]
        same = len(stars) > 1 and len({number for _, number in stars}) == 1
        return [("stars", stars[0][1])] if same else stars

    def star_bonuses(self) -> list[str]:
        """More stars by your character and your tools, such as `+1 hunt`."""
        bonuses = [int(bonus_stars(self.s, self.t, kind)) for kind in range(st.KINDS)]
        return [f"+{stars} {_short(st.KIND_IDS[kind])}" for kind, stars in enumerate(bonuses) if stars]

    def legal_names(self) -> list[str]:
        """The names of the legal actions."""
        return [LAYOUT.names[action] for action in sorted(self.legal)]

    # ---------------------------------------------------------------- what things do

    def box_parts(self, kind: int) -> list[Part]:
        """What a box of the ring gives, as icons with amounts."""
        t = self.t
        if t.box_builds[kind]:
            return _amounts(t.box_gains[kind], "+")
        if t.box_good[kind] != st.NONE:
            return [(st.GOOD_IDS[t.box_good[kind]], "")]
        if t.box_chooses[kind].any():
            return [(st.GOOD_IDS[good], "") for good in np.flatnonzero(t.box_chooses[kind])]
        return [({"recover": "health"}.get(st.BOX_IDS[kind], st.BOX_IDS[kind]), "")]

    def event_parts(self, event: int) -> list[Part]:
        """What an event does, as icons with amounts; one amount after several icons holds for all."""
        t = self.t
        parts = _amounts(t.event_gains[event], "+") + _amounts(t.event_loses[event], "−")
        parts += [(st.ICON_IDS[i], f"+{n}") for i, n in enumerate(t.event_raises[event]) if n]
        choice = [(st.GOOD_IDS[good], "+1") for good in np.flatnonzero(t.event_chooses[event])]
        steps = int(t.event_friend_steps[event])
        return parts + choice + ([("friend", f"+{steps}")] if steps else [])

    def event_words(self, event: int) -> str:
        """What an event does, in words."""
        joined = " or " if self.t.event_is_choice[event] else ", "
        return joined.join(f"{words} {icon}" for icon, words in self.event_parts(event)) or "nothing"

    def tool_effects(self, tool: int) -> list[str]:
        """What a tool does, in short phrases."""
        return list(effects_of(self.facts["tool"][tool]))

    def character_effects(self) -> list[str]:
        """What your character does."""
        return list(effects_of(self.facts["character"][self.s.character]))

    def help_words(self, benefit: int) -> str:
        """What your friend's help of this size is."""
        t, friend = self.t, self.s.friend
        helps = t.friend_help[friend]
        if helps == st.HELPS_ACTION:
            return f"an action with a {benefit}"
        if helps == st.HELPS_GOODS:
            return f"{benefit} {st.GOOD_IDS[t.friend_good[friend]]}"
        if helps == st.HELPS_DICE:
            return f"weather or raid −{benefit}"
        return f"{benefit} star" + ("s" if benefit > 1 else "")

    def raid_words(self, area: int) -> str:
        """What the raid of an area takes."""
        t = self.t
        food, health = int(t.raid_food[area]), int(t.raid_health[area])
        taken = [f"{n} {what}" for n, what in ((food, "food"), (health, "health")) if n]
        fences = int(t.raid_fences[area])
        if fences:
            plural = "s" if fences > 1 else ""
            return f"{fences} fence{plural}, else {' and '.join(taken) or 'nothing'}"
        return " and ".join(taken) or "nothing"

    def cost_words(self, tool: int) -> str:
        """What a tool costs besides stars."""
        return " ".join(f"{words} {icon}" for icon, words in _amounts(self.t.cost[tool], ""))

    # ---------------------------------------------------------------- the evening ahead

    def weather_icon(self) -> str:
        """The icon for the weather that the die shows."""
        return ("sun", "rain", "storm")[min(int(self.t.roofs_needed[self.icon(st.WEATHER)]), 2)]

    def weather_words(self) -> str:
        """What the weather takes this evening."""
        roofs = int(self.t.roofs_needed[self.icon(st.WEATHER)])
        if roofs == 0:
            return "fair"
        missing = max(roofs - int(self.s.goods[st.ROOF]), 0)
        health = f", {missing} missing" if missing else ""
        return f"{roofs} roof{'s' if roofs > 1 else ''}{health}"

    def raid_comes(self) -> bool:
        """Does the raid die bring a raid this evening?"""
        return bool(self.t.raid_comes[self.icon(st.RAID_DIE)])

    # ---------------------------------------------------------------- the quest

    def quest_steps(self) -> list[tuple[bool, str]]:
        """What the quest asks for, each with whether it is done."""
        s, t, quest = self.s, self.t, self.s.quest
        steps = []
        tool = int(t.goal_tool[quest])
        if tool != st.NONE:
            place = t.place_of[tool] if t.cost_location[tool] == tool else st.NONE
            where = f" (at {self.space_name(place)})" if place != st.NONE else ""
            steps.append((bool(s.owned[tool]), f"own {self.tool_name(tool)}{where}"))
        if t.goal_hunt[quest] != st.NONE:
            armed = f" with the {self.tool_name(tool)}" if t.goal_tool_first[quest] else ""
            steps.append((bool(s.hunted), f"hunt in the {st.AREA_IDS[t.goal_hunt[quest]]} area{armed}"))
        if t.goal_to[quest] != st.NONE:
            steps += self._round_trip()
        if t.goal_escape[quest]:
            fair = _values([value for value in range(1, st.DIE_SIDES + 1) if t.tool_escape[value].any()])
            steps.append((bool(s.escaped), f"leave by a move action there, weather {fair}"))
        return steps

    def _round_trip(self) -> list[tuple[bool, str]]:
        s, t, quest = self.s, self.t, self.s.quest
        areas = [st.AREA_IDS[area] for area in t.goal_ways[quest]]
        out = [areas[i] for i in range(st.WAYS) if s.ways_out[i]]
        back = [areas[i] for i in range(st.WAYS) if s.ways_back[i]]
        both = any(a != b for a in out for b in back)
        home = both and s.space == t.start[quest]
        return [
            (bool(s.turned_back), f"reach {self.space_name(t.goal_to[quest])}{_by('out', out)}"),
            (both, f"one way through {areas[0]}, the other through {areas[1]}{_by('back', back)}"),
            (home, f"be back on {self.space_name(t.start[quest])}"),
        ]

    # ---------------------------------------------------------------- what is to be decided

    def decision(self) -> tuple[str, str]:
        """What is to be decided, or the end of the game: a title and a sentence."""
        s = self.s
        if s.over == 1:
            return "Game over", f"{self.result()}."
        if s.phase == st.ACTION:
            return self._action()
        if s.phase == st.DIE and s.unused_count == 0:
            return "End of the afternoon", "Call for help, or go on to the evening."
        if s.phase == st.ROLL:
            event = int(self.t.event_track[self.event_ahead()])
            words = f"Keep the dice, or pay 1 stone to roll some again. Event: {self.event_words(event)}."
            return "Morning roll", words
        if s.phase == st.EVENT:
            event = int(self.t.event_track[s.event_box])
            return "Event", f"Choose: {self.event_words(event)}."
        return DECISIONS[int(s.phase)]

    def _action(self) -> tuple[str, str]:
        s, kind = self.s, int(kind_here(self.s, self.t))
        title = f"Action: {box_name(kind)}"
        number = int(s.used_count) + 1
        who = f"{self.friend_name}'s action." if s.extra_action else f"Action {number} of 3."
        return title, f"{who} Use the box, craft, play with your friend, or pass."

    def result(self) -> str:
        """How the game ended, in one line."""
        cause, day = int(self.s.cause), int(self.s.rounds)
        if cause == st.QUEST_DONE:
            return f"Quest done on day {day}"
        if 0 < cause < len(st.CAUSES):
            return f"Died on day {day}" if st.CAUSES[cause] == "died" else f"Out of time after day {day}"
        return "Ended by an illegal action"


DECISIONS = {
    st.START: ("Start of the afternoon", "Lower the weather die, or go on to the dice."),
    st.DIE: ("Choose a die", "The action meeple moves by its value."),
    st.FRIEND: ("A friend", "Choose who joins you."),
    st.EAT: ("Evening meal", "Eat 1 food, or lose 1 health."),
    st.RAID: ("Raid", "Choose what the Watch Dog saves."),
}


def sight_of(s: Any, t: Any, facts: dict[str, Any]) -> Sight:
    """A state as the player sees it."""
    mask = np.zeros(LAYOUT.n, np.int8)
    if s.over == 0:
        write_mask(s, t, mask)
    return Sight(s, t, facts, frozenset(int(action) for action in np.flatnonzero(mask)))


def kind_name(kind: int) -> str:
    """The name of a kind of action."""
    return "craft" if kind == st.CRAFT else box_name(kind)


def box_name(kind: int) -> str:
    """The name of a box of the ring."""
    return st.BOX_IDS[kind].replace("_", " ")


def die_words(die: int) -> str:
    """A die as text: its value, `b` after it for the blue one."""
    return f"{value_of(die)}{'b' if is_blue(die) else ''}"


def _amounts(row: Sequence[int], sign: str) -> list[Part]:
    """The goods of a row, with their amounts."""
    return [(st.GOOD_IDS[good], f"{sign}{amount}") for good, amount in enumerate(row) if amount]


def _short(kind: str) -> str:
    """The id of a kind of action as one or two words."""
    return kind.removeprefix("gain_").replace("_", " ")


def _by(way: str, areas: Sequence[str]) -> str:
    return f" ({way} by {' and '.join(areas)})" if areas else ""


def effects_of(entry: dict[str, Any]) -> Iterator[str]:
    """The effects of a tool or a character from its data entry, each in a short phrase."""
    for kind, stars in entry.get("stars", {}).items():
        if stars:
            yield f"★ +{stars} {_short(kind)}"
    if entry.get("power"):
        yield f"power +{entry['power']}"
    for name, amounts in (("hunt", entry.get("hunt", {})), ("build", entry.get("build", {}))):
        for good, amount in amounts.items():
            if amount:
                yield f"{name} +{amount} {good}"
    if entry.get("max_health"):
        yield f"+{entry['max_health']} hearts"
    if lowers := entry.get("lowers_weather"):
        yield f"1 {lowers['pay']}: weather −{lowers['by']}"
    if entry.get("turns_die"):
        yield "turns a die"
    if water := entry.get("water"):
        yield f"play +{water['each_play']} water"
    if hourglass := entry.get("hourglass"):
        yield f"hourglass {_values(hourglass['values'])}: {_gains(hourglass)}"
    if entry.get("food_per_match"):
        yield f"match +{entry['food_per_match']} food"
    if entry.get("hunts_on"):
        yield "hunts on " + ", ".join(box.split("_")[-1] for box in entry["hunts_on"])
    if entry.get("raid_less"):
        yield f"raid −{entry['raid_less']}"
    if entry.get("escape_weather"):
        yield f"escape, weather {_values(entry['escape_weather'])}"
    if entry.get("brings_friend"):
        yield "brings a friend"
    if entry.get("start_tool"):
        yield f"owns {entry['start_tool'].replace('_', ' ')}"
    if good := entry.get("good_weather"):
        yield f"weather {_values(good['values'])}: +{good['food']} food"


def _gains(amounts: dict[str, Any]) -> str:
    return " ".join(f"+{amounts[good]} {good}" for good in st.GOOD_IDS if amounts.get(good))


def _values(values: Sequence[int]) -> str:
    """Values of a die, as `3, 5` or, in a row, `1-4`."""
    listed = sorted(values)
    if len(listed) > 2 and listed == list(range(listed[0], listed[-1] + 1)):
        return f"{listed[0]}-{listed[-1]}"
    return ", ".join(map(str, listed))
