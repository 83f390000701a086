"""Operations on the board: tokens, covered sources and terrains, tiles turned down, a forced move."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson import operations as op
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    COVER_SOURCE,
    COVER_TERRAIN,
    FLIP_TILE,
    FORCED_MOVE,
    PLACE_TOKEN,
    REMOVE_TOKEN,
    ask,
    push,
    take_answer,
)
from crusoe_env.robinson.rules.camp import move_camp
from crusoe_env.robinson.rules.island import (
    FAR,
    adjacent,
    can_camp,
    clear_space,
    distance,
    giver,
    is_open,
    open_sources,
    source_bit,
)
from crusoe_env.robinson.rules.people import lose
from crusoe_env.robinson.rules.requirements import space_of
from crusoe_env.robinson.rules.stores import lacking
from crusoe_env.robinson.state import (
    ANY_SOURCE,
    CAMP_LOST,
    CHOOSE_PLACE,
    CHOOSE_SOURCE,
    CHOOSE_SPACE,
    CHOOSE_TOKEN,
    FOOD_SOURCE,
    GATHER,
    KINDS,
    NONE,
    PALISADE,
    PEOPLE,
    RESOLUTION,
    ROOF,
    SPACES,
    STRUCTURES,
    TERRAIN,
    WOOD_SOURCE,
)

COSTS = len(STRUCTURES)
WEATHER_PLACE, NIGHT_PLACE, FIRST_COST_PLACE = KINDS, KINDS + 1, KINDS + 2
FIRST_SPACE_PLACE = FIRST_COST_PLACE + COSTS
TOKEN_PLACES = FIRST_SPACE_PLACE + SPACES
"""Places with tokens: fields by kind of action, weather, night, cost fields, spaces."""


@compiled
def here(s: Any) -> int:
    """The space on which the action under way takes place, or NONE."""
    if s.now == NONE:
        return NONE
    return space_of(s, s.plan_kind[s.now], s.plan_target[s.now])


@compiled
def is_at(s: Any, t: Any, space: int, place: int, card: int) -> bool:
    """Is this space among the places that a row means (nearness is judged by the caller)?"""
    if place == v.HERE:
        return space == here(s)
    if place == v.CAMP:
        return space == s.camp
    if place == v.ADJACENT_CAMP:
        return adjacent(t, s.camp, space)
    if place == v.REMEMBERED:
        return space == remembered_space(s, card)
    return True


@compiled
def remembered_space(s: Any, card: int) -> int:
    """Where the token lies that this card has put on a tile; NONE if it is gone."""
    space = int(s.card_space[card]) if card >= 0 else NONE
    if space == NONE:
        return NONE
    tokens = int(s.space_tokens[space]) | int(s.new_space_tokens[space])
    return space if (tokens >> int(s.card_mark[card])) & 1 else NONE


@compiled
def is_gone(s: Any, t: Any, row: int, card: int) -> bool:
    """Does a row speak of a token that is no longer there? Then nothing happens."""
    return t.rows[row, 3] == v.REMEMBERED and remembered_space(s, card) == NONE


@compiled
def board_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on tokens, sources, tiles and the camp."""
    what = t.rows[row, 0]
    number = int(t.rows[row, 4])
    if what == op.PLACE or what == op.REMOVE:
        place = int(t.rows[row, 3])
        if place < v.HERE:
            field_token(s, t, row, performer)
        elif what == op.REMOVE:
            remove_from_tile(s, t, int(t.rows[row, 2]), place)
        else:
            push(s, PLACE_TOKEN, row, 0, performer, card, 0)
    elif what == op.REMOVE_ANY_TOKEN:
        push(s, REMOVE_TOKEN, number, 0, performer, card, 0)
    elif what == op.COVER:
        push(s, COVER_SOURCE, row, number, performer, card, 0)
    elif what == op.COVER_TERRAIN:
        push(s, COVER_TERRAIN, row, 0, performer, card, 0)
    elif what == op.FLIP_TILE:
        push(s, FLIP_TILE, row, 0, performer, card, 0)
    elif what == op.UNDO:
        undo(s, card)
    elif what == op.MOVE_CAMP:
        push(s, FORCED_MOVE, row, 0, performer, card, 0)


