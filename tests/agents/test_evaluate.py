"""`crusoe evaluate`: what its table and its JSON say, and that it goes on where it stopped."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import crusoe_env
from agents.commands import evaluate
from agents.evaluation import play_games
from agents.learning import safetensors
from agents.learning.compact import compacted
from agents.learning.numpy_policy import RUN, described
from agents.registry import make_agent
from agents.suites import results
from crusoe_env import Simulator
from crusoe_env.agent import name_in_tables
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import read_result
from tests.agents.search.test_guided import weights
from tests.support import content_of_page

OWN = """
import numpy as np
from crusoe_env.agent import Agent


class Peek(Agent):
    name, uses_states, cheats = "peek", True, True

    def act_state(self, states, mask):
        return mask.argmax(axis=1)


class Last(Agent):
    name = "last"

    def act(self, observation, mask):
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
"""


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    """The file of a user's agents, in the current folder."""
    file = tmp_path / "own_agents.py"
    file.write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(evaluate, "KEPT", Path("runs") / "evaluations")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "own_agents", raising=False)
    importlib.invalidate_caches()
    return file


@pytest.fixture
def run(capsys):
    """Call the command: its JSON and what was printed on both streams."""

    def call(*words, games=6):
        given = [*words, "--games", str(games), "--json", "summary.json"]
        status = evaluate.main([str(word) for word in given])
        shown = capsys.readouterr()
        assert status == 0, shown.err
        with open("summary.json") as file:
            return json.load(file), shown.out, shown.err

    return call


@pytest.fixture
def begun(monkeypatch):
    """Which agents have begun to play, in order; `stop_at` kills the process before one."""

    def play(agent, *rest):
        if len(agents) == play.stop_at:
            raise KeyboardInterrupt
        agents.append(agent.name)
        return real(agent, *rest)

    agents: list[str] = []
    real, play.stop_at = results.play_games, None
    monkeypatch.setattr(results, "play_games", play)
    return agents, play


# ---------------------------------------------------------------------- figures


def test_the_json_says_where_figures_come_from(run):
    content, _, _ = run("--agents", "random", "own_agents:Last", "--game", "dieson", "--option", "quest=2")
    simulator = Simulator(crusoe_env.game("dieson"), quest=2)
    assert (content["game"], content["options"], content["games"]) == ("dieson", {"quest": 2}, 6)
    origin = content["origin"]
    assert origin["crusoe_env"] == crusoe_env.__version__
    assert origin["environment"] == crusoe_env.game("dieson").env_id
    assert origin["facts"] == simulator.tables_hash
    assert len(origin["rules"]) == 16
    assert isinstance(origin["dirty"], bool)
    assert "dirty" not in origin["commit"]
    assert "numpy" in origin["machine"]
    random, last = content["agents"]
    assert {**random["origin"], **origin} == random["origin"]
    assert random["origin"]["policy"] == ""
    assert last["origin"]["policy"]
    assert last["against"] == "random"
    apart = last["differences"]["rounds"]
    assert apart["mean"] == pytest.approx(last["mean_rounds"] - random["mean_rounds"])


def test_tables_are_written_as_data(run, tmp_path):
    run("--agents", "random", "mcts:1", "--write", str(tmp_path / "found.json"), games=3)
    found = read_result(tmp_path / "found.json")
    assert [row[0] for row in found.tables[0].rows] == ["random", "mcts-1"]
    assert [row[0] for row in found.tables[1].rows] == ["mcts-1 – random"]
    assert "--agents random mcts:1" in found.command


def test_an_agent_that_cheats_stands_in_table_and_json(run):
    content, shown, _ = run("--agents", "own_agents:Last", "own_agents:Peek")
    assert [(each["agent"], each["cheats"]) for each in content["agents"]] == [
        ("last", False),
        ("peek (cheats)", True),
    ]
    assert "peek (cheats) – last" in shown
    tables, _, _ = run("--agents", "own_agents:Peek")  # kept results say so, too
    assert tables["agents"][0]["cheats"]


@pytest.mark.parametrize(
    ("name", "cheats", "expected"),
    [
        ("mcts", False, "mcts"),
        ("mcts", True, "mcts (cheats)"),
        ("cheating mcts", True, "cheating mcts"),
        ("mcts (cheats)", True, "mcts (cheats)"),
    ],
)
def test_the_name_of_an_agent_that_cheats_says_so_once(name, cheats, expected):
    assert name_in_tables(name, cheats) == expected


