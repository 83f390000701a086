"""Rules of thumb for Robinson Crusoe: what to do without thinking ahead. A template (core.compile.bind).

`decide` knows a sensible action for every decision. `agents.robinson.scripted` plays on with it in its head
to see where an action leads; it also says which plans are worth such a thought (`strike_out`).
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.hooks import write_mask
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT

NONE = -1

PLAN, PAYMENT, SUPPORT, FEED = map(q.DECISIONS.index, ("plan", "payment", "support", "feed"))
REROLL, BRANCH, CHOOSE_PERSON = map(q.DECISIONS.index, ("reroll", "branch", "person"))
AT_PLANNING, IN_FIGHT, IN_WEATHER, AT_NIGHT = map(q.WINDOWS.index, ("planning", "fight", "weather", "night"))
BUILD, GATHER = map(q.ACTION_KINDS.index, ("build", "gather"))
MOUNTAINS = q.TERRAINS.index("mountains")

PASS = LAYOUT.index("pass")
CHOOSE, PERSON, LAY, USE = (LAYOUT.start[block] for block in ("choose", "person", "feed", "use"))
WAYS_TO_PAY = 4
REROLL_WOUND, REROLL_SUCCESS = LAYOUT.index("reroll wound"), LAYOUT.index("reroll success")

FIRST_PLAN, AFTER_PLANS = LAYOUT.start["threat"], LAYOUT.start["support"]
"""The actions that place a pawn, and the block behind them."""
LEFT_THREAT, HUNT = LAYOUT.index("plan threat left"), LAYOUT.index("plan hunt")
BUILDINGS, GATHERINGS, EXPLORATIONS = (LAYOUT.start[block] for block in ("build", "gather", "explore"))
SHELTER, ROOF, PALISADE, WEAPON = map(
    LAYOUT.index, ("plan shelter", "plan roof", "plan palisade", "plan weapon")
)
FIRE, HATCHET, FURNACE, BOW = map(
    LAYOUT.index, ("plan fire", "plan scenario invention 1", "plan furnace", "plan bow")
)
HANDY = tuple(LAYOUT.index(f"plan {item}") for item in ("basket", "sack", "lantern", "belts", "shortcut"))
"""Inventions that save pawns or bring more home."""
ARRANGE_CAMP = LAYOUT.index("plan arrange camp")

OWN_PAWN, FRIDAYS_PAWN = LAYOUT.index("support: own pawn"), LAYOUT.index("support: Friday")
OTHERS_PAWNS = tuple(
    LAYOUT.index(f"support: pawn of the {which} player") for which in ("next", "second next", "third next")
)
FREE_HELP = tuple(
    LAYOUT.index(f"use {thing}")
    for thing in ("dog", "lantern", "belts", "map", "shield", "raft", "treasure compass")
)
"""Pawns that cost nothing."""
COSTLY_HELP = tuple(
    LAYOUT.index(action)
    for action in (
        "use treasure candles",
        "use token candles_token",
        "use hammer_and_nails",
        "use skill 4",
        "support: extra pawn",
    )
)

AGAINST_WEATHER = tuple(map(LAYOUT.index, ("use token large_leaves", "use treasure blankets")))
AGAINST_HUNGER = tuple(map(LAYOUT.index, ("use token nourishing_larvae", "use biscuits")))
AGAINST_WOUNDS = tuple(
    map(LAYOUT.index, ("use token vegetables", "use token symbol_dashes", "use flask_of_rum"))
)
OIL, OIL_AS_WOOD = LAYOUT.index("use token symbol_bowtie"), 2
"""The token adds so much wood to the stage; more than is missing is lost."""
FOR_LATER = ("use token nourishing_larvae", "use token candles_token")
TOKENS = tuple(
    action
    for action, name in enumerate(LAYOUT.names)
    if name.startswith("use token ") and name not in FOR_LATER
)


def decide(s: Any, t: Any, mask: Any) -> int:
    """A legal action by rules of thumb."""
    decision = q.decision(s)
    thing = good_use(s, t, mask)
    if thing != NONE:
        return thing
    if decision == PLAN:
        return best_plan(s, t, mask)
    if decision == SUPPORT:
        return best_support(s, mask)
    if decision == PAYMENT:
        return last_choice(mask) if q.kind_planned_last(s) == BUILD else first_legal(mask)
    if decision == FEED:
        return wood_to_lay(s, t, mask)
    if decision == REROLL:
        die = die_to_reroll(s)
        return die if mask[die] else PASS if mask[PASS] else first_legal(mask)
    if decision == CHOOSE_PERSON:
        return best_person(s, mask)
    if decision == BRANCH:
        return first_legal(mask[CHOOSE:]) + CHOOSE
    return first_legal(mask)


def first_legal(mask: Any) -> int:
    """The first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


