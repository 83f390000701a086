"""Measures: what can be counted on the table, by name, and conditions on it.

Goals, losses, points, progress and the potential of a scenario are written with measures, and so are
conditions in programs (`if woodpile >= 15: ...`). A measure is one word:

    round, weapon, roof, ...     see `PLAIN`
    item.fire                    1 if it is built
    coming.fire                  1 if it is built, or becomes an item at the end of this action phase
    woodpile                     a counter of the scenario
    stages.woodpile              how many of its stages are complete
    supply.woodpile              what lies in store that could still go onto it
    marks.fog                    on how many spaces this mark of the scenario lies
    before.woodpile              the counter as it was when this round began
    before.marks.fog             on how many spaces the mark has lain since this round began
    camp.mark.fog                1 if the mark lies on the camp's space
    stock.wood                   how much of a resource there is to pay with: wood, food (durable or not), fur
    option.harder                the value of a choice of the scenario; false is 0, true 1
    amount.tiles                 a number of the scenario for this number of players
    least.trio                   the least of some measures: `[[least]]` of the scenario
    sum.knowledge                a sum of measures, each times a number: `[[sum]]` of the scenario

A condition is a measure, `>=` or `<`, and a number or another measure. In tables a measure is
`MEASURES_OF_KIND * kind + index`; where a number is expected, `MEASURED` + that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from crusoe_env.facts import FactsError
from crusoe_env.robinson.card_language.vocabulary import COMPARISONS
from crusoe_env.robinson.components import INVENTION_IDS
from crusoe_env.support.words import nearest, shown, whole_of

PLAIN = {
    "round": "the rounds begun",
    "weapon": "the weapon level",
    "roof": "the roof level",
    "palisade": "the palisade level",
    "shelter": "1 with a shelter, built or natural",
    "morale": "the morale level",
    "players": "the players",
    "hearts": "undamaged hearts of all characters",
    "life": "the share of hearts that the worst wounded character still has, 0 .. 1",
    "meals": "food in store and coming, per player",
    "tiles": "tiles explored",
    "totems": "totems found",
    "before.tiles": "tiles explored when this round began",
    "numbers": "number tokens on the island",
    "totems_uncovered": "uncovered totems on open tiles",
    "camp.totem": "1 with an uncovered totem on the camp's tile",
    "wood": "wood in store and coming",
    "fur": "furs in store and coming",
    "hunting": "cards in the hunting deck",
    "keeping": "1 in a round in which the yield of sources may be kept",
    "guest": "1 when the guest of the scenario has joined the players",
    "guest_life": "the share of hearts that the guest still has, 0 .. 1; 1 without one",
    "built_shelter": "1 with a shelter that was built",
    "camp_moves": "adjacent tiles to which the camp can move",
    "goal_inventions": "inventions drawn in the set-up that are built",
    "items": "inventions built, those of the scenario too",
    "hungry": "players who have not eaten in the last night",
}
(
    ROUND, WEAPON_LEVEL, ROOF_LEVEL, PALISADE_LEVEL, SHELTER_THERE, MORALE_LEVEL, PLAYERS_IN_PLAY, HEARTS,
    LIFE, MEALS, TILES_EXPLORED, TOTEMS_FOUND, TILES_BEFORE, NUMBERS_IN_PLAY, TOTEMS_UNCOVERED, CAMP_TOTEM,
    WOOD_THERE, FUR_THERE, HUNTING_CARDS, YIELD_KEPT, GUEST_HERE, GUEST_LIFE,
    BUILT_SHELTER, CAMP_MOVES, GOAL_INVENTIONS, ITEMS_BUILT, HUNGRY_PLAYERS,
) = range(len(PLAIN))  # fmt: skip

MEASURES_OF_KIND = 64
PAYABLE = ["wood", "food", "fur"]
"""What there is to pay with, in the order of constants.RESOURCES; durable food is food."""
MEASURED = 10_000
"""A number from here on is a measure."""
KINDS = (
    "plain", "item", "coming", "counter", "stages", "supply", "before",
    "marks", "before.marks", "camp.mark", "option", "amount",
    "least", "sum", "stock",
)  # fmt: skip
(
    PLAIN_KIND, ITEM_KIND, COMING_KIND, COUNTER_KIND, STAGES_KIND, SUPPLY_KIND, BEFORE_KIND,
    MARKS_KIND, MARKS_BEFORE_KIND, CAMP_MARK_KIND, OPTION_KIND, AMOUNT_KIND,
    LEAST_KIND, SUM_KIND, STOCK_KIND,
) = range(len(KINDS))  # fmt: skip


class Condition(NamedTuple):
    """A measure compared with a number, or with another measure."""

    measure: int
    comparison: int
    number: int


def ids_of(facts: Mapping[str, Any], table: str) -> list[str]:
    """The ids of a list table of the facts; none if it is not there."""
    return [entry["id"] for entry in facts.get(table, [])]


def known_measures(facts: Mapping[str, Any]) -> dict[str, int]:
    """All measures of a scenario by their words."""
    items = [*INVENTION_IDS, *ids_of(facts, "scenario_invention")]
    counters, marks = ids_of(facts, "counter"), ids_of(facts, "mark")
    words: dict[str, int] = {word: MEASURES_OF_KIND * PLAIN_KIND + i for i, word in enumerate(PLAIN)}
    words |= {name: MEASURES_OF_KIND * COUNTER_KIND + i for i, name in enumerate(counters)}
    named = {
        ITEM_KIND: items,
        COMING_KIND: items,
        STAGES_KIND: counters,
        SUPPLY_KIND: counters,
        BEFORE_KIND: counters,
        MARKS_KIND: marks,
        MARKS_BEFORE_KIND: marks,
        CAMP_MARK_KIND: marks,
        OPTION_KIND: ids_of(facts, "choice"),
        AMOUNT_KIND: ids_of(facts, "amount"),
        LEAST_KIND: ids_of(facts, "least"),
        SUM_KIND: ids_of(facts, "sum"),
        STOCK_KIND: PAYABLE,
    }
    for kind, names in named.items():
        words |= {f"{KINDS[kind]}.{name}": MEASURES_OF_KIND * kind + i for i, name in enumerate(names)}
    return words


def measure_of(word: str, known: Mapping[str, int], where: str) -> int:
    """The number of a measure. Raises FactsError."""
    if word not in known:
        raise FactsError(f"{where}: {shown(word)} is no measure; {nearest(word, known)}")
    return known[word]


def number_or_measure(value: int | str, known: Mapping[str, int], where: str) -> int:
    """A number for the tables: itself, or a measure by its word. Raises FactsError."""
    number = value if isinstance(value, int) else whole_of(value, MEASURED - 1)
    if number is not None and abs(number) < MEASURED:
        return number
    if value not in known and str(shown(value)).strip("'-")[:1].isdigit():
        most = MEASURED - 1
        raise FactsError(f"{where}: expected a whole number from {-most} to {most}, found {shown(value)}")
    return MEASURED + measure_of(str(value), known, where)


def condition_of(text: str, known: Mapping[str, int], where: str) -> Condition:
    """A condition such as "woodpile >= 15". Raises FactsError."""
    words = text.split()
    if len(words) != 3 or words[1] not in COMPARISONS:
        expected = "expected a measure, '>=' or '<', and a number or a measure"
        raise FactsError(f"{where}: {shown(text)}: {expected}")
    number = number_or_measure(words[2], known, where)
    return Condition(measure_of(words[0], known, where), COMPARISONS.index(words[1]), number)


def scenario_words(facts: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The words that a scenario adds to the card language, by kind of argument."""
    counters = {name: i for i, name in enumerate(ids_of(facts, "counter"))}
    marks = {name: i for i, name in enumerate(ids_of(facts, "mark"))}
    return {"counter": counters, "mark": marks, "measure": known_measures(facts)}
