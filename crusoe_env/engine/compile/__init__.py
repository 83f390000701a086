"""Compiling rules with Numba: one cache folder per state of the sources, and templates bound to a game.

Numba's disk cache does not notice that a function in *another* module has changed. The cache folder is
therefore named by a hash of all that can take part in a game's compiled code (sources and ids in the data),
and by the versions of Numba and Python. Only functions of this package are redirected there; other Numba code
in the process keeps its own cache settings.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
from llvmlite import binding as llvm
from numba import types
from numba.core import sigutils
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from crusoe_env.engine.compile.cache import PACKAGE, RulesCache, cache_root, made_folder, private_folder
from crusoe_env.engine.compile.linking import Callee
from crusoe_env.support.progress import alone, counted, quiet_numba

settings: Any = numba.config


def outline(data: bytes) -> bytes:
    """Of a data file what rules may be compiled for: its tables, the ids of their entries, their fields."""
    lines = (
        line if line.startswith((b"[", b"id")) else line.partition(b"=")[0] for line in data.splitlines()
    )
    return b"\n".join(line for line in lines if not line.startswith((b"#", b" ")))


COMPILES = re.compile(rb"^@compiled|engine\.hooks", re.MULTILINE)
"""What a source says that has compiled functions."""
IMPORT = re.compile(rb"^ *(?:from|import) +([\w.]+)(?: +import +([\w ,]+|\([^)]*\)))?", re.MULTILINE)
COMPILERS = ("engine/compile/__init__.py", "engine/compile/linking.py", "engine/game.py")


def sources_of_rules(folders: Sequence[Path]) -> list[Path]:
    """The Python sources in these folders, `engine` and then games', that take part in compiled code, sorted.

    Those are the modules with compiled functions and all that they import from these folders, since compiled
    code holds what those define as constants; the game's `game.py`, which names the rules; and what compiles.
    """
    package = folders[0].parent
    sources = {file: file.read_bytes() for folder in folders for file in folder.rglob("*.py")}
    found = {package / name for name in COMPILERS} | {folder / "game.py" for folder in folders[1:]}
    waiting = [file for file, source in sources.items() if COMPILES.search(source)]
    while waiting:
        file = waiting.pop()
        if file in sources and file not in found:
            found.add(file)
            waiting += imported_by(sources[file], package)
    return sorted(found & sources.keys())


def imported_by(source: bytes, package: Path) -> set[Path]:
    """The files that a source may import from its package (some may not be there)."""
    found = set()
    for module, names in IMPORT.findall(source):
        if module.startswith(package.name.encode()):
            at = package.parent.joinpath(*module.decode().split("."))
            inside = [at / name for name in re.findall(r"\w+", names.decode())]
            found |= {path.with_suffix(".py") for path in (at, *inside)}
            found |= {path / "__init__.py" for path in (at, *at.parents, *inside)}
    return found


def source_hash(folders: Sequence[Path], files: Sequence[Path] = ()) -> str:
    """A hash of all that decides what rules compile to.

    That is the Python sources in `folders` that take part (`sources_of_rules`), the outline of the data
    files there (numbers of cards are constants of compiled code), `files`, the versions of Numba and Python,
    and the kind of processor.
    """
    digest = hashlib.blake2b(digest_size=8)
    processor = llvm.get_host_cpu_name()
    digest.update(f"{numba.__version__} {sys.version_info[:3]} {sys.platform} {processor}".encode())
    data = sorted(file for folder in folders for file in folder.rglob("*.toml"))
    for file in [*sources_of_rules(folders), *data]:
        digest.update(file.relative_to(folders[0].parent).as_posix().encode())
        content = file.read_bytes()
        digest.update(content if file.suffix == ".py" else outline(content))
    for file in files:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


@functools.cache
def cache_folder(room: str, templates: tuple[ModuleType, ...] = ()) -> Path:
    """The cache folder of a room: `engine`, a game's folder, or another package with compiled functions.

    Templates from outside this package, bound to the room's rules, have a folder of their own.
    """
    folders, files = [PACKAGE / "engine"], [Path(str(template.__file__)) for template in templates]
    if room != "engine" and (PACKAGE / room).is_dir():
        folders.append(PACKAGE / room)
    name = ".".join([room, *(template.__name__ for template in templates[-1:])])
    name = f"{name}-{source_hash(folders, files)}"
    try:
        return made_folder(cache_root(), name)
    except OSError:  # a read-only home
        return made_folder(private_folder(), name)


def room_of(module_name: str) -> str:
    """The room that a module's compiled functions belong to: `crusoe_env.<room>.…` or the top package."""
    parts = module_name.split(".")
    return parts[1] if parts[0] == PACKAGE.name and len(parts) > 1 else parts[0]


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
    _room: str
    _folder: Path

    def compile(self, sig: Any) -> Any:
        """Compile for these argument types, widened, if that has not been done; the compiled function."""
        arguments, result = sigutils.normalize_signature(sig)
        wide = tuple(map(widened, arguments))
        wanted = wide if result is None else result(*wide)
        known = wide in self.overloads or self._cache.holds(wanted, self.targetctx)
        with quiet_numba(), contextlib.nullcontext() if known else alone(self._folder, self._room):
            return super().compile(wanted)

    def keep_in(self, folder: Path, room: str) -> None:
        """Keep what is compiled on disk, in the cache folder of this room."""
        self._folder, self._room = folder, room
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


