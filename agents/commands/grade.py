"""Grade the decisions of a game in text: the chance of victory of each move taken, and of the best one.

`crusoe grade GAME.jsonl` prints the decisions with the largest regrets. `--json FILE` writes all of them,
with the curve of the game. `crusoe grade --positions 1000 --write positions.jsonl.gz` plays games of weak and
strong players in all tasks of the suite and writes graded positions, a quiz. What is graded is kept: the same
command goes on after a stop.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from crusoe_env import command_line
from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_of
from crusoe_env.support.origin import commit, machine
from crusoe_env.text.transcript import read_transcript
from crusoe_env.trust import add_trust, trusting

from ..progress import progress_bar
from ..text.grading import BUDGET, GAMES, Graded, grade, summary
from ..text.positions import Kept, graded_positions

SUITE, SEED = "text", 7_000_000
SHOWN = 10
"""Decisions that are printed: those with the largest regrets."""


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument("transcript", nargs="?", type=Path, help="a game in text, as JSON lines")
    parser.add_argument("--policy", help="guides the search and plays on; default: the strongest")
    parser.add_argument("--budget", type=int, default=BUDGET, help="simulations of the search")
    parser.add_argument("--games", type=int, default=GAMES, help="played on after each move")
    parser.add_argument("--json", type=Path, help="write all decisions here")
    parser.add_argument("--positions", type=int, metavar="N", help="write N graded positions instead")
    parser.add_argument("--suite", help=f"whose tasks the positions come from; default: {SUITE}")
    parser.add_argument("--write", type=Path, help="the file of positions, NAME.jsonl.gz")
    parser.add_argument("--seed", type=command_line.seed_of, help=f"of the positions; default: {SEED}")
    add_trust(parser)
    given = parser.parse_args(arguments)
    if (given.transcript is None) == (given.positions is None):
        parser.error("name a transcript, or give --positions")
    if (given.positions is None) != (given.write is None):
        parser.error("--positions and --write go together")
    of_other = ("suite", "seed") if given.positions is None else ("policy", "json")
    for name in of_other:
        if getattr(given, name) is not None:
            parser.error(f"--{name} goes with {'--positions' if given.positions is None else 'a transcript'}")
    given.suite, given.seed = given.suite or SUITE, SEED if given.seed is None else given.seed
    for name in ("budget", "games", "positions"):
        if getattr(given, name) is not None and getattr(given, name) < 1:
            parser.error(f"--{name} must be at least 1")
    return given


def grade_transcript(given: argparse.Namespace) -> None:
    """Grade a game, and print what it lost most by."""
    transcript = read_transcript(given.transcript)
    command_line.short_name(transcript.about["game"])  # registers a game of another package
    judge, graded = grade(transcript, given.policy or "", given.budget, given.games)
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


def write_data_set(given: argparse.Namespace) -> None:
    """Play, grade and write positions."""
    from ..suites.suite import read_suite, tasks_of  # needs packages of the extra `train`

    tasks = tasks_of(read_suite(given.suite), {})
    settings = ("suite", "positions", "budget", "games", "seed")
    with only_writer_of(given.write), progress_bar(total=given.positions, unit=" positions") as bar:
        kept = Kept(given.write, {name: getattr(given, name) for name in settings})
        made = graded_positions(tasks, given.positions, given.budget, given.games, given.seed, kept.done)
        for number, positions in made:
            kept.keep(number, positions)
            bar.update(len(positions))
        count = kept.finish({"commit": commit(), "machine": machine()})
    print(f"{count} graded positions: {given.write}")


def main(arguments: list[str], prog: str = "crusoe grade") -> int:
    """Grade; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    run = grade_transcript if given.positions is None else write_data_set
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: run(given))
