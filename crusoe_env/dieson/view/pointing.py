"""Which legal actions of Dieson Crusoe a click on something in the picture may mean."""

from __future__ import annotations

from collections.abc import Iterable

from crusoe_env.dieson import actions as ac
from crusoe_env.dieson import state as st
from crusoe_env.dieson.view.words import Sight

OF_GOODS = {
    "food": (ac.RAISE_WITH_FOOD, ac.EAT_FOOD, ac.SAVE_FOOD),
    "health": (ac.RAISE_WITH_HEALTH, ac.GO_HUNGRY, ac.SAVE_HEALTH),
    "water": (ac.USE_WATER,),
    "leather": (ac.SPEND_LEATHER,),
}
TAKES = {name: ac.TAKE + good for good, name in enumerate(st.GOOD_IDS[: ac.TAKEN])}


def _legal(sight: Sight, actions: Iterable[int]) -> list[int]:
    return [action for action in actions if action in sight.legal]


def on_box(sight: Sight, box: int) -> list[int]:
    """Using the box of the action meeple, going somewhere with it; a die that leads to the box."""
    if sight.s.phase == st.ACTION and sight.s.box == box:
        first_move, after_boxes = ac.MOVE_TO, ac.CRAFT_TOOL
        return _legal(
            sight, [*range(first_move, first_move + st.SPACES), ac.ESCAPE, *range(ac.TAKE, after_boxes)]
        )
    return _legal(sight, [ac.USE_DIE + die for die in sight.landing().get(box, [])])


def on_die(sight: Sight, die: int) -> list[int]:
    """Using or turning an unused die, rolling it again."""
    again = [ac.REROLL + i for i, dice in enumerate(ac.REROLLS) if die + 1 in dice]
    return _legal(sight, [ac.USE_DIE + die, ac.TURN_DIE + die, *again])


def on_icon(sight: Sight, icon: int) -> list[int]:
    """What lowers the die of an icon."""
    lower = [ac.LOWER_WEATHER + i for i in range(len(ac.LOWERING))]
    return _legal(
        sight,
        {st.WEATHER: [*lower, ac.FRIEND_HELP_WEATHER], st.RAID_DIE: [ac.FRIEND_HELP_RAID]}.get(icon, []),
    )


def on_space(sight: Sight, space: int) -> list[int]:
    """Going there, or leaving the island from there."""
    here = [ac.ESCAPE] if sight.s.space == space else []
    return _legal(sight, [ac.MOVE_TO + space, *here])


def on_tool(sight: Sight, tool: int) -> list[int]:
    """Crafting a tool, or using Fire and Flag."""
    use = [ac.LOWER_WEATHER + ac.LOWERING.index(tool)] if tool in ac.LOWERING else []
    return _legal(sight, [ac.CRAFT_TOOL + tool, *use])


def on_friend(sight: Sight) -> list[int]:
    """The friend's help, playing, choosing one."""
    choose = [ac.CHOOSE_FRIEND + i for i in range(st.FRIENDS)]
    helps = [ac.FRIEND_HELP, ac.FRIEND_HELP_WEATHER, ac.FRIEND_HELP_RAID]
    return _legal(sight, [ac.PLAY, *helps, ac.SPEND_LEATHER, *choose])


def on_good(sight: Sight, name: str) -> list[int]:
    """Spending, eating, saving or taking a good, or losing health."""
    taken = [TAKES[name]] if name in TAKES else []
    return _legal(sight, [*OF_GOODS.get(name, ()), *taken])
