"""Stars: what they come from, and paying for more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import boxes, crafting
from .dice import DIE_MAX

if TYPE_CHECKING:
    from .game import ReferenceDieson

USES_STARS = ("move", "gain stones", "gain wood", "hunt", "recover", "gain food")
STARS_OF_TOOLS = {
    "basket": ("gain stones", "gain wood"),
    "bed": ("recover",),
    "axe": ("gain food",),
    "machete": ("move",),
}
STARS_OF_CHARACTERS = {"pathfinder": "move", "hunter": "hunt", "craftsman": "craft"}


def stars_for(game: ReferenceDieson, kind: str) -> int:
    """The stars of an action of this kind (`move`, `hunt`, `craft` ...)."""
    stars = game.facts.stars[game.value] + game.extra_stars
    if STARS_OF_CHARACTERS.get(game.character) == kind:
        stars += 1
    for tool in game.tools:
        if kind in STARS_OF_TOOLS.get(tool, ()):
            stars += 1
    return stars


def stars_count_here(game: ReferenceDieson) -> bool:
    """Whether any action that uses stars could be taken."""
    return (
        boxes.BOX_ACTION[game.action_box] in USES_STARS
        or boxes.may_hunt_here(game)
        or any(crafting.could_craft_but_for_stars(game, tool) for tool in game.facts.tools)
    )


def boosts(game: ReferenceDieson) -> list[str]:
    """Ways to more stars."""
    boosts = []
    if game.value < DIE_MAX:
        boosts.append("raise with health")
        if game.food >= 1:
            boosts.append("raise with food")
    if game.water >= 1:
        boosts.append("use water")
    return boosts


def boost(game: ReferenceDieson, name: str) -> None:
    """Pay for more stars."""
    if name == "use water":
        game.water -= 1
        game.extra_stars += 1
        return
    game.value += 1
    if name == "raise with food":
        game.lose("food")
    else:
        game.lose_health()
