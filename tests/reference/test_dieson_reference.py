"""Rule by rule tests of the reference implementation, in the order of docs/dieson.md."""

import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from .dieson import ACTIONS, BOX_ACTION, BOXES, TOOL_OF_QUEST, Die, ReferenceDieson
from .dieson_facts import FACTS

ALL_TOOLS = tuple(FACTS.tools)
BOX = {action: box for box, action in BOX_ACTION.items()}
REROLLS = [name for name in ACTIONS if name.startswith("reroll")]


def rolls(values: Iterable[int]) -> Callable[[], int]:
    """Dice that show these values, and then 1, 2, 3, 1, 2, 3 ..."""
    upcoming = itertools.chain(values, itertools.cycle((1, 2, 3)))
    return lambda: next(upcoming)


def new_game(*values: int, **options: Any) -> ReferenceDieson:
    """A game of quest 7 with no friend, unless the options say otherwise."""
    chosen: dict[str, Any] = {
        "quest": 7,
        "character": "strategist",
        "hearts": 5,
        "friend": None,
        "tools": ALL_TOOLS,
        "blue_die": False,
    }
    return ReferenceDieson(**(chosen | options), dice=rolls(values))


def put(game: ReferenceDieson, **state: Any) -> ReferenceDieson:
    """Set attributes; whole numbers for dice and plain lists for the hand will do."""
    for name, value in state.items():
        if name in ("hourglass", "weather", "raid"):
            value = Die(value)
        if name in ("hand", "used"):
            value = [die if isinstance(die, Die) else Die(die) for die in value]
        if name == "tools":
            value = set(value)
        assert hasattr(game, name)
        setattr(game, name, value)
    return game


PLAIN: dict[str, Any] = {
    "character": "craftsman",  # changes nothing outside crafting
    "food": 0,
    "health": 4,
    "event_box": 4,  # the next event is the friend's, which does nothing by default
}


