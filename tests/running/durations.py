"""How long tests take: processor time, compared with what is kept in durations.json.

    make durations                        # run all tests, write durations.json anew

At the end of a run, tests that take much longer than they did are listed. It is a message and no failure, and
the kept numbers decide nothing else. Processor time counts the processes that a test starts, too. It hardly
depends on what else the machine does; the comparison allows for a slower or faster one.
"""

from __future__ import annotations

import json
import os
import statistics
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("durations.json")
LEAST = 1.0
"""Seconds from which on a test is kept."""
GROWTH = 2.0
"""A test that takes so many times as long is listed."""
ENOUGH = 5
"""Kept tests that must have run before the speed of the machine is known."""
STARTED = pytest.StashKey[float]()


def processor_seconds() -> float:
    """Of this process and of those that it has started and waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--write-durations`."""
    words = f"write {FILE.name} anew: the processor time of each test that takes more than {LEAST:.0f} s"
    parser.getgroup("durations").addoption("--write-durations", action="store_true", help=words)


def pytest_configure(config: pytest.Config) -> None:
    """Count where the reports arrive."""
    config.pluginmanager.register(Durations(config))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item):
    """Note when a test begins."""
    item.stash[STARTED] = processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """The last report of a test, after its teardown, says how long it took."""
    report = yield
    if call.when == "teardown":
        report.processor_seconds = round(processor_seconds() - item.stash[STARTED], 2)
    return report


class Durations:
    """Collects how long the tests of a run took; says at the end what has grown."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called after set-up, call and teardown of a test."""
        if report.when == "teardown":
            self.seconds[report.nodeid] = report.processor_seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the durations, or list those that have grown."""
        if self.config.getoption("write_durations"):
            FILE.write_text(json.dumps(kept_of(self.seconds), indent=1) + "\n", encoding="utf-8")
            terminalreporter.write_line(f"{FILE.name}: {len(kept_of(self.seconds))} tests written")
        elif lines := grown(self.seconds, json.loads(FILE.read_text(encoding="utf-8"))):
            terminalreporter.section(f"tests that take longer than {FILE.name} says")
            for line in lines:
                terminalreporter.write_line(line)
            terminalreporter.write_line("Make them faster, or mark them slow and run `make durations`.")


def kept_of(seconds: dict[str, float]) -> dict[str, float]:
    """What is kept: the tests that take long, the longest first."""
    long = {name: round(taken, 1) for name, taken in seconds.items() if taken >= LEAST}
    return dict(sorted(long.items(), key=lambda entry: (-entry[1], entry[0])))


def grown(seconds: dict[str, float], kept: dict[str, float]) -> list[str]:
    """The tests that take much longer than is kept, in words, given how fast this machine is.

    Tests that are not kept took less than a second. Nothing is said where too few kept tests have run.
    """
    ratios = [seconds[name] / before for name, before in kept.items() if name in seconds]
    if len(ratios) < ENOUGH:
        return []
    speed = statistics.median(ratios)
    lines = []
    for name, taken in sorted(seconds.items(), key=lambda entry: -entry[1]):
        expected = kept.get(name, LEAST) * speed
        if taken > GROWTH * expected and taken > GROWTH * LEAST:
            lines.append(f"{taken:.1f} s, expected {expected:.1f} s: {name}")
    return lines
