"""Aims at decisions of docs/robinson/decisions.md that cards alone bring about too seldom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from crusoe_env.robinson import constants as c
from tests.lockstep import aim_edits as edits
from tests.lockstep.coverage import operations_in
from tests.lockstep.drills import Drill, Drills
from tests.lockstep.position_sheets import take_token
from tests.reference.robinson import island
from tests.reference.robinson.programs import Effect, Later, Program

if TYPE_CHECKING:
    from tests.lockstep.positions import Both

Done: TypeAlias = "Drill | tuple[str, ...] | None"
"""What an aim leads to: a card takes effect at once, or actions to be taken; None: it is not possible now."""
MARKERS_WAITING = 2


def adventures_used_up(both: Both, drills: Drills) -> Done:
    """22: no adventure is left in any deck, and the next action of each kind draws one."""
    edits.enough(both)
    edits.adventures_used_up(both)
    return ("plan gather", "plan explore", "plan weapon", "plan shelter")


def mysteries_used_up(both: Both, drills: Drills) -> Done:
    """80: a treasure is drawn where hardly a mystery is left."""
    treasure = list(both.facts.discoveries).index("treasure")
    if both.table.draws or not take_token(both, treasure, "treasure"):
        return None
    edits.mysteries_used_up(both)
    return ("use token treasure", "choose A")


def night_outside(both: Both, drills: Drills) -> Done:
    """44: a mystery that waits for the night was found by somebody who is outside the camp then."""
    names = [n for n in both.table.mysteries if waits_for_night(both.facts.mysteries[n].effect)]
    spaces = [space for space in both.open_spaces() if space != both.table.camp]
    if both.table.phase != "resolution" or both.table.draws or not names or not spaces:
        return None
    edits.enough(both)
    finder = drills.performer()
    if finder not in both.table.seats:
        return None
    sheet = both.table.people[finder]
    sheet.outside, sheet.outside_space = True, drills.rng.choice(spaces)
    both.s.outside[finder], both.s.outside_space[finder] = 1, sheet.outside_space
    drill = drills.mystery(drills.rng.choice(names), as_event=False, performer=finder)
    return None if drill is None else replace(drill, then=("pass",))


def waits_for_night(program: Program) -> bool:
    """Does a part of it wait for the night?"""
    return any(isinstance(clause, Later) and clause.time == "night" for clause in program)


def items_forbidden(both: Both, drills: Drills) -> Done:
    """54: in the next round an event forbids the items, with the Shortcut built."""
    forbidding = [name for name, event in both.facts.events.items() if forbids_items(event.effect)]
    beside = [i for i in both.open_spaces() if i in island.neighbours(both.game, both.table.camp)]
    if not forbidding or not beside or island.shortcut_space(both.game) is not None:
        return None
    edits.enough(both)
    if not edits.own_item(both, "shortcut") or not edits.event_next(both, drills.rng.choice(forbidding)):
        return None
    space = drills.rng.choice(beside)
    both.table.spaces[space].tokens.add("shortcut")
    both.s.space_tokens[space] |= c.SHORTCUT_TOKEN
    return ("pass",)


def forbids_items(program: Program) -> bool:
    """Does it forbid the items for a round?"""
    return any(
        isinstance(one, Effect) and one.operation == "forbid" and one.what == "items" for one in program
    )


def levels_regained(both: Both, drills: Drills) -> Done:
    """55: the card that moves the camp lies in the threat row, and its action brings the levels back."""
    regaining = [n for n, e in both.facts.events.items() if "regain" in operations_in(e.threat.reward)]
    edits.enough(both)
    name = drills.rng.choice(regaining)
    if not edits.threatens(both, name, "left"):
        return None
    both.table.roof = both.s.roof = both.table.palisade = both.s.palisade = 3
    both.table.shelter = both.s.shelter = drills.rng.random() < 0.7
    drill = drills.half(name, "event")
    return None if drill is None else replace(drill, then=("plan threat", "support"))


def tokens_scouted(both: Both, drills: Drills) -> Done:
    """56: Scouting outside the resolution of actions finds a token that is traded in."""
    scouts = [
        use
        for use in both.game.uses
        if use.source == "skill" and "pick_discovery" in operations_in(use.program)
    ]
    stack, s = both.table.discoveries, both.s
    traded = [
        i
        for i, name in enumerate(stack)
        if both.facts.discoveries[name].forced or both.facts.discoveries[name].rots
    ]
    if both.table.phase == "resolution" or not traded or not any(edits.own(both, use) for use in scouts):
        return None
    at, last = drills.rng.choice(traded), len(stack) - 1
    stack[at], stack[last] = stack[last], stack[at]
    s.discovery_stack[at], s.discovery_stack[last] = s.discovery_stack[last], s.discovery_stack[at]
    return tuple(use.action or "" for use in scouts)


def markers_wait(both: Both, drills: Drills) -> Done:
    """69: several markers wait on a space that is explored next."""
    table, s = both.table, both.s
    spaces = [i for i in island.neighbours(both.game, table.camp) if table.spaces[i].tile is None]
    spaces = [i for i in spaces if not table.spaces[i].face_down and not table.spaces[i].waiting_cover]
    if not spaces or not table.tiles:
        return None
    edits.enough(both)
    edits.more_pawns(both, "explore")
    space = drills.rng.choice(spaces)
    for _ in range(MARKERS_WAITING):
        table.spaces[space].waiting_cover.append(frozenset({"wood", "bird", "fish"}))
        s.waiting_cover[space] = int(s.waiting_cover[space]) << 3 | c.ANY_SOURCE
    return (f"plan explore {space}", "support: extra pawn")


def tokens_move(both: Both, drills: Drills) -> Done:
    """74: the camp moves with two +1 tokens of items on its tile."""
    hatchets = [name for name, card in both.facts.mysteries.items() if card.wood_without_source]
    here, s, camp = both.table.spaces[both.table.camp], both.s, both.table.camp
    if not edits.own_item(both, "snare") or not any(edits.own_treasure(both, name) for name in hatchets):
        return None
    edits.enough(both)
    for token, bit in (("plus_wood", c.PLUS_WOOD), ("plus_food", c.PLUS_FOOD)):
        for tokens, column in ((here.tokens, s.space_tokens), (here.item_tokens, s.item_tokens)):
            tokens.add(token)
            column[camp] |= bit
    if drills.rng.random() < 0.5:  # one lies there already
        for space in island.neighbours(both.game, camp):
            if island.is_open(both.game, space):
                both.table.spaces[space].tokens.add("plus_food")
                s.space_tokens[space] |= c.PLUS_FOOD
    return ("pass", "space", "choose")


def event_deck_without_events(both: Both, drills: Drills) -> Done:
    """76: the event deck holds nothing for the threat row, but a mystery that is shuffled back into it."""
    mysteries = both.facts.mysteries
    returning = [
        n for n in both.table.mysteries if "shuffle_into_events" in operations_in(mysteries[n].event)
    ]
    edits.events_removed(both)
    for name in returning:
        edits.mystery_among_events(both, name)
    return ("pass",) if both.table.event_deck else None


DECISIONS: dict[int, Callable[[Both, Drills], Done]] = {
    22: adventures_used_up,
    44: night_outside,
    54: items_forbidden,
    55: levels_regained,
    56: tokens_scouted,
    69: markers_wait,
    74: tokens_move,
    76: event_deck_without_events,
    80: mysteries_used_up,
}
"""By row of the table."""
