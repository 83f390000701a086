"""The slow engine of Dieson Crusoe: characters, friends, free actions."""

from typing import Any

import pytest

from tests.reference.dieson_games import (
    REROLLS,
    afternoon,
    at_box,
    evening,
    event,
    new_game,
    put,
    start_of_afternoon,
)

from .dieson.dice import Die
from .dieson.facts import FACTS
from .dieson.friends import free_actions
from .dieson.game import ReferenceDieson

# ------------------------------------------------------------------ Characters


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


# ------------------------------------------------------------------ Friends


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


# ------------------------------------------------------------------ Free actions: the windows


def free(game: ReferenceDieson) -> list[str]:
    return free_actions(game)


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
