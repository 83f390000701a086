"""The mutation check finds what tests notice and what they do not, in a small project with known outcomes."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.mutations.areas import AREAS, drawn
from tests.mutations.changes import mutations_of
from tests.mutations.explained import EXPLAINED
from tests.mutations.runs import NOTICED, SURVIVED, UNTESTED, Project, private_copy
from tests.support import ROOT

SOURCE = """\
def larger(a, b):
    return a if a > b else b


def count_to(n):
    i = 0
    while i < n:
        i += 1
    return i


def fill(n):
    return [0] * (n // 2)


def main():
    print(count_to(5))


def one():
    return 1


class Quiet:
    def never_called(self):
        return 3


ONE = one()  # no test calls it after the import
"""
TESTS = """\
import subprocess
import sys
from pathlib import Path

from sources.small import ONE, count_to, fill, larger


def test_larger():
    assert larger(1, 2) == 2


def test_counting():
    assert count_to(4) == 4


def test_filling():
    assert len(fill(200_000)) == 100_000


def test_in_another_process():
    command = [sys.executable, "-c", "from sources.small import main; main()"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"5"


def test_what_an_import_sets():
    assert ONE == 1


def test_that_passes_once():
    seen = Path("seen")
    assert not seen.exists()
    seen.touch()
    assert larger(1, 1) == 1


def test_that_fails_anyway():
    assert count_to(0) == 1
"""
EXPECTED = {
    "a > b -> a >= b": SURVIVED,
    "i < n -> i <= n": NOTICED,
    "i += 1 -> pass": NOTICED,  # never ends
    "n // 2 -> n * 2": NOTICED,
    "1 -> 2 in return 1": NOTICED,  # when it is imported
    "print(count_to(5)) -> pass": NOTICED,  # in another process
    "3 -> 4 in return 3": UNTESTED,
}


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    for name, text in {
        "sources/small.py": SOURCE,
        "tests/test_small.py": TESTS,
        "sources/__init__.py": "",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    with private_copy(root) as copy:
        project = Project(copy, ("sources",), start=10)
        project.note_calls(["tests"], tmp_path / "calls")
        yield project


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are limited and ended as POSIX has it")
def test_each_change_is_judged_by_the_tests_that_call_it(project, tmp_path):
    before = dict(project.tests)
    assert {test.partition("::")[2] for test in before} == {
        "test_larger",
        "test_counting",
        "test_filling",
        "test_in_another_process",
        "test_what_an_import_sets",
        "test_that_passes_once",
    }
    source = (project.root / "sources/small.py").read_bytes()
    changes = [each for group in mutations_of("sources/small.py", source).values() for each in group]
    found = project.verdicts(each for each in changes if each.words in EXPECTED)
    assert {each.words: verdict for each, verdict in found} == EXPECTED
    assert (project.root / "sources/small.py").read_bytes() == source
    assert (tmp_path / "project/sources/small.py").read_text() == SOURCE
    again = Project(project.root, ("sources",), start=0)
    again.note_calls(["tests"], tmp_path / "calls")  # from the file
    assert again.tests == before
    left_out = {test.partition("::")[2] for test in before.keys() - project.tests.keys()}
    assert left_out == {"test_that_passes_once"}


def test_every_explanation_is_of_a_change_that_there_is():
    for file, function, words in EXPLAINED:
        changes = mutations_of(file, (ROOT / file).read_bytes())[function]
        assert words in [each.words for each in changes], f"{file} {function}: {words}"


@pytest.mark.slow
def test_what_is_drawn_is_valid_and_the_same_for_a_seed():
    mutations = drawn(ROOT, "play", 30, 5) + drawn(ROOT, "robinson", 30, 5)
    assert mutations == drawn(ROOT, "play", 30, 5) + drawn(ROOT, "robinson", 30, 5)
    assert len({(each.file, each.function) for each in mutations}) == len(mutations) >= 20
    for each in mutations:
        source = (ROOT / each.file).read_bytes()
        assert ast.dump(ast.parse(each.of(source))) != ast.dump(ast.parse(source))
        assert each.file.startswith((AREAS["play"].sources, AREAS["robinson"].sources))
