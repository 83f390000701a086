"""`--workers`: tests are collected once, shared by forked processes, and reported as in one process."""

import sys

import pytest

from tests.running.workers import LARGEST_PART, parts_of
from tests.support import run_python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

COLLECTED = """
import os, pathlib, signal, pytest

with open("collected", "a") as file:
    file.write("once\\n")

@pytest.fixture(scope="module")
def shared():
    with open("fixtures", "a") as file:
        file.write(f"{os.getpid()}\\n")
    yield
    with open("fixtures", "a") as file:
        file.write(f"{os.getpid()} ended\\n")
"""


def pytest_run(folder, *given):
    """The output of pytest in a folder, and its exit status."""
    plugins = ("-p", "tests.running.workers", "-p", "tests.running.durations", "-p", "no:cacheprovider")
    arguments = ("-m", "pytest", "-q", "--rootdir", folder, "-c", "none.ini", *plugins, *given)
    (folder / "none.ini").write_text("[pytest]\n")
    code = f"import os, sys, pytest; os.chdir({str(folder)!r}); sys.exit(pytest.main(sys.argv[1:]))"
    done = run_python("-c", code, *map(str, arguments[2:]))
    return done.stdout + done.stderr, done.returncode


def test_tests_are_collected_once_and_all_run(tmp_path):
    for name in ("one", "two", "three"):
        body = (
            "\ndef test_a(shared):\n    pass\n\ndef test_b(shared, tmp_path):\n    assert tmp_path.is_dir()\n"
        )
        (tmp_path / f"test_{name}.py").write_text(COLLECTED + body)
    said, status = pytest_run(tmp_path, "--workers", 2)
    assert "6 passed" in said
    assert status == 0
    assert (tmp_path / "collected").read_text().splitlines() == ["once"] * 3
    fixtures = (tmp_path / "fixtures").read_text().splitlines()
    assert len(fixtures) == 6  # each file's fixture is made and ended once
    assert sum("ended" in line for line in fixtures) == 3


def test_failures_and_what_was_printed_are_reported(tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it():\n    print('what it says')\n    assert 1 == 2\n")
    (tmp_path / "test_that.py").write_text("def test_that():\n    print('nobody sees this')\n")
    said, status = pytest_run(tmp_path, "--workers", 2)
    assert "assert 1 == 2" in said
    assert "what it says" in said
    assert "nobody sees this" not in said
    assert "1 failed, 1 passed" in said
    assert status == 1


def test_a_crash_is_a_failure_of_its_test_and_the_others_run(tmp_path):
    crash = "\ndef test_crash():\n    os.kill(os.getpid(), signal.SIGKILL)\n\ndef test_after():\n    pass\n"
    (tmp_path / "test_it.py").write_text(COLLECTED + crash)
    (tmp_path / "test_that.py").write_text("def test_that():\n    pass\n")
    said, status = pytest_run(tmp_path, "--workers", 2)
    assert "the process of this test ended with status -9" in said
    assert "1 failed, 2 passed" in said
    assert status == 1


def test_after_the_first_failure_no_more_are_handed_out(tmp_path):
    for number in range(6):
        (tmp_path / f"test_{number}.py").write_text("def test_it():\n    raise ValueError\n")
    said, status = pytest_run(tmp_path, "--workers", 2, "-x")
    assert "stopping after" in said
    assert "1 failed" in said or "2 failed" in said  # the other worker may be under way
    assert status == 1


@pytest.mark.parametrize("count", ["0", "-1", "many"])
def test_what_is_no_number_of_workers_is_refused(tmp_path, count):
    (tmp_path / "test_it.py").write_text("def test_it():\n    pass\n")
    said, status = pytest_run(tmp_path, f"--workers={count}")
    assert f"--workers {count}: is no number of processes; choose 1, 2, ... or auto" in said
    assert status == pytest.ExitCode.USAGE_ERROR


class Item:
    """What the order of the tests depends on."""

    def __init__(self, path, mark=None):
        self.path, self.mark = path, mark

    def get_closest_marker(self, name):
        return self.mark if name == self.mark else None


@pytest.mark.parametrize("mark", ["slow", "browser"])
def test_files_stay_together_and_those_with_tests_that_take_long_come_first(mark):
    items = [Item("a"), Item("a"), Item("b"), Item("b", mark), *[Item("c")] * (LARGEST_PART + 1)]
    large = list(range(4, 4 + LARGEST_PART))
    assert parts_of(items) == [[2, 3], [0, 1], large, [4 + LARGEST_PART]]
