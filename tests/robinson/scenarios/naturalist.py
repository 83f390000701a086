"""The Naturalist: a game in round 5, and what is done in it."""

from __future__ import annotations

from crusoe_env.robinson import components
from crusoe_env.robinson.rules.world import island
from tests.robinson.conftest import Table
from tests.robinson.scenarios.playing import built, emptied, plans

FOSSILS, TREES, FISH, BIRDS, CAGES, CAGED, PLANTS = range(7)
CAGE, BEAST, CREATURE, DIG, PLANT, SUNDEW = (f"plan special {k}" for k in range(1, 7))
CONSERVATORY = components.CARD_INVENTIONS
BUILD_CONSERVATORY = "plan scenario invention 1"
CARPENTER, COOK = 0, 1
HILLS, PLAINS = 4, 7
"""Spaces beside the camp: hills (tile 4, wood and fish, totem), plains (tile 1, wood, beast)."""


def naturalist(edition: str) -> Table:
    """Carpenter, Cook and Darwin in round 5; nothing in store, no tokens, no threats."""
    two = {"players": 2, "characters": ["carpenter", "cook"], "starting_items": 0}
    game = emptied(Table(scenario="naturalist", edition=edition, **two).start(), 5)
    game.s.morale = game.s.covered[:] = 0
    game.open_tile(HILLS, 4)
    game.open_tile(PLAINS, 1)
    island.measure(game.s, game.t)
    return game


def places(game: Table, name: str) -> set[str]:
    """Where a special action can be planned now."""
    return {action.removeprefix(name + " on ") for action in game.legal() if action.startswith(name + " on ")}


def surely(game: Table, name: str) -> None:
    """The Carpenter takes an action with a pawn more than it needs, or as many as it takes without dice."""
    plans(game)
    game.s.free_pawns[:] = 0
    game.s.free_pawns[CARPENTER] = 6
    game.do(name)
    while game.decision == "payment":
        game.do("choose A")
    while game.decision == "support":
        game.do("support: own pawn")
    while game.decision == "branch":  # current edition: Basket and Sack are assigned
        game.do("choose A")
    game.resolve(0)


def choose_all(game: Table, action: str = "") -> None:
    """Answer everything that is asked, `action` where it is legal."""
    while not game.s.over and game.decision != "nothing" and game.s.stack_size > 0:
        legal = game.legal()
        if game.decision in ("plan", "window") and action not in legal:
            if game.decision == "plan":
                return
            game.do("pass")
        else:
            game.do(action if action in legal else legal[0])


def with_plant(game: Table, number: int) -> Table:
    """This plant grows on the hills."""
    game.s.number[HILLS] = number
    return built(game, CONSERVATORY)
