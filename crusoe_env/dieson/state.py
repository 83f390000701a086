"""The record of a game of Dieson Crusoe, and its constants: the one place that says what a game's state is.

A die is one number, `2 * value + 1` if it is the blue one, else `2 * value`: in the order of these numbers
the blue die comes last of equal ones. Goods, spaces, tools and so on are numbered in the order of their ids.
"""

from __future__ import annotations

from crusoe_env.engine.state import FLAG, amount, declare, index, index_or_none

NONE = -1

GOOD_IDS = ("food", "wood", "stone", "leather", "fence", "roof")
FOOD, WOOD, STONE, LEATHER, FENCE, ROOF = range(6)
GOODS = len(GOOD_IDS)

DIE_SIDES = 6
HAND = 3  # dice a day
ICON_IDS = ("hourglass", "weather", "raid")
HOURGLASS, WEATHER, RAID_DIE = range(3)
ICONS = len(ICON_IDS)

# Kinds of actions: the boxes of the ring, and crafting.
BOX_IDS = (
    "move", "gain_one", "gain_stones", "build_fences", "gain_wood",
    "hunt", "build_roofs", "recover", "gain_food",
)  # fmt: skip
(
    MOVE, GAIN_ONE, GAIN_STONES, BUILD_FENCES, GAIN_WOOD, HUNT, BUILD_ROOFS, RECOVER, GAIN_FOOD,
) = range(9)  # fmt: skip
BOXES = len(BOX_IDS)
KIND_IDS = (*BOX_IDS, "craft")
CRAFT = BOXES
KINDS = len(KIND_IDS)

EVENT_IDS = (
    "find_food", "find_wood_or_stone", "raid_rises", "lose_food",
    "friend_comes", "lose_fence_and_roof", "weather_rises",
)  # fmt: skip
EVENTS = len(EVENT_IDS)
LONGEST_EVENT_TRACK = 12

AREA_IDS = ("rabbit", "deer", "boar", "bear", "wolf", "cannibals")
AREAS = len(AREA_IDS)

SPACE_IDS = (
    "west_beach", "west_grove", "west_rocks", "north_shore", "north_woods", "green_hill",
    "meadow", "riverbank", "clearing", "west_slope", "east_slope", "summit",
    "south_forest", "southern_tip", "southeast_shore", "southeast_tip", "village_path", "village",
)  # fmt: skip
SPACES = len(SPACE_IDS)

TOOL_IDS = (
    "basket", "bed", "stone_knife", "rope", "fire", "blueprint", "waterskin", "axe",
    "machete", "trap", "flag", "bow", "watch_dog", "raft", "friend", "fishing_rod",
)  # fmt: skip
TOOLS = len(TOOL_IDS)

CHARACTER_IDS = ("pathfinder", "hunter", "craftsman", "farmer", "strategist")
CHARACTERS = len(CHARACTER_IDS)
SIDE_IDS = ("easy", "hard")

FRIEND_IDS = ("tom", "jack", "bilson", "stitch", "wednesday", "patches")
FRIENDS = len(FRIEND_IDS)
HELP_IDS = ("action", "goods", "stars", "dice")
HELPS_ACTION, HELPS_GOODS, HELPS_STARS, HELPS_DICE = range(4)

QUEST_IDS = (
    "survive", "rescue_signal", "smoke_signal", "the_taming",
    "explore_the_island", "the_cannibals", "escape",
)  # fmt: skip
QUESTS = len(QUEST_IDS)
MIXED = 0
"""The quest option under which every episode has a quest of its own."""
WAYS = 2
"""Areas that a round trip can lead through."""

# What the player decides next.
PHASES = ("roll", "event", "start", "die", "action", "friend", "eat", "raid")
ROLL, EVENT, START, DIE, ACTION, FRIEND, EAT, RAID = range(8)

CAUSES = ("", "quest done", "died", "out of time")
LIVE, QUEST_DONE, DIED, OUT_OF_TIME = range(4)

FORCED_SLOTS = 128
"""Dice of a chance script: 48 of a longest game, and rerolls."""

