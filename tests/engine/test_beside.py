"""A single game begins at once: its rules run uncompiled until another process has compiled them."""

from __future__ import annotations

import json

import pytest

from tests.support import UNCOMPILED, run_python

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")

PLAY = """
import json, time, numpy as np, gymnasium, crusoe_env
from numba.core import event
from crusoe_env.engine.compile import is_compiled
here = event.RecordingListener()
event.register("numba:compile", here)
env = gymnasium.make(crusoe_env.GAMES["marooned"], render_mode="ansi").unwrapped
kernels = crusoe_env.game("marooned").kernels

def episode(seed):
    seen, info = env.reset(seed=seed)
    rewards = [float(seen.sum())]
    while True:
        seen, reward, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        rewards.append(reward + float(seen.sum()))
        if terminated:
            return rewards

first = episode(1)
shown = env.render()
begun = len(here.buffer), not kernels.step_range.overloads
end = time.time() + 120
while not is_compiled("crusoe_env.marooned.game") and time.time() < end:
    time.sleep(0.2)
again = episode(1)
print(json.dumps([first == again, *begun, bool(kernels.step_range.overloads), shown == env.render()]))
"""
WAITS = """
import numpy as np, crusoe_env, gymnasium
env = gymnasium.make(crusoe_env.GAMES["marooned"]).unwrapped
env.reset(seed=1)
simulator = env.batch.simulator
assert not crusoe_env.game("marooned").kernels.step_range.overloads
states = simulator.new_games(9, seed=1)
assert crusoe_env.game("marooned").kernels.reset_range.overloads
"""


def test_a_game_begins_uncompiled_and_goes_on_compiled_with_the_same_moves(tmp_path):
    done = run_python("-c", PLAY, CRUSOE_ENV_CACHE=tmp_path, CRUSOE_ENV_WAIT=None)
    assert done.returncode == 0, done.stderr
    same, events, is_uncompiled, is_compiled, looks_the_same = json.loads(done.stdout)
    assert (same, events, is_uncompiled, is_compiled, looks_the_same) == (True, 0, True, True, True)
    assert done.stderr.count("another process compiles the rules of marooned") == 1


def test_many_games_wait_for_the_compiler(tmp_path):
    done = run_python("-c", WAITS, CRUSOE_ENV_CACHE=tmp_path, CRUSOE_ENV_WAIT=None)
    assert done.returncode == 0, done.stderr
    assert "until then they run uncompiled" in done.stderr
