"""How a benchmark ends: its tables on the screen and, if asked for, in a Markdown file."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from crusoe_env.bench.report import Table, for_page, write_between
from crusoe_env.support.origin import machine


def present(tables: Sequence[Table], path: Path | None, section: str, program: str = "") -> None:
    """Print tables; with a path, write them into a section of it too, details folded.

    Args:
        tables: what was found.
        path: of a Markdown file, or None.
        section: its name in that file.
        program: a module of this package, if the section says by which command it was written.
    """
    for table in tables:
        table.show()
    if path is None:
        return
    origin = f"{machine()}."
    if program:
        origin += f" Written by `python -m {shlex.join([program, *sys.argv[1:]])}`."
    write_between(path, section, f"{origin}\n\n{for_page(tables)}")
