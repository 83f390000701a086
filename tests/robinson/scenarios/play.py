"""What the tests of scenarios share: a table about to plan, special actions by name, measures."""

from __future__ import annotations

from crusoe_env.robinson import actions
from crusoe_env.robinson import state as st
from crusoe_env.robinson.card_language.measures import known_measures
from crusoe_env.robinson.rules import stack
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.scenarios.measures import measure
from tests.robinson.conftest import Table


def planning(scenario: str, *tiles: tuple[int, int], **options) -> Table:
    """A game about to plan with an empty board; the printed tiles lie on the spaces given."""
    usual = {"players": 2, "characters": ["cook", "carpenter"], "friday": True, "starting_items": 0}
    game = Table(scenario=scenario, **{**usual, **options}).start()
    for space, printed in tiles:
        game.open_tile(space, printed)
    game.to_planning()
    s = game.s
    s.space_tokens[:] = s.available[:] = s.determination[:] = s.wounds[:] = 0
    s.field_tokens[:] = game.t.staying_tokens
    s.threat[:] = st.NONE
    island.measure(s, game.t)
    return game


def action_name(game: Table, identity: str, space: int | None = None) -> str:
    """The name of the action that plans a special action of the scenario."""
    which = [entry["id"] for entry in game.simulator.facts["special_action"]].index(identity)
    return f"plan special {which + 1}" + ("" if space is None else f" on {space}")


def spaces_for(game: Table, identity: str) -> list[int]:
    """The spaces for which a special action can be planned now."""
    legal = game.legal()
    return [space for space in range(st.SPACES) if action_name(game, identity, space) in legal]


def mark_number(game: Table, identity: str) -> int:
    """The number of a mark of the scenario."""
    return [entry["id"] for entry in game.simulator.facts["mark"]].index(identity)


def lay(game: Table, identity: str, *spaces: int, before: bool = True) -> None:
    """Lay marks on spaces; `before`: they have lain there since the round began."""
    bit = 1 << mark_number(game, identity)
    for space in spaces:
        game.s.marks[space] |= bit
        game.s.marks_before[space] |= bit if before else 0


def marked(game: Table, identity: str) -> list[int]:
    """The spaces on which a mark lies."""
    return [space for space in range(st.SPACES) if game.s.marks[space] >> mark_number(game, identity) & 1]


def value(game: Table, word: str) -> float:
    """What a measure counts now."""
    return float(measure(game.s, game.t, known_measures(game.simulator.facts)[word]))


def begin_round(game: Table, number: int) -> None:
    """A round begins, with nothing else to be done."""
    game.s.rounds = number - 1
    game.step(stack.BEGIN_ROUND, 0, 0, st.NONE, st.NONE, 0)


def end_round(game: Table) -> None:
    """The end of the round, with nothing else to be done."""
    game.step(stack.END_OF_ROUND, 0, 0, st.NONE, st.NONE, 0)


def spaces_offered(game: Table) -> list[int]:
    """The spaces from which the players choose."""
    first = actions.LAYOUT.start["space"]
    names = [actions.LAYOUT.names[first + space] for space in range(st.SPACES)]
    return [space for space, name in enumerate(names) if name in game.legal()]


def find_totem(game: Table, space: int, printed: int, found_before: int = 0) -> None:
    """The first player explores a space with success and finds this tile, after so many totems."""
    tiles = [tile for tile in game.s.tiles[: game.s.tiles_left] if tile != printed - 1]
    game.s.tiles[: len(tiles) + 1] = [*tiles, printed - 1]
    game.s.totems_found = found_before
    game.do(f"plan explore {space}")
    while game.decision == "support":
        game.do(next(name for name in game.legal() if name != "pass"))
    game.resolve()
    assert game.s.tile[space] == printed - 1
