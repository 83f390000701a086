"""The data files: against a copy typed by hand, with a user's corrections, and with mistakes in them."""

import numpy as np
import pytest

from crusoe_env.dieson import facts as dieson_facts
from crusoe_env.dieson import state as st
from crusoe_env.facts import FactsError, entries
from tests.dieson.table import Table
from tests.reference.dieson.facts import FACTS
from tests.support import new_env, play_episode

FILES = dieson_facts.load()
T = dieson_facts.tables(FILES)


def good(name: str) -> int:
    return st.GOOD_IDS.index(name) if name else st.NONE


def location(name: str) -> int:
    return st.TOOL_IDS.index(name) if name else st.NONE


# ---------------------------------------------------------------- the copy typed by hand


def test_tracks_and_set_up():
    assert tuple(T.stars) == FACTS.stars
    assert T.rondel_start + 1 == FACTS.action_start
    assert T.event_start + 1 == FACTS.event_start
    assert T.start_goods.tolist() == [FACTS.start_food, 0, 0, 0, 0, 0]
    assert (T.small_at, T.large_at) == (FACTS.friend_small_at, FACTS.friend_large_at)
    assert T.tool_water_limit.sum() == FACTS.water_cap
    assert [tuple(row) for row in T.hearts] == [FACTS.hearts] * len(st.CHARACTER_IDS)
    for day in range(1, 17):
        assert tuple(T.day_raises[day, 1:]) == FACTS.date_icons.get(day, (0, 0))


def test_spaces_and_lines():
    assert tuple(FACTS.spaces) == st.SPACE_IDS
    for space, fact in enumerate(FACTS.spaces.values()):
        assert st.AREA_IDS[T.space_area[space]] == fact.area
        assert T.space_good[space] == good(fact.resource)
        assert T.space_food[space] == fact.food_cost
        assert T.space_location[space] == location(fact.location)
        for other, name in enumerate(st.SPACE_IDS):
            pair = frozenset((st.SPACE_IDS[space], name))
            assert T.line[space, other] == FACTS.lines.get(pair, 0)


def test_areas():
    for area, fact in enumerate(FACTS.areas.values()):
        assert T.hunt_strength[area] == fact.strength
        assert T.hunt_gains[area].tolist() == [fact.hunt_food, 0, 0, fact.hunt_leather, 0, 0]
        raid = (T.raid_fences[area], T.raid_food[area], T.raid_health[area])
        assert raid == (fact.raid_fences, fact.raid_food, fact.raid_health)


def test_costs_of_tools():
    for tool, fact in enumerate(FACTS.tools.values()):
        assert T.cost_stars[tool] == fact.stars
        assert T.cost[tool].tolist() == [fact.food, fact.wood, fact.stone, fact.leather, 0, 0]
        assert T.cost_location[tool] == location(fact.location)


def test_friends_and_quests():
    assert list(zip(T.friend_small, T.friend_large, strict=True)) == list(FACTS.friends.values())
    for quest, fact in enumerate(FACTS.quests.values()):
        assert T.days[quest] == fact.days
        assert st.SPACE_IDS[T.start[quest]] == fact.start_space
        assert {name for name, mark in zip(st.TOOL_IDS, T.start_tools[quest], strict=True) if mark} == set(
            fact.start_tools
        )


def test_every_reconstructed_number_keeps_its_mark():
    inferred = {(table, name) for table, name, entry in entries(FILES) if entry["confidence"] == "inferred"}
    tables = {table for table, _ in inferred}
    assert tables == {
        "stars", "rondel", "event_track", "days", "hunt", "space",
        "island", "cost", "hearts", "friend_track", "friend",
    }  # fmt: skip
    assert {("cost", tool) for tool in st.TOOL_IDS} <= inferred
    assert {("space", space) for space in st.SPACE_IDS} <= inferred


def test_distances():
    assert (T.distance == T.distance.T).all()
    assert T.distance[st.SPACE_IDS.index("west_beach"), st.SPACE_IDS.index("meadow")] == 2
    assert T.distance[st.SPACE_IDS.index("meadow"), st.SPACE_IDS.index("summit")] == 6
    assert T.distance_to_area[st.SPACE_IDS.index("west_beach"), st.AREA_IDS.index("deer")] == 2


# ---------------------------------------------------------------- corrections


def corrected(tmp_path, words: str):
    path = tmp_path / "mine.toml"
    path.write_text(words)
    return path


