"""The current edition: cards, tokens and items."""

import numpy as np
import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.decks import put_beast, take_beast
from crusoe_env.robinson.rules.world.items import become_item
from crusoe_env.robinson.rules.world.people import has_item
from tests.robinson.conftest import invariants
from tests.robinson.ids import SKILL, TOKEN

CURRENT = {"starting_items": 0, "edition": "current"}


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


def test_a_beast_that_leaves_the_ambush_is_not_known_any_more(table):
    game = table(**CURRENT)
    s = game.s
    put_beast(s, take_beast(s, v.BEAST_DECK), v.AMBUSH)
    s.ambush_known = 1
    card = game.card("event", "dangerous_night")
    game.run(game.t.threat_reward[card, 0], card)
    assert (s.ambush, s.ambush_known, s.hunting_known) == (c.NONE, 0, 0)


@pytest.mark.parametrize(
    ("edition", "built", "natural", "offered"),
    [
        ("first", False, True, True),
        ("current", False, True, False),
        ("current", True, False, True),
        ("first", False, False, False),
        ("current", False, False, False),
    ],
)
def test_thorny_bushes_need_a_shelter_in_the_current_edition_a_built_one(
    table, edition, built, natural, offered
):
    """Decision 81."""
    game = table(starting_items=0, edition=edition)
    game.open_tile(4, 2 if natural else 7)
    game.to_planning()
    s = game.s
    s.camp, s.shelter, s.palisade = 4, int(built), 0
    s.discovery[TOKEN["thorny_bushes"]] = 1
    assert ("use token thorny_bushes" in game.legal()) == offered
    if offered:
        game.do("use token thorny_bushes")
        assert s.palisade == 1


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


def test_an_item_built_again_takes_nothing_from_others_that_were_turned_back(table):
    game = table(starting_items=0, edition="current")
    s = game.s
    s.phase = c.NIGHT_PHASE
    for again in range(components.CARD_INVENTIONS):
        s.invention_state[: components.CARD_INVENTIONS] = c.ON_BOARD
        s.lost_items = (1 << components.CARD_INVENTIONS) - 1
        become_item(s, game.t, again)
        assert all(has_item(s, item) for item in range(components.CARD_INVENTIONS))
        assert not s.lost_items >> again & 1


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


def test_determination_that_is_not_there_cannot_be_given_instead_of_a_wound(table):
    for tokens, decision in ((1, "branch"), (0, "nothing")):
        game = table(characters=["cook"], starting_items=0, edition="current")
        game.s.phase = c.RESOLUTION
        game.s.determination[0] = tokens
        card = game.card("mystery", "bats")
        game.run(game.t.resolve_program[card], card)
        assert game.decision == decision
        assert game.s.wounds[0] == (0 if tokens else 1)


def test_the_first_player_draws_the_treasure_of_a_token(table):
    """He bears what it does to its finder; if either is outside the camp, who uses the token draws."""
    for edition, outside, drawer in (
        ("first", [0, 0], 1), ("current", [0, 0], 0), ("current", [0, 1], 1), ("current", [1, 0], 1),
    ):  # fmt: skip
        game = table(players=2, characters=["cook", "explorer"], starting_items=0, edition=edition)
        s = game.s
        s.first_player = 0
        s.phase = c.WEATHER_PHASE
        s.outside[:2] = outside
        game.next_mysteries("ceremonial_bowl")
        game.run(game.program_of_token(TOKEN["treasure"]), c.FIRST_USE, performer=1)
        assert s.mystery_holder[components.MYSTERY_IDS.index("ceremonial_bowl")] == drawer
        game.step(steps.BEGIN_ROUND)
        assert list(s.cursed[:2]) == [drawer == 0, drawer == 1]


def test_larvae_scouted_at_night_wait_for_the_end_of_the_next_action_phase(table):
    """No token rots, and these can be traded in then only; in the first edition they rot like food."""
    for edition, tokens, food in (("first", 0, 0), ("current", 1, 2)):
        game = table(characters=["explorer"], starting_items=0, edition=edition)
        s = game.s
        s.phase = c.NIGHT_PHASE
        s.discovery_stack[: s.discoveries_left] = TOKEN["nourishing_larvae"]
        game.run(game.program_of_skill(SKILL["scouting"]), c.FIRST_USE)
        game.do("shown 1")
        assert s.discovery[TOKEN["nourishing_larvae"]] == 1
        game.rot()
        assert s.discovery[TOKEN["nourishing_larvae"]] == tokens
        s.available[:] = 0
        game.end_of_actions()
        assert (s.discovery[TOKEN["nourishing_larvae"]], s.available[c.FOOD]) == (0, food)
