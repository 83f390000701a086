"""Resources gained."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.packed import is_special, source_food, special_of
from crusoe_env.robinson.rules.stack import run_program
from crusoe_env.robinson.rules.world.requirements import gathers_source
from crusoe_env.robinson.rules.world.stores import gain, gain_at_once

RESOURCE_ASPECTS = {**dict(enumerate(v.RESOURCE_ASPECTS)), v.EVERYTHING: v.STORES_ASPECTS}
"""What a change of a resource is a change of."""


@operation(
    "gain resource number",
    "To future resources in the action phase, else to available resources.",
    affects=RESOURCE_ASPECTS,
    phrase="+{1} {0}",
)
@compiled
def gain_resources(s: State, t: Tables, resource: int, number: int, performer: int, card: int) -> None:
    """Resources come; of a use they may come at once, by edition."""
    if card >= c.FIRST_USE and t.gains_of_uses_wait == 0 and s.phase == c.RESOLUTION:
        gain_at_once(s, resource, number)
    elif resource == v.GATHERED:
        gain_gathered(s, t, number, performer)
    else:
        gain(s, t, resource, number, performer)


@compiled
def gain_gathered(s: State, t: Tables, count: int, person: int) -> None:
    """So much more of what the action under way gathers: a resource, or what a special action yields."""
    if s.now != c.NONE and is_special(s.plan_target[s.now]):
        for _ in range(count):
            run_program(s, int(t.special_yields[special_of(int(s.plan_target[s.now]))]), person, c.NONE)
    else:
        gain(s, t, gathered_resource(s), count, person)


@compiled
def gathered_resource(s: State) -> int:
    """What the action under way gathers, or gathered: wood or food."""
    return c.WOOD if gathers_source(s) and source_food(int(s.plan_target[s.now])) == 0 else c.FOOD
