"""King Kong Island: three traps on totem tiles, a hunt, and a film crew that must not lose its director."""

from __future__ import annotations

import re

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases.weather import roll_weather
from crusoe_env.robinson.scenarios.goals import goal_progress, victory_points
from crusoe_env.robinson.view.picture import picture, text
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.robinson.scenarios.playing import (
    begin,
    begin_round,
    counter,
    find,
    gain_token,
    item,
    lay,
    mark,
    pass_on,
    places,
    special,
    token,
    value,
)

SCENARIO = "king_kong_island"
LAIRS = {4: 7, 0: 5, 5: 6}
"""Hills, mountains and plains with totems: two beside the camp, the third behind the first."""
PALISADE = 2
"""A face of the hungry animals die."""


@pytest.fixture
def game() -> Table:
    """The Cook and the Carpenter about to plan on an island with three lairs."""
    game = begin(SCENARIO, tiles=LAIRS)
    game.s.totems_found = 3
    for number, space in enumerate(LAIRS, 1):
        game.s.number[space] = number
    return game


def lay_traps(game: Table, *spaces: int, before: bool = True) -> None:
    """Traps stand on these spaces, since an earlier round or built in this one."""
    for space in spaces:
        game.s.marks[space] |= mark(game, "trap")
        game.s.marks_before[space] |= mark(game, "trap") * before


def crew(game: Table, alive: int, *, captured: bool = False) -> None:
    """So many of the crew are alive, the actress captured or not."""
    game.s.counter[counter(game, "crew")] = alive
    game.s.counter[counter(game, "captured")] = captured


def with_shovel(game: Table, wood: int = 4) -> Table:
    game.s.invention_state[ITEM["shovel"]] = c.BUILT
    game.s.available[c.WOOD] = wood
    return game


def weather(game: Table, *faces: int, use: str = "pass") -> None:
    """The weather phase in which the hungry animals die shows these faces; `use` is used where possible."""
    game.roll(*([*game.t.animals_die].index(face) + 1 for face in faces))
    game.s.phase = c.WEATHER_PHASE
    game.step(steps.WEATHER)
    while game.decision == "window" and game.s.phase == c.WEATHER_PHASE:
        game.do(use if use in game.legal() else "pass")


# ------------------------------------------------------------------ set-up


def test_the_shelter_stands_and_the_soldier_may_come_alone():
    game = begin(SCENARIO, players=1)
    assert (game.s.shelter, game.s.roof, game.s.palisade) == (1, 0, 0)
    assert game.t.rounds == 10
    drawn = {int(Table(seed, scenario=SCENARIO).start().s.character[0]) for seed in range(40)}
    assert len(drawn) == 4


# ------------------------------------------------------------------ lairs


def test_each_totem_gets_the_next_number():
    game = begin(SCENARIO)
    find(game, 4, LAIRS[4])
    find(game, 0, LAIRS[0])
    assert (game.s.number[4], game.s.number[0], value(game, "numbers")) == (1, 2, 2)
    assert not game.s.wounds.any()


@pytest.mark.parametrize(("camp", "wounds"), [(4, 1), (3, 0)])
def test_a_camp_in_a_lair_wounds_all_in_the_production_phase(game, camp, wounds):
    game.s.camp = camp
    game.production()
    pass_on(game)
    assert (*game.s.wounds[:2],) == (wounds, wounds)


# ------------------------------------------------------------------ hungry animals


@pytest.mark.parametrize(("edition", "dice"), [("first", 3), ("current", 2)])
def test_a_tile_turned_down_takes_a_die_away_in_the_current_edition(edition, dice):
    game = begin(SCENARIO, tiles=LAIRS, edition=edition)
    game.s.totems_found = 3
    game.s.number[0] = game.s.number[4] = 1  # the third token went with its tile
    roll_weather(game.s, game.t)
    assert sum(game.s.animals != c.NONE) == dice


def test_without_a_palisade_all_are_wounded_and_one_of_the_crew_is_lost(game):
    game.s.palisade = 1
    weather(game, PALISADE, PALISADE, PALISADE)
    assert (*game.s.wounds[:2],) == (2, 2)
    assert (game.s.palisade, game.s.morale, value(game, "crew")) == (0, -2, 7)


# ------------------------------------------------------------------ the crew


def test_the_book_kills_the_lowest_and_captures_the_actress(game):
    course = []
    for _ in range(7):
        game.s.morale = 0
        game.run(game.t.on[c.ON_BOOK])
        pass_on(game)
        course.append((int(value(game, "crew")), int(value(game, "captured")), int(game.s.morale)))
    killed = [(crew, 0, -1) for crew in (8, 7, 6, 5, 4)]
    assert course == [*killed, (4, 1, -1), (3, 1, -1)]


def test_the_director_is_the_last_and_his_death_loses(game):
    crew(game, 3, captured=True)
    game.run(game.t.on[c.ON_BOOK])
    assert not game.s.over
    assert value(game, "crew") == 2
    game.run(game.t.on[c.ON_BOOK])
    assert (game.s.over, game.cause()) == (1, "the director is killed")
    assert "the director is killed" in text(game.s, game.t, game.simulator.facts)


@pytest.mark.parametrize(("harder", "hungry", "left"), [(True, 1, 8), (True, 0, 9), (False, 1, 9)])
def test_in_the_harder_game_hunger_costs_one_of_the_crew(harder, hungry, left):
    game = begin(SCENARIO, scenario_options={"harder": harder})
    game.s.available[c.FOOD] = 2 - hungry
    game.s.phase = c.NIGHT_PHASE
    game.step(steps.NIGHT)
    while game.s.rounds == 1 and game.decision != "nothing":
        game.do("you" if "you" in game.legal() else "pass")
    assert value(game, "crew") == left


