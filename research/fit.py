"""Fit the weights of Robinson Crusoe's scripted agent to its own games, by logistic regression.

`python -m research.fit --scenario jenny --games 600 --turns 3` plays games with the present weights
(without any, with the outlook), fits their outcomes to the features at the beginning of each round, writes
the weights, and plays again with them. Weights of rare features are kept near zero, and those of each number
of players near those of all numbers together.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from agents.progress import progress_bar
from agents.robinson.features import FEATURE_NAMES
from agents.robinson.preferences import URGENCIES
from agents.robinson.scripted import (
    TERMS,
    WEIGHTS_FOLDER,
    ScriptedRobinson,
    features_of,
    is_new_round,
    read_weights,
    with_rounds,
)
from crusoe_env import Simulator
from crusoe_env.engine.state import rows_of, taken
from crusoe_env.robinson.queries import PLAYERS
from crusoe_env.support.files import write_whole
from research.adapting import ROBINSON, arguments, processes

FIRST_SEED = 20_000_000
GAMES_AT_ONCE = 100
KEPT_NEAR_ZERO = (6.0, 12.0, 24.0)
"""Strength of the prior of each term, counted in games."""
LEAST_SPREAD = 0.3
"""Least standard deviation of a feature: rare ones get small weights."""
MOST_ITERATIONS = 150
DECIMALS = 4
VARIED = 0.15
"""Standard deviation of a batch's urgencies, as a share of the usual ones."""
ENOUGH_VICTORIES = 0.1
"""Share of victories from which goal progress and survival count least."""
LEAST_HOPE, MOST_HOPE = 0.1, 0.7
"""Weight of goal progress and survival: with enough victories, and with none."""
SURVIVAL = 0.25
"""Weight of survival beside goal progress."""


