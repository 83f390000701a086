"""The morale phase (rulebook 2)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import push, run_program
from crusoe_env.robinson.rules.steps import step
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.people import (
    HIGHEST_MORALE,
    LOWEST_MORALE,
    change_morale,
    gain_determination,
    has_item,
    lose_determination,
)


@compiled
def aspects_of_morale(s: State) -> int:
    """What matters before the morale phase: the level, and up to zero what the First Player has."""
    relevant = v.MORALE_ASPECT
    if s.morale <= 0:
        relevant |= v.DETERMINATION_ASPECT | v.LIFE_ASPECT
    return int(relevant)


@step("morale")
@compiled
def morale_phase(s: State, t: Tables) -> None:
    """The First Player gets or gives determination; alone, morale first rises."""
    s.phase = c.MORALE_PHASE
    log_event(s, c.LOG_PHASE, c.MORALE_PHASE, c.NONE)
    s.weapon_bonus = 0
    if s.players == 1:
        change_morale(s, 1)
    push(s, steps.GIVE_MORALE)


@step()
@compiled
def give_morale(s: State, t: Tables) -> None:
    """The number of the morale level, with what items add to it."""
    first = int(s.first_player)
    amount = int(t.morale_determination[s.morale - LOWEST_MORALE])
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            amount += t.invention_determination[item]
    if s.morale == HIGHEST_MORALE and t.morale_top_program > 0:
        amount -= t.morale_determination[s.morale - LOWEST_MORALE]
        run_program(s, int(t.morale_top_program), first, c.NONE)
    if amount >= 0:
        gain_determination(s, t, first, amount)
    else:
        lose_determination(s, t, first, -amount)
