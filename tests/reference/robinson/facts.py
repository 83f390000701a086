"""The printed facts of a game: the data files, as an edition and a scenario have them.

What the current edition has instead stands in an entry's `current = {...}` and is laid over it. A
scenario brings tables of its own, changes inventions (`[[invention_change]]`) and gives the four symbols
their meaning.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from . import components as box
from . import scenario_facts as sheet
from .programs import parse

FOLDER = Path(__file__).parents[3] / "crusoe_env" / "robinson" / "data"
EDITIONS = ("first", "current")
DECKS = ("build", "gather", "explore")
SOURCES = ("wood", "bird", "fish")

T = TypeVar("T")
Entry = dict[str, Any]
Card = box.Event | box.Wreckage | box.Adventure | box.Mystery


@dataclass(frozen=True)
class Facts:
    """All that is printed. Tables are in the order of their files, by id."""

    edition: str
    switches: Mapping[str, Any]
    """Differences between the editions in the rules, by id."""
    setup: box.Setup
    morale: box.Morale
    building: box.Building
    action_dice: box.ActionDice
    weather_dice: box.WeatherDice
    camp: box.CampActions
    night: box.Night
    island: box.Island
    friday: box.Friday
    dog: box.Dog
    events: Mapping[str, box.Event]
    wreckage: Mapping[str, box.Wreckage]
    adventures: Mapping[str, box.Adventure]
    mysteries: Mapping[str, box.Mystery]
    beasts: Mapping[str, box.Beast]
    inventions: Mapping[str, box.Invention]
    """Those of the scenario stand last."""
    starting_items: Mapping[str, box.StartingItem]
    discoveries: Mapping[str, box.Discovery]
    tiles: Mapping[str, box.Tile]
    characters: Mapping[str, box.Character]
    skills: Mapping[str, box.Skill]
    sheet: sheet.ScenarioFacts
    """The scenario."""

    def rule(self, switch: str) -> bool:
        """Does this rule hold in the edition played? See data/editions.toml."""
        return bool(self.switches[switch])

    def card(self, card: str) -> Card:
        """A card that can lie in the event deck or the threat row."""
        for table in (self.events, self.wreckage, self.adventures, self.mysteries):
            if card in table:
                return table[card]
        raise KeyError(card)

    def is_card(self, name: str | None) -> bool:
        """Is this the id of such a card?"""
        tables = (self.events, self.wreckage, self.adventures, self.mysteries)
        return any(name in table for table in tables)

    def adventures_of(self, deck: str) -> list[box.Adventure]:
        """The adventures of one deck."""
        return [adventure for adventure in self.adventures.values() if adventure.deck == deck]

    def skills_of(self, character: str) -> list[box.Skill]:
        """The four skills of a sheet, from the first to the last."""
        return [skill for skill in self.skills.values() if skill.character == character]

    def action_name(self, invention: str) -> str:
        """How actions name an invention: by its id, or by its number on the scenario's sheet."""
        if invention in self.scenario_inventions:
            return f"scenario invention {self.scenario_inventions.index(invention) + 1}"
        return invention

    @property
    def card_inventions(self) -> list[str]:
        """The invention cards, without those of the scenario."""
        return [name for name, invention in self.inventions.items() if invention.kind != "scenario"]

    @property
    def scenario_inventions(self) -> list[str]:
        """The inventions of the scenario's sheet."""
        return [name for name, invention in self.inventions.items() if invention.kind == "scenario"]


def load_facts(
    scenario: str = "castaways", edition: str = "first", options: Mapping[str, Any] | None = None
) -> Facts:
    """The facts of a scenario (its name, or the path of a file) in an edition; `options`: its choices."""
    return _load(scenario, edition, tuple(sorted((options or {}).items())))


@cache
def _load(scenario: str, edition: str, options: tuple[tuple[str, Any], ...]) -> Facts:
    tables = _tables(scenario, edition)
    inventions = {
        **_table(box.Invention, tables["invention"]),
        **_table(box.Invention, tables.get("scenario_invention", [])),
    }
    return Facts(
        edition,
        {entry["id"]: entry[edition] for entry in tables["switch"]},
        _single(box.Setup, tables),
        _single(box.Morale, tables),
        _single(box.Building, tables),
        _single(box.ActionDice, tables, "action_dice"),
        _single(box.WeatherDice, tables, "weather_dice"),
        _single(box.CampActions, tables, "camp"),
        _single(box.Night, tables),
        _single(box.Island, tables),
        _single(box.Friday, tables),
        _single(box.Dog, tables),
        _table(box.Event, tables["event"]),
        _table(box.Wreckage, tables["wreckage"]),
        _adventures(tables),
        _table(box.Mystery, tables["mystery"]),
        _table(box.Beast, tables["beast"]),
        inventions,
        _table(box.StartingItem, tables["starting_item"]),
        _discoveries(tables),
        _table(box.Tile, tables["tile"]),
        _table(box.Character, tables["character"]),
        _table(box.Skill, tables["skill"]),
        _sheet(tables, dict(options)),
    )