def test_a_user_can_correct_numbers_map_and_ring(tmp_path):
    path = corrected(
        tmp_path,
        """
        [stars]
        by_value = [1, 1, 2, 2, 2, 3]
        [rondel]
        boxes = ["hunt", "move", "gain_one", "gain_stones", "build_fences", "gain_wood",
                 "build_roofs", "recover", "gain_food"]
        start = 1
        [event_track]
        boxes = ["find_food", "find_food", "weather_rises"]
        start = 1
        [island]
        lines = [["west_beach", "meadow", 1], ["meadow", "summit", 2], ["meadow", "green_hill", 1],
                 ["meadow", "southern_tip", 1], ["meadow", "southeast_tip", 1], ["meadow", "village", 4]]
        [[space]]
        id = "meadow"
        resource = "leather"
        food_cost = 2
        [[cost]]
        id = "rope"
        stars = 0
        [[tool]]
        id = "rope"
        build = { fence = 3 }
        [[hunt]]
        id = "deer"
        strength = 7
        [[hearts]]
        id = "hunter"
        easy = 6
        [friend_track]
        last = 5
        small_at = 1
        large_at = 5
        """,
    )
    options = {"data": path, "character": "hunter", "friend": "jack"}
    table = Table(chance=(3, 3, 4), **options)
    assert (table.s.health, table.box, table.goods()) == (6, "hunt", {"food": 3})
    assert table.do("use die 1").box == "gain_stones"
    table.at_box("move", 1, food=2).do("move to meadow")
    assert table.goods() == {"leather": 1}
    assert table.at_box("build_fences", 1, wood=1, stone=1, tools={"rope"}).do("build fences").goods() == {
        "fence": 5
    }
    assert "hunt" not in table.at_box("hunt", 6, space="meadow").legal
    assert table.at_box("move", 1, leather=9, disc=4).do("play with friend").s.disc == 5
    for seed in range(5):
        env = new_env("dieson", quest="mixed", **options)
        observation, *_ = play_episode(env, seed=seed)[-1]
        assert env.observation_space.contains(observation)


def test_corrections_keep_what_they_do_not_name(tmp_path):
    path = corrected(tmp_path, '[[space]]\nid = "meadow"\nfood_cost = 1\n')
    t = dieson_facts.tables(dieson_facts.load(path))
    different = [name for name in t.dtype.names if not np.array_equal(t[name], T[name])]
    assert different == ["space_food"]


TWO_MOVES = """[rondel]
boxes = ["move", "move", "gain_stones", "build_fences", "gain_wood",
         "hunt", "build_roofs", "recover", "gain_food"]
"""
MISTAKES = {
    '[island]\nlines = [["meadow", "medow", 1]]': (
        r"mine.toml: \[island\], field 'lines'\[0\]: no space is called 'medow'; did you mean 'meadow'"
    ),
    '[island]\nlines = [["meadow", "summit", 0]]': r"'lines'\[0\]: the stars must be 1 .. 6, not 0",
    '[island]\nlines = [["meadow", "meadow", 1]]': r"'meadow' is joined with itself",
    '[island]\nlines = [["meadow", "summit", 1], ["summit", "meadow", 2]]': r"'lines'\[1\]: .* joined twice",
    '[island]\nlines = [["meadow", "summit"]]': r"'lines'\[0\]: expected 3 entries, found 2",
    '[island]\nlines = [["west_beach", "meadow", 1]]': (
        r"no way leads from 'west_beach' to 'summit', which quest 'rescue_signal'"
    ),
    '[[space]]\nid = "medow"': r"mine.toml: space 'medow' is not known; did you mean 'meadow'",
    '[[space]]\nid = "meadow"\narea = "dear"': (
        r"mine.toml: space 'meadow', field 'area': 'dear' is not known; did you mean 'deer'"
    ),
    '[[space]]\nid = "meadow"\nfood = 1': r"mine.toml: space 'meadow': unknown field 'food'",
    '[[space]]\nid = "meadow"\nlocation = "raft"': r"the location 'raft' lies on 2 spaces",
    '[[space]]\nid = "summit"\nlocation = ""': (
        r"mine.toml: cost 'flag', field 'location': no space has the location 'flag'"
    ),
    '[[cost]]\nid = "rope"\nwood = "two"': r"mine.toml: cost 'rope', field 'wood': expected int, found 'two'",
    '[[cost]]\nid = "rope"\nwood = -1': r"mine.toml: cost 'rope', field 'wood': -1 is outside 0 .. 20",
    '[[tool]]\nid = "rope"\nstars = { hunting = 1 }': (
        r"mine.toml: tool 'rope', field 'stars': unknown field 'hunting'; did you mean 'hunt'"
    ),
    "[stars]\nby_value = [0, 1, 1, 2, 2]": (
        r"mine.toml: \[stars\], field 'by_value': expected 6 entries, found 5"
    ),
    '[rondel]\nboxes = ["move"]': r"mine.toml: \[rondel\], field 'boxes': expected 9 entries",
    TWO_MOVES: r"\[rondel\], field 'boxes': 'move' must stand there once, not 2 times",
    "[rondel]\nstart = 10": r"\[rondel\], field 'start': 10 is outside 1 .. 9",
    "[event_track]\nstart = 9": r"\[event_track\], field 'start': there is no box 9 of 7",
    "[event_track]\nboxes = []": r"0 boxes are not 1 .. 12",
    "[friend_track]\nsmall_at = 4": r"\[friend_track\], field 'large_at': not between",
    '[[friend]]\nid = "tom"\ngood = "food"': r"friend 'tom', field 'good'",
    '[used_boxes]\narrows = ["raid", "raid", "weather"]': r"'hourglass' must stand there once, not 0 times",
    "".join(f'[[space]]\nid = "{name}"\narea = "boar"\n' for name in ("village", "village_path")): (
        r"quest 'the_cannibals', field 'hunt': no space lies in the area 'cannibals'"
    ),
    "[weathr]\n": r"mine.toml: unknown table 'weathr'; did you mean 'weather'",
    "[stars\n": r"mine.toml: is not valid TOML",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes_name_file_entry_and_field(tmp_path, words):
    with pytest.raises(FactsError, match=MISTAKES[words]):
        new_env("dieson", data=corrected(tmp_path, words))
