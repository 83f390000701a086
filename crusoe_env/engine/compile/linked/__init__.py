"""Compiling rules with Numba's internals: each function once for integers of all widths, and linked.

It takes a third of the time and a tenth of the cache of public Numba. `CRUSOE_ENV_LINKING=0` does without
it. Nothing of Numba's own is changed for other code in the process.
"""

from __future__ import annotations

import contextlib
import functools
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import sigutils
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from crusoe_env.engine.compile.linked import lowered, packaged
from crusoe_env.engine.compile.linked.files import KeptCache as KeptCache
from crusoe_env.engine.compile.linked.files import RulesCache, sources_of
from crusoe_env.engine.compile.linked.linking import Callee
from crusoe_env.engine.compile.linked.lowered import Place
from crusoe_env.support.progress import alone, quiet_numba

settings: Any = numba.config
MAY_ALLOCATE = {"_nrt": True}
"""What a function that makes arrays needs where rules call it: Numba would compile it as it does rules."""


def keep(dispatcher: Any) -> None:
    """Keep what a dispatcher of Numba compiles in the cache folder that Numba's settings name now."""
    dispatcher._cache = KeptCache(dispatcher.py_func)


def is_packaged(folder: Path) -> bool:
    """Did the code that this cache folder is for come with the package?"""
    return packaged.has(sources_of(folder))


def dispatcher(function: Callable[..., Any], folder: Path, label: str) -> Callable[..., Any]:
    """A function of the rules, compiled and linked at its first call and kept in this folder.

    Args:
        function: which.
        folder: of the cache.
        label: what processes are shown that wait for it.
    """
    options = {"nopython": True, "nogil": True, "error_model": "numpy"}
    made: Any = RulesDispatcher(function, targetoptions=options)
    made.keep_in(folder, label)
    compiled: Callable[..., Any] = made
    return compiled


def run_uncompiled(folder: Path) -> None:
    """Let the functions that are kept in this folder run as ordinary Python, with the engine's own."""
    _uncompiled.add(folder)
    RulesDispatcher.__call__ = _called  # type: ignore[method-assign, assignment]


def run_compiled(folder: Path) -> None:
    """Let the functions of this folder run compiled again."""
    _uncompiled.discard(folder)
    if not _uncompiled and "__call__" in vars(RulesDispatcher):
        del RulesDispatcher.__call__  # a method of ours costs more than Numba's own


_uncompiled: set[Path] = set()


def _called(dispatcher: Any, *arguments: Any) -> Any:
    """Call a dispatcher while rules run uncompiled."""
    if dispatcher._folder in _uncompiled or dispatcher._label == ENGINE:
        return dispatcher.py_func(*arguments)
    return CPUDispatcher.__call__(dispatcher, *arguments)


ENGINE = "engine"
"""The label of what is compiled for no game."""

NARROW = {"bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"}


def widened(argument: Any) -> Any:
    """The type that an argument is compiled for: integers that fit, truth values and constants as int64."""
    plain = types.unliteral(argument)
    return types.int64 if str(plain) in NARROW else plain


@contextlib.contextmanager
def rarely_collected() -> Iterator[None]:
    """Look for garbage less often: a compiler makes millions of objects that live on, a tenth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 10, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class RulesDispatcher(CPUDispatcher):
    """Numba's dispatcher, but one version of a function serves integers of all widths.

    A record's fields have many widths. Numba would compile each function anew for every mixture of widths
    that it is called with, dozens of times for the common ones, which was half of all compiling.

    What is not on disk yet is compiled by one process; others that need it wait, and read it.
    """

    _cache: RulesCache
    _compiler: Any
    _label: str
    _folder: Path

    def compile(self, sig: Any) -> Any:
        """Compile for these argument types, widened, if that has not been done; the compiled function."""
        arguments, result = sigutils.normalize_signature(sig)
        wide = tuple(map(widened, arguments))
        wanted = wide if result is None else result(*wide)
        known = wide in self.overloads or self._cache.holds(wanted, self.targetctx)
        with quiet_numba():
            if known:
                return super().compile(wanted)
            with alone(self._folder, self._label), rarely_collected():
                try:
                    return super().compile(wanted)
                finally:
                    with self._cache.keeping():
                        lowered.write()

    def keep_in(self, folder: Path, label: str) -> None:
        """Keep what is compiled on disk, in this folder; `label` is what waiting processes are shown."""
        self._folder, self._label = folder, label
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            self._cache = RulesCache(self.py_func)
        finally:
            settings.CACHE_DIR = before

    def place_of(self, arguments: tuple[Any, ...]) -> Place:
        """Where the version for these argument types is kept that compiled code calls."""
        return Place(str(self._folder), self._cache.key_of(arguments, self.targetctx))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What compiled code calls: a version that is linked into the caller; see `linking`."""
        signature, arguments = self._compiler.fold_argument_types(args, kws)
        version = self.callee.compile(tuple(map(widened, arguments)))
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=[version.signature])
        return template, signature, arguments, {}

    def get_overload(self, sig: Any) -> Any:
        """The key under which Numba finds the version that compiled code calls."""
        return self.callee.compile(sig).entry_point

    @functools.cached_property
    def callee(self) -> Callee:
        """The versions that compiled code calls."""
        return Callee(self)
