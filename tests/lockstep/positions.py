"""Positions that random play seldom reaches: both games are edited alike at a decision, and asked anew.

An edit is written down twice, once for the engine's record and once for the reference's table. Whatever it
puts somewhere it takes from where it was, so that no card is there twice.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.lockstep.play import Lockstep
from tests.lockstep.position_cards import CARD_EDITS
from tests.lockstep.position_sheets import SHEET_EDITS
from tests.reference.robinson.facts import Facts
from tests.reference.robinson.game import Game
from tests.reference.robinson.table import Table

EDITED_AT = (steps.PLAN, steps.NEXT_ACTION, steps.FEED)
"""Steps at which the games are edited: things may be used there, so they are asked anew in any case."""
SHARE = 0.9
"""How often they are, at such a decision."""
MOST_EDITS = 6
"""Edits at a time."""
FIELD_TOKENS = ("reroll", "adventure", "minus_pawn", "danger")
LAID_ON_TILES = ("minus_pawn", "danger", "plus_wood", "plus_food")
WEATHER = ("rain", "snow", "storm", "hungry_animals")
PLANNED_FIELDS = {"threat": (), "hunt": ("danger",), "rest": (), "arrange_camp": ()}
"""Fields that take other tokens than `FIELD_TOKENS`."""


@dataclass
class Both:
    """The two games that are edited."""

    s: Any
    """The engine's record."""
    t: Any
    """Its tables."""
    table: Table
    rng: random.Random
    inventions: tuple[str, ...]
    facts: Facts
    dies_at: Callable[[int], int]
    game: Game
    """The reference."""

    def seat(self) -> int:
        """One of the players."""
        return self.rng.randrange(self.table.players)

    def open_spaces(self) -> list[int]:
        """Spaces whose tile lies open."""
        return [i for i, one in enumerate(self.table.spaces) if one.tile is not None and not one.face_down]


# ---------------------------------------------------------------------- people
def wounds(both: Both) -> None:
    """Somebody's wounds, some hearts short of death."""
    seat = both.seat()
    both.s.wounds[seat] = both.table.people[seat].wounds = both.rng.randrange(both.dies_at(seat) - 4)


def determination(both: Both) -> None:
    """Somebody's determination tokens."""
    seat = both.seat()
    both.s.determination[seat] = both.table.people[seat].determination = both.rng.randrange(8)


def special_wound(both: Both) -> None:
    """A special wound."""
    seat, part, deck = both.seat(), both.rng.choice(c.BODY_PARTS), both.rng.choice(c.DECKS)
    both.s.special_wounds[seat, c.BODY_PARTS.index(part)] |= 1 << deck - c.BUILD
    both.table.people[seat].special_wounds[part].add(c.ACTION_KINDS[deck])


def confused(both: Both) -> None:
    """Somebody's successes are rolled again this round."""
    seat = both.seat()
    both.s.confused[seat] = 1
    both.table.people[seat].confused = True


def skills_barred(both: Both) -> None:
    """Somebody's skills are forbidden this round, or are not."""
    seat, barred = both.seat(), both.rng.random() < 0.5
    both.s.skills_barred[seat] = barred
    both.table.people[seat].skills_barred = barred


def markers(both: Both) -> None:
    """Wounds that the night will bring."""
    seat, count = both.seat(), both.rng.randrange(3)
    both.s.markers[seat] = both.table.people[seat].markers = count


def outside(both: Both) -> None:
    """Somebody will spend the night outside the camp, while actions are resolved."""
    spaces = [space for space in both.open_spaces() if space != both.table.camp]
    if both.table.phase != "resolution" or not spaces:
        return
    seat, space = both.seat(), both.rng.choice(spaces)
    both.s.outside[seat], both.s.outside_space[seat] = 1, space
    both.table.people[seat].outside, both.table.people[seat].outside_space = True, space


# ---------------------------------------------------------------------- camp and stores
def stores(both: Both) -> None:
    """What lies in store."""
    for i, resource in enumerate(c.RESOURCES):
        amount = both.rng.choice((0, 1, 1, 2, 3, 6))
        both.s.available[i] = both.table.available[resource] = amount


def morale(both: Both) -> None:
    """The morale."""
    both.s.morale = both.table.morale = both.rng.randint(-3, 3)


