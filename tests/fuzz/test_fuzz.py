"""Damaged files of every kind do no harm, and the check finds those that would."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import pytest

from tests.fuzz.damage import OTHERS, restructured
from tests.fuzz.kinds import KINDS
from tests.fuzz.runs import FAULT, FORK, PLAYED, REFUSED, Kind, RefusedError, UnplayableError, run
from tests.support import repeats

COUNT = repeats(6, deep=100)
"""Files of each kind; `python -m tests.fuzz` tries 3,000."""

pytestmark = pytest.mark.skipif(FORK is None, reason="this system cannot fork processes")


LONG = ("cache", "challenge")
"""They start a process, or begin games, for each file."""


@pytest.mark.parametrize(
    "name", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in LONG)) for kind in KINDS]
)
def test_damaged_files_are_refused_in_a_line_or_playable(name, tmp_path):
    outcomes = list(run(name, KINDS[name], range(COUNT), 0, tmp_path))
    found = [f"{outcome.fault}: {outcome.message} ({outcome.file})" for outcome in outcomes if outcome.fault]
    assert not found, "\n".join(found)


# ------------------------------------------------------------------ the check itself
def verdict(tmp_path, check, **settings):
    """What is found where reading any damaged file does this."""
    kind = Kind(
        lambda: {"sound.txt": b"sound"}, lambda name, content, rng: b"damaged", harmless(check), **settings
    )
    (outcome,) = run("text", kind, [0], 0, tmp_path)
    return outcome.verdict, outcome.fault


def harmless(check):
    """The same for damaged files alone."""
    return lambda file: check(file) if file.read_bytes() == b"damaged" else None


def refuse(file):
    raise RefusedError(f"{file}: is no scenario")


def refuse_in_lines(file):
    raise RefusedError(f"{file}: is\nno scenario")


def refuse_without_name(file):
    raise RefusedError("is no scenario")


def fail(file):
    raise KeyError(file)


def play_badly(file):
    raise UnplayableError("no action is legal")


def hang(file):
    time.sleep(60)


def exhaust(file):
    return bytearray(1 << 40)


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (Path.read_bytes, (PLAYED, "")),
        (refuse, (REFUSED, "")),
        (refuse_in_lines, (FAULT, "the command: message of 2 lines")),
        (refuse_without_name, (FAULT, "the command: message that does not name the file")),
        (play_badly, (FAULT, "no game: no action is legal")),
        (lambda file: os.abort(), (FAULT, "crash (SIGABRT)")),
        (lambda file: os._exit(3), (FAULT, "exit with status 3")),
        (hang, (FAULT, "takes too long")),
    ],
)
def test_what_becomes_of_a_file(check, expected, tmp_path):
    assert verdict(tmp_path, check, seconds=1) == expected


def test_other_exceptions_are_faults(tmp_path):
    assert verdict(tmp_path, fail)[1].startswith("KeyError at ")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux alone")
def test_much_memory_is_a_fault(tmp_path):
    assert verdict(tmp_path, exhaust)[1].startswith("MemoryError")


def test_damage_leaves_the_values_that_it_chooses_from_as_they_are():
    before = repr(OTHERS)
    for number in range(2_000):
        restructured({"a": [1, {"b": [2]}], "c": {"d": {}}}, random.Random(number), least=3)
    assert repr(OTHERS) == before


def test_the_same_number_gives_the_same_file_and_only_faults_are_kept(tmp_path):
    kind = KINDS["facts"]
    first, second = (list(run("facts", kind, [3, 7], 0, tmp_path / name)) for name in "ab")
    assert [outcome[1:] for outcome in first] == [outcome[1:] for outcome in second]
    assert [outcome.file.exists() for outcome in first] == [bool(outcome.fault) for outcome in first]
