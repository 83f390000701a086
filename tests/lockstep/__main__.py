"""`python -m tests.lockstep robinson`: the compiled engine against the reference, over many games."""

from __future__ import annotations

import argparse
import sys
import time

from tqdm import tqdm

from crusoe_env.robinson.tables.editions import EDITIONS
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.lockstep.cases import PLAYER_COUNTS, PLAYERS, Spread
from tests.lockstep.games import Played, play_all, play_game, processes
from tests.lockstep.report import replay_command, report

MOST_REPORTED = 5
"""Differences that are printed in full."""


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser("python -m tests.lockstep", description=__doc__)
    parser.add_argument("name", choices=["robinson"], help="which game")
    parser.add_argument("--games", type=int, default=1_000, metavar="N", help="how many games")
    parser.add_argument("--game", type=int, metavar="N", help="only the game with this number of the run")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another run has other games")
    parser.add_argument("--scenario", nargs="+", choices=NAMES, default=NAMES, metavar="NAME", help="only these")
    parser.add_argument("--players", nargs="+", type=int, choices=PLAYER_COUNTS, default=PLAYER_COUNTS)
    parser.add_argument("--edition", nargs="+", choices=EDITIONS, default=EDITIONS)
    parser.add_argument("--player", choices=PLAYERS, default="mixed", help="who chooses the actions")
    parser.add_argument("--workers", type=int, default=processes(), metavar="W", help="processes")
    parser.add_argument("--keep-going", action="store_true", help="count all differences, print a few")
    return parser.parse_args()


def main() -> int:
    """Play, and say what was found; 1 if the engines differ."""
    given = arguments()
    spread = Spread(given.scenario, given.players, given.edition, given.player)
    if given.game is not None:
        played = play_game(spread, given.seed, given.game)
    else:
        played = play_many(spread, given)
    for difference in played.differences[:MOST_REPORTED]:
        print(report(difference, replay_command(difference.case, spread, given.seed)), end="\n\n")
    if len(played.differences) > MOST_REPORTED:
        print("more games that differ:", *(one.case.number for one in played.differences[MOST_REPORTED:]))
    ends = ", ".join(f"{cause} {count}" for cause, count in played.causes.most_common())
    print(f"{played.games} games, {played.actions} actions, {len(played.differences)} differences; {ends}")
    return 1 if played.differences else 0


def play_many(spread: Spread, given: argparse.Namespace) -> Played:
    """Many games with a progress bar; stops at the first difference, unless told to go on, and at Ctrl-C."""
    total, begun = Played(), time.perf_counter()
    try:
        with tqdm(total=given.games, unit=" games") as bar:
            for played in play_all(spread, given.seed, given.games, given.workers):
                total.add(played)
                bar.update(played.games)
                bar.set_postfix(differences=len(total.differences), actions=total.actions)
                if total.differences and not given.keep_going:
                    break
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    print(f"{time.perf_counter() - begun:.0f} s", file=sys.stderr)
    return total


if __name__ == "__main__":
    sys.exit(main())
