"""Which legal actions of Dieson Crusoe a click on something in the picture may mean."""

from __future__ import annotations

from collections.abc import Iterable

from crusoe_env.dieson.actions import (
    CHOOSE_FRIEND,
    CRAFT_TOOL,
    EAT_FOOD,
    ESCAPE,
    FRIEND_HELP,
    FRIEND_HELP_RAID,
    FRIEND_HELP_WEATHER,
    GO_HUNGRY,
    LOWER_WEATHER,
    LOWERING,
    MOVE_TO,
    PLAY,
    RAISE_WITH_FOOD,
    RAISE_WITH_HEALTH,
    REROLL,
    REROLLS,
    SAVE_FOOD,
    SAVE_HEALTH,
    SPEND_LEATHER,
    TAKE,
    TAKEN,
    TURN_DIE,
    USE_DIE,
    USE_WATER,
)
from crusoe_env.dieson.state import ACTION, FRIENDS, GOOD_IDS, RAID_DIE, SPACES, WEATHER
from crusoe_env.dieson.view.words import Sight

OF_GOODS = {
    "food": (RAISE_WITH_FOOD, EAT_FOOD, SAVE_FOOD),
    "health": (RAISE_WITH_HEALTH, GO_HUNGRY, SAVE_HEALTH),
    "water": (USE_WATER,),
    "leather": (SPEND_LEATHER,),
}
TAKES = {name: TAKE + good for good, name in enumerate(GOOD_IDS[:TAKEN])}


def _legal(sight: Sight, actions: Iterable[int]) -> list[int]:
    return [action for action in actions if action in sight.legal]


def on_box(sight: Sight, box: int) -> list[int]:
    """Using the box of the action meeple, going somewhere with it; a die that leads to the box."""
    if sight.s.phase == ACTION and sight.s.box == box:
        first_move, after_boxes = MOVE_TO, CRAFT_TOOL
        return _legal(sight, [*range(first_move, first_move + SPACES), ESCAPE, *range(TAKE, after_boxes)])
    return _legal(sight, [USE_DIE + die for die in sight.landing().get(box, [])])


def on_die(sight: Sight, die: int) -> list[int]:
    """Using or turning an unused die, rolling it again."""
    again = [REROLL + i for i, dice in enumerate(REROLLS) if die + 1 in dice]
    return _legal(sight, [USE_DIE + die, TURN_DIE + die, *again])


def on_icon(sight: Sight, icon: int) -> list[int]:
    """What lowers the die of an icon."""
    lower = [LOWER_WEATHER + i for i in range(len(LOWERING))]
    return _legal(sight, {WEATHER: [*lower, FRIEND_HELP_WEATHER], RAID_DIE: [FRIEND_HELP_RAID]}.get(icon, []))


def on_space(sight: Sight, space: int) -> list[int]:
    """Going there, or leaving the island from there."""
    here = [ESCAPE] if sight.s.space == space else []
    return _legal(sight, [MOVE_TO + space, *here])


def on_tool(sight: Sight, tool: int) -> list[int]:
    """Crafting a tool, or using Fire and Flag."""
    use = [LOWER_WEATHER + LOWERING.index(tool)] if tool in LOWERING else []
    return _legal(sight, [CRAFT_TOOL + tool, *use])


def on_friend(sight: Sight) -> list[int]:
    """The friend's help, playing, choosing one."""
    choose = [CHOOSE_FRIEND + i for i in range(FRIENDS)]
    helps = [FRIEND_HELP, FRIEND_HELP_WEATHER, FRIEND_HELP_RAID]
    return _legal(sight, [PLAY, *helps, SPEND_LEATHER, *choose])


def on_good(sight: Sight, name: str) -> list[int]:
    """Spending, eating, saving or taking a good, or losing health."""
    taken = [TAKES[name]] if name in TAKES else []
    return _legal(sight, [*OF_GOODS.get(name, ()), *taken])
