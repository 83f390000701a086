"""The package `crusoe_agents` in a checkout: its modules lie in the folder `agents`.

A wheel holds that folder as a package of this name, and this file is not in it. So the name is the same in a
checkout, an editable installation and a wheel. In a checkout `agents` works as well (see `same_modules`).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType

__path__ = [str(Path(__file__).with_name("agents"))]


class SameModules(MetaPathFinder, InspectLoader):
    """Lets `other.x` be the very module that `crusoe_agents.x` is.

    Args:
        other: another name of the package.
    """

    def __init__(self, other: str) -> None:
        self.other = other

    def real(self, name: str) -> str:
        """The name of a module in this package."""
        return __name__ + name.removeprefix(self.other)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A module below the other name, or None for what is not ours."""
        spec = find_spec(self.real(name)) if name.startswith(f"{self.other}.") else None
        if spec is None:
            return None
        return ModuleSpec(name, self, origin=spec.origin, is_package=self.is_package(name))

    def exec_module(self, module: ModuleType) -> None:
        """Import the module by its real name, and let the other name mean it too."""
        sys.modules[module.__name__] = importlib.import_module(self.real(module.__name__))

    def is_package(self, fullname: str) -> bool:
        """For `python -m`."""
        spec = find_spec(self.real(fullname))
        return spec is not None and spec.submodule_search_locations is not None

    def get_code(self, fullname: str) -> CodeType | None:
        """For `python -m`."""
        spec = find_spec(self.real(fullname))
        loader = None if spec is None else spec.loader
        return loader.get_code(self.real(fullname)) if isinstance(loader, InspectLoader) else None

    def get_source(self, fullname: str) -> str | None:
        """For tracebacks."""
        spec = find_spec(self.real(fullname))
        loader = None if spec is None else spec.loader
        return loader.get_source(self.real(fullname)) if isinstance(loader, InspectLoader) else None


def same_modules(other: str) -> None:
    """Let `import other.x` give the module `crusoe_agents.x`; again changes nothing."""
    if not any(isinstance(finder, SameModules) and finder.other == other for finder in sys.meta_path):
        sys.meta_path.insert(0, SameModules(other))
