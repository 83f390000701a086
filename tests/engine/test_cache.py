"""The compiled cache on disk: damage counts as missing, and nobody else's files are read."""

from __future__ import annotations

import os
import pickle
import shutil
import stat
import tempfile
from pathlib import Path

import pytest

from crusoe_env.engine import compile as compiler
from crusoe_env.engine.compile import COMPLETE, cache_folder, compiled, ensure_compiled, is_compiled
from crusoe_env.engine.compile.cache import cache_root, private_folder
from crusoe_env.engine.compile.linked.files import KeptCache
from tests.support import UNCOMPILED

needs_compiling = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch) -> None:
    """As in a new process, with a cache folder and a folder for temporary files of the test's own."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiler, "_ready", set())
    monkeypatch.setattr(KeptCache, "_unkept", set())
    cache_folder.cache_clear()
    private_folder.cache_clear()
    yield
    cache_folder.cache_clear()
    private_folder.cache_clear()


def add_one(number):
    return number + 1


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A cache in which `add_one` is compiled; a test damages a copy of it."""
    cache = tmp_path_factory.mktemp("whole") / "cache"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CRUSOE_ENV_CACHE", str(cache))
        assert compilations() == 1
    return cache


def compilations() -> int:
    """How many versions of a function a new process has to compile."""
    cache_folder.cache_clear()
    again = compiled(add_one)
    assert again(7) == 8
    return sum(again.stats.cache_misses.values())


def file_of(tmp_path: Path, suffix: str) -> Path:
    """The only file of this kind in the cache."""
    (file,) = (tmp_path / "cache").rglob(f"*{suffix}")
    return file


# ---------------------------------------------------------------------- damaged files


