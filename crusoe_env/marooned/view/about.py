"""What the cards of Marooned! are, in a few words."""

from __future__ import annotations

from typing import Any

from crusoe_env.marooned.state import CORNERS, NONE
from crusoe_env.marooned.view.words import Sight
from crusoe_env.show.description import many

RULES = {
    "A turn": "a step, then 1 health is lost, then one card may be turned over, then the ship moves",
    "Ship": "it comes when a card with a ship's corner is drawn, sails along one coast, and leaves",
    "Signal": "what a ship sees: the SOS in its row, the Lit Beacon in its column, the Message beside it",
    "Points if rescued": "printed points of the cards face up, health left, and half the cards played",
}
"""Words of the rules in short; docs/marooned.md has the rules."""


def about_face(sight: Sight, face: int) -> str:
    """What the face of a card costs or gives; whether it is harmless now."""
    t = sight.t
    words = [f"{int(t.heart[face]):+d} health"] if t.heart[face] else []
    words += ["harmless now"] if t.heart[face] < 0 and sight.harmless(face) else []
    words += [f"{many(int(t.points[face]), 'point')} if rescued"] if t.points[face] else []
    corner = int(t.ship_corner[face])
    words += [f"the ship comes from {CORNERS[corner]} when it is drawn"] if corner != NONE else []
    return ", ".join(words)


def glossary(s: Any, t: Any, facts: dict[str, Any]) -> dict[str, str]:
    """What both sides of every card are, by name, and what flipping takes."""
    names = {entry[side]["id"]: entry[side]["name"] for entry in facts["card"] for side in "ab"}
    sight = Sight(s, t, tuple(entry[side]["name"] for entry in facts["card"] for side in "ab"), frozenset())
    found = dict(RULES)
    for card, entry in enumerate(facts["card"]):
        flip = entry["flip"]
        needs = [names[flip["needs"]]] if "needs" in flip else []
        needs += [f"standing on {names[flip['at']]}"] if "at" in flip else []
        needs += [flip["kind"].replace("_", " ")] if not needs else []
        for side in range(2):
            other = names[entry["ba"[side]]["id"]]
            turn = f"flips to {other} ({', '.join(needs)})" if side == 0 else f"the other side of {other}"
            words = [about_face(sight, 2 * card + side), turn]
            found[sight.names[2 * card + side]] = "; ".join(filter(None, words))
    return found


def introduction(s: Any, t: Any, facts: dict[str, Any]) -> list[str]:
    """What wins and what kills, in lines."""
    return [
        "To win: be rescued by a ship. It sees the SOS in its row and the Lit Beacon in its column, and picks"
        " up the Message from the coast beside it.",
        f"You have {int(t.max_health)} health at most; each turn costs"
        f" {int(t.health_lost_each_turn)}. At 0 you die.",
        "Cards bring ships, health and harm; many can be turned over to a better side.",
    ]
