"""Several processes train one policy together."""

import json
import shutil
import sys
import time
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
import torch
import torch.distributed as dist

import train
from agents.config import ConfigError, TrainConfig
from agents.learning import safetensors
from agents.trainers.run import read_curve
from agents.trainers.workers import SEEDS_APART, Workers

SMALL = (
    "--trainer fast --num-envs 16 --ppo.n-steps 8 --ppo.batch-size 64 --ppo.net 8 --threads 1 --trackers"
    " --evaluation.games 20 --evaluation.every 4096 --checkpoint-every 512"
)


def work(rank: int, store: str, given: list[str]) -> None:
    """Train as one of two processes."""
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
    sys.exit(train.main(given))


def two_processes(store: Path, *given: object) -> list[SpawnProcess]:
    words = [*SMALL.split(), *map(str, given)]
    processes = [get_context("spawn").Process(target=work, args=(rank, str(store), words)) for rank in (0, 1)]
    for process in processes:
        process.start()
    return processes


def goes_on_alone(run, steps: int) -> None:
    """Resume a run in this process."""
    assert train.main([*SMALL.split(), "--resume", str(run), "--total-steps", str(steps)]) == 0
    assert steps_of(run) == steps


def steps_of(folder) -> int:
    _, texts = safetensors.read(folder / "checkpoint.safetensors")
    return int(json.loads(texts["run"])["steps"])


def test_each_process_has_its_share_of_games_and_batch():
    config = TrainConfig(num_envs=64, seed=7)
    shares = [Workers(rank, 4).share(config) for rank in range(4)]
    assert [it.num_envs for it in shares] == [16] * 4
    assert [it.ppo.batch_size * 4 for it in shares] == [config.ppo.batch_size] * 4
    assert [it.seed for it in shares] == [7 + rank * SEEDS_APART for rank in range(4)]
    assert Workers().share(config) is config


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_envs": 15}, "field 'num_envs': 15 cannot be shared by 2 processes"),
        ({"imitation": {"teacher": "random"}}, "field 'imitation.teacher': imitate in one process"),
    ],
)
def test_what_cannot_be_shared_is_refused(changes, message):
    with pytest.raises(ConfigError, match=message):
        Workers(0, 2).share(TrainConfig.model_validate(changes))


def test_a_process_alone_changes_no_gradient():
    parameter = torch.nn.Parameter(torch.ones(3))
    (parameter * torch.arange(3.0)).sum().backward()
    Workers().average([parameter])
    assert parameter.grad.tolist() == [0, 1, 2]
    assert Workers().mean(0.25) == 0.25
    assert Workers().agreed(True)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run that two processes have finished."""
    folder = tmp_path_factory.mktemp("workers")
    processes = two_processes(folder / "store", "--run-dir", folder / "run", "--total-steps", "1024")
    for process in processes:
        process.join(300)
    assert [process.exitcode for process in processes] == [0, 0]
    return folder / "run"


@pytest.mark.slow
def test_two_processes_train_and_one_goes_on(run, tmp_path, torch_settings):
    assert steps_of(run) == 1024
    alone = shutil.copytree(run, tmp_path / "alone")
    goes_on_alone(alone, 2048)
    rows, _ = read_curve(alone / "curve.csv")
    assert [int(row["steps"]) for row in rows] == [1024, 2048]


@pytest.mark.slow
def test_what_was_learned_outlives_a_killed_process(run, tmp_path, torch_settings):
    first, second = two_processes(tmp_path / "store", "--resume", run, "--total-steps", "100000000")
    try:
        for _ in range(1200):
            if steps_of(run) > 1024:
                break
            time.sleep(0.1)
        second.kill()
        first.join(300)
    finally:
        first.kill()
    assert first.exitcode == 0  # it says that another process has ended, and keeps what was learned
    reached = steps_of(run)
    assert reached >= 1024 + 512
    goes_on_alone(run, reached + 128)
