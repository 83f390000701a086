"""The Cursed Island: crosses, fog, the bell, the Dark Temple, and how it is won and lost."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.observation import LAYOUT, write_observation
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.view.picture import text
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, TOKEN, TREASURE
from tests.robinson.scenarios.playing import (
    begin,
    end_round,
    find,
    lay,
    marked,
    places,
    spaces_offered,
    special,
    value,
)

SCENARIO = "cursed_island"
PLAINS, HILLS, RIVER, PEAKS = (4, 1), (0, 7), (7, 3), (5, 11)
"""Tiles on spaces: 4, 0 and 7 touch the camp on 3, 5 lies behind 4."""


@pytest.fixture
def game() -> Table:
    return on_the_island()


def on_the_island(**options) -> Table:
    """A game about to plan, with four tiles beside the camp's."""
    return begin(SCENARIO, tiles=dict([PLAINS, HILLS, RIVER, PEAKS]), starting_items=0, **options)


# ---------------------------------------------------------------- set-up, goal, end


def test_the_set_up_is_the_usual_one():
    game = Table(scenario=SCENARIO, players=2).start()
    assert (game.t.rounds, game.s.camp, game.s.tile[3]) == (10, 3, 7)
    assert game.t.weather[:10].tolist() == [0] * 5 + [2] * 5
    assert game.t.book_cards + game.t.adventure_cards == 10


@pytest.mark.parametrize(("edition", "won"), [("first", True), ("current", False)])
def test_the_fifth_cross_wins_at_once_in_the_first_edition(edition, won):
    game = on_the_island(edition=edition)
    lay(game, "cross", 3, 4, 7, 5)
    game.s.available[c.WOOD] = 2
    game.do(special(game, "cross", 0), "support: own pawn")
    assert not game.s.over
    game.resolve()
    assert (len(marked(game, "cross")), bool(game.s.victory)) == (5, won)
    words = "five crosses" if won else "five crosses at the end of a round"
    assert f"To win    {words}\n" in text(game.s, game.t, game.simulator.facts)


@pytest.mark.parametrize(("crosses", "won"), [(4, False), (5, True), (6, True)])
def test_five_crosses_win_at_the_end_of_the_round_in_the_current_edition(crosses, won):
    game = on_the_island(edition="current")
    lay(game, "cross", *[3, 4, 0, 7, 5, 8][:crosses])
    game.step(steps.MORALE)
    assert not game.s.over
    end_round(game)
    assert bool(game.s.victory) == won


def test_points_of_the_early_sheet(game):
    lay(game, "cross", 3, 4)
    lay(game, "fog", 0)
    game.s.weapon, game.s.palisade, game.s.roof = 1, 2, 3
    game.s.rounds = 10
    end_round(game)
    hearts = 13 + 13 - 2  # the last of each life track is death
    assert game.s.score == hearts + 2 * 1 + 2 * 2 + 3 * 3 + 3 * 2 - 1


# ---------------------------------------------------------------- crosses


def test_a_cross_is_built_on_any_explored_tile_that_has_none(game):
    assert places(game, "cross") == set()
    game.s.available[c.WOOD] = 2
    assert places(game, "cross") == {"0", "3", "4", "5", "7"}
    lay(game, "cross", 4)
    game.s.face_down[7] = 1
    assert places(game, "cross") == {"0", "3", "5"}


# ---------------------------------------------------------------- fog


def test_the_book_brings_two_fogs_to_different_spaces_of_the_players_choice(game):
    game.s.face_down[8] = 1
    game.run(game.t.on[c.ON_BOOK])
    assert spaces_offered(game) == [0, 1, 2, 3, 4, 5, 6, 7, 9]
    assert "Fog: on which space is it laid?" in text(game.s, game.t, game.simulator.facts)
    game.do("space 1")
    assert 1 not in spaces_offered(game)
    game.do("space 4")
    assert marked(game, "fog") == [1, 4]


def test_the_camp_in_the_fog_produces_nothing_but_the_pit_and_the_shortcut_give(game):
    game.s.invention_state[ITEM["pit"]] = c.BUILT
    game.s.space_tokens[4] = c.SHORTCUT_TOKEN
    game.s.space_tokens[3] = c.PLUS_WOOD
    lay(game, "fog", 3)
    game.roll(1)
    game.production()
    assert (game.s.available[c.WOOD], game.s.available[c.FOOD]) == (1, 2)


