"""Entries of the stack for tests, by the names of their slots."""

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps


def entry(step: int, **slots: int) -> list[int]:
    """An entry of the stack; a slot that is not given is 0, a person or card nobody's."""
    kinds = steps.STEPS[step].slots
    assert set(slots) <= set(kinds), f"{steps.STEPS[step].name} has the slots {[*kinds]}"
    empty = {name: c.NONE if kind.name in ("person", "card") else 0 for name, kind in kinds.items()}
    return [step, *{**empty, **slots}.values()]
