"""`auto_pass="same"`: windows that ask again what was just passed are passed, and nothing else changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest

from crusoe_env import MultiAgentBatch
from crusoe_env.engine.free_moments import words_of
from crusoe_env.engine.passing import mark_of
from crusoe_env.robinson.actions import PASS_ACTION
from crusoe_env.robinson.state import WINDOW
from tests.support import IDS, UNCOMPILED, assert_same, new_env, new_vector_env

TABLES = (
    {"players": 4, "scenario": "castaways"},
    {"players": 2, "scenario": "cursed_island", "starting_items": 6},
)
SEEDS = range(1) if UNCOMPILED else range(6)
SKIPPED = 5 if UNCOMPILED else 200


def cautious(env: Any, rng: np.random.Generator) -> int:
    """Mostly lets free moments pass, so that they are asked again."""
    legal = env.legal_actions()
    if env.batch.states.decision[0] == WINDOW and rng.random() < 0.9:
        return PASS_ACTION
    return int(rng.choice(legal))


def state_bytes(env: Any) -> bytes:
    return env.batch.states.tobytes()


def let_it_be_asked_again(env: Any, exact: Any) -> None:
    """If `exact` is at a window: its player has passed in this very position, as far as `env` knows."""
    if not exact.legal_actions() or exact.batch.states.decision[0] != WINDOW:
        return
    free, player = env.batch.free_moments, int(exact.batch.states.acting[0])
    free.passed[0, player] = mark_of(words_of(exact.batch.states)[0], exact.batch.masks[0], free.marks)


@pytest.mark.parametrize("options", TABLES)
def test_written_out_the_passes_give_the_same_states_and_rewards(options):
    settings = {"reward": "shaped", **options}
    quick, exact = new_env("robinson", auto_pass="same", **settings), new_env("robinson", **settings)
    skipped = 0
    for seed in SEEDS:
        assert_same(quick.reset(seed=seed), exact.reset(seed=seed))
        rng = np.random.default_rng(seed)
        while quick.legal_actions() and skipped < SKIPPED:
            action = cautious(quick, rng)
            seen, written, *others, facts = exact.step(action)
            let_it_be_asked_again(quick, exact)
            observation, reward, *ends, info = quick.step(action)
            while state_bytes(exact) != state_bytes(quick):
                assert exact.batch.states.decision[0] == WINDOW
                seen, more, *others, facts = exact.step(PASS_ACTION)
                written, skipped = written + more, skipped + 1
            assert_same((observation, *ends, info), (seen, *others, facts))
            assert np.isclose(reward, written)
    assert skipped


def test_within_a_round_nobody_is_asked_again_with_the_same_actions_legal():
    quick, exact = (new_env("robinson", players=4, auto_pass=how) for how in ("round", "never"))
    skipped = 0
    for seed in SEEDS:
        quick.reset(seed=seed), exact.reset(seed=seed)
        rng, passed = np.random.default_rng(seed), {}
        while quick.legal_actions() and skipped < SKIPPED:
            assert quick.legal_actions() == exact.legal_actions()
            action = cautious(quick, rng)
            quick.step(action)
            while True:
                state = exact.batch.states[0]
                if state.decision == WINDOW and action == PASS_ACTION:
                    passed[int(state.acting)] = (int(state.rounds), exact.legal_actions())
                exact.step(action)
                state = exact.batch.states[0]
                asked = (int(state.rounds), exact.legal_actions())
                if state.decision != WINDOW or passed.get(int(state.acting)) != asked:
                    break
                action, skipped = PASS_ACTION, skipped + 1
            assert state_bytes(exact) == state_bytes(quick)
    assert skipped


def test_with_a_discount_a_step_and_the_passes_after_it_are_rewarded_as_one_step():
    share, settings = 0.9, {"reward": "shaped", **TABLES[0]}
    exact = new_env("robinson", **settings)
    whole = new_env("robinson", auto_pass="same", **settings)
    discounted = new_env("robinson", auto_pass="same", discount=share, **settings)
    for seed in SEEDS:
        for env in (exact, whole, discounted):
            env.reset(seed=seed)
        rng, before = np.random.default_rng(seed), None
        while True:
            action = cautious(whole, rng)
            exact.step(action)
            for env in (whole, discounted):
                let_it_be_asked_again(env, exact)
            change, reward = whole.step(action)[1], discounted.step(action)[1]
            if not whole.legal_actions():
                break
            exact.set_state(whole.state)
            potential = (change - reward) / (1 - share)  # of the position now
            assert before is None or np.isclose(potential, before + change)
            before = potential


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


def test_a_new_episode_forgets_what_was_passed_in_the_last_one():
    env, asked = new_env("robinson", players=4, auto_pass="same"), []
    for _ in range(2):
        env.reset(seed=0)
        rng = np.random.default_rng(0)
        while env.batch.states.decision[0] != WINDOW:
            env.step(int(rng.choice(env.legal_actions())))
        asked.append(state_bytes(env))
        env.step(PASS_ACTION)
    assert asked[0] == asked[1]


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
