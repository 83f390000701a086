"""Benchmarks measure, print, and write their tables as data."""

import sys

import pytest

import crusoe_env
from benchmarks import peers
from benchmarks.presenting import present
from crusoe_env.bench import speed
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import format_of, numbers_in, read_result, write_result

TABLE = Table(
    "A title",
    ("agent", "games", "victories", "95 % interval", "gain", "quest 1", "mixed"),
    [
        ("random", "10,000", "0.0%", "0.0% – 0.4%", "", "1", "1.0"),
        ("mcts-500", "500", "41.25%", "-1.0% – 0.0%", "+3.2 (-1.7 to 4.7)", "2", "2.00"),
        ("2 | 3", "0", "7.0%", "3.0% – 9.0%", "-0.0 (-2.0 to 3.0)", "", "1,0"),
    ],
    detail=True,
)


def test_tables_come_back_from_their_file(tmp_path):
    write_result(file := tmp_path / "found.json", [TABLE, Table("Empty", ("x",), [])], "python -m this")
    found = read_result(file)
    back = found.tables[0]
    assert [tuple(row) for row in back.rows] == list(TABLE.rows)
    assert (back.title, tuple(back.headings), back.detail) == (TABLE.title, TABLE.headings, True)
    assert found.tables[1].rows == []
    assert (found.command, len(found.date)) == ("python -m this", 10)
    assert found.table("A t") is back
    with pytest.raises(KeyError, match="0 tables have 'B'"):
        found.table("B")


@pytest.mark.parametrize(
    ("cells", "form"),
    [
        (["10,000", "500"], "{:,.0f}"),
        (["+3.2 (-1.7 to 4.7)", "", "-0.2 (0.0 to 1.0)"], "{:+.1f} ({:.1f} to {:.1f})"),
        (["0.0% – 0.4%"], "{:.1f}% – {:.1f}%"),
        (["1.0", "2.00"], None),
        (["random", "scripted"], None),
        (["guided-32", "guided-8"], None),
        (["2026-11-28"], None),
        (["", ""], None),
        (["007"], None),
    ],
)
def test_a_column_of_numbers_keeps_its_format(cells, form):
    assert format_of(cells) == form


def test_numbers_of_a_cell_are_read():
    assert numbers_in("81.2% (78.7 – 1,083; +4)") == [81.2, 78.7, 1083, 4]


@pytest.mark.parametrize(
    "content", ["[1", "{}", '{"tables": [{"title": "x", "columns": [], "rows": [[1]]}]}']
)
def test_a_file_that_holds_no_result_is_named(content, tmp_path):
    file = tmp_path / "found.json"
    file.write_text(content)
    with pytest.raises(ValueError, match=r"found\.json: holds no result"):
        read_result(file)


def test_tables_are_shown_and_written_with_their_command(tmp_path, capsys, monkeypatch):
    present([TABLE], None, "research.named_chances")
    assert "A title" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["chances.py", "--games", "5"])
    present([TABLE, TABLE], tmp_path / "found.json", "research.named_chances")
    found = read_result(tmp_path / "found.json")
    assert (found.command, len(found.tables)) == ("python -m research.named_chances --games 5", 2)


def test_pictures_are_measured_in_both_forms(monkeypatch):
    pytest.importorskip("resvg_py")
    monkeypatch.setattr(speed, "PICTURES", 1)
    table = speed.pictures(crusoe_env.game("marooned"))
    svg, pixels, first = (float(row[1]) for row in table.rows)
    assert 0 < svg < pixels
    assert first > 0


@pytest.mark.slow
def test_what_is_played_beside_hanabi_is_compared_with_the_first_row():
    row = peers.Row("alone", peers.robinson_play, (16, 1))
    found = peers.table([row, row._replace(name="two", processes=2)], seconds=0.1, rounds=1)
    assert [cells[0] for cells in found.rows] == ["alone", "two"]
    assert found.rows[0][2] == "1.0"
    assert float(found.rows[1][2]) > 0


def test_openspiel_that_is_missing_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ValueError, match="OpenSpiel is missing: pip install open_spiel"):
        peers.hanabi_play(observed=True)
