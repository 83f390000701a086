"""The sixteen tools: what they take, where, and what they do (docs/dieson.md, Tools)."""

import pytest

from tests.dieson.table import Table

COSTS = {
    "basket": (1, {"wood": 2}, ""),
    "bed": (2, {"wood": 2, "leather": 1}, ""),
    "stone_knife": (1, {"wood": 1, "stone": 1}, ""),
    "rope": (2, {"wood": 1, "leather": 2}, ""),
    "fire": (3, {"wood": 4, "stone": 2}, "green_hill"),
    "blueprint": (2, {"wood": 1, "leather": 1}, ""),
    "waterskin": (1, {"leather": 2}, ""),
    "axe": (2, {"wood": 1, "stone": 2}, ""),
    "machete": (2, {"wood": 1, "stone": 1, "leather": 1}, ""),
    "trap": (2, {"wood": 2, "stone": 1}, ""),
    "flag": (2, {"wood": 1, "leather": 2}, "summit"),
    "bow": (3, {"wood": 3, "leather": 3}, ""),
    "watch_dog": (2, {"leather": 2, "food": 3}, "southern_tip"),
    "raft": (3, {"wood": 5, "leather": 3}, "southeast_tip"),
    "friend": (1, {"wood": 1, "leather": 1}, ""),
    "fishing_rod": (1, {"wood": 1, "leather": 1}, ""),
}
VALUE_FOR_STARS = {0: 1, 1: 2, 2: 4, 3: 6}


def able_to_craft(tool: str, stars: int, **state) -> Table:
    """All that a tool takes is there, with so many stars."""
    _, goods, location = COSTS[tool]
    table = Table(quest=7, character="hunter", friend="crafted")
    laid_out = {"space": location or "meadow", **goods, **state}
    return table.at_box("build_fences", VALUE_FOR_STARS[stars], **laid_out)


@pytest.mark.parametrize("tool", COSTS)
def test_crafting_pays_and_gives_the_tool_for_good(tool):
    stars, _, _ = COSTS[tool]
    table = able_to_craft(tool, stars).do(f"craft {tool}")
    assert table.tools == {tool}
    assert table.goods() == {}
    if tool == "friend":
        table.do("choose jack")
    assert table.phase == "die"
    assert table.used == [VALUE_FOR_STARS[stars]]
    assert f"craft {tool}" not in able_to_craft(tool, stars, tools={tool}).legal


@pytest.mark.parametrize("tool", COSTS)
def test_crafting_needs_stars_goods_and_location(tool):
    stars, goods, location = COSTS[tool]
    name = f"craft {tool}"
    assert name in able_to_craft(tool, stars).legal
    assert name not in able_to_craft(tool, stars - 1).legal
    for good, amount in goods.items():
        assert name not in able_to_craft(tool, stars, **{good: amount - 1}).legal
    if location:
        assert name not in able_to_craft(tool, stars, space="village").legal


@pytest.mark.parametrize("tool", COSTS)
def test_a_tool_that_is_not_in_the_game_cannot_be_crafted(tool):
    table = Table(quest=5, tools=[name for name in COSTS if name not in (tool, "friend")])
    assert f"craft {tool}" not in table.at_box("move", 6, food=9, wood=9, stone=9, leather=9).legal
    table = Table(quest=1, friend="crafted", tools=["rope"])
    assert "craft friend" in table.at_box("move", 6, wood=9, leather=9).legal


STAR_TOOLS = [
    ("basket", "gain_stones", "gain stones", {"stone": 3}),
    ("basket", "gain_wood", "gain wood", {"wood": 3}),
    ("axe", "gain_food", "gain food", {"food": 3}),
]


@pytest.mark.parametrize(("tool", "box", "action", "gained"), STAR_TOOLS)
def test_tools_that_give_a_star_where_goods_are_gained(tool, box, action, gained):
    table = Table().at_box(box, 5, tools={tool}).do(action)
    assert table.goods() == gained
    (good,) = gained
    assert Table().at_box(box, 5).do(action).goods() == {good: 2}


def test_bed_gives_a_star_to_recover_and_raises_the_maximum():
    table = Table().at_box("recover", 2, tools={"bed"}, health=1).do("recover")
    assert table.s.health == 3
    table = Table().at_box("move", 6, wood=2, leather=1, health=5).do("craft bed")
    assert (table.s.health, table.s.max_health) == (5, 8)


def test_machete_gives_a_star_to_move():
    assert "move to meadow" not in Table().at_box("move", 3, space="west_grove").legal
    assert "move to meadow" in Table().at_box("move", 3, space="west_grove", tools={"machete"}).legal


@pytest.mark.parametrize(
    ("tools", "value", "area_of"),
    [
        (set(), 4, "meadow"),  # 1 + 2 = 3
        ({"stone_knife"}, 2, "meadow"),
        ({"axe"}, 4, "north_woods"),  # 4
        ({"machete"}, 4, "green_hill"),
        ({"bow"}, 4, "west_slope"),  # 5
        ({"bow", "axe"}, 4, "south_forest"),  # 6
        ({"bow", "axe", "machete", "stone_knife"}, 6, "village"),  # 9
    ],
)
def test_power_of_weapons(tools, value, area_of):
    enough = Table().at_box("hunt", value, tools=tools, space=area_of)
    assert "hunt" in enough.legal
    too_little = Table().at_box("hunt", {2: 1, 4: 3, 6: 5}[value], tools=tools, space=area_of)
    assert "hunt" not in too_little.legal


@pytest.mark.parametrize(
    ("tool", "gained"),
    [
        ("stone_knife", {"food": 1, "leather": 2}),
        ("axe", {"food": 2, "leather": 1}),
        ("bow", {"food": 1, "leather": 1}),
    ],
)
def test_what_tools_add_to_a_successful_hunt(tool, gained):
    assert Table().at_box("hunt", 6, tools={tool}, space="meadow").do("hunt").goods() == gained


