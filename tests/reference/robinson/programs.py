"""Card programs: from the clauses of the data files to objects that `effects/` carries out.

A program is a list of clauses, run in order. A clause is one operation (`wound performer 1`), or a head
with clauses of its own:

    choose: A; B | C        the players pick a branch
    if_item cure: A; B      only if it is so; `if`, `if_...`
    at night: A             later

What the operations mean is said where they are carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

ALL = "all"
"""As a number: as many as there are."""
Unmet = Literal["performer", "each"]
"""Who is wounded for what is missing of a demand."""

# The arguments of each operation, in the order in which they stand behind its name. Those named `what` and
# `where` differ: a resource, a level, a token; a place, a comparison.
OPERATIONS: dict[str, str] = {
    # wounds, determination
    "wound": "who number",
    "heal": "who number",
    "special_wound": "who what",
    "remove_special_wound": "what",
    "share_night_wounds": "who number",
    "bear_night_wounds": "who number",
    "determination": "who number",
    "lose_determination": "who number",
    "share_determination": "number",
    # resources, levels, fights
    "gain": "what number",
    "discard": "what number",
    "raise": "what number",
    "lower": "what number",
    "halve": "what",
    "regain": "what number",
    "fight": "who number",
    "fight_by": "who number where what",
    # beasts
    "hunt_beast": "who",
    "fight_beast": "who what",
    "move_beast": "what where",
    "strongest_beast": "number",
    # the board
    "place": "what where",
    "remove": "what where",
    "remove_any_token": "number",
    "cover": "what number where",
    "cover_terrain": "what where",
    "flip_tile": "where",
    "uncover": "number",
    "undo": "",
    "move_camp": "",
    # inventions and items
    "discard_inventions": "number",
    "gain_invention": "what",
    "pick_invention": "number",
    "lose_items": "number",
    "discard_items": "number",
    "mark_items": "number",
    "lose_marked_items": "",
    "build_one": "what",
    "build": "what",
    "find_item": "what",
    # this round
    "limit_pawns": "who number",
    "limit_actions": "who what",
    "forbid": "who what",
    "night_outside": "who",
    "confuse": "who",
    "produce_more": "what number",
    "produce_less": "what number",
    "produce_half": "",
    # mysteries, discovery tokens, starting items
    "seek": "what number",
    "draw_mysteries": "who",
    "mystery_limit": "number",
    "stop_mysteries": "",
    "lose_treasures": "",
    "draw_discoveries": "number",
    "pick_discovery": "number",
    "draw_starting_item": "",
    # cards
    "shuffle_into_events": "",
    "keep": "",
    "look": "what",
    "pick_tile": "number",
    "reorder_tiles": "number",
    "resolve_book": "",
    "resolve_own_event": "",
    "resolve_threats": "",
    "capture": "",
    "next_first_player": "",
    # uses
    "weapon_bonus": "number",
    "extra_pawn": "what",
    "extra_action": "what",
    "ignore": "what number",
    "snow_to_rain": "number",
    "reroll_animals": "",
    "spend_less": "what number",
    "cover_morale_arrows": "number",
    "roll_weather": "",
    "reroll_die": "what",
    # scenarios
    "advance": "what number",
    "keep_yield": "",
    "reduce": "what number",
    "mark": "what number where",
    "unmark": "what number where",
    "next_number": "where",
    "set_number": "number where",
    "take_number": "where",
    "cover_totem": "where",
    "cover_shelter": "where",
    "flip_space": "where",
    "open_space": "where",
}
CONDITIONS: dict[str, str] = {
    "if_item": "what",
    "if_no_item": "what",
    "if_weapon_below": "number",
    "if": "what where number",
    "if_source": "what where",
    "if_number": "number where",
    "if_only_terrain": "where",
    "if_in_camp": "",
    "if_outside": "",
    "if_alive": "",
}
DEMANDS = frozenset({
    "lose_determination", "discard", "lower", "halve", "cover", "cover_terrain", "flip_tile", "move_camp",
    "discard_inventions", "lose_items", "discard_items", "mark",
})  # fmt: skip
"""Operations that demand something: what is missing costs wounds, unless it is `if_possible`."""


@dataclass(frozen=True)
class Effect:
    """One operation with its arguments; those that it has not are empty."""

    operation: str
    who: str = ""
    what: str = ""
    where: str = ""
    number: int | Literal["all"] = 0
    flags: frozenset[str] = frozenset()
    unmet: Unmet = "performer"

    @property
    def whats(self) -> tuple[str, ...]:
        """Several things named at once: `build+gather`."""
        return tuple(self.what.split("+"))

    @property
    def count(self) -> int:
        """The number, where it cannot be `all`."""
        assert self.number != ALL
        return int(self.number)

    @property
    def is_demand(self) -> bool:
        """Does it cost wounds if something is missing? Morale can always fall."""
        return (
            self.operation in DEMANDS
            and "if_possible" not in self.flags
            and (self.operation, self.what) != ("lower", "morale")
        )


@dataclass(frozen=True)
class If:
    """Clauses that are carried out only if a condition holds."""

    condition: Effect
    body: tuple[Clause, ...]


@dataclass(frozen=True)
class Choose:
    """Branches of which the players pick one."""

    branches: tuple[tuple[Clause, ...], ...]


@dataclass(frozen=True)
class Later:
    """Clauses that wait: for the night, every night, the next round, or the end of the action phase."""

    time: str
    body: tuple[Clause, ...]


Clause = Effect | If | Choose | Later
Program = tuple[Clause, ...]
NO_PROGRAM: Program = ()
ActionProgram = Annotated[Program, "performer"]
"""A program of the action phase: who performs it is wounded for a demand not met."""
EventProgram = Annotated[Program, "each"]
"""A program of the event phase and of the board: each player is."""


def parse(clauses: Sequence[str], unmet: Unmet) -> Program:
    """A program from the clauses of a data file; `unmet`: who is usually wounded for a demand not met."""
    return tuple(clause for text in clauses for clause in _sequence(text, unmet))


def _sequence(text: str, unmet: Unmet) -> tuple[Clause, ...]:
    """Clauses separated by `;`; a head rules all that follows it."""
    text = text.strip()
    head = text.split(" ")[0].rstrip(":")
    if head == "choose" or head == "at" or head in CONDITIONS:
        return (_headed(text, unmet),)
    first, semicolon, rest = text.partition(";")
    clauses: tuple[Clause, ...] = () if first.strip() == "nothing" else (_effect(first, OPERATIONS, unmet),)
    return clauses + (_sequence(rest, unmet) if semicolon else ())


def _headed(text: str, unmet: Unmet) -> Clause:
    head, _, body = text.partition(":")
    if head == "choose":
        return Choose(tuple(_sequence(branch, unmet) for branch in body.split("|")))
    if head.startswith("at "):
        return Later(head.removeprefix("at ").strip(), _sequence(body, unmet))
    return If(_effect(head, CONDITIONS, unmet), _sequence(body, unmet))


def _effect(text: str, known: dict[str, str], unmet: Unmet) -> Effect:
    operation, *words = text.split()
    values: dict[str, str | int] = {}
    for argument in known[operation].split():
        word = words.pop(0)
        values[argument] = int(word) if argument == "number" and word != ALL else word
    if "or_wounds" in words:
        at = words.index("or_wounds")
        unmet = "each" if words[at + 1] == "each" else "performer"
        del words[at : at + 2]
    return Effect(operation, flags=frozenset(words), unmet=unmet, **values)  # type: ignore[arg-type]


def effects_in(program: Program) -> Iterator[Effect]:
    """All operations of a program, those of its conditions, branches and delayed parts too."""
    for clause in program:
        if isinstance(clause, Effect):
            yield clause
        elif isinstance(clause, Choose):
            for branch in clause.branches:
                yield from effects_in(branch)
        else:
            if isinstance(clause, If):
                yield clause.condition
            yield from effects_in(clause.body)