class Planted:
    """Runs code when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("planted",)


def replaced_by_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "inside").touch()


def last_bit_flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)


def locked_away(file: Path) -> None:
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read every file")


DAMAGES = {
    "missing": Path.unlink,
    "empty": lambda file: file.write_bytes(b""),
    "shorter than a hash": lambda file: file.write_bytes(b"short"),
    "cut in half": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "without its end": lambda file: file.write_bytes(file.read_bytes()[:-1]),
    "garbage": lambda file: file.write_bytes(os.urandom(500)),
    "zeros": lambda file: file.write_bytes(bytes(file.stat().st_size)),
    "another pickle": lambda file: file.write_bytes(pickle.dumps(["something", "else"])),
    "code in a pickle": lambda file: file.write_bytes(pickle.dumps(Planted())),
    "one bit": last_bit_flipped,
    "a folder": replaced_by_a_folder,
    "no permission": locked_away,
}


@needs_compiling
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_anew_and_replaced(whole, tmp_path, monkeypatch, suffix, damage):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(whole, tmp_path / "cache")
    assert compilations() == 0
    DAMAGES[damage](file_of(tmp_path, suffix))
    assert [compilations(), compilations()] == [1, 0]
    assert file_of(tmp_path, suffix).is_file()
    assert not Path("planted").exists()


@needs_compiling
@pytest.mark.parametrize("depth", [0, 1])
def test_a_file_in_the_place_of_a_folder_is_replaced(tmp_path, depth):
    assert compilations() == 1
    folder = file_of(tmp_path, ".nbi").parents[1 - depth]
    for file in folder.rglob("*.nb?"):
        file.unlink()
    (folder / "lock").unlink(missing_ok=True)
    for inner in folder.iterdir():
        inner.rmdir()
    folder.rmdir()
    folder.write_text("")
    assert [compilations(), compilations()] == [1, 0]


@needs_compiling
def test_a_lock_that_cannot_be_opened_keeps_nobody_from_compiling(tmp_path):
    assert compilations() == 1
    file_of(tmp_path, ".nbc").unlink()
    replaced_by_a_folder(file_of(tmp_path, "lock"))
    assert [compilations(), compilations()] == [1, 0]


@needs_compiling
def test_files_missing_from_a_complete_cache_are_compiled_anew(tmp_path):
    assert compilations() == 1
    (cache_folder("tests") / COMPLETE).touch()
    assert is_compiled("tests")
    file_of(tmp_path, ".nbi").unlink()
    file_of(tmp_path, ".nbc").unlink()
    ensure_compiled("tests", "tests", "no time", lambda: None)
    assert [compilations(), compilations()] == [1, 0]


@needs_compiling
def test_code_that_cannot_be_kept_runs_and_is_told_once(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("CRUSOE_ENV_QUIET", raising=False)

    def full(self, path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("crusoe_env.engine.compile.linked.files.RulesCacheFile._write", full)
    assert [compilations(), compilations()] == [1, 1]
    told = capsys.readouterr().err
    assert told.count("compiled code cannot be kept in") == 1
    assert "No space left on device" in told


@needs_compiling
def test_a_cache_is_complete_only_if_everything_was_kept(tmp_path, monkeypatch):
    def full(self, path, content):
        raise OSError(28, "No space left on device")

    def compile_now():
        assert compilations() == 1

    with monkeypatch.context() as patched:
        patched.setattr("crusoe_env.engine.compile.linked.files.RulesCacheFile._write", full)
        ensure_compiled("tests", add_one.__module__, "no time", compile_now)
        assert not is_compiled(add_one.__module__)
    monkeypatch.setattr(compiler, "_ready", set())  # as in the next process, when the disk has space
    monkeypatch.setattr(KeptCache, "_unkept", set())
    ensure_compiled("tests", add_one.__module__, "no time", compile_now)
    assert is_compiled(add_one.__module__)


# ---------------------------------------------------------------------- whose folder it is


def private(tmp_path: Path) -> Path:
    """The name of the folder that all processes of this user share."""
    return tmp_path / "temporary" / f"crusoe_env-{os.getuid()}"


posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows keeps users apart itself")


def test_the_fallback_is_a_folder_that_only_this_user_can_enter(tmp_path):
    folder = private_folder()
    assert folder.parent == tmp_path / "temporary"
    assert os.name == "nt" or stat.S_IMODE(folder.stat().st_mode) == 0o700
    private_folder.cache_clear()
    assert private_folder() == folder


def a_link(folder: Path) -> None:
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir(mode=0o700)
    folder.symlink_to(elsewhere)


def a_file(folder: Path) -> None:
    folder.write_text("")


def writable_by_all(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def of_somebody_else(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    try:
        os.chown(folder, os.getuid() + 1, -1)
    except PermissionError:
        pytest.skip("this user cannot give folders away")


@posix
@pytest.mark.parametrize("plant", [a_link, a_file, writable_by_all, of_somebody_else])
def test_a_planted_fallback_is_refused(tmp_path, monkeypatch, capsys, plant):
    monkeypatch.delenv("CRUSOE_ENV_QUIET", raising=False)
    plant(private(tmp_path))
    folder = private_folder()
    assert folder != private(tmp_path)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert folder == private_folder()  # one for a process
    told = capsys.readouterr().err
    assert told == (
        f"crusoe_env: {private(tmp_path)} may be somebody else's; compiled code is kept in {folder},"
        " for this process only\n"
    )


@posix
@needs_compiling
def test_code_in_a_planted_fallback_does_not_run(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path / "file" / "cache"))
    assert [compilations(), compilations()] == [1, 0]
    private(tmp_path).chmod(0o777)
    private_folder.cache_clear()
    assert compilations() == 1


def test_a_user_without_a_home_has_the_fallback(monkeypatch):
    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    monkeypatch.setattr(Path, "expanduser", lambda path: nowhere())
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert cache_root() == private_folder()  # "~/somewhere", as it may be
    monkeypatch.delenv("CRUSOE_ENV_CACHE")
    assert cache_root() == private_folder()
    assert cache_folder("crusoe_env.engine").parent == private_folder()