def first_of(mask: Any, actions: Any) -> int:
    """The first of these actions that is legal, or NONE."""
    for action in actions:
        if mask[action]:
            return action
    return NONE


def last_choice(mask: Any) -> int:
    """The last way of paying: furs rather than wood."""
    for choice in range(WAYS_TO_PAY - 1, -1, -1):
        if mask[CHOOSE + choice]:
            return CHOOSE + choice
    return first_legal(mask)


def die_to_reroll(s: Any) -> int:
    """A failure; a wound, if determination abounds."""
    if q.threw_failure(s):
        return REROLL_SUCCESS
    return REROLL_WOUND if q.threw_wound(s) and q.determination(s, s.acting) >= 4 else PASS


def wood_to_lay(s: Any, t: Any, mask: Any) -> int:
    """Lay what the camp does not need more urgently."""
    kept = 0
    late = q.stages_left(s, t) >= q.rounds_left(s, t)
    if not late and s.rounds < 9 and (not q.is_sheltered(s, t) or q.roof(s) < roof_wanted(s)):
        kept = q.wood_for_a_structure(s, t)
    count = min(q.wood_in_store(s) - kept, q.wood_missing_in_stage(s, t))
    return LAY + count - 1 if count > 0 and mask[LAY + count - 1] else PASS


def roof_wanted(s: Any) -> int:
    """The roof that one should have this round."""
    if s.rounds >= 10:
        return 2
    if s.rounds >= 6:
        return 3
    return 2 if s.rounds >= 4 else 1


def best_person(s: Any, mask: Any) -> int:
    """Healing to who is worst off, burdens to who is best off."""
    heals = q.is_person_healed(s)
    best, action = -1000, first_legal(mask)
    for place in range(q.PEOPLE):
        if mask[PERSON + place]:
            person = q.person_at(s, place)
            wounds = q.wounds(s, person)
            worth = wounds if heals else -wounds
            if person == q.FRIDAY:
                worth += 3 if wounds >= 2 else -4
            if worth > best:
                best, action = worth, PERSON + place
    return action


def good_use(s: Any, t: Any, mask: Any) -> int:
    """A thing that is well used now, or NONE."""
    window = q.window(s)
    if window == IN_WEATHER:
        if q.is_roof_too_low(s):
            return first_of(mask, AGAINST_WEATHER)
    elif window == IN_FIGHT:
        for action in range(USE, len(mask)):
            if mask[action]:
                return action
    elif window == AT_NIGHT:
        if q.food_in_store(s) < q.players(s):
            action = first_of(mask, AGAINST_HUNGER)
            if action != NONE:
                return action
        if q.wounds(s, s.acting) >= 2:
            return first_of(mask, AGAINST_WOUNDS)
    elif window == AT_PLANNING:
        for action in TOKENS:
            wasted = action == OIL and q.wood_missing_in_stage(s, t) < OIL_AS_WOOD
            if mask[action] and not wasted:
                return action
    return NONE


def best_support(s: Any, mask: Any) -> int:
    """Pawns that cost nothing first; dice only for gathering, and only in good health."""
    kind, person = q.kind_planned_last(s), q.person_planned_last(s)
    needed = q.pawns_missing(s) > 0
    action = first_of(mask, FREE_HELP)
    if action != NONE:
        return action
    if not needed and kind == GATHER and (person == q.FRIDAY or q.wounds(s, person) < 6):
        return PASS
    if mask[OWN_PAWN]:
        return OWN_PAWN
    if mask[FRIDAYS_PAWN]:
        return FRIDAYS_PAWN
    if not needed and kind != BUILD:
        return PASS
    action = first_of(mask, OTHERS_PAWNS)
    if action == NONE:
        action = first_of(mask, COSTLY_HELP)
    if action != NONE:
        return action
    return PASS if mask[PASS] else first_legal(mask)


def best_plan(s: Any, t: Any, mask: Any) -> int:
    """The action that the camp needs most."""
    best, action = 0.0, PASS
    if not mask[PASS]:
        action = first_legal(mask)
    for candidate in range(FIRST_PLAN, AFTER_PLANS):
        if mask[candidate]:
            worth = plan_worth(s, t, candidate)
            if worth > best:
                best, action = worth, candidate
    return action


