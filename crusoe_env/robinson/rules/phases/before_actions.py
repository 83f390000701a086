"""Before the action phase."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.phases.planning import begin_planning
from crusoe_env.robinson.rules.stack import (
    OPEN_WINDOW,
    PASS,
    PILE_STEP,
    RESOLUTION_STEP,
    ask,
    later,
    push,
    take_answer,
)
from crusoe_env.robinson.scenarios.woodpile import can_lay, lay_wood, missing_in_stage
from crusoe_env.robinson.state import AT_PLANNING, NONE, PILE, WOOD


@compiled
def before_action_phase(s: Any, t: Any) -> None:
    """Wood may be laid on the pile; then planning and resolution."""
    s.planner = NONE
    s.plans = 0
    s.weapon_bonus = 0
    later(s, RESOLUTION_STEP)
    later(s, PILE_STEP)
    if s.pile_this_round == 0 and s.available[WOOD] < missing_in_stage(s, t):  # more wood may still come
        push(s, OPEN_WINDOW, AT_PLANNING, 0, NONE, NONE, v.WOOD_ASPECT)


@compiled
def pile_step(s: Any, t: Any) -> None:
    """Before the action phase wood may be laid onto the current stage of the pile."""
    most = can_lay(s, t)
    if most > 0 and s.answer == NONE:
        later(s, PILE_STEP)
        s.window = AT_PLANNING
        ask(s, PILE, int(s.first_player), most, 0, 0, 0)
        return
    answer = take_answer(s)
    if answer != NONE and answer != PASS:
        lay_wood(s, t, answer)
    begin_planning(s, t)
