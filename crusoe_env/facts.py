"""Loading and checking the printed facts of a game (TOML files with source and confidence).

A data file is a set of tables. A *list* table such as `[[card]]` holds entries with an `id`; a *single*
table such as `[setup]` holds one. Each has a schema: its fields, their types and the values they may take.
A user's own file may correct single fields of single entries; it names the entry by its `id`.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crusoe_env.support.reading import read_text
from crusoe_env.support.words import nearest, one_line, shown

CONFIDENCES = ("confirmed", "single", "inferred")
"""confirmed: seen on the component, or two sources agree; single: one source; inferred: worked out."""
DEEPEST = 16
"""How many tables and lists of a file may lie within each other."""
LARGEST = 2_000_000
"""Bytes of a file of facts."""


class FactsError(ValueError):
    """A data file is wrong; the message names file, entry and field in one line."""


@dataclass(frozen=True)
class Field:
    """One field of an entry: its type (`object`: any), and optionally the values or the range it may take."""

    type: type
    choices: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None
    required: bool = True
    each: Field | None = None
    """For `type=list`: what each element must be."""
    length: int | None = None
    """For `type=list`: how many elements there must be."""
    most: int | None = None
    """For `type=list`: how many elements there can be."""
    table: Mapping[str, Field] | None = None
    """For `type=dict`: the fields of the inner table."""

    def check(self, value: Any, where: str) -> None:
        """Raise FactsError if `value` is not allowed here."""
        kind: type = type(value)
        if self.type is not object and kind is not self.type:
            raise FactsError(f"{where}: expected {self.type.__name__}, found {shown(value)}")
        if self.choices and value not in self.choices:
            hint = nearest(value, self.choices)
            raise FactsError(f"{where}: {shown(value)} is not known; {hint}")
        if not self._within_bounds(value):
            low, high = ("" if bound is None else bound for bound in (self.low, self.high))
            raise FactsError(f"{where}: {shown(value)} is outside {low} .. {high}".strip())
        if self.length is not None and len(value) != self.length:
            raise FactsError(f"{where}: expected {self.length} entries, found {len(value)}")
        if self.most is not None and len(value) > self.most:
            raise FactsError(f"{where}: at most {self.most} entries are possible, found {len(value)}")
        if self.each is not None:
            for i, element in enumerate(value):
                self.each.check(element, f"{where}[{i}]")
        if self.table is not None:
            check_entry(value, self.table, where)

    def _within_bounds(self, value: Any) -> bool:
        """Is a number neither below the least nor above the greatest? What is no number (nan) is not."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


PROVENANCE = {
    "sources": Field(list, each=Field(str)),
    "confidence": Field(str, choices=CONFIDENCES),
    "note": Field(str, required=False),
}
"""Fields that every entry of a data file has."""


def check_entry(entry: Mapping[str, Any], fields: Mapping[str, Field], where: str) -> None:
    """Check one entry against its fields: nothing missing, nothing unknown, every value allowed."""
    for name in entry:
        if name not in fields:
            raise FactsError(f"{where}: unknown field {shown(name)}; {nearest(name, fields)}")
    for name, spec in fields.items():
        if name in entry:
            spec.check(entry[name], f"{where}, field {name!r}")
        elif spec.required:
            raise FactsError(f"{where}: field {name!r} is missing")


@dataclass(frozen=True)
class Schema:
    """The tables of a game's data: `singles` by name, `lists` of entries with an `id`."""

    singles: Mapping[str, Mapping[str, Field]] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, Field]] = field(default_factory=dict)

    def check(self, facts: Mapping[str, Any], file: str) -> None:
        """Check tables: those of one file, or the whole of a game's facts."""
        for name in facts:
            if name not in self.singles and name not in self.lists:
                hint = nearest(name, [*self.singles, *self.lists])
                raise FactsError(f"{file}: unknown table {shown(name)}; {hint}")
        for name, fields in self.singles.items():
            if name in facts:
                if not isinstance(facts[name], dict):
                    raise FactsError(f"{file}: table {name!r} must be written as [{name}]")
                check_entry(facts[name], {**fields, **PROVENANCE}, f"{file}: [{name}]")
        for name, fields in self.lists.items():
            seen: set[str] = set()
            listed = facts.get(name, [])
            if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
                raise FactsError(f"{file}: table {name!r} must be written as [[{name}]]")
            for i, entry in enumerate(listed):
                if not isinstance(entry.get("id"), str):
                    raise FactsError(f"{file}: entry {i + 1} of [[{name}]]: field 'id' is missing or no text")
                where = f"{file}: {name} {shown(entry['id'])}"
                if entry["id"] in seen:
                    raise FactsError(f"{where}: the id stands twice")
                seen.add(entry["id"])
                check_entry(entry, {"id": Field(str), **fields, **PROVENANCE}, where)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a missing or broken one is a FactsError."""
    try:
        text = read_text(path, LARGEST)
    except OSError as error:
        raise FactsError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise FactsError(f"{path}: is not valid TOML: {one_line(error)}") from error
    return parse_toml(text, str(path))


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The tables of TOML text; what is wrong with it is a FactsError that names `file`."""
    too_deep = f"{file}: more than {DEEPEST} tables and lists lie within each other"
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FactsError(f"{file}: is not valid TOML: {error}") from error
    except ValueError as error:  # Python reads no numbers of thousands of digits
        raise FactsError(f"{file}: is not valid TOML: a number has too many digits") from error
    except RecursionError as error:
        raise FactsError(too_deep) from error
    if is_deep(content, DEEPEST):
        raise FactsError(too_deep)
    return content


