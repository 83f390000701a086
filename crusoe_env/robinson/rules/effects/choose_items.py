"""Inventions and items that the players choose one by one, to lose, gain, mark or build them."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, step
from crusoe_env.robinson.rules.world.decks import discard_invention, next_invention, take_invention
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.items import become_item, lose_item

WHICH_ITEM = (Question(c.CHOOSE_ITEM, "Inventions and items", "Which one?"),)


@compiled
def item_choices(s: State, what: int, wanted: int) -> int:
    """Bits of the inventions or items that an operation may take; `wanted`: those that it names."""
    bits = 0
    for item in range(CARD_INVENTIONS):
        state = s.invention_state[item]
        fits = state == c.BUILT
        if what == op.DISCARD_INVENTIONS:
            fits = state == c.ON_BOARD and s.invention_owner[item] == c.NONE and not is_being_built(s, item)
        elif what == op.GAIN_INVENTION:
            fits = state == c.IN_DECK
        elif what == op.BUILD_ONE:
            fits = state == c.ON_BOARD and (wanted >> item) & 1
        elif what == op.MARK_ITEMS:
            fits = fits and not (s.marked_items >> item) & 1
        if fits:
            bits |= 1 << item
    return bits


@compiled
def is_being_built(s: State, item: int) -> bool:
    """Do pawns stand on this invention? Plans stand as made, so it cannot leave the board now."""
    if s.phase == c.RESOLUTION:
        for i in range(s.plans):
            if s.plan_kind[i] == c.BUILD and s.plan_target[i] == c.FIRST_INVENTION + item:
                return True
    return False


@compiled
def has_choices(s: State, t: Tables, row: int, what: int, number: int) -> bool:
    """Are there so many to choose from?"""
    return count_bits(item_choices(s, int(t.rows[row, col.OP]), what)) >= number


@operation(
    "discard_inventions number",
    "Unbuilt inventions leave the board.",
    demand=has_choices,
    depends=v.INVENTIONS_ASPECT,
    asks=WHICH_ITEM,
    phrase="discard {0} invention(s)",
)
@compiled
def discard_inventions(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Inventions leave the board."""
    push(s, steps.CHOOSE_ITEM, row, number, performer, card)


@operation(
    "lose_items number",
    "Items are turned back and their effects end.",
    demand=has_choices,
    depends=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
    phrase="lose {0} item(s)",
)
@compiled
def lose_items(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Items are turned back."""
    push(s, steps.CHOOSE_ITEM, row, number, performer, card)


@operation(
    "discard_items number",
    "Items leave the game and their effects end.",
    demand=has_choices,
    depends=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
    phrase="{0} item(s) out of the game",
)
@compiled
def discard_items(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Items leave the game."""
    push(s, steps.CHOOSE_ITEM, row, number, performer, card)


@operation(
    "mark_items number",
    "That many items are marked, as far as there are so many.",
    depends=v.ITEMS_ASPECT,
    asks=WHICH_ITEM,
    phrase="mark {0} item(s)",
)
@compiled
def mark_items(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Items are marked."""
    push(s, steps.CHOOSE_ITEM, row, number, performer, card)


@operation(
    "gain_invention invention_from",
    "A card of the deck comes to the board.",
    depends=v.INVENTIONS_ASPECT,
    phrase="{0} of the deck comes to the board",
    asks=WHICH_ITEM,
)
@compiled
def gain_invention(s: State, row: int, invention_from: int, performer: int, card: int) -> None:
    """The top invention, or one that the players choose."""
    if invention_from == v.CHOSEN_INVENTION:
        push(s, steps.CHOOSE_ITEM, row, 1, performer, card)
        return
    item = next_invention(s)
    if item != c.NONE:
        s.invention_state[item] = c.ON_BOARD


@compiled
def can_build_one(s: State, items: int) -> bool:
    """Is any of them on the board?"""
    return item_choices(s, op.BUILD_ONE, items) != 0


@operation(
    "build_one items",
    "One of those inventions that are on the board becomes an item in the same way.",
    affects=v.ITEMS_ASPECT,
    matters=can_build_one,
    asks=WHICH_ITEM,
    phrase="get the {0} for nothing",
)
@compiled
def build_one(s: State, row: int, performer: int, card: int) -> None:
    """One of some inventions becomes an item."""
    push(s, steps.CHOOSE_ITEM, row, 1, performer, card)


@step(
    runs=("gain_invention", "discard_inventions", "lose_items", "discard_items", "mark_items", "build_one"),
    row=ROW,
    count=COUNT,
    performer=PERSON,
    card=CARD,
)
@compiled
def choose_item(s: State, t: Tables, row: int, count: int, performer: int, card: int) -> None:
    """One by one the players choose inventions or items."""
    what = int(t.rows[row, col.OP])
    bits = item_choices(s, what, int(t.rows[row, col.WHAT]))
    if bits == 0:
        s.answer = c.NONE
        if op.IS_DEMAND[what] and not t.rows[row, col.FLAGS] & v.IF_POSSIBLE:
            lacking(s, t, performer if t.rows[row, col.WHO] == v.PERFORMER else c.NONE, count)
        return
    if s.answer == c.NONE and bits & (bits - 1):
        push(s, steps.CHOOSE_ITEM, row, count, performer, card)
        ask_for_card(s, c.CHOOSE_ITEM, steps.CHOOSE_ITEM, performer, bits, card, row, count, 0)
        return
    item = answer_or_only(s, bits)
    if count > 1:
        push(s, steps.CHOOSE_ITEM, row, count - 1, performer, card)
    if what == op.DISCARD_INVENTIONS:
        discard_invention(s, t, item)
    elif what == op.GAIN_INVENTION:
        take_invention(s, item)
        s.invention_state[item] = c.ON_BOARD
    elif what == op.MARK_ITEMS:
        s.marked_items |= 1 << item
    elif what == op.BUILD_ONE:
        become_item(s, t, item)
    else:
        lose_item(s, t, item, c.ON_BOARD)
        if what == op.DISCARD_ITEMS:
            s.lost_items &= ~(1 << item)
            discard_invention(s, t, item)
