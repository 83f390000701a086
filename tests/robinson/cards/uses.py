"""What the players can use at a window of their choice: starting items, discovery tokens, treasures, items.

`windows`: when it can be used, if what it needs is there. The Carpenter uses it.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.robinson.cards.position import Case

ANY_TIME = ("before event", "before morale", "planning", "weather", "night")
ANY_TIME_OR_FIGHT = (*ANY_TIME, "fight")
FIGHT, NIGHT, WEATHER = ("fight",), ("night",), ("weather",)


class Use(NamedTuple):
    """A thing that is used: when, what there must be, and its cases (at the first of its windows)."""

    windows: tuple[str, ...]
    there: str
    cases: tuple[Case, ...]
    lacking: tuple[str, ...] = ()
    """What makes it useless or impossible."""


HURT = "cook wounds 2; explorer wounds 1"
HEALED_TWO = (
    Case("cook wounds -2", HURT, "the next player; the next player"),
    Case("cook wounds -1; explorer wounds -1", HURT, "the next player; the second next player"),
    Case("friday wounds -1", "friday wounds 1"),
)
HEALED_ONE = (
    Case("explorer wounds -1", HURT, "the second next player"),
    Case("cook wounds -1", "cook wounds 1"),
)
NOBODY_HURT = ("each wounds 0",)
NO_POT = ("pot board",)
NO_SHELTER = ("shelter 0",)
HIGHEST_MORALE = ("morale 3",)

STARTING_ITEMS = {
    "biscuits": Use(ANY_TIME, "", (Case("food +1"),)),
    "empty_bottle": Use(ANY_TIME_OR_FIGHT, "", (Case("weapon +1"),)),
    "flask_of_rum": Use(NIGHT, "", HEALED_ONE, NOBODY_HURT),
    "pipe_and_tobacco": Use(ANY_TIME, "", (Case("carpenter determination +2"),)),
    "storm_glass": Use(
        ("planning",),
        "round 4",
        (
            Case("weather rolled +1; rain clouds +1", "dice 1"),
            Case("weather rolled +1; rain clouds +2", "dice 4"),
            Case("weather rolled +1; snow clouds +1", "dice 6"),
        ),
        ("round 3", "weather rolled 1"),
    ),
}
"""Pistol, Hammer & nails and the Bible are used within actions: test_in_actions.py."""

TOKENS = {
    "vegetables": Use(NIGHT, "", HEALED_TWO, (*NOBODY_HURT, *NO_POT)),
    "goat": Use(ANY_TIME, "weapon 1", (Case("fur +1; food +1"),), ("weapon 0",)),
    "old_machete": Use(ANY_TIME_OR_FIGHT, "", (Case("weapon +1"),)),
    "nourishing_larvae": Use(ANY_TIME, "", (Case("food +2"),)),
    "poison_token": Use(ANY_TIME_OR_FIGHT, "", (Case("weapon +2"),), NO_POT),
    "healing_herbs": Use(ANY_TIME, "", (Case("cure -> item"),), (*NO_POT, "cure item")),
    "herbs": Use(ANY_TIME, "", (Case("morale +1"),), (*NO_POT, *HIGHEST_MORALE)),
    "fallen_tree": Use(ANY_TIME, "", (Case("wood +1"),)),
    "treasure": Use(
        ANY_TIME,
        "",
        (
            Case(
                "mysteries -cave_with_furs; treasure cave_with_furs -> gone; fur +2",
                "mysteries net bite cave_with_furs",
            ),
        ),
    ),
    "tobacco": Use(ANY_TIME, "", (Case("morale +1"),), HIGHEST_MORALE),
    "large_leaves": Use(WEATHER, "rain clouds 1", (Case("rain clouds ignored +1"),), ("rain clouds 0",)),
    "thorny_bushes": Use(ANY_TIME, "", (Case("palisade +1"),), NO_SHELTER),
    # of the scenario: Herbs, Oil, Pirate sabre, Medallion of a lady
    "symbol_dashes": Use(NIGHT, "", HEALED_ONE, NOBODY_HURT),
    "symbol_bowtie": Use(
        ANY_TIME,
        "",
        (Case("woodpile +1"), Case("woodpile +2", "woodpile 10"), Case("woodpile +1", "woodpile 5")),
    ),
    "symbol_saltire": Use(ANY_TIME_OR_FIGHT, "", (Case("weapon +1"),)),
    "symbol_bands": Use(
        ANY_TIME,
        "",
        (
            Case(
                "carpenter determination +1; explorer determination +2",
                do="you; the second next player; the second next player",
            ),
            Case("cook determination +3", do="the next player; the next player; the next player"),
        ),
    ),
}
"""The candles are used in a building action: test_in_actions.py."""

TREASURES = {
    "protective_amulet": Use(
        ANY_TIME,
        "uses of protective_amulet 1",
        (
            Case("weather space -rain", "weather space rain"),
            Case("build field -reroll", "build field reroll+minus_pawn", "take reroll"),
            Case("space 4 -danger", "space 4 danger"),
            Case(
                "cost of roof -plus_wood",
                "cost of roof plus_wood; night space plus_food",
                "from the cost of roof",
            ),
        ),
    ),
    "barrel": Use(
        NIGHT,
        "uses of barrel 1",
        (Case("cook wounds -1; explorer wounds -1", "cook wounds 2; explorer wounds 1"),),
        NOBODY_HURT,
    ),
    "blankets": Use(
        WEATHER,
        "uses of blankets 3; snow clouds 2",
        (Case("snow clouds ignored +1"),),
        ("snow clouds 0", "snow clouds ignored 2"),
    ),
    "bottle_of_wine": Use(NIGHT, "uses of bottle_of_wine 1", HEALED_TWO, NOBODY_HURT),
    "herbal_mixture": Use(
        ANY_TIME, "uses of herbal_mixture 1", (Case("event known +1"),), ("event known 1",)
    ),
}
"""The others serve in fights, against traps, in planning, or by themselves."""

ITEMS = {
    "pot": Use(
        NIGHT,
        "pot item",
        (
            Case("food -1; cook wounds -1; pot used by -> carpenter", "cook wounds 2"),
            Case("durable food -1; cook wounds -1; pot used by -> carpenter", "cook wounds 2; food 0"),
        ),
        (*NOBODY_HURT, "food 0; durable food 0", "pot used by cook", *NO_POT),
    ),
    "fireplace": Use(
        NIGHT,
        "fireplace item",
        (
            Case(
                "food -1; cook wounds -1; explorer wounds -1; fireplace used by -> carpenter",
                HURT,
                "the next player; the second next player",
            ),
        ),
        (*NOBODY_HURT, "food 0; durable food 0", "fireplace used by cook", "fireplace board"),
    ),
}