def test_no_name_is_cut_in_a_pipe(capsys):
    names = [f"guided-32:a_policy_with_quite_a_long_name_{number}" for number in range(4)]
    Table("Victories", ("agent", *names), [(name, *["100.0% (100–100)"] * 4) for name in names]).show()
    lines = capsys.readouterr().out.splitlines()
    for name in names:
        assert sum(name in line for line in lines) >= 2, name


# ---------------------------------------------------------------------- going on


def test_an_evaluation_that_was_stopped_goes_on(run, begun, capsys):
    agents, play = begun
    whole, _, _ = run("--agents", "random", "own_agents:Last", "scripted", "--out", "at_once")
    agents.clear()
    play.stop_at = 2
    given = ["--agents", "random", "own_agents:Last", "scripted"]
    with pytest.raises(KeyboardInterrupt):
        run(*given)
    assert "stopped with 2 of 3 results; the same command goes on" in capsys.readouterr().err
    play.stop_at = None
    found, _, said = run(*given)
    assert agents == ["random", "last", "scripted"]
    assert "2 of 3 results are there: runs/evaluations" in said
    for one, other in zip(found["agents"], whole["agents"], strict=True):
        assert {**one, "seconds_per_game": 0} == {**other, "seconds_per_game": 0}
    run(*given, "--anew")
    assert agents == ["random", "last", "scripted"] * 2


def test_other_games_and_options_have_results_of_their_own(run, begun):
    agents, _ = begun
    for given in ([], ["--seed", 3], ["--game", "dieson"], ["--game", "dieson", "--option", "quest=2"]):
        _, _, said = run("--agents", "random", *given)
        assert "played again" not in said
    run("--agents", "random", games=7)
    assert len(agents) == 5


def test_what_has_changed_is_said_and_played_again(run, begun, own, monkeypatch):
    agents, _ = begun
    before, _, _ = run("--agents", "random", "own_agents:Last")
    own.write_text(OWN + "# changed\n")
    after, _, said = run("--agents", "random", "own_agents:Last")
    assert agents == ["random", "last", "last"]
    old, new = (content["agents"][1]["origin"]["policy"] for content in (before, after))
    assert f"marooned: last is played again: policy {old}, now {new}" in said
    monkeypatch.setattr(crusoe_env, "__version__", "9.9.9")
    _, _, said = run("--agents", "random")
    assert f"random is played again: crusoe_env {before['origin']['crusoe_env']}, now 9.9.9" in said
    assert agents == ["random", "last", "last", "random"]


@pytest.fixture
def trained(tmp_path):
    """The folder of a run, and a function that writes its weights, as they are or times a number."""
    rules, folder = Simulator(crusoe_env.game("marooned")), tmp_path / "mine"
    folder.mkdir()

    def keep(scale):
        arrays = {name: scale * weight for name, weight in weights(rules).items()}
        texts = {RUN: json.dumps(described(rules.game))}
        safetensors.write(folder / "best.safetensors", compacted(arrays, "float32"), texts)

    configure(folder, 0.9)
    keep(1.0)
    return folder, keep


def configure(folder, gamma):
    (folder / "config.yaml").write_text(f"trainer: fast\nppo:\n  gamma: {gamma}\n")


def test_a_policy_with_other_weights_is_played_again(run, begun, trained):
    agents, _ = begun
    folder, keep = trained
    first, shown, _ = run("--agents", folder)
    assert "ppo mine" in shown
    run("--agents", folder)
    assert agents == ["ppo"]
    keep(-1.0)
    second, _, said = run("--agents", folder)
    assert agents == ["ppo", "ppo"]
    assert "ppo mine is played again: policy " in said
    assert first["agents"][0]["origin"]["policy"] != second["agents"][0]["origin"]["policy"]


