"""Lowered functions on disk: what is compiled next for a game lowers only what is new.

Functions that Python calls are kept as machine code (`files`). Another one, as a search or a policy of the
user's, calls most of the same rules, and needs their code from before it was optimised.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any, NamedTuple

from numba.core.serialize import dumps

from crusoe_env.engine.compile.linked.files import hash_of, read_whole
from crusoe_env.support.files import write_whole

SUFFIX = ".lowered"
"""Of a file, which holds the functions that one process lowered for one that Python calls."""


class Place(NamedTuple):
    """Where a lowered function is kept: in the files of a cache folder, under the key of a `RulesCache`."""

    folder: str
    key: str


class Lowered(NamedTuple):
    """A lowered function: Numba's signature and descriptor, its own code, and the places of what it calls."""

    signature: Any
    descriptor: Any
    bitcode: bytes
    calls: tuple[Place, ...]


class LoweredFunctions:
    """Those of one cache folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: set[Path] = set()
        self._known: dict[str, Lowered] = {}
        self._new: dict[str, Lowered] = {}

    def find(self, key: str) -> Lowered | None:
        """The function of this key; None if it is neither known nor in a sound file."""
        if key not in self._known:
            for file in sorted(self._folder.glob(f"*{SUFFIX}")):
                if file not in self._read:
                    self._read.add(file)
                    try:
                        found = pickle.loads(read_whole(str(file)))
                    except OSError:
                        continue
                    self._known = {**found, **self._known}
        return self._known.get(key)

    def add(self, key: str, function: Lowered) -> None:
        """Know this function, too, and write it with the next ones."""
        self._known[key] = self._new[key] = function

    def write(self) -> None:
        """Write what is new to a file of its own. Raises OSError."""
        if self._new:
            new, self._new = self._new, {}
            content = dumps(new)
            file = self._folder / f"{hash_of(content).hex()}{SUFFIX}"
            self._read.add(file)
            write_whole(file, hash_of(content) + content)


_folders: dict[str, LoweredFunctions] = {}


def functions_of(folder: str) -> LoweredFunctions:
    """The lowered functions of a cache folder."""
    return _folders.setdefault(folder, LoweredFunctions(Path(folder)))


def find(place: Place) -> Lowered | None:
    """The function that is kept in a place, None if there is none."""
    return functions_of(place.folder).find(place.key)


def write() -> None:
    """Write what was lowered since the last time. Raises OSError."""
    for functions in list(_folders.values()):
        functions.write()
