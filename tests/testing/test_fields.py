"""Types of fields: they say what the games have, and mypy finds a misspelt one."""

import pytest

import crusoe_env
from crusoe_env.testing import fields
from tests.support import NAMES, ROOT

RULES = """
from crusoe_env.marooned.fields import State, Tables

def as_declared(s: State, t: Tables) -> int:
    return t.max_health - s.health

def one_misspelt(s: State, t: Tables) -> int:
    return t.max_health - s.helth

def another(s: State, t: Tables) -> int:
    return t.most_health - s.health
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


def test_mypy_finds_misspelt_fields(tmp_path):
    api = pytest.importorskip("mypy.api")
    file = tmp_path / "rules.py"
    file.write_text(RULES, encoding="utf-8")
    said, _, status = api.run(["--config-file", str(ROOT / "pyproject.toml"), str(file)])
    errors = [
        line.partition("error: ")[2].partition(";")[0] for line in said.splitlines() if "error: " in line
    ]
    assert status == 1
    assert errors == [
        '"State" has no attribute "helth"',
        '"Tables" has no attribute "most_health"',
    ]
