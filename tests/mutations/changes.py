"""Small changes of a source: a comparison turned, a number one more, a statement left out, and so on."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
"""Operators, and those that stand in their place."""


class Mutation(NamedTuple):
    """One change of a file.

    Attributes:
        file: from the root of the project.
        function: its name, with that of its class.
        line: where the change is.
        words: what is changed.
        start, stop: the bytes that are replaced.
        text: what stands there instead.
    """

    file: str
    function: str
    line: int
    words: str
    start: int
    stop: int
    text: str

    def __str__(self) -> str:
        """Where it stands, in words."""
        return f"{self.file}:{self.line} {self.function}: {self.words}"

    def of(self, source: bytes) -> bytes:
        """The changed source."""
        return source[: self.start] + self.text.encode() + source[self.stop :]


def mutations_of(file: str, source: bytes) -> dict[str, list[Mutation]]:
    """The changes of each function and method of a module."""
    starts = [0]
    for row in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    found: dict[str, list[Mutation]] = {}
    for name, function in functions(ast.parse(source).body):
        for node, text in changes_in(function):
            start = starts[node.lineno - 1] + node.col_offset
            stop = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            words = " ".join(f"{source[start:stop].decode()} -> {text}".split())
            if isinstance(node, ast.Constant):
                words += f" in {source[starts[node.lineno - 1] : starts[node.lineno]].decode().strip()}"
            found.setdefault(name, []).append(Mutation(file, name, node.lineno, words, start, stop, text))
    return found


def functions(body: Sequence[ast.stmt], before: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, by name."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield before + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{before}{node.name}.")


def changes_in(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """The nodes that can be changed, and what stands in their place."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.JoinedStr | ast.AnnAssign):
            continue  # texts; the places in them are not exact
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.stmt) and can_go(node):
            yield node, "pass"
        elif isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.AugAssign):
            if (changed := turned(node)) is not None:
                text = ast.unparse(changed)
                yield node, f"({text})" if isinstance(node, ast.BoolOp) else text
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"bool({ast.unparse(node.operand)})"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield node, repr(node.value + 1)
            yield node, repr(node.value - 1)


def can_go(statement: ast.stmt) -> bool:
    """Can the statement be left out, and is it more than words?"""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript | ast.Attribute)  # else a name would be unknown
    return isinstance(statement, ast.AugAssign | ast.Raise | ast.Continue)


def turned(node: ast.expr | ast.stmt) -> ast.AST | None:
    """A copy of a node with another operator; None if its operator has no counterpart."""
    other = copy.deepcopy(node)
    if isinstance(other, ast.Compare):
        kind = TURNED.get(type(other.ops[0]))
        if kind is not None:
            other.ops[0] = kind()  # type: ignore[call-overload]
    else:
        kind = TURNED.get(type(other.op))  # type: ignore[attr-defined]
        if kind is not None:
            other.op = kind()  # type: ignore[attr-defined]
    return None if kind is None else other


def sample(root: Path, files: Sequence[Path], count: int, rng: random.Random) -> list[Mutation]:
    """So many mutations, of so many different functions if there are as many."""
    found = []
    for file in sorted(files):
        name = file.relative_to(root).as_posix()
        found += [rng.choice(changes) for changes in mutations_of(name, file.read_bytes()).values()]
    return rng.sample(found, min(count, len(found)))
