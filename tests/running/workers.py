"""Tests in several processes that collect once: `--workers N` forks them when all tests are collected.

pytest-xdist starts fresh processes, each of which imports everything and collects all tests again. Here the
workers are copies of the process that has collected. It hands out the tests file by file, files with slow
tests or a browser first, and reports what the workers send back. Where processes cannot be forked safely (all
systems but Linux), the tests run in one process.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, NoReturn

import pytest

LARGEST_PART = 60
"""Tests that are handed out together at most: a large file is shared by several workers."""
MOST_WORKERS = 8
LONG = ("slow", "browser")
"""Marks of tests that take long."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--workers`."""
    words = f"processes that share the tests (Linux); auto: one for each processor, at most {MOST_WORKERS}"
    parser.getgroup("workers").addoption("--workers", default="1", metavar="N", help=words)


def count_of(config: pytest.Config) -> int:
    """How many workers are wanted. Raises UsageError for what is no count."""
    given = config.getoption("workers")
    if given == "auto":
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS) if sys.platform == "linux" else 1
    if not given.isdecimal() or int(given) < 1:
        raise pytest.UsageError(f"--workers {given}: is no number of processes; choose 1, 2, ... or auto")
    return int(given) if sys.platform == "linux" else 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in workers, if several are wanted and there is more than one part to share."""
    count = count_of(session.config)
    stops = session.testsfailed and not session.config.option.continue_on_collection_errors
    if count == 1 or session.config.option.collectonly or stops:
        return None
    Loop(session, parts_of(session.items)).run(count)
    return True


def parts_of(items: list[pytest.Item]) -> list[list[int]]:
    """The numbers of the tests that are handed out together; those with a test that takes long come first."""
    parts: list[list[int]] = []
    for number, item in enumerate(items):
        if number == 0 or item.path != items[number - 1].path or len(parts[-1]) == LARGEST_PART:
            parts.append([])
        parts[-1].append(number)

    def takes_long(part: list[int]) -> bool:
        return any(items[number].get_closest_marker(mark) for number in part for mark in LONG)

    return sorted(parts, key=lambda part: not takes_long(part))


@dataclass
class Worker:
    """A forked process: what it runs, and the connection to it."""

    pid: int
    connection: Connection
    waiting: list[int] = field(default_factory=list)
    """Tests that it has been given and not yet begun."""
    running: int | None = None


class Loop:
    """The process that has collected: hands out tests and reports them."""

    def __init__(self, session: pytest.Session, parts: list[list[int]]) -> None:
        self.session, self.config, self.items = session, session.config, session.items
        self.parts = deque(parts)
        self.workers: dict[Connection, Worker] = {}

    def run(self, count: int) -> None:
        """All parts, by so many workers."""
        getattr(self.config, "_tmp_path_factory").getbasetemp()  # noqa: B009  one folder for all workers
        gc.collect()
        gc.freeze()  # what was collected stays one copy in memory
        try:
            for _ in range(min(count, len(self.parts))):
                self.start()
            while self.workers:
                for connection in wait(list(self.workers)):
                    self.hear(self.workers[connection])  # type: ignore[index]
        except BaseException:
            for worker in self.workers.values():
                os.kill(worker.pid, signal.SIGTERM)
            raise
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)

    def start(self) -> None:
        """Fork a worker."""
        here, there = Pipe()
        pid = os.fork()
        if pid == 0:
            here.close()
            for other in self.workers:
                other.close()
            run_as_worker(self.session, there)
        there.close()
        self.workers[here] = Worker(pid, here)

    def hear(self, worker: Worker) -> None:
        """One message of a worker: it wants tests, begins one, reports on one, has ended one, or is gone."""
        try:
            what, content = worker.connection.recv()
        except (EOFError, ConnectionError):
            self.end(worker)
            return
        hook = self.config.hook
        if what == "next":
            stopped = self.session.shouldfail or self.session.shouldstop
            part = [] if stopped or not self.parts else self.parts.popleft()
            worker.waiting += part
            worker.connection.send(part)
        elif what == "report":
            report = hook.pytest_report_from_serializable(config=self.config, data=content)
            hook.pytest_runtest_logreport(report=report)
        else:
            item = self.items[content]
            which = {"nodeid": item.nodeid, "location": item.location}
            if what == "begin":
                worker.waiting.remove(content)
                worker.running = content
                hook.pytest_runtest_logstart(**which)
            else:
                worker.running = None
                hook.pytest_runtest_logfinish(**which)

    def end(self, worker: Worker) -> None:
        """A worker is gone. If it crashed, its test has failed, and another one goes on with the rest."""
        del self.workers[worker.connection]
        worker.connection.close()
        status = os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1])
        if status == 0:
            return
        if worker.running is not None:
            item = self.items[worker.running]
            words = f"the process of this test ended with status {status} (below 0: by that signal)"
            failed = pytest.TestReport(item.nodeid, item.location, {}, "failed", words, "call")
            self.config.hook.pytest_runtest_logreport(report=failed)
        if worker.waiting:
            self.parts.appendleft(worker.waiting)
        if self.parts and not (self.session.shouldfail or self.session.shouldstop):
            self.start()


class Reporter:
    """The plugin that sends a worker's reports to the process that has collected."""

    def __init__(self, config: pytest.Config, connection: Connection) -> None:
        self.config, self.connection = config, connection

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called after set-up, call and teardown of a test."""
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.connection.send(("report", data))


def run_as_worker(session: pytest.Session, connection: Connection) -> NoReturn:
    """Run tests in a forked process until there are no more."""
    status = 1
    try:
        plugins = session.config.pluginmanager
        plugins.unregister(name="terminalreporter")
        capture: Any = plugins.getplugin("capturemanager")
        capture.stop_global_capturing()  # its files are shared with the other processes
        capture.start_global_capturing()
        plugins.register(Reporter(session.config, connection))
        run_tests(session, connection)
        status = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


def run_tests(session: pytest.Session, connection: Connection) -> None:
    """The tests that this worker is given. Each knows the next one, so that fixtures outlive a part."""
    numbers = numbers_of_tests(connection)
    number = next(numbers, None)
    while number is not None and not (session.shouldfail or session.shouldstop):
        following = next(numbers, None)
        item, after = session.items[number], None if following is None else session.items[following]
        connection.send(("begin", number))
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        connection.send(("end", number))
        number = following


def numbers_of_tests(connection: Connection) -> Iterator[int]:
    """The tests of one part after the other, as the process that has collected hands them out."""
    while True:
        connection.send(("next", None))
        part = connection.recv()
        if not part:
            return
        yield from part
