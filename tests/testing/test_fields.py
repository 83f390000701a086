"""Types of fields: they say what the games have, and mypy finds a misspelt one."""

import ast
import sys

import pytest

import crusoe_env
from crusoe_env.engine.simulator import Simulator
from crusoe_env.testing import fields
from tests.support import NAMES, ROOT

RULES = """
def as_declared_{name}(s: {name}.State, t: {name}.Tables) -> int:
    return t.{of_tables} - s.{of_record}

def one_misspelt_{name}(s: {name}.State, t: {name}.Tables) -> int:
    return t.{of_tables} - s.{of_record}_

def another_{name}(s: {name}.State, t: {name}.Tables) -> int:
    return t.{of_tables}_ - s.{of_record}
"""


@pytest.mark.parametrize("name", NAMES)
def test_the_types_of_fields_are_up_to_date(name):
    game = crusoe_env.game(name)
    written = fields.file_of(game).read_text(encoding="utf-8")
    assert written == fields.source(game), "run python -m crusoe_env.testing.fields --write"


def test_a_number_is_an_int_and_several_are_an_array():
    text = fields.source(crusoe_env.game("marooned"))
    assert "    health: int\n" in text
    assert "    deck: NDArray[np.int16]\n" in text


def test_stale_types_are_named_and_written_anew(monkeypatch, tmp_path, capsys):
    file = tmp_path / fields.FILE
    monkeypatch.setattr(fields, "file_of", lambda game: file)
    game = crusoe_env.game("marooned")
    assert fields.main([game.path]) == 1
    assert capsys.readouterr().out == f"{file}: out of date\n"
    assert fields.main([game.path, "--write"]) == 0
    assert capsys.readouterr().out == f"{file}: written\n"
    assert fields.main([game.path]) == 0
    assert capsys.readouterr().out == ""


def test_a_file_of_others_is_not_overwritten(monkeypatch, tmp_path, capsys):
    file = tmp_path / fields.FILE
    file.write_text("mine = 1\n")
    monkeypatch.setattr(fields, "file_of", lambda game: file)
    with pytest.raises(SystemExit):
        fields.main([crusoe_env.game("marooned").path, "--write"])
    assert file.read_text() == "mine = 1\n"
    assert f"{file} is there already, and not written by this command: rename it" in capsys.readouterr().err


def a_number(dtype):
    """The name of a field of one number."""
    return next(name for name in dtype.names if not dtype[name].shape)


@pytest.mark.slow
def test_mypy_finds_misspelt_fields(tmp_path):
    api = pytest.importorskip("mypy.api")
    text, expected = "", []
    for name in NAMES:
        game = crusoe_env.game(name)
        of_record, of_tables = a_number(game.record.dtype), a_number(Simulator(game).tables.dtype)
        package = game.module.rpartition(".")[0]
        text = f"import {package}.fields as {name}\n" + text
        text += RULES.format(name=name, of_record=of_record, of_tables=of_tables)
        expected += [f'"State" has no attribute "{of_record}_"', f'"Tables" has no attribute "{of_tables}_"']
    file = tmp_path / "rules.py"
    file.write_text(text, encoding="utf-8")
    deepest = sys.getrecursionlimit()
    said, _, status = api.run(["--config-file", str(ROOT / "pyproject.toml"), str(file)])
    sys.setrecursionlimit(deepest)  # mypy raises it, and other tests nest too deeply for it
    errors = [
        line.partition("error: ")[2].partition(";")[0] for line in said.splitlines() if "error: " in line
    ]
    assert status == 1
    assert errors == expected


def typed_loosely(tree):
    """Functions of rules that do not say State for `s`, Tables for `t`."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            said = {it.arg: ast.unparse(it.annotation) if it.annotation else "" for it in function.args.args}
            if said.get("s", "State") != "State" or said.get("t", "Tables") != "Tables":
                yield function.name


@pytest.mark.parametrize("name", NAMES)
def test_all_rules_name_the_types_of_fields(name):
    folder = fields.file_of(crusoe_env.game(name)).parent
    parts = ("rules", "queries", "observation", "scenarios", "observation.py", "actions.py")
    files = [it for part in parts for it in [folder / part, *(folder / part).rglob("*.py")] if it.is_file()]
    loose = {it.stem: list(typed_loosely(ast.parse(it.read_text(encoding="utf-8")))) for it in files}
    assert not {name: functions for name, functions in loose.items() if functions}
    assert len(files) > 3
