"""What counters and the goal of a scenario must be, so that it can be won, and progress stays within 1."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.measures import (
    MEASURED,
    PLAIN,
    condition_of,
    ids_of,
    known_measures,
    measure_of,
    number_or_measure,
)
from crusoe_env.robinson.card_language.vocabulary import COMPARISONS
from crusoe_env.support.words import shown

ROUNDING = 1e-9
Bounds = tuple[int, int | None]
"""The least that a measure can be, and the most; None: without an end that its name tells."""


def check_counters(facts: Mapping[str, Any], file: str) -> None:
    """Counters have names of their own, an end, and begin before it. Raises FactsError."""
    for entry in facts.get("counter", []):
        where = f"{file}: counter {shown(entry['id'])}"
        if entry["id"] in PLAIN:
            raise FactsError(f"{where}, field 'id': a measure has this name")
        if not entry["id"].isidentifier():
            raise FactsError(f"{where}, field 'id': expected one word of letters, digits and '_'")
        if ("stages" in entry) == ("most" in entry):
            raise FactsError(f"{where}: expected either field 'stages' or field 'most'")
        if "stages_each_round" in entry and not ("stages" in entry and "fed_with" in entry):
            raise FactsError(f"{where}: field 'stages_each_round' needs 'stages' and 'fed_with'")
        if entry.get("start", 0) > most_of(entry):
            start = entry["start"]
            raise FactsError(f"{where}, field 'start': {start} is above its most, {most_of(entry)}")
        if ("from_source" in entry) != ("kept_if" in entry):
            raise FactsError(f"{where}: expected 'from_source' and 'kept_if' together")
        if "kept_if" in entry:
            condition_of(entry["kept_if"], known_measures(facts), f"{where}, field 'kept_if'")


def most_of(counter: Mapping[str, Any]) -> int:
    """The highest value of a counter: its `most`, or what all its stages take."""
    return int(counter["most"]) if "most" in counter else sum(counter["stages"])


def check_goal(facts: Mapping[str, Any], file: str) -> None:
    """The goal has conditions that can hold, and weights that sum up to 1 at most. Raises FactsError."""
    goal, where = facts["goal"], f"{file}: [goal], field "
    if not goal["needs"]:
        raise FactsError(f"{where}'needs': expected one condition or more")
    for text in goal["needs"]:
        _check_condition(text, facts, f"{where}'needs'")
    for name in ("progress", "potential"):
        for term in goal[name]:
            _check_enough(term, facts, f"{where}{name!r}")
    total = sum(term["weight"] for term in goal["progress"])
    if total > 1 + ROUNDING:
        raise FactsError(f"{where}'progress': the weights sum up to {total:g}; at most 1 is possible")
    _check_words(goal["words"], [*ids_of(facts, "amount"), *ids_of(facts, "choice")], f"{where}'words'")


def _check_condition(text: str, facts: Mapping[str, Any], where: str) -> None:
    """Can this condition hold, as far as the bounds of its measures tell?"""
    condition_of(text, known_measures(facts), where)
    word, comparison, number = text.split()
    least, most = bounds_of(word, facts)
    low, high = bounds_of(number, facts)
    if comparison == COMPARISONS[0] and most is not None and low > most:
        raise FactsError(f"{where}: {text!r} can never hold: {word!r} is at most {most}")
    if comparison == COMPARISONS[1] and high is not None and high <= least:
        raise FactsError(f"{where}: {text!r} can never hold: {word!r} is at least {least}")


def _check_enough(term: Mapping[str, Any], facts: Mapping[str, Any], where: str) -> None:
    """What is enough is a whole number from 1 that can be reached, or a measure that is never below 1."""
    known, enough = known_measures(facts), term["enough"]
    measure_of(term["of"], known, where)
    if type(enough) is not str and (type(enough) is not int or not 1 <= enough < MEASURED):
        expected = f"expected a number from 1 to {MEASURED - 1} or a measure"
        raise FactsError(f"{where}: enough: {expected}, found {shown(enough)}")
    number_or_measure(enough, known, f"{where}: enough")
    low, _ = bounds_of(str(enough), facts)
    if low < 1:
        raise FactsError(f"{where}: enough: {shown(enough)} can be below 1")
    most = bounds_of(term["of"], facts)[1]
    if most is not None and low > most:
        raise FactsError(f"{where}: enough: {low} is above the most of {term['of']!r}, {most}")


def _check_words(words: str, known: list[str], where: str) -> None:
    """The words name amounts and choices in braces, and nothing else."""
    try:
        parts = list(string.Formatter().parse(words))
    except ValueError as error:
        raise FactsError(f"{where}: {error}") from error
    for _, name, form, conversion in parts:
        if name is not None and (name not in known or form or conversion):
            raise FactsError(f"{where}: only amounts and choices can stand in braces, not {shown(name)}")


def bounds_of(word: str, facts: Mapping[str, Any]) -> Bounds:
    """The bounds of a number or a known measure, as far as its name alone tells them."""
    if word not in known_measures(facts):
        return int(word), int(word)
    kind, _, name = word.rpartition(".")
    entries = {
        table: {entry["id"]: entry for entry in facts.get(table, [])}
        for table in ("counter", "amount", "choice")
    }
    if word in entries["counter"]:
        return 0, most_of(entries["counter"][word])
    if kind == "stages":
        return 0, len(entries["counter"][name].get("stages", []))
    if kind == "amount":
        numbers = entries["amount"][name]["by_players"]
        return min(numbers), max(numbers)
    if kind == "option":
        values = entries["choice"][name]["values"]
        return int(min(values)), int(max(values))
    ends = {"round": (0, facts["scenario"]["rounds"]), "players": (1, c.PLAYERS), "morale": (-3, 3)}
    if kind in ("item", "coming"):
        return 0, 1
    if kind in ("sum", "least"):
        return -MEASURED, None
    return ends.get(word, (0, None))
