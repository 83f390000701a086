"""Loops over games, written once: a template that `core.compile.bind` compiles against one game's rules.

All functions take slices `start .. stop` of their arrays, so that several threads can share one batch.
Shapes: `states` (n,) records; `masks` (n, actions) int8; `observations` (n, size) float32; `actions` (n,)
int64; `rewards` (n,) float64; `flags` (n,) uint8; `results` (n,) records of kind `RESULT`; `tables` and
`settings` (1,) records.
Arrays of records come as plain ndarrays: a recarray or a single record costs microseconds more per call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.core.hooks import (
    apply_action,
    goal_progress,
    new_game,
    potential,
    redeal,
    write_mask,
    write_observation,
)
from crusoe_env.core.random import below, rekey

ILLEGAL, TERMINATED, TRUNCATED = 1, 2, 4
ENDED = TERMINATED | TRUNCATED

IGNORE, RAISE, TERMINATE = range(3)
"""What an illegal action does; raising is done by the caller, the game itself stays as it is."""

SPARSE, SHAPED, SCORE = range(3)

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When an ended game is reset, as in `gymnasium.vector.AutoresetMode`."""

ENDED_BY_ILLEGAL_ACTION = -1
OUT_OF_STEPS = -2

SETTINGS = np.dtype(
    (
        np.record,
        [
            ("on_illegal", "i4"),
            ("illegal_penalty", "f8"),
            ("reward", "i4"),
            ("discount", "f8"),
            ("max_steps", "i4"),
        ],
    )
)
RESULT = np.dtype(
    (
        np.record,
        [
            ("victory", "i2"),
            ("score", "i4"),
            ("goal_progress", "f8"),
            ("rounds", "i4"),
            ("cause", "i2"),
            ("steps", "i4"),
        ],
    )
)


def play(s: Any, t: Any, p: Any, mask: Any, action: int) -> Any:
    """One action of an agent: (reward, flags). An illegal one never changes the game."""
    s.steps += 1
    if action < 0 or action >= len(mask) or mask[action] == 0:
        flags = ILLEGAL
        if p.on_illegal == TERMINATE:
            s.over = 1
            s.cause = ENDED_BY_ILLEGAL_ACTION
            flags |= TERMINATED
        elif s.steps >= p.max_steps:
            flags |= TRUNCATED
        return 0.0 - p.illegal_penalty, flags  # never -0.0
    before = potential(s, t) if p.reward == SHAPED else 0.0
    apply_action(s, t, action)
    flags = 0
    if s.over == 1:
        flags = TERMINATED
    elif s.steps >= p.max_steps:
        flags = TRUNCATED
    return reward_of(s, t, p, before), flags


def reward_of(s: Any, t: Any, p: Any, before: float) -> float:
    """The reward for the state just reached; `before` is the potential of the state that was left."""
    if p.reward == SCORE:
        return float(s.score) if s.over == 1 else 0.0
    reward = 1.0 if s.over == 1 and s.victory == 1 else 0.0
    if p.reward == SHAPED:
        after = 0.0 if s.over == 1 else potential(s, t)
        reward += p.discount * after - before
    return reward


def write_result(s: Any, t: Any, flags: int, result: Any) -> None:
    """The facts of an ended episode."""
    result.victory = s.victory
    result.score = s.score
    result.goal_progress = goal_progress(s, t)
    result.rounds = s.rounds
    result.cause = s.cause if flags & TERMINATED else OUT_OF_STEPS
    result.steps = s.steps


def write_view(s: Any, t: Any, flags: int, mask: Any, observation: Any) -> None:
    """Mask and observation of the player who acts; the mask of an ended game is all ones."""
    if flags & ENDED:
        mask[:] = 1
    else:
        write_mask(s, t, mask)
    write_observation(s, t, s.acting, observation)


def reset_range(
    states: Any, tables: Any, masks: Any, observations: Any, flags: Any, start: int, stop: int
) -> None:
    """A new episode in each game of the slice."""
    t = tables[0]
    for i in range(start, stop):
        new_game(states[i], t)
        flags[i] = 0
        write_view(states[i], t, 0, masks[i], observations[i])


def view_range(
    states: Any, tables: Any, masks: Any, observations: Any, flags: Any, start: int, stop: int
) -> None:
    """Write mask and observation of each game of the slice, and its flags, from the state alone."""
    t = tables[0]
    for i in range(start, stop):
        flags[i] = TERMINATED if states[i].over == 1 else 0
        write_view(states[i], t, flags[i], masks[i], observations[i])


def observe_range(states: Any, tables: Any, viewers: Any, observations: Any, start: int, stop: int) -> None:
    """Write what player `viewers[i]` (int64, (n,)) knows of each game of the slice."""
    t = tables[0]
    for i in range(start, stop):
        write_observation(states[i], t, viewers[i], observations[i])


