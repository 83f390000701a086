"""The rules of a game as ordinary Python that says which of its functions has changed what.

Compiled rules report nothing. For one move of one game that people look at, copies of the same functions run
uncompiled, and the state is noted whenever one of those that are watched begins or ends. Batches pay nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

OWN_PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True)
class Call:
    """A call of a watched function.

    Attributes:
        name: of the function.
        arguments: those behind state and tables.
        state: a copy of the record as the call began.
        caller: the watched call within which it was made; None: there is none.
    """

    name: str
    arguments: tuple[Any, ...]
    state: Any
    caller: Call | None


class Tracer:
    """Plays single moves and notes the state around the calls of some functions.

    Args:
        apply_action: the rule that carries out an action, compiled or not.
        watched: the names of functions.
    """

    def __init__(self, apply_action: Callable[..., Any], watched: Collection[str]) -> None:
        self._watched = frozenset(watched)
        self._packages = {OWN_PACKAGE, str(apply_action.__module__).partition(".")[0]}
        self._copies: dict[int, Callable[..., Any]] = {}
        self._namespaces: dict[int, dict[str, Any]] = {}
        self._notes: list[tuple[Call | None, Any]] = []
        self._calls: list[Call | None] = [None]
        self._apply = self._plain(apply_action)

    def trace(self, state: Any, tables: Any, action: int) -> list[tuple[Call | None, Any]]:
        """Play a legal move on a copy of a record.

        Returns:
            The records after each piece of the move, in order, each with the innermost watched call that the
            piece belongs to; None: the move itself.
        """
        self._notes, self._calls = [], [None]
        copy = state.copy()
        self._state = copy
        with np.errstate(over="ignore"):
            self._apply(copy, tables, action)
        self._note()
        return self._notes

    def _note(self) -> None:
        self._notes.append((self._calls[-1], self._state.copy()))

    def _plain(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """The copy of a rule that calls only copies."""
        function: Any = getattr(rule, "py_func", rule)
        if id(function) not in self._copies:
            made = FunctionType(
                function.__code__,
                self._namespace(function.__globals__),
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            watched = function.__name__ in self._watched
            self._copies[id(function)] = self._noting(made) if watched else made
        return self._copies[id(function)]

    def _noting(self, function: FunctionType) -> Callable[..., Any]:
        @functools.wraps(function)
        def noting(*arguments: Any) -> Any:
            self._note()
            own = tuple(it for it in arguments if isinstance(it, int | np.integer))
            self._calls.append(Call(function.__name__, own, self._state.copy(), self._calls[-1]))
            try:
                return function(*arguments)
            finally:
                self._note()
                self._calls.pop()

        return noting

    def _namespace(self, names: dict[str, Any]) -> dict[str, Any]:
        """The globals of a copy: those of the original, with copies for rules and modules of rules."""
        if id(names) not in self._namespaces:
            own = self._namespaces[id(names)] = dict(names)
            for name, value in names.items():
                if self._is_rule(value):
                    own[name] = self._plain(value)
                elif isinstance(value, ModuleType) and self._is_of_package(value.__name__):
                    own[name] = _Module(value, self)
        return self._namespaces[id(names)]

    def _is_rule(self, value: Any) -> bool:
        plain = getattr(value, "py_func", value)
        return isinstance(plain, FunctionType) and self._is_of_package(plain.__module__)

    def _is_of_package(self, module: str | None) -> bool:
        return str(module).partition(".")[0] in self._packages


class _Module:
    """A module whose rules are the copies of a tracer."""

    def __init__(self, module: ModuleType, tracer: Tracer) -> None:
        self._module, self._tracer = module, tracer

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        found = self._tracer._plain(value) if self._tracer._is_rule(value) else value
        setattr(self, name, found)
        return found
