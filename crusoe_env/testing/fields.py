"""Types of the fields of records and tables: `State` and `Tables`, in a file `fields.py` of each game.

    python -m crusoe_env.testing.fields                         # say which of these files are out of date
    python -m crusoe_env.testing.fields --write                 # write them anew
    python -m crusoe_env.testing.fields --write my_package.my_game:GAME

Rules name their arguments `s: State, t: Tables`, so that mypy finds a misspelt field. Numba ignores both.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from crusoe_env.engine.game import Game, from_path
from crusoe_env.engine.simulator import Simulator
from crusoe_env.interfaces.registration import GAMES, game

FILE = "fields.py"
HEADING = '''\
"""Types of fields, for mypy. Written by `python -m crusoe_env.testing.fields --write`: do not edit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
'''


def main(arguments: list[str] | None = None) -> int:
    """Compare the files with the games, or write them; how many were out of date, unless they are written."""
    parser = argparse.ArgumentParser(
        prog="python -m crusoe_env.testing.fields", description="Types of fields."
    )
    parser.add_argument("games", nargs="*", help="package.module:NAME; the games of the suite by default")
    parser.add_argument("--write", action="store_true", help="write the files anew")
    chosen = parser.parse_args(arguments)
    stale = False
    for one in [from_path(path) for path in chosen.games] or [game(name) for name in GAMES]:
        file, text = file_of(one), source(one)
        before = file.read_text(encoding="utf-8") if file.is_file() else HEADING
        if file.is_file() and before == text:
            continue
        if not before.startswith(HEADING):
            parser.error(f"{file} is there already, and not written by this command: rename it")
        if chosen.write:
            file.write_text(text, encoding="utf-8", newline="\n")
        stale |= not chosen.write
        print(f"{file}: {'written' if chosen.write else 'out of date'}")
    return int(stale)


def file_of(game: Game) -> Path:
    """Where the types of a game's fields lie: in the folder of the module that holds it."""
    return Path(str(importlib.import_module(game.module).__file__)).with_name(FILE)


def source(game: Game) -> str:
    """The content of a game's file."""
    return "\n".join(
        [
            HEADING,
            *_class_of("State", "The record of a game.", game.record.dtype),
            "",
            *_class_of("Tables", "What the rules read of the data files.", Simulator(game).tables.dtype),
            "",
        ]
    )


def _class_of(name: str, meaning: str, dtype: np.dtype) -> Iterator[str]:
    """A class with an attribute for each field of records of this kind."""
    yield f'\nclass {name}:\n    """{meaning}"""\n'
    for field in dtype.names or ():
        yield f"    {field}: {_type_of(dtype[field])}"


def _type_of(field: np.dtype) -> str:
    """A whole number for a field of one entry, an array for one of several."""
    return f"NDArray[np.{field.base.name}]" if field.shape else "float" if field.kind == "f" else "int"


if __name__ == "__main__":
    sys.exit(main())
