"""The fast trainer: what it computes, what it learns, and what a resumed one goes on with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.support import UNCOMPILED

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import torch

from agents.config import ConfigError, NetworkConfig, TrainConfig
from agents.evaluation import play_games
from agents.learning.memory import DenseMemory, Memory, PackedMemory
from agents.learning.numpy_policy import NumpyPolicy
from agents.random_agent import RandomAgent
from agents.trainers.curriculum import Curriculum
from agents.trainers.fast_ppo import Trainer
from agents.trainers.game_groups import pin
from agents.trainers.interruption import Interruption
from agents.trainers.players import Players, Views
from agents.trainers.run import Run
from agents.trainers.teaching import Imitation

CPU = torch.device("cpu")
SIZE, ACTIONS = 97, 23
slow_uncompiled = pytest.mark.skipif(UNCOMPILED, reason="learning is too slow uncompiled")

SMALL = {
    "trainer": "fast",
    "num_envs": 32,
    "threads": 1,
    "env": {"reward": "shaped"},
    "ppo": {"n_steps": 8, "batch_size": 64, "n_epochs": 2, "net": (16, 8)},
    "evaluation": {"games": 50, "every": 512},
}

pytestmark = pytest.mark.usefixtures("one_thread")


def small(**changes) -> TrainConfig:
    return TrainConfig.model_validate({**SMALL, **changes})


def in_halves(kernel, count, *arrays, games_per_thread=1):
    """As `Simulator.run` with two threads."""
    kernel(*arrays, 0, count // 2)
    kernel(*arrays, count // 2, count)


def trainer_and_run(folder: Path, config: TrainConfig) -> tuple[Trainer, Run]:
    return Trainer(config, CPU), Run(config, folder, 0, Interruption())


def improve(trainer: Trainer, run: Run, updates: int) -> None:
    for _ in range(updates):
        trainer.play(run.ended)
        trainer.update(1e-3, 0.01)
        trainer.advance()


# ---------------------------------------------------------------------- memories and networks


@pytest.fixture
def seen():
    """Observations, masks and scales that look like those of games, but have large bytes too."""
    rng = np.random.default_rng(0)
    observations = (rng.random((61, SIZE)) < 0.3) * rng.integers(1, 256, (61, SIZE))
    masks = (rng.random((61, ACTIONS)) < 0.3).astype(np.int8)
    masks[:, 3] = 1
    return observations.astype(np.uint8), masks, (1 / rng.integers(1, 99, SIZE)).astype(np.float32)


@pytest.fixture
def network():
    network = Players(SIZE, ACTIONS, (32, 16), 0, NetworkConfig())
    with torch.no_grad():
        network.players[0].first_weight.mul_(0.02)  # bytes here are larger than those of games
        network.players[0].policy_weight.mul_(1000.0)  # a fresh policy has no opinion
    return network


def judged(network: Players, memory: Memory, which: torch.Tensor, actions: torch.Tensor):
    """What the network of all seats says of actions."""
    return network.judge(Views(memory, None), which, actions, torch.zeros_like(actions))


@pytest.fixture
def packed(seen):
    observations, masks, scale = seen
    memory = PackedMemory(70, scale, in_halves)
    memory.write(5, observations[:40], masks[:40])
    memory.write(45, observations[40:25:-1], masks[40:25:-1])
    return memory


def by_hand(players: Players, observations: np.ndarray, masks: np.ndarray, scale: np.ndarray):
    """Logarithms of all probabilities (those of illegal actions -inf), and values."""
    network = players.players[0]
    x = torch.relu(torch.tensor(observations * scale) @ network.first_weight + network.first_bias)
    for weight, bias in zip(network.trunk_weights, network.trunk_biases, strict=True):
        x = torch.relu(x @ weight.T + bias)
    logits = (x @ network.policy_weight.T + network.policy_bias).masked_fill(
        torch.tensor(masks == 0), -torch.inf
    )
    return logits.log_softmax(dim=1), (x @ network.value_weight.T + network.value_bias)[:, 0]


def some_loss(found, entropies, values):
    return (found.sin() + entropies.square() + 0.1 * values.square()).sum()


def gradients(network: Players, loss: torch.Tensor) -> dict[str, torch.Tensor]:
    network.zero_grad()
    loss.backward()
    return {name: parameter.grad.clone() for name, parameter in network.named_parameters()}


def test_packed_rows_give_what_dense_layers_give(seen, packed, network):
    observations, masks, scale = seen
    which, rows = torch.tensor([44, 5, 7, 7, 20]), [39, 0, 2, 2, 15]
    actions = torch.tensor([3, 3, 3, int(np.flatnonzero(masks[2])[0]), 3])
    logarithms, values = by_hand(network, observations[rows], masks[rows], scale)
    found = logarithms.gather(1, actions[:, None])[:, 0]
    entropies = -(logarithms.exp() * logarithms.masked_fill(torch.tensor(masks[rows] == 0), 0.0)).sum(dim=1)
    for mine, expected in zip(
        judged(network, packed, which, actions), (found, entropies, values), strict=True
    ):
        torch.testing.assert_close(mine, expected, rtol=1e-4, atol=1e-4)
    expected = gradients(network, some_loss(found, entropies, values))
    for name, gradient in gradients(network, some_loss(*judged(network, packed, which, actions))).items():
        torch.testing.assert_close(gradient, expected[name], rtol=1e-3, atol=1e-3)


def test_the_memory_of_a_gpu_gives_the_same_within_its_precision(seen, packed, network):
    observations, masks, scale = seen
    dense = DenseMemory(70, scale, ACTIONS, CPU)
    dense.write(5, observations[:40], masks[:40])
    which, actions = torch.arange(5, 45), torch.full((40,), 3)
    for mine, expected in zip(
        judged(network, dense, which, actions), judged(network, packed, which, actions), strict=True
    ):
        torch.testing.assert_close(mine, expected, rtol=0.1, atol=0.1)


@pytest.mark.parametrize("form", ["packed", "dense"])
def test_only_legal_actions_are_drawn_as_often_as_the_policy_says(form, seen, packed, network):
    observations, masks, scale = seen
    memory = packed
    if form == "dense":
        memory = DenseMemory(70, scale, ACTIONS, CPU)
        memory.write(5, observations[:40], masks[:40])
    which = torch.arange(5, 45).repeat_interleave(500)
    states, seats = network.no_states(len(which), CPU), torch.zeros_like(which)
    actions, found, _, _ = network.act(
        Views(memory, None), which, torch.Generator().manual_seed(1), seats, states
    )
    assert masks[which.numpy() - 5, actions.numpy()].all()
    torch.testing.assert_close(
        judged(network, memory, which, actions)[0].detach(), found, rtol=1e-3, atol=1e-3
    )
    drawn = actions[which == 9].numpy()
    legal = np.flatnonzero(masks[4])
    repeated = torch.full((len(legal),), 9)
    chances = judged(network, memory, repeated, torch.tensor(legal))[0].exp().detach().double().numpy()
    likely = chances > 0.01
    assert likely.sum() > 2
    counts = np.bincount(drawn, minlength=ACTIONS)[legal][likely]
    assert chisquare(counts, chances[likely] / chances[likely].sum() * counts.sum()).pvalue > 1e-3


def test_a_policy_plays_the_same_in_numpy(seen, packed, network):
    observations, masks, scale = seen
    policy = NumpyPolicy(network.arrays())
    floats, which = observations[:40] * scale, torch.arange(5, 45)
    chances = policy.probabilities(floats, masks[:40])
    assert (chances[masks[:40] == 0] == 0).all()
    for action in range(ACTIONS):
        legal = torch.tensor(np.flatnonzero(masks[:40, action]))
        found = judged(network, packed, which[legal], torch.full((len(legal),), action))[0]
        np.testing.assert_allclose(chances[legal, action], found.exp().detach(), rtol=1e-3, atol=1e-5)
    np.testing.assert_array_equal(policy.act(floats, masks[:40]), chances.argmax(axis=1))
    seats, states = torch.zeros_like(which), network.no_states(len(which), CPU)
    values = network.values(Views(packed, None), which, seats, states)
    np.testing.assert_allclose(policy.value(floats), values, rtol=1e-3, atol=1e-3)


# ---------------------------------------------------------------------- learning


class Driver:
    """Keeps what is pinned, as a GPU's driver does."""

    def __init__(self) -> None:
        self.pinned: dict[int, int] = {}

    def cudaHostRegister(self, address: int, size: int, flags: int) -> int:  # noqa: N802
        self.pinned[address] = size
        return flags

    def cudaHostUnregister(self, address: int) -> None:  # noqa: N802
        del self.pinned[address]


