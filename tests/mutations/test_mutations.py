"""The mutation check finds what tests notice and what they do not, in a small project with known outcomes."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.mutations.__main__ import AREAS, drawn
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


class Quiet:
    def never_called(self):
        return 3
"""
TESTS = """\
from sources.small import count_to, fill, larger


def test_larger():
    assert larger(1, 2) == 2


def test_counting():
    assert count_to(4) == 4


def test_filling():
    assert len(fill(200_000)) == 100_000


def test_that_fails_anyway():
    assert count_to(0) == 1
"""
EXPECTED = {
    "a > b -> a >= b": SURVIVED,
    "i < n -> i <= n": NOTICED,
    "i += 1 -> pass": NOTICED,  # never ends
    "n // 2 -> n * 2": NOTICED,
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
        project.note_calls(["tests"], tmp_path / "calls.json")
        yield project


@pytest.mark.skipif(sys.platform == "win32", reason="processes are limited and ended as POSIX has it")
def test_each_change_is_judged_by_the_tests_that_call_it(project, tmp_path):
    assert {test.partition("::")[2] for test in project.tests} == {
        "test_larger",
        "test_counting",
        "test_filling",
    }
    source = (project.root / "sources/small.py").read_bytes()
    changes = [each for group in mutations_of("sources/small.py", source).values() for each in group]
    verdicts = {each.words: project.verdict(each) for each in changes if each.words in EXPECTED}
    assert verdicts == EXPECTED
    assert (project.root / "sources/small.py").read_bytes() == source
    assert (tmp_path / "project/sources/small.py").read_text() == SOURCE
    again = Project(project.root, ("sources",), start=0)
    again.note_calls(["tests"], tmp_path / "calls.json")  # from the file
    assert again.tests == project.tests


def test_every_explanation_is_of_a_change_that_there_is():
    for file, function, words in EXPLAINED:
        changes = mutations_of(file, (ROOT / file).read_bytes())[function]
        assert words in [each.words for each in changes], f"{file} {function}: {words}"


def test_what_is_drawn_is_valid_and_the_same_for_a_seed():
    areas = {name: AREAS[name] for name in ("play", "marooned")}
    mutations = drawn(ROOT, areas, 30, 5)
    assert mutations == drawn(ROOT, areas, 30, 5)
    assert len({(each.file, each.function) for each in mutations}) == 30
    for each in mutations:
        source = (ROOT / each.file).read_bytes()
        assert ast.dump(ast.parse(each.of(source))) != ast.dump(ast.parse(source))
    assert all(any(each.file.startswith(area.sources) for each in mutations) for area in areas.values())
