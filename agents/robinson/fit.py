"""Fit the weights of the scripted player of Robinson Crusoe to his own games.

`python -m agents.robinson.fit --players 1 --games 4000 --turns 2` plays games with the present
weights, fits the chance to win from what lay on the table when each round was planned, writes the weights,
and plays again with them. Logistic regression; the weights of rare things are kept near zero.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from tqdm import tqdm

import crusoe_env
from agents.robinson.features import FEATURE_NAMES
from agents.robinson.scripted import (
    TERMS,
    WEIGHTS_FILE,
    ScriptedRobinson,
    features_of,
    is_new_round,
    read_weights,
    with_rounds,
)
from crusoe_env import Simulator
from crusoe_env.robinson.queries import PLAYERS

FIRST_SEED = 20_000_000
GAMES_AT_ONCE = 512
KEPT_NEAR_ZERO = (6.0, 12.0, 24.0)
"""Strength of the prior of each term, in games' worth of evidence."""
LEAST_SPREAD = 0.3
"""What varies less than this counts as varying so much: rare things get small weights."""
DECIMALS = 4


class Seen(NamedTuple):
    """Tables when a round was to be planned, one row each."""

    features: np.ndarray
    rounds: np.ndarray
    won: np.ndarray


def play_and_look(simulator: Simulator, agent: ScriptedRobinson, games: int, seed: int) -> Seen:
    """Play games, and note the table whenever a round is to be planned."""
    agent.reset(seed)
    rng = np.random.default_rng(seed)
    parts = []
    with tqdm(total=games, unit=" games") as bar:
        for start in range(0, games, GAMES_AT_ONCE):
            states = simulator.new_games(min(GAMES_AT_ONCE, games - start), seed + start)
            parts.append(_play_batch(simulator, agent, states, rng))
            bar.update(len(states))
            bar.set_postfix(won=f"{np.mean(states.victory):.1%}")
    return Seen(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _play_batch(
    simulator: Simulator, agent: ScriptedRobinson, states: np.recarray, rng: np.random.Generator
) -> Seen:
    looked = np.zeros(len(states), np.int64)
    features, rounds, games = [], [], []
    live = np.flatnonzero(states.over == 0)
    while len(live):
        playing = states[live].view(np.recarray)
        new = is_new_round(simulator, playing, looked[live])
        features.append(features_of(simulator, np.ascontiguousarray(playing[new])))
        rounds.append(playing.rounds[new])
        games.append(live[new])
        looked[live[new]] = playing.rounds[new]
        mask = simulator.masks(playing)
        actions = agent.act_state(simulator.determinize(playing, rng), mask)
        states[live] = simulator.step(playing, actions)
        live = live[states.over[live] == 0]
    won = states.victory[np.concatenate(games)].astype(np.float64)
    return Seen(np.concatenate(features), np.concatenate(rounds).astype(np.int64), won)


def fit(seen: Seen) -> tuple[np.ndarray, float]:
    """The weights (TERMS, features) that explain best who won, and the mean log loss."""
    middle, spread = seen.features.mean(axis=0), np.maximum(seen.features.std(axis=0), LEAST_SPREAD)
    middle[0], spread[0] = 0.0, 1.0
    rows = with_rounds((seen.features - middle) / spread, seen.rounds).reshape(len(seen.won), -1)
    prior = np.repeat(KEPT_NEAR_ZERO, len(FEATURE_NAMES))
    prior[:: len(FEATURE_NAMES)] = 0.0

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds = rows @ weights
        wrong = 1 / (1 + np.exp(-odds)) - seen.won
        value = (np.logaddexp(0, odds) - seen.won * odds).sum() + 0.5 * (prior * weights**2).sum()
        return float(value), rows.T @ wrong + prior * weights

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weights = found.x.reshape(TERMS, -1) / spread
    weights[:, 0] -= weights @ middle
    return weights, float(found.fun) / len(seen.won)


def write_weights(players: int, weights: np.ndarray) -> None:
    """Put the weights for a number of players into the file; the others stay."""
    tables = {players: weights}
    for other in range(1, PLAYERS + 1):
        if other != players:
            tables[other] = read_weights(other)
    lines = [f"# Written by {__name__.replace('__main__', 'agents.robinson.fit')}: log odds of a victory."]
    for number in sorted(tables):
        lines.append(f"\n[players_{number}]")
        for i, name in enumerate(FEATURE_NAMES):
            values = ", ".join(f"{value:.{DECIMALS}f}" for value in tables[number][:, i])
            lines.append(f"{name} = [{values}]")
    WEIGHTS_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Play, fit and write, `--turns` times; the games of the last two turns count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1, choices=range(1, PLAYERS + 1))
    parser.add_argument("--games", type=int, default=4_000, help="in each turn")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    given = parser.parse_args()
    simulator = Simulator(crusoe_env.game("robinson"), players=given.players)
    kept: list[Seen] = []
    for turn in range(given.turns):
        seed = given.seed + turn * given.games
        kept = [*kept[-1:], play_and_look(simulator, ScriptedRobinson(simulator), given.games, seed)]
        weights, loss = fit(Seen(*(np.concatenate(part) for part in zip(*kept, strict=True))))
        write_weights(given.players, weights)
        print(f"turn {turn + 1}: mean log loss {loss:.4f}")


if __name__ == "__main__":
    main()
