"""Examples run: here those whose libraries are among the locked ones; `sh examples/short.sh` runs all."""

import os
import re
import subprocess
import sys

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
