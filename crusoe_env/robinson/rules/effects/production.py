"""Changes of this round's production."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State


@operation("produce_more resource number", "That much more is produced.", phrase="+{1} {0} in production")
@compiled
def produce_more(s: State, resource: int, number: int) -> None:
    """More is produced."""
    s.production_extra[resource] += number


@operation(
    "produce_less resource number",
    "That much less, as far as there is any; `everything all`: none.",
    phrase="−{1} {0} in production",
)
@compiled
def produce_less(s: State, resource: int, number: int) -> None:
    """Less is produced, or nothing."""
    if resource == v.EVERYTHING:
        s.production_skip = 1
    elif number == v.ALL:
        s.production_none |= 1 << resource
    else:
        s.production_extra[resource] -= number


@operation(
    "produce_half", "Half of all that is produced, rounded down, is left.", phrase="half of the production"
)
@compiled
def produce_half(s: State) -> None:
    """Half is produced."""
    s.production_half = 1
