"""The current edition: planning, what actions pay and bring, cards."""

import numpy as np
import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.rules.world.decks import put_beast, take_beast
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.view.picture import text
from tests.robinson.conftest import invariants
from tests.robinson.ids import ITEM

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


@pytest.mark.parametrize(("choice", "seen"), [("choose A", "event_known"), ("choose B", "ambush_known")])
def test_the_herbal_mixture_shows_the_next_event_or_the_beast_in_ambush(table, choice, seen):
    game = with_herbal_mixture(table(**CURRENT))
    s = game.s
    beast = int(take_beast(s, v.BEAST_DECK))
    put_beast(s, beast, v.AMBUSH)
    game.do("use treasure herbal_mixture")
    assert game.legal() == ["choose A", "choose B"]
    game.do(choice)
    assert [name for name in ("event_known", "ambush_known") if s[name]] == [seen]
    assert (s.mystery_state == c.MYSTERY_GONE).sum() == 1
    known = LAYOUT.names.index(f"beasts/known/{components.BEAST_IDS[beast]}")
    unseen = LAYOUT.names.index(f"beasts/unseen/{components.BEAST_IDS[beast]}")
    observed = game.simulator.observe(s.reshape(1), dtype="uint8")[0]
    assert (observed[known], observed[unseen]) == ((1, 0) if choice == "choose B" else (0, 1))
    rng = np.random.default_rng(0)
    dealt = {int(game.simulator.determinize(s.reshape(1), rng)["ambush"][0]) for _ in range(20)}
    assert (dealt == {beast}) == (choice == "choose B")


def with_herbal_mixture(game):
    """The First Player plans and has the Herbal mixture."""
    game.to_planning()
    mixture = components.MYSTERY_IDS.index("herbal_mixture")
    game.s.mystery_state[mixture], game.s.mystery_uses[mixture] = c.MYSTERY_KEPT, 1
    return game


def test_resolved_mysteries_make_a_new_deck_and_cards_laid_aside_stay_aside(table):
    """One creature is left; a treasure is wanted, and the deck made anew holds only one."""
    game = table(**CURRENT)
    s = game.s
    game.next_mysteries("bats")
    s.mystery_state[:] = c.MYSTERY_IN_EVENT_DECK
    s.mysteries[0], s.mysteries_left = components.MYSTERY_IDS.index("bats"), 1
    s.mystery_state[s.mysteries[0]] = c.MYSTERY_IN_DECK
    compass = components.MYSTERY_IDS.index("compass")
    s.mystery_state[compass] = c.MYSTERY_GONE
    game.draw_mysteries(treasure=2)
    assert s.mystery_state[compass] == c.MYSTERY_KEPT
    assert (s.draws, s.mysteries_left, s.mysteries_passed) == (0, 1, 0), "the bats are back, nothing else"
    invariants(s, game.t)


def test_half_of_a_level_of_nothing_is_an_unfulfilled_demand(table):
    """At level 1 half of it, rounded down, is nothing, and that is paid."""
    for edition, roof, wounds in (("first", 0, 0), ("current", 0, 1), ("current", 1, 0)):
        game = table(players=2, characters=["cook", "explorer"], edition=edition)
        s = game.s
        s.phase = c.EVENT_PHASE
        s.roof = roof
        card = game.card("build_adventure", "construction_is_weak")
        game.run(game.t.event_program[card], card)
        assert list(s.wounds[:2]) == [wounds, wounds]
        assert s.roof == roof


def test_if_no_alternative_can_be_met_one_is_left_unfulfilled(table):
    game = table(players=2, characters=["cook", "explorer"], starting_items=0, edition="current")
    s = game.s
    s.phase = c.EVENT_PHASE
    s.roof = s.palisade = 0
    card = game.card("event", "devastating_hurricane")
    game.run(game.t.event_program[card], card)
    game.do("choose B")
    assert list(s.wounds[:2]) == [1, 1]
