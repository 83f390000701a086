"""What holds in every game, whatever is played: legal and illegal play, copies, hidden things, chance."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

import crusoe_env
from crusoe_env import Batch, IllegalActionError, Simulator
from crusoe_env.engine import stepping
from tests.golden.digest import digests, tasks
from tests.support import NAMES, UNCOMPILED, assert_same, differences, new_env, output_of, play_on, repeats

SLOW = {"robinson"} if UNCOMPILED else set()
"""Games of which only a few can be played here."""
OPTIONS = {
    "dieson": {"quest": "mixed", "friend": "wednesday", "blue_die": True},
    "robinson": {"players": 3, "starting_items": 4, "wreckage": "random"},
}
"""Options under which more of a game comes up than by default."""
HIDDEN = {
    "marooned": {"deck"},
    "robinson": {
        "event_deck", "adventures", "mysteries", "beasts", "hunting", "inventions", "discovery_stack",
        "starting_deck", "tiles",
    },
}  # fmt: skip
"""Fields of a record, besides its generator, with something in them that a player cannot know."""
SAMPLE = {"robinson": 15}
"""States to try all illegal actions in: fewer of a game with hundreds of them."""
SELDOM_HIDDEN = {"robinson": {"ambush"}}
"""The same, where there is seldom something in them."""
RARE = {
    "robinson": {"token", "special", "special actions", "place",  # of other scenarios, or seldom a question
                 "say", "words", "strains", "placed pawns", "placed on", "looked at",  # of variants
                 "hidden finds"},
    "dieson": {"water", "use water", "lower weather", "escape", "save", "use flag", "use fire", "choose",
               "friend help with"},
}  # fmt: skip
"""Parts of the layouts that random play may not get to."""
GENERATOR = {"rng", "forced", "forced_count"}

games = pytest.mark.parametrize("name", NAMES)
seeds = st.integers(0, 2**31 - 1)
few = settings(max_examples=3 if UNCOMPILED else 20, deadline=None)


@dataclass(frozen=True)
class Moment:
    """All games of a batch between two actions."""

    states: np.recarray
    masks: np.ndarray
    observations: np.ndarray
    flags: np.ndarray


@functools.cache
def played(name: str) -> tuple[Batch, list[Moment]]:
    """Many games of random legal play, from their first decisions to the end of the last one."""
    count = 15 if name in SLOW else 150
    batch = Batch(crusoe_env.game(name), count, **OPTIONS.get(name, {}))
    batch.seed(range(count))
    batch.reset()
    random_actions = batch.sampler(seed=0)
    moments = []
    while True:
        arrays = (batch.masks, batch.observations, batch.flags)
        moments.append(Moment(batch.states.copy(), *(array.copy() for array in arrays)))
        if (batch.flags & stepping.ENDED).all():
            return batch, moments
        batch.step(random_actions())


@functools.cache
def some_live_states(name: str, count: int) -> np.recarray:
    """States from the beginning, the middle and the end of games."""
    live = np.concatenate([moment.states[moment.flags == 0] for moment in played(name)[1]])
    return np.random.default_rng(0).choice(live, count, replace=False).view(np.recarray)


@functools.cache
def simulator(name: str) -> Simulator:
    return Simulator(crusoe_env.game(name), **OPTIONS.get(name, {}))


def game_env(name: str, **settings):
    return new_env(name, **OPTIONS.get(name, {}), **settings)


def batch_of(name: str, states: np.recarray, **settings) -> Batch:
    """A batch that goes on from these states."""
    batch = Batch(crusoe_env.game(name), len(states), **OPTIONS.get(name, {}), **settings)
    batch.states[:] = states
    batch.refresh()
    return batch


def running_env(name: str, seed: int, steps: int, **settings):
    """An environment some random steps into a game that has not ended; fewer steps if it would."""
    env = game_env(name, **settings)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        before = env.snapshot()
        play_on(env, rng, steps=1)
        if not env.legal_actions():
            env.restore(before)
            break
    return env


def changed_fields(before: np.recarray, after: np.recarray) -> set[str]:
    return {field for field in before.dtype.names if not np.array_equal(before[field], after[field])}


# ---------------------------------------------------------------------- legal play


@games
def test_legal_play_always_ends_by_the_rules(name):
    batch, moments = played(name)
    last = moments[-1]
    assert (last.flags == stepping.TERMINATED).all()  # never for want of steps
    assert (last.states.over == 1).all()
    assert set(batch.results.cause) <= set(range(1, len(batch.game.causes)))
    assert all((moment.states.over == (moment.flags != 0)).all() for moment in moments)


@games
def test_each_legal_action_counts_as_a_step_and_none_is_illegal(name):
    _, moments = played(name)
    for number, moment in enumerate(moments):
        live = moment.flags == 0
        assert (moment.states.steps[live] == number).all()
        assert not (moment.flags & stepping.ILLEGAL).any()


@games
def test_every_live_state_has_a_legal_action_and_every_finished_one_a_mask_of_ones(name):
    for moment in played(name)[1]:
        assert moment.masks.dtype == np.int8
        assert set(np.unique(moment.masks)) <= {0, 1}
        live = moment.flags == 0
        assert moment.masks[live].any(axis=1).all()
        assert moment.masks[~live].all()
        assert np.array_equal(simulator(name).masks(moment.states), moment.masks)


@games
def test_observations_stay_in_their_space(name):
    space = game_env(name).observation_space
    for moment in played(name)[1]:
        assert moment.observations.dtype == np.float32
        assert moment.observations.shape[1:] == space.shape
        assert np.isfinite(moment.observations).all()
        assert (moment.observations >= space.low).all()
        assert (moment.observations <= space.high).all()


@games
def test_every_observation_entry_is_of_use(name):
    if name in SLOW:
        pytest.skip("needs many games")
    # No segment stays empty over many games: it would be forgotten by the encoder.
    layout = crusoe_env.game(name).observations
    most = np.max([moment.observations.max(axis=0) for moment in played(name)[1]], axis=0)
    assert {key for key, part in layout.slices.items() if not most[part].any()} <= RARE.get(name, set())


@games
def test_every_kind_of_action_comes_up(name):
    if name in SLOW:
        pytest.skip("needs many games")
    layout = crusoe_env.game(name).actions
    ever = np.any([moment.masks[moment.flags == 0].any(axis=0) for moment in played(name)[1]], axis=0)
    parts = {block.name: ever[layout.start[block.name] :][: len(block.actions)] for block in layout.blocks}
    assert {block for block, part in parts.items() if not part.any()} <= RARE.get(name, set())


@games
def test_goal_progress_is_a_share_and_whole_only_for_a_victory(name):
    for moment in played(name)[1]:
        progress = simulator(name).goal_progress(moment.states)
        assert progress.min() >= 0
        assert progress.max() <= 1
        assert np.array_equal(progress == 1, moment.states.victory == 1)


@games
def test_simulator_and_environment_deal_the_same_games(name):
    states = simulator(name).new_games(20, seed=7)
    for i, state in enumerate(states):
        env = game_env(name)
        env.reset(seed=7 + i)
        assert state.tobytes() == env.state.tobytes()


@games
def test_an_episode_does_not_depend_on_the_one_before(name):
    count = 4 if name in SLOW else 60
    used, fresh = (Batch(crusoe_env.game(name), count, **OPTIONS.get(name, {})) for _ in range(2))
    used.seed(range(count))
    used.reset()
    random_actions = used.sampler(seed=0)
    while not (used.flags & stepping.ENDED).all():
        used.step(random_actions())
    for batch in (used, fresh):
        batch.seed(range(count))
        batch.reset()
    assert changed_fields(used.states, fresh.states) == set()
    assert np.array_equal(used.observations, fresh.observations)


# ---------------------------------------------------------------------- illegal actions


def illegal_actions_of(name: str, states: np.recarray) -> tuple[np.recarray, np.ndarray]:
    """Each state once for every action that is illegal in it, and for some that do not exist."""
    masks = simulator(name).masks(states)
    n = masks.shape[1]
    rows, actions = np.nonzero(masks == 0)
    beyond = np.array([-1, -n, n, n + 1, 2**31, -(2**40)])
    rows = np.concatenate([rows, np.repeat(np.arange(len(states)), len(beyond))])
    actions = np.concatenate([actions, np.tile(beyond, len(states))])
    return states[rows], actions


@games
def test_ignored_illegal_action_changes_nothing_but_the_count_of_steps(name):
    states, actions = illegal_actions_of(name, some_live_states(name, SAMPLE.get(name, 80)))
    batch = batch_of(name, states, illegal_penalty=0.5)
    masks, observations = batch.masks.copy(), batch.observations.copy()
    batch.step(actions)
    assert (batch.flags == stepping.ILLEGAL).all()
    assert (batch.rewards == -0.5).all()
    assert np.array_equal(batch.masks, masks)
    assert np.array_equal(batch.observations, observations)
    assert (batch.states.steps == states.steps + 1).all()
    batch.states.steps = states.steps
    assert batch.states.tobytes() == states.tobytes()


@games
def test_illegal_action_that_terminates_ends_the_game_where_it_stands(name):
    states, actions = illegal_actions_of(name, some_live_states(name, SAMPLE.get(name, 80)))
    batch = batch_of(name, states, on_illegal="terminate")
    observations = batch.observations.copy()
    batch.step(actions)
    assert (batch.flags == stepping.ILLEGAL | stepping.TERMINATED).all()
    assert (batch.rewards == 0).all()
    assert batch.masks.all()
    assert np.array_equal(batch.observations, observations)
    assert {batch.game.cause(batch.result(i)["cause"]) for i in range(batch.count)} == {"illegal action"}
    assert not batch.results.victory.any()
    assert (batch.states.over == 1).all()
    for field in ("steps", "over", "cause"):
        batch.states[field] = states[field]
    assert batch.states.tobytes() == states.tobytes()


@pytest.mark.slow
@games
def test_illegal_action_that_raises_names_the_legal_ones_and_changes_nothing(name):
    states, actions = illegal_actions_of(name, some_live_states(name, repeats(3, deep=20)))
    env = game_env(name, on_illegal="raise")
    for state, action in zip(states, actions, strict=True):
        env.set_state(state)
        legal = ", ".join(env.action_name(legal) for legal in env.legal_actions())
        with pytest.raises(IllegalActionError, match=f"legal now: {re.escape(legal)}$"):
            env.step(int(action))
        assert env.state.tobytes() == state.tobytes()


@games
def test_simulator_leaves_states_of_illegal_actions_as_they_are(name):
    states, actions = illegal_actions_of(name, some_live_states(name, SAMPLE.get(name, 80)))
    assert simulator(name).step(states, actions).tobytes() == states.tobytes()


# ---------------------------------------------------------------------- the limit of steps


@games
def test_illegal_actions_run_into_the_default_limit(name):
    env = game_env(name)
    _, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    truncated = [env.step(illegal)[3] for _ in range(env.game.longest_episode)]
    assert truncated == [False] * (env.game.longest_episode - 1) + [True]


# ---------------------------------------------------------------------- copies


@games
def test_clone_of_a_finished_game_is_finished_and_its_next_episode_the_same(name):
    env = running_env(name, 0, 0)
    play_on(env, np.random.default_rng(0))
    other = env.clone()
    assert other.legal_actions() == []
    assert_same(env.reset(), other.reset())
    restored = game_env(name)
    restored.restore(env.snapshot())
    assert_same(restored.legal_actions(), env.legal_actions())


@games
def test_state_is_a_copy(name):
    env = running_env(name, 0, 3)
    state = env.state
    before = state.tobytes()
    play_on(env, np.random.default_rng(0), steps=1)
    assert state.tobytes() == before


# ---------------------------------------------------------------------- what is hidden


def observations_of_all(name: str, states: np.recarray) -> np.ndarray:
    """What every player sees, (states, players, size)."""
    game, tables = crusoe_env.game(name), simulator(name).tables
    players = 1 + max(int(moment.states.acting.max()) for moment in played(name)[1])
    seen = np.zeros((len(states), players, game.observations.size), np.float32)
    for i, state in enumerate(states):
        for viewer in range(players):
            game.rules["write_observation"](state, tables, viewer, seen[i, viewer])
    return seen


@games
def test_determinize_keeps_all_that_is_seen_and_changes_only_what_is_hidden(name):
    states = some_live_states(name, 200)
    before = states.tobytes()
    dealt = simulator(name).determinize(states, np.random.default_rng(0))
    assert states.tobytes() == before
    assert np.array_equal(observations_of_all(name, states), observations_of_all(name, dealt))
    assert np.array_equal(simulator(name).masks(states), simulator(name).masks(dealt))
    changed = changed_fields(states, dealt)
    assert changed <= GENERATOR | HIDDEN.get(name, set()) | SELDOM_HIDDEN.get(name, set()), (
        "if it is hidden, add it to HIDDEN"
    )
    assert changed >= {"rng"} | HIDDEN.get(name, set())
    assert (dealt.rng != states.rng).any(axis=1).all()


@games
def test_determinize_follows_its_seed_and_forgets_forced_chance(name):
    states = some_live_states(name, 50).copy()
    again = [simulator(name).determinize(states, np.random.default_rng(5)) for _ in range(2)]
    assert again[0].tobytes() == again[1].tobytes()
    states.forced_count = 1
    assert (simulator(name).determinize(states, np.random.default_rng(0)).forced_count == 0).all()


@games
def test_future_after_determinize_is_not_the_true_one(name):
    env = running_env(name, 3, 4)
    true = env.snapshot()
    futures = set()
    for seed in range(6):
        env.restore(true)
        env.set_state(env.determinize(seed))
        while len(env.legal_actions()) > 0:
            env.step(env.legal_actions()[0])
        futures.add(env.snapshot())
    env.restore(true)
    while len(env.legal_actions()) > 0:
        env.step(env.legal_actions()[0])
    assert env.snapshot() not in futures
    assert len(futures) == 6


# ---------------------------------------------------------------------- simulator and playouts


@games
def test_simulator_steps_as_the_environment_does_and_leaves_its_input_alone(name):
    states = some_live_states(name, 200)
    before = states.tobytes()
    batch = batch_of(name, states)
    actions = batch.sampler(seed=1)().copy()
    batch.step(actions)
    after = simulator(name).step(states, actions)
    assert states.tobytes() == before
    batch.states.steps = states.steps  # the simulator plays, it does not count
    assert after.tobytes() == batch.states.tobytes()


@games
def test_simulator_refuses_a_wrong_number_of_actions(name):
    with pytest.raises(ValueError, match=r"5 states need actions of shape \(5,\), not \(4,\)"):
        simulator(name).step(some_live_states(name, 5), np.zeros(4, int))


@games
def test_simulator_keeps_finished_games(name):
    finished = played(name)[1][-1].states
    assert simulator(name).step(finished, np.zeros(len(finished), int)).tobytes() == finished.tobytes()


@games
def test_playouts_follow_their_seed_and_not_the_threads(name):
    states = some_live_states(name, 40)
    rules = [Simulator(crusoe_env.game(name), threads=threads, **OPTIONS.get(name, {})) for threads in (1, 3)]
    first = rules[0].playouts(states, 5, np.random.default_rng(1))
    assert set(first) == {"victory", "score", "goal_progress", "rounds"}
    assert_same(rules[0].playouts(states, 5, np.random.default_rng(1)), first)
    assert_same(rules[1].playouts(states, 5, np.random.default_rng(1)), first)
    assert differences(rules[0].playouts(states, 5, np.random.default_rng(2)), first)


@pytest.mark.slow
@games
def test_playouts_are_the_mean_of_random_games_over_all_deals(name):
    if name in SLOW:
        pytest.skip("needs many games")
    count = 100 if UNCOMPILED else 2_000
    states = simulator(name).new_games(3, seed=0)
    means = simulator(name).playouts(states, count, np.random.default_rng(0))
    many = np.repeat(states, count).view(np.recarray)
    batch = batch_of(name, simulator(name).determinize(many, np.random.default_rng(1)))
    random_actions = batch.sampler(seed=2)
    while not (batch.flags & stepping.ENDED).all():
        batch.step(random_actions())
    for key, mean in means.items():
        sample = batch.results[key].astype(float).reshape(3, count)
        error = np.sqrt(2 * sample.var(axis=1) / count)
        assert (abs(mean - sample.mean(axis=1)) <= 5 * error + 1e-9).all(), key


# ---------------------------------------------------------------------- compiled and uncompiled


def digests_of(name: str) -> dict[str, dict[str, str]]:
    """Digests of some games as the game is made, and of one of each scenario."""
    return {
        task: digests(task, 1 if options else repeats(6, deep=20)) for task, options in tasks(name).items()
    }


@pytest.mark.slow
@games
def test_uncompiled_rules_play_the_same_games(name):
    code = (
        f"from tests.properties.test_random_play import digests_of; print(json.dumps(digests_of({name!r})))"
    )
    assert json.loads(output_of("-c", f"import json; {code}", NUMBA_DISABLE_JIT="1")) == digests_of(name)
