"""How often players know a card that the others do not: private finds without and with lookouts.

`python -m benchmarks.looks zoo:castaways-2 zoo:castaways-4 --games 400 --write docs/results/variants.md`.
A shipped policy plays each seat in that seat's own view. It was trained at the open table, so its victories
say what looks are worth to it, not to a policy that has learned the variant.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import crusoe_env
from agents.intervals import share_interval
from agents.registry import make_agent
from agents.zoo import PREFIX, read_card
from benchmarks.presenting import parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.robinson.state import PLAYERS
from crusoe_env.robinson.variants import PRIVATE_FINDS

FIRST_SEED = 7_500_000
WAYS = {"private finds": False, "private finds, lookouts": True}
HEADINGS = (
    "policy",
    "table",
    "games",
    "looks a game",
    "steps with a card known alone",
    "victories",
    "95 % interval",
)


@dataclass
class Found:
    """What came of some games.

    Attributes:
        states: the records at the end, (games,).
        looks: cards looked at.
        steps, known_alone: decisions, and those at which a player knows a card that others do not.
    """

    states: np.recarray
    looks: int = 0
    steps: int = 0
    known_alone: int = 0


def play(policy: str, *, lookouts: bool, games: int) -> Found:
    """Play games of a shipped policy at a table with private finds."""
    card = read_card(policy.removeprefix(PREFIX))
    options = {**card["task"], "table": PRIVATE_FINDS, "lookouts": lookouts}
    simulator = Simulator(crusoe_env.game(card["game"]), **options)
    agent = make_agent(policy, simulator)
    agent.reset(FIRST_SEED)
    states = simulator.new_games(games, FIRST_SEED)
    found = Found(states, looks=seats_in(states.looked))
    while not states.over.all():
        ongoing = np.flatnonzero(states.over == 0)
        here = states[ongoing].view(np.recarray)
        after = simulator.step(here, agent.act(*simulator.views(here)))
        found.looks += seats_in(after.looked & ~here.looked)
        found.steps += len(here)
        found.known_alone += int(here.looked.any(axis=1).sum())
        states[ongoing] = after
    found.states = states
    return found


def seats_in(bits: np.ndarray) -> int:
    """How many bits of seats are set."""
    return sum(int((bits >> seat & 1).sum()) for seat in range(PLAYERS))


def row(policy: str, way: str, found: Found) -> tuple[str, ...]:
    """A line of the table."""
    games = len(found.states)
    won = share_interval(int((found.states.victory == 1).sum()), games)
    return (
        f"`{policy}`",
        way,
        str(games),
        f"{found.looks / games:.2f}",
        f"{found.known_alone / found.steps:.1%}",
        f"{won.mean:.1%}",
        f"{won.low:.1%} – {won.high:.1%}",
    )


def main() -> None:
    """Play and print; with `--write` also into a Markdown file."""
    parser = parser_of(__doc__)
    parser.add_argument("policies", nargs="+", help="of the zoo, for several players")
    parser.add_argument("--games", type=int, default=400, help="of each policy at each table")
    given = parser.parse_args()
    rows = [
        row(policy, way, play(policy, lookouts=lookouts, games=given.games))
        for policy in given.policies
        for way, lookouts in WAYS.items()
    ]
    shown = Table("Looks, with policies trained at the open table", HEADINGS, rows)
    present([shown], given.write, "looks", "benchmarks.looks")


if __name__ == "__main__":
    main()
