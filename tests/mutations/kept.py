"""Verdicts are kept as they come, so that a run that was ended goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutations.changes import Mutation
from tests.mutations.explained import EXPLAINED
from tests.mutations.runs import NOTICED, hash_of


@dataclass
class Verdicts:
    """The verdicts on the mutations of an area, each with the seconds it took.

    A verdict holds as long as the changed source is the same.

    Attributes:
        root: of the project.
        file: where they are kept.
    """

    root: Path
    file: Path

    def __post_init__(self) -> None:
        self._known: dict[str, Any] = json.loads(self.file.read_text()) if self.file.exists() else {}

    def keep(self, mutation: Mutation, verdict: str, seconds: float) -> None:
        """Write a verdict down."""
        self._known[str(mutation)] = [hash_of(self.root / mutation.file), verdict, round(seconds, 1)]
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self._known, indent=1) + "\n")

    def of(self, mutation: Mutation) -> str:
        """The verdict on a mutation; "" if there is none yet."""
        known = self._known.get(str(mutation))
        return str(known[1]) if known and known[0] == hash_of(self.root / mutation.file) else ""

    def figures(self, mutations: Iterable[Mutation]) -> dict[str, Any]:
        """What is printed of an area: how many were judged and noticed, and which were not."""
        judged = [it for it in mutations if self.of(it)]
        left = [it for it in judged if self.of(it) != NOTICED]
        survivors = [str(it) for it in left if not explanation(it)]
        return {
            "mutants": len(judged),
            "noticed": len(judged) - len(left),
            "explained": len(left) - len(survivors),
            "survivors": survivors,
            "seconds": round(sum(self._known[str(it)][2] for it in judged)),
        }


def explanation(mutation: Mutation) -> str:
    """Why no test can notice; "" if nothing is said."""
    return EXPLAINED.get((mutation.file, mutation.function, mutation.words), "")
