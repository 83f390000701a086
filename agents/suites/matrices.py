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
from .tables import told


def tables_of(cells: Sequence[Cell], described: str) -> list[Table]:
    """The matrices over all seats, then victories by the seat of the one agent, then differences."""
    found = [
        matrix(f"Cross-play, {described}: victories (95 % interval)", cells, victories),
        matrix("Goal progress (95 % interval)", cells, goal_progress),
    ]
    if any(cell.over_seats("score").any() for cell in cells):
        found.append(matrix("Points (95 % interval)", cells, points))
    return [*found, by_seat("Victories by the seat of the one agent (95 % interval)", cells), apart(cells)]


def victories(summary: Mapping[str, Any]) -> str:
    """Victory rate and interval."""
    low, high = summary["victory_low"], summary["victory_high"]
    return f"{summary['victory_rate']:.1%} ({100 * low:.0f}–{100 * high:.0f})"


def goal_progress(summary: Mapping[str, Any]) -> str:
    """The mean at the end of the games, and interval."""
    low, high = summary["goal_progress_low"], summary["goal_progress_high"]
    return f"{summary['mean_goal_progress']:.2f} ({low:.2f}–{high:.2f})"


def points(summary: Mapping[str, Any]) -> str:
    """The mean score and interval."""
    return f"{summary['mean_score']:.1f} ({summary['score_low']:.1f} to {summary['score_high']:.1f})"


def partners_of(cells: Sequence[Cell]) -> list[str]:
    """The columns."""
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


def apart(cells: Sequence[Cell]) -> Table:
    """What it changes when one seat of a team of one kind is given to another agent, over the same games."""
    alone = {cell.agent: cell for cell in cells if cell.agent == cell.partners}
    rows = []
    for cell in cells:
        if cell.agent != cell.partners:
            pairs = {
                name: (cell.over_seats(name), alone[cell.partners].over_seats(name))
                for name in ("victory", "goal_progress")
            }
            won = told(difference_in_shares(*pairs["victory"]), 1, " %", 100)
            progress = told(difference_in_progress(*pairs["goal_progress"]), 2)
            rows.append((f"{cell.agent} among {cell.partners}", won, progress))
    title = "One seat given to another agent: differences over the same games (95 % interval)"
    return Table(title, ("agents", "victories", "goal progress"), rows)


def write_json(path: Path, about: dict[str, Any], cells: Sequence[Cell]) -> None:
    """All cells, each over all seats and by seat."""
    content = {**about, "cells": [cell.summary() for cell in cells]}
    write_whole(path, json.dumps(content, indent=2) + "\n")
