"""Notebooks run from top to bottom, each in a process of its own, and are kept without outputs."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
QUICK = {"STEPS": "60000", "DECISIONS": "2", "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}


def cells(notebook):
    return [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]


def program(notebook):
    """The cells as a program, which shows the last expression of each as a notebook does."""
    lines = ["def show(it):", "    getattr(it, '_repr_html_', it.__repr__)()"]
    for cell in cells(notebook):
        body = ast.parse("".join(cell["source"])).body
        if isinstance(body[-1], ast.Expr):
            body[-1] = ast.parse(f"show({ast.unparse(body[-1].value)})").body[0]
        lines += [ast.unparse(statement) for statement in body]
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_runs(notebook, tmp_path):
    environment = {**os.environ, **QUICK, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program(notebook)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # a notebook shows it in red


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_is_kept_without_outputs(notebook):
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells(notebook))
