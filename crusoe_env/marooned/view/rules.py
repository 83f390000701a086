"""The rules of Marooned! on two screens: a turn, words, icons."""

from __future__ import annotations

from typing import Any

from crusoe_env.marooned.state import FLIP, MIRAGE, MOVE, PHASES, SECOND_STEP
from crusoe_env.marooned.view.about import RULES, introduction
from crusoe_env.marooned.view.parts import drawings
from crusoe_env.show.description import Rules, Stage, plain_name, titled


def rules(s: Any, t: Any, facts: dict[str, Any]) -> Rules:
    """The goal, the steps of a turn, words of the rules, icons."""
    moving = [PHASES[phase] for phase in (MOVE, SECOND_STEP, MIRAGE)]
    stages = [
        Stage("Move", "Walk onto a card next to you, or explore: draw a card onto an empty cell.", moving),
        Stage("Lose health", f"Each turn costs {int(t.health_lost_each_turn)} health. At 0 you die.", []),
        Stage("Flip", "Turn over one card whose condition holds, or none.", [PHASES[FLIP]]),
        Stage("Ship", "A ship that was there at the start of the turn sails on and looks for a signal.", []),
    ]
    icons = {titled(plain_name(name)): drawing for name, drawing in drawings().items()}
    return Rules(introduction(s, t, facts), "A turn", stages, RULES, icons)
