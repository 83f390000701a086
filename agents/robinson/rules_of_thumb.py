"""Rules of thumb for Robinson Crusoe: a sensible action without search. A template (engine.compile.bind).

`decide` returns an action for every decision. `suggest` and `is_next_round` replace the functions of
`agents.search.rollout_policy`; `w` is a record of `agents.robinson.preferences.PREFERENCES`.
`strike_out` leaves the plans that a search should try.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.arrays import Mask
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT

from .preferences import SYMBOLS
from .urgencies import AFTER_PLANS, FIRST_PLAN, LEAST, PASS, best_plan, plan_urgency

NONE = -1

PLAN, PAYMENT, SUPPORT, FEED = map(q.DECISIONS.index, ("plan", "payment", "support", "feed"))
REROLL, BRANCH, CHOOSE_PERSON, CHOOSE_SPACE = map(q.DECISIONS.index, ("reroll", "branch", "person", "space"))
AT_PLANNING, IN_FIGHT, IN_WEATHER, AT_NIGHT = map(q.WINDOWS.index, ("planning", "fight", "weather", "night"))
ONLY_NOW = tuple(map(q.WINDOWS.index, ("trap", "before mysteries", "before production")))
"""Windows in which a scenario's token helps with the next step only."""
BUILD, GATHER, EXPLORE = map(q.ACTION_KINDS.index, ("build", "gather", "explore"))

CHOOSE, PERSON, SPACE, LAY, USE = (
    LAYOUT.start[block] for block in ("choose", "person", "space", "feed", "use")
)
ACTIONS = LAYOUT.n
WAYS_TO_PAY = 4
DETERMINATION_ABOUNDS = 4  # determination tokens: from so many on, a wound is rolled again
LATE = 9  # round: from here on all wood goes to the pile
HURT = 2  # wounds: from so many on, things that heal are used, and Friday is healed
HEALED_FRIDAY, BURDENED_FRIDAY = 3, -4  # wounds: so many more, or fewer, Friday counts as having when chosen

# How much a space is needed, in units of half a resource that it gives.
NEED_OF_CAMP, NEED_OF_LOST_SPACE, NEED_OF_SOURCE, NEED_NEAR_CAMP = 30.0, -10.0, 2.0, 5.0
REROLL_WOUND, REROLL_SUCCESS = LAYOUT.index("reroll wound"), LAYOUT.index("reroll success")

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
AGAINST_WOUNDS = tuple(map(LAYOUT.index, ("use token vegetables", "use flask_of_rum")))
SYMBOL_TOKENS = tuple(LAYOUT.index(f"use token {symbol}") for symbol in SYMBOLS)
"""Their meaning differs by scenario."""
FOR_LATER = ("use token nourishing_larvae", "use token candles_token")
TOKENS = tuple(
    action
    for action, name in enumerate(LAYOUT.names)
    if name.startswith("use token ") and name not in FOR_LATER
)


def decide(s: Any, t: Any, w: Any, mask: Mask) -> int:
    """A legal action by rules of thumb."""
    decision = q.decision(s)
    thing = good_use(s, t, w, mask)
    if thing != NONE:
        return thing
    if decision == PLAN:
        return best_plan(s, t, w, mask)
    if decision == SUPPORT:
        return best_support(s, w, mask)
    if decision == PAYMENT:
        return last_choice(mask) if q.kind_planned_last(s) == BUILD else first_legal(mask)
    if decision == FEED:
        return wood_to_lay(s, t, w, mask)
    if decision == REROLL:
        return die_to_reroll(s, mask)
    if decision == CHOOSE_PERSON:
        return best_person(s, mask)
    if decision == CHOOSE_SPACE and q.is_camp_moving(s):
        return camp_for_the_night(s, w, mask)
    if decision == CHOOSE_SPACE and (q.is_mark_laid(s) or q.is_mark_taken(s)):
        return space_for_mark(s, t, mask)
    if decision == BRANCH:
        branch = first_legal(mask[CHOOSE:]) + CHOOSE
        return branch if mask[branch] else first_legal(mask)
    return first_legal(mask)


