"""Where several players decide at once, all forms play the same game: AEC, parallel, batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test

import crusoe_env
from crusoe_env import IllegalActionError, MultiAgentBatch
from crusoe_env.agent import UNSEEN, Agent
from crusoe_env.interfaces.pettingzoo import GameAEC
from tests.support import IDS, UNCOMPILED, repeats

SETTINGS = {"players": 3, "table": "secret_plans", "words": 1, "reward": "shaped"}
STEPS = 30 if UNCOMPILED else 250
GAMES = 1 if UNCOMPILED else repeats(3, deep=6)


def choice(observation: np.ndarray, mask: np.ndarray) -> int:
    """A legal action that follows from what an agent sees."""
    legal = np.flatnonzero(mask)
    return int(legal[int(np.asarray(observation, np.float64).sum() * 1_000) % len(legal)])


def bytes_of(batch: Any, i: int = 0) -> bytes:
    """A game's record, but for the count of steps, which an illegal action changes too."""
    return batch.states[i].tobytes()


def places(batch: Any) -> bool:
    """Are pawns being placed unseen?"""
    return bool(batch.choosers[0].sum() > 1)


@pytest.mark.parametrize("seed", range(GAMES))
def test_aec_parallel_and_batch_play_the_same_game(seed):
    aec = pettingzoo.make("aec", IDS["robinson"], **SETTINGS)
    parallel = pettingzoo.make("parallel", IDS["robinson"], **SETTINGS)
    batch = MultiAgentBatch("robinson", 1, autoreset_mode="Disabled", **SETTINGS)
    aec.reset(seed=seed)
    seen, _ = parallel.reset(seed=seed)
    turn = batch.reset(seed=seed)
    several = 0
    for _ in range(STEPS):
        together = int(turn.choosers[0].sum())
        several += together > 1
        actions = {
            agent: choice(one["observation"], one["action_mask"][:-1])
            for agent, one in seen.items()
            if one["action_mask"][:-1].any()
        }
        assert len(actions) == together
        row = np.full((1, 3), -1)
        for seat, agent in enumerate(batch.names(0)):
            mask = batch.mask(agent)[0]
            assert mask.any() == bool(turn.choosers[0, seat])
            if mask.any():
                row[0, seat] = choice(batch.observe(agent)[0], mask)
                assert row[0, seat] == actions[agent]
        turn = batch.step_all(row)
        seen, rewards, terminated, _, _ = parallel.step(actions)
        assert set(rewards.values()) == {turn.reward[0]}
        assert bytes_of(batch.batch) == bytes_of(parallel.unwrapped.batch)
        if all(terminated.values()):
            break
        if places(batch.batch):
            continue  # AEC asks in another order
        while bytes_of(aec.unwrapped.batch) != bytes_of(batch.batch):
            one = aec.observe(aec.agent_selection)
            assert aec.unwrapped.batch.states.steps[0] < batch.batch.states.steps[0]
            aec.step(choice(one["observation"], one["action_mask"]))
    assert several or UNCOMPILED


def test_a_single_action_each_where_nothing_is_hidden():
    batch = MultiAgentBatch("robinson", 4, players=2)
    turn = batch.reset(seed=0)
    assert (turn.choosers.sum(axis=1) == 1).all()
    plain = MultiAgentBatch("robinson", 4, players=2)
    plain.reset(seed=0)
    for _ in range(20):
        actions = np.array([choice(turn.observation[i], turn.mask[i]) for i in range(4)])
        row = np.full((4, 2), -1)
        row[np.arange(4), turn.acting] = actions
        turn = batch.step_all(row)
        plain.step(actions)
        assert batch.batch.states.tobytes() == plain.batch.states.tobytes()


def at_placing(batch: MultiAgentBatch) -> Any:
    """Pass until pawns are placed."""
    turn = batch.reset(seed=0)
    while not places(batch.batch):
        turn = batch.step([int(np.flatnonzero(turn.mask[0])[0])])
    return turn


def test_an_illegal_action_of_a_chooser_leaves_his_pawn_unplaced():
    batch = MultiAgentBatch("robinson", 1, **SETTINGS)
    at_placing(batch)
    batch.step_all([[0, -1, 0]])
    placed = (batch.batch.states.placed_pawns[0] != 0).sum(axis=1)
    assert placed[:3].tolist() == [1, 0, 1]


