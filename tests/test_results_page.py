"""Commands on the pages of results are understood, their agents can be made, and figures agree."""

from __future__ import annotations

import argparse
import functools
import importlib
import itertools
import re
import shlex
from typing import Any

import pytest

pytest.importorskip("pydantic")

import crusoe_env
from agents import zoo
from agents.commands import evaluate, replay, reproduce, train, verify
from agents.registry import make_agent
from crusoe_env import Simulator
from crusoe_env.command_line import options_of
from tests.support import ROOT

PAGES = [
    ROOT / "docs" / "results.md",
    ROOT / "docs" / "experiments.md",
    *sorted((ROOT / "docs" / "results").glob("*.md")),
]
PAGE = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
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
        if module == "agents.search.beam" and not arguments:
            arguments = ["robinson"]  # the page only names the module
        given = parsed_by_module(module, arguments, monkeypatch)
        monkeypatch.undo()
        check_benchmark(given)
    elif words[1] in ("train.py", "train"):
        assert train.command_line(words[2:], "train")
    elif words[1] == "verify":
        assert verify.parse(words[2:] or ["mine.json"], "verify")
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


def test_sections_are_written_by_the_commands_that_stand_in_them():
    """The name of a section follows from `--section`, the game, the suite or the module of its command."""
    sections = re.findall(r"<!-- ([^/][^>]*?) -->\n.*?(?:Written by `([^`]+)`|\n<!-- /)", PAGE, re.DOTALL)
    written = [(section, shlex.split(command)) for section, command in sections if command]
    assert len(written) > 8
    for section, words in written:
        given = {flag.removeprefix("--"): value for flag, value in itertools.pairwise(words)}
        named = given.get("section") or given.get("suite") or given.get("game", "marooned")
        kind = "suite" if "suite" in given else words[2].rpartition(".")[2].replace("wall_clock", "")
        assert section in (f"{kind} {named}", named, kind, "wall clock"), section


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_write_into_the_page_that_shows_them(page):
    for target in re.findall(r"Written by `[^`]*--write (\S+?)[ `]", page.read_text(encoding="utf-8")):
        assert ROOT / target == page


def interval(words: str) -> tuple[str, str] | None:
    """The bounds of "65.3 (64.3 – 66.2; 500)", or of "64.3% – 66.2%" in a table."""
    found = re.search(r"([\d.]+)%? ?– ?([\d.]+)", words)
    return (found[1], found[2]) if found else None


def test_the_scoreboard_agrees_with_the_tables():
    """Each interval of the scoreboard stands in a table of another page, those of policies on a card."""
    board = PAGES[0].read_text(encoding="utf-8").split("## Commands")[0]
    tables = "\n".join(page.read_text(encoding="utf-8") for page in PAGES[1:])
    known = {interval(words) for words in re.findall(r"[\d.]+%? ?– ?[\d.]+", tables)}
    for card in map(zoo.read_card, zoo.names()):
        low, high = card["strength"]["interval"]
        assert (f"{100 * low:.1f}", f"{100 * high:.1f}") in known, card["name"]
    rows = [line.split("|")[1:-1] for line in board.splitlines() if line.startswith("|") and "–" in line]
    assert len(rows) == 26
    for cell in (cell for row in rows for cell in row):
        assert interval(cell) in known | {None}, cell


def percent(words: str) -> float:
    """The first number of a cell or sentence."""
    return float(re.search(r"\d[\d.]*", words)[0])  # type: ignore[index]


def cells_of(page: str) -> dict[str, list[str]]:
    """The rows of all tables of a page, by their first cell without marks and links."""
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("|")]
    return {re.sub(r"\[(.*?)\]\(.*?\)|\*", r"\1", row[0]).strip(): row[1:] for row in rows}


def test_the_readme_rounds_the_scoreboard():
    board = cells_of(PAGES[0].read_text(encoding="utf-8"))
    strength = (ROOT / "README.md").read_text(encoding="utf-8").split("## Strength")[1].split("\n## ")[0]
    rows = {task: cells for task, cells in cells_of(strength).items() if "–" in "".join(board.get(task, ""))}
    assert len(rows) > 5
    for task, cells in rows.items():
        for cell, exact in zip(cells, board[task], strict=False):
            search = exact.partition(":")[2] if exact.strip().startswith(("guided", "rolling")) else exact
            assert abs(percent(cell) - percent(search)) <= 0.5, (task, cell, exact)


SCENARIOS = ROOT / "docs" / "scenarios"


@pytest.mark.parametrize(
    "name", sorted(page.stem for page in SCENARIOS.glob("*.md") if page.stem not in ("index", "castaways"))
)
def test_pages_of_scenarios_round_the_strength_of_policies(name):
    page = (SCENARIOS / f"{name}.md").read_text(encoding="utf-8")
    alone, four = re.search(r"win ([\d.]+) % of the games alone and ([\d.]+) % for four", page).groups()
    overview = (SCENARIOS / "index.md").read_text(encoding="utf-8")
    in_table = re.search(rf"\({name}\.md\).*\| ([\d.]+) % \| ([\d.]+) % \|", overview).groups()
    assert in_table == (alone, four)
    for said, players in ((alone, "solo"), (four, "4")):
        rate = 100 * zoo.read_card(f"{name}-{players}")["strength"]["victory_rate"]
        assert abs(float(said) - rate) <= 0.5, players


def test_the_page_of_castaways_rounds_the_strength_of_policies():
    rows = cells_of((SCENARIOS / "castaways.md").read_text(encoding="utf-8"))
    for players, name in (("1", "solo"), ("2", "2"), ("3", "3"), ("4", "4")):
        rate = 100 * zoo.read_card(f"castaways-{name}")["strength"]["victory_rate"]
        assert abs(percent(rows[players][1]) - rate) <= 0.5, players
