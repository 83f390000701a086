"""What the event and wreckage cards do: icon, event effect, threat action, and what comes unanswered.

`needs` of a threat action: pawns, then what must be there ("weapon 2", an item) and what is spent ("wood 1");
"|" stands between two ways. `drawn` : its reward concerns what the event has just done on the same table.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.robinson.cards.position import Case


class Threat(NamedTuple):
    """The threat action of a card."""

    needs: str
    rewards: tuple[Case, ...]
    drawn: str | None = None
    """Choices of the event part, which is resolved first."""


class Event(NamedTuple):
    """A card of the event deck."""

    icon: str
    event: tuple[Case, ...]
    threat: Threat
    unanswered: tuple[Case, ...]


def threat(needs: str, reward: str, given: str = "", do: str = "", drawn: str | None = None) -> Threat:
    """A threat action whose reward has one case."""
    return Threat(needs, (Case(reward, given, do),), drawn)


NOTHING = (Case(""),)
WOUND_EACH = (Case("each wounds +1"),)
LESS_DETERMINATION = (
    Case("each determination -1"),
    Case(
        "cook determination -1; explorer determination -1; carpenter wounds +1", "carpenter determination 0"
    ),
)
LESS_DETERMINATION_AND_MORALE = (
    Case("each determination -1; morale -1"),
    Case("each wounds +1; morale -1", "each determination 0"),
)
PALISADE = (Case("palisade -1"), Case("each wounds +1", "palisade 0"))
ROOF_OR_PALISADE = (
    Case("roof -1", do="choose A"),
    Case("palisade -1", do="choose B"),
    Case("each wounds +1", "roof 0", "choose A"),
    Case("each wounds +1", "palisade 0", "choose B"),
)
HALF_ROOF_OR_PALISADE = (
    Case("roof -1", do="choose A"),
    Case("roof -2", "roof 5", "choose A"),
    Case("", "roof 1", "choose A"),
    Case("palisade -2", "palisade 4", "choose B"),
    Case("", "palisade 0", "choose B"),
)
RAISE_ROOF_OR_PALISADE = (
    Case("roof +1", do="choose A"),
    Case("palisade +1", do="choose B"),
    Case("", "shelter 0", "choose A"),
    Case("", "shelter 0", "choose B"),
)
RAIN = (Case("weather space +rain"), Case("", "weather space rain"))
SNOW = (Case("weather space +snow"),)
HUNGRY_ANIMALS = (Case("weather space +hungry_animals"),)
STRONGER_BEAST = (Case("hunt field +danger"), Case("", "hunt field danger"))
TWO_ADVENTURES = (Case("explore field +adventure; gather field +adventure"),)
ONLY_KNIFE_ON_BOARD = (
    "shovel item; bricks item; cure item; dam item; fire item; map item; basket item; bed item;"
    "belts item; bow item; cellar item"
)
TWO_INVENTIONS = (
    Case("bed -> discarded; knife -> discarded", do="card bed; card knife"),
    Case("knife -> discarded; each wounds +1", ONLY_KNIFE_ON_BOARD),
)
NO_OPEN_TILE_BESIDE = "space 4 face down 1; space 7 face down 1"
FLIPPED = (
    Case("space 4 face down +1", do="space 4"),
    Case(
        "space 7 face down +1; space 7 -minus_pawn; space 7 covered -wood",
        "space 4 face down 1; space 7 minus_pawn; space 7 covered wood",
    ),
    Case("", NO_OPEN_TILE_BESIDE),
)
TWO_SOURCES_BESIDE = (
    Case("space 4 covered +fish; space 7 covered +wood", do="food on 4; wood on 7"),
    Case("space 4 covered +wood; each wounds +1", "space 4 covered fish; space 7 covered wood+bird"),
    Case("each wounds +2", NO_OPEN_TILE_BESIDE),
)
MOVED = (
    Case("camp -> 4; roof -1; palisade -2", "palisade 5", "space 4"),
    Case("camp -> 7; roof -3; palisade -3", "shelter 0; space 4 face down 1"),
    Case("each wounds +1", NO_OPEN_TILE_BESIDE),
)
LOST_ITEM = (Case("rope -> board", do="card rope"), Case("", "rope board; pot board"))
DETERMINED = "carpenter determination +1"
VERY_DETERMINED = "carpenter determination +2"


def on_terrain(space: int) -> tuple[Case, ...]:
    """The only tile with this terrain is covered, if it is not yet."""
    return (Case(f"space {space} covered +terrain"), Case("", f"space {space} covered terrain"))


NEAREST_FISH = (
    Case("space 3 covered +fish"),
    Case("space 4 covered +fish", "space 3 covered fish"),
    Case("each wounds +1", "space 3 covered fish; space 4 covered fish; space 8 covered fish"),
)
NEAREST_BIRD = (
    Case("space 7 covered +bird"),
    Case("space 5 covered +bird", "space 7 covered bird"),
    Case("each wounds +1", "space 7 covered bird; space 5 covered bird"),
)
NO_FOOD_SOURCE = "; ".join(f"space {space} covered fish+bird" for space in (3, 4, 5, 7, 8))
NEAREST_FOOD = (
    Case("space 3 covered +fish"),
    Case("space 7 covered +bird", "space 3 covered fish", "food on 7"),
    Case("each wounds +1", NO_FOOD_SOURCE),
)
NO_WOOD_SOURCE = "; ".join(f"space {space} covered wood" for space in (3, 4, 5, 7, 8))
NEAREST_WOOD = (
    Case("space 3 covered +wood"),
    Case("space 4 covered +wood", "space 3 covered wood; space 7 covered wood"),
    Case("each wounds +1", NO_WOOD_SOURCE),
)

EVENTS = {
    # ------------------------------------------------------------------ book icon
    "unusually_cold_night": Event(
        "book",
        (
            Case("wood -2", do="choose A"),
            Case("each wounds +1", do="choose B"),
            Case("wood -1; each wounds +1", "wood 1", "choose A"),
        ),
        threat("1 pawn; wood 1 | fur 1", DETERMINED),
        WOUND_EACH,
    ),
    "otters": Event(
        "book", NEAREST_FISH, threat("1 pawn; weapon 1", "space 3 covered -fish", drawn=""), NEAREST_FISH
    ),
    "council": Event(
        "book",
        (
            Case("bed -> discarded; fire -> discarded; bow -> discarded", do="card bed; card fire; card bow"),
            Case("knife -> discarded; each wounds +2", ONLY_KNIFE_ON_BOARD),
        ),
        threat("1 pawn", f"raft -> board; invention deck -raft; {DETERMINED}", do="card raft"),
        TWO_INVENTIONS,
    ),
    "insects": Event(
        "book",
        (Case("wood -1"), Case("", "wood 0")),
        threat("1 pawn; fire", DETERMINED),
        (Case("wood -1"), Case("", "wood 0")),
    ),
    "winter_depression": Event(
        "book",
        (Case("morale -1"), Case("", "morale -3")),
        threat("1 pawn; food 1", DETERMINED),
        LESS_DETERMINATION,
    ),
    "wrecked_balloon": Event(
        "book",
        (Case("morale -1"),),
        threat(
            "1 pawn",
            "mysteries -cave_with_furs; treasure cave_with_furs -> to come",
            "mysteries net bite cave_with_furs",
        ),
        NOTHING,
    ),
    "ravenous_predators": Event("book", STRONGER_BEAST, threat("1 pawn; fire", DETERMINED), PALISADE),
    "predator_is_near": Event(
        "book",
        NEAREST_BIRD,
        threat("1 pawn; weapon 2", f"space 7 covered -bird; {DETERMINED}", drawn=""),
        TWO_ADVENTURES,
    ),
    "night_howling": Event("book", STRONGER_BEAST, threat("1 pawn; weapon 2", DETERMINED), PALISADE),
    "poisoning": Event("book", WOUND_EACH, threat("1 pawn; knife", f"{DETERMINED}; weapon +1"), WOUND_EACH),
    "body_on_the_beach": Event(
        "book", (Case("morale -1"),), threat("1 pawn; shovel", VERY_DETERMINED), (Case("morale -2"),)
    ),
    "argument": Event(
        "book",
        (Case("nobody shares an action +1"),),
        threat("2 pawns of two players", f"morale +1; {DETERMINED}"),
        LESS_DETERMINATION_AND_MORALE,
    ),
    "call_of_the_wild": Event(
        "book", STRONGER_BEAST, threat("1 pawn; weapon 2", "future food +1"), STRONGER_BEAST
    ),
    "sleepless_night": Event(
        "book",
        (Case("build field +reroll; gather field +reroll; explore field +reroll"),),
        threat("1 pawn", DETERMINED),
        TWO_ADVENTURES,
    ),
    "earthquake": Event(
        "book", FLIPPED, threat("1 pawn; shovel", "space 4 face down -1", drawn="space 4"), NOTHING
    ),
    "ravishing_hurricane": Event(
        "book",
        (
            Case("space 4 covered +wood; space 4 covered +fish", do="space 4"),
            Case("space 7 covered +bird", "space 4 covered wood+fish; space 7 covered wood"),
            Case("space 4 covered +wood", "space 4 covered fish; space 7 covered wood+bird"),
            Case("", "space 4 covered wood+fish; space 7 covered wood+bird"),
        ),
        threat(
            "1 pawn; shovel", f"space 4 covered -fish; {DETERMINED}", "space 4 covered wood", drawn="space 4"
        ),
        NOTHING,
    ),
    "bad_feelings": Event(
        "book",
        (Case("gather field +reroll"),),
        threat("1 pawn", DETERMINED),
        (Case("gather field +adventure; gather field +reroll"),),
    ),
    "exhausting_night": Event(
        "book", (Case("build field +reroll"),), threat("1 pawn", DETERMINED), (Case("morale -2"),)
    ),
    "strong_wind": Event("book", (Case("build field +minus_pawn"),), threat("1 pawn", DETERMINED), LOST_ITEM),
    "weather_breakdown_event": Event(
        "book",
        (Case("gather field +minus_pawn"),),
        threat("1 pawn; shovel", DETERMINED),
        TWO_SOURCES_BESIDE,
    ),
    "mist": Event(
        "book",
        (Case("explore field +minus_pawn"),),
        threat("1 pawn", DETERMINED),
        (Case("explore field +minus_pawn; explore field +adventure"),),
    ),
    "mess_in_the_camp": Event(
        "book", (Case("arrange camp field +minus_pawn"),), threat("1 pawn", DETERMINED), LESS_DETERMINATION
    ),
    "the_island_rebels_against_you": Event("book", NOTHING, threat("1 pawn", DETERMINED), NOTHING),
    "natural_dam_breaks": Event(
        "book",
        (Case("production wood +1; not produced +food; explore field +adventure"),),
        threat("1 pawn; shovel", DETERMINED),
        (
            Case("rope -> board; pot -> board", "shovel item", "card rope; card pot"),
            Case("pot -> board", "rope board"),
            Case("", "rope board; pot board"),
        ),
    ),
    "depression": Event(
        "book",
        (
            Case("bed -> discarded; bow -> discarded; each determination -1", do="card bed; card bow"),
            Case("knife -> discarded; each wounds +2", f"{ONLY_KNIFE_ON_BOARD}; each determination 0"),
        ),
        threat("1 pawn; food 1", VERY_DETERMINED),
        (
            Case("bed -> discarded; bow -> discarded; morale -1", do="card bed; card bow"),
            Case("knife -> discarded; each wounds +1; morale -1", ONLY_KNIFE_ON_BOARD),
        ),
    ),
    "devastating_blows": Event(
        "book",
        TWO_SOURCES_BESIDE,
        threat("1 pawn; shovel", DETERMINED, drawn="food on 4; wood on 7"),
        (
            Case("space 7 covered +bird", do="food on 7"),
            Case("space 4 covered +wood", do="wood on 4"),
            Case("each wounds +1", "space 4 covered wood+fish; space 7 covered wood+bird"),
        ),
    ),
    "lack_of_hope_event": Event(
        "book",
        (Case("first player -> explorer"),),
        threat("1 pawn; food 1", DETERMINED),
        (Case("morale -2"),),
    ),
    "vertigo": Event("book", (Case("cook pawns -1"),), threat("1 pawn", DETERMINED), LESS_DETERMINATION),
    "weakness": Event(
        "book",
        (Case("cook without skills +1"),),
        threat("1 pawn", DETERMINED),
        (Case("cook without skills +1"),),
    ),
    "slow_work": Event(
        "book",
        (Case("build field +plus_wood"),),
        threat("1 pawn", DETERMINED),
        (Case("build field +plus_wood"), Case("", "build field plus_wood")),
    ),
    "loss_of_hope": Event(
        "book",
        (Case("cook actions -threat; cook actions -hunt; cook actions -gather; cook actions -explore"),),
        threat("1 pawn", DETERMINED),
        (Case("morale -2"),),
    ),
    "fight_in_the_dark": Event(
        "book",
        (Case("hunting deck -> fox", "hunting bear fox"), Case("")),
        threat("1 pawn; weapon 2", DETERMINED),
        HUNGRY_ANIMALS,
    ),
    "dangerous_night": Event(
        "book",
        (Case("beasts -bear; ambush -> bear; + next round dangerous_night of cook", "beasts bear"),),
        threat("1 pawn; weapon 2", "ambush -> none; hunting deck -> bear", "beasts bear", drawn=""),
        NOTHING,
    ),
    "howling_from_the_woods": Event(
        "book",
        (
            Case(
                "beasts -iguana; hunting deck -> iguana boa; hunting known +1",
                "hunting boa; beasts fox iguana birds bear",
            ),
        ),
        threat("1 pawn; fire", f"hunting deck -> boa fox bear; {DETERMINED}", "hunting bear boa fox"),
        (
            Case("hunting deck -> empty; food +2; fur +1", "hunting fox"),
            Case("hunting deck -> fox; cook wounds +1; weapon -1; food +2; fur +1", "hunting tapir fox"),
            Case(""),
        ),
    ),
    "bear": Event(
        "book",
        (Case("arrange camp field +marker"),),
        threat("1 pawn; shovel", DETERMINED),
        LESS_DETERMINATION_AND_MORALE,
    ),
    "searching_for_a_new_path": Event(
        "book", (Case("explore field +reroll"),), threat("1 pawn", DETERMINED), TWO_ADVENTURES
    ),
    "smoke_on_the_horizon": Event(
        "book",
        (*on_terrain(7), Case("space 0 covered +terrain", "tile 0 9", "space 0")),
        threat("1 pawn", f"space 7 covered -terrain; {DETERMINED}", drawn=""),
        on_terrain(7),
    ),
    "drought": Event(
        "book",
        on_terrain(8),
        threat("1 pawn; shovel", f"space 8 covered -terrain; {DETERMINED}", drawn=""),
        on_terrain(8),
    ),
    "rough_passage": Event(
        "book",
        on_terrain(4),
        threat("1 pawn", f"space 4 covered -terrain; {DETERMINED}", drawn=""),
        on_terrain(4),
    ),
    # ------------------------------------------------------------------ adventure icons
    "cataclysm": Event(
        "build",
        (Case("items unavailable +1"),),
        threat("1 pawn", DETERMINED),
        (Case("rope -> discarded", do="card rope"), Case("", "rope board; pot board")),
    ),
    "storm": Event(
        "gather",
        (Case("weather space +storm"), Case("", "weather space storm")),
        threat("1 pawn; wood 1 | shovel", DETERMINED),
        PALISADE,
    ),
    "chronic_tiredness": Event(
        "explore", (Case("night space +plus_food"),), threat("2 pawns", VERY_DETERMINED), WOUND_EACH
    ),
    "high_water": Event(
        "gather",
        (Case("explore field +adventure"),),
        threat("1 pawn; wood 1 | shovel", VERY_DETERMINED),
        (
            Case("wood -3; food -2; fur -2; durable food -1; production skipped +1"),
            Case("production skipped +1", "wood 0; food 0; fur 0; durable food 0"),
        ),
    ),
    "frost": Event("gather", SNOW, threat("1 pawn; wood 1 | fur 1", VERY_DETERMINED), SNOW),
    "heavy_rain_is_coming": Event("gather", RAIN, threat("1 pawn; shovel", DETERMINED), RAIN),
    "awful_weather": Event("explore", RAIN, threat("1 pawn; wood 1", DETERMINED), SNOW),
    "precipice": Event(
        "explore",
        FLIPPED,
        threat("1 pawn; wood 2", "space 4 face down -1; carpenter determination +3", drawn="space 4"),
        NOTHING,
    ),
    "jaguar": Event("build", WOUND_EACH, threat("1 pawn; weapon 2", ""), WOUND_EACH),
    "culled_area": Event(
        "gather", (Case("not produced +food"),), threat("1 pawn; weapon 2", "future food +2"), NOTHING
    ),
    "heavy_rain": Event("build", RAIN, threat("1 pawn; wood 1", DETERMINED), RAIN),
    "heavy_clouds": Event("build", RAIN, threat("1 pawn; fur 1", DETERMINED), RAIN),
    "devastating_hurricane": Event(
        "gather",
        HALF_ROOF_OR_PALISADE,
        Threat("1 pawn; wood 1", RAISE_ROOF_OR_PALISADE),
        ROOF_OR_PALISADE,
    ),
    "ravishing_windstorm": Event(
        "explore",
        (Case("weapon -2"), Case("weapon -1", "weapon 1"), Case("", "weapon 0")),
        threat("1 pawn", f"weapon +1; {DETERMINED}"),
        NOTHING,
    ),
    "cold_rain": Event("explore", RAIN, threat("1 pawn; shovel", DETERMINED), RAIN),
    "memories_of_the_cruise": Event(
        "build",
        (Case("morale -1"),),
        threat("2 pawns", f"{VERY_DETERMINED}; morale +1"),
        LESS_DETERMINATION,
    ),
    "thunderstorm": Event(
        "gather", NEAREST_WOOD, threat("1 pawn; shovel", "space 3 covered -wood", drawn=""), NEAREST_WOOD
    ),
    "predators": Event(
        "explore",
        NEAREST_FOOD,
        threat("2 pawns; weapon 2", f"space 3 covered -fish; {DETERMINED}", drawn=""),
        NEAREST_FOOD,
    ),
    "fire_event": Event(
        "explore",
        (Case("not produced +wood"),),
        threat("1 pawn; shovel", DETERMINED),
        (Case("not produced +wood"),),
    ),
    "fight_event": Event(
        "build",
        WOUND_EACH,
        threat("1 pawn", DETERMINED),
        (
            Case("each determination -2"),
            Case(
                "carpenter determination -2; cook determination -1; cook wounds +1;explorer determination -2",
                "cook determination 1",
            ),
        ),
    ),
    "predators_in_the_vicinity": Event(
        "explore", HUNGRY_ANIMALS, threat("1 pawn; weapon 2", DETERMINED), HUNGRY_ANIMALS
    ),
    "landslide": Event(
        "build", MOVED, threat("1 pawn; shovel", DETERMINED), (Case("production skipped +1"),)
    ),
    "broken_tree": Event(
        "build",
        WOUND_EACH,
        threat("1 pawn; rope", f"{DETERMINED}; future wood +1"),
        (Case("morale -1"),),
    ),
    "raging_river": Event(
        "gather",
        (Case("production half +1"),),
        threat("1 pawn; shovel", DETERMINED),
        (Case("production skipped +1"),),
    ),
    "flood": Event(
        "explore",
        (
            Case("rope -> board", do="choose A; card rope"),
            Case("each wounds +1", "rope board; pot board", "choose A"),
            Case("weapon -1", do="choose B"),
            Case("each wounds +1", "weapon 0", "choose B"),
            Case("palisade -1", do="choose C"),
            Case("each wounds +1", "palisade 0", "choose C"),
            Case("each wounds +1", do="choose D"),
        ),
        threat("1 pawn; shovel", DETERMINED),
        PALISADE,
    ),
    "disaster": Event(
        "gather",
        ROOF_OR_PALISADE,
        Threat("1 pawn; wood 1", RAISE_ROOF_OR_PALISADE),
        HALF_ROOF_OR_PALISADE,
    ),
    "flying_surprise": Event(
        "build", ROOF_OR_PALISADE, threat("1 pawn; wood 1", DETERMINED), ROOF_OR_PALISADE
    ),
    "cloud_burst": Event(
        "gather",
        MOVED,
        Threat(
            "1 pawn",
            (Case("roof +1; palisade +1"), Case("roof +1", "palisade 1"), Case("palisade +1", "roof 0")),
            drawn="space 4",
        ),
        NOTHING,
    ),
    "rain": Event("gather", RAIN, threat("1 pawn; fur 1", DETERMINED), RAIN),
    "night_attack": Event(
        "explore",
        (Case("each wounds +1; hunting known +1", "hunting bear fox"), Case("each wounds +1")),
        threat(
            "1 pawn; weapon 3",
            "weapon -1; future food +5; future fur +2; hunting deck -> fox",
            "hunting bear fox",
        ),
        (Case("hunting deck -> fox", "hunting bear fox"), Case("")),
    ),
    "predators_in_the_woods": Event(
        "explore",
        (Case("explore field +danger"),),
        threat("1 pawn; weapon 1", f"explore field -danger; {DETERMINED}", drawn=""),
        (Case("explore field -danger; each wounds +1", "explore field danger"), Case("each wounds +1")),
    ),
    "bad_fate": Event(
        "gather",
        (
            Case(
                "each wounds +1; weather space +rain; threat left -> none",
                "threat left jaguar; threat right rain",
            ),
            Case(""),
        ),
        threat("1 pawn", "carpenter determination +3"),
        LESS_DETERMINATION,
    ),
    # in the current edition only
    "sunny_beach": Event("explore", NOTHING, threat("2 pawns", "each determination +1"), LESS_DETERMINATION),
}

WRECKAGE = {
    "food_crates": ("future food +1", "future food +1; future durable food +1"),
    "wrecked_lifeboat": ("future wood +1", "future wood +2"),
    "captains_chest": ("future wood +1", "future wood +1; starting items -pistol; future uses of pistol +2"),
}
"""Rewards of one pawn and of two."""
