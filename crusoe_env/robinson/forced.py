"""Forced chance: named cards on top of the decks, so that a game from a real table can be replayed whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import turn
from crusoe_env.robinson.rules.setup import deal, prepare_decks
from crusoe_env.support.words import nearest, shown

BOOK_ICON = 0


class Deck(NamedTuple):
    """One deck: the fields of the record that hold it (next card last) and say how many are left."""

    field: str
    left: str
    names: tuple[str, ...]
    """The names of its cards, by their numbers from `first` on."""
    first: int = 0
    row: int | None = None

    def cards(self, s: Any) -> Any:
        """The cards that are left, next one last: a view of the record."""
        cards, left = s[self.field], s[self.left]
        if self.row is not None:
            cards, left = cards[self.row], left[self.row]
        return cards[: int(left)]

    def name(self, card: int) -> str:
        """The name of a card of this deck."""
        return self.names[card - self.first]


def _adventures(row: int) -> Deck:
    names = box.ids_of(box.DECK_TABLES[row])
    return Deck("adventures", "adventures_left", names, box.FIRST_ADVENTURE[row], row)


_EVENT_DECK = (
    *box.ids_of("wreckage"),
    *box.ids_of("event"),
    *(name for table in box.DECK_TABLES for name in box.ids_of(table)),
    *box.MYSTERY_IDS,
)
DECKS = {
    "events": Deck("event_deck", "events_left", _EVENT_DECK),
    "tiles": Deck("tiles", "tiles_left", box.TILE_IDS),
    "adventures_build": _adventures(0),
    "adventures_gather": _adventures(1),
    "adventures_explore": _adventures(2),
    "mysteries": Deck("mysteries", "mysteries_left", box.MYSTERY_IDS),
    "beasts": Deck("beasts", "beasts_left", box.ids_of("beast")),
    "inventions": Deck("inventions", "inventions_left", box.INVENTION_IDS),
    "discoveries": Deck("discovery_stack", "discoveries_left", box.DISCOVERY_IDS),
    "starting_items": Deck("starting_deck", "starting_left", box.STARTING_ITEM_IDS),
}
"""The decks by the names under which their order is chosen."""


def check_decks(chosen: Any) -> dict[str, list[str]]:
    """Names of cards by deck, the next one first. Raises ValueError for what is no deck or no card of it."""
    if not isinstance(chosen, Mapping):
        raise ValueError(f"decks: {shown(chosen)} is not a dict of lists of names by deck")
    found = {}
    for deck, names in chosen.items():
        if deck not in DECKS:
            raise ValueError(f"decks: {shown(deck)} is unknown; {nearest(deck, DECKS)}")
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise ValueError(f"decks: {deck}: {shown(names)} is not a list of names, the next card first")
        for name in names:
            if name not in DECKS[deck].names:
                raise ValueError(
                    f"decks: {deck}: {shown(name)} is unknown; {nearest(name, DECKS[deck].names)}"
                )
        found[deck] = list(names)
    return found


def arrange(s: State, decks: Mapping[str, Sequence[str]]) -> None:
    """Bring the named cards to the top of their decks, the first one as the next.

    Raises:
        ValueError: a card is not in its deck (any more), or named more often than it is there; the decks that
            come before it are arranged.
    """
    for name, wanted in decks.items():
        deck = DECKS[name]
        cards = deck.cards(s)
        for taken, card_name in enumerate(wanted):
            below = [i for i in range(len(cards) - taken) if deck.name(int(cards[i])) == card_name]
            if not below:
                times = list(wanted[: taken + 1]).count(card_name)
                more = f" {times} times" if times > 1 else ""
                raise ValueError(f"decks: {name}: {card_name!r} is not in the deck{more}")
            top = len(cards) - 1 - taken
            cards[below[-1]], cards[top] = int(cards[top]), int(cards[below[-1]])
    if "events" in decks:
        s.event_known = s.looked[c.LOOK_AT_EVENT] = 0
    if "tiles" in decks:
        s.tiles_known = s.looked[c.LOOK_AT_TILES] = 0


def choose_events(s: State, t: Tables, wanted: Sequence[str]) -> None:
    """Put the named events into a deck that is prepared, each for another with the same kind of icon.

    Raises:
        ValueError: what is no event, is named too often, or has no room among those with its icon.
    """
    cards = DECKS["events"].cards(s)
    kept = [False] * len(cards)
    for name in wanted:
        if name not in box.ids_of("event"):
            raise ValueError(
                f"decks: events: {shown(name)} is no event; {nearest(name, box.ids_of('event'))}"
            )
        card = box.FIRST_EVENT + box.ids_of("event").index(name)
        if list(wanted).count(name) > t.copies[card]:
            raise ValueError(f"decks: events: {shown(name)} is named more often than it is in the box")
        there = [i for i in range(len(cards)) if cards[i] == card and not kept[i]]
        book = t.card_icon[card] == BOOK_ICON
        others = [
            i for i in range(len(cards)) if not kept[i] and (t.card_icon[cards[i]] == BOOK_ICON) == book
        ]
        if not there and not others:
            icon = "with the book" if book else "with an adventure icon"
            raise ValueError(f"decks: events: {shown(name)}: there is no room for so many events {icon}")
        at = there[0] if there else others[0]
        cards[at], kept[at] = card, True


def begin_with(s: State, t: Tables, decks: Mapping[str, Sequence[str]]) -> None:
    """Begin a new episode with these cards on top of the decks. Raises ValueError, see `arrange`."""
    prepare_decks(s, t)
    choose_events(s, t, decks.get("events", ()))
    arrange(s, decks)
    deal(s, t)
    turn.advance(s, t)
