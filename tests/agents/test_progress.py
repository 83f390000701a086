"""Where standard error is no terminal, progress is a line now and then, not a bar that is redrawn."""

from __future__ import annotations

import io

import pytest

pytest.importorskip("tqdm")

from agents.progress import progress_bar
from agents.progress_lines import Lines


@pytest.fixture
def clock(monkeypatch):
    now = [1_000.0]
    monkeypatch.setattr("tqdm.std.time", lambda: now[0])
    return now


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


def test_a_log_has_a_line_every_half_minute(clock, log):
    with Lines(total=600, desc="games", file=log) as bar:
        for second in range(600):
            clock[0] += 1
            bar.update(1)
            bar.set_postfix(seen=second)
    lines = log.getvalue().splitlines()
    assert len(lines) == 21  # and one at the end
    assert "\r" not in log.getvalue()
    assert all(lines)
    assert lines[0].startswith("games:   5%| 30/600 [00:30<")
    assert lines[-1].startswith("games: 100%| 600/600 ")


def test_a_short_bar_that_is_to_vanish_writes_nothing(clock, log):
    with Lines(total=10, leave=False, file=log) as bar:
        clock[0] += 5
        bar.update(10)
    assert log.getvalue() == ""


def test_a_bar_that_is_off_writes_nothing(clock, log):
    with Lines(total=10, disable=True, file=log) as bar:
        clock[0] += 100
        bar.update(10)
    assert log.getvalue() == ""


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_terminal_has_a_bar(monkeypatch, is_terminal):
    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return is_terminal

    monkeypatch.setattr("sys.stderr", Stream())
    with progress_bar(total=3) as bar:
        assert isinstance(bar, Lines) != is_terminal
