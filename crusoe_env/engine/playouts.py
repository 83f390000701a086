"""Playouts: a template (`engine.compile.bind`), compiled for a game and the policy that plays on."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.contract import apply_action, goal_progress, playout_action, redeal, write_mask
from crusoe_env.engine.random import rekey
from crusoe_env.engine.stepping import copy_row

NO_ACTION = -(1 << 62)
"""No illegal action."""


def playout(s: Any, t: Any, mask: Mask, max_steps: int) -> int:
    """Play on with the record's own generator; NO_ACTION, or the illegal action at which it stopped."""
    for _ in range(max_steps):
        if s.over == 1:
            break
        write_mask(s, t, mask)
        action = int(playout_action(s, t, mask, s))
        if action < 0 or action >= len(mask) or mask[action] == 0:
            return action
        apply_action(s, t, action)
    return NO_ACTION


def playout_range(
    states: Any, rows: Any, work: Any, work_rows: Any, tables: Any, keys: Any, masks: Any, repeats: int,
    max_steps: int, means: Any, illegal: Any, start: int, stop: int,
) -> None:  # fmt: skip
    """`repeats` playouts from each game of the slice, each dealt anew.

    `rows` and `work_rows` are the bytes (n, itemsize) of `states` and of as many records to work in.
    `means` (n, 4) float64 receives the mean of victory, score, goal progress and rounds, `illegal` (n,) int64
    NO_ACTION, or the illegal action that was chosen.
    """
    for i in range(start, stop):
        t = tables[states[i].task]
        means[i, :] = 0.0
        illegal[i] = NO_ACTION
        for k in range(repeats):
            copy_row(rows[i], work_rows[i])
            s = work[i]
            rekey(s, keys[i] + k)
            s.forced_count = 0
            redeal(s, t, s.acting)
            illegal[i] = playout(s, t, masks[i], max_steps)
            if illegal[i] != NO_ACTION:
                break
            means[i, 0] += s.victory / repeats
            means[i, 1] += s.score / repeats
            means[i, 2] += goal_progress(s, t) / repeats
            means[i, 3] += s.rounds / repeats
