"""Calling one of many compiled functions by its number.

Compiled code has no table of functions, so the calls are written out as Python source, a tree of comparisons.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    known = {**(names or {}), **{f"call_{i}": call.function for i, call in enumerate(calls) if call}}
    lines = [
        f"def {name}({', '.join(parameters)}):",
        *_branches(parameters[0], calls, default, 0, len(calls)),
    ]
    file = sys.modules[module].__file__ or module
    exec(compile("\n".join(lines), file, "exec"), known)
    function = known[name]
    function.__module__ = module
    return compiled(function)


def _branches(
    number: str, calls: Sequence[Call | None], default: str, low: int, high: int, depth: int = 1
) -> Iterator[str]:
    """The lines that choose among the calls low .. high - 1."""
    indent = "    " * depth
    if high - low <= 1:
        call = calls[low] if low < high else None
        text = f"call_{low}({', '.join(call.arguments)})" if call else default
        yield f"{indent}return {text}"
        return
    middle = (low + high) // 2
    yield f"{indent}if {number} < {middle}:"
    yield from _branches(number, calls, default, low, middle, depth + 1)
    yield from _branches(number, calls, default, middle, high, depth)
