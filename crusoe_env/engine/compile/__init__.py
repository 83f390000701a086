"""Compiling rules with Numba: one cache folder per state of the sources, and templates bound to a game.

Numba's disk cache does not notice that a function in *another* module has changed. The cache folder is
therefore named by a hash of all that can take part in a game's compiled code (sources and ids in the data),
and by the versions of Numba and Python. Only functions of this package are redirected there; other Numba code
in the process keeps its own cache settings.

What uses Numba's internals lies in `linked`. With `CRUSOE_ENV_LINKING=0` nothing of it is imported: rules are
compiled by public Numba alone, to the same games, several times as slowly.
"""

from __future__ import annotations

import contextlib
import functools
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba

from crusoe_env.engine.compile import beside
from crusoe_env.engine.compile.cache import cache_root, made_folder, private_folder
from crusoe_env.engine.compile.sources import KERNELS, PACKAGE, Sources, label_of, processor, unit_of
from crusoe_env.engine.compile.switch import LINKING as LINKING
from crusoe_env.support.progress import alone, counted

if LINKING:
    from crusoe_env.engine.compile import linked

settings: Any = numba.config


@functools.cache
def cache_folder(unit: str, templates: tuple[str, ...] = (), policy: str = "") -> Path:
    """The cache folder of a unit's compiled functions, or of templates that are bound to its rules.

    Args:
        unit: as `unit_of` says.
        templates: modules from outside the engine; they have a folder of their own.
        policy: the name of the function in the last of them that is compiled into the engine's templates.
    """
    own = [*templates[-1:], *filter(None, [policy])]
    name = ".".join([*([] if LINKING else ["unlinked"]), label_of(unit), *own])
    name = f"{name}-{Sources().hash_of([unit, KERNELS, *templates])}-{processor()}"
    try:
        return made_folder(cache_root(), name)
    except OSError:  # a read-only home
        return made_folder(private_folder(), name)


def jit(function: Callable[..., Any], folder: Path, **options: Any) -> Callable[..., Any]:
    """A function compiled by itself at its first call, kept on disk in this folder; it runs without the GIL.

    Args:
        function: which.
        folder: of the cache.
        **options: of `numba.njit`.
    """
    if settings.DISABLE_JIT:
        return function
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        dispatcher = numba.njit(function, nogil=True, cache=not LINKING, **options)
        if LINKING:
            linked.keep(dispatcher)
    finally:
        settings.CACHE_DIR = before
    made: Callable[..., Any] = dispatcher
    return made


def _compiled(
    function: Callable[..., Any], unit: str, templates: tuple[str, ...] = (), folder: Path | None = None
) -> Callable[..., Any]:
    if settings.DISABLE_JIT:
        return function
    folder = folder or cache_folder(unit, templates)
    if not LINKING:
        return jit(function, folder, error_model="numpy")
    return linked.dispatcher(function, folder, label_of(unit))


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for rules: compiled at its first call, cached on disk, runs without the GIL.

    With `NUMBA_DISABLE_JIT=1` the function stays ordinary Python and gives the same results.
    """
    return _compiled(function, unit_of(function.__module__))


def compiled_policy(function: Callable[..., Any]) -> Callable[..., Any]:
    """A policy of a user's for compiled playouts. It may make arrays, as rules may not."""
    if settings.DISABLE_JIT or isinstance(function, numba.core.registry.CPUDispatcher):
        return function
    njit: Any = numba.njit  # its types leave an option out
    options = {"nogil": True, "error_model": "numpy", **(linked.MAY_ALLOCATE if LINKING else {})}
    made: Callable[..., Any] = njit(function, **options)
    return made


def policy_folder(module: str, policy: Callable[..., Any]) -> Path:
    """Where templates of the engine are kept that are bound to the rules of a game's module and to a policy.

    One that no source defines at its top level (in a notebook, within a function) is kept for this process
    only: nothing would tell that it has changed.
    """
    function = getattr(policy, "py_func", policy)
    source, name = function.__module__, function.__qualname__
    if "<" in name or Sources().file_of(source) is None:
        return Path(tempfile.mkdtemp(dir=_folder_of_process().name))
    return cache_folder(unit_of(module), (source,), name)


@functools.cache
def _folder_of_process() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="crusoe_env-", ignore_cleanup_errors=True)


def bind(
    templates: Sequence[ModuleType], rules: Mapping[str, Any], module: str, folder: Path | None = None
) -> SimpleNamespace:
    """Compile every function of some template modules against one game's rules.

    A template is written once for all games. It imports the names in `engine.contract` and calls them; here
    each of its functions is copied with a set of globals in which those names are the game's own. (A closure
    over the game's functions would do the same, but Numba cannot cache one.)

    Args:
        templates: the modules; all functions defined in them are bound, in their order, so that each can call
            those before it.
        rules: the game's functions by hook name.
        module: the game's; what is compiled is kept with the rest of its unit.
        folder: where it is kept instead.
    """
    outside = tuple(it.__name__ for it in templates if unit_of(it.__name__) != KERNELS)
    bound: dict[str, Any] = {}
    for template in templates:
        names: dict[str, Any] = {**vars(template), **rules, **bound}
        for name, function in list(vars(template).items()):
            if isinstance(function, FunctionType) and function.__module__ == template.__name__:
                copy = FunctionType(function.__code__, names, name, function.__defaults__)
                copy.__qualname__ = f"{module}.{name}"
                copy.__module__ = function.__module__
                copy.__doc__ = function.__doc__
                bound[name] = names[name] = _compiled(copy, unit_of(module), outside, folder)
    return SimpleNamespace(**bound)


COMPLETE = "complete"
"""A file in a cache folder whose game has been compiled to the end, and all of it kept."""
_ready: set[str] = set()


def is_compiled(module: str) -> bool:
    """Is nothing left to compile for the game in this module: is it in the cache, or did it come compiled?"""
    folder = cache_folder(unit_of(module))
    return (LINKING and linked.is_packaged(folder)) or (folder / COMPLETE).exists()


def ensure_compiled(
    name: str, module: str, expected: str, compile_now: Callable[[], None], wait: bool = True
) -> None:
    """Compile a game's rules if the cache does not hold them; of several processes one does, the others wait.

    Args:
        name: of the game, for what is said.
        module: of the game.
        expected: how long it may take, in words.
        compile_now: does it.
        wait: until they are compiled. Without, another process compiles a game of this package, and until it
            is done all rules of the game run uncompiled: they play the same games. Each call looks again.
    """
    unit = unit_of(module)
    if settings.DISABLE_JIT or unit in _ready:
        return
    folder = cache_folder(unit)
    ours = LINKING and unit.startswith(f"{PACKAGE.name}.")
    if ours and not wait and not is_compiled(module) and beside.compiles(name, folder, expected):
        linked.run_uncompiled(folder)
        return
    if ours:
        linked.run_compiled(folder)
    if not is_compiled(module):
        with alone(folder, name):
            if not is_compiled(module):
                with counted(name, expected):
                    compile_now()
                if not LINKING or linked.KeptCache.keeps_all_in(folder):
                    with contextlib.suppress(OSError):  # nothing can be kept there
                        (folder / COMPLETE).touch()
    _ready.add(unit)
