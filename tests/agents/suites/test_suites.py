"""`python evaluate.py --suite NAME`: what is played, what is kept, what the tables say."""

from __future__ import annotations

import csv
import json

import pytest

import crusoe_env
import evaluate
from agents import provenance
from agents.config import ConfigError
from agents.learning import mapping
from agents.registry import make_agent
from agents.shipped import suite_names
from agents.suites import results
from agents.suites.suite import read_suite, tasks_of
from crusoe_env.agent import Agent
from crusoe_env.bench.results import read_result
from crusoe_env.robinson.tables.scenarios import NAMES

SUITE = """
title: Two seas
seed: 300
games: 8
agents: [random, first]
tasks:
  - game: marooned
  - game: dieson
    vary: {quest: [1, 4]}
    games: 3
"""


class First(Agent):
    """The first legal action: quick, and not random."""

    name = "first"

    def act(self, observation, mask):
        return mask.argmax(axis=1)


@pytest.fixture(autouse=True)
def _first_is_an_agent(monkeypatch):
    def make(name, simulator):
        return First() if name == "first" else make_agent(name, simulator)

    monkeypatch.setattr(results, "make_agent", make)


@pytest.fixture
def suite(tmp_path):
    file = tmp_path / "two_seas.yaml"
    file.write_text(SUITE)
    return file


@pytest.fixture
def run(tmp_path, suite, capsys):
    """Call `evaluate.main` for the suite: status and what was printed on both streams."""

    def call(*given, name=suite):
        out = [] if "--out" in given else ["--out", str(tmp_path / "out")]
        try:
            status = evaluate.main(["--suite", str(name), *out, *(str(word) for word in given)])
        except SystemExit as stopped:
            status = stopped.code
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return call


def results_in(folder):
    return sorted(file for file in folder.glob("*.json") if file.name != "summary.json")


# ---------------------------------------------------------------------- the protocol


@pytest.mark.parametrize("name", suite_names())
def test_published_suites_play_tasks_that_exist(name):
    suite = read_suite(name)
    for task in tasks_of(suite, {}):
        crusoe_env.game(task.game).checked_options(task.options)
        assert task.games >= 1


def test_robinson_plays_every_scenario_with_every_number_of_players():
    tasks = tasks_of(read_suite("robinson"), {})
    played = [(task.options["scenario"], task.options["players"]) for task in tasks]
    assert played == [(name, players) for name in NAMES for players in (1, 2, 3, 4)]


def test_all_holds_the_tasks_of_the_other_suites():
    everything = {task.name for task in tasks_of(read_suite("all"), {})}
    for name in suite_names():
        tasks = tasks_of(read_suite(name), {})
        assert {task.name for task in tasks if set(task.options) == set(task.varied)} <= everything