def first_legal(mask: Mask) -> int:
    """The first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


def first_of(mask: Mask, actions: Any) -> int:
    """The first of these actions that is legal, or NONE."""
    for action in actions:
        if mask[action]:
            return action
    return NONE


def last_choice(mask: Mask) -> int:
    """The last way to pay, which spends furs rather than wood."""
    for choice in range(WAYS_TO_PAY - 1, -1, -1):
        if mask[CHOOSE + choice]:
            return CHOOSE + choice
    return first_legal(mask)


def die_to_reroll(s: Any, mask: Mask) -> int:
    """Reroll a failure if possible; else a wound, given enough determination."""
    if q.threw_failure(s) and mask[REROLL_SUCCESS]:
        return REROLL_SUCCESS
    if q.threw_wound(s) and mask[REROLL_WOUND] and q.determination(s, s.acting) >= DETERMINATION_ABOUNDS:
        return REROLL_WOUND
    return PASS if mask[PASS] else first_legal(mask)


def wood_to_lay(s: Any, t: Any, w: Any, mask: Mask) -> int:
    """Lay the wood that the camp does not need for a shelter or roof."""
    kept = 0
    late = q.stages_left(s, t) >= q.rounds_left(s, t)
    if not late and s.rounds < LATE and (not q.is_sheltered(s, t) or q.roof(s) < w.roof[s.rounds]):
        kept = q.wood_for_a_structure(s, t)
    count = min(q.wood_in_store(s) - kept, q.wood_missing_in_stage(s, t))
    return LAY + count - 1 if count > 0 and mask[LAY + count - 1] else PASS


def best_person(s: Any, mask: Mask) -> int:
    """Heal the character with the most wounds; hurt the one with the fewest."""
    heals = q.is_person_healed(s)
    best, action = -1000, first_legal(mask)
    for place in range(q.PEOPLE):
        if mask[PERSON + place]:
            person = q.person_at(s, place)
            wounds = q.wounds(s, person)
            value = wounds if heals else -wounds
            if person == q.FRIDAY:
                value += HEALED_FRIDAY if wounds >= HURT else BURDENED_FRIDAY
            if value > best:
                best, action = value, PERSON + place
    return action


def camp_for_the_night(s: Any, w: Any, mask: Mask) -> int:
    """Stay, unless the camp's space is lost next round; then move to the space that is lost last."""
    longest, action = 0, first_legal(mask)
    if w.gone[q.camp(s)] == s.rounds + 1:
        for space in range(q.SPACES):
            if mask[SPACE + space] and w.gone[space] > longest:
                longest, action = w.gone[space], SPACE + space
    return action


def space_for_mark(s: Any, t: Any, mask: Mask) -> int:
    """Lay a hindrance on the least needed space; remove one from the most needed space."""
    sign = 1.0 if q.is_mark_taken(s) else -1.0
    best, action = LEAST, first_legal(mask)
    for space in range(q.SPACES):
        if mask[SPACE + space]:
            value = sign * need_of_space(s, t, space)
            if value > best:
                best, action = value, SPACE + space
    return action


def need_of_space(s: Any, t: Any, space: int) -> float:
    """How much the players need a space: most for the camp, least for a lost one."""
    if q.is_lost(s, space):
        return NEED_OF_LOST_SPACE
    if space == q.camp(s):
        return NEED_OF_CAMP
    sources = NEED_OF_SOURCE * (q.wood_on(s, t, space) + q.food_on(s, t, space))
    return sources + (NEED_NEAR_CAMP if q.is_next_to_camp(s, t, space) else 0.0)


