"""Other names for cards, items, characters and places, so that nothing known of a printed game helps."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

USUAL = "card"
"""The kind of a name whose table says nothing else."""
SHORTEST = 3
"""Letters of a name that is replaced."""
IN_SMALL = ("item", "beast", "place", "space", "helper")
"""Kinds whose names also stand in small letters, in the words of cards."""
NAME_FIELDS = ("name", "event_name")


@cache
def themes() -> list[dict[str, Any]]:
    """The worlds from which names come: words by kind."""
    file = resources.files("crusoe_env.text").joinpath("themes.json")
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


class Disguise:
    """The names of one seed: each printed name has one other name, wherever it stands.

    Args:
        game: whose `data/disguise.json` says what is renamed beside the names in its facts: `tables` has the
            kind of names by table, `words` further words with their kind, `keep` words of the rules,
            which stay where they stand in small letters.
        facts: the printed facts of all tasks that may come.
        seed: chooses the theme and the names.
    """

    def __init__(self, game: Game, facts: Sequence[Mapping[str, Any]], seed: int) -> None:
        self.seed = seed
        about = _about(game)
        self._keep = {word.lower() for word in about.get("keep", ())}
        kinds: dict[str, str] = {game.title: "title"}
        for each in facts:
            for table, entry in _entries(each):
                for name in _names_of(entry):
                    kinds.setdefault(name, about.get("tables", {}).get(table, USUAL))
        kinds |= about.get("words", {})
        kinds = {name: kind for name, kind in kinds.items() if len(name) >= SHORTEST}
        self.names = _new_names(kinds, np.random.default_rng(seed))
        self._by_words = {name.lower(): new for name, new in self.names.items()}
        self._small = {name.lower() for name in self.names if kinds[name] in IN_SMALL} - self._keep
        ordered = sorted(self._by_words, key=len, reverse=True)
        self._find = re.compile(
            rf"(?<!\w)({'|'.join(map(re.escape, ordered))})(?=s?(?!\w))", re.IGNORECASE
        ).sub

    def words(self, text: str) -> str:
        """A text with the other names; a name in small letters stays in small letters."""
        return self._find(self._new, text)

    def facts(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The printed facts with the other names, for views that cut names to a width."""
        other: dict[str, Any] = copy.deepcopy(dict(facts))
        for _, entry in _entries(other):
            for field in NAME_FIELDS:
                if isinstance(entry.get(field), str):
                    entry[field] = self.names.get(entry[field], entry[field])
        return other

    def _new(self, found: re.Match[str]) -> str:
        name = found[1].lower()
        if found[1][:1].isupper():
            return self._by_words[name]
        return self._by_words[name].lower() if name in self._small else found[1]


@cache
def _about(game: Game) -> dict[str, Any]:
    package = game.module.rpartition(".")[0]
    file = resources.files(package or game.module).joinpath("data", "disguise.json") if package else None
    if file is None or not file.is_file():
        return {}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _entries(facts: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All entries of the facts that have a name, with the table in which they stand."""
    for table, content in facts.items():
        todo = [content]
        while todo:
            each = todo.pop()
            if isinstance(each, dict):
                if any(isinstance(each.get(field), str) for field in NAME_FIELDS):
                    yield table, each
                todo += each.values()
            elif isinstance(each, list | tuple):
                todo += each


def _names_of(entry: Mapping[str, Any]) -> Iterator[str]:
    """The names of an entry, and its id in words, which stands in the words of cards."""
    for field in NAME_FIELDS:
        if isinstance(entry.get(field), str):
            yield entry[field]
    if isinstance(entry.get("name"), str) and isinstance(entry.get("id"), str):
        words = entry["id"].replace("_", " ")
        if words.lower() != entry["name"].lower():
            yield words


def _new_names(kinds: Mapping[str, str], rng: np.random.Generator) -> dict[str, str]:
    """A different new name for each, none of which holds a printed one."""
    theme = themes()[int(rng.integers(len(themes())))]
    printed = {name.lower() for name in kinds}
    found: dict[str, str] = {}
    used: set[str] = set()
    for kind in dict.fromkeys(kinds.values()):
        first, second = theme[kind]
        pairs = [f"{a} {b}".strip() for a in first for b in second]
        free = [pair for pair in pairs if pair not in used and not _holds(pair, printed)]
        names = sorted(name for name, its in kinds.items() if its == kind)
        if len(free) < len(names):
            raise ValueError(f"themes.json: {kind}: {len(free)} names for {len(names)} printed ones")
        chosen = [free[i] for i in rng.permutation(len(free))[: len(names)]]
        found |= dict(zip(names, chosen, strict=True))
        used |= set(chosen)
    return found


def _holds(name: str, printed: set[str]) -> bool:
    """Return true if a word of a new name, or all of it, is a printed name."""
    lowered = name.lower()
    return lowered in printed or any(word in printed or word + "s" in printed for word in lowered.split())
