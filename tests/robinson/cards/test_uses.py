"""Starting items, tokens, treasures, items and skills that the players use when they like: `uses.toml`."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.decks import cases, written
from tests.robinson.cards.position import Case, Position, names
from tests.robinson.cards.view import FACTS, PEOPLE

WINDOWS = {
    "before event": (c.BEFORE_EVENT, c.EVENT_PHASE),
    "before morale": (c.BEFORE_MORALE, c.EVENT_PHASE),
    "weather": (c.IN_WEATHER, c.WEATHER_PHASE),
    "night": (c.AT_NIGHT, c.NIGHT_PHASE),
}
OCCASIONS = (*WINDOWS, "planning", "fight")
STRONG = 9
SKILLS_IN_ACTIONS = (
    "economical_construction", "craftsmanship", "handyman", "searching_talent", "lucky", "frenzy",
)  # fmt: skip


class Use(NamedTuple):
    """A thing that is used; see HAVING and `uses.toml`."""

    identity: str
    action: str
    have: str
    spent: str
    windows: str
    cases: tuple[Case, ...]
    there: str = ""
    useless: tuple[str, ...] = ()
    person: str = "carpenter"

    @property
    def any_time(self) -> bool:
        """Can it be used at all windows but those of fights?"""
        return "any time" in self.windows

    def is_used(self, window: str) -> bool:
        """Can it be used at this window?"""
        return window in names(self.windows) or (self.any_time and window != "fight")

    def position(self, given: str) -> Position:
        """A position in which these cells are set, and an event is left."""
        position = Position(4 if self.person == "soldier" else 3).given(given)
        position.s.events_left = 1
        return position

    def offered(self, position: Position, window: str) -> bool:
        """Is it offered at this window?"""
        return at(window, position, self.person).offers(self.action, PEOPLE.index(self.person))


HAVING = {
    "starting_item": ("use {}", "uses of {} 2", "uses of {} -1"),
    "token": ("use token {}", "token {} 2", "token {} -1"),
    "treasure": ("use treasure {}", "treasure {} kept", "uses of {} -1"),
    "item": ("use {}", "", ""),
}
"""Of each kind of thing, with its id: the action, what it takes to have it, what using it costs."""


def thing(kind: str, identity: str, entry: dict[str, Any]) -> Use:
    """A thing that the Carpenter uses."""
    words = (text.format(identity) for text in HAVING[kind])
    return Use(identity, *words, **{**entry, "cases": cases(entry["cases"])})


def skill(identity: str, person: str, place: int, cost: int, **entry: Any) -> Use:
    """A skill at its place on the sheet of a character."""
    limits = (
        f"{person} determination {cost - 1}",
        f"{person} used skill {place}",
        f"{person} without skills 1",
    )
    spent = f"{person} determination -{cost}; {person} used +skill {place}"
    entry |= {"useless": (*limits, *entry.get("useless", ())), "cases": cases(entry["cases"])}
    entry |= {"there": "each determination 9", "person": person}
    return Use(identity, f"use skill {place}", "", spent, **entry)


WRITTEN = written("uses")
THINGS = [
    *(thing(kind, identity, entry) for kind in HAVING for identity, entry in WRITTEN[kind].items()),
    *(skill(identity, **entry) for identity, entry in WRITTEN["skill"].items()),
]
CASES = [
    pytest.param(use, case, id=f"{use.identity}-{number}")
    for use in THINGS
    for number, case in enumerate(use.cases)
]
things = pytest.mark.parametrize("use", THINGS, ids=lambda use: use.identity)


def at(window: str, position: Position, name: str) -> Position:
    """The position at a window at which things can be used, this person being asked."""
    person = PEOPLE.index(name)
    if window == "planning":
        position.plan(person)
    elif window == "fight":
        position.step(steps.FIGHT, strength=STRONG, who=person)
    else:
        position.open_window(*WINDOWS[window], person)
    return position


def test_every_token_starting_item_and_skill_has_its_expectations():
    tokens = [entry["id"] for entry in FACTS["discovery"]]
    assert {*WRITTEN["token"], "candles_token"} == set(tokens)
    assert {*WRITTEN["starting_item"], "pistol", "hammer_and_nails", "bible"} == set(
        components.STARTING_ITEM_IDS
    )
    twice = [entry["id"] for entry in FACTS["discovery"] if entry.get("copies", 1) == 2]
    assert set(twice) == {"goat", "nourishing_larvae", "candles_token", "fallen_tree", "treasure"}
    assert all(entry["uses"] == 2 for entry in FACTS["starting_item"])
    assert {*WRITTEN["skill"], *SKILLS_IN_ACTIONS} == set(components.SKILL_IDS)
    places = {entry["id"]: (entry["character"], i % 4 + 1) for i, entry in enumerate(FACTS["skill"])}
    for identity, entry in WRITTEN["skill"].items():
        assert places[identity] == (entry["person"], entry["place"])


@pytest.mark.parametrize(("use", "case"), CASES)
def test_use(use: Use, case: Case):
    position = use.position(f"{use.have}; {use.there}; {case.given}")
    at("planning" if use.any_time else names(use.windows)[0], position, use.person)
    before = position.photo()
    position.do(use.action)
    position.choose(case.do)
    assert position.decision in ("plan", "window", "nothing")
    ended = f"; treasure {use.identity} -> gone" if _last_use(use, position) else ""
    position.expect(before, f"{case.change}; {use.spent}{ended}")


def _last_use(use: Use, position: Position) -> bool:
    """A treasure is discarded with its last use; the Barrel is kept."""
    if not use.have.startswith("treasure ") or use.identity == "barrel":
        return False
    return bool(position.s.mystery_uses[components.MYSTERY_IDS.index(use.identity)] == 0)


@things
def test_when_it_can_be_used(use: Use):
    """What is used at any time is looked for in planning, and in a fight if it is said to serve there."""
    for window in names(use.windows.replace("any time", "planning")) if use.any_time else OCCASIONS:
        position = use.position(f"{use.have}; {use.there}; {use.cases[0].given}")
        assert use.offered(position, window) == use.is_used(window), window


@things
def test_what_makes_it_useless(use: Use):
    window = "before event" if use.any_time else names(use.windows)[0]
    for lacking in use.useless:
        there = f"{use.have}; {use.there}; {use.cases[0].given}; friday wounds 0; {lacking}"
        assert not use.offered(use.position(there), window), lacking
    if use.have:
        assert not use.offered(use.position(f"{use.there}; {use.cases[0].given}"), window), "not there"
