"""Data sets as NumPy archives: some games in each, whose hashes stand in `dataset.json`.

Observations are bytes and masks bits, both compressed. Successive decisions of a game have most of them in
common, so that little is left of them.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from crusoe_env import Game
from crusoe_env.support.files import write_whole
from crusoe_env.support.options import whole_number
from crusoe_env.support.reading import read_json, read_limited
from crusoe_env.support.words import one_line, shown

from .episodes import JUDGED, Episode

ABOUT = "dataset.json"
FILES = "files"
"""The field of `ABOUT` with the hash of each archive, by its name."""
SHARD = 100
"""Games in a file."""
LARGEST, LARGEST_UNPACKED = 1_000_000_000, 1_000_000_000
"""Bytes of an archive, and of what it holds unpacked."""
MOST_COLUMNS = 1_000_000
"""Entries of an observation, or actions."""
NAME = re.compile(r"games-\d{4,9}\.npz")
PER_STEP = ("observations", "masks", "actions", "seats", "goal_progress")
PER_GAME = ("seed", "victory", "score", "rounds", "cause")


class DataSetError(ValueError):
    """A data set is damaged or incomplete; the message names the file and says why in one line."""


def shards(episodes: Iterable[Episode]) -> Iterator[list[Episode]]:
    """The games, some at a time."""
    left = iter(episodes)
    while part := list(itertools.islice(left, SHARD)):
        yield part


def write_about(folder: Path, about: Mapping[str, Any]) -> None:
    """Write what a data set is of."""
    write_whole(folder / ABOUT, f"{json.dumps(about, indent=2)}\n")


def write_npz(folder: Path, game: Game, about: Mapping[str, Any], episodes: Iterable[Episode]) -> None:
    """Write `games-0000.npz` and so on, `SHARD` games each; `read` reads them.

    `dataset.json` comes last. Without it the data set is incomplete, and is not read.
    """
    (folder / ABOUT).unlink(missing_ok=True)
    hashes: dict[str, str] = {}
    for number, part in enumerate(shards(episodes)):
        arrays: dict[str, Any] = {name: np.array([getattr(it, name) for it in part]) for name in PER_GAME}
        arrays["lengths"] = np.array([len(it.actions) for it in part])
        for name in PER_STEP:
            arrays[name] = np.concatenate([getattr(it, name) for it in part])
        arrays["masks"] = np.packbits(arrays["masks"], axis=1)
        for name in JUDGED:
            if name in part[0].judged:
                arrays[f"judged/{name}"] = np.concatenate([it.judged[name] for it in part])
        archive = io.BytesIO()
        np.savez_compressed(archive, **arrays)
        file = folder / f"games-{number:04d}.npz"
        write_whole(file, archive.getvalue())
        hashes[file.name] = hash_of(archive.getvalue())
    for file in folder.glob("games-*.npz"):
        if file.name not in hashes:
            file.unlink()  # of a data set that was here before
    write_about(folder, {**about, FILES: hashes})


def hash_of(content: bytes) -> str:
    """The hash of an archive."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


# ---------------------------------------------------------------------- reading


class Sizes(NamedTuple):
    """The entries of an observation, and the number of actions."""

    observations: int
    actions: int


