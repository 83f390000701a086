"""How far planning with a policy goes on paying: victories over the number of plans.

`python -m research.plans zoo:castaways-2 zoo:castaways-4 --plans 8 32 128 --games 100 --write
research/results/plans_castaways-2.json`. Each policy plays its own task alone, then as the author of so
many plans for the rest of each round (`rolling:POLICY:PLANS`); all play the same games, over which the
points gained are compared. Seconds mean something on a quiet machine.
"""

from __future__ import annotations

from agents import zoo
from agents.suites.comparison import differences
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from research.decisions import Point, play

HEADINGS = ("policy", "plans", "games", "victories", "95 % interval", "points gained", "seconds/game")


def row(policy: str, plans: int, alone: Point, point: Point) -> tuple[str, ...]:
    """A line of the table; `plans` 0: the policy alone."""
    found = point.summary
    gained = [100 * number for number in differences(point.results, alone.results)["victory"]]
    return (
        f"`{policy}`",
        str(plans),
        f"{found['games']:,}",
        f"{found['victory_rate']:.1%}",
        f"{found['victory_low']:.1%} – {found['victory_high']:.1%}",
        f"{gained[0]:+.1f} ({gained[1]:.1f} to {gained[2]:.1f})" if plans else "",
        f"{point.decisions * point.milliseconds / 1_000:.2f}",
    )


def rows(policy: str, plans: list[int], games: int) -> list[tuple[str, ...]]:
    """A policy alone, and with each number of plans."""
    rules, task = zoo.task_of(zoo.name_of(policy))
    simulator = Simulator(game(rules), threads=1, **task)
    points = {0: play(policy, simulator, games)}
    for number in plans:
        points[number] = play(f"rolling:{policy}:{number}", simulator, games)
    return [row(policy, number, points[0], point) for number, point in points.items()]


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("policies", nargs="+", help="of the zoo")
    parser.add_argument("--plans", type=int, nargs="+", default=[8, 32])
    parser.add_argument("--games", type=count_of, default=100, help="of each policy and number of plans")
    given = parser.parse_args()
    found = [line for policy in given.policies for line in rows(policy, given.plans, given.games)]
    title = "Victories over the number of plans"
    present([Table(title, HEADINGS, found)], given.write, "research.plans")


if __name__ == "__main__":
    begin(main)
