"""The programs that a scenario has at named moments of the game."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.stack import run_card


@compiled
def run_hook(s: State, t: Tables, hook: int, card: int) -> None:
    """Put the scenario's program for this moment (one of `constants.HOOKS`) on the stack, if it has one.

    `card`: what brings it about, or NONE. The First Player is its performer.
    """
    run_card(s, t, int(t.on[hook]), int(s.first_player), card)


@compiled
def find_totem(s: State, t: Tables, person: int) -> None:
    """A totem on a tile just explored: what the scenario has for the first, the second, ... of the game."""
    k = int(s.totems_found)
    s.totems_found += 1
    if k < c.TOTEMS:
        run_card(s, t, int(t.totem_program[k]), person, c.NONE)
