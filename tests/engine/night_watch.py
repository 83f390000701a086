"""A game with windows, in records of which NumPy's and the compiler's words divide its fields.

Each round begins in the evening. Then its player is asked several times in the night, at a window, whether to
light another lamp.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine import ActionLayout, Block, Field, Game, ObservationLayout, Segment, compiled, declare
from crusoe_env.engine.game import Windows
from crusoe_env.engine.state import amount, bits

ROUNDS, ASKED = 4, 3
EVENING, NIGHT = 0x0001, 0x0101
"""Decisions; they have a byte in common."""

ACTIONS = ActionLayout([Block("watch", "what to do", ("pass", "light a lamp"))])
PASS, LIGHT = range(2)
OBSERVATION = ObservationLayout(
    [Segment("table", "the lamps", (Field("lamps", "lamps that burn", largest=ROUNDS * ASKED),))]
)


@compiled
def new_game(s: Any, t: Any) -> None:
    """The first evening."""
    s.over, s.victory, s.cause, s.score, s.steps, s.acting = 0, 0, 0, 0, 0, 0
    s.rounds, s.decision, s.asked, s.lamps = 1, EVENING, 0, 0


@compiled
def apply_action(s: Any, t: Any, action: int) -> None:
    """Night falls, or its next question comes, or the next evening."""
    if s.decision == EVENING:
        s.decision = NIGHT
        return
    s.lamps += action
    s.asked += 1
    if s.asked == ASKED:
        s.asked, s.decision = 0, EVENING
        if s.rounds == ROUNDS:
            s.over, s.cause = 1, 1
        else:
            s.rounds += 1


@compiled
def write_mask(s: Any, t: Any, mask: Any) -> None:
    """Lamps are lit at night."""
    mask[PASS] = 1
    mask[LIGHT] = s.decision == NIGHT


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """The lamps."""
    out[0] = s.lamps


def with_bytes(before: int, after: int) -> Game:
    """The game with so many unused bytes in its record before and after the field that says what is asked."""
    unused = [(f"unused_{i}", "i1", bits(1)) for i in range(before + after)]
    own = [("asked", "i1", amount(ASKED)), ("lamps", "i1", amount(ROUNDS * ASKED))]
    decision = ("decision", "i2", (EVENING, NIGHT))
    return Game(
        name="night watch",
        title="Night watch",
        module=__name__,
        record=declare(
            [*unused[:before], decision, *own, *unused[before:]], causes=2, rounds=ROUNDS, forced=(0, 0)
        ),
        actions=ACTIONS,
        observations=OBSERVATION,
        rules={
            "new_game": new_game,
            "apply_action": apply_action,
            "write_mask": write_mask,
            "write_observation": write_observation,
        },
        windows=Windows("decision", NIGHT, PASS, ("asked",)),
    )


GAMES = {before: with_bytes(before, after) for before, after in ((0, 1), (3, 5))}
"""By the bytes before that field: a record of an odd size, and one in which it lies across two words."""
