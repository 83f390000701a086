"""The course of a day: one action at a time, and by itself what needs no choice."""

from __future__ import annotations

from crusoe_env.dieson import actions as ac
from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.afternoon import (
    begin_afternoon,
    can_lower_weather_with_any,
    can_turn,
    end_action,
    end_start,
    lower_weather,
    turn,
    use_die,
)
from crusoe_env.dieson.rules.boxes import (
    can_escape,
    can_hunt,
    can_move_anywhere,
    can_use_box,
    hunt,
    kind_here,
    move_to,
    stars_count_here,
    use_box,
)
from crusoe_env.dieson.rules.craft import can_craft_any, craft
from crusoe_env.dieson.rules.evening import after_meal, begin_evening, eat_food, go_hungry, lose_raid
from crusoe_env.dieson.rules.friend import (
    can_help,
    can_help_with,
    can_play,
    can_spend_leather,
    choose_friend,
    help_now,
    help_with,
    play_with_friend,
    spend_leather,
    window_is_open,
)
from crusoe_env.dieson.rules.morning import begin_morning, can_reroll, event, reroll
from crusoe_env.dieson.rules.setup import set_up
from crusoe_env.dieson.rules.stars import can_raise, raise_with_food, raise_with_health, use_water
from crusoe_env.engine.compile import compiled


@compiled
def new_game(s: State, t: Tables) -> None:
    """Set up; day 1 begins with its morning."""
    set_up(s, t)
    begin_morning(s)
    go_on_to_choice(s, t)


@compiled
def apply_action(s: State, t: Tables, action: int) -> None:
    """Carry out one legal action and go on to the next decision or the end of the game."""
    carry_out(s, t, action)
    go_on_to_choice(s, t)


# ---------------------------------------------------------------- points with one legal action are not asked


@compiled
def go_on_to_choice(s: State, t: Tables) -> None:
    """Whatever needs no choice happens by itself."""
    while s.over == 0 and not has_choice(s, t):
        carry_out(s, t, only_action(s))


@compiled
def has_choice(s: State, t: Tables) -> bool:
    """Is more than one action legal?"""
    if s.phase == st.ACTION:
        return has_choice_in_action(s, t)
    if has_free_action(s, t):
        return True
    if s.phase == st.DIE:
        return has_choice_of_dice(s, t)
    if s.phase == st.ROLL:
        return can_reroll(s)
    if s.phase == st.START:
        return can_lower_weather_with_any(s, t)
    if s.phase == st.EAT:
        return s.goods[st.FOOD] > 0
    return True


@compiled
def only_action(s: State) -> int:
    """The action of a point without a choice."""
    if s.phase == st.ACTION:
        return ac.PASS
    if s.phase == st.EAT:
        return ac.GO_HUNGRY
    if s.phase == st.DIE and s.unused_count > 0:
        return ac.USE_DIE
    return ac.GO_ON


@compiled
def has_free_action(s: State, t: Tables) -> bool:
    """Is leather or the friend's help on offer?"""
    if not window_is_open(s, t):
        return False
    helps = can_help(s, t) or can_help_with(s, t, st.WEATHER) or can_help_with(s, t, st.RAID_DIE)
    return helps or can_spend_leather(s, t)


@compiled
def has_choice_of_dice(s: State, t: Tables) -> bool:
    """Are there two different unused dice, or one that may be turned?"""
    for i in range(s.unused_count):
        if s.unused[i] != s.unused[0] or can_turn(s, t, i):
            return True
    return False


@compiled
def has_choice_in_action(s: State, t: Tables) -> bool:
    """Is there anything to do but to pass?"""
    kind = kind_here(s, t)
    if kind == st.GAIN_ONE:
        return True
    if stars_count_here(s, t) and (can_raise(s) or s.water > 0):
        return True
    if can_play(s, t) or can_hunt(s, t) or can_craft_any(s, t) or has_free_action(s, t):
        return True
    if kind == st.MOVE:
        return can_escape(s, t) or can_move_anywhere(s, t)
    return kind != st.HUNT and can_use_box(s, t, kind)


# ---------------------------------------------------------------- one action


@compiled
def carry_out(s: State, t: Tables, action: int) -> None:
    """One action, in whatever phase it is taken."""
    if ac.SPEND_LEATHER <= action <= ac.FRIEND_HELP_RAID:
        take_free_action(s, t, action)
    elif s.phase == st.ACTION:
        take_action(s, t, action)
    elif s.phase == st.DIE:
        choose_die(s, t, action)
    elif s.phase == st.EAT:
        if action == ac.EAT_FOOD:
            eat_food(s)
        else:
            go_hungry(s)
        after_meal(s, t)
    elif s.phase == st.ROLL:
        keep_or_reroll(s, t, action)
    elif s.phase == st.START:
        if action == ac.GO_ON:
            end_start(s, t)
        else:
            lower_weather(s, t, ac.LOWERING[action - ac.LOWER_WEATHER])
    elif s.phase == st.EVENT:
        s.goods[action - ac.TAKE] += 1
        begin_afternoon(s)
    elif s.phase == st.FRIEND:
        choose_friend(s, action - ac.CHOOSE_FRIEND)
        end_action(s, t)
    elif s.phase == st.RAID:
        lose_raid(s, t, action == ac.SAVE_FOOD, action != ac.SAVE_FOOD)


@compiled
def take_free_action(s: State, t: Tables, action: int) -> None:
    """Leather for the friend's disc, or the friend's help."""
    if action == ac.SPEND_LEATHER:
        spend_leather(s, t)
    elif action == ac.FRIEND_HELP:
        help_now(s, t)
    elif action == ac.FRIEND_HELP_WEATHER:
        help_with(s, t, st.WEATHER)
    else:
        help_with(s, t, st.RAID_DIE)


@compiled
def keep_or_reroll(s: State, t: Tables, action: int) -> None:
    """Reroll, or keep the dice: then comes the event."""
    if action != ac.GO_ON:
        reroll(s, ac.REROLL_DICE[action - ac.REROLL])
    elif not event(s, t):
        begin_afternoon(s)


@compiled
def choose_die(s: State, t: Tables, action: int) -> None:
    """Turn a die, use a die, or go on to the evening."""
    if action == ac.GO_ON:
        begin_evening(s, t)
    elif action >= ac.TURN_DIE:
        turn(s, t, action - ac.TURN_DIE)
    else:
        use_die(s, t, action - ac.USE_DIE)


@compiled
def take_action(s: State, t: Tables, action: int) -> None:
    """A boost, or the action itself, which ends the point."""
    if action == ac.RAISE_WITH_FOOD:
        raise_with_food(s)
    elif action == ac.RAISE_WITH_HEALTH:
        raise_with_health(s)
    elif action == ac.USE_WATER:
        use_water(s)
    else:
        act(s, t, action)
        if s.phase == st.ACTION:
            end_action(s, t)


@compiled
def act(s: State, t: Tables, action: int) -> None:
    """The action itself: the box, crafting, the friend, or nothing."""
    if action == ac.PASS:
        return
    if action == ac.PLAY:
        play_with_friend(s, t)
    elif action >= ac.CRAFT_TOOL:
        craft(s, t, action - ac.CRAFT_TOOL)
    elif action >= ac.USE_BOX:
        kind = action - ac.USE_BOX + ac.FIRST_BOX
        if kind == st.HUNT:
            hunt(s, t)
        else:
            use_box(s, t, kind)
    elif action >= ac.TAKE:
        s.goods[action - ac.TAKE] += 1
    elif action == ac.ESCAPE:
        s.escaped = 1
    else:
        move_to(s, t, action - ac.MOVE_TO)