def levels(both: Both) -> None:
    """Weapon, and with a shelter roof and palisade."""
    shelter = both.rng.random() < 0.7
    both.s.shelter = both.table.shelter = shelter
    both.s.weapon = both.table.weapon = both.rng.randrange(7)
    both.s.roof = both.table.roof = both.rng.randrange(4) if shelter else 0
    both.s.palisade = both.table.palisade = both.rng.randrange(4) if shelter else 0


# ---------------------------------------------------------------------- the island
def explore(both: Both) -> None:
    """The next tile is laid on an unexplored space."""
    free = [
        i for i, one in enumerate(both.table.spaces)
        if one.tile is None and not one.face_down and not one.waiting_cover and both.t.adjacent[i]
    ]  # fmt: skip
    if not free or not both.table.tiles:
        return
    space, tile = both.rng.choice(free), both.table.tiles.pop()
    both.table.spaces[space].tile = tile
    both.table.tiles_known = max(0, both.table.tiles_known - 1)
    s = both.s
    s.tiles_left -= 1
    s.tile[space] = s.tiles[s.tiles_left]
    s.tiles_known = max(0, s.tiles_known - 1)
    assert box.TILE_IDS[s.tile[space]] == tile


def turn_down(both: Both) -> None:
    """A tile becomes inaccessible, and all that lies on it is gone."""
    spaces = [space for space in both.open_spaces() if space != both.table.camp]
    if not spaces or (both.table.phase == "planning" and both.table.plans) or both.rng.random() < 0.5:
        return
    space = both.rng.choice(spaces)
    there, s = both.table.spaces[space], both.s
    there.face_down = True
    there.tokens, there.item_tokens, there.new_tokens, there.covered = set(), set(), set(), set()
    there.marks, there.marks_before, there.number, there.waiting_cover = set(), set(), 0, []
    s.face_down[space] = 1
    for name in (
        "space_tokens", "item_tokens", "new_space_tokens", "covered", "marks", "marks_before", "number",
        "waiting_cover",
    ):  # fmt: skip
        s[name][space] = 0


def token_on_tile(both: Both) -> None:
    """A token lies on an open tile."""
    space, token = both.rng.choice(both.open_spaces()), both.rng.choice(LAID_ON_TILES)
    both.s.space_tokens[space] |= 1 << c.TOKENS.index(token)
    both.table.spaces[space].tokens.add(token)


def cover(both: Both) -> None:
    """A marker covers a source or the terrain of an open tile."""
    space, what = both.rng.choice(both.open_spaces()), both.rng.choice(("wood", "terrain", "shelter"))
    both.s.covered[space] |= 1 << c.COVERS.index(what)
    both.table.spaces[space].covered.add(what)


# ---------------------------------------------------------------------- fields
def field_token(both: Both) -> None:
    """A token lies on a field."""
    kind = both.rng.choice(c.ACTION_KINDS)
    possible = PLANNED_FIELDS.get(kind, FIELD_TOKENS)
    if not possible:
        return
    token = both.rng.choice((*possible, "plus_wood") if kind == "build" else possible)
    both.s.field_tokens[c.ACTION_KINDS.index(kind)] |= 1 << c.TOKENS.index(token)
    both.table.field_tokens[kind].add(token)


def weather_token(both: Both) -> None:
    """A token lies in the weather space."""
    token = both.rng.choice(WEATHER)
    both.s.weather_tokens |= 1 << c.TOKENS.index(token)
    both.table.weather_tokens.add(token)


def cost_token(both: Both) -> None:
    """A structure costs a wood more."""
    structure = both.rng.randrange(len(c.STRUCTURES))
    both.s.cost_tokens[structure] |= c.PLUS_WOOD
    both.table.cost_tokens[c.STRUCTURES[structure]].add("plus_wood")


# ---------------------------------------------------------------------- cards and items
def item(both: Both) -> None:
    """An invention on the board is built; its lasting bonus is not counted anew."""
    on_board = [name for name, one in both.table.invention.items() if one.place == "board"]
    planned = {plan.target for plan in both.table.plans}
    on_board = [name for name in on_board if name not in planned]
    if on_board:
        name = both.rng.choice(on_board)
        both.table.invention[name].place = "built"
        both.s.invention_state[both.inventions.index(name)] = c.BUILT