class Seen(NamedTuple):
    """Positions at the beginning of a round, one row each, with the outcome of the game."""

    features: np.ndarray
    rounds: np.ndarray
    won: np.ndarray
    progress: np.ndarray
    survived: np.ndarray

    @staticmethod
    def joined(parts: Sequence[Seen]) -> Seen:
        """The rows of several."""
        return Seen(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Task(NamedTuple):
    """Games to be played."""

    scenario: str
    players: int
    games: int
    seed: int
    weights: np.ndarray | None


class Recorder:
    """Records the features of games at the beginning of each round."""

    def __init__(self, simulator: Simulator, preferences: np.ndarray) -> None:
        self._simulator, self._preferences = simulator, preferences
        self._parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def add(self, states: np.recarray, games: np.ndarray) -> None:
        """Record the positions of the games with these numbers."""
        features = features_of(self._simulator, self._preferences, np.ascontiguousarray(states))
        self._parts.append((features, states.rounds.astype(np.int64), games))

    def seen(self, ends: np.recarray) -> Seen:
        """All records, with the outcomes of the games."""
        features, rounds, games = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        last = len(self._simulator.facts["scenario"]["weather"])
        came = (ends.victory.astype(np.float64), self._simulator.goal_progress(ends), ends.rounds / last)
        return Seen(features, rounds, *(end[games] for end in came))


def play_and_record(task: Task) -> Seen:
    """Play games with the scripted agent and record each round's first position."""
    simulator = Simulator(ROBINSON, threads=1, scenario=task.scenario, players=task.players)
    agent = ScriptedRobinson(simulator, task.weights)
    agent.reset(task.seed)
    rng, recorder = np.random.default_rng(task.seed), Recorder(simulator, agent.preferences)
    states = simulator.new_games(task.games, task.seed)
    last = np.zeros(len(states), np.int64)
    live = np.flatnonzero(states.over == 0)
    while len(live):
        playing = states[live].view(np.recarray)
        new = is_new_round(simulator, playing, last[live])
        recorder.add(playing[new], live[new])
        last[live[new]] = playing.rounds[new]
        actions = agent.act_state(simulator.determinize(playing, rng), simulator.masks(playing))
        states[live] = simulator.step(playing, actions)
        live = live[states.over[live] == 0]
    return recorder.seen(states)


def play_by_rules(task: Task) -> Seen:
    """The same by rules of thumb alone, a thousand times as fast, with other urgencies in each batch."""
    simulator = Simulator(ROBINSON, threads=1, scenario=task.scenario, players=task.players)
    agent, rng = ScriptedRobinson(simulator, stages=()), np.random.default_rng(task.seed)
    usual, found = agent.preferences.copy(), []
    for part in parts_of(task):
        for name in URGENCIES:
            agent.preferences[name] = usual[name] + VARIED * max(10.0, abs(usual[name][0])) * rng.normal()
        recorder = Recorder(simulator, agent.preferences)
        states = simulator.new_games(part.games, part.seed)
        live = np.flatnonzero(states.over == 0)
        while len(live):
            under_way = taken(states, live).view(np.recarray)
            if under_way.rounds.min() > 0:
                recorder.add(under_way, live)
            actions = agent.act_state(under_way, simulator.masks(under_way))
            rows_of(states)[live] = rows_of(agent.play_on(under_way, actions))
            live = np.flatnonzero(states.over == 0)
        found.append(recorder.seen(states))
    return Seen.joined(found)


def targets_from(seen: Seen) -> np.ndarray:
    """Regression targets, 0 .. 1: victory; the rarer it is, the more goal progress and survival count."""
    hope = max(LEAST_HOPE, MOST_HOPE * (1.0 - seen.won.mean() / ENOUGH_VICTORIES))
    other = (1.0 - SURVIVAL) * seen.progress + SURVIVAL * np.minimum(1.0, seen.survived)
    return (1.0 - hope) * seen.won + hope * other


def fit(
    features: np.ndarray, rounds: np.ndarray, targets: np.ndarray, near: np.ndarray | None = None
) -> tuple[np.ndarray, float]:
    """The weights (TERMS, features) of a regularised logistic regression, and its mean log loss.

    Args:
        features: (n, features).
        rounds: (n,).
        targets: (n,), 0 .. 1.
        near: mean of the prior, weights (TERMS, features); default: zero.
    """
    middle, spread = features.mean(axis=0), np.maximum(features.std(axis=0), LEAST_SPREAD)
    middle[0], spread[0] = 0.0, 1.0
    rows = with_rounds((features - middle) / spread, rounds).reshape(len(targets), -1)
    prior = np.repeat(KEPT_NEAR_ZERO, len(FEATURE_NAMES))
    prior[:: len(FEATURE_NAMES)] = 0.0
    center = np.zeros(rows.shape[1])
    if near is not None:
        moved = near * spread
        moved[:, 0] = near @ np.where(np.arange(len(middle)) == 0, 1.0, middle)
        center = moved.ravel()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds, distance = rows @ weights, weights - center
        wrong = 1 / (1 + np.exp(-odds)) - targets
        value = (np.logaddexp(0, odds) - targets * odds).sum() + 0.5 * (prior * distance**2).sum()
        return float(value), rows.T @ wrong + prior * distance

    found = minimize(loss, center, jac=True, method="L-BFGS-B", options={"maxiter": MOST_ITERATIONS})
    weights = found.x.reshape(TERMS, -1) / spread
    weights[:, 0] -= weights @ middle
    return weights, float(found.fun) / len(targets)


def fit_all(seen: dict[int, Seen], near: dict[int, np.ndarray | None]) -> dict[int, np.ndarray]:
    """The weights by number of players, kept near known ones, else near those of all together."""
    together = Seen.joined(list(seen.values()))
    common, _ = fit(together.features, together.rounds, targets_from(together))
    fitted = {}
    for players, those in seen.items():
        known = near.get(players)
        start = common if known is None else known
        fitted[players], _ = fit(those.features, those.rounds, targets_from(those), start)
    return fitted


def write_weights(folder: Path, scenario: str, weights: dict[int, np.ndarray]) -> None:
    """Write weights into the file of a scenario; those for other numbers of players stay."""
    tables = dict(weights)
    for players in range(1, PLAYERS + 1):
        known = read_weights(scenario, players)
        if players not in tables and known is not None:
            tables[players] = known
    lines = ["# Written by research.fit: log odds of a victory."]
    for players in sorted(tables):
        lines.append(f"\n[players_{players}]")
        for name, column in zip(FEATURE_NAMES, np.round(tables[players].T, DECIMALS), strict=True):
            if column.any():
                lines.append(f"{name} = [{', '.join(f'{value:.{DECIMALS}f}' for value in column)}]")
    write_whole(folder / f"{scenario}.toml", "\n".join(lines) + "\n")


def parts_of(task: Task) -> list[Task]:
    """The games of a task in batches."""
    starts = range(0, task.games, GAMES_AT_ONCE)
    return [
        task._replace(seed=task.seed + start, games=min(GAMES_AT_ONCE, task.games - start))
        for start in starts
    ]


def play_turn(
    tasks: Sequence[Task], workers: int, play: Callable[[Task], Seen]
) -> dict[tuple[str, int], Seen]:
    """Play the games of all tasks in processes; the records by scenario and number of players."""
    parts = [part for task in tasks for part in parts_of(task)]
    found: dict[tuple[str, int], list[Seen]] = {}
    with processes(workers) as playing:
        for part, seen in zip(parts, progress_bar(playing.map(play, parts), total=len(parts)), strict=False):
            found.setdefault((part.scenario, part.players), []).append(seen)
    return {key: Seen.joined(seen) for key, seen in found.items()}


def main() -> None:
    """Play, fit and write: by rules of thumb, then `--turns` times with the weights of the turn before."""
    parser = arguments(__doc__, FIRST_SEED, WEIGHTS_FOLDER)
    parser.add_argument("--rules", type=int, default=0, help="games by rules of thumb before the first turn")
    parser.add_argument("--games", type=int, default=600, help="in each turn, for each number of players")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    weights = {(name, n): read_weights(name, n) for name in given.scenario for n in given.players}
    for play in (play_by_rules, play_and_record)[: 1 + (given.turns > 0)]:  # compiles for the processes
        play(Task(given.scenario[0], given.players[0], 1, given.seed, None))
    if given.rules:
        tasks = [Task(*key, given.rules, given.seed, None) for key in weights]
        played = play_turn(tasks, given.workers, play_by_rules)
        weights = fit_and_report("rules of thumb", given, [played], dict.fromkeys(weights))
    before: list[dict[tuple[str, int], Seen]] = []
    for turn in range(given.turns):
        seed = given.seed + given.rules + turn * given.games
        tasks = [Task(*key, given.games, seed, weights[key]) for key in weights]
        played = play_turn(tasks, given.workers, play_and_record)
        weights = fit_and_report(f"turn {turn + 1}", given, [*before, played], weights)
        before = [played]


def fit_and_report(
    title: str,
    given: argparse.Namespace,
    turns: Sequence[dict[tuple[str, int], Seen]],
    weights: Mapping[tuple[str, int], np.ndarray | None],
) -> dict[tuple[str, int], np.ndarray | None]:
    """Fit, write and print the weights of each scenario, from the games of these turns."""

    def fit_one(name: str) -> dict[int, np.ndarray]:
        seen = {n: Seen.joined([turn[name, n] for turn in turns]) for n in given.players}
        found = fit_all(seen, {n: weights[name, n] for n in given.players})
        write_weights(given.out, name, found)
        return found

    with ThreadPoolExecutor(given.workers) as threads:  # most of it is done in NumPy
        found = dict(zip(given.scenario, threads.map(fit_one, given.scenario), strict=True))
    for (name, n), those in turns[-1].items():
        first = those.rounds == 1
        won, progress = those.won[first].mean(), those.progress[first].mean()
        print(f"{title}: {name}, {n} players: won {won:.1%}, progress {progress:.3f}", flush=True)
    return {key: found[key[0]][key[1]] for key in weights}


if __name__ == "__main__":
    main()