def plan_worth(s: Any, t: Any, action: int) -> float:
    """How urgent an action looks by rules of thumb; 0 for what is never sensible."""
    person = q.planner(s)
    friday = person == q.FRIDAY
    if action < HUNT:
        worth = 46.0 if action == LEFT_THREAT else 30.0
        if not q.threat_strikes(s, t, action - LEFT_THREAT):
            worth -= 25.0
        return worth if not friday else worth + 5.0
    if action == HUNT:
        return 50.0 + 5.0 * (q.weapon(s) - 3) if q.weapon(s) >= 2 else 1.0
    if action < GATHERINGS:
        return build_worth(s, action, friday)
    if action < EXPLORATIONS:
        target = action - GATHERINGS  # wood on space 0, food on space 0, wood on space 1, ...
        return gather_worth(s, t, target >> 1, target & 1 == 1)
    if action < ARRANGE_CAMP:
        return explore_worth(s, t, friday)
    if action == ARRANGE_CAMP:
        return 20.0 - 4.0 * q.morale(s)
    if friday:
        return 12.0 + 20.0 * (q.hearts_left(s, t, q.FRIDAY) <= 1)
    return 14.0 * q.wounds(s, person) - 60.0 if q.wounds(s, person) >= 3 else 2.0


def build_worth(s: Any, action: int, friday: bool) -> float:
    """Buildings: sure pawns are needed."""
    if friday or q.free_pawns(s) < 2:
        return 0.5
    if action == SHELTER:
        return 100.0
    if action == ROOF:
        return 85.0 if q.roof(s) < roof_wanted(s) else 10.0
    if action == PALISADE:
        return 25.0 if q.palisade(s) < 2 and s.rounds >= 6 else 5.0
    if action == WEAPON:
        return 22.0 if q.weapon(s) < 3 else 5.0
    if action == FIRE:
        return 75.0 + 10.0 * s.rounds
    if action == HATCHET:
        return 80.0 - 4.0 * s.rounds
    if action in HANDY:
        return 62.0 - 3.0 * s.rounds
    if action == FURNACE:
        return 40.0
    if action == BOW:
        return 35.0
    return 18.0


def gather_worth(s: Any, t: Any, space: int, food: bool) -> float:
    """Wood for the pile; food if the night would be hungry."""
    far = 8.0 * (q.steps_from_camp(s, space) - 1)
    if not food:
        return 60.0 + 6.0 * (q.wood_on(s, t, space) - 1) - far
    enough = q.food_in_store(s) + q.food_gatherings_planned(s) >= q.players(s)
    return (24.0 if enough else 90.0) + 6.0 * (q.food_on(s, t, space) - 1) - far


def explore_worth(s: Any, t: Any, friday: bool) -> float:
    """Exploring until the mountains are found and wood is near."""
    woods = tiles = 0
    for space in range(q.SPACES):
        if space != q.camp(s) and q.is_open(s, space):
            tiles += 1
            woods += q.wood_on(s, t, space) if q.steps_from_camp(s, space) == 1 else 0
    worth = 30.0 - 3.0 * tiles
    if not q.is_explored(s, t, MOUNTAINS):
        worth += 40.0
    if woods == 0:
        worth += 30.0
    return worth + 15.0 * friday - 25.0 * q.explorations_planned(s)


# ------------------------------------------------------------------ looking ahead


def strike_out(s: Any, t: Any, mask: Any, own: int, most: int) -> None:
    """Leave only the most urgent `most` plans and the rule of thumb's own in the mask; things to use stay."""
    if q.decision(s) != PLAN or q.is_extra_action(s):
        return
    count = 0
    for action in range(FIRST_PLAN, AFTER_PLANS):
        count += mask[action] == 1 and action != own
    while count > most:
        least, at = 1e9, own
        for action in range(FIRST_PLAN, AFTER_PLANS):
            if mask[action] and action != own:
                worth = plan_worth(s, t, action)
                if worth < least:
                    least, at = worth, action
        mask[at] = 0
        count -= 1
    if own != PASS:
        mask[PASS] = 0


def is_new_round(s: Any, last: int) -> bool:
    """Has a round after `last` begun, and is its first action to be planned?"""
    return s.rounds > last and q.is_before_a_pawn(s)


def new_round_range(states: Any, last: Any, out: Any, start: int, stop: int) -> None:
    """Write 1 for each game in which the round after `last` is to be planned, else 0."""
    for i in range(start, stop):
        out[i] = is_new_round(states[i], last[i])


def candidates_range(
    states: Any, tables: Any, masks: Any, most: int, actions: Any, start: int, stop: int
) -> None:
    """The rule of thumb's action for each game; in `masks` only what is worth a thought is left."""
    for i in range(start, stop):
        t = tables[states[i].table]
        actions[i] = decide(states[i], t, masks[i])
        strike_out(states[i], t, masks[i], actions[i], most)


def follow_range(
    states: Any, tables: Any, masks: Any, begun: Any, actions: Any, start: int, stop: int
) -> None:
    """The rule of thumb's action for each game, NONE where the round after `begun` is to be planned."""
    for i in range(start, stop):
        s = states[i]
        t = tables[s.table]
        if s.over == 1 or is_new_round(s, begun[i]):
            actions[i] = NONE
        else:
            write_mask(s, t, masks[i])
            actions[i] = decide(s, t, masks[i])
