"""What is in the box: characters, cards, items, tokens and tiles, as the data files list them.

The data files are read once, as this module is imported; the rules are compiled for what they list. So a new
card is a new entry there: it gets the next number of its table, and decks, record, tables, actions and
observation grow with it. A user's own facts correct entries, they add none (see `tables.loading`).

Inventions are numbered as in their file; those of the scenario sheet follow. Cards that can lie in the event
deck share one numbering: wreckage, events, build, gather and explore adventures, mysteries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from crusoe_env.facts import read_toml

FOLDER = Path(__file__).parent / "data"
DECK_TABLES = ("build_adventure", "gather_adventure", "explore_adventure")


_FILES = {path.name: read_toml(path) for path in sorted(FOLDER.glob("*.toml"))}
FILE_OF = {table: name for name, tables in _FILES.items() for table in tables}
"""The data file in which each table stands."""
BOX: dict[str, list[Mapping[str, Any]]] = {
    table: content
    for tables in _FILES.values()
    for table, content in tables.items()
    if isinstance(content, list)
}
"""The entries of each table as they are printed, before corrections."""


def ids_of(table: str) -> tuple[str, ...]:
    """The ids of a table, in the order in which the rules number its entries."""
    return tuple(entry["id"] for entry in BOX[table])


def copies_in(entries: Sequence[Mapping[str, Any]]) -> int:
    """How many cards or tokens these entries stand for."""
    return sum(entry.get("copies", 1) for entry in entries)


# ---------------------------------------------- characters
CHARACTER_IDS = ids_of("character")
CHARACTERS = len(CHARACTER_IDS)
SKILL_IDS = ids_of("skill")
SKILLS = len(SKILL_IDS)  # skill = SKILLS_EACH * character + place on the sheet
SKILLS_EACH = SKILLS // CHARACTERS
SOLDIER = CHARACTER_IDS.index("soldier")

# ---------------------------------------------- tiles and beasts
TILE_IDS = ids_of("tile")
TILES = len(TILE_IDS)
BEAST_IDS = ids_of("beast")
BEASTS = len(BEAST_IDS)

# ---------------------------------------------- inventions
INVENTION_IDS = ids_of("invention")
CARD_INVENTIONS = len(INVENTION_IDS)
SCENARIO_INVENTIONS = 2
INVENTIONS = CARD_INVENTIONS + SCENARIO_INVENTIONS
INVENTION_NAMES = (*INVENTION_IDS, *(f"scenario invention {i + 1}" for i in range(SCENARIO_INVENTIONS)))
SHORTCUT = INVENTION_IDS.index("shortcut")

# ---------------------------------------------- starting items and discovery tokens
STARTING_ITEM_IDS = ids_of("starting_item")
STARTING_ITEMS = len(STARTING_ITEM_IDS)
DISCOVERY_IDS = ids_of("discovery")
DISCOVERIES = len(DISCOVERY_IDS)
DISCOVERY_TOKENS = copies_in(BOX["discovery"])

# ---------------------------------------------- mysteries
MYSTERY_IDS = ids_of("mystery")
MYSTERY_CARDS = len(MYSTERY_IDS)

# ---------------------------------------------- cards that can lie in the event deck
WRECKAGE_CARDS = len(BOX["wreckage"])
EVENT_KINDS = len(BOX["event"])
ADVENTURE_KINDS = tuple(len(BOX[table]) for table in DECK_TABLES)
FIRST_EVENT = WRECKAGE_CARDS
FIRST_ADVENTURE = tuple(accumulate(ADVENTURE_KINDS[:-1], initial=FIRST_EVENT + EVENT_KINDS))
FIRST_MYSTERY = FIRST_ADVENTURE[-1] + ADVENTURE_KINDS[-1]
CARDS = FIRST_MYSTERY + MYSTERY_CARDS
CARD_NAMES = tuple(
    f"{table} {name}" for table in ("wreckage", "event", *DECK_TABLES, "mystery") for name in ids_of(table)
)
"""A name for each card: two tables may have cards of the same id."""
ADVENTURES_EACH = max(copies_in(BOX[table]) for table in DECK_TABLES)
"""Cards in the largest deck of adventures."""
MOST_EVENTS = 12
"""Event cards in the deck of a game, at most."""
_SHUFFLED_IN = [entry for table in DECK_TABLES for entry in BOX[table]]
_SHUFFLED_IN += [entry for entry in BOX["mystery"] if "event" in entry]
EVENT_DECK = MOST_EVENTS + copies_in(_SHUFFLED_IN)
"""Cards in the event deck, at most: events, and all adventures and mysteries that can be shuffled in."""
