"""What holds games goes on after Ray's pickling, which keeps arrays outside and gives them back read-only."""

import pickle
import threading
import time

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.interfaces.multi_agent import MultiAgentBatch
from crusoe_env.interfaces.pettingzoo import GameAEC, GameParallel
from crusoe_env.text import TextEnv
from tests.support import new_vector_env

SHARED = 512
"""Games of a batch that two threads share."""


def sent(thing):
    """A thing as it comes out of another process that shares its arrays with this one."""
    buffers = []
    data = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers])


def played(env, moves=6):
    """What some legal moves lead to, by the interface that an environment has."""
    if isinstance(env, TextEnv):
        _, info = env.reset(seed=1)
        return [(info := env.step(next(iter(info["moves"].values())))[-1])["move"] for _ in range(moves)]
    if isinstance(env, MultiAgentBatch):
        turn = env.reset(seed=1)
        return [(turn := env.step(turn.mask.argmax(axis=1))).observation.tobytes() for _ in range(moves)]
    if isinstance(env, GameParallel):
        said, _ = env.reset(seed=1)
        for _ in range(moves):
            said = env.step({agent: int(it["action_mask"].argmax()) for agent, it in said.items()})[0]
        return env.batch.states.tobytes()
    if isinstance(env, GameAEC):
        env.reset(seed=1)
        for _ in range(moves):
            env.step(int(env.last()[0]["action_mask"].argmax()))
        return env.batch.states.tobytes()
    if isinstance(env, crusoe_env.SB3VecEnv):
        env.seed(1)
        env.reset()
        return [env.step(env.action_masks().argmax(axis=1))[0].tobytes() for _ in range(moves)]
    _, info = env.reset(seed=1)
    action = [np.asarray(info["action_mask"]).argmax(axis=-1)]
    for _ in range(moves):
        observation, *_, info = env.step(action.pop())
        action.append(np.asarray(info["action_mask"]).argmax(axis=-1))
    return observation.tobytes()


@pytest.mark.parametrize(
    "make",
    [
        lambda: gymnasium.make("crusoe_env/Marooned-v0"),
        lambda: new_vector_env("marooned", 3),
        lambda: new_vector_env("robinson", 2, players=2),
        lambda: crusoe_env.SB3VecEnv("marooned", 3),
        lambda: MultiAgentBatch("robinson", 2, players=2),
        lambda: GameAEC("robinson", players=2),
        lambda: GameParallel("robinson", players=2),
        lambda: TextEnv("marooned"),
    ],
)
def test_it_plays_on_as_before_and_from_the_beginning(make):
    env = make()
    expected = played(env)
    again = sent(env)
    assert played(again) == expected
    assert played(env) == expected


def test_close_ends_the_threads_and_a_kept_batch_begins_them_anew():
    before = threading.active_count()
    env = new_vector_env("marooned", SHARED, threads=2)
    env.reset(seed=1)
    batch = env.unwrapped.batch
    batch.step(batch.masks.argmax(axis=1))
    assert threading.active_count() == before + 1
    env.close()
    end = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() == before
    batch.step(batch.masks.argmax(axis=1))
    batch.close()
