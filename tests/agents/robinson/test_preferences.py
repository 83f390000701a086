"""Preferences of Robinson Crusoe's scripted agent, and its evaluation of positions without weights."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from agents.evaluation import play_games
from agents.robinson.features import FEATURE_NAMES, GOAL_TERMS, PROMISING_TERMS
from agents.robinson.preferences import (
    NO_COUNTER,
    UNIMPORTANT,
    URGENCIES,
    means_of,
    preferences_of,
    read_hints,
    targets_of,
    urgencies_of,
    wanted_words,
)
from agents.robinson.scripted import ScriptedRobinson, features_of
from crusoe_env import Simulator, game
from crusoe_env.robinson import constants as c
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.robinson.test_scenarios import LONELY_ROCK

ROBINSON = game("robinson")
scenarios = pytest.mark.parametrize("scenario", NAMES)


@functools.cache
def simulator(scenario: str) -> Simulator:
    return Simulator(ROBINSON, scenario=scenario)


@pytest.fixture
def rock(tmp_path):
    """Lonely Rock: a signal fire and a weapon. The text of its file can be changed first."""

    def made(*changes: tuple[str, str]) -> Simulator:
        text = LONELY_ROCK
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "lonely_rock.toml"
        file.write_text(text)
        return Simulator(ROBINSON, scenario=str(file))

    return made


def urgency(facts, name):
    return preferences_of([facts], [1])[0].build[targets_of(facts)[name]]


# ---------------------------------------------------------------------- preferences


def test_what_advances_the_goal_is_preferred_and_nothing_else(rock):
    facts = rock().facts
    wanted = wanted_words(facts)
    assert {"signal", "weapon", "bellows", "totems"} <= wanted  # the second totem advances the signal
    assert "flag" not in wanted
    assert urgency(facts, "bellows") > urgency(facts, "flag") == UNIMPORTANT
    assert preferences_of([facts], [1])[0].fur == 1
    assert preferences_of([facts], [1])[0].explore > 0


def test_what_the_goal_needs_is_followed_to_its_beginnings(rock):
    needs_raft = ('needs = ["signal >= 5", "weapon >= 1"]', 'needs = ["item.raft >= 1"]')
    facts = rock(needs_raft).facts
    (raft,) = (entry for entry in facts["invention"] if entry["id"] == "raft")
    (rope,) = (entry for entry in facts["invention"] if entry["id"] == "rope")
    for item in raft["items"]:
        assert urgency(facts, item) > UNIMPORTANT
    assert "rope" in raft["items"]
    assert preferences_of([facts], [1])[0].terrains >> q.TERRAINS.index(rope["terrain"]) & 1


def test_roofs_are_preferred_before_the_clouds(rock):
    roof = preferences_of([rock().facts], [1])[0].roof
    assert roof[5] > roof[1] > 0  # rain from round 2 on, winter in round 6
    dry = (
        '[[], ["rain"], ["rain"], ["rain", "animals"], ["rain", "animals"], ["rain", "winter"]]',
        "[[], [], [], [], [], []]",
    )
    assert not preferences_of([rock(dry).facts], [1])[0].roof.any()


def test_a_token_that_overfills_a_stage_is_kept(rock):
    in_stages = rock().facts
    assert preferences_of([in_stages], [1])[0].fills.tolist() == [
        1,
        0,
        0,
        0,
    ]  # Dry grass: a signal of two stages
    assert not preferences_of([in_stages], [1])[0].heals.any()
    heals = ('use = ["gain food 1"]', 'use = ["heal chosen 1"]')
    assert preferences_of([rock(heals).facts], [1])[0].heals.tolist() == [0, 1, 0, 0]


def test_fights_of_the_scenario_raise_the_urgency_of_weapons(rock):
    raid = """
