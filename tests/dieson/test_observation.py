"""What the observation says about a table that is laid out by hand."""

import numpy as np
import pytest

from crusoe_env.dieson.rules.stars import stars_for
from crusoe_env.dieson.state import KINDS, SPACE_IDS, TOOL_IDS
from tests.dieson.table import BLUE, Table


def parts(table: Table) -> dict[str, np.ndarray]:
    return table.env.game.observations.split(table.env.batch.observations[0])


def test_dice_boxes_and_events():
    table = Table(blue_die=True, tools=["rope"]).put(phase="die", unused=[2, BLUE + 5], used=[6])
    seen = parts(table.put(hourglass=1, weather=3, raid=6, box="gain_food", event_box=6))
    assert seen["unused dice"].nonzero()[1].tolist() == [1, 4, 6, 7]  # a 2; a 5, blue, may be turned
    assert seen["reachable boxes"].argmax(axis=1)[:2].tolist() == [1, 4]  # gain one, gain wood
    assert seen["boxes of sums"].argmax(axis=1)[0] == 6  # 2 and 5: recover
    assert seen["boxes of sums"][1:].sum() == 0  # there is no third die
    assert seen["used dice"][0].tolist() == [0, 0, 0, 0, 0, 1, 0]
    assert seen["icon dice"].argmax(axis=1).tolist() == [0, 2, 5]
    assert seen["events"].argmax(axis=1).tolist() == [0, 1, 2, 3, 4, 5]
    assert seen["time"][3:].tolist() == [0.5, 1.0]  # one roof, and a raid


def test_boxes_that_three_dice_reach_together():
    seen = parts(Table().put(phase="die", unused=[1, 2, 4], used=[], box="gain_food"))
    assert seen["boxes of sums"].argmax(axis=1).tolist() == [2, 4, 5, 6]  # 3, 5, 6 and 7 boxes on


def test_what_weather_and_raid_would_take_tonight():
    table = Table().put(phase="die", unused=[1], space="north_shore", food=0, health=5, weather=6, raid=5)
    assert parts(table)["tonight"].tolist() == [1.0, 0.5, 0.5, 0.125]  # 2 roofs, 1 health and 1 food, hunger
    safe = table.put(roof=2, fence=2, food=1)
    assert parts(safe)["tonight"].tolist() == [0.0, 0.0, 0.0, 0.625]


def test_castaway():
    seen = parts(Table().put(phase="die", unused=[1, 2], food=3, fence=25, health=2, water=1))
    assert seen["goods"][0].tolist() == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, np.float32(0.15)]
    assert seen["goods"][4].tolist() == [1] * 10 + [1.25]
    assert (seen["health"].sum(), seen["lost hearts"].sum(), seen["water"].sum()) == (2, 3, 1)


@pytest.mark.parametrize("tools", [set(), {"basket", "axe"}, set(TOOL_IDS)], ids=len)
def test_stars_are_those_of_the_rules(tools):
    table = Table(character="hunter").at_box("hunt", 4, tools=tools, extra_stars=1)
    expected = [stars_for(table.s, table.t, kind) / 8 for kind in range(KINDS)]
    assert parts(table)["stars"].tolist() == expected
    assert parts(table)["action"].nonzero()[0].tolist() == [3, 6, 11, 12]  # a 4, one star, stars count, hunt


def test_island_and_tools():
    table = Table(quest=5).put(
        phase="die", unused=[1, 2], space="southern_tip", leather=2, food=3, tools=set()
    )
    seen = parts(table)
    lines = {SPACE_IDS[i]: float(x) for i, x in enumerate(seen["lines"]) if x}
    assert lines == {"south_forest": 0.75, "southeast_shore": 0.5, "village": 0.75}
    dog = seen["tools"][TOOL_IDS.index("watch_dog")]
    assert dog.tolist() == [0, 1, 1, 1, 0.5, 0]
    raft = seen["tools"][TOOL_IDS.index("raft")]
    assert raft.tolist() == [0, 1, 0, 0, 0.75, 0]
    distances = seen["distances"] * 20
    assert distances.round().tolist() == [12, 10, 0, 4, 20, 10]  # hill, summit, here, tip, no hunt, far end


def test_who_has_turned_back_is_told_the_way_home():
    table = Table(quest=5).put(phase="die", unused=[1, 2], space="village", tools=set())
    far = (parts(table)["distances"] * 20).round().tolist()[-1]
    home = (parts(table.put(turned_back=1))["distances"] * 20).round().tolist()[-1]
    assert (far, home) == (7, 3)  # over two lines; home by the one to the southern tip