def test_options_narrow_a_suite_or_hold_for_all_of_it():
    suite = read_suite("robinson")
    given = {"scenario": "castaways", "players": [1, 3], "edition": "current"}
    tasks = tasks_of(suite, given, games=5)
    assert [task.name for task in tasks] == [f"robinson scenario=castaways players={n}" for n in (1, 3)]
    assert {task.options["edition"] for task in tasks} == {"current"}
    assert {task.games for task in tasks} == {5}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--option", "quest=9"], "Marooned! got an unexpected keyword argument 'quest'"),
        (["--agents", "random,scriptd"], "unknown agent 'scriptd'"),
        (["--games", "0"], "--games must be at least 1"),
        (["--workers", "0"], "--workers must be at least 1"),
        (["--game", "dieson"], "--game does not go with --suite"),
        (["--replay"], "--replay does not go with --suite"),
        (["--outlook", "random"], "--outlook needs --replay"),
        (["--json", "nowhere/x.json"], "there is no folder nowhere"),
        (["--write", "nowhere/x.json"], "there is no folder nowhere"),
    ],
)
def test_wrong_input_is_told_in_one_line(given, message, run):
    status, out, err = run(*given)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (("marooned", "maroned"), "field 'game': unknown game 'maroned'; did you mean 'marooned'?"),
        (("quest: [1, 4]", "quests: [1]"), "Dieson Crusoe got an unexpected keyword argument 'quests'"),
        (("quest: [1, 4]", "friend: all"), "'friend' sets no task of Dieson Crusoe; choose from quest"),
        (("quest: [1, 4]", f"{'x' * 500}: all"), "xxx' sets no task of Dieson Crusoe"),
        (("quest: [1, 4]", "quest: [12]"), "quest: unknown value 12"),
        (("games: 3", "gmes: 3"), "unknown field 'tasks.1.gmes'; did you mean 'games'?"),
        (("seed: 300", "seed: -1"), "field 'seed': Input should be greater than or equal to 0, found -1"),
        (("seed: 300", "seed: true"), "field 'seed': Input should be a valid integer, found True"),
        (
            ("seed: 300", f"seed: {2**63}"),
            "field 'seed': Input should be less than or equal to 461168601842738",
        ),
        (("seed: 300", f"seed: {'9' * 5000}"), "is no valid YAML: a number has too many digits"),
        (
            ("seed: 300", f"seed: {'[' * 3000}"),
            "two_seas.yaml: more than 16 fields and lists lie within each other",
        ),
        (("[random, first]", "[]"), "field 'agents': List should have at least 1 item"),
    ],
)
def test_a_wrong_suite_is_told_in_one_line(changed, message, run, suite):
    suite.write_text(SUITE.replace(*changed))
    status, _, err = run()
    assert status == 2
    assert message in err
    assert len(err.splitlines()) == 1


def test_an_unknown_suite_is_answered_with_those_that_exist():
    with pytest.raises(ConfigError, match="unknown suite 'robinsn'; did you mean 'robinson'"):
        read_suite("robinsn")


# ---------------------------------------------------------------------- playing