def step_range(
    states: Any,
    tables: Any,
    settings: Any,
    actions: Any,
    masks: Any,
    observations: Any,
    rewards: Any,
    flags: Any,
    results: Any,
    final_observations: Any,
    autoreset: int,
    start: int,
    stop: int,
) -> None:
    """One action in each game of the slice, with mask, observation, reward, flags and results written.

    `masks` must hold the legal actions of the present states. `final_observations` is written only under
    SAME_STEP.
    """
    t = tables[0]
    p = settings[0]
    for i in range(start, stop):
        s = states[i]
        if flags[i] & ENDED and autoreset != SAME_STEP:
            rewards[i] = 0.0
            if autoreset == DISABLED:  # it waits for its reset
                continue
            s.forced_count = 0
            new_game(s, t)
            flags[i] = 0
        else:
            rewards[i], flags[i] = play(s, t, p, masks[i], actions[i])
            if flags[i] & ENDED:
                write_result(s, t, flags[i], results[i])
                if autoreset == SAME_STEP:
                    write_observation(s, t, s.acting, final_observations[i])
                    s.forced_count = 0
                    new_game(s, t)
                    write_view(s, t, 0, masks[i], observations[i])
                    continue
        write_view(s, t, flags[i], masks[i], observations[i])


def sample_range(samplers: Any, masks: Any, actions: Any, start: int, stop: int) -> None:
    """A uniformly random legal action for each game of the slice; `samplers` are records with a generator."""
    for i in range(start, stop):
        actions[i] = random_legal(samplers[i], masks[i])


def random_legal(sampler: Any, mask: Any) -> int:
    """A uniformly random legal action of a mask that has at least one."""
    legal = 0
    for action in range(len(mask)):
        legal += int(mask[action])  # uncompiled, int8 would overflow
    skip = below(sampler, legal)
    for action in range(len(mask)):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return 0


def apply_range(states: Any, tables: Any, actions: Any, masks: Any, start: int, stop: int) -> None:
    """Carry out one legal action in each live game of the slice (no rewards, no resets)."""
    t = tables[0]
    for i in range(start, stop):
        s = states[i]
        if s.over == 0:
            write_mask(s, t, masks[i])
            action = actions[i]
            if 0 <= action < masks.shape[1] and masks[i, action]:
                apply_action(s, t, action)


def progress_range(states: Any, tables: Any, out: Any, start: int, stop: int) -> None:
    """Write the goal progress of each game of the slice into `out` (float64)."""
    t = tables[0]
    for i in range(start, stop):
        out[i] = goal_progress(states[i], t)


def redeal_range(states: Any, tables: Any, keys: Any, viewer: int, start: int, stop: int) -> None:
    """Give each game of the slice an unknown future: a new random stream, hidden things dealt anew."""
    t = tables[0]
    for i in range(start, stop):
        rekey(states[i], keys[i])
        states[i].forced_count = 0
        redeal(states[i], t, viewer if viewer >= 0 else states[i].acting)


def playout(s: Any, t: Any, mask: Any, max_steps: int) -> int:
    """Play random legal actions with the record's own generator until the end; how many were played."""
    played = 0
    while s.over == 0 and played < max_steps:
        write_mask(s, t, mask)
        apply_action(s, t, random_legal(s, mask))
        played += 1
    return played


def playout_range(
    states: Any,
    rows: Any,
    work: Any,
    work_rows: Any,
    tables: Any,
    keys: Any,
    masks: Any,
    repeats: int,
    max_steps: int,
    means: Any,
    start: int,
    stop: int,
) -> None:
    """`repeats` random playouts from each game of the slice, each dealt anew.

    `rows` and `work_rows` are the bytes (n, itemsize) of `states` and of as many records to work in.
    `means` (n, 4) float64 receives the mean of victory, score, goal progress and rounds.
    """
    t = tables[0]
    for i in range(start, stop):
        means[i, :] = 0.0
        for k in range(repeats):
            copy_row(rows[i], work_rows[i])
            s = work[i]
            rekey(s, keys[i] + k)
            s.forced_count = 0
            redeal(s, t, s.acting)
            playout(s, t, masks[i], max_steps)
            means[i, 0] += s.victory / repeats
            means[i, 1] += s.score / repeats
            means[i, 2] += goal_progress(s, t) / repeats
            means[i, 3] += s.rounds / repeats


def copy_row(source: Any, target: Any) -> None:
    """Copy the bytes of one record (slice assignment of records is slow in compiled code)."""
    for i in range(len(source)):
        target[i] = source[i]
