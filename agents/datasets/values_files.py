"""The files of a data set of valued moves, in the layout of the Hugging Face hub.

FOLDER/data/GAME/train.jsonl.gz, validation.jsonl.gz    rows with values
FOLDER/answers/GAME/test.jsonl.gz                       rows of the test, apart from what trainers read
FOLDER/README.md, croissant.json, eval.yaml             card, description, how the test is scored
FOLDER/parts/GAME/                                      blocks without words, from which the rest is written
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import GZIP, json_of, read_limited, read_text, unpacked
from crusoe_env.support.words import one_line

from ..errors import ConfigError
from . import values_about
from .move_values import TEST, TRAIN, VALIDATION, split_of, told

SPLITS = (TRAIN, VALIDATION, TEST)
LARGEST, LARGEST_UNPACKED = 1 << 30, 1 << 33
SETTINGS = "settings.json"


class Parts:
    """The blocks of one game that are there, a file each.

    Args:
        folder: of the data set.
        game: short name.
        settings: by which blocks are made.

    Raises:
        ConfigError: other settings have left blocks there.
    """

    def __init__(self, folder: Path, game: str, settings: Mapping[str, Any]) -> None:
        self.folder, self.game = folder / "parts" / game, game
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = self.folder / SETTINGS
        if not kept.exists():
            write_whole(kept, json.dumps(settings) + "\n")
        elif json_of(read_text(kept, LARGEST)) != settings:
            raise ConfigError(f"{kept}: made with other settings, rules or policies; remove {self.folder}")

    def _file(self, number: int) -> Path:
        return self.folder / f"{number:06d}.jsonl"

    def count(self, number: int) -> int | None:
        """How many rows a block has; None if it is not there."""
        file = self._file(number)
        return len(read_text(file, LARGEST).splitlines()) if file.exists() else None

    def keep(self, number: int, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write a block."""
        write_whole(self._file(number), "".join(f"{json.dumps(row)}\n" for row in rows))

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of all blocks, in order."""
        for file in sorted(self.folder.glob("*.jsonl")):
            yield from (json_of(line) for line in read_text(file, LARGEST).splitlines())


def write_game(folder: Path, parts: Parts) -> Mapping[str, int]:
    """Write the splits of a game from its blocks; the rows of each."""
    splits: dict[str, list[dict[str, Any]]] = {name: [] for name in SPLITS}
    for row in told(parts.rows()):  # options differ by game: as text, all games have the same columns
        splits[split_of(row["seed"])].append({**row, "options": json.dumps(row["options"])})
    for name, rows in splits.items():
        _write(folder / ("answers" if name == TEST else "data") / parts.game / f"{name}.jsonl.gz", rows)
    return {name: len(rows) for name, rows in splits.items()}


def _write(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    content = "".join(f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n" for row in rows)
    write_whole(file, gzip.compress(content.encode(), 9, mtime=0))


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a file. Raises ConfigError for a damaged one, OSError where there is none."""
    try:
        content = unpacked(read_limited(file, LARGEST), LARGEST_UNPACKED, GZIP)
        return [json_of(line) for line in content.splitlines()]
    except ValueError as error:
        raise ConfigError(f"{file}: holds no rows of a data set: {one_line(error)}") from error


def write_quiz(folder: Path, file: Path) -> None:
    """Write the answers of all tests into one file without words, which a position gives anew."""
    leave = ("id", "message", "moves", "progress", "regret_low", "regret_high")
    found = (row for path in answers_in(folder) for row in read_rows(path))
    _write(file, [{key: value for key, value in row.items() if key not in leave} for row in found])


def answers_in(folder: Path) -> list[Path]:
    """The files of answers. Raises ConfigError if there is none."""
    files = sorted((folder / "answers").glob(f"*/{TEST}.jsonl.gz"))
    if not files:
        raise ConfigError(f"{folder}: holds no answers; `crusoe dataset values --out FOLDER` writes them")
    return files


def describe_folder(folder: Path, settings: Mapping[str, Any]) -> None:
    """Write the card, `croissant.json` and `eval.yaml` for the games that are there."""
    files = sorted(file for kind in ("data", "answers") for file in (folder / kind).glob("*/*.jsonl.gz"))
    counts: Counter[tuple[str, str]] = Counter()
    for file in files:
        counts[file.parent.name, file.name.partition(".")[0]] = len(read_rows(file))
    hashes = {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    write_whole(folder / "README.md", values_about.card(counts, settings))
    croissant = values_about.croissant(hashes, settings)
    write_whole(folder / "croissant.json", json.dumps(croissant) + "\n")
    games = sorted({game for game, _ in counts})
    write_whole(folder / "eval.yaml", values_about.evaluation(games))
