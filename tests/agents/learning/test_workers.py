"""Several processes train one policy together, as `torchrun` starts them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
import torch

import train
from agents.config import ConfigError, TrainConfig
from agents.learning import safetensors
from agents.learning.run import read_curve
from agents.learning.workers import SEEDS_APART, Workers
from tests.support import ROOT

TOGETHER = (sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2")
needs_torchrun = pytest.mark.skipif(sys.platform == "win32", reason="torchrun starts no processes there")
SMALL = (
    "--trainer fast --num-envs 16 --ppo.n-steps 8 --ppo.batch-size 64 --ppo.net 8 --threads 1 --trackers"
    " --evaluation.games 20 --evaluation.every 4096 --checkpoint-every 512"
)


def two_processes(*given: object) -> subprocess.Popen:
    command = [*TOGETHER, "train.py", *SMALL.split(), *map(str, given)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def goes_on_alone(run, steps: int) -> None:
    """Resume a run in this process."""
    assert train.main([*SMALL.split(), "--resume", str(run), "--total-steps", str(steps)]) == 0
    assert steps_of(run) == steps


def children(process: subprocess.Popen) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


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
    folder = tmp_path_factory.mktemp("workers") / "run"
    first = two_processes("--run-dir", folder, "--total-steps", "1024")
    said, wrong = first.communicate(timeout=300)
    assert first.returncode == 0, wrong
    assert said.count("all steps are done") == 1
    return folder


@pytest.mark.slow
@needs_torchrun
def test_two_processes_train_and_one_goes_on(run, tmp_path, torch_settings):
    assert steps_of(run) == 1024
    alone = shutil.copytree(run, tmp_path / "alone")
    goes_on_alone(alone, 2048)
    rows, _ = read_curve(alone / "curve.csv")
    assert [int(row["steps"]) for row in rows] == [1024, 2048]


@pytest.mark.slow
@needs_torchrun
def test_what_was_learned_outlives_a_killed_process(run, torch_settings):
    together = two_processes("--resume", run, "--total-steps", "100000000")
    try:
        for _ in range(1200):
            if steps_of(run) > 1024:
                break
            time.sleep(0.1)
        os.kill(children(together)[-1], signal.SIGKILL)
        together.communicate(timeout=300)
    finally:
        together.kill()
    assert together.returncode != 0
    reached = steps_of(run)
    assert reached >= 1024 + 512
    goes_on_alone(run, reached + 128)
