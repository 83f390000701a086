"""A guest: one more castaway whom a scenario adds, here a hermit on the small island of docs/scenarios.md."""

from __future__ import annotations

import re

import numpy as np
import pytest

from crusoe_env.facts import FactsError
from crusoe_env.robinson import actions
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.view import text
from crusoe_env.robinson.view.log import log_lines
from crusoe_env.robinson.view.picture import picture
from crusoe_env.robinson.view.words import sight_of
from tests.robinson.conftest import Table
from tests.robinson.ids import TOKEN
from tests.robinson.test_observation import seen
from tests.robinson.test_scenarios import LONELY_ROCK, SIGNAL

HERMIT = """
[[guest]]
id = "hermit"
name = "Hermit"
hearts = 4
morale_marks = [2]
actions = ["gather", "arrange_camp", "threat", "rest"]
rerolls = ["gather"]
reroll_cost = 2
sources = ["ours"]
confidence = "confirmed"
"""
JOINS = HERMIT.replace("morale_marks", 'joins = "signal >= 2"\nmorale_marks')

HILLS = 4
"""A space beside the camp, with the tile 4 (wood and fish)."""


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, str]:
    """The island with the hermit from set-up, and where he joins later."""
    found = {}
    for name, guest in (("from_set_up", HERMIT), ("joins_later", JOINS)):
        file = tmp_path_factory.mktemp(name) / "lonely_rock.toml"
        file.write_text(LONELY_ROCK + guest, encoding="utf-8")
        found[name] = str(file)
    return found


def started(file: str, **options) -> Table:
    options = {
        "players": 2,
        "characters": ["carpenter", "cook"],
        "starting_items": 0,
        "friday": True,
        **options,
    }
    game = Table(scenario=file, **options).start()
    game.s.available[:] = 0
    game.s.shelter = 1
    return game


@pytest.fixture
def game(files) -> Table:
    """Carpenter, Cook, Friday and the hermit; a shelter, nothing in store."""
    return started(files["from_set_up"])


@pytest.fixture
def without(files) -> Table:
    """The hermit has not joined yet."""
    return started(files["joins_later"])


def wounds(game: Table) -> list[int]:
    """Of Carpenter, Cook, Friday and the hermit."""
    return game.s.wounds[[0, 1, c.FRIDAY, c.GUEST]].tolist()


def planning_begins(game: Table) -> None:
    game.open_tile(HILLS, 4)
    game.s.threat[:] = c.NONE
    game.step(steps.BEGIN_PLANNING)


def pass_to(game: Table, person: int) -> None:
    """The others plan nothing."""
    while game.s.planner != person:
        assert game.decision == "plan"
        game.do("pass")


# ------------------------------------------------------------------ joining
def test_he_joins_as_soon_as_his_condition_holds(without):
    s = without.s
    assert s.guest_here == 0
    s.counter[SIGNAL] = 1
    without.run(without.t.totem_program[1])  # advance signal 1
    assert (s.counter[SIGNAL], s.guest_here) == (2, 1)


def test_before_he_joins_nothing_reaches_him(without):
    s = without.s
    s.shelter = 0
    s.phase = c.NIGHT_PHASE
    without.step(steps.OPEN_AIR, asked=1)
    without.step(steps.EAT)
    assert s.wounds[0] > 0
    assert s.wounds[c.GUEST] == 0
    planning_begins(without)
    assert s.free_pawns[c.GUEST] == 0


# ------------------------------------------------------------------ wounds and healing
def test_open_air_and_hunger_wound_him_like_the_players(game):
    game.s.shelter = 0
    game.s.phase = c.NIGHT_PHASE
    game.step(steps.OPEN_AIR, asked=1)
    assert wounds(game) == [1, 1, 0, 1]
    game.step(steps.EAT)
    assert wounds(game) == [3, 3, 0, 3]


def test_he_eats_and_the_players_choose_who_goes_hungry(game):
    s = game.s
    s.available[c.FOOD] = 2
    s.phase = c.NIGHT_PHASE
    game.step(steps.EAT)
    assert game.legal() == ["you", "the next player", "the guest"]
    game.do("the guest")
    assert wounds(game) == [0, 0, 0, 2]
    assert s.available[c.FOOD] == 0


def test_he_is_healed_like_a_character(game):
    s = game.s
    s.wounds[[0, c.GUEST]] = 1, 2
    s.phase = c.NIGHT_PHASE
    game.run(game.program_of_token(TOKEN["vegetables"]))
    assert "the guest" in game.legal()
    game.do("the guest")
    assert s.wounds[c.GUEST] == 1


def test_his_mark_lowers_morale(game):
    game.s.shelter = 0
    game.s.wounds[c.GUEST] = 1
    game.s.phase = c.NIGHT_PHASE
    game.step(steps.OPEN_AIR, asked=1)
    assert game.s.morale == -1