@pytest.fixture
def played(run, tmp_path):
    """The suite, played: its summary, the rows of its games, its folder, and what was printed."""
    status, out, err = run()
    assert status == 0, err
    folder = tmp_path / "out"
    with (folder / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    return json.loads((folder / "summary.json").read_text()), rows, folder, out


def test_every_agent_plays_every_task_over_the_same_seeds(played):
    summary, rows, _, _ = played
    told = [(task["game"], task["options"], task["games"]) for task in summary["tasks"]]
    assert told == [("marooned", {}, 8), ("dieson", {"quest": 1}, 3), ("dieson", {"quest": 4}, 3)]
    for name, games in (("marooned", 8), ("dieson quest=1", 3), ("dieson quest=4", 3)):
        for agent in ("random", "first"):
            seeds = [int(row["seed"]) for row in rows if (row["task"], row["agent"]) == (name, agent)]
            assert seeds == list(range(300, 300 + games))


def test_the_summary_and_the_tables_are_those_of_the_games(played):
    summary, rows, folder, shown = played
    tables = (folder / "tables.md").read_text()
    for task in summary["tasks"]:
        for agent in task["agents"]:
            name = " ".join([task["game"], *(f"{key}={value}" for key, value in task["options"].items())])
            own = [row for row in rows if (row["task"], row["agent"]) == (name, agent["agent"])]
            assert agent["victories"] == sum(int(row["victory"]) for row in own)
            for text in (shown, tables):
                assert f"{agent['victory_rate']:.1%} ({100 * agent['victory_low']:.0f}" in text
        first, other = task["agents"]
        assert "differences" not in first
        assert tables.count(f"| {other['agent']} – {first['agent']} |") == len(summary["tasks"])
        apart = other["differences"]["goal_progress"]
        assert apart["mean"] == pytest.approx(other["mean_goal_progress"] - first["mean_goal_progress"])
        assert apart["low"] <= apart["mean"] <= apart["high"]


def test_tables_are_written_as_data(run, tmp_path):
    file = tmp_path / "found.json"
    given = ("--write", file, "--games", 2)
    assert run(*given, "--option", "--agents", "random")[0] == 2  # an option is missing
    assert not file.exists()
    assert run(*given, "--agents", "random")[0] == 0
    found = read_result(file)
    assert ["agent", "quest 1", "quest 4"] in [table.headings for table in found.tables]
    assert "evaluate" in found.command


# ---------------------------------------------------------------------- going on


@pytest.fixture
def games_played(monkeypatch):
    """Which agents have begun to play, in order; `stop_at` interrupts one."""
    begun: list[str] = []

    def play(agent, simulator, *given):
        if len(begun) == play.stop_at:
            raise KeyboardInterrupt
        begun.append(f"{simulator.game.name} {agent.name}")
        return real(agent, simulator, *given)

    real, play.stop_at = results.play_games, None
    monkeypatch.setattr(results, "play_games", play)
    return begun, play


def test_a_suite_that_was_interrupted_goes_on_where_it_stopped(run, games_played, tmp_path, capsys):
    begun, play = games_played
    play.stop_at = 3
    with pytest.raises(KeyboardInterrupt):
        run()
    assert "stopped with 3 of 6 results; the same command goes on" in capsys.readouterr().err
    assert len(results_in(tmp_path / "out")) == 3
    play.stop_at = None
    status, _, err = run()
    assert status == 0
    assert "3 of 6 results are there" in err
    assert len(begun) == 6
    stopped = (tmp_path / "out" / "games.csv").read_text()
    assert run("--out", tmp_path / "at_once")[0] == 0
    assert (tmp_path / "at_once" / "games.csv").read_text() == stopped


@pytest.mark.slow
def test_processes_play_the_same_games(run, tmp_path):
    assert run("--agents", "random,first")[0] == 0
    status, _, err = run("--agents", "random,first", "--workers", 2, "--out", tmp_path / "many")
    assert status == 0, err
    assert len(results_in(tmp_path / "many")) == 6
    one, many = ((tmp_path / folder / "games.csv").read_text() for folder in ("out", "many"))
    assert one == many


def test_what_decides_the_games_is_played_anew(run, games_played, monkeypatch, tmp_path):
    begun, _ = games_played
    run("--agents", "random")
    run("--agents", "random")
    assert len(begun) == 3
    run("--agents", "random", "--seed", 7)
    assert len(begun) == 6
    monkeypatch.setattr(provenance, "rules_digest", lambda name: f"other rules of {name}")
    _, _, said = run("--agents", "random")
    assert len(begun) == 9
    assert len(results_in(tmp_path / "out")) == 9
    assert "marooned: random is played again: rules " in said
    run("--agents", "random", "--anew")
    assert len(begun) == 12
    assert len(results_in(tmp_path / "out")) == 9


def test_what_changed_in_the_layouts_is_said(run, games_played, monkeypatch, tmp_path):
    run("--agents", "random")
    (result,) = (file for file in results_in(tmp_path / "out") if file.name.startswith("marooned"))
    content = json.loads(result.read_text())
    now = mapping.Names.of(crusoe_env.game("marooned"))
    names = ("health/ten", *now.observations[1:])
    then = mapping.Names(names, now.divisors, now.actions)
    result.write_text(json.dumps({**content, "layout": then.packed()}))
    monkeypatch.setattr(provenance, "rules_digest", lambda name: f"other rules of {name}")
    _, _, said = run("--agents", "random")
    expected = "layout: 1 entry is new (cards/wild_boar/in play); 1 entry is gone (health/ten)"
    assert any("marooned: random" in line and line.endswith(expected) for line in said.splitlines())


def test_a_damaged_result_is_played_anew(run, games_played, tmp_path):
    begun, _ = games_played
    run("--agents", "random")
    first, *_ = results_in(tmp_path / "out")
    whole = json.loads(first.read_text())
    first.write_text(first.read_text()[:40])
    assert run("--agents", "random")[0] == 0
    assert len(begun) == 4
    assert json.loads(first.read_text())["games"] == whole["games"]