def _compiled(
    function: Callable[..., Any], room: str, templates: tuple[ModuleType, ...] = ()
) -> Callable[..., Any]:
    if settings.DISABLE_JIT:
        return function
    options = {"nopython": True, "nogil": True, "error_model": "numpy"}
    dispatcher: Any = RulesDispatcher(function, targetoptions=options)
    dispatcher.keep_in(cache_folder(room, templates), room)
    return dispatcher


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for rules: compiled at its first call, cached on disk, runs without the GIL.

    With `NUMBA_DISABLE_JIT=1` the function stays ordinary Python and gives the same results.
    """
    return _compiled(function, room_of(function.__module__))


def bind(templates: Sequence[ModuleType], rules: Mapping[str, Any], room: str) -> SimpleNamespace:
    """Compile every function of some template modules against one game's rules.

    A template is written once for all games. It imports the names in `engine.hooks` and calls them; here each
    of its functions is copied with a set of globals in which those names are the game's own. (A closure over
    the game's functions would do the same, but Numba cannot cache one.)

    Args:
        templates: the modules; all functions defined in them are bound, in their order, so that each can call
            those before it.
        rules: the game's functions by hook name.
        room: the game's folder name; it keeps the games' caches apart.
    """
    outside = tuple(it for it in templates if it.__name__.split(".")[0] != PACKAGE.name)
    bound: dict[str, Any] = {}
    for template in templates:
        names: dict[str, Any] = {**vars(template), **rules, **bound}
        for name, function in list(vars(template).items()):
            if isinstance(function, FunctionType) and function.__module__ == template.__name__:
                copy = FunctionType(function.__code__, names, name, function.__defaults__)
                copy.__qualname__ = f"{room}.{name}"
                copy.__module__ = function.__module__
                copy.__doc__ = function.__doc__
                bound[name] = names[name] = _compiled(copy, room, outside)
    return SimpleNamespace(**bound)


COMPLETE = "complete"
"""A file in a cache folder whose game has been compiled to the end."""
_ready: set[str] = set()


def is_compiled(room: str) -> bool:
    """Does the cache hold a game's rules as they are now?"""
    return (cache_folder(room) / COMPLETE).exists()


def ensure_compiled(room: str, expected: str, compile_now: Callable[[], None]) -> None:
    """Compile a game's rules if the cache does not hold them; of several processes one does, the others wait.

    Args:
        room: the game's folder name.
        expected: how long it may take, in words.
        compile_now: does it.
    """
    if settings.DISABLE_JIT or room in _ready:
        return
    if not is_compiled(room):
        folder = cache_folder(room)
        with alone(folder, room):
            if not is_compiled(room):
                with counted(room, expected):
                    compile_now()
                with contextlib.suppress(OSError):  # nothing can be kept there
                    (folder / COMPLETE).touch()
    _ready.add(room)
