"""Tokens that are put on fields, spaces, sheets, or taken from there."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import first_bit
from crusoe_env.robinson.rules.effects.places import choose_space, is_at, remember
from crusoe_env.robinson.rules.stack import push
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step
from crusoe_env.robinson.rules.world.island import giver, is_open
from crusoe_env.robinson.rules.world.outside import found_before


@operation(
    "place token place",
    "One token of each kind at a place, a second is left out without wounds. The card remembers the tile.",
    phrase="{0} token {1}",
    asks=(Question(c.CHOOSE_SPACE, "A token", "On which tile?"),),
)
@compiled
def place(s: State, t: Tables, row: int, token: int, where: int, performer: int, card: int) -> None:
    """A token is put on a tile, or on a field, a cost, a sheet, the weather or the night."""
    if where < v.HERE:
        put_on_field(s, t, token, where, performer, card)
    else:
        push(s, steps.PLACE_TOKEN, row, performer, card)


@operation(
    "remove token place",
    "Take it away; nothing if there is none. any_tile: wherever it lies; character: whoever has it.",
    phrase="no more {0} token {1}",
)
@compiled
def remove(s: State, t: Tables, token: int, where: int) -> None:
    """A token goes."""
    if where < v.HERE:
        take_from_field(s, t, token, where)
    else:
        remove_from_tile(s, t, token, where)


CHANGES_PLANS = c.MINUS_PAWN | c.PLUS_WOOD
"""On a field: tokens for which an action takes more pawns or wood."""


@compiled
def put_on_field(s: State, t: Tables, token: int, place: int, performer: int, card: int) -> None:
    """A token to a field, the weather or night space, a cost field, or a sheet."""
    if place < c.KINDS:
        if s.phase == c.RESOLUTION and waits(t, token):
            s.new_field_tokens[place] |= token & ~s.field_tokens[place]
        else:
            s.field_tokens[place] |= token
    elif place == v.WEATHER:
        s.weather_tokens |= token
    elif place == v.NIGHT:
        s.night_tokens |= token
    elif place != v.CHARACTER:
        s.cost_tokens[place - v.FIRST_COST] |= token
    elif performer != c.NONE:  # from the round after the card was found
        s.cursed[performer] = 1 if found_before(s, card) else 2


@compiled
def take_from_field(s: State, t: Tables, token: int, place: int) -> None:
    """A token from a field, the weather or night space, a cost field, or the sheets."""
    if place < c.KINDS:
        s.field_tokens[place] &= t.staying_tokens[place] | ~token
        s.new_field_tokens[place] &= ~token
    elif place == v.WEATHER:
        s.weather_tokens &= ~token
    elif place == v.NIGHT:
        s.night_tokens &= ~token
    elif place != v.CHARACTER:
        s.cost_tokens[place - v.FIRST_COST] &= ~token
    else:
        for person in range(c.PEOPLE):
            s.cursed[person] = 0


@compiled
def waits(t: Tables, token: int) -> bool:
    """Does a token put on a field while actions are resolved count from the next round on only?

    What takes more pawns or wood does in both editions: plans stand as made.
    """
    return t.field_tokens_wait == 1 or token & CHANGES_PLANS != 0


@step(runs=("place",), row=ROW, performer=PERSON, card=CARD)
@compiled
def place_token(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """A token to a space; next to the camp the players choose which."""
    token = int(t.rows[row, col.WHAT])
    place = int(t.rows[row, col.WHERE])
    bits = 0
    for space in range(c.SPACES):
        if is_at(s, t, space, place, card) and (is_open(s, space) or place == v.HERE):
            bits |= 1 << space
    if bits == 0:
        s.answer = c.NONE
        remember(s, card, c.NONE, 0)
        return
    space = choose_space(s, steps.PLACE_TOKEN, bits, row, performer, card)
    if space == c.NONE:
        return
    if s.phase == c.RESOLUTION:
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
def remove_from_tile(s: State, t: Tables, token: int, place: int) -> None:
    """A token that an item has put on a tile goes with it, unless another item gives the same one."""
    if place == v.CAMP and t.several_tokens_on_camp & token and s.more_camp_food > 0:
        s.more_camp_food -= 1
        return
    for space in range(c.SPACES):
        given = s.item_tokens[space] & token if place == v.CAMP else token
        if given and not (place == v.CAMP and giver(s, t, token) != c.NONE):
            s.space_tokens[space] &= ~token
            s.new_space_tokens[space] &= ~token
            s.item_tokens[space] &= ~token