# ---------------------------------------------------------------- the bell


def with_rope(game: Table) -> Table:
    game.s.invention_state[ITEM["rope"]] = c.BUILT
    return game


def test_the_bell_needs_hills_and_rope_and_can_be_built_often(game):
    bell = special(game, "sacred_bell")
    assert bell not in game.legal()
    with_rope(game)
    assert bell in game.legal()
    game.do(bell, "support: own pawn")
    assert bell in game.legal()
    lay(game, "fog", 0)
    assert bell not in game.legal(), "the only hills are in the fog"


def test_the_bell_takes_three_fogs_at_the_end_of_the_action_phase(game):
    lay(with_rope(game), "fog", 1, 2, 4)
    game.do(special(game, "sacred_bell"), "support: own pawn")
    game.resolve()
    assert marked(game, "fog") == [1, 2, 4]
    lay(game, "fog", 8)  # a Hideout found in the same phase
    game.end_of_actions()
    assert spaces_offered(game) == [1, 2, 4, 8]
    game.do("space 4", "space 8", "space 2")
    assert marked(game, "fog") == [1]


# ---------------------------------------------------------------- totems


@pytest.mark.parametrize(
    ("before", "number", "wounds", "fog"),
    [(0, 1, 0, []), (1, 0, 2, []), (2, 0, 0, [8]), (3, 0, 0, [8]), (4, 0, 0, [8]), (5, 0, 0, [8])],
)
def test_what_the_totems_do(before, number, wounds, fog):
    game = begin(SCENARIO, tiles=dict([PLAINS]))
    game.s.totems_found = before
    find(game, 8, 4)
    who = int(game.s.plan_person[0])
    assert (game.s.number[8], game.s.wounds[who]) == (number, wounds)
    assert marked(game, "fog") == fog


def temple_found(*, before: bool = True) -> Table:
    """The Dark Temple lies on space 4, found in an earlier round or in this one."""
    game = begin(SCENARIO, tiles={4: 4})
    game.s.number[4] = game.s.counter[0] = 1
    game.s.counter_before[0] = int(before)
    return game


def test_the_temple_is_explored_in_a_later_round_only():
    assert places(temple_found(before=False), "dark_temple") == set()
    game = temple_found()
    assert places(game, "dark_temple") == {"4"}
    lay(game, "fog", 4)
    game.do(special(game, "dark_temple", 4))
    assert game.s.plan_need[0] == 2


def test_the_temple_holds_three_treasures_and_a_creature_and_no_traps():
    game = temple_found()
    game.next_mysteries("net", "gold", "candles")
    game.do(special(game, "dark_temple", 4), "support: own pawn")
    game.resolve()
    assert value(game, "dark_temple") == 2
    assert places(game, "dark_temple") == set()
    assert game.s.wanted[0, :3].tolist() == [2, 1, 0]
    assert game.decision == "branch", "go on, or stop"
    assert game.s.mystery_state[TREASURE["gold"]] == c.MYSTERY_FUTURE
    game.do("pass")
    assert value(game, "dark_temple") == 2


# ---------------------------------------------------------------- discoveries of the sheet


def test_the_vials_are_the_cure(game):
    game.s.discovery[TOKEN["symbol_bowtie"]] = 1
    game.do("use token symbol_bowtie")
    assert game.s.invention_state[ITEM["cure"]] == c.BUILT
    game.s.discovery[TOKEN["symbol_bowtie"]] = 1
    assert "use token symbol_bowtie" not in game.legal()


def test_the_decorated_bell_takes_two_fogs_also_before_production(game):
    bell = "use token symbol_saltire"
    game.s.discovery[TOKEN["symbol_saltire"]] = 1
    assert bell not in game.legal()
    lay(game, "fog", 3)
    game.production()
    assert bell in game.legal()
    game.do(bell)
    assert marked(game, "fog") == []
    assert game.s.available[c.WOOD] == 1
    assert game.s.discovery[TOKEN["symbol_saltire"]] == 0


def test_players_see_that_a_bell_will_ring(game):
    seen = []
    for built in (False, True):
        if built:
            with_rope(game)
            game.do(special(game, "sacred_bell"), "support: own pawn")
            game.resolve()
        out = np.zeros(LAYOUT.size, np.uint8)
        write_observation(game.s, game.t, 0, out)
        seen.append(int(out[LAYOUT.start["round"] + LAYOUT.offsets("round").waiting]))
    assert seen == [0, 1]
