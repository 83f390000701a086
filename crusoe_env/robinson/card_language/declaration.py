"""How an operation of the card language is declared: `operation`, and what is known about each.

All of an operation stands in one file of `rules/effects/`. To add one, write its function and declare it:

    @operation("discard resource number", "Available resources go.", demand=can_discard, phrase="−{1} {0}")
    @compiled
    def discard(s, t, resource, number, payer, flags): ...

The function takes what it needs, by name: `row`, `performer`, `card`; the arguments by their kinds
(`resource`, `number`) or columns (`what`, `where`); `person` whom the row means, `payer` who is wounded for
what is missing, `flags`. A condition is declared by `condition`, and returns whether it holds. If players
choose something while it is resolved, say what it `asks`, and declare a step that asks (`rules/steps.py`).
New kinds of arguments go to `vocabulary.py`.

The compiler, the interpreter, the words for people, and what matters for what follow from the declaration.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from crusoe_env.robinson.card_language.vocabulary import ARGUMENTS
from crusoe_env.robinson.numbering import Declarations

Aspects = int | Mapping[int, int]
"""Bits of `vocabulary.ASPECTS`; or which ones, by the argument in the column `what`."""

# Forms: how an operation is written. A head rules what follows it; what is hidden the compiler writes.
CLAUSE, HEAD, HIDDEN = range(3)
COLUMNS = ("who", "what", "where", "number", "flags")
"""The columns of a row that an operation's function can take."""
OF_A_ROW = ("s", "t", "row", "performer", "card", "person", "payer")
"""What else it can take."""


@dataclass(frozen=True)
class Question:
    """What the players are asked, in words for people."""

    decision: int
    """The kind of answer, one of `constants.DECISIONS`."""
    title: str = ""
    sentence: str = ""
    """Empty: the usual words. Both can have gaps, which `view/decisions.py` fills: {person}, {item}, ..."""
    answers: tuple[str, ...] = ()
    """What the answers A, B, ... mean, where no card says so."""


@dataclass(frozen=True)
class Operation:
    """One operation of the card language."""

    name: str
    """As it is written in the data."""
    arguments: tuple[str, ...]
    """The kinds of its arguments in the order in which they are written: `vocabulary.ARGUMENTS`."""
    meaning: str
    function: Callable[..., Any] | None = None
    """What carries it out; a condition returns whether it holds. None: other rules look for its rows."""
    form: int = CLAUSE
    demand: Callable[..., bool] | None = None
    """Can it be met? Such an operation demands something: what is missing costs wounds, unless the row says
    `if_possible`. None: it demands nothing."""
    no_demand_of: tuple[int, ...] = ()
    """Of these (in the column `what`) nothing can be missing, so it is no demand."""
    matters: Callable[..., bool] | None = None
    """Can it do anything now, as a use? None: it always can."""
    of_deck: bool = False
    """Its column `where` is the adventure deck of its card."""
    depends: Aspects = 0
    """What its effect depends on, so that uses that change it are offered before."""
    depends_as_demand: Aspects = 0
    """The same of a demand whose effect alone is no reason to ask."""
    affects: Aspects = 0
    """What it changes as part of a use."""
    asks: tuple[Question, ...] = ()
    """What the players choose while it is resolved, if there is more than one possibility."""
    phrase: str = ""
    """Its words for people, with places {0}, {1}, ... for the arguments; empty: name and arguments.
    After a number `(s)` stands for the plural: "{1} wound(s)" is "1 wound" or "2 wounds"."""

    def __post_init__(self) -> None:
        """Raises ValueError if a function takes what a row has not, or wounds who was asked for too much."""
        columns = {kind: ARGUMENTS[kind].column for kind in self.arguments}
        for function in (self.function, self.demand, self.matters):
            unknown = {*parameters_of(function)} - {*OF_A_ROW, *COLUMNS, *columns}
            if unknown:
                raise ValueError(f"operation {self.name!r}: a row of it has no {', '.join(sorted(unknown))}")
        if "payer" in parameters_of(self.function) and self.demand is None:
            raise ValueError(f"operation {self.name!r} can be demanded: say when it can be met (demand=...)")


declared: Declarations[Operation] = Declarations("operation")
Function = TypeVar("Function", bound=Callable[..., Any])


def parameters_of(function: Callable[..., Any] | None) -> tuple[str, ...]:
    """The names of a function's parameters, compiled or not."""
    return tuple(inspect.signature(getattr(function, "py_func", function)).parameters) if function else ()


def declare(
    usage: str, meaning: str, function: Callable[..., Any] | None = None, place: str = "", **particulars: Any
) -> None:
    """Declare an operation by its usage (name and kinds of arguments); see `Operation` for the rest."""
    name, *arguments = usage.split()
    entry = Operation(name, tuple(arguments), meaning, function, **particulars)
    declared.add(name, entry, place or f"operation {usage!r}")


def operation(usage: str, meaning: str, **particulars: Any) -> Callable[[Function], Function]:
    """Declare the operation that the function below carries out. Raises ValueError if it is declared wrongly.

    Args:
        usage: name and kinds of arguments, as in the data.
        meaning: what it does, in words.
        **particulars: other fields of `Operation`.
    """

    def of(function: Function) -> Function:
        plain = getattr(function, "py_func", function)
        declare(usage, meaning, function, f"{plain.__module__}.{plain.__name__}", **particulars)
        return function

    return of


def condition(usage: str, meaning: str, **particulars: Any) -> Callable[[Function], Function]:
    """Declare a condition: what follows it in its clause happens only if the function below returns true."""
    return operation(usage, meaning, form=HEAD, **particulars)
