"""The slow engine of Dieson Crusoe: tools."""

from typing import Any

import pytest

from tests.reference.dieson_games import afternoon, at_box, evening, event, put, start_of_afternoon

from .dieson.dice import Die
from .dieson.facts import FACTS


@pytest.mark.parametrize("tool", FACTS.tools)
def test_every_tool_can_be_crafted_for_exactly_its_cost(tool: str) -> None:
    cost = FACTS.tools[tool]
    place = next((name for name, space in FACTS.spaces.items() if space.location == cost.location), "")
    value = {1: 2, 2: 4, 3: 6}[cost.stars]
    stock = {"wood": cost.wood, "stone": cost.stone, "leather": cost.leather, "food": cost.food}
    options = {"character": "hunter", "quest": 5}

    game = at_box("build fences", value, options, space=place, tools=set(), **stock)
    name = f"craft {tool}"
    assert name in game.legal_actions()
    for resource, amount in stock.items():
        if amount:
            put(game, **{resource: amount - 1})
            assert name not in game.legal_actions()
            put(game, **{resource: amount})
    game.step(name)
    assert game.tools == {tool}
    assert (game.wood, game.stone, game.leather, game.food) == (0, 0, 0, 0)

    less = {2: 1, 4: 3, 6: 5}[value]
    game = at_box("build fences", less, options, space=place, tools=set(), **stock)
    assert name not in game.legal_actions()


def test_locations() -> None:
    plenty = {"wood": 9, "stone": 9, "leather": 9, "food": 9}
    for place, tool in {
        "green_hill": "fire",
        "summit": "flag",
        "southern_tip": "watch_dog",
        "southeast_tip": "raft",
        "meadow": "",
    }.items():
        legal = at_box("gain one", 6, {"friend": "jack"}, space=place, **plenty).legal_actions()
        bound = [name for name in ("fire", "flag", "watch_dog", "raft") if f"craft {name}" in legal]
        assert bound == ([tool] if tool else [])


def test_a_tool_is_crafted_once_and_only_from_the_tools_of_the_game() -> None:
    plenty = {"wood": 9, "stone": 9, "leather": 9, "food": 9}
    options = {"tools": ["basket", "bed", "raft"], "friend": "tom"}
    game = at_box("gain one", 6, options, tools={"basket"}, **plenty)
    assert [name for name in game.legal_actions() if name.startswith("craft")] == ["craft bed"]


def test_basket() -> None:
    for box, resource in (("gain stones", "stone"), ("gain wood", "wood")):
        game = at_box(box, 1, tools={"basket"})
        game.step(box)
        assert getattr(game, resource) == 1
    assert "gain food" not in at_box("gain food", 1, tools={"basket"}).legal_actions()


def test_bed() -> None:
    game = at_box("gain one", 6, wood=2, leather=1)
    game.step("craft bed")
    assert (game.health, game.max_health) == (4, 8)
    game = at_box("recover", 6, tools={"bed"}, max_health=8)
    game.step("recover")
    assert game.health == 8


def test_rope() -> None:
    game = at_box("build fences", 1, tools={"rope"}, wood=1, stone=1)
    game.step("build fences")
    assert game.fence == 3
    game = at_box("build roofs", 1, tools={"rope"}, wood=1, leather=1)
    game.step("build roofs")
    assert game.roof == 3


def test_fire_and_flag_each_once_an_afternoon() -> None:
    game = start_of_afternoon(tools={"fire", "flag"}, weather=5, wood=2, leather=2)
    assert game.legal_actions() == ["go on", "use fire", "use flag"]
    game.step("use fire")
    assert (game.weather, game.wood) == (Die(4), 1)
    assert game.legal_actions() == ["go on", "use flag"]
    game.step("use flag")
    assert (game.weather, game.leather) == (Die(3), 1)
    assert game.phase == "die"


def test_fire_is_not_offered_in_the_best_weather() -> None:
    game = start_of_afternoon(tools={"fire", "flag"}, weather=1, wood=2, leather=2)
    assert game.legal_actions() == ["go on"]


def test_rulebook_example_blueprint_turns_a_one_into_a_six() -> None:
    game = afternoon(tools={"blueprint"}, hand=[1, 3, 5])
    game.step("turn die 1")
    assert game.hand == [Die(3), Die(5), Die(6)]
    assert game.legal_actions() == ["use die 1", "use die 2", "use die 3"]
    game.step("use die 3")
    assert game.action_box == 6
    game.step("pass")
    assert game.used == [Die(6)]


def test_blueprint_works_again_in_the_next_afternoon() -> None:
    game = evening(tools={"blueprint"}, blueprint_used=True)
    assert game.day == 2
    assert "turn die 1" in game.legal_actions()


