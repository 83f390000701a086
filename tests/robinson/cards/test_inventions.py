"""The 30 inventions and the two of Castaways: what each needs, costs, brings, and lends.

scenes/items.toml has what they do as items.
"""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import stack, turn
from crusoe_env.robinson.rules.world import items
from tests.robinson.cards.decks import INVENTION_KINDS, INVENTIONS, Invention
from tests.robinson.cards.position import CARPENTER, PLANS, Case, Position
from tests.robinson.cards.view import FACTS, ITEM_NAMES, PEOPLE
from tests.robinson.ids import ITEM

SPACE_OF_TERRAIN = {"beach": 3, "hills": 4, "plains": 7, "river": 8, "mountains": 5}


def cases(part: str) -> list:
    """Each case of a part with its invention, for the parameters of a test."""
    return [
        pytest.param(identity, invention, case, id=f"{identity}-{at}")
        for identity, invention in INVENTIONS.items()
        if part == "built" or identity not in INVENTION_KINDS["castaways"]
        for at, case in enumerate(getattr(invention, part))
    ]


def test_every_invention_has_its_expectations():
    assert tuple(INVENTIONS) == ITEM_NAMES
    for kind, count in {"default": 9, "deck": 17, "personal": 4}.items():
        ids = [entry["id"] for entry in FACTS["invention"] if entry["kind"] == kind]
        assert [*INVENTION_KINDS[kind]] == ids
        assert len(ids) == count


def action(identity: str) -> str:
    """The action that plans its building."""
    if ITEM_NAMES.index(identity) < components.CARD_INVENTIONS:
        return f"plan {identity}"
    return f"plan scenario invention {ITEM_NAMES.index(identity) - components.CARD_INVENTIONS + 1}"


def builder(invention: Invention) -> int:
    """Who builds it."""
    return PEOPLE.index(invention.owner) if invention.owner else CARPENTER


def ready(identity: str, invention: Invention, cost: dict[str, int]) -> Position:
    """A position in which it lies on the board and can just be built and paid in this way."""
    position = Position(4 if invention.owner == "soldier" else 3)
    position.given("wood 0; food 0; fur 0; durable food 1; rope board; pot board")
    for item in invention.items:
        position.given(f"{item} item")
    for resource, amount in cost.items():
        position.given(f"{resource} {amount}")
    return position.given(f"{identity} board")


@pytest.mark.parametrize(("identity", "invention", "case"), cases("built"))
def test_built(identity: str, invention: Invention, case: Case):
    for cost in invention.costs:
        position = ready(identity, invention, cost).given(case.given)
        before = position.photo()
        position.plan(builder(invention))
        position.do(action(identity), "support: own pawn")
        position.resolve()
        position.ended()
        paid = "".join(f"; {resource} -{amount}" for resource, amount in cost.items())
        if invention.owner:
            paid += f"; {invention.owner} determination +2"
        position.expect(before, f"{identity} -> to come{paid}")
        position.arrive()
        position.choose(case.do)
        position.ended()
        position.expect(before, f"{case.change}; {identity} -> item{paid}")


@pytest.mark.parametrize("identity", INVENTIONS)
def test_what_it_needs(identity: str):
    invention = INVENTIONS[identity]
    for cost in invention.costs:
        lacking = [f"{item} board" for item in invention.items]
        lacking += [f"{resource} {amount - 1}" for resource, amount in cost.items()]
        if invention.terrain:
            lacking += [f"space {SPACE_OF_TERRAIN[invention.terrain]} covered terrain"]
        lacking += [f"{identity} {where}" for where in ("item", "in deck", "discarded", "to come")]
        for lack in lacking:
            position = ready(identity, invention, cost).given(lack)
            position.plan(builder(invention))
            assert action(identity) not in position.legal(), lack
        position = ready(identity, invention, cost)
        position.plan(builder(invention))
        assert action(identity) in position.legal()


@pytest.mark.parametrize(("identity", "invention", "case"), cases("lost"))
def test_lost(identity: str, invention: Invention, case: Case):
    position = Position().given(f"{identity} item; {case.given}")
    before = position.photo()
    stack.clear_stack(position.s)
    items.lose_item(position.s, position.t, components.INVENTION_IDS.index(identity), c.ON_BOARD)
    turn.advance(position.s, position.t)
    position.ended()
    position.expect(before, f"{case.change}; {identity} -> board")


@pytest.mark.parametrize(("identity", "invention"), INVENTION_KINDS["personal"].items())
def test_a_personal_invention_is_its_owners(identity: str, invention: Invention):
    position = ready(identity, invention, invention.costs[0])
    position.plan((builder(invention) + 1) % 3)
    assert action(identity) not in position.legal()


def test_the_personal_invention_of_a_character_not_in_play_is_everybodys():
    position = Position()
    assert position.s.invention_state[ITEM["spear"]] == c.IN_DECK
    position.given("spear board; knife item; owner of spear none")
    before = position.photo()
    position.plan()
    position.do("plan spear", "support: own pawn")
    position.resolve()
    position.expect(before, "wood -1; spear -> to come")


# ------------------------------------------------------------------ pawns


LENT = (
    ("lantern", "plan weapon"),
    ("belts", "plan gather wood on 4"),
    ("raft", "plan gather wood on 4"),
    ("map", "plan explore 0"),
    ("raft", "plan explore 0"),
    ("shield", "plan hunt"),
)


@pytest.mark.parametrize(("identity", "plan"), LENT)
def test_pawns_lent(identity: str, plan: str):
    """One pawn a round, for its kinds of action only, and only while the item is there."""
    for other in PLANS.values():
        position = Position().given(f"{identity} item; hunting fox boa")
        position.plan()
        position.do(other)
        assert (f"use {identity}" in position.legal()) == ((identity, other) in LENT), other
    for taken in (f"{identity} board", "items unavailable 1"):
        position = Position().given(f"{identity} item; hunting fox; {taken}")
        position.plan()
        position.do(plan)
        assert f"use {identity}" not in position.legal()
    position = Position().given(f"{identity} item; hunting fox boa")
    position.plan()
    position.do(plan, f"use {identity}")
    assert position.s.plan_pawns[0] == 2
    position.s.planner = CARPENTER
    second = {"plan gather wood on 4": "plan gather food on 4", "plan explore 0": "plan explore 1"}
    again = second.get(plan, plan)
    if again in position.legal():
        position.do(again)
        assert f"use {identity}" not in position.legal()
