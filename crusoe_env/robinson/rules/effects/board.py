"""Operations on the board: routing, covered terrains, tiles turned down, a forced move."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import (
    CARDS,
)
from crusoe_env.robinson.rules.effects.places import (
    choose_space,
    failed,
    in_event_of,
    is_at,
    is_gone,
    remember,
)
from crusoe_env.robinson.rules.effects.sources import cover
from crusoe_env.robinson.rules.effects.tokens import field_token, remove_from_tile
from crusoe_env.robinson.rules.stack import (
    COVER_SOURCE,
    COVER_TERRAIN,
    FLIP_TILE,
    FORCED_MOVE,
    PLACE_TOKEN,
    REMOVE_TOKEN,
    UNCOVER,
    push,
)
from crusoe_env.robinson.rules.world.camp import move_camp
from crusoe_env.robinson.rules.world.island import can_camp, is_open
from crusoe_env.robinson.rules.world.marks import turn_down
from crusoe_env.robinson.state import (
    NONE,
    PALISADE,
    ROOF,
    SPACES,
    TERRAIN,
)


@compiled
def board_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on tokens, sources, tiles and the camp."""
    what = t.rows[row, col.OP]
    number = int(t.rows[row, col.NUMBER])
    if what == op.PLACE or what == op.REMOVE:
        place = int(t.rows[row, col.WHERE])
        if place < v.HERE:
            field_token(s, t, row, performer, card)
        elif what == op.REMOVE:
            remove_from_tile(s, t, int(t.rows[row, col.WHAT]), place)
        else:
            push(s, PLACE_TOKEN, row, 0, performer, card, 0)
    elif what == op.REMOVE_ANY_TOKEN:
        push(s, REMOVE_TOKEN, number, 0, performer, card, row)
    elif what == op.COVER:
        push(s, COVER_SOURCE, row, number, performer, card, 0)
    elif what == op.COVER_TERRAIN:
        push(s, COVER_TERRAIN, row, 0, performer, card, 0)
    elif what == op.FLIP_TILE:
        push(s, FLIP_TILE, row, 0, performer, card, 0)
    elif what == op.UNCOVER:
        push(s, UNCOVER, number, 0, performer, card, row)
    elif what == op.UNDO:
        undo(s, card)
    elif what == op.MOVE_CAMP:
        push(s, FORCED_MOVE, row, 0, performer, card, 0)


@compiled
def cover_terrain(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A tile's terrain counts as unexplored."""
    terrain = int(t.rows[row, col.WHAT])
    place = int(t.rows[row, col.WHERE])
    bits = 0
    for space in range(SPACES):
        if not is_open(s, space) or s.covered[space] & TERRAIN or not is_at(s, t, space, place, card):
            continue
        if terrain == v.ANY_TERRAIN or t.tile_terrain[s.tile[space]] == terrain:
            bits |= 1 << space
    if bits == 0:
        s.answer = NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, COVER_TERRAIN, bits, row, 0, performer, card)
    if space != NONE:
        cover(s, t, space, TERRAIN, card)


@compiled
def only_terrain_at(s: Any, t: Any, row: int, card: int) -> bool:
    """Is a tile at such a place the only open one with its terrain? A marker on another changes nothing."""
    for space in range(SPACES):
        if is_open(s, space) and is_at(s, t, space, int(t.rows[row, col.WHERE]), card):
            alike = 0
            for other in range(SPACES):
                alike += is_open(s, other) and t.tile_terrain[s.tile[other]] == t.tile_terrain[s.tile[space]]
            if alike == 1:
                return True
    return False


@compiled
def flip_tile(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A tile becomes inaccessible and loses what lies on it; with the camp on it the game is lost."""
    if is_gone(s, t, row, card):
        return
    bits = 0
    for space in range(SPACES):
        if is_open(s, space) and is_at(s, t, space, int(t.rows[row, col.WHERE]), card):
            bits |= 1 << space
    if bits == 0:
        s.answer = NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, FLIP_TILE, bits, row, 0, performer, card)
    if space == NONE:
        return
    turn_down(s, t, space)
    remember(s, card, space, 0)


@compiled
def undo(s: Any, card: int) -> None:
    """What this card's event covered or turned down is open again."""
    space = int(s.card_space[card]) if 0 <= card < CARDS else NONE
    if space == NONE:
        return
    s.covered[space] &= ~s.card_mark[card]
    if s.card_mark[card] == 0:
        s.face_down[space] = 0
    s.card_space[card] = NONE
    s.card_mark[card] = 0


@compiled
def forced_move(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """The camp must move to an adjacent tile, with the usual losses; the card remembers which levels fell.

    What the scenario's book does is not the card's, whose threat action cannot undo it.
    """
    bits = 0
    for space in range(SPACES):
        if can_camp(s, t, space):
            bits |= 1 << space
    if bits == 0:
        s.answer = NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, FORCED_MOVE, bits, row, 0, performer, card)
    if space == NONE:
        return
    roof, palisade = int(s.roof), int(s.palisade)
    move_camp(s, t, space)
    lowered = 1 << ROOF if s.roof < roof else 0
    if s.palisade < palisade:
        lowered |= 1 << PALISADE
    if in_event_of(t, row, card):
        remember(s, card, space, lowered)
