"""The log of Robinson Crusoe in words: the record's last notes, what belongs together in one line."""

from __future__ import annotations

from collections.abc import Callable

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import FIRST_EVENT, FIRST_MYSTERY
from crusoe_env.robinson.rules.packed import is_special, kind_of, target_of
from crusoe_env.robinson.view.labels import planned
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.words import ANIMALS, Sight
from crusoe_env.show.description import many, titled

Note = tuple[int, int, int]
"""What happened, and its two numbers; see constants.LOG_KINDS."""
PHASE_NAMES = ("Events", "Morale", "Production", "Planning", "Resolution", "Weather", "Night")


def _counter_name(sight: Sight, counter: int) -> str:
    """A counter of the scenario, as a head."""
    return titled(str(sight.facts["counter"][counter]["name"]))


def log_lines(sight: Sight) -> list[str]:
    """What happened last, the newest line last."""
    s = sight.s
    kept: list[Note] = [tuple(s.log[(s.log_at + i) % c.LOG_ROOM].tolist()) for i in range(c.LOG_ROOM)]
    first = next((i for i, note in enumerate(kept) if note[0] in HEADS), len(kept))
    return lines_of(sight, kept[first:])


def lines_of(sight: Sight, notes: list[Note]) -> list[str]:
    """Notes in lines; details before the first head have a line of their own."""
    notes = _together(sight, notes)
    lines: list[list[str]] = []
    action = ""
    for before, note in zip([(c.NO_ENTRY, 0, c.NONE), *notes], notes):
        head = HEADS.get(note[0])
        answered = before[0] == c.LOG_ACTION and kind_of(before[1]) == c.THREAT
        if head and not (note[0] == c.LOG_CARD and answered):
            lines.append([head(sight, note)])
            action = lines[-1][0] if note[0] == c.LOG_ACTION else action
        elif head:
            lines[-1].append(sight.card_name(note[1]))
        elif not lines:
            lines.append([titled(DETAILS[note[0]](sight, note))])
        else:
            if note[0] in (c.LOG_SUCCESS, c.LOG_FAILURE) and action not in ("", lines[-1][0]):
                lines.append([action])  # something was used between the throw and its result
            lines[-1].append(DETAILS[note[0]](sight, note))
    named = [line for line in lines if line[1:] or line[0] not in PHASE_NAMES]
    return [f"{line[0]}: {', '.join(line[1:])}" if line[1:] else line[0] for line in named]


def _together(sight: Sight, notes: list[Note]) -> list[Note]:
    """The same wounds of all players, one after the other, become one note about all."""
    players = int(sight.s.players)
    found: list[Note] = []
    for note in notes:
        found.append(note)
        last = found[-players:]
        alike = len({note[:2] for note in last}) == 1 and note[0] in (c.LOG_WOUND, c.LOG_DETERMINATION)
        if players > 1 and alike and {person for _, _, person in last} == set(range(players)):
            found[-players:] = [(note[0], note[1], c.NONE)]
    return found


def _who(sight: Sight, person: int) -> str:
    in_play = person in (c.FRIDAY, c.GUEST) or 0 <= person < sight.s.players
    return sight.person_name(person) if in_play else "Everybody"


def _action(sight: Sight, note: Note) -> str:
    kind, target = kind_of(note[1]), target_of(note[1])
    if kind == c.THREAT and not is_special(target):
        return f"{_who(sight, note[2])}, threat"
    words = planned(sight, kind, target)
    return f"{_who(sight, note[2])}, {words[:1].lower()}{words[1:]}"


def _plan(sight: Sight, note: Note) -> str:
    """Who has placed a pawn unseen, and on what."""
    words = planned(sight, kind_of(note[1]), target_of(note[1]))
    return f"{_who(sight, note[2])}, {words[:1].lower()}{words[1:]}"


def _revealed(sight: Sight, note: Note) -> str:
    """A pawn that was placed unseen is turned over."""
    return (
        f"{_who(sight, note[2])} keeps a pawn idle" if note[1] == c.NONE else f"Placed: {_plan(sight, note)}"
    )


