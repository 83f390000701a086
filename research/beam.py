"""Clairvoyant beam search: whether a game can be won by someone who knows hidden cards and chance.

`python -m research.beam robinson --option scenario=jenny players=1 --seed 2 --kept 200` tries very many
plans for each round from each position kept, in the true game; `--out won.json` writes the actions of a
victory. A game that it wins can be won; one that it does not win may still be winnable.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import crusoe_env
from agents.registry import rollouts_for
from agents.search.planner import Candidates, Rollouts
from agents.search.planner_loop import NO_ACTION
from crusoe_env import Simulator
from crusoe_env.command_line import CommandLine, count_of, game_name, guarded, options_of, reported, seed_of
from crusoe_env.engine.state import taken
from crusoe_env.support.files import write_whole

LENGTH = 240
"""Most actions of a round."""
NOISE_LEVELS = (0, 0, 3, 8, 20)
"""Percentages of random actions in plans."""
PROGRESS = 10.0
"""Weight of goal progress beside the log odds of a position's value."""
NOISE = 0.3
SURE = 1e-6


class Outcome(NamedTuple):
    """The result of a search.

    Attributes:
        won: whether a victory was found.
        progress: the most goal progress of any position.
        rounds: the round in which the search ended.
        actions: of the victory; else empty.
        causes: of the victory, or of the last defeats.
    """

    won: bool
    progress: float
    rounds: int
    actions: list[int]
    causes: list[str]


class Positions(NamedTuple):
    """The beam after a round.

    Attributes:
        states: (n,) records.
        actions: int16 (n, length), of the last round.
        parents: int64 (n,), the position of the beam before from which each one came.
    """

    states: np.ndarray
    actions: np.ndarray
    parents: np.ndarray

    def only(self, which: np.ndarray) -> Positions:
        """Copies of some positions."""
        return Positions(taken(self.states, which), self.actions[which], self.parents[which])


def search(
    simulator: Simulator, rollouts: Rollouts, seed: int, kept: int, plans: int, rng: np.random.Generator
) -> Outcome:
    """Search the game of a seed.

    Args:
        simulator: the rules.
        rollouts: rollout policy and values.
        seed: of the game.
        kept: positions kept after each round.
        plans: plans tried from each of them, on average.
        rng: random numbers of the plans.
    """
    rollouts.rounds = 1
    states, progress = simulator.new_games(1, seed), 0.0
    before: list[Positions] = []
    while True:
        positions = one_round(rollouts, states, kept * plans, rng)
        reached = simulator.goal_progress(positions.states.view(np.recarray))
        progress = max(progress, float(reached.max()))
        won = np.flatnonzero(positions.states["victory"] == 1)
        live = np.flatnonzero(positions.states["over"] == 0)
        if len(won) or not len(live):
            ends = positions.states[won[:1] if len(won) else slice(None)]
            actions = actions_to([*before, positions], int(won[0])) if len(won) else []
            causes = sorted({simulator.cause(state) for state in ends})
            return Outcome(len(won) > 0, progress, int(ends["rounds"].max()), actions, causes)
        positions = positions.only(live)
        positions = positions.only(best(rollouts, positions, reached[live], kept, rng))
        before.append(positions)
        states = positions.states.view(np.recarray)


def one_round(rollouts: Rollouts, states: np.recarray, count: int, rng: np.random.Generator) -> Positions:
    """Simulate about `count` plans for a round from these states, in the true game."""
    each = max(1, count // len(states))
    parents = np.repeat(np.arange(len(states)), each)
    tried = Candidates.blank(len(parents), LENGTH)
    others = np.arange(len(parents)) % each > 0
    tried.variants[others] = rng.integers(rollouts.variants, size=others.sum())
    tried.noise[others] = rng.choice(NOISE_LEVELS, size=others.sum())
    after = taken(states, parents)
    actions = rollouts.follow(after, tried, rng.integers(2**62, size=len(parents)))
    return Positions(after, actions, parents)


def best(
    rollouts: Rollouts, positions: Positions, progress: np.ndarray, kept: int, rng: np.random.Generator
) -> np.ndarray:
    """The best different positions, at most a tenth from each parent."""
    value = np.clip(rollouts.values(positions.states.view(np.recarray)), SURE, 1 - SURE)
    score = np.log(value / (1 - value)) + PROGRESS * progress + NOISE * rng.normal(size=len(value))
    chosen: list[int] = []
    seen: set[tuple[int, bytes]] = set()
    family = np.zeros(positions.parents.max() + 1, np.int64)
    most = max(3, kept // 10) if len(family) > 1 else kept
    for i in np.argsort(-score, kind="stable"):
        parent = int(positions.parents[i])
        plan = parent, positions.actions[i].tobytes()
        if plan not in seen and family[parent] < most:
            seen.add(plan)
            family[parent] += 1
            chosen.append(int(i))
        if len(chosen) == kept:
            break
    return np.array(chosen)


def actions_to(rounds: list[Positions], last: int) -> list[int]:
    """All actions that lead to one of the last positions."""
    parts = []
    for positions in reversed(rounds):
        parts.append(positions.actions[last])
        last = int(positions.parents[last])
    return [int(action) for part in reversed(parts) for action in part if action != NO_ACTION]


def main() -> int:
    """Search games with seeds in turn until one is won; the exit status. An error is one line on stderr."""
    parser = CommandLine(prog="beam", description=__doc__)
    parser.add_argument("game", type=game_name)
    parser.add_argument("--option", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=seed_of, default=1, help="of the first game")
    parser.add_argument("--games", type=count_of, default=1, help="how many are tried at most")
    parser.add_argument("--kept", type=count_of, default=60, help="positions kept after each round")
    parser.add_argument("--plans", type=count_of, default=40, help="tried from each of them")
    parser.add_argument("--out", type=Path, help="JSON file for the actions of a victory")
    given = parser.parse_args()
    return reported("beam", lambda: show(given))


def show(given: argparse.Namespace) -> None:
    """Search and print what was found."""
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
    sys.exit(guarded(main))
