"""The goal of a scenario, its own losses, victory points, progress, and the potential for shaped rewards."""

from __future__ import annotations

from numpy.typing import NDArray

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.ending import lose, win
from crusoe_env.robinson.scenarios.measures import condition_holds, measure, number_of

AT_ONCE, AT_ROUND_END = range(2)
"""When a goal is looked at."""


@compiled
def goal_met(s: State, t: Tables) -> bool:
    """Does everything hold that the goal needs?"""
    for i in range(t.goal_conditions):
        if not condition_holds(s, t, int(t.goal[i, 0]), int(t.goal[i, 1]), int(t.goal[i, 2])):
            return False
    return t.goal_conditions > 0


@compiled
def check_ending(s: State, t: Tables, when: int) -> None:
    """A scenario's own losses at any time; its goal at once, or at the end of a round."""
    for i in range(t.losses):
        if condition_holds(s, t, int(t.loss[i, 0]), int(t.loss[i, 1]), int(t.loss[i, 2])):
            lose(s, c.FIRST_LOSS + i)
    if t.goal_checked == when and goal_met(s, t):
        win(s)


@compiled
def victory_points(s: State, t: Tables) -> int:
    """Points of the scenario sheet, after a victory or a defeat."""
    points = 0
    for i in range(t.points_terms):
        points += int(t.points[i, 1] * measure(s, t, int(t.points[i, 0])))
    return points


@compiled
def goal_progress(s: State, t: Tables) -> float:
    """1 for a victory; before that the weighed shares of what the goal asks, less than 1."""
    if s.victory == 1:
        return 1.0
    return weighed(s, t, t.progress_of, t.progress_enough, t.progress_weight, t.progress_terms)


@compiled
def rounds_share(s: State, t: Tables) -> float:
    """The share of the scenario's rounds that have begun."""
    return float(s.rounds / t.rounds)


@compiled
def potential(s: State, t: Tables) -> float:
    """Potential of a live state, 0 .. 1, as the scenario weighs it."""
    return weighed(s, t, t.potential_of, t.potential_enough, t.potential_weight, t.potential_terms)


@compiled
def weighed(s: State, t: Tables, of: NDArray, enough: NDArray, weight: NDArray, count: int) -> float:
    """The sum of weights, each with the share of enough that its measure has reached."""
    total = 0.0
    for i in range(count):
        total += weight[i] * share_of(s, t, int(of[i]), enough[i])
    return total


@compiled
def share_of(s: State, t: Tables, of: int, enough: float) -> float:
    """The share of enough that a measure has reached, 0 .. 1."""
    return min(1.0, max(0.0, measure(s, t, of) / number_of(s, t, enough)))
