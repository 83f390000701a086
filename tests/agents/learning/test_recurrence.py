"""A recurrent policy remembers what it has seen, each seat for itself, and is trained, kept and played so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents.config import ConfigError, TrainConfig
from agents.evaluation import play_games
from agents.learning.checkpoint import CheckpointError
from agents.learning.policies import TeamPolicy
from agents.learning.recurrence import Past, Recurrence
from agents.learning.tensors import RECURRENCE, shapes_of
from agents.registry import make_agent
from agents.trainers import fast, teaching
from agents.trainers.fast_ppo import Trainer
from agents.trainers.interruption import Interruption
from agents.trainers.run import CHECKPOINT, Run
from agents.trainers.teaching import Imitation
from crusoe_env import Batch, Simulator
from crusoe_env.agent import Agent
from tests.agents.learning import cue

CPU = torch.device("cpu")
CONFIG = {
    "trainer": "fast",
    "game": "cue",
    "num_envs": 64,
    "threads": 1,
    "device": "cpu",
    "total_steps": 40_000,
    "trackers": [],
    "ppo": {"n_steps": 8, "batch_size": 128, "net": (16,), "gamma": 1.0, "learning_rate": 5e-3},
    "network": {"memory": "gru", "width": 8},
    "evaluation": {"every": 40_000, "games": 200},
}

pytestmark = pytest.mark.usefixtures("one_thread")


def config(folder: Path | None = None, **changes) -> TrainConfig:
    return TrainConfig.model_validate({**CONFIG, "run_dir": str(folder), **changes})


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    return fast.train(config(tmp_path_factory.mktemp("cue") / "run"))


def victories(agent: Agent) -> float:
    return float(play_games(agent, Simulator(cue.GAME), 400, seed=7).victory.mean())


# ---------------------------------------------------------------------- the unit


def test_many_steps_at_once_are_the_same_as_one_after_the_other():
    steps, games, seats, width, inputs = 6, 5, 3, 4, 7
    generator = torch.Generator().manual_seed(1)
    unit = Recurrence(inputs, width, generator)
    trunk = torch.randn(steps, games, inputs, generator=generator)
    who = torch.randint(seats, (steps, games), generator=generator)
    ended = torch.rand(steps, games, generator=generator) < 0.2
    states = torch.randn(games, seats, width, generator=generator)
    past, everywhere = Past(who, ended, states.clone()), torch.arange(games)
    for step, found in enumerate(unit.unrolled(trunk.flatten(0, 1), past).view_as(trunk)):
        expected, new = unit(trunk[step], states[everywhere, who[step]])
        torch.testing.assert_close(found, expected)
        states[everywhere, who[step]] = new.detach()
        states *= ~ended[step, :, None, None]


def test_a_seat_remembers_nothing_of_what_others_have_seen():
    unit = Recurrence(3, 4, torch.Generator().manual_seed(1))
    trunk = torch.ones(3, 3, requires_grad=True)
    who = torch.tensor([[0], [1], [0]])
    out = unit.unrolled(trunk, Past(who, torch.zeros(3, 1, dtype=torch.bool), torch.zeros(1, 2, 4)))
    out[2].sum().backward()
    assert (trunk.grad.abs().sum(dim=1) > 0).tolist() == [True, False, True]


# ---------------------------------------------------------------------- learning


def test_what_was_seen_cannot_be_told_from_the_last_move():
    batch = Batch(cue.GAME, 64)
    batch.seed(range(64))
    batch.reset()
    assert len(np.unique(batch.observations, axis=0)) == cue.SIDES
    for _ in range(cue.MOVES - 1):
        batch.step(np.zeros(64, np.int64))
    assert len(np.unique(batch.observations, axis=0)) == 1
    assert len(np.unique(batch.states.side)) == cue.SIDES


@pytest.mark.slow
def test_a_policies_learns_what_one_without_memory_cannot(finished, tmp_path):
    simulator = Simulator(cue.GAME)
    assert victories(make_agent(str(finished), simulator)) == 1.0
    without = fast.train(config(tmp_path / "run", network={}))
    assert 0.4 < victories(make_agent(str(without), simulator)) < 0.6


def test_a_resumed_training_is_the_one_that_was_not_interrupted(tmp_path):
    def improved(trainer: Trainer, updates: int) -> Trainer:
        run = Run(config(tmp_path), tmp_path, 0, Interruption())
        for _ in range(updates):
            trainer.play(run.ended)
            trainer.update(1e-3, 0.01)
            trainer.advance()
        return trainer

    settings = config(ppo={**CONFIG["ppo"], "n_steps": 3})  # games go on from one rollout to the next
    whole = improved(Trainer(settings, CPU), 5)
    cut = improved(Trainer(settings, CPU), 2)
    cut.save(tmp_path / "cut.safetensors", 1.0)
    resumed = Trainer(settings, CPU)
    resumed.resume(tmp_path / "cut.safetensors")
    assert resumed.states.abs().sum() > 0
    improved(resumed, 3)
    for name, array in whole._contents()[0].items():
        np.testing.assert_array_equal(array, resumed._contents()[0][name], err_msg=name)


class Knowing(Agent):
    """Names the side, which it sees in the state."""

    name = "knowing"
    uses_states = cheats = True

    def act_state(self, states, mask):
        return states.side.astype(np.int64) - 1


@pytest.mark.slow
def test_a_policies_learns_from_a_teacher(monkeypatch):
    monkeypatch.setattr(teaching, "make_agent", lambda name, simulator: Knowing())
    settings = {
        "teacher": "knowing",
        "steps": 40_000,
        "batch_size": 256,
        "learning_rate": 1e-2,
        "final_epochs": 2,
    }
    trainer = Trainer(config(imitation=settings), CPU)
    trainer.play(lambda won, scores: None)  # games are under way
    trainer.begin_episodes()
    Imitation(trainer, config(imitation=settings)).teach(Interruption())
    assert victories(trainer.agent()) == 1.0


# ---------------------------------------------------------------------- playing and keeping


@pytest.mark.slow
def test_numpy_plays_as_torch_does(finished):
    trainer = Trainer(config(), CPU)
    trainer.resume(finished / CHECKPOINT)
    trainer.begin_episodes()
    trainer.play(lambda won, scores: None)
    rollout, network = trainer.rollout, trainer.network
    rows, past = rollout.of_games(torch.arange(64))
    actions, seats = rollout.actions[:-1].flatten(), rollout.seats[:-1].flatten()
    found, _, values = network.judge(rollout.views, rows, actions, seats, past)
    torch.testing.assert_close(found.detach().view(8, 64), rollout.log_probabilities[:-1])
    torch.testing.assert_close(values.detach().view(8, 64), rollout.values[:-1])


@pytest.mark.slow
def test_a_policy_without_memory_can_be_given_one(finished, tmp_path):
    without = fast.train(config(tmp_path / "run", network={}, total_steps=2_000))
    trainer = Trainer(config(), CPU)
    trainer.take_policy(without)
    trainer.play(lambda won, scores: None)
    plain = Trainer(config(network={}), CPU)
    plain.take_policy(without)
    plain.play(lambda won, scores: None)
    torch.testing.assert_close(trainer.rollout.values, plain.rollout.values)  # at first it changes nothing
    with pytest.raises(CheckpointError, match=r"is of another size than ppo\.net and network say"):
        plain.take_policy(finished)


@pytest.mark.slow
def test_it_is_an_agent_with_memory_and_guides_no_search(finished):
    simulator = Simulator(cue.GAME)
    agent = make_agent(str(finished), simulator)
    assert isinstance(agent, TeamPolicy)
    with pytest.raises(CheckpointError, match="only one network without memory, with its own values, guides"):
        make_agent(f"guided:{finished}:8", simulator)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"trainer": "sb3"}, "field 'network': only 'trainer: fast' has it"),
    ],
)
def test_what_does_not_go_together_is_refused(changes, message):
    from agents.commands.train import trainer_of

    settings = config("unused", **changes)
    with pytest.raises(ConfigError, match=message):
        trainer_of(settings)(settings)


def test_the_recurrent_unit_reads_and_changes_the_last_layer():
    shapes = shapes_of(7, 5, (8, 4), 3)
    assert shapes[f"{RECURRENCE}input_weight"] == (9, 4)
    assert shapes[f"{RECURRENCE}hidden_weight"] == (9, 3)
    assert shapes[f"{RECURRENCE}output_weight"] == (4, 3)
