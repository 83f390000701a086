"""The evening: Fishing Rod and Trap, meal, weather, raid, dice, the next day (Rules, Evening)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.dice import change_icon, icon_value, value_of
from crusoe_env.dieson.rules.ending import end
from crusoe_env.dieson.rules.morning import begin_morning
from crusoe_env.dieson.rules.stock import gain_all, lose, lose_health, owned_total
from crusoe_env.engine.compile import compiled

# ---------------------------------------------------------------- start and meal


@compiled
def begin_evening(s: State, t: Tables) -> None:
    """Fishing Rod and Trap work, then comes the meal."""
    s.goods[st.FOOD] += matches(s, t) * owned_total(s, t.tool_match)
    hourglass = icon_value(s, st.HOURGLASS)
    for tool in range(st.TOOLS):
        if s.owned[tool] * t.tool_hourglass[hourglass, tool] > 0:
            gain_all(s, t.tool_evening[tool])
    s.phase = st.EAT


@compiled
def matches(s: State, t: Tables) -> int:
    """How many used dice show the same as the icon die beside them."""
    count = 0
    for i in range(st.HAND):
        if value_of(s.used[i]) == icon_value(s, t.icon_beside[i]):
            count += 1
    return count


@compiled
def eat_food(s: State) -> None:
    """The meal costs 1 food."""
    s.goods[st.FOOD] -= 1


@compiled
def go_hungry(s: State) -> None:
    """The meal costs 1 health."""
    lose_health(s, 1)


@compiled
def after_meal(s: State, t: Tables) -> None:
    """Weather, then the raid, then the end of the day."""
    if s.over == 0:
        weather(s, t)
    if s.over == 0:
        raid(s, t)


# ---------------------------------------------------------------- weather


@compiled
def weather(s: State, t: Tables) -> None:
    """Lose roofs; each one that is missing costs 1 health."""
    needed = t.roofs_needed[icon_value(s, st.WEATHER)]
    missing = max(needed - s.goods[st.ROOF], 0)
    lose(s, st.ROOF, needed)
    lose_health(s, missing)


# ---------------------------------------------------------------- raid


@compiled
def raid(s: State, t: Tables) -> None:
    """The area card decides what is lost; the Watch Dog may leave a choice."""
    area = t.space_area[s.space]
    if t.raid_comes[icon_value(s, st.RAID_DIE)] == 0:
        end_day(s, t)
    elif 0 < t.raid_fences[area] <= s.goods[st.FENCE]:
        lose(s, st.FENCE, t.raid_fences[area])
        end_day(s, t)
    elif dog_saves_food(s, t) and dog_saves_health(s, t):
        s.phase = st.RAID
    else:
        lose_raid(s, t, dog_saves_food(s, t), dog_saves_health(s, t))


@compiled
def dog_saves_food(s: State, t: Tables) -> bool:
    """Would the Watch Dog save food: is less of it lost than without him?"""
    taken = t.raid_food[t.space_area[s.space]]
    return min(max(taken - owned_total(s, t.tool_raid_less), 0), s.goods[st.FOOD]) < min(
        taken, s.goods[st.FOOD]
    )


@compiled
def dog_saves_health(s: State, t: Tables) -> bool:
    """Would the Watch Dog save health?"""
    return owned_total(s, t.tool_raid_less) > 0 and t.raid_health[t.space_area[s.space]] > 0


@compiled
def lose_raid(s: State, t: Tables, save_food: bool, save_health: bool) -> None:
    """Lose the food and the health of the area's raid, less what the Watch Dog saves."""
    area = t.space_area[s.space]
    less = owned_total(s, t.tool_raid_less)
    lose(s, st.FOOD, max(t.raid_food[area] - (less if save_food else 0), 0))
    lose_health(s, max(t.raid_health[area] - (less if save_health else 0), 0))
    if s.over == 0:
        end_day(s, t)


# ---------------------------------------------------------------- dice and day


@compiled
def end_day(s: State, t: Tables) -> None:
    """The dice move; after the last day the game is lost, otherwise the next day begins."""
    move_dice(s, t)
    if s.rounds >= t.days[s.quest]:
        end(s, st.OUT_OF_TIME)
        return
    s.rounds += 1
    for icon in range(st.ICONS):
        change_icon(s, icon, t.day_raises[s.rounds, icon])
    begin_morning(s)


@compiled
def move_dice(s: State, t: Tables) -> None:
    """The icon dice become the hand; the used dice go to the icon boxes."""
    for i in range(st.HAND):
        s.unused[i] = s.icon[i]
    s.unused_count = st.HAND
    for i in range(st.HAND):
        s.icon[t.arrow_to[i]] = s.used[i]
        s.used[i] = 0
    s.used_count = 0
