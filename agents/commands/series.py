"""Play games in a row with a notebook: does a player get better by playing?

`crusoe series robinson players=2 --player openai:MODEL@URL --partner scripted --games 20 --repeats 5` plays
five series of twenty games. After each game the player may rewrite its notebook; it keeps nothing else. The
table shows the results by the number of a game in its series. Controls: `--notebook empty`, `--notebook fixed
--notes FILE`, and `--shuffle SEED`, which plays the same games in another order. An agent with memory keeps
it over a series (`own`) or not (`empty`). Games are kept as they end: the same command goes on after a stop.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from crusoe_env import command_line
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_in
from crusoe_env.support.origin import commit, machine
from crusoe_env.support.reading import read_text
from crusoe_env.text import TextEnv
from crusoe_env.trust import add_trust, trusting

from ..progress import progress_bar
from ..text.kept_games import folder_for
from ..text.players import make_player
from ..text.series import FIXED, NOTEBOOKS, OWN, Seated, Series, by_number, play_series, trend

SEED = 8_000_000


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument("game", type=command_line.game_name, help="marooned, dieson, robinson, ...")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE", help="of the game and of TextEnv")
    parser.add_argument("--player", required=True, help="agent, openai:MODEL@URL, or MODULE:CLASS")
    parser.add_argument("--partner", help="plays the other seats in all games")
    parser.add_argument("--partner-known", action="store_true", help="the player is told who that is")
    parser.add_argument("--games", type=command_line.count_of, default=20, help="of a series; default: 20")
    parser.add_argument("--repeats", type=command_line.count_of, default=1, help="series; default: 1")
    parser.add_argument("--notebook", choices=NOTEBOOKS, default=OWN, help="default: own")
    parser.add_argument("--notes", type=Path, metavar="FILE", help="what the notebook holds at the beginning")
    words = "characters of the notebook; default: 2,000"
    parser.add_argument("--most", type=command_line.count_of, default=2_000, help=words)
    parser.add_argument("--seed", type=command_line.seed_of, default=SEED, help="of the first game")
    parser.add_argument(
        "--shuffle", type=command_line.seed_of, metavar="SEED", help="draw the order of games"
    )
    parser.add_argument("--out", type=Path, default=Path("runs/series"), help="of the games that are kept")
    parser.add_argument("--write", type=Path, metavar="FILE", help="results, notebooks and settings as JSON")
    add_trust(parser)
    given = parser.parse_args(arguments)
    if given.notebook == FIXED and given.notes is None:
        parser.error("--notebook fixed needs --notes FILE")
    if given.partner_known and given.partner is None:
        parser.error("--partner-known needs --partner NAME")
    return given


def main(arguments: list[str], prog: str = "crusoe series") -> int:
    """Play series; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: run(given))


def run(given: argparse.Namespace) -> None:
    """Play series, and print the table. Raises ValueError, TypeError or OSError."""
    options = command_line.options_of(given.options)
    if given.partner is not None:
        options = {"seats": "each", **options}
    env = TextEnv(given.game, **options)
    player = make_player(given.player)
    if given.partner is not None:
        player = Seated(player, make_player(given.partner), given.partner_known)
    player.prepare(env)  # a wrong name shows now
    notes = "" if given.notes is None else read_text(given.notes)
    played: list[Series] = []
    with progress_bar(total=given.games * given.repeats, unit=" games") as bar:
        for repeat in range(given.repeats):
            first = given.seed + repeat * given.games
            seeds = np.arange(first, first + given.games)
            if given.shuffle is not None:
                seeds = np.random.default_rng([given.shuffle, repeat]).permutation(seeds)
            kept = {"notebook": given.notebook, "notes": notes, "most": given.most}
            names = [given.player, given.partner, given.partner_known]
            words = f"{given.game} {given.player} {given.notebook}"
            folder = given.out / folder_for(env, words, given.options, names, kept, seeds.tolist())
            folder.mkdir(parents=True, exist_ok=True)
            with only_writer_in(folder):
                played.append(
                    play_series(
                        env, player, seeds.tolist(), **kept, folder=folder, after=lambda: bar.update(1)
                    )
                )
    table = by_number(f"{player.name}: {given.game}, notebook {given.notebook}", played)
    table.show()
    print(f"\n{trend(played)}")
    if given.write is not None:
        settings = {name: str(value) for name, value in vars(given).items() if value is not None}
        about = {"settings": settings, "commit": commit(), "machine": machine()}
        series = [
            {
                "notes": list(each.notes),
                "games": [
                    {"seed": g.transcript.about["seed"], **g.transcript.end["result"], **g.costs}
                    for g in each.games
                ],
            }
            for each in played
        ]
        write_whole(given.write, json.dumps({**about, "series": series}, indent=1) + "\n")
