"""The rulebook of Robinson Crusoe: planning and resolving actions."""

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.phases import planning
from crusoe_env.robinson.rules.world.island import in_reach, measure
from tests.robinson.ids import ITEM
from tests.robinson.rulebook import SOLO, act

# ------------------------------------------------------------------ planning


def test_shelter_of_three_players_costs_three_wood_or_two_fur_not_mixed(table):
    game = table(players=3, starting_items=0)
    s = game.s
    game.to_planning()
    s.available[:] = [2, 0, 1, 0]
    assert "plan shelter" not in game.legal()
    s.available[:] = [3, 0, 2, 0]
    game.do("plan shelter")
    assert game.decision == "payment"
    assert set(game.legal()) == {"choose A", "choose B"}
    game.do("choose B")
    assert list(s.available) == [3, 0, 0, 0]


def test_roof_and_palisade_need_a_shelter(table):
    game = table(**SOLO)
    game.to_planning()
    game.s.available[:] = [9, 0, 9, 0]
    assert "plan roof" not in game.legal()
    assert "plan palisade" not in game.legal()
    game.s.shelter = 1
    assert "plan roof" in game.legal()
    assert "plan palisade" in game.legal()


def test_gathering_and_exploring_at_most_one_tile_away_with_one_pawn_more(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 4)
    game.open_tile(5, 10)
    game.to_planning()
    measure(s, game.t)
    assert in_reach(s, game.t, 5)
    assert not in_reach(s, game.t, 6)
    assert not in_reach(s, game.t, 3)
    legal = game.legal()
    assert "plan gather wood on 5" in legal
    assert "plan explore 6" not in legal
    assert "plan gather wood on 3" not in legal
    game.do("plan gather wood on 5")
    assert game.decision == "support"
    assert "pass" not in game.legal()


def test_a_source_is_gathered_once_a_round(table):
    game = table(**SOLO)
    game.open_tile(4, 4)
    game.to_planning()
    measure(game.s, game.t)
    game.do("plan gather wood on 4", "pass")
    assert "plan gather wood on 4" not in game.legal()


def test_additional_pawns_never_act_alone(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.invention_state[ITEM["map"]] = c.BUILT
    s.free_pawns[:] = 0
    assert not planning.may_open(s, game.t, 0, c.EXPLORE, 4)
    s.free_pawns[0] = 1
    game.do("plan explore 4", "use map")
    assert s.plan_pawns[0] == 2


# ------------------------------------------------------------------ resolution


def test_arranging_the_camp_twice(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    before, morale = int(s.determination[0]), int(s.morale)
    s.free_pawns[c.FRIDAY] = 0
    s.field_tokens[:] = 0
    game.do("plan arrange camp", "plan arrange camp")
    for plan in range(2):
        act(game, plan)
    assert s.determination[0] == before + 4
    assert s.morale == morale + 2


def test_with_four_players_arranging_the_camp_gives_one_or_the_other(table):
    game = table(players=4, starting_items=0)
    s = game.s
    before = int(s.determination[1])
    game.run(game.t.arrange_program[4], performer=1)
    assert game.decision == "branch"
    assert game.legal() == ["choose A", "choose B"]
    game.do("choose A")
    assert s.determination[1] == before + 2


def test_dice_are_independent_and_shortage_gives_its_resource_after_a_failure(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 7)  # hills with wood
    game.to_planning()
    measure(s, game.t)
    s.determination[0] = 0
    s.available[:] = 0
    s.field_tokens[:] = 0
    game.next_adventure(1, game.card("gather_adventure", "shortage"))
    game.do("plan gather wood on 4", "pass")
    game.roll(1, 6, 1)  # wound, no success, adventure
    act(game)
    assert s.wounds[0] == 1
    assert s.determination[0] == 2
    assert s.future[c.WOOD] == 1
    assert s.covered[4] & c.WOOD_SOURCE


def test_friday_is_wounded_instead_of_an_adventure(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    game.do("pass")  # the player places no pawn
    assert s.planner == c.FRIDAY
    game.do("plan explore 4", "pass")
    game.roll(6, 6, 1)  # no wound, no success, adventure
    game.do("pass")  # the player, who is asked once more
    game.do("pass")  # Friday throws no die again with what the failure brings
    assert s.wounds[c.FRIDAY] == 1
    assert s.determination[c.FRIDAY] == 2


def test_friday_never_acts_where_a_players_pawn_is(table):
    game = table(**SOLO)
    game.to_planning()
    game.do("pass", "plan explore 4")
    assert "support: own pawn" not in game.legal()
    assert "use dog" in game.legal()
