"""Victory points, progress towards the goal, and the potential for shaped rewards."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.rules.world.stores import has_shelter, stock
from crusoe_env.robinson.scenarios.woodpile import stages_complete, wood_needed
from crusoe_env.robinson.state import BUILT, DURABLE_FOOD, FOOD, FUTURE_ITEM, WOOD

POINTS_LIFE, POINTS_WEAPON, POINTS_ROOF, POINTS_STAGE, POINTS_PALISADE = range(5)
PROGRESS_PILE, PROGRESS_FIRE = 0.7, 0.25
FOR_PILE, FOR_FIRE, FOR_ROUNDS = 0.34, 0.1, 0.2
FOR_LIFE, FOR_FOOD = 0.15, 0.04
FOR_SHELTER, FOR_ROOF, FOR_PALISADE = 0.05, 0.09, 0.03
"""Shares of the potential; together 1."""
STORED_WOOD = 0.7
"""What wood in store counts, against wood on the pile, which nothing takes away."""
ENOUGH_ROOF, ENOUGH_PALISADE = 3, 2


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
    return PROGRESS_PILE * s.pile / wood_needed(t) + PROGRESS_FIRE * has_goal_item(s, t)


@compiled
def has_goal_item(s: Any, t: Any) -> int:
    """1 when the item of the goal is built, also if it only arrives at the end of the action phase."""
    state = s.invention_state[t.goal_item]
    return 1 if state in (BUILT, FUTURE_ITEM) else 0


@compiled
def potential(s: Any, t: Any) -> float:
    """Potential of a live state, 0 .. 1: the goal, the rounds survived, life, and what protects it."""
    return goal_part(s, t) + life_part(s, t) + camp_part(s, t)


@compiled
def goal_part(s: Any, t: Any) -> float:
    """Wood on the pile, less for wood that can still go there; the fire; the rounds survived."""
    needed = wood_needed(t)
    stored = min(int(s.available[WOOD]) + int(s.future[WOOD]), needed - s.pile)
    pile = (s.pile + STORED_WOOD * stored) / needed
    return FOR_PILE * pile + FOR_FIRE * has_goal_item(s, t) + FOR_ROUNDS * s.rounds / t.rounds


@compiled
def life_part(s: Any, t: Any) -> float:
    """Hearts of who is worst off, since one death ends the game; food for the night."""
    life = 1.0
    for player in range(s.players):
        life = min(life, 1.0 - s.wounds[player] / t.dies_at[s.character[player]])
    fed = min(1.0, (stock(s, FOOD) + s.future[FOOD] + s.future[DURABLE_FOOD]) / s.players)
    return FOR_LIFE * max(0.0, life) + FOR_FOOD * fed


@compiled
def camp_part(s: Any, t: Any) -> float:
    """Shelter, roof against the clouds of winter, palisade."""
    roof = min(int(s.roof), ENOUGH_ROOF) / ENOUGH_ROOF
    palisade = min(int(s.palisade), ENOUGH_PALISADE) / ENOUGH_PALISADE
    shelter = 1 if has_shelter(s, t) else 0
    return FOR_SHELTER * shelter + FOR_ROOF * roof + FOR_PALISADE * palisade
