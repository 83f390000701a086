"""Programs in copies of one process run as if Python had been started for each."""

from __future__ import annotations

import pytest

from tests.forks import Program, run_all


def ended(tmp_path, *sources):
    return run_all([Program(source, str(tmp_path)) for source in sources])


@pytest.mark.slow
def test_each_program_has_names_and_modules_of_its_own(tmp_path):
    first, second, third = ended(
        tmp_path,
        "import crusoe_env\nmine = 1\ncrusoe_env.mine = 1",
        "import crusoe_env\nassert not hasattr(crusoe_env, 'mine')\nmine",
        "assert __name__ == '__main__'\njson",
    )
    assert first.status == 0, first.err
    assert second.status == 1
    assert "NameError: name 'mine' is not defined" in second.err
    assert "NameError: name 'json' is not defined" in third.err


@pytest.mark.slow
def test_a_program_runs_in_its_folder_and_ends_as_it_says(tmp_path):
    (tmp_path / "beside.py").write_text("number = 3\n")
    found = ended(
        tmp_path,
        "import beside, os\nassert os.path.exists('beside.py')\nraise SystemExit(beside.number)",
        "import warnings\nwarnings.warn('a warning')",
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    )
    assert [it.status for it in found] == [3, 1, -9]
    assert "UserWarning: a warning" in found[1].err
