"""The steps of play: what can stand on the stack of things still to be done.

A step is declared where its rule is, by the decorator `step` of the function that carries it out:

    @step(asks=(Question(CHOOSE_PERSON, "Night", "Who goes hungry?"),), hungry=PEOPLE_SET)
    @compiled
    def eat(s: State, t: Tables, hungry):
        ...

Its slots are the parameters of the function behind `s` and `t`; the decorator gives the kind of each. To put
it on the stack: `push(s, steps.EAT, hungry)`, the slots in their order. From the declarations follow how
entries are carried out (`carry_out`), what states may hold (`../stack_checks.py`), and what the observation
shows of the stack (`../observation/question.py`).

A step that needs a decision puts itself back on the stack and asks (`stack.ask`); it is carried out again
with the answer. Whatever a player does before answering lies above it and is done first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from crusoe_env.engine.compile.dispatch import Call, dispatcher
from crusoe_env.engine.state import FLAG as ONE_BIT
from crusoe_env.engine.state import Bounds, bits, index, index_or_none
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question, parameters_of
from crusoe_env.robinson.numbering import Declarations, constant
from crusoe_env.robinson.things import THINGS


class Kind(NamedTuple):
    """What a slot holds: a name for it, and the bounds of its number."""

    name: str
    low: int
    high: int


def number(bounds: Bounds) -> Kind:
    """A slot that holds a plain number within bounds."""
    return Kind("number", *bounds)


COUNT, FLAG = number((0, 99)), number(ONE_BIT)
PERSON = Kind("person", *index_or_none(c.PEOPLE))
PEOPLE_SET = number(bits(c.PEOPLE))
CARD = Kind("card", *index_or_none(c.FIRST_USE + len(THINGS)))
"""Whose effect it is: a card, an item, something used; NONE."""
EVENT_CARD = Kind("card", *index(box.FIRST_ADVENTURE[0]))
MYSTERY = Kind("mystery", *index(box.MYSTERY_CARDS))
BEAST, FOUGHT_BEAST = Kind("beast", *index(box.BEASTS)), Kind("fought beast", *index(box.BEASTS))
ROW = Kind("row", *index(c.PROGRAM_ROWS))
"""A row of a program, of an operation that the step `runs`."""
SPACE, TILE = number(index(c.SPACES)), number(index(box.TILES))
PLANNED, ACTION_KIND = Kind("plan", *index(c.PLANS)), number(index(c.PLANNED_KINDS))
COUNTER = Kind("counter", *index(c.COUNTERS))

# What the number `detail` of a step's questions names; NONE there: nothing yet. A token is a bit of
# constants.TOKENS, a place one of effects/remove_any_token.py, a step the one that comes next.
AMOUNT, A_KIND, A_PLAN, AN_ITEM, A_COUNTER, A_BEAST, A_SPACE, A_PLACE, A_TOKEN, A_STEP = range(10)
MOST_SLOTS = c.ENTRY - 1


@dataclass(frozen=True)
class Step:
    """One step of play."""

    name: str
    function: Callable[..., None]
    slots: dict[str, Kind]
    asks: tuple[Question, ...] = ()
    """What it asks of itself; what a row of a program asks, its operation says."""
    detail: int = AMOUNT
    """What tells its questions apart."""
    runs: tuple[str, ...] = ()
    """The operations whose row it carries out, by name; "*": all."""

    def at(self, slot: str) -> int:
        """Where in an entry a slot stands."""
        return 1 + [*self.slots].index(slot)

    def place(self, kind: str) -> int:
        """Where in an entry the slot of a kind stands, NONE: nowhere."""
        kinds = [slot.name for slot in self.slots.values()]
        return 1 + kinds.index(kind) if kind in kinds else c.NONE


_declared: Declarations[Step] = Declarations("step")
Function = TypeVar("Function", bound=Callable[..., None])


def step(
    name: str = "",
    *,
    asks: tuple[Question, ...] = (),
    detail: int = AMOUNT,
    runs: tuple[str, ...] = (),
    **slots: Kind,
) -> Callable[[Function], Function]:
    """Declare the function below as a step. Raises ValueError if its parameters are not its slots.

    Args:
        name: of the step, if not that of the function.
        asks: what it asks of itself.
        detail: what the detail of its questions names.
        runs: the operations whose rows it carries out.
        **slots: the kind of each slot.
    """

    def declare(function: Function) -> Function:
        plain = getattr(function, "py_func", function)
        parameters = [it for it in parameters_of(function) if it not in ("s", "t")]
        place = f"{plain.__module__}.{plain.__name__}"
        if set(parameters) != set(slots) or len(slots) > MOST_SLOTS:
            expected = f"at most {MOST_SLOTS} slots, each a parameter"
            raise ValueError(f"{place}: expected {expected}; slots {[*slots]}, parameters {parameters}")
        own = name or plain.__name__.replace("_", " ")
        entry = Step(own, function, {it: slots[it] for it in parameters}, asks, detail, runs)
        _declared.add(own, entry, place)
        return function

    return declare


STEPS: tuple[Step, ...]
TOTAL: int
DETAIL_OF: np.ndarray
CARD_AT: np.ndarray
FIRST_CARD: np.ndarray
FOUGHT_AT: np.ndarray
carry_out: Callable[..., None]


def _number_steps() -> dict[str, Any]:
    """What this module offers once all rules are read; see `__getattr__`."""
    steps = tuple(_declared.all().values())
    calls = []
    for it in steps:
        values = dict(zip(it.slots, "abcde"), s="s", t="t")
        calls.append(Call(it.function, [values[name] for name in parameters_of(it.function)]))
    return {
        **{constant(it.name): i for i, it in enumerate(steps)},
        "STEPS": steps,
        "TOTAL": len(steps),
        "DETAIL_OF": np.array([it.detail for it in steps]),
        "CARD_AT": np.array([max(it.place("card"), it.place("mystery")) for it in steps]),
        "FIRST_CARD": np.array([box.FIRST_MYSTERY if it.place("mystery") != c.NONE else 0 for it in steps]),
        "FOUGHT_AT": np.array([it.place("fought beast") for it in steps]),
        "carry_out": dispatcher("carry_out", ["step", "s", "t", *"abcde"], calls, __name__),
    }


def __getattr__(name: str) -> Any:
    """A step's number by its name (EAT_MORE), or one of these.

    STEPS: all steps, by number; TOTAL: how many. DETAIL_OF: what their details name. CARD_AT, FOUGHT_AT:
    where in an entry its card and the beast fought stand, NONE: nowhere; FIRST_CARD: what is added to that
    card. carry_out(step, s, t, slots): carries a step out.
    """
    if name.startswith("_") or "STEPS" in globals():
        raise AttributeError(f"there is no step {name}")
    globals().update(_number_steps())
    return globals()[name] if name in globals() else __getattr__(name)
