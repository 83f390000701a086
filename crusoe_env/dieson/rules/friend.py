"""Playing with the friend, the friend's help, and when it is offered (Rules, Play with my friend)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.afternoon import begin_action, could_lower_weather
from crusoe_env.dieson.rules.boxes import stars_count_here
from crusoe_env.dieson.rules.dice import change_icon, die_showing, icon_value
from crusoe_env.dieson.rules.disc import advance_disc
from crusoe_env.dieson.rules.morning import event_ahead
from crusoe_env.dieson.rules.stock import owned_total
from crusoe_env.engine.compile import compiled

# ---------------------------------------------------------------- the action


@compiled
def can_get_water(s: State, t: Tables) -> bool:
    """Does playing bring water, and is there room for it?"""
    return s.water < owned_total(s, t.tool_water_limit)


@compiled
def can_play(s: State, t: Tables) -> bool:
    """Is there a friend, and would the disc move or water be gained?"""
    return s.friend != st.NONE and (s.disc < t.disc_last or can_get_water(s, t))


@compiled
def play_with_friend(s: State, t: Tables) -> None:
    """The disc moves 1 space; with the Waterskin you gain water."""
    advance_disc(s, t, 1)
    limit = owned_total(s, t.tool_water_limit)
    s.water = max(s.water, min(s.water + owned_total(s, t.tool_water), limit))


@compiled
def choose_friend(s: State, friend: int) -> None:
    """The Friend tool brings a friend; the disc starts on space 0."""
    s.friend = friend
    s.disc = 0


# ---------------------------------------------------------------- windows: when free actions are offered


@compiled
def window_is_open(s: State, t: Tables) -> bool:
    """May leather be spent on the friend, and the friend's help be called, now?"""
    if s.friend == st.NONE:
        return False
    if s.phase == st.ROLL:
        return window_in_roll(s, t)
    if s.phase == st.START:
        return window_in_start(s, t)
    if s.phase == st.DIE:
        return window_in_die(s, t)
    if s.phase == st.ACTION:
        return t.friend_help[s.friend] == st.HELPS_STARS and stars_count_here(s, t)
    if s.phase == st.EAT:
        return window_in_eat(s, t)
    return False


@compiled
def window_in_roll(s: State, t: Tables) -> bool:
    """Before an event that moves the disc."""
    helps = t.friend_help[s.friend]
    return helps in (st.HELPS_GOODS, st.HELPS_DICE) and t.event_friend_steps[event_ahead(s, t)] > 0


@compiled
def window_in_start(s: State, t: Tables) -> bool:
    """Where help brings the good that Fire or Flag lacks, or the weather that the Farmer likes."""
    helps = t.friend_help[s.friend]
    if helps == st.HELPS_DICE:
        food = t.character_weather[s.character, icon_value(s, st.WEATHER)]
        return t.character_watches_weather[s.character] == 1 and food == 0
    if helps == st.HELPS_GOODS:
        good = t.friend_good[s.friend]
        for tool in range(st.TOOLS):
            if t.tool_lowers_for[tool] == good and could_lower_weather(s, t, tool):
                return s.goods[good] == 0
    return False


@compiled
def window_in_die(s: State, t: Tables) -> bool:
    """Before each action; after the last one for Tom, and for Patches with the Fishing Rod."""
    helps = t.friend_help[s.friend]
    if helps == st.HELPS_ACTION:
        return s.helped == 0
    if s.unused_count > 0:
        return helps in (st.HELPS_GOODS, st.HELPS_DICE)
    return helps == st.HELPS_DICE and owned_total(s, t.tool_match) > 0


@compiled
def window_in_eat(s: State, t: Tables) -> bool:
    """Before the meal for Jack, before weather and raid for Patches."""
    helps = t.friend_help[s.friend]
    return helps == st.HELPS_DICE or (helps == st.HELPS_GOODS and t.friend_good[s.friend] == st.FOOD)


# ---------------------------------------------------------------- free actions in an open window


@compiled
def can_spend_leather(s: State, t: Tables) -> bool:
    """1 leather moves the disc 1 space."""
    return s.goods[st.LEATHER] > 0 and s.disc < t.disc_last


@compiled
def can_help(s: State, t: Tables) -> bool:
    """Does the disc stand at an arrow? Patches is asked for a die instead."""
    return s.disc >= t.small_at and t.friend_help[s.friend] != st.HELPS_DICE


@compiled
def can_help_with(s: State, t: Tables, icon: int) -> bool:
    """Can Patches lower this die?"""
    return s.disc >= t.small_at and t.friend_help[s.friend] == st.HELPS_DICE and icon_value(s, icon) > 1


@compiled
def spend_leather(s: State, t: Tables) -> None:
    """Pay 1 leather; the disc moves 1 space."""
    s.goods[st.LEATHER] -= 1
    advance_disc(s, t, 1)


@compiled
def return_disc(s: State, t: Tables) -> int:
    """The disc goes back to space 0; the benefit of its arrow."""
    friend = s.friend
    benefit = t.friend_large[friend] if s.disc >= t.large_at else t.friend_small[friend]
    s.disc = 0
    return benefit


@compiled
def help_now(s: State, t: Tables) -> None:
    """The help of Tom, Jack, Bilson, Stitch or Wednesday."""
    helps = t.friend_help[s.friend]
    benefit = return_disc(s, t)
    if helps == st.HELPS_GOODS:
        s.goods[t.friend_good[s.friend]] += benefit
    elif helps == st.HELPS_STARS:
        s.extra_stars += benefit
    else:
        s.helped = 1
        begin_action(s, t, die_showing(benefit, 0), 1)


@compiled
def help_with(s: State, t: Tables, icon: int) -> None:
    """Patches lowers the weather or the raid die."""
    change_icon(s, icon, -return_disc(s, t))
