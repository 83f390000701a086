"""Tiles that become inaccessible, and what a card covered or turned that is undone."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.places import choose_space, failed, is_at, is_gone, remember
from crusoe_env.robinson.rules.stack import push
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step
from crusoe_env.robinson.rules.world.island import is_open
from crusoe_env.robinson.rules.world.marks import turn_down


@compiled
def tiles_to_flip(s: State, t: Tables, place: int, card: int) -> int:
    """Bits of the open tiles at a place."""
    bits = 0
    for space in range(c.SPACES):
        if is_open(s, space) and is_at(s, t, space, place, card):
            bits |= 1 << space
    return bits


@compiled
def can_flip(s: State, t: Tables, row: int, place: int, card: int) -> bool:
    """Is there a tile; or is there nothing to be done?"""
    return is_gone(s, t, row, card) or tiles_to_flip(s, t, place, card) != 0


@operation(
    "flip_tile place",
    "It becomes inaccessible and loses what lies on it. The card remembers it.",
    demand=can_flip,
    phrase="the tile {0} is lost",
    asks=(Question(c.CHOOSE_SPACE, "A tile is lost", "Which one cannot be entered any more?"),),
)
@compiled
def lose_tile(s: State, row: int, performer: int, card: int) -> None:
    """A tile is lost."""
    push(s, steps.FLIP_TILE, row, performer, card)


@step(runs=("flip_tile",), row=ROW, performer=PERSON, card=CARD)
@compiled
def flip_tile(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """A tile becomes inaccessible and loses what lies on it; with the camp on it the game is lost."""
    if is_gone(s, t, row, card):
        return
    bits = tiles_to_flip(s, t, int(t.rows[row, col.WHERE]), card)
    if bits == 0:
        s.answer = c.NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, steps.FLIP_TILE, bits, row, performer, card)
    if space != c.NONE:
        turn_down(s, t, space)
        remember(s, card, space, 0)


@operation(
    "undo",
    "Sources, terrain or tile that this card's event covered or turned are uncovered again.",
    phrase="undo its event",
)
@compiled
def undo(s: State, card: int) -> None:
    """What this card's event covered or turned down is open again."""
    space = int(s.card_space[card]) if 0 <= card < CARDS else c.NONE
    if space == c.NONE:
        return
    s.covered[space] &= ~s.card_mark[card]
    if s.card_mark[card] == 0:
        s.face_down[space] = 0
    s.card_space[card] = c.NONE
    s.card_mark[card] = 0
