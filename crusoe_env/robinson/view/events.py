"""The log of Robinson Crusoe as data: the record's last notes, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.log import DETAILS, HEADS, Note
from crusoe_env.robinson.view.words import Sight, sight_of

BEGINS_PHASE = {
    c.LOG_ROUND: c.EVENT_PHASE,
    c.LOG_ACTION: c.RESOLUTION,
    c.LOG_WEATHER: c.WEATHER_PHASE,
    c.LOG_ANIMALS: c.WEATHER_PHASE,
    c.LOG_STORM: c.WEATHER_PHASE,
}
"""The phase to which a note belongs, where its kind tells; a note `LOG_PHASE` says it by its number."""


def events(s: Any, t: Any, facts: dict[str, Any]) -> list[dict[str, Any]]:
    """What happened last, oldest first: at most `LOG_ROOM` notes, which the picture puts into lines.

    Each is a dict of

    - `round`: its number; 0 for the set-up.
    - `phase`: a name of `constants.PHASES`; None where the notes that told it are lost.
    - `event`: a name of `constants.LOG_KINDS`, and `number`, its place there.
    - `about`, `which`: the event's two numbers, as `constants.LOG_KINDS` says.
    - `words`: the same for people.
    """
    sight = sight_of(s, t, facts)
    kept: list[Note] = [tuple(s.log[(s.log_at + i) % c.LOG_ROOM].tolist()) for i in range(c.LOG_ROOM)]
    notes = [note for note in kept if note[0] != c.NO_ENTRY]
    return [
        {
            "round": number,
            "phase": None if phase is None else c.PHASES[phase],
            "event": c.LOG_KINDS[note[0]],
            "number": note[0],
            "about": note[1],
            "which": note[2],
            "words": words_of(sight, note),
        }
        for note, number, phase in zip(notes, _rounds(sight, notes), _phases(notes), strict=True)
    ]


def words_of(sight: Sight, note: Note) -> str:
    """A note by itself."""
    return {**HEADS, **DETAILS}[note[0]](sight, note)


def _rounds(sight: Sight, notes: list[Note]) -> Iterator[int]:
    """In which round each note was written."""
    begun = sum(note[0] == c.LOG_ROUND for note in notes)
    number = int(sight.s.rounds) - begun
    for note in notes:
        number += note[0] == c.LOG_ROUND
        yield number


def _phases(notes: list[Note]) -> Iterator[int | None]:
    """In which phase each note was written, from the first one on that tells."""
    phase: int | None = None
    for note in notes:
        phase = note[1] if note[0] == c.LOG_PHASE else BEGINS_PHASE.get(note[0], phase)
        yield phase
