"""The printed facts of Marooned! as tables for the compiled rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.core.facts import FactsError, Field, Schema, load_facts
from crusoe_env.core.state import new_records
from crusoe_env.core.words import nearest
from crusoe_env.marooned.state import AREA, CARD_IDS, CARDS, CORNERS, FACES, NONE

FLIP_KINDS = ("forced", "card", "at", "ship_sets_sail", "treasure")
FORCED, CARD, AT, SHIP_SETS_SAIL, TREASURE = range(5)

SPECIALS = (
    "exchange_with_furthest",
    "hides_coast",
    "ship_to_port",
    "extra_step",
    "breaks_into_tornado",
    "turns_back_shelter_and_beacon",
    "second_coast",
    "seen_in_row",
    "seen_in_column",
    "picked_up_from_coast",
)
(
    EXCHANGE_WITH_FURTHEST,
    HIDES_COAST,
    SHIP_TO_PORT,
    EXTRA_STEP,
    BREAKS_INTO_TORNADO,
    TURNS_BACK,
    SECOND_COAST,
    SEEN_IN_ROW,
    SEEN_IN_COLUMN,
    PICKED_UP_FROM_COAST,
) = range(len(SPECIALS))

_FACE = {
    "id": Field(str),
    "name": Field(str),
    "health": Field(int, low=-16, high=16, required=False),
    "protected_by": Field(list, each=Field(str), required=False),
    "ship": Field(str, choices=CORNERS, required=False),
    "points": Field(int, low=0, high=100, required=False),
    "special": Field(str, choices=SPECIALS, required=False),
}
_FLIP = {
    "kind": Field(str, choices=FLIP_KINDS),
    "needs": Field(str, required=False),
    "at": Field(str, required=False),
    "line": Field(str, choices=("row", "column"), required=False),
}
SCHEMA = Schema(
    singles={
        "setup": {
            "health": Field(int, low=1, high=100),
            "max_health": Field(int, low=1, high=100),
            "area_size": Field(int, choices=(AREA,)),
            "moves_to_next_corner": Field(int, choices=(AREA + 1,)),
            "storm_breaks_at_card": Field(int, low=1, high=CARDS),
            "health_lost_each_turn": Field(int, low=1, high=16),
        },
        "score": {
            "per_health": Field(int, low=0, high=100),
            "cards_played_divisor": Field(int, low=1, high=100),
        },
    },
    lists={
        "card": {
            "a": Field(dict, table=_FACE),
            "b": Field(dict, table=_FACE),
            "flip": Field(dict, table=_FLIP),
        }
    },
)

TABLES = np.dtype(
    (
        np.record,
        [
            ("health", "i2"),
            ("max_health", "i2"),
            ("storm_breaks_at_card", "i2"),
            ("health_lost_each_turn", "i2"),
            ("points_per_health", "i2"),
            ("cards_played_divisor", "i2"),
            ("heart", "i2", (FACES,)),
            ("points", "i2", (FACES,)),
            ("ship_corner", "i2", (FACES,)),  # NONE if the face shows no ship
            ("protected_by", "i2", (FACES, 2)),  # faces, NONE if fewer
            ("flip_kind", "i2", (CARDS,)),
            ("flip_needs", "i2", (CARDS,)),  # face that must be in play, or NONE
            ("flip_at", "i2", (CARDS,)),  # face to stand on, or NONE
            ("map_row", "i2"),  # card in whose row, and card in whose column, the treasure lies
            ("map_column", "i2"),
            ("turned_back", "i2", (2,)),  # cards that the Tornado turns back
            ("face_of", "i2", (len(SPECIALS),)),  # the face with each special
        ],
    )
)

FOLDER = Path(__file__).parent / "data"
TURNED_BACK_BY_TORNADO = ("shelter", "lit_beacon")


def load(user_file: str | Path | None = None) -> dict[str, Any]:
    """The checked facts, with a user's corrections if a file is given. Raises FactsError."""
    facts = load_facts(FOLDER, SCHEMA, user_file)
    found = tuple(entry["id"] for entry in facts["card"])
    if found != CARD_IDS:
        raise FactsError(f"marooned.toml: cards must be {', '.join(CARD_IDS)}; found {', '.join(found)}")
    return facts


def tables(facts: dict[str, Any]) -> Any:
    """One record of kind `TABLES` made from the facts. Raises FactsError for a name that does not exist."""
    t = new_records(TABLES, 1)[0]
    setup, score = facts["setup"], facts["score"]
    for name in ("health", "max_health", "storm_breaks_at_card", "health_lost_each_turn"):
        t[name] = setup[name]
    t.points_per_health = score["per_health"]
    t.cards_played_divisor = score["cards_played_divisor"]
    faces = face_indices(facts)
    t.face_of[:] = NONE
    for card, entry in enumerate(facts["card"]):
        for side, key in enumerate("ab"):
            _fill_face(t, 2 * card + side, entry[key], faces, entry["id"])
        flip = entry["flip"]
        t.flip_kind[card] = FLIP_KINDS.index(flip["kind"])
        t.flip_needs[card] = _face(flip.get("needs"), faces, entry["id"])
        t.flip_at[card] = _face(flip.get("at"), faces, entry["id"])
        if flip["kind"] == "treasure":
            t["map_" + flip["line"]] = card
    t.turned_back[:] = [_face(name, faces, "storm") // 2 for name in TURNED_BACK_BY_TORNADO]
    for special, face in enumerate(t.face_of):
        if face == NONE:
            raise FactsError(f"marooned.toml: no face has the special {SPECIALS[special]!r}")
    return t


def face_indices(facts: dict[str, Any]) -> dict[str, int]:
    """The face index of every face id."""
    return {
        entry[key]["id"]: 2 * card + side
        for card, entry in enumerate(facts["card"])
        for side, key in enumerate("ab")
    }


def _fill_face(t: Any, face: int, entry: dict[str, Any], faces: dict[str, int], card: str) -> None:
    t.heart[face] = entry.get("health", 0)
    t.points[face] = entry.get("points", 0)
    t.ship_corner[face] = CORNERS.index(entry["ship"]) if "ship" in entry else NONE
    t.protected_by[face] = NONE
    for i, name in enumerate(entry.get("protected_by", [])[:2]):
        t.protected_by[face, i] = _face(name, faces, card)
    if "special" in entry:
        t.face_of[SPECIALS.index(entry["special"])] = face


def _face(name: str | None, faces: dict[str, int], card: str) -> int:
    if name is None:
        return NONE
    if name not in faces:
        raise FactsError(f"marooned.toml: card {card!r}: no face is called {name!r}; {nearest(name, faces)}")
    return faces[name]
