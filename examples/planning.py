# /// script
# dependencies = ["crusoe_env"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Planning without a tree: try each legal action in deals that fit what the player knows. Half a minute.

`determinize` keeps everything that the player knows and draws the rest afresh, future chance included, so
that the planner cannot peek. `agents/search` has a compiled Monte Carlo tree search on the same interface.
"""

import argparse

import numpy as np

import crusoe_env

parser = argparse.ArgumentParser()
parser.add_argument("--games", type=int, default=20)
parser.add_argument("--playouts", type=int, default=40, help="random playouts for each legal action")
parser.add_argument("--steps", type=int, help="decisions in all; default: to the end of each game")
given = parser.parse_args()

simulator = crusoe_env.Simulator(crusoe_env.game("marooned"))


def plan(state: np.recarray, rng: np.random.Generator) -> int:
    """The legal action that the most playouts win; points decide between equals."""
    _, masks = simulator.views(state)
    legal = np.flatnonzero(masks[0])
    if len(legal) == 1:
        return int(legal[0])
    deals = simulator.determinize(np.repeat(state, len(legal)).view(np.recarray), rng)
    means = simulator.playouts(simulator.step(deals, legal), given.playouts, rng)
    return int(legal[np.argmax(means["victory"] + 0.01 * means["score"])])


rng, won, steps = np.random.default_rng(0), 0, 0
for seed in range(given.games):
    state = simulator.new_games(1, seed)
    while not state.over[0] and (given.steps is None or steps < given.steps):
        state = simulator.step(state, np.array([plan(state, rng)]))
        steps += 1
    won += int(state.victory[0] == 1)
print(f"{steps} decisions; {won} of {given.games} games won (random play: 5 %)")
