"""Special actions of a scenario: planned, paid for, supported, resolved and shown like the usual ones."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import state as st
from tests.robinson.conftest import Table
from tests.robinson.test_scenarios import LONELY_ROCK

PROVENANCE = 'sources = ["ours"]\nconfidence = "confirmed"\n'
ACTIONS = """
[[mark]]
id = "nest"
name = "nest"

[[special_action]]
id = "beacon"
name = "Light a beacon"
kind = "build"
dice = true
distance = true
where = { without = "nest" }
items = ["fire"]
pays = [{ wood = 2 }, { fur = 1 }]
effect = ["advance signal 1"]

[[special_action]]
id = "raid"
name = "Raid the nest"
kind = "hunt"
pawns = 2
where = { mark = "nest", earlier = true }
friday = false
effect = ["fight_by performer 4 -1 signal", "advance signal 2"]

[[special_action]]
id = "wade"
name = "Wade through the river"
kind = "explore"
dice = true
needs = ["signal >= 1"]
effect = ["gain fur 1"]
adventure = ["wound performer 1"]

[[special_action]]
id = "dig"
name = "Dig"
kind = "gather"
dice = true
distance = true
where = { terrain = ["hills", "plains"] }
many = true
most = 2
effect = ["gain food 2"]

[[special_action]]
id = "council"
name = "Hold council"
kind = "special"
pawns = 2
more_pawns = "signal"
effect = ["raise morale 1"]

[[special_action]]
id = "vigil"
name = "Keep vigil"
kind = "special"
where = { totem = true, reach = 1 }
effect = ["heal performer 1"]
""".replace("\n\n[[", f"\n{PROVENANCE}\n[[")
SCENARIO = LONELY_ROCK + ACTIONS + PROVENANCE
SCENARIO = SCENARIO.replace(
    "[[counter]]", f'[[mark]]\nid = "first"\nname = "first"\n{PROVENANCE}\n[[counter]]'
)
BEACON, RAID, WADE, DIG, COUNCIL, VIGIL = (f"plan special {k}" for k in range(1, 7))
SIGNAL, NEST = 0, 1
FIRE = 0
HILLS_TILE, PLAINS_TILE, TOTEM_TILE = 4, 1, 2
"""Printed numbers: hills, plains, and mountains with a totem."""


@pytest.fixture(scope="module")
def scenario(tmp_path_factory) -> str:
    file = tmp_path_factory.mktemp("special") / "lonely_rock.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    return str(file)


@pytest.fixture
def game(scenario) -> Table:
    """Two players about to plan, on an island with hills beside the camp and plains beyond."""
    game = Table(scenario=scenario, characters=["cook", "carpenter"], friday=True, starting_items=0).start()
    game.open_tile(4, HILLS_TILE)
    game.open_tile(5, PLAINS_TILE)
    game.to_planning()
    game.s.event_deck[:] = game.s.event_deck[0]
    return game


def item(game: Table, name: str) -> int:
    return [entry["id"] for entry in game.simulator.facts["invention"]].index(name)


def build(game: Table, name: str) -> None:
    game.s.invention_state[item(game, name)] = st.BUILT


def planned(game: Table) -> list[tuple[int, int]]:
    s = game.s
    return [(int(s.plan_kind[i]), int(s.plan_pawns[i])) for i in range(s.plans)]