def is_deep(content: Any, levels: int) -> bool:
    """Do more dicts and lists lie within each other than so many levels?"""
    level = [content] if isinstance(content, dict | list) else []
    for _ in range(levels + 1):
        within = (value.values() if isinstance(value, dict) else value for value in level)
        inner = {id(one): one for part in within for one in part if isinstance(one, dict | list)}
        level = list(inner.values())  # each once: in YAML, names make long lists of a few
    return bool(level)


def lay_over(entry: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Lay changes over an entry; inner tables are merged, everything else replaced."""
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(entry.get(name), dict):
            lay_over(entry[name], value)
        else:
            entry[name] = value


def correct(entry: dict[str, Any], changes: Mapping[str, Any], file: str) -> None:
    """Lay a user's corrections over an entry; without `sources` it is as sure as one source, his file."""
    lay_over(entry, changes)
    if "sources" not in changes and changes.keys() - {"id", "note"}:
        entry["sources"] = [file]
        if entry.get("confidence") == "confirmed":
            entry["confidence"] = "single"


def corrected(facts: Mapping[str, Any], user: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The game's facts with a user's corrections laid over them.

    An entry that is corrected without `sources` has the user's file as its only one.
    """
    result = copy.deepcopy(dict(facts))
    for name, value in user.items():
        if name not in result:
            raise FactsError(f"{file}: unknown table {shown(name)}; {nearest(name, result)}")
        if isinstance(value, dict) and isinstance(result[name], dict):
            correct(result[name], value, file)
        elif isinstance(value, list) and isinstance(result[name], list):
            known = {entry["id"]: entry for entry in result[name]}
            for entry in value:
                identity = entry.get("id") if isinstance(entry, dict) else None
                if not isinstance(identity, str) or identity not in known:
                    hint = nearest(identity, known)
                    raise FactsError(f"{file}: {name} {shown(identity)} is not known; {hint}")
                correct(known[identity], entry, file)
        else:
            written = f"[[{name}]]" if isinstance(result[name], list) else f"[{name}]"
            raise FactsError(f"{file}: table {name!r} must be written as {written}")
    return result


def load_facts(
    folder: Path, schema: Schema, user_file: str | Path | None = None, more: Sequence[Path] = ()
) -> dict[str, Any]:
    """Load the `*.toml` files of a game, lay a user's corrections over them, and check the result.

    Args:
        folder: the game's data folder; each table stands in one of its files.
        schema: what the tables must look like.
        user_file: a TOML file with corrections, or None.
        more: further files that belong to the facts.

    Raises:
        FactsError: names file, entry and field of what is wrong.
    """
    facts: dict[str, Any] = {}
    for path in [*sorted(folder.glob("*.toml")), *more]:
        content = read_toml(path)
        for name in content:
            if name in facts:
                raise FactsError(f"{path.name}: table {name!r} stands in another file too")
        schema.check(content, path.name)
        facts |= content
    for name in schema.singles:
        if name not in facts:
            file = str(folder) if not more else more[-1].name
            raise FactsError(f"{file}: table [{name}] is missing")
    if user_file is not None:
        path = data_path(user_file)
        facts = corrected(facts, read_toml(path), path.name)
        schema.check(facts, path.name)
    return facts


def data_path(user_file: Any) -> Path:
    """The path of a user's file. Raises FactsError for what is no path."""
    if not isinstance(user_file, str | Path):
        raise FactsError(f"data: expected the path of a file, not {shown(user_file)}")
    return Path(user_file)


def entries(facts: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All entries as (table, id, entry); a single table has its own name as id."""
    for table, content in facts.items():
        if isinstance(content, list):
            for entry in content:
                yield table, entry["id"], entry
        else:
            yield table, table, content


def coverage(facts: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """How many entries of each table have which confidence."""
    counts: dict[str, dict[str, int]] = {}
    for table, _, entry in entries(facts):
        row = counts.setdefault(table, dict.fromkeys(CONFIDENCES, 0))
        row[entry["confidence"]] += 1
    return counts
