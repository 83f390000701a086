"""Where files that come with the package lie, and how its programs are called, installed or not."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "train.py").is_file() else None
"""The root of the repository, unless the package is installed."""


def shipped(name: str) -> Path:
    """A folder that comes with the package, for instance `configs`: at the root of a checkout, or inside."""
    return (CHECKOUT or PACKAGE) / name


def suite_names() -> list[str]:
    """The published suites."""
    return sorted(file.stem for file in (shipped("configs") / "suites").glob("*.yaml"))


def program(name: str) -> str:
    """How `train` or `evaluate` is called from a shell."""
    return f"python {name}.py" if CHECKOUT else f"crusoe {name}"
