"""The actions of Dieson Crusoe and which of them are legal."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.afternoon import can_lower_weather, can_turn
from crusoe_env.dieson.rules.boxes import (
    can_escape,
    can_hunt,
    can_move_to,
    can_take,
    can_use_box,
    kind_here,
    stars_count_here,
)
from crusoe_env.dieson.rules.craft import can_craft
from crusoe_env.dieson.rules.dice import is_first_of_equals
from crusoe_env.dieson.rules.friend import (
    can_help,
    can_help_with,
    can_play,
    can_spend_leather,
    window_is_open,
)
from crusoe_env.dieson.rules.morning import can_reroll, event_lets_choose
from crusoe_env.dieson.rules.stars import can_raise, stars_for
from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.layout import ActionLayout, Block

REROLLS = ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3))
REROLL_DICE = tuple(sum(1 << (die - 1) for die in dice) for dice in REROLLS)
"""The dice of each reroll, die i as bit i - 1."""
LOWERING = (st.TOOL_IDS.index("fire"), st.TOOL_IDS.index("flag"))
"""Tools with an action of their own at the start of the afternoon."""
TAKEN = 3
"""Goods that can be chosen one by one: food, wood, stone."""
FIRST_BOX = st.GAIN_ONE + 1
"""The kinds of action from this one on have one action each."""

LAYOUT = ActionLayout(
    [
        Block(
            "reroll",
            "morning: pay 1 stone and roll these dice again",
            tuple("reroll " + " ".join(map(str, dice)) for dice in REROLLS),
        ),
        Block("go on", "keep the dice; end the start of the afternoon; end the afternoon", ("go on",)),
        Block(
            "lower weather",
            "start of the afternoon: Fire for 1 wood, Flag for 1 leather",
            tuple(f"use {st.TOOL_IDS[tool]}" for tool in LOWERING),
        ),
        Block(
            "use die",
            "choose this unused die; the action meeple moves",
            tuple(f"use die {i + 1}" for i in range(st.HAND)),
        ),
        Block(
            "turn die",
            "turn this unused die to its opposite side (Blueprint, blue die)",
            tuple(f"turn die {i + 1}" for i in range(st.HAND)),
        ),
        Block("spend leather", "1 leather: the friend's disc moves 1 space", ("spend leather",)),
        Block("friend help", "the help of Tom, Jack, Bilson, Stitch or Wednesday", ("friend help",)),
        Block(
            "friend help with",
            "Patches lowers this die",
            ("friend help weather", "friend help raid"),
        ),
        Block("raise", "pay 1: the die counts 1 more for stars", ("raise with food", "raise with health")),
        Block("use water", "1 water: 1 star more (Waterskin)", ("use water",)),
        Block("move", "box 1: go to this space", tuple(f"move to {space}" for space in st.SPACE_IDS)),
        Block("escape", "box 1, quest 7: leave the island with the Raft", ("escape",)),
        Block(
            "take",
            "box 2 and the event of wood or stone: gain 1",
            tuple(f"take {good}" for good in st.GOOD_IDS[:TAKEN]),
        ),
        Block(
            "box",
            "boxes 3 to 9: what the box of the action meeple offers",
            tuple(box.replace("_", " ") for box in st.BOX_IDS[FIRST_BOX:]),
        ),
        Block("craft", "craft this tool", tuple(f"craft {tool}" for tool in st.TOOL_IDS)),
        Block("play", "the friend action", ("play with friend",)),
        Block("pass", "do nothing with this die", ("pass",)),
        Block(
            "choose",
            "the friend that the Friend tool brings",
            tuple(f"choose {name}" for name in st.FRIEND_IDS),
        ),
        Block("meal", "evening: what the meal costs", ("eat food", "lose health")),
        Block("save", "raid: what the Watch Dog saves", ("save food", "save health")),
    ]
)
REROLL = LAYOUT.start["reroll"]
GO_ON = LAYOUT.start["go on"]
LOWER_WEATHER = LAYOUT.start["lower weather"]
USE_DIE = LAYOUT.start["use die"]
TURN_DIE = LAYOUT.start["turn die"]
SPEND_LEATHER = LAYOUT.start["spend leather"]
FRIEND_HELP = LAYOUT.start["friend help"]
FRIEND_HELP_WEATHER = LAYOUT.start["friend help with"]
FRIEND_HELP_RAID = FRIEND_HELP_WEATHER + 1
RAISE_WITH_FOOD = LAYOUT.start["raise"]
RAISE_WITH_HEALTH = RAISE_WITH_FOOD + 1
USE_WATER = LAYOUT.start["use water"]
MOVE_TO = LAYOUT.start["move"]
ESCAPE = LAYOUT.start["escape"]
TAKE = LAYOUT.start["take"]
USE_BOX = LAYOUT.start["box"]
CRAFT_TOOL = LAYOUT.start["craft"]
PLAY = LAYOUT.start["play"]
PASS = LAYOUT.start["pass"]
CHOOSE_FRIEND = LAYOUT.start["choose"]
EAT_FOOD = LAYOUT.start["meal"]
GO_HUNGRY = EAT_FOOD + 1
SAVE_FOOD = LAYOUT.start["save"]
SAVE_HEALTH = SAVE_FOOD + 1


@compiled
def write_mask(s: State, t: Tables, mask: Mask) -> None:
    """Write 1 for every legal action, else 0, into `mask` (int8, one entry per action)."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.phase == st.ACTION:
        allow_actions(s, t, mask)
    elif s.phase == st.DIE:
        allow_dice(s, t, mask)
    elif s.phase == st.EAT:
        mask[EAT_FOOD] = s.goods[st.FOOD] > 0
        mask[GO_HUNGRY] = 1
    elif s.phase == st.ROLL:
        for i in range(len(REROLLS)):
            mask[REROLL + i] = can_reroll(s)
        mask[GO_ON] = 1
    elif s.phase == st.START:
        for i, tool in enumerate(LOWERING):
            mask[LOWER_WEATHER + i] = can_lower_weather(s, t, tool)
        mask[GO_ON] = 1
    elif s.phase == st.EVENT:
        for good in range(TAKEN):
            mask[TAKE + good] = event_lets_choose(s, t, good)
    elif s.phase == st.FRIEND:
        for friend in range(st.FRIENDS):
            mask[CHOOSE_FRIEND + friend] = 1
    else:
        mask[SAVE_FOOD] = 1
        mask[SAVE_HEALTH] = 1
    if window_is_open(s, t):
        allow_free_actions(s, t, mask)


