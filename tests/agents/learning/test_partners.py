"""Other agents in seats of the training games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents.config import ConfigError, TrainConfig
from agents.registry import make_agent
from agents.trainers import fast
from agents.trainers.fast_ppo import Trainer
from agents.trainers.training_partners import evaluated
from crusoe_env import Simulator
from crusoe_env.agent import Agent
from tests.agents.learning import roles
from tests.agents.learning.roles import CONFIG

CPU = torch.device("cpu")
LEFT, REMEMBERS = f"{__name__}:Left", f"{__name__}:Remembers"

pytestmark = pytest.mark.usefixtures("one_thread")


class Left(Agent):
    """Always names the left side, which is right for the first seat alone."""

    name = "left"

    def act(self, observation, mask):
        return np.zeros(len(mask), np.int64)


class Remembers(Agent):
    """Names the left side, and checks that it is told of each game once, from its beginning on."""

    name = "remembers"
    remembers = True
    turns = 0

    def act_turn(self, turn):
        assert turn.begins.all(), "a game has one decision of each seat"
        assert all(len(moves) == seat for moves, seat in zip(turn.moves, turn.seats.tolist(), strict=True))
        type(self).turns += len(turn.games)
        return np.zeros(len(turn.mask), np.int64)


def config(folder: Path, **partners) -> TrainConfig:
    return TrainConfig.model_validate(
        {**CONFIG, "run_dir": str(folder), "partners": {"agents": [LEFT], **partners}}
    )


def rollout(folder: Path, **partners):
    trainer = Trainer(config(folder, **partners), CPU)
    trainer.play(lambda victories, scores: None)
    return trainer.rollout


def test_the_policy_has_one_seat_and_the_partner_the_other(tmp_path):
    played = rollout(tmp_path)
    own, seats = played.own[:-1], played.seats[:-1]
    assert (own.sum(dim=0) == 2).all(), "four steps are two games of two decisions"
    for game in range(own.shape[1]):
        assert len(seats[own[:, game], game].unique()) == 1
    assert (played.actions[:-1][~own] == 0).all()
    assert set(seats[own].tolist()) == {0, 1}, "each seat in some of the games"


def test_a_share_of_the_games_has_a_partner(tmp_path):
    assert (~rollout(tmp_path, share=0.25).own[:-1]).any(dim=0).sum() == 16


def test_several_partners_share_the_games(tmp_path):
    trainer = Trainer(config(tmp_path, agents=[LEFT, "random"]), CPU)
    (partners,) = trainer.partners.values()
    assert [int((partners.which == number).sum()) for number in range(2)] == [32, 32]
    for number in range(2):
        assert set(partners.seats[partners.which == number].tolist()) == {0, 1}


def test_each_group_of_games_has_partners_of_its_own(tmp_path):
    two = {"curriculum": [{"tasks": [{"share": 1}, {"share": 1}]}], "seed": 0}
    settings = {**CONFIG, **two, "run_dir": str(tmp_path), "partners": {"agents": ["random"]}}
    trainer = Trainer(TrainConfig.model_validate(settings), CPU)
    assert [len(partners.seats) for partners in trainer.partners.values()] == [32, 32]
    trainer.play(lambda victories, scores: None)


def test_a_partner_that_opens_has_all_seats_until_the_policy_has_them(tmp_path):
    own = rollout(tmp_path, role="opening", opening=2).own[:-1]
    first, second = own[0::2], own[1::2]
    assert (second | ~first).all(), "the partner never decides after the policy"
    kinds = {(bool(a), bool(b)) for a, b in zip(first.flatten(), second.flatten(), strict=True)}
    assert kinds == {(True, True), (False, True), (False, False)}


def test_a_partner_with_memory_is_told_each_move_once(tmp_path):
    trainer = Trainer(config(tmp_path, agents=[REMEMBERS]), CPU)
    for _ in range(2):
        trainer.play(lambda victories, scores: None)
        trainer.update(1e-3, 0.0)
    assert Remembers.turns == 2 * 64 * 2


@pytest.mark.slow
def test_a_best_response_is_learned(tmp_path):
    """Beside a partner that always says left, a game is won by saying right as the second one."""
    run = fast.train(config(tmp_path / "run"))
    simulator = Simulator(roles.GAME)
    policy = make_agent(str(run), simulator)
    observation, mask = simulator.views(simulator.new_games(1, seed=1))
    assert policy.act(observation, mask).tolist() == [1]
    curve = (run / "curve.csv").read_text().splitlines()
    assert float(curve[-1].split(",")[2]) > 0.15, "evaluations are beside the partner: a quarter can be won"


def test_evaluations_are_beside_each_partner_in_each_seat(tmp_path):
    settings, simulator = config(tmp_path, agents=[LEFT, "random"]), Simulator(roles.GAME)
    found = evaluated(Left(), settings, simulator, lambda ended: None)
    assert len(found.seeds) == 100
    assert set(found.seeds.tolist()) == set(range(900_000, 900_025))
    assert 0 < found.victory.mean() < 0.3


def test_what_partners_do_not_go_with_is_refused(tmp_path):
    partners = {"agents": [LEFT]}
    alone = TrainConfig.model_validate({**CONFIG, "game": "marooned", "partners": partners})
    with pytest.raises(ConfigError, match=r"partners\.agents': .* is no game of one number"):
        Trainer(alone, CPU)
