"""The programs of effects in the data: where they stand, and the table of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.compiler import Context, ProgramTable, special_wound_part
from crusoe_env.robinson.card_language.measures import scenario_words
from crusoe_env.robinson.card_language.vocabulary import EACH, PERFORMER
from crusoe_env.robinson.components import DECK_TABLES, FILE_OF
from crusoe_env.support.words import shown

# table: fields with programs, and who is wounded for an unfulfilled demand there; "a.b" is field b of a.
_EVENT_PART, _ACTION_PART = EACH, PERFORMER
_ADVENTURE = {"effect": _ACTION_PART, "use": _ACTION_PART, "event": _EVENT_PART}
_ITEM = {"built": _EVENT_PART, "lost": _EVENT_PART, "use": _ACTION_PART, "rest": _ACTION_PART}
PROGRAM_FIELDS: dict[str, dict[str, int]] = {
    "morale": {"at_highest": _EVENT_PART},
    "camp": dict.fromkeys(("arrange", "arrange_with_four", "rest"), _ACTION_PART),
    "on": {
        **dict.fromkeys(c.HOOKS, _EVENT_PART),
        **{f"round.{i}": _EVENT_PART for i in range(c.ROUNDS)},
        **{f"totem.{i}": _ACTION_PART for i in range(c.TOTEMS)},
    },
    "scenario": {"rules.palisade_missing": _EVENT_PART, "rules.keep_beast": _EVENT_PART},
    "event": {"effect": _EVENT_PART, "threat.reward": _ACTION_PART, "threat.effect": _EVENT_PART},
    "wreckage": {"options.0.reward": _ACTION_PART, "options.1.reward": _ACTION_PART},
    **dict.fromkeys(DECK_TABLES, _ADVENTURE),
    "mystery": {**_ADVENTURE, "rest": _ACTION_PART},
    "beast": {"extra": _ACTION_PART},
    "invention": _ITEM,
    "scenario_invention": {**_ITEM, "explored": _ACTION_PART},
    "starting_item": {"use": _ACTION_PART},
    "discovery": {"use": _ACTION_PART},
    "scenario_discovery": {
        "use": _ACTION_PART,
        **{f"uses.{i}.use": _ACTION_PART for i in range(c.USES)},
    },
    "special_action": dict.fromkeys(("effect", "adventure", "yields"), _ACTION_PART),
    "skill": {"use": _ACTION_PART},
}


@dataclass(frozen=True)
class Program:
    """A program in the data: where it stands, its clauses, and what its words mean there."""

    table: str
    id: str
    field: str
    clauses: tuple[str, ...]
    context: Context


def compiled_programs(
    facts: Mapping[str, Any], file: str | None = None
) -> tuple[ProgramTable, dict[tuple[str, str, str], int]]:
    """All programs, and where each begins, by (table, id, field). Raises FactsError."""
    table = ProgramTable()
    starts = {(p.table, p.id, p.field): table.add(p.clauses, p.context) for p in programs(facts, file)}
    return table, starts


def programs(facts: Mapping[str, Any], file: str | None = None) -> Iterator[Program]:
    """All programs in the facts; `file` is named in error messages instead of the data file."""
    words, own = scenario_words(facts), f"{facts['scenario']['id']}.toml"
    for table, fields in PROGRAM_FIELDS.items():
        content = facts[table]
        deck = DECK_TABLES.index(table) if table in DECK_TABLES else c.NONE
        for entry in content if isinstance(content, list) else [content]:
            name = entry.get("id", table)
            for field, usual in fields.items():
                clauses = value_of(entry, field)
                if clauses is None:
                    continue
                overlaid = clauses == value_of(entry.get("current", {}), field)
                written = f"current.{field}" if overlaid else field
                where = f"{file or FILE_OF.get(table, own)}: {table} {shown(name)}, field {written!r}"
                part = special_wound_part(entry.get("effect", ())) if deck != c.NONE else c.NONE
                yield Program(table, name, field, tuple(clauses), Context(where, usual, deck, part, words))


def value_of(entry: Any, field: str) -> Any:
    """The value of a field, or of an inner one ("threat.effect", "options.0.reward"); None if absent."""
    for key in field.split("."):
        if isinstance(entry, list):
            entry = entry[int(key)] if int(key) < len(entry) else None
        else:
            entry = entry.get(key)
        if entry is None:
            return None
    return entry
