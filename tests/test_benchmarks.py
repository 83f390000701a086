"""Benchmarks measure, print, and write their tables as data."""

import json
import os
import subprocess
import sys

import pytest

import crusoe_env
from benchmarks import peers, threads
from benchmarks.presenting import present
from crusoe_env.bench import speed
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import format_of, numbers_in, read_result, write_result
from tests.support import ROOT

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
@pytest.mark.parametrize("name", ["robinson-alone", "robinson-4"])
def test_a_play_of_peers_is_measured(name):
    command = [sys.executable, peers.PROGRAM, name, "0.1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CRUSOE_ENV_QUIET": "1"}
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    found = json.loads(out)
    assert found.keys() == {"version", *peers.FIGURES}
    assert found["steps"] > 0
    assert found["installed"] > found["package"]


def test_a_package_that_cannot_be_measured_has_a_row_with_the_reason(tmp_path, monkeypatch):
    row = peers.Row("Chess", "pgx", "pgx==0", games=1)
    (tmp_path / "pgx==0" / "bin").mkdir(parents=True)
    (tmp_path / "pgx==0" / "installed").touch()
    (tmp_path / "pgx==0" / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setattr(peers, "PROGRAM", program := tmp_path / "program.py")
    program.write_text("raise SystemExit('no such game')")
    cells = peers.cells_of(row, tmp_path, tmp_path, 0.1)
    assert cells == ("Chess", "pgx==0", "the program failed: no such game", "1", *[""] * 6)


def test_a_busy_machine_is_named_in_the_title():
    assert peers.title(0.1) == peers.TITLE
    assert "busy machine: load 2.5" in peers.title(2.5)


@pytest.mark.slow
def test_processes_measured_together_add_up():
    one, two = (threads.together(threads.LOOP, processes, 1, 0.2) for processes in (1, 2))
    assert 0.5 * one < two < 4 * one
