"""Notebooks run from top to bottom, each in a process of its own, and keep outputs of their present code."""

import json
import os
import subprocess
import sys

import pytest

from research.notebooks import code_cells, digest, notebooks, page_of, read
from tests.support import ROOT

QUICK = {"STEPS": "60000", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
MOST, MOST_IN_ALL = 100_000, 250_000
"""Bytes of an output, and of all outputs of a notebook."""


@pytest.mark.slow
@pytest.mark.parametrize("name", notebooks())
def test_runs_and_shows_what_is_kept(name, tmp_path):
    command = [sys.executable, "-m", "research.notebooks", "--check", name]
    environment = {**os.environ, **QUICK}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    assert done.stderr == ""  # a notebook shows it in red


@pytest.mark.parametrize("name", notebooks())
def test_keeps_small_outputs_of_its_present_code(name):
    cells = code_cells(read(notebooks()[name]))
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    changed = [cell["id"] for cell in cells if cell["metadata"]["ran"] != digest(cell)]
    assert changed == [], f"python -m research.notebooks {name}"
    sizes = [len(json.dumps(cell["outputs"])) for cell in cells]
    assert max(sizes) <= MOST
    assert sum(sizes) <= MOST_IN_ALL


def test_a_page_of_the_site_shows_text_code_and_outputs():
    page = page_of(notebooks()["first_steps"])
    assert page.startswith("# First steps\n")
    assert "```python\n[game.action_name(action)" in page
    assert "'explore east'" in page
    assert page.count('<img alt="Marooned!, turn') >= 4
    assert "](plan_as_a_team.md)" in page
