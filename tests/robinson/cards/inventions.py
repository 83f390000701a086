"""What the inventions need and cost, what they bring when they become items, and what their loss takes."""

from __future__ import annotations

from typing import NamedTuple

from tests.robinson.cards.position import Case

SPACE_OF_TERRAIN = {"beach": 3, "hills": 4, "plains": 7, "river": 8, "mountains": 5}


class Invention(NamedTuple):
    """An invention: terrain and items that must be there, ways to pay, and its effects."""

    terrain: str | None = None
    items: tuple[str, ...] = ()
    costs: tuple[dict[str, int], ...] = ({},)
    built: tuple[Case, ...] = (Case(""),)
    lost: tuple[Case, ...] = (Case(""),)
    owner: str | None = None


WOOD, FUR = {"wood": 1}, {"fur": 1}


def palisade(levels: int) -> dict[str, tuple[Case, ...]]:
    """Palisade levels, which need a shelter; the loss takes as many as there are."""
    return {
        "built": (Case(f"palisade +{levels}"), Case("", "shelter 0")),
        "lost": (Case(f"palisade -{levels}"), Case("", "palisade 0")),
    }


def weapon(levels: int) -> dict[str, tuple[Case, ...]]:
    """Weapon levels; the loss takes as many as there are."""
    return {
        "built": (Case(f"weapon +{levels}"),),
        "lost": (Case(f"weapon -{levels}", "weapon 5"), Case("weapon -1", "weapon 1"), Case("", "weapon 0")),
    }


MORE_FOOD = {
    "built": (Case("space 3 +plus_food; items' tokens on 3 +plus_food"), Case("", "space 3 plus_food")),
    "lost": (
        Case(
            "space 3 -plus_food; items' tokens on 3 -plus_food",
            "space 3 plus_food; items' tokens on 3 plus_food",
        ),
        Case(""),
    ),
}

DEFAULT = {
    "shovel": Invention("beach"),
    "bricks": Invention("hills", **palisade(1)),
    "cure": Invention("plains"),
    "dam": Invention(
        "river",
        costs=(WOOD,),
        built=(Case("durable food +2"),),
        lost=(Case("durable food -2", "durable food 3"), Case("durable food -1")),
    ),
    "fire": Invention("mountains", **palisade(1)),
    "knife": Invention("mountains", **weapon(1)),
    "map": Invention("river"),
    "pot": Invention("hills"),
    "rope": Invention("plains"),
}

OF_THE_DECK = {
    "basket": Invention("plains"),
    "bed": Invention("plains"),
    "belts": Invention(items=("knife",), costs=(FUR,)),
    "bow": Invention(items=("rope", "knife"), costs=(WOOD,), **weapon(3)),
    "cellar": Invention(items=("shovel",)),
    "corral": Invention(
        items=("rope",),
        costs=(WOOD,),
        built=(
            Case("", do="choose A"),
            Case("space 7 covered +bird; space 3 +plus_food; items' tokens on 3 +plus_food", do="choose B"),
            Case(
                "space 7 covered +bird; space 3 +plus_food; items' tokens on 3 +plus_food",
                "tile 3 9",
                "choose B",
            ),
            Case("", "space 7 covered bird"),
        ),
        lost=MORE_FOOD["lost"],
    ),
    "diary": Invention(costs=(FUR,)),
    "drums": Invention("hills", costs=(FUR,)),
    "furnace": Invention(items=("bricks",)),
    "lantern": Invention("hills", items=("fire",)),
    "moat": Invention(items=("shovel",), costs=(WOOD,), **palisade(2)),
    "pit": Invention(items=("shovel",), costs=(WOOD,)),
    "raft": Invention(items=("rope",), costs=({"wood": 2},)),
    "sack": Invention(costs=(FUR,)),
    "shield": Invention(items=("rope",), costs=(WOOD,)),
    "sling": Invention(costs=(FUR, WOOD), **weapon(2)),
    "wall": Invention(items=("bricks",), **palisade(2)),
}

PERSONAL = {
    "snare": Invention(items=("rope",), owner="carpenter", **MORE_FOOD),
    "fireplace": Invention(items=("fire",), owner="cook"),
    "shortcut": Invention(
        items=("map",),
        owner="explorer",
        built=(Case("space 4 +shortcut", do="space 4"), Case("space 7 +shortcut", "space 4 face down 1")),
        lost=(Case("space 4 -shortcut", "space 4 shortcut"),),
    ),
    "spear": Invention(items=("knife",), costs=(WOOD,), owner="soldier", **weapon(3)),
}

OF_CASTAWAYS = {
    "hatchet": Invention(
        "mountains",
        costs=(WOOD,),
        built=(Case("space 3 +plus_wood; items' tokens on 3 +plus_wood"), Case("", "space 3 plus_wood")),
    ),
    "mast": Invention(
        items=("rope",),
        costs=({"wood": 1, "fur": 1},),
        built=(
            Case("woodpile +1"),
            Case("woodpile +3", "woodpile 3"),
            Case("woodpile +3", "woodpile 10"),
            Case("woodpile +2", "woodpile 8"),
        ),
    ),
}

INVENTIONS = {**DEFAULT, **OF_THE_DECK, **PERSONAL, **OF_CASTAWAYS}
