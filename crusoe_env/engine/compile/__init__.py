"""Compiling rules with Numba: one cache folder per state of the sources, and templates bound to a game.

Numba's disk cache does not notice that a function in *another* module has changed. The cache folder is
therefore named by a hash of all that can take part in a game's compiled code (sources and ids in the data),
and by the versions of Numba and Python. Only functions of this package are redirected there; other Numba code
in the process keeps its own cache settings.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
from numba import types
from numba.core import sigutils
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from crusoe_env.engine.compile.cache import RulesCache, cache_root, made_folder, private_folder
from crusoe_env.engine.compile.linking import Callee
from crusoe_env.engine.compile.sources import KERNELS, Sources, label_of, unit_of
from crusoe_env.support.progress import alone, counted, quiet_numba

settings: Any = numba.config


@functools.cache
def cache_folder(unit: str, templates: tuple[str, ...] = ()) -> Path:
    """The cache folder of a unit's compiled functions, or of templates that are bound to its rules.

    Args:
        unit: as `unit_of` says.
        templates: modules from outside the engine; they have a folder of their own.
    """
    name = ".".join([label_of(unit), *templates[-1:]])
    name = f"{name}-{Sources().hash_of([unit, KERNELS, *templates])}"
    try:
        return made_folder(cache_root(), name)
    except OSError:  # a read-only home
        return made_folder(private_folder(), name)


def keep(dispatcher: Any, folder: Path) -> None:
    """Keep what a dispatcher of Numba compiles on disk, in this cache folder."""
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        dispatcher._cache = RulesCache(dispatcher.py_func)
    finally:
        settings.CACHE_DIR = before


NARROW = {"bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"}


def widened(argument: Any) -> Any:
    """The type that an argument is compiled for: integers that fit, truth values and constants as int64."""
    plain = types.unliteral(argument)
    return types.int64 if str(plain) in NARROW else plain


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
        with quiet_numba(), contextlib.nullcontext() if known else alone(self._folder, self._label):
            return super().compile(wanted)

    def keep_in(self, folder: Path, label: str) -> None:
        """Keep what is compiled on disk, in this folder; `label` is what waiting processes are shown."""
        self._folder, self._label = folder, label
        keep(self, folder)

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


def _compiled(function: Callable[..., Any], unit: str, templates: tuple[str, ...] = ()) -> Callable[..., Any]:
    if settings.DISABLE_JIT:
        return function
    options = {"nopython": True, "nogil": True, "error_model": "numpy"}
    dispatcher: Any = RulesDispatcher(function, targetoptions=options)
    dispatcher.keep_in(cache_folder(unit, templates), label_of(unit))
    return dispatcher


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for rules: compiled at its first call, cached on disk, runs without the GIL.

    With `NUMBA_DISABLE_JIT=1` the function stays ordinary Python and gives the same results.
    """
    return _compiled(function, unit_of(function.__module__))


def bind(templates: Sequence[ModuleType], rules: Mapping[str, Any], module: str) -> SimpleNamespace:
    """Compile every function of some template modules against one game's rules.

    A template is written once for all games. It imports the names in `engine.hooks` and calls them; here each
    of its functions is copied with a set of globals in which those names are the game's own. (A closure over
    the game's functions would do the same, but Numba cannot cache one.)

    Args:
        templates: the modules; all functions defined in them are bound, in their order, so that each can call
            those before it.
        rules: the game's functions by hook name.
        module: the game's; what is compiled is kept with the rest of its unit.
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
                bound[name] = names[name] = _compiled(copy, unit_of(module), outside)
    return SimpleNamespace(**bound)


COMPLETE = "complete"
"""A file in a cache folder whose game has been compiled to the end."""
_ready: set[str] = set()


def is_compiled(module: str) -> bool:
    """Does the cache hold the rules of the game in this module, as they are now?"""
    return (cache_folder(unit_of(module)) / COMPLETE).exists()


def ensure_compiled(name: str, module: str, expected: str, compile_now: Callable[[], None]) -> None:
    """Compile a game's rules if the cache does not hold them; of several processes one does, the others wait.

    Args:
        name: of the game, for what is said.
        module: of the game.
        expected: how long it may take, in words.
        compile_now: does it.
    """
    unit = unit_of(module)
    if settings.DISABLE_JIT or unit in _ready:
        return
    if not is_compiled(module):
        folder = cache_folder(unit)
        with alone(folder, name):
            if not is_compiled(module):
                with counted(name, expected):
                    compile_now()
                with contextlib.suppress(OSError):  # nothing can be kept there
                    (folder / COMPLETE).touch()
    _ready.add(unit)
