"""Are the chances of victory that advice names right?

`python -m research.named_chances zoo:marooned zoo:castaways-2 --games 500 --write
research/results/chances.json`. A policy plays games, and stops at one decision of each, drawn beforehand.
From there it plays on often, with everything hidden dealt anew, as in advice. The share of victories is
compared with how the game itself ended. No seed was used in training.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import crusoe_env
from agents.progress import progress_bar
from agents.registry import make_agent
from agents.zoo import PREFIX, read_card
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.support.intervals import share_interval

FIRST_SEED = 5_000_000
PLAYED_ON = 100
"""Games that advice plays on from a position."""
DECISIONS = {"marooned": 25, "dieson": 110, "robinson": 180}
"""How many decisions a game has, about: positions are drawn from so many first ones."""
AT_ONCE = 20
"""Positions from which games are played on side by side."""
EDGES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
HEADINGS = ("policy", "chance named", "positions", "mean named", "games won", "95 % interval")


@dataclass(frozen=True)
class Named:
    """The chances that were named in positions, and whether their games were won.

    Attributes:
        policy: who played.
        chances: float64 (positions,).
        won: bool (positions,).
    """

    policy: str
    chances: np.ndarray
    won: np.ndarray

    def rows(self) -> Iterator[tuple[str, ...]]:
        """A line for each range of chances that was named."""
        place = np.clip(np.searchsorted(EDGES, self.chances, side="right") - 1, 0, len(EDGES) - 2)
        for i, (low, high) in enumerate(itertools.pairwise(EDGES)):
            here = place == i
            if here.any():
                yield self._row(f"{low:.0%} – {high:.0%}", here)
        yield self._row("all", np.ones(len(self.won), bool))

    def _row(self, name: str, here: np.ndarray) -> tuple[str, ...]:
        share = share_interval(int(self.won[here].sum()), int(here.sum()))
        mean = f"{self.chances[here].mean():.1%}"
        interval = f"{share.low:.1%} – {share.high:.1%}"
        return self.policy, name, str(int(here.sum())), mean, f"{share.mean:.1%}", interval


def named(policy: str, games: int) -> Named:
    """Play games of a shipped policy, and count victories from a position of each."""
    card = read_card(policy.removeprefix(PREFIX))
    simulator = Simulator(crusoe_env.game(card["game"]), **card["task"])
    agent = make_agent(policy, simulator)
    agent.reset(FIRST_SEED)
    rng = np.random.default_rng(FIRST_SEED)
    positions, won = _played(simulator, agent, games, rng)
    outlook = Outlook(agent, simulator)
    chances = []
    with progress_bar(total=len(positions), desc=policy, unit=" positions") as bar:
        for start in range(0, len(positions), AT_ONCE):
            here = positions[start : start + AT_ONCE].view(np.recarray)
            chances.append(outlook.won(here, rng, PLAYED_ON) / PLAYED_ON)
            bar.update(len(here))
    return Named(policy, np.concatenate(chances), won)


def _played(
    simulator: Simulator, agent: Any, games: int, rng: np.random.Generator
) -> tuple[np.recarray, np.ndarray]:
    """One position of each game that reaches it, and whether the game was won.

    Which decision it is gets drawn before the game: a draw among the decisions of the whole game would favour
    positions whose games ended soon.
    """
    states = simulator.new_games(games, FIRST_SEED)
    wanted = rng.integers(0, DECISIONS[simulator.game.name], size=games)
    positions, made, reached = states.copy(), 0, np.zeros(games, bool)
    while not states.over.all():
        ongoing = states.over == 0
        chosen = ongoing & (wanted == made)
        positions[chosen] = states[chosen]
        reached |= chosen
        here = states[ongoing].view(np.recarray)
        states[ongoing] = simulator.step(here, agent.act(*simulator.views(here)))
        made += 1
    return positions[reached].view(np.recarray), states.victory[reached] == 1


def table(found: Sequence[Named]) -> Table:
    """All that was found, a line for each policy and range."""
    rows = [row for each in found for row in each.rows()]
    return Table(f"Chances named by {PLAYED_ON} games played on, and games won", HEADINGS, rows)


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("policies", nargs="+", help="of the zoo")
    parser.add_argument("--games", type=count_of, default=500, help="of each policy")
    given = parser.parse_args()
    found = table([named(policy, given.games) for policy in given.policies])
    present([found], given.write, "research.named_chances")


if __name__ == "__main__":
    begin(main)
