"""Score the moves that players choose in positions whose moves have values.

`crusoe quiz scripted random` asks agents about the positions that come with the package. `crusoe quiz
openai:MODEL@URL --data datasets/values` asks a model about the test of a data set of `crusoe dataset values`.
Answers are kept as they come: the same command goes on after a stop.
Players are named as in text suites. The table has the share of best moves and the regret, over all positions
and over those where moves differ by at least 5 points; and how far chances that an agent gives are off.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from crusoe_env import command_line
from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import Interval
from crusoe_env.trust import add_trust, trusting

from ..progress import progress_bar
from ..text.players import make_player
from ..text.quiz import ask, questions, scored, spread

COLUMNS = ("best", "regret", "best_open", "regret_open")


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="agents or models; policy names as zoo:NAME"
    )
    parser.add_argument("--data", type=Path, help="a folder of `crusoe dataset values`, or a file of --quiz")
    parser.add_argument("--out", type=Path, default=Path("runs/quiz"), help="of the answers that are kept")
    parser.add_argument("--game", type=command_line.game_name, help="positions of this game alone")
    parser.add_argument("--most", type=int, help="positions that are asked at most, spread over all")
    parser.add_argument("--json", type=Path, help="write the scores here")
    add_trust(parser)
    given = parser.parse_args(arguments)
    if given.most is not None and given.most < 1:
        parser.error("--most must be at least 1")
    return given


def run(given: argparse.Namespace) -> None:
    """Ask the players, print the table."""
    asked = [it for it in questions(given.data) if given.game in (None, it.game)]
    asked = list(spread(asked, given.most or len(asked)))
    found = []
    for name in given.players:
        player = make_player(name)
        with progress_bar(total=len(asked), desc=name, unit=" positions", leave=False) as bar:
            answers = []
            for answer in ask(player, asked, given.out):
                answers.append(answer)
                bar.update(1)
        found.append({"player": player.name, **scored(answers)})
    title = f"{len(asked)} positions; open: the moves differ by at least 5 points"
    headings = (
        "player",
        "best moves",
        "regret",
        "best, open",
        "regret, open",
        "refused",
        "calibration error",
    )
    Table(title, headings, [_row(each) for each in found]).show()
    if given.json is not None:
        data = None if given.data is None else str(given.data)
        write_whole(given.json, json.dumps({"data": data, "players": found}, indent=1) + "\n")


def _row(scores: dict[str, Any]) -> tuple[str, ...]:
    figures = (Interval(*scores[name]).percent if name in scores else "–" for name in COLUMNS)
    error = f"{scores['calibration_error']:.1%}" if "calibration_error" in scores else "–"
    return (scores["player"], *figures, str(scores["refused"]), error)


def main(arguments: list[str], prog: str = "crusoe quiz") -> int:
    """Score players; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: run(given))
