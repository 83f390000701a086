"""Saved games: a record's bytes behind a header that names game, version and the checksum of both.

The checksum (CRC-32) protects from accidents: a file that was cut off, or of which a bit has flipped. Whoever
changes a file on purpose can write the checksum that fits. So `restored_record` trusts no field: it checks
each against its bounds, and the record as a whole (`engine.checks`).
"""

from __future__ import annotations

import functools
import hashlib
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from crusoe_env.engine.game import Game
from crusoe_env.engine.simulator import Simulator
from crusoe_env.support.words import shown

MAGIC = b"crusoe_env game\n"


class SnapshotError(ValueError):
    """Bytes that are no snapshot of this game; the message says why in one line."""


@functools.cache
def layout_hash(dtype: np.dtype) -> str:
    """A short hash of a record's fields: snapshots of another layout are refused."""
    return hashlib.blake2b(repr(dtype.descr).encode(), digest_size=6).hexdigest()


def pack(game: Game, state: Any, described: Mapping[str, Any] | None = None) -> bytes:
    """A game's record as bytes; `described`: what it is played by, as `Simulator.described` says."""
    content = np.asarray(state).tobytes()
    header = {
        "game": game.name,
        "version": game.version,
        "layout": layout_hash(game.dtype),
        **(described or {}),
    }
    header["crc32"] = _checksum(header, content)
    return MAGIC + json.dumps(header).encode() + b"\n" + content


def _checksum(header: Mapping[str, Any], content: bytes) -> int:
    """Of all that a snapshot says; `header` is without the checksum itself."""
    return zlib.crc32(content, zlib.crc32(json.dumps(header).encode()))


def unpack(game: Game, snapshot: Any, described: Mapping[str, Any] | None = None) -> np.recarray:
    """The record of a snapshot as it stands there, as a recarray of shape (1,); see `restored_record`.

    Args:
        game: which game it must be of.
        snapshot: the bytes.
        described: options and facts that it must be of (`Simulator.described`); None: any.

    Raises:
        SnapshotError: not a snapshot; of another game or version, other options or facts; cut off or damaged.
    """
    if not isinstance(snapshot, bytes) or not snapshot.startswith(MAGIC):
        raise SnapshotError("this is not a snapshot of a crusoe_env game")
    line, _, content = snapshot[len(MAGIC) :].partition(b"\n")
    try:
        header = json.loads(line)
        made_by = (header["game"], header["version"], header["layout"])
        checksum = header.pop("crc32")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SnapshotError("the header of the snapshot is damaged") from error
    if made_by[0] != game.name:
        raise SnapshotError(f"the snapshot is of the game {shown(made_by[0])}, not of {game.name!r}")
    if made_by[1:] != (game.version, layout_hash(game.dtype)):
        differs = "its record has other fields"
        if made_by[1] != game.version:
            differs = f"version {shown(made_by[1])}, now {game.version}"
        raise SnapshotError(f"the snapshot is of another version of {game.name} ({differs})")
    if described is not None:
        _compare(header, described)
    if len(content) != game.dtype.itemsize or _checksum(header, content) != checksum:
        raise SnapshotError("the snapshot is damaged or cut off")
    return np.frombuffer(bytearray(content), dtype=game.dtype).view(np.recarray)


def restored_record(simulator: Simulator, snapshot: Any) -> np.recarray:
    """The record of a snapshot, (1,), with which a game of this simulator can go on.

    Raises:
        SnapshotError: as `unpack`, or the record is no game that the rules could have led to.
    """
    record = unpack(simulator.game, snapshot, simulator.described)
    try:
        simulator.check_states(record)
    except ValueError as error:
        raise SnapshotError(f"the snapshot was changed: {error}") from error
    return record


def _compare(header: Mapping[str, Any], described: Mapping[str, Any]) -> None:
    """Is a snapshot of these options and facts? Raises SnapshotError."""
    saved, here = header.get("options"), described["options"]
    if not isinstance(saved, dict):
        raise SnapshotError("the snapshot does not say with which options it was played")
    for name in here:
        if saved.get(name) != here[name]:
            played, now = shown(saved.get(name)), shown(here[name])
            raise SnapshotError(f"the snapshot was played with {name}={played}, this is {name}={now}")
    if header.get("facts") != described["facts"]:
        raise SnapshotError("the snapshot was played by other facts (another file of data, or older ones)")
