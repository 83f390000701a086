"""One thing in a rule is changed, and some test must notice.

`python -m tests.robinson.rule_mutations --sample 60 --seed 1` changes so many things, one at a time: a
comparison is turned, a constant becomes one more or less, a statement is left out. It prints how many were
noticed, and the survivors: what no test asks for, or what changes nothing.

Rules run uncompiled. All tests run once, to see which rules each of them calls and how long it takes; then
the tests that call a rule run with its mutant, in a process of their own; those first that call the fewest.
No file is changed.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numba
import pytest

from crusoe_env.core import compile as compiler

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("crusoe_env/robinson/rules", "crusoe_env/robinson/scenarios")
TESTS = ("tests/robinson", "tests/golden/test_transcripts.py")
NO_RULES = (
    "test_data.py",
    "test_mutated_data.py",
    "test_mixed_tasks.py",
    "test_interfaces.py",
    "test_view.py",
)
"""Modules of tests that ask for other things than rules."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SECONDS = 60.0
"""Of tests for one mutant, as long as they took without it; it may take twice as long."""
NOTICED, SURVIVED, UNTESTED = "noticed", "survived", "no test calls it"


class Mutation(NamedTuple):
    """One change: where, in words, and the code of the changed function."""

    module: str
    function: str
    line: int
    words: str
    code: CodeType

    def __str__(self) -> str:
        """Where it stands, in words."""
        return f"{self.module.replace('.', '/')}.py:{self.line} {self.function}: {self.words}"


# ------------------------------------------------------------------ what can be changed
def is_rule(node: ast.AST) -> bool:
    """Is this a compiled function?"""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(decorator, ast.Name) and decorator.id == "compiled" for decorator in node.decorator_list
    )


def changes_in(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, Callable[[], Callable[[], None]]]]:
    """The node of each change, words for it, and what makes it in the tree and gives what takes it back."""
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            turned = TURNED[type(node.ops[0])]()
            yield node, f"{ast.unparse(node)} turned", functools.partial(_put, node.ops, 0, turned)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            for value in (node.value + 1, node.value - 1):
                yield node, f"{node.value} -> {value}", functools.partial(_set, node, value)
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            for i, statement in enumerate(block if isinstance(block, list) else []):
                if _can_go(statement):
                    left_out = ast.copy_location(ast.Pass(), statement)
                    yield (
                        statement,
                        f"without {ast.unparse(statement)}",
                        functools.partial(_put, block, i, left_out),
                    )


def _can_go(statement: ast.stmt) -> bool:
    """Can the statement be left out, and is it more than words?"""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript | ast.Attribute)  # else a name would be unknown
    return isinstance(statement, ast.AugAssign)


def _put(nodes: list[Any], i: int, node: Any) -> Callable[[], None]:
    old, nodes[i] = nodes[i], node
    return functools.partial(nodes.__setitem__, i, old)


def _set(constant: ast.Constant, value: int) -> Callable[[], None]:
    old, constant.value = constant.value, value
    return functools.partial(setattr, constant, "value", old)


def mutations_of(source: str, module: str, chooser: random.Random | None = None) -> list[Mutation]:
    """The mutations of the rules in a module; with `chooser` one of each function."""
    tree = ast.parse(source)
    found = []
    for function in [node for node in tree.body if isinstance(node, ast.FunctionDef) and is_rule(node)]:
        changes = list(changes_in(function))
        if chooser is not None:
            changes = [chooser.choice(changes)] if changes else []
        for node, words, change in changes:
            back = change()
            code = code_of(tree, function.name, module)
            back()
            line = int(getattr(node, "lineno", function.lineno))
            found.append(Mutation(module, function.name, line, words, code))
    return found


def code_of(tree: ast.Module, function: str, module: str) -> CodeType:
    """The code of a function of a changed module."""
    whole = compile(ast.fix_missing_locations(tree), module, "exec", dont_inherit=True)
    flags = whole.co_consts
    return next(each for each in flags if isinstance(each, CodeType) and each.co_name == function)


def sample(count: int, seed: int) -> list[Mutation]:
    """So many mutations, of so many different functions if there are as many."""
    chooser = random.Random(seed)
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    found = []
    for file in files:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        found += mutations_of(file.read_text(encoding="utf-8"), module, chooser)
    return chooser.sample(found, min(count, len(found)))


