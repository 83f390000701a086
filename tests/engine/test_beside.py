"""A single game begins at once: its rules run uncompiled until another process has compiled them."""

from __future__ import annotations

import json

import pytest

from tests.support import UNCOMPILED, run_python

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")

PLAY = """
import json, numpy as np, gymnasium, crusoe_env
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
env.batch.simulator.new_games(9, seed=1)
waited = is_compiled("crusoe_env.marooned.game") and bool(kernels.reset_range.overloads)
again = episode(1)
print(json.dumps([first == again, *begun, waited, bool(kernels.step_range.overloads), shown == env.render()]))
"""


@pytest.mark.slow
def test_a_game_begins_uncompiled_many_wait_and_it_goes_on_compiled_with_the_same_moves(tmp_path):
    done = run_python("-c", PLAY, CRUSOE_ENV_CACHE=tmp_path, CRUSOE_ENV_WAIT=None)
    assert done.returncode == 0, done.stderr
    same, events, is_uncompiled, have_waited, is_compiled, looks_the_same = json.loads(done.stdout)
    assert (same, events, is_uncompiled) == (True, 0, True)
    assert (have_waited, is_compiled, looks_the_same) == (True, True, True)
    told = "another process compiles the rules of marooned, once per version"
    assert done.stderr.count(told) == 1
    assert "until then they run uncompiled" in done.stderr
