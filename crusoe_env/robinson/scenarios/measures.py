"""What is counted on the table (see card_language/measures.py), and conditions on it."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import measures as m
from crusoe_env.robinson.card_language.vocabulary import AT_LEAST
from crusoe_env.robinson.components import CARD_INVENTIONS, INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.world.island import camp_moves
from crusoe_env.robinson.rules.world.marks import (
    has_mark,
    has_totem,
    marked_before,
    numbers_in_play,
    spaces_marked,
    totems_uncovered,
)
from crusoe_env.robinson.rules.world.people import guest_life, least_life, undamaged_hearts
from crusoe_env.robinson.rules.world.stores import has_shelter, stock
from crusoe_env.robinson.scenarios.counters import stages_complete, supply


@compiled
def measure(s: State, t: Tables, code: int) -> float:
    """The value of a measure now."""
    if code < m.MEASURES_OF_KIND:  # PLAIN_KIND: no need to go through the others
        return plain_measure(s, t, code)
    kind, which = code // m.MEASURES_OF_KIND, code % m.MEASURES_OF_KIND
    if kind != m.SUM_KIND:
        return measure_but_sum(s, t, code)
    total = 0.0
    for i in range(t.sum_terms[which]):
        total += t.sum_each[which, i] * measure_but_sum(s, t, int(t.sum_of[which, i]))
    return total


@compiled
def measure_but_sum(s: State, t: Tables, code: int) -> float:
    """A measure that is no sum: the least of some, or one that is counted."""
    kind, which = code // m.MEASURES_OF_KIND, code % m.MEASURES_OF_KIND
    return least_of(s, t, which) if kind == m.LEAST_KIND else counted(s, t, code)


@compiled
def least_of(s: State, t: Tables, which: int) -> float:
    """The least of some that are counted."""
    least = counted(s, t, int(t.least_of[which, 0]))
    for i in range(1, t.least_terms[which]):
        least = min(least, counted(s, t, int(t.least_of[which, i])))
    return least


@compiled
def counted(s: State, t: Tables, code: int) -> float:
    """A measure that is counted on the table."""
    kind = code // m.MEASURES_OF_KIND
    index = code % m.MEASURES_OF_KIND
    if kind == m.PLAIN_KIND:
        return plain_measure(s, t, index)
    if kind == m.ITEM_KIND:
        return 1.0 if s.invention_state[index] == c.BUILT else 0.0
    if kind == m.COMING_KIND:
        return 1.0 if s.invention_state[index] in (c.BUILT, c.FUTURE_ITEM) else 0.0
    if kind == m.COUNTER_KIND:
        return float(s.counter[index])
    if kind == m.STAGES_KIND:
        return float(stages_complete(s, t, index))
    if kind == m.SUPPLY_KIND:
        return float(supply(s, t, index))
    if kind == m.BEFORE_KIND:
        return float(s.counter_before[index])
    if kind == m.OPTION_KIND:
        return float(t.choice[index])
    if kind == m.AMOUNT_KIND:
        return float(t.amount[index, s.players - 1])
    if kind == m.STOCK_KIND:
        return float(stock(s, index))
    return mark_measure(s, kind, index)


@compiled
def mark_measure(s: State, kind: int, mark: int) -> float:
    """What can be counted of a mark of the scenario."""
    if kind == m.MARKS_KIND:
        return float(spaces_marked(s, mark))
    if kind == m.MARKS_BEFORE_KIND:
        return float(marked_before(s, mark))
    return 1.0 if has_mark(s, int(s.camp), mark) else 0.0


@compiled
def plain_measure(s: State, t: Tables, index: int) -> float:
    """What can be counted in every scenario: rounds, levels; the rest by what it is about."""
    if index == m.ROUND:
        return float(s.rounds)
    if index == m.WEAPON_LEVEL:
        return float(s.weapon)
    if index == m.ROOF_LEVEL:
        return float(s.roof)
    if index == m.PALISADE_LEVEL:
        return float(s.palisade)
    if index == m.MORALE_LEVEL:
        return float(s.morale)
    if index == m.SHELTER_THERE:
        return 1.0 if has_shelter(s, t) else 0.0
    if index == m.BUILT_SHELTER:
        return float(s.shelter)
    if index == m.GOAL_INVENTIONS:
        return float(dealt_and_built(s))
    if index == m.ITEMS_BUILT:
        return float(items_built(s))
    if index in (m.PLAYERS_IN_PLAY, m.HEARTS, m.LIFE, m.GUEST_HERE, m.GUEST_LIFE, m.HUNGRY_PLAYERS):
        return people_measure(s, t, index)
    if index in (m.MEALS, m.WOOD_THERE, m.FUR_THERE, m.HUNTING_CARDS, m.YIELD_KEPT):
        return store_measure(s, index)
    return island_measure(s, t, index)


@compiled
def people_measure(s: State, t: Tables, index: int) -> float:
    """What can be counted of people."""
    if index == m.PLAYERS_IN_PLAY:
        return float(s.players)
    if index == m.HEARTS:
        return float(undamaged_hearts(s, t))
    if index == m.LIFE:
        return least_life(s, t)
    if index == m.GUEST_HERE:
        return float(s.guest_here)
    if index == m.GUEST_LIFE:
        return guest_life(s, t)
    return float(count_bits(s.hungry))


@compiled
def store_measure(s: State, index: int) -> float:
    """What can be counted in store and coming, and of the hunting deck."""
    if index == m.MEALS:
        return (stock(s, c.FOOD) + s.future[c.FOOD] + s.future[c.DURABLE_FOOD]) / s.players
    if index == m.WOOD_THERE:
        return float(s.available[c.WOOD] + s.future[c.WOOD])
    if index == m.FUR_THERE:
        return float(s.available[c.FUR] + s.future[c.FUR])
    if index == m.HUNTING_CARDS:
        return float(s.hunting_left)
    return float(s.keeping)


@compiled
def island_measure(s: State, t: Tables, index: int) -> float:
    """What can be counted on the spaces of the island."""
    if index == m.TILES_EXPLORED:
        return float(tiles_explored(s, t))
    if index == m.TOTEMS_FOUND:
        return float(s.totems_found)
    if index == m.CAMP_MOVES:
        return float(camp_moves(s, t))
    if index == m.TILES_BEFORE:
        return float(s.tiles_before)
    if index == m.NUMBERS_IN_PLAY:
        return float(numbers_in_play(s))
    if index == m.TOTEMS_UNCOVERED:
        return float(totems_uncovered(s, t))
    return 1.0 if has_totem(s, t, int(s.camp)) else 0.0


@compiled
def items_built(s: State) -> int:
    """How many inventions are built."""
    count = 0
    for item in range(INVENTIONS):
        count += s.invention_state[item] == c.BUILT
    return count


@compiled
def dealt_and_built(s: State) -> int:
    """How many of the inventions drawn in the set-up are built."""
    count = 0
    for item in range(CARD_INVENTIONS):
        count += (s.dealt_inventions >> item) & 1 == 1 and s.invention_state[item] == c.BUILT
    return count


@compiled
def tiles_explored(s: State, t: Tables) -> int:
    """How many tiles have been explored, those laid at set-up not counted."""
    count = 0
    for space in range(c.SPACES):
        count += s.tile[space] != c.NONE and t.tile_at_start[space] == c.NONE
    return count


@compiled
def number_of(s: State, t: Tables, number: float) -> float:
    """A number of the tables, which can stand for a measure."""
    return measure(s, t, int(number) - m.MEASURED) if number >= m.MEASURED else float(number)


@compiled
def condition_holds(s: State, t: Tables, code: int, comparison: int, number: int) -> bool:
    """Is a measure at least, or below, a number or another measure?"""
    value, bound = measure(s, t, code), number_of(s, t, number)
    return value >= bound if comparison == AT_LEAST else value < bound
