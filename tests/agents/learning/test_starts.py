"""Games of a training that begin in the middle of won games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents.config import ConfigError, TrainConfig
from agents.trainers.fast_ppo import Trainer
from agents.trainers.starts import JUDGED, KNOWN, NO_ROUND, WHOLE, Positions, Starts, found_by
from crusoe_env.engine.state import rows_of
from tests.agents.learning.programs import SMALL
from tests.agents.learning.resumed import ended_whole_and_resumed

CPU = torch.device("cpu")
pytestmark = pytest.mark.usefixtures("one_thread")


def config(folder: Path, **changes) -> TrainConfig:
    ppo = {name.removeprefix("ppo."): it for name, it in SMALL.items() if name.startswith("ppo.")}
    evaluation = {"games": 20, "every": 1024}
    starts = {"agent": "scripted", "games": 64, "victories": 5, **changes.pop("starts", {})}
    fields = {"run_dir": str(folder), "game": "marooned", "num_envs": 16, "total_steps": 1024, **changes}
    return TrainConfig.model_validate({**fields, "ppo": ppo, "evaluation": evaluation, "starts": starts})


@pytest.fixture(scope="module")
def positions() -> Positions:
    return found_by(config(Path("unused")))


@pytest.fixture
def trainer(tmp_path, positions) -> Trainer:
    made = Trainer(config(tmp_path), CPU)
    made.starts = Starts(made.config, positions)
    made.starts.begin_all(made.games.groups, 0)
    return made


def reported(starts: Starts, group, position: int, victories) -> None:
    """Let a game from a position end, once for each victory or defeat."""
    ended = np.arange(group.batch.count) == 0
    for victory in victories:
        starts.origin[group.columns][0] = position
        group.batch.results.victory[0] = victory
        starts.note(group, ended)


def test_positions_are_the_beginnings_of_the_rounds_of_won_games(positions):
    rounds = positions.rounds
    games = int((rounds == rounds.min()).sum())
    assert games >= 5
    assert np.bincount(rounds).max() == games, "no round of a game twice"
    assert rounds.max() > 5
    again = found_by(config(Path("unused")))
    assert np.array_equal(again.states, positions.states)


def test_three_quarters_of_the_games_begin_in_the_last_round(trainer, positions):
    (group,) = trainer.games.groups
    rounds = group.batch.states.rounds
    assert rounds.tolist() == [positions.rounds.max()] * 12 + [positions.rounds.min()] * 4
    assert trainer.starts.whole(group).tolist() == [False] * 12 + [True] * 4


def test_what_the_player_sees_stays_and_the_rest_is_dealt_anew(trainer, positions):
    """From one position, all games look alike and hide something else."""
    starts, (group,) = trainer.starts, trainer.games.groups
    starts.positions = Positions(positions.states[positions.rounds == 3][:1], np.array([3]))
    starts.round = 3
    starts.begin_all([group], 0)
    begun = ~starts.whole(group)
    assert len(np.unique(group.batch.observations[begun], axis=0)) == 1
    assert len(np.unique(group.batch.masks[begun], axis=0)) == 1
    assert len(np.unique(rows_of(group.batch.states[begun]), axis=0)) == begun.sum()


def test_once_half_are_won_games_begin_a_round_earlier_and_whole_in_the_end(trainer, positions):
    starts, (group,) = trainer.starts, trainer.games.groups
    seen = []
    while starts.round != NO_ROUND:
        seen.append(starts.round)
        assert starts.figures == {"starts/round": starts.round, "starts/victory_rate": 0}
        here = int(np.flatnonzero(positions.rounds == starts.round)[0])
        reported(starts, group, here, [True, False] * (JUDGED // 2))
    assert seen == sorted(set(positions.rounds.tolist()), reverse=True)
    starts.begin_all([group], 0)
    assert starts.whole(group).all()


def test_how_many_are_enough_is_a_setting(trainer, positions):
    starts, (group,) = trainer.starts, trainer.games.groups
    starts.settings = starts.settings.model_copy(update={"enough": 0.25})
    here = int(np.flatnonzero(positions.rounds == starts.round)[0])
    reported(starts, group, here, [True, False, False] * JUDGED)
    assert starts.round < positions.rounds.max()


def test_a_round_that_is_lost_stays(trainer, positions):
    starts, (group,) = trainer.starts, trainer.games.groups
    here = int(np.flatnonzero(positions.rounds == starts.round)[0])
    reported(starts, group, here, [True, False, False] * JUDGED)
    assert starts.round == positions.rounds.max()
    earlier = int(np.flatnonzero(positions.rounds == starts.round - 1)[0])
    reported(starts, group, earlier, [True] * JUDGED)
    assert starts.round == positions.rounds.max(), "results of other rounds do not count"


def test_positions_that_are_always_won_or_lost_are_left_out(trainer, positions):
    starts, (group,) = trainer.starts, trainer.games.groups
    starts.round = 2
    easy, hard, even = np.flatnonzero(positions.rounds == 2)[:3]
    for position, victories in ((easy, [True]), (hard, [False]), (even, [True, False])):
        reported(starts, group, int(position), victories * KNOWN)
    left = starts.candidates()
    assert even in left
    assert not {int(easy), int(hard)} & set(left.tolist())


def test_after_the_last_step_of_starts_all_games_are_whole(trainer):
    trainer.starts.settings = trainer.starts.settings.model_copy(update={"steps": 100})
    (group,) = trainer.games.groups
    trainer.starts.begin(group, np.ones(16, np.bool_), 100)
    assert (trainer.starts.origin == WHOLE).all()


def test_figures_of_a_run_are_those_of_whole_games(trainer):
    victories: list[bool] = []
    trainer.starts.round = int(trainer.starts.positions.rounds.min())
    for _ in range(8):
        trainer.play(lambda won, scores: victories.extend(won))
    (group,) = trainer.games.groups
    assert len(victories) == len(group.won)
    assert 0 < len(victories) < trainer.starts.played.sum()


def test_a_resumed_run_ends_as_if_it_had_never_stopped(tmp_path):
    one, two = ended_whole_and_resumed(config, tmp_path)
    assert set(one) == set(two)
    assert any(name.startswith("starts.") for name in one)
    for name in one:
        assert np.array_equal(one[name], two[name]), name


@pytest.mark.parametrize(
    ("starts", "message"),
    [
        ({"agent": "random", "games": 8}, "field 'starts.agent': random wins none of 8 games"),
        ({"env": {"quest": 1}}, "field 'starts.env'"),
    ],
)
def test_what_cannot_be_begun_at_is_refused(tmp_path, starts, message):
    with pytest.raises(ConfigError, match=message):
        found_by(config(tmp_path, starts=starts))


def test_help_may_be_given_but_facts_must_stay(tmp_path):
    robinson = {"game": "robinson", "env": {"players": 1}}
    Starts(config(tmp_path, **robinson, starts={"env": {"friday": True, "dog": True}}))
    with pytest.raises(ConfigError, match=r"field 'starts\.env': the facts must stay"):
        Starts(config(tmp_path, **robinson, starts={"env": {"scenario": "jenny"}}))
