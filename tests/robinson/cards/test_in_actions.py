"""Cards that serve within an action, a fight, or a draw of mysteries, and the pawns that they lend."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, COOK, Position
from tests.robinson.ids import TREASURE

KINDS = {
    "build": "plan weapon",
    "gather": "plan gather wood on 4",
    "explore": "plan explore 0",
    "hunt": "plan hunt",
}


# ------------------------------------------------------------------ pawns


@pytest.mark.parametrize(
    ("there", "support", "kind", "spent"),
    [
        ("uses of hammer_and_nails 2", "use hammer_and_nails", "build", "uses of hammer_and_nails -1"),
        ("token candles_token 2", "use token candles_token", "build", "token candles_token -1"),
        ("treasure candles kept; uses of candles 2", "use treasure candles", "build", "uses of candles -1"),
        ("treasure compass kept", "use treasure compass", "explore", "compass used by -> carpenter"),
    ],
)
def test_pawns(there: str, support: str, kind: str, spent: str):
    """A pawn for one kind of action; what has a number of uses loses one."""
    for other, plan in KINDS.items():
        position = Position().given(f"{there}; hunting fox boa")
        position.plan()
        before = position.photo()
        position.do(plan)
        assert (support in position.legal()) == (other == kind), other
    position = Position().given(there)
    before = position.photo()
    position.plan()
    position.do(KINDS[kind])
    assert position.s.plan_pawns[0] == 1
    position.do(support)
    assert position.s.plan_pawns[0] == 2
    position.expect(before, f"{spent}; wood -1" if kind == "build" else spent)


@pytest.mark.parametrize(
    ("there", "support"),
    [
        ("uses of hammer_and_nails 2; build field minus_pawn", "use hammer_and_nails"),
        ("token candles_token 2; build field minus_pawn", "use token candles_token"),
        ("treasure candles kept; uses of candles 2; build field minus_pawn", "use treasure candles"),
    ],
)
def test_both_pawns_of_one_card_in_one_action(there: str, support: str):
    position = Position().given(there)
    position.plan()
    position.do("plan weapon", support, support)
    assert position.s.plan_pawns[0] == 3


def test_the_compass_comes_back_every_round():
    position = Position().given("treasure compass kept")
    for _ in range(2):
        position.plan()
        position.do("plan explore 0", "use treasure compass")
        position.next_round()


# ------------------------------------------------------------------ fights


FIGHTS = (
    ("use pistol", "uses of pistol 2", "uses of pistol -1", 3, 0),
    ("use treasure old_rifle", "treasure old_rifle kept; uses of old_rifle 1",
     "treasure old_rifle -> gone; uses of old_rifle -1", 3, 0),
    ("use treasure sabre", "treasure sabre kept", "sabre used by -> carpenter", 3, 1),
    ("use kept card", "carpenter kept weapon 1", "carpenter kept weapon -1", 3, 0),
    ("use treasure helmet", "treasure helmet kept", "helmet used by -> carpenter", 1, 0),
)  # fmt: skip
STRENGTH, WEAPON = 6, 2


@pytest.mark.parametrize(("name", "there", "spent", "help_given", "wounds"), FIGHTS)
@pytest.mark.parametrize("phase", [c.EVENT_PHASE, c.RESOLUTION])
def test_help_in_a_fight(phase: int, name: str, there: str, spent: str, help_given: int, wounds: int):
    """For this fight only; the weapon track does not move."""
    position = Position().given(there)
    if phase == c.RESOLUTION:
        position.action_under_way("explore")
    position.s.phase = phase
    before = position.photo()
    position.step(steps.FIGHT, strength=STRENGTH, who=CARPENTER)
    position.do(name)
    if position.decision == "window":
        position.do("pass")
    position.ended()
    discarded = "; explore discards +surprising_discovery" if name == "use kept card" else ""
    missing = STRENGTH - WEAPON - help_given + wounds
    position.expect(before, f"carpenter wounds +{missing}; {spent}{discarded}")


@pytest.mark.parametrize(("name", "there", "spent", "help_given", "wounds"), FIGHTS)
def test_nothing_is_offered_where_the_weapon_is_enough(
    name: str, there: str, spent: str, help_given: int, wounds: int
):
    position = Position().given(there)
    before = position.photo()
    position.step(steps.FIGHT, strength=WEAPON, who=CARPENTER)
    position.ended()
    position.expect(before, "")


@pytest.mark.parametrize("treasure", ["helmet", "sabre"])
def test_who_took_it_has_it_for_the_round(treasure: str):
    position = Position().given(f"treasure {treasure} kept")
    position.step(steps.FIGHT, strength=3, who=CARPENTER)
    position.do(f"use treasure {treasure}")
    position.step(steps.FIGHT, strength=3, who=COOK)
    assert not position.offers(f"use treasure {treasure}", COOK)
    position.step(steps.FIGHT, strength=3, who=CARPENTER)
    position.do(f"use treasure {treasure}")


# ------------------------------------------------------------------ mysteries and exploring


def test_the_whip_against_a_trap():
    """The trap counts as resolved."""
    position = Position().given("treasure whip kept")
    before = position.photo()
    position.draw_mystery(components.MYSTERY_IDS.index("blunt_spear"), c.TRAP_TYPE)
    assert position.legal() == ["pass", "use treasure whip"]
    position.do("use treasure whip")
    position.ended()
    position.expect(before, "whip used by -> carpenter; mysteries -blunt_spear; treasure blunt_spear -> gone")


def test_backpack():
    """Of two more tokens one is kept, besides those of the tile."""
    position = Position().given("treasure backpack kept; tiles 11; beasts bear; tokens goat tobacco herbs")
    before = position.photo()
    position.plan()
    position.do("plan explore 0", "support: own pawn")
    position.resolve()
    position.do("use treasure backpack", "shown 2")
    position.do("pass") if position.decision == "window" else None
    position.ended()
    position.expect(
        before,
        "tile 0 -> 11; tiles -11; beasts -bear; hunting deck -> bear;"
        "discovery tokens -goat; discovery tokens -tobacco;"
        "discovery tokens -herbs; future token tobacco +1; future token herbs +1;"
        "backpack used by -> carpenter",
    )


def test_treasure_map():
    """An action of two pawns without dice that brings two treasures."""
    position = Position().given(
        "treasure treasure_map kept; uses of treasure_map 1; mysteries net gold bite boxes"
    )
    before = position.photo()
    position.plan()
    position.do("plan treasure_map", "support: own pawn")
    assert position.s.plan_pawns[0] == 2
    position.resolve()
    position.do("choose A")
    position.ended()
    assert position.s.mystery_state[TREASURE["treasure_map"]] == c.MYSTERY_GONE
    position.given("uses of treasure_map 1")
    position.expect(
        before,
        "treasure treasure_map -> gone; mysteries -gold; mysteries -boxes; treasure gold -> to come;"
        "treasure boxes -> to come",
    )


# ------------------------------------------------------------------ arranging the camp, weather


@pytest.mark.parametrize(("wounds", "healed"), [(2, "; carpenter wounds -1"), (0, "")])
def test_bible(wounds: int, healed: str):
    """One determination and one wound healed, on top of the usual two determination and morale."""
    position = Position().given(f"uses of bible 2; each wounds {wounds}")
    before = position.photo()
    position.plan()
    position.do("plan arrange camp")
    position.resolve()
    position.do("use bible")
    position.ended()
    position.expect(before, f"carpenter determination +3; morale +1; uses of bible -1{healed}")


WEATHER = (
    ("", "", "wood -3; food -2; durable food -1; each wounds +1"),
    ("treasure blankets kept; uses of blankets 3", "use treasure blankets",
     "wood -2; food -2; uses of blankets -1; snow clouds ignored +1"),
    ("treasure old_clothes kept", "", "wood -3; food -2; durable food -1; snow clouds turned to rain +1"),
    ("token large_leaves 1", "use token large_leaves",
     "wood -3; food -2; token large_leaves -1; rain clouds ignored +1"),
)  # fmt: skip


@pytest.mark.parametrize(("there", "use", "change"), WEATHER)
def test_against_the_weather(there: str, use: str, change: str):
    """Two rain clouds and a winter cloud above no roof: four wood and three food if nothing helps."""
    position = Position().given(f"rain clouds 2; snow clouds 1; roof 0; {there}")
    position.s.phase = c.WEATHER_PHASE
    before = position.photo()
    position.open_window(c.IN_WEATHER, c.WEATHER_PHASE)
    if use:
        position.do(use)
        position.do("pass") if position.decision == "window" else None
    position.s.first_player = COOK
    position.step(steps.FACE_WEATHER)
    position.ended()
    position.expect(before, change)
