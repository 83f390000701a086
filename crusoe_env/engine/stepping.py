"""Loops over games, written once: a template that `engine.compile.bind` compiles against one game's rules.

All functions take slices `start .. stop` of their arrays, so that several threads can share one batch.
Shapes: `states` (n,) records; `masks` (n, actions) int8; `actions` (n,) int64; `rewards` (n,) float64;
`flags` (n,) uint8; `results` (n,) records of kind `RESULT`; `tables` (rows,) records, of which a game is
played by row `s.task`; `settings` (1,) record. Observations go either into `packed`, uint8 (n, size), or
into `floats`, float32 (n, size); the other one has no rows.
Arrays of records come as plain ndarrays: a recarray or a single record costs microseconds more per call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.contract import (
    OBSERVATION_SCALE,
    apply_action,
    choosers,
    goal_progress,
    new_game,
    potential,
    redeal,
    rounds_share,
    turn_to,
    write_mask,
    write_mask_of,
    write_observation,
)
from crusoe_env.engine.nontemporal import LARGE, scale_into
from crusoe_env.engine.random import below, rekey

ILLEGAL, TERMINATED, TRUNCATED = 1, 2, 4
ENDED = TERMINATED | TRUNCATED

IGNORE, RAISE, TERMINATE = range(3)
"""What an illegal action does; raising is done by the caller, the game itself stays as it is."""

SPARSE, SHAPED, SCORE, PROGRESS, SURVIVAL = range(5)

LOST_GAME_SHARE = 0.5
"""With "progress" and "survival", what the goal progress of a lost game counts; a victory counts 1."""

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When an ended game is reset, as in `gymnasium.vector.AutoresetMode`."""

STRIDE = 32
"""Actions that `random_legal` counts together."""

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
            ("task", "i2"),
        ],
    )
)


def play(s: Any, t: Any, p: Any, mask: Mask, action: int) -> Any:
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
    before = potential(s, t) if is_shaped(p) else 0.0
    flags = carry_out(s, t, p, action)
    return reward_of(s, t, p, before), flags


def carry_out(s: Any, t: Any, p: Any, action: int) -> int:
    """A legal action: the flags of the state just reached."""
    apply_action(s, t, action)
    if s.over == 1:
        return TERMINATED
    return TRUNCATED if s.steps >= p.max_steps else 0


def reward_of(s: Any, t: Any, p: Any, before: float) -> float:
    """The reward for the state just reached; `before` is the potential of the state that was left."""
    if p.reward == SCORE:
        return float(s.score) if s.over == 1 else 0.0
    reward = 1.0 if s.over == 1 and s.victory == 1 else 0.0
    if s.over == 1 and s.victory == 0:
        reward = of_lost_game(s, t, p)
    if is_shaped(p):
        after = 0.0 if s.over == 1 else potential(s, t)
        reward += p.discount * after - before
    return reward


def of_lost_game(s: Any, t: Any, p: Any) -> float:
    """What is paid at the end of a lost game, beside the change of the potential."""
    if p.reward == PROGRESS:
        return LOST_GAME_SHARE * goal_progress(s, t)
    if p.reward == SURVIVAL:
        return LOST_GAME_SHARE * goal_progress(s, t) * rounds_share(s, t)
    return 0.0


def is_shaped(p: Any) -> bool:
    """Does the change of the potential count?"""
    return bool(p.reward == SHAPED or p.reward == PROGRESS or p.reward == SURVIVAL)


def play_together(s: Any, t: Any, p: Any, mask: Mask, actions: Any) -> Any:
    """One action of each chooser of a game, carried out one by one: (reward, flags) of all of them."""
    total, flags, who = 0.0, 0, choosers(s, t)
    for seat in range(len(actions)):
        if (who >> seat) & 1 and flags & ENDED == 0:
            turn_to(s, t, seat)
            write_mask(s, t, mask)
            reward, now = play(s, t, p, mask, actions[seat])
            total += reward
            flags |= now
    if flags & ENDED == 0:
        turn_to(s, t, -1)
    return total, flags


