"""What a player of Dieson Crusoe sees, as a flat vector. Only the dice to come are hidden."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.afternoon import can_turn
from crusoe_env.dieson.rules.boxes import can_hunt, kind_here, power, stars_count_here
from crusoe_env.dieson.rules.craft import is_at_location, is_available
from crusoe_env.dieson.rules.dice import icon_value, is_blue, value_of
from crusoe_env.dieson.rules.morning import box_ahead
from crusoe_env.dieson.rules.quest import goal_progress
from crusoe_env.dieson.rules.stock import has_all
from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.encoding import write_steps
from crusoe_env.engine.layout import MOST, Field, ObservationLayout, Segment, single

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
MOST_HARM = 2
MOST_GAINS = 4
GOOD_HEALTH = 8
PROGRESS_STEPS = 250
"""Steps in which goal progress is written."""
LOCATIONS = 4
"""Tools that can be crafted only at their location."""
SUMS = 4
"""Sums of two dice of three, and of all three."""

SIDES = tuple(str(i + 1) for i in range(st.DIE_SIDES))
DIE_FIELDS = (
    Field("value", "1 .. 6 (one-hot)", st.DIE_SIDES, entries=SIDES),
    Field("blue", "it is the blue die"),
)

LAYOUT = ObservationLayout(
    [
        single("quest", "the quest (one-hot)", st.QUESTS, entries=st.QUEST_IDS),
        Segment(
            "progress",
            "how far the quest is",
            (
                Field("progress", "goal progress, in steps", divisor=PROGRESS_STEPS, largest=PROGRESS_STEPS),
                Field("tool", "its tool is owned"),
                Field("hunted", "its hunt is done"),
                Field("turned back", "the far end of its round trip was reached"),
                Field("at start", "you stand on its start"),
                Field("ways out", "for each of its areas: entered on the way out", st.WAYS),
                Field("ways back", "for each of its areas: entered on the way back", st.WAYS),
            ),
        ),
        single("character", "the character (one-hot)", st.CHARACTERS, entries=st.CHARACTER_IDS),
        single("day", "entry i is 1 when more than i days have begun", st.LONGEST_QUEST),
        Segment(
            "time",
            "what the days to come and this evening bring",
            (
                Field("days left", "days after this one", divisor=st.LONGEST_QUEST, largest=MOST),
                Field("weather rises", "tomorrow's icons that raise the weather die", divisor=2, largest=2),
                Field("raid rises", "tomorrow's icons that raise the raid die", divisor=2, largest=2),
                Field("roofs", "roofs that the weather will take", divisor=2, largest=MOST),
                Field("raid", "a raid will come"),
            ),
        ),
        single(
            "phase",
            "what is to be decided (one-hot): " + ", ".join(st.PHASES),
            len(st.PHASES),
            entries=st.PHASES,
        ),
        single("health", "entry i is 1 when health is above i", MOST_HEALTH),
        single("lost hearts", "entry i is 1 when more than i hearts are missing", MOST_HEALTH),
        Segment(
            "goods",
            "food, wood, stone, leather, fences, roofs",
            (
                Field("steps", "entry i is 1 when there are more than i", GOODS_STEPS),
                Field("number", "how many there are", divisor=MOST_GOODS, largest=MOST),
            ),
            rows=st.GOODS,
            row_names=st.GOOD_IDS,
        ),
        single("water", "entry i is 1 when there is more than i water", MOST_WATER),
        single("friend", "the friend (one-hot); none while there is none", st.FRIENDS, entries=st.FRIEND_IDS),
        Segment(
            "disc",
            "the friend's disc",
            (
                Field("steps", "entry i is 1 when it is beyond space i", DISC_STEPS),
                Field("small", "small help is there"),
                Field("large", "large help is there"),
                Field("helped", "Tom has helped since the last die"),
            ),
        ),
        Segment(
            "unused dice",
            "the unused dice in ascending order",
            (*DIE_FIELDS, Field("turns", "it may be turned in the die phase")),
            rows=st.HAND,
        ),
        single(
            "reachable boxes",
            "the kind of action that each unused die leads to (one-hot)",
            st.BOXES,
            rows=st.HAND,
            entries=st.BOX_IDS,
        ),
        single(
            "boxes of sums",
            "the kind of action that two or three unused dice together lead to (one-hot): the first two, the"
            " first and the third, the last two, all",
            st.BOXES,
            rows=SUMS,
            entries=st.BOX_IDS,
        ),
        Segment(
            "tonight",
            "with what is there now",
            (
                Field("weather harm", "health that the weather takes", divisor=MOST_HARM, largest=MOST),
                Field("raid harm", "health that a raid takes", divisor=MOST_HARM, largest=MOST),
                Field("raid food", "food that a raid takes", divisor=MOST_HARM, largest=MOST),
                Field(
                    "health left",
                    "health left after both and a meal of food",
                    divisor=GOOD_HEALTH,
                    largest=MOST,
                ),
            ),
        ),
        Segment("used dice", "the used boxes", DIE_FIELDS, rows=st.HAND),
        Segment("icon dice", "hourglass, weather, raid", DIE_FIELDS, st.ICONS, st.ICON_IDS),
        single("box", "the kind of action under the action meeple (one-hot)", st.BOXES, entries=st.BOX_IDS),
        Segment(
            "action",
            "the action under way",
            (
                Field("value", "its value for stars, 1 .. 6 (one-hot)", st.DIE_SIDES, entries=SIDES),
                Field(
                    "extra stars",
                    "entry i is 1 with more than i stars of water and Wednesday",
                    MOST_EXTRA_STARS,
                ),
                Field("extra", "it is Tom's"),
                Field("stars count", "stars count here"),
                Field("hunt", "a hunt would succeed"),
            ),
        ),
        single(
            "stars",
            "stars of the action under way, and of character and tools, by kind",
            st.KINDS,
            divisor=MOST_STARS,
            largest=MOST,
            entries=st.KIND_IDS,
        ),
        single(
            "events",
            "the event that a smallest die of 1 .. 6 leads to (one-hot)",
            st.EVENTS,
            rows=st.DIE_SIDES,
            entries=st.EVENT_IDS,
            row_names=SIDES,
        ),
        single("space", "where you stand (one-hot)", st.SPACES, entries=st.SPACE_IDS),
        single(
            "lines",
            "stars of the line to each space; 0 without a line",
            st.SPACES,
            divisor=LONGEST_LINE,
            largest=MOST,
            entries=st.SPACE_IDS,
        ),
        Segment(
            "distances",
            f"fewest stars of all lines on the way; {LONGEST_WAY} without a way",
            (
                Field(
                    "locations",
                    "to the locations of Fire, Flag, Watch Dog and Raft",
                    LOCATIONS,
                    divisor=LONGEST_WAY,
                    largest=LONGEST_WAY,
                    entries=("fire", "flag", "watch_dog", "raft"),
                ),
                Field("hunt", "to the quest's hunt", divisor=LONGEST_WAY, largest=LONGEST_WAY),
                Field(
                    "trip",
                    "to the end of its round trip: the start after the far end",
                    divisor=LONGEST_WAY,
                    largest=LONGEST_WAY,
                ),
            ),
        ),
        single("area", "the area you stand in (one-hot)", st.AREAS, entries=st.AREA_IDS),
        Segment(
            "area card",
            "the card of the area you stand in",
            (
                Field("strength", "of the hunt", divisor=HARDEST_HUNT, largest=MOST),
                Field("power", "yours", divisor=MOST_POWER, largest=MOST),
                Field("food", "that the hunt gives", divisor=MOST_GAINS, largest=MOST),
                Field("leather", "that the hunt gives", divisor=MOST_GAINS, largest=MOST),
                Field("raid fences", "that keep the raid off", divisor=MOST_GAINS, largest=MOST),
                Field("raid food", "that the raid takes", divisor=MOST_GAINS, largest=MOST),
                Field("raid health", "that the raid takes", divisor=MOST_GAINS, largest=MOST),
                Field("fenced", "your fences suffice"),
            ),
        ),
        Segment(
            "tools",
            "per tool",
            (
                Field("owned", "it is yours"),
                Field("available", "it can be crafted in this game"),
                Field("affordable", "its goods are at hand"),
                Field("at location", "you stand on its location"),
                Field("stars", "that it needs", divisor=4, largest=MOST),
                Field("used", "used this afternoon"),
            ),
            rows=st.TOOLS,
            row_names=st.TOOL_IDS,
        ),
    ]
)
LARGEST = LAYOUT.largest
START = LAYOUT.start
QUEST = START["quest"]
PROGRESS_AT, PROGRESS = START["progress"], LAYOUT.offsets("progress")
CHARACTER = START["character"]
DAY = START["day"]
TIME_AT, TIME = START["time"], LAYOUT.offsets("time")
PHASE = START["phase"]
HEALTH = START["health"]
LOST_HEARTS = START["lost hearts"]
GOODS_AT, GOOD = START["goods"], LAYOUT.offsets("goods")
WATER = START["water"]
FRIEND = START["friend"]
DISC_AT, DISC = START["disc"], LAYOUT.offsets("disc")
UNUSED_AT, UNUSED = START["unused dice"], LAYOUT.offsets("unused dice")
REACHABLE = START["reachable boxes"]
SUMS_AT = START["boxes of sums"]
TONIGHT_AT, TONIGHT = START["tonight"], LAYOUT.offsets("tonight")
USED_AT, DICE = START["used dice"], LAYOUT.offsets("used dice")
ICON_AT = START["icon dice"]
BOX = START["box"]
ACTION_AT, ACT = START["action"], LAYOUT.offsets("action")
STARS = START["stars"]
EVENTS_AT = START["events"]
SPACE = START["space"]
LINES = START["lines"]
DISTANCES_AT, DISTANCES = START["distances"], LAYOUT.offsets("distances")
AREA = START["area"]
AREA_CARD_AT, AREA_CARD = START["area card"], LAYOUT.offsets("area card")
TOOLS_AT, TOOL = START["tools"], LAYOUT.offsets("tools")


@compiled
def put(out: Entries, at: int, amount: int) -> None:
    """A number, kept within the bounds of its entry."""
    out[at] = min(max(int(amount), 0), int(LARGEST[at]))


@compiled
def write_observation(s: State, t: Tables, viewer: int, out: Entries) -> None:
    """Write the observation into `out` (uint8, `LAYOUT.size` entries)."""
    out[:] = 0
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
def write_die(out: Entries, at: int, die: int) -> None:
    """Value (one-hot) and colour of a die; nothing for none."""
    if value_of(die) > 0:
        out[at + DICE.value + value_of(die) - 1] = 1
        out[at + DICE.blue] = is_blue(die)


@compiled
def write_quest(s: State, t: Tables, out: Entries) -> None:
    """Quest, progress, time."""
    quest = s.quest
    out[QUEST + quest] = 1
    put(out, PROGRESS_AT + PROGRESS.progress, int(goal_progress(s, t) * PROGRESS_STEPS + 0.5))
    out[PROGRESS_AT + PROGRESS.tool] = t.goal_tool[quest] != st.NONE and s.owned[t.goal_tool[quest]] == 1
    out[PROGRESS_AT + PROGRESS.hunted] = s.hunted
    out[PROGRESS_AT + PROGRESS.turned_back] = s.turned_back
    out[PROGRESS_AT + PROGRESS.at_start] = s.space == t.start[quest]
    for way in range(st.WAYS):
        out[PROGRESS_AT + PROGRESS.ways_out + way] = s.ways_out[way]
        out[PROGRESS_AT + PROGRESS.ways_back + way] = s.ways_back[way]
    write_steps(out, DAY, st.LONGEST_QUEST, s.rounds)
    put(out, TIME_AT + TIME.days_left, t.days[quest] - s.rounds)
    if s.rounds < st.LONGEST_QUEST:
        put(out, TIME_AT + TIME.weather_rises, t.day_raises[s.rounds + 1, st.WEATHER])
        put(out, TIME_AT + TIME.raid_rises, t.day_raises[s.rounds + 1, st.RAID_DIE])
    put(out, TIME_AT + TIME.roofs, t.roofs_needed[icon_value(s, st.WEATHER)])
    out[TIME_AT + TIME.raid] = t.raid_comes[icon_value(s, st.RAID_DIE)]


@compiled
def write_castaway(s: State, t: Tables, out: Entries) -> None:
    """Character, phase, health, goods."""
    out[CHARACTER + s.character] = 1
    out[PHASE + s.phase] = 1
    write_steps(out, HEALTH, MOST_HEALTH, s.health)
    write_steps(out, LOST_HEARTS, MOST_HEALTH, s.max_health - s.health)
    for good in range(st.GOODS):
        at = GOODS_AT + good * GOOD.row_width
        write_steps(out, at + GOOD.steps, GOODS_STEPS, s.goods[good])
        put(out, at + GOOD.number, s.goods[good])
    write_steps(out, WATER, MOST_WATER, s.water)


@compiled
def write_friend(s: State, t: Tables, out: Entries) -> None:
    """The friend and the disc."""
    if s.friend == st.NONE:
        return
    out[FRIEND + s.friend] = 1
    write_steps(out, DISC_AT + DISC.steps, DISC_STEPS, s.disc)
    out[DISC_AT + DISC.small] = s.disc >= t.small_at and s.disc < t.large_at
    out[DISC_AT + DISC.large] = s.disc >= t.large_at
    out[DISC_AT + DISC.helped] = s.helped


@compiled
def write_dice(s: State, t: Tables, out: Entries) -> None:
    """All dice, where the unused ones lead, and the events ahead."""
    for i in range(s.unused_count):
        at = UNUSED_AT + i * UNUSED.row_width
        write_die(out, at, s.unused[i])
        out[at + UNUSED.turns] = s.phase == st.DIE and can_turn(s, t, i)
        box = (s.box + value_of(s.unused[i])) % st.BOXES
        out[REACHABLE + i * st.BOXES + t.rondel[box]] = 1
    for i in range(s.used_count):
        write_die(out, USED_AT + i * DICE.row_width, s.used[i])
    for icon in range(st.ICONS):
        write_die(out, ICON_AT + icon * DICE.row_width, s.icon[icon])
    for value in range(1, st.DIE_SIDES + 1):
        out[EVENTS_AT + (value - 1) * st.EVENTS + t.event_track[box_ahead(s, t, value)]] = 1


@compiled
def write_sums(s: State, t: Tables, out: Entries) -> None:
    """Where several unused dice together lead."""
    total = 0
    for i in range(s.unused_count):
        total += value_of(s.unused[i])
        for j in range(i):
            box = (s.box + value_of(s.unused[i]) + value_of(s.unused[j])) % st.BOXES
            out[SUMS_AT + (i + j - 1) * st.BOXES + t.rondel[box]] = 1
    if s.unused_count == st.HAND:
        out[SUMS_AT + (SUMS - 1) * st.BOXES + t.rondel[(s.box + total) % st.BOXES]] = 1


@compiled
def write_tonight(s: State, t: Tables, out: Entries) -> None:
    """What weather and raid would take if the evening began now."""
    harm = max(t.roofs_needed[icon_value(s, st.WEATHER)] - s.goods[st.ROOF], 0)
    put(out, TONIGHT_AT + TONIGHT.weather_harm, harm)
    area = t.space_area[s.space]
    fenced = 0 < t.raid_fences[area] <= s.goods[st.FENCE]
    if t.raid_comes[icon_value(s, st.RAID_DIE)] == 1 and not fenced:
        harm += t.raid_health[area]
        put(out, TONIGHT_AT + TONIGHT.raid_harm, t.raid_health[area])
        put(out, TONIGHT_AT + TONIGHT.raid_food, t.raid_food[area])
    hungry = 1 if s.goods[st.FOOD] == 0 else 0
    put(out, TONIGHT_AT + TONIGHT.health_left, s.health - harm - hungry)


@compiled
def write_action(s: State, t: Tables, out: Entries) -> None:
    """The box, the action under way and its stars."""
    out[BOX + kind_here(s, t)] = 1
    write_stars(s, t, out)
    if s.phase != st.ACTION or s.value == 0:
        return
    out[ACTION_AT + ACT.value + s.value - 1] = 1
    write_steps(out, ACTION_AT + ACT.extra_stars, MOST_EXTRA_STARS, s.extra_stars)
    out[ACTION_AT + ACT.extra] = s.extra_action
    out[ACTION_AT + ACT.stars_count] = stars_count_here(s, t)
    out[ACTION_AT + ACT.hunt] = can_hunt(s, t)


@compiled
def write_stars(s: State, t: Tables, out: Entries) -> None:
    """`stars_for` every kind of action, the tools gone through only once."""
    for kind in range(st.KINDS):
        put(out, STARS + kind, t.stars[s.value] + s.extra_stars + t.character_stars[s.character, kind])
    for tool in range(st.TOOLS):
        if s.owned[tool] == 1:
            for kind in range(st.KINDS):
                put(out, STARS + kind, out[STARS + kind] + t.tool_stars[kind, tool])


@compiled
def write_island(s: State, t: Tables, out: Entries) -> None:
    """Where you stand, and where lines lead."""
    out[SPACE + s.space] = 1
    for space in range(st.SPACES):
        if t.line[s.space, space] > 0:
            put(out, LINES + space, t.line[s.space, space])
    place = 0
    for tool in range(st.TOOLS):
        if t.place_of[tool] != st.NONE and place < LOCATIONS:
            put(out, DISTANCES_AT + DISTANCES.locations + place, t.distance[s.space, t.place_of[tool]])
            place += 1
    quest = s.quest
    out[DISTANCES_AT + DISTANCES.hunt] = LONGEST_WAY
    out[DISTANCES_AT + DISTANCES.trip] = LONGEST_WAY
    if t.goal_hunt[quest] != st.NONE:
        put(out, DISTANCES_AT + DISTANCES.hunt, t.distance_to_area[s.space, t.goal_hunt[quest]])
    if t.goal_to[quest] != st.NONE:
        to = t.start[quest] if s.turned_back == 1 else t.goal_to[quest]
        put(out, DISTANCES_AT + DISTANCES.trip, t.distance[s.space, to])


@compiled
def write_area_card(s: State, t: Tables, out: Entries) -> None:
    """The area: what a hunt needs and gives, what a raid takes."""
    area = t.space_area[s.space]
    out[AREA + area] = 1
    put(out, AREA_CARD_AT + AREA_CARD.strength, t.hunt_strength[area])
    put(out, AREA_CARD_AT + AREA_CARD.power, power(s, t))
    put(out, AREA_CARD_AT + AREA_CARD.food, t.hunt_gains[area, st.FOOD])
    put(out, AREA_CARD_AT + AREA_CARD.leather, t.hunt_gains[area, st.LEATHER])
    put(out, AREA_CARD_AT + AREA_CARD.raid_fences, t.raid_fences[area])
    put(out, AREA_CARD_AT + AREA_CARD.raid_food, t.raid_food[area])
    put(out, AREA_CARD_AT + AREA_CARD.raid_health, t.raid_health[area])
    out[AREA_CARD_AT + AREA_CARD.fenced] = 0 < t.raid_fences[area] <= s.goods[st.FENCE]


@compiled
def write_tools(s: State, t: Tables, out: Entries) -> None:
    """Each tool: yours, or how far you are from crafting it."""
    for tool in range(st.TOOLS):
        at = TOOLS_AT + tool * TOOL.row_width
        out[at + TOOL.owned] = s.owned[tool]
        if is_available(s, t, tool):
            out[at + TOOL.available] = 1
            out[at + TOOL.affordable] = has_all(s, t.cost[tool])
            out[at + TOOL.at_location] = is_at_location(s, t, tool)
            put(out, at + TOOL.stars, t.cost_stars[tool])
        out[at + TOOL.used] = s.tool_used[tool]
