"""A scenario is one data file: the small one of docs/scenarios.md is played, and wrong files are answered."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.tables.loading import load
from tests.robinson.conftest import Table
from tests.robinson.small_scenarios import LONELY_ROCK
from tests.support import refused

ROOT = Path(__file__).parents[2]
SIGNAL = 0


@pytest.fixture(scope="module")
def lonely_rock(tmp_path_factory) -> str:
    """The file of the page."""
    file = tmp_path_factory.mktemp("scenarios") / "lonely_rock.toml"
    file.write_text(LONELY_ROCK, encoding="utf-8")
    return str(file)


@pytest.fixture
def game(lonely_rock) -> Table:
    return Table(scenario=lonely_rock, characters=["cook"], starting_items=0).start()


def test_it_plays_like_a_printed_one(lonely_rock):
    env = gymnasium.make(crusoe_env.GAMES["robinson"], scenario=lonely_rock, reward="shaped", max_steps=900)
    rng = np.random.default_rng(0)
    causes = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, _, terminated, truncated, info = env.step(action)
            done = terminated or truncated
        causes.add(env.unwrapped.cause_name(info["cause"]))
        assert info["rounds"] <= 6
        assert 0 <= info["goal_progress"] <= 1
    assert causes <= {"a character died", "out of rounds", "loss 1 of the scenario", "goal met", "camp lost"}
    assert "Lonely Rock" in env.unwrapped.text()
    assert "signal fire" in env.unwrapped.picture()


def test_it_is_won_at_the_end_of_a_round_not_before(game):
    game.s.counter[SIGNAL], game.s.weapon = 5, 1
    game.step(steps.MORALE)
    assert not game.s.over
    game.step(steps.END_OF_ROUND)
    assert game.s.victory == 1


def test_just_missed_it_is_lost_in_the_last_round(game):
    game.s.counter[SIGNAL], game.s.weapon, game.s.rounds = 4, 1, 6
    game.step(steps.END_OF_ROUND)
    assert (game.s.over, game.s.victory, c.CAUSES[game.s.cause]) == (1, 0, "out of rounds")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "lonely_rock"', 'id = "other"', "[scenario], field 'id': expected 'lonely_rock'"),
        ("rounds = 6", "rounds = 7", "[scenario], field 'weather': 6 entries for 7 rounds"),
        ('"signal >= 5"', '"signl >= 5"', "'signl' is no measure; did you mean 'signal'?"),
        ('"signal >= 5"', '"signal > 5"', "expected a measure, '>=' or '<', and a number"),
        ("advance signal 2", "advance beacon 2", "'beacon' is no counter"),
        ('checked = "at_round_end"', 'checked = "later"', "field 'checked': 'later' is not known"),
        ("stages = [2, 3]", "most = 5", "field 'stages_each_round' needs 'stages' and 'fed_with'"),
        ('symbol = "symbol_bands"', 'symbol = "symbol_dashes"', "'symbol_dashes' is unknown"),
        ('weight = 0.8 }', 'weight = 1.8 }', "1.8 is outside 0 .. 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_one_line(tmp_path, old, new, message):
    file = tmp_path / "lonely_rock.toml"
    assert old in LONELY_ROCK
    file.write_text(LONELY_ROCK.replace(old, new, 1), encoding="utf-8")
    with refused(FactsError, message, start="lonely_rock.toml: "):
        load(None, {"scenario": str(file)})


def test_a_file_that_is_not_there():
    with pytest.raises(ValueError, match=r"^scenario: there is no file 'nowhere\.toml'$"):
        load(None, {"scenario": "nowhere.toml"})
    with pytest.raises(ValueError, match=r"^scenario: there is no file 'xxx.*\.toml'$"):
        load(None, {"scenario": f"{'x' * 5_000}.toml"})


def test_no_rule_knows_a_scenario_by_name():
    names = [path.stem for path in (ROOT / "crusoe_env/robinson/data/scenarios").glob("*.toml")]
    for folder in ("rules", "scenarios", "card_language"):
        for file in (ROOT / "crusoe_env/robinson" / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8").lower()
            assert not [name for name in names if name in text], file