def write_result(s: Any, t: Any, flags: int, result: Any) -> None:
    """The facts of an ended episode."""
    result.victory = s.victory
    result.score = s.score
    result.goal_progress = goal_progress(s, t)
    result.rounds = s.rounds
    result.cause = s.cause if flags & TERMINATED else OUT_OF_STEPS
    result.steps = s.steps
    result.task = s.task


def write_legal(s: Any, t: Any, flags: int, mask: Mask) -> None:
    """The mask of the player who acts; that of an ended game is all ones."""
    if flags & ENDED:
        mask[:] = 1
    else:
        write_mask(s, t, mask)


def observe(s: Any, t: Any, viewer: int, row: Any, packed: Any, floats: Any, i: int) -> None:
    """Write what a player knows into row `i` of `packed` or `floats`; `row`, uint8 (size,), is for notes."""
    if len(floats) > 0:
        write_observation(s, t, viewer, row)
        scale_into(row, OBSERVATION_SCALE, floats[i], floats.size >= LARGE)
    else:
        write_observation(s, t, viewer, packed[i])


def draw_task(s: Any, tables: Any) -> None:
    """An episode begins: among several tasks one is drawn with the game's generator."""
    if s.mixed == 1:
        s.task = below(s, len(tables))


def reset_range(
    states: Any, tables: Any, masks: Any, packed: Any, floats: Any, flags: Any, start: int, stop: int
) -> None:
    """A new episode in each game of the slice."""
    row = np.empty(len(OBSERVATION_SCALE), np.uint8)
    for i in range(start, stop):
        s = states[i]
        draw_task(s, tables)
        t = tables[s.task]
        new_game(s, t)
        flags[i] = 0
        write_mask(s, t, masks[i])
        observe(s, t, s.acting, row, packed, floats, i)


def view_range(
    states: Any, tables: Any, masks: Any, packed: Any, floats: Any, flags: Any, start: int, stop: int
) -> None:
    """Write mask and observation of each game of the slice, and its flags, from the state alone."""
    row = np.empty(len(OBSERVATION_SCALE), np.uint8)
    for i in range(start, stop):
        s = states[i]
        t = tables[s.task]
        flags[i] = TERMINATED if s.over == 1 else 0
        write_legal(s, t, flags[i], masks[i])
        observe(s, t, s.acting, row, packed, floats, i)


def mask_range(states: Any, tables: Any, masks: Any, start: int, stop: int) -> None:
    """Write the mask of each game of the slice, from the state alone."""
    for i in range(start, stop):
        s = states[i]
        write_legal(s, tables[s.task], TERMINATED if s.over == 1 else 0, masks[i])


def observe_range(
    states: Any, tables: Any, viewers: Any, packed: Any, floats: Any, start: int, stop: int
) -> None:
    """Write what player `viewers[i]` (int64, (n,)) knows of each game of the slice; -1: the one who acts."""
    row = np.empty(len(OBSERVATION_SCALE), np.uint8)
    for i in range(start, stop):
        s = states[i]
        viewer = viewers[i] if viewers[i] >= 0 else s.acting
        observe(s, tables[s.task], viewer, row, packed, floats, i)


def step_range(
    states: Any, tables: Any, settings: Any, actions: Any, masks: Any, packed: Any, floats: Any, rewards: Any,
    flags: Any, results: Any, final_packed: Any, final_floats: Any, autoreset: int, start: int, stop: int,
) -> None:  # fmt: skip
    """One action in each game of the slice, with mask, observation, reward, flags and results written.

    `actions` (n,) are those of the players who act; of `actions` (n, seats) those of all choosers count. The
    loop is compiled for each of the two. `masks` must hold the legal actions of the present states. The last
    observations of ended episodes go into `final_packed` or `final_floats`, only under SAME_STEP.
    """
    p = settings[0]
    row = np.empty(len(OBSERVATION_SCALE), np.uint8)
    for i in range(start, stop):
        s = states[i]
        t = tables[s.task]
        begins = False
        if flags[i] & ENDED and autoreset != SAME_STEP:
            rewards[i] = 0.0
            begins = autoreset == NEXT_STEP  # else it waits for its reset
            flags[i] = 0 if begins else flags[i]
        else:
            if actions.ndim == 2:
                rewards[i], flags[i] = play_together(s, t, p, masks[i], actions[i])
            else:
                rewards[i], flags[i] = play(s, t, p, masks[i], actions[i])
            if flags[i] & ENDED:
                write_result(s, t, flags[i], results[i])
                if autoreset == SAME_STEP:
                    observe(s, t, s.acting, row, final_packed, final_floats, i)
                    begins = s.fault == 0
        if begins:
            s.forced_count = 0
            draw_task(s, tables)
            t = tables[s.task]
            new_game(s, t)
        write_legal(s, t, 0 if begins else flags[i], masks[i])
        observe(s, t, s.acting, row, packed, floats, i)


