"""The island, and the fields of the board with their tokens."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.encoding import write_bits
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import TILES
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.observation.entries import put_part, write_tokens
from crusoe_env.robinson.observation.fields import ITEM_TOKENS, KNOWN_TILES, TOKEN_KINDS
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules.effects.cover import MARKER_BITS
from crusoe_env.robinson.rules.packed import pack_source, source_food, source_space

START = LAYOUT.start
SPACES_AT, SPACE = START["spaces"], LAYOUT.offsets("spaces")
TILES_AT, KNOWN = START["tiles"], START["known tiles"]
FIELDS, OTHERS = START["fields"], START["other tokens"]


@compiled
def write_island(s: State, mine: int, out: Entries) -> None:
    """Spaces, what is known of the stack of tiles, tokens on the fields.

    `mine`: bits of the seats whose knowledge is written.
    """
    write_spaces(s, out)
    if s.camp != c.NONE:
        out[SPACES_AT + s.camp * SPACE.row_width + SPACE.camp] = 1
    if s.shortcut_used != c.NONE:
        at = SPACES_AT + source_space(s.shortcut_used) * SPACE.row_width
        out[at + SPACE.shortcut + source_food(s.shortcut_used)] = 1
    for i in range(s.tiles_left):
        out[TILES_AT + s.tiles[i]] = 1
    known = int(s.tiles_known)
    if s.looked[c.LOOK_AT_TILES] & mine != 0:
        known = max(known, 1)
    for i in range(min(KNOWN_TILES, known, int(s.tiles_left))):
        out[KNOWN + i * TILES + s.tiles[s.tiles_left - 1 - i]] = 1
    for kind in range(c.KINDS):
        at = FIELDS + kind * TOKEN_KINDS
        write_tokens(out, at, int(s.field_tokens[kind]), int(s.new_field_tokens[kind]))
    write_bits(out, OTHERS, s.weather_tokens, TOKEN_KINDS)
    write_bits(out, OTHERS + TOKEN_KINDS, s.night_tokens, TOKEN_KINDS)
    for k in range(len(c.STRUCTURES)):
        write_bits(out, OTHERS + (2 + k) * TOKEN_KINDS, s.cost_tokens[k], TOKEN_KINDS)


@compiled
def write_spaces(s: State, out: Entries) -> None:
    """All spaces; a tile that nobody has explored is not there. One loop, since calls would cost the most."""
    for space in range(c.SPACES):
        at = SPACES_AT + space * SPACE.row_width
        if s.tile[space] != c.NONE:
            out[at + SPACE.tile + s.tile[space]] = 1
        out[at + SPACE.face_down] = s.face_down[space]
        put_part(out, at, SPACE.distance, SPACES_AT, s.way[space])
        if s.waiting_cover[space] != 0:
            write_waiting(int(s.waiting_cover[space]), out, at + SPACE.waiting_markers)
        if s.covered[space] != 0:
            write_bits(out, at + SPACE.covered, s.covered[space], len(c.COVERS))
        if s.space_tokens[space] | s.new_space_tokens[space] != 0:
            write_tokens(out, at + SPACE.tokens, int(s.space_tokens[space]), int(s.new_space_tokens[space]))
        if s.item_tokens[space] != 0:
            for k in range(len(ITEM_TOKENS)):
                out[at + SPACE.item_tokens + k] = s.item_tokens[space] & ITEM_TOKENS[k] != 0
        if (s.gathered >> pack_source(space, 0)) & 3:
            for food in range(2):
                out[at + SPACE.gathered + food] = (s.gathered >> pack_source(space, food)) & 1
        if s.marks[space] != 0:
            for mark in range(c.MARKS):
                if (s.marks[space] >> mark) & 1:
                    out[at + SPACE.marks + mark] = 1 + ((s.marks_before[space] >> mark) & 1)
        put_part(out, at, SPACE.number, SPACES_AT, s.number[space])


@compiled
def write_waiting(markers: int, out: Entries, at: int) -> None:
    """How many of the markers that wait for a tile may cover each kind of source."""
    while markers != 0:
        for kind in range(MARKER_BITS):
            out[at + kind] += (markers >> kind) & 1
        markers >>= MARKER_BITS
