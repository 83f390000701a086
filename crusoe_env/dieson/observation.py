"""What a player of Dieson Crusoe sees, as a flat vector. Only the dice to come are hidden."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.layout import ObservationLayout, Segment
from crusoe_env.dieson.facts import LONGEST_QUEST
from crusoe_env.dieson.rules.afternoon import can_turn
from crusoe_env.dieson.rules.boxes import can_hunt, kind_here, power, stars_count_here
from crusoe_env.dieson.rules.craft import is_at_location, is_available
from crusoe_env.dieson.rules.dice import icon_value, is_blue, value_of
from crusoe_env.dieson.rules.morning import box_ahead
from crusoe_env.dieson.rules.quest import goal_progress
from crusoe_env.dieson.rules.stock import has_all
from crusoe_env.dieson.state import (
    ACTION,
    AREAS,
    BOXES,
    CHARACTERS,
    DIE,
    DIE_SIDES,
    EVENTS,
    FENCE,
    FOOD,
    FRIENDS,
    GOODS,
    HAND,
    ICONS,
    KINDS,
    NONE,
    PHASES,
    QUESTS,
    RAID_DIE,
    ROOF,
    SPACES,
    TOOLS,
    WAYS,
    WEATHER,
)

MOST_HEALTH = 12
GOODS_STEPS = 10
MOST_GOODS = 20
DISC_STEPS = 7
MOST_WATER = 4
MOST_EXTRA_STARS = 4
MOST_STARS = 8
MOST_POWER = 8
HARDEST_HUNT = 12
LONGEST_LINE = 4
LONGEST_WAY = 20
DIE_WIDTH = DIE_SIDES + 1
TOOL_WIDTH = 6
MOST_HARM = 2
GOOD_HEALTH = 8
LOCATIONS = 4
"""Tools that can be crafted only at their location."""
SUMS = 4
"""Sums of two dice of three, and of all three."""

LAYOUT = ObservationLayout(
    [
        Segment("quest", (QUESTS,), "the quest (one-hot)"),
        Segment(
            "progress",
            (5 + 2 * WAYS,),
            "how far the quest is; its tool is owned; its hunt is done; the far end of its round trip was"
            " reached; you stand on its start; for each of its areas: entered on the way out; on the way"
            " back",
        ),
        Segment("character", (CHARACTERS,), "the character (one-hot)"),
        Segment("day", (LONGEST_QUEST,), "entry i is 1 when more than i days have begun"),
        Segment(
            "time",
            (5,),
            "days left after this one / 16; tomorrow's icons raise the weather die, the raid die, / 2;"
            " roofs the weather will take / 2; a raid will come",
        ),
        Segment("phase", (len(PHASES),), "what is to be decided (one-hot): " + ", ".join(PHASES)),
        Segment("health", (MOST_HEALTH,), "entry i is 1 when health is above i"),
        Segment("lost hearts", (MOST_HEALTH,), "entry i is 1 when more than i hearts are missing"),
        Segment(
            "goods",
            (GOODS, GOODS_STEPS + 1),
            "food, wood, stone, leather, fences, roofs: entry i is 1 when there are more than i; then the"
            " number / 20",
        ),
        Segment("water", (MOST_WATER,), "entry i is 1 when there is more than i water"),
        Segment("friend", (FRIENDS,), "the friend (one-hot); none while there is none"),
        Segment(
            "disc",
            (DISC_STEPS + 3,),
            "entry i is 1 when the friend's disc is beyond space i; then: small help is there, large help is"
            " there, Tom has helped since the last die",
        ),
        Segment(
            "unused dice",
            (HAND, DIE_WIDTH + 1),
            "the unused dice in ascending order: value (one-hot), is blue, may be turned in the die phase",
        ),
        Segment(
            "reachable boxes", (HAND, BOXES), "the kind of action that each unused die leads to (one-hot)"
        ),
        Segment(
            "boxes of sums",
            (SUMS, BOXES),
            "the kind of action that two or three unused dice together lead to (one-hot): the first two, the"
            " first and the third, the last two, all",
        ),
        Segment(
            "tonight",
            (4,),
            "with what is there now: health that the weather takes, / 2; health and food that a raid takes,"
            " / 2; health left after both and a meal of food, / 8",
        ),
        Segment("used dice", (HAND, DIE_WIDTH), "the used boxes: value (one-hot), is blue"),
        Segment("icon dice", (ICONS, DIE_WIDTH), "hourglass, weather, raid: value (one-hot), is blue"),
        Segment("box", (BOXES,), "the kind of action under the action meeple (one-hot)"),
        Segment(
            "action",
            (DIE_SIDES + MOST_EXTRA_STARS + 3,),
            "the action under way: its value for stars (one-hot); entry i is 1 with more than i stars of"
            " water and Wednesday; it is Tom's; stars count here; a hunt would succeed",
        ),
        Segment("stars", (KINDS,), "stars of the action under way, and of character and tools, by kind, / 8"),
        Segment("events", (DIE_SIDES, EVENTS), "the event that a smallest die of 1 .. 6 leads to (one-hot)"),
        Segment("space", (SPACES,), "where you stand (one-hot)"),
        Segment("lines", (SPACES,), "stars of the line to each space / 4; 0 without a line"),
        Segment(
            "distances",
            (LOCATIONS + 2,),
            "fewest stars of all lines on the way to the locations of Fire, Flag, Watch Dog and Raft, to the"
            " quest's hunt and to the end of its round trip (the start after the far end), / 20; 1 for none",
        ),
        Segment("area", (AREAS,), "the area you stand in (one-hot)"),
        Segment(
            "area card",
            (8,),
            "the hunt: strength / 12, your power / 8, food / 4, leather / 4; the raid: fences, food, health,"
            " / 4; your fences suffice",
        ),
        Segment(
            "tools",
            (TOOLS, TOOL_WIDTH),
            "per tool: yours; can be crafted in this game; its goods are at hand; you stand on its location;"
            " stars that it needs / 4; used this afternoon",
        ),
    ]
)
SIZE = LAYOUT.size
QUEST = LAYOUT.start["quest"]
PROGRESS = LAYOUT.start["progress"]
CHARACTER = LAYOUT.start["character"]
DAY = LAYOUT.start["day"]
TIME = LAYOUT.start["time"]
PHASE = LAYOUT.start["phase"]
HEALTH = LAYOUT.start["health"]
LOST_HEARTS = LAYOUT.start["lost hearts"]
GOODS_AT = LAYOUT.start["goods"]
WATER = LAYOUT.start["water"]
FRIEND = LAYOUT.start["friend"]
DISC = LAYOUT.start["disc"]
UNUSED = LAYOUT.start["unused dice"]
REACHABLE = LAYOUT.start["reachable boxes"]
SUMS_AT = LAYOUT.start["boxes of sums"]
TONIGHT = LAYOUT.start["tonight"]
USED = LAYOUT.start["used dice"]
ICON = LAYOUT.start["icon dice"]
BOX = LAYOUT.start["box"]
ACTION_AT = LAYOUT.start["action"]
STARS = LAYOUT.start["stars"]
EVENTS_AT = LAYOUT.start["events"]
SPACE = LAYOUT.start["space"]
LINES = LAYOUT.start["lines"]
DISTANCES = LAYOUT.start["distances"]
AREA = LAYOUT.start["area"]
AREA_CARD = LAYOUT.start["area card"]
TOOLS_AT = LAYOUT.start["tools"]


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """Write the observation into `out` (float32, `SIZE` entries)."""
    for i in range(SIZE):
        out[i] = 0.0
    write_quest(s, t, out)
    write_castaway(s, t, out)
    write_friend(s, t, out)
    write_dice(s, t, out)
    write_sums(s, t, out)
    write_tonight(s, t, out)
    write_action(s, t, out)
    write_island(s, t, out)
    write_area_card(s, t, out)
    write_tools(s, t, out)


@compiled
def write_steps(out: Any, at: int, steps: int, amount: int) -> None:
    """Entry i of `steps` is 1 when the amount is above i."""
    for i in range(min(steps, amount)):
        out[at + i] = 1.0


@compiled
def write_part(out: Any, at: int, amount: int, whole: int) -> None:
    """An amount as a part of a whole, at most 1."""
    out[at] = min(amount / whole, 1.0)


@compiled
def write_die(out: Any, at: int, die: int) -> None:
    """Value (one-hot) and colour of a die; nothing for none."""
    if value_of(die) > 0:
        out[at + value_of(die) - 1] = 1.0
        out[at + DIE_SIDES] = is_blue(die)


@compiled
def write_quest(s: Any, t: Any, out: Any) -> None:
    """Quest, progress, time."""
    quest = s.quest
    out[QUEST + quest] = 1.0
    out[PROGRESS] = goal_progress(s, t)
    out[PROGRESS + 1] = t.goal_tool[quest] != NONE and s.owned[t.goal_tool[quest]] == 1
    out[PROGRESS + 2] = s.hunted
    out[PROGRESS + 3] = s.turned_back
    out[PROGRESS + 4] = s.space == t.start[quest]
    for way in range(WAYS):
        out[PROGRESS + 5 + way] = s.ways_out[way]
        out[PROGRESS + 5 + WAYS + way] = s.ways_back[way]
    write_steps(out, DAY, LONGEST_QUEST, s.rounds)
    write_part(out, TIME, t.days[quest] - s.rounds, LONGEST_QUEST)
    if s.rounds < LONGEST_QUEST:
        write_part(out, TIME + 1, t.day_raises[s.rounds + 1, WEATHER], 2)
        write_part(out, TIME + 2, t.day_raises[s.rounds + 1, RAID_DIE], 2)
    write_part(out, TIME + 3, t.roofs_needed[icon_value(s, WEATHER)], 2)
    out[TIME + 4] = t.raid_comes[icon_value(s, RAID_DIE)]


@compiled
def write_castaway(s: Any, t: Any, out: Any) -> None:
    """Character, phase, health, goods."""
    out[CHARACTER + s.character] = 1.0
    out[PHASE + s.phase] = 1.0
    write_steps(out, HEALTH, MOST_HEALTH, s.health)
    write_steps(out, LOST_HEARTS, MOST_HEALTH, s.max_health - s.health)
    for good in range(GOODS):
        at = GOODS_AT + good * (GOODS_STEPS + 1)
        write_steps(out, at, GOODS_STEPS, s.goods[good])
        write_part(out, at + GOODS_STEPS, s.goods[good], MOST_GOODS)
    write_steps(out, WATER, MOST_WATER, s.water)


@compiled
def write_friend(s: Any, t: Any, out: Any) -> None:
    """The friend and the disc."""
    if s.friend == NONE:
        return
    out[FRIEND + s.friend] = 1.0
    write_steps(out, DISC, DISC_STEPS, s.disc)
    out[DISC + DISC_STEPS] = s.disc >= t.small_at and s.disc < t.large_at
    out[DISC + DISC_STEPS + 1] = s.disc >= t.large_at
    out[DISC + DISC_STEPS + 2] = s.helped


@compiled
def write_dice(s: Any, t: Any, out: Any) -> None:
    """All dice, where the unused ones lead, and the events ahead."""
    for i in range(s.unused_count):
        at = UNUSED + i * (DIE_WIDTH + 1)
        write_die(out, at, s.unused[i])
        out[at + DIE_WIDTH] = s.phase == DIE and can_turn(s, t, i)
        box = (s.box + value_of(s.unused[i])) % BOXES
        out[REACHABLE + i * BOXES + t.rondel[box]] = 1.0
    for i in range(s.used_count):
        write_die(out, USED + i * DIE_WIDTH, s.used[i])
    for icon in range(ICONS):
        write_die(out, ICON + icon * DIE_WIDTH, s.icon[icon])
    for value in range(1, DIE_SIDES + 1):
        out[EVENTS_AT + (value - 1) * EVENTS + t.event_track[box_ahead(s, t, value)]] = 1.0


@compiled
def write_sums(s: Any, t: Any, out: Any) -> None:
    """Where several unused dice together lead."""
    total = 0
    for i in range(s.unused_count):
        total += value_of(s.unused[i])
        for j in range(i):
            box = (s.box + value_of(s.unused[i]) + value_of(s.unused[j])) % BOXES
            out[SUMS_AT + (i + j - 1) * BOXES + t.rondel[box]] = 1.0
    if s.unused_count == HAND:
        out[SUMS_AT + (SUMS - 1) * BOXES + t.rondel[(s.box + total) % BOXES]] = 1.0


@compiled
def write_tonight(s: Any, t: Any, out: Any) -> None:
    """What weather and raid would take if the evening began now."""
    harm = max(t.roofs_needed[icon_value(s, WEATHER)] - s.goods[ROOF], 0)
    write_part(out, TONIGHT, harm, MOST_HARM)
    area = t.space_area[s.space]
    fenced = 0 < t.raid_fences[area] <= s.goods[FENCE]
    if t.raid_comes[icon_value(s, RAID_DIE)] == 1 and not fenced:
        harm += t.raid_health[area]
        write_part(out, TONIGHT + 1, t.raid_health[area], MOST_HARM)
        write_part(out, TONIGHT + 2, t.raid_food[area], MOST_HARM)
    hungry = 1 if s.goods[FOOD] == 0 else 0
    write_part(out, TONIGHT + 3, max(s.health - harm - hungry, 0), GOOD_HEALTH)


@compiled
def write_action(s: Any, t: Any, out: Any) -> None:
    """The box, the action under way and its stars."""
    out[BOX + kind_here(s, t)] = 1.0
    write_stars(s, t, out)
    if s.phase != ACTION or s.value == 0:
        return
    out[ACTION_AT + s.value - 1] = 1.0
    write_steps(out, ACTION_AT + DIE_SIDES, MOST_EXTRA_STARS, s.extra_stars)
    marks = ACTION_AT + DIE_SIDES + MOST_EXTRA_STARS
    out[marks] = s.extra_action
    out[marks + 1] = stars_count_here(s, t)
    out[marks + 2] = can_hunt(s, t)


@compiled
def write_stars(s: Any, t: Any, out: Any) -> None:
    """`stars_for` every kind of action, the tools gone through only once."""
    for kind in range(KINDS):
        out[STARS + kind] = t.stars[s.value] + s.extra_stars + t.character_stars[s.character, kind]
    for tool in range(TOOLS):
        if s.owned[tool] == 1:
            for kind in range(KINDS):
                out[STARS + kind] += t.tool_stars[kind, tool]
    for kind in range(KINDS):
        write_part(out, STARS + kind, out[STARS + kind], MOST_STARS)


@compiled
def write_island(s: Any, t: Any, out: Any) -> None:
    """Where you stand, and where lines lead."""
    out[SPACE + s.space] = 1.0
    for space in range(SPACES):
        if t.line[s.space, space] > 0:
            write_part(out, LINES + space, t.line[s.space, space], LONGEST_LINE)
    at = DISTANCES
    for tool in range(TOOLS):
        if t.place_of[tool] != NONE and at < DISTANCES + LOCATIONS:
            write_part(out, at, t.distance[s.space, t.place_of[tool]], LONGEST_WAY)
            at += 1
    quest = s.quest
    out[DISTANCES + LOCATIONS] = 1.0
    out[DISTANCES + LOCATIONS + 1] = 1.0
    if t.goal_hunt[quest] != NONE:
        write_part(out, DISTANCES + LOCATIONS, t.distance_to_area[s.space, t.goal_hunt[quest]], LONGEST_WAY)
    if t.goal_to[quest] != NONE:
        to = t.start[quest] if s.turned_back == 1 else t.goal_to[quest]
        write_part(out, DISTANCES + LOCATIONS + 1, t.distance[s.space, to], LONGEST_WAY)


@compiled
def write_area_card(s: Any, t: Any, out: Any) -> None:
    """The area: what a hunt needs and gives, what a raid takes."""
    area = t.space_area[s.space]
    out[AREA + area] = 1.0
    write_part(out, AREA_CARD, t.hunt_strength[area], HARDEST_HUNT)
    write_part(out, AREA_CARD + 1, power(s, t), MOST_POWER)
    write_part(out, AREA_CARD + 2, t.hunt_gains[area, 0], 4)
    write_part(out, AREA_CARD + 3, t.hunt_gains[area, 3], 4)
    write_part(out, AREA_CARD + 4, t.raid_fences[area], 4)
    write_part(out, AREA_CARD + 5, t.raid_food[area], 4)
    write_part(out, AREA_CARD + 6, t.raid_health[area], 4)
    out[AREA_CARD + 7] = 0 < t.raid_fences[area] <= s.goods[FENCE]


@compiled
def write_tools(s: Any, t: Any, out: Any) -> None:
    """Each tool: yours, or how far you are from crafting it."""
    for tool in range(TOOLS):
        at = TOOLS_AT + tool * TOOL_WIDTH
        out[at] = s.owned[tool]
        if is_available(s, t, tool):
            out[at + 1] = 1.0
            out[at + 2] = has_all(s, t.cost[tool])
            out[at + 3] = is_at_location(s, t, tool)
            write_part(out, at + 4, t.cost_stars[tool], 4)
        out[at + 5] = s.tool_used[tool]
