"""When the guest of a scenario joins the players."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.guest import is_awaited
from crusoe_env.robinson.scenarios.measures import condition_holds


@compiled
def let_guest_join(s: State, t: Tables) -> None:
    """He joins as soon as his condition holds, with the wounds that he has."""
    if is_awaited(s, t) and condition_holds(
        s, t, int(t.guest_joins[0]), int(t.guest_joins[1]), int(t.guest_joins[2])
    ):
        s.guest_here = 1
