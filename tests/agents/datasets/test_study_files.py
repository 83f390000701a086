"""The files of a study on a full disk, and what a damaged line costs: its own game."""

import errno
import json
import os

import pytest

from agents.commands import dataset
from agents.datasets.formats import read
from agents.datasets.study import read_study
from agents.errors import ConfigError
from crusoe_env.play import study as studies
from crusoe_env.play.seats import HUMAN, SeatedSession
from crusoe_env.play.study import Study, append
from tests.support import new_env


def play(folder, seed, most=10_000):
    """A game of a study, whose player takes the first legal action each time; the study."""
    env = new_env("marooned")
    env.reset(seed=seed)
    session = SeatedSession(env, [HUMAN], options={}, seed=seed)
    study = Study(folder, session)
    while session.deciders() and len(session.history) < most:
        session.move_as(0, session.legal(0)[0])
    return study


@pytest.fixture
def folder(tmp_path):
    """A study of three games."""
    for seed in (1, 2, 3):
        play(tmp_path / "study", seed)
    return tmp_path / "study"


def lines_of(folder, name):
    return (folder / name).read_bytes().splitlines(keepends=True)


def name_in(line):
    return json.loads(line)["game"]


# ---------------------------------------------------------------------- writing


@pytest.fixture
def full_disk(monkeypatch):
    """From now on only half of each line fits."""
    write = os.write
    monkeypatch.setattr(os, "write", lambda opened, content: write(opened, content[: len(content) // 2]))


def test_a_line_that_does_not_fit_is_taken_back(tmp_path, full_disk, monkeypatch):
    file = tmp_path / "lines"
    file.write_bytes(b'{"a": 1}\n')
    with pytest.raises(OSError, match="written in part: is the disk full") as caught:
        append(file, {"b": 2})
    assert caught.value.errno == errno.ENOSPC
    assert file.read_bytes() == b'{"a": 1}\n'


def test_after_half_a_line_the_next_one_begins_anew(tmp_path):
    file = tmp_path / "lines"
    file.write_bytes(b'{"a": 1}\n{"b":')
    append(file, {"c": 3})
    append(file, {"d": 4})
    assert file.read_bytes() == b'{"a": 1}\n{"b":\n{"c": 3}\n{"d": 4}\n'


def test_who_runs_the_study_is_told_that_moves_are_lost(tmp_path, monkeypatch, capsys):
    study = play(tmp_path / "study", 1, most=2)

    def full(file, line):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(studies, "append", full)
    study.session.move_as(0, study.session.legal(0)[0])
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"study {tmp_path / 'study'}, game {study.game}: the study could not keep a move: " in said
    assert study.notice in said


# ---------------------------------------------------------------------- reading


def cut(lines, at):
    """Half of a line, glued to the next one, as earlier versions left it on a full disk."""
    return [*lines[:at], lines[at][:-20], *lines[at + 1 :]]


def changed(lines, at, **changes):
    return [*lines[:at], json.dumps({**json.loads(lines[at]), **changes}).encode() + b"\n", *lines[at + 1 :]]


DAMAGE = {
    "half a decision": ("decisions.jsonl", lambda lines: cut(lines, 3), "line 4: a line is no JSON"),
    "no decision": ("decisions.jsonl", lambda lines: [*lines[:3], *lines[4:]], "line 4: move 4 is missing"),
    "other state": ("decisions.jsonl", lambda lines: changed(lines, 3, state="eJw="), "seat 0: the state"),
    "legal": ("decisions.jsonl", lambda lines: changed(lines, 3, legal=5), "line 4: field 'legal'"),
    "huge seat": ("decisions.jsonl", lambda lines: changed(lines, 3, seat=2**70), "line 4: field 'seat'"),
    "options": ("games.jsonl", lambda lines: changed(lines, 0, options=5), "line 1: field 'options'"),
    "half a beginning": ("games.jsonl", lambda lines: [b"{" + lines[0][20:], *lines[1:]], "line 1"),
    "end": ("games.jsonl", lambda lines: changed(lines, 1, end={}), "line 2: a line lacks 'victory'"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_line_costs_its_own_game(name, folder, tmp_path, capsys):
    file, damage, said = DAMAGE[name]
    (folder / file).write_bytes(b"".join(damage(lines_of(folder, file))))
    assert dataset.main(["people", str(folder), "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert "2 games, 2 episodes of people" in shown.out
    assert said in shown.err
    assert "left out" in shown.err or name == "half a beginning"
    assert [it.seed for it in read(tmp_path / "people-study")] == [2, 3]


def test_a_game_whose_last_move_is_lost_is_left_out(folder):
    lines = lines_of(folder, "decisions.jsonl")
    last = name_in(lines[-1])
    (folder / "decisions.jsonl").write_bytes(b"".join(lines[:-1]))
    found = read_study(folder)
    assert last not in [it.name for it in found.games]
    (problem,) = found.problems
    assert f"moves were made, {json.loads(lines[-1])['number'] - 1} are there; game {last!r}" in problem


def test_a_file_of_nothing_but_damaged_lines_is_given_up(folder):
    with (folder / "decisions.jsonl").open("ab") as file:
        file.write(b"\n" * 2_000)
    with pytest.raises(
        ConfigError, match=r"decisions\.jsonl, line \d+: .*; more than 1,000 lines are damaged"
    ):
        read_study(folder)


def test_a_study_of_a_sound_disk_has_no_problems(folder):
    play(folder, 4, most=2)
    found = read_study(folder)
    assert (len(found.games), found.unfinished, found.problems) == (3, 1, [])


def test_a_study_in_which_no_game_has_begun_is_refused_in_one_line(tmp_path, capsys):
    for kept in ("games", "decisions"):
        (tmp_path / f"{kept}.jsonl").write_text("")
    assert dataset.main(["people", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "no game of people that has ended" in said
    assert said.count("\n") == 1
