"""The 90 adventures: what each does in an action, and what it does once it lies in the event deck."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from tests.robinson.cards.decks import DECKS, DRAWN_FIRST
from tests.robinson.cards.position import GATHER_TARGET, Case, Position, names, number_of
from tests.robinson.cards.view import DECK_NAMES, FACTS

COPIES = {"laborious_work": 2, "end_of_source": 5, "signs_of_fire": 2}


def cases(part: str) -> list:
    """Each case of a part with its deck and card, for the parameters of a test."""
    return [
        pytest.param(deck, identity, case, id=f"{DECK_NAMES[deck]}-{identity}-{at}")
        for deck, cards in enumerate(DECKS)
        for identity, adventure in cards.items()
        for at, case in enumerate(getattr(adventure, part))
    ]


@pytest.mark.parametrize("deck", range(3), ids=DECK_NAMES)
def test_every_adventure_has_its_expectations(deck: int):
    entries = FACTS[f"{DECK_NAMES[deck]}_adventure"]
    assert list(DECKS[deck]) == [entry["id"] for entry in entries]
    copies = {entry["id"]: entry.get("copies", 1) for entry in entries}
    assert sum(copies.values()) == components.ADVENTURES_EACH
    assert copies == {identity: COPIES.get(identity, 1) for identity in copies}


@pytest.mark.parametrize(("deck", "identity", "case"), cases("first"))
def test_first_effect(deck: int, identity: str, case: Case):
    position = Position().given(case.given)
    before = position.photo()
    position.draw_adventure(deck, number_of(identity))
    position.choose(case.do)
    position.ended()
    name = DECK_NAMES[deck]
    where = {"shuffled": f"event deck +{identity}", "discarded": f"{name} discards +{identity}"}
    change = ";".join(where.get(line, line) for line in names(case.change))
    position.expect(before, f"{change}; {name} adventures -{identity}")


@pytest.mark.parametrize(("deck", "identity", "case"), cases("event"))
def test_later_effect(deck: int, identity: str, case: Case):
    position = Position()
    card = number_of(identity)
    discards = f"; {DECK_NAMES[deck]} discards +{identity}"
    if DRAWN_FIRST in case.given:
        position.draw_adventure(deck, card)
        position.ended()
        position.end_of_actions()
        position.s.events_left = 0
    else:
        position.take_adventure(deck, card)
    position.given(case.given.replace(DRAWN_FIRST, ""))
    before = position.photo()
    position.draw_event(card)
    position.choose(case.do)
    if not position.s.over:
        position.ended()
    position.expect(before, case.change + discards)


@pytest.mark.parametrize("deck", range(len(DECKS)), ids=DECK_NAMES)
def test_cards_without_a_later_effect_are_never_shuffled(deck: int):
    facts = zip(DECKS[deck].items(), FACTS[f"{DECK_NAMES[deck]}_adventure"], strict=False)
    for (identity, card), entry in facts:
        if not card.event:
            assert all("shuffled" not in case.change for case in card.first), identity
            assert entry.get("event") is None, identity


def test_after_an_adventure_another_card_is_drawn():
    position = Position()
    card, event = number_of("cold_wind"), number_of("mist")
    position.take_adventure(2, card)
    position.s.event_deck[:2] = [event, card]
    position.s.events_left = 2
    before = position.photo()
    position.reveal()
    position.expect(
        before,
        "weather space +snow; explore field +minus_pawn; threat right -> mist; explore discards +cold_wind;"
        "event deck -mist; event deck -cold_wind",
    )


def test_the_source_of_food_that_was_gathered():
    """Shortage and End of source mean what this action gathers."""
    position = Position()
    before = position.photo()
    position.draw_adventure(1, number_of("shortage"), target=GATHER_TARGET + 1)
    position.expect(
        before,
        "future food +1; space 4 covered +fish; gather adventures -shortage; gather discards +shortage",
    )


def test_friday_takes_a_wound_and_no_card():
    position = Position()
    before = position.photo()
    position.draw_adventure(2, number_of("lost"), person=c.FRIDAY)
    position.expect(before, "friday wounds +1")
