"""Roles, a game for two: both see the same table, and each must name a side of its own.

One network for both seats, without memory, cannot win it. Half the games are lost by bad luck, which the
first player sees once it has moved, and the second one never.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine import (
    ActionLayout,
    Block,
    Field,
    Game,
    ObservationLayout,
    Seats,
    Segment,
    compiled,
    declare,
    roll,
)

SEATS = 2
GOOD, BAD = 1, 2

RECORD = declare(
    [("luck", "i2", (GOOD, BAD)), ("named", "i2", (0, SEATS))], causes=3, rounds=SEATS, forced=(GOOD, BAD)
)
ACTIONS = ActionLayout([Block("side", "name a side", ("left", "right"))])
OBSERVATION = ObservationLayout(
    [Segment("table", "what a player sees", (Field("luck", "seen by the first", divisor=BAD, largest=BAD),))]
)


@compiled
def new_game(s: Any, t: Any) -> None:
    """Draw the luck; the first seat begins."""
    s.over, s.victory, s.cause, s.score, s.steps, s.acting = 0, 0, 0, 0, 0, 0
    s.rounds = 1
    s.named = 0
    s.luck = roll(s, BAD)


@compiled
def apply_action(s: Any, t: Any, action: int) -> None:
    """The first seat must name the left side, the second one the right side."""
    s.named += int(action == s.acting)
    if s.acting == 0:
        s.acting, s.rounds = 1, 2
        return
    s.over, s.victory = 1, int(s.named == SEATS and s.luck == GOOD)
    s.cause = 1 if s.victory else 2
    s.score = s.named


@compiled
def write_mask(s: Any, t: Any, mask: Any) -> None:
    """Both sides can always be named."""
    mask[0] = mask[1] = 1


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """The luck, for the first seat once it has moved."""
    out[0] = s.luck if viewer == 0 and s.acting == 1 else 0


GAME = Game(
    name="roles",
    title="Roles",
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
    causes=("", "won", "lost"),
    seats=Seats(
        characters=("first", "second"),
        possible=lambda state, tables: ["first", "second"],
        of=lambda state: ["first", "second"],
    ),
)

CONFIG = {
    "trainer": "fast",
    "game": "roles",
    "num_envs": 64,
    "threads": 1,
    "device": "cpu",
    "total_steps": 20_000,
    "trackers": [],
    "ppo": {"n_steps": 4, "batch_size": 128, "net": (8, 8), "gamma": 1.0, "learning_rate": 5e-3},
    "evaluation": {"every": 100_000, "games": 100},
}
"""A short training in it."""
