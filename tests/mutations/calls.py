"""A plugin of pytest that notes which functions each test calls, and how long it takes.

It is copied beside the project that is looked at, so it imports nothing of it. Functions called in other
processes are not seen.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

FILE, FOLDERS, PATIENCE = "MUTATIONS_CALLS", "MUTATIONS_FOLDERS", "MUTATIONS_PATIENCE"
"""Variables of the environment: where to write; folders of sources; seconds for one test."""

seen: dict[int, CodeType] = {}
tests: dict[str, tuple[float, list[str]]] = {}
"""By the id of a test that passed: how long it took, and the functions as FILE:NAME."""


def trace(frame: FrameType, event: str, argument: Any) -> None:
    """Note a call."""
    seen[id(frame.f_code)] = frame.f_code


def too_late(*_: Any) -> None:
    """End a test that takes too long for this purpose."""
    raise TimeoutError("too slow")


def functions() -> list[str]:
    """The functions seen that lie in the folders."""
    root = f"{Path.cwd()}{os.sep}"
    folders = tuple(os.environ[FOLDERS].split(os.pathsep))
    places = ((code.co_filename.removeprefix(root), code.co_qualname) for code in seen.values())
    return sorted({f"{file}:{name.split('.<')[0]}" for file, name in places if file.startswith(folders)})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch one test."""
    seen.clear()
    begun = time.perf_counter()
    before = signal.signal(signal.SIGALRM, too_late)
    signal.alarm(int(os.environ[PATIENCE]))
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        if item.nodeid in passed:
            tests[item.nodeid] = round(time.perf_counter() - begun, 3), functions()


passed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tests that fail or are skipped without a change say nothing of one."""
    if report.when == "call" and report.passed:
        passed.add(report.nodeid)
    if report.failed:
        passed.discard(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write down what was seen."""
    Path(os.environ[FILE]).write_text(json.dumps(tests))
