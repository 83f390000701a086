"""Draw a figure from what other commands have written: `crusoe plot WHAT FILE ... --out FIGURE.svg`.

learning RUN ...             learning curves; NAME=RUN,RUN is one method with several seeds, drawn with a band
victories EVALUATION.json    games won with intervals, and paired differences (crusoe evaluate --json)
headroom EVALUATION.json     the agents from the weakest to the strongest
causes EVALUATION.json       how games ended; also of crusoe mistakes --write
costs MISTAKES.json          what kinds of decisions cost (crusoe mistakes --write)
matrix CROSSPLAY.json        games won by each agent with each (crusoe evaluate --cross-play --json)
time RESULT.json             strength against time, with the line of the best
reliability RESULT.json      games won against the chances that were named

The ending of --out chooses the form: .svg, .png or .pdf. The same data give the same file.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from crusoe_env.command_line import CommandLine, reported
from crusoe_env.support.intervals import Interval, share_interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..figures.plain import Series

BASELINES = ("random", "scripted")
WHATS = ("learning", "victories", "headroom", "causes", "costs", "matrix", "time", "reliability")


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = CommandLine(prog=prog, description=__doc__)
    parser.add_argument("what", choices=WHATS, metavar="WHAT", help=", ".join(WHATS))
    parser.add_argument("files", nargs="+", metavar="FILE", help="what it shows")
    parser.add_argument("--out", type=Path, required=True, metavar="FIGURE", help="a .svg, .png or .pdf file")
    parser.add_argument("--dark", action="store_true", help="for dark pages")
    parser.add_argument("--title", help="above the figure")
    parser.add_argument("--text", action="store_true", help="learning: print the curve as plain text, too")
    parser.add_argument("--minutes", action="store_true", help="learning: over minutes instead of steps")
    others = (
        f"learning: agents that play the games of the first run's evaluations; default: {' '.join(BASELINES)}"
    )
    parser.add_argument("--beside", nargs="*", default=list(BASELINES), metavar="AGENT", help=others)
    return parser.parse_args(arguments)


def main(arguments: list[str], prog: str = "crusoe plot") -> int:
    """Draw; the exit status. An error is one line on stderr."""
    import matplotlib  # noqa: F401  # without it `crusoe` says which extra has it

    given = parse(arguments, prog)
    return reported(prog, lambda: run(given))


def run(given: argparse.Namespace) -> None:
    """Draw what the command line asks for. Raises ValueError, TypeError or OSError."""
    from ..figures import style

    style.check_name(given.out)
    if given.text and given.what != "learning":
        raise ValueError(f"--text prints learning curves, not {given.what}; leave it out")
    style.save(drawn(given), given.out)
    print(f"figure: {given.out}")


def drawn(given: argparse.Namespace) -> Figure:
    """The figure that the command line asks for. Raises ValueError, OSError."""
    from ..figures import charts, plain, sources

    look = {"dark": given.dark}
    if given.what == "learning":
        shown = learned(given.files, given.beside, given.title, given.minutes)
        if given.text:
            print(plain.curves(*shown))
        return charts.curves(*shown, **look)
    if len(given.files) > 1:
        raise ValueError(f"{given.what} shows one file, not {len(given.files)}")
    path = Path(given.files[0])
    if given.what == "matrix":
        title = given.title or "Games won by one agent (row) with each kind of partners"
        return charts.matrix(*sources.cells_of(path), title, "games won, %", **look)
    if given.what == "time":
        title, points = sources.points_of(path)
        return charts.strength_against_time(points, given.title or title, **look)
    if given.what == "reliability":
        title = given.title or "Chances named, and games won"
        return charts.reliability(sources.reliability_of(path), title, **look)
    panels = getattr(sources, given.what)(path)
    return charts.intervals(panels, given.title or "", **look)


def learned(
    files: Sequence[str], beside: Sequence[str], title: str | None = None, minutes: bool = False
) -> tuple[list[Series], dict[str, Interval], str, str]:
    """Curves of methods, shares of agents that do not learn, title and x axis: what `curves` draws.

    Args:
        files: RUN, a folder of several seeds, or NAME=RUN,RUN for a method with several seeds.
        beside: agents that play the games of the first run's evaluations.
        title: above the figure; None: the game and its options.
        minutes: over minutes instead of millions of steps.
    """
    from ..figures import sources
    from ..figures.plain import Series
    from ..runs import runs_in

    named = [
        (name or runs, [run for word in runs.split(",") for run in runs_in(word)])
        for name, _, runs in (each.rpartition("=") for each in files)
    ]
    column, unit, across = ("seconds", 60, "minutes") if minutes else ("steps", 1e6, "million steps")
    methods = []
    for name, runs in named:
        found = sources.series_of(Path(name).name, [Path(run) for run in runs], column)
        methods.append(Series(found.name, found.x / unit, found.y, found.low, found.high))
    first = Path(named[0][1][0])
    described, levels = beside_run(first, beside)
    return methods, levels, title or described, across


def beside_run(folder: Path, agents: Sequence[str]) -> tuple[str, dict[str, Interval]]:
    """The game of a run in words, and what agents win of the games of its evaluations, in percent."""
    from crusoe_env import Simulator, game

    from ..config import game_options, read_config
    from ..evaluation import play_games
    from ..figures.sources import percent
    from ..registry import make_agent

    config = read_config(folder / "config.yaml")
    options = game_options(config)
    simulator = Simulator(game(config.game), **options)
    levels = {}
    for name in agents:
        settings = config.evaluation
        won = play_games(make_agent(name, simulator), simulator, settings.games, settings.seed).victory
        levels[name] = percent(share_interval(int(won.sum()), len(won)))
    return game(config.game).title + "".join(f", {name}={value}" for name, value in options.items()), levels
