"""Simulation of plans with a trained policy. A template (see `crusoe_env.engine.compile.bind`).

One loop plays a future to its end. The network reads what has changed of the observation since it last read
one, and works out the logits of legal actions alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.contract import OBSERVATION_SCALE, write_mask, write_observation
from crusoe_env.engine.stepping import ENDED, play

from ..learning.kernels import (
    WORD,
    add_changes,
    later_layers,
    legal_logits,
    product,
    rectified,
    two_chances,
)
from .planner_loop import NO_ACTION, PERCENT, next_planned

DRAWN = 1
"""The variant that draws every action; the other takes the most probable one."""
TEMPERATURE = 2.0
"""Temperature of draws; with 1 most plans would be the same."""
STRIDE = 1 << 32
"""Between the keys of two decisions of a plan."""


def follow_policy_range(
    states: Any, tables: Any, settings: Any, network: Any, plans: Any, variants: Any, turns: Any, noise: Any,
    keys: Any, rounds: int, most: int, discount: float, taken: Any, returns: Any, start: int, stop: int,
) -> None:  # fmt: skip
    """Follow a plan in each game of the slice, in place, and the policy where it has no action.

    Shapes: `settings` (1,) a record of `stepping.SETTINGS`; `network` as `NumpyPolicy.arrays` gives it;
    `plans` and `taken` int16 (n, length), filled up with NO_ACTION; `variants`, `turns`, `noise` and `keys`
    int64 (n,), see `Candidates`. A future lasts `rounds` rounds, the present one included, and at most `most`
    decisions. `returns` float64 (n,) receives the discounted rewards, and the value of what comes after.
    """
    _, first_bias, widths, _, _, weight, bias, value_weight, value_bias = network
    size, actions = len(OBSERVATION_SCALE), len(bias)
    room = (size + WORD - 1) // WORD * WORD
    seen, known = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
    rows = seen[:size], seen.view(np.uint64), known[:size], known.view(np.uint64)
    layers = np.empty((2, len(first_bias)), np.float32), np.empty((2, widths.max()), np.float32)
    hidden, logits = np.empty(widths[-1], np.float32), np.empty(actions, np.float32)
    mask, legal = np.zeros(actions, np.int8), np.empty(actions, np.int64)
    for i in range(start, stop):
        s = states[i]
        t = tables[s.task]
        taken[i, :] = NO_ACTION
        known[:] = 0
        layers[0][0, :] = first_bias
        last, at, share, total = s.rounds + rounds - 1, 0, 1.0, 0.0
        for count in range(most + 1):
            if s.rounds > last or count == most:
                read(s, t, network, rows, layers, hidden)
                total += share * (product(hidden, value_weight) + value_bias)
                break
            write_mask(s, t, mask)
            found = next_planned(plans[i], at, mask)
            at = at if found == NO_ACTION else found + 1
            action = NO_ACTION if found == NO_ACTION else int(plans[i, found])
            choices = list_legal(mask, legal)
            is_turn = count == turns[i] and choices > 1
            if choices == 1:
                action = legal[0]
            elif is_turn or found == NO_ACTION:
                read(s, t, network, rows, layers, hidden)
                legal_logits(hidden, weight, bias, legal, choices, logits)
                choice, by_chance = two_chances(keys[i] + count * STRIDE)
                usual = legal[most_probable(logits, choices)]
                if is_turn:
                    exclude(usual if found == NO_ACTION else action, legal, logits, choices)
                if is_turn or variants[i] == DRAWN or by_chance * PERCENT < noise[i]:
                    action = legal[draw(logits, choices, choice)]
                else:
                    action = usual
            if count < taken.shape[1]:
                taken[i, count] = action
            reward, flags = play(s, t, settings[0], mask, action)
            total += share * reward
            share *= discount
            if flags & ENDED:
                break
        returns[i] = total


def read(s: Any, t: Any, network: Any, rows: Any, layers: Any, hidden: Any) -> None:
    """Write what the trunk makes of the view of the player who acts, rectified, float32 (width,).

    `rows` are the observation and the one that was read before, `layers` the first layer and room for others.
    """
    weight, _, widths, weights, biases, _, _, _, _ = network
    first, others = layers
    write_observation(s, t, s.acting, rows[0])
    add_changes(*rows, OBSERVATION_SCALE, weight, first[0])
    rectified(first[0], first[1])
    later_layers(first[1], widths, weights, biases, others, hidden)


def list_legal(mask: Mask, legal: Any) -> int:
    """Write the legal actions of a mask into int64 (actions,); how many there are."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            legal[count] = action
            count += 1
    return count


def most_probable(logits: Any, count: int) -> int:
    """The place of the greatest of `count` logits, the first of them."""
    best = 0
    for k in range(count):
        if logits[k] > logits[best]:
            best = k
    return best


def exclude(action: int, legal: Any, logits: Any, count: int) -> None:
    """Make an action impossible."""
    for k in range(count):
        if legal[k] == action:
            logits[k] = -np.inf


def draw(logits: Any, count: int, chance: float) -> int:
    """The place of one of `count` logits, drawn by a number 0 .. 1."""
    highest = logits[most_probable(logits, count)]
    whole = 0.0
    for k in range(count):
        whole += np.exp((logits[k] - highest) / TEMPERATURE)
    below, place = 0.0, most_probable(logits, count)
    for k in range(count):
        below += np.exp((logits[k] - highest) / TEMPERATURE)
        if below > chance * whole:
            place = k
            break
    return place