def afternoon(options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game before the first action, with the hand 1, 2, 3 and nothing in store."""
    game = new_game(**({"character": "craftsman"} | (options or {})))
    return put(game, **(PLAIN | {"character": game.character, "phase": "die"} | state))


def at_box(box: str, value: int, options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game in which a die of this value has just led to this box."""
    start = (BOX[box] - 1 - value) % BOXES + 1
    others = [other for other in (1, 2, 3) if other != value][:2]
    hand = sorted([value, *others])  # two unlike dice stay, so nothing goes on by itself
    game = afternoon(options, hand=hand, action_box=start, **state)
    game.step(f"use die {hand.index(value) + 1}")
    return game


def start_of_afternoon(options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game at the start of the afternoon."""
    return afternoon(options, phase="start", **state)


def evening(options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game whose evening has just begun, after Fishing Rod and Trap."""
    game = afternoon(options, **({"hand": [], "used": [1, 1, 1]} | state))
    game.step("go on")
    return game


# --- Set-up


def test_set_up() -> None:
    game = new_game(2, 4, 4, quest=1, character="hunter", friend="jack")
    assert (game.food, game.wood, game.stone, game.leather) == (2, 0, 0, 0)
    assert (game.fence, game.roof, game.water) == (0, 0, 0)
    assert (game.health, game.max_health, game.power) == (5, 5, 1)
    assert (game.hourglass, game.weather, game.raid) == (Die(1), Die(1), Die(1))
    assert (game.space, game.area, game.day, game.rounds) == ("west_beach", "rabbit", 1, 1)
    assert (game.action_box, game.friend_disc, game.tools) == (9, 0, set())


def test_hard_side_has_four_hearts() -> None:
    game = new_game(hearts=4)
    assert (game.health, game.max_health) == (4, 4)


@pytest.mark.parametrize(
    ("quest", "days", "space", "tools"),
    [
        (1, 6, "west_beach", set()),
        (2, 9, "west_beach", set()),
        (3, 8, "summit", {"flag"}),
        (4, 11, "west_beach", set()),
        (5, 15, "southern_tip", {"watch_dog"}),
        (6, 13, "west_beach", set()),
        (7, 16, "west_beach", set()),
    ],
)
def test_start_of_each_quest(quest: int, days: int, space: str, tools: set[str]) -> None:
    game = new_game(quest=quest, character="hunter")
    assert (game.space, game.tools) == (space, tools)
    assert FACTS.quests[quest].days == days


def test_start_tools_need_not_be_among_the_tools_of_the_game() -> None:
    game = new_game(quest=3, tools=["fire"])
    assert game.tools == {"flag", "blueprint"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"quest": 8},
        {"character": "cook"},
        {"hearts": 6},
        {"friend": "friday"},
        {"tools": ["raft", "hammer"]},
        {"quest": 7, "tools": ["basket"]},
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"quest|character|hearts|friend|tools"):
        new_game(**wrong)


# --- Morning


def test_the_hand_lies_in_ascending_order() -> None:
    assert new_game(5, 2, 3).hand == [Die(2), Die(3), Die(5)]


def test_rulebook_example_event_with_two_four_four() -> None:
    game = new_game(2, 4, 4)
    assert (game.phase, game.event_box) == ("event", 2)
    assert game.legal_actions() == ["take wood", "take stone"]
    game.step("take stone")
    assert (game.stone, game.wood) == (1, 0)


def test_no_reroll_without_stone() -> None:
    assert new_game(1, 2, 3).phase == "die"


def test_reroll_costs_a_stone_and_may_be_repeated() -> None:
    game = put(new_game(2, 4, 4, 6, 5, 1, 6, 6), stone=2, phase="roll")
    assert game.legal_actions() == [*REROLLS, "go on"]
    game.step("reroll 1 3")
    assert (game.hand, game.stone) == ([Die(4), Die(5), Die(6)], 1)
    game.step("reroll 1 2 3")  # 1, 6, 6; with no stone left the event follows
    assert (game.hand, game.stone, game.event_box) == ([Die(1), Die(6), Die(6)], 0, 3)


def test_rerolled_dice_roll_in_ascending_order() -> None:
    game = put(new_game(2, 4, 4, 5, 6, blue_die=True), stone=2, phase="roll")
    assert game.hand == [Die(2), Die(4), Die(4, blue=True)]
    game.step("reroll 2 3")
    assert game.hand == [Die(2), Die(5), Die(6, blue=True)]


def event(box: int, options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game in which the event of this box has just happened."""
    before = (box - 2) % 7 + 1
    game = afternoon(options, phase="roll", **({"event_box": before} | state))
    game.step("go on")
    return game


def test_event_1_gives_food() -> None:
    assert event(1).food == 1


def test_event_2_gives_wood_or_stone() -> None:
    game = event(2)
    game.step("take wood")
    assert (game.wood, game.stone) == (1, 0)


@pytest.mark.parametrize(("before", "after"), [(1, 3), (4, 6), (5, 6), (6, 6)])
def test_event_3_raises_the_raid_die(before: int, after: int) -> None:
    assert event(3, raid=before).raid == Die(after)


@pytest.mark.parametrize(("before", "after"), [(3, 1), (2, 0), (1, 0), (0, 0)])
def test_event_4_takes_food_and_never_health(before: int, after: int) -> None:
    game = event(4, food=before)
    assert (game.food, game.health) == (after, 4)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 3)])
def test_event_5_moves_the_friend(before: int, after: int) -> None:
    assert event(5, {"friend": "jack"}, friend_disc=before).friend_disc == after


def test_event_5_without_friend() -> None:
    assert event(5).friend_disc == 0


@pytest.mark.parametrize(("fence", "roof"), [(2, 2), (0, 1), (1, 0), (0, 0)])
def test_event_6_takes_a_fence_and_a_roof(fence: int, roof: int) -> None:
    game = event(6, fence=fence, roof=roof)
    assert (game.fence, game.roof) == (max(0, fence - 1), max(0, roof - 1))


@pytest.mark.parametrize(("before", "after"), [(1, 3), (5, 6)])
def test_event_7_raises_the_weather_die(before: int, after: int) -> None:
    assert event(7, weather=before).weather == Die(after)


def test_event_track_is_a_ring_of_seven() -> None:
    game = afternoon(phase="roll", hand=[4, 5, 6], event_box=6)
    game.step("go on")
    assert game.event_box == 3


# --- Afternoon


def test_three_actions_and_the_used_boxes() -> None:
    game = afternoon(hand=[2, 4, 6], action_box=9, food=1)
    game.step("use die 2")
    assert game.action_box == 4  # build fences: nothing to build with, so it passes by itself
    assert (game.used, game.hand) == ([Die(4)], [Die(2), Die(6)])
    game.step("use die 2")
    assert game.action_box == 1
    game.step("pass")
    game.step("pass")  # the last die was chosen by itself: gain stones, and nothing is gained
    assert game.phase == "eat"
    assert game.used == [Die(4), Die(6), Die(2)]


def test_equal_dice_are_offered_once() -> None:
    game = afternoon(hand=[2, 2, 5])
    assert game.legal_actions() == ["use die 1", "use die 3"]


def test_action_track_is_a_ring_of_nine() -> None:
    game = afternoon(hand=[6, 6, 6], action_box=5)
    game.step("use die 1")
    assert game.action_box == 2


@pytest.mark.parametrize(("value", "stars"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_star_table(value: int, stars: int) -> None:
    game = at_box("gain wood", value)
    if stars == 0:
        assert "gain wood" not in game.legal_actions()
        game.step("pass")
    else:
        game.step("gain wood")
    assert game.wood == stars


def test_raising_is_for_the_stars_only() -> None:
    game = at_box("gain stones", 2, food=1)
    game.step("raise with food")
    assert (game.value, game.food) == (3, 0)
    game.step("raise with health")
    assert (game.value, game.health) == (4, 3)
    game.step("gain stones")
    assert (game.stone, game.action_box, game.used) == (2, BOX["gain stones"], [Die(2)])


def test_raising_ends_at_six() -> None:
    game = at_box("gain stones", 5, food=9)
    game.step("raise with food")
    assert not {"raise with food", "raise with health"} & set(game.legal_actions())


def test_raising_with_the_last_health_loses() -> None:
    game = at_box("gain stones", 1, health=1)
    game.step("raise with health")
    assert (game.over, game.victory, game.cause) == (True, False, "died")
    assert game.health == 0
    assert game.used == []
    assert game.legal_actions() == []


def test_raising_is_not_offered_where_no_stars_count() -> None:
    game = at_box("gain one", 1, food=3)
    assert game.legal_actions() == ["take food", "take wood", "take stone", "pass"]


def test_raising_is_offered_anywhere_for_a_craft() -> None:
    game = at_box("gain one", 1, {"character": "hunter"}, food=3, wood=2)
    assert "craft basket" not in game.legal_actions()
    game.step("raise with food")
    game.step("craft basket")
    assert game.tools == {"basket"}


# --- Action boxes


def test_move_needs_the_stars_of_the_line() -> None:
    game = at_box("move", 2, space="west_grove")
    moves = [name for name in game.legal_actions() if name.startswith("move")]
    assert moves == ["move to west_beach", "move to north_shore"]
    game = at_box("move", 4, space="west_grove")
    assert "move to meadow" in game.legal_actions()


def test_move_enters_area_and_gains_the_resource_each_time() -> None:
    game = at_box("move", 6, space="west_beach")
    game.step("move to west_grove")
    assert (game.space, game.area, game.wood) == ("west_grove", "rabbit", 1)
    put(game, action_box=8, hand=[2, 2])
    game.step("use die 1")
    game.step("move to north_shore")
    assert (game.area, game.food) == ("boar", 1)


@pytest.mark.parametrize("space", FACTS.spaces)
def test_every_space_gives_its_resource(space: str) -> None:
    facts = FACTS.spaces[space]
    game = afternoon(food=3)
    game.move(space)
    amounts = {name: getattr(game, name) for name in ("food", "wood", "stone", "leather")}
    expected = {"food": 3 - facts.food_cost, "wood": 0, "stone": 0, "leather": 0}
    if facts.resource:
        expected[facts.resource] += 1
    assert amounts == expected
    assert not (facts.location and facts.resource)


def test_move_with_food_cost() -> None:
    game = at_box("move", 4, space="riverbank", food=0)
    assert "move to west_slope" not in game.legal_actions()
    game = at_box("move", 4, space="riverbank", food=1)
    game.step("move to west_slope")
    assert (game.food, game.stone) == (0, 1)


def test_food_paid_for_stars_is_gone_for_the_food_cost() -> None:
    game = at_box("move", 3, space="riverbank", food=1)
    game.step("raise with food")
    assert "move to west_slope" not in game.legal_actions()


@pytest.mark.parametrize("resource", ["food", "wood", "stone"])
def test_gain_one(resource: str) -> None:
    game = at_box("gain one", 4)
    game.step(f"take {resource}")
    assert getattr(game, resource) == 1


def test_build_fences() -> None:
    game = at_box("build fences", 1, wood=1, stone=1)
    game.step("build fences")
    assert (game.fence, game.wood, game.stone) == (2, 0, 0)


def test_build_roofs() -> None:
    game = at_box("build roofs", 1, {"tools": ["raft"]}, wood=1, leather=1)
    assert game.legal_actions() == ["build roofs", "pass"]
    game.step("build roofs")
    assert (game.roof, game.wood, game.leather) == (2, 0, 0)


def test_building_needs_both_materials() -> None:
    states: list[dict[str, Any]] = [{"wood": 2}, {"stone": 2}, {"leather": 2}]
    for state in states:
        assert "build fences" not in at_box("build fences", 4, **state).legal_actions()
        assert "build roofs" not in at_box("build roofs", 4, **state).legal_actions()


def test_recover_up_to_the_maximum() -> None:
    game = at_box("recover", 6, health=3)
    game.step("recover")
    assert game.health == 5
    assert "recover" not in at_box("recover", 6, health=5).legal_actions()


def test_gain_food() -> None:
    game = at_box("gain food", 6)
    game.step("gain food")
    assert game.food == 3


def test_rulebook_example_boar_with_four_power() -> None:
    assert "hunt" not in at_box("hunt", 5, space="north_woods").legal_actions()
    game = at_box("hunt", 5, space="north_woods", tools={"stone_knife"})
    game.step("hunt")
    assert (game.food, game.leather) == (2, 2)  # one leather more for the knife


@pytest.mark.parametrize(
    ("space", "needed", "food", "leather"),
    [
        ("west_beach", 2, 1, 0),
        ("meadow", 3, 1, 1),
        ("north_shore", 4, 2, 1),
        ("summit", 5, 2, 2),
        ("southern_tip", 6, 2, 3),
        ("village", 9, 0, 0),
    ],
)
def test_hunting_in_each_area(space: str, needed: int, food: int, leather: int) -> None:
    game = at_box("hunt", 1, space=space)
    game.extra_stars = needed - 2  # power is 1
    assert "hunt" not in game.legal_actions()
    game.extra_stars = needed - 1
    game.step("hunt")
    assert (game.food, game.leather) == (food, leather)


# --- Tools


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


# --- Characters


def test_pathfinder() -> None:
    game = at_box("move", 1, {"character": "pathfinder"})
    assert "move to west_grove" in game.legal_actions()
    assert "gain wood" not in at_box("gain wood", 1, {"character": "pathfinder"}).legal_actions()


def test_hunter() -> None:
    assert "hunt" in at_box("hunt", 1, {"character": "hunter"}).legal_actions()
    assert "hunt" not in at_box("hunt", 1, {"character": "pathfinder"}).legal_actions()


def test_craftsman() -> None:
    game = at_box("gain one", 1, {"character": "craftsman"}, wood=2)
    assert "craft basket" in game.legal_actions()


@pytest.mark.parametrize("weather", [1, 2, 3, 4, 5, 6])
def test_farmer(weather: int) -> None:
    game = event(5, {"character": "farmer"}, weather=weather)
    assert game.food == (1 if weather <= 4 else 0)


def test_farmer_looks_after_fire() -> None:
    game = start_of_afternoon({"character": "farmer"}, tools={"fire"}, weather=5, wood=1)
    game.step("use fire")
    assert game.food == 1


def test_strategist() -> None:
    game = new_game(1, 2, 3, character="strategist", quest=1, tools=["rope"])
    assert game.tools == {"blueprint"}


# --- Friends


def test_playing_stops_at_the_last_space() -> None:
    game = at_box("gain one", 1, {"friend": "jack"}, friend_disc=2)
    game.step("play with friend")
    assert game.friend_disc == 3
    game = at_box("gain one", 1, {"friend": "jack"}, friend_disc=3)
    assert "play with friend" not in game.legal_actions()


def test_no_friend_no_play() -> None:
    assert "play with friend" not in at_box("gain one", 1, leather=3).legal_actions()


@pytest.mark.parametrize(("disc", "amount"), [(2, 1), (3, 2)])
@pytest.mark.parametrize(
    ("friend", "resource"), [("jack", "food"), ("bilson", "wood"), ("stitch", "leather")]
)
def test_jack_bilson_stitch(friend: str, resource: str, disc: int, amount: int) -> None:
    game = afternoon({"friend": friend}, friend_disc=disc)
    game.step("friend help")
    assert getattr(game, resource) == amount
    assert game.friend_disc == 0


def test_help_needs_space_two() -> None:
    game = afternoon({"friend": "jack"}, friend_disc=1, leather=1)
    assert "friend help" not in game.legal_actions()
    game.step("spend leather")
    assert "friend help" in game.legal_actions()


@pytest.mark.parametrize(("disc", "by"), [(2, 1), (3, 2)])
def test_patches(disc: int, by: int) -> None:
    game = afternoon({"friend": "patches"}, friend_disc=disc, weather=5, raid=6)
    assert "friend help" not in game.legal_actions()
    game.step("friend help weather")
    assert (game.weather, game.raid) == (Die(5 - by), Die(6))
    put(game, friend_disc=disc)
    game.step("friend help raid")
    assert game.raid == Die(6 - by)


def test_patches_does_nothing_for_a_die_at_one() -> None:
    game = afternoon({"friend": "patches"}, friend_disc=3, weather=1, raid=2)
    assert "friend help weather" not in game.legal_actions()
    game.step("friend help raid")
    assert game.raid == Die(1)


@pytest.mark.parametrize(("disc", "stars"), [(2, 1), (3, 2)])
def test_wednesday(disc: int, stars: int) -> None:
    game = afternoon({"friend": "wednesday"}, friend_disc=disc)
    assert "friend help" not in game.legal_actions()
    game = at_box("gain wood", 2, {"friend": "wednesday"}, friend_disc=disc)
    game.step("friend help")
    game.step("gain wood")
    assert game.wood == 1 + stars


def test_wednesday_may_help_twice_in_one_action() -> None:
    game = at_box("gain wood", 1, {"friend": "wednesday"}, friend_disc=2, leather=2)
    for name in ("friend help", "spend leather", "spend leather", "friend help", "gain wood"):
        game.step(name)
    assert (game.wood, game.leather) == (2, 0)


def test_wednesday_only_where_stars_count() -> None:
    game = at_box("gain one", 1, {"friend": "wednesday"}, friend_disc=2)
    assert "friend help" not in game.legal_actions()


@pytest.mark.parametrize(("disc", "value"), [(2, 2), (3, 4)])
def test_tom_gives_an_action(disc: int, value: int) -> None:
    game = afternoon({"friend": "tom"}, friend_disc=disc, action_box=(7 if value == 2 else 5))
    game.step("friend help")
    assert (game.phase, game.action_box, game.friend_disc) == ("action", 9, 0)
    game.step("raise with health")
    assert game.value == value + 1
    game.step("gain food")
    assert game.food == FACTS.stars[value + 1]
    assert (game.hand, game.used) == ([Die(1), Die(2), Die(3)], [])


def test_tom_helps_once_in_each_gap() -> None:
    game = afternoon({"friend": "tom"}, hand=[1, 3], used=[1], leather=9, action_box=1)
    for _ in range(3):
        game.step("spend leather")
    game.step("friend help")
    assert game.action_box == 5
    game.step("pass")
    assert game.legal_actions() == ["use die 1", "use die 2"]
    game.step("use die 1")
    game.step("pass")
    assert "spend leather" in game.legal_actions()


def test_tom_helps_after_the_last_action() -> None:
    options = {"friend": "tom"}
    state: dict[str, Any] = {"hand": [], "used": [1, 2, 3], "friend_disc": 2, "event_box": 5}
    game = afternoon(options, action_box=2, **state)
    assert game.legal_actions() == ["go on", "friend help"]
    game.step("friend help")
    assert "raise with health" not in game.legal_actions()  # build fences: no stars
    game.step("play with friend")
    assert (game.day, game.friend_disc) == (2, 1)  # there was no food to choose about


def test_tom_does_not_help_in_the_morning_or_evening() -> None:
    game = afternoon({"friend": "tom"}, phase="roll", friend_disc=3, leather=1, stone=1)
    assert game.legal_actions() == [*REROLLS, "go on"]
    game = evening({"friend": "tom"}, friend_disc=3, food=1)
    assert game.legal_actions() == ["eat food", "lose health"]


# --- Free actions: the windows


def free(game: ReferenceDieson) -> list[str]:
    return game.free_actions()


@pytest.mark.parametrize("friend", ["jack", "bilson", "stitch"])
def test_window_before_the_friend_event(friend: str) -> None:
    state: dict[str, Any] = {"phase": "roll", "friend_disc": 2, "leather": 1}
    assert free(afternoon({"friend": friend}, event_box=4, **state)) == [
        "spend leather",
        "friend help",
    ]
    assert free(afternoon({"friend": friend}, event_box=3, **state)) == []


def test_help_before_the_friend_event_saves_a_step() -> None:
    game = afternoon({"friend": "jack"}, phase="roll", event_box=4, friend_disc=3)
    game.step("friend help")
    assert (game.food, game.friend_disc) == (2, 1)  # and then the event happened by itself


def test_window_of_patches_before_the_friend_event() -> None:
    state: dict[str, Any] = {"phase": "roll", "friend_disc": 2, "weather": 3, "raid": 3}
    game = afternoon({"friend": "patches"}, event_box=4, **state)
    assert free(game) == ["friend help weather", "friend help raid"]


def test_window_of_bilson_for_fire() -> None:
    state: dict[str, Any] = {"friend_disc": 2, "weather": 3}
    options = {"friend": "bilson"}
    game = start_of_afternoon(options, tools={"fire"}, **state)
    assert game.legal_actions() == ["go on", "friend help"]
    game.step("friend help")
    game.step("use fire")
    assert game.weather == Die(2)
    assert free(start_of_afternoon(options, tools={"fire"}, wood=1, **state)) == []
    assert free(start_of_afternoon(options, tools={"flag"}, **state)) == []


def test_window_of_stitch_for_the_flag() -> None:
    state: dict[str, Any] = {"friend_disc": 3, "weather": 3}
    game = start_of_afternoon({"friend": "stitch"}, tools={"flag"}, **state)
    game.step("friend help")
    game.step("use flag")
    assert (game.weather, game.leather) == (Die(2), 1)
    assert free(start_of_afternoon({"friend": "stitch"}, tools={"flag"}, leather=1, **state)) == []


def test_window_of_patches_for_the_farmer() -> None:
    options = {"friend": "patches", "character": "farmer"}
    game = start_of_afternoon(options, friend_disc=2, weather=5)
    game.step("friend help weather")
    assert game.food == 1
    assert free(start_of_afternoon(options, friend_disc=2, weather=4)) == []
    hunter = {"friend": "patches", "character": "hunter"}
    assert free(start_of_afternoon(hunter, friend_disc=2, weather=5)) == []


def test_window_of_patches_for_the_fishing_rod() -> None:
    state: dict[str, Any] = {"hand": [], "used": [1, 2, 6], "friend_disc": 2, "weather": 3}
    game = afternoon({"friend": "patches"}, tools={"fishing_rod"}, hourglass=2, **state)
    game.step("friend help weather")
    assert game.food == 1
    assert free(afternoon({"friend": "patches"}, **state)) == []


def test_window_at_the_meal() -> None:
    game = evening({"friend": "jack"}, friend_disc=2)
    assert game.legal_actions() == ["friend help", "lose health"]
    game.step("friend help")
    assert game.legal_actions() == ["eat food", "lose health"]
    game = evening({"friend": "patches"}, friend_disc=2, raid=5, fence=0)
    game.step("friend help raid")
    assert game.food == 0
    assert free(evening({"friend": "stitch"}, friend_disc=2, food=1)) == []


def test_leather_of_the_trap_can_be_spent_at_the_meal() -> None:
    game = evening({"friend": "patches"}, friend_disc=1, tools={"trap"}, hourglass=3, weather=3)
    game.step("spend leather")
    game.step("friend help weather")
    assert game.weather == Die(2)


def test_no_leather_beyond_the_last_space() -> None:
    assert free(afternoon({"friend": "jack"}, friend_disc=3, leather=5)) == ["friend help"]


# --- Evening


def test_eating() -> None:
    game = evening(food=2)
    game.step("eat food")
    assert (game.food, game.health, game.day) == (1, 4, 2)
    game = evening(food=2)
    game.step("lose health")
    assert (game.food, game.health, game.day) == (2, 3, 2)


def test_without_food_health_is_lost_by_itself() -> None:
    game = evening(food=0)
    assert (game.health, game.day) == (3, 2)


def test_starving_to_death() -> None:
    game = evening(food=0, health=1)
    assert (game.over, game.victory, game.cause, game.day) == (True, False, "died", 1)


@pytest.mark.parametrize(
    ("weather", "roofs", "roofs_left", "health_lost"),
    [
        (1, 1, 1, 0),
        (2, 0, 0, 0),
        (3, 1, 0, 0),
        (4, 0, 0, 1),
        (4, 3, 2, 0),
        (5, 2, 0, 0),
        (5, 1, 0, 1),
        (6, 0, 0, 2),
        (6, 3, 1, 0),
    ],
)
def test_weather(weather: int, roofs: int, roofs_left: int, health_lost: int) -> None:
    game = evening(food=1, weather=weather, roof=roofs)
    game.step("eat food")
    assert (game.roof, game.health) == (roofs_left, 4 - health_lost)


@pytest.mark.parametrize(
    ("space", "fences", "food", "lost"),
    [  # fences that you have, food after the meal, and what is lost: (fences, food, health)
        ("west_beach", 0, 2, (0, 1, 0)),
        ("west_beach", 3, 2, (0, 1, 0)),
        ("meadow", 1, 2, (1, 0, 0)),
        ("meadow", 0, 3, (0, 2, 0)),
        ("north_shore", 2, 2, (2, 0, 0)),
        ("north_shore", 0, 2, (0, 1, 1)),
        ("summit", 3, 2, (2, 0, 0)),
        ("summit", 0, 3, (0, 2, 1)),
        ("southern_tip", 2, 2, (2, 0, 0)),
        ("southern_tip", 0, 2, (0, 1, 2)),
        ("village", 4, 2, (0, 0, 2)),
        # with one fence boar, bear and wolf take food and health, and leave the fence
        ("north_shore", 1, 2, (0, 1, 1)),
        ("summit", 1, 2, (0, 2, 1)),
        ("southern_tip", 1, 2, (0, 1, 2)),
        # food that is not there costs no health
        ("west_beach", 0, 0, (0, 0, 0)),
        ("meadow", 0, 1, (0, 1, 0)),
        ("north_shore", 0, 0, (0, 0, 1)),
        ("summit", 1, 1, (0, 1, 1)),
    ],
)
def test_raids(space: str, fences: int, food: int, lost: tuple[int, int, int]) -> None:
    for raid in (5, 6):
        game = evening(space=space, raid=raid, fence=fences, food=food + 1)
        game.step("eat food")
        left = (game.fence, game.food, game.health)
        assert left == (fences - lost[0], food - lost[1], 4 - lost[2])


@pytest.mark.parametrize("raid", [1, 2, 3, 4])
def test_no_raid_below_five(raid: int) -> None:
    game = evening(space="southern_tip", raid=raid, food=2)
    game.step("eat food")
    assert (game.food, game.health) == (1, 4)


def test_raid_can_kill() -> None:
    game = evening(space="village", raid=5, health=2, food=1)
    game.step("eat food")
    assert (game.cause, game.health, game.day) == ("died", 0, 1)


def raid_with_dog(space: str, food: int, fences: int = 0) -> ReferenceDieson:
    """A raid with the Watch Dog, with so much food after the meal."""
    game = evening(space=space, raid=5, food=food + 1, fence=fences, tools={"watch_dog"})
    game.step("eat food")
    return game


def test_watch_dog_asks_which_to_save() -> None:
    game = raid_with_dog("summit", food=2)
    assert (game.phase, game.legal_actions()) == ("raid", ["save food", "save health"])
    game.step("save food")
    assert (game.food, game.health) == (1, 3)
    game = raid_with_dog("summit", food=2)
    game.step("save health")
    assert (game.food, game.health) == (0, 4)


def test_watch_dog_saves_by_itself_what_can_be_saved() -> None:
    dog = raid_with_dog("west_beach", food=2)
    assert (dog.food, dog.health) == (2, 4)
    dog = raid_with_dog("meadow", food=2)
    assert (dog.food, dog.health) == (1, 4)
    dog = raid_with_dog("meadow", food=1)  # the raid wants 2, so saving one saves nothing
    assert (dog.food, dog.health) == (0, 4)
    dog = raid_with_dog("summit", food=1)
    assert (dog.food, dog.health) == (0, 4)
    dog = raid_with_dog("village", food=1)
    assert (dog.food, dog.health) == (1, 3)


def test_watch_dog_saves_no_fence() -> None:
    dog = raid_with_dog("north_shore", food=2, fences=2)
    assert (dog.fence, dog.food, dog.health) == (0, 2, 4)


def test_dice_move() -> None:
    game = evening(food=1, used=[4, 5, 6], raid=3, weather=2, hourglass=1)
    game.step("eat food")
    assert (game.hourglass, game.weather, game.raid) == (Die(4), Die(5), Die(6))
    assert game.hand == [Die(1), Die(2), Die(3)]  # freshly rolled
    assert game.used == []


@pytest.mark.parametrize("day", range(2, 17))
def test_date_icons_raise_the_dice_of_the_new_day(day: int) -> None:
    game = evening(day=day - 1, food=1, used=[1, 2, 3])
    game.step("eat food")
    weather, raid = FACTS.date_icons.get(day, (0, 0))
    assert (game.day, game.weather, game.raid) == (day, Die(2 + weather), Die(3 + raid))


def test_date_icons_stop_at_six() -> None:
    game = evening(day=15, food=1, used=[1, 6, 5])
    game.step("eat food")
    assert (game.weather, game.raid) == (Die(6), Die(6))


def test_out_of_time_at_the_end_of_the_last_day() -> None:
    game = evening({"quest": 1}, day=6, food=1)
    game.step("eat food")
    assert (game.over, game.victory, game.cause) == (True, False, "out of time")
    assert (game.day, game.rounds) == (6, 6)
    assert game.legal_actions() == []
    with pytest.raises(ValueError, match="not legal"):
        game.step("go on")


# --- Quests


def test_quest_1_hunt_then_rope() -> None:
    options = {"quest": 1}
    game = at_box("hunt", 6, options, space="meadow")
    game.step("hunt")
    assert not game.over
    put(game, wood=1, leather=2, hand=[4, 4])
    game.step("use die 1")
    game.step("craft rope")
    assert (game.over, game.victory, game.cause) == (True, True, "quest done")


def test_quest_1_rope_then_hunt() -> None:
    game = at_box("hunt", 6, {"quest": 1}, space="meadow", tools={"rope"})
    game.step("hunt")
    assert game.victory
    game = at_box("hunt", 6, {"quest": 1}, space="west_beach", tools={"rope"})
    game.step("hunt")
    assert not game.over


@pytest.mark.parametrize(
    ("quest", "tool", "space"),
    [(2, "flag", "summit"), (3, "fire", "green_hill"), (4, "watch_dog", "southern_tip")],
)
def test_quests_2_3_4(quest: int, tool: str, space: str) -> None:
    stock = {"wood": 9, "stone": 9, "leather": 9, "food": 9}
    game = at_box("gain one", 6, {"quest": quest}, space=space, **stock)
    game.step(f"craft {tool}")
    assert game.victory
    assert game.health == 4  # no evening


def travel(game: ReferenceDieson, *spaces: str) -> None:
    """Move along these spaces, with a fresh die of six each time."""
    for space in spaces:
        assert not game.over
        put(game, action_box=4, hand=[6], used=[], food=5, phase="die")
        game.step("use die 1")
        game.step(f"move to {space}")


BY_DEER_TO_SUMMIT = ("south_forest", "clearing", "riverbank", "west_slope", "summit")
BY_CANNIBALS_TO_SUMMIT = ("village", "village_path", "east_slope", "summit")


def test_quest_5_out_by_deer_and_back_by_cannibals() -> None:
    game = afternoon({"quest": 5})
    travel(game, *BY_DEER_TO_SUMMIT, *reversed(BY_CANNIBALS_TO_SUMMIT[:-1]), "southern_tip")
    assert game.victory


def test_quest_5_out_by_cannibals_and_back_by_deer() -> None:
    game = afternoon({"quest": 5})
    travel(game, *BY_CANNIBALS_TO_SUMMIT, *reversed(BY_DEER_TO_SUMMIT[:-1]), "southern_tip")
    assert game.victory


def test_quest_5_the_same_way_back_is_not_enough() -> None:
    game = afternoon({"quest": 5})
    travel(game, *BY_DEER_TO_SUMMIT, *reversed(BY_DEER_TO_SUMMIT[:-1]), "southern_tip")
    assert not game.over
    travel(game, "village", "southern_tip")  # a second way back, of which the village is a part
    assert game.victory


def test_quest_5_needs_the_summit() -> None:
    game = afternoon({"quest": 5})
    travel(game, "village", "southern_tip", "south_forest", "clearing", "south_forest")
    travel(game, "southern_tip")
    assert not game.over


def test_quest_6_needs_the_bow_at_the_hunt() -> None:
    game = at_box("hunt", 6, {"quest": 6}, space="village", tools={"bow"})
    assert "hunt" not in game.legal_actions()
    game = at_box("hunt", 6, {"quest": 6}, space="village", tools={"bow", "stone_knife", "axe"})
    assert "hunt" not in game.legal_actions()  # 5 + 3
    tools = {"bow", "stone_knife", "axe", "machete"}
    game = at_box("hunt", 6, {"quest": 6}, space="village", tools=tools)
    game.step("hunt")
    assert game.victory


def test_quest_6_hunt_without_bow_does_not_count() -> None:
    game = at_box("hunt", 6, {"quest": 6}, space="village", water=2, tools={"waterskin"})
    game.extra_stars = 5
    game.step("hunt")
    assert not game.over
    put(game, wood=3, leather=3, hand=[6, 6])
    game.step("use die 1")
    game.step("craft bow")
    assert not game.over


@pytest.mark.parametrize(("weather", "open_sea"), [(1, True), (2, True), (3, False)])
def test_quest_7_escape(weather: int, open_sea: bool) -> None:
    game = at_box("move", 1, space="southeast_tip", tools={"raft"}, weather=weather)
    assert ("escape" in game.legal_actions()) == open_sea
    if open_sea:
        game.step("escape")
        assert (game.victory, game.cause) == (True, "quest done")


def test_escape_takes_the_place_of_moving() -> None:
    game = at_box("move", 6, space="southeast_tip", tools={"raft"}, weather=1)
    assert not [name for name in game.legal_actions() if name.startswith("move")]


def test_escape_needs_raft_place_and_quest() -> None:
    fair: dict[str, Any] = {"weather": 1, "food": 1}
    assert "escape" not in at_box("move", 6, space="southeast_tip", **fair).legal_actions()
    game = at_box("move", 6, space="southern_tip", tools={"raft"}, **fair)
    assert "escape" not in game.legal_actions()
    other = at_box("move", 6, {"quest": 6}, space="southeast_tip", tools={"raft"}, **fair)
    assert "escape" not in other.legal_actions()
    assert "move to southeast_shore" in other.legal_actions()


def test_patches_can_clear_the_way_for_the_raft() -> None:
    options = {"friend": "patches"}
    state: dict[str, Any] = {"space": "southeast_tip", "tools": {"raft"}, "action_box": 9}
    game = afternoon(options, hand=[1], used=[1, 1], weather=3, friend_disc=2, **state)
    game.step("friend help weather")  # the last die is chosen by itself
    game.step("escape")
    assert game.victory


# --- Options: the blue die


def test_blue_die_replaces_the_gray_one() -> None:
    game = new_game(3, 1, 1, blue_die=True)
    assert game.hand == [Die(1), Die(1, blue=True), Die(3)]


def test_blue_die_turns_once_an_afternoon() -> None:
    game = afternoon({"blue_die": True}, hand=[Die(1), Die(1, blue=True), Die(3)])
    assert game.legal_actions() == ["use die 1", "use die 2", "use die 3", "turn die 2"]
    game.step("turn die 2")
    assert game.hand == [Die(1), Die(3), Die(6, blue=True)]
    assert game.legal_actions() == ["use die 1", "use die 2", "use die 3"]


def test_blueprint_is_left_for_another_die() -> None:
    game = afternoon(tools={"blueprint"}, hand=[Die(1), Die(2, blue=True), Die(3)])
    game.step("turn die 2")
    assert game.hand == [Die(1), Die(3), Die(5, blue=True)]
    assert "turn die 3" not in game.legal_actions()
    game.step("turn die 1")
    assert game.hand == [Die(3), Die(5, blue=True), Die(6)]
    assert game.legal_actions() == ["use die 1", "use die 2", "use die 3"]


def test_blue_die_goes_the_way_of_the_dice() -> None:
    game = evening(food=1, used=[1, Die(5, blue=True), 3])
    game.step("eat food")
    assert game.weather == Die(5, blue=True)
    put(game, hand=[], used=[1, 2, 3], food=1, phase="die")
    game.step("go on")
    game.step("eat food")
    assert sum(die.blue for die in game.hand) == 1


# --- Whole games

STOCK = ("wood", "stone", "leather", "fence", "roof", "food")


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any quest, character, side, friend, set of tools, with or without the blue die."""
    quest = rng.choice(list(FACTS.quests))
    tools = [tool for tool in ALL_TOOLS if rng.random() < 0.8 or tool == TOOL_OF_QUEST.get(quest)]
    return {
        "quest": quest,
        "character": rng.choice(FACTS.characters),
        "hearts": rng.choice(FACTS.hearts),
        "friend": rng.choice([None, *FACTS.friends]),
        "tools": tools,
        "blue_die": rng.random() < 0.5,
    }


def sensible(legal: list[str]) -> list[str]:
    """Leave out what mostly leads to an early death, as far as something else is left."""
    return [name for name in legal if name not in ("raise with health", "lose health")] or legal


def random_game(rng: random.Random) -> ReferenceDieson:
    """A game with random options."""
    return ReferenceDieson(**random_options(rng), dice=lambda: rng.randint(1, 6))


def well_stocked(rng: random.Random, game: ReferenceDieson) -> ReferenceDieson:
    """The game from any space, with plenty of everything."""
    health = rng.randint(10, 60)
    space = rng.choice(list(FACTS.spaces))
    return put(game, space=space, health=health, max_health=health, **dict.fromkeys(STOCK, 20))


def play(rng: random.Random, game: ReferenceDieson, *, careful: bool) -> list[str]:
    """Play a random game to its end; the actions taken."""
    actions: list[str] = []
    while not game.over:
        legal = game.legal_actions()
        assert len(legal) >= 2
        check_invariants(game)
        actions.append(rng.choice(sensible(legal) if careful else legal))
        game.step(actions[-1])
    assert game.legal_actions() == []
    assert game.victory == (game.cause == "quest done")
    assert (game.health == 0) == (game.cause == "died")
    return actions


def check_invariants(game: ReferenceDieson) -> None:
    """What always holds while the game is on."""
    assert 0 < game.health <= game.max_health
    assert all(getattr(game, name) >= 0 for name in STOCK)
    assert 0 <= game.water <= 2
    assert 0 <= game.friend_disc <= 3
    assert 1 <= game.action_box <= 9
    assert 1 <= game.event_box <= 7
    assert 1 <= game.day <= FACTS.quests[game.quest].days
    in_action = game.chosen is not None and not game.toms_action
    assert len(game.hand) + len(game.used) + in_action == 3
    dice = [*game.hand, *game.used, game.hourglass, game.weather, game.raid]
    assert all(1 <= die.value <= 6 for die in dice)
    assert game.hand == sorted(game.hand)


def test_a_thousand_random_games_end_within_200_steps() -> None:
    rng = random.Random(20220501)
    for number in range(1000):
        actions = play(rng, random_game(rng), careful=number % 2 == 1)
        assert len(actions) <= 200


def test_well_stocked_random_games_end_within_600_steps_and_meet_every_action() -> None:
    rng = random.Random(16)
    causes = set()
    seen: set[str] = set()
    for number in range(300):
        game = well_stocked(rng, random_game(rng))
        actions = play(rng, game, careful=number % 3 > 0)
        assert len(actions) <= 600
        causes.add(game.cause)
        seen.update(actions)
    assert causes == {"died", "out of time", "quest done"}
    assert seen == set(ACTIONS)


def test_action_names_are_distinct() -> None:
    assert len(set(ACTIONS)) == len(ACTIONS) == 80
