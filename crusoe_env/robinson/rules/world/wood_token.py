"""The +1 wood token on the build field: which building pays it, and when it goes (rulebook: Building)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.stores import pay


@compiled
def wood_token_is_due(s: State) -> bool:
    """Does the next building planned that takes wood take one more?"""
    return s.field_tokens[c.BUILD] & c.PLUS_WOOD != 0 and s.wood_token_plan == c.NONE


@compiled
def bear_wood_token(s: State, i: int) -> None:
    """If the token is due and this is a building paid in wood, its wood is the token's too."""
    if s.plan_kind[i] == c.BUILD and s.plan_paid[i, c.WOOD] > 0 and wood_token_is_due(s):
        s.wood_token_plan = i


@compiled
def wood_token_after_success(s: State, t: Tables, i: int) -> None:
    """Building i has succeeded: the token goes if i has paid it.

    Current edition: a building paid in wood also pays the token that a failed one has left.
    """
    if s.wood_token_plan == i:
        s.field_tokens[c.BUILD] &= ~c.PLUS_WOOD
    elif t.wood_token_waits == 1 and wood_token_is_due(s) and s.plan_paid[i, c.WOOD] > 0:
        s.field_tokens[c.BUILD] &= ~c.PLUS_WOOD
        lacking(s, t, int(s.plan_person[i]), pay(s, c.WOOD, 1))


@compiled
def wood_token_after_failure(s: State, t: Tables, i: int) -> None:
    """Building i has failed, and what was set aside is about to come back.

    First edition: the token goes with the action that has paid it. Current: it stays, unless another building
    paid in wood has succeeded before: then the token's wood is spent on that one.
    """
    if s.wood_token_plan != i:
        return
    if t.wood_token_waits == 0:
        s.field_tokens[c.BUILD] &= ~c.PLUS_WOOD
        return
    s.wood_token_plan = c.NONE
    for other in range(s.plans):
        built = s.plan_kind[other] == c.BUILD and s.plan_done[other] == 1 and s.plan_paid[other, c.WOOD] > 0
        if built and other != i:
            s.field_tokens[c.BUILD] &= ~c.PLUS_WOOD
            s.plan_paid[i, c.WOOD] = max(0, s.plan_paid[i, c.WOOD] - 1)
            return
