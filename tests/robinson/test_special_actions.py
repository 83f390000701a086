"""Special actions of a scenario: planned, paid for, supported, resolved and shown like the usual ones."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAYOUT as ACTION_LAYOUT
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.observation.writing import write_observation
from crusoe_env.robinson.rules.packed import kind_of
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.view.picture import picture, text
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.robinson.test_scenarios import LONELY_ROCK
from tests.support import refused

SCENARIO = LONELY_ROCK + Path(__file__).with_name("special_actions.toml").read_text(encoding="utf-8")
BEACON, RAID, WADE, DIG, COUNCIL, VIGIL = (f"plan special {k}" for k in range(1, 7))
SIGNAL, NEST = 0, 0
HILLS_TILE, PLAINS_TILE, TOTEM_TILE = 4, 1, 2
"""Printed numbers: hills and mountains with a totem each, plains without."""


@pytest.fixture(scope="module")
def scenario(tmp_path_factory) -> str:
    file = tmp_path_factory.mktemp("special") / "lonely_rock.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    return str(file)


@pytest.fixture
def game(scenario) -> Table:
    """Two players about to plan; hills lie beside the camp, plains beyond, and mountains with a totem."""
    people = {"players": 2, "characters": ["cook", "carpenter"], "friday": True}
    game = Table(scenario=scenario, starting_items=0, **people).start()
    game.open_tile(4, HILLS_TILE)
    game.open_tile(5, PLAINS_TILE)
    game.open_tile(0, TOTEM_TILE)
    game.to_planning()
    s = game.s
    s.field_tokens[:] = s.space_tokens[:] = 0
    s.available[:] = s.determination[:] = 0
    s.threat[:] = c.NONE
    measure(s, game.t)
    return game


def with_fire(game: Table, wood: int = 4, fur: int = 0) -> Table:
    """Fire is built, and there is something to pay with."""
    game.s.invention_state[ITEM["fire"]] = c.BUILT
    game.s.available[[c.WOOD, c.FUR]] = wood, fur
    return game


def places(game: Table, name: str) -> set[str]:
    """Where a special action can be planned now: spaces, or "" for no place."""
    return {
        action.removeprefix(name).removeprefix(" on ") for action in game.legal() if action.startswith(name)
    }


def lay_nest(game: Table, space: int, *, before: bool = True) -> None:
    game.s.marks[space] |= 1 << NEST
    game.s.marks_before[space] |= before << NEST


def plan(game: Table, *names: str) -> None:
    """Plan one action with the supports named, and nothing else."""
    game.do(*names)
    while game.decision in ("payment", "support"):
        game.do("choose A" if game.decision == "payment" else "pass")


# ------------------------------------------------------------------ where and when


def test_it_needs_its_item_its_price_and_a_tile_that_suits(game):
    assert places(game, BEACON) == set()
    with_fire(game, wood=1)
    assert places(game, BEACON) == set()
    with_fire(game)
    assert places(game, BEACON) == {"0", "3", "4", "5"}
    lay_nest(game, 4)
    assert places(game, BEACON) == {"0", "3", "5"}


def test_a_tile_is_chosen_by_terrain_totem_and_distance(game):
    assert places(game, DIG) == {"4", "5"}
    assert places(game, VIGIL) == {"0", "4"}
    game.s.covered[4] |= c.TERRAIN
    game.s.covered[0] |= c.TOTEM
    game.s.way[4] = 2
    assert places(game, DIG) == {"5"}
    assert places(game, VIGIL) == set(), "one totem is covered, the other two steps away"


def test_a_mark_must_lie_there_since_the_round_began(game):
    lay_nest(game, 5, before=False)
    assert places(game, RAID) == set()
    lay_nest(game, 5)
    assert places(game, RAID) == {"5"}


def test_its_conditions_must_hold(game):
    assert places(game, WADE) == set()
    game.s.counter[SIGNAL] = 1
    assert places(game, WADE) == {""}


def test_one_attempt_a_round_at_each_place_unless_it_can_be_repeated(game):
    with_fire(game)
    game.s.free_pawns[:] = 0
    game.s.free_pawns[:2] = 4
    plan(game, f"{BEACON} on 4")
    assert places(game, BEACON) == {"0", "3", "5"}
    plan(game, f"{DIG} on 4")
    assert places(game, DIG) == {"4", "5"}
    plan(game, f"{DIG} on 4")
    assert places(game, DIG) == set()


# ------------------------------------------------------------------ pawns and payment


def test_there_are_two_ways_to_pay(game):
    with_fire(game, wood=2, fur=1)
    game.do(f"{BEACON} on 3", "choose B", "pass")
    assert [*game.s.available[[c.WOOD, c.FUR]]] == [2, 0]
    assert [*game.s.plan_paid[0]] == [0, 0, 1, 0]


def test_tokens_of_its_field_and_of_its_tile_count(game):
    with_fire(game, wood=3)
    game.s.field_tokens[c.BUILD] = c.MINUS_PAWN | c.PLUS_WOOD
    game.s.space_tokens[4] = c.MINUS_PAWN
    game.do(f"{BEACON} on 4")
    assert game.s.plan_need[0] == 3
    assert game.s.available[c.WOOD] == 0


def test_friday_may_not_lead_a_raid_but_support_one(game):
    lay_nest(game, 5)
    game.do(f"{RAID} on 5", "support: Friday")
    assert (game.s.plan_need[0], game.s.plan_pawns[0], game.decision) == (2, 2, "plan")
    assert game.s.way[5] == 2, "the way there costs nothing"
    game = with_friday_planning(game)
    lay_nest(game, 4)
    assert places(game, RAID) == set()


def with_friday_planning(game: Table) -> Table:
    """The same table, and Friday plans."""
    game.s.question_person = game.s.planner = c.FRIDAY
    game.s.free_pawns[c.FRIDAY] = 1
    return game


def test_a_measure_can_add_pawns(game):
    game.s.counter[SIGNAL] = 1
    game.do(COUNCIL)
    assert game.s.plan_need[0] == 3


# ------------------------------------------------------------------ resolving


def test_a_failure_gives_back_what_was_paid_and_determination(game):
    with_fire(game)
    plan(game, f"{BEACON} on 4")
    game.roll(6, 6, 6)
    game.resolve()
    assert game.s.counter[SIGNAL] == 0
    assert game.s.available[c.WOOD] == 4, "what was set aside comes back"
    assert game.s.determination[0] == 2


def test_a_success_runs_its_program_and_spends_what_was_paid(game):
    with_fire(game)
    plan(game, f"{BEACON} on 4")
    game.roll(6, 1, 6)
    game.resolve()
    assert game.s.counter[SIGNAL] == 1
    assert game.s.available[c.WOOD] == 2


@pytest.mark.parametrize("by_token", [False, True])
def test_its_own_adventure_comes_instead_of_a_card(game, by_token):
    game.s.counter[SIGNAL] = 1
    plan(game, WADE)
    left, wounds = int(game.s.adventures_left[2]), int(game.s.wounds[0])
    game.s.field_tokens[c.EXPLORE] = c.ADVENTURE_TOKEN * by_token
    game.roll(6, 1, 6 if by_token else 1)
    game.resolve()
    assert game.s.wounds[0] == wounds + 1
    assert game.s.adventures_left[2] == left
    assert game.s.future[c.FUR] == 1
    assert game.s.field_tokens[c.EXPLORE] == 0


@pytest.mark.parametrize(("signal", "wounds"), [(0, 3), (1, 2), (4, 0)])
def test_a_fight_whose_strength_a_measure_changes(game, signal, wounds):
    """Strength 4 less the signal; the weapon level is 1."""
    lay_nest(game, 4)
    game.s.counter[SIGNAL], game.s.weapon = signal, 1
    hunting = int(game.s.hunting_left)
    game.do(f"{RAID} on 4", "support: own pawn")
    before = int(game.s.wounds[0])
    game.resolve()
    while game.decision == "window":
        game.do("pass")
    assert game.s.wounds[0] - before == wounds
    assert (game.s.weapon, game.s.hunting_left) == (1, hunting)
    assert game.s.counter[SIGNAL] > signal


def test_actions_of_no_kind_come_last_and_without_dice(game):
    game.s.morale = 0
    game.do(COUNCIL, "support: own pawn")
    game.do("plan rest")
    while game.s.phase == c.PLANNING:
        game.do("pass")
    assert [kind_of(target) for what, target, _ in game.s.log.tolist() if what == c.LOG_ACTION] == [
        c.REST,
        c.SPECIAL,
    ]
    assert [*game.s.dice] == [c.NONE] * 3
    assert game.s.morale == 1


def test_it_cannot_be_done_when_its_place_has_changed_since(game):
    with_fire(game)
    plan(game, f"{BEACON} on 4")
    lay_nest(game, 4)
    game.resolve()
    assert game.s.counter[SIGNAL] == 0
    assert game.s.available[c.WOOD] == 4
    assert game.s.determination[0] == 0, "no dice were thrown"


def test_fast_work_lights_a_beacon_at_once(game):
    """One more Build action can be a special one, if it is one with dice."""
    with_fire(game)
    s = game.s
    s.phase, s.plans, s.now = c.RESOLUTION, 1, 0
    s.plan_kind[0], s.plan_target[0], s.plan_person[0], s.plan_done[0] = c.BUILD, c.WEAPON, 0, 1
    card = game.card("build_adventure", "fast_work")
    game.next_adventure(0, card)
    game.run(game.t.resolve_program[card], card)
    game.do("choose B", f"{BEACON} on 4")
    game.roll(6, 1, 6)
    while game.s.counter[SIGNAL] == 0:
        game.do("pass")
    assert s.available[c.WOOD] == 2


# ------------------------------------------------------------------ what players and agents see


def test_it_is_named_in_text_picture_and_log(game):
    with_fire(game)
    facts = game.simulator.facts
    assert "plan special 1 on 4: Light a beacon on space 4 (hills)" in " ".join(
        text(game.s, game.t, facts).split()
    )
    plan(game, f"{BEACON} on 4")
    game.do(COUNCIL)
    shown = text(game.s, game.t, facts)
    assert "build: Light a beacon on 4" in shown
    assert "special: Hold council" in shown
    assert "Light a beacon" in picture(game.s, game.t, facts)
    game.roll(6, 1, 6)
    game.resolve()
    assert "Cook, light a beacon on space 4 (hills): success" in " ".join(text(game.s, game.t, facts).split())


def test_the_observation_tells_where_it_is_possible_and_planned(game):
    with_fire(game)
    plan(game, f"{BEACON} on 4")
    seen = np.zeros(LAYOUT.size, np.uint8)
    write_observation(game.s, game.t, 0, seen)
    field = LAYOUT.offsets("special actions")
    first = seen[LAYOUT.start["special actions"] :][: field.row_width]
    assert [*np.flatnonzero(first[field.possible : field.possible + c.SPECIAL_PLACES])] == [0, 3, 5]
    assert [*np.flatnonzero(first[field.planned : field.planned + c.SPECIAL_PLACES])] == [4]


def test_random_games_use_them_all(scenario):
    env = gymnasium.make(crusoe_env.GAMES["robinson"], scenario=scenario, players=3, max_steps=900)
    rng = np.random.default_rng(0)
    first, planned = ACTION_LAYOUT.start["special"], set()
    for seed in range(10):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            legal = np.flatnonzero(info["action_mask"])
            special = legal[(legal >= first) & (legal < first + c.SPECIALS * c.SPECIAL_PLACES)]
            action = int(rng.choice(special if len(special) else legal))
            planned |= {int(special_number) for special_number in (special - first) // c.SPECIAL_PLACES}
            _, _, terminated, truncated, info = env.step(action)
            done = terminated or truncated
    assert {2, 3, 4, 5} <= planned


# ------------------------------------------------------------------ inventions of the sheet


@pytest.fixture
def sheet(tmp_path) -> Table:
    """One invention only, which needs a signal of 1 and lends a pawn for wading."""
    flag = LONELY_ROCK.index('[[scenario_invention]]\nid = "flag"')
    end = LONELY_ROCK.index("[[scenario_discovery]]")
    content = SCENARIO.replace(LONELY_ROCK[flag:end], "").replace(
        "pays = [{ fur = 1 }]\nbuilt", 'needs = ["signal >= 1"]\npawn_for = "wade"\nbuilt'
    )
    file = tmp_path / "lonely_rock.toml"
    file.write_text(content, encoding="utf-8")
    game = Table(scenario=str(file), characters=["cook"], starting_items=0).start()
    game.to_planning()
    return game


def test_an_invention_of_the_sheet_waits_for_its_condition(sheet):
    assert sheet.s.invention_state[CARD_INVENTIONS + 1] == c.IN_DECK, "the second one does not exist"
    assert "plan scenario invention 1" not in sheet.legal()
    sheet.s.counter[SIGNAL] = 1
    assert "plan scenario invention 1" in sheet.legal()


def test_a_pawn_that_is_for_one_special_action_only(sheet):
    sheet.s.counter[SIGNAL] = 1
    sheet.s.invention_state[CARD_INVENTIONS] = c.BUILT
    sheet.do(WADE)
    assert "use scenario invention 1" in sheet.legal()
    sheet.do("use scenario invention 1")
    sheet.to_planning()
    sheet.do("plan explore 0")
    assert "use scenario invention 1" not in sheet.legal()


# ------------------------------------------------------------------ wrong files


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "hunt"\n', 'kind = "hunt"\ndice = true\n', "'dice': there are dice for build, gather"),
        ('kind = "hunt"', 'kind = "rest"', "'raid', field 'kind': 'rest' is not known"),
        ('where = { without = "nest" }', 'where = { without = "nets" }', "'nets' is no mark"),
        ('where = { without = "nest" }\n', "", "'beacon', field 'distance': expected 'where' beside it"),
        ('mark = "nest", earlier', "earlier", "'raid', field 'where': 'earlier' needs 'mark'"),
        ('needs = ["signal >= 1"]', 'needs = ["signl >= 1"]', "'wade', field 'needs': 'signl' is no measure"),
        ('more_pawns = "signal"', 'more_pawns = "sign"', "field 'more_pawns': 'sign' is no measure"),
        ("performer 4 -1 signal", "performer 4 1 signal", "'1' is no step"),
        ("pays = [{ fur = 1 }]\n", 'pawn_for = "swim"\n', "'swim' is no special action"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_one_line(tmp_path, old, new, message):
    assert old in SCENARIO
    file = tmp_path / "lonely_rock.toml"
    file.write_text(SCENARIO.replace(old, new, 1), encoding="utf-8")
    with refused(FactsError, message, start="lonely_rock.toml: "):
        load(None, {"scenario": str(file)})
