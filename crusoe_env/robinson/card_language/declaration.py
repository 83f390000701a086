"""How an operation of the card language is declared: all that is known about it but what it does.

To add an operation:

1. Declare it in `operations/`, in the section of its family; new kinds of arguments go to `vocabulary.py`.
2. Give the function of its family a branch for it (`CARRIED_OUT_BY` says where). A new family gets a number
   here, a function, and a branch in `rules/effects/interpreter.py`.
3. If players choose something while it is resolved: what it `asks`, and a step that puts itself back on the
   stack and asks (`rules/stack.py` says how a step is added).
4. If a use with it can be pointless, say when in `rules/effects/relevance.py`.

The compiler, the words for people, and what matters for what follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Aspects = int | Mapping[int, int]
"""Bits of `vocabulary.ASPECTS`; or which ones, by the argument in the column `what`."""

# Families: operations that one function carries out.
(
    COURSE, CONDITION, LIFE, STORES, BEASTS, BOARD, INVENTION_CARDS, LIMITS, PRODUCTION, DECKS, CARDS, USES,
    DICE, SCENARIO, MARKS,
) = range(15)  # fmt: skip
CARRIED_OUT_BY = {
    COURSE: "interpreter.course",
    CONDITION: "interpreter.holds",
    LIFE: "life.life_effect",
    STORES: "stores.store_effect",
    BEASTS: "cards.beast_effect",
    BOARD: "board.board_effect",
    INVENTION_CARDS: "inventions.invention_effect",
    LIMITS: "this_round.limit_effect",
    PRODUCTION: "this_round.production_effect",
    DECKS: "cards.deck_effect",
    CARDS: "cards.card_effect",
    USES: "this_round.use_effect",
    SCENARIO: "scenario.scenario_effect",
    MARKS: "marks.mark_effect",
}
"""The functions of `rules/effects`, by family. The rules of the dice look themselves for what is of DICE."""

# Forms: how an operation is written. A head rules what follows it; what is hidden the compiler writes.
CLAUSE, HEAD, HIDDEN = range(3)


@dataclass(frozen=True)
class Question:
    """What the players are asked, in words for people."""

    decision: int
    """The kind of answer, one of `state.DECISIONS`."""
    title: str = ""
    sentence: str = ""
    """Empty: the usual words. Both can have gaps, which `view/decisions.py` fills: {person}, {item}, ..."""
    answers: tuple[str, ...] = ()
    """What the answers A, B, ... mean, where no card says so."""


@dataclass(frozen=True)
class Operation:
    """One operation of the card language."""

    family: int
    name: str
    """As it is written in the data."""
    arguments: tuple[str, ...]
    """The kinds of its arguments in the order in which they are written: `vocabulary.ARGUMENTS`."""
    meaning: str
    form: int = CLAUSE
    demand: bool = False
    """It demands something: what is missing costs wounds (see `compiler.py`), unless it is `if_possible`."""
    no_demand_of: tuple[int, ...] = ()
    """Of these (in the column `what`) nothing can be missing, so it is no demand."""
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
    """Its words for people, with places {0}, {1}, ... for the arguments; empty: name and arguments."""
