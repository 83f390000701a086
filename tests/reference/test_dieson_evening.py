"""The slow engine of Dieson Crusoe: evening, quests, the blue die, whole games."""

import random
from typing import Any

import pytest

from tests.reference.dieson_games import ALL_TOOLS, afternoon, at_box, evening, new_game, put

from .dieson.dice import Die
from .dieson.facts import FACTS
from .dieson.game import ReferenceDieson
from .dieson.names import ACTIONS
from .dieson.quests import TOOL_OF_QUEST

# ------------------------------------------------------------------ Evening


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


# ------------------------------------------------------------------ Quests


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


# ------------------------------------------------------------------ Options: the blue die


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


# ------------------------------------------------------------------ Whole games


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
