"""Jenny needs help!: goal, life before and after the rescue, actions, inventions, effects of the sheet."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.scenarios.goals import goal_progress, potential, victory_points
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, STARTING, TOKEN
from tests.robinson.scenarios.playing import built, emptied, plans

RAFT, LIFEBOAT = components.CARD_INVENTIONS, components.CARD_INVENTIONS + 1
RESCUED = 0
RESCUE, BUILD_RAFT, BUILD_LIFEBOAT = (
    "plan special 1",
    "plan scenario invention 1",
    "plan scenario invention 2",
)

CARPENTER, COOK = 0, 1


@pytest.fixture(params=["first", "current"])
def game(request) -> Table:
    """Carpenter and Cook in the third round, about to plan; nothing in store, no tokens, no threats."""
    two = {"players": 2, "characters": ["carpenter", "cook"], "starting_items": 0}
    game = emptied(Table(scenario="jenny", edition=request.param, **two).start(), 3)
    game.s.morale = 0
    island.measure(game.s, game.t)
    return game


def rescued(game: Table, *, before: bool = True) -> Table:
    """Jenny is in the camp, since an earlier round or this one."""
    game.s.counter[RESCUED] = 1
    game.s.counter_before[RESCUED] = int(before)
    game.s.guest_here = 1
    return game


def night(game: Table) -> None:
    """A night with food and shelter for everybody, and nothing else in it."""
    s = game.s
    s.shelter = 1
    s.available[c.FOOD] = 9
    s.phase = c.NIGHT_PHASE
    game.run(int(game.t.on[c.ON_NIGHT]))


def run_totem(game: Table, number: int) -> None:
    """The Carpenter finds this totem of the game."""
    game.s.phase = c.RESOLUTION
    game.run(int(game.t.totem_program[number - 1]), performer=CARPENTER)


def to_the_end_of_actions(game: Table) -> None:
    while game.s.over == 0 and game.s.phase < c.WEATHER_PHASE:
        legal = game.legal()
        game.do("pass" if "pass" in legal else legal[0])


# ------------------------------------------------------------------ goal
def test_the_lifeboat_wins_at_once_when_jenny_was_rescued_earlier(game):
    rescued(built(game, ITEM["rope"], ITEM["knife"], RAFT))
    game.s.available[[c.WOOD, c.FUR]] = 6, 4
    plans(game)
    game.do(BUILD_LIFEBOAT, "support: own pawn")
    to_the_end_of_actions(game)
    assert (game.s.over, game.s.victory) == (1, 1)
    assert c.CAUSES[game.s.cause] == "goal met"
    assert game.s.available[[c.WOOD, c.FUR]].tolist() == [0, 0]


def test_no_lifeboat_in_the_round_of_the_rescue(game):
    rescued(built(game, ITEM["rope"], ITEM["knife"], RAFT), before=False)
    game.s.available[[c.WOOD, c.FUR]] = 6, 4
    assert BUILD_LIFEBOAT not in plans(game).legal()


@pytest.mark.parametrize(
    ("wood", "fur", "items"),
    [(5, 4, ("rope", "knife")), (6, 3, ("rope", "knife")), (6, 4, ("rope",)), (6, 4, ("knife",))],
)
def test_the_lifeboat_takes_six_wood_and_four_furs_rope_and_knife(game, wood, fur, items):
    rescued(built(game, RAFT, *(ITEM[item] for item in items)))
    game.s.available[[c.WOOD, c.FUR]] = wood, fur
    assert BUILD_LIFEBOAT not in plans(game).legal()


@pytest.mark.parametrize("edition", ["first", "current"])
def test_after_the_eighth_round_it_is_lost(edition):
    game = Table(scenario="jenny", edition=edition, characters=["carpenter"]).start()
    assert game.t.rounds == 8
    rescued(game)
    game.s.rounds = 8
    game.step(steps.END_OF_ROUND)
    assert (game.s.over, game.s.victory, c.CAUSES[game.s.cause]) == (1, 0, "out of rounds")


# ------------------------------------------------------------------ the raft and the rescue
def test_the_raft_takes_two_wood_and_the_rope(game):
    game.s.available[c.WOOD] = 2
    assert BUILD_RAFT not in plans(game).legal()
    built(game, ITEM["rope"])
    plans(game)
    game.do(BUILD_RAFT, "support: own pawn")
    to_the_end_of_actions(game)
    assert game.s.invention_state[RAFT] == c.BUILT


def test_nobody_rescues_her_without_the_raft_or_twice(game):
    assert RESCUE not in plans(game).legal()
    assert RESCUE in plans(built(game, RAFT)).legal()
    assert RESCUE not in plans(rescued(game)).legal()


def test_two_pawns_rescue_her_surely(game):
    plans(built(game, RAFT))
    game.do(RESCUE, "support: own pawn")
    game.resolve(0)
    assert (game.s.counter[RESCUED], game.s.guest_here) == (1, 1)
    assert game.s.over == 0


def test_an_adventure_on_the_way_is_one_wound(game):
    plans(built(game, RAFT))
    game.do(RESCUE, "pass")
    left = int(game.s.adventures_left[2])
    game.roll(6, 1, 1)  # no wound, success, an adventure
    game.resolve(0)
    assert (game.s.counter[RESCUED], game.s.wounds[CARPENTER]) == (1, 1)
    assert game.s.adventures_left[2] == left


# ------------------------------------------------------------------ Jenny
def test_before_the_rescue_each_night_takes_two_hearts(game):
    night(game)
    assert game.s.wounds[[CARPENTER, COOK, c.GUEST]].tolist() == [0, 0, 2]


def test_she_dies_in_the_sixth_night(game):
    for rounds in range(1, 7):
        assert game.s.over == 0, f"she lives before night {rounds}"
        game.s.rounds = rounds
        night(game)
    assert (game.s.over, game.s.victory, game.cause()) == (1, 0, "Jenny died")


def test_nothing_else_reaches_her_before(game):
    s = game.s
    s.wounds[c.GUEST] = 4
    s.phase = c.NIGHT_PHASE
    game.step(steps.OPEN_AIR, asked=1)
    game.step(steps.EAT)
    assert s.wounds[[CARPENTER, c.GUEST]].tolist() == [3, 4]
    game.run(game.program_of_token(TOKEN["symbol_dashes"]))
    assert "the guest" not in game.legal()


# ------------------------------------------------------------------ book, totems, discoveries, set-up
def test_the_storm_of_the_book_lowers_the_palisade_or_wounds_everybody(game):
    rescued(game)
    game.s.palisade = 1
    book = int(game.t.on[c.ON_BOOK])
    game.run(book)
    assert (game.s.palisade, game.s.wounds.sum()) == (0, 0)
    game.run(book)
    assert game.s.wounds[[CARPENTER, COOK, c.GUEST]].tolist() == [1, 1, 1]


def test_the_rocks_are_slippery(game):
    run_totem(game, 1)
    assert game.s.wounds.tolist() == [2, 0, 0, 0, 0, 0]


def test_the_cemetery_lowers_morale(game):
    run_totem(game, 2)
    assert game.s.morale == -2


@pytest.mark.parametrize("place", [c.IN_DECK, c.DISCARDED])
def test_masts_and_spars_are_a_rope_wherever_its_card_lies(game, place):
    s, rope = game.s, ITEM["rope"]
    s.invention_state[rope] = place
    if place == c.IN_DECK:
        s.inventions[s.inventions_left] = rope
        s.inventions_left += 1
    run_totem(game, 3)
    assert s.invention_state[rope] == c.FUTURE_ITEM
    assert rope not in s.inventions[: s.inventions_left]


def test_the_balloon_gives_furs_and_later_totems_nothing(game):
    run_totem(game, 4)
    assert game.s.future[c.FUR] == 2
    assert game.t.totem_program[4:6].tolist() == [0, 0]


@pytest.mark.parametrize("edition", ["first", "current"])
def test_the_storm_glass_is_out_of_the_game(edition):
    game = Table(scenario="jenny", edition=edition, starting_items=7).start()
    assert game.s.starting_uses[STARTING["storm_glass"]] == 0
    assert (game.s.starting_uses > 0).sum() == len(STARTING) - 1


def test_the_animals_come_from_round_five_on():
    game = Table(scenario="jenny").start()
    assert game.t.weather[:8].tolist() == [0, 0, 0, 0, 4, 4, 4, 4]
    assert (game.t.book_cards, game.t.adventure_cards) == (4, 4)


# ------------------------------------------------------------------ points and progress
def test_victory_points(game):
    s = built(rescued(game), LIFEBOAT).s
    s.weapon, s.roof, s.palisade = 1, 1, 1
    s.wounds[[CARPENTER, COOK]] = 2, 4
    s.wounds[c.GUEST] = 9
    s.over = s.victory = 0
    hearts = 12 - 2 + 12 - 4
    assert victory_points(s, game.t) == hearts + 2 + 4 + 3 + 5 + 5


def test_progress_and_potential_rise_on_the_way(game):
    seen = [(goal_progress(game.s, game.t), potential(game.s, game.t))]
    for step in ((ITEM["rope"],), (RAFT,), (ITEM["knife"],)):
        built(game, *step)
        seen.append((goal_progress(game.s, game.t), potential(game.s, game.t)))
    rescued(game)
    seen.append((goal_progress(game.s, game.t), potential(game.s, game.t)))
    assert seen == sorted(seen)
    assert len(set(seen)) == 5
    assert all(0 <= value < 1 for pair in seen for value in pair)
