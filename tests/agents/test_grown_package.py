"""A card, an item and an entry more: every shipped policy still loads, plays, and wants what it wanted."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from crusoe_agents import zoo
from crusoe_env import Simulator, game
from tests.robinson.test_components import NEW_ENTRIES, add
from tests.support import NAMES, ROOT, run_python

KITE = """
[[invention]]
id = "kite"
name = "Kite"
kind = "deck"
terrain = "hills"
when = "any"
use = ["determination first 1"]
"""
NEW_FIELDS = """
marooned/observation.py|        single("turn", |        single("noise", "heard", 2, largest=MOST),
marooned/observation.py|    put(out, TURN, |    out[START["noise"]] = 9
dieson/observation.py|                Field("roofs", |                Field("noise", "heard", largest=9),
dieson/observation.py|    put(out, TIME_AT + TIME.roofs, |    out[TIME_AT + TIME.noise] = 9
robinson/observation/layout.py|                count("weapon", |                count("noise", "heard"),
robinson/observation/camp.py|    put(out, LEVELS_AT + LEVELS.weapon, |    out[LEVELS_AT + LEVELS.noise] = 9
"""
"""An entry more in the observations of each game: file, before which line, and the line that is inserted."""
PLAY = """
import sys
import numpy as np
from crusoe_agents import zoo
from crusoe_agents.registry import make_agent
from crusoe_env import Simulator, game

rules, played = game(sys.argv[1]), {}
for name in sys.argv[3:]:
    simulator = Simulator(rules, **zoo.read_card(name)["task"])
    agent = make_agent(f"zoo:{name}", simulator)
    states, seen = simulator.new_games(1, seed=3), []
    for step in range(3):
        seen.append(simulator.observe(states, dtype="uint8")[0])
        observation, mask = simulator.views(states)
        action = agent.act(observation, mask)
        assert mask[0, action[0]] == 1
        simulator.step(states, action)
    played[f"{name}.seen"] = np.array(seen)
    played[f"{name}.logits"] = agent.heads(agent._first(np.array(seen) * rules.observations.scale))[0]
np.savez(sys.argv[2], entries=rules.observations.names, actions=rules.actions.names, **played)
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory) -> Path:
    """A copy of the package with more cards, items and entries of observations."""
    copy = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "replay*", "*.html")
    shutil.copytree(ROOT / "crusoe_env", copy / "crusoe_env", ignore=ignored)
    for name, entry in {**NEW_ENTRIES, "inventions.toml": KITE}.items():
        add(copy, name, entry)
    for change in NEW_FIELDS.strip().splitlines():
        name, before, line = change.split("|")
        file = copy / "crusoe_env" / name.strip()
        source = file.read_text(encoding="utf-8")
        assert source.count(before) == 1, before
        file.write_text(source.replace(before, f"{line}\n{before}"), encoding="utf-8")
    return copy


def projected(rows: np.ndarray, names: list[str], wanted: tuple[str, ...]) -> np.ndarray:
    """The columns with the wanted names, in their order; all of them must be there."""
    return rows[:, [names.index(name) for name in wanted]]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_policy_plays_on_and_wants_what_it_wanted(grown, tmp_path, name):
    rules = game(name)
    policies = [each for each in zoo.names() if zoo.read_card(each)["game"] == name]
    path = os.pathsep.join([str(grown), str(ROOT)])
    arguments = ("-c", PLAY, name, str(tmp_path / "played.npz"), *policies)
    done = run_python(*arguments, cwd=grown, PYTHONPATH=path, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    played = np.load(tmp_path / "played.npz")
    entries, actions = played["entries"].tolist(), played["actions"].tolist()
    assert len(entries) > rules.observations.size
    for policy in policies:
        seen = projected(played[f"{policy}.seen"], entries, rules.observations.names)
        found = projected(played[f"{policy}.logits"], actions, rules.actions.names)
        agent = zoo.load(policy, rules)
        expected = agent.heads(agent._first(seen * rules.observations.scale))[0]
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
        assert f"{policy}.safetensors: was trained on another layout: " in done.stderr
        if name != "robinson":  # there more cards make another game of the same seed
            simulator = Simulator(rules, **zoo.read_card(policy)["task"])
            same = simulator.observe(simulator.new_games(1, seed=3), dtype="uint8")
            np.testing.assert_array_equal(seen[:1], same)
    if name == "robinson":
        new = set(actions) - set(rules.actions.names)
        assert new == {"plan kite", "card kite", "use kite", "use candle_end", "use token shell"}
        assert "mysteries/pit_of_nails/kept" in entries
        assert "threats/left/card/event meteor" in entries
        assert " entries and 5 actions are new (" in done.stderr
    assert "gone" not in done.stderr