# ---------------------------------------------------------------- files and overlays
@cache
def _file(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _tables(scenario: str, edition: str) -> dict[str, Any]:
    """All tables of the box and the scenario, with what the edition has instead."""
    own = Path(scenario) if scenario.endswith(".toml") else FOLDER / "scenarios" / f"{scenario}.toml"
    tables: dict[str, Any] = {}
    for path in [*sorted(FOLDER.glob("*.toml")), own]:
        tables |= copy.deepcopy(_file(path))
    for change in tables.get("invention_change", []):
        entry = next(entry for entry in tables["invention"] if entry["id"] == change["id"])
        entry |= {name: change[name] for name in ("built", "lost") if name in change}
    if edition == "current":
        for content in tables.values():
            for entry in content if isinstance(content, list) else [content]:
                if isinstance(entry.get("current"), dict):
                    _lay_over(entry, entry["current"])
    return tables


def _lay_over(entry: Entry, changes: Mapping[str, Any]) -> None:
    """Inner tables are merged, everything else is replaced."""
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(entry.get(name), dict):
            _lay_over(entry[name], value)
        else:
            entry[name] = value


# ---------------------------------------------------------------- from entries to dataclasses
def _table(kind: type[T], entries: Sequence[Entry]) -> dict[str, T]:
    return {entry["id"]: _build(kind, entry) for entry in entries}


def _single(kind: type[T], tables: Mapping[str, Any], name: str | None = None) -> T:
    return _build(kind, tables[name or kind.__name__.lower()])


def _build(kind: type[T], entry: Entry) -> T:
    """An entry as a dataclass: its fields by name, those that the dataclass does not know left out."""
    types = get_type_hints(kind, include_extras=True)
    return kind(**{name: _value(types[name], value) for name, value in entry.items() if name in types})


def _value(expected: Any, value: Any) -> Any:
    """A value of a data file as the type that a field has."""
    inner = get_args(expected)
    if get_origin(expected) is Annotated:
        return parse(value, inner[1])
    if get_origin(expected) is UnionType and is_dataclass(inner[0]):
        return _value(inner[0], value)
    if is_dataclass(expected):
        return _build(expected, value)  # type: ignore[arg-type]
    if get_origin(expected) is tuple:
        values = value if isinstance(value, list) else [value]
        return tuple(_value(inner[0], one) for one in values)
    return value


def _adventures(tables: Mapping[str, Any]) -> dict[str, box.Adventure]:
    return {
        name: replace(adventure, deck=deck)
        for deck in DECKS
        for name, adventure in _table(box.Adventure, tables[f"{deck}_adventure"]).items()
    }


def _discoveries(tables: Mapping[str, Any]) -> dict[str, box.Discovery]:
    """The tokens, with the scenario's meaning of the four symbols."""
    tokens = _table(box.Discovery, tables["discovery"])
    for entry in tables.get("scenario_discovery", []):
        meaning = _build(box.ScenarioDiscovery, entry)
        tokens[meaning.symbol] = replace(
            tokens[meaning.symbol],
            name=meaning.name,
            when=meaning.when,
            use=meaning.use,
            limit=meaning.limit,
            uses=meaning.uses,
        )
    return tokens


def _sheet(tables: Mapping[str, Any], options: Mapping[str, Any]) -> sheet.ScenarioFacts:
    """The scenario's own tables."""
    choices = _table(sheet.Choice, tables.get("choice", []))
    guests = [_build(sheet.Guest, entry) for entry in tables.get("guest", [])]
    return sheet.ScenarioFacts(
        _build(sheet.Scenario, tables["scenario"]),
        _build(sheet.Hooks, tables["on"]),
        _build(sheet.Goal, tables["goal"]),
        _build(sheet.Points, tables["points"]),
        _table(sheet.Counter, tables.get("counter", [])),
        _table(sheet.Mark, tables.get("mark", [])),
        tuple(_build(sheet.SpecialAction, entry) for entry in tables.get("special_action", [])),
        _table(sheet.Loss, tables.get("loss", [])),
        _table(sheet.Amount, tables.get("amount", [])),
        _table(sheet.Sum, tables.get("sum", [])),
        _table(sheet.Least, tables.get("least", [])),
        choices,
        guests[0] if guests else None,
        {name: options.get(name, choice.default) for name, choice in choices.items()},
    )
