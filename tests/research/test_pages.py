"""Pages print the figures of the data, and name commands that are understood and agents that can be made."""

from __future__ import annotations

import argparse
import functools
import importlib
import re
import shlex
from typing import Any

import pytest

pytest.importorskip("pydantic")

import crusoe_env
from agents.commands import evaluate, plot, replay, reproduce, train, verify
from agents.registry import make_agent
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.command_line import options_of
from research import pages, scoreboard, tasks
from research.data import FOLDER, result
from tests.support import ROOT

PAGE = "\n".join(
    page.read_text(encoding="utf-8")
    for page in (
        ROOT / "docs" / "results.md",
        ROOT / "research" / "experiments.md",
        *sorted((ROOT / "docs" / "results").glob("*.md")),
    )
)
RESULTS = sorted(file.stem for file in FOLDER.glob("*.json"))
COMMANDS = sorted({" ".join(found.split()) for found in re.findall(r"`((?:python|crusoe) [^`]+)`", PAGE)})
FRAGMENTS = sorted({" ".join(found.split()) for found in re.findall(r"`(--[^`]+)`", PAGE)})
PARTS = ("config", "env", "evaluation", "imitation", "ppo", "seed", "start_from")
"""Fields of a training that stand in fragments; other fragments are for `evaluate`."""


class Parsed(Exception):  # noqa: N818
    """A command line was understood."""


def parsed_by_module(name: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> argparse.Namespace:
    """What `python -m NAME` reads from its arguments; nothing is played."""

    def parse_args(parser: argparse.ArgumentParser) -> None:
        raise Parsed(real(parser, arguments))

    real = argparse.ArgumentParser.parse_args
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_args)
    with pytest.raises(Parsed) as parsed:
        importlib.import_module(name).main()
    return parsed.value.args[0]


@functools.lru_cache(maxsize=2)
def simulator(game: str, options: tuple[tuple[str, Any], ...]) -> Simulator:
    return Simulator(crusoe_env.game(game), **dict(options))


def check_agents(game: str, options: dict[str, Any], names: list[str]) -> None:
    """Make each agent; in the name of one `{scenario}` stands for the option."""
    for name in names:
        if not name.startswith("mine:"):  # a reader's own
            assert make_agent(name.format(**options), simulator(game, tuple(options.items()))).name


def check_benchmark(given: argparse.Namespace) -> None:
    """The options of a benchmark fit its game, and its agents can play it."""
    if not hasattr(given, "agents"):
        return
    options = options_of(given.option)
    name, values = getattr(given, "vary", None) or ("", ())
    for task in [{name: value, **options} for value in values] or [options]:
        check_agents(given.game, task, given.agents)


def check_evaluation(arguments: list[str]) -> None:
    given = evaluate.parse(arguments, "evaluate")
    if given.suite is None:
        game, options = evaluate.options_of(given)
        check_agents(game, options, evaluate.names_of(given, evaluate.AGENTS))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_is_understood(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)
    if words[:2] == ["python", "-m"]:
        module, arguments = words[2], words[3:]
        if module == "research.beam" and not arguments:
            arguments = ["robinson"]  # the page only names the module
        given = parsed_by_module(module, arguments, monkeypatch)
        monkeypatch.undo()
        check_benchmark(given)
    elif words[1] in ("bench", "zoo"):
        assert words[2:3] in ([], ["--game"], ["renew"])
    elif words[1] in ("train.py", "train"):
        assert train.command_line(words[2:], "train")
    elif words[1] == "verify":
        assert verify.parse(words[2:] or ["mine.json"], "verify")
    elif words[1] == "plot":
        assert plot.parse([*words[2:], "--out", "figure.svg"], "plot")
    elif words[1] == "reproduce":
        assert reproduce.parse(words[2:], "reproduce")
    else:
        assert words[1] in ("evaluate.py", "evaluate")
        check_evaluation(words[2:])


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_options_of_the_page_are_understood(fragment):
    words = shlex.split(fragment)
    flags = {word[2:].partition(".")[0].replace("-", "_") for word in words if word.startswith("--")}
    if flags & set(PARTS):
        config, _ = train.command_line(["--game", "robinson", *words], "train")
        crusoe_env.game("robinson").checked_options(
            {name: value for name, value in config.env.items() if name not in ("reward", "discount")}
        )
    elif "outlook" in flags:
        assert replay.parse(["marooned", *words, "random"], "replay")
    else:
        evaluate.parse(words, "evaluate")


def test_pages_pictures_and_rows_are_those_of_the_data(capsys):
    assert pages.main(["--check"]) == 0, capsys.readouterr().out


def test_every_result_stands_on_a_page_or_in_the_scoreboard_or_a_picture():
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages.pages())
    shown = {found["name"] for found in pages.BLOCK.finditer(text)}
    assert {*RESULTS} - shown == {"pairs", "searches"}
    assert {*scoreboard.BLOCKS} <= shown


def test_what_is_stale_is_written_anew_and_the_rest_stays():
    block = "before\n<!-- written: seeds -->\nold\n<!-- /written -->\n"
    stale = f"{block}<!-- = policy marooned -->9 %<!-- / --> after\n"
    text = pages.written(stale)
    assert text.startswith("before\n<!-- written: seeds -->\n**Victories of policies")
    assert re.search(r"<!-- /written -->\n<!-- = policy marooned -->\d\d %<!-- / --> after\n$", text)
    assert pages.written(text) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<!-- written: sedes -->\n<!-- /written -->", "unknown result 'sedes'; did you mean 'seeds'"),
        ("<!-- written: seeds -->\n", "needs its own"),
        ("<!-- = polcy marooned --><!-- / -->", "unknown figure 'polcy marooned'; did you mean 'policy'"),
        ("<!-- = policy maroned --><!-- / -->", "unknown task 'maroned'; did you mean 'marooned'"),
    ],
)
def test_wrong_marks_are_named(text, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        pages.written(text)


def test_a_search_of_the_scoreboard_gains_what_it_says():
    """A row's interval holds its share of victories, and its gain is of the same search and games."""
    for name in tasks.tasks():
        agent, share, gain = tasks.search(tasks.tasks()[name])
        low, rate, high = float(share.low), float(share.rate), float(share.high)
        mean, least, most = scoreboard.numbers_in(gain)
        assert low <= rate <= high
        assert least <= mean <= most
        assert agent.split(":")[0] in ("guided", "rolling")


def test_the_summary_of_speeds_names_no_figure_twice():
    columns = list(zip(*(row.split("|") for row in scoreboard.speeds().splitlines()[2:]), strict=True))[2:-1]
    for column in columns:
        found = [cell for cell in column if cell.strip()]
        assert len(found) == len(set(found))


def test_results_name_when_and_with_what_they_were_found():
    for name in RESULTS:
        found = result(name)
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", found.date), name
        assert found.commit, name
        assert found.machine, name
        assert found.tables, name


def test_details_and_long_tables_are_folded_on_a_page():
    short, long = (Table(f"{rows} rows", ("n",), [(str(i),) for i in range(rows)]) for rows in (2, 40))
    detail = Table("a detail", ("n",), [("1",)], detail=True)
    page = pages.for_page([short, detail, long])
    assert page.startswith("**2 rows**\n\n| n |")
    assert "<summary>a detail</summary>" in page
    assert '<details markdown="1">\n<summary>40 rows</summary>\n\n| n |' in page
    assert page.endswith("| 39 |\n\n</details>")


def test_the_documentation_by_hand_stays_short():
    assert pages.by_hand() <= 5_000
