"""Fit the weights of the scripted player of Robinson Crusoe to its own games.

`python -m agents.robinson.fit --scenario jenny --games 600 --turns 3` plays games with the present weights,
or by the outlook where there are none; fits what they came to from what lay on the table when each round was
planned; writes the weights; and plays again with them. Logistic regression; the weights of rare things are
kept near zero, and those of each number of players near those of all numbers together.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from crusoe_env import Simulator
from crusoe_env.engine.state import rows_of, taken
from crusoe_env.robinson.queries import PLAYERS
from crusoe_env.support.files import write_whole

from ..progress import progress_bar
from .adapting import ROBINSON, arguments, processes
from .features import FEATURE_NAMES
from .scripted import (
    TERMS,
    WEIGHTS_FOLDER,
    ScriptedRobinson,
    features_of,
    is_new_round,
    read_weights,
    with_rounds,
)
from .wishes import URGENCIES

FIRST_SEED = 20_000_000
GAMES_AT_ONCE = 100
KEPT_NEAR_ZERO = (6.0, 12.0, 24.0)
"""Strength of the prior of each term, in games' worth of evidence."""
LEAST_SPREAD = 0.3
"""What varies less than this counts as varying so much: rare things get small weights."""
MOST_ITERATIONS = 150
DECIMALS = 4
VARIED = 0.15
"""How far the urgencies of a batch lie from the usual ones, as shares of them."""
ENOUGH_VICTORIES = 0.1
"""The share of victories from which on little counts but victory."""
LEAST_HOPE, MOST_HOPE = 0.1, 0.7
"""How much goal progress and survival count beside victory, if there are enough victories and none."""
SURVIVAL = 0.25
"""How much survival counts beside goal progress."""


class Seen(NamedTuple):
    """Tables when a round was to be planned, one row each, and what came of the game."""

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


class Notes:
    """What lay on the tables of games under way whenever a round was to be planned."""

    def __init__(self, simulator: Simulator, wishes: np.ndarray) -> None:
        self._simulator, self._wishes = simulator, wishes
        self._parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def note(self, states: np.recarray, games: np.ndarray) -> None:
        """Note the tables of the games with these numbers, each at its first plan of a round."""
        features = features_of(self._simulator, self._wishes, np.ascontiguousarray(states))
        self._parts.append((features, states.rounds.astype(np.int64), games))

    def seen(self, ends: np.recarray) -> Seen:
        """The notes, with what came of the games."""
        features, rounds, games = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        last = len(self._simulator.facts["scenario"]["weather"])
        came = (ends.victory.astype(np.float64), self._simulator.goal_progress(ends), ends.rounds / last)
        return Seen(features, rounds, *(end[games] for end in came))


def play_and_look(task: Task) -> Seen:
    """Play games, and note the table whenever a round is to be planned."""
    simulator = Simulator(ROBINSON, threads=1, scenario=task.scenario, players=task.players)
    agent = ScriptedRobinson(simulator, task.weights)
    agent.reset(task.seed)
    rng, notes = np.random.default_rng(task.seed), Notes(simulator, agent.wishes)
    states = simulator.new_games(task.games, task.seed)
    looked = np.zeros(len(states), np.int64)
    live = np.flatnonzero(states.over == 0)
    while len(live):
        playing = states[live].view(np.recarray)
        new = is_new_round(simulator, playing, looked[live])
        notes.note(playing[new], live[new])
        looked[live[new]] = playing.rounds[new]
        actions = agent.act_state(simulator.determinize(playing, rng), simulator.masks(playing))
        states[live] = simulator.step(playing, actions)
        live = live[states.over[live] == 0]
    return notes.seen(states)


def play_by_rules(task: Task) -> Seen:
    """The same by rules of thumb alone, a thousand times as fast; with other urgencies in each batch."""
    simulator = Simulator(ROBINSON, threads=1, scenario=task.scenario, players=task.players)
    agent, rng = ScriptedRobinson(simulator, stages=()), np.random.default_rng(task.seed)
    usual, found = agent.wishes.copy(), []
    for part in parts_of(task):
        for name in URGENCIES:
            agent.wishes[name] = usual[name] + VARIED * max(10.0, abs(usual[name][0])) * rng.normal()
        notes = Notes(simulator, agent.wishes)
        states = simulator.new_games(part.games, part.seed)
        live = np.flatnonzero(states.over == 0)
        while len(live):
            under_way = taken(states, live).view(np.recarray)
            if under_way.rounds.min() > 0:
                notes.note(under_way, live)
            actions = agent.act_state(under_way, simulator.masks(under_way))
            rows_of(states)[live] = rows_of(agent.play_on(under_way, actions))
            live = np.flatnonzero(states.over == 0)
        found.append(notes.seen(states))
    return Seen.joined(found)


