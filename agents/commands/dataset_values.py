"""Write positions with the value of every legal move: train, validation, and apart from them the test.

`crusoe dataset values` plays games of weak, mixed, scripted and strong players in every task of the three
games, draws positions of them, and plays each on after every legal move, over 64 common deals. `crusoe
dataset values marooned --positions 400 --out FOLDER` does less. Blocks of positions are written as they come:
the same command goes on after a stop. The games, positions and values depend on the
seed alone. Blocks of other rules or policies are refused.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from crusoe_env import Simulator, command_line
from crusoe_env import game as find_game
from crusoe_env.support.locks import only_writer_in
from crusoe_env.support.origin import commit

from .. import zoo
from ..datasets.move_values import DEALS, blocks
from ..datasets.values_files import Parts, describe_folder, write_game, write_quiz
from ..progress import progress_bar
from ..provenance import policy_digest, rules_digest

SUITE, SEED, POSITIONS = "text", 8_000_000, 4_000
GAMES = ("marooned", "dieson", "robinson")


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; default: all")
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help=f"of each game; default: {POSITIONS:,}"
    )
    parser.add_argument("--deals", type=int, default=DEALS, help=f"of each position; default: {DEALS}")
    parser.add_argument("--seed", type=command_line.seed_of, default=SEED, help="of the first game")
    parser.add_argument("--out", type=Path, default=Path("datasets/values"), help="default: datasets/values")
    parser.add_argument("--quiz", type=Path, help="also write the test with answers, without words, here")
    parser.add_argument("--finish", action="store_true", help="write what is there, without more positions")
    given = parser.parse_args(arguments)
    for name in given.games:
        if name not in GAMES:
            parser.error(f"{name!r} is none of the games: {', '.join(GAMES)}")
    for name in ("positions", "deals"):
        if getattr(given, name) < 1:
            parser.error(f"--{name} must be at least 1")
    return given


def write(given: argparse.Namespace) -> None:
    """Make what is missing, and write the files."""
    settings = {"seed": given.seed, "deals": given.deals}
    for game in given.games or GAMES:
        simulator = Simulator(find_game(game))
        decides = {
            "rules": rules_digest(game),
            "facts": simulator.tables_hash,
            "policies": policy_digest(
                [f"zoo:{it}" for it in zoo.names() if zoo.read_card(it)["game"] == game]
            ),
        }
        parts_folder = given.out / "parts" / game
        with only_writer_in(parts_folder, "choose another --out"):
            parts = Parts(given.out, game, {**settings, **decides})
            if not given.finish:
                _make(game, parts, given)
            counts = write_game(given.out, parts)
        print(f"{game}: {', '.join(f'{count:,} {name}' for name, count in counts.items())}", flush=True)
    describe_folder(given.out, {**settings, "commit": commit()})
    if given.quiz is not None:
        write_quiz(given.out, given.quiz)
    print(f"written: {given.out}")


def _make(game: str, parts: Parts, given: argparse.Namespace) -> None:
    """Make the blocks that are missing."""
    from ..suites.suite import read_suite, tasks_of  # needs packages of the extra `train`

    tasks = [task for task in tasks_of(read_suite(SUITE), {}) if task.game == game]
    with progress_bar(total=given.positions, desc=game, unit=" positions") as bar:

        def done(number: int) -> int | None:
            if (count := parts.count(number)) is not None:
                bar.update(count)
            return count

        for number, rows in blocks(tasks, given.positions, given.seed, given.deals, done):
            parts.keep(number, rows)
            bar.update(len(rows))


def main(arguments: list[str], prog: str = "crusoe dataset values") -> int:
    """Write the data set; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    return command_line.reported(prog, lambda: write(given))
