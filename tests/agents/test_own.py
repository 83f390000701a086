"""Agents of users by import path: the example of the guide plays, and what is wrong is one line."""

import sys

import pytest

import evaluate
from agents.provenance import files_read
from agents.registry import make_agent, policy_file
from crusoe_env import Simulator, game
from crusoe_env.agent import Agent
from tests.play.terminal import play
from tests.support import ROOT, files_of_page

BROKEN = "import no_such_package\n"
MISTAKEN = "def f(:\n"
OTHERS = """
import os

import numpy as np
from crusoe_env.agent import Agent


class Plain:
    pass


class Fragile(Agent):
    def __init__(self, simulator):
        raise RuntimeError("out of\\norder")


class Floating(Agent):
    name = "floating"

    def act(self, observation, mask):
        return np.zeros(len(mask))


class Cloned(Agent):
    name = "cloned"

    def __init__(self):
        self.first = int(open("weights.txt").read())
        if os.path.exists("NAMES"):
            self.files = ["weights.txt"]

    def act(self, observation, mask):
        legal = np.argsort(-mask, axis=1, kind="stable")
        return legal[:, 0] if self.first == 0 else np.argmax(mask, axis=1)


class Stubborn(Agent):
    name = "stubborn"

    def act(self, observation, mask):
        return np.full(len(mask), -1)
"""


@pytest.fixture(autouse=True)
def _own_modules(tmp_path, monkeypatch):
    """Modules of a user in the current folder, among them the one of the guide."""
    guide = (ROOT / "docs" / "how_to" / "own_agent.md").read_text(encoding="utf-8")
    files = {name.removesuffix(".py"): text for name, text in files_of_page(guide).items()}
    for name, text in {**files, "others": OTHERS, "broken": BROKEN, "mistaken": MISTAKEN}.items():
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.fixture(scope="module")
def simulator():
    return Simulator(game("marooned"))


def test_the_agent_of_the_guide_plays(tmp_path, capsys):
    assert evaluate.main(["--agents", "homebody:Homebody", "--games", "3", "--csv", "games.csv"]) == 0
    assert "homebody" in capsys.readouterr().out
    assert (tmp_path / "games.csv").read_text().count("\nhomebody,") == 3


def test_the_agent_of_the_guide_gives_advice():
    _, shown = play(["advice homebody:Homebody"])
    assert "homebody would choose: stay" in shown or "homebody would choose: " in shown


def test_an_agent_may_take_the_simulator_or_not(simulator):
    assert make_agent("homebody:Homebody", simulator).stay == simulator.game.actions.index("stay")
    assert isinstance(make_agent("others:Stubborn", simulator), Agent)


def test_results_of_a_suite_depend_on_the_source_of_the_class(tmp_path):
    assert policy_file("homebody:Homebody") == tmp_path / "homebody.py"
    assert policy_file("mcts:5") is None


@pytest.mark.parametrize("names", [True, False])
def test_results_depend_on_the_files_that_an_agent_names(names, tmp_path, capsys):
    def told() -> str:
        assert evaluate.main(["--agents", "others:Cloned", "--games", "3"]) == 0
        return capsys.readouterr().err

    if names:
        (tmp_path / "NAMES").touch()
    weights = tmp_path / "weights.txt"
    weights.write_text("0")
    told()
    others = "others:Cloned: its Python files are the same; others are compared if it names them as `files`"
    again = told()
    assert "1 of 1 results are there" in again
    assert (others in again) == (not names)
    weights.write_text("1")
    after = told()
    assert ("cloned is played again: policy " in after) == names
    weights.unlink()
    (tmp_path / "NAMES").unlink(missing_ok=True)


def test_a_file_that_an_agent_names_must_exist(simulator, tmp_path):
    class Lost(Agent):
        name, files = "lost", [tmp_path / "nowhere"]

    with pytest.raises(ValueError, match=r"^agent 'lost': its files name '.*nowhere', which does not exist$"):
        files_read(Lost())
    Lost.files = [tmp_path]
    assert tmp_path / "homebody.py" in files_read(Lost())


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("homeboy:Homebody", "homeboy cannot be imported: No module named 'homeboy'"),
        ("broken:Agent", "broken cannot be imported: No module named 'no_such_package'"),
        ("mistaken:Agent", "mistaken cannot be imported: SyntaxError: "),
        ("homebody:Homeboy", "homebody has no class 'Homeboy' derived from crusoe_env.agent.Agent; it has"),
        ("others:Plain", "others has no class 'Plain' derived from"),
        ("others:Fragile", "agent 'others:Fragile' cannot be made: RuntimeError: out of order"),
        ("others:Floating", "agent 'floating' must give an array of 1 whole numbers, not float64 (1,)"),
        ("others:Stubborn", "agent 'stubborn' chose an illegal action"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(name, answer, capsys):
    assert evaluate.main(["--agents", name, "--games", "1"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("evaluate.py: ")
    assert answer in error
