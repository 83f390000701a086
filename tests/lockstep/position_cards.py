"""Edits of the decks: cards that wait in the event deck, beasts in ambush, a later round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c

if TYPE_CHECKING:
    from tests.lockstep.positions import Both

WITH_EVENT = frozenset(
    entry["id"] for table in (*box.DECK_TABLES, "mystery") for entry in box.BOX[table] if entry.get("event")
)
"""Adventures and mysteries that do something as an event."""


def adventure_comes_back(both: Both) -> None:
    """An adventure lies on top of the event deck, with the special wound of which it may speak."""
    deck = both.rng.randrange(len(box.DECK_TABLES))
    cards = both.table.adventures[c.ACTION_KINDS[c.DECKS[deck]]]
    choice = [i for i, name in enumerate(cards) if name in WITH_EVENT]
    if not choice:
        return
    at = both.rng.choice(choice)
    cards[at], cards[-1] = cards[-1], cards[at]
    name = cards.pop()
    s, last = both.s, int(both.s.adventures_left[deck]) - 1
    s.adventures[deck, at], s.adventures[deck, last] = s.adventures[deck, last], s.adventures[deck, at]
    s.adventures_left[deck] = last
    put_on_top(both, name, int(s.adventures[deck, last]))
    seat, part = both.seat(), both.rng.choice(c.BODY_PARTS)
    s.special_wounds[seat, c.BODY_PARTS.index(part)] |= 1 << deck
    both.table.people[seat].special_wounds[part].add(c.ACTION_KINDS[c.DECKS[deck]])


def mystery_comes_back(both: Both) -> None:
    """A mystery lies on top of the event deck."""
    cards = both.table.mysteries
    choice = [i for i, name in enumerate(cards) if name in WITH_EVENT]
    if not choice or both.table.draws:
        return
    at = both.rng.choice(choice)
    cards[at], cards[-1] = cards[-1], cards[at]
    name = cards.pop()
    s, last = both.s, int(both.s.mysteries_left) - 1
    s.mysteries[at], s.mysteries[last] = s.mysteries[last], s.mysteries[at]
    s.mysteries_left = last
    number = int(s.mysteries[last])
    s.mystery_state[number] = c.MYSTERY_IN_EVENT_DECK
    both.table.mystery[name].place = "events"
    put_on_top(both, name, box.FIRST_MYSTERY + number)


def put_on_top(both: Both, name: str, card: int) -> None:
    """A card on top of the event deck, which nobody has looked at."""
    s = both.s
    both.table.event_deck.append(name)
    both.table.event_known = False
    s.event_deck[s.events_left] = card
    s.events_left += 1
    s.event_known = 0


def ambush(both: Both) -> None:
    """A beast lies in ambush."""
    if both.table.beasts and both.table.ambush is None:
        both.table.ambush = both.table.beasts.pop()
        both.s.beasts_left -= 1
        both.s.ambush = both.s.beasts[both.s.beasts_left]


def kept_card(both: Both) -> None:
    """Somebody keeps a card that raises the weapon level once."""
    names = [entry["id"] for table in box.DECK_TABLES for entry in box.BOX[table] if entry.get("use")]
    cards = both.table.adventures["explore"]
    seat = both.seat()
    if not cards or cards[-1] not in names:
        return
    cards.pop()
    both.s.adventures_left[len(box.DECK_TABLES) - 1] -= 1
    both.table.people[seat].kept_weapon += 1
    both.s.kept_weapon[seat] += 1


def later_round(both: Both) -> None:
    """It is a later round, with its weather and what the scenario brings then."""
    last = int(both.t.rounds)
    if both.table.round < last:
        both.table.round = both.rng.randint(both.table.round, last)
        both.s.rounds = both.table.round


CARD_EDITS = (adventure_comes_back, mystery_comes_back, ambush, kept_card, later_round)
