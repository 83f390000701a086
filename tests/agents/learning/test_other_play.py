"""The mirror image of the island, and trainings in which players see it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents.config import ConfigError, TrainConfig
from agents.robinson.mirror import Mirror, is_mirrored
from agents.trainers import fast
from agents.trainers.fast_ppo import Trainer
from crusoe_env import Batch, Simulator, game
from crusoe_env.engine import stepping
from crusoe_env.robinson.actions import LAYOUT
from tests.agents.learning.programs import SMALL
from tests.agents.learning.resumed import ended_whole_and_resumed

ROBINSON = game("robinson")
SECRET = {"players": 2, "table": "secret_plans", "strains": True}
CPU = torch.device("cpu")
pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize(
    "options", [SECRET, {"players": 4, "scenario": "volcano_island"}, {"edition": "current", "friday": True}]
)
def test_mirrored_decisions_lead_to_mirrored_positions_and_the_same_rewards(options):
    """Two tables with the same deals, one of which plays in the mirror what the other plays."""
    mirror, rng, ended = Mirror(), np.random.default_rng(0), 0
    here, there = (
        Batch(ROBINSON, 16, observation_dtype="uint8", autoreset=stepping.SAME_STEP, threads=1, **options)
        for _ in range(2)
    )
    for batch in (here, there):
        batch.seed(range(16))
        batch.reset()
    for _ in range(500):
        assert np.array_equal(mirror.observations(here.observations), there.observations)
        assert np.array_equal(mirror.masks(here.masks), there.masks)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in here.masks])
        here.step(actions)
        there.step(mirror.actions_of[actions])
        assert np.array_equal(here.rewards, there.rewards)
        ended += int(((here.flags & stepping.ENDED) != 0).sum())
    assert ended > 16


def test_the_upper_row_changes_places_with_the_lower_one():
    mirror = Mirror()
    assert LAYOUT.names[mirror.actions_of[LAYOUT.index("plan gather wood on 0")]] == "plan gather wood on 7"
    assert LAYOUT.names[mirror.actions_of[LAYOUT.index("plan explore 5")]] == "plan explore 5"
    assert np.array_equal(mirror.actions_of[mirror.actions_of], np.arange(LAYOUT.n))


def test_an_island_with_a_further_neighbour_has_no_mirror_image():
    assert is_mirrored(Simulator(ROBINSON))
    assert not is_mirrored(Simulator(ROBINSON, scenario="cannibal_island"))


def config(folder: Path, **changes) -> TrainConfig:
    ppo = {name.removeprefix("ppo."): it for name, it in SMALL.items() if name.startswith("ppo.")}
    fields = {
        **{"run_dir": str(folder), "game": "robinson", "env": SECRET, "num_envs": 16, "total_steps": 1024},
        **{"network": {"other_play": "mirror"}, "ppo": ppo, "evaluation": {"games": 20, "every": 10_000}},
    }
    return TrainConfig.model_validate({**fields, **changes})


def test_half_of_the_players_see_the_island_in_the_mirror(tmp_path):
    trainer = Trainer(config(tmp_path), CPU)
    (group,), other_play = trainer.games.groups, trainer.other_play
    other_play.turned[:] = np.arange(32).reshape(16, 2) % 4 == 0  # the first seat of every second game
    trainer.play(lambda won, scores: None)
    seen, masks = other_play.seen(group)
    turned = other_play.turned[np.arange(16), group.acting]
    mirror = Mirror()
    assert np.array_equal(seen[turned], mirror.observations(group.batch.observations[turned]))
    assert np.array_equal(seen[~turned], group.batch.observations[~turned])
    assert np.array_equal(masks[turned], mirror.masks(group.batch.masks[turned]))


def test_what_a_player_chooses_is_legal_at_the_table(tmp_path):
    """Every choice from mirrored masks would fail here if it were played as it is."""
    trainer = Trainer(config(tmp_path), CPU)
    (group,) = trainer.games.groups
    play = group.batch.step

    def checked(actions: np.ndarray) -> None:
        assert group.batch.masks[np.arange(16), actions].all()
        play(actions)

    group.batch.step = checked
    for _ in range(20):
        trainer.play(lambda won, scores: None)


def test_a_resumed_run_ends_as_if_it_had_never_stopped(tmp_path):
    one, two = ended_whole_and_resumed(config, tmp_path)
    assert set(one) == set(two)
    for name in one:
        assert np.array_equal(one[name], two[name]), name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "marooned", "env": {}}, "the board of marooned has no mirror image"),
        ({"env": {"scenario": "cannibal_island"}}, "the island of this scenario has no mirror image"),
        ({"partners": {"agents": ("random",)}}, r"goes without 'partners\.agents'"),
        ({"imitation": {"teacher": "scripted"}}, r"goes without 'imitation\.teacher'"),
    ],
)
def test_where_it_cannot_be_trained_it_is_refused(tmp_path, changes, message):
    with pytest.raises(ConfigError, match=f"field 'network.other_play': {message}"):
        fast.train(config(tmp_path / "run", **changes))
    assert not (tmp_path / "run").exists()
