"""Simulation of plans. A template (see `crusoe_env.engine.compile.bind`).

A plan is a row of actions for the rest of the round, in order. Chance may lead to other decisions than it
expects; then a legal action a little later in the plan is taken, or one of the rollout policy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.contract import apply_action, write_mask
from crusoe_env.engine.random import below
from crusoe_env.engine.state import SAMPLER
from crusoe_env.engine.stepping import random_legal

from .rollout_policy import is_next_round, suggest
from .values import value_of

NO_ACTION = -1
LOOK_AHEAD = 8
"""Actions of a plan that are searched for one that is legal now."""
PERCENT = 100

FUTURE = np.dtype(
    (
        np.record,
        [
            *((name, SAMPLER[name]) for name in SAMPLER.names or ()),  # the plan's random numbers
            ("now", "i8"),  # the row of the rollout policy for this round
            ("later", "i8"),  # the row for the following rounds
            ("turn", "i8"),  # the decision with a random action, or NO_ACTION
            ("noise", "i8"),  # the percentage of random actions where the plan has none
        ],
    )
)
"""Settings of one simulated future."""

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("rounds", "i8"),  # simulated rounds, the present one included
            ("most", "i8"),  # most decisions of a future
            ("progress_weight", "f8"),  # of progress beside victory in a value, 0 .. 1
            ("cut_playouts", "i1"),  # 0: the value of a game that is over counts progress beside victory
        ],
    )
)


def follow_range(
    states: Any, tables: Any, policies: Any, settings: Any, futures: Any, plans: Any, masks: Any, taken: Any,
    start: int, stop: int,
) -> None:  # fmt: skip
    """Follow a plan in each game of the slice, in place, then the rollout policy.

    Shapes: `policies` records of the rollout policy; `settings` (1,) and `futures` (n,) records; `plans`
    int16 (n, length), filled up with NO_ACTION; `masks` int8 (n, actions), to work in; `taken` int16
    (n, length) receives the actions of this round.
    """
    p = settings[0]
    for i in range(start, stop):
        s, f = states[i], futures[i]
        t, mask = tables[s.task], masks[i]
        taken[i, :] = NO_ACTION
        this_round, later, at, count = s.rounds, False, 0, 0
        while s.over == 0 and count < p.most and not is_next_round(s, this_round + p.rounds - 1):
            later = later or is_next_round(s, this_round)
            write_mask(s, t, mask)
            found = NO_ACTION if later else next_planned(plans[i], at, mask)
            if later:
                action = suggest(s, t, policies[f.later], mask, f)
            elif count == f.turn or (found == NO_ACTION and below(f, PERCENT) < f.noise):
                action = random_legal(f, mask)
            elif found == NO_ACTION:
                action = suggest(s, t, policies[f.now], mask, f)
            else:
                action = int(plans[i, found])
            at = at if found == NO_ACTION else found + 1
            if not later and count < taken.shape[1]:
                taken[i, count] = action
            count += 1
            apply_action(s, t, action)


def next_planned(plan: Any, at: int, mask: Mask) -> int:
    """The index in a plan of the next action that is legal now, or NO_ACTION."""
    for place in range(at, min(at + LOOK_AHEAD, len(plan))):
        if plan[place] == NO_ACTION:
            return NO_ACTION
        if mask[plan[place]]:
            return place
    return NO_ACTION


def value_range(states: Any, tables: Any, settings: Any, values: Any, start: int, stop: int) -> None:
    """Write the value of each state, float64 (n,), 0 .. 1."""
    for i in range(start, stop):
        values[i] = value_of(states[i], tables[states[i].task], settings[0])
