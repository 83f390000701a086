"""Writing single entries of an observation."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.observation.layout import LAYOUT

LARGEST = LAYOUT.largest


@compiled
def put(out: Entries, at: int, amount: int) -> None:
    """A number, kept within the bounds of its entry."""
    out[at] = min(max(int(amount), 0), int(LARGEST[at]))


@compiled
def put_part(out: Entries, row: int, part: int, first: int, amount: int) -> None:
    """A number in a part of a row, kept within the bounds of the part.

    Those are looked up in the `first` row, which is known when this is compiled.
    """
    out[row + part] = min(max(int(amount), 0), int(LARGEST[first + part]))


@compiled
def write_tokens(out: Entries, at: int, now: int, later: int) -> None:
    """Tokens that count now (1), and those that do after this phase (2)."""
    bits = now | later
    while bits != 0:
        if bits & 1:
            out[at] = 1 if now & 1 else 2
        bits >>= 1
        now >>= 1
        at += 1


@compiled
def seat_at(s: State, viewer: int, place: int) -> int:
    """The seat of the viewer (place 0), of the next player, ..."""
    seat = viewer + place
    return seat if seat < s.players else seat - int(s.players)


@compiled
def place_of(s: State, viewer: int, person: int) -> int:
    """0 for the viewer, 1 for the next player, .., 4 for Friday, 5 for the guest; NONE for nobody."""
    if person in (c.FRIDAY, c.GUEST, c.NONE):
        return person
    ahead = person - viewer  # no remainder: a division costs more than all the rest
    return ahead if ahead >= 0 else ahead + int(s.players)
