"""`crusoe plot` draws what other commands write; `crusoe mistakes` says what decisions cost."""

from __future__ import annotations

import csv
import json
import subprocess
import sys

import numpy as np
import pytest

from agents.commands import evaluate, mistakes, plot, reproduce, train
from agents.decisions import decisions_of
from agents.figures import plain, sources
from agents.registry import make_agent
from crusoe_env import Simulator, game
from crusoe_env.bench.results import read_result
from crusoe_env.interfaces.outlook import Outlook
from tests.support import ROOT, words_of

RESULTS = ROOT / "research" / "results"
CONFIG = "game: marooned\nevaluation:\n  games: 50\n"


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory):
    """An evaluation of three agents, written and drawn."""
    folder = tmp_path_factory.mktemp("evaluation")
    arguments = ["random", "--agents", "scripted", "zoo:marooned", "--game", "marooned", "--games", "40"]
    files = ["--json", str(folder / "e.json"), "--plot", str(folder / "e.svg"), "--out", str(folder / "kept")]
    assert evaluate.main([*arguments, *files]) == 0
    return folder


@pytest.fixture
def run_folders(tmp_path):
    """Two runs with learning curves."""
    for seed in (0, 1):
        folder = tmp_path / f"run{seed}"
        folder.mkdir()
        (folder / "config.yaml").write_text(CONFIG)
        rows = "".join(f"{1000 * i},{i},{0.1 * i + 0.05 * seed}\n" for i in range(1, 6))
        (folder / "curve.csv").write_text(f"steps,seconds,victory_rate\n{rows}")
    return tmp_path


def test_an_evaluation_is_drawn_with_its_figures_as_words(evaluation):
    words = " ".join(words_of(evaluation / "e.svg"))
    for agent in json.loads((evaluation / "e.json").read_text())["agents"]:
        assert agent["agent"] in words
        assert f"{100 * agent['victory_rate']:.1f} %" in words
    assert "difference to random, same games" in words


@pytest.mark.parametrize("what", ["victories", "headroom", "causes"])
@pytest.mark.parametrize("dark", [False, True])
def test_figures_of_an_evaluation_are_the_same_each_time(evaluation, tmp_path, what, dark):
    look = ["--dark"] if dark else []
    for name in ("a.svg", "b.svg"):
        assert plot.main([what, str(evaluation / "e.json"), "--out", str(tmp_path / name), *look]) == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert ("#10191f" in (tmp_path / "a.svg").read_text()) == dark


@pytest.mark.parametrize(("what", "result"), [("time", "decisions_marooned"), ("reliability", "chances")])
@pytest.mark.parametrize("form", ["png", "pdf", "svg"])
def test_figures_of_results(tmp_path, what, result, form):
    out = tmp_path / f"figure.{form}"
    assert plot.main([what, str(RESULTS / f"{result}.json"), "--out", str(out)]) == 0
    assert out.stat().st_size > 4_000


def test_a_method_of_several_seeds_is_one_line_with_a_band(run_folders):
    runs = [run_folders / "run0", run_folders / "run1"]
    series = sources.series_of("mine", runs)
    assert series.y == pytest.approx(100 * (0.1 * series.x / 1000 + 0.025))
    assert ((series.low < series.y) & (series.y < series.high)).all()
    out = run_folders / "curve.svg"
    given = f"mine={run_folders / 'run0'},{run_folders / 'run1'}"
    assert plot.main(["learning", given, str(runs[0]), "--out", str(out)]) == 0
    assert {"mine", "run0", "random", "scripted"} <= {word.strip() for word in words_of(out)}


def test_a_curve_as_text_has_a_mark_for_each_point_and_the_others_as_lines(run_folders, capsys):
    run = run_folders / "run0"
    rows = "".join(f"{200 * 2**i},{i},{0.08 * i}\n" for i in range(9))
    (run / "curve.csv").write_text(f"steps,seconds,victory_rate\n{rows}")
    assert plot.main(["learning", str(run), "--text", "--out", str(run_folders / "curve.svg")]) == 0
    _, _, *lines, axis, ends, _ = capsys.readouterr().out.splitlines()
    marks = [(line.index("o", 6), line.count("o ")) for line in lines if "o" in line[6:66]]
    columns = [column for column, _ in marks]
    assert len(marks) == 9
    assert columns == sorted(columns, reverse=True)
    assert columns[0] - columns[-1] == plain.WIDTH - 1
    assert (
        max(np.diff(sorted(columns))) - min(np.diff(sorted(columns))) <= 1
    )  # steps double: equally far apart
    assert "run0 64.0 %" in lines[0] + lines[1]
    assert sum("-----" in line and "%" in line for line in lines) == 2  # random, scripted
    assert ends.split() == ["0.0002", "0.0032", "0.051", "million", "steps"]
    assert set(axis.strip()) == {"+", "-"}


