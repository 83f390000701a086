"""Runs go on after a change of the game's layouts: the network is fitted, optimiser and games begin anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import torch

from agents.config import TrainConfig
from agents.learning import safetensors
from agents.learning.mapping import LAYOUT, Names
from agents.trainers.fast import Trainer
from agents.trainers.interruption import Interruption
from agents.trainers.run import Run
from crusoe_env import game

PPO = {"n_steps": 4, "batch_size": 16, "n_epochs": 1, "net": (8, 8)}
CONFIG = {"total_steps": 64, "num_envs": 8, "threads": 1, "device": "cpu", "ppo": PPO}
CONFIG |= {"evaluation": {"every": 10**6, "games": 2}}
SAID = "1 entry and 1 action are new (cards/wild_boar/in play, flip flint)"


pytestmark = pytest.mark.usefixtures("one_thread")


def make_earlier(path: Path) -> dict[str, np.ndarray]:
    """Let a checkpoint be of layouts with another first entry, and another action; its arrays."""
    arrays, texts = safetensors.read(path)
    now = Names.of(game("marooned"))
    actions = ["gone" if name == "flip flint" else name for name in now.actions]
    then = Names(("gone", *now.observations[1:]), now.divisors, tuple(actions))
    safetensors.write(path, arrays, {**texts, LAYOUT: then.packed()})
    return arrays


def action() -> int:
    return game("marooned").actions.index("flip flint")


def trained(path: Path) -> Trainer:
    """A trainer that has learned once and was saved."""
    config = TrainConfig.model_validate({**CONFIG, "trainer": "fast"})
    trainer = Trainer(config, torch.device("cpu"))
    run = Run(config, path.parent, 0, Interruption())
    trainer.iterate(run)
    trainer.save(path, 12.5)
    return trainer


def check_network(found: dict[str, np.ndarray], before: dict[str, np.ndarray]) -> None:
    assert (found["first_weight"][0] == 0).all()
    assert (found["first_weight"][1:] == before["network.first_weight"][1:]).all()
    others = np.arange(len(found["policy_bias"])) != action()
    assert (found["policy_weight"][others] == before["network.policy_weight"][others]).all()
    mean = before["network.policy_weight"].mean(axis=0)
    np.testing.assert_array_equal(found["policy_weight"][action()], mean)


@pytest.mark.slow
def test_a_run_of_the_fast_trainer_goes_on_after_a_change(tmp_path, capsys):
    path = tmp_path / "checkpoint.safetensors"
    earlier = trained(path)
    before = make_earlier(path)
    resumed = Trainer(earlier.config, torch.device("cpu"))
    assert resumed.resume(path) == 12.5
    assert resumed.steps == earlier.steps == 32
    check_network(resumed.network.arrays(), before)
    assert not resumed.optimizer.state
    assert not np.array_equal(resumed.games.states, earlier.games.states)
    said = capsys.readouterr().err
    assert SAID in said
    assert f"{path}: optimiser and games begin anew" in said
    resumed.iterate(Run(earlier.config, tmp_path, 32, Interruption()))


def test_a_run_starts_from_the_policy_of_an_earlier_layout(tmp_path, capsys):
    path = tmp_path / "checkpoint.safetensors"
    earlier = trained(path)
    before = make_earlier(path)
    further = Trainer(earlier.config, torch.device("cpu"))
    further.take_policy(path)
    check_network(further.network.arrays(), before)
    assert SAID in capsys.readouterr().err
