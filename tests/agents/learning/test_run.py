"""When a run stops, evaluates and keeps a policy, with a clock and evaluations that the tests set."""

from __future__ import annotations

import csv
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import torch

from agents.config import TrainConfig
from agents.learning.numpy_policy import read_checkpoint
from agents.random_agent import RandomAgent
from agents.trainers import run as runs
from agents.trainers.fast_ppo import Trainer
from agents.trainers.interruption import Interrupted, Interruption
from agents.trainers.run import Run
from agents.trainers.tracking import Tracking
from crusoe_env import game

PPO = {"learning_rate": 1e-3, "final_learning_rate": 2e-4, "ent_coef": 0.5, "final_ent_coef": 0.1}
CONFIG = {"total_steps": 1_000, "minutes": 10, "num_envs": 8, "threads": 1, "ppo": {**PPO, "n_steps": 4}}
AGENT = RandomAgent()


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def clock(monkeypatch) -> SimpleNamespace:
    """Seconds that pass when a test says so."""
    clock = SimpleNamespace(now=5_000.0)
    monkeypatch.setattr(runs, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    return clock


@pytest.fixture
def outcomes(monkeypatch) -> list[tuple[float, float]]:
    """Victory rates and goal progress that the next evaluations find."""
    coming: list[tuple[float, float]] = []

    def evaluated(agent, config, simulator, progress):
        progress(config.evaluation.games)
        rate, reached = coming.pop(0)
        names = {"victory_rate": rate, "mean_goal_progress": reached, "mean_score": 1.0, "mean_rounds": 2.0}
        return SimpleNamespace(summary=lambda: names)

    monkeypatch.setattr(runs, "evaluated", evaluated)
    return coming


def new_run(folder: Path, steps: int = 0, seconds: float = 0.0, **changes) -> Run:
    config = TrainConfig.model_validate({**CONFIG, **changes})
    return Run(config, folder, steps, Interruption(), seconds)


def curve(folder: Path) -> list[tuple[int, float]]:
    with (folder / "curve.csv").open() as file:
        return [(int(row["steps"]), float(row["victory_rate"])) for row in csv.DictReader(file)]


# ---------------------------------------------------------------------- clock and schedules


def test_a_run_stops_after_its_minutes(tmp_path, clock):
    run = new_run(tmp_path)
    clock.now += 600
    assert run.goes_on()
    clock.now += 1
    assert not run.goes_on()
    assert run.stop_reason == "the limit of 10 minutes was reached"


def test_minutes_of_an_earlier_part_count(tmp_path, clock):
    run = new_run(tmp_path, steps=100, seconds=590)
    clock.now += 11
    assert run.seconds == 601
    assert not run.goes_on()
    words = "the limit of 10 minutes was reached (9.8 of them before it was resumed)"
    assert run.stop_reason == words


@pytest.mark.parametrize(
    ("steps", "seconds", "rate", "bonus"),
    [
        (0, 0, 1e-3, 0.5),
        (250, 0, 8e-4, 0.4),
        (250, 599, 8e-4, 0.4),
        (1_000, 0, 2e-4, 0.1),
    ],
)
def test_learning_rate_and_entropy_bonus_fall_with_steps_not_minutes(
    tmp_path, clock, steps, seconds, rate, bonus
):
    run = new_run(tmp_path)
    run.advance(steps)
    clock.now += seconds
    assert run.learning_rate == pytest.approx(rate)
    assert run.entropy_bonus == pytest.approx(bonus)


# ---------------------------------------------------------------------- evaluations


def judged(run: Run, outcomes: list, *found: tuple[float, float]) -> list[bool]:
    """Which of these evaluations are the best so far."""
    outcomes += found
    saved: list[int] = []
    best = []
    for _ in found:
        run.advance(run.steps + 100)
        run.evaluate(AGENT, lambda: saved.append(run.steps))
        best.append(saved[-1:] == [run.steps])
    return best


def test_victories_decide_which_evaluation_is_the_best_and_then_progress(tmp_path, outcomes):
    run = new_run(tmp_path)
    found = [(0.2, 0.5), (0.2, 0.4), (0.2, 0.5), (0.2, 0.6), (0.1, 0.9), (0.3, 0.1)]
    assert judged(run, outcomes, *found) == [True, False, False, True, False, True]
    assert (run.best, run.best_progress, run.best_step) == (0.3, 0.1, 600)


def test_a_run_may_keep_the_last_policy_instead_of_the_best(tmp_path, outcomes):
    run = new_run(tmp_path, evaluation={"keep": "last"})
    assert judged(run, outcomes, (0.4, 0.5), (0.3, 0.5)) == [True, True]
    assert "best evaluation 40.0% at 100 steps, the last is kept" in run.ending()


def evaluations_due(run: Run, until: int) -> list[int]:
    """The steps at which a run of iterations of 100 steps evaluates."""
    found = []
    for steps in range(0, until, 100):
        run.steps = steps
        if run.evaluation_is_due():
            found.append(steps)
    return found


def test_early_evaluations_double_their_steps_until_the_usual_rhythm_takes_over(tmp_path):
    every = {"every": 1_000}
    late = new_run(tmp_path / "late", evaluation=every)
    assert evaluations_due(late, 3_500) == [1_000, 2_000, 3_000]
    early = new_run(tmp_path / "early", evaluation={**every, "first": 200})
    assert evaluations_due(early, 4_000) == [200, 400, 800, 1_600, 2_600, 3_600]


def test_a_resumed_run_knows_its_best_evaluation(tmp_path, outcomes):
    judged(new_run(tmp_path), outcomes, (0.2, 0.5), (0.4, 0.5), (0.3, 0.9))
    run = new_run(tmp_path, steps=300)
    assert (run.best, run.best_step) == (0.4, 200)
    assert judged(run, outcomes, (0.4, 0.5), (0.4, 0.51)) == [False, True]


def test_what_a_killed_run_wrote_after_its_checkpoint_is_gone(tmp_path, outcomes, capsys):
    judged(new_run(tmp_path), outcomes, (0.2, 0.5), (0.4, 0.5), (0.3, 0.9))
    run = new_run(tmp_path, steps=150)
    assert curve(tmp_path) == [(100, 0.2)]
    assert (run.best, run.best_step) == (0.2, 100)
    assert (
        capsys.readouterr().err.splitlines()[-1]
        == f"{tmp_path / 'curve.csv'}: 1 whole lines until 150 steps are kept"
    )


def test_an_interruption_leaves_an_evaluation_without_a_line(tmp_path, outcomes):
    run = new_run(tmp_path)
    outcomes.append((0.5, 0.5))
    run.interruption.asked = True
    with pytest.raises(Interrupted):
        run.evaluate(AGENT, lambda: pytest.fail("no policy is kept"))
    assert not (tmp_path / "curve.csv").exists()


# ---------------------------------------------------------------------- the fast trainer in a run


def learned(folder: Path, trainer: Trainer, **changes) -> Run:
    settings = {**CONFIG, "minutes": None, "trainer": "fast", "evaluation": {"every": 1_000}}
    config = TrainConfig.model_validate({**settings, **changes})
    with Run(config, folder, trainer.steps, trainer.interruption) as run:
        run.learn(trainer, Tracking([]))
    return run


def small_trainer() -> Trainer:
    config = {**CONFIG, "trainer": "fast", "ppo": {"n_steps": 4, "batch_size": 8, "net": (8,)}}
    return Trainer(TrainConfig.model_validate(config), torch.device("cpu"))


def test_a_finished_run_that_is_resumed_repeats_no_line(tmp_path, outcomes):
    outcomes += [(0.1, 0.1)] * 9
    trainer = small_trainer()
    learned(tmp_path, trainer, total_steps=64)
    assert curve(tmp_path) == [(64, 0.1)]
    again = small_trainer()
    again.resume(tmp_path / "checkpoint.safetensors")
    learned(tmp_path, again, total_steps=64)
    assert curve(tmp_path) == [(64, 0.1)]
    learned(tmp_path, again, total_steps=128)
    assert curve(tmp_path) == [(64, 0.1), (128, 0.1)]


def test_whenever_a_run_is_killed_its_checkpoint_is_not_behind_its_curve(tmp_path, outcomes, monkeypatch):
    outcomes += [(0.1 * i, 0.1) for i in range(9)]
    written = Run._append_curve

    def steps_of(name: str) -> int:
        return int(read_checkpoint(tmp_path / name, game("marooned")).run["steps"])

    found = []

    def append(run: Run, outcome: dict) -> None:
        found.append((run.steps, steps_of("checkpoint.safetensors"), steps_of("best.safetensors")))
        written(run, outcome)

    monkeypatch.setattr(Run, "_append_curve", append)
    often = {"evaluation": {"every": 32}, "checkpoint_every": 1_000}
    learned(tmp_path, small_trainer(), total_steps=128, **often)
    assert found == [(steps, steps, steps) for steps in (32, 64, 96, 128)]


def test_a_checkpoint_is_written_as_soon_as_its_steps_are_made(tmp_path, outcomes, monkeypatch):
    outcomes += [(0.1, 0.1)] * 9
    trainer, saved = small_trainer(), []
    monkeypatch.setattr(trainer, "save", lambda path, seconds: saved.append(trainer.steps))
    settings = {"evaluation": {"every": 10_000}, "checkpoint_every": 64}
    run = learned(tmp_path, trainer, total_steps=160, **settings)
    assert saved == [64, 128, 160]
    assert run.bar.n == 160


@pytest.mark.parametrize("within", ["play", "update"])
def test_an_interruption_within_an_iteration_leaves_what_was_before_it(
    tmp_path, outcomes, monkeypatch, within
):
    outcomes += [(0.1, 0.1)] * 9
    trainer, whole = small_trainer(), small_trainer()
    for each in (trainer, whole):
        learned(tmp_path, each, total_steps=64)
    called = {"play": "_play", "update": "descend"}[within]
    original = getattr(trainer, called)

    def interrupted(*given):
        trainer.interruption.asked = True
        return original(*given)

    monkeypatch.setattr(trainer, called, interrupted)
    run = learned(tmp_path, trainer, total_steps=256)
    assert run.stop_reason == "interrupted"
    resumed = small_trainer()
    resumed.resume(tmp_path / "checkpoint.safetensors")
    assert resumed.steps == 64
    for each in (resumed, whole):
        learned(tmp_path, each, total_steps=128)
    for name, array in whole.network.arrays().items():
        assert (resumed.network.arrays()[name] == array).all()
    assert (resumed.games.states == whole.games.states).all()


def test_a_checkpoint_holds_the_seconds_so_far_to_the_millisecond(tmp_path):
    small_trainer().save(tmp_path / "kept.safetensors", 12.34567)
    assert read_checkpoint(tmp_path / "kept.safetensors", game("marooned")).run["seconds"] == 12.346