def good_use(s: Any, t: Any, w: Any, mask: Mask) -> int:
    """The action that uses an item or token which helps now, or NONE."""
    window = q.window(s)
    if window == IN_WEATHER:
        if q.is_roof_too_low(s):
            return first_of(mask, AGAINST_WEATHER)
    elif window == IN_FIGHT:
        for action in range(USE, len(mask)):
            if mask[action]:
                return action
    elif window == AT_NIGHT:
        if q.food_in_store(s) < q.mouths(s, t):
            action = first_of(mask, AGAINST_HUNGER)
            if action != NONE:
                return action
        if q.wounds(s, s.acting) >= HURT:
            action = healing_symbol(w, mask)
            return action if action != NONE else first_of(mask, AGAINST_WOUNDS)
    elif window in ONLY_NOW:
        return first_of(mask, SYMBOL_TOKENS)
    elif window == AT_PLANNING:
        for action in TOKENS:
            if mask[action] and not is_wasted(s, t, w, action):
                return action
    return NONE


def healing_symbol(w: Any, mask: Mask) -> int:
    """A token of this scenario that heals, or NONE."""
    for i in range(len(SYMBOL_TOKENS)):
        if w.heals[i] == 1 and mask[SYMBOL_TOKENS[i]]:
            return SYMBOL_TOKENS[i]
    return NONE


def is_wasted(s: Any, t: Any, w: Any, action: int) -> bool:
    """Return true for a healing token (kept for the night) or one that gives more than a stage takes."""
    for i in range(len(SYMBOL_TOKENS)):
        if action == SYMBOL_TOKENS[i]:
            return w.heals[i] == 1 or q.wood_missing_in_stage(s, t) < w.fills[i]
    return False


def best_support(s: Any, w: Any, mask: Mask) -> int:
    """Pawns that cost nothing first; dice only in good health."""
    kind = q.kind_planned_last(s)
    needed = q.pawns_missing(s) > 0
    action = first_of(mask, FREE_HELP)
    if action != NONE:
        return action
    if not needed and risks_dice(s, w, kind):
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


def risks_dice(s: Any, w: Any, kind: int) -> bool:
    """Return true if the acting character is healthy enough to roll dice for this action."""
    person = q.person_planned_last(s)
    if kind == GATHER:
        return person == q.FRIDAY or q.wounds(s, person) < w.dice_gather
    if kind == BUILD:
        return q.wounds(s, person) < w.dice_build
    return kind == EXPLORE and q.wounds(s, person) < w.dice_explore


# ------------------------------------------------------------------ candidates for search


def strike_out(s: Any, t: Any, w: Any, mask: Mask, own: int, most: int) -> None:
    """Leave the `most` most urgent plans and the rules' own action in the mask; keep all uses of items."""
    if q.decision(s) != PLAN or q.is_extra_action(s):
        return
    count = 0
    for action in range(FIRST_PLAN, AFTER_PLANS):
        count += mask[action] == 1 and action != own
    while count > most:
        least, at = 1e9, own
        for action in range(FIRST_PLAN, AFTER_PLANS):
            if mask[action] and action != own:
                value = plan_urgency(s, t, w, action)
                if value < least:
                    least, at = value, action
        mask[at] = 0
        count -= 1
    if own != PASS:
        mask[PASS] = 0


def suggest(s: Any, t: Any, w: Any, mask: Mask, sampler: Any) -> int:
    """A legal action by rules of thumb."""
    return decide(s, t, w, mask)


def is_next_round(s: Any, last: int) -> bool:
    """Return true if a round after `last` has begun and its first action is to be planned."""
    return s.rounds > last and q.is_before_a_pawn(s)


def new_round_range(states: Any, last: Any, out: Any, start: int, stop: int) -> None:
    """Write 1 for each game in which the round after `last` is to be planned, else 0."""
    for i in range(start, stop):
        out[i] = is_next_round(states[i], last[i])


def candidates_range(
    states: Any, tables: Any, preferences: Any, masks: Any, most: int, actions: Any, start: int, stop: int
) -> None:
    """Write the action by rules of thumb for each game; reduce `masks` to the candidates of a search."""
    for i in range(start, stop):
        s = states[i]
        t, w = tables[s.task], preferences[s.task]
        actions[i] = decide(s, t, w, masks[i])
        strike_out(s, t, w, masks[i], actions[i], most)
