"""The phases of a day: morning, afternoon, action boxes, evening (docs/dieson.md)."""

import pytest

from tests.dieson.table import BLUE, Table

MORNING = (2, 4, 5)

# ---------------------------------------------------------------- set-up


def test_set_up():
    table = Table(chance=MORNING, character="hunter", friend="jack")
    s = table.s
    assert table.goods() == {"food": 3} or table.phase == "event"
    assert (s.health, s.max_health, s.water, s.disc, s.rounds) == (5, 5, 0, 0, 1)
    assert [table.icon(name) for name in ("hourglass", "weather", "raid")] == [1, 1, 1]
    assert table.unused == [2, 4, 5]
    assert table.box == "gain_food"  # box 9 of 9
    assert table.tools == set()
    assert table.space == "west_beach"


def test_blue_die_takes_the_place_of_the_gray_one():
    assert Table(chance=(4, 4, 4), blue_die=True).unused == [4, 4, BLUE + 4]
    assert Table(chance=(1, 3, 1), blue_die=True).unused == [1, BLUE + 1, 3]


# ---------------------------------------------------------------- morning


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("reroll 1", [4, 5, 6]),
        ("reroll 3", [2, 4, 6]),
        ("reroll 1 3", [1, 4, 6]),
        ("reroll 2 3", [1, 2, 6]),
        ("reroll 1 2 3", [1, 3, 6]),
    ],
)
def test_rerolls_cost_a_stone_and_roll_in_ascending_order(name, after):
    table = Table().put(phase="roll", unused=[2, 4, 5], stone=2)
    table.env.force_chance([6, 1, 3])
    table.do(name)
    assert table.unused == after
    assert table.s.goods[2] == 1
    assert table.phase == "roll"


EVENTS = {
    1: {"food": 3},
    2: "event",
    3: {"raid": 3},
    4: {"food": 0},
    5: {"disc": 1},
    6: {"fence": 1, "roof": 0},
    7: {"weather": 3},
}


@pytest.mark.parametrize(("box", "after"), EVENTS.items())
@pytest.mark.parametrize("smallest", range(1, 7))
def test_events(box, after, smallest):
    before = {"food": 2, "fence": 2, "roof": 1, "stone": 1}
    table = Table(friend="tom").put(phase="roll", unused=[smallest, 6, 6], **before)
    table.put(event_box=(box - 1 - smallest) % 7, raid=1, weather=1, disc=0).do("go on")
    if after == "event":
        assert table.phase == "event"
        assert table.legal == {"take wood", "take stone"}
        assert table.do("take wood").goods() == {**before, "wood": 1}
        return
    assert table.s.event_box == box - 1
    expected = {**before, "raid": 1, "weather": 1, "disc": 0, **after}
    found = {name: table.goods().get(name, 0) for name in before}
    found |= {"raid": table.icon("raid"), "weather": table.icon("weather"), "disc": int(table.s.disc)}
    assert found == expected


# ---------------------------------------------------------------- afternoon


def test_the_action_meeple_moves_by_the_die_and_the_die_is_placed():
    table = Table().put(phase="die", unused=[1, 3, 5], box="gain_food", used=[])
    table.do("use die 2")
    assert table.box == "gain_stones"
    assert (table.phase, table.unused, table.used) == ("action", [1, 5], [])
    table.do("gain stones")
    assert (table.phase, table.used) == ("die", [3])


