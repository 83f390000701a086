"""Machine code that comes with the package: used only where everything fits, else compiled as always."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from crusoe_env.engine import compile as compiler
from crusoe_env.engine.compile import cache_folder, compiled, is_compiled
from crusoe_env.engine.compile.linked import packaged
from crusoe_env.engine.compile.sources import Sources
from tests.support import UNCOMPILED
from tools.machine_code import write

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")


def half(number):
    return number / 2


def squares(number):
    return [number, number**2]


def forget() -> None:
    """As in a new process."""
    for known in (cache_folder, packaged._index, packaged.folder_of_code):
        known.cache_clear()


def compilations(function=half, argument=7, result=3.5) -> int:
    """How many versions of a function a new process has to compile."""
    forget()
    again = compiled(function)
    assert again(argument) == result
    return sum(again.stats.cache_misses.values())


@pytest.fixture
def code(tmp_path, monkeypatch) -> Path:
    """A package's code, which has `half` for integers; the cache of this process is empty."""
    monkeypatch.setenv("CRUSOE_ENV_MACHINE_CODE", "")
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path / "made"))
    monkeypatch.setattr(compiler, "_ready", set())
    assert compilations() == 1
    write(tmp_path / "made", tmp_path / "code", ["cmov"])
    monkeypatch.setenv("CRUSOE_ENV_MACHINE_CODE", str(tmp_path / "code"))
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path / "empty"))
    yield tmp_path / "code"
    forget()


def test_code_of_the_package_runs_without_the_compiler_and_is_no_pickle(code, tmp_path):
    assert compilations() == 0
    assert is_compiled(__name__)
    assert not [path for path in (tmp_path / "empty").rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in code.iterdir()) == [".json", ".o"]


def test_other_types_of_arguments_are_compiled(code):
    assert compilations(argument=7.0) == 1
    assert compilations() == 0


def test_what_was_compiled_for_this_processor_goes_first(code, monkeypatch):
    monkeypatch.setenv("CRUSOE_ENV_MACHINE_CODE", "")
    assert compilations() == 1
    monkeypatch.setenv("CRUSOE_ENV_MACHINE_CODE", str(code))
    for file in code.glob("*.o"):
        file.unlink()
    assert compilations() == 0


@pytest.mark.parametrize("damage", [b"", b"not machine code", None])
def test_a_damaged_file_counts_as_missing(code, damage):
    (file,) = code.glob("*.o")
    file.unlink() if damage is None else file.write_bytes(damage)
    assert compilations() == 1


def test_a_processor_without_its_instructions_compiles(code):
    index = json.loads((code / "index.json").read_text())
    (code / "index.json").write_text(json.dumps({**index, "features": ["cmov", "no such instructions"]}))
    assert compilations() == 1
    assert not is_compiled("tests.engine.nowhere")


@pytest.mark.parametrize("changed", ["sources", "byte code"])
def test_changed_rules_are_compiled(code, changed, monkeypatch):
    if changed == "sources":
        monkeypatch.setattr(Sources, "hash_of", lambda self, units: "0123456789abcdef")
        assert compilations() == 1
    else:
        monkeypatch.setattr(half, "__code__", (lambda number: number * 2).__code__)
        assert compilations(result=14) == 1


def test_without_a_folder_everything_is_compiled(code):
    shutil.rmtree(code)
    assert compilations() == 1


def test_only_functions_that_need_nothing_of_python_can_be_packaged(tmp_path, monkeypatch):
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path / "made"))
    forget()
    again = compiler.jit(squares, cache_folder(__name__))
    assert again(3) == [3, 9]
    with pytest.raises(ValueError, match=r"squares cannot be packaged: it needs more than machine code"):
        write(tmp_path / "made", tmp_path / "code", [])
    assert not (tmp_path / "code").exists()
    forget()
