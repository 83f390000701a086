"""Fights against a strength."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import push
from crusoe_env.robinson.scenarios.measures import measure


@operation(
    "fight who number",
    "A beast of that strength: one wound for each missing weapon level.",
    phrase="{0}fight, strength {1}",
)
@compiled
def fight_strength(s: State, person: int, number: int, card: int) -> None:
    """A fight against so much strength."""
    push(s, steps.FIGHT, max(0, number), person, card)


@operation(
    "fight_by who number step measure",
    "A fight of strength number + step x measure, at least 0.",
    phrase="{0}fight, strength {1}, {2} for each of {3}",
)
@compiled
def fight_by(s: State, t: Tables, person: int, number: int, where: int, what: int, card: int) -> None:
    """A fight against a strength that changes with what is counted."""
    push(s, steps.FIGHT, max(0, number + where * int(measure(s, t, what))), person, card)
