"""Rules of thumb for Robinson Crusoe: what to do without thinking ahead. A template (core.compile.bind).

`decide` knows a sensible action for every decision. `agents.robinson.scripted` plays on with it in its head
to see where an action leads; it also says which plans are worth such a thought (`strike_out`).
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.hooks import write_mask
from crusoe_env.robinson.actions import (
    CHOOSE,
    LAY,
    PASS_ACTION,
    PERSON,
    PLAN_BUILD,
    PLAN_CAMP,
    PLAN_EXPLORE,
    PLAN_GATHER,
    PLAN_HUNT,
    PLAN_THREAT,
    REROLL_DIE,
    SUPPORT_BY,
    USE,
)
from crusoe_env.robinson.rules.world.island import explored_terrains, is_open, yield_of
from crusoe_env.robinson.rules.world.stores import has_shelter
from crusoe_env.robinson.scenarios.counters import missing_in_stage, stages_complete
from crusoe_env.robinson.state import (
    AT_NIGHT,
    AT_PLANNING,
    BASKET,
    BELTS,
    BISCUITS,
    BLANKETS,
    BOW,
    BOWTIE,
    BRANCH,
    BUILD,
    BY_CANDLES,
    BY_DOG,
    BY_FRIDAY,
    BY_OWN,
    BY_THIRD_NEXT,
    CANDLES_TOKEN,
    CHOOSE_PERSON,
    DASHES,
    DISCOVERIES,
    DURABLE_FOOD,
    EXPLORE,
    FEED,
    FIRE,
    FLASK_OF_RUM,
    FOOD,
    FRIDAY,
    FURNACE,
    GATHER,
    IN_FIGHT,
    IN_WEATHER,
    INVENTIONS,
    LANTERN,
    LARGE_LEAVES,
    LARVAE,
    MOUNTAINS,
    NONE,
    PALISADE,
    PAYMENT,
    PEOPLE,
    PLAN,
    REROLL,
    ROOF,
    SACK,
    SHELTER,
    SHORTCUT,
    SKILLS_EACH,
    SPACES,
    STARTING_ITEMS,
    SUPPORT,
    SUPPORTS,
    USABLE_TREASURES,
    VEGETABLES,
    WEAPON,
    WOOD,
)

USE_STARTING = USE + SKILLS_EACH
USE_TOKEN = USE_STARTING + STARTING_ITEMS
USE_BLANKETS = USE_TOKEN + DISCOVERIES + USABLE_TREASURES.index(BLANKETS)
HATCHET = INVENTIONS - 2
"""The first invention of the scenario sheet."""
OIL = 2
"""Wood that the token adds to the stage; more than is missing is lost."""
FIRST_ITEM = PLAN_BUILD + 4
PLAN_SHELTER, PLAN_ROOF = PLAN_BUILD + SHELTER, PLAN_BUILD + ROOF
PLAN_PALISADE, PLAN_WEAPON = PLAN_BUILD + PALISADE, PLAN_BUILD + WEAPON
ARRANGE = PLAN_CAMP


def decide(s: Any, t: Any, mask: Any) -> int:
    """A legal action by rules of thumb."""
    decision = s.decision
    thing = good_use(s, t, mask)
    if thing != NONE:
        return thing
    if decision == PLAN:
        return best_plan(s, t, mask)
    if decision == SUPPORT:
        return best_support(s, t, mask)
    if decision == PAYMENT:
        return last_choice(mask) if s.plan_kind[s.plans - 1] == BUILD else first_legal(mask)
    if decision == FEED:
        return wood_to_lay(s, t, mask)
    if decision == REROLL:
        if s.dice[1] == 0:
            return REROLL_DIE + 1
        return REROLL_DIE if s.dice[0] == 1 and s.determination[s.acting] >= 4 else PASS_ACTION
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


def last_choice(mask: Any) -> int:
    """The last way of paying: furs rather than wood."""
    for choice in range(3, -1, -1):
        if mask[CHOOSE + choice]:
            return CHOOSE + choice
    return first_legal(mask)


def wood_to_lay(s: Any, t: Any, mask: Any) -> int:
    """Lay what the camp does not need more urgently."""
    kept = 0
    late = t.counter_stages[0] - stages_complete(s, t, 0) >= t.rounds - s.rounds + 1
    if not late and s.rounds < 9:
        step = t.build_wood[s.players]
        if not has_shelter(s, t) or s.roof < roof_wanted(s):
            kept = step
    count = min(int(s.available[WOOD]) - kept, missing_in_stage(s, t, 0))
    return LAY + count - 1 if count > 0 and mask[LAY + count - 1] else PASS_ACTION


def roof_wanted(s: Any) -> int:
    """The roof that one should have this round."""
    if s.rounds >= 10:
        return 2
    if s.rounds >= 6:
        return 3
    return 2 if s.rounds >= 4 else 1


def best_person(s: Any, mask: Any) -> int:
    """Healing to who is worst off, burdens to who is best off."""
    heals = s.choice[2] == 0
    best, action = -1000, first_legal(mask)
    for place in range(PEOPLE):
        if mask[PERSON + place]:
            person = FRIDAY if place == FRIDAY else (s.acting + place) % s.players
            worth = int(s.wounds[person]) if heals else -int(s.wounds[person])
            if person == FRIDAY:
                worth += 3 if s.wounds[FRIDAY] >= 2 else -4
            if worth > best:
                best, action = worth, PERSON + place
    return action


def good_use(s: Any, t: Any, mask: Any) -> int:
    """A thing that is well used now, or NONE."""
    if s.window == IN_WEATHER:
        if s.rain + s.snow - s.ignored_rain - s.ignored_snow > s.roof:
            return first_use(mask, (USE_TOKEN + LARGE_LEAVES, USE_BLANKETS))
    elif s.window == IN_FIGHT:
        for action in range(USE, len(mask)):
            if mask[action]:
                return action
    elif s.window == AT_NIGHT:
        if s.available[FOOD] + s.available[DURABLE_FOOD] < s.players:
            action = first_use(mask, (USE_TOKEN + LARVAE, USE_STARTING + BISCUITS))
            if action != NONE:
                return action
        if s.wounds[s.acting] >= 2:
            return first_use(mask, (USE_TOKEN + VEGETABLES, USE_TOKEN + DASHES, USE_STARTING + FLASK_OF_RUM))
    elif s.window == AT_PLANNING:
        for token in range(DISCOVERIES):
            wasted = token == BOWTIE and missing_in_stage(s, t, 0) < OIL
            if mask[USE_TOKEN + token] and token not in (LARVAE, CANDLES_TOKEN) and not wasted:
                return USE_TOKEN + token
    return NONE


def first_use(mask: Any, things: Any) -> int:
    """The first of these things that can be used, or NONE."""
    for action in things:
        if mask[action]:
            return action
    return NONE


def best_support(s: Any, t: Any, mask: Any) -> int:
    """Pawns that cost nothing first; dice only for gathering, and only in good health."""
    plan = s.plans - 1
    kind, person = int(s.plan_kind[plan]), int(s.plan_person[plan])
    needed = s.choice[1] > 0
    for support in range(BY_DOG, len(SUPPORTS)):
        if support < BY_CANDLES and mask[SUPPORT_BY + support]:
            return SUPPORT_BY + support
    if not needed:
        healthy = person != FRIDAY and s.wounds[person] < 6
        if kind == GATHER and (healthy or person == FRIDAY):
            return PASS_ACTION
    if mask[SUPPORT_BY + BY_OWN]:
        return SUPPORT_BY + BY_OWN
    if mask[SUPPORT_BY + BY_FRIDAY]:
        return SUPPORT_BY + BY_FRIDAY
    if not needed and kind != BUILD:
        return PASS_ACTION
    for support in range(BY_THIRD_NEXT + 1):
        if mask[SUPPORT_BY + support]:
            return SUPPORT_BY + support
    if needed or kind == BUILD:
        for support in range(BY_CANDLES, len(SUPPORTS)):
            if mask[SUPPORT_BY + support]:
                return SUPPORT_BY + support
    return PASS_ACTION if mask[PASS_ACTION] else first_legal(mask)


def best_plan(s: Any, t: Any, mask: Any) -> int:
    """The action that the camp needs most."""
    best, action = 0.0, PASS_ACTION
    if not mask[PASS_ACTION]:
        action = first_legal(mask)
    for candidate in range(PLAN_THREAT, SUPPORT_BY):
        if mask[candidate]:
            worth = plan_worth(s, t, candidate)
            if worth > best:
                best, action = worth, candidate
    return action


def pawns_left(s: Any) -> int:
    """Free pawns of the planner and those who may support him."""
    count = 0
    for person in range(PEOPLE):
        count += int(s.free_pawns[person])
    return count


def plan_worth(s: Any, t: Any, action: int) -> float:
    """How urgent an action looks by rules of thumb; 0 for what is never sensible."""
    person = int(s.choice[0])
    friday = person == FRIDAY
    if action < PLAN_HUNT:
        card = s.threat[action - PLAN_THREAT]
        worth = 46.0 if action == PLAN_THREAT else 30.0
        if t.threat_effect[card] == 0:
            worth -= 25.0
        return worth if not friday else worth + 5.0
    if action == PLAN_HUNT:
        return 50.0 + 5.0 * (s.weapon - 3) if s.weapon >= 2 else 1.0
    if action < PLAN_GATHER:
        return build_worth(s, t, action, friday)
    if action < PLAN_EXPLORE:
        return gather_worth(s, t, action - PLAN_GATHER, friday)
    if action < PLAN_CAMP:
        return explore_worth(s, t, friday)
    if action == ARRANGE:
        return 20.0 - 4.0 * s.morale
    if friday:
        return 12.0 + 20.0 * (s.wounds[FRIDAY] >= t.friday_dies_at - 1)
    return 14.0 * s.wounds[person] - 60.0 if s.wounds[person] >= 3 else 2.0


def build_worth(s: Any, t: Any, action: int, friday: bool) -> float:
    """Buildings: sure pawns are needed."""
    if friday or pawns_left(s) < 2:
        return 0.5
    if action == PLAN_SHELTER:
        return 100.0
    if action == PLAN_ROOF:
        return 85.0 if s.roof < roof_wanted(s) else 10.0
    if action == PLAN_PALISADE:
        return 25.0 if s.palisade < 2 and s.rounds >= 6 else 5.0
    if action == PLAN_WEAPON:
        return 22.0 if s.weapon < 3 else 5.0
    item = action - FIRST_ITEM
    if item == FIRE:
        return 75.0 + 10.0 * s.rounds
    if item == HATCHET:
        return 80.0 - 4.0 * s.rounds
    if item in (BASKET, SACK, LANTERN, BELTS, SHORTCUT):
        return 62.0 - 3.0 * s.rounds
    if item == FURNACE:
        return 40.0
    if item == BOW:
        return 35.0
    return 18.0


def gather_worth(s: Any, t: Any, target: int, friday: bool) -> float:
    """Wood for the pile; food if the night would be hungry."""
    space, food = target >> 1, target & 1
    far = 8.0 * (s.way[space] - 1)
    amount = 6.0 * (yield_of(s, t, space, food) - 1)
    if food == 0:
        return 60.0 + amount - far
    stock = s.available[FOOD] + s.available[DURABLE_FOOD]
    for plan in range(s.plans):
        stock += s.plan_kind[plan] == GATHER and s.plan_target[plan] & 1 == 1
    return (90.0 if stock < s.players else 24.0) + amount - far


def explore_worth(s: Any, t: Any, friday: bool) -> float:
    """Exploring until the mountains are found and wood is near."""
    woods = tiles = 0
    for space in range(SPACES):
        if space != s.camp and is_open(s, space):
            tiles += 1
            woods += yield_of(s, t, space, 0) if s.way[space] == 1 else 0
    planned = 0
    for plan in range(s.plans):
        planned += s.plan_kind[plan] == EXPLORE
    worth = 30.0 - 3.0 * tiles
    if not (explored_terrains(s, t) >> MOUNTAINS) & 1:
        worth += 40.0
    if woods == 0:
        worth += 30.0
    return worth + 15.0 * friday - 25.0 * planned


# ------------------------------------------------------------------ looking ahead


def strike_out(s: Any, t: Any, mask: Any, own: int, most: int) -> None:
    """Leave only the most urgent `most` plans and the rule of thumb's own in the mask; things to use stay."""
    if s.decision != PLAN or s.choice[1] == 1:
        return
    count = 0
    for action in range(PLAN_THREAT, SUPPORT_BY):
        count += mask[action] == 1 and action != own
    while count > most:
        least, at = 1e9, own
        for action in range(PLAN_THREAT, SUPPORT_BY):
            if mask[action] and action != own:
                worth = plan_worth(s, t, action)
                if worth < least:
                    least, at = worth, action
        mask[at] = 0
        count -= 1
    if own != PASS_ACTION:
        mask[PASS_ACTION] = 0


def candidates_range(
    states: Any, tables: Any, masks: Any, most: int, actions: Any, start: int, stop: int
) -> None:
    """The rule of thumb's action for each game; in `masks` only what is worth a thought is left."""
    t = tables[0]
    for i in range(start, stop):
        actions[i] = decide(states[i], t, masks[i])
        strike_out(states[i], t, masks[i], actions[i], most)


def follow_range(
    states: Any, tables: Any, masks: Any, begun: Any, actions: Any, start: int, stop: int
) -> None:
    """The rule of thumb's action for each game, NONE where the round after `begun` is to be planned."""
    t = tables[0]
    for i in range(start, stop):
        s = states[i]
        if s.over == 1 or (s.rounds > begun[i] and (s.decision == PLAN or s.decision == FEED)):
            actions[i] = NONE
        else:
            write_mask(s, t, masks[i])
            actions[i] = decide(s, t, masks[i])
