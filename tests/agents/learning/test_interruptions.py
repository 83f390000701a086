"""Trainings that are interrupted or killed keep what they have, and can go on."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.agents.learning.programs import arguments, steps_of_checkpoint
from tests.support import ROOT

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import evaluate
import train
from agents.config import read_config


def start_training(*given: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "train.py", *given],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(file: Path, process: subprocess.Popen[str], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not file.exists():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < end
        time.sleep(0.02)


@contextlib.contextmanager
def signalled(number: signal.Signals, file: Path) -> Iterator[None]:
    """This process gets a signal once a file is there and somebody waits for it."""
    done, usual = threading.Event(), signal.getsignal(number)

    def wait() -> None:
        while not done.wait(0.02):
            if file.exists() and signal.getsignal(number) is not usual:
                os.kill(os.getpid(), number)
                return

    waiting = threading.Thread(target=wait)
    waiting.start()
    try:
        yield
    finally:
        done.set()
        waiting.join()


@pytest.mark.slow
def test_an_interrupted_run_saves_and_ends_its_process_in_peace(tmp_path):
    folder = tmp_path / "run"
    process = start_training(*arguments(run_dir=folder, total_steps=10_000_000))
    wait_for(folder / "checkpoint.safetensors", process)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "interrupted; " in out
    assert f"go on with: python train.py --resume {folder}" in out
    assert "; a second Ctrl-C stops at once" in err
    assert "Traceback" not in err
    assert 256 <= steps_of_checkpoint(folder) < 10_000_000


@pytest.mark.slow
def test_several_seeds_are_trained_in_turn_interrupted_resumed_and_are_one_method(tmp_path, trained, refused):
    first, second = (tmp_path / "both" / f"seed-{seed}" for seed in (3, 5))
    begun = ("--seeds", 3, 5, *arguments(run_dir=first.parent, total_steps=10_000_000))
    with signalled(signal.SIGINT, first / "checkpoint.safetensors"):
        said = trained(*begun)
    assert f"all seeds: go on with: python train.py --resume {first.parent}\n" in said.out
    steps = steps_of_checkpoint(first)
    assert [(second / name).exists() for name in ("config.yaml", "checkpoint.safetensors")] == [True, False]
    assert f"{first}: holds a run already" in refused(train, *begun)
    trained("--resume", first.parent, "--total-steps", steps + 512)
    assert [steps_of_checkpoint(run) for run in (first, second)] == [steps + 512] * 2
    assert [read_config(run / "config.yaml").seed for run in (first, second)] == [3, 5]
    assert "--method NAME=" in refused(evaluate, first.parent)
    method = ("--method", f"mine={first.parent}", "--games", "20", "--out", tmp_path / "kept")
    assert evaluate.main([*map(str, method), "--scores", str(tmp_path / "scores.npz")]) == 0
    with np.load(tmp_path / "scores.npz") as scores:
        assert scores["mine"].shape == (2, 1)


@pytest.mark.slow
@pytest.mark.parametrize("trainer", ["fast", "sb3"])
def test_a_killed_run_leaves_its_last_checkpoint(tmp_path, trainer, trained):
    folder = tmp_path / "run"
    process = start_training(*arguments(run_dir=folder, trainer=trainer, total_steps=10_000_000))
    wait_for(folder / ("checkpoint.zip" if trainer == "sb3" else "checkpoint.safetensors"), process)
    time.sleep(0.5)  # into the next ones
    process.kill()
    process.communicate()
    steps = steps_of_checkpoint(folder)
    assert steps % 256 == 0
    trained("--resume", folder, "--total-steps", steps + 256)
    assert steps_of_checkpoint(folder) == steps + 256
