"""Names that rules declare where they stand, and their numbers.

A step or an operation is declared by a decorator in the file of its rule. It has no number until all files
are read: the number is its place among all names in alphabetical order, so it depends neither on the file nor
on the order of imports.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Generic, TypeVar

RULES = "crusoe_env.robinson.rules"
"""The package whose files declare."""

Entry = TypeVar("Entry")


class Declarations(Generic[Entry]):
    """What the rules declare of one sort, by name.

    Args:
        sort: what one is called in messages.
    """

    def __init__(self, sort: str) -> None:
        self._sort = sort
        self._found: dict[str, tuple[Entry, str]] = {}
        self._ordered: dict[str, Entry] | None = None

    def add(self, name: str, entry: Entry, place: str) -> None:
        """Declare one. Raises ValueError if the name is taken by another function.

        Args:
            name: its name.
            entry: what is known of it.
            place: the module and function that declare it.
        """
        _, before = self._found.get(name, (None, place))
        if before != place:
            raise ValueError(f"{place}: the {self._sort} {name!r} is declared by {before} already")
        self._found[name] = entry, place

    def all(self) -> dict[str, Entry]:
        """All of them by name, in the order of their numbers; imports all rules first."""
        if self._ordered is None:
            package = importlib.import_module(RULES)
            for module in pkgutil.walk_packages(package.__path__, f"{RULES}."):
                importlib.import_module(module.name)
            self._ordered = {name: entry for name, (entry, _) in sorted(self._found.items())}
        return self._ordered


def constant(name: str) -> str:
    """The name of a number in code: EAT_MORE for "eat more"."""
    return name.upper().replace(" ", "_")