def test_memory_is_pinned_for_as_long_as_it_lives(monkeypatch):
    driver = Driver()
    monkeypatch.setattr(torch.cuda, "cudart", lambda: driver)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)
    array, other = np.zeros(10, np.uint8), np.zeros((5, 4), np.uint8)
    pin(array)
    pin(other)
    assert driver.pinned == {array.ctypes.data: 10, other.ctypes.data: 20}
    del array
    assert list(driver.pinned) == [other.ctypes.data]


def test_advantages_look_ahead_to_the_end_of_an_episode(tmp_path):
    config = small(num_envs=2, ppo={"n_steps": 3, "gamma": 0.5, "gae_lambda": 0.5, "net": (8,)})
    trainer = Trainer(config, CPU)
    rollout = trainer.rollout
    rollout.rewards[:] = torch.tensor([[1.0, 0.0], [0.0, 2.0], [4.0, 0.0]])
    rollout.values[:] = torch.tensor([[2.0, 0.0], [4.0, 8.0], [0.0, 4.0], [8.0, 4.0]])
    rollout.ended[:] = torch.tensor([[False, False], [False, True], [False, False]])
    advantages, returns = trainer.advantages()
    # Game 0: surprises 1, -4, 8, each a quarter of the next one more. Game 1: 4, -6 (the end), -2.
    assert advantages.tolist() == [[0.5, 2.5], [-2.0, -6.0], [8.0, -2.0]]
    assert returns.tolist() == (advantages + rollout.values[:3]).tolist()