def test_an_illegal_action_can_be_refused_before_anything_happens():
    batch = MultiAgentBatch("robinson", 1, on_illegal="raise", **SETTINGS)
    at_placing(batch)
    before = bytes_of(batch.batch)
    with pytest.raises(IllegalActionError, match="illegal action"):
        batch.step_all([[0, -1, 0]])
    assert bytes_of(batch.batch) == before


def test_actions_of_all_have_a_row_for_each_game_and_a_place_for_each_seat():
    batch = MultiAgentBatch("robinson", 2, players=2)
    batch.reset(seed=0)
    with pytest.raises(ValueError, match=r"2 games need actions of shape \(2, 2\), not \(2,\)"):
        batch.step_all([0, 0])


def test_the_state_for_central_critics_holds_what_is_hidden():
    batch = MultiAgentBatch("robinson", 1, **SETTINGS)
    at_placing(batch)
    view, state = batch.observe(1).copy(), batch.state().copy()
    batch.step_all([[int(np.flatnonzero(batch.mask(0)[0])[1]), -1, -1]])
    assert np.array_equal(batch.observe(1), view)
    assert not np.array_equal(batch.state(), state)


def test_pettingzoos_own_tests_pass():
    api_test(pettingzoo.make("aec", IDS["robinson"], **SETTINGS), num_cycles=STEPS)
    parallel_api_test(pettingzoo.make("parallel", IDS["robinson"], **SETTINGS), num_cycles=STEPS)


def test_a_replay_from_a_seat_shows_only_what_it_knows(monkeypatch):
    monkeypatch.setattr(GameAEC, "picture", lambda *_, **__: "<svg/>")  # this is about words
    env = pettingzoo.make(
        "aec", IDS["robinson"], players=2, friday=False, table="secret_plans", max_cycles=20
    )
    whole, seats = crusoe_env.record(env, seed=1), crusoe_env.record(env, seed=1, viewer=1)
    assert len(seats.frames) < len(whole.frames)
    placing = [frame for frame in seats.frames if frame.sentence.startswith("Place a pawn")]
    assert placing
    for frame in placing:
        assert frame.text.count("placed:") <= 1
    assert any(frame.text.count("placed:") == 2 for frame in whole.frames)


def test_agents_with_memory_are_not_told_what_others_hide(monkeypatch):
    monkeypatch.setattr(GameAEC, "picture", lambda *_, **__: "<svg/>")  # this is about moves

    class Remembering(Agent):
        """Acts at random, and keeps the moves that it is told."""

        remembers = True

        def __init__(self):
            self.told = []

        def act_turn(self, turn):
            self.told += turn.moves[0]
            return np.argmax(turn.mask * np.arange(1, turn.mask.shape[1] + 1), axis=1)

    env, agent = pettingzoo.make("aec", IDS["robinson"], max_cycles=10, **SETTINGS), Remembering()
    crusoe_env.record(env, agent, seed=0)
    unseen = [action for _, action in agent.told if action == UNSEEN]
    placing = env.unwrapped.game.actions.names
    assert len(unseen) >= 6
    assert not any(placing[action].startswith("plan ") for _, action in agent.told if action != UNSEEN)


def test_chances_and_a_viewer_are_refused_together():
    env = pettingzoo.make("aec", IDS["robinson"], **SETTINGS)
    with pytest.raises(ValueError, match=r"^viewer: chances \(outlook\) tell what is hidden"):
        crusoe_env.record(env, seed=0, viewer=0, outlook=object())


def test_pictures_and_texts_are_a_seats():
    env = pettingzoo.make("parallel", IDS["robinson"], **SETTINGS)
    env.reset(seed=0)
    game = env.unwrapped
    while len(game.choosers) == 1:
        decider = game.choosers[0]
        env.step({decider: int(np.flatnonzero(game.mask())[0])})
    before = game.text(viewer="player_1"), game.picture(viewer="player_1")
    env.step({"player_0": int(np.flatnonzero(game.mask())[1])})
    assert (game.text(viewer="player_1"), game.picture(viewer="player_1")) == before
    assert "placed:" in game.text(viewer="player_0")
    assert "placed:" in game.text()
    with pytest.raises(ValueError, match="unknown agent 'player_7'"):
        game.text(viewer="player_7")


def test_a_seat_of_another_game_has_no_mask():
    simulator = crusoe_env.Simulator(crusoe_env.game("robinson"), players=2)
    with pytest.raises(ValueError, match=r"seats are 0 \.\. 1, not 2"):
        simulator.masks_of(simulator.new_games(1, 0), 2)