def test_his_death_loses_the_game_with_his_name(game):
    s = game.s
    s.shelter = 0
    s.phase = c.NIGHT_PHASE
    s.wounds[c.GUEST] = 3
    game.step(steps.OPEN_AIR, asked=1)
    assert not s.over  # four hearts are gone, and he lives
    game.step(steps.OPEN_AIR, asked=1)
    assert (s.over, s.victory, game.cause()) == (1, 0, "Hermit died")
    assert "Hermit died" in text_of(game)


# ------------------------------------------------------------------ his pawn
def test_his_pawn_is_planned_last_and_only_for_his_kinds(game):
    planning_begins(game)
    pass_to(game, c.GUEST)
    assert game.s.acting == game.s.first_player
    assert game.legal() == [
        "pass",
        "plan gather wood on 4",
        "plan gather food on 4",
        "plan arrange camp",
        "plan rest",
    ]
    game.do("plan rest")
    assert game.s.free_pawns[c.GUEST] == 0


def test_his_pawn_makes_a_players_gathering_sure_but_not_a_building(game):
    s = game.s
    s.available[c.WOOD] = 5
    planning_begins(game)
    s.free_pawns[[0, 1, c.FRIDAY]] = 1, 0, 0
    game.do("plan gather wood on 4")
    assert game.legal() == ["pass", "support: the guest"]
    game.do("support: the guest")
    assert (s.plan_pawns[0], s.free_pawns[c.GUEST]) == (2, 0)
    planning_begins(game)
    s.free_pawns[[0, 1, c.FRIDAY]] = 1, 0, 0
    game.do("plan weapon")
    assert s.free_pawns[c.GUEST] == 1  # nobody could be asked


def test_he_throws_a_die_of_his_kind_again_once_a_round(game):
    s = game.s
    s.determination[c.GUEST] = 4
    planning_begins(game)
    pass_to(game, c.GUEST)
    game.do("plan gather wood on 4")
    game.roll(1, 6, 1)  # a wound, failure, adventure
    game.resolve(0)
    assert game.decision == "reroll"
    game.do("reroll success")
    assert s.determination[c.GUEST] == 2
    assert game.decision != "reroll"


# ------------------------------------------------------------------ what is seen of him
def text_of(game: Table) -> str:
    return re.sub(r"\s+", " ", text(game.s, game.t, game.simulator.facts))


def test_he_is_observed(game):
    game.s.wounds[c.GUEST] = 3
    planning_begins(game)
    assert seen(game, "people", "wounds", c.GUEST) == [3]
    assert seen(game, "people", "wounds to death", c.GUEST) == [2]
    assert seen(game, "people", "free pawns", c.GUEST) == [1]


def test_his_sheet_is_drawn_and_written(game):
    game.s.wounds[c.GUEST] = 3
    assert "Hermit wounds 3 of 5 (morale -1 at 2)" in text_of(game)
    assert "Hermit" in picture(game.s, game.t, game.simulator.facts)


def test_who_has_not_joined_is_shown_as_away(without):
    assert "not here yet" in text_of(without)


def test_the_log_names_him(game):
    game.s.shelter = 0
    game.s.phase = c.NIGHT_PHASE
    game.step(steps.OPEN_AIR, asked=1)
    assert "Hermit 1 wound" in " ".join(log_lines(sight_of(game.s, game.t, game.simulator.facts)))


# ------------------------------------------------------------------ nobody else's play changes
def test_without_a_guest_there_is_nobody(table):
    game = table()
    assert (game.s.guest_here, game.s.free_pawns[c.GUEST]) == (0, 0)
    assert seen(game, "people", "wounds to death", c.GUEST) == [0]


@pytest.mark.parametrize("name", ["from_set_up", "joins_later"])
def test_random_games_with_him_come_to_an_end(files, name):
    rng = np.random.default_rng(0)
    for seed in range(4):
        game = Table(seed, scenario=files[name], players=2).start()
        while not game.s.over:
            actions.write_mask(game.s, game.t, game.mask)
            game.act(int(rng.choice(np.flatnonzero(game.mask))))
        assert game.s.wounds[c.GUEST] <= game.t.dies_at[c.GUEST_SHEET]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("morale_marks = [2]", "morale_marks = [9]", "field 'morale_marks': the track has 4 hearts only"),
        ('rerolls = ["gather"]\n', "", "expected 'rerolls' and 'reroll_cost' together"),
        ('"signal >= 2"', '"beacon >= 2"', "field 'joins': 'beacon' is no measure"),
        ('"rest"]', '"sleep"]', "'sleep' is not known"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, old, new, message):
    file = tmp_path / "lonely_rock.toml"
    assert old in JOINS
    file.write_text(LONELY_ROCK + JOINS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FactsError, match=re.escape(message)):
        load(None, {"scenario": str(file)})
