"""Rebuild a published result: train a policy of the zoo by its recipe, or play a row of the results again.

`crusoe reproduce zoo:marooned` trains each stage of zoo/recipes/marooned.yaml, compares the weights with the
hashes in zoo/recipes/marooned.lock.json, plays the games of the policy's card, and compares the strength.
`--seed 2` trains with another seed, `--device auto` on a GPU; `--lock` writes its hashes and strength beside
those of the other seeds.
The same command resumes after Ctrl-C; finished stages stay in `--out`.

`crusoe reproduce docs/results.md#marooned/scripted` plays the games of a row again, `zoo:NAME` in place of a
row those of a card. Without arguments the command lists recipes and rows.

The exit status is 1 if a strength is significantly lower than the published one.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from crusoe_env import Simulator, command_line, game
from crusoe_env.agent import Agent
from crusoe_env.support.intervals import difference_interval, share_interval

from ..errors import ConfigError
from ..evaluation import play_games
from ..progress import progress_bar
from ..registry import make_agent
from ..zoo import PARTNER_PREFIX, PREFIX, agent_name, clean_commit, name_of

if TYPE_CHECKING:
    from .. import published, recipes

OUT = Path("runs") / "recipes"
PAGE = "docs/results.md"
"""The page of the rows that can be played again."""


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = command_line.CommandLine(prog=prog, description=__doc__)
    parser.add_argument(
        "what", nargs="?", metavar="zoo:NAME, partner:NAME or PAGE#ROW", help="what is rebuilt"
    )
    parser.add_argument("--seed", type=command_line.seed_of, help="of the training; default: the recipe's")
    parser.add_argument(
        "--device",
        choices=("cpu", "auto"),
        help="of the training; default: the recipe's; cpu: one thread, which gives the locked weights on the"
        " same kind of processor; auto: a GPU if there is one, else all threads",
    )
    parser.add_argument("--games", type=int, help="played at the end; default: as many as published")
    parser.add_argument("--out", type=Path, default=OUT, help=f"folder of the training runs; default: {OUT}")
    parser.add_argument(
        "--lock", action="store_true", help="write hashes of the weights and the strength beside the recipe"
    )
    parser.add_argument("--plot", type=Path, metavar="FIGURE", help="draw both strengths: .svg, .png or .pdf")
    given = parser.parse_args(arguments)
    if given.games is not None and given.games < 1:
        parser.error("--games must be at least 1")
    if given.what is not None and not is_policy_name(given.what):
        if "#" not in given.what:
            parser.error(
                f"{given.what!r}: write zoo:NAME, partner:NAME,"
                " or PAGE#ROW as in docs/results.md#zoo:marooned"
            )
        if given.seed is not None or given.device is not None or given.lock:
            parser.error("--seed, --device and --lock need zoo:NAME")
    return given


def is_policy_name(what: str) -> bool:
    """Return true for `zoo:NAME` and `partner:NAME`."""
    return what.startswith((PREFIX, PARTNER_PREFIX))


def main(arguments: list[str], prog: str = "crusoe reproduce") -> int:
    """Rebuild; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    return command_line.reported(prog, lambda: run(given, arguments))


def run(given: argparse.Namespace, arguments: list[str]) -> int:
    """Do what the arguments ask for; the exit status. Raises ValueError, TypeError or OSError."""
    if given.what is None:
        return show()
    if given.plot is not None:
        from ..figures.style import check_name

        check_name(given.plot)
    if is_policy_name(given.what):
        return retrain(name_of(given.what), given, shlex.join(["crusoe", "reproduce", *arguments]))
    page, _, row = given.what.partition("#")
    if page != PAGE:
        raise ConfigError(f"{page}: has no rows that can be played again; write {PAGE}#{row}")
    return replay(row, given.games, given.plot)


