"""Grade the decisions of a game in text: the chance of victory of each move taken, and of the best one.

`crusoe grade GAME.jsonl` prints the decisions with the largest regrets. `--json FILE` writes all of them,
with the curve of the game. `crusoe dataset values` grades every move of many positions, `crusoe quiz` asks.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from crusoe_env import command_line
from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole
from crusoe_env.text.transcript import read_transcript
from crusoe_env.trust import add_trust, trusting

from ..text.grading import BUDGET, GAMES, Graded, grade, summary

SHOWN = 10
"""Decisions that are printed: those with the largest regrets."""


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument("transcript", type=Path, help="a game in text, as JSON lines")
    parser.add_argument("--policy", default="", help="guides the search and plays on; default: the strongest")
    parser.add_argument(
        "--budget", type=command_line.count_of, default=BUDGET, help="simulations of the search"
    )
    parser.add_argument(
        "--games", type=command_line.count_of, default=GAMES, help="played on after each move"
    )
    parser.add_argument("--json", type=Path, help="write all decisions here")
    add_trust(parser)
    return parser.parse_args(arguments)


def grade_transcript(given: argparse.Namespace) -> None:
    """Grade a game, and print what it lost most by."""
    transcript = read_transcript(given.transcript)
    command_line.short_name(transcript.about["game"])  # registers a game of another package
    judge, graded = grade(transcript, given.policy, given.budget, given.games)
    content = summary(judge, graded, transcript)
    worst = sorted(graded, key=lambda each: -each.regret.mean)[:SHOWN]
    title = f"{len(graded)} decisions, mean regret {content['mean_regret']:.1%}; {judge.search.name}, then"
    headings = ("turn", "time", "move", "chance", "best move", "its chance", "regret (95 %)")
    title = f"{title} {judge.games} games of {judge.policy} after each move"
    Table(title, headings, [_row(each) for each in worst]).show()
    if given.json is not None:
        write_whole(given.json, json.dumps(content, indent=1) + "\n")


def _row(graded: Graded) -> tuple[str, ...]:
    who = f"{graded.who}: " if graded.who else ""
    regret = graded.regret
    return (
        str(graded.turn),
        graded.time,
        who + graded.move,
        f"{graded.chance.mean:.0%}",
        graded.best,
        f"{graded.chance_of_best.mean:.0%}",
        f"{regret.mean:.0%} ({100 * regret.low:.0f} – {100 * regret.high:.0f})",
    )


def main(arguments: list[str], prog: str = "crusoe grade") -> int:
    """Grade; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: grade_transcript(given))
