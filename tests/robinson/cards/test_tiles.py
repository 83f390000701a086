"""The 11 island tiles: terrain, sources, beast, discovery tokens, totem, shelter."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import island
from tests.robinson.cards.position import Position
from tests.robinson.cards.view import FACTS

TOKENS = ("goat", "tobacco", "herbs")
"""The next discovery tokens."""
AT_START = 8


class Tile(NamedTuple):
    """What an island tile shows."""

    terrain: str
    sources: tuple[str, ...]
    beast: bool
    tokens: int
    totem: bool
    shelter: bool = False


TILES = {
    1: Tile("plains", ("wood",), True, 2, False),
    2: Tile("mountains", ("bird",), True, 1, True, shelter=True),
    3: Tile("river", ("fish",), True, 3, False),
    4: Tile("hills", ("wood", "fish"), False, 1, True),
    5: Tile("mountains", ("wood", "bird"), False, 1, True),
    6: Tile("plains", ("wood", "bird"), False, 1, True),
    7: Tile("hills", ("wood",), True, 2, True),
    8: Tile("beach", ("wood", "fish"), False, 0, False),
    9: Tile("plains", ("bird",), True, 3, False),
    10: Tile("river", ("wood", "fish"), False, 1, True),
    11: Tile("mountains", ("wood",), True, 1, False, shelter=True),
}


def empty_island() -> Position:
    """Only the camp's tile is explored."""
    position = Position().given("tile 4 none; tile 5 none; tile 7 none; tile 8 none")
    position.s.tiles[: components.TILES - 1] = [printed - 1 for printed in TILES if printed != AT_START]
    position.s.tiles_left = components.TILES - 1
    return position.given("beasts bear; tokens " + " ".join(TOKENS))


def test_every_tile_has_its_expectations():
    assert [f"tile_{printed}" for printed in TILES] == [entry["id"] for entry in FACTS["tile"]]
    assert [tile.totem for tile in TILES.values()] == [entry["totem"] for entry in FACTS["tile"]]
    start = empty_island().s
    assert start.tile[3] == AT_START - 1


@pytest.mark.parametrize("printed", [printed for printed in TILES if printed != AT_START])
def test_found(printed: int):
    tile = TILES[printed]
    position = empty_island().given(f"tiles {printed}")
    before = position.photo()
    position.plan()
    position.do("plan explore 4", "support: own pawn")
    position.resolve()
    position.ended()
    change = [f"tile 4 -> {printed}; tiles -{printed}"]
    change += ["beasts -bear; hunting deck -> bear"] if tile.beast else []
    change += [f"discovery tokens -{token}; future token {token} +1" for token in TOKENS[: tile.tokens]]
    change += ["totems found +1"] if tile.totem else []
    position.expect(before, ";".join(change))


@pytest.mark.parametrize("printed", TILES)
def test_sources_terrain_and_shelter(printed: int):
    tile = TILES[printed]
    position = empty_island().given(f"tile 3 none; tile 4 {printed}; camp 4; shelter 0; wood 0; food 0")
    s, t = position.s, position.t
    assert island.explored_terrains(s, t) == 1 << c.TERRAINS.index(tile.terrain)
    before = position.photo()
    position.step(steps.PRODUCTION)
    food = {"bird", "fish"} & set(tile.sources)
    position.expect(before, ("wood +1;" if "wood" in tile.sources else "") + ("food +1" if food else ""))
    kinds = {source: c.COVERS.index(source) for source in ("wood", "bird", "fish")}
    assert {source for source in kinds if island.open_sources(s, t, 4) >> kinds[source] & 1} == set(
        tile.sources
    )
    before = position.photo()
    position.step(steps.OPEN_AIR)
    position.expect(before, "" if tile.shelter else "each wounds +1")
