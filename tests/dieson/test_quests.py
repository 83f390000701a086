"""The seven quests: how they begin, how they are won and lost (docs/dieson.md, Quests)."""

import pytest

from crusoe_env.dieson.state import CAUSES
from tests.dieson.table import Table

QUESTS = {
    1: (6, "west_beach", set()),
    2: (9, "west_beach", set()),
    3: (8, "summit", {"flag"}),
    4: (11, "west_beach", set()),
    5: (15, "southern_tip", {"watch_dog"}),
    6: (13, "west_beach", set()),
    7: (16, "west_beach", set()),
}


@pytest.mark.parametrize("quest", QUESTS)
def test_start_of_a_quest(quest):
    _, start, tools = QUESTS[quest]
    table = Table(quest=quest)
    assert (table.space, table.tools) == (start, tools)


@pytest.mark.parametrize("quest", QUESTS)
def test_a_quest_is_lost_at_the_end_of_its_last_day(quest):
    days, _, _ = QUESTS[quest]
    table = Table(quest=quest).in_evening("west_beach", food=2, rounds=days - 1).do("eat food")
    assert (table.s.over, table.s.rounds) == (0, days)
    table = Table(quest=quest).in_evening("west_beach", food=2, rounds=days).do("eat food")
    assert (table.end, table.s.victory, table.s.rounds) == ("out of time", 0, days)
    info = table.last[4]
    assert CAUSES[info["cause"]] == "out of time"
    assert info["rounds"] == days


def test_quest_1_hunt_deer_and_rope_in_either_order():
    rope = {"wood": 1, "leather": 2}
    table = Table(quest=1).at_box("hunt", 6, space="meadow").do("hunt")
    assert (table.s.over, table.s.hunted) == (0, 1)
    assert table.at_box("move", 6, **rope).do("craft rope").s.victory == 1
    table = Table(quest=1).at_box("move", 6, **rope).do("craft rope")
    assert table.s.over == 0
    assert table.at_box("hunt", 6, space="meadow").do("hunt").s.victory == 1


def test_quest_1_another_animal_does_not_count():
    assert Table(quest=1).at_box("hunt", 6, space="west_beach").do("hunt").s.hunted == 0


@pytest.mark.parametrize(
    ("quest", "tool", "goods", "place"),
    [
        (2, "flag", {"wood": 1, "leather": 2}, "summit"),
        (3, "fire", {"wood": 4, "stone": 2}, "green_hill"),
        (4, "watch_dog", {"leather": 2, "food": 3}, "southern_tip"),
    ],
)
def test_quests_2_3_4_are_won_with_their_tool(quest, tool, goods, place):
    table = Table(quest=quest).at_box("move", 6, space=place, **goods).do(f"craft {tool}")
    assert (table.s.victory, table.end) == (1, "quest done")
    assert table.last[1:3] == (1.0, True)
    assert table.used == []  # the die is not placed
    other = Table(quest=7).at_box("move", 6, space=place, **goods).do(f"craft {tool}")
    assert other.s.over == 0


WEST = ["south_forest", "clearing", "riverbank", "west_slope", "summit"]
EAST = ["village", "village_path", "east_slope", "summit"]


def walk(table: Table, spaces: list[str]) -> Table:
    for space in spaces:
        table.at_box("move", 6, space=table.space, food=1).do(f"move to {space}")
    return table


@pytest.mark.parametrize(("out", "back"), [(WEST, EAST), (EAST, WEST)])
def test_quest_5_out_one_way_and_back_the_other(out, back):
    table = walk(Table(quest=5), out)
    assert table.s.turned_back == 1
    home = [*back[-2::-1], "southern_tip"]
    assert walk(table, home[:-1]).s.over == 0
    assert walk(table, home[-1:]).s.victory == 1


@pytest.mark.parametrize("way", [WEST, EAST])
def test_quest_5_the_same_way_back_does_not_count(way):
    table = walk(Table(quest=5), [*way, *way[-2::-1], "southern_tip"])
    assert table.s.over == 0
    other = EAST if way is WEST else WEST
    table = walk(table, [*other, *other[-2::-1], "southern_tip"])  # a second round counts
    assert table.s.victory == 1


def test_quest_6_needs_the_bow_at_the_hunt():
    bow = {"wood": 3, "leather": 3}
    with_bow = Table(quest=6).at_box("hunt", 6, space="village", tools={"bow"}, extra_stars=3)
    assert with_bow.do("hunt").s.victory == 1
    table = Table(quest=6).at_box("hunt", 6, space="village", extra_stars=5).do("hunt")
    assert table.s.over == 0
    assert table.at_box("move", 6, space="village", **bow).do("craft bow").s.over == 0
    assert table.at_box("hunt", 6, space="village", extra_stars=3).do("hunt").s.victory == 1


def test_quest_7_is_won_by_the_escape():
    table = Table(quest=7).at_box("move", 1, space="southeast_tip", tools={"raft"}, weather=1).do("escape")
    assert table.last[4]["victory"]
    assert table.last[4]["goal_progress"] == 1.0


@pytest.mark.parametrize("quest", QUESTS)
def test_progress_of_the_goal_is_1_only_for_a_victory(quest):
    env = Table(quest=quest, friend="stitch").env
    for seed in range(3):
        _, info = env.reset(seed=seed)
        while env.legal_actions():
            *_, info = env.step(env.legal_actions()[0])
        assert 0.0 <= info["goal_progress"] < 1.0
        assert info["score"] == 0


def test_quest_5_counts_a_second_way_for_a_quarter_of_the_trip():
    """At home again: a half for the far end, a fifth for being there, a quarter for another way back."""
    table = Table(quest=5).put(phase="die", unused=[1, 2], space="southern_tip", turned_back=1)
    for back, progress in (([1, 0], 0.7), ([0, 1], 0.95)):
        table.put(ways_out=[1, 0], ways_back=back)
        assert table.env.batch.simulator.goal_progress(table.env.batch.states)[0] == pytest.approx(progress)
