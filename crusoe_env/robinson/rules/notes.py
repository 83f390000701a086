"""The log: a short ring of what happened last, for people to read. No rule depends on it.

A note is (what, about, whom or which); `state.NOTES` lists what is noted and what the two numbers are. Only
what all players see is noted.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.state import NO_NOTE, NONE, NOTES_KEPT


@compiled
def note(s: Any, what: int, about: int, which: int) -> None:
    """Write down what happened; the oldest note is lost."""
    at = s.notes_at
    s.notes[at, 0] = what
    s.notes[at, 1] = about
    s.notes[at, 2] = which
    s.notes_at = (at + 1) % NOTES_KEPT


@compiled
def note_amount(s: Any, what: int, amount: int, which: int) -> None:
    """Write down an amount, unless it is 0; the same thing twice in a row is added up."""
    last = (s.notes_at - 1) % NOTES_KEPT
    if amount == 0:
        return
    if s.notes[last, 0] == what and s.notes[last, 2] == which and (s.notes[last, 1] > 0) == (amount > 0):
        s.notes[last, 1] += amount
    else:
        note(s, what, amount, which)


@compiled
def clear_notes(s: Any) -> None:
    """Nothing has happened yet."""
    s.notes_at = 0
    for at in range(NOTES_KEPT):
        s.notes[at, 0] = NO_NOTE
        s.notes[at, 1] = 0
        s.notes[at, 2] = NONE
