"""Calling what an operation declares, by its number: its function, and what else is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from crusoe_env.engine.compile.dispatch import Call, dispatcher
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language.declaration import HEAD, Operation, parameters_of
from crusoe_env.robinson.card_language.vocabulary import ARGUMENTS
from crusoe_env.robinson.rules.effects.arguments import number_of, person_of
from crusoe_env.robinson.rules.world.demand import payer_of

COLUMN = {
    "who": f"int(t.rows[row, {col.WHO}])",
    "what": f"int(t.rows[row, {col.WHAT}])",
    "where": f"int(t.rows[row, {col.WHERE}])",
    "number": "number_of(s, t, row)",
    "flags": f"int(t.rows[row, {col.FLAGS}])",
}
OTHERS = {
    "person": f"person_of(s, {COLUMN['who']}, performer)",
    "payer": f"payer_of({COLUMN['who']}, performer)",
}
NAMES = {"number_of": number_of, "person_of": person_of, "payer_of": payer_of}


IS_CONDITION: np.ndarray
carry_out: Callable[..., None]
holds: Callable[..., bool]
can_be_met: Callable[..., bool]
matters: Callable[..., bool]


def _call(function: Any, operation: Operation) -> Call | None:
    """The call of one of an operation's functions, its parameters written out for a row."""
    kinds = {kind: COLUMN[ARGUMENTS[kind].column] for kind in operation.arguments}
    values = {**COLUMN, **OTHERS, **kinds}
    return Call(function, [values.get(name, name) for name in parameters_of(function)]) if function else None


def _by_number() -> dict[str, Any]:
    """What this module offers once all rules are read; see `__getattr__`."""
    operations = op.OPERATIONS

    def calling(name: str, field: str, default: str) -> Any:
        parameters = ("operation", "s", "t", "row", "performer", "card")
        calls = [_call(getattr(it, field), it) for it in operations]
        return dispatcher(name, parameters, calls, __name__, default=default, names=NAMES)

    is_condition = [it.form == HEAD and it.function is not None for it in operations]
    conditions = [_call(it.function, it) if one else None for it, one in zip(operations, is_condition)]
    effects = [None if one else _call(it.function, it) for it, one in zip(operations, is_condition)]
    parameters = ("operation", "s", "t", "row", "performer", "card")
    return {
        "IS_CONDITION": np.array(is_condition),
        "carry_out": dispatcher("carry_out", parameters, effects, __name__, names=NAMES),
        "holds": dispatcher("holds", parameters, conditions, __name__, default="True", names=NAMES),
        "can_be_met": calling("can_be_met", "demand", "True"),
        "matters": calling("matters", "matters", "True"),
    }


def __getattr__(name: str) -> Any:
    """One of these, each called with (operation, s, t, row, performer, card).

    carry_out: does what the operation of a row does. holds: is the condition true? can_be_met: is there what
    the demand takes? matters: can it do anything now, as a use by the performer?
    IS_CONDITION: by number, is the operation a condition?
    """
    if name.startswith("_") or "carry_out" in globals():
        raise AttributeError(f"operations have no {name}")
    globals().update(_by_number())
    return globals()[name] if name in globals() else __getattr__(name)
