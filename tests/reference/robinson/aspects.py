"""What can matter: aspects of the game on which effects depend, and which uses change.

Most things may be used at almost any time. They are offered where they can make a difference: where what
comes next depends on something that the use, or what it costs, changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from .programs import Choose, Clause, Effect, If, Later, Program

Aspects = frozenset[str]
NOTHING: Aspects = frozenset()
EVERYTHING: Aspects = frozenset({"everything"})
STORES = frozenset({"wood", "food", "fur"})
FINDS = STORES | {"determination", "weapon", "palisade"}
"""What a token or treasure just found may change, whichever it is."""

OF_RESOURCE = {
    "wood": {"wood"}, "food": {"food"}, "fur": {"fur"}, "durable_food": {"food"}, "everything": STORES,
}  # fmt: skip
OF_LEVEL = {"weapon": {"weapon"}, "palisade": {"palisade"}}
OF_FORBIDDEN = {"skills": {"determination"}, "items": {"items"}}
OF_LOOK = {"event_deck": {"events"}, "hunting_deck": {"beasts"}, "ambush": {"events"}}

DEPENDS: dict[str, set[str]] = {
    "if_item": {"items"},
    "if_no_item": {"items"},
    "if_weapon_below": {"weapon"},
    "wound": {"life"},
    "lose_determination": {"determination"},
    "hunt_beast": {"beasts"},
    "fight_beast": {"beasts"},
    "move_beast": {"beasts"},
    "strongest_beast": {"beasts"},
    "discard_inventions": {"inventions"},
    "gain_invention": {"inventions"},
    "lose_items": {"items"},
    "discard_items": {"items"},
    "mark_items": {"items"},
    "lose_marked_items": {"items"},
    "pick_tile": {"tiles"},
    "reorder_tiles": {"tiles"},
    "extra_action": {"wood", "fur", "items", "inventions"},
    "advance": {"counters"},
}
"""What an operation depends on, whatever its argument."""
DEPENDS_BY_ARGUMENT: dict[str, Mapping[str, Set[str]]] = {
    "discard": OF_RESOURCE,
    "lower": OF_LEVEL,
    "forbid": OF_FORBIDDEN,
}

CHANGES: dict[str, set[str] | frozenset[str]] = {
    "heal": {"life"},
    "determination": {"determination"},
    "share_determination": {"determination"},
    "move_beast": {"beasts"},
    "remove_any_token": {"tokens"},
    "uncover": {"tokens"},
    "unmark": {"tokens"},
    "pick_invention": {"inventions"},
    "build": {"items"},
    "find_item": {"items"},
    "build_one": {"items"},
    "draw_mysteries": FINDS,
    "pick_discovery": FINDS,
    "pick_tile": {"tiles"},
    "advance": {"counters"},
}
"""What an operation changes as part of a use, whatever its argument."""
CHANGES_BY_ARGUMENT: dict[str, Mapping[str, Set[str]]] = {
    "gain": OF_RESOURCE,
    "raise": {**OF_LEVEL, "morale": {"morale"}},
    "look": OF_LOOK,
}


def carried_out(program: Program) -> list[Effect]:
    """The operations and conditions of a program, in all its branches; what is delayed is for later."""
    found: list[Effect] = []
    for clause in program:
        found += _operations(clause)
    return found


def _operations(clause: Clause) -> list[Effect]:
    if isinstance(clause, Choose):
        return [effect for branch in clause.branches for effect in carried_out(branch)]
    if isinstance(clause, If):
        return [clause.condition, *carried_out(clause.body)]
    return [] if isinstance(clause, Later) else [clause]


def depends(program: Program) -> Aspects:
    """What the effect of a program depends on."""
    aspects: set[str] = set()
    for effect in carried_out(program):
        name = effect.operation
        aspects |= DEPENDS.get(name, set())
        aspects |= DEPENDS_BY_ARGUMENT.get(name, {}).get(effect.what, set())
        if effect.is_demand:  # its wounds must be borne
            aspects |= {"life"}
            aspects |= OF_LEVEL.get(effect.what, set()) if name == "halve" else set()
        if effect.where == "remembered":  # the token that the card speaks of
            aspects |= {"tokens"}
    return frozenset(aspects)


def changes(program: Program) -> Aspects:
    """What a use with this program changes."""
    aspects: set[str] = set()
    for effect in carried_out(program):
        aspects |= CHANGES.get(effect.operation, set())
        aspects |= CHANGES_BY_ARGUMENT.get(effect.operation, {}).get(effect.what, set())
    return frozenset(aspects)


def concerns(changed: Aspects, matters: Aspects) -> bool:
    """Does what matters include something that is changed? If everything matters, so does any use."""
    return "everything" in matters or bool(changed & matters)
