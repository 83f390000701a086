"""`python -m tests.cluster`: evaluation and training on a Ray cluster of two workers, of whom some die.

Needs `crusoe_env[ray]`, and takes some minutes; the test suite does not run it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from crusoe_agents.distributed.cluster import cluster
from crusoe_agents.distributed.evaluation import Part, parts_of, play_on_ray, play_part
from crusoe_agents.evaluation import Results
from crusoe_agents.learning.numpy_policy import read_checkpoint

from crusoe_env import game

ROOT = Path(__file__).resolve().parents[1]
GAMES, SEED = 600, 5_000
WORKER = b"ray::RayTrainWorker"


def play_or_die(folder: Path, part: Part) -> Results:
    """Play a part; the first worker that gets another than the first kills itself and leaves a mark."""
    mark = folder / part.agent
    if part.seed != SEED and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_part(part)


def said(what: str, began: float) -> None:
    """Say what holds."""
    print(f"{time.perf_counter() - began:6.1f} s  {what}", flush=True)


def check_evaluation(folder: Path) -> None:
    """The same figures whatever the number of workers, and if one dies."""
    began = time.perf_counter()
    with cluster(2):
        said("a cluster of two workers has started", began)
        for agent in ("random", "scripted"):
            check_agent(agent, folder)


def check_agent(agent: str, folder: Path) -> None:
    """An agent's figures with one worker, with two, and with one of two killed."""
    parts = parts_of(agent, "marooned", {}, GAMES, SEED)
    began = time.perf_counter()
    expected = Results.joined([play_part(part) for part in parts]).rows()
    said(f"{agent}: {GAMES} games in {len(parts)} parts, without Ray", began)
    for workers in (1, 2):
        began = time.perf_counter()
        assert play_on_ray(parts, workers).rows() == expected
        said(f"{agent}: the same games with {workers} worker(s)", began)
    began = time.perf_counter()
    assert play_on_ray(parts, 2, play=partial(play_or_die, folder)).rows() == expected
    assert (folder / agent).exists()
    said(f"{agent}: the same games with two workers, one of whom was killed", began)


def workers() -> list[int]:
    """The processes that train together."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes().startswith(WORKER):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def train(*arguments: str) -> subprocess.Popen[bytes]:
    """A training of two processes, beginning."""
    command = [sys.executable, "train.py", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})


def steps_of(folder: Path) -> int:
    """Of the last checkpoint; 0 before the first one."""
    path = folder / "checkpoint.safetensors"
    return int(read_checkpoint(path, game("marooned"))[1]["steps"]) if path.exists() else 0


def check_training(folder: Path) -> None:
    """A training outlives one of its processes, and goes on without Ray."""
    began, run = time.perf_counter(), folder / "run"
    small = "--trainer fast --num-envs 32 --ppo.n-steps 32 --ppo.batch-size 512 --ppo.net 32 --threads 1"
    sizes = "--total-steps 400000 --checkpoint-every 1 --evaluation.every 200000 --evaluation.games 100"
    first = train("--engine", "ray", "--run-dir", str(run), *small.split(), *sizes.split())
    while first.poll() is None and steps_of(run) == 0:
        time.sleep(0.5)
    victims = workers()
    os.kill(victims[-1], signal.SIGKILL)
    before = steps_of(run)
    assert first.wait() == 0
    assert steps_of(run) >= 400_000 > before
    said(
        f"training: one of {len(victims)} processes killed after {before:,} steps, {steps_of(run):,} made",
        began,
    )
    began = time.perf_counter()
    assert train("--resume", str(run), "--total-steps", "410000").wait() == 0
    assert steps_of(run) >= 410_000
    said(f"training: resumed by one process to {steps_of(run):,} steps", began)


def main() -> None:
    """Check all."""
    with tempfile.TemporaryDirectory() as folder:
        if "training" not in sys.argv[1:]:
            check_evaluation(Path(folder))
        if "evaluation" not in sys.argv[1:]:
            check_training(Path(folder))
    print("all holds")


if __name__ == "__main__":
    main()
