"""What each kind of decision costs an agent over many games, and how its games end.

`crusoe mistakes robinson --players 2 --agent scripted --judge zoo:castaways-2` plays games and looks at some
decisions. The judge plays on after the move that was made and after the most likely others, on common deals.
The best move is chosen on one half of the deals. The cost is how much more often it wins on the other half:
what a better choice of this one move gains, and not what looks best by chance.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import write_result
from crusoe_env.command_line import (
    CommandLine,
    add_options,
    count_of,
    game_among,
    reported,
    seed_of,
)
from crusoe_env.interfaces.judging import candidates, likely_of
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.support.files import replacing
from crusoe_env.support.intervals import DIFFERENCES, Interval, mean_interval, share_interval
from crusoe_env.trust import add_trust, trusting

from ..decisions import Decisions, decisions_of
from ..progress import progress_bar
from ..registry import FORMS, make_agent
from .replay import what_to_show

GAMES, LOOKED_AT, DEALS, SEED = 100, 400, 48, 1_000_000
AT_ONCE = 40
"""Decisions that are judged side by side."""
COSTS = ("phase", "decision", "in a game", "looked at", "points each", "95 % interval", "points a game")
ENDINGS = ("end", "phase", "games", "share", "95 % interval")


@dataclass(frozen=True)
class Cost:
    """What a kind of decision costs.

    Attributes:
        phase, kind: of the decision.
        in_a_game: how many of them a game has.
        each: the chance of victory that one costs, 0 .. 1, with its interval.
        looked_at: how many were judged.
    """

    phase: str
    kind: str
    in_a_game: float
    each: Interval
    looked_at: int

    @property
    def a_game(self) -> float:
        """The chance of victory that all of a game cost together."""
        return self.in_a_game * self.each.mean


def costs_of(outlook: Outlook, played: Decisions, looked_at: int, deals: int, seed: int) -> list[Cost]:
    """What each kind of decision costs, the most expensive first; a row "all" before them.

    Args:
        outlook: its agent judges.
        played: the games.
        looked_at: decisions that are judged, drawn among those with a choice.
        deals: of each; half of them choose the best move, half of them judge it.
        seed: of the draw and of the deals.
    """
    rng = np.random.default_rng(seed)
    simulator = outlook.simulator
    open_ones = np.flatnonzero(simulator.masks(played.states).sum(axis=1) > 1)
    drawn = np.sort(rng.permutation(open_ones)[:looked_at])
    lost: dict[tuple[str, str], list[float]] = defaultdict(list)
    with progress_bar(total=len(drawn), desc="decisions") as bar:
        for start in range(0, len(drawn), AT_ONCE):
            rows = drawn[start : start + AT_ONCE]
            states, actions = played.states[rows].view(np.recarray), played.actions[rows]
            likely = likely_of(outlook, states, played.likely[rows])
            found = candidates(outlook, states, actions, likely, rng)
            won = outlook.compared(states, [each.actions for each in found], 2 * (deals // 2), rng)
            for state, action, games_won in zip(states, actions, won, strict=True):
                half = games_won.shape[1] // 2
                best = int(games_won[:, :half].mean(axis=1).argmax())
                judged = games_won[:, half:].mean(axis=1)
                lost[kind_of(simulator, state, int(action))].append(float(judged[best] - judged[0]))
            bar.update(len(rows))
    every = [number for numbers in lost.values() for number in numbers]
    each_of_game = len(open_ones) / len(played.ends)
    listed = [
        Cost(
            phase,
            kind,
            each_of_game * len(found) / len(every),
            mean_interval(np.array(found), DIFFERENCES),
            len(found),
        )
        for (phase, kind), found in lost.items()
    ]
    whole = Cost("all", "", each_of_game, mean_interval(np.array(every), DIFFERENCES), len(every))
    return [whole, *sorted(listed, key=lambda cost: -cost.a_game)]


def kind_of(simulator: Simulator, state: np.record, action: int) -> tuple[str, str]:
    """The phase of a decision, and the kind of what was chosen: the block of actions that holds it."""
    described = simulator.game.viewed("describe")(
        state, simulator.tables_of(state), simulator.facts_of(state)
    )
    blocks = simulator.game.actions.start
    return described.phase, [name for name, start in blocks.items() if start <= action][-1]


def endings_of(simulator: Simulator, played: Decisions) -> Counter[tuple[str, str]]:
    """How often games ended in each way, in each phase."""
    found: Counter[tuple[str, str]] = Counter()
    for state in played.ends:
        under_way = state.copy()
        under_way["over"] = 0  # the phase is that in which the game ended
        tables = simulator.tables_of(state), simulator.facts_of(state)
        found[simulator.cause(state), simulator.game.viewed("describe")(under_way, *tables).phase] += 1
    return found


def cost_table(title: str, costs: Sequence[Cost]) -> Table:
    """A row for each kind of decision; costs are points of the chance of victory."""
    rows = [
        (
            cost.phase,
            cost.kind,
            f"{cost.in_a_game:.1f}",
            str(cost.looked_at),
            f"{100 * cost.each.mean:.2f}",
            f"{100 * cost.each.low:.2f} to {100 * cost.each.high:.2f}",
            f"{100 * cost.a_game:.1f}",
        )
        for cost in costs
    ]
    return Table(f"{title}: what decisions cost, in points of the chance of victory", COSTS, rows)


def ending_table(title: str, endings: Counter[tuple[str, str]]) -> Table:
    """A row for each way in which games ended."""
    games = endings.total()
    rows = []
    for (cause, phase), count in endings.most_common():
        share = share_interval(count, games)
        between = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
        rows.append((cause, phase, str(count), f"{share.mean:.1%}", between))
    return Table(f"{title}: how games ended", ENDINGS, rows)


def write_csv(path: Path, tables: Sequence[Table]) -> None:
    """Write tables below each other, each with its title and headings."""
    with replacing(path) as partial, partial.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        for table in tables:
            writer.writerows([[table.title], table.headings, *table.rows, []])


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = CommandLine(prog=prog, description=__doc__)
    parser.add_argument("what", metavar="GAME or RUN", help="a game, or a run folder")
    parser.add_argument("--agent", help=f"{FORMS}; default: the run's policy, else scripted")
    parser.add_argument("--judge", metavar="AGENT", help="who plays on; default: the agent itself")
    parser.add_argument("--games", type=count_of, default=GAMES, help=f"default: {GAMES}")
    parser.add_argument("--decisions", type=count_of, default=LOOKED_AT, help=f"judged; default: {LOOKED_AT}")
    parser.add_argument(
        "--deals", type=count_of, default=DEALS, help=f"for each, 2 or more; default: {DEALS}"
    )
    parser.add_argument("--seed", type=seed_of, default=SEED, help=f"of the first game; default: {SEED}")
    parser.add_argument("--csv", type=Path, metavar="FILE.csv", help="write the tables here")
    parser.add_argument(
        "--write", type=Path, metavar="FILE.json", help="write the tables here, for crusoe plot"
    )
    add_trust(parser)
    add_options(parser, game_among(arguments))
    return parser.parse_args(arguments)


def main(arguments: list[str], prog: str = "crusoe mistakes") -> int:
    """Play and judge; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return reported(prog, lambda: run(given, f"{prog} {' '.join(arguments)}"))


def run(given: argparse.Namespace, command: str) -> None:
    """Play and judge what the command line asks for. Raises ValueError, TypeError or OSError."""
    if given.deals < 2:
        raise ValueError("--deals: half of the deals choose, half of them judge: 2 or more")
    name, options, agent_name = what_to_show(given)
    simulator = Simulator(game(name), **options)
    agent = make_agent(agent_name, simulator)
    outlook = Outlook(make_agent(given.judge or agent_name, simulator), simulator)
    played = decisions_of(agent, simulator, given.games, given.seed)
    title = f"{game(name).title}, {agent.name}, judged by {outlook.agent.name}"
    costs = costs_of(outlook, played, given.decisions, given.deals, given.seed)
    tables = [cost_table(title, costs), ending_table(title, endings_of(simulator, played))]
    for table in tables:
        table.show()
    if given.csv is not None:
        write_csv(given.csv, tables)
    if given.write is not None:
        write_result(given.write, tables, command)
