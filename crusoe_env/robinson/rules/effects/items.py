"""Inventions that become items, and items that are lost, without a choice."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.decks import take_invention
from crusoe_env.robinson.rules.world.items import become_item, lose_item


@operation(
    "lose_marked_items",
    "The marked items are turned back.",
    depends=v.ITEMS_ASPECT,
    phrase="lose the marked items",
)
@compiled
def lose_marked_items(s: State, t: Tables) -> None:
    """Marked items are lost."""
    for item in range(CARD_INVENTIONS):
        if (s.marked_items >> item) & 1 and s.invention_state[item] == c.BUILT:
            lose_item(s, t, item, c.ON_BOARD)
    s.marked_items = 0


@compiled
def is_on_board(s: State, item: int) -> bool:
    """Is the invention on the board?"""
    return s.invention_state[item] == c.ON_BOARD


@operation(
    "build item",
    "That invention on the board becomes an item, without action, cost and terrain.",
    affects=v.ITEMS_ASPECT,
    matters=is_on_board,
    phrase="get the {0} for nothing",
)
@compiled
def build_item(s: State, t: Tables, item: int) -> None:
    """An invention on the board becomes an item."""
    if s.invention_state[item] == c.ON_BOARD:
        become_item(s, t, item)


@operation(
    "find_item item",
    "That invention becomes an item in the same way, wherever its card lies.",
    affects=v.ITEMS_ASPECT,
    phrase="get the {0}",
)
@compiled
def find_item(s: State, t: Tables, item: int) -> None:
    """An invention becomes an item, wherever it lies."""
    if s.invention_state[item] in (c.ON_BOARD, c.IN_DECK, c.DISCARDED):
        take_invention(s, item)
        become_item(s, t, item)
