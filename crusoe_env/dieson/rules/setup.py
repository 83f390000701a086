"""Set-up (Rules, Prepare)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.afternoon import begin_afternoon, clear_action
from crusoe_env.dieson.rules.craft import own
from crusoe_env.dieson.rules.dice import die_showing
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import below


@compiled
def set_up(s: State, t: Tables) -> None:
    """Everything as it lies before the first morning."""
    s.over = 0
    s.victory = 0
    s.cause = st.LIVE
    s.score = 0
    s.steps = 0
    s.acting = 0
    s.rounds = 1
    s.quest = below(s, st.QUESTS) if s.quest_option == st.MIXED else s.quest_option - 1
    set_up_castaway(s, t)
    set_up_dice(s, t)
    s.box = t.rondel_start
    s.event_box = t.event_start
    s.friend = s.first_friend
    s.disc = 0
    s.helped = 0
    begin_afternoon(s)
    clear_action(s)


@compiled
def set_up_castaway(s: State, t: Tables) -> None:
    """Health, goods, place and first tools; nothing done for the quest."""
    quest = s.quest
    s.health = s.max_health = t.hearts[s.character, s.side]
    s.water = 0
    s.space = t.start[quest]
    for good in range(st.GOODS):
        s.goods[good] = t.start_goods[good]
    for tool in range(st.TOOLS):
        s.owned[tool] = 0
        if t.start_tools[quest, tool] == 1 or t.character_tool[s.character] == tool:
            own(s, t, tool)
    s.hunted = 0
    s.escaped = 0
    s.turned_back = 0
    for way in range(st.WAYS):
        s.ways_out[way] = 0
        s.ways_back[way] = 0


@compiled
def set_up_dice(s: State, t: Tables) -> None:
    """The dice on the icon boxes, and the hand: two yellow ones and the gray or the blue one."""
    for icon in range(st.ICONS):
        s.icon[icon] = die_showing(t.icon_dice, 0)
    for i in range(st.HAND):
        s.unused[i] = die_showing(1, 1 if s.blue_die == 1 and i == st.HAND - 1 else 0)
        s.used[i] = 0
    s.unused_count = st.HAND
    s.used_count = 0
