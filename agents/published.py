"""Published rows of the results tables, each with the games that it is of.

The rows of trained policies come from the cards of the zoo; the others stand in `zoo/results.yaml`.
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from crusoe_env.support.words import nearest

from . import zoo
from .config import ConfigError, Named, Section, Seed, check_game, read_yaml

FILE = "results.yaml"


class Row(Section):
    """A row: an agent's games, and what came of them."""

    agent: Named = Field(description="by name")
    game: Named = Field(description="short name of the game")
    options: dict[str, Any] = Field(default_factory=dict, description="of the game")
    games: int = Field(ge=1, description="their number")
    seed: Seed = Field(5_000_000, description="of the first of them")
    victory_rate: float = Field(ge=0, le=1, description="as published, rounded to 0.001 or better")

    @property
    def command(self) -> str:
        """The shell command that plays the games."""
        options = [f"{name}={value}" for name, value in self.options.items()]
        given = ["--option", *options] if options else []
        words = ["crusoe", "evaluate", "--agents", self.agent, "--game", self.game, *given]
        return " ".join([*words, "--games", str(self.games), "--seed", str(self.seed)])


class Rows(Section):
    """The file of rows."""

    rows: dict[str, Row] = Field(description="by name, for instance marooned/scripted")


def rows() -> dict[str, Row]:
    """All published rows by name. Raises ConfigError for a wrong file."""
    found = read_yaml(zoo.folder() / FILE, Rows).rows if (zoo.folder() / FILE).is_file() else {}
    for row in found.values():
        check_game(row.game, FILE)
    return {**{zoo.PREFIX + name: row_of_card(name) for name in zoo.names()}, **found}


def row_of_card(name: str) -> Row:
    """The row of a policy of the zoo."""
    card = zoo.read_card(name)
    strength = card["strength"]
    return Row(
        agent=zoo.PREFIX + name,
        game=card["game"],
        options=card["task"],
        games=strength["games"],
        seed=strength["first_seed"],
        victory_rate=strength["victory_rate"],
    )


def row_named(name: str) -> Row:
    """A published row. Raises ConfigError for an unknown one."""
    known = rows()
    if name not in known:
        raise ConfigError(f"there is no published row {name!r}; {nearest(name, known)}")
    return known[name]
