"""The action phase where one thing makes another possible: waiting, saving, gaining what a skill costs."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.effects.remove_any_token import markers_and_tokens_at, take_token
from crusoe_env.robinson.rules.setup import clear_plans
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.rules.world.people import keeps_finds
from tests.robinson.cards.position import CARPENTER, COOK, EXPLORER, Position, number_of
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, STARTING
from tests.support import run_by_python

ALONE = {"starting_items": 0, "characters": ["carpenter"]}


def empty_fields(game) -> None:
    """Planning begins, and no token lies on a field."""
    game.to_planning()
    game.s.field_tokens[:] = 0
    measure(game.s, game.t)


def fast_work(game) -> None:
    """The performer of a building action may build once more at once."""
    s = game.s
    s.phase, s.plans, s.now = c.RESOLUTION, 1, 0
    s.plan_kind[0], s.plan_target[0], s.plan_person[0], s.plan_done[0] = c.BUILD, c.WEAPON, 0, 1
    s.field_tokens[:] = 0
    card = game.card("build_adventure", "fast_work")
    game.next_adventure(0, card)
    game.run(game.t.resolve_program[card], card)
    game.do("choose B")


# ------------------------------------------------------------------ planning together
def test_friday_bears_the_token_of_the_field_while_the_player_waits(table):
    """First edition: who has ended his planning is asked again when others have planned since."""
    game = table(**ALONE)
    empty_fields(game)
    s = game.s
    s.field_tokens[c.EXPLORE] = c.MINUS_PAWN
    game.do("pass")
    assert s.planner == c.FRIDAY
    game.do("plan explore 0")  # with the Dog, the only one who can support him
    assert (s.planner, s.free_pawns[0]) == (0, 2)
    game.do("plan explore 4", "pass")  # one pawn is enough: Friday's action bears the token
    assert s.plan_pawns[1] == 1
    assert "plan explore 7" in game.legal()


def test_a_player_waits_for_food_that_another_makes(table):
    game = table(players=2, characters=["carpenter", "cook"], starting_items=0)
    empty_fields(game)
    s = game.s
    s.threat[:] = [game.card("event", "depression"), c.NONE]
    s.available[:] = 0
    s.determination[:2] = 0, 3
    assert "plan threat left" not in game.legal()
    game.do("pass", "use skill 3", "pass", "pass")
    assert s.planner == 0
    game.do("plan threat left")
    assert s.available[c.FOOD] == 0


@pytest.mark.parametrize("edition", ["first", "current"])
def test_the_last_turn_comes_once(table, edition):
    game = table(edition=edition, **ALONE)
    empty_fields(game)
    s = game.s
    game.do("pass", "plan rest" if "plan rest" in game.legal() else "pass")
    asked = 0
    while s.phase == c.PLANNING:
        game.do(next(name for name in game.legal() if name != "pass" or len(game.legal()) == 1))
        asked += 1
        assert asked < 40


# ------------------------------------------------------------------ building
@pytest.mark.parametrize(
    ("what", "wood", "left"), [("plan shelter", 2, 1), ("plan shelter", 1, 0), ("plan raft", 1, 0)]
)
def test_economical_construction_saves_one_wood_in_fast_work(table, what, wood, left):
    game = table(**ALONE)
    s = game.s
    s.available[:] = [wood, 0, 0, 0]
    s.determination[0] = 2
    s.invention_state[ITEM["rope"]] = c.BUILT
    s.invention_state[ITEM["raft"]] = c.ON_BOARD
    fast_work(game)
    game.do("use skill 1")
    game.roll(6, 1, 6)
    game.do(what)
    assert s.available[c.WOOD] == left
    assert s.saving.sum() == 0


@pytest.mark.parametrize("edition", ["first", "current"])
def test_a_roof_needs_a_shelter_that_stood_when_planning_began(table, edition):
    game = table(edition=edition, **ALONE)
    s = game.s
    s.available[:] = [9, 0, 9, 0]
    s.shelter = 1
    fast_work(game)
    assert {"plan roof", "plan palisade"} <= set(game.legal())
    game = table(edition=edition, **ALONE)
    s = game.s
    s.available[:] = [9, 0, 9, 0]
    s.shelter = 1
    s.plan_target[0] = c.SHELTER
    s.phase, s.plans, s.now = c.RESOLUTION, 1, 0
    s.plan_kind[0], s.plan_person[0], s.plan_done[0] = c.BUILD, 0, 1
    card = game.card("build_adventure", "fast_work")
    game.next_adventure(0, card)
    game.run(game.t.resolve_program[card], card)
    game.do("choose B")
    assert not {"plan roof", "plan palisade"} & set(game.legal())


# ------------------------------------------------------------------ what a skill costs may be gained first
def test_the_pipe_pays_for_a_second_throw(table):
    game = table(**ALONE)
    empty_fields(game)
    s = game.s
    s.available[:] = [1, 0, 0, 0]
    s.skills_used[0] = 0b0001  # Economical construction, which a pipe could pay as well
    s.starting_uses[STARTING["pipe_and_tobacco"]] = 2
    s.determination[:] = 0
    game.do("plan weapon", "pass")
    game.roll(6, 6, 6)
    game.resolve()
    assert game.decision == "window"
    game.do("use pipe_and_tobacco")
    game.roll(1)
    game.do("reroll success")
    assert s.weapon == 1


def test_biscuits_serve_the_recipe_before_a_deadly_wound(table):
    game = table(starting_items=0, characters=["cook"])
    game.open_tile(4, 7)
    empty_fields(game)
    s = game.s
    s.determination[0], s.wounds[0], s.skills_used[0] = 2, 12, 0b0010
    s.available[:] = 0
    s.starting_uses[STARTING["biscuits"]] = 1
    game.do("plan gather wood on 4", "pass")
    game.roll(1, 1, 6)
    game.resolve()
    while "use skill 1" not in game.legal():
        game.do("use biscuits" if "use biscuits" in game.legal() else "pass")
    game.do("use skill 1")
    while s.over == 0 and game.decision == "window":
        game.do("pass")
    assert (s.over, s.wounds[0]) == (0, 11)


# ------------------------------------------------------------------ items lost since planning
def lose_the_shovel(edition: str, plan: str, *support: str) -> Position:
    """The Carpenter plans a weapon, and what needs the Shovel, which breaks while he builds the weapon."""
    position = Position(1, edition=edition)
    position.given("carpenter determination 0; wood 4; shovel item; pit board")
    position.plan()
    position.do("plan weapon", "pass")  # with dice
    position.do("pass")  # Friday
    position.do(plan, *support)
    position.until_phase(c.RESOLUTION)
    position.next_adventure(0, number_of("tool_breaks"))
    position.roll(6, 1, 1)
    position.do("resolve 0", "card shovel")
    position.until_phase(c.WEATHER_PHASE)
    return position


@pytest.mark.parametrize("support", ["pass", "support: Friday"])
def test_what_needs_a_lost_item_cannot_be_built(support):
    """First edition: nothing is thrown, drawn or built; what was set aside comes back."""
    position = lose_the_shovel("first", "plan pit", support)
    assert position.shows("pit board; shovel board; wood 3; weapon 3; carpenter determination 0")


def test_in_the_current_edition_a_lost_item_serves_for_what_was_planned():
    position = lose_the_shovel("current", "plan pit", "support: Friday")
    assert position.shows("pit item; shovel board; wood 2; weapon 3")


@pytest.mark.parametrize(
    ("edition", "lost", "dug"),
    [
        ("first", "covered", 0),
        ("current", "covered", 1),
        ("first", "face_down", 0),
        ("current", "face_down", 0),
    ],
)
def test_a_special_action_whose_place_has_changed_since_planning(edition, lost, dug):
    """Digging for fossils in the hills of The Naturalist: the terrain is covered, or the tile turned down."""
    game = Table(scenario="naturalist", starting_items=0, characters=["carpenter"], edition=edition).start()
    game.open_tile(4, 4)
    game.s.invention_state[ITEM["shovel"]] = c.BUILT
    empty_fields(game)
    game.do("plan special 4 on 4", "support: Friday")
    game.s[lost][4] = c.TERRAIN if lost == "covered" else 1
    game.resolve()
    assert game.s.counter.sum() == dug


@pytest.mark.parametrize(("edition", "answered"), [("first", False), ("current", True)])
def test_a_threat_whose_item_was_lost_is_not_answered(edition, answered):
    position = Position(2, edition=edition).given("shovel item; threat left natural_dam_breaks")
    position.plan()
    position.do("plan threat left")
    position.lose("shovel")
    position.until_phase(c.WEATHER_PHASE)
    gained = 1 if answered else 0
    assert position.shows(f"threat left {'none' if answered else 'natural_dam_breaks'}")
    assert position.shows(f"carpenter determination {3 + gained}")


THROWS = (
    (CARPENTER, "plan weapon", (1, 6, 6)),
    (COOK, "plan gather wood on 4", (1, 6, 6)),
    (EXPLORER, "plan explore 0", (1, 6, 6)),
)


"""A wound, no success, no adventure."""


ALL = ["pass", "reroll wound", "reroll success", "reroll adventure"]


def throw(person: int, plan: str, faces: tuple[int, ...], given: str = "", **options) -> Position:
    """One pawn of this person has thrown so."""
    position = Position(**options).given(f"each determination 0; {given}")
    position.plan(person)
    position.do(plan, "pass")
    position.roll(*faces)
    position.resolve()
    return position


def throw_of_friday(*faces: int) -> Position:
    """Friday gathers alone."""
    position = Position().given("each determination 0; friday determination 0")
    position.action_under_way("gather", c.FRIDAY)
    position.s.plan_pawns[0] = position.s.plan_need[0] = 1
    position.roll(*faces)
    position.resolve()
    return position


@pytest.mark.parametrize(("person", "plan", "faces"), THROWS)
def test_first_edition_another_die_of_the_throw(person: int, plan: str, faces: tuple[int, ...]):
    position = throw(person, plan, (*faces, 6))
    assert position.legal() == ["pass", "reroll wound", "reroll adventure"]
    position.do("reroll wound")
    assert position.s.wounds[person] == 0
    assert position.s.determination[person] == 0
    assert position.s.succeeded == 0


@pytest.mark.parametrize(("person", "plan", "faces"), THROWS)
def test_current_edition_not_with_what_the_throw_brings(person: int, plan: str, faces: tuple[int, ...]):
    position = throw(person, plan, faces, edition="current")
    assert position.decision != "reroll"
    assert position.s.wounds[person] == 1
    assert position.s.determination[person] == 2


def test_the_failed_die_only_with_tokens_that_were_there_before():
    """With those he is asked before any die counts."""
    for before in (1, 2):
        position = throw(COOK, "plan gather wood on 4", (1, 6, 6), f"cook determination {before}")
        if before == 2:
            assert position.legal() == ALL
            position.do("pass")
        assert position.s.determination[COOK] == before + 2
        assert position.legal() == ["pass", "reroll wound", "reroll adventure"]


def test_friday_throws_any_die_again_with_what_his_failure_brings():
    position = throw_of_friday(6, 6, 6, 1)
    assert position.legal() == ALL
    position.do("reroll success")
    assert position.s.future[c.WOOD] == 1
    assert position.s.determination[c.FRIDAY] == 0


# ------------------------------------------------------------------ tokens, finds, what is left of a game
@pytest.mark.parametrize("place", range(c.TOKEN_PLACES))
def test_a_token_is_taken_from_its_place_alone(table, place):
    s = table().s
    for tokens in (s.field_tokens, s.cost_tokens, s.space_tokens):
        tokens[:] = c.MINUS_PAWN
    s.weather_tokens = s.night_tokens = c.MINUS_PAWN
    run_by_python(take_token)(s, place, c.MINUS_PAWN)
    at = run_by_python(markers_and_tokens_at)
    assert [each for each in range(c.TOKEN_PLACES) if not at(s, each) & c.MINUS_PAWN] == [place]


def test_outside_the_camp_only_what_the_last_action_brings_is_kept_in_the_current_edition(table):
    """The bits of `outside_now` are of people: of the second player 2."""
    for edition, kept in (("first", [True, True]), ("current", [True, False])):
        game = table(players=2, edition=edition, characters=["carpenter", "cook"])
        game.s.outside[:2] = 1
        for game.s.outside_now, person in ((1 << 1, 1), (1, 1)):
            assert run_by_python(keeps_finds)(game.s, game.t, person) == kept.pop(0)


def test_a_new_game_in_a_used_record_knows_nothing_of_the_cards_passed_over_before(table):
    s = table().s
    s.passed_before[:] = s.wanted[:] = 1
    run_by_python(clear_plans)(s)
    assert not s.passed_before.any()
    assert not s.wanted.any()
