"""Playing the printed scenarios: a game about to plan, and what can be asked of it."""

from __future__ import annotations

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import measures
from crusoe_env.robinson.rules import stack, steps
from crusoe_env.robinson.rules.world.island import measure as measure_ways
from crusoe_env.robinson.scenarios.measures import measure
from tests.robinson.conftest import Table

PEOPLE = ["cook", "carpenter", "soldier", "explorer"]


def begin(scenario: str, players: int = 2, *, tiles: dict[int, int] | None = None, **options) -> Table:
    """A game about to plan: tiles (space: printed number) are laid, fields and threat row are empty."""
    game = Table(scenario=scenario, players=players, characters=PEOPLE[:players], **options).start()
    for space, tile in (tiles or {}).items():
        game.open_tile(space, tile)
    game.to_planning()
    s = game.s
    s.field_tokens[:] = game.t.staying_tokens
    s.space_tokens[:] = s.cost_tokens[:] = s.weather_tokens = 0
    s.available[:] = s.determination[:] = s.wounds[:] = 0
    s.threat[:] = c.NONE
    s.morale = 0
    measure_ways(s, game.t)
    return game


def plans(game: Table) -> Table:
    """The action phase begins."""
    game.step(steps.BEFORE_ACTION_PHASE)
    return game


def built(game: Table, *items: int) -> Table:
    """Inventions are built."""
    game.s.invention_state[list(items)] = c.BUILT
    return game


def emptied(game: Table, rounds: int) -> Table:
    """In this round, with the first player's turn: nothing in store, no tokens, no threats."""
    s = game.s
    s.rounds, s.first_player = rounds, 0
    s.field_tokens[:] = s.space_tokens[:] = 0
    s.available[:] = s.determination[:] = s.wounds[:] = 0
    s.threat[:] = c.NONE
    return game


def value(game: Table, word: str) -> float:
    """What a measure counts now."""
    return measure(game.s, game.t, measures.known_measures(game.simulator.facts)[word])


def counter(game: Table, name: str) -> int:
    """The place of a counter in the record."""
    return measures.ids_of(game.simulator.facts, "counter").index(name)


def mark(game: Table, name: str) -> int:
    """The bit of a mark."""
    return 1 << measures.ids_of(game.simulator.facts, "mark").index(name)


def lay(game: Table, name: str, *spaces: int, before: bool = True) -> None:
    """Marks lie on spaces; `before`: they have lain there since the round began."""
    for space in spaces:
        game.s.marks[space] |= mark(game, name)
        game.s.marks_before[space] |= mark(game, name) if before else 0


def marked(game: Table, name: str) -> list[int]:
    """The spaces on which a mark lies."""
    return [space for space in range(c.SPACES) if game.s.marks[space] & mark(game, name)]


def spaces_offered(game: Table) -> list[int]:
    """The spaces from which the players choose."""
    return [space for space in range(c.SPACES) if f"space {space}" in game.legal()]


def special(game: Table, name: str, space: int | None = None) -> str:
    """The action by which a special action is planned, on a space or on none."""
    which = measures.ids_of(game.simulator.facts, "special_action").index(name) + 1
    return f"plan special {which}" + ("" if space is None else f" on {space}")


def places(game: Table, name: str) -> set[str]:
    """Where a special action can be planned now: spaces, or "" for one without a place."""
    action = special(game, name)
    found = [legal for legal in game.legal() if legal == action or legal.startswith(f"{action} on ")]
    return {legal.removeprefix(action).removeprefix(" on ") for legal in found}


def at(game: Table, space: int, kind: int = c.EXPLORE) -> None:
    """An exploration (or other action) of the first player on a space is under way."""
    s = game.s
    s.phase, s.plans, s.now = c.RESOLUTION, 1, 0
    s.plan_kind[0], s.plan_target[0], s.plan_person[0], s.plan_done[0] = kind, space, 0, 1


def plan_again(game: Table) -> None:
    """Planning begins anew."""
    game.step(steps.BEGIN_PLANNING)


def pass_on(game: Table) -> None:
    """Go on without using anything until something else is to be decided."""
    while game.decision == "window":
        game.do("pass")


def find(game: Table, space: int, printed: int, performer: int = 0) -> None:
    """The performer explores a space and finds the tile with this printed number."""
    game.open_tile(space, printed)
    tiles, s = [int(tile) for tile in game.s.tiles[: game.s.tiles_left]], game.s
    s.tile[space] = c.NONE
    s.tiles[: len(tiles) + 1] = [*tiles, printed - 1]
    s.tiles_left = len(tiles) + 1
    at(game, space)
    s.plan_person[0] = performer
    stack.clear_stack(s)
    game.step(steps.OUTCOME)
    pass_on(game)


def begin_round(game: Table, number: int) -> None:
    """A round begins."""
    game.s.rounds = number - 1
    game.step(steps.BEGIN_ROUND)


def end_round(game: Table) -> None:
    """The round is over."""
    game.step(steps.END_OF_ROUND)


def token(game: Table, symbol: str) -> str:
    """The action by which a discovery token with this symbol is used."""
    return f"use token symbol_{symbol}"


def gain_token(game: Table, symbol: str) -> None:
    """The group holds the token with this symbol."""
    game.s.discovery[components.DISCOVERY_IDS.index(f"symbol_{symbol}")] = 1


def item(game: Table, name: str) -> int:
    """The number of an invention, of the sheet too."""
    return [*components.INVENTION_IDS, *measures.ids_of(game.simulator.facts, "scenario_invention")].index(
        name
    )
