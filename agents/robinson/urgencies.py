"""How urgent a plan looks in Robinson Crusoe, by rules of thumb. A template (engine.compile.bind).

`w` is a record of `agents.robinson.preferences.PREFERENCES`. Urgencies have no unit, see
`preferences.URGENCIES`: the pawn goes to the plan of the highest one.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.arrays import Mask
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT

from .preferences import NO_COUNTER

PASS = LAYOUT.index("pass")
FIRST_PLAN, AFTER_PLANS = LAYOUT.start["threat"], LAYOUT.start["support"]
"""The first action that places a pawn, and the first one after those."""
LEFT_THREAT, HUNT = LAYOUT.index("plan threat left"), LAYOUT.index("plan hunt")
BUILDINGS, GATHERINGS, EXPLORATIONS, SPECIAL_ACTIONS = (
    LAYOUT.start[block] for block in ("build", "gather", "explore", "special")
)
SHELTER, ROOF, PALISADE, WEAPON = map(
    LAYOUT.index, ("plan shelter", "plan roof", "plan palisade", "plan weapon")
)
ARRANGE_CAMP = LAYOUT.index("plan arrange camp")
NOWHERE = q.SPACES
"""The last place of a special action: none of its own."""
WOUNDS_TAKEN = 2  # wounds: so far the strength of an enemy may be above the weapon level
FRESH = 3  # wounds: whoever has fewer does not rest
HUNTING_WEAPON, USUAL_WEAPON = 2, 3  # weapon levels: the least to hunt with; the one that `hunt` is for
BUILDERS = 2  # pawns: who has fewer left does not build, or dice would decide

# Urgencies.
LEAST = -1e9  # below all
TOO_STRONG = 30.0  # fighting an enemy that is too strong
MEANS_IN_HAND = 20.0  # getting more of what is only a means, while some is left
THREAT_BY_FRIDAY = 5.0  # more if Friday takes it
REST, REST_OF_FRIDAY, REST_OF_DYING_FRIDAY = 2.0, 12.0, 20.0  # the last is added at one heart left
HUNT_UNARMED, BUILD_WITH_DICE = 1.0, 0.5
UNKNOWN_REFUGE = 15.0  # more where the camp could stay longer
UNKNOWN_BY_FRIDAY = 15.0  # more if Friday explores


def best_plan(s: Any, t: Any, w: Any, mask: Mask) -> int:
    """The action that the camp needs most."""
    best, action = 0.0 if mask[PASS] else LEAST, PASS
    for candidate in range(FIRST_PLAN, AFTER_PLANS):
        if mask[candidate]:
            urgency = plan_urgency(s, t, w, candidate)
            if urgency > best:
                best, action = urgency, candidate
    return action


def plan_urgency(s: Any, t: Any, w: Any, action: int) -> float:
    """How urgent an action looks; 0 for one that is never sensible."""
    person = q.planner(s)
    friday = person == q.FRIDAY
    if action < HUNT:
        urgency = w.threat_left if action == LEFT_THREAT else w.threat_right
        if not q.threat_strikes(s, t, action - LEFT_THREAT):
            urgency -= w.threat_idle
        return urgency if not friday else urgency + THREAT_BY_FRIDAY
    if action == HUNT:
        return hunt_urgency(s, w)
    if action < GATHERINGS:
        return build_urgency(s, w, action, friday)
    if action < EXPLORATIONS:
        target = action - GATHERINGS  # wood on space 0, food on space 0, wood on space 1, ...
        return gather_urgency(s, t, w, target >> 1, target & 1 == 1)
    if action < ARRANGE_CAMP:
        return explore_urgency(s, t, w, action - EXPLORATIONS, friday)
    if action == ARRANGE_CAMP:
        return w.arrange - w.arrange_morale * q.morale(s)
    if action >= SPECIAL_ACTIONS:
        return special_urgency(s, w, action - SPECIAL_ACTIONS)
    if friday:
        return REST_OF_FRIDAY + REST_OF_DYING_FRIDAY * (q.hearts_left(s, t, q.FRIDAY) <= 1)
    return w.rest_wound * q.wounds(s, person) - w.rest if q.wounds(s, person) >= FRESH else REST


def hunt_urgency(s: Any, w: Any) -> float:
    """Urgency of hunting: higher with better weapons and when furs are needed."""
    if q.weapon(s) < HUNTING_WEAPON:
        return HUNT_UNARMED
    return w.hunt + w.hunt_weapon * (q.weapon(s) - USUAL_WEAPON) + w.hunt_fur * (q.furs_in_store(s) < w.fur)


def build_urgency(s: Any, w: Any, action: int, friday: bool) -> float:
    """Urgency of building, which needs two pawns: one would leave it to the dice."""
    if friday or q.free_pawns(s) < BUILDERS:
        return BUILD_WITH_DICE
    if action == SHELTER:
        return w.shelter
    if action == ROOF:
        return w.roof_needed if q.roof(s) < w.roof[s.rounds] else w.roof_more
    if action == PALISADE:
        needed = q.palisade(s) < w.palisade and s.rounds >= w.palisade_from
        return w.palisade_needed if needed else w.palisade_more
    if action == WEAPON:
        return w.weapon_urgency if q.weapon(s) < w.weapon else w.weapon_more
    target = action - BUILDINGS
    urgency = w.build[target] + w.build_each_round[target] * s.rounds
    return urgency + w.of_goal[target] * (w.goal_build + w.goal_build_later * s.rounds)


def gather_urgency(s: Any, t: Any, w: Any, space: int, food: bool) -> float:
    """Urgency of gathering: wood while it is needed, food if the night would be hungry."""
    far = w.far * (q.steps_from_camp(s, space) - 1)
    if not food:
        enough = q.wood_in_store(s) >= w.wood + q.wood_for_a_structure(s, t)
        return (w.wood_more if enough else w.wood_needed) + w.each_more * (q.wood_on(s, t, space) - 1) - far
    enough = q.food_in_store(s) + q.food_gatherings_planned(s) >= q.mouths(s, t)
    return (w.food_more if enough else w.food_needed) + w.each_more * (q.food_on(s, t, space) - 1) - far


def explore_urgency(s: Any, t: Any, w: Any, target: int, friday: bool) -> float:
    """Urgency of exploring: higher until the goal's terrains, wood and a space to move to are known."""
    woods = tiles = 0
    for space in range(q.SPACES):
        if space != q.camp(s) and q.is_open(s, space):
            tiles += 1
            woods += q.wood_on(s, t, space) if q.steps_from_camp(s, space) == 1 else 0
    urgency = w.unknown - w.unknown_fewer * tiles + w.explore
    for terrain in range(q.TERRAIN_COUNT):
        if (w.terrains >> terrain) & 1 and not q.is_explored(s, t, terrain):
            urgency += w.unknown_terrain
            break
    if woods == 0:
        urgency += w.unknown_wood
    if target < q.SPACES and w.gone[target] > w.gone[q.camp(s)]:
        urgency += UNKNOWN_REFUGE
    return urgency + UNKNOWN_BY_FRIDAY * friday - w.unknown_again * q.explorations_planned(s)


def special_urgency(s: Any, w: Any, target: int) -> float:
    """Urgency of the scenario's own actions: less for each step from the camp."""
    special, place = target // (q.SPACES + 1), target % (q.SPACES + 1)
    far = 0.0 if place == NOWHERE or place == q.camp(s) else w.far * (q.steps_from_camp(s, place) - 1)
    if q.weapon(s) + WOUNDS_TAKEN < w.strength[special]:
        return TOO_STRONG
    if w.means[special] != NO_COUNTER and q.counter(s, w.means[special]) > 0:
        return MEANS_IN_HAND
    return w.special[special] + w.goal_special + w.goal_special_later * s.rounds - far


def planned_range(states: Any, out: Any, start: int, stop: int) -> None:
    """Write for each game and kind of action whether somebody else than the acting player leads one."""
    for i in range(start, stop):
        for kind in range(out.shape[1]):
            out[i, kind] = q.is_planned_by_others(states[i], kind)
