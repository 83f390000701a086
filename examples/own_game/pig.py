"""Pig, a dice game for one: everything that a game must have, in one file. docs/own_game.md explains it.

Roll a die as often as you like, and keep the sum when you hold. A 1 ends the turn without it. Reach 50 points
within 10 turns.
"""

from __future__ import annotations

from typing import Any

import crusoe_env
from crusoe_env.engine import (
    ActionLayout,
    Block,
    Chance,
    Field,
    Game,
    ObservationLayout,
    Segment,
    compiled,
    declare,
    roll,
)

GOAL, TURNS, SIDES = 50, 10, 6

# How a game can end, by `state.cause`; 0: it goes on.
CAUSES = ("", "goal reached", "out of turns")
LIVE, REACHED, TOO_LATE = range(3)

# The record: all that a game is, beside what every game has (`over`, `victory`, `rounds`, the generator).
# Each field has bounds, so that a damaged state is refused.
RECORD = declare(
    [("points", "i2", (0, GOAL)), ("turn_sum", "i2", (0, GOAL + SIDES))],
    causes=len(CAUSES),
    rounds=TURNS,
    forced=(0, SIDES),
)

ACTIONS = ActionLayout([Block("turn", "roll the die, or keep the sum of this turn", ("roll", "hold"))])
ROLL, HOLD = range(2)

# Whole numbers, each with its largest value; as floats they are divided by `divisor`.
OBSERVATION = ObservationLayout(
    [
        Segment(
            "table",
            "what a player sees",
            (
                Field("points", "points kept", divisor=GOAL, largest=GOAL),
                Field("turn sum", "the sum of this turn", divisor=GOAL, largest=GOAL),
                Field("turn", "the number of the turn, from 1", divisor=TURNS, largest=TURNS),
            ),
        )
    ]
)


@compiled
def new_game(s: Any, t: Any) -> None:
    """Set every field, but those of chance and options."""
    s.over, s.victory, s.cause, s.score, s.steps, s.acting = 0, 0, LIVE, 0, 0, 0
    s.rounds = 1
    s.points, s.turn_sum = 0, 0


@compiled
def apply_action(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action."""
    if action == ROLL:
        value = roll(s, SIDES)
        s.turn_sum += value
        if value == 1:
            s.turn_sum = 0
            end_turn(s)
    else:
        s.points = min(s.points + s.turn_sum, GOAL)
        s.turn_sum = 0
        end_turn(s)


@compiled
def end_turn(s: Any) -> None:
    """The goal is reached, or the turns are over, or the next one begins."""
    s.score = s.points
    if s.points >= GOAL:
        s.over, s.victory, s.cause = 1, 1, REACHED
    elif s.rounds == TURNS:
        s.over, s.cause = 1, TOO_LATE
    else:
        s.rounds += 1


@compiled
def write_mask(s: Any, t: Any, mask: Any) -> None:
    """A player may hold once there is something to keep, and need not roll beyond the goal."""
    mask[ROLL] = s.points + s.turn_sum < GOAL
    mask[HOLD] = s.turn_sum > 0


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """The three numbers, as bytes."""
    out[0] = s.points
    out[1] = min(s.turn_sum, GOAL)
    out[2] = s.rounds


def forced_dice(values: Any, state: Any) -> list[int]:
    """The dice of `reset(options={"dice": [...]})`. Raises ValueError for a value that no die shows."""
    if not all(isinstance(value, int) and 1 <= value <= SIDES for value in values):
        raise ValueError(f"dice: {values} are not all whole numbers from 1 to {SIDES}")
    return list(values)


GAME = Game(
    name="pig",
    title="Pig",
    module=__name__,
    record=RECORD,
    actions=ACTIONS,
    observations=OBSERVATION,
    rules={
        "new_game": new_game,
        "apply_action": apply_action,
        "write_mask": write_mask,
        "write_observation": write_observation,
    },
    causes=CAUSES,
    chance=Chance(option="dice", forced=forced_dice, die_sides=SIDES),
    nothing_hidden=True,
)
crusoe_env.register(GAME)