def invention(both: Both) -> None:
    """The top invention comes onto the board."""
    if both.table.inventions:
        name = both.table.inventions.pop()
        both.table.invention[name].place = "board"
        both.s.inventions_left -= 1
        both.s.invention_state[box.INVENTION_IDS.index(name)] = c.ON_BOARD


def treasure(both: Both) -> None:
    """The top card of the mysteries, if it is a treasure that is kept, lies ready for use."""
    s, table = both.s, both.table
    if not table.mysteries or table.draws:
        return
    name = table.mysteries[-1]
    number = box.MYSTERY_IDS.index(name)
    if both.t.mystery_type[number] != c.TREASURE_TYPE:
        table.mysteries.insert(0, table.mysteries.pop())
        cards = s.mysteries[: s.mysteries_left].copy()
        s.mysteries[1 : s.mysteries_left], s.mysteries[0] = cards[:-1], cards[-1]
        return
    table.mysteries.pop()
    s.mysteries_left -= 1
    uses = int(both.t.mystery_uses[number])
    found = table.mystery[name]
    found.place, found.uses, found.holder, found.round_found, found.outside = "kept", uses, None, 0, False
    s.mystery_state[number], s.mystery_uses[number] = c.MYSTERY_KEPT, uses
    s.mystery_holder[number], s.mystery_round[number] = c.NONE, 0
    s.outside_treasures = int(s.outside_treasures) & ~(1 << number)


def discovery(both: Both) -> None:
    """The next discovery token is the group's."""
    if both.table.discoveries:
        name = both.table.discoveries.pop()
        both.table.discovery[name] = both.table.discovery.get(name, 0) + 1
        both.s.discoveries_left -= 1
        both.s.discovery[box.DISCOVERY_IDS.index(name)] += 1


def starting_item(both: Both) -> None:
    """A starting item that is in play has a use more or less."""
    name = both.rng.choice(box.STARTING_ITEM_IDS)
    if name not in both.table.starting_deck:
        uses = both.rng.randrange(3)
        both.table.starting_uses[name] = uses
        both.s.starting_uses[box.STARTING_ITEM_IDS.index(name)] = uses


def beast(both: Both) -> None:
    """A beast more in the hunting deck."""
    if both.table.beasts:
        both.table.hunting.append(both.table.beasts.pop())
        both.table.hunting_known = False
        s = both.s
        s.beasts_left -= 1
        s.hunting[s.hunting_left] = s.beasts[s.beasts_left]
        s.hunting_left += 1
        s.hunting_known = 0


EDITS: tuple[Callable[[Both], None], ...] = (
    wounds, wounds, determination, special_wound, confused, skills_barred, markers, outside, stores, morale,
    levels, explore, turn_down, token_on_tile, cover, field_token, weather_token, cost_token, item, invention,
    treasure, treasure, discovery, starting_item, beast, *CARD_EDITS, *SHEET_EDITS,
)  # fmt: skip


class Editor:
    """Edits a game in lockstep now and then."""

    def __init__(self, game: Lockstep) -> None:
        case = game.case
        self.game = game
        self.rng = random.Random(f"positions {case.seed} {case.number}")

    def wants(self) -> bool:
        """Is this a decision at which the games are edited, now?"""
        decision = self.game.reference.decision
        if decision is None or self.game.state.question_step not in EDITED_AT:
            return False
        return self.rng.random() < SHARE

    def interrupt(self) -> None:
        """Edit both games, ask anew, and compare. Raises DifferError."""
        both = both_games(self.game, self.rng)
        names = [self.rng.choice(EDITS) for _ in range(self.rng.randint(1, MOST_EDITS))]
        for edit in names:
            edit(both)
        self.game.edited(", ".join(edit.__name__ for edit in names))


def both_games(game: Lockstep, rng: random.Random) -> Both:
    """The two games of a lockstep, to be edited."""
    t = game.batch.simulator.tables
    return Both(
        game.state,
        t,
        game.reference.table,
        rng,
        game.translation.inventions,
        game.reference.game.facts,
        lambda seat: int(t.dies_at[game.state.character[seat]]),
        game.reference.game,
    )
