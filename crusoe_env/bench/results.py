"""Results as data: the tables that a command found, in a file of JSON.

A column of numbers keeps them as numbers, with the format that prints them; a cell of several numbers, such
as an interval, is a list. All other columns keep their text.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crusoe_env.bench.report import Table
from crusoe_env.support.files import write_whole
from crusoe_env.support.origin import commit, machine
from crusoe_env.support.reading import read_json

NUMBER = re.compile(r"[+-]?\d(?:[\d,]*\d)?(?:\.\d+)?")
BETWEEN = re.compile(r"(?:to|[^A-Za-z{}])*")
"""Text around the numbers of a cell."""


@dataclass(frozen=True)
class Result:
    """What a command found.

    Attributes:
        tables: in the order in which pages show them.
        command: that writes the file.
        machine: processor, cores and versions.
        date: ISO 8601.
        commit: of the sources.
    """

    tables: Sequence[Table]
    command: str
    machine: str
    date: str
    commit: str

    def table(self, title: str) -> Table:
        """The only table with this in its title. Raises KeyError if there is none or several."""
        found = [table for table in self.tables if title in table.title]
        if len(found) != 1:
            raise KeyError(f"{len(found)} tables have {title!r} in their titles")
        return found[0]


def write_result(path: Path, tables: Sequence[Table], command: str) -> None:
    """Write tables with command, machine, date and commit. Raises OSError."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    save(path, Result(tables, command, machine(), today, commit()))


def save(path: Path, result: Result) -> None:
    """Write a result, a line for each row. Raises OSError."""
    about = [
        f' "{name}": {_json(getattr(result, name))}' for name in ("command", "machine", "date", "commit")
    ]
    tables = ",\n".join(_table_json(table) for table in result.tables)
    write_whole(path, "{\n" + ",\n".join(about) + f',\n "tables": [\n{tables}\n ]\n}}\n')


def read_result(path: Path) -> Result:
    """Read a result. Raises OSError, or ValueError for a file that holds none."""
    try:
        content = read_json(path)
        tables = [_table_of(each) for each in content["tables"]]
        about = {name: str(content[name]) for name in ("command", "machine", "date", "commit")}
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ValueError(f"{path}: holds no result") from error
    return Result(tables, **about)


def numbers_in(cell: str) -> list[float]:
    """The numbers of a cell, such as [81.2, 78.7, 83.5] of "81.2% (78.7 – 83.5)"."""
    return [_number(found) for found in NUMBER.findall(cell)]


def _table_json(table: Table) -> str:
    formats = [format_of([row[i] for row in table.rows]) for i in range(len(table.headings))]
    columns = [
        {"name": name, **({"format": found} if found else {})}
        for name, found in zip(table.headings, formats, strict=True)
    ]
    rows = [
        _json([_data(cell, found) for cell, found in zip(row, formats, strict=True)]) for row in table.rows
    ]
    parts = [f'"title": {_json(table.title)}', *(['"detail": true'] if table.detail else [])]
    parts.append('"columns": [\n   ' + ",\n   ".join(map(_json, columns)) + "\n  ]")
    parts.append('"rows": [' + ("\n   " + ",\n   ".join(rows) + "\n  " if rows else "") + "]")
    return "  {" + ",\n  ".join(parts) + "}"


def _table_of(content: dict[str, Any]) -> Table:
    columns = content["columns"]
    formats = [column.get("format") for column in columns]
    rows = [
        tuple(_text(value, found) for value, found in zip(row, formats, strict=True))
        for row in content["rows"]
    ]
    return Table(content["title"], [column["name"] for column in columns], rows, content.get("detail", False))


def format_of(cells: Sequence[str]) -> str | None:
    """The format that gives these cells from their numbers; None for a column of text."""
    filled = [cell for cell in cells if cell]
    around = {tuple(NUMBER.split(cell)) for cell in filled}
    texts = next(iter(around)) if len(around) == 1 else ()
    if len(texts) < 2 or not all(texts[1:-1]) or not all(map(BETWEEN.fullmatch, texts)):
        return None
    found = texts[0]
    for numbers, text in zip(zip(*map(NUMBER.findall, filled), strict=True), texts[1:], strict=True):
        decimals = len(numbers[0].partition(".")[2])
        sign = "+" if any(number.startswith("+") for number in numbers) else ""
        thousands = "," if any("," in number for number in numbers) else ""
        found += f"{{:{sign}{thousands}.{decimals}f}}{text}"
    return found if all(_text(_data(cell, found), found) == cell for cell in cells) else None


def _number(words: str) -> float:
    digits = words.replace(",", "")
    return float(digits) if "." in digits else int(digits)


def _data(cell: str, found: str | None) -> Any:
    """A cell in JSON: text, or the numbers that the format of its column prints."""
    if found is None or not cell:
        return cell if found is None else None
    numbers = numbers_in(cell)
    return numbers[0] if len(numbers) == 1 else numbers


def _text(value: Any, found: str | None) -> str:
    """The cell that JSON stands for."""
    if found is None or value is None:
        return "" if value is None else str(value)
    return found.format(*(value if isinstance(value, list) else [value]))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
