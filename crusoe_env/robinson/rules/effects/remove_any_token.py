"""Tokens that the players take off the board wherever they like."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import A_PLACE, CARD, COUNT, PERSON, ROW, number, step

COSTS = len(c.STRUCTURES)
WEATHER_PLACE, NIGHT_PLACE, FIRST_COST_PLACE = c.KINDS, c.KINDS + 1, c.KINDS + 2
FIRST_SPACE_PLACE = FIRST_COST_PLACE + COSTS


@compiled
def any_token_on_board(s: State, t: Tables) -> bool:
    """Is there any token that could be taken away?"""
    for place in range(c.TOKEN_PLACES):
        if tokens_at(s, t, place) != 0:
            return True
    return False


@operation(
    "remove_any_token number",
    "Take that many tokens off the board.",
    affects=v.TOKENS_ASPECT,
    matters=any_token_on_board,
    phrase="take {0} token(s) off the board",
    asks=(
        Question(c.CHOOSE_PLACE, "Tokens", "Take a token off the board: from which place?"),
        Question(c.CHOOSE_TOKEN, "Tokens", "Take a token off the board: which one?"),
    ),
)
@compiled
def take_tokens(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Tokens are taken off the board."""
    push(s, steps.REMOVE_TOKEN, number, 0, performer, card, row)


@step(
    detail=A_PLACE,
    runs=("remove_any_token",),
    count=COUNT,
    chosen=number(amount(c.TOKEN_PLACES)),
    performer=PERSON,
    card=CARD,
    row=ROW,
)
@compiled
def remove_token(s: State, t: Tables, count: int, chosen: int, performer: int, card: int, row: int) -> None:
    """Take any token off the board: the place (`chosen` - 1), then the token if several lie there."""
    if chosen == 0:
        places = 0
        for place in range(c.TOKEN_PLACES):
            if tokens_at(s, t, place) != 0:
                places |= 1 << place
        if places == 0:
            s.answer = c.NONE
        elif s.answer == c.NONE and only_bit(places) == c.NONE:
            push(s, steps.REMOVE_TOKEN, count, 0, performer, card, row)
            ask_for_card(s, c.CHOOSE_PLACE, steps.REMOVE_TOKEN, performer, places, card, row, count, c.NONE)
        else:
            push(s, steps.REMOVE_TOKEN, count, answer_or_only(s, places) + 1, performer, card, row)
        return
    tokens = tokens_at(s, t, chosen - 1)
    if s.answer == c.NONE and tokens & (tokens - 1):
        push(s, steps.REMOVE_TOKEN, count, chosen, performer, card, row)
        ask_for_card(s, c.CHOOSE_TOKEN, steps.REMOVE_TOKEN, performer, tokens, card, row, count, chosen - 1)
        return
    if tokens != 0:
        take_token(s, chosen - 1, 1 << answer_or_only(s, tokens))
    if count > 1:
        push(s, steps.REMOVE_TOKEN, count - 1, 0, performer, card, row)


@compiled
def tokens_at(s: State, t: Tables, place: int) -> int:
    """Bits of the tokens at one of the `TOKEN_PLACES` that can be taken; a black marker is none."""
    staying = int(t.staying_tokens[place]) if place < c.KINDS else 0
    return markers_and_tokens_at(s, place) & ~c.MARKER & ~staying


@compiled
def markers_and_tokens_at(s: State, place: int) -> int:
    """Bits of all that lies at one of the `TOKEN_PLACES`."""
    if place < c.KINDS:
        return int(s.field_tokens[place])
    if place == WEATHER_PLACE:
        return int(s.weather_tokens)
    if place == NIGHT_PLACE:
        return int(s.night_tokens)
    if place < FIRST_SPACE_PLACE:
        return int(s.cost_tokens[place - FIRST_COST_PLACE])
    return int(s.space_tokens[place - FIRST_SPACE_PLACE])


@compiled
def take_token(s: State, place: int, token: int) -> None:
    """Take a token from one of the `TOKEN_PLACES`."""
    if place < c.KINDS:
        s.field_tokens[place] &= ~token
    elif place == WEATHER_PLACE:
        s.weather_tokens &= ~token
    elif place == NIGHT_PLACE:
        s.night_tokens &= ~token
    elif place < FIRST_SPACE_PLACE:
        s.cost_tokens[place - FIRST_COST_PLACE] &= ~token
    elif place - FIRST_SPACE_PLACE == s.camp and token == c.PLUS_FOOD and s.more_camp_food > 0:
        s.more_camp_food -= 1
    else:
        s.space_tokens[place - FIRST_SPACE_PLACE] &= ~token
        s.item_tokens[place - FIRST_SPACE_PLACE] &= ~token
