"""Resources that go."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.effects.resources import RESOURCE_ASPECTS
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.stores import discard_everything, pay, stock


@compiled
def can_discard(s: State, resource: int, number: int) -> bool:
    """Are there so many?"""
    return resource == v.EVERYTHING or stock(s, resource) >= number


@operation(
    "discard resource number",
    "Available resources go; food that rots before durable food.",
    demand=can_discard,
    depends=RESOURCE_ASPECTS,
    phrase="−{1} {0}",
)
@compiled
def discard(s: State, t: Tables, resource: int, number: int, payer: int, flags: int) -> None:
    """Available resources go; what is missing of a number costs wounds."""
    if resource == v.EVERYTHING:
        discard_everything(s)
    elif number == v.ALL:
        pay(s, resource, stock(s, resource))
    else:
        left = pay(s, resource, number)
        if not flags & v.IF_POSSIBLE:
            lacking(s, t, payer, left)
