"""What the mystery cards do when they are drawn, and once they lie in the event deck.

In a change "kept" means that the card is kept, "shuffled" that it is shuffled into the event deck; else it is
gone. Treasures take effect at the end of the action phase.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.robinson.cards.position import Case


class Mystery(NamedTuple):
    """A mystery card."""

    drawn: tuple[Case, ...]
    event: tuple[Case, ...] = ()


def uses(identity: str, count: int) -> tuple[Case, ...]:
    """A treasure that is kept and can be used so often."""
    return (Case(f"kept; uses of {identity} +{count}"),)


KEPT = (Case("kept"),)

TREASURES = {
    "gold": Mystery((Case(""),)),
    "helmet": Mystery(KEPT),
    "candles": Mystery(uses("candles", 2)),
    "old_rifle": Mystery(uses("old_rifle", 1)),
    "cave_with_furs": Mystery((Case("fur +2"),)),
    "protective_amulet": Mystery(uses("protective_amulet", 1)),
    "compass": Mystery(KEPT),
    "barrel": Mystery(uses("barrel", 1)),
    "sabre": Mystery(KEPT),
    "hatchet_treasure": Mystery(
        (Case("kept; space 3 +plus_wood; items' tokens on 3 +plus_wood"), Case("kept", "space 3 plus_wood")),
    ),
    "crocks": Mystery((Case("pot -> item", "pot board"), Case(""))),
    "whip": Mystery((Case("kept; weapon +1"),)),
    "old_clothes": Mystery(KEPT),
    "old_map": Mystery((Case("each determination +1"),)),
    "backpack": Mystery(KEPT),
    "blankets": Mystery(uses("blankets", 3)),
    "ceremonial_bowl": Mystery(
        (Case("carpenter cursed +2; shuffled"),),
        (Case("explorer cursed -1", "explorer cursed 1"), Case("")),
    ),
    "bottle_of_wine": Mystery(uses("bottle_of_wine", 1)),
    "captain_stones_spyglass": Mystery((Case("known tiles +3", do="shown 3; shown 1"),)),
    "boxes": Mystery(KEPT),
    "hammock": Mystery(KEPT),
    "ropes": Mystery(
        (
            Case("palisade +1", do="choose A"),
            Case("roof +1", do="choose B"),
            Case("", "shelter 0", "choose A"),
            Case("", "shelter 0", "choose B"),
        )
    ),
    "herbal_mixture": Mystery(uses("herbal_mixture", 1)),
    "amulet_with_portrait": Mystery(
        (
            Case(
                "carpenter covered marks +8; cook covered marks +4",
                do="you; shown 2; the next player; shown 1",
            ),
            Case(
                "explorer covered marks +6; explorer covered marks +11",
                do="the second next player; shown 1; the second next player",
            ),
        )
    ),
    "antique_rapier": Mystery((Case("weapon +2"),)),
    "treasure_map": Mystery(uses("treasure_map", 1)),
}

CREATURES = {
    "bite": Mystery((Case("carpenter wounds +1"),)),
    "gorilla": Mystery(
        (Case("carpenter wounds +2; shuffled"),),
        (Case("weapon -2"), Case("weapon -1; each wounds +1", "weapon 1")),
    ),
    "unleashed_beast": Mystery((Case("hunting deck -> fox", "hunting bear fox"), Case(""))),
    "furious_tiger": Mystery((Case("carpenter wounds +2"), Case("", "weapon 4"))),
    "spiders": Mystery(
        (
            Case("carpenter determination -2"),
            Case("carpenter determination -1; carpenter wounds +1", "carpenter determination 1"),
        )
    ),
    "scorpion": Mystery((Case("carpenter wounds +3"), Case("", "cure item"))),
    "big_ape": Mystery((Case("shuffled"),), (Case("cook wounds +2; fur +2"), Case("fur +2", "weapon 4"))),
    "gremlins": Mystery(
        (Case("shuffled"), Case("carpenter wounds +2; shuffled", "weapon 0")),
        (Case("cook wounds +1; shuffled"), Case("shuffled", "weapon 3")),
    ),
    "snake": Mystery((Case("carpenter wounds +2"),)),
    "bats": Mystery(
        (
            Case("carpenter determination -1", do="choose A"),
            Case("carpenter wounds +1", "carpenter determination 0", "choose A"),
            Case("carpenter wounds +1", do="choose B"),
        )
    ),
    "savage": Mystery(
        (Case("weapon -2; shuffled"), Case("shuffled", "weapon 0")),
        (
            Case(
                "mysteries -cave_with_furs; treasure cave_with_furs -> gone; fur +2",
                "mysteries net cave_with_furs",
            ),
        ),
    ),
    "giant_snake": Mystery((Case("carpenter determination -3"), Case("", "carpenter determination 0"))),
    "a_shiny_jewel": Mystery((Case("+ at night a_shiny_jewel of carpenter"),)),
}

TRAPS = {
    "terrible_scream": Mystery((Case("carpenter determination -3"), Case("", "carpenter determination 0"))),
    "collapse": Mystery((Case(""),)),
    "sharp_blade": Mystery((Case("carpenter wounds +2"),)),
    "blowgun": Mystery((Case("+ next round blowgun of carpenter"),)),
    "confused": Mystery((Case("+ next round confused of carpenter"),)),
    "unfortunate_adventure": Mystery((Case(""),)),
    "strange_disease": Mystery(
        (
            Case(
                "carpenter markers +1; cook markers +3; explorer markers +2",
                do="you; the next player; the next player; the next player; the second next player;"
                "the second next player",
            ),
        )
    ),
    "trapdoor": Mystery((Case(""),)),
    "hidden_rope": Mystery(
        (Case("weapon -2", "weapon 5"), Case("weapon -1", "weapon 1"), Case("", "weapon 0"))
    ),
    "net": Mystery((Case("carpenter outside +1"),)),
    "blunt_spear": Mystery((Case("carpenter wounds +2"),)),
    "poison": Mystery((Case("carpenter wounds +1; + at night poison of carpenter"),)),
    "spider_web": Mystery((Case("carpenter wounds +1; + every night spider_web of carpenter"),)),
}

KINDS = (TREASURES, CREATURES, TRAPS)
MYSTERIES = {**TREASURES, **CREATURES, **TRAPS}
