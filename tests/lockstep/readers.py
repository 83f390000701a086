"""Numbers of the engine's record in plain words: readers for single values, and for columns of them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import packed
from crusoe_env.robinson.things import PAWNS

DECK_NAMES = tuple(c.ACTION_KINDS[kind] for kind in c.DECKS)


@functools.cache
def named_bits(names: tuple[str, ...], bits: int) -> frozenset[str]:
    """The names whose bits are set."""
    return frozenset(name for i, name in enumerate(names) if bits >> i & 1)


def tokens(bits: int) -> frozenset[str]:
    """Tokens by name."""
    return named_bits(c.TOKENS, bits)


def named(names: Sequence[str], number: int) -> str | None:
    """The name for a number; None for NONE."""
    return None if number == c.NONE else names[number]


def person(seat: int) -> int | str | None:
    """A person as the reference has him."""
    return {c.NONE: None, c.FRIDAY: "friday", c.GUEST: "guest"}.get(seat, seat)


def space(number: int) -> int | None:
    """A space, or None."""
    return None if number == c.NONE else number


def pile(names: Sequence[str], cards: Sequence[int], left: int) -> list[str]:
    """A pile of cards, the next one last."""
    return [names[card] for card in cards[:left]]


def stores(amounts: Sequence[int]) -> dict[str, int]:
    """Resources by name."""
    return dict(zip(c.RESOURCES, amounts, strict=False))


def unchanged(value: Any) -> Any:
    """A number that is its own word."""
    return value


def skills(sheet: int, used: int) -> frozenset[str]:
    """The skills of a character whose bits are set; of the guest, that he has thrown a die again."""
    if sheet == c.NONE:
        return named_bits(("reroll",), used)
    own = box.SKILL_IDS[box.SKILLS_EACH * sheet : box.SKILLS_EACH * (sheet + 1)]
    return named_bits(own, used)


def wounds_by_part(bits: list[int]) -> dict[str, frozenset[str]]:
    """Special wounds: the decks whose token lies on each part of the body."""
    return {part: named_bits(DECK_NAMES, one) for part, one in zip(c.BODY_PARTS, bits, strict=True)}


def tokens_found(counts: list[int]) -> list[str]:
    """Discovery tokens, each as often as there are."""
    return sorted(name for name, count in zip(box.DISCOVERY_IDS, counts, strict=True) for _ in range(count))


def numbers_of_bits(bits: int) -> frozenset[int]:
    """The places of the bits that are set."""
    return frozenset(i for i in range(20) if bits >> i & 1)


def source(number: int) -> tuple[int, str]:
    """A source as a space and what it gives."""
    return packed.source_space(number), "food" if packed.source_food(number) else "wood"


def by_name(names: Sequence[str], bits: Sequence[int]) -> dict[str, frozenset[str]]:
    """Tokens on several places."""
    return {name: tokens(one) for name, one in zip(names, bits, strict=False)}


def amounts(names: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    """How many of each; none are left out."""
    return {name: number for name, number in zip(names, numbers, strict=True) if number}


def waiting(number: int) -> list[frozenset[str]]:
    """Markers that wait for a tile, the one that is laid first last."""
    found = []
    while number:
        found.append(named_bits(c.COVERS, number & 7))
        number >>= 3
    return found[::-1]


PEOPLE_FIELDS = {
    "wounds": unchanged,
    "determination": unchanged,
    "skills_used": unchanged,
    "special_wounds": wounds_by_part,
    "covered_arrows": numbers_of_bits,
    "markers": unchanged,
    "cursed": unchanged,
    "confused": bool,
    "pawn_limit": unchanged,
    "allowed_kinds": functools.partial(named_bits, c.PLANNED_KIND_NAMES),
    "skills_barred": bool,
    "free_pawns": unchanged,
    "saving": stores,
    "outside": bool,
    "outside_space": space,
    "gained": stores,
    "own": stores,
    "found": tokens_found,
}
SPACE_FIELDS = {
    "tile": functools.partial(named, box.TILE_IDS),
    "face_down": bool,
    "covered": functools.partial(named_bits, c.COVERS),
    "waiting_cover": waiting,
    "space_tokens": tokens,
    "item_tokens": tokens,
    "new_space_tokens": tokens,
    "way": unchanged,
    "number": unchanged,
}
PLAN_FIELDS = {
    "kind": unchanged,
    "person": person,
    "pawns": unchanged,
    "need": unchanged,
    "option": unchanged,
    "paid": stores,
    "all_dice": unchanged,
    "supports": functools.partial(named_bits, PAWNS),
    "items": functools.partial(named_bits, ("basket", "sack")),
    "done": bool,
}
