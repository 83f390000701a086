"""Operations on tokens: fields, spaces, weather, night, sheets."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.bits import first_bit, only_bit
from crusoe_env.robinson.rules.effects.places import choose_space, is_at, remember
from crusoe_env.robinson.rules.stack import (
    PLACE_TOKEN,
    REMOVE_TOKEN,
    answer_or_only,
    ask_for_card,
    push,
)
from crusoe_env.robinson.rules.world.island import giver, is_open
from crusoe_env.robinson.rules.world.outside import found_before
from crusoe_env.robinson.state import (
    CHOOSE_PLACE,
    CHOOSE_TOKEN,
    KINDS,
    MARKER,
    MINUS_PAWN,
    NONE,
    PEOPLE,
    PLUS_FOOD,
    PLUS_WOOD,
    RESOLUTION,
    SPACES,
    STRUCTURES,
    TOKEN_PLACES,
)


@compiled
def token_on_board(s: Any, t: Any) -> bool:
    """Is there any token that could be taken away?"""
    for place in range(TOKEN_PLACES):
        if tokens_at(s, t, place) != 0:
            return True
    return False


CHANGES_PLANS = MINUS_PAWN | PLUS_WOOD
"""On a field: tokens for which an action takes more pawns or wood."""
COSTS = len(STRUCTURES)
WEATHER_PLACE, NIGHT_PLACE, FIRST_COST_PLACE = KINDS, KINDS + 1, KINDS + 2
FIRST_SPACE_PLACE = FIRST_COST_PLACE + COSTS


@compiled
def field_token(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A token to or from a field, the weather or night space, a cost field, or a sheet."""
    token = int(t.rows[row, col.WHAT])
    place = int(t.rows[row, col.WHERE])
    away = t.rows[row, col.OP] == op.REMOVE
    if place < KINDS:
        if away:
            s.field_tokens[place] &= t.staying_tokens[place] | ~token
            s.new_field_tokens[place] &= ~token
        elif s.phase == RESOLUTION and waits(t, token):
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
        elif performer != NONE:  # from the round after the card was found
            s.cursed[performer] = 1 if found_before(s, card) else 2
    else:
        cost = place - v.FIRST_COST
        s.cost_tokens[cost] = s.cost_tokens[cost] & ~token if away else s.cost_tokens[cost] | token


@compiled
def waits(t: Any, token: int) -> bool:
    """Does a token put on a field while actions are resolved count from the next round on only?

    What takes more pawns or wood does in both editions: plans stand as made.
    """
    return t.field_tokens_wait == 1 or token & CHANGES_PLANS != 0


@compiled
def place_token(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """A token to a space; next to the camp the players choose which."""
    token = int(t.rows[row, col.WHAT])
    place = int(t.rows[row, col.WHERE])
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
        lies_there = s.space_tokens[space] & token
        if place == v.CAMP and not lies_there:
            s.item_tokens[space] |= token
        elif place == v.CAMP and t.several_tokens_on_camp & token:
            s.more_camp_food += 1
        s.space_tokens[space] |= token
    remember(s, card, space, first_bit(token))


@compiled
def remove_from_tile(s: Any, t: Any, token: int, place: int) -> None:
    """A token that an item has put on a tile goes with it, unless another item gives the same one."""
    if place == v.CAMP and t.several_tokens_on_camp & token and s.more_camp_food > 0:
        s.more_camp_food -= 1
        return
    for space in range(SPACES):
        given = s.item_tokens[space] & token if place == v.CAMP else token
        if given and not (place == v.CAMP and giver(s, t, token) != NONE):
            s.space_tokens[space] &= ~token
            s.new_space_tokens[space] &= ~token
            s.item_tokens[space] &= ~token


@compiled
def tokens_at(s: Any, t: Any, place: int) -> int:
    """Bits of the tokens at one of the `TOKEN_PLACES` that can be taken; a black marker is none."""
    staying = int(t.staying_tokens[place]) if place < KINDS else 0
    return markers_and_tokens_at(s, place) & ~MARKER & ~staying


@compiled
def markers_and_tokens_at(s: Any, place: int) -> int:
    """Bits of all that lies at one of the `TOKEN_PLACES`."""
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
def remove_token(s: Any, t: Any, count: int, chosen: int, performer: int, card: int, row: int) -> None:
    """Take any token off the board: the place (`chosen` - 1), then the token if several lie there."""
    if chosen == 0:
        places = 0
        for place in range(TOKEN_PLACES):
            if tokens_at(s, t, place) != 0:
                places |= 1 << place
        if places == 0:
            s.answer = NONE
        elif s.answer == NONE and only_bit(places) == NONE:
            push(s, REMOVE_TOKEN, count, 0, performer, card, row)
            ask_for_card(s, CHOOSE_PLACE, REMOVE_TOKEN, performer, places, card, row, count, NONE)
        else:
            push(s, REMOVE_TOKEN, count, answer_or_only(s, places) + 1, performer, card, row)
        return
    tokens = tokens_at(s, t, chosen - 1)
    if s.answer == NONE and tokens & (tokens - 1):
        push(s, REMOVE_TOKEN, count, chosen, performer, card, row)
        ask_for_card(s, CHOOSE_TOKEN, REMOVE_TOKEN, performer, tokens, card, row, count, chosen - 1)
        return
    if tokens != 0:
        take_token(s, chosen - 1, 1 << answer_or_only(s, tokens))
    if count > 1:
        push(s, REMOVE_TOKEN, count - 1, 0, performer, card, row)


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
    elif place - FIRST_SPACE_PLACE == s.camp and token == PLUS_FOOD and s.more_camp_food > 0:
        s.more_camp_food -= 1
    else:
        s.space_tokens[place - FIRST_SPACE_PLACE] &= ~token
        s.item_tokens[place - FIRST_SPACE_PLACE] &= ~token
