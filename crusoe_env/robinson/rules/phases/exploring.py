"""What a successful exploration brings: a tile, its beast, tokens and totem (rulebook: Exploration)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARD_INVENTIONS, SCENARIO_INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import push, run_card
from crusoe_env.robinson.rules.steps import FLAG, PERSON, SPACE, TILE, step
from crusoe_env.robinson.rules.world.decks import beast_for_hunting, gain_discovery, next_discovery, next_tile
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.people import has_item
from crusoe_env.robinson.scenarios.hooks import find_totem


@compiled
def explore(s: State, t: Tables, space: int, person: int) -> None:
    """A new tile comes; items of the scenario may have a say in which one."""
    push(s, steps.LAY_TILE, space, person)
    for which in range(SCENARIO_INVENTIONS):
        item = CARD_INVENTIONS + which
        if has_item(s, item):
            run_card(s, t, int(t.scenario_invention_explored[which]), person, c.FIRST_ITEM_EFFECT + item)


@step(space=SPACE, person=PERSON)
@compiled
def lay_tile(s: State, t: Tables, space: int, person: int) -> None:
    """A new tile: markers that waited for it, beast, totem, discovery tokens."""
    tile = next_tile(s)
    if tile == c.NONE:
        return
    s.tile[space] = tile
    log_event(s, c.LOG_TILE, tile, space)
    if t.tile_beast[tile] == 1:
        beast_for_hunting(s)
    push(s, steps.TILE_FOUND, tile, person, 0)
    push(s, steps.WINDOW, c.EXPLORED, 0, person, c.NONE, 0)
    push(s, steps.COVER_OF_A_WAITING_MARKER, space, person)


@step(tile=TILE, person=PERSON, totem_done=FLAG)
@compiled
def tile_found(s: State, t: Tables, tile: int, person: int, totem_done: int) -> None:
    """The totem of a new tile, which may ask; when that is done its discovery tokens."""
    if t.tile_totem[tile] == 1 and totem_done == 0:
        push(s, steps.TILE_FOUND, tile, person, 1)
        find_totem(s, t, person)
        return
    for _ in range(t.tile_discoveries[tile]):
        gain_discovery(s, t, next_discovery(s), person)
