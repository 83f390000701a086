"""What the cards do: `events.toml`, `adventures.toml`, `mysteries.toml` and `inventions.toml` beside this."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tests.robinson.cards.position import Case

Card = TypeVar("Card")
DRAWN_FIRST = "drawn first"
"""In `given`: the first effect happened on the same table."""


class Event(NamedTuple):
    """A card of the event deck with its threat action; see the head of `events.toml`."""

    icon: str
    event: tuple[Case, ...]
    needs: str
    rewards: tuple[Case, ...]
    unanswered: tuple[Case, ...]
    drawn: str | None = None


class Adventure(NamedTuple):
    """A card of an adventure deck; `event` is empty for one that is never shuffled into the event deck."""

    first: tuple[Case, ...]
    event: tuple[Case, ...] = ()


class Mystery(NamedTuple):
    """A mystery card; `event` as for adventures."""

    drawn: tuple[Case, ...]
    event: tuple[Case, ...] = ()


class Invention(NamedTuple):
    """An invention; see the head of `inventions.toml`."""

    terrain: str | None = None
    items: tuple[str, ...] = ()
    costs: tuple[dict[str, int], ...] = ({},)
    built: tuple[Case, ...] = (Case(""),)
    lost: tuple[Case, ...] = (Case(""),)
    owner: str | None = None


def written(name: str) -> dict[str, Any]:
    """A file beside this one."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def cases(lines: list[str]) -> tuple[Case, ...]:
    """Cases as they are written: "change | given | do"."""
    return tuple(Case(*(part.strip() for part in line.split("|"))) for line in lines)


def cards(kind: Callable[..., Card], entries: dict[str, dict[str, Any]]) -> dict[str, Card]:
    """Cards by id; all lists of theirs are cases, but for what an invention needs."""
    return {
        identity: kind(
            **{
                key: cases(it) if isinstance(it, list) and key not in ("items", "costs") else it
                for key, it in entry.items()
            }
        )
        for identity, entry in entries.items()
    }


_EVENTS, _ADVENTURES, _MYSTERIES = map(written, ("events", "adventures", "mysteries"))
EVENTS = cards(Event, _EVENTS["event"])
WRECKAGE: dict[str, list[str]] = _EVENTS["wreckage"]
"""Rewards of one pawn and of two."""
DECKS = [cards(Adventure, _ADVENTURES[deck]) for deck in ("build", "gather", "explore")]
TREASURES, CREATURES, TRAPS = KINDS = [
    cards(Mystery, _MYSTERIES[kind]) for kind in ("treasure", "creature", "trap")
]
MYSTERIES = {**TREASURES, **CREATURES, **TRAPS}
INVENTION_KINDS = {kind: cards(Invention, entries) for kind, entries in written("inventions").items()}
INVENTIONS = {name: invention for kind in INVENTION_KINDS.values() for name, invention in kind.items()}
