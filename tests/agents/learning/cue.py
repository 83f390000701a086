"""Cue, a game that needs memory: a side is shown once, and must be named some moves later.

In the last move the table looks the same whatever was shown, so a player without memory wins half its games.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine import (
    ActionLayout,
    Block,
    Field,
    Game,
    ObservationLayout,
    Segment,
    compiled,
    declare,
    roll,
)

MOVES = 4
"""Moves of a game; the last one must name the side that the first one has seen."""
SIDES = 2

RECORD = declare([("side", "i2", (1, SIDES))], causes=3, rounds=MOVES, forced=(1, SIDES))
ACTIONS = ActionLayout([Block("side", "name a side", ("left", "right"))])
OBSERVATION = ObservationLayout(
    [
        Segment(
            "table",
            "what the player sees",
            (
                Field("side", "the side, in the first move alone", divisor=SIDES, largest=SIDES),
                Field("move", "the number of the move, from 1", divisor=MOVES, largest=MOVES),
            ),
        )
    ]
)


@compiled
def new_game(s: Any, t: Any) -> None:
    """Draw the side."""
    s.over, s.victory, s.cause, s.score, s.steps, s.acting = 0, 0, 0, 0, 0, 0
    s.rounds = 1
    s.side = roll(s, SIDES)


@compiled
def apply_action(s: Any, t: Any, action: int) -> None:
    """Only the last move counts."""
    if s.rounds < MOVES:
        s.rounds += 1
        return
    s.over, s.victory = 1, int(action + 1 == s.side)
    s.cause = 1 if s.victory else 2
    s.score = s.victory


@compiled
def write_mask(s: Any, t: Any, mask: Any) -> None:
    """Both sides can always be named."""
    mask[0] = mask[1] = 1


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """The number of the move, and at first the side."""
    out[0] = s.side if s.rounds == 1 else 0
    out[1] = s.rounds


GAME = Game(
    name="cue",
    title="Cue",
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
    causes=("", "named", "not named"),
)
