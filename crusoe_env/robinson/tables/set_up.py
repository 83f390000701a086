"""What a scenario and corrections may ask of the set-up, so that everything that is dealt is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.catalogue import programs
from crusoe_env.robinson.card_language.compiler import SEPARATORS
from crusoe_env.robinson.tables.islands import open_spaces

ANYWHERE = range(c.SPACES)


def check_set_up(facts: Mapping[str, Any], file: str) -> None:
    """Inventions, starting items, marks and number tokens are there. Raises FactsError."""
    _check_inventions(facts, file)
    _check_starting_items(facts, file)
    _check_marks(facts, file)
    _check_numbers(facts, file)


def _check_inventions(facts: Mapping[str, Any], file: str) -> None:
    """The deck holds those of its kind, and the personal ones of characters who are not in play."""
    start = facts["scenario"].get("start", {})
    kinds = {entry["id"]: entry["kind"] for entry in facts["invention"]}
    where = f"{file}: [scenario], field 'start.inventions'"
    for item in start.get("inventions", []):
        if kinds[item] != "deck":
            raise FactsError(f"{where}: {item!r} is not in the invention deck")
    _check_once(start.get("inventions", []), where)
    others = sum(kind == "personal" for kind in kinds.values()) - c.PLAYERS
    there = sum(kind == "deck" for kind in kinds.values()) + others
    place = "[scenario], field 'start.inventions_drawn'"
    drawn = start.get("inventions_drawn")
    if drawn is None:
        place, drawn = "[setup], field 'inventions_drawn'", facts["setup"]["inventions_drawn"]
    if drawn > there:
        raise FactsError(f"{file}: {place}: {drawn} are more than the {there} in the deck")
    named = len(start.get("inventions", []))
    if named > drawn:
        raise FactsError(f"{where}: {named} are named, but only {drawn} are drawn")


def _check_starting_items(facts: Mapping[str, Any], file: str) -> None:
    """None is given twice, or given and out of the game; enough are left to draw."""
    start = facts["scenario"].get("start", {})
    given, out = start.get("starting_items", []), start.get("no_starting_items", [])
    where = f"{file}: [scenario], field 'start.no_starting_items'"
    _check_once(given, f"{file}: [scenario], field 'start.starting_items'")
    _check_once(out, where)
    for item in given:
        if item in out:
            raise FactsError(f"{where}: {item!r} is among 'starting_items'")
    left = len(facts["starting_item"]) - len(given) - len(out)
    drawn = facts["setup"]["starting_items"]
    if not given and drawn > left:
        where = f"{file}: [setup], field 'starting_items'"
        raise FactsError(f"{where}: {drawn} are drawn, but only {left} are left")


def _check_once(names: Sequence[str], where: str) -> None:
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise FactsError(f"{where}: {twice[0]!r} is named twice")


def _check_marks(facts: Mapping[str, Any], file: str) -> None:
    """A mark that set-up lays has a space; else everybody would be wounded before the first round."""
    opened = open_spaces(facts)
    marked: dict[str, set[int]] = {}
    for clause, words in clauses_of(facts["on"].get("setup", [])):
        where = f"{file}: [on], field 'setup', clause {clause!r}"
        space = _space_in(words[-1])
        if words[0] == "open_space" and space is not None:
            opened |= {space}
        elif words[0] == "flip_space" and space is not None:
            opened -= {space}
        elif words[0] == "mark" and len(words) > 3 and "if_possible" not in words:
            mark, number, place = words[1:4]
            space = _space_in(place)
            if space is not None:
                if space not in opened:
                    raise FactsError(f"{where}: space {space} is not open in set-up")
                if number not in ("1", "all") or space in marked.setdefault(mark, set()):
                    raise FactsError(f"{where}: one mark of a kind lies on a space")
                marked[mark].add(space)


def _check_numbers(facts: Mapping[str, Any], file: str) -> None:
    """Number tokens that are laid are in the box."""
    for program in programs(facts, file):
        for clause, words in clauses_of(program.clauses):
            if words[0] == "set_number" and words[1] not in map(str, range(1, c.TOTEMS + 1)):
                raise program.context.error(clause, f"number tokens are 1 .. {c.TOTEMS}, not {words[1]}")


def clauses_of(program: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The single clauses of a program in order: what is written, and its words."""
    for clause in program:
        for part in re.split(f"[{SEPARATORS}]", clause):
            if part.split():
                yield clause, part.split()


def _space_in(word: str) -> int | None:
    """The number of a space, from a word such as `space_3`."""
    number = word.removeprefix("space_")
    return int(number) if number in map(str, ANYWHERE) and number != word else None