@compiled
def failed(s: Any, t: Any, row: int, performer: int, count: int) -> None:
    """A demand on the board could not be met."""
    if not t.rows[row, 5] & v.IF_POSSIBLE:
        payer = performer if t.rows[row, 1] == v.PERFORMER else NONE
        lacking(s, t, payer, count)


# ------------------------------------------------------------------ tokens


@compiled
def field_token(s: Any, t: Any, row: int, performer: int) -> None:
    """A token to or from a field, the weather or night space, a cost field, or a sheet."""
    token = int(t.rows[row, 2])
    place = int(t.rows[row, 3])
    away = t.rows[row, 0] == op.REMOVE
    if place < KINDS:
        if away:
            s.field_tokens[place] &= ~token
            s.new_field_tokens[place] &= ~token
        elif s.phase == RESOLUTION:  # plans stand as made: it counts from the next round on
            s.new_field_tokens[place] |= token & ~s.field_tokens[place]
        else:
            s.field_tokens[place] |= token
    elif place == v.WEATHER:
        s.weather_tokens = s.weather_tokens & ~token if away else s.weather_tokens | token
    elif place == v.NIGHT:
        s.night_tokens = s.night_tokens & ~token if away else s.night_tokens | token
    elif place == v.CHARACTER:
        if away:
            for person in range(PEOPLE):
                s.cursed[person] = 0
        elif performer != NONE:
            s.cursed[performer] = 2  # from the next round on
    else:
        cost = place - v.FIRST_COST
        s.cost_tokens[cost] = s.cost_tokens[cost] & ~token if away else s.cost_tokens[cost] | token


