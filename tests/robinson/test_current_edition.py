"""What is different in the current edition."""

import numpy as np
import pytest

from crusoe_env.robinson import actions, components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.decks import put_beast, take_beast
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.rules.world.items import become_item
from crusoe_env.robinson.rules.world.people import has_item
from crusoe_env.robinson.view.picture import text
from tests.robinson.cards.position import CARPENTER, Position
from tests.robinson.conftest import invariants
from tests.robinson.ids import CHARACTER, ITEM, SKILL, STARTING, TOKEN

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


def test_in_the_first_edition_pawns_may_stay_idle(table):
    game = table(starting_items=0)
    game.to_planning()
    game.do("pass", "pass")
    assert game.s.phase != c.PLANNING


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


def test_a_pistol_meets_what_a_threat_action_requires(table):
    for edition, offered in (("first", False), ("current", True)):
        game = table(starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        s.threat[:] = [game.card("event", "jaguar"), c.NONE]
        s.starting_uses[STARTING["pistol"]] = 2
        assert "plan threat left" not in game.legal()
        assert ("use pistol" in game.legal()) == offered
        if offered:
            game.do("use pistol", "plan threat left")
            assert s.weapon_bonus == 0
            assert s.weapon == 0
            assert s.plans == 1


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


def test_discarded_inventions_go_back_into_the_deck(table):
    game = table(**CURRENT)
    s = game.s
    s.phase = c.EVENT_PHASE
    left = int(s.inventions_left)
    card = game.card("event", "council")
    game.run(game.t.event_program[card], card)
    for _ in range(3):
        game.do(game.legal()[0])
    assert s.inventions_left == left + 3
    assert not (s.invention_state == c.DISCARDED).any()


def test_what_the_carpenter_does_not_keep_stays_apart(table):
    game = table(**CURRENT)
    s = game.s
    left = int(s.inventions_left)
    game.run(game.program_of_skill(SKILL["a_new_idea"]), c.FIRST_USE)
    game.do(game.legal()[0])
    assert s.inventions_left == left - 5
    assert (s.invention_state == c.DISCARDED).sum() == 4


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


@pytest.mark.parametrize(("edition", "ambush"), [("current", False), ("first", True)])
def test_else_the_herbal_mixture_shows_the_next_event(table, edition, ambush):
    game = with_herbal_mixture(table(starting_items=0, edition=edition))
    if ambush:
        put_beast(game.s, take_beast(game.s, v.BEAST_DECK), v.AMBUSH)
    game.do("use treasure herbal_mixture")
    assert game.decision == "plan"
    assert (game.s.event_known, game.s.ambush_known) == (1, 0)


def test_a_beast_that_leaves_the_ambush_is_not_known_any_more(table):
    game = table(**CURRENT)
    s = game.s
    put_beast(s, take_beast(s, v.BEAST_DECK), v.AMBUSH)
    s.ambush_known = 1
    card = game.card("event", "dangerous_night")
    game.run(game.t.threat_reward[card, 0], card)
    assert (s.ambush, s.ambush_known, s.hunting_known) == (c.NONE, 0, 0)


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


def test_an_assigned_item_is_lost_for_the_round_when_its_gathering_fails(table):
    game = about_to_gather(table, "basket")
    game.do("plan gather wood on 4", "pass", "choose A", "plan gather wood on 0")
    game.roll(6, 6, 6)
    game.resolve(0)
    game.roll(6, 1, 6)
    game.resolve(1)
    assert game.s.future[c.WOOD] == 1, "the second gathering brings no more"


def test_an_assigned_item_that_is_turned_back_still_adds(table):
    game = about_to_gather(table, "basket")
    game.do("plan gather wood on 4", "support: own pawn", "choose A")
    game.s.invention_state[ITEM["basket"]] = c.ON_BOARD
    game.resolve()
    assert game.s.future[c.WOOD] == 2


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


def test_a_treasure_that_is_kept_leaves_a_deck_made_anew_before(table):
    game = table(**CURRENT)
    s = game.s
    compass = components.MYSTERY_IDS.index("compass")
    left = int(s.mysteries_left)
    game.run(game.t.resolve_program[game.card("mystery", "compass")], game.card("mystery", "compass"))
    assert s.mystery_state[compass] == c.MYSTERY_KEPT
    assert s.mysteries_left == left - 1
    invariants(s, game.t)


def test_the_shortcut_brings_the_token_too_and_its_source_rests(table):
    game = table(characters=["explorer"], **CURRENT)
    s = game.s
    game.open_tile(4, 7)
    s.space_tokens[4] = c.SHORTCUT_TOKEN | c.PLUS_WOOD
    s.available[:] = 0
    game.step(steps.PRODUCTION)
    assert s.available[c.WOOD] == 1 + 2
    game.step(steps.BEFORE_ACTION_PHASE)
    game.to_planning()
    measure(s, game.t)
    assert "plan gather wood on 4" not in game.legal()


def test_the_shortcut_token_works_while_items_are_unavailable(table):
    for edition, wood in (("first", 0), ("current", 1)):
        game = table(characters=["explorer"], starting_items=0, edition=edition)
        s = game.s
        game.open_tile(4, 7)
        s.invention_state[ITEM["shortcut"]] = c.BUILT
        s.space_tokens[4] = c.SHORTCUT_TOKEN
        s.covered[4] = c.FOOD_SOURCE
        s.covered[s.camp] = c.ANY_SOURCE
        s.available[:] = 0
        s.phase = c.EVENT_PHASE
        card = game.card("event", "cataclysm")
        game.run(game.t.event_program[card], card)
        game.step(steps.PRODUCTION)
        assert s.available[c.WOOD] == wood


def test_an_item_turned_back_serves_to_the_end_of_the_round(table):
    for edition, stored in (("first", 0), ("current", 3)):
        game = table(starting_items=0, edition=edition)
        s = game.s
        s.phase = c.RESOLUTION
        s.invention_state[ITEM["cellar"]] = c.BUILT
        card = game.card("build_adventure", "tool_breaks")
        game.next_adventure(0, card)
        game.run(game.t.resolve_program[card], card)
        assert s.invention_state[ITEM["cellar"]] == c.ON_BOARD
        s.phase = c.NIGHT_PHASE
        s.available[c.FOOD] = 3
        game.step(steps.ROT)
        assert s.available[c.FOOD] == stored
        game.step(steps.BEGIN_ROUND)
        assert s.lost_items == 0


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


def test_an_old_map_is_for_friday_too(table):
    for edition, tokens in (("first", 0), ("current", 1)):
        game = table(starting_items=0, edition=edition)
        card = game.card("mystery", "old_map")
        game.s.determination[:] = 0
        game.run(game.t.resolve_program[card], card)
        assert list(game.s.determination[[0, c.FRIDAY]]) == [1, tokens]


def test_gathering_as_far_as_tiles_lead(table):
    game = table(**CURRENT)
    s = game.s
    for space, printed in ((4, 4), (5, 10), (6, 7)):
        game.open_tile(space, printed)
    game.to_planning()
    s.field_tokens[:] = 0
    measure(s, game.t)
    s.free_pawns[c.FRIDAY] = 1
    game.do("plan gather wood on 6", "support: own pawn")
    assert s.plan_need[0] == 3
    assert s.plan_pawns[0] == 3


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


def test_of_alternatives_one_that_can_be_met_is_chosen(table):
    """Wood is demanded or wounds are taken: without wood there is no choice."""
    for edition, wood, choices in (("first", 1, 2), ("current", 2, 2), ("current", 1, 0)):
        game = table(players=2, characters=["cook", "explorer"], starting_items=0, edition=edition)
        s = game.s
        s.phase = c.EVENT_PHASE
        s.available[c.WOOD] = wood
        card = game.card("event", "unusually_cold_night")
        game.run(game.t.event_program[card], card)
        assert sum(name.startswith("choose") for name in game.legal()) == choices
        if choices == 0:
            assert list(s.wounds[:2]) == [1, 1]
            assert s.available[c.WOOD] == wood


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


def test_after_an_argument_two_players_may_still_come_to_an_agreement(table):
    """It is the one action that they may share in that round; Friday may be the second."""
    for edition, second in (("first", []), ("current", ["pawn of the next player", "Friday"])):
        game = table(players=2, characters=["cook", "explorer"], starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        s.free_pawns[c.FRIDAY] = 1 if edition == "current" else 0
        argument = game.card("event", "argument")
        s.threat[:] = [c.NONE, argument]
        s.no_mixed_pawns = 1
        assert ("plan threat right" in game.legal()) == (second != [])
        if second:
            game.do("plan threat right")
            assert game.legal() == [f"support: {name}" for name in second]


def test_what_a_cloudburst_took_from_a_natural_shelter_does_not_come_back(table):
    """Roof and palisade of a natural shelter are lost whole; with a built one Move gives one back."""
    for edition, shelter, kept in (("first", 0, 1), ("current", 0, 0), ("current", 1, 3)):
        game = table(starting_items=0, edition=edition)
        s = game.s
        game.open_tile(4, 2)
        s.shelter = shelter
        s.roof = s.palisade = 4
        assert game.t.tile_shelter[s.tile[4]]
        s.phase = c.EVENT_PHASE
        card = game.card("event", "cloud_burst")
        game.run(game.t.event_program[card], card)
        assert s.camp == 4
        assert (s.roof, s.palisade) == ((2, 2) if shelter else (0, 0))
        s.phase = c.RESOLUTION
        game.run(game.t.threat_reward[card, 0], card)
        assert (s.roof, s.palisade) == (kept, kept)


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


def test_in_the_first_edition_the_wood_token_goes_with_the_action_that_paid_it(two_weapons):
    for first, second, wood, weapon in ((FAILURE, FAILURE, 3, 0), (FAILURE, SUCCESS, 2, 1)):
        s = two_weapons(0, first, second, edition="first")
        assert s.field_tokens[c.BUILD] == 0
        assert (s.available[c.WOOD], s.weapon) == (wood, weapon)


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


def test_creatures_and_traps_concern_friday_like_anybody(table):
    for card, tokens, wounds in (("spiders", 1, 1), ("terrible_scream", 2, 0), ("bats", 0, 1)):
        game = table(**CURRENT)
        s = game.s
        s.phase = c.RESOLUTION
        s.determination[c.FRIDAY] = tokens
        number = game.card("mystery", card)
        game.run(game.t.resolve_program[number], number, performer=c.FRIDAY)
        assert (s.determination[c.FRIDAY], s.wounds[c.FRIDAY]) == (0, wounds)


@pytest.mark.parametrize(
    ("use", "person", "edition", "wounds"),
    [
        ("use pistol", CARPENTER, "first", 0),
        ("use pistol", CARPENTER, "current", 3),
        ("use skill 3", CHARACTER["soldier"], "current", 0),  # Frenzy is for the action
    ],
)
def test_a_weapon_bonus_serves_one_fight_of_an_action(use, person, edition, wounds):
    position = Position(4, edition=edition).given("weapon 0; uses of pistol 1; soldier determination 3")
    s = position.s
    position.action_under_way("gather", person)
    position.step(steps.FIGHT, strength=3, who=person)
    position.do(use)
    position.use_nothing()
    assert s.wounds[person] == 0
    position.step(steps.FIGHT, strength=3, who=person)
    position.use_nothing()
    assert s.wounds[person] == wounds


def test_a_weapon_bonus_against_danger_does_not_serve_in_a_fight_too(table):
    """The Cook explores where it is dangerous, and meets gremlins of strength 2 in the cave that he finds."""
    for edition, wounds in (("first", 0), ("current", 2)):
        game = table(characters=["cook"], starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        s.field_tokens[:] = 0
        s.field_tokens[c.EXPLORE] = c.DANGER | c.ADVENTURE_TOKEN
        s.starting_uses[STARTING["pistol"]] = 1
        s.weapon = 0
        game.do("plan explore 0", "support: own pawn")
        game.next_adventure(2, game.card("explore_adventure", "secret_cave"))
        game.next_mysteries("gremlins")
        game.resolve()
        game.do("use pistol", "choose B")
        while game.decision == "window":
            game.do("pass")
        assert game.decision == "branch"  # whether to draw more
        assert s.wounds[0] == wounds


@pytest.fixture
def explorer_outside(table):
    """The Explorer gathers wood, then finds a tile with a token, and a puma: he will sleep outside."""

    def make(edition: str):
        game = table(players=2, characters=["explorer", "cook"], starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        s.field_tokens[:] = 0
        s.threat[:] = c.NONE
        s.first_player = s.planner = s.acting = 0
        game.open_tile(4, 7)
        measure(s, game.t)
        s.free_pawns[:2] = 4, 0
        s.free_pawns[c.FRIDAY] = 0
        s.available[:] = s.future[:] = s.determination[:] = 0
        s.tiles[s.tiles_left - 1] = 2
        s.discovery_stack[: s.discoveries_left] = TOKEN["tobacco"]
        game.do("plan gather wood on 4", "pass", "plan explore 7", "pass", "plan rest")
        game.next_adventure(2, game.card("explore_adventure", "puma"))
        return game

    return make


def test_who_is_outside_keeps_what_the_action_brought_that_sent_him_there(explorer_outside):
    for edition, wood in (("first", 1), ("current", 0)):
        game = explorer_outside(edition)
        s = game.s
        game.roll(6, 1, 6)
        game.resolve(0)
        game.roll(6, 1, 1)
        game.resolve(1)
        game.do("choose A")
        found = int(s.discovery_future[TOKEN["tobacco"]])
        assert found > 0
        game.end_of_actions()
        assert (s.own[0, c.WOOD], s.available[c.WOOD]) == (wood, 1 - wood)
        assert (s.found[0, TOKEN["tobacco"]], s.discovery[TOKEN["tobacco"]]) == (found, 0)


def test_a_treasure_of_an_earlier_action_serves_the_camp(explorer_outside):
    for edition, serves in (("first", False), ("current", True)):
        game = explorer_outside(edition)
        s = game.s
        s.phase = c.RESOLUTION
        game.next_mysteries("boxes")
        game.run(game.t.threat_reward[game.card("event", "wrecked_balloon"), 0])
        game.roll(6, 1, 1)
        game.resolve(1)
        game.do("choose A")
        game.end_of_actions()
        s.available[c.FOOD] = 3
        game.rot()
        assert s.available[c.FOOD] == (3 if serves else 0)


def test_what_a_later_action_brings_goes_to_the_group(explorer_outside):
    for edition, wood in (("first", 1), ("current", 0)):
        game = explorer_outside(edition)
        s = game.s
        game.roll(6, 1, 1)
        game.resolve(1)
        game.do("choose A")
        found = int(s.discovery_future[TOKEN["tobacco"]])
        game.roll(6, 1, 6)
        game.resolve(0)
        game.end_of_actions()
        assert (s.own[0, c.WOOD], s.available[c.WOOD]) == (wood, 1 - wood)
        assert (s.found[0, TOKEN["tobacco"]], s.discovery[TOKEN["tobacco"]]) == (found, 0)


# ------------------------------------------------------------ what a finder outside the camp bears alone


def a_night(position: Position, finder: int, outside: bool) -> list[int]:
    """A night in which the finder of a mystery may be outside the camp; everybody's new wounds."""
    s = position.s
    s.outside[finder] = outside
    s.wounds[:] = 0
    position.night_wounds()
    position.use_nothing()
    wounds = s.wounds.tolist()
    s.outside[:] = 0
    return [*wounds[:3], wounds[c.FRIDAY]]


def found(position: Position, card: str, kind: int, finder: int) -> None:
    """Somebody finds this creature or trap in his action."""
    position.draw_mystery(components.MYSTERY_IDS.index(card), kind, person=finder)
    position.use_nothing()


@pytest.mark.parametrize("finder", [CARPENTER, c.FRIDAY])
def test_poison_found_by_who_sleeps_outside_is_his_alone(finder):
    for outside, wounds in ((False, [1, 1, 1, 1]), (True, alone(finder, 1))):
        position = Position(edition="current")
        found(position, "poison", c.TRAP_TYPE, finder)
        assert a_night(position, finder, outside) == wounds


@pytest.mark.parametrize("finder", [CARPENTER, c.FRIDAY])
def test_a_shiny_jewel_waits_for_the_night_after_one_outside(finder):
    for outside, nights in ((False, [1, 0]), (True, [0, 1])):
        position = Position(edition="current")
        found(position, "a_shiny_jewel", c.CREATURE_TYPE, finder)
        assert a_night(position, finder, outside) == [nights[0]] * 3 + [0]
        assert a_night(position, finder, False) == [nights[1]] * 3 + [0]


@pytest.mark.parametrize("finder", [CARPENTER, c.FRIDAY])
def test_the_strange_disease_of_who_sleeps_outside_is_two_markers_of_his(finder):
    """He may be sent outside before he finds it, or afterwards, when the markers have been shared already."""
    for sent_before in (False, True):
        position = Position(edition="current")
        position.s.outside[finder] = sent_before
        found(position, "strange_disease", c.TRAP_TYPE, finder)
        assert (position.decision == "person") != sent_before
        while position.decision == "person":
            position.do(position.legal()[1])
        assert a_night(position, finder, True) == alone(finder, 2)


def alone(person: int, wounds: int) -> list[int]:
    """Wounds of the three players and Friday, of whom only one has any."""
    return [wounds if person == one else 0 for one in (0, 1, 2, c.FRIDAY)]


def test_random_current_games_never_leave_a_player_without_an_action(table):
    rng = np.random.default_rng(5)
    game = table(players=4, characters=None, edition="current")
    for _ in range(400):
        if game.s.over:
            break
        actions.write_mask(game.s, game.t, game.mask)
        legal = np.flatnonzero(game.mask)
        assert len(legal)
        game.act(int(rng.choice(legal)))
        game.s.wounds[:] = 0
