"""Starting items, discovery tokens, treasures and items that the players use when they like."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, Case, Position
from tests.robinson.cards.uses import ANY_TIME, ITEMS, STARTING_ITEMS, TOKENS, TREASURES, Use
from tests.robinson.cards.view import FACTS

WINDOWS = {
    "before event": (c.BEFORE_EVENT, c.EVENT_PHASE),
    "before morale": (c.BEFORE_MORALE, c.EVENT_PHASE),
    "weather": (c.IN_WEATHER, c.WEATHER_PHASE),
    "night": (c.AT_NIGHT, c.NIGHT_PHASE),
}
OCCASIONS = (*WINDOWS, "planning", "fight")
STRONG = 9

THINGS = [
    *(("use {}", "uses of {} 2", "uses of {} -1", *entry) for entry in STARTING_ITEMS.items()),
    *(("use token {}", "token {} 2", "token {} -1", *entry) for entry in TOKENS.items()),
    *(("use treasure {}", "treasure {} kept", "uses of {} -1", *entry) for entry in TREASURES.items()),
    *(("use {}", "", "", *entry) for entry in ITEMS.items()),
]
"""Action, what it takes to have it, what using it costs, identity, expectations."""


def at(window: str, position: Position) -> Position:
    """The position at a window at which things can be used, the Carpenter being asked."""
    if window == "planning":
        position.plan()
    elif window == "fight":
        position.step(steps.FIGHT, strength=STRONG, who=CARPENTER)
    else:
        number, phase = WINDOWS[window]
        position.open_window(number, phase)
    return position


def cases() -> list:
    """Each case of each thing, for the parameters of a test."""
    found = []
    for name, have, spent, identity, use in THINGS:
        there = f"{have.format(identity)}; {use.there}"
        for number, case in enumerate(use.cases):
            words = (name.format(identity), there, spent.format(identity))
            found.append(pytest.param(*words, use, case, id=f"{identity}-{number}"))
    return found


def test_every_token_and_starting_item_has_its_expectations():
    tokens = [entry["id"] for entry in FACTS["discovery"]]
    assert {*TOKENS, "candles_token"} == set(tokens)
    assert {*STARTING_ITEMS, "pistol", "hammer_and_nails", "bible"} == set(components.STARTING_ITEM_IDS)
    twice = [entry["id"] for entry in FACTS["discovery"] if entry.get("copies", 1) == 2]
    assert set(twice) == {"goat", "nourishing_larvae", "candles_token", "fallen_tree", "treasure"}
    assert all(entry["uses"] == 2 for entry in FACTS["starting_item"])


@pytest.mark.parametrize(("name", "there", "spent", "use", "case"), cases())
def test_use(name: str, there: str, spent: str, use: Use, case: Case):
    position = Position().given(f"{there}; {case.given}")
    if "herbal_mixture" in there:
        position.s.events_left = 1
    at(use.windows[0] if use.windows[0] != "before event" else "planning", position)
    before = position.photo()
    position.do(name)
    position.choose(case.do)
    assert position.decision in ("plan", "window", "nothing")
    ended = f"; treasure {name.split()[-1]} -> gone" if _last_use(name, position) else ""
    position.expect(before, f"{case.change}; {spent}{ended}")


def _last_use(name: str, position: Position) -> bool:
    """A treasure is discarded with its last use; the Barrel is kept."""
    treasure = name.split()[-1]
    if "treasure " not in name or treasure == "barrel":
        return False
    return bool(position.s.mystery_uses[components.MYSTERY_IDS.index(treasure)] == 0)


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: thing[3])
def test_when_it_can_be_used(thing: tuple):
    name, have, _, identity, use = thing
    for window in OCCASIONS if use.windows[0] != ANY_TIME[0] else ("planning",):
        position = Position().given(f"{have.format(identity)}; {use.there}; {use.cases[0].given}")
        position.s.events_left = 1
        offered = at(window, position).offers(name.format(identity))
        assert offered == (window in use.windows), window


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: thing[3])
def test_what_makes_it_useless(thing: tuple):
    name, have, _, identity, use = thing
    window = use.windows[0]
    for lacking in use.lacking:
        position = Position().given(
            f"{have.format(identity)}; {use.there}; {use.cases[0].given}; friday wounds 0"
        )
        position.given(lacking)
        assert not at(window, position).offers(name.format(identity)), lacking
    position = Position().given(f"{use.there}; {use.cases[0].given}")
    if have:
        assert not at(window, position).offers(name.format(identity)), "not there"
