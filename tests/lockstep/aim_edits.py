"""Edits that bring one thing about: a card on top, an item built, a tile found, a condition that holds.

Each is written down twice, once for the engine's record and once for the reference's table, and gives back
whether it could be done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from tests.lockstep.position_sheets import take_token
from tests.lockstep.positions import explore
from tests.lockstep.translation import CARD_IDS
from tests.reference.robinson import measures
from tests.reference.robinson.scenario_facts import SpecialAction
from tests.reference.robinson.use_list import ITEM, KEPT_CARD, SKILL, STARTING_ITEM, TOKEN, TREASURE, Use

if TYPE_CHECKING:
    from tests.lockstep.positions import Both

PLENTY = 6
"""Of each resource, when what is aimed at must not fail for want of it."""
MOST_COUNTED = 12


# ---------------------------------------------------------------- things that are owned
def own(both: Both, use: Use) -> bool:
    """Somebody has what can be used, with its price, and the conditions of that use hold."""
    if not OWNED[use.source](both, use):
        return False
    both.game.table.used_by.pop(use.key, None)
    for ability, one in enumerate(both.game.uses):
        if one.key == use.key:
            both.s.used_by[ability] = c.NONE
    if use.item is not None:
        own_item(both, use.item)
    for need in use.needs:
        satisfy(both, need)
    return True


def own_skill(both: Both, use: Use) -> bool:
    """The character is in play and may use his skill."""
    seats = [i for i in both.table.seats if both.table.people[i].character == use.character]
    for seat in seats:
        sheet = both.table.people[seat]
        sheet.skills_barred = False
        both.s.skills_barred[seat] = 0
        sheet.determination = max(sheet.determination, use.determination + 1)
        both.s.determination[seat] = sheet.determination
    return bool(seats)


def own_starting_item(both: Both, use: Use) -> bool:
    """A starting item with two uses, out of the box if need be."""
    deck, s = both.table.starting_deck, both.s
    if use.id in deck:
        drop(deck, deck.index(use.id), s.starting_deck)
        s.starting_left -= 1
    if both.table.starting_future[use.id]:
        return False
    both.table.starting_uses[use.id] = s.starting_uses[box.STARTING_ITEM_IDS.index(use.id)] = 2
    return True


def own_token(both: Both, use: Use) -> bool:
    """A discovery token, if it is still in the stack."""
    return take_token(both, list(both.facts.discoveries).index(use.id), use.id)


def own_treasure(both: Both, name: str) -> bool:
    """A treasure that was found in an earlier round."""
    s, table = both.s, both.table
    if table.mystery[name].place == "kept":
        return True
    if name not in table.mysteries or table.draws:
        return False
    drop(table.mysteries, table.mysteries.index(name), s.mysteries)
    s.mysteries_left -= 1
    number = box.MYSTERY_IDS.index(name)
    found, uses = table.mystery[name], int(both.t.mystery_uses[number])
    found.place, found.uses, found.holder, found.round_found, found.outside = "kept", uses, None, 0, False
    s.mystery_state[number], s.mystery_uses[number] = c.MYSTERY_KEPT, uses
    s.mystery_holder[number], s.mystery_round[number] = c.NONE, 0
    s.outside_treasures = int(s.outside_treasures) & ~(1 << number)
    return True


def own_kept_card(both: Both, use: Use) -> bool:
    """The First Player keeps a card that raises the weapon level once."""
    deck = both.facts.adventures[use.id].deck
    cards, row = both.table.adventures[deck], c.ACTION_KINDS.index(deck) - c.BUILD
    if use.id not in cards:
        return False
    drop(cards, cards.index(use.id), both.s.adventures[row])
    both.s.adventures_left[row] -= 1
    seat = both.table.first_player
    both.table.people[seat].kept_weapon += 1
    both.s.kept_weapon[seat] += 1
    return True


def own_item(both: Both, name: str) -> bool:
    """An invention is built, wherever it was; its lasting bonus is not counted."""
    invention, s = both.table.invention[name], both.s
    if invention.place == "future" or any(plan.target == name for plan in both.table.plans):
        return False
    if invention.place == "deck":
        if name not in both.table.inventions:
            return False
        drop(both.table.inventions, both.table.inventions.index(name), s.inventions)
        s.inventions_left -= 1
    invention.place = "built"
    s.invention_state[both.inventions.index(name)] = c.BUILT
    return True


OWNED: dict[str, Callable[[Both, Use], bool]] = {
    SKILL: own_skill,
    STARTING_ITEM: own_starting_item,
    TOKEN: own_token,
    TREASURE: lambda both, use: own_treasure(both, use.id),
    KEPT_CARD: own_kept_card,
    ITEM: lambda both, use: own_item(both, use.id),
}
"""By source: how somebody comes by it; Friday, the Dog and a guest are there or not."""


def drop(cards: list[str], at: int, column: object) -> None:
    """A card leaves a pile of both games."""
    last = len(cards) - 1
    del cards[at]
    column[at:last] = column[at + 1 : last + 1].copy()  # type: ignore[index]


# ---------------------------------------------------------------- cards that come next
def event_next(both: Both, name: str) -> bool:
    """An event card lies on top of the event deck, which nobody has looked at."""
    s, table, card = both.s, both.table, CARD_IDS.index(name)
    if name in table.threat.values() or not leave_piles(both, name):
        return False
    if table.event_deck and table.event_deck[-1] in both.facts.events:  # another goes into the box for it
        table.event_deck.pop()
        s.events_left -= 1
    table.event_deck.append(name)
    s.event_deck[s.events_left] = card
    s.events_left += 1
    table.event_known, s.event_known = False, 0
    return True


def threatens(both: Both, name: str, side: str) -> bool:
    """An event card lies in the threat row; the one that lay there goes into the box."""
    table, place = both.table, ("left", "right").index(side)
    if any(plan.kind == "threat" for plan in table.plans) or not leave_piles(both, name):
        return False
    for i, other in enumerate(("left", "right")):
        if table.threat[other] == name:
            table.threat[other], both.s.threat[i] = None, c.NONE
    table.threat[side], both.s.threat[place] = name, CARD_IDS.index(name)
    return True


def leave_piles(both: Both, name: str) -> bool:
    """An event card is in neither the deck nor the discard pile, and remembers nothing."""
    s, table, card = both.s, both.table, CARD_IDS.index(name)
    if name in table.event_deck:
        drop(table.event_deck, table.event_deck.index(name), s.event_deck)
        s.events_left -= 1
    elif name in table.event_discard:
        table.event_discard.remove(name)
        pile = [one for one in s.event_discard[: s.events_discarded].tolist()]
        pile.remove(card)
        s.event_discard[: len(pile)] = pile
        s.events_discarded = len(pile)
    table.card_space.pop(name, None)
    table.card_mark.pop(name, None)
    s.card_space[card], s.card_mark[card] = c.NONE, 0
    return True


def events_removed(both: Both) -> None:
    """All event cards leave the event deck, for the box."""
    table, s = both.table, both.s
    for place in reversed(range(len(table.event_deck))):
        if table.event_deck[place] in both.facts.events:
            drop(table.event_deck, place, s.event_deck)
            s.events_left -= 1
    table.event_known, s.event_known = False, 0


def mystery_among_events(both: Both, name: str) -> None:
    """A mystery leaves its deck and lies on top of the event deck."""
    table, s = both.table, both.s
    number = list(both.facts.mysteries).index(name)
    drop(table.mysteries, table.mysteries.index(name), s.mysteries)
    s.mysteries_left -= 1
    table.event_deck.append(name)
    s.event_deck[s.events_left] = box.FIRST_MYSTERY + number
    s.events_left += 1
    table.mystery[name].place = "events"
    s.mystery_state[number] = c.MYSTERY_IN_EVENT_DECK


def adventures_used_up(both: Both) -> None:
    """All adventures lie on the discard piles; the next actions draw some."""
    s = both.s
    for i, deck in enumerate(box.DECK_TABLES):
        kind = c.ACTION_KINDS[c.DECKS[i]]
        cards, count = both.table.adventures[kind], len(both.table.adventures[kind])
        start = int(s.adventures_discarded[i])
        s.adventure_discard[i, start : start + count] = s.adventures[i, :count]
        s.adventures_discarded[i] += count
        s.adventures_left[i] = 0
        both.table.adventure_discard[kind] += cards
        cards.clear()
        both.table.field_tokens[kind].add("adventure")
        s.field_tokens[c.DECKS[i]] |= c.ADVENTURE_TOKEN
        assert deck.startswith(kind)


def mysteries_used_up(both: Both) -> None:
    """One card is left of the mysteries of the deck; the others have been resolved."""
    s, table = both.s, both.table
    for name in table.mysteries[1:]:
        table.mystery[name].place = "gone"
        s.mystery_state[box.MYSTERY_IDS.index(name)] = c.MYSTERY_GONE
    del table.mysteries[1:]
    s.mysteries_left = len(table.mysteries)


# ---------------------------------------------------------------- the island
def tile_next(both: Both, suits: Callable[[str], bool]) -> bool:
    """A tile that suits lies on top of the stack, unknown."""
    tiles, s = both.table.tiles, both.s
    choice = [i for i, name in enumerate(tiles) if suits(name)]
    if not choice:
        return False
    at, last = both.rng.choice(choice), len(tiles) - 1
    tiles[at], tiles[last] = tiles[last], tiles[at]
    s.tiles[at], s.tiles[last] = s.tiles[last], s.tiles[at]
    both.table.tiles_known = s.tiles_known = 0
    return True


def tile_found(both: Both, suits: Callable[[str], bool]) -> int | None:
    """An open tile that suits, another one laid if there is none; its space."""
    for _ in range(2):
        there = [i for i in both.open_spaces() if suits(str(both.table.spaces[i].tile))]
        if there:
            return both.rng.choice(there)
        if not tile_next(both, suits):
            return None
        explore(both)
    return None


def terrain_found(both: Both, terrain: str) -> int | None:
    """An open tile with a terrain, another one laid if there is none; its space."""
    return tile_found(both, lambda tile: both.facts.tiles[tile].terrain == terrain)


def lay_mark(both: Both, space: int, name: str) -> None:
    """A mark of the scenario lies on a space since an earlier round."""
    bit = 1 << list(both.facts.sheet.marks).index(name)
    both.table.spaces[space].marks.add(name)
    both.table.spaces[space].marks_before.add(name)
    both.s.marks[space] |= bit
    both.s.marks_before[space] |= bit


def take_mark(both: Both, space: int, name: str) -> None:
    """It does not."""
    bit = 1 << list(both.facts.sheet.marks).index(name)
    both.table.spaces[space].marks.discard(name)
    both.table.spaces[space].marks_before.discard(name)
    both.s.marks[space] &= ~bit
    both.s.marks_before[space] &= ~bit


def lay_number(both: Both, space: int, number: int) -> None:
    """A number token lies on a space, and on no other."""
    for i, one in enumerate(both.table.spaces):
        if one.number == number:
            one.number = both.s.number[i] = 0
    both.table.spaces[space].number = both.s.number[space] = number


# ---------------------------------------------------------------- conditions
def satisfy(both: Both, need: str) -> None:
    """A condition on a counter, mark, item or level is made to hold, where it does not; others are left."""
    word, comparison, bound = need.split()
    if measures.holds(both.game, need):
        return
    value = int(measures.number(both.game, bound)) - (comparison == "<")
    kind, _, name = word.rpartition(".")
    before = kind.startswith("before")
    if word in both.table.counters or (kind == "before" and name in both.table.counters):
        count(both, name, value, before=before)
    elif kind in ("marks", "before.marks"):
        mark_spaces(both, name, value)
    elif kind in ("item", "coming") and value:
        own_item(both, name)
    elif word == "before.tiles":
        both.table.tiles_before = both.s.tiles_before = value
    elif word in ("weapon", "roof", "palisade"):
        setattr(both.table, word, value)
        both.s[word] = value


def count(both: Both, name: str, value: int, *, before: bool) -> None:
    """A counter is at a number, since an earlier round if `before`."""
    if not 0 <= value <= MOST_COUNTED:
        return
    i = list(both.table.counters).index(name)
    both.table.counters[name] = both.s.counter[i] = value
    if before:
        both.table.counters_before[name] = both.s.counter_before[i] = value


def mark_spaces(both: Both, name: str, wanted: int) -> None:
    """A mark lies on so many spaces."""
    spaces = both.open_spaces()
    both.rng.shuffle(spaces)
    while len(spaces) < wanted and both.table.tiles:
        explore(both)
        if len(both.open_spaces()) == len(spaces):
            break
        spaces = both.open_spaces()
    for i, space in enumerate(spaces):
        if i < wanted:
            lay_mark(both, space, name)
        else:
            take_mark(both, space, name)


def enough(both: Both) -> None:
    """Nobody is near death, and there is enough of everything."""
    table, s = both.table, both.s
    for seat in table.seats:
        sheet = table.people[seat]
        sheet.wounds = s.wounds[seat] = min(sheet.wounds, 2)
        sheet.determination = s.determination[seat] = max(sheet.determination, 4)
    for i, resource in enumerate(c.RESOURCES):
        table.available[resource] = s.available[i] = max(table.available[resource], PLENTY)


def more_pawns(both: Both, kind: str) -> None:
    """Cards have given supporting pawns for a kind of action; there are none for a scenario's own kind."""
    if kind == "special":
        return
    both.table.extra_pawns[kind] = both.s.extra_pawns[c.PLANNED_KIND_NAMES.index(kind)] = 4


def special_possible(both: Both, action: SpecialAction) -> None:
    """What a special action of the scenario needs is there, and a place for it."""
    enough(both)
    more_pawns(both, action.kind)
    for item in action.items:
        own_item(both, item)
    for terrain in action.terrain:
        terrain_found(both, terrain)
    for need in action.needs:
        satisfy(both, need)
    if action.where is None:
        return
    where = action.where

    def suits(tile: str) -> bool:
        facts = both.facts.tiles[tile]
        return (not where.terrain or facts.terrain in where.terrain) and (facts.beast or not where.beast)

    space = tile_found(both, suits)
    if space is None:
        return
    if where.mark is not None:
        lay_mark(both, space, where.mark)
    if where.without is not None:
        take_mark(both, space, where.without)
    if number := where.number or (both.rng.choice(where.numbers) if where.numbers else 0):
        lay_number(both, space, number)
