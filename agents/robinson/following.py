"""What other players have planned. A template (engine.compile.bind)."""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson import queries as q


def planned_range(states: Any, out: Any, start: int, stop: int) -> None:
    """Write for each game and kind of action whether somebody else than the acting player leads one."""
    for i in range(start, stop):
        for kind in range(out.shape[1]):
            out[i, kind] = q.is_planned_by_others(states[i], kind)
