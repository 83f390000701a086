"""Supporting pawns: those of people, those that cards have given, and those that things lend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import uses
from .decisions import FRIDAY, GUEST, Person
from .table import Plan, Target
from .use_list import DOG, Use

if TYPE_CHECKING:
    from .game import Game

OWN = "own pawn"
OTHERS = ("pawn of the next player", "pawn of the second next player", "pawn of the third next player")
FRIDAYS, GUESTS, EXTRA = "Friday", "the guest", "extra pawn"
PEOPLE = (OWN, *OTHERS, FRIDAYS, GUESTS, EXTRA)
"""Whose pawns support, as the actions name them from him who plans."""
OF_A_THING, THE_DOG = "of a thing", "the Dog"


def is_player(person: Person) -> bool:
    """Does somebody play this person?"""
    return person not in (FRIDAY, GUEST)


def seat_of(game: Game, person: Person, support: str) -> int | None:
    """The player whose pawn "the next player" and so on means; None if there is none."""
    after = OTHERS.index(support) + 1
    if not isinstance(person, int) or after >= game.table.players:
        return None
    return (person + after) % game.table.players


def may_take(game: Game, person: Person, kind: str) -> bool:
    """Has no card forbidden this person's pawns such an action this round?"""
    return person == FRIDAY or kind in game.table.people[person].allowed_kinds


def two_players(game: Game, target: Target) -> bool:
    """Does this threat action take the pawns of two players?"""
    event = game.facts.events.get(game.table.threat[str(target)] or "")
    return event is not None and event.threat.two_players


def pawns_of(game: Game, person: Person, kind: str, target: Target, support: str, own: int) -> int:
    """How many pawns of people, or given by cards, can support; `own`: free pawns of the person himself.

    While a card lets nobody share an action, the current edition makes an exception of the one that takes two
    players, which is that card's own.
    """
    table = game.table
    of_two = kind == "threat" and two_players(game, target)
    excepted = of_two and game.rule("argument_spares_agreement")
    if support == OWN:
        return own if is_player(person) and not of_two else 0
    if support in OTHERS:
        seat = seat_of(game, person, support)
        if seat is None or (table.no_mixed_pawns and not excepted) or not may_take(game, seat, kind):
            return 0
        return table.people[seat].free_pawns
    if support == FRIDAYS:
        barred = not is_player(person) or (table.no_pawn_of_friday and not excepted)
        return 0 if barred else table.people[FRIDAY].free_pawns
    if support == GUESTS:
        guest = game.facts.sheet.guest
        if guest is None or not guest.supports:
            return 0
        barred = not is_player(person) or (table.no_mixed_pawns and not excepted)
        return 0 if barred or not may_take(game, GUEST, kind) else table.people[GUEST].free_pawns
    return table.extra_pawns[kind]


def pawns_lent(game: Game, person: Person, use: Use, special: int | None) -> int:
    """How many pawns a thing can lend to this person's action; `special`: which special action it is."""
    if use.special is not None:
        number = [action.id for action in game.facts.sheet.special_actions].index(use.special)
        if special != number:
            return 0
    return uses.uses_left(game, use) if uses.can_use(game, person, use) else 0


def enough(
    game: Game, person: Person, kind: str, special: int | None, target: Target, own: int, needed: int
) -> bool:
    """Could so many pawns support this person's action?"""
    if needed <= 0:
        return True
    for support in PEOPLE:
        if needed <= 0:
            return True
        needed -= pawns_of(game, person, kind, target, support, own)
    return needed <= 0 or needed <= sum(
        pawns_lent(game, person, use, special) for use in game.uses.lending[kind]
    )


def people_supporting(game: Game, plan: Plan) -> list[str]:
    """The actions with which people, and cards' pawns, can support this planned action now."""
    own = game.table.people[plan.person].free_pawns
    return [
        f"support: {support}"
        for support in PEOPLE
        if pawns_of(game, plan.person, plan.kind, plan.target, support, own) > 0
    ]


def lenders(game: Game, plan: Plan) -> list[str]:
    """The actions with which things can lend a pawn to this planned action now."""
    found = [use.action for use in game.uses.lending[plan.kind] if lends(game, plan, use)]
    return list(dict.fromkeys(action for action in found if action is not None))


def lends(game: Game, plan: Plan, use: Use) -> bool:
    """Can this thing lend a pawn to a planned action?"""
    special = None if plan.special is None else plan.special[0]
    return pawns_lent(game, plan.person, use, special) > 0


def take(game: Game, plan: Plan, action: str) -> None:
    """One more pawn on a planned action, by this action's name; a thing that lends it is used."""
    table = game.table
    plan.pawns += 1
    if action.startswith("use "):
        use = next(u for u in game.uses.lending[plan.kind] if u.action == action and lends(game, plan, u))
        plan.supports.add(OF_A_THING)
        if use.source == DOG:
            plan.supports.add(THE_DOG)
        uses.spend(game, plan.person, use)
        return
    support = action.removeprefix("support: ")
    plan.supports.add(support)
    if support == EXTRA:
        table.extra_pawns[plan.kind] -= 1
        return
    owner = {OWN: plan.person, FRIDAYS: FRIDAY, GUESTS: GUEST}.get(support)
    if owner is None:
        owner = seat_of(game, plan.person, support)
    assert owner is not None
    if support == FRIDAYS and table.no_mixed_pawns:
        game.by_decision(51)
    if plan.kind == "threat" and two_players(game, plan.target):
        game.by_decision(26)
    table.people[owner].free_pawns -= 1
