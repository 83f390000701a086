"""Where compiled code is kept on disk: in folders of this user, in files that are whole or count as missing.

Numba unpickles whatever it finds in a cache, which may run code, and fails at every start where a file is
damaged. So a folder that others can write to is refused, and each file begins with a hash of the rest.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from crusoe_env.engine.compile.sources import PACKAGE
from crusoe_env.support.progress import say

KEPT_MEGABYTES = 1000
"""Cache folders beyond that, those that were used longest ago, are removed when a new one is made."""
CACHE_NAME = re.compile(r"[\w.]+-[0-9a-f]{16}")
HASH_BYTES = 16
"""Of the hash at the beginning of each file."""


# ---------------------------------------------------------------------- folders


def cache_root() -> Path:
    """The folder that holds all compiled caches: `$CRUSOE_ENV_CACHE`, else the user's cache folder.

    For a user without a home it is the private folder.
    """
    chosen = os.environ.get("CRUSOE_ENV_CACHE")
    try:
        if chosen:
            return Path(chosen).expanduser()
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # nobody knows a home of this user
        return private_folder()
    return base / "crusoe_env"


@functools.cache
def private_folder() -> Path:
    """A folder for temporary files that nobody else can write to, for where there is no usable cache folder.

    It is the same for all processes of this user, unless somebody else has made it, or could write to it:
    then this process has a new one.
    """
    user = str(os.getuid()) if hasattr(os, "getuid") else ""
    folder = Path(tempfile.gettempdir()) / f"crusoe_env-{user}"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        if is_private(folder):
            return folder
    new = Path(tempfile.mkdtemp(prefix="crusoe_env-"))
    refused = f"{folder} may be somebody else's"
    say(f"crusoe_env: {refused}; compiled code is kept in {new}, for this process only\n")
    return new


def is_private(folder: Path) -> bool:
    """Is this a folder of this user, and no link, that nobody else can write to?

    On Windows each user has folders for temporary files of their own.
    """
    found = folder.lstat()
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def made_folder(root: Path, name: str) -> Path:
    """A cache folder in `root`, made if it is not there. Raises OSError if it cannot be used."""
    folder = root / name
    if not folder.is_dir():
        folder.unlink(missing_ok=True)  # a file in its place
        root.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):  # another process may be doing the same
            _remove_old_caches(root)
        folder.mkdir(exist_ok=True)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise PermissionError(folder)
    with contextlib.suppress(OSError):
        os.utime(folder)  # used just now
    return folder


def _remove_old_caches(root: Path) -> None:
    """Of all cache folders those that were used last are kept, up to `$CRUSOE_ENV_CACHE_MB` (1000)."""
    try:
        left = int(os.environ.get("CRUSOE_ENV_CACHE_MB", KEPT_MEGABYTES)) * 1_000_000
    except ValueError:
        left = KEPT_MEGABYTES * 1_000_000
    ours = [folder for folder in root.iterdir() if folder.is_dir() and CACHE_NAME.fullmatch(folder.name)]
    for folder in sorted(ours, key=lambda folder: folder.stat().st_mtime, reverse=True):
        left -= sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        if left < 0:
            shutil.rmtree(folder, ignore_errors=True)


# ---------------------------------------------------------------------- files


def hash_of(content: bytes) -> bytes:
    """The hash that a file of this content begins with."""
    return hashlib.blake2b(content, digest_size=HASH_BYTES).digest()


def read_whole(path: str) -> bytes:
    """The content of a cache file behind its hash. Raises OSError: it is missing, unreadable or damaged."""
    data = Path(path).read_bytes()
    if data[:HASH_BYTES] != hash_of(data[HASH_BYTES:]):
        raise OSError(f"{path} is damaged")
    return data[HASH_BYTES:]


class RulesCacheFile(IndexDataCacheFile):
    """Numba's index and data files of a function, each behind a hash; a damaged one is replaced."""

    _index_path: str
    _source_stamp: Any
    _version: str

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, overloads = pickle.loads(read_whole(self._index_path))
        except OSError:
            return {}
        current = (version, stamp) == (self._version, self._source_stamp)
        return dict(overloads) if current else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        """Raises OSError, which Numba takes for a missing file."""
        return pickle.loads(read_whole(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        if os.path.isdir(path):
            shutil.rmtree(path)
        with self._open_for_write(path) as file:
            file.write(hash_of(data) + data)


class Locator(UserProvidedCacheLocator):
    """Where a function's code lies in the cache: wherever the package is installed, at the same place."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator | None:
        """The place for a function of a file; whether it can be written to shows when code is saved."""
        return cls(py_func, py_file) if os.path.exists(py_file) else None

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of a source file, from that of the package."""
        path = Path(py_file).resolve()
        if PACKAGE in path.parents:
            return ".".join(path.relative_to(PACKAGE.parent).parent.parts)
        outside: str = super().get_suitable_cache_subpath(py_file)
        return outside

    def ensure_cache_path(self) -> None:
        """Make the folder, also where a file is in its place. Raises OSError."""
        folder = Path(self.get_cache_path())
        if not folder.is_dir():
            folder.unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)


class RulesCacheImpl(CompileResultCacheImpl):
    """Numba's, but for the place."""

    _locator_classes = [Locator]  # noqa: RUF012 - as Numba has it


class RulesCache(FunctionCache):
    """Numba's cache of a function, in our folders and files; code that cannot be kept still runs."""

    _impl: Any
    _impl_class = RulesCacheImpl
    _unkept = False

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = RulesCacheFile(self.cache_path, self._impl.filename_base, stamp)

    def holds(self, signature: Any, target: Any) -> bool:
        """Is this version of the function on disk?"""
        return self._index_key(signature, target.codegen()) in self._cache_file._load_index()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a version of the function; on a full or locked disk say once that it cannot be kept."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            if not RulesCache._unkept:
                RulesCache._unkept = True
                reason = error.strerror or error
                say(f"crusoe_env: compiled code cannot be kept in {self.cache_path}: {reason}\n")
