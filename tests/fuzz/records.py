"""Records of games: entries of the scoreboard, transcripts, studies, data sets."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import random
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import crusoe_env
from crusoe_env import Simulator
from tests.fuzz.damage import damaged, restructured, written
from tests.fuzz.playing import STRUCTURAL, with_lines
from tests.fuzz.runs import UnplayableError
from tests.support import new_env

SUITE = """
title: A small suite
seed: 300
games: 3
agents: [random]
tasks: [{game: marooned}]
"""
GAMES, DECISIONS, ABOUT, ARCHIVE = "games.jsonl", "decisions.jsonl", "dataset.json", "games-0000.npz"


def quietly() -> contextlib.AbstractContextManager[Any]:
    """Print nothing on stdout."""
    return contextlib.redirect_stdout(io.StringIO())


def damage_lines(name: str, content: bytes, rng: random.Random) -> bytes:
    """JSON lines: the structure of one of them, lines, text or bytes damaged."""
    if rng.random() > STRUCTURAL:
        return damaged(content, rng)
    lines = content.splitlines()
    at = rng.choice((0, len(lines) - 1, rng.randrange(len(lines))))  # those that say most are tried most
    lines[at] = written(restructured(json.loads(lines[at]), rng), "json")
    return b"\n".join(lines) + b"\n"


# ------------------------------------------------------------------ entries
@contextlib.contextmanager
def small_suite() -> Iterator[Path]:
    """A folder in which "small" is the one published suite."""
    from agents.commands import evaluate
    from agents.suites import suite

    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        (folder / "small.yaml").write_text(SUITE)
        stack.enter_context(mock.patch.object(suite, "FOLDER", folder))
        stack.enter_context(mock.patch.object(evaluate, "suite_names", return_value=["small"]))
        yield folder


@functools.cache
def entries() -> dict[str, bytes]:
    """An entry that `crusoe evaluate --submit` has written."""
    from agents.commands import evaluate

    with small_suite() as folder, contextlib.chdir(folder), quietly():
        arguments = ["--suite", "small", "--agents", "random", "scripted", "--submit", "mine"]
        assert evaluate.main([*arguments, "--out", str(folder / "kept")]) == 0
        return {"mine.json": (folder / "mine.json").read_bytes()}


def check_entry(file: Path) -> None:
    """Verify an entry, one task of it; that it does not agree is no fault."""
    from agents.commands import verify

    with small_suite():
        with_lines(lambda: verify.main([str(file), "--tasks", "1"]) & 2, file)


# ------------------------------------------------------------------ transcripts
@functools.cache
def transcripts() -> dict[str, bytes]:
    """Transcripts of short games in text."""
    from agents.text.players import make_player
    from agents.text.playing import play_game
    from crusoe_env.text import TextEnv

    settings: dict[str, dict[str, Any]] = {
        "plain.jsonl": {}, "full.jsonl": {"view": "full", "disguise": 3, "list_moves": False}
    }  # fmt: skip
    return {
        name: play_game(TextEnv("marooned", **given), make_player("erring:0.1:random"), 5)
        .transcript.jsonl()
        .encode()
        for name, given in settings.items()
    }


def check_transcript(file: Path) -> None:
    """Grade a transcript, and replay it."""
    from agents.commands import grade

    out = file.with_suffix(".graded")
    given = [str(file), "--policy", "random", "--budget", "2", "--games", "2", "--json", str(out)]
    with_lines(lambda: grade.main(given), file)
    json.loads(out.read_text())


# ------------------------------------------------------------------ studies
@functools.cache
def studies() -> dict[str, bytes]:
    """The two files of a study with three games, one of which has not ended."""
    from crusoe_env.play.seats import HUMAN, SeatedSession
    from crusoe_env.play.study import Study

    with tempfile.TemporaryDirectory() as folder:
        for seed, most in ((1, 10_000), (2, 10_000), (3, 4)):
            env = new_env("marooned")
            env.reset(seed=seed)
            session = SeatedSession(env, [HUMAN], options={}, seed=seed)
            Study(Path(folder), session)
            while session.deciders() and len(session.history) < most:
                session.move_as(0, session.legal(0)[0])
        return {name: Path(folder, name).read_bytes() for name in (GAMES, DECISIONS)}


def check_study(file: Path) -> None:
    """Write the data set of a study of which one file is damaged, and read it."""
    from agents.commands import dataset

    with tempfile.TemporaryDirectory(dir=file.parent) as name:
        folder, out = Path(name, "study"), Path(name, "out")
        folder.mkdir()
        for each, content in studies().items():
            (folder / each).write_bytes(file.read_bytes() if each == file.name else content)
        with_lines(lambda: dataset.main(["people", str(folder), "--out", str(out)]), file)
        read_games(out / "people-study")


# ------------------------------------------------------------------ data sets
@functools.cache
def data_sets() -> dict[str, bytes]:
    """The two files of a data set."""
    from agents.datasets.episodes import collect
    from agents.datasets.formats import write_npz
    from agents.registry import make_agent

    simulator = Simulator(crusoe_env.game("marooned"))
    sizes = {"observations": simulator.game.observations.size, "actions": simulator.game.actions.n}
    with tempfile.TemporaryDirectory() as folder:
        games = collect(make_agent("random", simulator), simulator, 4, 1)
        write_npz(Path(folder), simulator.game, {"id": "small", **sizes}, games)
        return {name: Path(folder, name).read_bytes() for name in (ABOUT, ARCHIVE)}


def damage_data_set(name: str, content: bytes, rng: random.Random) -> bytes:
    """What the data set says of itself, or an archive: its arrays, or bytes."""
    if rng.random() > STRUCTURAL:
        return damaged(content, rng)
    if name == ABOUT:
        return written(restructured(json.loads(content), rng), "json")
    with np.load(io.BytesIO(content)) as archive:
        arrays = {key: archive[key] for key in archive.files}
    key = rng.choice(sorted(arrays))
    kind = rng.choice(("missing", "more", "dtype", "shape", "rows", "number", "objects", "header"))
    array = arrays[key]
    if kind == "missing":
        del arrays[key]
    elif kind == "more":
        arrays["more"] = array
    elif kind == "dtype":
        arrays[key] = array.astype(rng.choice(("f8", "U4", "i8", "u2", "?", "S3", "c16")))
    elif kind == "shape":
        arrays[key] = array.reshape(rng.choice(((-1,), (1, -1), (array.size, 1))))
    elif kind == "rows":
        arrays[key] = np.concatenate([array, array[:1]]) if rng.random() < 0.5 else array[:-1]
    elif kind == "number" and array.dtype.kind in "iuf":
        arrays[key] = array.copy()
        arrays[key].flat[rng.randrange(array.size)] = rng.choice((0, 1, 7, 255, -1)) % 256
    elif kind == "objects":
        arrays[key] = array.astype(object)
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    return with_other_header(packed.getvalue(), rng) if kind == "header" else packed.getvalue()


def with_other_header(content: bytes, rng: random.Random) -> bytes:
    """An archive in which one array says that it has another shape, or much more bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(packed, "w", 8) as target:
        chosen = rng.choice(source.namelist())
        for name in source.namelist():
            inner = source.read(name)
            if name == chosen:
                inner = rng.choice((
                    inner.replace(b"(", b"(9999999999, ", 1), inner.replace(b"'descr'", b"'descx'"),
                    inner.replace(b"False", b"True "), inner[:20], inner + bytes(1 << 28),
                    damaged(inner, rng),
                ))  # fmt: skip
            target.writestr(name, inner)
    return packed.getvalue()


def check_data_set(file: Path) -> None:
    """Read a data set of which one file is damaged; of every other archive the hash is right."""
    from agents.datasets.numpy_files import hash_of

    files = {**data_sets(), file.name: file.read_bytes()}
    if file.name == ARCHIVE and zlib.crc32(files[ARCHIVE]) % 2:
        about = json.loads(files[ABOUT])
        files[ABOUT] = json.dumps({**about, "files": {ARCHIVE: hash_of(files[ARCHIVE])}}).encode()
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        read_games(Path(folder))


def read_games(folder: Path) -> None:
    """Read a data set, whose games must be whole. Raises UnplayableError."""
    from agents.datasets.formats import read

    for it in read(folder):
        count = len(it.actions)
        rows = (len(it.observations), len(it.masks), len(it.goal_progress), len(it.seats) + 1)
        if rows != (count + 1,) * 4 or not (it.actions < it.masks.shape[1]).all():
            raise UnplayableError("a game has rows that do not fit together")