def test_what_is_cut_off_by_a_limit_of_steps_counts_its_value(tmp_path):
    config = small(env={"reward": "sparse", "max_steps": 4}, ppo={"n_steps": 4, "gamma": 0.5, "net": (8,)})
    trainer, run = trainer_and_run(tmp_path, config)
    with torch.no_grad():
        trainer.network.players[0].value_bias.fill_(10.0)
        trainer.network.players[0].value_weight.zero_()
    with run:
        trainer.play(run.ended)
    assert trainer.rollout.ended[3].all()
    assert (trainer.rollout.rewards[3] == 5.0).all()  # half the value of 10
    assert trainer.rollout.rewards[:3].max() <= 1.0


@slow_uncompiled
def test_a_short_training_beats_random_play(tmp_path):
    config = small(
        num_envs=256, env={}, ppo={"learning_rate": 2e-3, "n_steps": 16, "net": (64, 64), "n_epochs": 3}
    )
    trainer, run = trainer_and_run(tmp_path, config)
    with run:
        improve(trainer, run, 20)
        assert not np.concatenate(
            [group.batch.flags & 1 for group in trainer.games.groups]
        ).any()  # no illegal action
    learned = play_games(NumpyPolicy(trainer.network.arrays()), run.simulator, 1_000, 7)
    by_chance = play_games(RandomAgent(), run.simulator, 1_000, 7)
    assert learned.victory.mean() > 2 * by_chance.victory.mean()


@slow_uncompiled
def test_a_policy_learns_what_its_teacher_says(tmp_path):
    imitation = {"teacher": "scripted", "steps": 8_000, "batch_size": 256, "final_epochs": 2}
    config = small(num_envs=64, imitation=imitation, ppo={"net": (64,)})
    trainer = Trainer(config, CPU)
    taught = Imitation(trainer, config)
    assert len(taught.parts) == 1
    agreed = taught.teach(Interruption())
    assert agreed > 0.6
    assert taught.samples.known >= 8_000
    samples = taught.samples
    rows = samples.views.own.all_rows(0, 64)
    found, _, _ = judged(trainer.network, samples.views.own, rows, samples.choices[rows])
    assert found.isfinite().all()  # the teacher's choices are legal