@pytest.mark.parametrize(("tools", "built"), [(set(), 2), ({"rope"}, 3)])
def test_rope_builds_one_more(tools, built):
    assert Table().at_box("build_fences", 1, tools=tools, wood=1, stone=1).do("build fences").goods() == {
        "fence": built
    }
    assert Table().at_box("build_roofs", 1, tools=tools, wood=1, leather=1).do("build roofs").goods() == {
        "roof": built
    }


@pytest.mark.parametrize(("tool", "good"), [("fire", "wood"), ("flag", "leather")])
def test_fire_and_flag_lower_the_weather_once_at_the_start(tool, good):
    start = {"phase": "start", "tools": {tool}, "unused": [1, 2, 3], "weather": 5}
    table = Table().put(**start, **{good: 2})
    assert table.legal == {f"use {tool}", "go on"}
    table.do(f"use {tool}")
    assert table.icon("weather") == 4
    assert table.s.goods[["food", "wood", "stone", "leather"].index(good)] == 1
    assert table.phase == "die"  # used, and nothing else to decide
    assert Table().put(**start, **{good: 0}).legal == {"go on"}
    assert Table().put(**{**start, "weather": 1}, **{good: 2}).legal == {"go on"}


def test_blueprint_turns_one_unused_die_in_an_afternoon():
    table = Table().put(phase="die", tools={"blueprint"}, unused=[1, 2, 6])
    assert {"turn die 1", "turn die 2", "turn die 3"} <= table.legal
    table.do("turn die 1")
    assert table.unused == [2, 6, 6]
    assert table.legal == {"use die 1", "use die 2"}
    table.do("use die 2", "pass")
    assert table.used == [6]  # it keeps the turned value


def test_waterskin_gives_water_for_playing_up_to_two():
    table = Table(friend="tom").at_box("build_fences", 1, tools={"waterskin"})
    table.do("play with friend")
    assert (table.s.water, table.s.disc) == (1, 1)
    full = Table(friend="tom").at_box("build_fences", 1, tools={"waterskin"}, water=2, disc=3)
    assert "play with friend" not in full.legal
    one = Table(friend="tom").at_box("build_fences", 1, tools={"waterskin"}, water=1, disc=3)
    assert one.do("play with friend").s.water == 2


def test_water_is_a_star_in_any_action():
    table = Table().at_box("gain_wood", 1, tools={"waterskin"}, water=2)
    assert "gain wood" not in table.legal
    table.do("use water", "use water", "gain wood")
    assert table.goods() == {"wood": 2}
    assert table.s.water == 0


@pytest.mark.parametrize(
    ("hourglass", "gained"), [(2, {}), (3, {"food": 1, "leather": 1}), (5, {"food": 1, "leather": 1})]
)
def test_trap_watches_the_hourglass_at_the_start_of_the_evening(hourglass, gained):
    table = Table().at_box("move", 1, tools={"trap"}).before_quiet_morning()
    table.put(unused=[], used=[1, 1], hourglass=hourglass, raid=1, weather=1).do("pass")
    assert table.goods() == gained
    assert table.phase == ("eat" if gained else "die")  # without food the meal is no choice


@pytest.mark.parametrize(("used", "food"), [([6, 4, 2], 3), ([6, 4, 1], 2), ([4, 6, 2], 1), ([5, 5, 5], 0)])
def test_fishing_rod_matches_used_and_icon_dice(used, food):
    table = Table().at_box("move", used[2], tools={"fishing_rod"}, space="west_beach").before_quiet_morning()
    table.put(unused=[], used=used[:2], hourglass=6, weather=4, raid=2, roof=5).do("pass")
    assert table.s.goods[0] == food
    assert ("eat food" in table.legal) == (food > 0)


@pytest.mark.parametrize(("box", "may"), [("gain_wood", True), ("build_roofs", True), ("gain_stones", False)])
def test_bow_hunts_on_the_neighbours_of_the_hunt(box, may):
    assert ("hunt" in Table().at_box(box, 6, tools={"bow"}).legal) == may
    assert "hunt" not in Table().at_box(box, 6, tools={"axe"}).legal


def in_raid(area_of: str, **state) -> Table:
    """The evening meal of a day with a raid, in this space."""
    return Table().in_evening(area_of, **{"food": 9, "health": 5, "raid": 6, "tools": {"watch_dog"}, **state})


def test_watch_dog_saves_one_food_or_one_health():
    table = in_raid("north_woods").do("eat food")  # boar: 1 food and 1 health
    assert table.legal == {"save food", "save health"}
    assert table.do("save food").s.goods[0] == 8
    assert table.s.health == 4
    table = in_raid("north_woods").do("eat food", "save health")
    assert (table.s.goods[0], table.s.health) == (7, 5)


def escape_table(**state) -> Table:
    """On the raft's place, in quest 7, with the Raft, a move action and fair weather."""
    table = Table(quest=7).at_box("move", 1, space="southeast_tip", tools={"raft"}, weather=2)
    return table.put(**state)


def test_raft_escapes_with_a_move_action_in_fair_weather():
    table = escape_table()
    assert "escape" in table.legal
    assert not any(name.startswith("move to") for name in table.legal)
    table.do("escape")
    assert (table.s.victory, table.end) == (1, "quest done")


@pytest.mark.parametrize(
    "state", [{"weather": 3}, {"tools": set()}, {"space": "southeast_shore"}, {"box": "gain_food"}]
)
def test_raft_needs_weather_place_and_a_move_action(state):
    assert "escape" not in escape_table(**state).legal