def test_a_row_that_is_played_again_is_drawn_beside_the_published_one(tmp_path, capsys):
    figure = tmp_path / "again.svg"
    row = "docs/results.md#marooned/scripted"
    assert reproduce.main([row, "--games", "40", "--plot", str(figure)]) == 0
    rate = capsys.readouterr().out.partition("won ")[2].partition("%")[0]
    assert {"published", "now", "41.9 %", f"{rate} %"} <= set(words_of(figure))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["time", str(RESULTS / "chances.json"), "--out", "a.svg"], "has no times"),
        (["victories", str(RESULTS / "chances.json"), "--out", "a.svg"], "is no evaluation"),
        (["matrix", str(RESULTS / "chances.json"), "--out", "a.svg"], "is no cross-play"),
        (["matrix", str(ROOT / "README.md"), "--out", "a.svg"], "holds no JSON that a command has written"),
        (["learning", "nowhere", "--out", "a.svg"], "has no learning curve"),
        (["time", "a.json", "--out", "a.gif"], "choose a name that ends so"),
        (["time", "a.json", "--out", "a.svg", "--text"], "--text prints learning curves"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert plot.main(arguments) == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_the_command_says_which_extra_has_it():
    code = "import sys; sys.modules['matplotlib'] = None; from crusoe_env.__main__ import crusoe"
    code += "; sys.exit(crusoe())"
    command = [sys.executable, "-c", code, "plot", "time", "a.json", "--out", "a.svg"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "[plots]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_costs_of_decisions_are_what_another_policy_would_gain(tmp_path):
    """Random play costs much and the judge's own play little; costs are those of all decisions together."""
    simulator = Simulator(game("marooned"))
    judge = Outlook(make_agent("zoo:marooned", simulator), simulator)
    found = {}
    for name in ("random", "zoo:marooned"):
        played = decisions_of(make_agent(name, simulator), simulator, 20, 0)
        whole, *kinds = mistakes.costs_of(judge, played, 60, 32, 0)
        assert sum(cost.looked_at for cost in kinds) == whole.looked_at == 60
        assert sum(cost.a_game for cost in kinds) == pytest.approx(whole.a_game)
        assert sum(mistakes.endings_of(simulator, played).values()) == 20
        found[name] = whole
    assert found["random"].each.low > 0
    assert found["random"].each.mean > 0.02 > abs(found["zoo:marooned"].each.mean)


def test_mistakes_are_written_and_drawn(tmp_path, capsys):
    files = ["--csv", str(tmp_path / "m.csv"), "--write", str(tmp_path / "m.json")]
    assert mistakes.main(["marooned", "--games", "10", "--decisions", "20", "--deals", "8", *files]) == 0
    shown = capsys.readouterr().out
    costs, endings = read_result(tmp_path / "m.json").tables
    assert costs.title in shown
    rows = list(csv.reader((tmp_path / "m.csv").open()))
    assert rows[1] == list(costs.headings)
    assert sum(int(row[2]) for row in endings.rows) == 10
    for what in ("costs", "causes"):
        assert plot.main([what, str(tmp_path / "m.json"), "--out", str(tmp_path / f"{what}.svg")]) == 0
        assert any("0" in word for word in words_of(tmp_path / f"{what}.svg"))


def test_decisions_of_games_lead_from_state_to_state():
    simulator = Simulator(game("marooned"))
    played = decisions_of(make_agent("scripted", simulator), simulator, 5, 3)
    for number in range(5):
        states, actions, _ = played.of_game(number)
        after = simulator.step(states[:-1].view(np.recarray), actions)
        assert after.tobytes() == np.ascontiguousarray(states[1:]).tobytes()
        assert states[-1].over == 1


@pytest.mark.slow
def test_a_training_draws_its_curve_beside_those_who_do_not_learn(tmp_path, capsys):
    sizes = ["--total-steps", "2048", "--num-envs", "16", "--ppo.n-steps", "16", "--ppo.batch-size", "256"]
    often = ["--evaluation.every", "1024", "--evaluation.games", "20", "--threads", "1"]
    figure = tmp_path / "curve.svg"
    assert train.main([*sizes, *often, "--run-dir", str(tmp_path / "run"), "--plot", str(figure)]) == 0
    assert f"figure: {figure}" in capsys.readouterr().out
    words = " ".join(words_of(figure))
    assert all(name in words for name in ("random", "scripted", "run"))


@pytest.mark.slow
def test_cross_play_draws_a_cell_for_each_pair(tmp_path):
    table = ["--game", "robinson", "--option", "players=2", "--games", "4"]
    files = ["--json", str(tmp_path / "pairs.json"), "--plot", str(tmp_path / "pairs.svg")]
    assert evaluate.main(["--cross-play", "random", "scripted", *table, *files]) == 0
    words = words_of(tmp_path / "pairs.svg")
    assert sum(word.startswith("0") or word[0].isdigit() for word in words) >= 4
    out = tmp_path / "again.png"
    assert plot.main(["matrix", str(tmp_path / "pairs.json"), "--dark", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")
