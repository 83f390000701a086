"""Victory points, progress towards the goal, and the potential for shaped rewards."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.rules.stores import has_shelter
from crusoe_env.robinson.rules.woodpile import stages_complete, wood_needed
from crusoe_env.robinson.state import BUILT, FUTURE_ITEM

POINTS_LIFE, POINTS_WEAPON, POINTS_ROOF, POINTS_STAGE, POINTS_PALISADE = range(5)


@compiled
def victory_points(s: Any, t: Any) -> int:
    """Points of the scenario sheet, after a victory or a defeat."""
    points = t.points[POINTS_WEAPON] * s.weapon + t.points[POINTS_ROOF] * s.roof
    points += t.points[POINTS_PALISADE] * s.palisade
    points += t.points[POINTS_STAGE] * stages_complete(s, t)
    for player in range(s.players):
        hearts = t.dies_at[s.character[player]] - 1
        points += t.points[POINTS_LIFE] * max(0, hearts - s.wounds[player])
    return int(points)


@compiled
def goal_progress(s: Any, t: Any) -> float:
    """1 for a victory; before that 0.7 for the woodpile and 0.25 for the fire."""
    if s.victory == 1:
        return 1.0
    fire = s.invention_state[t.goal_item]
    built = 0.25 if fire in (BUILT, FUTURE_ITEM) else 0.0
    return 0.7 * s.pile / wood_needed(t) + built


@compiled
def potential(s: Any, t: Any) -> float:
    """Potential of a live state: progress, rounds survived, life left, shelter and roof."""
    life = 1.0
    for player in range(s.players):
        limit = t.dies_at[s.character[player]]
        life = min(life, 1.0 - s.wounds[player] / limit)
    shelter = 0.05 if has_shelter(s, t) else 0.0
    roof = 0.02 * min(int(s.roof), 4)
    return 0.5 * goal_progress(s, t) + 0.2 * s.rounds / t.rounds + 0.15 * life + shelter + roof
