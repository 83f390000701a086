"""The log of Robinson Crusoe as data: the record's last notes, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import FIRST_EVENT
from crusoe_env.robinson.view.about import UNANSWERED, about_card
from crusoe_env.robinson.view.log import AMOUNTS, DETAILS, HEADS, Note, lines_of
from crusoe_env.robinson.view.words import Sight, sight_of
from crusoe_env.show.description import Card

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
    notes = [note for note in _kept(s) if note[0] != c.NO_ENTRY]
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


def drawn(before: Any, after: Any, t: Any, facts: dict[str, Any]) -> list[Card]:
    """The cards that the log names since an earlier state, with what they do."""
    sight, found = sight_of(after, t, facts), []
    for what, card, _ in _new_notes(before, after):
        if card != c.NONE and what in (c.LOG_EVENT, c.LOG_CARD, c.LOG_THREAT):
            is_later = what == c.LOG_EVENT and card >= FIRST_EVENT + len(facts["event"])
            lines = about_card(sight, card, event=is_later)
            if what == c.LOG_THREAT:
                lines = [line for line in lines if line.startswith(UNANSWERED)]
            found.append(Card(sight.card_name(card, event=is_later), lines))
    return found


def story(before: Any, after: Any, t: Any, facts: dict[str, Any]) -> list[str]:
    """What has happened since an earlier state, in lines, without the numbers that have changed."""
    new = [note for note in _new_notes(before, after) if note[0] not in (*AMOUNTS, c.NO_ENTRY)]
    return lines_of(sight_of(after, t, facts), new)


def _new_notes(before: Any, after: Any) -> list[Note]:
    """The notes since an earlier state; all that are kept where more have been written."""
    kept = _kept(after)
    new = (int(after.log_at) - int(before.log_at)) % c.LOG_ROOM
    known = _kept(before)[new:-1]  # the last one may have grown
    return kept[c.LOG_ROOM - new :] if known == kept[: len(known)] else kept


def _kept(s: Any) -> list[Note]:
    """The whole log, oldest first."""
    return [tuple(s.log[(s.log_at + i) % c.LOG_ROOM].tolist()) for i in range(c.LOG_ROOM)]


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
