"""Action boxes: what each of them allows and does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import quests, stars

if TYPE_CHECKING:
    from .game import ReferenceDieson

BOXES = 9

# What each box of the action track does. Box 2 and the moves have actions of their own.
BOX_ACTION = {
    1: "move",
    2: "gain one",
    3: "gain stones",
    4: "build fences",
    5: "gain wood",
    6: "hunt",
    7: "build roofs",
    8: "recover",
    9: "gain food",
}
GAINS = {"gain stones": "stone", "gain wood": "wood", "gain food": "food"}
BUILDS = {"build fences": ("stone", "fence"), "build roofs": ("leather", "roof")}


def box_actions(game: ReferenceDieson) -> list[str]:
    """What the box of the action meeple allows."""
    box = BOX_ACTION[game.action_box]
    actions = []
    if box == "move":
        actions += ["escape"] if can_escape(game) else moves(game)
    elif box == "gain one":
        actions += ["take food", "take wood", "take stone"]
    elif box_would_change_something(game, box):
        actions.append(box)
    if may_hunt_here(game) and hunt_succeeds(game):
        actions.append("hunt")
    return actions


def box_would_change_something(game: ReferenceDieson, box: str) -> bool:
    """Whether gaining, building or recovering has an effect."""
    if box in GAINS:
        return stars.stars_for(game, box) >= 1
    if box in BUILDS:
        material, _ = BUILDS[box]
        return game.wood >= 1 and getattr(game, material) >= 1
    return box == "recover" and stars.stars_for(game, box) >= 1 and game.health < game.max_health


def moves(game: ReferenceDieson) -> list[str]:
    """The connected spaces for which stars and food suffice."""
    reach = stars.stars_for(game, "move")
    moves = []
    for name, space in game.facts.spaces.items():
        needed = game.facts.lines.get(frozenset((game.space, name)))
        if needed is not None and needed <= reach and space.food_cost <= game.food:
            moves.append(f"move to {name}")
    return moves


def can_escape(game: ReferenceDieson) -> bool:
    """Quest 7: the Raft, at its location, in fair weather."""
    at_raft_location = game.facts.spaces[game.space].location == "raft"
    fair = game.weather.value <= 2
    return game.quest == 7 and "raft" in game.tools and at_raft_location and fair


def may_hunt_here(game: ReferenceDieson) -> bool:
    """Box 6; with the Bow the boxes of wood and roofs too."""
    box = BOX_ACTION[game.action_box]
    return box == "hunt" or ("bow" in game.tools and box in ("gain wood", "build roofs"))


def hunt_succeeds(game: ReferenceDieson) -> bool:
    """Power and stars against the strength of the area."""
    return game.power + stars.stars_for(game, "hunt") >= game.facts.areas[game.area].strength


def move(game: ReferenceDieson, name: str) -> None:
    """Enter a space."""
    game.space = name
    space = game.facts.spaces[name]
    game.lose("food", space.food_cost)
    if space.resource:
        game.gain(space.resource)
    quests.remember_way(game, space.area)
    if name == "summit":
        game.summit_reached = True


def build(game: ReferenceDieson, name: str) -> None:
    """Two fences or roofs, three with the Rope."""
    material, built = BUILDS[name]
    game.lose("wood")
    game.lose(material)
    game.gain(built, 3 if "rope" in game.tools else 2)


def hunt(game: ReferenceDieson) -> None:
    """A successful hunt."""
    area = game.facts.areas[game.area]
    game.gain("food", area.hunt_food + ("axe" in game.tools))
    game.gain("leather", area.hunt_leather + ("stone_knife" in game.tools))
    if game.area == "deer":
        game.hunted_deer = True
    if game.area == "cannibals" and "bow" in game.tools:
        game.hunted_cannibals_with_bow = True
