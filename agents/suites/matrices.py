"""Tables and files of cross-play (`crusoe evaluate --cross-play AGENT ...`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole

from ..cross_play import Cell
from .comparison import difference_in_progress, difference_in_shares
from .tables import signed, victories


def tables_of(cells: Sequence[Cell], described: str) -> list[Table]:
    """The matrices over all seats, victories by seat, and differences from a team of one kind."""
    found = [
        matrix(f"Cross-play, {described}: victories (95 % interval)", cells, victories),
        matrix("Goal progress (95 % interval)", cells, goal_progress),
    ]
    if any(cell.over_seats("score").any() for cell in cells):
        found.append(matrix("Points (95 % interval)", cells, points))
    by_seat_ = by_seat("Victories by the seat of the one agent (95 % interval)", cells)
    return [*found, by_seat_, differences_table(cells)]


def goal_progress(summary: Mapping[str, Any]) -> str:
    """Mean goal progress at the end of the games, and its interval."""
    low, high = summary["goal_progress_low"], summary["goal_progress_high"]
    return f"{summary['mean_goal_progress']:.2f} ({low:.2f}–{high:.2f})"


def points(summary: Mapping[str, Any]) -> str:
    """Mean score and its interval."""
    return f"{summary['mean_score']:.1f} ({summary['score_low']:.1f} to {summary['score_high']:.1f})"


def partners_of(cells: Sequence[Cell]) -> list[str]:
    """The partners, in order of the columns."""
    return list(dict.fromkeys(cell.partners for cell in cells))


def matrix(title: str, cells: Sequence[Cell], words_of: Callable[[Mapping[str, Any]], str]) -> Table:
    """A row for each agent, a column for each kind of partners."""
    rows: dict[str, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.agent, []).append(words_of(cell.summary()))
    headings = ("agent", *(f"with {name}" for name in partners_of(cells)))
    return Table(title, headings, [(agent, *words) for agent, words in rows.items()])


def by_seat(title: str, cells: Sequence[Cell]) -> Table:
    """A row for each agent and seat."""
    rows: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        for seat, results in enumerate(cell.by_seat):
            rows.setdefault((cell.agent, str(seat)), []).append(victories(results.summary()))
    headings = ("agent", "seat", *(f"with {name}" for name in partners_of(cells)))
    return Table(title, headings, [(*row, *words) for row, words in rows.items()])


def differences_table(cells: Sequence[Cell]) -> Table:
    """Differences from a team of one kind when another agent has one of its seats, over the same games."""
    alone = {cell.agent: cell for cell in cells if cell.agent == cell.partners}
    rows = []
    for cell in cells:
        if cell.agent != cell.partners:
            pairs = {
                name: (cell.over_seats(name), alone[cell.partners].over_seats(name))
                for name in ("victory", "goal_progress")
            }
            won = signed(difference_in_shares(*pairs["victory"]), 1, " %", 100)
            progress = signed(difference_in_progress(*pairs["goal_progress"]), 2)
            rows.append((f"{cell.agent} among {cell.partners}", won, progress))
    title = "One seat given to another agent: differences over the same games (95 % interval)"
    return Table(title, ("agents", "victories", "goal progress"), rows)


def write_json(path: Path, about: dict[str, Any], cells: Sequence[Cell]) -> None:
    """Write all cells, each over all seats and by seat."""
    content = {**about, "cells": [cell.summary() for cell in cells]}
    write_whole(path, json.dumps(content, indent=2) + "\n")
