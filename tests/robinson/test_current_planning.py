"""The current edition: planning, and what actions pay and bring."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.view.picture import text
from tests.robinson.ids import ITEM, STARTING, TOKEN

CURRENT = {"starting_items": 0, "edition": "current"}
SUCCESS, FAILURE = 1, 6
"""Faces of a success die."""


def test_all_own_pawns_are_placed(table):
    """Whoever ends his planning early is asked again, and then must place what is left; Friday need not."""
    game = table(**CURRENT)
    s = game.s
    game.to_planning()
    game.do("pass")
    assert s.planner == c.FRIDAY
    game.do("pass")
    assert s.last_call == 1
    assert s.acting == 0
    assert "pass" not in game.legal()
    game.do("plan rest")
    assert "pass" not in game.legal()
    game.do("plan arrange camp")
    assert s.phase != c.PLANNING


def test_pawns_can_be_kept_to_support_somebody_later(table):
    game = table(players=2, **CURRENT)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    other = (int(s.acting) + 1) % 2
    game.do("pass")
    assert s.acting == other
    game.do("plan explore 4", "support: pawn of the next player")
    assert s.free_pawns[1 - other] == 1


def test_a_pistol_meets_what_the_goat_requires(table):
    game = table(**CURRENT)
    s = game.s
    game.to_planning()
    s.threat[:] = c.NONE
    s.available[:] = 0
    s.discovery[TOKEN["goat"]] = 1
    s.starting_uses[STARTING["pistol"]] = 1
    game.do("use pistol", "use token goat")
    assert s.available[c.FUR] == 1
    assert s.weapon_bonus == 0


def about_to_gather(table, *items):
    """The Carpenter and Friday plan; wood is on spaces 4 and 0, and these items are built."""
    game = table(**CURRENT)
    game.open_tile(4, 7)
    game.open_tile(0, 5)
    game.to_planning()
    s = game.s
    s.field_tokens[:] = s.available[:] = 0
    s.threat[:] = c.NONE
    measure(s, game.t)
    s.invention_state[[ITEM[item] for item in items]] = c.BUILT
    return game


def assigned(game):
    """What is shown as assigned to each plan."""
    observed = game.simulator.observe(game.s.reshape(1), dtype="uint8")[0]
    at = [[LAYOUT.names.index(f"plans/{i}/items/{item}") for item in ("basket", "sack")] for i in range(2)]
    return [list(map(bool, observed[entries])) for entries in at]


def test_basket_and_sack_are_assigned_when_a_gathering_is_planned(table):
    game = about_to_gather(table, "basket", "sack")
    game.do("plan gather wood on 4", "support: own pawn")
    assert game.legal() == ["pass", "choose A"]
    game.do("choose A", "choose A")
    assert game.decision == "plan"
    assert assigned(game) == [[True, True], [False, False]]
    game.resolve()
    assert game.s.future[c.WOOD] == 3
    assert game.decision != "branch"


def test_an_item_kept_free_is_assigned_to_a_later_gathering(table):
    game = about_to_gather(table, "basket", "sack")
    game.do("plan gather wood on 4", "pass", "choose A", "pass")
    assert assigned(game) == [[True, False], [False, False]]
    game.do("plan gather wood on 0")  # Friday, with a single pawn
    assert game.legal() == ["pass", "choose A"]
    game.do("choose A")
    assert assigned(game) == [[True, False], [False, True]]
    plans = [line for line in text(game.s, game.t, game.simulator.facts).splitlines() if "gather:" in line]
    assert "Basket" in plans[0]
    assert "Sack" in plans[0]


def test_an_assigned_item_that_is_turned_back_still_adds(table):
    game = about_to_gather(table, "basket")
    game.do("plan gather wood on 4", "support: own pawn", "choose A")
    game.s.invention_state[ITEM["basket"]] = c.ON_BOARD
    game.resolve()
    assert game.s.future[c.WOOD] == 2


@pytest.fixture
def two_weapons(table):
    """Two weapons are planned, the first one with the +1 wood token; `order`: which comes first."""

    def make(order: int, first: int, second: int, edition: str = "current"):
        game = table(characters=["cook"], starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        game.open_tile(4, 7)  # the next decision after the actions is where to camp
        s.field_tokens[:] = 0
        s.field_tokens[c.BUILD] = c.PLUS_WOOD
        s.free_pawns[c.FRIDAY] = 0
        s.determination[:] = 0
        s.available[:] = 0
        s.available[c.WOOD] = 3
        s.weapon = 0
        game.do("plan weapon", "pass", "plan weapon")
        assert list(s.plan_paid[:2, c.WOOD]) == [2, 1]
        while game.decision != "order":
            game.do("pass")
        game.roll(6, first, 6, 6, second, 6)
        game.do(f"resolve {order}")
        while s.phase == c.RESOLUTION and not s.over:
            game.do("pass" if "pass" in game.legal() else game.legal()[0])
        return s

    return make


@pytest.mark.parametrize(
    ("order", "first", "second", "token", "wood", "weapon"),
    [
        (0, SUCCESS, SUCCESS, 0, 0, 2),
        (0, FAILURE, FAILURE, 1, 3, 0),
        (0, FAILURE, SUCCESS, 0, 1, 1),  # the second one pays the token
        (1, SUCCESS, FAILURE, 0, 1, 1),  # so it does if it came first
        (1, FAILURE, SUCCESS, 0, 1, 1),
    ],
)
def test_a_building_pays_the_wood_token_of_one_that_failed(
    two_weapons, order, first, second, token, wood, weapon
):
    """The token stays if no building paid in wood succeeds this round."""
    s = two_weapons(order, first, second)
    assert (s.field_tokens[c.BUILD] & c.PLUS_WOOD > 0) == token
    assert (s.available[c.WOOD], s.weapon) == (wood, weapon)
