"""Characters and friends (docs/dieson.md, Characters, Friends, Free actions)."""

import pytest

from tests.dieson.table import Table

# ---------------------------------------------------------------- characters


def test_pathfinder_moves_with_a_star_more():
    assert "move to meadow" in Table(character="pathfinder").at_box("move", 3, space="west_grove").legal
    assert "move to meadow" not in Table(character="hunter").at_box("move", 3, space="west_grove").legal


def test_hunter_hunts_with_a_star_more():
    assert "hunt" in Table(character="hunter").at_box("hunt", 2, space="meadow").legal
    assert "hunt" not in Table(character="pathfinder").at_box("hunt", 2, space="meadow").legal


def test_craftsman_crafts_with_a_star_more():
    goods = {"wood": 1, "stone": 2}
    assert "craft axe" in Table(character="craftsman").at_box("move", 2, **goods).legal
    assert "craft axe" not in Table(character="hunter").at_box("move", 2, **goods).legal


@pytest.mark.parametrize(("weather", "food"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_farmer_gains_food_in_fair_weather(weather, food):
    start = {"phase": "start", "unused": [1, 2, 3], "tools": {"fire"}, "wood": 9, "food": 0}
    table = Table(character="farmer").put(**start, weather=weather)
    if "go on" in table.legal:
        table.do("go on")
    assert table.s.goods[0] == food


def test_strategist_begins_with_blueprint():
    assert Table(character="strategist", tools=["rope"]).tools == {"blueprint"}


@pytest.mark.parametrize("character", ["pathfinder", "hunter", "craftsman", "farmer", "strategist"])
@pytest.mark.parametrize(("side", "hearts"), [("easy", 5), ("hard", 4)])
def test_hearts(character, side, hearts):
    s = Table(character=character, hearts=side).s
    assert (s.health, s.max_health) == (hearts, hearts)


# ---------------------------------------------------------------- friends


def test_playing_moves_the_disc_to_3_at_most():
    table = Table(friend="jack").at_box("move", 1, disc=2).do("play with friend")
    assert table.s.disc == 3
    assert "play with friend" not in Table(friend="jack").at_box("move", 1, disc=3).legal
    assert "play with friend" not in Table(friend="none").at_box("move", 1).legal


@pytest.mark.parametrize(("friend", "good"), [("jack", "food"), ("bilson", "wood"), ("stitch", "leather")])
@pytest.mark.parametrize(("disc", "amount"), [(2, 1), (3, 2)])
def test_goods_of_friends(friend, good, disc, amount):
    table = Table(friend=friend).put(phase="die", unused=[1, 2, 3], food=0, disc=disc).do("friend help")
    assert table.goods() == {good: amount}
    assert table.s.disc == 0


def test_leather_moves_the_disc_at_any_time():
    table = Table(friend="jack").put(phase="die", unused=[1, 2, 3], leather=4, food=0)
    table.do("spend leather", "spend leather", "spend leather")
    assert (table.s.disc, table.goods()) == (3, {"leather": 1})
    assert "spend leather" not in table.legal


@pytest.mark.parametrize(("disc", "value", "box"), [(2, 2, "gain_one"), (3, 4, "build_fences")])
@pytest.mark.parametrize("unused", [[1, 2, 3], [2, 5], []])
def test_tom_acts_before_between_and_after_the_dice(disc, value, box, unused):
    used = [1] * (3 - len(unused))
    table = Table(friend="tom").put(phase="die", unused=unused, used=used, disc=disc, box="gain_food")
    table.put(stone=1, wood=1).do("friend help")
    assert (table.phase, table.box, table.s.value) == ("action", box, value)
    table.do("take food" if box == "gain_one" else "build fences")
    assert table.s.rounds == 1 or not unused
    if unused:
        assert (table.phase, table.unused, table.used) == ("die", unused, used)


@pytest.mark.parametrize(("disc", "stars"), [(2, 1), (3, 2)])
def test_wednesday_gives_stars_for_the_action_under_way(disc, stars):
    table = Table(friend="wednesday").at_box("gain_wood", 1, disc=disc).do("friend help", "gain wood")
    assert table.goods() == {"wood": stars}
    assert table.s.extra_stars == 0


@pytest.mark.parametrize("icon", ["weather", "raid"])
@pytest.mark.parametrize(("disc", "before", "after"), [(2, 5, 4), (3, 5, 3), (3, 2, 1)])
def test_patches_lowers_a_die(icon, disc, before, after):
    table = Table(friend="patches").put(phase="die", unused=[1, 2, 3], disc=disc, **{icon: before})
    table.do(f"friend help {icon}")
    assert table.icon(icon) == after
    assert table.s.disc == 0


READY = {"disc": 2, "leather": 1, "unused": [1, 2, 3], "weather": 5, "raid": 5, "food": 1}
FREE = {"spend leather", "friend help", "friend help weather", "friend help raid"}
WINDOWS = [
    ("roll", {"event_box": 3}, {"jack", "bilson", "stitch", "patches"}),
    ("roll", {"event_box": 0}, set()),
    ("start", {"tools": {"fire"}}, {"bilson"}),
    ("start", {"tools": {"fire"}, "wood": 1}, set()),
    ("start", {"tools": {"flag"}, "leather": 0}, {"stitch"}),
    ("start", {"tools": {"flag"}}, set()),
    ("start", {"character": 3}, {"patches"}),  # the Farmer
    ("start", {"character": 3, "weather": 4}, set()),
    ("die", {}, {"tom", "jack", "bilson", "stitch", "patches"}),
    ("die", {"helped": 1}, {"jack", "bilson", "stitch", "patches"}),
    ("die", {"unused": [], "used": [1, 1, 1]}, {"tom"}),
    ("die", {"unused": [], "used": [1, 1, 1], "tools": {"fishing_rod"}}, {"tom", "patches"}),
    ("action", {"box": "gain_wood", "value": 1, "chosen": 2}, {"wednesday"}),
    ("action", {"box": "gain_one", "value": 1, "chosen": 2, "leather": 0}, set()),
    ("eat", {"unused": [], "used": [1, 1, 1]}, {"jack", "patches"}),
]


@pytest.mark.parametrize(("phase", "state", "friends"), WINDOWS)
def test_windows_of_free_actions(phase, state, friends):
    everybody = ("tom", "jack", "bilson", "stitch", "wednesday", "patches")
    tables = {name: Table(friend=name).put(**{**READY, "phase": phase, **state}) for name in everybody}
    assert {name for name, table in tables.items() if table.legal & FREE} == friends
