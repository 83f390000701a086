"""Card effects: from clauses in the data files to rows of one table of integers, and back.

A *clause* is a short string, an operation with its arguments: `wound performer 1`,
`cover wood 1 nearest_camp`, `raise palisade 1`. A *program* is a list of clauses, run in order.
`operations/` declares the operations, `vocabulary.py` lists the words, `columns.py` the columns of a row.

Heads. A clause may begin with a head, which rules all that follows in the same string; clauses there
are separated by `; `:

    choose: A; B | C        the players pick one of the branches, which are separated by ` | `
    if_item cure: A; B      only if that item is built; also if_no_item, if_weapon_below 3,
                            if_source bird camp, if_only_terrain here, if_in_camp, if_outside (the performer,
                            this night), if woodpile >= 15 (a measure, see measures.py)
    at night: A             later: night (of this round), every_night, next_round (before its event card),
                            after_actions (the end of the action phase)

`nothing` is an empty branch. In the first edition every branch may be picked, also one that demands more
than there is; in the current one it may not, while another can be met.

Flags stand behind the arguments:

    if_possible             as far as possible, and no wounds for what is missing
    per_player              the number times the number of players
    without_strength        of fight_beast: the strength is passed over, all else holds
    for_action              of weapon_bonus: for the whole action in any edition
    or_wounds WHO           of a demand: who is wounded for what is missing, if not the usual: performer
                            or each

A number is written, or `all`: as many as there are. A demand for all is met by what there is, also by
nothing; but `cover` needs at least one source.

Who. `performer`: who takes the action, uses the item or draws the card; in programs of the event phase
the First Player. In an action he may be Friday, who then bears all of this himself. `first`: the First
Player. `each`: every player and the guest of a scenario, never Friday. `friday`, `guest`: he himself, also a
guest who has not joined yet. `chosen`: the players choose. `bearer`: who has the special wound that this card
gave; if nobody has it nothing happens. Clauses behind `at` keep the performer.

Unfulfilled demand. For each unit missing in a demand there is one wound, unless it is `if_possible`:
usually for the performer in programs of the action phase, for each player in programs of the event
phase; the row names who in its column `who`. A unit is a resource, a token, a level, a source, a tile,
an invention, an item; of `move_camp` it is the move. `lose_determination` and `fight` wound those who
are named there. No other operation is a demand.

Where. Names of actions: the field of that action (`hunt`: the hunting deck). `here`: the tile of the
action, or after a failed exploration the empty space, where tokens and markers wait. `camp`: the camp
tile. `adjacent_camp`: a tile next to it, of the players' choice. `nearest_camp`: the nearest possible,
the camp tile included, of equals the players choose. `any_tile`: an explored tile of their choice.
`remembered`: where this card put its token; if that is gone, nothing happens. `character`: the
performer's sheet.

A row is seven numbers: operation, who, what, where, number, flags, jump. A column without meaning is
NONE (number, flags, jump: 0). A jump counts from its own row. Rows of heads:

    choose                  as many rows of `jump` as branches follow, one to each; a branch but the last
                            ends with a jump behind all of them
    if_...                  jumps behind its block if the condition is false
    at                      its block ends with `end`; it jumps behind it

A program ends with `end`. Program 0 is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.columns import Row
from crusoe_env.robinson.card_language.declaration import CLAUSE, HEAD, HIDDEN
from crusoe_env.robinson.card_language.operations import (
    AT,
    CHOOSE,
    END,
    JUMP,
    NUMBER_OF,
    OPERATIONS,
    SPECIAL_WOUND,
)
from crusoe_env.robinson.card_language.vocabulary import (
    ALL,
    ARGUMENTS,
    BEARER,
    EACH,
    FLAGS,
    PERFORMER,
    Argument,
)
from crusoe_env.robinson.fields import Tables
from crusoe_env.support.words import nearest, shown, whole_of

NOTHING = "nothing"
Words = Mapping[str, Mapping[str, int]]
"""Words by kind of argument, with their numbers."""
NO_WORDS: Words = {}
LONGEST = 80
"""Rows of one program, at most."""
SEPARATORS, MOST_PARTS = ":;|", 40
"""What stands between the parts of a clause, and how many parts it can have."""
PAYERS = {"performer": PERFORMER, "each": EACH}
"""Who can be wounded for an unfulfilled demand."""


@dataclass(frozen=True)
class Context:
    """Where a program stands: for messages, and for what its words mean there."""

    where: str
    """File, entry and field."""
    usual: int = PERFORMER
    """Who is wounded for an unfulfilled demand: PERFORMER or EACH."""
    deck: int = c.NONE
    """The adventure deck of the card."""
    part: int = c.NONE
    """The part of the body on which this card gives a special wound."""
    words: Words = field(default_factory=dict)
    """Words of the scenario, by kind of argument: its counters and measures."""

    def words_of(self, kind: str) -> Mapping[str, int]:
        """The words that an argument of this kind can be here, with their numbers."""
        return self.words.get(kind, {}) or ARGUMENTS[kind].words

    def error(self, clause: str, expected: str) -> FactsError:
        """The one-line message about a clause."""
        return FactsError(f"{self.where}, clause {shown(clause)}: {expected}")


# ---------------------------------------------------------------- from text to rows
def compile_program(clauses: Sequence[str], context: Context) -> list[Row]:
    """The rows of a program, with its end. Raises FactsError."""
    rows: list[Row] = []
    for clause in clauses:
        if sum(map(clause.count, SEPARATORS)) > MOST_PARTS:
            raise context.error(clause, f"at most {MOST_PARTS} parts are possible")
        rows += _sequence(clause, clause, context)
    if len(rows) >= LONGEST:
        raise FactsError(f"{context.where}: it takes {len(rows) + 1} rows; at most {LONGEST} are possible")
    return [*rows, Row(END)]


def _sequence(text: str, clause: str, context: Context) -> list[Row]:
    """The rows of clauses separated by `;`; the last may have a head."""
    text = text.strip()
    first = text.split(" ", 1)[0].rstrip(":")
    if first in NUMBER_OF and OPERATIONS[NUMBER_OF[first]].form == HEAD:
        return _headed(text, clause, context)
    simple, semicolon, rest = text.partition(";")
    rows = [] if simple.strip() == NOTHING else [_row(simple.split(), clause, context)]
    return rows + (_sequence(rest, clause, context) if semicolon else [])


def _headed(text: str, clause: str, context: Context) -> list[Row]:
    head, colon, body = text.partition(":")
    if not colon:
        raise context.error(clause, f"expected ':' and clauses after {head!r}")
    if head == "choose":
        branches = [_sequence(branch, clause, context) for branch in body.split("|")]
        if len(branches) < 2:
            raise context.error(clause, "expected two branches or more, separated by '|'")
        return _branches(branches)
    block = _sequence(body, clause, context)
    row = _row(head.split(), clause, context, head=True)
    if row.op == AT:
        block.append(Row(END))
    return [row._replace(jump=len(block) + 1), *block]


def _branches(branches: list[list[Row]]) -> list[Row]:
    rows = [Row(CHOOSE, number=len(branches)), *[Row(JUMP)] * len(branches)]
    exits = []
    for k, branch in enumerate(branches):
        rows[1 + k] = Row(JUMP, jump=len(rows) - (1 + k))
        rows += branch
        if k + 1 < len(branches):
            exits.append(len(rows))
            rows.append(Row(JUMP))
    for i in exits:
        rows[i] = Row(JUMP, jump=len(rows) - i)
    return rows


def _row(words: list[str], clause: str, context: Context, *, head: bool = False) -> Row:
    """One operation with its arguments and flags."""
    name = words[0] if words else ""
    op = NUMBER_OF.get(name, c.NONE)
    if op == c.NONE or OPERATIONS[op].form != (HEAD if head else CLAUSE):
        known = [operation.name for operation in OPERATIONS if operation.form != HIDDEN]
        raise context.error(clause, f"{shown(name)} is no operation; {nearest(name, known)}")
    operation = OPERATIONS[op]
    kinds = operation.arguments
    if len(words) - 1 < len(kinds):
        raise context.error(clause, f"expected {' '.join([name, *kinds])}")
    columns = {"op": op}
    if operation.demand and "who" not in kinds:
        columns["who"] = context.usual
    for kind, word in zip(kinds, words[1:]):
        columns[ARGUMENTS[kind].column] = _value(kind, word, clause, context)
    if operation.of_deck:
        columns["where"] = context.deck
    _flags(words[1 + len(kinds) :], columns, clause, context)
    return Row(**columns)


def _value(kind: str, word: str, clause: str, context: Context) -> int:
    argument, words = ARGUMENTS[kind], context.words_of(kind)
    if kind == "number" and (number := whole_of(word, ALL - 1)) is not None and number > 0:
        return number
    if word == "bearer":
        if context.deck == c.NONE or context.part == c.NONE:
            raise context.error(clause, "'bearer' needs a special wound on the same card")
        return BEARER + 4 * context.deck + context.part
    total = 0
    for one in word.split("+") if argument.several else [word]:
        if one not in words:
            if kind == "number":
                raise context.error(clause, f"expected a number from 1 or 'all', found {shown(word)}")
            raise context.error(clause, f"{shown(one)} is no {kind}; {nearest(one, words)}")
        total += words[one]
    return total


def _flags(words: list[str], columns: dict[str, int], clause: str, context: Context) -> None:
    """The words behind the arguments."""
    flags = 0
    while words:
        word = words.pop(0)
        if word == "or_wounds" and OPERATIONS[columns["op"]].demand:
            if not words or words[0] not in PAYERS:
                raise context.error(clause, f"expected {' or '.join(PAYERS)} after 'or_wounds'")
            columns["who"] = PAYERS[words.pop(0)]
        elif word in FLAGS:
            flags |= 1 << FLAGS.index(word)
        else:
            expected = f"expected nothing or one of {', '.join(FLAGS)}"
            raise context.error(clause, f"{expected}, found {shown(word)}")
    columns["flags"] = flags


# ---------------------------------------------------------------- from rows to text
def decompile_program(rows: Sequence[Row], usual: int = PERFORMER, words: Words = NO_WORDS) -> list[str]:
    """The clauses of a program, as they are written in the data files; `words`: those of the scenario."""
    clauses = []
    i = 0
    while rows[i].op != END:
        text, i = _clause(rows, i, usual, words)
        clauses.append(text)
    return clauses


def read_program(t: Tables, start: int, usual: int = PERFORMER, words: Words = NO_WORDS) -> list[str]:
    """The clauses of the program that begins at a row of the tables; none for row 0, the empty program."""
    rows = [Row(*values) for values in t.rows[start : start + LONGEST].tolist()]
    return decompile_program(rows, usual, words) if start > 0 else []


def _clause(rows: Sequence[Row], i: int, usual: int, words: Words) -> tuple[str, int]:
    """The clause that begins at row i, and the row behind it."""
    row = rows[i]
    if row.op == CHOOSE:
        starts = [k + rows[k].jump for k in range(i + 1, i + 1 + row.number)]
        out = starts[1] - 1
        end = out + rows[out].jump
        stops = [start - 1 for start in starts[1:]] + [end]
        branches = [_body(rows, start, stop, usual, words) for start, stop in zip(starts, stops)]
        return "choose: " + " | ".join(branches), end
    if OPERATIONS[row.op].form == HEAD:
        stop = i + row.jump
        inner = stop - 1 if row.op == AT else stop
        return f"{_text(row, usual, words)}: {_body(rows, i + 1, inner, usual, words)}", stop
    return _text(row, usual, words), i + 1


def _body(rows: Sequence[Row], start: int, stop: int, usual: int, words: Words) -> str:
    parts = []
    while start < stop:
        text, start = _clause(rows, start, usual, words)
        parts.append(text)
    return "; ".join(parts) or NOTHING


def _text(row: Row, usual: int, own: Words) -> str:
    """One row without a jump in words."""
    operation = OPERATIONS[row.op]
    words = [operation.name]
    for kind in operation.arguments:
        argument = ARGUMENTS[kind]
        words.append(_word(argument, int(getattr(row, argument.column)), own.get(kind, argument.words)))
    words += [flag for i, flag in enumerate(FLAGS) if row.flags >> i & 1]
    if operation.demand and "who" not in operation.arguments and row.who != usual:
        words += ["or_wounds", _word(ARGUMENTS["who"], row.who, ARGUMENTS["who"].words)]
    return " ".join(words)


def _word(argument: Argument, value: int, words: Mapping[str, int]) -> str:
    if argument.several:
        return "+".join(word for word, bit in words.items() if value & bit)
    if argument.column == "who" and value >= BEARER:
        return "bearer"
    for word, number in words.items():
        if number == value:
            return word
    return str(value)


# ---------------------------------------------------------------- the table of all programs
class ProgramTable:
    """All programs of a game, one behind the other. Equal ones are kept once."""

    def __init__(self) -> None:
        """A table with the empty program at 0."""
        self.rows: list[Row] = []
        self.start: dict[tuple[Row, ...], int] = {}
        self.add([], Context(""))

    def add(self, clauses: Iterable[str], context: Context) -> int:
        """Compile a program and return the row where it begins."""
        program = tuple(compile_program(list(clauses), context))
        if program not in self.start:
            self.start[program] = len(self.rows)
            self.rows += program
        return self.start[program]


def special_wound_part(clauses: Iterable[str]) -> int:
    """The part of the body on which these clauses put a special wound, or NONE."""
    for clause in clauses:
        words = clause.replace(";", " ").split()
        for word, part in zip(words, words[2:]):
            if word == OPERATIONS[SPECIAL_WOUND].name and part in c.BODY_PARTS:
                return c.BODY_PARTS.index(part)
    return c.NONE
