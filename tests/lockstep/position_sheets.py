"""Edits of what a scenario adds: its counters, marks, number tokens, totems, guest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crusoe_env.robinson import constants as c
from tests.reference.robinson.decisions import GUEST

if TYPE_CHECKING:
    from tests.lockstep.positions import Both


def counter(both: Both) -> None:
    """A counter of the scenario is somewhere else, one with stages in any of them."""
    if not both.table.counters:
        return
    i, name = both.rng.choice(list(enumerate(both.table.counters)))
    stages = both.t.counter_stage[i, : both.t.counter_stages[i]]
    most = min(12, int(stages.sum()) or int(both.t.counter_most[i]))
    both.s.counter[i] = both.table.counters[name] = both.rng.randint(0, most)
    if both.rng.random() < 0.5:  # since an earlier round
        both.s.counter_before[i] = both.table.counters_before[name] = both.table.counters[name]


def token_with_conditions(both: Both) -> None:
    """A token of which conditions choose the use is there, and the conditions of one use hold."""
    for i, (name, token) in enumerate(both.facts.discoveries.items()):
        if not token.uses or not take_token(both, i, name):
            continue
        least: dict[str, int] = {}
        for need in both.rng.choice(token.uses).needs:
            word, comparison, bound = need.split()
            value = int(bound) if comparison == ">=" else int(bound) - 1
            least[word] = value if comparison == ">=" else least.get(word, value)
        names = list(both.table.counters)
        for word, value in least.items():
            both.s.counter[names.index(word)] = both.table.counters[word] = value


def take_token(both: Both, i: int, name: str) -> bool:
    """The group has this discovery token, if it had it or it was in the stack."""
    s, stack = both.s, both.table.discoveries
    if both.table.discovery[name] == 0 and name in stack:
        at = stack.index(name)
        del stack[at]
        s.discovery_stack[at : len(stack)] = s.discovery_stack[at + 1 : len(stack) + 1]
        s.discoveries_left -= 1
        s.discovery[i] = both.table.discovery[name] = 1
    return both.table.discovery[name] > 0


def mark(both: Both) -> None:
    """A mark of the scenario lies on an open tile, or does not."""
    if not both.facts.sheet.marks:
        return
    i, name = both.rng.choice(list(enumerate(both.facts.sheet.marks)))
    space = both.rng.choice(both.open_spaces())
    here, bit = both.table.spaces[space], 1 << i
    lies, before = both.rng.random() < 0.7, both.rng.random() < 0.5
    both_columns = (
        (here.marks, both.s.marks, lies),
        (here.marks_before, both.s.marks_before, lies and before),
    )
    for marks, column, there in both_columns:
        if there:
            marks.add(name)
            column[space] |= bit
        else:
            marks.discard(name)
            column[space] &= ~bit


def number(both: Both) -> None:
    """The next number token, or another, lies on an open tile."""
    space, token = both.rng.choice(both.open_spaces()), both.rng.randint(0, c.TOTEMS)
    both.s.number[space] = both.table.spaces[space].number = token


def totems(both: Both) -> None:
    """So many totems have been found."""
    both.s.totems_found = both.table.totems_found = both.rng.randint(0, c.TOTEMS)
    both.s.numbers_laid = both.table.numbers_laid = both.rng.randint(0, c.TOTEMS)


def guest(both: Both) -> None:
    """The wounds and determination of the guest."""
    hearts = int(both.t.dies_at[c.GUEST_SHEET])
    if hearts > 0:
        sheet = both.table.people[GUEST]
        both.s.wounds[c.GUEST] = sheet.wounds = both.rng.randrange(hearts - 4)
        both.s.determination[c.GUEST] = sheet.determination = both.rng.randrange(4)


SHEET_EDITS = (counter, counter, token_with_conditions, mark, mark, number, totems, guest)