def worth_of(seen: Seen) -> np.ndarray:
    """What games came to, 0 .. 1: victory; the fewer there are, the more progress and survival count."""
    hope = max(LEAST_HOPE, MOST_HOPE * (1.0 - seen.won.mean() / ENOUGH_VICTORIES))
    other = (1.0 - SURVIVAL) * seen.progress + SURVIVAL * np.minimum(1.0, seen.survived)
    return (1.0 - hope) * seen.won + hope * other


def fit(
    features: np.ndarray, rounds: np.ndarray, worth: np.ndarray, near: np.ndarray | None = None
) -> tuple[np.ndarray, float]:
    """The weights (TERMS, features) that explain best what games came to, and the mean log loss.

    Args:
        features: (n, features).
        rounds: (n,).
        worth: (n,), 0 .. 1.
        near: weights (TERMS, features) near which they are kept; zero if left out.
    """
    middle, spread = features.mean(axis=0), np.maximum(features.std(axis=0), LEAST_SPREAD)
    middle[0], spread[0] = 0.0, 1.0
    rows = with_rounds((features - middle) / spread, rounds).reshape(len(worth), -1)
    prior = np.repeat(KEPT_NEAR_ZERO, len(FEATURE_NAMES))
    prior[:: len(FEATURE_NAMES)] = 0.0
    center = np.zeros(rows.shape[1])
    if near is not None:
        moved = near * spread
        moved[:, 0] = near @ np.where(np.arange(len(middle)) == 0, 1.0, middle)
        center = moved.ravel()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds, apart = rows @ weights, weights - center
        wrong = 1 / (1 + np.exp(-odds)) - worth
        value = (np.logaddexp(0, odds) - worth * odds).sum() + 0.5 * (prior * apart**2).sum()
        return float(value), rows.T @ wrong + prior * apart

    found = minimize(loss, center, jac=True, method="L-BFGS-B", options={"maxiter": MOST_ITERATIONS})
    weights = found.x.reshape(TERMS, -1) / spread
    weights[:, 0] -= weights @ middle
    return weights, float(found.fun) / len(worth)


def fit_all(seen: dict[int, Seen], near: dict[int, np.ndarray | None]) -> dict[int, np.ndarray]:
    """The weights for each number of players, kept near known ones, else near those of all together."""
    together = Seen.joined(list(seen.values()))
    common, _ = fit(together.features, together.rounds, worth_of(together))
    fitted = {}
    for players, those in seen.items():
        known = near.get(players)
        start = common if known is None else known
        fitted[players], _ = fit(those.features, those.rounds, worth_of(those), start)
    return fitted


def write_weights(folder: Path, scenario: str, weights: dict[int, np.ndarray]) -> None:
    """Put weights into the file of a scenario; those for other numbers of players stay."""
    tables = dict(weights)
    for players in range(1, PLAYERS + 1):
        known = read_weights(scenario, players)
        if players not in tables and known is not None:
            tables[players] = known
    lines = ["# Written by agents.robinson.fit: log odds of a victory."]
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
    """Play the games of all tasks in processes, by scenario and number of players."""
    parts = [part for task in tasks for part in parts_of(task)]
    found: dict[tuple[str, int], list[Seen]] = {}
    with processes(workers) as playing:
        for part, seen in zip(parts, progress_bar(playing.map(play, parts), total=len(parts)), strict=False):
            found.setdefault((part.scenario, part.players), []).append(seen)
    return {key: Seen.joined(seen) for key, seen in found.items()}


def main() -> None:
    """Play, fit and write: by rules of thumb, then `--turns` times by the weights of the turn before."""
    parser = arguments(__doc__, FIRST_SEED, WEIGHTS_FOLDER)
    parser.add_argument("--rules", type=int, default=0, help="games by rules of thumb before the first turn")
    parser.add_argument("--games", type=int, default=600, help="in each turn, for each number of players")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    weights = {(name, n): read_weights(name, n) for name in given.scenario for n in given.players}
    for play in (play_by_rules, play_and_look)[: 1 + (given.turns > 0)]:  # compiles for the processes
        play(Task(given.scenario[0], given.players[0], 1, given.seed, None))
    if given.rules:
        tasks = [Task(*key, given.rules, given.seed, None) for key in weights]
        played = play_turn(tasks, given.workers, play_by_rules)
        weights = fit_and_tell("rules of thumb", given, [played], dict.fromkeys(weights))
    before: list[dict[tuple[str, int], Seen]] = []
    for turn in range(given.turns):
        seed = given.seed + given.rules + turn * given.games
        tasks = [Task(*key, given.games, seed, weights[key]) for key in weights]
        played = play_turn(tasks, given.workers, play_and_look)
        weights = fit_and_tell(f"turn {turn + 1}", given, [*before, played], weights)
        before = [played]


def fit_and_tell(
    title: str,
    given: argparse.Namespace,
    turns: Sequence[dict[tuple[str, int], Seen]],
    weights: Mapping[tuple[str, int], np.ndarray | None],
) -> dict[tuple[str, int], np.ndarray | None]:
    """Fit and write the weights of each scenario, from the games of these turns."""

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
