"""What compiled code is made of: the sources of a game wherever they lie, followed from import to import.

Compiled functions are kept by unit: a folder of this package, such as `crusoe_env.robinson`, elsewhere the
package that a module lies in, or a module at the top. Its hash names the cache folder, so it must change with
every source that can change what is compiled.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import platform
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numba
from llvmlite import binding as llvm

PACKAGE = Path(__file__).resolve().parents[2]
HAS_RULES = re.compile(rb"^@compiled|engine\.contract|^\w+ = (?:\w+\.)*Game\(", re.MULTILINE)
"""What a source says that has compiled functions, or names those of a game."""
IMPORT = re.compile(rb"^ *(?:from|import) +([\w.]+)(?: +import +([\w ,]+|\([^)]*\)))?", re.MULTILINE)
INSTALLED = {"site-packages", "dist-packages"}
"""Folders of these names hold installed packages; of those that have no rules no source is followed."""
NO_RULES = ("interfaces", "show", "play", "testing", "bench")
"""Folders of this package that no compiled code is made of."""
COMPILER = "crusoe_env.engine.compile"
KERNELS = "crusoe_env.engine"
"""The loops that are compiled for every game."""


def unit_of(module: str) -> str:
    """The unit that a module's compiled functions belong to."""
    parts = module.split(".")
    if parts[0] == PACKAGE.name:
        return ".".join(parts[:2])
    return ".".join(parts[:-1]) or module


def label_of(unit: str) -> str:
    """What a unit is called to people and in the names of folders."""
    return unit.removeprefix(f"{PACKAGE.name}.")


class Sources:
    """The sources of a process, or of a copy of this package.

    Args:
        home: the folder that holds the package `crusoe_env`.
    """

    def __init__(self, home: Path = PACKAGE.parent) -> None:
        self._homes: dict[str, Path | None] = {PACKAGE.name: home}

    def file_of(self, module: str) -> Path | None:
        """The source of a module or package; None if it has none, or is one of Python's own."""
        if module == "__main__":
            program = getattr(sys.modules[module], "__file__", None)
            return Path(program).resolve() if program else None
        place = self._place_of(module)
        files = () if place is None else (f"{place}.py", f"{place}{os.sep}__init__.py")
        return next((Path(file) for file in files if os.path.isfile(file)), None)

    def _place_of(self, module: str) -> Path | None:
        """Where a module or package is, without a suffix."""
        top, *inside = module.split(".")
        if top not in self._homes:
            self._homes[top] = _home_of(top)
        home = self._homes[top]
        elsewhere = getattr(sys.modules.get(top), "__path__", ())  # `crusoe_agents` in a checkout
        if inside and home is not None and not (home / top).is_dir() and elsewhere:
            return Path(elsewhere[0]).joinpath(*inside)
        return None if home is None else home.joinpath(top, *inside)

    def modules_of(self, unit: str) -> list[str]:
        """The modules of a unit that have compiled functions, or name a game's; at least the unit itself."""
        folder = self._place_of(unit)
        if folder is None or not folder.is_dir():
            return [unit]
        files = folder.rglob("*.py") if unit.startswith(f"{PACKAGE.name}.") else folder.glob("*.py")
        inside = (it for it in files if read(it).has_rules)
        return [unit, *_names(unit, folder, inside)]

    def modules_in(self, package: str) -> list[str]:
        """The modules of a package, it among them."""
        folder = self._place_of(package)
        return [package, *_names(package, folder, folder.rglob("*.py"))] if folder else [package]

    def taking_part(self, units: Sequence[str]) -> dict[str, Path]:
        """The sources by module, sorted, of which the compiled functions of some units are made.

        Those are the modules with compiled functions, all that they import, since compiled code holds what
        those define as constants, and what compiles.
        """
        found: dict[str, Path] = {}
        tried: set[str] = set()
        compilers = {*self.modules_in(COMPILER), "crusoe_env.engine.game"}
        waiting = [*compilers, *(module for unit in units for module in self.modules_of(unit))]
        tops = {unit.partition(".")[0] for unit in units}
        libraries = library_folders()
        while waiting:
            module = waiting.pop()
            file = None if module in tried else self.file_of(module)
            tried.add(module)
            if file is not None and _counts(module, file, tops, libraries):
                found[module] = file
                if module not in compilers:
                    waiting += imported_by(read(file).imports, module, file.name == "__init__.py")
        return dict(sorted(found.items()))

    def hash_of(self, units: Sequence[str]) -> str:
        """A hash of all that decides what units are compiled to, but for the kind of processor.

        That is the sources that take part, the outline of the data files beside them (numbers of cards are
        constants of compiled code), the version of Numba, the byte code of Python, and the platform.
        """
        digest = hashlib.blake2b(digest_size=8)
        python = f"{sys.implementation.cache_tag} {importlib.util.MAGIC_NUMBER.hex()}"
        digest.update(f"{numba.__version__} {python} {sys.platform} {platform.machine()}".encode())
        sources = self.taking_part(units)
        for module, file in sources.items():
            digest.update(module.encode() + read(file).content)
        for folder in sorted({file.parent / "data" for file in sources.values()}):
            for file in sorted(folder.rglob("*.toml")):
                digest.update(file.relative_to(folder).as_posix().encode() + outline(file.read_bytes()))
        return digest.hexdigest()


