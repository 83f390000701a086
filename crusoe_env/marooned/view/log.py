"""What an action of Marooned! has done, in a line: the log of the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.marooned.actions import LAYOUT, WALK
from crusoe_env.marooned.state import CARDS, DIRECTIONS, NONE
from crusoe_env.marooned.view.about import glossary
from crusoe_env.marooned.view.words import Sight, sight_of
from crusoe_env.show.description import Card, titled


def happened(before: Any, action: int, after: Any, tables: Any, facts: dict[str, Any]) -> list[str]:
    """What led from one state to the next: the action, then all that came of it."""
    old, new = sight_of(before, tables, facts), sight_of(after, tables, facts)
    name = LAYOUT.names[action].replace("_", " ")
    came = ", ".join(_came(old, new, action))
    return [f"turn {before.rounds}, {name}" + (f": {came}" if came else "")]


def drawn(before: Any, after: Any, tables: Any, facts: dict[str, Any]) -> list[Card]:
    """The cards drawn from the deck since an earlier state, with what they do and when they flip."""
    new, words = sight_of(after, tables, facts), glossary(after, tables, facts)
    names = [new.names[2 * int(card)] for card in after.deck[before.played : after.played]]
    return [Card(name, [titled(part) for part in words[name].split("; ")]) for name in names]


def _came(old: Sight, new: Sight, action: int) -> Iterator[str]:
    if WALK <= action < WALK + len(DIRECTIONS):
        yield old.names[old.face(int(new.s.card_at[new.s.position]))]
    for card in range(CARDS):
        if old.s.side[card] != new.s.side[card]:
            yield f"{old.names[old.face(card)]} → {new.names[new.face(card)]}"
        elif old.s.cell[card] == NONE and new.s.cell[card] != NONE:
            yield new.names[new.face(card)]
    if gain := int(new.s.health) - int(old.s.health):
        yield f"{gain:+d}\u00a0health".replace("-", "−")
    if old.s.ship == NONE and new.s.ship != NONE:
        yield "the ship sets sail"
    if old.s.ship != NONE and new.s.ship == NONE:
        yield "the ship is back in port"
    if new.s.sighted > old.s.sighted:
        yield "the ship has seen you"
    if new.s.over:
        yield new.result().lower()
