"""Where on the island an operation takes place, and what cards remember of it."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.island import adjacent
from crusoe_env.robinson.rules.world.requirements import here


@compiled
def is_at(s: State, t: Tables, space: int, place: int, card: int) -> bool:
    """Is this space among the places that a row means (nearness is judged by the caller)?"""
    if place == v.HERE:
        return space == here(s)
    if place == v.CAMP:
        return space == s.camp
    if place == v.ADJACENT_CAMP:
        return adjacent(t, s.camp, space)
    if place == v.REMEMBERED:
        return space == remembered_space(s, card)
    return place < v.FIRST_SPACE or space == place - v.FIRST_SPACE


@compiled
def remembered_space(s: State, card: int) -> int:
    """Where the token lies that this card has put on a tile; NONE if it is gone."""
    space = int(s.card_space[card]) if 0 <= card < CARDS else c.NONE
    if space == c.NONE:
        return c.NONE
    tokens = int(s.space_tokens[space]) | int(s.new_space_tokens[space])
    return space if (tokens >> int(s.card_mark[card])) & 1 else c.NONE


@compiled
def is_gone(s: State, t: Tables, row: int, card: int) -> bool:
    """Does a row speak of a token that is no longer there? Then nothing happens."""
    return t.rows[row, col.WHERE] == v.REMEMBERED and remembered_space(s, card) == c.NONE


@compiled
def failed(s: State, t: Tables, row: int, performer: int, count: int) -> None:
    """A demand on the board could not be met."""
    if not t.rows[row, col.FLAGS] & v.IF_POSSIBLE:
        payer = performer if t.rows[row, col.WHO] == v.PERFORMER else c.NONE
        lacking(s, t, payer, count)


@compiled
def remember(s: State, card: int, space: int, mark: int) -> None:
    """A card remembers a space, and what it covered there or the kind of its token."""
    if 0 <= card < CARDS:
        s.card_space[card] = space
        s.card_mark[card] = mark


@compiled
def in_event_of(t: Tables, row: int, card: int) -> bool:
    """Is this row part of the event effect of a card, not of something that it brings about?"""
    if not 0 <= card < CARDS:
        return False
    at = int(t.event_program[card])
    while at < row and t.rows[at, col.OP] != op.END:
        at += 1
    return at == row


@compiled
def choose_space(s: State, step: int, bits: int, row: int, performer: int, card: int) -> int:
    """The space chosen, or the only one; NONE when the players have yet to choose.

    The step has the slots row, performer and card.
    """
    if s.answer != c.NONE or only_bit(bits) != c.NONE:
        return answer_or_only(s, bits)
    push(s, step, row, performer, card)
    ask_for_card(s, c.CHOOSE_SPACE, step, performer, bits, card, row, 0, 0)
    return c.NONE


@compiled
def space_of(s: State, spot: int) -> int:
    """The one space that a row means, or NONE."""
    if spot == v.HERE:
        return here(s)
    return int(s.camp) if spot == v.CAMP else spot - v.FIRST_SPACE
