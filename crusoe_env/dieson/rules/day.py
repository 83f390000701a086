"""The course of a day: one action at a time, and by itself what needs no choice."""

from __future__ import annotations

from crusoe_env.dieson.actions import (
    CHOOSE_FRIEND,
    CRAFT_TOOL,
    EAT_FOOD,
    ESCAPE,
    FIRST_BOX,
    FRIEND_HELP,
    FRIEND_HELP_RAID,
    FRIEND_HELP_WEATHER,
    GO_HUNGRY,
    GO_ON,
    LOWER_WEATHER,
    LOWERING,
    MOVE_TO,
    PASS,
    PLAY,
    RAISE_WITH_FOOD,
    RAISE_WITH_HEALTH,
    REROLL,
    REROLL_DICE,
    SAVE_FOOD,
    SPEND_LEATHER,
    TAKE,
    TURN_DIE,
    USE_BOX,
    USE_DIE,
    USE_WATER,
)
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
from crusoe_env.dieson.state import (
    ACTION,
    DIE,
    EAT,
    EVENT,
    FOOD,
    FRIEND,
    GAIN_ONE,
    HUNT,
    MOVE,
    RAID,
    RAID_DIE,
    ROLL,
    START,
    WEATHER,
)
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
    if s.phase == ACTION:
        return has_choice_in_action(s, t)
    if has_free_action(s, t):
        return True
    if s.phase == DIE:
        return has_choice_of_dice(s, t)
    if s.phase == ROLL:
        return can_reroll(s)
    if s.phase == START:
        return can_lower_weather_with_any(s, t)
    if s.phase == EAT:
        return s.goods[FOOD] > 0
    return True


@compiled
def only_action(s: State) -> int:
    """The action of a point without a choice."""
    if s.phase == ACTION:
        return PASS
    if s.phase == EAT:
        return GO_HUNGRY
    if s.phase == DIE and s.unused_count > 0:
        return USE_DIE
    return GO_ON


@compiled
def has_free_action(s: State, t: Tables) -> bool:
    """Is leather or the friend's help on offer?"""
    if not window_is_open(s, t):
        return False
    helps = can_help(s, t) or can_help_with(s, t, WEATHER) or can_help_with(s, t, RAID_DIE)
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
    if kind == GAIN_ONE:
        return True
    if stars_count_here(s, t) and (can_raise(s) or s.water > 0):
        return True
    if can_play(s, t) or can_hunt(s, t) or can_craft_any(s, t) or has_free_action(s, t):
        return True
    if kind == MOVE:
        return can_escape(s, t) or can_move_anywhere(s, t)
    return kind != HUNT and can_use_box(s, t, kind)


# ---------------------------------------------------------------- one action


@compiled
def carry_out(s: State, t: Tables, action: int) -> None:
    """One action, in whatever phase it is taken."""
    if SPEND_LEATHER <= action <= FRIEND_HELP_RAID:
        take_free_action(s, t, action)
    elif s.phase == ACTION:
        take_action(s, t, action)
    elif s.phase == DIE:
        choose_die(s, t, action)
    elif s.phase == EAT:
        if action == EAT_FOOD:
            eat_food(s)
        else:
            go_hungry(s)
        after_meal(s, t)
    elif s.phase == ROLL:
        keep_or_reroll(s, t, action)
    elif s.phase == START:
        if action == GO_ON:
            end_start(s, t)
        else:
            lower_weather(s, t, LOWERING[action - LOWER_WEATHER])
    elif s.phase == EVENT:
        s.goods[action - TAKE] += 1
        begin_afternoon(s)
    elif s.phase == FRIEND:
        choose_friend(s, action - CHOOSE_FRIEND)
        end_action(s, t)
    elif s.phase == RAID:
        lose_raid(s, t, action == SAVE_FOOD, action != SAVE_FOOD)


@compiled
def take_free_action(s: State, t: Tables, action: int) -> None:
    """Leather for the friend's disc, or the friend's help."""
    if action == SPEND_LEATHER:
        spend_leather(s, t)
    elif action == FRIEND_HELP:
        help_now(s, t)
    elif action == FRIEND_HELP_WEATHER:
        help_with(s, t, WEATHER)
    else:
        help_with(s, t, RAID_DIE)


@compiled
def keep_or_reroll(s: State, t: Tables, action: int) -> None:
    """Reroll, or keep the dice: then comes the event."""
    if action != GO_ON:
        reroll(s, REROLL_DICE[action - REROLL])
    elif not event(s, t):
        begin_afternoon(s)


@compiled
def choose_die(s: State, t: Tables, action: int) -> None:
    """Turn a die, use a die, or go on to the evening."""
    if action == GO_ON:
        begin_evening(s, t)
    elif action >= TURN_DIE:
        turn(s, t, action - TURN_DIE)
    else:
        use_die(s, t, action - USE_DIE)


@compiled
def take_action(s: State, t: Tables, action: int) -> None:
    """A boost, or the action itself, which ends the point."""
    if action == RAISE_WITH_FOOD:
        raise_with_food(s)
    elif action == RAISE_WITH_HEALTH:
        raise_with_health(s)
    elif action == USE_WATER:
        use_water(s)
    else:
        act(s, t, action)
        if s.phase == ACTION:
            end_action(s, t)


@compiled
def act(s: State, t: Tables, action: int) -> None:
    """The action itself: the box, crafting, the friend, or nothing."""
    if action == PASS:
        return
    if action == PLAY:
        play_with_friend(s, t)
    elif action >= CRAFT_TOOL:
        craft(s, t, action - CRAFT_TOOL)
    elif action >= USE_BOX:
        kind = action - USE_BOX + FIRST_BOX
        if kind == HUNT:
            hunt(s, t)
        else:
            use_box(s, t, kind)
    elif action >= TAKE:
        s.goods[action - TAKE] += 1
    elif action == ESCAPE:
        s.escaped = 1
    else:
        move_to(s, t, action - MOVE_TO)
