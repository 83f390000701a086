"""The morning: roll, rerolls for stone, event (Rules, Morning)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.dice import change_icon, roll_unused, sort_unused, value_of
from crusoe_env.dieson.rules.disc import advance_disc
from crusoe_env.dieson.rules.stock import gain_all, lose
from crusoe_env.engine.compile import compiled


@compiled
def begin_morning(s: State) -> None:
    """Roll the three dice of the hand, in its order, and sort them."""
    s.unused_count = st.HAND
    for i in range(st.HAND):
        roll_unused(s, i)
    sort_unused(s)
    s.phase = st.ROLL


@compiled
def can_reroll(s: State) -> bool:
    """A reroll costs 1 stone."""
    return s.goods[st.STONE] > 0


@compiled
def reroll(s: State, dice: int) -> None:
    """Pay 1 stone and roll some dice again; bit i of `dice` stands for die i."""
    s.goods[st.STONE] -= 1
    for i in range(st.HAND):
        if dice >> i & 1:
            roll_unused(s, i)
    sort_unused(s)


@compiled
def box_ahead(s: State, t: Tables, value: int) -> int:
    """The event box that a smallest die of this value leads to."""
    return (s.event_box + value) % t.event_boxes


@compiled
def event_ahead(s: State, t: Tables) -> int:
    """The event that the smallest die leads to."""
    return t.event_track[box_ahead(s, t, value_of(s.unused[0]))]


@compiled
def event(s: State, t: Tables) -> bool:
    """The event disc moves by the smallest die and its box happens. Does it leave a choice to the player?"""
    s.event_box = box_ahead(s, t, value_of(s.unused[0]))
    kind = t.event_track[s.event_box]
    gain_all(s, t.event_gains[kind])
    for good in range(st.GOODS):
        lose(s, good, t.event_loses[kind, good])
    for icon in range(st.ICONS):
        change_icon(s, icon, t.event_raises[kind, icon])
    advance_disc(s, t, t.event_friend_steps[kind])
    if t.event_is_choice[kind] == 1:
        s.phase = st.EVENT
        return True
    return False


@compiled
def event_lets_choose(s: State, t: Tables, good: int) -> bool:
    """May this good be taken from the present event?"""
    return t.event_chooses[t.event_track[s.event_box], good] == 1
