"""Writing an observation: the scenario and the number of players."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.observation.entries import put
from crusoe_env.robinson.observation.layout import LAYOUT

TASK_AT, TASK = LAYOUT.start["task"], LAYOUT.offsets("task")


@compiled
def write_task(s: State, t: Tables, out: Entries) -> None:
    """Which scenario it is, how many play, and what was chosen where the scenario leaves a choice."""
    out[TASK_AT + TASK.scenario + t.scenario] = 1
    out[TASK_AT + TASK.players + s.players - 1] = 1
    for i in range(c.CHOICES):
        put(out, TASK_AT + TASK.choices + i, t.choice[i])