def show() -> int:
    """Print all recipes and rows."""
    from .. import published, recipes  # need packages of the extra `train`

    print("recipes:", *map(agent_name, recipes.names()))
    for name, row in published.rows().items():
        print(f"{name}: {row.victory_rate:.1%} of {row.games:,} games won, `{row.command}`")
    return 0


def replay(name: str, games: int | None, plot: Path | None = None) -> int:
    """Play a published row again."""
    from .. import published  # needs packages of the extra `train`

    row = published.row_named(name)
    print(row.command)
    simulator = Simulator(game(row.game), **row.options)
    return compare(play(make_agent(row.agent, simulator), simulator, row, games), row, plot)


def retrain(name: str, given: argparse.Namespace, command: str) -> int:
    """Train a policy by its recipe, and compare weights and strength with the published ones.

    Args:
        name: of the policy.
        given: the arguments.
        command: the command line, which an interruption names again.
    """
    from .. import published, recipes, zoo  # need packages of the extra `train`

    if given.lock:
        clean_commit()  # refuses sources with changes before anything is trained
    stages = recipes.stages_of(name, given.seed, given.out, given.device)
    has_card = name in (*zoo.names(), *zoo.partner_names())
    if has_card and recipes.seed_of_card(zoo.read_card(name)) is None:
        print(f"{agent_name(name)}: its weights cannot be rebuilt; the recipe trains others, to be compared")
    found = []
    for number, stage in enumerate(stages, 1):
        title = f"stage {number} of {len(stages)}, {stage.policy}: {stage.name}"
        print(f"{title}, {stage.config.total_steps:,} steps", flush=True)
        built = recipes.build(stage)
        if built is None:
            print(f"interrupted; the same command goes on: {command}")
            return 130
        verdict = recipes.verdict(stage, built)
        print(f"{title}: weights {built.weights} ({verdict}); {built.stopped}, {built.steps:,} steps")
        if stage.policy == name:
            found.append((stage, built))
    last = stages[-1]
    if not has_card:
        if given.lock:
            recipes.write_lock(found, None)
        agent = agent_name(name)
        print(f"{agent} has no card to compare with; `crusoe zoo add {last.folder} {agent}` writes it")
        return 0
    row = published.row_of_card(name)
    simulator = Simulator(game(row.game), **row.options)
    played = play(make_agent(str(last.folder), simulator), simulator, row, given.games)
    if given.lock:
        recipes.write_lock(found, played)
    return compare(played, row, given.plot)


def play(agent: Agent, simulator: Simulator, row: published.Row, games: int | None) -> recipes.Strength:
    """Play a row's games with an agent."""
    from .. import recipes  # needs packages of the extra `train`

    count = games or row.games
    with progress_bar(total=count, desc=agent.name, unit=" games", leave=False) as bar:
        won = int(play_games(agent, simulator, count, row.seed, bar.update).victory.sum())
    return recipes.Strength(count, won)


def compare(played: recipes.Strength, row: published.Row, plot: Path | None = None) -> int:
    """Print, and draw, how strong an agent is; 1 if it is significantly weaker than published, else 0."""
    count, won = played
    rate, low, high = share_interval(won, count)
    print(f"won {rate:.1%} of {count:,} games ({low:.1%} – {high:.1%}); published: {row.victory_rate:.1%}")
    difference = difference_interval(won, count, round(row.victory_rate * row.games), row.games)
    points = [f"{100 * number:+.1f}" for number in difference]
    print(f"difference: {points[0]} percentage points ({points[1]} to {points[2]}, 95 % interval)")
    if plot is not None:
        from ..figures import charts, sources, style

        before = share_interval(round(row.victory_rate * row.games), row.games)
        rows = [
            ("published", sources.percent(before), 0),
            ("now", sources.percent(share_interval(won, count)), 1),
        ]
        style.save(charts.intervals([charts.Panel(f"games won by {row.agent}", rows)]), plot)
        print(f"figure: {plot}")
    return int(difference.high < 0)
