"""Tools: what they cost, and crafting them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import stars

if TYPE_CHECKING:
    from .game import ReferenceDieson


def could_craft_but_for_stars(game: ReferenceDieson, tool: str) -> bool:
    """Whether everything but the stars is met."""
    if tool not in game.tools_of_game or tool in game.tools:
        return False
    if tool == "friend" and game.friend is not None:
        return False
    cost = game.facts.tools[tool]
    at_location = cost.location in ("", game.facts.spaces[game.space].location)
    return (
        at_location
        and game.wood >= cost.wood
        and game.stone >= cost.stone
        and game.leather >= cost.leather
        and game.food >= cost.food
    )


def can_craft(game: ReferenceDieson, tool: str) -> bool:
    """Whether the tool can be crafted now."""
    enough_stars = stars.stars_for(game, "craft") >= game.facts.tools[tool].stars
    return enough_stars and could_craft_but_for_stars(game, tool)


def craft(game: ReferenceDieson, tool: str) -> None:
    """Pay for a tool and own it."""
    cost = game.facts.tools[tool]
    game.lose("wood", cost.wood)
    game.lose("stone", cost.stone)
    game.lose("leather", cost.leather)
    game.lose("food", cost.food)
    game.tools.add(tool)
    if tool == "bed":
        game.max_health += 3
    if tool == "friend":
        game.phase = "friend"
