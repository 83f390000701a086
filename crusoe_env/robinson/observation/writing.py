"""Writing an observation: all its parts."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.observation.camp import (
    write_camp,
    write_counters,
    write_limits,
    write_things,
    write_used,
    write_weather,
)
from crusoe_env.robinson.observation.cards import write_cards
from crusoe_env.robinson.observation.island import write_island
from crusoe_env.robinson.observation.people import write_people, write_plans, write_specials, write_words
from crusoe_env.robinson.observation.placed import acting_for, asked_of, left_for, write_placed
from crusoe_env.robinson.observation.private import write_private, write_strains
from crusoe_env.robinson.observation.question import write_question
from crusoe_env.robinson.observation.task import write_task

ANY_SEAT = (1 << c.PLAYERS) - 1


@compiled
def write_observation(s: State, t: Tables, viewer: int, out: Entries) -> None:
    """Write the observation into `out` (uint8, `LAYOUT.size` entries).

    `viewer`: a seat; OPEN_VIEW + a seat: the same with nothing hidden between players.
    """
    out[:] = 0
    everything = viewer >= c.OPEN_VIEW
    mine = ANY_SEAT if everything else 1 << viewer
    asked, acts, left = int(s.question_person), int(s.acting), int(s.question_left)
    if everything:
        viewer -= c.OPEN_VIEW
    elif s.secret_plans == 1:
        asked, acts, left = asked_of(s, viewer), acting_for(s, viewer), left_for(s, viewer)
    write_task(s, t, out)
    write_question(s, t, left, out)
    write_people(s, t, viewer, mine, asked, acts, out)
    write_plans(s, viewer, out)
    write_camp(s, t, out)
    write_island(s, mine, out)
    write_cards(s, viewer, mine, out)
    write_things(s, viewer, mine, out)
    write_weather(s, out)
    write_limits(s, out)
    write_used(s, t, viewer, out)
    write_counters(s, t, out)
    write_specials(s, t, out)
    if s.words > 0:
        write_words(s, viewer, out)
    if s.strains == 1:
        write_strains(s, viewer, mine, out)
    if s.secret_plans == 1:
        write_placed(s, viewer, int(everything), out)
    if s.private_finds == 1:
        write_private(s, viewer, out)
