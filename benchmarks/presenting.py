"""How a benchmark begins and ends: its command line; its tables on the screen and in a file of JSON."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from crusoe_env.bench.report import Table
from crusoe_env.bench.results import write_result
from crusoe_env.command_line import guarded
from crusoe_env.support.words import one_line


def begin(main: Callable[[], None]) -> None:
    """Run a benchmark and leave the process; what its user got wrong is one line on stderr, with status 2."""

    def run() -> int:
        try:
            main()
        except (ValueError, TypeError, OSError) as error:
            print(f"{Path(sys.argv[0]).stem}: {one_line(error)}", file=sys.stderr)
            return 2
        return 0

    sys.exit(guarded(run))


def parser_of(description: str | None) -> argparse.ArgumentParser:
    """A command line that says what a module says of itself, with `--write`."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=description, formatter_class=raw)
    parser.add_argument("--write", type=Path, metavar="FILE.json", help="a file to write the tables into")
    return parser


def present(tables: Sequence[Table], path: Path | None, program: str) -> None:
    """Print tables; with a path, write them into this file of JSON too.

    Args:
        tables: what was found.
        path: of the file, or None.
        program: the module that was run.
    """
    for table in tables:
        table.show()
    if path is not None:
        write_result(path, tables, f"python -m {shlex.join([program, *sys.argv[1:]])}")
