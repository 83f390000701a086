"""Programs with a command line of their own, by the word that `crusoe` knows them by."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from crusoe_env.command_line import how_to_install


@dataclass(frozen=True)
class Program:
    """A program.

    Attributes:
        help: what it does, in a line.
        module: where it is; imported when it runs.
        function: called with the arguments and the name it was called by; gives the exit status.
        extra: holds the packages that it may lack.
    """

    help: str
    module: str
    function: str = "main"
    extra: str = "train"


PROGRAMS = {
    "play": Program("play a game", "crusoe_env.play.program", "start"),
    "serve": Program(
        "let programs and language models play in text", "crusoe_env.serve.program", "start", "mcp"
    ),
    "train": Program("train a policy, or go on with a run", "crusoe_agents.commands.train"),
    "evaluate": Program(
        "let agents play the same games, or a suite of tasks", "crusoe_agents.commands.evaluate"
    ),
    "replay": Program("write a page that shows one game of an agent", "crusoe_agents.commands.replay"),
    "mistakes": Program(
        "say what an agent's decisions cost, and how its games end", "crusoe_agents.commands.mistakes"
    ),
    "plot": Program("draw a figure of results", "crusoe_agents.commands.plot", extra="plots"),
    "zoo": Program("list the trained policies, or add that of a run", "crusoe_agents.commands.zoo"),
    "reproduce": Program(
        "train a published policy again, or play a published result again", "crusoe_agents.commands.reproduce"
    ),
    "verify": Program("check an entry of the scoreboard by playing again", "crusoe_agents.commands.verify"),
    "grade": Program("grade the decisions of a game in text", "crusoe_agents.commands.grade"),
    "series": Program(
        "play games in a row with a notebook: does a player learn?", "crusoe_agents.commands.series"
    ),
    "quiz": Program("score moves that players choose in valued positions", "crusoe_agents.commands.quiz"),
    "dataset": Program("write a data set of an agent's games", "crusoe_agents.commands.dataset"),
    "bench": Program("measure how fast the environments are", "crusoe_env.bench.speed"),
}
EXTRAS = {"matplotlib": "plots"}
"""The extras of packages that some options of a program need."""
OURS = ("crusoe_env", "crusoe_agents")


def run(name: str, arguments: Sequence[str], prog: str) -> int:
    """Run a program; the exit status. A missing package is one line on stderr.

    Args:
        name: of the program.
        arguments: of the command line.
        prog: what it was called by.
    """
    program = PROGRAMS[name]
    try:
        main = getattr(importlib.import_module(program.module), program.function)
        status: int = main(list(arguments), prog=prog)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", *OURS):
            raise
        extra = EXTRAS.get(package, program.extra)
        print(f"{prog}: needs {package}: {how_to_install(extra)}", file=sys.stderr)
        return 2
    return status
