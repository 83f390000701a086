"""Random play of one environment: what `benchmarks.peers` runs where that package is installed by itself.

`python benchmarks/peer_games.py NAME SECONDS` prints the figures as JSON. A step is one decision of one game.
Each generator yields the steps of a piece of work; the first piece ends with the first step. Ended games
begin anew. This file imports nothing of the repository, which these environments do not see.
"""

from __future__ import annotations

import time

BEGUN = time.perf_counter()

import itertools  # noqa: E402 - the clock begins before everything else
import json  # noqa: E402
import random  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable, Iterable, Iterator  # noqa: E402
from functools import partial  # noqa: E402
from importlib.metadata import Distribution, distribution, distributions  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

PLAYERS = 4
GAMES = 256
"""Games side by side, where a package steps many at once."""
NEW_WORLDS = GAMES // 16
ROBINSON = "crusoe_env:crusoe_env/RobinsonCrusoe-v0"
INSTALLERS = ("pip", "setuptools")


def compiled_by_jax(begin: Callable[..., Any], act: Callable[..., Any]) -> Iterator[int]:
    """Random play of a batch of games in JAX.

    Args:
        begin: from a key, observations and states of all games.
        act: from a key, observations and states, those after random legal actions.
    """
    import jax

    begin, act = jax.jit(begin), jax.jit(act)
    keys = map(jax.random.PRNGKey, itertools.count())
    now = begin(next(keys))
    while True:
        now = jax.block_until_ready(act(next(keys), *now))
        yield GAMES


def side_by_side(work: Callable[..., Any], count: int = GAMES) -> Callable[..., Any]:
    """What a function of a key and one game does, for a key and many games, in JAX."""
    import jax

    return lambda key, *now: jax.vmap(work)(jax.random.split(key, count), *now)


def random_legal(key: Any, mask: Any) -> Any:
    """A random action of a mask, in JAX."""
    import jax

    return jax.random.categorical(key, jax.numpy.where(mask > 0, 0.0, -jax.numpy.inf))


def hanabi_of_jaxmarl() -> Iterator[int]:
    """Hanabi, compiled by JAX."""
    import jax
    import jaxmarl

    env = jaxmarl.make("hanabi", num_agents=PLAYERS)

    def act(key: Any, _: Any, state: Any) -> Any:
        *keys, key = jax.random.split(key, PLAYERS + 1)
        masks = env.get_legal_moves(state)
        choices = {
            agent: random_legal(own, masks[agent]) for agent, own in zip(env.agents, keys, strict=True)
        }
        return env.step(key, state, choices)[:2]

    return compiled_by_jax(side_by_side(env.reset), side_by_side(act))


