"""What queries say of a table of Castaways for two that is laid out by hand."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.robinson.conftest import Table

COOK, CARPENTER = 0, 1
"""Seats."""


@pytest.fixture
def table() -> Table:
    return Table(seed=1, players=2).start()


def test_people(table):
    s, t = table.s, table.t
    assert [q.CHARACTERS[q.character_of(s, seat)] for seat in (COOK, CARPENTER)] == ["cook", "carpenter"]
    s.wounds[CARPENTER], s.wounds[q.FRIDAY] = 5, 1
    assert [q.hearts_left(s, t, person) for person in (COOK, CARPENTER, q.FRIDAY)] == [13, 8, 3]
    s.special_wounds[COOK, 1] = s.special_wounds[COOK, 3] = 2
    assert [q.special_wounds(s, seat) for seat in (COOK, CARPENTER)] == [2, 0]
    s.determination[CARPENTER], s.pawn_limit[COOK], s.morale = 4, 3, -2
    assert (q.determination(s, CARPENTER), q.pawns_of(s, COOK), q.morale(s)) == (4, 3, -2)


def test_camp_and_stores(table):
    s, t = table.s, table.t
    assert not q.is_sheltered(s, t)
    assert not q.is_shelter_built(s)
    s.shelter, s.roof, s.palisade, s.weapon = 1, 2, 3, 4
    assert q.is_sheltered(s, t)
    assert q.is_shelter_built(s)
    assert (q.roof(s), q.palisade(s), q.weapon(s)) == (2, 3, 4)
    s.available[:] = [5, 2, 3, 1]  # wood, food, furs, durable food
    assert (q.wood_in_store(s), q.furs_in_store(s)) == (5, 3)
    assert (q.food_in_store(s), q.durable_food_in_store(s)) == (3, 1)
    assert q.mouths(s, t) == 2


@pytest.mark.parametrize(("players", "wood"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_a_structure_costs_wood_by_the_number_of_players(players, wood):
    table = Table(players=players).start()
    assert q.wood_for_a_structure(table.s, table.t) == wood


def test_things_and_troubles(table):
    s = table.s
    s.starting_uses[:] = [0, 0, 1, 0, 2, 0, 0, 0]
    s.discovery[[0, 3]] = [1, 2]
    assert (q.starting_item_uses(s), q.discovery_tokens(s), q.treasures(s)) == (3, 3, 0)
    s.field_tokens[:2], s.cost_tokens[:] = [0b101, 0b10], 0
    s.cost_tokens[1] = 1
    assert (q.field_tokens(s), q.dearer_structures(s)) == (3, 1)
    s.space_tokens[3], s.weather_tokens = 0b100, 0b10
    assert [q.has_space_token(s, 3, token) for token in (1, 2, 3)] == [False, True, False]
    assert [q.has_weather_token(s, token) for token in (0, 1, 2)] == [False, True, False]


@pytest.mark.parametrize(
    ("rain", "snow", "ignored_rain", "ignored_snow", "roof", "low"),
    [
        (2, 0, 0, 0, 2, False),
        (2, 1, 0, 0, 2, True),
        (2, 1, 1, 0, 2, False),
        (1, 2, 0, 1, 1, True),
        (0, 1, 0, 1, 0, False),
    ],
)
def test_a_roof_is_too_low_for_more_clouds_than_it_has_levels(
    table, rain, snow, ignored_rain, ignored_snow, roof, low
):
    s = table.s
    s.rain, s.snow, s.ignored_rain, s.ignored_snow, s.roof = rain, snow, ignored_rain, ignored_snow, roof
    assert q.is_roof_too_low(s) == low


def test_island(table):
    s, t = table.s, table.t
    assert q.camp(s) == 3
    assert [space for space in range(q.SPACES) if q.is_open(s, space)] == [3]
    assert [q.TERRAINS[k] for k in range(q.TERRAIN_COUNT) if q.is_explored(s, t, k)] == ["beach"]
    assert q.terrains_explored(s, t) == 1
    assert (q.wood_on(s, t, 3), q.food_on(s, t, 3)) == (1, 1)
    s.face_down[3] = 1
    assert [q.is_lost(s, space) for space in (2, 3)] == [False, True]
    assert q.terrains_explored(s, t) == 0


def test_rounds_and_the_pile(table):
    s, t = table.s, table.t
    assert (
        q.rounds_left(s, t),
        q.wood_missing(s, t),
        q.wood_missing_in_stage(s, t),
        q.stages_left(s, t),
    ) == (12, 15, 1, 5)
    s.rounds, s.counter[q.PILE] = 4, 4  # stages take 1, 2, 3, 4 and 5 pieces of wood
    assert (
        q.rounds_left(s, t),
        q.wood_missing(s, t),
        q.wood_missing_in_stage(s, t),
        q.stages_left(s, t),
    ) == (9, 11, 2, 3)
    assert (q.wood_on_pile(s), q.counter(s, q.PILE)) == (4, 4)


def test_which_decisions_come_before_a_pawn(table):
    found = []
    for table.s.decision in range(len(c.DECISIONS)):
        found += [int(table.s.decision)] * bool(q.is_before_a_pawn(table.s))
    assert set(found) == {c.FEED, c.PLAN}


def test_what_others_have_planned(table):
    s = table.s
    s.plans, s.acting = 1, COOK
    s.plan_kind[0] = c.BUILD
    for s.plan_person[0], others in ((COOK, False), (CARPENTER, True), (q.FRIDAY, True)):
        assert q.is_planned_by_others(s, c.BUILD) == others
        assert not q.is_planned_by_others(s, c.GATHER)


@pytest.mark.parametrize("scenario", NAMES)
def test_a_term_that_the_scenario_lacks_counts_nothing(scenario):
    table = Table(scenario=scenario).start()
    s, t = table.s, table.t
    s.available[:] = 9
    for term, of, there in (
        (q.goal_term, t.progress_of, t.progress_terms),
        (q.promising_term, t.potential_of, t.potential_terms),
    ):
        assert not any(term(s, t, lacking) for lacking in range(int(there), len(of)))
