"""Begin games and make a step through each interface: what a wheel with machine code does without a compiler.

`python tools/first_steps.py [GAME ...]` prints a digest of each game, and how many functions were compiled.
"""

from __future__ import annotations

import hashlib
import sys
import time
from typing import Any

import gymnasium
import numpy as np
from numba.core import event

import crusoe_env
from crusoe_env.robinson import env as aec_env
from crusoe_env.robinson import parallel_env

COMPILED = event.RecordingListener()


def first(mask: Any) -> int:
    """The first legal action."""
    return int(np.flatnonzero(mask)[0])


def alone(identifier: str, **options: Any) -> str:
    """One game as a Gymnasium environment, some moves of it; a digest of what was seen."""
    seen = hashlib.blake2b(digest_size=8)
    env = gymnasium.make(identifier, **options)
    _, info = env.reset(seed=1)
    for _ in range(200):
        observation, reward, terminated, _, info = env.step(first(info["action_mask"]))
        seen.update(observation.tobytes() + repr(reward).encode())
        if terminated:
            _, info = env.reset()
    if env.render_mode:
        env.render()
    env.close()
    return seen.hexdigest()


def many(identifier: str, dtype: str) -> None:
    """So many games that several threads play them."""
    games = gymnasium.make_vec(identifier, num_envs=600, observation_dtype=dtype)
    _, infos = games.reset(seed=1)
    games.step(infos["action_mask"].argmax(axis=1))
    games.close()


def planned(name: str) -> None:
    """What planners ask of a simulator, random play too."""
    simulator = crusoe_env.Simulator(crusoe_env.game(name))
    states = simulator.new_games(2, seed=1)
    simulator.step(states, simulator.masks(states).argmax(axis=1))
    simulator.views(simulator.determinize(states, np.random.default_rng(1)))
    simulator.playouts(states, 2, np.random.default_rng(1))
    batch = crusoe_env.Batch(crusoe_env.game(name), 2)
    batch.reset()
    batch.step(batch.sampler(1)())


def together() -> None:
    """Several castaways, one after the other and all at once, in one game and in many."""
    env = aec_env(players=2)
    env.reset(seed=1)
    env.step(first(env.observe(env.agent_selection)["action_mask"]))
    at_once = parallel_env(players=4, table="secret_plans")
    seen, _ = at_once.reset(seed=1)
    at_once.step({agent: first(observation["action_mask"]) for agent, observation in seen.items()})
    games = crusoe_env.MultiAgentBatch("robinson", 600, players=2)
    turn = games.reset(seed=1)
    games.step(turn.mask.argmax(axis=1))


if __name__ == "__main__":
    event.register("numba:compile", COMPILED)
    for name in sys.argv[1:] or crusoe_env.GAMES:
        identifier = crusoe_env.GAMES[name]
        print(name, alone(identifier, render_mode="ansi"), alone(identifier, observation_dtype="uint8"))
        for dtype in ("float32", "uint8"):
            many(identifier, dtype)
        planned(name)
        if name == "robinson":
            together()
    compiled = sum(each.is_start for _, each in COMPILED.buffer)
    print(f"{compiled} functions were compiled, {time.process_time():.1f} s of processor time")