@pytest.mark.parametrize(("value", "stars"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_stars_of_a_die(value, stars):
    table = Table().at_box("gain_wood", value)
    if stars:
        assert table.do("gain wood").goods() == {"wood": stars}
    else:
        assert "gain wood" not in table.legal


def test_raising_with_food_and_health_counts_for_stars_only():
    table = Table().at_box("gain_wood", 2, food=1, health=4)
    table.do("raise with food", "raise with health", "gain wood")
    assert (table.goods(), table.s.health) == ({"wood": 2}, 3)
    assert table.used == [2]
    assert table.box == "gain_wood"


def test_a_raise_with_the_last_health_loses():
    table = Table().at_box("gain_wood", 5, health=1).do("raise with health")
    assert (table.s.over, table.end) == (1, "died")


@pytest.mark.parametrize(
    ("box", "action", "pays", "gains"),
    [
        ("build_fences", "build fences", {"wood": 1, "stone": 1}, {"fence": 2}),
        ("build_roofs", "build roofs", {"wood": 1, "leather": 1}, {"roof": 2}),
    ],
)
def test_building(box, action, pays, gains):
    assert Table().at_box(box, 1, **pays).do(action).goods() == gains
    for good in pays:
        assert action not in Table().at_box(box, 1, **{**pays, good: 0}).legal


LINES = [
    ("west_beach", "west_grove", 1), ("west_beach", "west_rocks", 1), ("west_grove", "north_shore", 1),
    ("west_rocks", "meadow", 1), ("north_shore", "north_woods", 1), ("meadow", "riverbank", 1),
    ("meadow", "clearing", 1), ("riverbank", "clearing", 1), ("village_path", "village", 1),
    ("west_grove", "meadow", 2), ("north_woods", "green_hill", 2), ("north_woods", "west_slope", 2),
    ("riverbank", "west_slope", 2), ("clearing", "south_forest", 2), ("southern_tip", "southeast_shore", 2),
    ("southeast_shore", "southeast_tip", 2), ("west_slope", "summit", 3), ("summit", "east_slope", 3),
    ("east_slope", "village_path", 3), ("village", "southern_tip", 3), ("village", "southeast_shore", 3),
    ("south_forest", "southern_tip", 3), ("south_forest", "southeast_shore", 3),
]  # fmt: skip
RESOURCES = {
    "west_grove": "wood", "west_rocks": "stone", "north_shore": "food", "north_woods": "wood",
    "meadow": "food", "riverbank": "stone", "clearing": "wood", "west_slope": "stone",
    "east_slope": "leather", "south_forest": "wood", "southeast_shore": "food",
    "village_path": "food", "village": "leather",
}  # fmt: skip
FOOD_COSTS = {"west_slope": 1, "east_slope": 1, "summit": 1}
VALUE_FOR_STARS = {0: 1, 1: 2, 2: 4, 3: 6}


@pytest.mark.parametrize(
    "line", [*LINES, *((b, a, stars) for a, b, stars in LINES)], ids=lambda line: " ".join(line[:2])
)
def test_every_line_of_the_map(line):
    start, end, stars = line
    table = Table(quest=4).at_box("move", VALUE_FOR_STARS[stars], space=start, food=FOOD_COSTS.get(end, 0))
    table.do(f"move to {end}")
    assert table.space == end
    assert table.goods() == ({RESOURCES[end]: 1} if end in RESOURCES else {})
    too_few = Table(quest=4).at_box("move", VALUE_FOR_STARS[stars - 1], space=start, food=2)
    assert f"move to {end}" not in too_few.legal


HUNTS = {
    "west_beach": (2, {"food": 1}),
    "meadow": (3, {"food": 1, "leather": 1}),
    "green_hill": (4, {"food": 2, "leather": 1}),
    "summit": (5, {"food": 2, "leather": 2}),
    "southern_tip": (6, {"food": 2, "leather": 3}),
    "village": (9, {}),
}


@pytest.mark.parametrize(("space", "card"), HUNTS.items())
def test_hunt_of_every_area(space, card):
    """Power 1, the die's stars, and water for the rest."""
    strength, gains = card
    table = Table(quest=4).at_box("hunt", 2, space=space, extra_stars=strength - 2)
    assert table.do("hunt").goods() == gains
    assert "hunt" not in Table(quest=4).at_box("hunt", 1, space=space, extra_stars=strength - 2).legal


# ---------------------------------------------------------------- evening


def test_the_meal_costs_food_or_health():
    assert Table().in_evening("meadow", food=2).do("eat food").goods() == {"food": 1}
    table = Table().in_evening("meadow", food=2, health=3).do("lose health")
    assert (table.goods(), table.s.health) == ({"food": 2}, 2)
    assert Table().in_evening("meadow", food=2, health=1).do("lose health").end == "died"


@pytest.mark.parametrize(
    ("value", "roofs", "left", "health"),
    [
        (1, 0, 0, 5), (2, 1, 1, 5), (3, 1, 0, 5), (4, 0, 0, 4), (4, 3, 2, 5),
        (5, 2, 0, 5), (5, 1, 0, 4), (6, 0, 0, 3), (6, 3, 1, 5),
    ],
)  # fmt: skip
def test_weather(value, roofs, left, health):
    table = Table().in_evening("meadow", food=1, weather=value, roof=roofs).do("eat food")
    assert (table.goods().get("roof", 0), table.s.health) == (left, health)


RAIDS = [
    ("west_beach", {"food": 2}, {"food": 1}, 0),
    ("west_beach", {"fence": 5}, {"fence": 5}, 0),
    ("meadow", {"fence": 2, "food": 2}, {"fence": 1, "food": 2}, 0),
    ("meadow", {"food": 3}, {"food": 1}, 0),
    ("meadow", {"food": 1}, {}, 0),
    ("green_hill", {"fence": 2, "food": 1}, {"food": 1}, 0),
    ("green_hill", {"fence": 1, "food": 2}, {"fence": 1, "food": 1}, 1),
    ("summit", {"fence": 3, "food": 1}, {"fence": 1, "food": 1}, 0),
    ("summit", {"fence": 1, "food": 3}, {"fence": 1, "food": 1}, 1),
    ("southern_tip", {"fence": 2}, {}, 0),
    ("southern_tip", {"fence": 1, "food": 3}, {"fence": 1, "food": 2}, 2),
    ("village", {"fence": 9, "food": 9}, {"fence": 9, "food": 9}, 2),
]


@pytest.mark.parametrize(("space", "before", "after", "health"), RAIDS)
@pytest.mark.parametrize("raid", [4, 5, 6])
def test_raid_of_every_area(space, before, after, health, raid):
    goods = {**before, "food": before.get("food", 0) + 1}  # for the meal
    table = Table(quest=7).in_evening(space, raid=raid, **goods).do("eat food")
    assert table.goods() == (before if raid == 4 else after)
    assert table.s.health == 5 - (health if raid > 4 else 0)


def test_dice_move_and_the_new_day_raises_them():
    table = Table(quest=7).in_evening("meadow", food=1, used=[3, 4, 6], hourglass=2, weather=1, raid=5)
    table.put(rounds=12, fence=1)
    table.env.force_chance([6, 6, 1])
    table.do("eat food")
    assert table.s.rounds == 13
    assert [table.icon(name) for name in ("hourglass", "weather", "raid")] == [3, 5, 6]
    assert table.unused == [1, 6, 6]
    assert table.used == []


ICONS = {3: (1, 0), 4: (0, 1), 5: (1, 0), 6: (0, 1), 7: (1, 0), 8: (0, 1), 9: (2, 0), 10: (0, 2)}
ICONS |= {11: (2, 0), 12: (0, 2), 13: (1, 1), 14: (2, 0), 15: (0, 2), 16: (2, 2)}


@pytest.mark.parametrize("day", range(2, 17))
def test_icons_of_every_day(day):
    table = Table(quest=7).in_evening("meadow", food=1, used=[1, 2, 2], rounds=day - 1).do("eat food")
    weather, raid = ICONS.get(day, (0, 0))
    assert (table.icon("weather"), table.icon("raid")) == (2 + weather, 2 + raid)