def test_returns_of_lessons_are_discounted_and_end_with_the_game(tmp_path):
    config = small(num_envs=2, imitation={"teacher": "scripted", "steps": 64})
    taught = Imitation(Trainer(config, CPU), config)
    samples = taught.samples
    samples.rewards[:3], samples.steps = [[1, 1], [0, 2], [4, 0]], 3
    samples.ended[0, 1] = True
    samples.set_returns(np.array([8.0, 16.0], np.float32), gamma=0.5)
    assert samples.returns[:6].tolist() == [3.0, 1.0, 4.0, 6.0, 8.0, 8.0]


# ---------------------------------------------------------------------- curricula


def test_a_stage_ends_when_its_games_are_won_or_its_steps_are_made():
    stages = [{"until": 0.5}, {"steps": 100}, {"until": 0.1}]
    curriculum = Curriculum(small(curriculum=stages))
    assert [curriculum.advance(60, victories) for victories in (0.4, 0.5)] == [False, True]
    assert [curriculum.advance(60, 1.0) for _ in range(2)] == [False, True]
    assert not curriculum.advance(10**9, 1.0)  # the last one lasts to the end
    assert curriculum.stage == 2


def test_the_games_of_a_stage_are_shared_among_its_tasks(tmp_path):
    quests = [{"env": {"quest": 2}, "share": 3}, {"env": {"quest": 5}}]
    config = small(game="dieson", env={"reward": "sparse"}, curriculum=[{"tasks": quests, "steps": 256}, {}])
    trainer, run = trainer_and_run(tmp_path, config)
    first, second = (group.batch for group in trainer.games.groups)
    assert (first.count, second.count) == (24, 8)
    assert [task["quest"] for task in first.simulator.tasks] == [2]
    assert [task["quest"] for task in second.simulator.tasks] == [5]
    with run:
        improve(trainer, run, 2)
    (only,) = (group.batch for group in trainer.games.groups)
    assert only.count == 32
    assert trainer.curriculum.stage == 1


def test_wrong_settings_of_a_stage_name_their_field():
    with pytest.raises(ConfigError, match=r"field 'curriculum\.1\.tasks\.0': .*argument 'colour'"):
        Curriculum(small(curriculum=[{}, {"tasks": [{"env": {"colour": "red"}}]}]))
    with pytest.raises(ConfigError, match=r"field 'env': .*argument 'colour'"):
        Curriculum(small(env={"colour": "red"}))
    with pytest.raises(
        ConfigError, match=r"field 'curriculum\.0\.tasks\.1\.share': none of 32 games is left"
    ):
        Curriculum(small(curriculum=[{"tasks": [{}, {"share": 1e-6}]}]))


# ---------------------------------------------------------------------- keeping and going on


def test_a_resumed_training_is_the_one_that_was_not_interrupted(tmp_path):
    stages = [{"steps": 700}, {"tasks": [{"env": {"reward": "sparse"}}, {}]}]
    config = small(curriculum=stages)
    whole, run = trainer_and_run(tmp_path, config)
    part, resumed = Trainer(config, CPU), Trainer(config, CPU)
    with run:
        improve(whole, run, 5)
        improve(part, run, 3)
        part.save(tmp_path / "half.safetensors", 12.5)
        assert resumed.resume(tmp_path / "half.safetensors") == 12.5
        improve(resumed, run, 2)
    assert resumed.steps == whole.steps == 5 * 8 * 32
    assert resumed.curriculum.stage == whole.curriculum.stage == 1
    for name, array in whole.network.arrays().items():
        np.testing.assert_array_equal(resumed.network.arrays()[name], array)
    np.testing.assert_array_equal(resumed.games.states, whole.games.states)


def test_a_training_resumed_with_other_tasks_plays_these(tmp_path):
    of_two, of_five = (small(game="dieson", env={"reward": "sparse", "quest": quest}) for quest in (2, 5))
    trainer, run = trainer_and_run(tmp_path, of_two)
    with run:
        improve(trainer, run, 2)
    trainer.save(tmp_path / "half.safetensors", 1.0)
    for config, quest, same in ((of_two, 2, True), (of_five, 5, False)):
        resumed = Trainer(config, CPU)
        resumed.resume(tmp_path / "half.safetensors")
        (group,) = resumed.games.groups
        assert set(group.batch.states.quest_option) == {quest}
        assert np.array_equal(resumed.games.states, trainer.games.states) == same
