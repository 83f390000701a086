"""The printed facts of Marooned! as tables for the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.engine.state import new_records
from crusoe_env.facts import FactsError, Field, Schema, load_facts
from crusoe_env.marooned import state as st
from crusoe_env.support.words import nearest

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
    "ship": Field(str, choices=st.CORNERS, required=False),
    "points": Field(int, low=0, high=100, required=False),
    "special": Field(str, choices=SPECIALS, required=False),
}
_FLIP = {
    "kind": Field(str, choices=FLIP_KINDS),
    "needs": Field(str, required=False),
    "at": Field(str, required=False),
    "line": Field(str, choices=("row", "column"), required=False),
}
NEEDED_BY_KIND = {"card": "needs", "at": "at", "treasure": "line"}
"""The field that a flip of this kind must have."""

MOST_PROTECTORS = 2

SCHEMA = Schema(
    singles={
        "setup": {
            "health": Field(int, low=1, high=100),
            "max_health": Field(int, low=1, high=100),
            "storm_breaks_at_card": Field(int, low=1, high=st.CARDS),
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
            ("heart", "i2", (st.FACES,)),
            ("points", "i2", (st.FACES,)),
            ("ship_corner", "i2", (st.FACES,)),  # NONE if the face shows no ship
            ("protected_by", "i2", (st.FACES, MOST_PROTECTORS)),  # faces, NONE if fewer
            ("flip_kind", "i2", (st.CARDS,)),
            ("flip_needs", "i2", (st.CARDS,)),  # face that must be in play, or NONE
            ("flip_at", "i2", (st.CARDS,)),  # face to stand on, or NONE
            ("map_row", "i2"),  # card in whose row, and card in whose column, the treasure lies
            ("map_column", "i2"),
            ("turned_back", "i2", (2,)),  # cards that the Tornado turns back
            ("face_of", "i2", (len(SPECIALS),)),  # the face with each special
        ],
    )
)

FOLDER = Path(__file__).parent / "data"
TURNED_BACK_BY_TORNADO = ("shelter", "lit_beacon")


def load(user_file: str | Path | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The checked facts, with a user's corrections if a file is given. Raises FactsError."""
    facts = load_facts(FOLDER, SCHEMA, user_file)
    check(facts, "marooned.toml" if user_file is None else Path(user_file).name)
    return facts


def check(facts: dict[str, Any], file: str) -> None:
    """What the schema cannot say: the cards in their order, names of faces that exist, each special once."""
    found = tuple(entry["id"] for entry in facts["card"])
    if found != st.CARD_IDS:
        raise FactsError(f"{file}: cards must be {', '.join(st.CARD_IDS)}; found {', '.join(found)}")
    setup = facts["setup"]
    if setup["health"] > setup["max_health"]:
        raise FactsError(f"{file}: [setup], field 'health': {setup['health']} is more than max_health")
    sides = [(entry, key) for entry in facts["card"] for key in "ab"]
    faces = [entry[key]["id"] for entry, key in sides]
    for entry, key in sides:
        where = f"{file}: card {entry['id']!r}, field {key!r}"
        if faces.count(entry[key]["id"]) > 1:
            raise FactsError(f"{where}: another face too has the id {entry[key]['id']!r}")
        protectors = entry[key].get("protected_by", [])
        if len(protectors) > MOST_PROTECTORS:
            raise FactsError(f"{where}, field 'protected_by': at most {MOST_PROTECTORS} faces can protect")
        for name in protectors:
            _check_face(name, faces, f"{where}, field 'protected_by'")
    for entry in facts["card"]:
        _check_flip(entry["flip"], faces, f"{file}: card {entry['id']!r}, field 'flip'")
    for name in TURNED_BACK_BY_TORNADO:
        _check_face(name, faces, file)
    lines = [entry["flip"].get("line") for entry in facts["card"] if entry["flip"]["kind"] == "treasure"]
    if sorted(lines) != ["column", "row"]:
        raise FactsError(f"{file}: one card must lead to the treasure by its row and one by its column")
    specials = [entry[key].get("special") for entry, key in sides]
    for special in SPECIALS:
        if specials.count(special) != 1:
            count = specials.count(special)
            raise FactsError(f"{file}: one face must have the special {special!r}, not {count}")


def _check_flip(flip: dict[str, Any], faces: list[str], where: str) -> None:
    needed = NEEDED_BY_KIND.get(flip["kind"])
    if needed is not None and needed not in flip:
        raise FactsError(f"{where}: a flip of the kind {flip['kind']!r} must say {needed!r}")
    for name in ("needs", "at"):
        if name in flip:
            _check_face(flip[name], faces, f"{where}, field {name!r}")


def _check_face(name: str, faces: list[str], where: str) -> None:
    if name not in faces:
        raise FactsError(f"{where}: no face is called {name!r}; {nearest(name, faces)}")


def tables(facts: dict[str, Any], options: Mapping[str, Any] | None = None) -> Any:
    """One record of kind `TABLES` made from the checked facts."""
    t = new_records(TABLES, 1)[0]
    setup, score = facts["setup"], facts["score"]
    for name in ("health", "max_health", "storm_breaks_at_card", "health_lost_each_turn"):
        t[name] = setup[name]
    t.points_per_health = score["per_health"]
    t.cards_played_divisor = score["cards_played_divisor"]
    faces = face_indices(facts)
    t.face_of[:] = st.NONE
    for card, entry in enumerate(facts["card"]):
        for side, key in enumerate("ab"):
            _fill_face(t, 2 * card + side, entry[key], faces)
        flip = entry["flip"]
        t.flip_kind[card] = FLIP_KINDS.index(flip["kind"])
        t.flip_needs[card] = faces.get(flip.get("needs"), st.NONE)
        t.flip_at[card] = faces.get(flip.get("at"), st.NONE)
        if flip["kind"] == "treasure":
            t["map_" + flip["line"]] = card
    t.turned_back[:] = [faces[name] // 2 for name in TURNED_BACK_BY_TORNADO]
    return t


def face_indices(facts: dict[str, Any]) -> dict[str, int]:
    """The face index of every face id."""
    return {
        entry[key]["id"]: 2 * card + side
        for card, entry in enumerate(facts["card"])
        for side, key in enumerate("ab")
    }


def _fill_face(t: Any, face: int, entry: dict[str, Any], faces: dict[str, int]) -> None:
    t.heart[face] = entry.get("health", 0)
    t.points[face] = entry.get("points", 0)
    t.ship_corner[face] = st.CORNERS.index(entry["ship"]) if "ship" in entry else st.NONE
    t.protected_by[face] = st.NONE
    for i, name in enumerate(entry.get("protected_by", [])):
        t.protected_by[face, i] = faces[name]
    if "special" in entry:
        t.face_of[SPECIALS.index(entry["special"])] = face
