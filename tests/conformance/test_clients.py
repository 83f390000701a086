"""What client libraries look at beyond the interfaces: where the mask is, types of infos, bases, copies."""

from __future__ import annotations

import copy
import functools
import json

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.interfaces.forms import KEYS
from tests.support import IDS, NAMES, new_env, new_vector_env, play_episode

games = pytest.mark.parametrize("name", NAMES)
forms = pytest.mark.parametrize("form", ["env", "parallel_env"])


def infos_of_a_team(form: str, steps: int = 20, **settings) -> list[dict]:
    """The infos of all agents, from the reset on."""
    env = getattr(crusoe_env.robinson, form)(players=2, **settings)
    said = [env.reset(seed=0)]
    for _ in range(steps):
        action = env.legal_actions()[0]
        said.append(env.step(action if form == "env" else {env.acting: action}))
        if form == "env":
            said[-1] = [env.infos]
    return [info for each in said if each is not None for info in each[-1].values()]


@forms
@pytest.mark.parametrize("mask", KEYS)
def test_a_mask_in_the_observation_is_not_in_the_infos_of_a_team_too(form, mask):
    # TorchRL's PettingZooWrapper, and with it BenchMARL, fails where it finds two.
    assert not any("action_mask" in info for info in infos_of_a_team(form, mask=mask))


@forms
def test_infos_of_a_team_hold_the_mask_where_they_are_asked_to(form):
    # AgileRL and SuperSuit look for it there.
    assert all("action_mask" in info for info in infos_of_a_team(form, mask="info"))


def kinds_of(info: dict) -> dict[str, tuple]:
    return {key: (value.dtype, value.shape) for key, value in info.items()}


@games
def test_infos_hold_the_same_numpy_types_and_shapes_from_reset_to_end(name):
    # TorchRL's auto_register_info_dict asks the first info for both.
    env = new_env(name)
    (_, first), *steps = play_episode(env, seed=0)
    assert all(kinds_of(info) == kinds_of(first) for *_, info in steps)
    assert kinds_of(first)["score"] == (np.int64, ())
    assert steps[-1][-1]["cause"] != 0
    assert json.loads(json.dumps(first, default=lambda value: value.tolist()))["victory"] is False


@forms
@pytest.mark.parametrize("settings", [{}, {"scenario": ["castaways", "jenny"]}])
def test_infos_of_a_team_hold_numpy_types_too(form, settings):
    infos = infos_of_a_team(form, mask="info", **settings)
    assert all(kinds_of(info) == kinds_of(infos[0]) for info in infos)


@games
def test_gymnasium_is_a_direct_base_of_vector_environments(name):
    # skrl's wrap_env reads no further.
    assert gymnasium.vector.VectorEnv in type(new_vector_env(name, 2)).__bases__


INTERFACES = {
    **{name: functools.partial(new_env, name) for name in NAMES},
    "vector": lambda: new_vector_env("marooned", 3),
    "wrapped": lambda: gymnasium.make(IDS["marooned"]),
    "env": lambda: crusoe_env.robinson.env(players=2),
    "parallel_env": lambda: crusoe_env.robinson.parallel_env(players=2),
    "batch": lambda: crusoe_env.MultiAgentBatch("robinson", 2, players=2),
}


@pytest.mark.parametrize("kind", INTERFACES)
def test_a_deep_copy_shares_what_never_changes_as_a_clone_does(kind):
    env = INTERFACES[kind]()
    env.reset(seed=0)
    copied = copy.deepcopy(env)
    one, other = (getattr(each, "unwrapped", each) for each in (env, copied))
    assert type(one) is type(other)
    assert other is not one
    assert other.batch is not one.batch
    assert other.batch.simulator is one.batch.simulator
    assert other.determinize(seed=1).tobytes() == one.determinize(seed=1).tobytes()
    twice = copy.deepcopy([env, env])
    assert twice[0] is twice[1]