@compiled
def place_token(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A token to a space; next to the camp the players choose which."""
    token = int(t.rows[row, 2])
    place = int(t.rows[row, 3])
    bits = 0
    for space in range(SPACES):
        if is_at(s, t, space, place, card) and (is_open(s, space) or place == v.HERE):
            bits |= 1 << space
    if bits == 0:
        s.answer = NONE
        remember(s, card, NONE, 0)
        return
    space = choose_space(s, PLACE_TOKEN, bits, row, 0, performer, card)
    if space == NONE:
        return
    if s.phase == RESOLUTION:
        s.new_space_tokens[space] |= token & ~s.space_tokens[space]
    else:
        if place == v.CAMP and not s.space_tokens[space] & token:
            s.item_tokens[space] |= token
        s.space_tokens[space] |= token
    kind = 0
    while token >> (kind + 1):
        kind += 1
    remember(s, card, space, kind)


@compiled
def remember(s: Any, card: int, space: int, mark: int) -> None:
    """A card remembers a space, and what it covered there or the kind of its token."""
    if card >= 0:
        s.card_space[card] = space
        s.card_mark[card] = mark


@compiled
def remove_from_tile(s: Any, t: Any, token: int, place: int) -> None:
    """A token that an item has put on a tile goes with it, unless another item gives the same one."""
    for space in range(SPACES):
        given = s.item_tokens[space] & token if place == v.CAMP else token
        if given and not (place == v.CAMP and giver(s, t, token) != NONE):
            s.space_tokens[space] &= ~token
            s.new_space_tokens[space] &= ~token
            s.item_tokens[space] &= ~token


@compiled
def choose_space(s: Any, step: int, bits: int, row: int, y: int, performer: int, card: int) -> int:
    """The space chosen, or the only one; NONE when the players have yet to choose."""
    if s.answer != NONE:
        return take_answer(s)
    if bits & (bits - 1) == 0:
        space = 0
        while not (bits >> space) & 1:
            space += 1
        return space
    push(s, step, row, y, performer, card, 0)
    ask(s, CHOOSE_SPACE, performer, bits, card, step, row)
    return NONE


@compiled
def tokens_at(s: Any, place: int) -> int:
    """Bits of the tokens at one of the `TOKEN_PLACES`."""
    if place < KINDS:
        return int(s.field_tokens[place])
    if place == WEATHER_PLACE:
        return int(s.weather_tokens)
    if place == NIGHT_PLACE:
        return int(s.night_tokens)
    if place < FIRST_SPACE_PLACE:
        return int(s.cost_tokens[place - FIRST_COST_PLACE])
    return int(s.space_tokens[place - FIRST_SPACE_PLACE])


@compiled
def remove_token(s: Any, t: Any, count: int, chosen: int, performer: int, card: int) -> None:
    """Take any token off the board: the place (`chosen` - 1), then the token if several lie there."""
    if chosen == 0:
        places = 0
        for place in range(TOKEN_PLACES):
            if tokens_at(s, place) != 0:
                places |= 1 << place
        if places == 0:
            s.answer = NONE
        elif s.answer == NONE:
            push(s, REMOVE_TOKEN, count, 0, performer, card, 0)
            ask(s, CHOOSE_PLACE, performer, places, card, 0, 0)
        else:
            push(s, REMOVE_TOKEN, count, take_answer(s) + 1, performer, card, 0)
        return
    tokens = tokens_at(s, chosen - 1)
    if s.answer == NONE and tokens & (tokens - 1):
        push(s, REMOVE_TOKEN, count, chosen, performer, card, 0)
        ask(s, CHOOSE_TOKEN, performer, tokens, card, 0, 0)
        return
    answer = take_answer(s)
    take_token(s, chosen - 1, tokens if answer == NONE else 1 << answer)
    if count > 1:
        push(s, REMOVE_TOKEN, count - 1, 0, performer, card, 0)


@compiled
def take_token(s: Any, place: int, token: int) -> None:
    """Take a token from one of the `TOKEN_PLACES`."""
    if place < KINDS:
        s.field_tokens[place] &= ~token
    elif place == WEATHER_PLACE:
        s.weather_tokens &= ~token
    elif place == NIGHT_PLACE:
        s.night_tokens &= ~token
    elif place < FIRST_SPACE_PLACE:
        s.cost_tokens[place - FIRST_COST_PLACE] &= ~token
    else:
        s.space_tokens[place - FIRST_SPACE_PLACE] &= ~token
        s.item_tokens[place - FIRST_SPACE_PLACE] &= ~token


# ------------------------------------------------------------------ sources


@compiled
def source_mask(s: Any, t: Any, row: int) -> int:
    """Bits of the sources that a row means; the source of the action under way for "gathered"."""
    mask = int(t.rows[row, 2])
    if mask == v.GATHERED_SOURCE and s.now != NONE and s.plan_kind[s.now] == GATHER:
        target = int(s.plan_target[s.now])
        return source_bit(t, s.tile[target >> 1], target & 1)
    return mask


@compiled
def source_at(s: Any, t: Any, row: int, card: int) -> bool:
    """Is an uncovered source of this kind at such a place?"""
    mask = source_mask(s, t, row)
    for space in range(SPACES):
        if open_sources(s, t, space) & mask and is_at(s, t, space, int(t.rows[row, 3]), card):
            return True
    return False


@compiled
def coverable(s: Any, t: Any, mask: int, place: int, card: int) -> int:
    """Bits (2 * space + food) of the sources that may be covered; for the nearest only the nearest ones."""
    nearest = FAR + 1
    bits = 0
    for space in range(SPACES):
        sources = open_sources(s, t, space) & mask
        if sources == 0 or not is_at(s, t, space, place, card):
            continue
        steps = distance(s, t, space) if place == v.NEAREST_CAMP else 0
        if steps > nearest:
            continue
        if steps < nearest:
            nearest = steps
            bits = 0
        if sources & WOOD_SOURCE:
            bits |= 1 << (2 * space)
        if sources & FOOD_SOURCE:
            bits |= 1 << (2 * space + 1)
    return bits


@compiled
def cover(s: Any, t: Any, space: int, sources: int, card: int) -> None:
    """Black markers on sources; the card remembers which."""
    s.covered[space] |= sources
    if card >= 0:
        before = int(s.card_mark[card]) if s.card_space[card] == space else 0
        remember(s, card, space, before | sources)


@compiled
def cover_source(s: Any, t: Any, row: int, count: int, performer: int, card: int) -> None:
    """Sources are exhausted one by one, or all those of one tile; the players choose among the possible."""
    if is_gone(s, t, row, card):
        return
    place = int(t.rows[row, 3])
    mask = source_mask(s, t, row)
    space = here(s)
    if place == v.HERE and (space == NONE or s.tile[space] == NONE):
        if space != NONE:  # a failed exploration: the marker waits for the tile
            s.waiting_cover[space] |= mask
        return
    bits = coverable(s, t, mask, place, card)
    if bits == 0:
        s.answer = NONE
        failed(s, t, row, performer, 1 if count == v.ALL else count)
        return
    if count == v.ALL:
        cover_tile(s, t, row, bits, performer, card)
        return
    if s.answer == NONE and bits & (bits - 1):
        push(s, COVER_SOURCE, row, count, performer, card, 0)
        ask(s, CHOOSE_SOURCE, performer, bits, card, COVER_SOURCE, row)
        return
    target = take_answer(s)
    if target == NONE:
        target = 0
        while not (bits >> target) & 1:
            target += 1
    space = target >> 1
    cover(s, t, space, source_bit(t, s.tile[space], target & 1) & ANY_SOURCE, card)
    if count > 1:
        push(s, COVER_SOURCE, row, count - 1, performer, card, 0)


@compiled
def cover_tile(s: Any, t: Any, row: int, bits: int, performer: int, card: int) -> None:
    """Every source of one tile, which the players choose."""
    spaces = 0
    for space in range(SPACES):
        if (bits >> (2 * space)) & 3:
            spaces |= 1 << space
    space = choose_space(s, COVER_SOURCE, spaces, row, v.ALL, performer, card)
    if space != NONE:
        cover(s, t, space, open_sources(s, t, space), card)


@compiled
def cover_terrain(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A tile's terrain counts as unexplored."""
    terrain = int(t.rows[row, 2])
    place = int(t.rows[row, 3])
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


# ------------------------------------------------------------------ tiles and the camp


@compiled
def flip_tile(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A tile becomes inaccessible and loses what lies on it; with the camp on it the game is lost."""
    if is_gone(s, t, row, card):
        return
    bits = 0
    for space in range(SPACES):
        if is_open(s, space) and is_at(s, t, space, int(t.rows[row, 3]), card):
            bits |= 1 << space
    if bits == 0:
        s.answer = NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, FLIP_TILE, bits, row, 0, performer, card)
    if space == NONE:
        return
    clear_space(s, space)
    s.face_down[space] = 1
    remember(s, card, space, 0)
    if space == s.camp:
        lose(s, CAMP_LOST)


@compiled
def undo(s: Any, card: int) -> None:
    """What this card's event covered or turned down is open again."""
    space = int(s.card_space[card]) if card >= 0 else NONE
    if space == NONE:
        return
    s.covered[space] &= ~s.card_mark[card]
    if s.card_mark[card] == 0:
        s.face_down[space] = 0
    s.card_space[card] = NONE
    s.card_mark[card] = 0


@compiled
def forced_move(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """The camp must move to an adjacent tile, with the usual losses; the card remembers which levels fell."""
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
    remember(s, card, space, lowered)