LONGEST_QUEST = 16
"""Days of a quest, at most."""
MOST_GOODS = 200
MOST_HEALTH = 50
DIE_BOUNDS = amount(2 * DIE_SIDES + 1)
"""Bounds of a die; 0: no die."""

RECORD = declare(
    [
        # `rounds` is the day
        ("quest", "i2", index(QUESTS), "index into QUEST_IDS"),
        ("phase", "i2", index(len(PHASES)), "what is decided next, of `PHASES`"),
        ("health", "i2", amount(MOST_HEALTH), "hearts left"),
        ("max_health", "i2", (1, MOST_HEALTH), "hearts at most"),
        ("goods", "i2", amount(MOST_GOODS), (GOODS,), "goods of each kind"),
        ("water", "i2", amount(MOST_GOODS), "drops of water"),
        ("owned", "i2", FLAG, (TOOLS,), "1 for each of your tools"),
        ("space", "i2", index(SPACES), "where the meeple stands"),
        ("box", "i2", index(BOXES), "box of the action meeple; 0: the first"),
        ("event_box", "i2", index(LONGEST_EVENT_TRACK), "box of the event disc; 0: the first"),
        ("friend", "i2", index_or_none(FRIENDS), "who is with you; -1: nobody"),
        ("disc", "i2", amount(MOST_GOODS), "position of the friend's disc"),
        # dice
        ("unused", "i2", DIE_BOUNDS, (HAND,), "dice that wait, ascending; 0 beyond `unused_count`"),
        ("unused_count", "i2", amount(HAND), "how many dice wait"),
        ("used", "i2", DIE_BOUNDS, (HAND,), "dice on the used boxes; 0: none"),
        ("used_count", "i2", amount(HAND), "how many dice are used"),
        ("icon", "i2", DIE_BOUNDS, (ICONS,), "dice on hourglass, weather, raid; 0: none"),
        # this afternoon
        ("tool_used", "i2", FLAG, (TOOLS,), "1 for each tool whose once-an-afternoon effect has been used"),
        ("blue_turned", "i2", FLAG, "1: the blue die has been turned this afternoon"),
        ("helped", "i2", FLAG, "1 if Tom has helped since the afternoon began or the last die was placed"),
        # the action under way
        ("chosen", "i2", DIE_BOUNDS, "the die of the action under way"),
        ("extra_action", "i2", FLAG, "1: the action under way is Tom's"),
        ("value", "i2", amount(DIE_SIDES), "the die's value, as far as it is raised; 0 outside actions"),
        ("extra_stars", "i2", amount(MOST_GOODS), "stars added by water and by Wednesday"),
        # the quest
        ("hunted", "i2", FLAG, "1 after the hunt that it asks for"),
        ("escaped", "i2", FLAG, "1 after the escape that it asks for"),
        ("turned_back", "i2", FLAG, "1 once the far end of its round trip has been reached"),
        (
            "ways_out",
            "i2",
            FLAG,
            (WAYS,),
            "1 for each area of its round trip that was entered before the far end",
        ),
        (
            "ways_back",
            "i2",
            FLAG,
            (WAYS,),
            "1 for each area of its round trip that was entered after the far end",
        ),
    ],
    options=[
        ("quest_option", "i2", amount(QUESTS), "the quest chosen, 1 .. 7, or MIXED"),
        ("character", "i2", index(CHARACTERS), "who is played"),
        ("side", "i2", index(len(SIDE_IDS)), "side of the character card"),
        ("first_friend", "i2", index_or_none(FRIENDS), "the friend at the beginning; -1: none"),
        ("tools", "i2", FLAG, (TOOLS,), "1 for each tool that can be crafted in this game"),
        ("blue_die", "i2", FLAG, "1 if the blue die takes the place of the gray one"),
    ],
    causes=len(CAUSES),
    rounds=LONGEST_QUEST,
    forced=amount(DIE_SIDES),
    forced_slots=FORCED_SLOTS,
)
DTYPE = RECORD.dtype
