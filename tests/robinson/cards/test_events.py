"""Events and wreckage cards: icon, event effect, threat action and threat effect of each."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.tables.loading import load
from tests.robinson.cards.decks import EVENTS, WRECKAGE, Event
from tests.robinson.cards.position import CARPENTER, RIGHT, Case, Position, names, number_of
from tests.robinson.cards.view import FACTS
from tests.robinson.ids import EVENT_CARDS

SPENT = ("wood", "food", "fur")
PUSHING = "food_crates"


def cases(part: str) -> list:
    """Each case of a part with its card, for the parameters of a test."""
    found = []
    for identity, event in EVENTS.items():
        listed = event.rewards if part == "reward" else getattr(event, part)
        for at, case in enumerate(listed):
            found.append(pytest.param(identity, event, case, id=f"{identity}-{at}"))
    return found


def test_every_event_has_its_expectations():
    assert list(EVENTS) == [entry["id"] for entry in FACTS["event"]]
    assert list(WRECKAGE) == [entry["id"] for entry in FACTS["wreckage"]]
    copies = {entry["id"]: entry.get("copies", 1) for entry in FACTS["event"]}
    assert sum(copies.values()) == EVENT_CARDS
    assert [identity for identity, count in copies.items() if count != 1] == [
        "storm",
        "cold_rain",
        "sunny_beach",
    ]


@pytest.mark.parametrize(("edition", "cold", "sunny"), [("first", 2, 0), ("current", 1, 1)])
def test_copies_of_events_in_an_edition(edition: str, cold: int, sunny: int):
    copies = {entry["id"]: entry.get("copies", 1) for entry in load(None, {"edition": edition})["event"]}
    assert sum(copies.values()) == EVENT_CARDS
    assert (copies["cold_rain"], copies["sunny_beach"]) == (cold, sunny)


@pytest.mark.parametrize(("identity", "event", "case"), cases("event"))
def test_event_effect(identity: str, event: Event, case: Case):
    position = Position().given(case.given)
    before = position.photo()
    position.draw_event(number_of(identity))
    position.choose(case.do)
    position.ended()
    icon = "" if event.icon == "book" else f"; {event.icon} field +adventure"
    position.expect(before, f"{case.change}; threat right -> {identity}{icon}")


@pytest.mark.parametrize(("identity", "event", "case"), cases("unanswered"))
def test_threat_effect(identity: str, event: Event, case: Case):
    position = Position().given(case.given)
    before = position.photo()
    position.push_off(number_of(identity), number_of(PUSHING))
    position.choose(case.do)
    position.ended()
    position.expect(before, f"{case.change}; threat right -> {PUSHING}")


# ------------------------------------------------------------------ threat actions


def ways(needs: str) -> tuple[int, bool, list[list[str]], list[list[str]]]:
    """Pawns, whether of two players, what is needed in each way, and those needs one by one lacking."""
    first, *rest = names(needs)
    pawns = int(first.split()[0])
    options: list[list[str]] = [[]]
    for need in rest:
        options = [[*option, way.strip()] for option in options for way in need.split("|")]
    short = [[need for need in option if need != lacking] for option in options for lacking in option]
    return pawns, first.endswith("two players"), options, [o for o in short if o not in options]


def meet(position: Position, needs: str, met: list[str]) -> None:
    """Exactly these of the needs are there; of levels that are needed one too little if not."""
    position.given("wood 0; food 0; fur 0; durable food 0")
    for need in needs.replace("|", ";").split(";")[1:]:
        word, _, amount = need.strip().partition(" ")
        there = need.strip() in met
        if word == "weapon":
            position.given(f"weapon {amount if there else int(amount) - 1}")
        elif word in SPENT:
            position.given(f"{word} {amount if there else int(amount) - 1}")
        else:
            position.given(f"{word} {'item' if there else 'board'}")


def after_its_event(identity: str, event: Event, case: Case) -> Position:
    """The card lies in the right space; if the reward concerns the event effect, that has happened."""
    position = Position().given(case.given)
    if event.drawn is None:
        position.given(f"threat right {identity}")
    else:
        position.draw_event(number_of(identity))
        position.choose(event.drawn)
        position.given("each wounds 0")
    return position


@pytest.mark.parametrize(("identity", "event", "case"), cases("reward"))
def test_threat_action(identity: str, event: Event, case: Case):
    pawns, two_players, options, _ = ways(event.needs)
    for option in options:
        position = after_its_event(identity, event, case)
        meet(position, event.needs, option)
        before = position.photo()
        position.plan()
        position.do("plan threat right")
        if position.decision == "support":
            legal = position.legal()
            assert ("support: own pawn" in legal) != two_players
            position.do("support: pawn of the next player" if two_players else "support: own pawn")
        assert position.decision == "plan"
        assert position.s.plan_pawns[0] == pawns
        position.resolve()
        position.choose(case.do)
        position.ended()
        spent = "".join(f"; {need.replace(' ', ' -')}" for need in option if need.split()[0] in SPENT)
        position.expect(before, f"{case.change}{spent}; threat right -> none")


@pytest.mark.parametrize("identity", EVENTS)
def test_what_a_threat_action_needs(identity: str):
    needs = EVENTS[identity].needs
    pawns, two_players, options, short = ways(needs)
    for met in short:
        position = Position().given(f"threat right {identity}")
        meet(position, needs, met)
        position.plan()
        assert "plan threat right" not in position.legal(), f"only {met}"
    position = Position().given(f"threat right {identity}")
    meet(position, needs, options[0])
    position.plan()
    assert "plan threat right" in position.legal()
    position.s.free_pawns[:] = 0
    position.s.free_pawns[CARPENTER] = 2 if two_players else pawns - 1
    position.s.free_pawns[c.FRIDAY] = 0
    assert "plan threat right" not in position.legal()


def test_paid_with_one_thing_where_both_are_there():
    position = Position().given("threat right unusually_cold_night")
    before = position.photo()
    position.plan()
    position.do("plan threat right", "choose B")
    position.resolve()
    position.expect(before, "fur -1; carpenter determination +1; threat right -> none")


@pytest.mark.parametrize("pawns", [1, 2])
@pytest.mark.parametrize("identity", WRECKAGE)
def test_wreckage(identity: str, pawns: int):
    position = Position().given(f"threat right {identity}; starting pistol")
    before = position.photo()
    position.plan()
    position.do("plan threat right", f"choose {'AB'[pawns - 1]}")
    if pawns == 2:
        position.do("support: own pawn")
    assert position.s.plan_pawns[0] == pawns
    position.resolve()
    position.ended()
    position.expect(before, f"{WRECKAGE[identity][pawns - 1]}; threat right -> none")


@pytest.mark.parametrize("identity", WRECKAGE)
def test_wreckage_that_is_pushed_off_does_nothing(identity: str):
    position = Position()
    before = position.photo()
    position.push_off(number_of(identity), number_of("jaguar"))
    position.ended()
    position.expect(before, "threat right -> jaguar")


def test_cards_slide_to_the_left():
    position = Position().given("threat left jaguar; threat right rain")
    before = position.photo()
    position.draw_event(number_of("mist"))
    position.expect(
        before,
        "explore field +minus_pawn; each wounds +1; threat left -> rain; threat right -> mist",
    )
    assert position.s.threat[RIGHT] == number_of("mist")
