"""What the adventures do when an action brings them, and what they do when the event deck does.

In a change "shuffled" means that the card is shuffled into the event deck, "discarded" that it is not. The
action under way builds a weapon, gathers wood on space 4, or explores space 0, where no tile lies yet.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.robinson.cards.events import (
    HALF_ROOF_OR_PALISADE,
    LESS_DETERMINATION,
    ONLY_KNIFE_ON_BOARD,
    PALISADE,
    ROOF_OR_PALISADE,
)
from tests.robinson.cards.position import Case


class Adventure(NamedTuple):
    """A card of an adventure deck."""

    first: tuple[Case, ...]
    event: tuple[Case, ...] = ()
    """None for a card that is never shuffled into the event deck."""


DRAWN_FIRST = "drawn first"
"""In `given`: the first effect happened on the same table."""
SHUFFLED = (Case("shuffled"),)
RAIN, SNOW, STORM = ((Case(f"weather space +{token}"),) for token in ("rain", "snow", "storm"))
HUNGRY_ANIMALS = (Case("weather space +hungry_animals"), Case("", "weather space hungry_animals"))
NO_REROLL = "carpenter determination 1"
MORALE = (Case("morale -1"),)
WOUND_EACH = (Case("each wounds +1"),)
RAISED_PALISADE = (Case("palisade +1"), Case("", "shelter 0"))
ROOF = (Case("roof -1"), Case("each wounds +1", "roof 0"))
HALF_ROOF = (Case("roof -1"), Case("roof -2", "roof 4"), Case("", "roof 1"), Case("", "roof 0"))
THREE_REROLLS = (Case("build field +reroll; gather field +reroll; explore field +reroll"),)
THREE_INVENTIONS = "bed -> discarded; fire -> discarded; bow -> discarded"
ONLY_CAMP = "; ".join(f"carpenter actions -{kind}" for kind in ("threat", "hunt", "gather", "explore"))
ONLY_REST = f"{ONLY_CAMP}; carpenter actions -build; carpenter actions -arrange camp"


def or_leave(change: str, given: str = "", do: str = "") -> tuple[Case, ...]:
    """Branch A: only discarded. Branch B: something is gained, and the card is shuffled."""
    return Case("discarded", do="choose A"), Case(f"{change}; shuffled", given, f"choose B; {do}")


def special(part: str, deck: str) -> tuple[Case, ...]:
    """A special wound of the performer, whose card is shuffled."""
    return (Case(f"carpenter {part} +{deck}; shuffled"),)


def later_wound(part: str, deck: str, change: str, cured: str | None) -> tuple[Case, ...]:
    """What a special wound does later, without and with the Cure, and if nobody has it."""
    given, gone = f"carpenter {part} {deck}", f"carpenter {part} -{deck}"
    with_cure = change if cured is None else cured
    return (
        Case(f"{change}; {gone}", given),
        Case(f"{with_cure}; {gone}", f"{given}; cure item"),
        Case("", f"explorer {part} none"),
    )


BUILD = {
    "breakdown": Adventure((Case("morale -1; shuffled"),), (Case("cook determination +2"),)),
    "fear_of_the_beasts": Adventure(SHUFFLED, (Case("cost of weapon +plus_wood"),)),
    "wind_storm": Adventure(
        (Case("palisade -1; shuffled"), Case("carpenter wounds +1; shuffled", "palisade 0")), RAISED_PALISADE
    ),
    "predator_in_the_camp": Adventure(
        (Case("carpenter wounds +2; shuffled"), Case("shuffled", "weapon 4")),
        (Case("food +2; fur +1"),),
    ),
    "construction_is_weak": Adventure(SHUFFLED, HALF_ROOF),
    "visit_of_a_predator": Adventure(
        (
            Case("food -1; shuffled"),
            Case("durable food -1; shuffled", "food 0"),
            Case("carpenter wounds +1; shuffled", "food 0; durable food 0"),
        ),
        HUNGRY_ANIMALS,
    ),
    "you_need_a_bigger_camp": Adventure(
        SHUFFLED,
        (Case("cost of shelter +plus_wood; cost of roof +plus_wood; cost of palisade +plus_wood"),),
    ),
    "hungry_predator": Adventure(
        (
            Case("carpenter wounds +2; future food +2; future fur +1; discarded", do="choose A"),
            Case("food -1; palisade -1; shuffled", do="choose B"),
            Case("carpenter wounds +2; shuffled", "food 0; durable food 0; palisade 0", "choose B"),
        ),
        (
            Case("cook wounds +1; food +1; fur +1; palisade -1"),
            Case("cook wounds +1; food +1; fur +1", "weapon 3; palisade 0"),
        ),
    ),
    "howling_in_the_bushes": Adventure(
        SHUFFLED,
        (
            Case("cook wounds +1; weapon -1; food +2; fur +1; palisade -1"),
            Case("cook wounds +4; food +2; fur +1; palisade -1; morale -1", "weapon 0"),
            Case("cook wounds +1; weapon -1; food +2; fur +1", "weapon 3; palisade 0"),
        ),
    ),
    "accident": Adventure(
        special("leg", "build"), later_wound("leg", "build", "carpenter wounds +3", "carpenter wounds +1")
    ),
    "dark_clouds_in_the_sky": Adventure((Case("weather space +rain; shuffled"),), RAISED_PALISADE),
    "in_a_hurry": Adventure(
        or_leave(
            "discovery tokens -goat; future token goat +1; discovery tokens -tobacco;future token tobacco +1",
            "tokens goat tobacco",
        ),
        PALISADE,
    ),
    "tired": Adventure(
        (*or_leave("carpenter wounds -2", "each wounds 3"), Case("shuffled", do="choose B")), MORALE
    ),
    "nasty_wound": Adventure(special("arm", "build"), later_wound("arm", "build", "carpenter wounds +2", "")),
    "sting": Adventure(special("belly", "build"), later_wound("belly", "build", "carpenter pawns -1", "")),
    "savings": Adventure(or_leave("future wood +2"), MORALE),
    "monkeys_watch_you": Adventure(SHUFFLED, HALF_ROOF_OR_PALISADE),
    "tools_inspection": Adventure(
        (
            Case(
                "marked items +rope; marked items +shovel; shuffled", "shovel item", "card rope; card shovel"
            ),
            Case("marked items +pot; shuffled", "rope board"),
            Case("shuffled", "rope board; pot board"),
        ),
        (
            Case("rope -> board; marked items -rope; marked items -pot", "marked items rope+pot; pot board"),
            Case(""),
        ),
    ),
    "cut_head": Adventure(
        (Case("carpenter wounds +1; carpenter determination +2; carpenter head +build; shuffled"),),
        later_wound("head", "build", "carpenter wounds +2", ""),
    ),
    "coming_to_terms": Adventure(
        (
            Case(f"{THREE_INVENTIONS}; shuffled", do="card bed; card fire; card bow"),
            Case("knife -> discarded; carpenter wounds +2; shuffled", ONLY_KNIFE_ON_BOARD),
        ),
        MORALE,
    ),
    "fast_work": Adventure(
        (
            Case("discarded", do="choose A"),
            Case("wood -1; weapon +1; shuffled", f"{NO_REROLL}; dice 6 1 6", "choose B; plan weapon"),
            Case("carpenter determination +2; shuffled", f"{NO_REROLL}; dice 6 6 6", "choose B; plan weapon"),
        ),
        ROOF_OR_PALISADE,
    ),
    "unmotivated": Adventure(
        (
            Case("carpenter wounds +1; shuffled", do="choose A"),
            Case("carpenter determination -1; shuffled", do="choose B"),
            Case("carpenter wounds +1; shuffled", "carpenter determination 0", "choose B"),
        ),
        LESS_DETERMINATION,
    ),
    "construction": Adventure(SHUFFLED, RAISED_PALISADE),
    "laborious_work": Adventure((Case("build field later +minus_pawn; discarded"),)),
    "tool_breaks": Adventure(
        (
            Case("rope -> board; discarded", do="card rope"),
            Case("discarded", "rope board; pot board"),
        )
    ),
    "hard_work": Adventure((Case("food -1; discarded"), Case("discarded", "food 0; durable food 0"))),
    "lack_of_hope": Adventure(
        (
            Case(f"{THREE_INVENTIONS}; discarded", do="card bed; card fire; card bow"),
            Case("knife -> discarded; carpenter wounds +2; discarded", ONLY_KNIFE_ON_BOARD),
        )
    ),
    "dangerous_work": Adventure((Case("build field +reroll; build field +adventure; discarded"),)),
    "broken_lever": Adventure(
        (Case("weapon -1; discarded"), Case("carpenter wounds +1; discarded", "weapon 0"))
    ),
}

GATHER = {
    "weather_breakdown": Adventure(SHUFFLED, STORM),
    "winter_is_coming": Adventure(SHUFFLED, SNOW),
    "twisted_ankle": Adventure(special("leg", "gather"), later_wound("leg", "gather", ONLY_CAMP, None)),
    "unbelievable_effort": Adventure(
        or_leave("future wood +2; carpenter arm +gather"),
        later_wound("arm", "gather", "carpenter wounds +1", None),
    ),
    "viper": Adventure(SHUFFLED, (Case("cook wounds +3"), Case("cook wounds +1", "cure item"))),
    "surprise_in_the_bushes": Adventure(
        or_leave("starting items -pistol; future uses of pistol +2", "starting pistol"), MORALE
    ),
    "new_flock": Adventure(
        (Case("space 4 later +plus_food; shuffled"),),
        (
            Case("space 4 covered +wood; space 4 covered +fish", DRAWN_FIRST),
            Case("space 4 covered +wood", f"{DRAWN_FIRST}; space 4 covered fish"),
            Case("each wounds +1", f"{DRAWN_FIRST}; space 4 covered wood+fish"),
        ),
    ),
    "nestlings": Adventure(or_leave("future food +3"), ROOF),
    "nice_surprise": Adventure(or_leave("future wood +3"), HALF_ROOF),
    "path_of_a_predator": Adventure(SHUFFLED, HUNGRY_ANIMALS),
    "pirates_chest": Adventure(
        (
            *or_leave(
                "mysteries -gold; mysteries -boxes; treasure gold -> to come; treasure boxes -> to come",
                "mysteries net gold bite boxes whip",
                "choose A",
            ),
            Case(
                "mysteries -gold; treasure gold -> to come; shuffled",
                "mysteries gold boxes",
                "choose B; pass",
            ),
        ),
        (Case("each pawns -1"),),
    ),
    "signs_of_a_predator": Adventure(
        SHUFFLED,
        (
            Case("space 3 covered +fish"),
            Case("", "weapon 3"),
            Case("each wounds +1", "space 3 covered fish"),
            Case("", "space 3 covered fish; weapon 3"),
        ),
    ),
    "skeleton": Adventure(SHUFFLED, (Case("morale -1; raft -> board; invention deck -raft"),)),
    "spider": Adventure(special("head", "gather"), later_wound("head", "gather", "carpenter pawns -1", None)),
    "furs": Adventure(or_leave("future fur +2"), (Case("production food -1"),)),
    "after_the_hurricane": Adventure(
        (Case("future wood +2; space 4 later +minus_pawn; shuffled"),),
        (
            Case(
                "space 4 face down +1; space 4 -minus_pawn; space 4 covered -fish",
                f"{DRAWN_FIRST}; space 4 covered fish",
            ),
            Case(
                "space 4 face down +1; space 4 -minus_pawn; over +1; cause -> camp lost",
                f"{DRAWN_FIRST}; camp 4",
            ),
            Case("", f"{DRAWN_FIRST}; space 4 none"),
        ),
    ),
    "eyes_in_the_bushes": Adventure(SHUFFLED, HUNGRY_ANIMALS),
    "fruit": Adventure(special("belly", "gather"), later_wound("belly", "gather", ONLY_REST, "")),
    "gold_coin": Adventure(SHUFFLED, THREE_REROLLS),
    "mushrooms": Adventure(or_leave("future food +3"), (Case("each wounds +1"), Case("", "cure item"))),
    "unexpected_discovery": Adventure(
        (Case("discovery tokens -goat; future token goat +1; discarded", "tokens goat tobacco"),)
    ),
    "winter_freezing": Adventure(
        (
            Case("space 4 covered +fish; discarded", do="food on 4"),
            Case("space 4 covered +wood; discarded", "space 4 covered fish"),
            Case("carpenter wounds +1; discarded", "space 4 covered wood+fish"),
        )
    ),
    "end_of_source": Adventure(
        (
            Case("space 4 covered +wood; discarded"),
            Case("carpenter wounds +1; discarded", "space 4 covered wood"),
        )
    ),
    "shortage": Adventure(
        (
            Case("future wood +1; space 4 covered +wood; discarded"),
            Case("future wood +1; carpenter wounds +1; discarded", "space 4 covered wood"),
        )
    ),
    "tracks_of_a_predator": Adventure((Case("space 4 later +danger; discarded"),)),
    "unexpected_troubles": Adventure(
        (
            Case("space 4 covered +terrain; discarded"),
            Case("carpenter wounds +1; discarded", "space 4 covered terrain"),
        )
    ),
}

BEAST_OF_STRENGTH_3 = "cook wounds +1; food +2; fur +1; palisade -1"
OUTSIDE = "carpenter outside +1"

EXPLORE = {
    "tiger": Adventure(
        (Case(f"{OUTSIDE}; discarded", do="choose A"), Case("shuffled", do="choose B")),
        (
            Case("cook wounds +2; weapon -1; food +2; fur +1; palisade -1"),
            Case("cook wounds +1; weapon -1; food +2; fur +1", "weapon 5; palisade 0"),
            Case("cook wounds +5; food +2; fur +1; palisade -1", "weapon 0; cook covered marks 4"),
        ),
    ),
    "puma": Adventure(
        (Case(f"{OUTSIDE}; discarded", do="choose A"), Case("shuffled", do="choose B")),
        (Case(f"{BEAST_OF_STRENGTH_3}; weapon -1"),),
    ),
    "secret_cave": Adventure(
        (
            *or_leave(
                "mysteries -bite; carpenter wounds +1; treasure bite -> gone;"
                "mysteries -gold; treasure gold -> to come; mysteries -boxes; treasure boxes -> to come",
                "mysteries bite net gold boxes whip",
                "choose A; choose A",
            ),
            Case(
                "mysteries -gold; treasure gold -> to come; mysteries -blunt_spear; carpenter wounds +2;"
                "treasure blunt_spear -> gone; shuffled",
                "mysteries gold blunt_spear boxes",
                "choose B; choose A; pass",
            ),
        ),
        (Case(BEAST_OF_STRENGTH_3), Case("cook wounds +1; food +2; fur +1", "weapon 3; palisade 0")),
    ),
    "vipers": Adventure(special("head", "explore"), later_wound("head", "explore", "carpenter pawns -1", "")),
    "wild_berries": Adventure(
        special("belly", "explore"), later_wound("belly", "explore", "carpenter pawns -1", None)
    ),
    "wild_dog": Adventure(
        (Case("carpenter wounds +1; shuffled"),),
        (Case("food -1; weapon +1", do="choose A"), Case("", do="choose B")),
    ),
    "misadventure": Adventure(special("leg", "explore"), later_wound("leg", "explore", ONLY_CAMP, None)),
    "thorny_bush": Adventure(
        special("arm", "explore"), later_wound("arm", "explore", "carpenter pawns -1", "")
    ),
    "remains_of_a_settlement": Adventure(
        or_leave(
            "mysteries -blunt_spear; carpenter wounds +2; treasure blunt_spear -> gone;"
            "mysteries -gold; treasure gold -> to come; mysteries -boxes; treasure boxes -> to come",
            "mysteries bite gold blunt_spear boxes whip",
            "choose A; choose A",
        ),
        WOUND_EACH,
    ),
    "ruined_hut": Adventure(
        (
            *or_leave("knife -> to come", do="card knife"),
            Case("shovel -> to come; shuffled", do="choose B; card shovel"),
            Case("cure -> to come; shuffled", do="choose B; card cure"),
            Case("rope -> to come; shuffled", "rope board", "choose B; card rope"),
            Case("cure -> to come; shuffled", "knife item; rope item; shovel item", "choose B"),
            Case("shuffled", "knife item; rope item; shovel item; cure item", "choose B"),
        ),
        MORALE,
    ),
    "shrine": Adventure(
        or_leave("mysteries -gold; treasure gold -> to come", "mysteries bite gold"), THREE_REROLLS
    ),
    "signs_of_fire": Adventure(
        (
            Case(
                "space 0 awaits cover +wood; space 0 awaits cover +bird; space 0 awaits cover +fish;discarded"
            ),
            Case("space 0 covered +bird; discarded", "tile 0 9"),
            Case("space 0 covered +wood; discarded", "tile 8 none; tile 0 10", "wood on 0"),
            Case("carpenter wounds +1; discarded", "tile 0 9; space 0 covered bird"),
        )
    ),
    "old_grave": Adventure(
        (
            Case("carpenter determination -1; shuffled"),
            Case("carpenter wounds +1; shuffled", "carpenter determination 0"),
        ),
        (
            Case("cook determination -2"),
            Case("cook determination -1; cook wounds +1", "cook determination 1"),
        ),
    ),
    "old_hut": Adventure(
        or_leave(
            "mysteries -bite; carpenter wounds +1; treasure bite -> gone;"
            "mysteries -gold; treasure gold -> to come",
            "mysteries net bite spiders gold",
            "choose A",
        ),
        LESS_DETERMINATION,
    ),
    "bamboo": Adventure(or_leave("future wood +2"), ROOF_OR_PALISADE),
    "carcass": Adventure(or_leave("future food +2; future fur +1"), WOUND_EACH),
    "cold_wind": Adventure(SHUFFLED, SNOW),
    "empty_forest": Adventure(SHUFFLED, (Case("hunt field +danger"),)),
    "flu": Adventure(
        (
            Case("food -1; discarded", do="choose A"),
            Case("carpenter wounds +1; discarded", "food 0; durable food 0", "choose A"),
            Case("shuffled", do="choose B"),
        ),
        (Case("night space +plus_food"),),
    ),
    "theres_something_in_the_air": Adventure(
        (Case("explore field +adventure; shuffled"),), (Case("explore field +adventure"),)
    ),
    "its_going_to_rain": Adventure(SHUFFLED, RAIN),
    "surprising_discovery": Adventure((Case("carpenter kept weapon +1"),)),
    "swamp": Adventure((Case("space 0 later +minus_pawn; discarded"),)),
    "wrong_track": Adventure((Case(f"{OUTSIDE}; + next round wrong_track of carpenter; discarded"),)),
    "dangerous_terrain": Adventure((Case("space 0 later +danger; discarded"),)),
    "lost_in_the_thicket": Adventure(
        (Case(f"{OUTSIDE}; + next round lost_in_the_thicket of carpenter; discarded"),)
    ),
    "lost_in_the_woods": Adventure(
        (
            Case("carpenter determination -2; discarded"),
            Case("carpenter determination -1; carpenter wounds +1; discarded", "carpenter determination 1"),
        )
    ),
    "lost": Adventure((Case(f"{OUTSIDE}; + next round lost of carpenter; discarded"),)),
    "storm_on_the_horizon": Adventure(SHUFFLED, STORM),
}
