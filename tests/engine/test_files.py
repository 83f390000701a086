"""Files that are written whole or not at all, and read up to a limit."""

import errno
import os
import sys
from pathlib import Path

import pytest

from crusoe_env.support.files import replacing, write_whole
from crusoe_env.support.reading import read_limited

posix = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")


@pytest.fixture
def full_disk(monkeypatch):
    """A disk on which the first bytes of a file can be written, and no more."""

    def fsync(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


def test_text_and_bytes_are_written_and_nothing_else_stays(tmp_path):
    write_whole(tmp_path / "text", "naïve\n")
    write_whole(tmp_path / "bytes", b"\0\r\n")
    write_whole(tmp_path / "text", "new\n")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        "text": b"new\n",
        "bytes": b"\0\r\n",
    }


def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path, full_disk):
    file = tmp_path / "file"
    file.write_text("old")
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, "new")
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "other", "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("file", "old")]


def test_an_interrupt_leaves_the_old_file_and_no_other(tmp_path):
    file = tmp_path / "file.txt"
    file.write_text("old")

    def write_half():
        with replacing(file) as partial:
            assert partial.suffix == ".txt"
            partial.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("file.txt", "old")]


def test_the_error_names_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError) as refused:
        write_whole(tmp_path / "no" / "file", "new")
    assert refused.value.filename == str(tmp_path / "no" / "file")


@posix
def test_the_permissions_of_a_file_stay(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o640)
    write_whole(file, "new")
    assert file.stat().st_mode & 0o777 == 0o640


@posix
def test_a_link_stays_and_its_file_is_replaced(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    write_whole(link, "new")
    assert (link.is_symlink(), file.read_text()) == (True, "new")


@posix
def test_devices_are_written_directly():
    write_whole("/dev/null", "lost")
    assert not Path("/dev/null").is_file()


def test_reading_has_a_limit(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_limited(file, 5) == b"12345"
    with pytest.raises(ValueError, match="is larger than 4 bytes"):
        read_limited(file, 4)
    with pytest.raises(ValueError, match="is no regular file"):
        read_limited(tmp_path, 5)


@posix
def test_endless_and_silent_files_are_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path / "pipe"):
        with pytest.raises(ValueError, match="is no regular file"):
            read_limited(path, 5)
