"""A state in words: what is asked of whom, what lies on the table, what happened."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

MOST_CHANGED = 2
"""So many of the last lines of a log may change when something follows: they grow, or become one."""


@dataclass(frozen=True)
class Card:
    """The card that a question is about.

    Attributes:
        name: as printed.
        text: all that it does, a line for each part.
    """

    name: str
    text: Sequence[str]


@dataclass(frozen=True)
class Stage:
    """A part of the round.

    Attributes:
        name: as people call it.
        words: what happens in it.
        phases: its names in `Description.phase`; none where nothing is asked in it.
    """

    name: str
    words: str
    phases: Sequence[str]


@dataclass(frozen=True)
class Rules:
    """The rules of a game in short.

    Attributes:
        goal: what wins and what kills, in lines.
        round: what the diagram shows: a round, a turn, a day.
        stages: its parts, in their order.
        words: words of the rules with what they mean.
        icons: the drawings of the board by name, inside of an SVG element around (0, 0).
    """

    goal: Sequence[str]
    round: str
    stages: Sequence[Stage]
    words: Mapping[str, str]
    icons: Mapping[str, str]


@dataclass(frozen=True)
class Pick:
    """An option whose values have pictures.

    Attributes:
        option: of the game.
        many: it takes a list, one for each player.
        values: name and drawing, inside of an SVG element around (0, 0), by value.
    """

    option: str
    many: bool
    values: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Choices:
    """What a new game may be, for people.

    Attributes:
        values: by option and value its name and a sentence about it.
        pick: the option with pictures.
    """

    values: Mapping[str, Mapping[str, tuple[str, str]]]
    pick: Pick


@dataclass(frozen=True)
class Description:
    """What people at the table know, in words; nothing of it is hidden from them.

    Attributes:
        title, sentence: what is to be decided; at the end, how the game ended.
        round: the number of the round, turn or day, from 1.
        phase: the part of the round, in a word or two.
        who: who decides, in games of several players; else empty.
        seat: the seat of who decides, from 0.
        card: the card that the question is about, if it is about one.
        dice: what the dice of the last throw show, by the name of the die.
        labels: each legal action as a sentence or phrase for players, by action.
        costs: what actions take and give, and how likely they succeed, by action, where that can be said.
        facts: what lies on the table, by name, in the order in which they are named.
        log: what happened last, the newest line last, in games that keep a log.
        logged: the names of facts whose changes the log tells, too.
        quiet: the names of facts whose changes people need not read: they follow from others.
        names_only: the labels only name things, so that a log has to say of which question.
    """

    title: str
    sentence: str
    round: int
    phase: str
    who: str = ""
    seat: int = 0
    card: Card | None = None
    dice: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    costs: Mapping[int, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    log: Sequence[str] = ()
    logged: Sequence[str] = ()
    quiet: Sequence[str] = ()
    names_only: bool = False

    def label(self, action: int, name: str) -> str:
        """An action for people; a game without labels has the action's name, without underscores."""
        return self.labels.get(action) or plain_name(name)

    def done(self, action: int, name: str) -> str:
        """The same for a log, where the question does not stand beside it."""
        label = self.label(action, name)
        return f"{self.title}: {label}" if self.names_only and self.title not in label else label


def describe(env: Any, viewer: int | None = None) -> Description:
    """The present state of an environment (of Gymnasium or PettingZoo, wrapped or not) in words.

    `viewer`: the seat whose knowledge it is; None: decisions that players hide are told.
    """
    described: Description = viewed(env, "describe", viewer)()
    return described


def glossary(env: Any) -> dict[str, str]:
    """Explanations of all cards and things of an environment's game, by their printed names."""
    found: dict[str, str] = viewed(env, "glossary")()
    return found


def island_text(env: Any) -> str:
    """The island of an environment's present state as text."""
    return str(viewed(env, "island_text")())


def viewed(env: Any, what: str, viewer: int | None = None) -> Callable[..., Any]:
    """A function of a game's `view`, for a present state. Raises NoViewError if it has none."""
    env = env.unwrapped
    batch = env.batch
    state, simulator = batch.states[0], batch.simulator
    tables = simulator.tables_of(state)
    table = (env.game.seen_by(state, tables, viewer), tables, simulator.facts_of(state))
    return functools.partial(env.game.viewed(what), *table)


def changes(before: Description, after: Description) -> list[str]:
    """List the changes from one state to a later one: new lines of the log, then facts as `wood: 1 → 2`."""
    return new_lines(before.log, after.log) + changed_facts(before.facts, after.facts)


def loud_facts(before: Description, after: Description) -> list[dict[str, str]]:
    """The facts of two states whose changes people have to read."""
    quiet = {*before.quiet, *after.quiet}
    return [
        {name: words for name, words in told.facts.items() if name not in quiet} for told in (before, after)
    ]


def changed_facts(
    before: Mapping[str, str],
    after: Mapping[str, str],
    brief: bool = False,
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """List the facts that have changed, as `wood: 1 → 2`; `brief`: as `wood: 2`.

    A list that is only in another order counts as unchanged. `reasons`: why, by the name of a fact, which is
    told also where gains and losses come to nothing: `wood: 1 → 2 (+1 production)`.
    """
    lines = []
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name, ""), after.get(name, "")
        if sorted(_parts(old)) != sorted(_parts(new)):
            why = f" ({reasons[name]})" if name in reasons else ""
            lines.append(f"{name}: {_difference(old, new, brief)}{why}")
        elif name in reasons:
            lines.append(f"{name}: {new} ({reasons[name]})")
    return lines


def _difference(old: str, new: str, brief: bool) -> str:
    """The old and the new words of a fact; of lists that share something, what came and what went.

    Numbers, and what has a sign already, get none: it would read as their own.
    """
    before, after = Counter(_parts(old)), Counter(_parts(new))
    whole = new or "none" if brief else f"{old or 'none'} → {new or 'none'}"
    if not before & after:
        return whole
    gone, added = list((before - after).elements()), list((after - before).elements())
    if len(gone) == len(added) == 1:
        return f"{gone[0]} → {added[0]}"
    if any(word[:1].isdigit() or word[:1] in "+-−" for word in gone + added):
        return whole
    return ", ".join([f"+{word}" for word in added] + [f"−{word}" for word in gone])


def _parts(words: str) -> list[str]:
    """Split a list in words at its commas, but not at those inside brackets."""
    return re.split(r", (?![^()]*\))", words)


def new_lines(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The lines of a later log that an earlier one does not have.

    The last lines of the earlier one may have changed since; so may the first line of the later one, which
    may have lost its beginning.
    """
    for first in (0, 1):
        for changed in range(MOST_CHANGED + 1):
            kept = list(before[: len(before) - changed])
            for start in range(
                first, len(kept) - first
            ):  # a single line says too little behind another first
                known = kept[start:]
                if known == list(after[first : first + len(known)]):
                    return list(after[first + len(known) :])
    return list(after)


def many(number: int, word: str) -> str:
    """A number of things: `1 point`, `2 points`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def titled(words: str) -> str:
    """Words that begin with a capital letter; names within them keep theirs."""
    return words[:1].upper() + words[1:]


def plain_name(name: str) -> str:
    """The name of an action as people read it: without underscores."""
    return name.replace("_", " ")
