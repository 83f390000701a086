"""A folder or file is written by one process at a time."""

import os
import subprocess
import sys
import threading

import pytest

from crusoe_env.support.locks import InUseError, only_writer_in, only_writer_of

HOLD = """
import sys
from crusoe_env.support.locks import only_writer_in
with only_writer_in(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def in_a_thread(lock, path):
    """What another thread, which stands for another process, comes to: None, or the error."""
    found = []

    def enter():
        try:
            with lock(path):
                found.append(None)
        except InUseError as error:
            found.append(str(error))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize(("lock", "name"), [(only_writer_in, "v0.5"), (only_writer_of, "entry.json")])
def test_one_at_a_time(lock, name, tmp_path):
    path = tmp_path / "runs" / name
    with lock(path):
        with lock(path):  # of the same thread
            pass
        assert in_a_thread(lock, path).startswith(f"{path}: another process writes")
    assert in_a_thread(lock, path) is None


def test_the_remedy_ends_the_message(tmp_path):
    with only_writer_in(tmp_path):
        found = []

        def enter():
            words = r"another process writes there; choose another --out$"
            with pytest.raises(InUseError, match=words), only_writer_in(tmp_path, "choose another --out"):
                pass
            found.append(True)

        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
    assert found == [True]


def test_nothing_stays_behind(tmp_path):
    with only_writer_in(tmp_path / "a" / "b"):
        assert (tmp_path / "a" / "b").is_dir()
    with only_writer_of(tmp_path / "c.json"):
        pass
    assert os.listdir(tmp_path) == []
    with only_writer_in(tmp_path / "a" / "b"):
        (tmp_path / "a" / "b" / "kept").touch()
    assert os.listdir(tmp_path / "a" / "b") == ["kept"]


def test_a_killed_process_locks_nobody_out(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(InUseError), only_writer_in(tmp_path):
            pass
        process.kill()
        process.wait()
        with only_writer_in(tmp_path):
            pass
    assert os.listdir(tmp_path) == []
