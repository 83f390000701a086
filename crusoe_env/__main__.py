"""The command `crusoe`, and `python -m crusoe_env`: what is there, and every program.

Without a command it lists games, cache and extras; others print layouts and facts, or are programs of their
own (`crusoe_env.programs`). Some of these choose how rules run before they import the engine, so that it is
imported here where it is needed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import re
import shutil
import sys
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crusoe_env import GAMES, __version__, game
from crusoe_env.command_line import CommandLine, game_name, guarded, how_to_install, options_of, reported
from crusoe_env.facts import CONFIDENCES, coverage, entries
from crusoe_env.play.terminal import WIDEST
from crusoe_env.programs import PROGRAMS
from crusoe_env.programs import run as run_program

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

ROOT = Path(__file__).resolve().parents[1]
CURRENT = "current edition"
"""Heading of what an entry says of it, in games of which there are two."""


class CommandError(ValueError):
    """A command cannot be carried out; the message says why in one line."""


# ---------------------------------------------------------------------- tables of text


def table(rows: Sequence[Sequence[str]], width: int = 0) -> str:
    """Rows under headings in aligned columns; the last column is wrapped at `width` if that is given."""
    numbers = [all(row[i].isdecimal() for row in rows[1:]) for i in range(len(rows[0]))]
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    before = sum(wide[:-1]) + 2 * len(wide[:-1])
    lines = []
    for row in rows:
        cells = [row[i].rjust(wide[i]) if numbers[i] else row[i].ljust(wide[i]) for i in range(len(row))]
        start = "  ".join([*cells[:-1], ""])
        last = [cells[-1].rstrip()]
        if width:
            last = textwrap.wrap(row[-1], max(20, width - before)) or [""]
        lines += [(start + last[0]).rstrip(), *(" " * before + more for more in last[1:])]
    return "\n".join(lines)


def screen_width() -> int:
    """Columns to write in."""
    return min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)


def prepare_agents(name: str, agents: Sequence[str]) -> None:
    """Compile what agents need to play a game. Raises CommandError, or ValueError for an unknown agent."""
    from crusoe_env import Simulator

    if agents:
        try:
            preparing = importlib.import_module("crusoe_agents.preparing")
        except ModuleNotFoundError as error:
            raise CommandError(f"agents need {error.name}: {how_to_install('train')}") from error
        for agent in agents:
            preparing.prepare(agent, Simulator(game(name)))


# ---------------------------------------------------------------------- overview


def overview() -> str:
    """Version, games, compiled cache, extras."""
    games = [["name", "id", "title", "version", "actions", "observation"]]
    for name in GAMES:
        it = game(name)
        size = str(it.observations.size)
        games.append([name, it.env_id, it.title, str(it.version), str(it.actions.n), size])
    extras = [["extra", "packages"], *([name, state] for name, state in extras_installed().items())]
    return "\n".join(
        [
            f"crusoe_env {__version__}",
            "",
            table(games),
            "",
            f"compiled cache: {cache_size()}",
            "",
            table(extras),
            "",
            "crusoe --help lists the commands; crusoe play GAME plays.",
        ]
    )


def cache_size() -> str:
    """Where the compiled rules are kept and how large they are."""
    from crusoe_env.engine.compile.cache import cache_root

    root = cache_root()
    if not root.is_dir():
        return f"{root} (not there yet: filled when a game is first played)"
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
    return f"{root} ({size / 1e6:.1f} MB)"


def extras_installed() -> dict[str, str]:
    """By extra: "installed", or which packages are missing."""
    states = {}
    for extra, packages in extras_declared().items():
        missing = [package for package in packages if not _is_installed(package)]
        states[extra] = f"missing {', '.join(missing)}: {how_to_install(extra)}" if missing else "installed"
    return states


def extras_declared() -> dict[str, list[str]]:
    """The packages of each extra, from pyproject.toml in a checkout, else from the installed metadata."""
    declared: dict[str, list[str]] = {}
    project = ROOT / "pyproject.toml"
    if project.is_file():
        content = tomllib.loads(project.read_text(encoding="utf-8"))
        for extra, lines in content["project"]["optional-dependencies"].items():
            declared[extra] = [_package(line) for line in lines]
    else:
        for line in _requirements_installed():
            if found := re.search(r"""extra\s*==\s*['"]([^'"]+)""", line):
                declared.setdefault(found[1], []).append(_package(line))
    return {extra: names for extra, names in declared.items() if "crusoe_env" not in names}


