"""Marooned! in words: what is to be decided, what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.marooned.facts import PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.state import CARDS, NONE, PHASES
from crusoe_env.marooned.view.labels import costs, labels
from crusoe_env.marooned.view.words import SET_SAIL, Sight, sight_of
from crusoe_env.show.description import Description

SIGNALS = (SEEN_IN_ROW, SEEN_IN_COLUMN, PICKED_UP_FROM_COAST)


def describe(s: Any, t: Any, facts: dict[str, Any]) -> Description:
    """The state in words."""
    sight = sight_of(s, t, facts)
    title, sentence = sight.decision()
    return Description(
        title,
        f"{sight.result()}. {sentence}" if s.over else sentence,
        int(s.rounds),
        "end" if s.over else PHASES[s.phase],
        labels=labels(sight),
        costs=costs(sight),
        facts=dict(_facts(sight)),
        quiet=("points if rescued now",),
    )


def _facts(sight: Sight) -> Iterator[tuple[str, str]]:
    s = sight.s
    yield "health", f"{s.health} of {sight.t.max_health}"
    yield "you stand on", sight.names[sight.face(int(s.card_at[s.position]))]
    yield "ship", ", ".join(line for line in sight.ship() if line != SET_SAIL)
    yield "deck", f"{CARDS - int(s.played)} of {CARDS} left"
    lit = [sight.in_play(special) for special in SIGNALS]
    yield "signals lit", ", ".join(sight.names[sight.face(card)] for card in lit if card != NONE) or "none"
    yield "points if rescued now", str(sum(sight.points()))
    yield "cards on the island", ", ".join(sight.names[sight.face(card)] for card, _, _ in sight.placed())
