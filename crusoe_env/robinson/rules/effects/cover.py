"""Black markers on sources."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import count_bits, only_bit
from crusoe_env.robinson.rules.effects.places import failed, is_at, is_gone, remember
from crusoe_env.robinson.rules.packed import is_special, pack_source, source_food, source_space, special_of
from crusoe_env.robinson.rules.stack import answer_or_only, ask, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import A_SPACE, CARD, COUNT, PERSON, ROW, SPACE, step
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.island import FAR, distance, open_sources, source_bit, token_is_source
from crusoe_env.robinson.rules.world.requirements import gathers_source, here

MARKER_BITS = 3
"""Of a marker that waits for a tile: the sources that it may cover, among `ANY_SOURCE`."""
MOST_WAITING = 5
"""Markers that can wait on one space."""


@compiled
def can_cover(s: State, t: Tables, row: int, number: int, place: int, card: int) -> bool:
    """Are there so many sources; or does the marker wait, or is there nothing to be done?"""
    if is_gone(s, t, row, card) or is_unexplored(s, place):
        return True
    mask = source_mask(s, t, row)
    if mask == v.GATHERED_SOURCE and uses_up_terrain(s, t):
        return True
    return count_bits(coverable(s, t, mask, place, card)) >= number


@operation(
    "cover source number place",
    "A marker on that many sources; `all`: every one on one tile. The card remembers them.",
    demand=can_cover,
    phrase="{1} {0} source(s) {2} used up",
    asks=(Question(c.CHOOSE_SOURCE, "A source is used up", "Which one?"),),
)
@compiled
def cover_sources(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Sources are used up."""
    push(s, steps.COVER_SOURCE, row, number, performer, card)


@step(runs=("cover",), row=ROW, count=COUNT, performer=PERSON, card=CARD)
@compiled
def cover_source(s: State, t: Tables, row: int, count: int, performer: int, card: int) -> None:
    """Sources are exhausted one by one, or all those of one tile; the players choose among the possible."""
    if is_gone(s, t, row, card):
        return
    place = int(t.rows[row, col.WHERE])
    mask = source_mask(s, t, row)
    space = here(s)
    if is_unexplored(s, place):
        if space != c.NONE:  # a failed exploration
            wait_for_tile(s, space, mask)
        return
    if mask == v.GATHERED_SOURCE and uses_up_terrain(s, t):
        s.covered[space] |= c.TERRAIN
        return
    bits = coverable(s, t, mask, place, card)
    if bits == 0:
        s.answer = c.NONE
        failed(s, t, row, performer, 1 if count == v.ALL else count)
        return
    if count == v.ALL:
        cover_tile(s, t, row, bits, performer, card)
        return
    if s.answer == c.NONE and bits & (bits - 1):
        push(s, steps.COVER_SOURCE, row, count, performer, card)
        ask_for_card(s, c.CHOOSE_SOURCE, steps.COVER_SOURCE, performer, bits, card, row, count, 0)
        return
    source = answer_or_only(s, bits)
    space = source_space(source)
    cover(s, t, space, source_bit(t, s.tile[space], source_food(source)) & c.ANY_SOURCE, card)
    if count > 1:
        push(s, steps.COVER_SOURCE, row, count - 1, performer, card)


@compiled
def is_unexplored(s: State, place: int) -> bool:
    """Is the place of the action under way meant, and no tile there?"""
    space = here(s)
    return place == v.HERE and (space == c.NONE or s.tile[space] == c.NONE)


@compiled
def source_mask(s: State, t: Tables, row: int) -> int:
    """Bits of the sources that a row means; the source of the action under way for "gathered"."""
    mask = int(t.rows[row, col.WHAT])
    if mask == v.GATHERED_SOURCE and gathers_source(s):
        return c.FOOD_SOURCE if source_food(int(s.plan_target[s.now])) == 1 else c.WOOD_SOURCE
    return mask


@compiled
def source_at(s: State, t: Tables, row: int, card: int) -> bool:
    """Is an uncovered source of this kind at such a place?"""
    mask = source_mask(s, t, row)
    for space in range(c.SPACES):
        if open_sources(s, t, space) & mask and is_at(s, t, space, int(t.rows[row, col.WHERE]), card):
            return True
    return False


