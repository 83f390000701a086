"""Fit the weights of the scripted player of Robinson Crusoe to his own games.

`python -m agents.robinson.fit --scenario jenny --games 600 --turns 3` plays games with the present weights,
or by the outlook where there are none; fits what they came to from what lay on the table when each round was
planned; writes the weights; and plays again with them. Logistic regression; the weights of rare things are
kept near zero, and those of each number of players near those of all numbers together.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from tqdm import tqdm

import crusoe_env
from agents.robinson.features import FEATURE_NAMES
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
from crusoe_env.robinson.queries import PLAYERS

ROBINSON = crusoe_env.game("robinson")
FIRST_SEED = 20_000_000
GAMES_AT_ONCE = 100
KEPT_NEAR_ZERO = (6.0, 12.0, 24.0)
"""Strength of the prior of each term, in games' worth of evidence."""
LEAST_SPREAD = 0.3
"""What varies less than this counts as varying so much: rare things get small weights."""
DECIMALS = 4
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


def play_and_look(task: Task) -> Seen:
    """Play games, and note the table whenever a round is to be planned."""
    simulator = Simulator(ROBINSON, threads=1, scenario=task.scenario, players=task.players)
    agent = ScriptedRobinson(simulator, task.weights)
    agent.reset(task.seed)
    rng = np.random.default_rng(task.seed)
    states = simulator.new_games(task.games, task.seed)
    looked = np.zeros(len(states), np.int64)
    features, rounds, games = [], [], []
    live = np.flatnonzero(states.over == 0)
    while len(live):
        playing = states[live].view(np.recarray)
        new = is_new_round(simulator, playing, looked[live])
        features.append(features_of(simulator, agent.wishes, np.ascontiguousarray(playing[new])))
        rounds.append(playing.rounds[new])
        games.append(live[new])
        looked[live[new]] = playing.rounds[new]
        actions = agent.act_state(simulator.determinize(playing, rng), simulator.masks(playing))
        states[live] = simulator.step(playing, actions)
        live = live[states.over[live] == 0]
    which, last = np.concatenate(games), len(simulator.facts["scenario"]["weather"])
    ends = (states.victory.astype(np.float64), simulator.goal_progress(states), states.rounds / last)
    seen_rounds = np.concatenate(rounds).astype(np.int64)
    return Seen(np.concatenate(features), seen_rounds, *(end[which] for end in ends))


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

    found = minimize(loss, center, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weights = found.x.reshape(TERMS, -1) / spread
    weights[:, 0] -= weights @ middle
    return weights, float(found.fun) / len(worth)


def fit_all(seen: dict[int, Seen]) -> dict[int, np.ndarray]:
    """The weights for each number of players, kept near those of all together."""
    together = Seen.joined(list(seen.values()))
    common, _ = fit(together.features, together.rounds, worth_of(together))
    return {
        players: fit(those.features, those.rounds, worth_of(those), common)[0]
        for players, those in seen.items()
    }


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
    (folder / f"{scenario}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def parts_of(task: Task) -> list[Task]:
    """The games of a task in batches."""
    starts = range(0, task.games, GAMES_AT_ONCE)
    return [
        task._replace(seed=task.seed + start, games=min(GAMES_AT_ONCE, task.games - start))
        for start in starts
    ]


def play_turn(tasks: Sequence[Task], workers: int) -> dict[tuple[str, int], Seen]:
    """Play the games of all tasks, by scenario and number of players."""
    parts = [part for task in tasks for part in parts_of(task)]
    found: dict[tuple[str, int], list[Seen]] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as processes:
        for part, seen in zip(
            parts, tqdm(processes.map(play_and_look, parts), total=len(parts)), strict=False
        ):
            found.setdefault((part.scenario, part.players), []).append(seen)
    return {key: Seen.joined(seen) for key, seen in found.items()}


def main() -> None:
    """Play, fit and write, `--turns` times; the games of the last two turns count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenario", nargs="+", required=True, choices=ROBINSON.tasks["scenario"])
    parser.add_argument("--players", type=int, nargs="+", default=range(1, PLAYERS + 1))
    parser.add_argument("--games", type=int, default=600, help="in each turn, for each number of players")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--out", type=Path, default=WEIGHTS_FOLDER, help="where the files are written")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    weights = {(name, n): read_weights(name, n) for name in given.scenario for n in given.players}
    play_and_look(Task(given.scenario[0], given.players[0], 1, given.seed, None))  # compiles
    before: dict[tuple[str, int], Seen] = {}
    for turn in range(given.turns):
        seed = given.seed + turn * given.games
        tasks = [Task(*key, given.games, seed, weights[key]) for key in weights]
        played = play_turn(tasks, given.workers)
        for name in given.scenario:
            turns = [each for each in (before, played) if each]
            fitted = fit_all({n: Seen.joined([each[name, n] for each in turns]) for n in given.players})
            weights |= {(name, n): fitted[n] for n in fitted}
            write_weights(given.out, name, fitted)
        before = played
        for (name, n), seen in played.items():
            print(f"turn {turn + 1}: {name}, {n} players: {_told(seen)}", flush=True)


def _told(seen: Seen) -> str:
    ended = seen.rounds == 1
    return f"won {seen.won[ended].mean():.1%}, progress {seen.progress[ended].mean():.3f}"


if __name__ == "__main__":
    main()
