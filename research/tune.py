"""Tune the urgencies of Robinson Crusoe's rules of thumb by the cross-entropy method.

`python -m research.tune --scenario jenny --workers 4` plays games by rules of thumb alone. Each
generation draws urgencies (`URGENCIES` in preferences.py) around the mean of the best of the last. The result
is written into `urgencies.toml` where it is better than the present values.
"""

from __future__ import annotations

from concurrent.futures import as_completed
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.robinson.preferences import URGENCIES, URGENCIES_FILE, read_urgencies, urgencies_of
from agents.robinson.scripted import RobinsonRollouts, ScriptedRobinson
from agents.search.planner import Candidates
from crusoe_env import Simulator
from crusoe_env.robinson.queries import ROUNDS
from crusoe_env.support.files import write_whole
from research.adapting import ROBINSON, arguments, processes

FIRST_SEED = 30_000_000
DRAWN, BEST = 32, 8
"""Samples of each generation, and how many of them decide the next one."""
SPREAD, LEAST_SPREAD = 0.35, 4.0
"""First standard deviation: a share of the present value, and the least."""
STILL = 0.15
"""Share of the first standard deviation that no generation goes below."""
JUDGED = 2_000
"""Games that compare the result with the urgencies at the start."""
PROGRESS, SURVIVAL = 0.7, 0.3
"""Weights of goal progress and survival beside victory."""


class Task(NamedTuple):
    """Urgencies to be tuned."""

    scenario: str
    players: int
    games: int
    generations: int
    seed: int


class Player:
    """Plays by rules of thumb with given urgencies."""

    def __init__(self, scenario: str, players: int) -> None:
        self.simulator = Simulator(ROBINSON, threads=1, scenario=scenario, players=players)
        self.agent = ScriptedRobinson(self.simulator, stages=())
        self.rollouts = RobinsonRollouts(self.simulator, self.agent.preferences)
        self.rollouts.rounds, self.rollouts.most = 2 * ROUNDS, self.rollouts.most * ROUNDS
        self.last = len(self.simulator.facts["scenario"]["weather"])

    def score(self, urgencies: np.ndarray, states: np.recarray) -> float:
        """The mean score of games from these states: victory, goal progress, survival."""
        simulator, agent, played = self.simulator, self.agent, states.copy()
        for name, value in zip(URGENCIES, urgencies, strict=True):
            agent.preferences[name] = value
        self.rollouts.follow(played, Candidates.blank(len(played), 1), np.zeros(len(played), np.int64))
        survived = np.minimum(1.0, played.rounds / self.last)
        score = played.victory + PROGRESS * simulator.goal_progress(played) + SURVIVAL * survived
        return float(score.mean())


def tune(task: Task) -> tuple[np.ndarray, float, float]:
    """The best urgencies found, their score, and the score of those at the start."""
    player, rng = Player(task.scenario, task.players), np.random.default_rng(task.seed)
    start = np.array(list(urgencies_of(task.scenario, task.players).values()))
    first = np.maximum(SPREAD * np.abs(start), LEAST_SPREAD)
    middle, spread = start, first
    for generation in range(task.generations):
        drawn = middle + spread * rng.normal(size=(DRAWN, len(start)))
        drawn[0] = middle
        states = player.simulator.new_games(task.games, task.seed + generation * task.games)
        order = np.argsort([-player.score(urgencies, states) for urgencies in drawn])
        best = drawn[order[:BEST]]
        middle, spread = best.mean(axis=0), np.maximum(best.std(axis=0), STILL * first)
    states = player.simulator.new_games(JUDGED, task.seed - JUDGED)
    before, after = player.score(start, states), player.score(middle, states)
    return (middle, after, before) if after > before else (start, before, before)


def write_urgencies(file: Path, found: dict[tuple[str, int], np.ndarray]) -> None:
    """Write urgencies by scenario and number of players into a file; other entries stay."""
    tables = {
        (scenario, int(players.removeprefix("players_"))): np.array(list((URGENCIES | values).values()))
        for scenario, by_players in read_urgencies().items()
        for players, values in by_players.items()
    }
    lines = ["# Written by research.tune: urgencies of the rules of thumb."]
    for (scenario, players), values in sorted((tables | found).items()):
        lines.append(f"\n[{scenario}.players_{players}]")
        lines += [f"{name} = {value:.1f}" for name, value in zip(URGENCIES, values, strict=True)]
    write_whole(file, "\n".join(lines) + "\n")


def main() -> None:
    """Tune and write."""
    parser = arguments(__doc__, FIRST_SEED, URGENCIES_FILE)
    parser.add_argument("--games", type=int, default=256, help="with each of the urgencies drawn")
    parser.add_argument("--generations", type=int, default=14)
    given = parser.parse_args()
    tasks = [
        Task(name, n, given.games, given.generations, given.seed)
        for n in sorted(given.players, reverse=True)
        for name in given.scenario
    ]
    tune(tasks[0]._replace(games=1, generations=1))  # compiles
    found = {}
    with processes(given.workers) as playing:
        futures = {playing.submit(tune, task): task for task in tasks}
        for future in as_completed(futures):
            task = futures[future]
            urgencies, after, before = future.result()
            found[task.scenario, task.players] = urgencies
            write_urgencies(given.out, found)
            print(f"{task.scenario}, {task.players} players: {before:.3f} -> {after:.3f}", flush=True)


if __name__ == "__main__":
    main()