[[special_action]]
id = "raid"
name = "Raid"
kind = "hunt"
pawns = 2
effect = ["fight_by performer 4 +1 totems", "advance signal 1"]
sources = ["ours"]
confidence = "confirmed"
"""
    calm, armed = rock(), rock(("[[counter]]", f"{raid}\n[[counter]]"))
    peaceful, warlike = preferences_of([calm.facts], [1])[0], preferences_of([armed.facts], [1])[0]
    assert warlike.weapon > peaceful.weapon
    assert warlike.weapon_urgency > peaceful.weapon_urgency
    assert warlike.strength[0] > 4
    assert warlike.special[0] > UNIMPORTANT


def test_what_is_only_a_means_is_not_heaped_up():
    facts = simulator("naturalist").facts
    means = {action["id"]: means_of(facts, action) for action in facts["special_action"]}
    counters = [counter["id"] for counter in facts["counter"]]
    assert means.pop("cage") == counters.index("cages")  # captures use cages up; nobody counts them
    assert set(means.values()) == {NO_COUNTER}


@pytest.mark.parametrize("players", range(1, q.PLAYERS + 1))
@scenarios
def test_urgencies_are_known_for_every_task(scenario, players):
    urgencies = urgencies_of(scenario, players)
    assert urgencies.keys() == URGENCIES.keys()
    record = preferences_of([simulator(scenario).facts], [players])[0]
    assert all(record[name] == value for name, value in urgencies.items())


@scenarios
def test_every_scenario_has_a_preference(scenario):
    preferences = preferences_of([simulator(scenario).facts], [1])[0]
    named = ("build", "build_each_round", "special", "explore", "wood", "fur")
    assert all(np.isfinite(preferences[name]).all() for name in named)
    assert preferences.of_goal.any() or preferences.special.max() > UNIMPORTANT or preferences.explore > 0


def test_hints_are_for_scenarios_that_exist():
    assert set(read_hints()) <= set(NAMES)


# ---------------------------------------------------------------------- play


@pytest.mark.slow
@scenarios
def test_rules_of_thumb_play_every_scenario_to_its_end(scenario):
    agent = ScriptedRobinson(simulator(scenario), stages=())
    outcome = play_games(agent, simulator(scenario), 1, seed=60_000)  # raises if illegal
    assert all(outcome.causes)


@pytest.mark.slow
@scenarios
def test_tables_are_judged_between_defeat_and_victory(scenario):
    agent = ScriptedRobinson(simulator(scenario))
    states = simulator(scenario).new_games(4, 60_000)
    chances = agent.chances(states)
    assert (chances > 0).all()
    assert (chances < 1).all()
    hurt = states.copy()
    hurt.wounds[:, 0] += 8
    assert (agent.chances(hurt) < chances).all()


def test_features_hold_each_term_of_the_goal_and_of_the_potential():
    rules = Simulator(ROBINSON, scenario="jenny", players=1)
    agent, states = ScriptedRobinson(rules), rules.new_games(3, 60_000)
    tables = rules.tables_of(states[0])
    rows = features_of(rules, agent.preferences, states)
    for row, state in zip(rows, states, strict=True):
        found = dict(zip(FEATURE_NAMES, row.tolist(), strict=True))
        assert [found[f"goal_{i}"] for i in range(GOAL_TERMS)] == pytest.approx(
            [q.goal_term(state, tables, i) for i in range(GOAL_TERMS)]
        )
        promising = [q.promising_term(state, tables, i) for i in range(PROMISING_TERMS)]
        assert [found[f"promising_{i}"] for i in range(PROMISING_TERMS)] == pytest.approx(promising)
        assert any(promising)


@pytest.mark.parametrize("players", [[1], [1, 2]])
def test_mixed_tasks_are_each_judged_as_they_are_alone(players):
    mixed = Simulator(ROBINSON, scenario=["castaways", "cursed_island"], players=players)
    agent, states = ScriptedRobinson(mixed), mixed.new_games(8, 60_000)
    chances = agent.chances(states)
    for number, task in enumerate(mixed.tasks):
        alone = Simulator(ROBINSON, **task)
        those = states[states.task == number].copy()
        those.task = 0
        assert np.allclose(ScriptedRobinson(alone).chances(those), chances[states.task == number])


def test_a_table_nearer_to_the_goal_is_judged_better(rock):
    rules = rock()
    agent, states = ScriptedRobinson(rules), rules.new_games(1, 60_000)
    for name, value in {"counter": 3, "weapon": 1, "roof": 1, "shelter": 1}.items():
        better = states.copy()
        better[name] = value
        assert agent.chances(better)[0] > agent.chances(states)[0], name


@pytest.mark.parametrize(
    ("food", "worth"),
    [(0, 0.0), (1, 0.4), (2, 0.5), (4, 0.7), (6, 0.7)],  # a meal for one player; up to three more
)
def test_food_is_worth_a_meal_and_a_little_more(rock, food, worth):
    rules = rock()
    agent, states = ScriptedRobinson(rules), rules.new_games(2, 60_000)
    states[1] = states[0]
    states.available[:, c.FOOD] = 0, food
    before, after = np.log(1 / agent.chances(states) - 1)
    assert before - after == pytest.approx(worth, abs=1e-4)
