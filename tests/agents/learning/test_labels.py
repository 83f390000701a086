"""What a teacher has said is kept as it comes: neither Ctrl-C nor a kill loses it, nobody asks it twice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents.config import TrainConfig
from agents.learning.checkpoint import CheckpointError
from agents.trainers import labels as kept
from agents.trainers import teaching
from agents.trainers.fast_ppo import Trainer
from agents.trainers.interruption import Interrupted, Interruption
from agents.trainers.labels import Labels, asked_together
from agents.trainers.teaching import Imitation
from crusoe_env.agent import Agent

CPU = torch.device("cpu")
GAMES = 12
STEPS = 4 * teaching.ROLLOUT * GAMES
CONFIG = {
    "num_envs": GAMES,
    "threads": 1,
    "env": {"reward": "shaped"},
    "ppo": {"n_steps": 8, "batch_size": 64, "net": (16, 8)},
    "imitation": {"teacher": "scripted", "steps": STEPS, "batch_size": 64, "final_epochs": 1},
}


class Patient(Agent):
    """Plays the last legal action and counts its calls; at the call `at` comes an interruption."""

    name = "patient"
    at_once = 8

    def __init__(self, uses_states: bool = False) -> None:
        self.uses_states = uses_states
        self.asked = 0
        self.games: list[int] = []
        self.interruption: Interruption | None = None
        self.at = 0

    def act(self, observation, mask):
        self.asked += 1
        self.games.append(len(mask))
        if self.interruption is not None and self.asked == self.at:
            self.interruption.asked = True
        return mask.shape[1] - 1 - np.argmax(mask[:, ::-1], axis=1)

    def act_state(self, states, mask):
        return self.act(None, mask)


class Counting(Agent):
    """Plays by the number of moves in the game so far, which it counts itself."""

    name = "counting"
    remembers = True

    def __init__(self) -> None:
        self.moves: dict[int, int] = {}

    def act_turn(self, turn):
        for game, begins, moves in zip(turn.games.tolist(), turn.begins, turn.moves, strict=True):
            self.moves[game] = (0 if begins else self.moves[game]) + len(moves)
        return by_number(np.array([self.moves[game] for game in turn.games.tolist()]), turn.mask)


class Reading(Agent):
    """The same, with the number from the state."""

    name = "reading"
    uses_states = cheats = True

    def act_state(self, states, mask):
        return by_number(states.steps, mask)


def by_number(numbers: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Of the legal actions the one at this place, counted around."""
    return np.array([np.flatnonzero(row)[n % row.sum()] for n, row in zip(numbers, mask, strict=True)])


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def teacher(monkeypatch) -> Patient:
    teacher = Patient()
    monkeypatch.setattr(teaching, "make_agent", lambda name, simulator: teacher)
    return teacher


def imitation(folder: Path | None, resume: bool = False, **changes) -> Imitation:
    config = TrainConfig.model_validate({**CONFIG, **changes})
    return Imitation(Trainer(config, CPU), config, folder, resume)


def weights(trainer: Trainer) -> np.ndarray:
    return np.concatenate([array.ravel() for array in trainer.network.arrays().values()])


# ---------------------------------------------------------------------- the files


def fill(labels: Labels, number: int, rows: slice, choice: int) -> kept.Step:
    step = labels.step(number)
    step.choices[rows] = choice
    labels.add(number, rows, step)
    return step


def test_choices_come_back_from_the_run_folder(tmp_path):
    labels = Labels(tmp_path, {"seed": 1}, games=4)
    first = fill(labels, 0, slice(0, 4), 7)
    assert labels.play(0, first, np.array([7, 7, 1, 2])).tolist() == [7, 7, 1, 2]
    fill(labels, 1, slice(1, 3), 9)
    labels.flush()
    again = Labels(tmp_path, {"seed": 1}, games=4, resume=True)
    assert again.complete == 1
    step = again.step(0)
    assert step.known.all()
    assert step.choices.tolist() == [7] * 4
    assert again.play(0, step, np.zeros(4, np.int64)).tolist() == [7, 7, 1, 2]
    step = again.step(1)
    assert step.known.tolist() == [False, True, True, False]
    assert step.choices[1:3].tolist() == [9, 9]
    assert step.played is None
    assert not again.step(2).known.any()


