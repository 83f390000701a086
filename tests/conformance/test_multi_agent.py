"""The batched form for several agents plays the games of the PettingZoo environments."""

from __future__ import annotations

import numpy as np
import pettingzoo
import pytest
from gymnasium.vector import AutoresetMode

import crusoe_env
from crusoe_env import IllegalActionError, MultiAgentBatch
from tests.support import IDS, SEVERAL_PLAYERS, UNCOMPILED, assert_same

COUNT = 4
STEPS = 40 if UNCOMPILED else 300
games = pytest.mark.parametrize("name", SEVERAL_PLAYERS)


def legal_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(rng.random(masks.shape) * masks, axis=1)


@games
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_batch_gives_what_aec_environments_give(name, players):
    settings = {"players": players, "reward": "shaped", "discount": 0.9}
    batch = MultiAgentBatch(name, COUNT, **settings)
    envs = [pettingzoo.make("aec", IDS[name], **settings) for _ in range(COUNT)]
    turn = batch.reset(seed=20)
    for i, env in enumerate(envs):
        env.reset(seed=20 + i)
    rng = np.random.default_rng(players)
    ended = 0
    for _ in range(STEPS):
        everyone = [batch.observe(seat) for seat in range(players)]
        masks = [batch.mask(seat) for seat in range(players)]
        assert_same(batch.state(), everyone[0])
        for i, env in enumerate(envs):
            names = batch.names(i)
            assert names == env.agents
            assert names[turn.acting[i]] == env.agent_selection
            for seat, agent in enumerate(names):
                seen = env.observe(agent)
                assert_same(everyone[seat][i], seen["observation"])
                assert_same(masks[seat][i], seen["action_mask"])
            assert_same(turn.observation[i], everyone[turn.acting[i]][i])
            assert_same(turn.mask[i], masks[turn.acting[i]][i])
        actions = legal_actions(turn.mask, rng)
        turn = batch.step(actions)
        for i, env in enumerate(envs):
            env.step(actions[i])
            assert set(env.rewards.values()) == {turn.reward[i]}
            assert set(env.terminations.values()) == {turn.terminated[i]}
            assert set(env.truncations.values()) == {turn.truncated[i]}
            if turn.terminated[i]:
                ended += 1
                env.reset()
    assert ended or UNCOMPILED


@games
def test_agents_are_seats_or_have_the_names_of_their_characters(name):
    seats = MultiAgentBatch(name, 3, players=2)
    seats.reset(seed=0)
    assert seats.names(0) == ["player_0", "player_1"]
    assert_same(seats.observe("player_1"), seats.observe(1))
    batch = MultiAgentBatch(name, 3, players=2, characters=["cook", "explorer"], agents="characters")
    batch.reset(seed=0)
    assert batch.names(2) == batch.characters(2) == ["cook", "explorer"]
    assert_same(batch.observe("explorer"), batch.observe(1))
    assert_same(batch.observe([0, 1, 0])[1], batch.observe("explorer")[1])
    with pytest.raises(ValueError, match="'cok' does not play in game 0; did you mean 'cook'"):
        batch.observe("cok")


@games
@pytest.mark.parametrize("agent", [-1, 2, 1.5, [0, 1], [0, 1, 2], None])
def test_a_wrong_seat_is_refused(name, agent):
    batch = MultiAgentBatch(name, 3, players=2)
    batch.reset(seed=0)
    with pytest.raises(ValueError, match=r"seats? (are|is)|an agent is a seat"):
        batch.observe(agent)


@games
def test_nothing_works_before_the_first_reset(name):
    batch = MultiAgentBatch(name, 3, players=2)
    for use in (lambda: batch.observe(0), batch.state, lambda: batch.step(np.zeros(3, int))):
        with pytest.raises(RuntimeError, match="call reset"):
            use()


@games
@pytest.mark.parametrize(
    ("actions", "error"),
    [([0, 0], ValueError), ([0.0] * 3, TypeError), (["go on"] * 3, TypeError), ([0, 0, 10**30], TypeError)],
)
def test_wrong_actions_change_nothing(name, actions, error):
    batch = MultiAgentBatch(name, 3, players=2)
    batch.reset(seed=0)
    before = batch.batch.states.tobytes()
    with pytest.raises(error, match="actions"):
        batch.step(actions)
    assert batch.batch.states.tobytes() == before


@games
def test_one_illegal_action_under_raise_changes_no_game(name):
    batch = MultiAgentBatch(name, 3, players=2, on_illegal="raise")
    turn = batch.reset(seed=0)
    before = batch.batch.states.tobytes()
    actions = turn.mask.argmax(axis=1)
    actions[1] = turn.mask[1].argmin()
    with pytest.raises(IllegalActionError, match="legal now: "):
        batch.step(actions)
    assert batch.batch.states.tobytes() == before


@games
def test_games_can_be_reset_one_by_one(name):
    batch = MultiAgentBatch(name, 3, players=2, max_steps=2, autoreset_mode=AutoresetMode.DISABLED)
    turn = batch.reset(seed=0)
    for _ in range(2):
        turn = batch.step(turn.mask.argmax(axis=1))
    assert turn.truncated.all()
    assert turn.mask.all()
    before = batch.batch.states.copy()
    turn = batch.reset(seed=7, which=np.array([False, True, False]))
    assert turn.truncated.tolist() == [True, False, True]
    assert batch.batch.states[[0, 2]].tobytes() == before[[0, 2]].tobytes()
    alone = MultiAgentBatch(name, 1, players=2, max_steps=2)
    assert_same(turn.observation[1:2], alone.reset(seed=8).observation)
    for wrong in ([True, False], np.ones(3, int)):
        with pytest.raises(ValueError, match=r"which must be bool, of shape \(3,\)"):
            batch.reset(which=wrong)


@games
def test_without_copy_the_arrays_are_overwritten(name):
    shared, copies = (MultiAgentBatch(name, 3, players=2, copy=copy) for copy in (False, True))
    first, kept = shared.reset(seed=0), copies.reset(seed=0)
    before = kept.observation.copy()
    for batch, turn in ((shared, first), (copies, kept)):
        batch.step(turn.mask.argmax(axis=1))
    assert_same(first.observation, copies.turn().observation)
    assert_same(kept.observation, before)


def test_a_game_of_one_player_is_sent_elsewhere():
    with pytest.raises(ValueError, match=r"Marooned! is a game for one player; use gymnasium\.make_vec"):
        crusoe_env.MultiAgentBatch("marooned", 4)


@pytest.mark.parametrize("agents", ["seats", "characters"])
def test_nobody_has_a_name_before_the_first_reset(agents):
    games = crusoe_env.MultiAgentBatch("robinson", 2, players=2, agents=agents)
    with pytest.raises(RuntimeError, match="reset"):
        games.names(0)
    games.reset(seed=0)
    assert len(games.names(0)) == 2
