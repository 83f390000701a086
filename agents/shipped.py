"""Paths of files that come with the package, and names of its programs, in a checkout or installed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "train.py").is_file() else None
"""The root of the repository, unless the package is installed."""


def shipped(name: str) -> Path:
    """A folder that comes with the package, such as `configs`: at the root of a checkout, or inside."""
    return (CHECKOUT or PACKAGE) / name


def suite_names() -> list[str]:
    """The published suites."""
    return sorted(file.stem for file in (shipped("configs") / "suites").glob("*.yaml"))


def challenge_names() -> list[str]:
    """The published challenges."""
    return sorted(file.stem for file in (shipped("configs") / "challenges").glob("*.yaml"))


def program(name: str, arguments: Sequence[str] = ()) -> str:
    """The shell command for `train` or `evaluate`: in the root of a checkout that of its script."""
    here = CHECKOUT is not None and Path.cwd() == CHECKOUT
    return shlex.join([*(("python", f"{name}.py") if here else ("crusoe", name)), *arguments])
