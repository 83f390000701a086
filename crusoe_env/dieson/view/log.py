"""What an action of Dieson Crusoe has done, in lines: the log of the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.dieson import actions as ac
from crusoe_env.dieson import state as st
from crusoe_env.dieson.rules.dice import value_of
from crusoe_env.dieson.view.words import Sight, box_name, die_words, sight_of
from crusoe_env.show.description import Card

GOING_ON = {st.ROLL: "keep the dice", st.START: "begin the afternoon", st.DIE: "end the afternoon"}
"""What `go on` is in each phase."""
RAISES = (ac.RAISE_WITH_FOOD, ac.RAISE_WITH_HEALTH)
DICE_ARE_LAID = (st.DIE, st.ACTION, st.EAT, st.RAID)
"""From these phases on the dice for weather and raid stay until the night,"""
LOWERED_BY_FRIEND = (ac.FRIEND_HELP_WEATHER, ac.FRIEND_HELP_RAID)
"""but for these actions."""


def happened(before: Any, action: int, after: Any, tables: Any, facts: dict[str, Any]) -> list[str]:
    """What led from one state to the next: the action, then all that came of it by itself, oldest first."""
    old, new = sight_of(before, tables, facts), sight_of(after, tables, facts)
    return list(_things(old, new, action))


def _things(old: Sight, new: Sight, action: int) -> Iterator[str]:
    nights = int(new.s.rounds) - int(old.s.rounds)
    event = _event(new) if nights or old.s.phase == st.ROLL else ""
    came = ", ".join(_came(old, new, action))
    done = f"day {old.s.rounds}, {_doing(old, action)}"
    if nights and came:
        yield f"{done}; by morning {came}"
    else:
        yield f"{done}: {came}" if came and not (event and action == ac.GO_ON) else done
    for die, box in _used_by_themselves(old, new, action):
        yield f"day {old.s.rounds}, the {die_words(die)} by itself: {box_name(int(new.t.rondel[box]))}"
    if nights:
        yield _night(old, action) if nights == 1 else f"{nights} nights"
        yield f"day {new.s.rounds}: dice {_hand(new)}"
    if event:
        yield f"event, {event}: {came}" if came and not nights and action == ac.GO_ON else f"event, {event}"
    for (was_done, _), (is_done, words) in zip(old.quest_steps(), new.quest_steps(), strict=True):
        if is_done and not was_done:
            yield f"quest: {words}"
    if new.s.over:
        yield new.result()


def drawn(before: Any, after: Any, tables: Any, facts: dict[str, Any]) -> list[Card]:
    """The event of the morning, if it has come since an earlier state."""
    new = sight_of(after, tables, facts)
    if not _event(new) or (after.rounds == before.rounds and before.phase != st.ROLL):
        return []
    return [Card(f"Event of day {after.rounds}", [new.event_words(int(tables.event_track[after.event_box]))])]


def _doing(old: Sight, action: int) -> str:
    """The action; of a die its value and where it leads."""
    s, t = old.s, old.t
    if action == ac.GO_ON:
        return GOING_ON[int(s.phase)]
    if ac.USE_DIE <= action < ac.USE_DIE + st.HAND:
        die = s.unused[action - ac.USE_DIE]
        return f"use the {die_words(die)}: {box_name(int(t.rondel[(s.box + value_of(die)) % st.BOXES]))}"
    return ac.LAYOUT.names[action].replace("_", " ")


def _came(old: Sight, new: Sight, action: int) -> Iterator[str]:
    """What there is more and less of; of the dice on icons only while the day lasts."""
    before, after = old.s, new.s
    if action in RAISES:
        yield f"counts as {after.value}"
    if ac.REROLL <= action < ac.REROLL + len(ac.REROLLS):
        yield f"dice {_hand(new)}"
    amounts = [(name, int(after.goods[i]) - int(before.goods[i])) for i, name in enumerate(st.GOOD_IDS)]
    amounts += [(name, int(after[name]) - int(before[name])) for name in ("water", "health")]
    if after.rounds == before.rounds:
        amounts += [(st.ICON_IDS[i], new.icon(i) - old.icon(i)) for i in (st.WEATHER, st.RAID_DIE)]
    for name, more in amounts:
        if more:
            yield f"{more:+d}\u00a0{name}".replace("-", "−")
    if after.friend != st.NONE and (after.friend, after.disc) != (before.friend, before.disc):
        yield f"{new.friend_name} on\u00a0{after.disc}"


def _used_by_themselves(old: Sight, new: Sight, action: int) -> Iterator[tuple[int, int]]:
    """The dice that were used after an action because there was no choice, and their boxes of the ring."""
    s = old.s
    if s.phase not in (st.DIE, st.ACTION) or ac.TURN_DIE <= action < ac.TURN_DIE + st.HAND:
        return
    dice, box = [int(die) for die in s.unused[: s.unused_count]], int(s.box)
    if ac.USE_DIE <= action < ac.USE_DIE + st.HAND:
        box += int(value_of(dice.pop(action - ac.USE_DIE)))
    left = int(new.s.unused_count) if new.s.rounds == s.rounds else 0
    for die in dice[: len(dice) - left]:
        box += int(value_of(die))
        yield die, box % st.BOXES


def _event(new: Sight) -> str:
    """The event of the last morning, if the dice of it have been kept."""
    if new.s.phase == st.ROLL:
        return ""
    return st.EVENT_IDS[new.t.event_track[new.s.event_box]].replace("_", " ")


def _night(old: Sight, action: int) -> str:
    """The weather and the raid of a night, as far as the dice told before."""
    if old.s.phase not in DICE_ARE_LAID or action in LOWERED_BY_FRIEND:
        return "night"
    raid = "a raid" if old.raid_comes() else "no raid"
    return f"night: {old.weather_icon().replace('sun', 'fair')}, {raid}"


def _hand(new: Sight) -> str:
    """The dice of the day, used ones as well."""
    s = new.s
    dice = [*s.unused[: s.unused_count], *s.used[: s.used_count]]
    if s.phase == st.ACTION and not s.extra_action:
        dice.append(s.chosen)
    return " ".join(die_words(die) for die in sorted(dice))