def test_blueprint_crafted_in_the_afternoon_works_at_once() -> None:
    game = at_box("gain one", 6, wood=1, leather=1)
    game.step("craft blueprint")
    assert "turn die 1" in game.legal_actions()


def test_waterskin() -> None:
    options = {"friend": "jack"}
    for before, after in ((0, 1), (1, 2), (2, 2)):
        game = at_box("gain one", 1, options, tools={"waterskin"}, water=before)
        game.step("play with friend")
        assert (game.water, game.friend_disc) == (after, 1)
    game = at_box("gain one", 1, options, tools={"waterskin"}, friend_disc=3, water=1)
    game.step("play with friend")
    assert (game.water, game.friend_disc) == (2, 3)


def test_water_comes_only_from_the_action() -> None:
    game = event(5, {"friend": "jack"}, tools={"waterskin"})
    assert (game.friend_disc, game.water) == (1, 0)
    game = afternoon({"friend": "jack"}, tools={"waterskin"}, leather=1)
    game.step("spend leather")
    assert (game.friend_disc, game.water) == (1, 0)


def test_water_is_spent_as_stars() -> None:
    game = at_box("gain wood", 4, tools={"waterskin"}, water=2)
    game.step("use water")
    game.step("use water")
    assert "use water" not in game.legal_actions()
    game.step("gain wood")
    assert (game.wood, game.water) == (4, 0)


def test_axe() -> None:
    game = at_box("hunt", 1, tools={"axe"})
    assert game.power == 2
    game.step("hunt")
    assert (game.food, game.leather) == (2, 0)
    game = at_box("gain food", 1, tools={"axe"})
    game.step("gain food")
    assert game.food == 1


def test_machete() -> None:
    game = at_box("move", 1, tools={"machete"})
    assert game.power == 2
    assert "move to west_grove" in game.legal_actions()


def test_bow() -> None:
    for box in ("gain wood", "build roofs"):
        assert "hunt" not in at_box(box, 2).legal_actions()
        game = at_box(box, 1, tools={"bow"})
        assert game.power == 3
        assert "raise with health" in game.legal_actions()
        game.step("hunt")
        assert (game.food, game.wood) == (1, 0)
    assert "hunt" not in at_box("gain stones", 6, tools={"bow"}).legal_actions()


def test_bow_hunt_on_the_wood_box_is_a_hunt() -> None:
    hunter = {"character": "hunter"}
    game = at_box("gain wood", 1, hunter, tools={"bow", "basket"}, space="north_shore")
    assert game.power == 3
    assert "hunt" in game.legal_actions()  # 3 power and the Hunter's star; not Basket's
    put(game, space="summit")
    assert "hunt" not in game.legal_actions()


def test_power_adds_up() -> None:
    assert afternoon(tools={"stone_knife", "axe", "machete", "bow"}).power == 6


@pytest.mark.parametrize(("hourglass", "works"), [(1, 0), (2, 0), (3, 1), (4, 0), (5, 1), (6, 0)])
def test_trap(hourglass: int, works: int) -> None:
    game = evening(tools={"trap"}, hourglass=hourglass, food=1)
    assert (game.food, game.leather) == (1 + works, works)


def test_rulebook_example_fishing_rod() -> None:
    match: dict[str, Any] = {"used": [1, 3, 1], "hourglass": 2, "weather": 3, "raid": 2}
    assert evening(tools={"fishing_rod"}, food=1, **match).food == 2
    assert evening(tools=set(), food=1, **match).food == 1


def test_fishing_rod_matches_box_by_box() -> None:
    three: dict[str, Any] = {"used": [2, 3, 4], "hourglass": 2, "weather": 3, "raid": 4}
    assert evening(tools={"fishing_rod"}, food=1, **three).food == 4
    crossed: dict[str, Any] = {"used": [3, 4, 2], "hourglass": 2, "weather": 3, "raid": 4}
    assert evening(tools={"fishing_rod"}, food=1, **crossed).food == 1


def test_friend_tool_only_without_a_friend() -> None:
    stock: dict[str, Any] = {"wood": 1, "leather": 1}
    assert "craft friend" not in at_box("hunt", 6, {"friend": "tom"}, **stock).legal_actions()
    game = at_box("gain one", 2, **stock)
    game.step("craft friend")
    assert game.legal_actions() == [f"choose {name}" for name in FACTS.friends]
    assert game.used == []
    game.step("choose stitch")
    assert (game.friend, game.friend_disc, game.used) == ("stitch", 0, [Die(2)])
    assert (game.wood, game.leather) == (0, 0)
