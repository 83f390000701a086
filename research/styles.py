"""What partners plan, and how well they play.

`python -m research.styles --write research/results/partners.json`. Each partner plays as a pair of its own.
Columns are shares of all pawns that lead an action: by kind of action, and of those on a kind that the
other player has planned already this round.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from agents.evaluation import Results, play_games
from agents.partners import partners
from agents.registry import make_agent
from agents.robinson.styles import KINDS, NO_KIND, planned_by_others
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.agent import Agent, Transcript
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT

GAMES, SEED = 100, 8_000_000
FOLLOWED, PLANS = "like the other's", "plans"


class Watched(Agent):
    """Plays as another agent and counts what it plans, by kind and by the names of actions."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.name, self.cheats = agent, agent.name, agent.cheats
        self.remembers = agent.remembers
        self.counts: Counter[str] = Counter()

    def reset(self, seed: int) -> None:
        """Begin an evaluation."""
        self.agent.reset(seed)

    def decide(self, simulator: Simulator, states: np.recarray, observation: np.ndarray, mask: np.ndarray,
               rng: np.random.Generator, transcript: Transcript | None = None) -> np.ndarray:  # fmt: skip
        """The actions of the agent."""
        actions = self.agent.decide(simulator, states, observation, mask, rng, transcript)
        kinds, others = KINDS[actions], planned_by_others(simulator, states)
        for row, (action, kind) in enumerate(zip(actions.tolist(), kinds.tolist(), strict=True)):
            self.counts[LAYOUT.names[action]] += 1
            if kind != NO_KIND:
                self.counts[PLANS] += 1
                self.counts[q.ACTION_KINDS[kind]] += 1
                self.counts[FOLLOWED] += bool(others[row, kind])
        return actions


def habits(agent: Agent, simulator: Simulator, games: int, seed: int) -> tuple[Counter[str], Results]:
    """The actions of an agent that plays all seats, each as a share of its plans, and the results."""
    watched = Watched(agent)
    results = play_games(watched, simulator, games, seed)
    shares = {name: count / watched.counts[PLANS] for name, count in watched.counts.items()}
    return Counter(shares), results


def row(name: str, simulator: Simulator, games: int) -> tuple[str, ...]:
    """A partner's line of the table."""
    shares, results = habits(make_agent(name, simulator), simulator, games, SEED)
    cells = [f"{shares[kind]:.0%}" for kind in (*q.ACTION_KINDS, FOLLOWED)]
    return (name, *cells, f"{results.victory.mean():.1%}", f"{results.goal_progress.mean():.2f}")


def main() -> None:
    """Play and print."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=count_of, default=GAMES)
    given = parser.parse_args()
    simulator = Simulator(game("robinson"), players=2, threads=1)
    names = ["scripted", "zoo:castaways-2", *partners()]
    rows = [row(name, simulator, given.games) for name in names]
    kinds = (kind.replace("_", " ") for kind in q.ACTION_KINDS)
    headings = ("pair of", *kinds, FOLLOWED, "victories", "goal progress")
    title = f"Shares of plans by kind, Castaways for two: {given.games:,} games from seed {SEED:,}"
    table = Table(title, headings, rows)
    present([table], given.write, "research.styles")


if __name__ == "__main__":
    begin(main)