@compiled
def coverable(s: State, t: Tables, mask: int, place: int, card: int) -> int:
    """Bits by packed source: which may be covered; for the nearest place only the nearest ones."""
    nearest = FAR + 1
    bits = 0
    for space in range(c.SPACES):
        sources = open_sources(s, t, space) & mask
        if mask & c.FOOD_SOURCE == c.FOOD_SOURCE and token_is_source(s, t, space):
            sources |= c.FOOD_SOURCE
        if sources == 0 or not is_at(s, t, space, place, card):
            continue
        steps = distance(s, t, space) if place == v.NEAREST_CAMP else 0
        if steps > nearest:
            continue
        if steps < nearest:
            nearest = steps
            bits = 0
        if sources & c.WOOD_SOURCE:
            bits |= 1 << pack_source(space, 0)
        if sources & c.FOOD_SOURCE:
            bits |= 1 << pack_source(space, 1)
    return bits


@compiled
def cover(s: State, t: Tables, space: int, sources: int, card: int) -> None:
    """Black markers on sources; the card remembers which."""
    s.covered[space] |= sources
    if 0 <= card < CARDS:
        before = int(s.card_mark[card]) if s.card_space[card] == space else 0
        remember(s, card, space, before | sources)


@compiled
def uses_up_terrain(s: State, t: Tables) -> bool:
    """Is what the special action under way gathers used up with the terrain of its tile?"""
    special = s.now != c.NONE and is_special(s.plan_target[s.now])
    return special and t.special_uses_up_terrain[special_of(int(s.plan_target[s.now]))] == 1


@compiled
def cover_tile(s: State, t: Tables, row: int, bits: int, performer: int, card: int) -> None:
    """Every source of one tile, which the players choose."""
    spaces = 0
    for space in range(c.SPACES):
        if (bits >> pack_source(space, 0)) & 3:
            spaces |= 1 << space
    if s.answer == c.NONE and only_bit(spaces) == c.NONE:
        push(s, steps.COVER_SOURCE, row, v.ALL, performer, card)
        ask_for_card(s, c.CHOOSE_SPACE, steps.COVER_SOURCE, performer, spaces, card, row, 0, 0)
    else:
        space = answer_or_only(s, spaces)
        of_token = source_bit(t, s.tile[space], 1) if token_is_source(s, t, space) else 0
        cover(s, t, space, open_sources(s, t, space) | of_token, card)


# ------------------------------------------------------------------ markers that wait for a tile
@compiled
def wait_for_tile(s: State, space: int, mask: int) -> None:
    """A marker waits on an unexplored space; `mask`: the sources that it may cover."""
    if s.waiting_cover[space] < 1 << MARKER_BITS * (MOST_WAITING - 1):
        s.waiting_cover[space] = s.waiting_cover[space] << MARKER_BITS | mask


@compiled
def waiting_markers(s: State, space: int) -> int:
    """How many markers wait on a space for its tile."""
    count = 0
    while s.waiting_cover[space] >> MARKER_BITS * count:
        count += 1
    return count


@step(
    "cover of a waiting marker",
    asks=(Question(c.CHOOSE_SOURCE, "A marker has waited for this tile", "Which source does it cover?"),),
    detail=A_SPACE,
    space=SPACE,
    performer=PERSON,
)
@compiled
def cover_waiting(s: State, t: Tables, space: int, performer: int) -> None:
    """The tile has come: each marker that waited covers one of its sources, or is an unfulfilled demand."""
    if s.waiting_cover[space] == 0:
        return
    bits = coverable(s, t, int(s.waiting_cover[space]) & c.ANY_SOURCE, v.HERE, c.NONE)
    if bits & (bits - 1) and s.answer == c.NONE:
        push(s, steps.COVER_OF_A_WAITING_MARKER, space, performer)
        ask(
            s,
            c.CHOOSE_SOURCE,
            steps.COVER_OF_A_WAITING_MARKER,
            performer,
            bits,
            waiting_markers(s, space),
            space,
            0,
        )
        return
    target = only_bit(bits) if s.answer == c.NONE else take_answer(s)
    s.waiting_cover[space] >>= MARKER_BITS
    if target == c.NONE:
        lacking(s, t, performer, 1)
    else:
        cover(s, t, space, source_bit(t, s.tile[space], target & 1), c.NONE)
    push(s, steps.COVER_OF_A_WAITING_MARKER, space, performer)
