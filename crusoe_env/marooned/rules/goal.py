"""How far the goal, to be rescued, is met."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.marooned.facts import PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.ending import in_play
from crusoe_env.marooned.state import NONE


@compiled
def goal_progress(s: State, t: Tables) -> float:
    """1 when rescued; before that 0.25 for each signal in play: SOS, Lit Beacon, Message."""
    if s.victory == 1:
        return 1.0
    signals = int(in_play(s, t.face_of[SEEN_IN_ROW]))  # uncompiled, NumPy's True + True would be True
    signals += int(in_play(s, t.face_of[SEEN_IN_COLUMN]))
    signals += int(in_play(s, t.face_of[PICKED_UP_FROM_COAST]))
    return 0.25 * signals


@compiled
def rounds_share(s: State, t: Tables) -> float:
    """0: there is no last turn."""
    return 0.0


@compiled
def potential(s: State, t: Tables) -> float:
    """Potential of a live state for shaped rewards: signals in play, a ship in play, health left."""
    ship = 0.1 if s.ship != NONE else 0.0
    return 0.8 * goal_progress(s, t) + ship + 0.1 * s.health / t.max_health
