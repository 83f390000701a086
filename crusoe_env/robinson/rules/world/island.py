"""The island: distances, sources, terrains, tokens, the camp (rulebook: Exploration, Night)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import INVENTIONS, MYSTERY_CARDS
from crusoe_env.robinson.fields import State, Tables

FAR = 99
"""The distance of what cannot be reached."""


@compiled
def is_open(s: State, space: int) -> bool:
    """Is there a tile that can be entered?"""
    return s.tile[space] != c.NONE and s.face_down[space] == 0


@compiled
def adjacent(t: Tables, a: int, b: int) -> bool:
    """Do two spaces touch?"""
    return (t.adjacent[a] >> b) & 1 == 1


@compiled
def distance(s: State, t: Tables, space: int) -> int:
    """Steps from the camp to a space over tiles that can be entered; FAR if there is no way."""
    if space == s.camp:
        return 0
    if t.adjacent[space] == 0:  # not in play in this scenario
        return FAR
    reached = 1 << int(s.camp)
    steps = 0
    while True:
        steps += 1
        wider = reached
        for a in range(c.SPACES):
            if (reached >> a) & 1:
                wider |= int(t.adjacent[a])
        if (wider >> space) & 1:
            return steps
        for b in range(c.SPACES):
            if (wider >> b) & 1 and not is_open(s, b):
                wider &= ~(1 << b)
        if wider == reached:
            return FAR
        reached = wider


@compiled
def measure(s: State, t: Tables) -> None:
    """Write down how far every space is from the camp."""
    for space in range(c.SPACES):
        s.way[space] = distance(s, t, space)


@compiled
def in_reach(s: State, t: Tables, space: int) -> bool:
    """Near enough for gathering and exploring?"""
    return 1 <= s.way[space] < FAR and s.way[space] <= t.tiles_between + 1


@compiled
def open_sources(s: State, t: Tables, space: int) -> int:
    """Bits of the sources of a tile that no marker covers."""
    if not is_open(s, space):
        return 0
    return int(t.tile_sources[s.tile[space]]) & ~int(s.covered[space])


@compiled
def has_source(s: State, t: Tables, space: int, food: int) -> bool:
    """Does a tile provide wood (food = 0) or food (1)? A +1 token counts, see Decisions."""
    return yield_of(s, t, space, food) > 0


@compiled
def yield_of(s: State, t: Tables, space: int, food: int) -> int:
    """How much wood (food = 0) or food (1) a tile gives, with its +1 token."""
    if not is_open(s, space):
        return 0
    kind = c.FOOD_SOURCE if food == 1 else c.WOOD_SOURCE
    token = c.PLUS_FOOD if food == 1 else c.PLUS_WOOD
    amount = 1 if open_sources(s, t, space) & kind else 0
    if s.space_tokens[space] & token:
        alone = token_is_source(s, t, space) if food == 1 else wood_without_source(s, t, space)
        if amount == 1 or alone or t.plus_tokens_need_sources == 0:
            amount += 1
            if food == 1 and space == s.camp:
                amount += int(s.more_camp_food)
    return amount


@compiled
def token_is_source(s: State, t: Tables, space: int) -> bool:
    """Is the +1 food token of a card here a source itself, which no marker covers, as the tile shows none?

    Only where +1 tokens need a source. Its marker is that of a source of birds; a token of an item is none.
    """
    if t.plus_tokens_need_sources == 0 or not is_open(s, space):
        return False
    of_card = s.space_tokens[space] & ~s.item_tokens[space] & c.PLUS_FOOD
    return of_card != 0 and (t.tile_sources[s.tile[space]] | s.covered[space]) & c.FOOD_SOURCE == 0


@compiled
def wood_without_source(s: State, t: Tables, space: int) -> bool:
    """Does a treasure make the +1 wood on the camp's tile count even without a source?"""
    if space != s.camp:
        return False
    for mystery in range(MYSTERY_CARDS):
        if t.mystery_wood_without_source[mystery] == 1 and s.mystery_state[mystery] == c.MYSTERY_KEPT:
            return True
    return False


@compiled
def natural_shelter_here(s: State, t: Tables) -> bool:
    """Does the camp's tile show a shelter?"""
    return shows_shelter(s, t, int(s.camp))


@compiled
def shows_shelter(s: State, t: Tables, space: int) -> bool:
    """Does a tile show a shelter that no marker covers?"""
    return t.tile_shelter[s.tile[space]] == 1 and s.covered[space] & c.NATURAL_SHELTER == 0


@compiled
def explored_terrains(s: State, t: Tables) -> int:
    """Bits of the terrains that open tiles show, not covered by a marker nor hidden by a mark."""
    bits = 0
    for space in range(c.SPACES):
        if shows_terrain(s, t, space):
            terrain = t.tile_terrain[s.tile[space]]
            if 0 <= terrain < len(c.TERRAINS):
                bits |= 1 << terrain
    return bits


@compiled
def shows_terrain(s: State, t: Tables, space: int) -> bool:
    """Is there an open tile whose terrain counts, not covered by a marker nor hidden by a mark?"""
    return is_open(s, space) and not (s.covered[space] & c.TERRAIN or s.marks[space] & t.marks_hiding_terrain)


@compiled
def can_explore(s: State, t: Tables, space: int) -> bool:
    """An unexplored space within reach that has not been turned down."""
    return s.tile[space] == c.NONE and s.face_down[space] == 0 and in_reach(s, t, space)


@compiled
def can_camp(s: State, t: Tables, space: int) -> bool:
    """May the camp move there: an adjacent tile that can be entered, and without a mark that bars it?"""
    barred = s.marks[space] & t.marks_barring_camp != 0
    return is_open(s, space) and adjacent(t, s.camp, space) and not barred


@compiled
def camp_moves(s: State, t: Tables) -> int:
    """To how many tiles the camp can move."""
    count = 0
    for space in range(c.SPACES):
        count += can_camp(s, t, space)
    return count


@compiled
def clear_space(s: State, space: int) -> None:
    """All tokens and markers leave a space."""
    s.space_tokens[space] = 0
    s.new_space_tokens[space] = 0
    s.item_tokens[space] = 0
    s.covered[space] = 0
    s.waiting_cover[space] = 0


@compiled
def shortcut_space(s: State) -> int:
    """Where the Shortcut token lies, or NONE."""
    for space in range(c.SPACES):
        if s.space_tokens[space] & c.SHORTCUT_TOKEN:
            return space
    return c.NONE


@compiled
def source_bit(t: Tables, tile: int, food: int) -> int:
    """The bit of a tile's source of wood (food = 0) or of food (1)."""
    if food == 0:
        return c.WOOD_SOURCE
    return c.FISH_SOURCE if t.tile_sources[tile] & c.FISH_SOURCE else c.BIRD_SOURCE


@compiled
def giver(s: State, t: Tables, token: int) -> int:
    """A built item that puts this token on the camp's tile, or NONE."""
    for item in range(INVENTIONS):
        row = int(t.invention_build[item])
        while s.invention_state[item] == c.BUILT and t.rows[row, col.OP] != op.END:
            if (
                t.rows[row, col.OP] == op.PLACE
                and t.rows[row, col.WHAT] == token
                and t.rows[row, col.WHERE] == v.CAMP
            ):
                return item
            row += 1
    return c.NONE
