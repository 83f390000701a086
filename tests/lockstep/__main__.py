"""`python -m tests.lockstep robinson`: the compiled engine against the reference, over many games."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from tqdm import tqdm

from crusoe_env.robinson.tables.editions import EDITIONS
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.robinson.variants import OPEN, TABLES
from tests.figures import save, stopwatch
from tests.lockstep import coverage
from tests.lockstep.cases import PLAYER_COUNTS, PLAYERS, Spread
from tests.lockstep.games import Played, play_all, play_game, processes
from tests.lockstep.report import replay_command, report

MOST_REPORTED = 5
"""Differences that are printed in full."""


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser("python -m tests.lockstep", description=__doc__)
    add = parser.add_argument
    add("name", choices=["robinson"], help="which game")
    add("--games", type=int, metavar="N", help="how many games (by default 1,000)")
    add("--positions", type=int, nargs="?", const=0, metavar="N", help="edit the games: so many positions")
    add("--aims", action="store_true", help="all of these positions at aims: at what comes up seldom")
    add("--game", type=int, metavar="N", help="only the game with this number of the run")
    add("--seed", type=int, default=0, metavar="S", help="another run has other games")
    add("--scenario", nargs="+", choices=NAMES, default=NAMES, metavar="NAME", help="only these")
    add("--players", nargs="+", type=int, choices=PLAYER_COUNTS, default=PLAYER_COUNTS)
    add("--edition", nargs="+", choices=EDITIONS, default=EDITIONS)
    add("--table", nargs="+", choices=TABLES, metavar="TABLE", help="only games at these tables")
    add("--player", choices=PLAYERS, default="mixed", help="who chooses the actions")
    add("--workers", type=int, default=processes(), metavar="W", help="processes")
    add("--minutes", type=float, metavar="M", help="end after so long")
    add("--keep-going", action="store_true", help="go on after a difference")
    add("--coverage", action="store_true", help="print what came up too seldom in the reference")
    add("--json", type=Path, metavar="FILE", help="write the figures there")
    return parser.parse_args()


def main() -> int:
    """Play, and say what was found; 1 if the engines differ."""
    given = arguments()
    positions = given.positions is not None or given.aims
    tables = given.table
    players, editions = given.players, given.edition
    if tables and set(tables) != {OPEN}:
        players, editions = [count for count in players if count > 1], EDITIONS[:1]
    spread = Spread(given.scenario, players, editions, given.player, positions, given.aims, tables)
    seconds = stopwatch()
    played = play_many(spread, given) if given.game is None else play_game(spread, given.seed, given.game)
    for difference in played.differences[:MOST_REPORTED]:
        print(report(difference, replay_command(difference.case, spread, given.seed)), end="\n\n")
    if len(played.differences) > MOST_REPORTED:
        print("more games that differ:", *(one.case.number for one in played.differences[MOST_REPORTED:]))
    if given.coverage:
        print(coverage.report(played.exercised, played.games))
    print(summary(played))
    if given.json is not None:
        save(given.json, figures(played, given.seed), seconds())
    return 1 if played.differences else 0


def play_many(spread: Spread, given: argparse.Namespace) -> Played:
    """Many games with a progress bar; stops at the first difference, unless told to go on, and at Ctrl-C."""
    total, seconds = Played(), stopwatch()
    late = 60 * given.minutes if given.minutes else math.inf
    unit, wanted = (" positions", given.positions) if spread.positions else (" games", given.games or 1_000)
    games = play_all(spread, given.seed, None if spread.positions else wanted, given.workers)
    with tqdm(total=wanted or None, unit=unit, smoothing=0) as bar:
        try:
            for played in games:
                total.add(played)
                bar.update(played.positions if spread.positions else played.games)
                bar.set_postfix(games=total.games, actions=total.actions, differences=len(total.differences))
                done = total.positions if spread.positions else total.games
                enough = seconds() > late or (wanted and done >= wanted)
                if enough or (total.differences and not given.keep_going):
                    break
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
        finally:
            games.close()
    return total


def summary(played: Played) -> str:
    """What was played, in a line."""
    ends = ", ".join(f"{cause} {count:,}" for cause, count in played.causes.most_common())
    edited = f"{played.positions:,} positions, " if played.positions else ""
    return (
        f"{played.games:,} games, {edited}{played.actions:,} actions, "
        f"{len(played.differences):,} differences; {ends}"
    )


def figures(played: Played, seed: int) -> dict[str, object]:
    """What was played, for the page on reliability."""
    return {
        "seed": seed,
        "games": played.games,
        "positions": played.positions,
        "actions": played.actions,
        "differences": len(played.differences),
        "causes": dict(played.causes.most_common()),
        "exercised": coverage.totals(played.exercised),
        "seldom": coverage.seldom(played.exercised),
    }


if __name__ == "__main__":
    sys.exit(main())
