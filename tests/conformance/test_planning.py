"""Planning is the same on every interface: saving, going back, copies, deals, playouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.vector import AutoresetMode

from crusoe_env import MultiAgentBatch, SnapshotError
from tests.agents.search.positions import one_step_from_rescue
from tests.support import IDS, NAMES, SEVERAL_PLAYERS, assert_same, new_env, new_vector_env

games = pytest.mark.parametrize("name", SEVERAL_PLAYERS)
kinds = pytest.mark.parametrize("kind", ["aec", "parallel"])
STEPS = 40


def team_of(name: str, kind: str, seed: int = 3, **settings: Any) -> Any:
    env = pettingzoo.make(kind, IDS[name], players=3, reward="shaped", **settings)
    env.reset(seed=seed)
    return env


def act(env: Any, action: int) -> Any:
    """An action of who decides; all that the interface then says."""
    if hasattr(env, "agent_selection"):
        env.step(action)
        said = (env.agent_selection, env.rewards, env.terminations, env.truncations, env.infos)
        return (*said, env._cumulative_rewards, env.observe(env.possible_agents[0]), env.state())
    return env.step({env.acting: action})


def play(env: Any, steps: int, rng: np.random.Generator) -> list[Any]:
    said: list[Any] = []
    while (legal := env.legal_actions()) and len(said) < steps:
        said.append(act(env, int(rng.choice(legal))))
    return said


def same_games(first: Any, *others: Any, steps: int = STEPS, seed: int = 5) -> None:
    expected = play(first, steps, np.random.default_rng(seed))
    assert expected
    for other in others:
        assert_same(play(other, steps, np.random.default_rng(seed)), expected)


@games
@kinds
def test_a_clone_and_a_restored_game_of_a_team_go_on_alike(name, kind):
    env = team_of(name, kind)
    play(env, 30, np.random.default_rng(0))
    saved, clone, fresh = env.snapshot(), env.clone(), team_of(name, kind, seed=8)
    dealt = team_of(name, kind, seed=9)
    fresh.restore(saved)
    dealt.set_state(env.batch.states.copy())
    assert clone.agents == fresh.agents == env.agents
    assert clone.legal_actions() == fresh.legal_actions() == env.legal_actions()
    assert clone.snapshot() == fresh.snapshot() == saved
    same_games(fresh, dealt)  # a restored one has no rewards from before
    same_games(env, clone)
    assert env.snapshot() == clone.snapshot() == fresh.snapshot() != saved
    env.restore(saved)  # back in time
    assert env.snapshot() == saved


@games
@kinds
def test_a_copy_of_a_team_shares_nothing_that_changes(name, kind):
    env = team_of(name, kind)
    before, clone = env.snapshot(), env.clone()
    play(clone, 20, np.random.default_rng(1))
    assert env.snapshot() == before
    clone.reset(seed=4)
    assert env.snapshot() == before
    for one in (env, clone):
        one.reset()  # without a seed: each generator goes on where it is
    assert env.snapshot() != clone.snapshot()


@games
@kinds
def test_deals_and_playouts_follow_their_seed_and_keep_what_the_player_sees(name, kind):
    env = team_of(name, kind)
    play(env, 25, np.random.default_rng(2))
    before, seen = env.snapshot(), env.view(env.acting)
    dealt = env.determinize(seed=1)
    assert env.determinize(seed=1).tobytes() == dealt.tobytes() != env.determinize(seed=2).tobytes()
    assert env.playouts(4, seed=1) == env.playouts(4, seed=1)
    assert set(env.playouts(2, seed=0)) == {"victory", "score", "goal_progress", "rounds"}
    assert env.snapshot() == before
    env.set_state(dealt)
    assert_same(env.view(env.acting), seen)
    assert env.snapshot() != before


def test_playouts_go_on_until_the_game_is_won_or_lost():
    """Who walks south dies at once; everybody else is rescued next turn."""
    found = one_step_from_rescue().playouts(40, seed=0)
    assert 0 < found["victory"] < 1


@games
def test_all_interfaces_say_the_same_of_one_game(name):
    settings = {"players": 3, "reward": "shaped"}
    alone = new_env(name, **settings)
    alone.reset(seed=3)
    batch = MultiAgentBatch(name, 2, **settings)
    batch.reset(seed=3)
    vector = new_vector_env(name, 2, **settings)
    vector.reset(seed=3)
    teams = [team_of(name, kind) for kind in ("aec", "parallel")]
    assert {env.snapshot() for env in (alone, *teams)} == {batch.snapshots()[0]} == {vector.snapshots()[0]}
    assert [env.legal_actions() for env in teams] == [batch.legal_actions()[0]] * 2
    assert [env.playouts(3, seed=6) for env in teams] == [alone.playouts(3, seed=6)] * 2
    action = alone.legal_actions()[0]
    assert {env.action_name(action) for env in (alone, *teams, batch, vector)} == {alone.action_name(action)}
    assert batch.action_index(alone.action_name(action)) == action
    assert_same(batch.playouts(3, seed=6), vector.playouts(3, seed=6))
    assert batch.determinize(seed=6).tobytes() == vector.determinize(seed=6).tobytes()


@games
def test_a_restored_team_at_the_end_is_done(name):
    env = team_of(name, "aec")
    play(env, 100_000, np.random.default_rng(0))
    assert env.agents
    assert env.legal_actions() == []
    other = team_of(name, "aec", seed=1)
    other.restore(env.snapshot())
    assert other.infos[other.agents[0]]["cause"] == env.infos[env.agents[0]]["cause"] != 0
    visited = [agent for agent in other.agent_iter() if other.step(None) is None]
    assert visited == other.possible_agents
    both = team_of(name, "parallel", seed=1)
    _, infos = both.restore(env.snapshot())
    assert both.agents == []
    assert set(infos) == set(both.possible_agents)
    with pytest.raises(RuntimeError, match="call reset"):
        both.step({})


@games
@kinds
def test_max_cycles_hold_in_a_restored_game_too(name, kind):
    env = team_of(name, kind)
    limited = pettingzoo.make(kind, IDS[name], players=3, max_cycles=2)
    limited.restore(env.snapshot())
    played = play(limited, 100, np.random.default_rng(0))
    assert len(played) == (6 if kind == "aec" else 2)


# ---------------------------------------------------------------------- batches


def batches(name: str, mode: AutoresetMode, **settings: Any) -> list[Any]:
    """The interfaces to many games, each with three that have begun."""
    made = [new_vector_env(name, 3, autoreset_mode=mode, **settings)]
    if name in SEVERAL_PLAYERS:
        made.append(MultiAgentBatch(name, 3, autoreset_mode=mode, **settings))
    for each in made:
        each.reset(seed=20)
    return made


def plain(said: Any) -> Any:
    return vars(said) if hasattr(said, "__dict__") else said


def go_on(batch: Any, steps: int, seed: int = 0) -> list[Any]:
    rng = np.random.default_rng(seed)
    said = []
    for _ in range(steps):
        masks = batch.batch.masks
        said.append(plain(batch.step(np.argmax(rng.random(masks.shape) * masks, axis=1))))
    return said


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_copies_of_batches_go_on_alike_over_episodes(name, mode):
    for batch in batches(name, mode, max_steps=25):
        go_on(batch, 10)
        clone, saved = batch.clone(), batch.snapshots()
        assert [len(legal) for legal in clone.legal_actions()] == batch.batch.masks.sum(axis=1).tolist()
        expected = go_on(batch, 50, seed=1)
        assert_same(go_on(clone, 50, seed=1), expected)
        batch.restore(saved)
        assert batch.snapshots() == saved
        assert_same(go_on(batch, 14, seed=1)[-1], expected[13])


@pytest.mark.parametrize("name", NAMES)
def test_some_games_of_a_batch_go_back_and_the_others_stay(name):
    for batch in batches(name, AutoresetMode.SAME_STEP):
        saved = batch.snapshots()
        go_on(batch, 12)
        others, seen = batch.snapshots(), batch.batch.observations.copy()
        batch.restore([None, saved[1], None])
        assert batch.snapshots() == [others[0], saved[1], others[2]]
        assert_same(batch.batch.observations[[0, 2]], seen[[0, 2]])
        batch.restore(saved[:1] * 3)
        assert_same(batch.batch.observations[1], batch.batch.observations[0])


@pytest.mark.parametrize("name", NAMES)
def test_what_a_batch_cannot_go_on_from_is_refused_and_changes_nothing(name):
    env = new_env(name)
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    while legal := env.legal_actions():
        env.step(int(rng.choice(legal)))
    ended = env.snapshot()
    for batch in batches(name, AutoresetMode.SAME_STEP):
        before = batch.snapshots()
        for wrong in ([ended, None, None], [b"", None, None]):
            with pytest.raises(SnapshotError):
                batch.restore(wrong)
        with pytest.raises(ValueError, match="2 snapshots for 3 games"):
            batch.restore(before[:2])
        with pytest.raises(ValueError, match="states are 3 records of"):
            batch.set_state(env.determinize(0))
        assert batch.snapshots() == before
    for batch in batches(name, AutoresetMode.DISABLED):
        batch.restore([ended, None, None])
        assert batch.legal_actions()[0] == []
        assert batch.legal_actions()[1]
