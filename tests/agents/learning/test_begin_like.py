"""`begin_like`: actions that a policy has never tried begin as likely as another action."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from agents.config import ConfigError, TrainConfig
from agents.learning.network import PolicyNetwork
from agents.trainers import fast
from agents.trainers.fast_ppo import Trainer

ZOO_POLICY = "zoo:castaways-2"


def new_trainer(**begin_like: str) -> Trainer:
    config = TrainConfig.model_validate(
        {
            "trainer": "fast",
            "game": "robinson",
            "env": {"players": 2, "table": "secret_plans", "words": 1},
            "num_envs": 2,
            "threads": 1,
            "ppo": {"net": (256, 256), "n_steps": 2, "batch_size": 2},
            "begin_like": begin_like,
        }
    )
    trainer = Trainer(config, torch.device("cpu"))
    trainer.take_policy(ZOO_POLICY)
    return trainer


def heads(trainer: Trainer) -> tuple[np.ndarray, np.ndarray]:
    player = trainer.network.players[0]
    assert isinstance(player, PolicyNetwork)
    return player.policy_weight.detach().numpy(), player.policy_bias.detach().numpy()


@pytest.mark.slow
def test_a_block_begins_with_the_weights_of_the_action() -> None:
    plain, changed = new_trainer(), new_trainer(say="pass")
    actions = plain.rules.actions
    passing = actions.index("pass")
    said = np.array([name.startswith("say ") for name in actions.names])
    for before, after in zip(heads(plain), heads(changed), strict=True):
        assert (after[said] == before[passing]).all()
        assert (after[~said] == before[~said]).all()
        assert (before[said] != before[passing]).any()


@pytest.mark.parametrize(
    ("begin_like", "problem"),
    [
        ({"sing": "pass"}, r"field 'begin_like': unknown block 'sing'; .*say"),
        ({"say": "sleep"}, r"field 'begin_like': unknown action 'sleep'"),
    ],
)
def test_unknown_names_are_refused(begin_like: dict[str, str], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        new_trainer(**begin_like)


def test_it_needs_a_policy_to_start_from(tmp_path: Path) -> None:
    config = TrainConfig(trainer="fast", run_dir=str(tmp_path / "run"), begin_like={"flip": "stay"})
    with pytest.raises(ConfigError, match="field 'begin_like': needs field 'start_from'"):
        fast.train(config)
