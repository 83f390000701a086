"""Examples run: here those whose libraries are among the locked ones; `sh examples/short.sh` runs all."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.support import ROOT

FOLDER = ROOT / "examples"
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")
SHORT = {
    name: arguments.split()
    for name, arguments in re.findall(
        r"^(\w+) (--.*)$", (FOLDER / "short.sh").read_text("utf-8"), re.MULTILINE
    )
}
LOCKED = ("gymnasium_basics", "pettingzoo_basics", "planning", "cleanrl_ppo", "sb3_maskable_ppo")


@pytest.mark.slow
@pytest.mark.parametrize("name", LOCKED)
def test_runs_to_its_end(name):
    command = [sys.executable, f"examples/{name}.py", *SHORT[name]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_each_has_arguments_with_which_it_is_short():
    assert sorted(SHORT) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_says_what_it_needs(name):
    head = (FOLDER / f"{name}.py").read_text("utf-8").partition("# ///\n")[0]
    assert head.startswith("# /// script\n")
    assert re.search(r'^# dependencies = \["crusoe_env', head, re.MULTILINE)


def test_every_example_is_in_the_docs():
    """In the list of libraries, and with its code on one page."""
    listed = (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    for name in NAMES:
        assert f"`{name}`" in listed, name
        assert pages.count(f'--8<-- "examples/{name}.py"') == 1, name


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Slurm needs a POSIX shell")
def test_a_job_of_slurm_saves_is_queued_again_and_ends(tmp_path):
    """With `srun` that only runs its arguments, and `scontrol` that only prints them."""
    for name, line in {
        "srun": f'echo $$ > {tmp_path}/pid; exec "$@"',
        "scontrol": 'echo "scontrol $*"',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.path.dirname(sys.executable), os.environ["PATH"]])
    job = {"PATH": path, "FOLDER": str(tmp_path), "SLURM_ARRAY_TASK_ID": "3", "SLURM_JOB_ID": "77"}

    def begun(*arguments):
        command = ["bash", "examples/slurm_seeds.sh", "configs/marooned_demo.yaml", *arguments]
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **job},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    run = tmp_path / "runs" / "marooned_demo-3"
    first = begun("--evaluation.games", "10")
    while not (run / "origin.json").is_file():
        assert first.poll() is None, first.communicate()[0]
        time.sleep(0.1)
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGTERM)
    assert first.communicate()[0].endswith("scontrol requeue 77\n")
    assert (run / "checkpoint.safetensors").is_file()

    second = begun("--total-steps", "50000")
    assert "all steps are done" in second.communicate()[0]
    assert "seed: 3" in (run / "config.yaml").read_text()
    assert begun().communicate()[0] == f"{run} has ended\n"
