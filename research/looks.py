"""How often players know a card that the others do not: private finds without and with lookouts.

`python -m research.looks zoo:castaways-2 partner:lookout --games 2000 --write research/results/looks.json`.
A shipped policy plays each seat in that seat's own view; at last all seats see what one has looked at, so the
difference is what the looks of the others are worth to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import crusoe_env
from agents import zoo
from agents.registry import make_agent
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.variants import PRIVATE_FINDS
from crusoe_env.support.intervals import share_interval

FIRST_SEED = 7_500_000
WAYS = {
    "private finds": (False, False),
    "private finds, lookouts": (True, False),
    "private finds, lookouts, shown to all": (True, True),
}
"""Are there lookouts, and do all see what one player has looked at, as a single mind would?"""
HEADINGS = (
    "policy",
    "table",
    "games",
    "cards looked at per game",
    "steps at which one seat alone knows a card",
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


def play(policy: str, way: str, games: int) -> Found:
    """Play games of a shipped policy at a table with private finds, in one of the ways."""
    lookouts, shown_to_all = WAYS[way]
    game, task = zoo.task_of(zoo.name_of(policy))
    options = {**task, "table": PRIVATE_FINDS, "lookouts": lookouts}
    simulator = Simulator(crusoe_env.game(game), **options)
    agent = make_agent(policy, simulator)
    agent.reset(FIRST_SEED)
    states = simulator.new_games(games, FIRST_SEED)
    found = Found(states, looks=seats_in(states.looked))
    while not states.over.all():
        ongoing = np.flatnonzero(states.over == 0)
        here = states[ongoing].view(np.recarray)
        observations, masks = simulator.views(here)
        if shown_to_all:
            observations = simulator.observe(shared(here))
        after = simulator.step(here, agent.act(observations, masks))
        found.looks += seats_in(after.looked & ~here.looked)
        found.steps += len(here)
        found.known_alone += int(here.looked.any(axis=1).sum())
        states[ongoing] = after
    found.states = states
    return found


def shared(states: np.recarray) -> np.recarray:
    """The same positions, had all players looked at what one of them has looked at."""
    found = states.copy().view(np.recarray)
    everybody = (1 << found.players) - 1
    found.looked = np.where(found.looked != 0, everybody[:, None], 0)
    return found


def seats_in(bits: np.ndarray) -> int:
    """How many bits of seats are set."""
    return sum(int((bits >> seat & 1).sum()) for seat in range(c.PLAYERS))


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
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("policies", nargs="+", help="of the zoo, for several players")
    parser.add_argument("--games", type=count_of, default=400, help="of each policy at each table")
    given = parser.parse_args()
    rows = [row(policy, way, play(policy, way, given.games)) for policy in given.policies for way in WAYS]
    shown = Table("Looked-at cards, and their worth to the other players", HEADINGS, rows)
    present([shown], given.write, "research.looks")


if __name__ == "__main__":
    begin(main)
