"""Calling one of many compiled functions by its number.

Compiled code has no table of functions, so the calls are written out as Python source, a tree of comparisons.
A function clears the places of the results of all its calls whenever it begins, so one function with a
hundred calls is slow. They are shared among functions, about as many as each of them has calls.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from crusoe_env.engine.compile import compiled


class Call(NamedTuple):
    """A function and what it is called with: expressions of the dispatcher's parameters."""

    function: Callable[..., Any]
    arguments: Sequence[str]


def dispatcher(
    name: str,
    parameters: Sequence[str],
    calls: Sequence[Call | None],
    module: str,
    *,
    default: str = "None",
    names: Mapping[str, Any] | None = None,
) -> Callable[..., Any]:
    """Make a compiled function that calls one of several functions and returns what that returns.

    Args:
        name: of the function.
        parameters: its parameters; the first is the number, from 0 to `len(calls) - 1`.
        calls: the calls by number; None calls nothing.
        module: whose compiled function it is.
        default: what is returned where nothing is called, an expression.
        names: what the expressions in `calls` use besides the parameters.
    """
    module_file = sys.modules[module].__file__ or module
    known = {**(names or {}), **{f"call_{i}": call.function for i, call in enumerate(calls) if call}}
    leaves = [f"call_{i}({', '.join(call.arguments)})" if call else default for i, call in enumerate(calls)]
    parts = round(len(leaves) ** 0.5)
    bounds = [len(leaves) * i // parts for i in range(parts + 1)] if parts else [0, 0]

    def made(own: str, chosen: Sequence[str], limits: Sequence[int]) -> Any:
        lines = [f"def {own}({', '.join(parameters)}):", *_branches(parameters[0], chosen, limits)]
        exec(compile("\n".join(lines), module_file, "exec"), known)
        function = known[own]
        function.__module__ = module
        known[own] = compiled(function)
        return known[own]

    for low, high in pairwise(bounds):
        made(f"{name}_{low}", leaves[low:high] or [default], range(low, high + 1))
    return made(name, [f"{name}_{low}({', '.join(parameters)})" for low in bounds[:-1]], bounds)


def _branches(number: str, chosen: Sequence[str], limits: Sequence[int], depth: int = 1) -> Iterator[str]:
    """The lines that choose an expression: the one at i from limits[i] on, below limits[i + 1]."""
    indent = "    " * depth
    if len(chosen) == 1:
        yield f"{indent}return {chosen[0]}"
        return
    middle = len(chosen) // 2
    yield f"{indent}if {number} < {limits[middle]}:"
    yield from _branches(number, chosen[:middle], limits, depth + 1)
    yield from _branches(number, chosen[middle:], limits[middle:], depth)
