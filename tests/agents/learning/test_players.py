"""One network for all seats or one for each, and a critic that may read the joint view."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents import zoo
from agents.commands import zoo as zoo_keeping
from agents.config import TrainConfig
from agents.evaluation import Outcome, play_games
from agents.learning.checkpoint import CheckpointError
from agents.learning.policies import TeamPolicy
from agents.registry import make_agent
from agents.team import Team
from agents.trainers import fast
from agents.trainers.fast_ppo import Trainer
from agents.trainers.interruption import Interruption
from agents.trainers.run import Run
from crusoe_env import Simulator
from tests.agents.learning import roles
from tests.agents.learning.roles import CONFIG

CPU = torch.device("cpu")
NETWORKS = [
    {"team": team, "critic": critic, "memory": memory, "width": 4}
    for team in ("shared", "separate")
    for critic in ("own", "joint")
    for memory in ("none", "gru")
]
NAMES = [f"{it['team']}-{it['critic']}-{it['memory']}" for it in NETWORKS]
every_network = pytest.mark.parametrize("network", NETWORKS, ids=NAMES)

pytestmark = pytest.mark.usefixtures("one_thread")


def config(folder: Path, **changes) -> TrainConfig:
    return TrainConfig.model_validate({**CONFIG, "run_dir": str(folder), **changes})


@functools.cache
def simulator() -> Simulator:
    return Simulator(roles.GAME)


def improved(trainer: Trainer, folder: Path, updates: int) -> Trainer:
    run = Run(trainer.config, folder, 0, Interruption())
    for _ in range(updates):
        trainer.play(run.ended)
        trainer.update(1e-2, 0.001)
        trainer.advance()
    return trainer


def played(run: Path) -> Outcome:
    return play_games(make_agent(str(run), simulator()), simulator(), 200, seed=7)


@pytest.mark.parametrize("critic", ["own", "joint"])
def test_the_joint_view_is_kept_for_a_critic_that_reads_it(tmp_path, critic):
    views = Trainer(config(tmp_path, network={"critic": critic}), CPU).views(4)
    assert (views.joint is not None) == (critic == "joint")


@pytest.mark.slow
@pytest.mark.parametrize("critic", ["own", "joint"])
def test_seats_with_networks_of_their_own_learn_their_roles(tmp_path, critic):
    network = {"team": "separate", "critic": critic}
    run = fast.train(config(tmp_path / "run", network=network))
    outcome = played(run)
    assert (outcome.score == 2).all()
    assert (outcome.victory == (outcome.ends.luck == roles.GOOD)).all()
    shared = fast.train(config(tmp_path / "shared"))
    assert not played(shared).victory.any()  # both players name the same side


@pytest.mark.slow
def test_a_joint_critic_sees_what_who_acts_does_not(tmp_path):
    for critic in ("own", "joint"):
        network = {"team": "separate", "critic": critic}
        trainer = improved(Trainer(config(tmp_path, network=network), CPU), tmp_path, 60)
        trainer.begin_episodes()
        trainer.play(lambda won, scores: None)
        luck = np.concatenate([group.batch.states.luck for group in trainer.games.groups])  # after four steps
        trainer.play(lambda won, scores: None)
        seats, values = trainer.rollout.seats[1].numpy(), trainer.rollout.values[1].numpy()
        assert (seats == 1).all()
        good, bad = values[luck == roles.GOOD], values[luck == roles.BAD]
        if critic == "joint":
            assert good.min() > bad.max() + 0.5
        else:
            np.testing.assert_allclose(good.mean(), bad.mean(), atol=1e-5)


@every_network
def test_each_kind_of_network_is_judged_as_it_has_played(tmp_path, network):
    trainer = Trainer(config(tmp_path, network=network), CPU)
    trainer.play(lambda won, scores: None)
    rollout = trainer.rollout
    rows, past = rollout.of_games(torch.arange(64))
    actions, seats = rollout.actions[:-1].flatten(), rollout.seats[:-1].flatten()
    remembers = past if trainer.network.is_recurrent else None
    found, _, values = trainer.network.judge(rollout.views, rows, actions, seats, remembers)
    torch.testing.assert_close(found.detach(), rollout.log_probabilities[:-1].flatten())
    torch.testing.assert_close(values.detach(), rollout.values[:-1].flatten())


@every_network
def test_each_kind_of_network_is_resumed_and_plays_from_its_file(tmp_path, network):
    settings = config(tmp_path, network=network, ppo={**CONFIG["ppo"], "n_steps": 3})
    whole = improved(Trainer(settings, CPU), tmp_path, 4)
    cut = improved(Trainer(settings, CPU), tmp_path, 2)
    file = tmp_path / "cut.safetensors"
    cut.save(file, 1.0)
    resumed = Trainer(settings, CPU)
    resumed.resume(file)
    improved(resumed, tmp_path, 2)
    for name, array in whole._contents()[0].items():
        np.testing.assert_array_equal(array, resumed._contents()[0][name], err_msg=name)
    resumed.save_policy(file, 1.0)
    agents = [resumed.agent(), make_agent(str(file), simulator())]
    one, other = (play_games(agent, simulator(), 50, seed=3) for agent in agents)
    assert one.ends.tobytes() == other.ends.tobytes()


@pytest.mark.slow
def test_each_seat_of_a_team_plays_with_its_own_network(tmp_path):
    trainer = improved(Trainer(config(tmp_path, network={"team": "separate"}), CPU), tmp_path, 60)
    policy = trainer.agent()
    assert isinstance(policy, TeamPolicy)
    team = Team([policy, make_agent("random", simulator())], simulator())
    alone = play_games(team, simulator(), 200, seed=7)
    assert set(alone.score.tolist()) == {1, 2}  # the first seat always names its side
    assert policy.probabilities(np.zeros((0, 1)), np.ones((1, 2))).shape[1] == 2


def test_networks_begin_from_a_shared_policy(tmp_path):
    shared = improved(Trainer(config(tmp_path), CPU), tmp_path, 3)
    shared.save_policy(tmp_path / "best.safetensors", 1.0)
    expected = shared.network.arrays()
    trainer = Trainer(config(tmp_path, network={"team": "separate", "critic": "joint", "memory": "gru"}), CPU)
    trainer.take_policy(tmp_path / "best.safetensors")
    found = trainer.network.arrays()
    for prefix in ("", "seat.1.", "critic."):
        for name in ("first_weight", "trunk_weights.0", "value_weight"):
            np.testing.assert_array_equal(found[prefix + name], expected[name])
        assert not found[f"{prefix}recurrence.output_weight"].any()
    assert "critic.policy_weight" not in found
    trainer.save_policy(tmp_path / "best.safetensors", 1.0)
    with pytest.raises(CheckpointError, match="is of another size"):
        shared.take_policy(tmp_path / "best.safetensors")


def test_policies_of_several_networks_are_shipped(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(zoo, "folder", lambda: tmp_path / "zoo")
    monkeypatch.setattr(zoo, "commit", lambda: "abc1234")
    network = {"team": "separate", "critic": "joint", "memory": "gru", "width": 4}
    run = fast.train(config(tmp_path / "run", network=network, total_steps=2_000))
    assert zoo_keeping.main(["add", str(run), "trial", "--games", "20", "--commit", "abc1234"]) == 0
    capsys.readouterr()
    shipped, trained = make_agent("zoo:trial", simulator()), make_agent(str(run), simulator())
    assert isinstance(shipped, TeamPolicy)
    one, other = (play_games(agent, simulator(), 50, seed=3) for agent in (shipped, trained))
    assert one.score.tolist() == other.score.tolist()
