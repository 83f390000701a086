"""Afternoon: its start, choosing and turning dice, and what comes after an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import evening, quests
from .boxes import BOXES
from .dice import Die, changed, forward, turned
from .names import last_word

if TYPE_CHECKING:
    from .game import ReferenceDieson


def begin_afternoon(game: ReferenceDieson) -> None:
    """Nothing has been used in this afternoon."""
    game.fire_used = game.flag_used = False
    game.blueprint_used = game.blue_turned = False
    game.phase = "start"


def fire_is_ready(game: ReferenceDieson) -> bool:
    """Whether Fire could be used, if there is wood."""
    return "fire" in game.tools and not game.fire_used and game.weather.value >= 2


def flag_is_ready(game: ReferenceDieson) -> bool:
    """Whether the Flag could be used, if there is leather."""
    return "flag" in game.tools and not game.flag_used and game.weather.value >= 2


def start_actions(game: ReferenceDieson) -> list[str]:
    """Fire, Flag, or go on."""
    actions = ["go on"]
    if fire_is_ready(game) and game.wood >= 1:
        actions.append("use fire")
    if flag_is_ready(game) and game.leather >= 1:
        actions.append("use flag")
    return actions


def do_start(game: ReferenceDieson, name: str) -> None:
    """Lower the weather die, or go on to the Farmer and the first action."""
    if name == "use fire":
        game.lose("wood")
        game.fire_used = True
        game.weather = changed(game.weather, -1)
    elif name == "use flag":
        game.lose("leather")
        game.flag_used = True
        game.weather = changed(game.weather, -1)
    else:
        if game.character == "farmer" and game.weather.value <= 4:
            game.gain("food")
        game.tom_helped = False
        game.phase = "die"


def die_actions(game: ReferenceDieson) -> list[str]:
    """Choose or turn an unused die; without one, go on to the evening."""
    if not game.hand:
        return ["go on"]
    actions = []
    for i, die in enumerate(game.hand):
        if die in game.hand[:i]:
            continue  # of equal dice only the first
        actions.append(f"use die {i + 1}")
        if may_turn(game, die):
            actions.append(f"turn die {i + 1}")
    return actions


def may_turn(game: ReferenceDieson, die: Die) -> bool:
    """The blue die has its own rule, another one needs Blueprint."""
    if die.blue:
        return not game.blue_turned
    return "blueprint" in game.tools and not game.blueprint_used


def do_die(game: ReferenceDieson, name: str) -> None:
    """Choose or turn an unused die, or go on to the evening."""
    if name == "go on":
        evening.begin_evening(game)
        return
    die = game.hand.pop(int(last_word(name)) - 1)
    if name.startswith("turn"):
        if die.blue:
            game.blue_turned = True
        else:
            game.blueprint_used = True
        game.hand = sorted([*game.hand, turned(die)])
    else:
        begin_action(game, die, toms=False)


def begin_action(game: ReferenceDieson, die: Die, *, toms: bool) -> None:
    """Move the action meeple by exactly the value of the die."""
    game.chosen = die
    game.toms_action = toms
    game.value = die.value
    game.extra_stars = 0
    game.action_box = forward(game.action_box, die.value, BOXES)
    game.phase = "action"


def end_action(game: ReferenceDieson) -> None:
    """Look at the quest, then place the die on the lowest empty used box."""
    if quests.quest_fulfilled(game):
        game.end("quest done", victory=True)
    if game.over or game.phase == "friend":
        return
    assert game.chosen is not None
    if not game.toms_action:
        game.used.append(game.chosen)
        game.tom_helped = False
    game.chosen = None
    game.phase = "die"