# ------------------------------------------------------------------ traps


def test_a_trap_needs_a_shovel_4_wood_and_a_totem_near_the_camp(game):
    game.s.camp = 3
    assert places(game, "trap") == set()
    with_shovel(game, wood=3)
    assert places(game, "trap") == set()
    with_shovel(game)
    assert places(game, "trap") == {"0", "4", "5"}
    lay_traps(game, 4)
    assert places(game, "trap") == {"0", "5"}
    game.s.way[5] = 3
    assert places(game, "trap") == {"0"}


def test_a_trap_is_built_with_the_dice_of_building(game):
    with_shovel(game)
    game.do(special(game, "trap") + " on 4", "pass")
    game.roll(6, 1, 6)
    game.resolve()
    pass_on(game)
    assert game.s.marks[4] == mark(game, "trap")
    assert game.s.available[c.WOOD] == 0
    assert value(game, "before.marks.trap") == 0


# ------------------------------------------------------------------ the capture


def test_it_needs_three_traps_of_earlier_rounds_and_the_actress(game):
    lay_traps(game, 0, 4)
    lay_traps(game, 5, before=False)
    assert places(game, "capture_kong") == set()
    lay_traps(game, 5)
    assert places(game, "capture_kong") == {""}
    crew(game, 4, captured=True)
    assert places(game, "capture_kong") == set()


@pytest.mark.parametrize(
    ("tranquilizer", "weapon", "left", "wounds"),
    [(False, 6, 1, 0), (False, 3, 0, 2), (True, 1, 0, 0), (True, 0, 0, 1)],
)
def test_it_costs_5_weapon_levels_or_1_and_wounds_for_what_is_missing(
    game, tranquilizer, weapon, left, wounds
):
    lay_traps(game, 0, 4, 5)
    s = game.s
    s.weapon = weapon
    if tranquilizer:
        s.invention_state[item(game, "tranquilizer")] = c.BUILT
    game.do(special(game, "capture_kong"), "support: own pawn")
    assert s.plan_need[0] == 2
    game.resolve()
    pass_on(game)
    assert (s.weapon, s.wounds[0], s.over, s.victory) == (left, wounds, 1, 1)
    assert goal_progress(s, game.t) == 1


def test_who_dies_of_it_has_not_captured_him(game):
    lay_traps(game, 0, 4, 5)
    game.s.wounds[0] = game.t.dies_at[game.s.character[0]] - 5
    game.do(special(game, "capture_kong"), "support: own pawn")
    game.resolve()
    pass_on(game)
    assert (game.s.over, game.s.victory, c.CAUSES[game.s.cause]) == (1, 0, "a character died")


def test_points(game):
    game.s.weapon = 2
    lay_traps(game, 0, 4)
    crew(game, 7)
    assert victory_points(game.s, game.t) == value(game, "hearts") + 2 * 2 + 3 * 2 + 7


# ------------------------------------------------------------------ the actress


def test_she_is_held_on_the_tile_of_the_fourth_totem(game):
    crew(game, 4, captured=True)
    assert places(game, "rescue_actress") == set()
    game.s.number[5] = 4
    assert places(game, "rescue_actress") == {"5"}
    crew(game, 4)
    assert places(game, "rescue_actress") == set()


def test_her_rescue_meets_a_creature_and_takes_pawns_as_exploring_there(game):
    crew(game, 4, captured=True)
    game.s.number[5] = 4
    rescue = special(game, "rescue_actress") + " on 5"
    game.do(rescue)
    assert game.s.plan_need[0] == 2
    game.next_mysteries("bite")
    game.roll(6, 1, 6)
    game.resolve()
    while value(game, "captured") == 1:
        game.do("choose A" if "choose A" in game.legal() else "pass")
    assert game.s.wounds[0] == 1
    assert components.MYSTERY_IDS.index("bite") not in game.s.mysteries[: game.s.mysteries_left]


# ------------------------------------------------------------------ tokens of the sheet


LOST_ITEM = token(None, "bands")


def test_that_of_the_cameraman_is_determination(game):
    crew(game, 8)
    gain_token(game, "bands")
    game.do(LOST_ITEM, "you", "the next player")
    assert (*game.s.determination[:2],) == (1, 1)


@pytest.mark.parametrize(("alive", "captured"), [(5, False), (2, True)])
def test_make_up_and_director_have_none(game, alive, captured):
    crew(game, alive, captured=captured)
    gain_token(game, "bands")
    assert LOST_ITEM not in game.legal()


@pytest.mark.parametrize("alive", [4, 3, 2])
def test_that_of_the_actress_is_morale_while_she_is_free(game, alive):
    crew(game, alive)
    gain_token(game, "bands")
    game.do(LOST_ITEM)
    assert game.s.morale == 1


# ------------------------------------------------------------------ the tranquilizer, and seeing it all


def test_text_and_picture_show_which_traps_stand_since_earlier_rounds(game):
    table = (game.s, game.t, game.simulator.facts)
    lay(game, "trap", 4)
    lay(game, "trap", 0, before=False)
    assert sorted(re.findall(r"\((trap[^,)]*)", text(*table))) == ["trap", "trap of this round"]
    edges = picture(*table).count('stroke-dasharray="2.5 2"')
    begin_round(game, 3)
    assert "trap of this round" not in text(*table)
    assert (edges, picture(*table).count('stroke-dasharray="2.5 2"')) == (1, 0)


def test_the_tranquilizer_needs_fire_hills_and_plains(game):
    assert "plan scenario invention 1" not in game.legal()
    game.s.invention_state[ITEM["fire"]] = c.BUILT
    assert "plan scenario invention 1" in game.legal()
    game.s.covered[4] |= c.TERRAIN
    assert "plan scenario invention 1" not in game.legal()
