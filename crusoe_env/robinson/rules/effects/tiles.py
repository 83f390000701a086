"""The top tiles, looked at and put in order."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.shown import forget_shown
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, number, step
from crusoe_env.robinson.rules.world.looks import look_alone


@compiled
def several_tiles_left(s: State) -> bool:
    """Are there tiles to choose among?"""
    return s.tiles_left > 1


@operation(
    "pick_tile number",
    "Look at the top tiles, one goes on top, the others are shuffled back.",
    depends=v.TILES_ASPECT,
    affects=v.TILES_ASPECT,
    matters=several_tiles_left,
    asks=(Question(c.CHOOSE_SHOWN, "Tiles", "Choose the tile that comes next."),),
    phrase="look at {0} tile(s), choose the next one",
)
@compiled
def look_at_tiles(s: State, row: int, number: int, performer: int, card: int) -> None:
    """The players choose the next tile."""
    push(s, steps.PICK_TILE, number, row, performer, card)


@step(runs=("pick_tile",), number=COUNT, row=ROW, performer=PERSON, card=CARD)
@compiled
def pick_tile(s: State, number: int, row: int, performer: int, card: int) -> None:
    """Look at the top tiles: one goes back on top, the others are shuffled into the stack."""
    count = min(number, int(s.tiles_left))
    if count == 0:
        return
    if s.answer == c.NONE and count > 1:
        s.looked[c.LOOK_AT_TILES] = 0
        show_tiles(s, count)
        push(s, steps.PICK_TILE, number, row, performer, card)
        ask_for_card(s, c.CHOOSE_SHOWN, steps.PICK_TILE, performer, (1 << count) - 1, card, row, 0, 0)
        return
    top = int(s.tiles_left) - 1
    at = top - answer_or_only(s, 1)
    tile = s.tiles[at]
    s.tiles[at] = s.tiles[top]
    s.tiles[top] = tile
    shuffle(s, s.tiles, 0, top)
    if s.private_finds == 1 and s.tiles_known == 0:
        look_alone(s, c.LOOK_AT_TILES, performer)
    else:
        s.tiles_known = 1
    forget_shown(s)


@compiled
def show_tiles(s: State, count: int) -> None:
    """Lay out the top tiles, next one first."""
    for i in range(count):
        s.shown[i] = s.tiles[s.tiles_left - 1 - i]


@operation(
    "reorder_tiles number",
    "The top tiles go back face up in any order.",
    depends=v.TILES_ASPECT,
    asks=(Question(c.CHOOSE_SHOWN, "Tiles", "In which order do they go back?"),),
    phrase="look at {0} tile(s), put them in any order",
)
@compiled
def reorder_tiles(s: State, row: int, number: int, performer: int, card: int) -> None:
    """The players put the top tiles in order."""
    push(s, steps.ORDER_TILES, min(number, int(s.tiles_left)), 0, performer, card, row)


@step(
    runs=("reorder_tiles",),
    count=number(amount(5)),
    fixed=number(amount(5)),
    performer=PERSON,
    card=CARD,
    row=ROW,
)
@compiled
def order_tiles(s: State, count: int, fixed: int, performer: int, card: int, row: int) -> None:
    """The top tiles go back face up in an order that the players choose: which is the next one, and so on."""
    left = count - fixed
    if left <= 1:
        s.tiles_known = max(int(s.tiles_known), count)
        s.looked[c.LOOK_AT_TILES] = 0
        forget_shown(s)
        return
    if s.answer == c.NONE:
        s.looked[c.LOOK_AT_TILES] = 0
        for i in range(left):
            s.shown[i] = s.tiles[s.tiles_left - 1 - fixed - i]
        push(s, steps.ORDER_TILES, count, fixed, performer, card, row)
        ask_for_card(
            s, c.CHOOSE_SHOWN, steps.ORDER_TILES, performer, (1 << left) - 1, card, row, left - 1, fixed
        )
        return
    top = int(s.tiles_left) - 1 - fixed
    at = top - take_answer(s)
    tile = s.tiles[at]
    s.tiles[at] = s.tiles[top]
    s.tiles[top] = tile
    forget_shown(s)
    push(s, steps.ORDER_TILES, count, fixed + 1, performer, card, row)