@functools.cache
def processor() -> str:
    """A short hash of the processor that code is compiled for, as Numba's settings say."""
    name = numba.config.CPU_NAME or llvm.get_host_cpu_name()  # type: ignore[attr-defined]
    return hashlib.blake2b(name.encode(), digest_size=4).hexdigest()


def _names(package: str, folder: Path, files: Iterable[Path]) -> list[str]:
    """The modules in these files of a package's folder, sorted."""
    names = (".".join([package, *file.relative_to(folder).with_suffix("").parts]) for file in files)
    return sorted(name.removesuffix(".__init__") for name in names)


def _counts(module: str, file: Path, tops: set[str], libraries: set[Path]) -> bool:
    """May the source of an imported module be part of what these units are compiled to?

    Of this package those count that are not for showing and handing out games; of others all that lie outside
    the installed libraries, and there those of the units' own packages and with rules. The program that runs
    counts only if it is a unit itself: others that play the same game find what was compiled.
    """
    top, *inside = module.split(".")
    if top == PACKAGE.name:
        return bool(inside) and inside[0] not in NO_RULES
    if top in tops or top == "__main__":
        return top in tops
    return not is_installed(file, libraries) or read(file).has_rules


def library_folders() -> set[Path]:
    """The folders of `sys.path` in which an installer has left its notes beside the packages."""
    folders = {Path(entry).resolve() for entry in sys.path if entry}
    known = {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}
    return known | {folder for folder in folders if any(folder.glob("*.dist-info"))}


def is_installed(file: Path, libraries: set[Path]) -> bool:
    """Does a source lie among installed packages, of this interpreter or of another place on its path?"""
    file = file.resolve()
    return not INSTALLED.isdisjoint(file.parts) or not libraries.isdisjoint(file.parents)


def _home_of(top: str) -> Path | None:
    """The folder that holds a package or module at the top; None for one of Python's own."""
    if top in sys.stdlib_module_names:
        return None
    known = sys.modules.get(top)
    if known is not None and getattr(known, "__file__", None):
        file = Path(str(known.__file__))
    else:
        try:
            spec = importlib.util.find_spec(top)
        except (ImportError, ValueError):
            spec = None
        places = [] if spec is None else [spec.origin, *(spec.submodule_search_locations or [])]
        named = next((place for place in places if place and place not in ("built-in", "frozen")), None)
        if named is None:
            return None
        file = Path(named) / "__init__.py" if Path(named).is_dir() else Path(named)
    return file.resolve().parents[1] if file.name == "__init__.py" else file.resolve().parent


class Source(NamedTuple):
    """A file of source; `imports`: as `IMPORT` finds them."""

    content: bytes
    has_rules: bool
    imports: list[tuple[bytes, bytes]]


def read(file: Path) -> Source:
    """A source, looked through once for all units of a process while it stays as it is."""
    about = file.stat()
    return _read(file, about.st_mtime_ns, about.st_size)


@functools.lru_cache(maxsize=2048)
def _read(file: Path, changed: int, size: int) -> Source:
    content = file.read_bytes()
    return Source(content, HAS_RULES.search(content) is not None, IMPORT.findall(content))


def imported_by(imports: Iterable[tuple[bytes, bytes]], module: str, is_package: bool) -> Iterator[str]:
    """The modules that a source may import: those that it names, their packages, and names in them."""
    here = module.split(".") if is_package else module.split(".")[:-1]
    for name, names in imports:
        base = name.decode()
        level = len(base) - len(base.lstrip("."))
        if level:
            base = ".".join([*here[: len(here) - level + 1], *filter(None, [base.lstrip(".")])])
        parts = base.split(".")
        yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))
        yield from (f"{base}.{it}" for it in re.findall(r"\w+", names.decode()))


def outline(data: bytes) -> bytes:
    """Of a data file what rules may be compiled for: its tables, the ids of their entries, their fields."""
    lines = (
        line if line.startswith((b"[", b"id")) else line.partition(b"=")[0] for line in data.splitlines()
    )
    return b"\n".join(line for line in lines if not line.startswith((b"#", b" ")))