def chess_of_pgx() -> Iterator[int]:
    """Chess, compiled by JAX."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("chess")
    step = auto_reset(env.step, env.init)

    def begin(key: Any) -> Any:
        state = env.init(key)
        return state.observation, state

    def act(key: Any, _: Any, state: Any) -> Any:
        key, own = jax.random.split(key)
        state = step(state, random_legal(own, state.legal_action_mask), key)
        return state.observation, state

    return compiled_by_jax(side_by_side(begin), side_by_side(act))


def craftax() -> Iterator[int]:
    """Craftax with symbolic observations, compiled by JAX; every action is legal.

    Few new worlds are made in each step, for the games that have ended, as its authors train: its own
    `auto_reset=True` makes one for each game in each step.
    """
    import jax
    from craftax.craftax_env import make_craftax_env_from_name

    env = make_craftax_env_from_name("Craftax-Symbolic-v1", auto_reset=False)
    settings = env.default_params
    begin = partial(env.reset, params=settings)
    fresh = jax.numpy.arange(GAMES) % NEW_WORLDS

    def act(key: Any, _: Any, state: Any) -> Any:
        key, own = jax.random.split(key)
        observation, state, _, done, _ = env.step(
            key, state, env.action_space(settings).sample(own), settings
        )
        return (observation, state), done

    def act_all(key: Any, *now: Any) -> Any:
        key, other = jax.random.split(key)
        now, done = side_by_side(act)(key, *now)
        new = side_by_side(begin, NEW_WORLDS)(other)

        def renewed(old: Any, made: Any) -> Any:
            return jax.numpy.where(done.reshape(-1, *[1] * (old.ndim - 1)), made[fresh], old)

        return jax.tree.map(renewed, now, new)

    return compiled_by_jax(side_by_side(begin), act_all)


def hanabi_of_openspiel() -> Iterator[int]:
    """Hanabi, one game after another."""
    import numpy as np
    import pyspiel

    game, rng = pyspiel.load_game("hanabi", {"players": PLAYERS}), random.Random(0)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            state.legal_actions_mask()
            np.asarray(state.observation_tensor(), np.float32)
            state.apply_action(rng.choice(state.legal_actions()))
            yield 1


def catan_of_catanatron() -> Iterator[int]:
    """Catan, one game after another, with legal actions and no observation."""
    from catanatron import Color, Game, RandomPlayer

    while True:
        game = Game([RandomPlayer(color) for color in list(Color)[:PLAYERS]])
        while game.winning_color() is None and game.state.num_turns < 1_000:
            game.play_tick()
            yield 1


def robinson(players: int) -> Iterator[int]:
    """Robinson Crusoe in a batch."""
    import gymnasium

    envs = gymnasium.make_vec(ROBINSON, GAMES, vectorization_mode="vector_entry_point", players=players)
    _, infos = envs.reset(seed=0)
    *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    yield GAMES

    import crusoe_env
    from crusoe_env.engine.batch import Batch

    sample = Batch(crusoe_env.game("robinson"), GAMES).sampler(0)
    while True:
        *_, infos = envs.step(sample(infos["action_mask"]))
        yield GAMES


def robinson_alone() -> Iterator[int]:
    """Robinson Crusoe for one, one game after another."""
    import gymnasium

    env, rng = gymnasium.make(ROBINSON), random.Random(0)
    _, info = env.reset(seed=0)
    while True:
        legal = info["action_mask"].nonzero()[0]
        *_, terminated, truncated, info = env.step(legal[int(rng.random() * len(legal))])
        yield 1
        if terminated or truncated:
            _, info = env.reset()


PLAYS: dict[str, tuple[str, Callable[[], Iterator[int]]]] = {
    "robinson-alone": ("crusoe_env", robinson_alone),
    "robinson-1": ("crusoe_env", lambda: robinson(1)),
    "robinson-4": ("crusoe_env", lambda: robinson(4)),
    "jaxmarl": ("jaxmarl", hanabi_of_jaxmarl),
    "openspiel": ("open_spiel", hanabi_of_openspiel),
    "pgx": ("pgx", chess_of_pgx),
    "craftax": ("craftax", craftax),
    "catanatron": ("catanatron", catan_of_catanatron),
}
"""By name: the distribution, and the play."""


def megabytes(found: Iterable[Distribution]) -> float:
    """The size of distributions as they lie installed, without what Python makes of them."""
    files = (Path(str(file.locate())) for each in found for file in each.files or [])
    return sum(file.stat().st_size for file in files if file.suffix != ".pyc" and file.is_file()) / 1e6


def most_memory() -> float:
    """The most memory of this process so far, in MB; 0 where the system does not say."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1e3 if found else 0.0


def measured(name: str, seconds: float) -> dict[str, Any]:
    """All figures of a play, over so many seconds after some pieces to warm up."""
    package, begin = PLAYS[name]
    pieces = begin()
    next(pieces)
    first, first_processor = time.perf_counter() - BEGUN, time.process_time()
    for _ in range(3):
        next(pieces)
    steps, start, processor = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds or not steps:
        steps += next(pieces)
    return {
        "version": distribution(package).version,
        "first": first,
        "first_processor": first_processor,
        "steps": steps / (time.process_time() - processor),
        "memory": most_memory(),
        "package": megabytes([distribution(package)]),
        "installed": megabytes(each for each in distributions() if each.name not in INSTALLERS),
    }


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], float(sys.argv[2]))))
