"""A night outside the camp: what was found stays with the finder, and he sees to himself."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, Position, number_of
from tests.robinson.ids import ITEM, STARTING, TOKEN

TWO = {"players": 2, "characters": ["carpenter", "cook"], "starting_items": 0}


@pytest.fixture
def outside(table):
    """The Carpenter will sleep outside; the actions are over."""
    game = table(**TWO)
    s = game.s
    s.phase = c.RESOLUTION
    s.rounds = 1
    s.first_player = 1
    s.outside[0] = 1
    s.shelter = 1
    s.available[:] = 0
    return game


def test_tokens_found_by_who_is_outside_wait_for_the_morning(outside):
    s = outside.s
    s.found[0, TOKEN["tobacco"]] = 1
    s.found[1, TOKEN["fallen_tree"]] = 1
    s.discovery_future[[TOKEN["tobacco"], TOKEN["fallen_tree"]]] = 1
    outside.end_of_actions()
    assert (s.discovery[TOKEN["fallen_tree"]], s.discovery[TOKEN["tobacco"]]) == (1, 0)
    assert (s.found[0, TOKEN["tobacco"]], s.found[1].sum()) == (1, 0)
    outside.step(steps.BEGIN_ROUND)
    assert s.discovery[TOKEN["tobacco"]] == 1
    assert s.found.sum() == 0


def test_who_is_outside_eats_what_his_own_token_gives(outside):
    s = outside.s
    s.found[0, TOKEN["nourishing_larvae"]] = 1
    s.discovery_future[TOKEN["nourishing_larvae"]] = 1
    s.available[c.FOOD] = 1  # for the Cook
    s.first_player = 0
    s.phase = c.NIGHT_PHASE
    outside.step(steps.NIGHT)
    assert outside.legal() == ["pass", "use token nourishing_larvae"]
    outside.do("use token nourishing_larvae")
    assert s.own[0, c.FOOD] + s.wounds[0] > 0
    assert s.wounds[0] == 1  # only for the open air
    assert s.wounds[1] == 0


def test_who_is_outside_cannot_use_the_things_of_the_camp(outside):
    s = outside.s
    s.discovery[TOKEN["tobacco"]] = 1
    s.starting_uses[STARTING["flask_of_rum"]] = 2
    s.wounds[:2] = 3
    s.invention_state[ITEM["pot"]] = c.BUILT
    s.available[c.FOOD] = 2
    s.phase = c.NIGHT_PHASE
    s.first_player = 0
    s.morale = 0
    outside.step(steps.WINDOW, window=c.AT_NIGHT)
    assert s.acting == 1
    assert {"use token tobacco", "use flask_of_rum", "use pot"} <= set(outside.legal())


def test_a_kept_treasure_of_who_is_outside_is_his_alone(outside):
    s = outside.s
    wine, boxes, furs = (
        components.MYSTERY_IDS.index(i) for i in ("bottle_of_wine", "boxes", "cave_with_furs")
    )
    for treasure in (wine, boxes, furs):
        s.mystery_state[treasure] = c.MYSTERY_FUTURE
        s.mystery_holder[treasure] = 0
        s.outside_treasures |= 1 << treasure
    outside.end_of_actions()
    assert s.available[c.FUR] == 0
    assert s.mystery_state[furs] == c.MYSTERY_FUTURE
    s.wounds[:2] = 5
    s.phase = c.NIGHT_PHASE
    s.available[c.FOOD] = 3
    outside.step(steps.ROT)
    assert s.available[c.FOOD] == 0  # the boxes are not in the camp
    outside.step(steps.WINDOW, window=c.AT_NIGHT)
    assert s.acting == 0
    outside.do("use treasure bottle_of_wine")  # nobody else is there
    assert list(s.wounds[:2]) == [3, 5]
    outside.step(steps.BEGIN_ROUND)
    assert s.available[c.FUR] == 2


def test_weather_passes_who_is_outside(outside):
    s = outside.s
    s.phase = c.WEATHER_PHASE
    s.snow = 1
    outside.step(steps.FACE_WEATHER)
    assert list(s.wounds[:2]) == [0, 3]  # a wood for the snow, food and wood for the cloud


def test_a_tile_with_a_shelter_protects_who_explored_it(outside):
    s = outside.s
    outside.open_tile(4, 2)
    s.phase = c.NIGHT_PHASE
    s.outside_space[0] = 4
    outside.step(steps.OPEN_AIR)
    assert list(s.wounds[:2]) == [0, 0]
    s.outside_space[0] = c.NONE
    outside.step(steps.OPEN_AIR)
    assert list(s.wounds[:2]) == [1, 0]


# ------------------------------------------------------------------ from the action to the next morning


def explore(position: Position, adventure: str, *dice: int) -> None:
    """The Carpenter explores space 0 with one pawn and has this adventure; other pawns stay idle, or rest."""
    position.plan()
    position.next_adventure(2, number_of(adventure))
    position.roll(*dice, 1)
    position.do("plan explore 0", "pass")
    while position.s.phase == c.PLANNING:
        position.do("pass" if "pass" in position.legal() else "plan rest")


def caught_in_a_net(edition: str, mysteries: str, tokens: str) -> Position:
    """The Carpenter finds these tokens, and in a cave a treasure and the Net: he sleeps outside."""
    position = Position(1, edition=edition)
    position.given(f"food 0; durable food 0; mysteries {mysteries}; tiles 9; tokens {tokens}")
    explore(position, "secret_cave", 6, 1)
    position.until("choose B")
    position.do("choose B", "choose A")
    assert position.s.outside[CARPENTER] == 1
    return position


@pytest.mark.parametrize("edition", ["first", "current"])
def test_a_hatchet_found_outside_waits_for_its_finder(edition):
    """Its wood token is put on the camp's tile when he brings the hatchet."""
    position = caught_in_a_net(edition, "hatchet_treasure net", "tobacco herbs goat")
    position.until_phase(c.NIGHT_PHASE)
    assert position.shows("treasure hatchet_treasure to come; space 3 none")
    position.to_planning()
    assert position.shows("treasure hatchet_treasure kept; space 3 plus_wood")


def to_the_event(position: Position) -> None:
    """Go on to the next round, before the event card takes effect: it is the cave's."""
    while position.s.phase != c.EVENT_PHASE:
        position.do("pass" if "pass" in position.legal() else position.legal()[0])


@pytest.mark.parametrize(("treasure", "larvae"), [("compass", 0), ("boxes", 1)])
def test_his_food_does_not_rot_but_tokens_of_food_do_unless_he_found_boxes(treasure, larvae):
    """First edition: only what lies in the camp rots, and the token says of itself that it does."""
    position = caught_in_a_net("first", f"{treasure} net", "nourishing_larvae nourishing_larvae goat")
    position.until_phase(c.NIGHT_PHASE)
    position.do("use token nourishing_larvae")
    to_the_event(position)
    assert position.shows(f"food {2 - 1}; token nourishing_larvae {larvae}")


@pytest.mark.parametrize(("treasure", "left"), [("compass", 0), ("boxes", 3)])
def test_in_the_current_edition_his_food_rots_unless_he_found_boxes(treasure, left):
    position = caught_in_a_net("current", f"{treasure} net", "nourishing_larvae nourishing_larvae goat")
    to_the_event(position)
    assert position.shows(f"food {left}")
