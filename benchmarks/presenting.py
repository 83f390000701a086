"""How a benchmark begins and ends: its command line; its tables on the screen and in a Markdown file."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from crusoe_env.bench.report import Table, write_tables


def parser_of(description: str | None) -> argparse.ArgumentParser:
    """A command line that says what a module says of itself, with `--write`."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=description, formatter_class=raw)
    parser.add_argument("--write", type=Path, help="a Markdown file to put what is found into")
    return parser


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
    if path is not None:
        command = f"python -m {shlex.join([program, *sys.argv[1:]])}" if program else ""
        write_tables(path, section, tables, command)