def _card(sight: Sight, note: Note) -> str:
    if note[1] == c.NONE:
        return f"{_who(sight, note[2])} finds a treasure"
    kind = "mystery" if note[1] >= FIRST_MYSTERY else "adventure"
    return f"{_who(sight, note[2])}, {kind} {sight.card_name(note[1])}"


def _event(sight: Sight, note: Note) -> str:
    is_event = note[1] < FIRST_EVENT + len(sight.facts["event"])
    return f"Event {sight.card_name(note[1], event=not is_event)}"


def _weather(sight: Sight, note: Note) -> str:
    clouds = [f"{n} {name}" for n, name in ((note[1], "rain"), (note[2], "snow")) if n > 0]
    return "Weather, " + (" and ".join(clouds) or "fair")


def _wounds(sight: Sight, note: Note) -> str:
    return f"{_who(sight, note[2])} {many(note[1], 'wound')}"


HEADS: dict[int, Callable[[Sight, Note], str]] = {
    c.LOG_ROUND: lambda sight, note: f"Round {note[1]}",
    c.LOG_EVENT: _event,
    c.LOG_THREAT: lambda sight, note: f"Threat unanswered, {sight.card_name(note[1])}",
    c.LOG_ACTION: _action,
    c.LOG_CARD: _card,
    c.LOG_USE: lambda sight, note: f"{_who(sight, note[2])} uses {sight.use_name(note[1], note[2])}",
    c.LOG_ITEM: lambda sight, note: f"New item, {sight.item_name(note[1])}",
    c.LOG_ITEM_LOST: lambda sight, note: f"Item lost, {sight.item_name(note[1])}",
    c.LOG_WEATHER: _weather,
    c.LOG_ANIMALS: lambda sight, note: f"Hungry animals, {ANIMALS[note[1]]}",
    c.LOG_STORM: lambda sight, note: "Storm",
    c.LOG_PHASE: lambda sight, note: PHASE_NAMES[note[1]],
    c.LOG_REVEALED: _revealed,
    c.LOG_YIELDED: lambda sight, note: f"{_plan(sight, note)}: no room",
    c.LOG_LOOKED: lambda sight, note: f"{_who(sight, note[2])} looks at the top of the {c.LOOKS[note[1]]}",
    c.LOG_SAID: lambda sight, note: f"{_who(sight, note[2])} says {plain(c.SYMBOLS[note[1]])!r}",
    c.LOG_COUNTER: lambda sight, note: f"{_counter_name(sight, note[2])} {_signed(note[1])}",
}
"""Notes that begin a line."""
DETAILS: dict[int, Callable[[Sight, Note], str]] = {
    c.LOG_SUCCESS: lambda sight, note: "success",
    c.LOG_FAILURE: lambda sight, note: "failure",
    c.LOG_TILE: lambda sight, note: f"{c.TERRAINS[sight.t.tile_terrain[note[1]]]} found",
    c.LOG_TOKEN: lambda sight, note: f"found {'a token' if note[1] == c.NONE else sight.token_name(note[1])}",
    c.LOG_BEAST: lambda sight, note: sight.beast_name(note[1]),
    c.LOG_FIGHT: lambda sight, note: f"fight against strength {note[1]}",
    c.LOG_CAMP: lambda sight, note: f"the camp moves to space {note[1]}",
    c.LOG_WOUND: _wounds,
    c.LOG_HEALING: lambda sight, note: f"{_who(sight, note[2])} heals {many(note[1], 'wound')}",
    c.LOG_DETERMINATION: lambda sight, note: f"{_who(sight, note[2])} {_signed(note[1])} determination",
    c.LOG_MORALE: lambda sight, note: f"morale {_signed(note[1])}",
    c.LOG_LEVEL: lambda sight, note: f"{c.STRUCTURES[note[2]]} {_signed(note[1])}",
    c.LOG_STORES: lambda sight, note: f"{_signed(note[1])} {plain(c.RESOURCES[note[2]])}",
}
"""Entries that continue the line of the last head."""
AMOUNTS = (
    *(c.LOG_WOUND, c.LOG_HEALING, c.LOG_DETERMINATION, c.LOG_MORALE, c.LOG_LEVEL, c.LOG_STORES),
    c.LOG_COUNTER,
)
"""Notes of numbers that everybody sees change."""


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"
