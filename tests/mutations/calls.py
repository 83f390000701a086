"""A plugin of pytest that ends slow tests, and notes which functions each test calls and how long it takes.

It is copied beside the project that is looked at, so it imports nothing of it. What is called while a file of
tests is imported counts for each of its tests, and so does what other processes call for the test that starts
them.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sitecustomize as watching  # a copy of watching.py
from sitecustomize import CALLS, FAILED, PATIENCE

WAITING = 4
"""How many times `PATIENCE` a test may take by the clock: other programs run too."""
FILE = 12
"""The same for all tests of a file when calls are noted; those that come later are left out."""

tests: dict[str, tuple[float, list[str]]] = {}
"""By the id of a test that passed: how long it took, and the functions as FILE:NAME."""
imported: set[str] = set()
passed: set[str] = set()
failed: list[str] = []
start = time.perf_counter()


def too_late(*_: Any) -> None:
    """End a test that takes too long for this purpose."""
    raise TimeoutError("too slow")


def pytest_configure() -> None:
    """This process writes its notes test by test."""
    if CALLS in os.environ:
        atexit.unregister(watching.write)


def pytest_collection_finish() -> None:
    """All files of tests have been imported."""
    if CALLS in os.environ:
        imported.update(watching.functions())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch one test."""
    watching.seen.clear()
    begun = time.perf_counter()
    patience = float(os.environ[PATIENCE])
    before = {number: signal.signal(number, too_late) for number in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_PROF, patience)
    signal.setitimer(signal.ITIMER_REAL, WAITING * patience)
    if CALLS in os.environ:
        sys.settrace(watching.trace)  # again, in case a test has taken it away
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        if CALLS in os.environ:
            sys.settrace(None)
            called = {*imported, *watching.functions(), *watching.notes_of_others()}
            if item.nodeid in passed:
                tests[item.nodeid] = round(time.perf_counter() - begun, 3), sorted(called)
            if time.perf_counter() - start > FILE * patience:
                item.session.shouldstop = "too slow"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tests that fail or are skipped without a change say nothing of one."""
    if report.when == "call" and report.passed:
        passed.add(report.nodeid)
    if report.failed:
        passed.discard(report.nodeid)
        failed.append(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write down what was seen."""
    if CALLS in os.environ:
        Path(os.environ[CALLS]).write_text(json.dumps(tests))
    else:
        Path(os.environ[FAILED]).write_text(json.dumps(failed))