def _requirements_installed() -> list[str]:
    try:
        return importlib.metadata.requires("crusoe_env") or []
    except importlib.metadata.PackageNotFoundError:
        return []


def _package(requirement: str) -> str:
    """The package that a requirement names: `torch` of `torch>=2.8`."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].replace("crusoe-env", "crusoe_env")


def _is_installed(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


# ---------------------------------------------------------------------- layouts


def actions_text(it: Game) -> str:
    """All actions with their numbers, by block."""
    parts = [f"{it.title}: {it.actions.n} actions"]
    for block in it.actions.blocks:
        start = it.actions.start[block.name]
        rows = [f"{start + i:5}  {name}" for i, name in enumerate(block.actions)]
        parts.append("\n".join([f"{block.name}: {block.help}", *rows]))
    return "\n\n".join(parts)


def observation_text(it: Game) -> str:
    """All segments and fields of the observation, with their places."""
    layout = it.observations
    rows = layout.table(to=" .. ")
    return f"{it.title}: {layout.size} entries\n\n{table(rows, screen_width())}"


# ---------------------------------------------------------------------- provenance


def all_facts(it: Game, data: str | None) -> dict[str, Any]:
    """The facts of a game; tables that belong to one task of it (a scenario) follow as `NAME: table`.

    With a file of corrections only those of the default task: a file is for one.
    """
    facts = it.facts.load(data, it.options)
    tasks = [(option, value) for option, values in it.tasks.items() for value in values]
    for option, value in tasks if data is None else ():
        for name, content in it.facts.load(None, {**it.options, option: value}).items():
            if content != facts.get(name):
                facts[f"{value}: {name}"] = content
    return facts


def coverage_rows(facts: Mapping[str, Any]) -> list[list[str]]:
    """How many entries of each table have which confidence, with headings and a sum."""
    counts = coverage(facts)
    rows = [["table", "entries", *CONFIDENCES]]
    for name, row in counts.items():
        rows.append([name, str(sum(row.values())), *(str(row[confidence]) for confidence in CONFIDENCES)])
    sums = [sum(row[confidence] for row in counts.values()) for confidence in CONFIDENCES]
    return [*rows, ["all", str(sum(sums)), *map(str, sums)]]


def choices_rows(facts: Mapping[str, Any]) -> list[list[str]]:
    """What is left to who sets up a game: entries with `values` and a `default`, with headings."""
    return [["choice", "values (default first)", "meaning"]] + [
        [
            f"{name} {identity}",
            ", ".join(map(str, sorted(entry["values"], key=lambda value: value != entry["default"]))),
            ": ".join(str(entry[part]) for part in ("name", "note") if part in entry),
        ]
        for name, identity, entry in entries(facts)
        if "values" in entry and "default" in entry
    ]


def edition_words(entry: Mapping[str, Any]) -> str:
    """What is different in the current edition, where an entry says so: fields, or a value."""
    current = entry.get("current", {})
    if not isinstance(current, dict):
        return f"{json.dumps(current)} in place of {json.dumps(entry['first'])}"
    return ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in current.items())


def facts_text(it: Game, data: str | None, with_entries: bool) -> str:
    """Coverage of provenance, and the inferred entries with their notes if they are asked for."""
    facts = all_facts(it, data)
    text = f"{it.title}: how sure we are of the printed facts\n\n{table(coverage_rows(facts))}"
    if not with_entries:
        return text
    inferred = [
        [f"{name} {identity}" if identity != name else name, str(entry.get("note", ""))]
        for name, identity, entry in entries(facts)
        if entry["confidence"] == "inferred"
    ]
    listed = table([["inferred", "note"], *inferred], screen_width()) if inferred else "Nothing is inferred."
    text = f"{text}\n\n{listed}"
    if len(choices := choices_rows(facts)) > 1:
        text = f"{text}\n\n{table(choices, screen_width())}"
    other = [
        [f"{name} {identity}" if identity != name else name, words]
        for name, identity, entry in entries(facts)
        if (words := edition_words(entry))
    ]
    return f"{text}\n\n{table([['entry', CURRENT], *other], screen_width())}" if other else text


def check(checked: Game, options: Mapping[str, Any]) -> int:
    """Run the conformance suite on a game, a line for each check; the exit status is 1 if one fails."""
    from crusoe_env.testing import GameError, check_game  # needs the interfaces, which other commands do not

    try:
        check_game(checked, print, **options)
    except GameError as error:
        print(str(error).partition(":")[0])
        return 1
    return 0


# ---------------------------------------------------------------------- the command line


def parser(prog: str) -> CommandLine:
    """The command line."""
    words = "Survival board games for reinforcement learning. COMMAND --help says more of each."
    line = CommandLine(prog=prog, description=words, allow_abbrev=False)
    line.add_argument("--version", action="version", version=f"crusoe_env {__version__}")
    commands = line.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    words = "list games, versions, extras, and where the compiled cache is (without a command, too)"
    commands.add_parser("games", help=words, description=f"{words.capitalize()}.")
    for name, program in PROGRAMS.items():
        commands.add_parser(name, help=program.help, add_help=False)
    for name, words in (("actions", "the actions of a game"), ("observation", "the observation of a game")):
        command = commands.add_parser(name, help=words, description=f"Print {words}.")
        command.add_argument("game", type=game_name, help=", ".join(GAMES))
    words = "how sure we are of the printed facts"
    facts = commands.add_parser("facts", help=words, description=f"Print {words}.")
    facts.add_argument("game", nargs="?", type=game_name, help=f"{', '.join(GAMES)}; all by default")
    facts.add_argument("--data", metavar="FILE", help="a TOML file with your corrections")
    more = "list the inferred entries with their notes, the choices of scenarios, and what differs by edition"
    facts.add_argument("--entries", action="store_true", help=more)
    words = "compile the rules beforehand, where the cache does not hold them"
    compiling = commands.add_parser("compile", help=words, description=f"{words.capitalize()}.")
    compiling.add_argument("game", nargs="?", type=game_name, help=f"{', '.join(GAMES)}; all by default")
    those = "what these agents need, too, as scripted, mcts:10, rolling:2"
    compiling.add_argument("--agents", nargs="+", default=[], metavar="AGENT", help=those)
    words = "check that a game keeps what every game promises"
    checking = commands.add_parser("check", help=words, description=f"{words.capitalize()}.")
    checking.add_argument("game", type=game_name, help=f"{', '.join(GAMES)}, or PACKAGE.MODULE:NAME")
    checking.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    return line


def run(given: argparse.Namespace) -> int:
    """Carry out a command; the exit status. Raises ValueError (CommandError, FactsError) or OSError."""
    if given.command in (None, "games"):
        print(overview())
        return 0
    names = [given.game] if given.game else list(GAMES)
    if given.command == "compile":
        from crusoe_env import Simulator

        for name in names:
            Simulator(game(name)).ensure_compiled()
            prepare_agents(name, given.agents)
        print(f"compiled: {', '.join(names)}; {cache_size()}")
        return 0
    if given.command == "check":
        return check(game(given.game), options_of(given.option))
    if given.command == "facts":
        if given.data is not None and given.game is None:
            raise CommandError(f"--data belongs to one game; name it: {', '.join(names)}")
        print("\n\n".join(facts_text(game(name), given.data, given.entries) for name in names))
    else:
        show = actions_text if given.command == "actions" else observation_text
        print(show(game(given.game)))
    return 0


def main(arguments: Sequence[str], prog: str = "crusoe_env") -> int:
    """Run; the exit status. What cannot be done is one line on stderr."""
    if arguments and arguments[0] in PROGRAMS:
        return run_program(arguments[0], arguments[1:], f"{prog} {arguments[0]}")
    given = parser(prog).parse_args(arguments)
    return reported(prog, lambda: run(given))


def crusoe() -> int:
    """The command `crusoe`; the exit status."""
    return guarded(lambda: main(sys.argv[1:], prog="crusoe"))


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:])))
