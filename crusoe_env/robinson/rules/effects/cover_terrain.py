"""A tile's terrain that counts as unexplored."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.cover import cover
from crusoe_env.robinson.rules.effects.places import choose_space, failed, is_at
from crusoe_env.robinson.rules.stack import push
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step
from crusoe_env.robinson.rules.world.island import is_open


@compiled
def terrains_to_cover(s: State, t: Tables, terrain: int, place: int, card: int) -> int:
    """Bits of the spaces at a place whose terrain can be covered."""
    bits = 0
    for space in range(c.SPACES):
        if not is_open(s, space) or s.covered[space] & c.TERRAIN or not is_at(s, t, space, place, card):
            continue
        if terrain == v.ANY_TERRAIN or t.tile_terrain[s.tile[space]] == terrain:
            bits |= 1 << space
    return bits


@compiled
def can_cover_terrain(s: State, t: Tables, terrain: int, place: int, card: int) -> bool:
    """Is there such a terrain?"""
    return terrains_to_cover(s, t, terrain, place, card) != 0


@operation(
    "cover_terrain terrain place",
    "That tile's terrain counts as unexplored. The card remembers it.",
    demand=can_cover_terrain,
    phrase="{0} terrain {1} counts as unexplored",
    asks=(Question(c.CHOOSE_SPACE, "A terrain is lost", "Which one counts as unexplored?"),),
)
@compiled
def lose_terrain(s: State, row: int, performer: int, card: int) -> None:
    """A terrain is lost."""
    push(s, steps.COVER_TERRAIN, row, performer, card)


@step(runs=("cover_terrain",), row=ROW, performer=PERSON, card=CARD)
@compiled
def cover_terrain(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """A tile's terrain counts as unexplored."""
    bits = terrains_to_cover(s, t, int(t.rows[row, col.WHAT]), int(t.rows[row, col.WHERE]), card)
    if bits == 0:
        s.answer = c.NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, steps.COVER_TERRAIN, bits, row, performer, card)
    if space != c.NONE:
        cover(s, t, space, c.TERRAIN, card)