# ------------------------------------------------------------------ which tests call a rule
RULES: dict[tuple[str, str], FunctionType] = {}
"""The rules by module and name."""
called: set[tuple[str, str]] = set()
"""Those that have been called."""


def recorded(function: FunctionType) -> Callable[..., Any]:
    """In the place of `compiled`: the rule as ordinary Python; that it is called is noted."""
    name = function.__module__, function.__qualname__
    RULES[name] = function

    @functools.wraps(function)
    def rule(*arguments: Any) -> Any:
        called.add(name)
        return function(*arguments)

    return rule


class Session:
    """A session of pytest in which all tests run once, and then some of them for each mutant."""

    def __init__(self, mutations: Sequence[Mutation], seconds: float) -> None:
        self.mutations, self.seconds = mutations, seconds
        self.calls: dict[str, set[tuple[str, str]]] = {}
        self.took: dict[str, float] = {}
        self.failed: set[str] = set()
        self.verdicts: list[tuple[Mutation, str]] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only tests of rules."""
        items[:] = [item for item in items if item.path.name not in NO_RULES]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutation says nothing of one."""
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests, then the mutants."""
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            called.clear()
            begun = time.perf_counter()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.took[item.nodeid] = time.perf_counter() - begun
            self.calls[item.nodeid] = set(called)
        for mutation in self.mutations:
            verdict = self.verdict(session, mutation)
            self.verdicts.append((mutation, verdict))
            print(f"\n{verdict}: {mutation}", end="", flush=True)
        return True

    def tests_for(self, items: Sequence[pytest.Item], mutation: Mutation) -> list[pytest.Item]:
        """The tests that call its function, as many as there is time for."""
        name = mutation.module, mutation.function
        callers = [
            item for item in items if name in self.calls[item.nodeid] and item.nodeid not in self.failed
        ]
        callers.sort(key=lambda item: (len(self.calls[item.nodeid]), self.took[item.nodeid]))
        chosen, seconds = [], 0.0
        for item in callers:
            seconds += self.took[item.nodeid]
            if chosen and seconds > self.seconds:
                break
            chosen.append(item)
        return chosen

    def verdict(self, session: pytest.Session, mutation: Mutation) -> str:
        """Does a test notice?"""
        items = self.tests_for(session.items, mutation)
        if not items:
            return UNTESTED
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = self.run_mutant(session, mutation, items)
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        return SURVIVED if status == 0 else NOTICED

    def run_mutant(self, session: pytest.Session, mutation: Mutation, items: Sequence[pytest.Item]) -> int:
        """In a process of its own: run the tests with the changed rule; 0 if all pass."""
        session.config.pluginmanager.unregister(name="terminalreporter")
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # it ends the process, as noticed
        signal.alarm(int(2 * sum(self.took[item.nodeid] for item in items)) + 10)
        forget_results()
        RULES[mutation.module, mutation.function].__code__ = mutation.code
        self.failed.clear()
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return 1
        return 0


def forget_results() -> None:
    """Games that tests have played and kept were played without the mutation."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and (each.__module__ or "").startswith("tests."):
            each.cache_clear()


def main(arguments: Sequence[str]) -> int:
    """Run; 0 if every mutant was noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.robinson.rule_mutations", description=__doc__)
    parser.add_argument("--sample", type=int, default=60, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of tests for each")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files or folders of tests")
    given = parser.parse_args(arguments)
    compiler.compiled = recorded
    session = Session(sample(given.sample, given.seed), given.seconds)
    pytest.main(
        ["-q", "-p", "no:cacheprovider", "-m", "not slow and not browser", *given.tests], plugins=[session]
    )
    survivors = [mutation for mutation, verdict in session.verdicts if verdict != NOTICED]
    print(
        f"\n{len(session.verdicts) - len(survivors)} of {len(session.verdicts)} mutants noticed; survivors:"
    )
    for mutation in survivors:
        print(f"  {mutation}")
    return 1 if survivors else 0


if __name__ == "__main__":
    if not numba.config.DISABLE_JIT:
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        )
    sys.exit(main(sys.argv[1:]))
