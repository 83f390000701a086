"""Write a data set of a study's games: what people saw and did, an episode for each person of a game.

`crusoe dataset people runs/study` reads what `crusoe play --study runs/study` has kept, and writes it like
the games of an agent: for NumPy, with `--to minari` for Minari, with `--to hf` for Hugging Face datasets.
Games that have not ended are left out. `--option players=3` chooses among games of several tasks.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from crusoe_env import Simulator, command_line, game
from crusoe_env.show.description import many
from crusoe_env.support.locks import only_writer_in
from crusoe_env.trust import add_trust, trusting

from ..datasets.formats import FORMATS, writer
from ..datasets.people import episodes, of_one_task, playable
from ..datasets.study import StudyGame, read_study
from ..errors import ConfigError
from ..provenance import origin_of


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument("study", type=Path, metavar="DIR", help="the folder of the study")
    parser.add_argument("--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    parser.add_argument("--to", choices=FORMATS, default="npz", help="default: npz")
    parser.add_argument("--out", type=Path, default=Path("datasets"), help="default: datasets")
    add_trust(parser)
    return parser.parse_args(arguments)


def main(arguments: list[str], prog: str = "crusoe dataset people") -> int:
    """Write a data set; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return command_line.reported(prog, lambda: print(write_study(given)))


def whole_games(given: argparse.Namespace) -> tuple[list[StudyGame], int, list[str]]:
    """The sound games of one task, the number of unfinished ones, and what is left out, a line each.

    Raises:
        ConfigError: there are none.
    """
    files = read_study(given.study)
    problems = files.problems
    if files.games or not problems:
        chosen = of_one_task(files.games, command_line.options_of(given.option))
        games, more = playable(chosen)
        problems = [*problems, *(f"{given.study}: {problem}" for problem in more)]
        if games:
            return games, files.unfinished, problems
    others = f" ({len(problems)} such problems)" if len(problems) > 1 else ""
    raise ConfigError(f"{problems[0]}{others}; no game of people is left")


def write_study(given: argparse.Namespace) -> str:
    """Write the games of a study; a line that says what and where. Raises ConfigError."""
    write = writer(given.to)
    games, unfinished, problems = whole_games(given)
    for problem in problems:
        print(problem, file=sys.stderr)
    name, options = games[0].task
    rules, folder = game(name), given.out / f"people-{given.study.resolve().name}"
    about = {
        "id": f"crusoe_env/{folder.name}-v{rules.version}",
        "environment": rules.env_id,
        "options": options,
        "agent": "people",
        "games": len(games),
        "participants": [it.begin["codes"].get(str(seat)) for it in games for seat in sorted(it.decisions)],
        "observations": rules.observations.size,
        "actions": rules.actions.n,
        "origin": origin_of(Simulator(rules, **options)),
    }
    with only_writer_in(folder, "choose another --out"):
        write(folder, rules, about, episodes(games))
    where = f"Minari's data set {about['id']}" if given.to == "minari" else str(folder)
    people = sum(len(it.decisions) for it in games)
    left = f", {many(unfinished, 'unfinished game')} left out" if unfinished else ""
    return f"{many(len(games), 'game')}, {many(people, 'episode')} of people{left}: {where}"
