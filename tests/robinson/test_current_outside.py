"""The current edition: fights of an action, and what who sleeps outside keeps and bears."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.world.island import measure
from tests.robinson.cards.position import CARPENTER, Position
from tests.robinson.ids import STARTING, TOKEN


def test_a_weapon_bonus_against_danger_does_not_serve_in_a_fight_too(table):
    """The Cook explores where it is dangerous, and meets gremlins of strength 2 in the cave that he finds."""
    for edition, wounds in (("first", 0), ("current", 2)):
        game = table(characters=["cook"], starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        s.field_tokens[:] = 0
        s.field_tokens[c.EXPLORE] = c.DANGER | c.ADVENTURE_TOKEN
        s.starting_uses[STARTING["pistol"]] = 1
        s.weapon = 0
        game.do("plan explore 0", "support: own pawn")
        game.next_adventure(2, game.card("explore_adventure", "secret_cave"))
        game.next_mysteries("gremlins")
        game.resolve()
        game.do("use pistol", "choose B")
        while game.decision == "window":
            game.do("pass")
        assert game.decision == "branch"  # whether to draw more
        assert s.wounds[0] == wounds


@pytest.fixture
def explorer_outside(table):
    """The Explorer gathers wood, then finds a tile with a token, and a puma: he will sleep outside."""

    def make(edition: str):
        game = table(players=2, characters=["explorer", "cook"], starting_items=0, edition=edition)
        s = game.s
        game.to_planning()
        s.field_tokens[:] = 0
        s.threat[:] = c.NONE
        s.first_player = s.planner = s.acting = 0
        game.open_tile(4, 7)
        measure(s, game.t)
        s.free_pawns[:2] = 4, 0
        s.free_pawns[c.FRIDAY] = 0
        s.available[:] = s.future[:] = s.determination[:] = 0
        s.tiles[s.tiles_left - 1] = 2
        s.discovery_stack[: s.discoveries_left] = TOKEN["tobacco"]
        game.do("plan gather wood on 4", "pass", "plan explore 7", "pass", "plan rest")
        game.next_adventure(2, game.card("explore_adventure", "puma"))
        return game

    return make


def test_a_treasure_of_an_earlier_action_serves_the_camp(explorer_outside):
    for edition, serves in (("first", False), ("current", True)):
        game = explorer_outside(edition)
        s = game.s
        s.phase = c.RESOLUTION
        game.next_mysteries("boxes")
        game.run(game.t.threat_reward[game.card("event", "wrecked_balloon"), 0])
        game.roll(6, 1, 1)
        game.resolve(1)
        game.do("choose A")
        game.end_of_actions()
        s.available[c.FOOD] = 3
        game.rot()
        assert s.available[c.FOOD] == (3 if serves else 0)


def test_what_a_later_action_brings_goes_to_the_group(explorer_outside):
    for edition, wood in (("first", 1), ("current", 0)):
        game = explorer_outside(edition)
        s = game.s
        game.roll(6, 1, 1)
        game.resolve(1)
        game.do("choose A")
        found = int(s.discovery_future[TOKEN["tobacco"]])
        game.roll(6, 1, 6)
        game.resolve(0)
        game.end_of_actions()
        assert (s.own[0, c.WOOD], s.available[c.WOOD]) == (wood, 1 - wood)
        assert (s.found[0, TOKEN["tobacco"]], s.discovery[TOKEN["tobacco"]]) == (found, 0)


def a_night(position: Position, finder: int, outside: bool) -> list[int]:
    """A night in which the finder of a mystery may be outside the camp; everybody's new wounds."""
    s = position.s
    s.outside[finder] = outside
    s.wounds[:] = 0
    position.night_wounds()
    position.use_nothing()
    wounds = s.wounds.tolist()
    s.outside[:] = 0
    return [*wounds[:3], wounds[c.FRIDAY]]


def found(position: Position, card: str, kind: int, finder: int) -> None:
    """Somebody finds this creature or trap in his action."""
    position.draw_mystery(components.MYSTERY_IDS.index(card), kind, person=finder)
    position.use_nothing()


@pytest.mark.parametrize("finder", [CARPENTER, c.FRIDAY])
def test_poison_found_by_who_sleeps_outside_is_his_alone(finder):
    for outside, wounds in ((False, [1, 1, 1, 1]), (True, alone(finder, 1))):
        position = Position(edition="current")
        found(position, "poison", c.TRAP_TYPE, finder)
        assert a_night(position, finder, outside) == wounds


@pytest.mark.parametrize("finder", [CARPENTER, c.FRIDAY])
def test_a_shiny_jewel_waits_for_the_night_after_one_outside(finder):
    for outside, nights in ((False, [1, 0]), (True, [0, 1])):
        position = Position(edition="current")
        found(position, "a_shiny_jewel", c.CREATURE_TYPE, finder)
        assert a_night(position, finder, outside) == [nights[0]] * 3 + [0]
        assert a_night(position, finder, False) == [nights[1]] * 3 + [0]


@pytest.mark.parametrize("finder", [CARPENTER, c.FRIDAY])
def test_the_strange_disease_of_who_sleeps_outside_is_two_markers_of_his(finder):
    """He may be sent outside before he finds it, or afterwards, when the markers have been shared already."""
    for sent_before in (False, True):
        position = Position(edition="current")
        position.s.outside[finder] = sent_before
        found(position, "strange_disease", c.TRAP_TYPE, finder)
        assert (position.decision == "person") != sent_before
        while position.decision == "person":
            position.do(position.legal()[1])
        assert a_night(position, finder, True) == alone(finder, 2)


def alone(person: int, wounds: int) -> list[int]:
    """Wounds of the three players and Friday, of whom only one has any."""
    return [wounds if person == one else 0 for one in (0, 1, 2, c.FRIDAY)]
