"""What several tests share: playing through the public interface, comparing results, fresh processes."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numba
import numpy as np
import pytest

import crusoe_env

ROOT = Path(__file__).resolve().parent.parent
NAMES = tuple(name for name, env_id in crusoe_env.GAMES.items() if env_id.startswith("crusoe_env/"))
"""The games of the suite; tests may have registered others."""
IDS = crusoe_env.GAMES
SEVERAL_PLAYERS = tuple(name for name in NAMES if crusoe_env.game(name).several_players)
UNCOMPILED = bool(numba.config.DISABLE_JIT)
DEEP = bool(os.environ.get("CRUSOE_TESTS_DEEP"))
"""`make deep` repeats more."""


def repeats(few: int, deep: int) -> int:
    """How often something is repeated: in each run of the tests, and by `make deep`."""
    return deep if DEEP else few


def run_by_python(rule: Any) -> Any:
    """A compiled rule, run by Python: what it calls is compiled, once for all who call that, but not it."""
    return getattr(rule, "py_func", rule)


def new_env(name: str, **settings: Any) -> Any:
    """A game's environment as `gymnasium.make` builds it, without its wrappers."""
    return gymnasium.make(IDS[name], **settings).unwrapped


def new_vector_env(name: str, num_envs: int, **settings: Any) -> Any:
    """A game's native vector environment."""
    mode = "vector_entry_point"
    return gymnasium.make_vec(IDS[name], num_envs, vectorization_mode=mode, **settings)


def has_points(name: str) -> bool:
    """Do victory points count in a game?"""
    game = crusoe_env.game(name)
    return bool(game.has_points(crusoe_env.Simulator(game).tables))


def play_on(env: Any, rng: np.random.Generator, steps: int | None = None) -> list[tuple[Any, ...]]:
    """Random legal play until the end, or for so many steps; what each step returned."""
    returned = []
    while env.legal_actions() and (steps is None or len(returned) < steps):
        returned.append(env.step(int(rng.choice(env.legal_actions()))))
    return returned


def play_episode(env: Any, seed: int | None, actions_seed: int = 0) -> list[tuple[Any, ...]]:
    """One random legal episode: what `reset` and each `step` returned."""
    return [env.reset(seed=seed), *play_on(env, np.random.default_rng(actions_seed))]


def states_of_random_games(simulator: Any, games: int, moves: int, seed: int) -> np.recarray:
    """All states of some random games, those of the games that still go on after each move."""
    rng = np.random.default_rng(seed)
    now = simulator.new_games(games, seed=seed)
    seen = [now]
    for _ in range(moves):
        masks = simulator.masks(now)
        live = now.over == 0
        if not live.any():
            break
        now = simulator.step(now, (masks * rng.random(masks.shape)).argmax(axis=1))
        seen.append(now[live])
    return np.concatenate(seen).view(np.recarray)


def some_of_every_kind(env: Any, rng: np.random.Generator) -> int:
    """Mostly a legal action, sometimes any, sometimes one that does not exist."""
    kind = rng.random()
    if kind < 0.8:
        return int(rng.choice(np.flatnonzero(env.action_masks())))
    if kind < 0.95:
        return int(rng.integers(env.action_space.n))
    return int(rng.choice([-1, env.action_space.n, 2**40]))


def differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Where two nested results differ, types and dtypes included; empty if nowhere."""
    if type(one) is not type(other):
        return [f"{where}: {type(one).__name__} against {type(other).__name__}"]
    if isinstance(one, dict):
        found = [f"{where}: only on one side: {key}" for key in one.keys() ^ other.keys()]
        for key in one.keys() & other.keys():
            found += differences(one[key], other[key], f"{where}[{key!r}]")
        return found
    if isinstance(one, list | tuple):
        if len(one) != len(other):
            return [f"{where}: {len(one)} against {len(other)} entries"]
        return [d for i, pair in enumerate(zip(one, other)) for d in differences(*pair, f"{where}[{i}]")]
    if isinstance(one, np.ndarray) and one.dtype == object:
        return differences(list(one), list(other), where)
    if isinstance(one, np.ndarray):
        if one.dtype != other.dtype or one.shape != other.shape:
            return [f"{where}: {one.dtype}{one.shape} against {other.dtype}{other.shape}"]
        return [] if np.array_equal(one, other) else [f"{where}: {one} against {other}"]
    return [] if one == other else [f"{where}: {one!r} against {other!r}"]


def assert_same(one: Any, other: Any) -> None:
    """Two nested results are equal in every value and type."""
    found = differences(one, other)
    assert not found, "\n".join(found[:5])


@contextlib.contextmanager
def refused(kind: Any, *words: str, start: str = "", most: int | None = None) -> Iterator[None]:
    """What is done within raises an error of this kind, or of these.

    It is one line of fewer than `most` characters, which begins with `start` and has all these words.
    """
    with pytest.raises(kind) as error:
        yield
    said = str(error.value)
    assert said.startswith(start)
    assert all(word in said for word in words), said
    assert "\n" not in said
    assert most is None or len(said) < most


def content_of_page(page: str) -> dict[str, Any]:
    """What a replay page holds."""
    (packed,) = re.findall(r'<script id="data" type="text/plain">(.*?)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def pictures_of_page(content: dict[str, Any], runs: list[int]) -> tuple[str, str]:
    """A picture of a replay page in its light and its dark theme, put together as the page does."""
    pieces = [content["pieces"][i] for run in runs for i in content["runs"][run]]
    both = [(piece, piece) if isinstance(piece, str) else piece for piece in pieces]
    light, dark = zip(*both, strict=True)
    return tuple("<".join(piece for piece in theme if piece is not None) for theme in (light, dark))


def files_of_page(page: str) -> dict[str, str]:
    """The files that a page of the docs shows, by title; blocks with the same title are one file.

    A line such as `--8<-- "examples/a.toml"` stands for this file.
    """
    page = re.sub(
        r'^--8<-- "(\S+)"\n', lambda it: (ROOT / it[1]).read_text("utf-8"), page, flags=re.MULTILINE
    )
    files: dict[str, str] = {}
    for name, content in re.findall(
        r"^```(?:\w+| \{ \.\w+) title=\"(\S+)\"(?: \})?\n(.*?)^```", page, re.MULTILINE | re.DOTALL
    ):
        files[name] = f"{files[name]}\n{content}" if name in files else content
    return files


def run_python(*arguments: str, **changes: Any) -> subprocess.CompletedProcess[str]:
    """Run Python in a fresh process in the repository's root.

    Args:
        *arguments: of the interpreter, for instance "-c", code.
        **changes: environment variables to set (None: to leave out); `cwd` to run elsewhere.
    """
    cwd = changes.pop("cwd", ROOT)
    environment = {**os.environ, "PYTHONPATH": str(cwd), "PYTHONDONTWRITEBYTECODE": "1", **changes}
    environment = {name: str(value) for name, value in environment.items() if value is not None}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=cwd, env=environment, timeout=300
    )


def output_of(*arguments: str, **changes: Any) -> str:
    """What a fresh Python process prints; it must succeed."""
    done = run_python(*arguments, **changes)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def words_of(path: Path) -> list[str]:
    """The words of an SVG file, text by text."""
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