def test_runs_of_one_name_are_told_apart(run, trained):
    for folder in ("runs/lrA", "runs/lrB", "elsewhere"):
        shutil.copytree(trained[0], Path(folder) / "seed0")
    agents = ["runs/lrA/seed0", "runs/lrB/seed0", "elsewhere/seed0", "guided:runs/lrA/seed0:2"]
    content, shown, _ = run("--agents", *agents, "--csv", "games.csv", games=2)
    names = [row["agent"] for row in content["agents"]]
    assert names == ["ppo lrA/seed0", "ppo lrB/seed0", "ppo elsewhere/seed0", "guided-2:lrA/seed0"]
    assert all(name in shown for name in names)
    assert {line.split(",")[0] for line in Path("games.csv").read_text().splitlines()[1:]} == set(names)
    assert {path.name.split(".")[0] for path in Path("runs/evaluations").iterdir()} == {
        f"marooned_{name.replace(' ', '_').replace('/', '_').replace(':', '_')}" for name in names
    }


def test_a_search_whose_guide_has_changed_is_played_again(run, begun, trained):
    agents, _ = begun
    folder, keep = trained
    for change in (lambda: None, lambda: keep(-1.0), lambda: configure(folder, 0.5)):
        change()
        run("--agents", f"guided:{folder}:1", games=2)
    assert agents == ["guided-1:mine"] * 3


def test_corrected_facts_are_played_and_shown(run, tmp_path):
    facts = tmp_path / "facts.toml"
    facts.write_text('[[card]]\nid = "wild_boar"\na = { health = -9 }\n')
    corrected, shown, _ = run("--agents", "random", "--data", facts, games=40)
    assert f"data={facts}" in shown
    usual, _, _ = run("--agents", "random", games=40)
    first, second = corrected["agents"][0], usual["agents"][0]
    assert first["origin"]["facts"] != second["origin"]["facts"]
    assert first["mean_rounds"] < second["mean_rounds"]


def test_results_of_ray_are_kept_beside_those_of_local_play(run, begun, monkeypatch):
    """A stand-in for Ray, which need not be installed, that plays all parts here."""
    agents, _ = begun
    parts = []

    def parts_of(*part):
        parts.append(part)
        return part

    def play_on_ray(part, workers, progress):
        agent, name, options, games, seed = part
        simulator = Simulator(crusoe_env.game(name), **options)
        return play_games(make_agent(agent, simulator), simulator, games, seed, progress)

    ray = SimpleNamespace(parts_of=parts_of, play_on_ray=play_on_ray)
    monkeypatch.setattr(evaluate, "distributed", lambda: ray)
    local, _, _ = run("--agents", "random")
    for _ in range(2):
        found, _, _ = run("--agents", "random", "--engine", "ray")
        assert found["agents"][0]["mean_rounds"] == local["agents"][0]["mean_rounds"]
    assert parts == [("random", "crusoe_env.marooned.game:GAME", {}, 6, 1_000_000)]
    run("--agents", "random", "--engine", "ray", "--anew")
    assert len(parts) == 2
    run("--agents", "random")
    assert agents == ["random"]


def test_a_folder_that_takes_no_results_is_one_line(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert evaluate.main(["--agents", "random", "--games", "2", "--out", "file"]) == 2
    error = capsys.readouterr().err
    assert error == "crusoe evaluate: file: no results can be kept there; name a folder with --out\n"


def test_a_folder_in_place_of_a_file_is_told_before_games_are_played(capsys, tmp_path):
    assert evaluate.main(["--agents", "random", "--games", "2", "--json", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"crusoe evaluate: {tmp_path}: is a folder, not a file\n"
    evaluate.check_folders(evaluate.parse(["zoo:marooned", "--replay"], "crusoe evaluate"))  # its own place


@pytest.mark.slow
def test_a_replay_page_shows_chances_where_somebody_plays_on(run, tmp_path):
    page = tmp_path / "page.html"
    for words, shown in (([], False), (["--outlook", "scripted"], True)):
        run("scripted", "--replay", page, *words, games=3)
        content = content_of_page(page.read_text(encoding="utf-8"))
        assert bool(content["moments"]) is shown


def test_a_wrong_outlook_is_told_before_games_are_played(tmp_path, capsys):
    page = tmp_path / "page.html"
    assert evaluate.main(["scripted", "--replay", str(page), "--outlook", "nobody", "--games", "3"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, page.exists()) == ("", False)
    assert "unknown agent 'nobody'" in shown.err
