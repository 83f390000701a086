"""Figures of long checks, kept as JSON beside the page that prints them (docs/reliability_figures.md)."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crusoe_env.support.origin import machine

FOLDER = Path(__file__).parent / "figures"


def stopwatch() -> Callable[[], float]:
    """Counts the seconds from now on."""
    begun = time.perf_counter()
    return lambda: time.perf_counter() - begun


def save(file: Path, figures: Mapping[str, Any], seconds: float) -> None:
    """Write down what was checked, how long it took, and where."""
    file.parent.mkdir(parents=True, exist_ok=True)
    today = datetime.now(UTC).date().isoformat()
    where = {"seconds": round(seconds), "machine": machine(), "date": today, "commit": commit()}
    file.write_text(json.dumps({**figures, **where}, indent=1) + "\n")


def commit() -> str:
    """The commit of the sources, short; empty outside a repository."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER.parent)
    except OSError:  # there is no git
        return ""
    return done.stdout.strip()


def saved(name: str) -> dict[str, Any]:
    """The figures of the last run of a check; empty before the first."""
    file = FOLDER / f"{name}.json"
    return dict(json.loads(file.read_text())) if file.exists() else {}
