"""The worked examples of the rulebook of Robinson Crusoe, section by section."""

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases import planning
from crusoe_env.robinson.rules.world import items
from crusoe_env.robinson.rules.world.requirements import possible
from tests.robinson.ids import ITEM
from tests.robinson.rulebook import SOLO, act


def test_only_who_takes_the_threat_action_gains_its_determination(table):
    """Planning, Chanty: two pawns of two players; two determination for one of them, morale for all."""
    game = table(players=2, starting_items=0)
    s = game.s
    game.to_planning()
    s.threat[:] = [game.card("event", "memories_of_the_cruise"), c.NONE]
    s.determination[:] = 0
    s.morale = 0
    first = int(s.acting)
    game.do("plan threat left")
    game.do("support: pawn of the next player")
    act(game)
    assert s.determination[first] == 2
    assert s.determination.sum() == 2
    assert s.morale == 1
    assert s.threat[0] == c.NONE


def test_the_first_plains_make_basket_cure_and_rope_possible(table):
    """Exploration: terrain marked, a beast shuffled in, two tokens for later."""
    game = table(**SOLO)
    s = game.s
    at = list(s.tiles[: s.tiles_left]).index(0)  # tile 1: plains, wood, beast, two tokens
    s.tiles[at], s.tiles[s.tiles_left - 1] = s.tiles[s.tiles_left - 1], 0
    s.invention_state[ITEM["basket"]] = c.ON_BOARD
    of_plains = [c.FIRST_INVENTION + item for item in (ITEM["basket"], ITEM["cure"], ITEM["rope"])]
    assert not any(possible(s, game.t, c.BUILD, target, 0) for target in of_plains)
    game.to_planning()
    s.field_tokens[:] = 0
    game.do("plan explore 4", "use dog")
    act(game)
    assert all(possible(s, game.t, c.BUILD, target, 0) for target in of_plains)
    assert s.hunting_left == 1
    assert s.discovery.sum() == 0
    assert s.discovery_future.sum() == 2


def test_weather_example_with_dice_and_token(table):
    """Weather: two rain clouds rolled and a winter token, roof 1, 3 wood and 1 food."""
    game = table(players=3, starting_items=0)
    s = game.s
    s.rounds, s.roof = 4, 1
    s.weather_tokens = c.SNOW
    s.determination[:] = 0
    s.available[:] = [3, 1, 0, 0]
    game.roll(4)  # two clouds
    s.phase = c.WEATHER_PHASE
    game.step(steps.ROLL_WEATHER)
    game.step(steps.FACE_WEATHER)
    assert list(s.available) == [0, 0, 0, 0]
    assert list(s.wounds[:3]) == [1, 1, 1]
    assert s.weather_tokens == 0


def test_economical_construction_takes_a_threat_action_without_its_wood(table):
    """Character skills."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.threat[:] = [game.card("event", "heavy_rain"), c.NONE]
    s.available[:] = 0
    s.determination[0] = 2
    assert "plan threat left" not in game.legal()
    game.do("use skill 1", "plan threat left")
    assert s.available[c.WOOD] == 0


def test_the_only_mountains_lost_make_knife_and_fire_impossible(table):
    """Unexplored terrain; what is built stays."""
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 2)
    targets = [c.FIRST_INVENTION + item for item in (ITEM["knife"], ITEM["fire"])]
    assert all(possible(s, game.t, c.BUILD, target, 0) for target in targets)
    s.phase = c.EVENT_PHASE
    card = game.card("event", "earthquake")
    game.run(game.t.event_program[card], card)
    assert s.face_down[4] == 1
    assert not any(possible(s, game.t, c.BUILD, target, 0) for target in targets)
    game.open_tile(7, 5)
    assert all(possible(s, game.t, c.BUILD, target, 0) for target in targets)


def test_mystery_example_of_the_rulebook(table):
    """Trap passed over, treasure, trap passed over, creature, then on to the second treasure."""
    game = table(**SOLO)
    s = game.s
    s.phase = c.RESOLUTION
    game.next_mysteries("sharp_blade", "cave_with_furs", "net", "bite", "antique_rapier")
    game.draw_mysteries(treasure=2, creature=1)
    game.do("choose A", "choose A")
    found = [m for m in range(components.MYSTERY_CARDS) if s.mystery_state[m] == c.MYSTERY_FUTURE]
    assert [components.MYSTERY_IDS[m] for m in found] == ["cave_with_furs", "antique_rapier"]
    assert s.wounds[0] == 1
    assert s.mysteries_left == components.MYSTERY_CARDS - 3
    assert s.decision == c.NO_DECISION


def test_a_pawn_of_a_lost_map_that_is_in_use_stays(table):
    """Turning items: the pawn is lost unless it is in use."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    s.invention_state[ITEM["map"]] = c.BUILT
    game.do("plan explore 4", "use map")
    items.lose_item(s, game.t, ITEM["map"], c.ON_BOARD)
    assert not planning.dice_are_rolled(s, game.t, 0)
