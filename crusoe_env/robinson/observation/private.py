"""What all know of what players know alone: who has looked at a card, how much each has found; and strains.

Each sees the cards and finds that he knows where he would see them at an open table.
"""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import DISCOVERIES, MYSTERY_CARDS, STARTING_ITEMS
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.observation.entries import put, seat_at
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules.world.finds import finder_of_item, finder_of_treasure, hides_finds

LOOKED_AT, LOOKED = LAYOUT.start["looked at"], LAYOUT.offsets("looked at")
STRAINS_AT, STRAIN = LAYOUT.start["strains"], LAYOUT.offsets("strains")
FINDS_AT, FINDS = LAYOUT.start["hidden finds"], LAYOUT.offsets("hidden finds")


@compiled
def write_strains(s: State, viewer: int, mine: int, out: Entries) -> None:
    """What players cannot plan, of those whose bits are in `mine`."""
    for i in range(s.players):
        seat = seat_at(s, viewer, i)
        if (mine >> seat) & 1 and s.strain[seat] != c.NONE:
            out[STRAINS_AT + i * STRAIN.row_width + STRAIN.strain + int(s.strain[seat])] = 1


@compiled
def write_private(s: State, viewer: int, out: Entries) -> None:
    """Who knows the top of each pile, and how many finds each player hides."""
    for pile in range(len(c.LOOKS)):
        at = LOOKED_AT + pile * LOOKED.row_width + LOOKED.by
        for i in range(s.players):
            out[at + i] = (s.looked[pile] >> seat_at(s, viewer, i)) & 1
    if not hides_finds(s, viewer):
        return
    for i in range(s.players):
        found = 0
        for token in range(DISCOVERIES):
            found += s.found[seat_at(s, viewer, i), token]
        put(out, FINDS_AT + i * FINDS.row_width + FINDS.tokens, found)
    for mystery in range(MYSTERY_CARDS):
        if finder_of_treasure(s, mystery) != c.NONE:
            out[row_of(s, viewer, finder_of_treasure(s, mystery)) + FINDS.treasures] += 1
    for item in range(STARTING_ITEMS):
        if finder_of_item(s, item) != c.NONE:
            out[row_of(s, viewer, finder_of_item(s, item)) + FINDS.starting_items] += 1


@compiled
def row_of(s: State, viewer: int, seat: int) -> int:
    """Where the finds of a player stand, from the viewer."""
    return FINDS_AT + int((seat - viewer) % s.players) * FINDS.row_width