def choosers_range(states: Any, tables: Any, out: Any, start: int, stop: int) -> None:
    """Write who decides in each game of the slice as bits of the seats, int64; 0 where the game is over."""
    for i in range(start, stop):
        s = states[i]
        out[i] = 0 if s.over == 1 else choosers(s, tables[s.task])


def mask_of_range(states: Any, tables: Any, seats: Any, masks: Any, start: int, stop: int) -> None:
    """Write the legal actions of a seat, `seats` int64 (n,), in each game of the slice.

    There are none for a seat that does not decide, and where the game is over.
    """
    for i in range(start, stop):
        s = states[i]
        t = tables[s.task]
        if s.over == 0 and seats[i] == s.acting:
            write_mask(s, t, masks[i])
        elif s.over == 0 and (choosers(s, t) >> seats[i]) & 1:
            write_mask_of(s, t, seats[i], masks[i])
        else:
            masks[i, :] = 0


def sample_range(samplers: Any, masks: Any, actions: Any, start: int, stop: int) -> None:
    """A uniformly random legal action for each game of the slice; `samplers` are records with a generator."""
    for i in range(start, stop):
        actions[i] = random_legal(samplers[i], masks[i])


def random_legal(sampler: Any, mask: Mask) -> int:
    """A uniformly random legal action of a mask that has at least one."""
    legal = 0
    for action in range(len(mask)):
        legal += int(mask[action])  # uncompiled, int8 would overflow
    skip, first = below(sampler, legal), 0
    while first + STRIDE <= len(mask):  # past whole strides at once
        here = 0
        for action in range(first, first + STRIDE):
            here += int(mask[action])
        if skip < here:
            break
        skip -= here
        first += STRIDE
    for action in range(first, len(mask)):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return 0


def random_action(s: Any, t: Any, mask: Mask, rng: Any) -> int:
    """What playouts do without a policy."""
    return random_legal(rng, mask)


def apply_range(states: Any, tables: Any, actions: Any, masks: Any, start: int, stop: int) -> None:
    """Carry out one legal action in each live game of the slice (no rewards, no resets)."""
    for i in range(start, stop):
        s = states[i]
        if s.over == 0:
            t = tables[s.task]
            write_mask(s, t, masks[i])
            action = actions[i]
            if 0 <= action < masks.shape[1] and masks[i, action]:
                apply_action(s, t, action)


def progress_range(states: Any, tables: Any, out: Any, start: int, stop: int) -> None:
    """Write the goal progress of each game of the slice into `out` (float64)."""
    for i in range(start, stop):
        out[i] = goal_progress(states[i], tables[states[i].task])


def potential_range(states: Any, tables: Any, out: Any, start: int, stop: int) -> None:
    """Write the potential of each game of the slice into `out` (float64); 0 where the game is over."""
    for i in range(start, stop):
        s = states[i]
        out[i] = 0.0 if s.over == 1 else potential(s, tables[s.task])


def redeal_range(states: Any, tables: Any, keys: Any, viewer: int, start: int, stop: int) -> None:
    """Give each game of the slice an unknown future: a new random stream, hidden things dealt anew."""
    for i in range(start, stop):
        s = states[i]
        rekey(s, keys[i])
        s.forced_count = 0
        redeal(s, tables[s.task], viewer if viewer >= 0 else s.acting)


def copy_row(source: Any, target: Any) -> None:
    """Copy the bytes of one record (slice assignment of records is slow in compiled code)."""
    for i in range(len(source)):
        target[i] = source[i]
