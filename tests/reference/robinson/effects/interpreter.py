"""Carrying out card programs: clauses in order, conditions, branches, and what waits for later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import measures, people, stores, useful, windows
from ..decisions import Person, Play
from ..programs import Choose, Clause, Effect, If, Later, Program
from ..table import Delayed
from . import (
    alternatives,
    board,
    cards,
    inventions,
    life,
    marks,
    places,
    scenario,
    sources,
    this_round,
    tokens,
)
from . import stores as store_effects
from .registry import OPERATIONS, By

FAMILIES = (board, cards, inventions, life, marks, scenario, sources, store_effects, this_round, tokens)
"""The modules whose functions are the operations."""

if TYPE_CHECKING:
    from ..game import Game


def run_card(game: Game, program: Program, performer: Person | None, card: str | None = None) -> Play[None]:
    """The effect of a card; before it, whoever can change what it depends on is asked."""
    if program:
        yield from windows.before_card(game, program, performer, card)
        yield from run(game, program, performer, card)


def run(game: Game, program: Program, performer: Person | None, card: str | None = None) -> Play[None]:
    """A program, clause by clause."""
    game.programs_run[id(program)] += 1
    yield from _clauses(game, program, By(performer, card))


def _clauses(game: Game, clauses: tuple[Clause, ...], by: By) -> Play[None]:
    for clause in clauses:
        if isinstance(clause, Effect):
            game.came_up("operation", clause.operation)
            rest = OPERATIONS[clause.operation](game, clause, by)
            if rest is not None:
                yield from rest
        elif isinstance(clause, If):
            game.came_up("operation", clause.condition.operation)
            if holds(game, clause.condition, by):
                yield from _clauses(game, clause.body, by)
        elif isinstance(clause, Choose):
            game.came_up("operation", "choose")
            branch = yield from _pick(game, clause, by)
            yield from _clauses(game, clause.branches[branch], by)
        elif isinstance(clause, Later):
            game.came_up("operation", f"at {clause.time}")
            game.table.delayed.append(Delayed(clause.time, clause.body, by.card, by.performer))
        game.look()


def _pick(game: Game, choice: Choose, by: By) -> Play[int]:
    """The players pick a branch: of a use one that can do anything."""

    def possible() -> list[int]:
        branches: list[int] = []
        treasure = game.facts.mysteries.get(by.card or "")
        is_use = by.is_use or (treasure is not None and choice in treasure.use)
        if is_use and by.performer is not None:
            branches = useful.useful_branches(game, choice, by.performer)
        return branches or alternatives.choosable(game, choice, by)

    branch = yield from game.ask_branch(possible, asked=by.performer, card=by.card)
    assert branch is not None
    return branch


def holds(game: Game, condition: Effect, by: By) -> bool:
    """Is a condition true?"""
    what, performer = condition.what, by.performer
    outside = performer is not None and game.table.people[performer].outside
    match condition.operation:
        case "if_item":
            return people.has_item(game, what)
        case "if_no_item":
            return not people.has_item(game, what)
        case "if_weapon_below":
            return stores.weapon_for_requirements(game) < condition.count
        case "if":
            return measures.holds(game, f"{what} {condition.where} {condition.number}")
        case "if_source":
            return sources.source_at(game, condition, by)
        case "if_number":
            space = places.spot(game, condition.where)
            return space is not None and game.table.spaces[space].number == condition.number
        case "if_only_terrain":
            return board.is_only_terrain(game, condition, by)
        case "if_in_camp":
            return not outside
        case "if_outside":
            return outside
    assert condition.operation == "if_alive"
    return performer is None or people.alive(game, performer)
