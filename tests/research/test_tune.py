"""Tuning the urgencies of the scripted player of Robinson Crusoe."""

from __future__ import annotations

import tomllib

import numpy as np

from agents.robinson import preferences
from agents.robinson.preferences import URGENCIES
from research import tune

SCENARIO, SEED = "cursed_island", 70_000


def with_urgency(name, value):
    return np.array(list((URGENCIES | {name: value}).values()))


def test_who_never_eats_fares_worse():
    player = tune.Player(SCENARIO, 1)
    states = player.simulator.new_games(32, SEED)
    before = states.tobytes()
    usual = player.score(with_urgency("food_needed", URGENCIES["food_needed"]), states)
    assert usual > player.score(with_urgency("food_needed", -50.0), states)
    assert states.tobytes() == before


def test_tuning_never_makes_it_worse(monkeypatch):
    monkeypatch.setattr(tune, "DRAWN", 4)
    monkeypatch.setattr(tune, "BEST", 2)
    monkeypatch.setattr(tune, "JUDGED", 8)
    found, after, before = tune.tune(tune.Task(SCENARIO, 1, 4, 2, SEED))
    assert after >= before
    assert found.shape == (len(URGENCIES),)


def test_what_was_found_is_written_beside_what_was_known(tmp_path, monkeypatch):
    file = tmp_path / "urgencies.toml"
    monkeypatch.setattr(preferences, "URGENCIES_FILE", file)
    preferences.read_urgencies.cache_clear()
    try:
        tune.write_urgencies(file, {("jenny", 2): with_urgency("far", 3.0)})
        preferences.read_urgencies.cache_clear()
        tune.write_urgencies(file, {("jenny", 3): with_urgency("far", 4.0)})
        written = tomllib.loads(file.read_text())
        assert written["jenny"]["players_2"] == URGENCIES | {"far": 3.0}
        assert written["jenny"]["players_3"] == URGENCIES | {"far": 4.0}
    finally:
        preferences.read_urgencies.cache_clear()
