"""The 30 inventions and the two of Castaways: what each needs, costs, brings, and does as an item."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.world import items
from tests.robinson.cards.inventions import (
    DEFAULT,
    INVENTIONS,
    OF_CASTAWAYS,
    OF_THE_DECK,
    PERSONAL,
    SPACE_OF_TERRAIN,
    Invention,
)
from tests.robinson.cards.position import CARPENTER, Case, Position
from tests.robinson.cards.view import FACTS, ITEM_NAMES, PEOPLE
from tests.robinson.ids import ITEM


def cases(part: str) -> list:
    """Each case of a part with its invention, for the parameters of a test."""
    return [
        pytest.param(identity, invention, case, id=f"{identity}-{at}")
        for identity, invention in INVENTIONS.items()
        if part == "built" or identity not in OF_CASTAWAYS
        for at, case in enumerate(getattr(invention, part))
    ]


def test_every_invention_has_its_expectations():
    assert tuple(INVENTIONS) == ITEM_NAMES
    kinds = {entry["id"]: entry["kind"] for entry in FACTS["invention"]}
    assert [kinds[identity] for identity in (*DEFAULT, *OF_THE_DECK, *PERSONAL)] == (
        ["default"] * 9 + ["deck"] * 17 + ["personal"] * 4
    )


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


@pytest.mark.parametrize("identity", PERSONAL)
def test_a_personal_invention_is_its_owners(identity: str):
    invention = PERSONAL[identity]
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


@pytest.mark.parametrize("identity", ["hatchet", "mast"])
def test_cards_never_turn_the_inventions_of_the_scenario_back(identity: str):
    position = Position().given(f"{identity} item; rope board; pot board")
    before = position.photo()
    position.push_off(position.card("event", "strong_wind"), position.card("event", "mist"))
    position.ended()
    position.expect(before, "threat right -> mist")


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
    for other in ("plan weapon", "plan gather wood on 4", "plan explore 0", "plan hunt"):
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


# ------------------------------------------------------------------ items at work


@pytest.mark.parametrize(
    ("item", "extra"),
    [("diary", 1), ("drums", 2), ("basket", 0)],
)
@pytest.mark.parametrize("morale", [0, 2])
def test_determination_of_the_first_player(item: str, extra: int, morale: int):
    position = Position().given(f"{item} item; morale {morale}")
    before = position.photo()
    position.step(steps.GIVE_MORALE)
    total = morale + extra
    position.expect(before, f"cook determination +{total}" if total else "")


@pytest.mark.parametrize(
    ("given", "change"),
    [
        ("", "food -3"),
        ("cellar item", ""),
        ("treasure boxes kept", ""),
        ("treasure barrel kept; uses of barrel 0", "food -1"),
        ("treasure barrel kept; uses of barrel 1", "food -3"),
    ],
)
def test_what_does_not_rot(given: str, change: str):
    position = Position().given(f"food 3; {given}")
    before = position.photo()
    position.step(steps.ROT)
    position.expect(before, change)


@pytest.mark.parametrize(("die", "food"), [(1, 2), (4, 2), (5, 0), (6, 0)])
def test_pit(die: int, food: int):
    """Four faces of the wound die bring two food."""
    position = Position().given(f"pit item; dice {die}")
    before = position.photo()
    position.step(steps.PRODUCTION)
    position.expect(before, f"wood +1; food +{1 + food}")


@pytest.mark.parametrize(
    ("given", "change"),
    [
        ("space 4 shortcut", "food +1"),
        ("space 4 shortcut; space 4 covered fish", "wood +1"),
        ("space 4 shortcut; space 4 covered wood+fish", ""),
    ],
)
def test_shortcut_in_production(given: str, change: str):
    position = Position().given(f"shortcut item; production skipped 0; {given}; space 3 covered wood+fish")
    before = position.photo()
    position.step(steps.PRODUCTION)
    if position.decision == "branch":
        position.do("choose B")
    position.expect(before, change)


@pytest.mark.parametrize(
    ("given", "change"),
    [("", "wood -3; food -1"), ("furnace item", "wood -1; snow clouds ignored +1")],
)
def test_furnace(given: str, change: str):
    """One winter cloud does not count at all: two of them, one above the roof."""
    position = Position().given(f"snow clouds 2; roof 1; {given}")
    position.s.phase = c.WEATHER_PHASE
    before = position.photo()
    position.step(steps.FACE_WEATHER)
    position.expect(before, change)


@pytest.mark.parametrize(
    ("given", "wood"), [("", 1), ("basket item", 2), ("sack item", 2), ("basket item; sack item", 3)]
)
def test_basket_and_sack(given: str, wood: int):
    """Each once a round one more of what a successful action gathers."""
    position = Position().given(given)
    before = position.photo()
    position.plan()
    position.do("plan gather wood on 4", "support: own pawn")
    position.resolve()
    position.ended()
    used = "".join(f"; {item} used by -> carpenter" for item in ("basket", "sack") if item in given)
    position.expect(before, f"future wood +{wood}{used}")


@pytest.mark.parametrize(
    ("given", "change"),
    [
        ("", "carpenter wounds -1"),
        ("bed item", "carpenter wounds -2; carpenter determination +1"),
        ("treasure hammock kept", "carpenter wounds -1; carpenter determination +1"),
        ("bed item; treasure hammock kept", "carpenter wounds -2; carpenter determination +1"),
    ],
)
def test_rest(given: str, change: str):
    position = Position().given(f"each wounds 3; {given}")
    before = position.photo()
    position.plan()
    position.do("plan rest")
    position.resolve()
    position.ended()
    position.expect(before, change)


@pytest.mark.parametrize(
    ("given", "wood"),
    [
        ("", 1),
        ("space 3 plus_wood", 2),
        ("space 3 plus_wood; treasure hatchet_treasure kept", 2),
        ("space 3 plus_wood; treasure hatchet_treasure kept; space 3 covered wood", 1),
    ],
)
def test_more_wood_from_the_tile_of_the_camp(given: str, wood: int):
    position = Position().given(given)
    before = position.photo()
    position.step(steps.PRODUCTION)
    position.expect(before, f"wood +{wood}; food +1")
