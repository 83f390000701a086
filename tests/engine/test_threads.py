"""Threads that share a batch: how many, which slices, and anew after a fork."""

from __future__ import annotations

import os

from crusoe_env.support.threads import Workers, processors


def test_there_is_a_processor_where_nobody_counts_them(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert processors() == 6


def test_slices_cover_all_games_once():
    for count, expected in ((6, [(0, 2), (2, 4), (4, 6)]), (5, [(0, 2), (2, 5)])):
        found: list[tuple[int, int]] = []
        Workers(3).run(lambda start, stop, to=found: to.append((start, stop)), count, games_per_thread=2)
        assert sorted(set(found) - {(0, 0)}) == expected


def test_a_kernel_is_compiled_in_the_thread_that_calls_it():
    workers, found = Workers(2), []
    for _ in range(2):
        workers.run(kernel := lambda start, stop: found.append((start, stop)), 4, games_per_thread=1)
    assert found[0] == (0, 0)
    found.clear()
    workers.run(kernel, 4, games_per_thread=1)
    assert sorted(found) == [(0, 2), (2, 4)]


def test_threads_begin_anew_after_a_fork():
    workers = Workers(2)
    workers.run(lambda start, stop: None, 4, games_per_thread=1)
    before = workers._pool
    workers.run(lambda start, stop: None, 4, games_per_thread=1)
    assert workers._pool is before
    workers._process -= 1  # as it is in a child
    workers.run(lambda start, stop: None, 4, games_per_thread=1)
    assert workers._pool is not before


def test_workers_are_closed_as_often_as_one_likes():
    workers = Workers(2)
    workers.close()
    workers.run(lambda start, stop: None, 4, games_per_thread=1)
    for _ in range(2):
        workers.close()
    found: list[int] = []
    workers.run(lambda start, stop: found.append(stop - start), 4, games_per_thread=1)
    assert sum(found) == 4