def read(folder: str | Path) -> Iterator[Episode]:
    """The games of a data set that `write_npz` has written.

    Raises:
        DataSetError: a file is missing, damaged, or has other rows than the lengths of its games say.
    """
    sizes, hashes = read_about(Path(folder))
    for name in sorted(hashes):
        file = Path(folder) / name
        try:
            content = read_limited(file, LARGEST)
            if hash_of(content) != hashes[name]:
                raise ValueError(f"is damaged: it has not the hash that {ABOUT} says")
            arrays = arrays_in(content)
            check_rows(arrays, sizes)
        except OSError as error:
            raise DataSetError(f"{file}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise DataSetError(f"{file}: {one_line(error)}") from error
        yield from _episodes(arrays, sizes.actions)


def read_about(folder: Path) -> tuple[Sizes, dict[str, str]]:
    """The sizes and the hashes of the archives of a data set. Raises DataSetError."""
    file = folder / ABOUT
    try:
        about = read_json(file)
        if not isinstance(about, dict):
            raise ValueError(f"expected an object, found {shown(about)}")
        sizes = (whole_number(f"field {name!r}", about.get(name), 1, MOST_COLUMNS) for name in Sizes._fields)
        found, hashes = Sizes(*sizes), about.get(FILES)
        if not isinstance(hashes, dict) or not all(isinstance(it, str) for it in hashes.values()):
            raise ValueError(f"field {FILES!r}: expected the hash of each archive, found {shown(hashes)}")
        if wrong := [name for name in hashes if not NAME.fullmatch(name)]:
            raise ValueError(f"field {FILES!r}: {shown(wrong[0])} is no name of an archive")
    except OSError as error:
        raise DataSetError(f"{file}: cannot be read: {error.strerror}; is the data set whole?") from error
    except ValueError as error:
        raise DataSetError(f"{file}: {one_line(error)}") from error
    return found, hashes


def arrays_in(content: bytes) -> dict[str, np.ndarray]:
    """The arrays of an archive. Raises ValueError if it is damaged, or holds too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > LARGEST_UNPACKED:
                raise ValueError(f"it holds more than {LARGEST_UNPACKED:,} bytes")
            return {entry.filename.removesuffix(".npy"): array_in(archive.read(entry)) for entry in entries}
    except Exception as error:  # zipfile, zlib and NumPy raise many kinds for damaged bytes
        raise ValueError(f"is no whole archive: {one_line(error)}") from error


def array_in(content: bytes) -> np.ndarray:
    """The array in NumPy's format. Raises ValueError, or what NumPy raises for a damaged header."""
    file = io.BytesIO(content)
    version = np.lib.format.read_magic(file)
    headers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    shape, _, dtype = headers[version](file)
    size = dtype.itemsize
    for length in shape:
        size *= length
    if dtype.hasobject or size != len(content) - file.tell():
        raise ValueError(f"an array of shape {shown(shape)} and dtype {shown(str(dtype))} has other bytes")
    file.seek(0)
    found: np.ndarray = np.lib.format.read_array(file, allow_pickle=False)
    return found


def check_rows(arrays: Mapping[str, np.ndarray], sizes: Sizes) -> None:
    """Check that all arrays are there, with as many rows as the lengths say. Raises ValueError."""
    lengths = arrays.get("lengths")
    if lengths is None or lengths.ndim != 1 or lengths.dtype.kind not in "iu" or (lengths < 0).any():
        raise ValueError("array 'lengths': expected the decisions of each game")
    games, steps = len(lengths), sum(lengths.tolist())
    rows, masks = steps + games, -(-sizes.actions // 8)
    wanted: dict[str, tuple[str, tuple[int, ...]]] = {
        "lengths": ("iu", (games,)), "seed": ("iu", (games,)), "victory": ("b", (games,)),
        "score": ("iu", (games,)), "rounds": ("iu", (games,)), "cause": ("U", (games,)),
        "observations": ("u1", (rows, sizes.observations)), "masks": ("u1", (rows, masks)),
        "actions": ("i2", (steps,)), "seats": ("u1", (steps,)), "goal_progress": ("f4", (rows,)),
    }  # fmt: skip
    judged: dict[str, tuple[str, tuple[int, ...]]] = {
        "judged/probabilities": ("f2", (steps, sizes.actions)),
        "judged/action_values": ("f2", (steps, sizes.actions)),
        "judged/value": ("f4", (steps,)),
    }
    for name in wanted:
        if name not in arrays:
            raise ValueError(f"array {name!r} is missing")
    for name, array in arrays.items():
        if name not in {**wanted, **judged}:
            raise ValueError(f"unknown array {shown(name)}")
        kind, shape = {**wanted, **judged}[name]
        same = array.dtype.kind in kind if kind in ("iu", "b", "U") else array.dtype.str[1:] == kind
        if not same or array.shape != shape:
            found = f"{array.dtype} {shown(array.shape)}"
            raise ValueError(f"array {name!r}: expected {kind} {shape} for {games} games, found {found}")
    actions = arrays["actions"]
    if len(actions) and not 0 <= int(actions.min()) <= int(actions.max()) < sizes.actions:
        raise ValueError(f"array 'actions': a number is outside 0 .. {sizes.actions - 1}")


def _episodes(arrays: Mapping[str, np.ndarray], actions: int) -> Iterator[Episode]:
    lengths = arrays["lengths"]
    for i, length in enumerate(lengths.tolist()):
        start = int(lengths[:i].sum())
        steps, all_steps = slice(start, start + length), slice(start + i, start + i + length + 1)
        seed, victory, score, rounds, cause = (arrays[name][i].item() for name in PER_GAME)
        yield Episode(
            seed,
            arrays["observations"][all_steps],
            np.unpackbits(arrays["masks"][all_steps], axis=1, count=actions).view(np.int8),
            arrays["actions"][steps],
            arrays["seats"][steps],
            arrays["goal_progress"][all_steps],
            victory,
            score,
            rounds,
            cause,
            {name: arrays[f"judged/{name}"][steps] for name in JUDGED if f"judged/{name}" in arrays},
        )
