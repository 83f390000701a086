"""The sources that are changed, area by area, the tests that are for each, and the changes that are drawn."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from typing import NamedTuple

from crusoe_env.engine.compile.sources import Sources
from tests.mutations.changes import Mutation, sample

ONLY_COMPILED = (
    "engine/compile/__init__.py",
    "engine/compile/linked/linking.py",
    "engine/compile/linked/__init__.py",
    "engine/compile/linked/files.py",
    "engine/compile/linked/lowered.py",
    "engine/compile/linked/nontemporal.py",
    "support/progress.py",
)
"""Sources that do their work only where rules are compiled; they are not changed."""
COMPILED = re.compile(rb"^@(kernel|compiled)\b|\bA template\b", re.MULTILINE)
"""What a source says whose functions are compiled: loops of networks, templates of searches."""
LEAST = 10
"""Mutants of each area, however small it is."""
UNITS = ("engine", "robinson", "dieson", "marooned")
"""What is compiled for games."""

GAMES = ("tests/marooned", "tests/dieson")
"""Quick ones of rules."""
PLAY = tuple(
    f"tests/play/test_{name}.py" for name in ("terminal", "advice", "program", "saves", "server", "web")
)
COMMON = (
    "tests/engine",
    "tests/show",
    "tests/testing",
    "tests/robinson/test_mixed_tasks.py",
    "tests/robinson/test_wrong_scenarios.py",
    "tests/test_command_line.py",
    *GAMES,
    "tests/golden",
    "tests/conformance",
    *PLAY,
)
"""Tests of what all games have in common."""


class Area(NamedTuple):
    """A folder of sources, and the files and folders of tests that are for it."""

    sources: str
    tests: tuple[str, ...]
    compiled: bool = False
    """Do its tests run compiled, where a change does not have the rules of games compiled anew?"""
    rules: tuple[str, ...] = ()
    """Tests for the other changes, if not the same."""

    def files(self, root: Path) -> list[Path]:
        """Its sources that are changed."""
        found = sorted((root / self.sources).rglob("*.py"))
        return [file for file in found if not file.as_posix().endswith(ONLY_COMPILED)]


AREAS = {
    "engine": Area(
        "crusoe_env/engine",
        COMMON,
        compiled=True,
        rules=(
            "tests/engine",
            "tests/conformance/test_planning.py",
            "tests/robinson/test_wrong_scenarios.py",
            *GAMES,
        ),
    ),
    "interfaces": Area("crusoe_env/interfaces", COMMON, compiled=True),
    "show": Area("crusoe_env/show", ("tests/show", "tests/golden", *PLAY)),
    "support": Area(
        "crusoe_env/support", ("tests/engine", "tests/conformance/test_wrong_input.py", *GAMES, *PLAY)
    ),
    "play": Area(
        "crusoe_env/play", ("tests/test_command_line.py", "tests/testing", "tests/play"), compiled=True
    ),
    "robinson": Area(
        "crusoe_env/robinson",
        ("tests/robinson", "tests/golden", "tests/engine/test_states_from_outside.py"),
    ),
    "dieson": Area("crusoe_env/dieson", ("tests/dieson", "tests/golden")),
    "marooned": Area("crusoe_env/marooned", ("tests/marooned", "tests/golden")),
    "agents": Area(
        "agents",
        ("tests/agents",),
        compiled=True,
        rules=(
            "tests/agents/learning/test_fast.py",
            "tests/agents/learning/test_numbers.py",
            "tests/agents/robinson",
            "tests/agents/search",
        ),
    ),
}


def runs_compiled(root: Path, mutation: Mutation) -> bool:
    """Do tests run compiled with this change? Nobody sees there what compiled functions call."""
    area = next(area for area in AREAS.values() if mutation.file.startswith(area.sources))
    file = root / mutation.file
    seen = file not in _sources_of_rules(root) and COMPILED.search(file.read_bytes()) is None
    return area.compiled and seen


@functools.cache
def _sources_of_rules(root: Path) -> set[Path]:
    return set(Sources(root).taking_part([f"crusoe_env.{unit}" for unit in UNITS]).values())


def drawn(root: Path, name: str, count: int, seed: int) -> list[Mutation]:
    """The mutations of an area: its share of so many by the lines of all areas, and no fewer than `LEAST`."""
    lines = {
        area: sum(len(file.read_bytes().splitlines()) for file in AREAS[area].files(root)) for area in AREAS
    }
    share = max(LEAST, round(count * lines[name] / sum(lines.values())))
    return sample(root, AREAS[name].files(root), share, random.Random(f"{name} {seed}"))