def test_choices_are_written_every_few_seconds(tmp_path):
    now = [100.0]
    labels = Labels(tmp_path, {}, games=2, clock=lambda: now[0])
    fill(labels, 0, slice(0, 1), 3)
    assert not list(tmp_path.rglob("*.safetensors"))
    now[0] += kept.EVERY + 0.1
    fill(labels, 0, slice(1, 2), 3)
    assert [file.name for file in tmp_path.rglob("*.safetensors")] == ["000000.safetensors"]
    now[0] += 4.9
    again = Labels(tmp_path, {}, games=2, resume=True, clock=lambda: now[0])
    now[0] += 1.0
    assert again.used == pytest.approx(kept.EVERY + 0.1 + 1.0)  # the time in between is not counted


def test_choices_for_other_games_or_of_another_teacher_are_refused(tmp_path):
    labels = Labels(tmp_path, {"seed": 1, "imitation.teacher": "scripted"}, games=2)
    fill(labels, 0, slice(0, 2), 3)
    labels.flush()
    about = {"seed": 1, "imitation.teacher": "mcts:5"}
    with pytest.raises(CheckpointError, match=r"made with imitation\.teacher 'scripted', not 'mcts:5'"):
        Labels(tmp_path, about, games=2, resume=True)
    (tmp_path / "imitation" / "000000.safetensors").write_bytes(b"damaged")
    with pytest.raises(CheckpointError, match=r"000000\.safetensors: is no whole checkpoint"):
        Labels(tmp_path, about, games=2, resume=True)


# ---------------------------------------------------------------------- the fast trainer


def test_resumed_imitation_is_the_one_that_was_not_interrupted(tmp_path, teacher):
    whole, asked = imitation(None), teacher
    assert whole.teach(Interruption()) is not None
    times = asked.asked
    teacher.asked, teacher.interruption, teacher.at = 0, Interruption(), 50
    cut = imitation(tmp_path)
    assert cut.teach(teacher.interruption) is None
    assert teacher.asked == 50
    teacher.interruption = None
    resumed = imitation(tmp_path, resume=True)
    assert resumed.labels.complete in (49, 50)
    assert resumed.teach(Interruption()) is not None
    assert teacher.asked == times  # nothing was asked twice
    np.testing.assert_array_equal(weights(resumed.trainer), weights(whole.trainer))
    np.testing.assert_array_equal(resumed.games.states, whole.games.states)


def test_a_killed_imitation_goes_on_from_its_files(tmp_path, teacher, monkeypatch):
    monkeypatch.setattr(kept, "EVERY", -1.0)  # every choice is written at once
    killed = imitation(tmp_path)
    killed.play()
    assert teacher.asked == teaching.ROLLOUT
    resumed = imitation(tmp_path, resume=True)
    resumed.play()
    assert teacher.asked == teaching.ROLLOUT
    np.testing.assert_array_equal(resumed.games.states, killed.games.states)


def test_an_interruption_waits_for_some_games_of_a_search_and_keeps_them(tmp_path, teacher):
    teacher.uses_states, teacher.interruption, teacher.at = True, Interruption(), 2
    assert imitation(tmp_path).teach(teacher.interruption) is None
    assert teacher.games == [1, 8]  # the first one is for compiling
    teacher.interruption = None
    resumed = imitation(tmp_path, resume=True)
    resumed._asked(0)
    assert teacher.games == [1, 8, 1, 4]


def test_teachers_that_search_for_seconds_are_asked_for_one_game_at_a_time():
    search, other = Patient(uses_states=True), Patient()
    assert list(asked_together(other, slice(3, 40))) == [slice(3, 40)]
    search.seconds = None
    assert list(asked_together(search, slice(3, 20))) == [slice(3, 11), slice(11, 19), slice(19, 20)]
    search.seconds = 2.0
    assert len(list(asked_together(search, slice(3, 20)))) == 17


def test_an_interruption_ends_epochs_at_once(teacher):
    taught = imitation(None)
    taught.play()
    taught.interruption.asked = True
    with pytest.raises(Interrupted):
        taught.learn(10**12)


def test_a_teacher_with_memory_is_told_of_its_games(tmp_path, monkeypatch):
    def taught(make, folder=None, resume=False, rounds=3):
        monkeypatch.setattr(teaching, "make_agent", lambda name, simulator: make())
        found = imitation(folder, resume)
        for _ in range(rounds):
            found.play()
            found.learn(64)
        return found

    reads, counts = taught(Reading), taught(Counting)
    assert reads.games.states.tobytes() == counts.games.states.tobytes()
    assert reads.samples.ended.sum() > GAMES  # each game ended about once or more
    np.testing.assert_array_equal(reads.samples.choices, counts.samples.choices)
    cut = taught(Counting, tmp_path, rounds=1)
    cut.labels.flush()
    np.testing.assert_array_equal(
        taught(Counting, tmp_path, True).samples.choices, counts.samples.choices
    )  # it goes through the stored steps again
