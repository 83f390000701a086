"""Small runs of `train.py`, as tests start them and read their folders."""

from __future__ import annotations

import csv
import json
import subprocess
import zipfile
from pathlib import Path

from agents.learning.numpy_policy import description_in
from tests.support import run_python

SMALL = {
    "total_steps": 1024,
    "num_envs": 16,
    "checkpoint_every": 256,
    "ppo.n_steps": 16,
    "ppo.batch_size": 128,
    "ppo.n_epochs": 1,
    "ppo.net": (16,),
    "evaluation.games": 50,
    "evaluation.every": 512,
}


def arguments(**changes) -> list[str]:
    """Command line arguments of a small run."""
    listed = []
    for field, value in {**SMALL, **changes}.items():
        values = value if isinstance(value, tuple) else (value,)
        listed += [f"--{field.replace('__', '.').replace('_', '-')}", *map(str, values)]
    return listed


def run_train(*given) -> subprocess.CompletedProcess[str]:
    return run_python("train.py", *map(str, given), OMP_NUM_THREADS=1)


def message_of(status: int, stderr: str) -> str:
    """What a program says that refuses its input: one line."""
    assert status == 2, stderr
    lines = stderr.strip().splitlines()
    assert len(lines) == 1, stderr
    assert lines[0].startswith(("train.py: ", "evaluate.py: "))
    return lines[0]


def steps_of_checkpoint(folder: Path) -> int:
    archive = folder / "checkpoint.zip"
    if not archive.is_file():
        return description_in(folder / "checkpoint.safetensors")["steps"]
    with zipfile.ZipFile(archive) as opened:
        return json.loads(opened.read("data"))["num_timesteps"]


def curve_of(folder: Path) -> list[int]:
    with (folder / "curve.csv").open() as file:
        return [int(row["steps"]) for row in csv.DictReader(file)]
