"""Queries: rounds, the pile, the goal."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.queries.names import PILE
from crusoe_env.robinson.scenarios import counters, goals

# ------------------------------------------------------------------ rounds and the pile


@compiled
def rounds_left(s: State, t: Tables) -> int:
    """How many rounds are left, this one included."""
    return int(t.rounds - s.rounds + 1)


@compiled
def counter(s: State, number: int) -> int:
    """A counter of the scenario, numbered as in its file."""
    return int(s.counter[number])


@compiled
def wood_on_pile(s: State) -> int:
    """Wood on the pile."""
    return int(s.counter[PILE])


@compiled
def wood_missing(s: State, t: Tables) -> int:
    """How much wood the whole pile still needs."""
    return int(counters.most_of(t, PILE) - s.counter[PILE])


@compiled
def wood_missing_in_stage(s: State, t: Tables) -> int:
    """How much wood the current stage of the pile still takes."""
    return int(counters.missing_in_stage(s, t, PILE))


@compiled
def stages_left(s: State, t: Tables) -> int:
    """How many stages of the pile are not finished."""
    return int(t.counter_stages[PILE] - counters.stages_complete(s, t, PILE))


@compiled
def was_stage_finished(s: State, t: Tables) -> bool:
    """Was a stage finished this round? Then no more wood is laid in it."""
    return not counters.may_be_fed(s, t, PILE)


# ------------------------------------------------------------------ the goal


@compiled
def goal_term(s: State, t: Tables, term: int) -> float:
    """How much is done of a term of the goal's progress, 0 .. 1; 0 for one that the scenario lacks."""
    if term >= t.progress_terms:
        return 0.0
    return goals.share_of(s, t, int(t.progress_of[term]), t.progress_enough[term])


@compiled
def promising_term(s: State, t: Tables, term: int) -> float:
    """How much is there of a term of the scenario's potential, 0 .. 1; 0 for one that it lacks."""
    if term >= t.potential_terms:
        return 0.0
    return goals.share_of(s, t, int(t.potential_of[term]), t.potential_enough[term])


@compiled
def totems_found(s: State) -> int:
    """How many totems have been found."""
    return int(s.totems_found)