@compiled
def allow_free_actions(s: State, t: Tables, mask: Mask) -> None:
    """What an open window offers."""
    mask[SPEND_LEATHER] = can_spend_leather(s, t)
    mask[FRIEND_HELP] = can_help(s, t)
    mask[FRIEND_HELP_WEATHER] = can_help_with(s, t, st.WEATHER)
    mask[FRIEND_HELP_RAID] = can_help_with(s, t, st.RAID_DIE)


@compiled
def allow_dice(s: State, t: Tables, mask: Mask) -> None:
    """Use or turn an unused die, of equal ones the first; without one, go on to the evening."""
    for i in range(s.unused_count):
        if is_first_of_equals(s, i):
            mask[USE_DIE + i] = 1
            mask[TURN_DIE + i] = can_turn(s, t, i)
    mask[GO_ON] = s.unused_count == 0


@compiled
def allow_actions(s: State, t: Tables, mask: Mask) -> None:
    """Boosts, the box, crafting, the friend, or nothing."""
    if stars_count_here(s, t):
        mask[RAISE_WITH_FOOD] = can_raise(s) and s.goods[st.FOOD] > 0
        mask[RAISE_WITH_HEALTH] = can_raise(s)
        mask[USE_WATER] = s.water > 0
    kind = kind_here(s, t)
    if kind == st.MOVE:
        allow_moves(s, t, mask)
    elif kind == st.GAIN_ONE:
        for good in range(TAKEN):
            mask[TAKE + good] = can_take(s, t, good)
    else:
        mask[USE_BOX + kind - FIRST_BOX] = can_use_box(s, t, kind)
    mask[USE_BOX + st.HUNT - FIRST_BOX] = can_hunt(s, t)
    stars = stars_for(s, t, st.CRAFT)
    for tool in range(st.TOOLS):
        mask[CRAFT_TOOL + tool] = can_craft(s, t, tool, stars)
    mask[PLAY] = can_play(s, t)
    mask[PASS] = 1


@compiled
def allow_moves(s: State, t: Tables, mask: Mask) -> None:
    """The spaces within reach; none while the escape is possible."""
    if can_escape(s, t):
        mask[ESCAPE] = 1
        return
    stars = stars_for(s, t, st.MOVE)
    for space in range(st.SPACES):
        mask[MOVE_TO + space] = can_move_to(s, t, space, stars)
