"""The slow engine of Dieson Crusoe: set-up, morning, afternoon, action boxes."""

from typing import Any

import pytest

from tests.reference.dieson_games import BOX, REROLLS, afternoon, at_box, event, new_game, put

from .dieson import boxes
from .dieson.dice import Die
from .dieson.facts import FACTS

# ------------------------------------------------------------------ Set-up


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


# ------------------------------------------------------------------ Morning


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


# ------------------------------------------------------------------ Afternoon


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


# ------------------------------------------------------------------ Action boxes


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
    boxes.move(game, space)
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
