"""A state in words, for whoever shows it: what is asked of whom, what lies on the table, what happened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LONG_LIST = 4
"""Words of a fact from which on only those are told that come or go."""


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
        meanings: of actions whose names do not say what they mean: what they mean now, by action.
        facts: what lies on the table, by name, in the order in which it is told.
        log: what happened last, the newest line last, in games that keep a log.
    """

    title: str
    sentence: str
    round: int
    phase: str
    who: str = ""
    seat: int = 0
    card: Card | None = None
    dice: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[int, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    log: Sequence[str] = ()


def describe(env: Any) -> Description:
    """The present state of an environment (of Gymnasium or PettingZoo, wrapped or not) in words."""
    described: Description = _viewed(env, "describe")
    return described


def glossary(env: Any) -> dict[str, str]:
    """What all cards and things of an environment's game are, by their printed names, in a few words."""
    found: dict[str, str] = _viewed(env, "glossary")
    return found


def island_text(env: Any) -> str:
    """The island of an environment's present state as text."""
    return str(_viewed(env, "island_text"))


def _viewed(env: Any, what: str) -> Any:
    """What a function of a game's `view` makes of the present state."""
    env = env.unwrapped
    batch = getattr(env, "table", env).batch
    state, simulator = batch.states[0], batch.simulator
    table = (state, simulator.tables_of(state), simulator.facts_of(state))
    return env.game.viewed(what)(*table)


def changes(before: Description, after: Description) -> list[str]:
    """What has changed from one state to a later one: new lines of the log, then facts as `wood: 1 → 2`."""
    told = new_lines(before.log, after.log)
    for name in dict.fromkeys([*before.facts, *after.facts]):
        old, new = before.facts.get(name, ""), after.facts.get(name, "")
        if old != new:
            told.append(f"{name}: {_difference(old, new)}")
    return told


def _difference(old: str, new: str) -> str:
    """The old and the new words of a fact; of a long list what was added and what is gone."""
    before, after = _parts(old), _parts(new)
    if max(len(before), len(after)) < LONG_LIST or not set(before) & set(after):
        return f"{old or 'none'} → {new or 'none'}"
    gone = [f"−{word}" for word in before if word not in after]
    added = [f"+{word}" for word in after if word not in before]
    return ", ".join([*added, *gone]) or f"{len(after)} in another order"


def _parts(words: str) -> list[str]:
    """The parts of a list in words; commas in brackets divide nothing."""
    return re.split(r", (?![^()]*\))", words)


def new_lines(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The lines of a later log that an earlier one does not have; its last line may have grown since."""
    for start in range(len(before)):
        known = before[start:]
        if len(known) > len(after) or list(known[:-1]) != list(after[: len(known) - 1]):
            continue
        if after[len(known) - 1] == known[-1]:
            return list(after[len(known) :])
        if after[len(known) - 1].startswith(known[-1]):
            return list(after[len(known) - 1 :])
    return list(after)


def plain_name(name: str) -> str:
    """The name of an action as people read it: without underscores."""
    return name.replace("_", " ")
