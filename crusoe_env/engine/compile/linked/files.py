"""Numba's files of compiled code, each behind a hash, so that a damaged one counts as missing."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from crusoe_env.engine.compile.linked import packaged
from crusoe_env.engine.compile.sources import PACKAGE
from crusoe_env.support.progress import say

HASH_BYTES = 16
"""Of the hash at the beginning of each file."""


def hash_of(content: bytes) -> bytes:
    """The hash that a file of this content begins with."""
    return hashlib.blake2b(content, digest_size=HASH_BYTES).digest()


def sources_of(folder: Path) -> str:
    """The name of a cache folder without the processor, which names the sources that it belongs to."""
    return folder.name.rpartition("-")[0]


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


class KeptCacheImpl(CompileResultCacheImpl):
    """Numba's, but for the place."""

    _locator_classes = [Locator]  # noqa: RUF012 - as Numba has it


class RulesCacheImpl(KeptCacheImpl):
    """Of rules only machine code is kept here, which Python calls; compiled code finds them in `lowered`."""

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        """Name of the code library, machine code, descriptor, signature; where that is not all, as Numba."""
        whole: tuple[Any, ...] = super().reduce(cres)
        (name, _, (content, _)), descriptor, environment, signature, objectmode, lifted, _, reload_init, _ = (
            whole
        )
        is_all = not (environment.consts or objectmode or lifted or reload_init)
        return (name, content, descriptor, signature) if is_all else whole

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        """The function, from what was kept of it."""
        if len(payload) != RULE:
            return super().rebuild(target_context, payload)
        name, content, descriptor, signature = payload
        return packaged.result_around(name, content, target_context, descriptor, signature)


RULE = 4
"""What is kept of a rule: so many things, fewer than Numba keeps."""


class KeptCache(FunctionCache):
    """Numba's cache of a function, in our folders and files; code that cannot be kept still runs."""

    _impl: Any
    _impl_class = KeptCacheImpl
    _unkept: ClassVar[set[Path]] = set()
    """Cache folders for which this process has compiled code that it could not write."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = RulesCacheFile(self.cache_path, self._impl.filename_base, stamp)

    def holds(self, signature: Any, target: Any) -> bool:
        """Is this version of the function on disk, or did it come with the package?"""
        is_on_disk = self._index_key(signature, target.codegen()) in self._cache_file._load_index()
        return is_on_disk or self._packaged(signature, target) is not None

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        """The version on disk, which was made for this very processor, else the one of the package."""
        found = super()._load_overload(sig, target_context)
        packaged_one = None if found is not None else self._packaged(sig, target_context)
        return found if packaged_one is None else packaged_one.loaded(sig, target_context)

    def _packaged(self, signature: Any, target: Any) -> packaged.Packaged | None:
        if not isinstance(signature, tuple):  # with a return type, as nobody asks for code of the package
            return None
        return packaged.find(sources_of(Path(self.cache_path).parent), self.packaged_key(signature, target))

    def packaged_key(self, arguments: tuple[Any, ...], target: Any) -> str:
        """The name of a version among those of the package: the same wherever these sources are."""
        _, _, code = self._index_key(arguments, target.codegen())
        place = Path(self.cache_path).name, self._impl.filename_base
        return hash_of(repr((*place, arguments, code)).encode()).hex()

    def key_of(self, arguments: tuple[Any, ...], target: Any) -> str:
        """A name for the version for these argument types: only its own, and the same in each process."""
        place = *Path(self.cache_path).parts[-2:], self._impl.filename_base, self._cache_file._source_stamp
        return hash_of(repr((*place, self._index_key(arguments, target.codegen()))).encode()).hex()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a version of the function."""
        with self.keeping():
            super().save_overload(sig, data)

    @classmethod
    def keeps_all_in(cls, folder: Path) -> bool:
        """Whether all that this process has compiled for a cache folder was written there."""
        return folder not in cls._unkept

    @contextlib.contextmanager
    def keeping(self) -> Iterator[None]:
        """Write to the cache; on a full or locked disk say once that code cannot be kept."""
        try:
            yield
        except OSError as error:
            is_first = not KeptCache._unkept
            KeptCache._unkept.add(Path(self.cache_path).parent)
            if is_first:
                reason = error.strerror or error
                say(f"crusoe_env: compiled code cannot be kept in {self.cache_path}: {reason}\n")


class RulesCache(KeptCache):
    """The cache of a rule."""

    _impl_class = RulesCacheImpl
