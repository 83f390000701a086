"""Can a game be won? A search that knows the future, hidden cards and chance included, keeps the best tables.

`python -m agents.search.beam robinson --option scenario=jenny players=1 --seed 2 --kept 200` tries very
many plans for each round from each of the tables kept, in the true game; `--out won.json` writes down the
actions of a victory.
A scenario that it wins can be won by the rules and the facts; one that it does not win may still be.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.command_line import options_of
from crusoe_env.engine.state import taken
from crusoe_env.support.files import write_whole

from ..registry import rollouts_for
from .plan_following import NO_ACTION
from .rollouts import Candidates, Rollouts

LENGTH = 240
"""The most actions of a round."""
WHIMS = (0, 0, 3, 8, 20)
"""Percentages of random actions in plans."""
PROGRESS = 10.0
"""How much goal progress counts beside the log odds of a table's value."""
NOISE = 0.3
SURE = 1e-6


class Course(NamedTuple):
    """How far a game was brought.

    Attributes:
        won: is there a victory?
        progress: the most goal progress of any table.
        rounds: in which round that ended.
        actions: of the victory, else none.
        causes: how it ended; of defeats the last ones.
    """

    won: bool
    progress: float
    rounds: int
    actions: list[int]
    causes: list[str]


class Tables(NamedTuple):
    """Tables kept at the same time.

    Attributes:
        states: (n,) records.
        actions: int16 (n, length), how they were reached in the last round.
        parents: int64 (n,), from which of the tables before.
    """

    states: np.ndarray
    actions: np.ndarray
    parents: np.ndarray

    def only(self, which: np.ndarray) -> Tables:
        """Copies of some."""
        return Tables(taken(self.states, which), self.actions[which], self.parents[which])


def search(
    simulator: Simulator, rollouts: Rollouts, seed: int, kept: int, plans: int, rng: np.random.Generator
) -> Course:
    """Bring the game of a seed as far as possible.

    Args:
        simulator: the rules.
        rollouts: who plays a round, in all variants, and what tables are worth.
        seed: of the game.
        kept: how many tables are kept after each round.
        plans: how many plans are tried from each of them, on average.
        rng: what is random about plans.
    """
    rollouts.rounds = 1
    states, progress = simulator.new_games(1, seed), 0.0
    before: list[Tables] = []
    while True:
        tables = one_round(rollouts, states, kept * plans, rng)
        reached = simulator.goal_progress(tables.states.view(np.recarray))
        progress = max(progress, float(reached.max()))
        won = np.flatnonzero(tables.states["victory"] == 1)
        live = np.flatnonzero(tables.states["over"] == 0)
        if len(won) or not len(live):
            ends = tables.states[won[:1] if len(won) else slice(None)]
            actions = way_to([*before, tables], int(won[0])) if len(won) else []
            causes = sorted({simulator.cause(state) for state in ends})
            return Course(len(won) > 0, progress, int(ends["rounds"].max()), actions, causes)
        tables = tables.only(live)
        tables = tables.only(best(rollouts, tables, reached[live], kept, rng))
        before.append(tables)
        states = tables.states.view(np.recarray)


def one_round(rollouts: Rollouts, states: np.recarray, count: int, rng: np.random.Generator) -> Tables:
    """Play a round from these tables in about `count` ways, in the true game."""
    each = max(1, count // len(states))
    parents = np.repeat(np.arange(len(states)), each)
    ways = Candidates.blank(len(parents), LENGTH)
    others = np.arange(len(parents)) % each > 0
    ways.variants[others] = rng.integers(rollouts.variants, size=others.sum())
    ways.whims[others] = rng.choice(WHIMS, size=others.sum())
    after = taken(states, parents)
    actions = rollouts.follow(after, ways, rng.integers(2**62, size=len(parents)))
    return Tables(after, actions, parents)


def best(
    rollouts: Rollouts, tables: Tables, progress: np.ndarray, kept: int, rng: np.random.Generator
) -> np.ndarray:
    """The most promising of different tables, of each parent at most a tenth."""
    value = np.clip(rollouts.values(tables.states.view(np.recarray)), SURE, 1 - SURE)
    worth = np.log(value / (1 - value)) + PROGRESS * progress + NOISE * rng.normal(size=len(value))
    chosen: list[int] = []
    seen: set[tuple[int, bytes]] = set()
    family = np.zeros(tables.parents.max() + 1, np.int64)
    most = max(3, kept // 10) if len(family) > 1 else kept
    for i in np.argsort(-worth, kind="stable"):
        parent = int(tables.parents[i])
        way = parent, tables.actions[i].tobytes()
        if way not in seen and family[parent] < most:
            seen.add(way)
            family[parent] += 1
            chosen.append(int(i))
        if len(chosen) == kept:
            break
    return np.array(chosen)


def way_to(rounds: list[Tables], last: int) -> list[int]:
    """All actions on the way to one of the last tables."""
    ways = []
    for tables in reversed(rounds):
        ways.append(tables.actions[last])
        last = int(tables.parents[last])
    return [int(action) for way in reversed(ways) for action in way if action != NO_ACTION]


def main() -> None:
    """Search games with seeds in turn until one is won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", nargs="+", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--games", type=int, default=1, help="how many are tried at most")
    parser.add_argument("--kept", type=int, default=60, help="tables kept after each round")
    parser.add_argument("--plans", type=int, default=40, help="tried from each of them")
    parser.add_argument("--out", type=Path, help="JSON file for the actions of a victory")
    given = parser.parse_args()
    simulator = Simulator(crusoe_env.game(given.game), **options_of(given.option))
    rollouts = rollouts_for(simulator)
    for seed in range(given.seed, given.seed + given.games):
        found = search(simulator, rollouts, seed, given.kept, given.plans, np.random.default_rng(seed))
        ends = ", ".join(found.causes)
        print(f"seed {seed}: progress {found.progress:.2f}, round {found.rounds}, {ends}", flush=True)
        if found.won:
            if given.out:
                write_whole(given.out, json.dumps(found.actions))
            return


if __name__ == "__main__":
    main()
