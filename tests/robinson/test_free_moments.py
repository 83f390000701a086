"""`auto_pass="same"`: windows that ask again what was just passed are passed, and nothing else changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest

from crusoe_env import MultiAgentBatch
from crusoe_env.robinson.actions import PASS_ACTION
from crusoe_env.robinson.state import WINDOW
from tests.support import IDS, UNCOMPILED, assert_same, new_env, new_vector_env

TABLES = (
    {"players": 4, "scenario": "castaways"},
    {"players": 2, "scenario": "cursed_island", "starting_items": 6},
)
SEEDS = range(2) if UNCOMPILED else range(12)
STEPS = 150 if UNCOMPILED else 3000


def cautious(env: Any, rng: np.random.Generator) -> int:
    """Mostly lets free moments pass, so that they are asked again."""
    legal = env.legal_actions()
    if env.batch.states.decision[0] == WINDOW and rng.random() < 0.9:
        return PASS_ACTION
    return int(rng.choice(legal))


def state_bytes(env: Any) -> bytes:
    return env.batch.states.tobytes()


@pytest.mark.parametrize("options", TABLES)
def test_written_out_the_passes_give_the_same_states_and_rewards(options):
    settings = {"reward": "shaped", **options}
    quick, exact = new_env("robinson", auto_pass="same", **settings), new_env("robinson", **settings)
    skipped = 0
    for seed in SEEDS:
        assert_same(quick.reset(seed=seed), exact.reset(seed=seed))
        rng = np.random.default_rng(seed)
        for _ in range(STEPS):
            if not quick.legal_actions():
                break
            action = cautious(quick, rng)
            observation, reward, *ends, info = quick.step(action)
            seen, written, *others, facts = exact.step(action)
            while state_bytes(exact) != state_bytes(quick):
                assert exact.batch.states.decision[0] == WINDOW
                seen, more, *others, facts = exact.step(PASS_ACTION)
                written, skipped = written + more, skipped + 1
            assert_same((observation, *ends, info), (seen, *others, facts))
            assert np.isclose(reward, written)
    assert skipped or UNCOMPILED


def test_with_a_discount_a_step_and_the_passes_after_it_are_rewarded_as_one_step():
    share, options = 0.9, {"auto_pass": "same", "reward": "shaped", **TABLES[0]}
    whole, discounted = new_env("robinson", **options), new_env("robinson", discount=share, **options)
    for seed in SEEDS:
        whole.reset(seed=seed)
        discounted.reset(seed=seed)
        rng, before = np.random.default_rng(seed), None
        for _ in range(STEPS):
            action = cautious(whole, rng)
            change, reward = whole.step(action)[1], discounted.step(action)[1]
            if not whole.legal_actions():
                break
            potential = (change - reward) / (1 - share)  # of the position now
            assert before is None or np.isclose(potential, before + change)
            before = potential


def next_choice(env: Any) -> bytes:
    """The next position in which something else is asked than what to do with a free moment."""
    while env.legal_actions() and env.batch.states.decision[0] == WINDOW:
        env.step(PASS_ACTION)
    state = env.batch.states.copy()
    for field in ("steps", "log", "log_at"):
        state[field] = 0
    return state.tobytes()


@pytest.mark.parametrize("options", TABLES)
def test_what_could_be_used_at_a_skipped_window_could_be_used_with_the_same_effect_before(options):
    env, quick = new_env("robinson", **options), new_env("robinson", auto_pass="same", **options)
    compared = 0
    for seed in SEEDS:
        env.reset(seed=seed)
        quick.reset(seed=seed)
        rng = np.random.default_rng(seed)
        passed: dict[int, bytes] = {}
        for _ in range(STEPS):
            if not env.legal_actions():
                break
            asked, player = env.batch.states.decision[0] == WINDOW, int(env.batch.states.acting[0])
            if asked and state_bytes(env) != state_bytes(quick):
                for use in env.legal_actions():
                    early, late = env.clone(), env.clone()
                    early.restore(passed[player])
                    reached = []
                    for each in (early, late):
                        each.step(use)
                        reached.append(next_choice(each))
                    assert reached[0] == reached[1], env.action_name(use)
                    compared += 1
                env.step(PASS_ACTION)
                continue
            action = cautious(env, rng)
            if asked and action == PASS_ACTION:
                passed[player] = env.snapshot()
            env.step(action)
            quick.step(action)
    assert compared or UNCOMPILED


def test_every_interface_skips_the_same_windows():
    settings = {"players": 4, "auto_pass": "same"}
    alone = new_env("robinson", **settings)
    alone.reset(seed=5)
    others = [pettingzoo.make(kind, IDS["robinson"], **settings) for kind in ("aec", "parallel")]
    for env in others:
        env.reset(seed=5)
    many = [MultiAgentBatch("robinson", 2, **settings), new_vector_env("robinson", 2, **settings)]
    for batch in many:
        batch.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(60 if UNCOMPILED else 300):
        if not alone.legal_actions():
            break
        action = cautious(alone, rng)
        alone.step(action)
        for env in others:
            env.step({env.table.acting: action} if hasattr(env, "wait") else action)
        for batch in many:
            batch.step(np.array([action, PASS_ACTION if batch.batch.masks[1, PASS_ACTION] else -1]))
        if alone.legal_actions():
            states = [env.batch.states[:1].tobytes() for env in (alone, *others, *many)]
            assert len(set(states)) == 1


@pytest.mark.parametrize("options", TABLES)
def test_a_restored_game_skips_what_the_saved_one_does(options):
    env = new_env("robinson", auto_pass="same", **options)
    for seed in SEEDS:
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(int(rng.integers(10, 100))):
            if env.legal_actions():
                env.step(cautious(env, rng))
        other = new_env("robinson", auto_pass="same", **options)
        other.restore(env.snapshot())
        other, clone = other, env.clone()
        choices = [np.random.default_rng(9) for _ in range(3)]
        for _ in range(60):
            if not env.legal_actions():
                break
            for each, choice in zip((env, other, clone), choices, strict=True):
                each.step(cautious(each, choice))
            assert env.snapshot() == other.snapshot() == clone.snapshot()


def test_an_unknown_way_of_passing_is_refused():
    with pytest.raises(ValueError, match="unknown auto_pass 'sme'; did you mean 'same'"):
        new_env("robinson", auto_pass="sme")


def test_in_a_game_without_free_moments_it_changes_nothing():
    one, other = new_env("marooned", auto_pass="same"), new_env("marooned")
    assert_same(one.reset(seed=1), other.reset(seed=1))
    action = one.legal_actions()[0]
    assert_same(one.step(action), other.step(action))
