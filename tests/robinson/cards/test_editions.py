"""Where the cards of the current edition differ from those of the first, and what must wait for a round."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.tables.loading import load
from tests.robinson.cards.position import CARPENTER, Position
from tests.robinson.ids import CHARACTER, EVENT_CARDS

EDITIONS = ("first", "current")


@pytest.mark.parametrize(("edition", "change"), [("first", "food +1"), ("current", "durable food +1")])
def test_biscuits(edition: str, change: str):
    position = Position(edition=edition).given("uses of biscuits 2")
    position.plan()
    before = position.photo()
    position.do("use biscuits")
    position.expect(before, f"{change}; uses of biscuits -1")


@pytest.mark.parametrize(("edition", "more"), [("first", ""), ("current", "; friday determination +1")])
def test_old_map(edition: str, more: str):
    position = Position(edition=edition)
    before = position.photo()
    position.draw_mystery(components.MYSTERY_IDS.index("old_map"), c.TREASURE_TYPE)
    position.end_of_actions()
    position.expect(before, f"each determination +1; mysteries -old_map; treasure old_map -> gone{more}")


@pytest.mark.parametrize(
    ("edition", "token", "change"),
    [
        ("first", "nourishing_larvae", "token nourishing_larvae +1"),
        ("first", "fallen_tree", "token fallen_tree +1"),
        ("first", "goat", "token goat +1"),
        ("current", "nourishing_larvae", "food +2"),
        ("current", "fallen_tree", "wood +1"),
        ("current", "goat", "token goat +1"),
    ],
)
def test_tokens_found_in_the_action_phase(edition: str, token: str, change: str):
    """In the current edition two of them are traded in at its end; the first edition lets them be kept."""
    position = Position(edition=edition).given(f"future token {token} 1")
    before = position.photo()
    position.end_of_actions()
    position.expect(before, f"{change}; future token {token} -1")


@pytest.mark.parametrize("edition", EDITIONS)
def test_copies_of_events(edition: str):
    facts = load(None, {"edition": edition})
    copies = {entry["id"]: entry.get("copies", 1) for entry in facts["event"]}
    assert sum(copies.values()) == EVENT_CARDS
    assert (copies["cold_rain"], copies["sunny_beach"]) == {"first": (2, 0), "current": (1, 1)}[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_defence_plan_costs_three(edition: str):
    position = Position(4, edition=edition).given("soldier determination 3")
    before = position.photo()
    position.plan(CHARACTER["soldier"])
    position.do("use skill 4", "choose A")
    position.expect(before, "palisade +1; soldier determination -3; soldier used +skill 4")


# ------------------------------------------------------------------ not in the round in which it was found


def find(position: Position, treasure: str) -> None:
    """The treasure is drawn in this round, and kept."""
    position.draw_mystery(components.MYSTERY_IDS.index(treasure), c.TREASURE_TYPE)
    position.end_of_actions()
    assert position.s.mystery_state[components.MYSTERY_IDS.index(treasure)] == c.MYSTERY_KEPT


@pytest.mark.parametrize(("later", "offered"), [(0, False), (1, True)])
def test_the_helmet_helps_from_the_next_round(later: int, offered: bool):
    position = Position().given("round 1")
    find(position, "helmet")
    position.given(f"round {1 + later}")
    position.step(steps.FIGHT, strength=9, who=CARPENTER)
    assert position.offers("use treasure helmet") == offered


@pytest.mark.parametrize(("later", "offered"), [(0, False), (1, True)])
def test_the_whip_helps_from_the_next_round(later: int, offered: bool):
    position = Position().given("round 1")
    find(position, "whip")
    position.given(f"round {1 + later}")
    position.draw_mystery(components.MYSTERY_IDS.index("net"), c.TRAP_TYPE)
    assert position.offers("use treasure whip") == offered


@pytest.mark.parametrize(("later", "offered"), [(0, False), (1, True)])
def test_the_backpack_helps_from_the_next_round(later: int, offered: bool):
    position = Position().given("round 1")
    find(position, "backpack")
    position.given(f"round {1 + later}")
    position.plan()
    position.do("plan explore 0", "support: own pawn")
    position.resolve()
    assert position.offers("use treasure backpack") == offered


@pytest.mark.parametrize(("later", "more"), [(0, ""), (1, "; carpenter determination +1")])
def test_the_hammock_is_there_from_the_next_round(later: int, more: str):
    position = Position().given("round 1; carpenter wounds 2")
    find(position, "hammock")
    position.given(f"round {1 + later}")
    before = position.photo()
    position.plan()
    position.do("plan rest")
    position.resolve()
    position.expect(before, f"carpenter wounds -1{more}")
