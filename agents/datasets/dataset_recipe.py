"""Recipes of data sets: `configs/datasets/NAME.yaml` lists the tiers, each the games of one agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from crusoe_env.command_line import LARGEST_SEED

from ..config import Named, Section, Seed, check_game, read_yaml


class DatasetRecipe(Section):
    """The file of a recipe."""

    game: Named = Field(description="short name of the game, or PACKAGE.MODULE:NAME")
    options: dict[str, Any] = Field(default_factory=dict, description="of the game")
    games: int = Field(1_000, ge=1, description="of each tier")
    seed: Seed = Field(2_000_000, le=LARGEST_SEED, description="of the first game of each tier")
    tiers: dict[str, Named] = Field(min_length=1, description="agents by the name of their tier")
    judge: Named | None = Field(None, description="an agent that says something of each decision")


def read_recipe(path: Path) -> DatasetRecipe:
    """A recipe. Raises ConfigError for a wrong file."""
    recipe = read_yaml(path, DatasetRecipe)
    check_game(recipe.game, str(path))
    return recipe
