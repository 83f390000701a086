"""Afternoon, act: what can be done with a die, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import afternoon, boxes, crafting, friends, stars
from .boxes import BUILDS, GAINS
from .names import BOOSTS, last_word

if TYPE_CHECKING:
    from .game import ReferenceDieson


def action_actions(game: ReferenceDieson) -> list[str]:
    """Boosts, and everything that the stars collected so far allow."""
    actions = ["pass"]
    if stars.stars_count_here(game):
        actions += stars.boosts(game)
    actions += boxes.box_actions(game)
    actions += [f"craft {tool}" for tool in game.facts.tools if crafting.can_craft(game, tool)]
    if friends.can_play_with_friend(game):
        actions.append("play with friend")
    return actions


def do_action(game: ReferenceDieson, name: str) -> None:
    """A boost, or the action itself, after which the die is placed."""
    if name in BOOSTS:
        stars.boost(game, name)
        return
    if name.startswith("move to"):
        boxes.move(game, last_word(name))
    elif name == "escape":
        game.escaped = True
    elif name.startswith("take"):
        game.gain(last_word(name))
    elif name in GAINS:
        game.gain(GAINS[name], stars.stars_for(game, name))
    elif name in BUILDS:
        boxes.build(game, name)
    elif name == "hunt":
        boxes.hunt(game)
    elif name == "recover":
        game.health = min(game.max_health, game.health + stars.stars_for(game, "recover"))
    elif name.startswith("craft"):
        crafting.craft(game, last_word(name))
    elif name == "play with friend":
        friends.play_with_friend(game)
    afternoon.end_action(game)
