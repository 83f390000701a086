"""When characters die in Robinson Crusoe: in which phase of a round, and how early."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.robinson.state import CHARACTER_DIED, PHASES, PLANNING, RESOLUTION

ACTION = "action"
"""Planning and resolution are one phase of the rulebook."""
THIRDS = ((1, 4), (5, 8), (9, 12))


def phase_name(phase: int) -> str:
    """A phase of a round, as the rulebook counts them."""
    return ACTION if phase in (PLANNING, RESOLUTION) else PHASES[phase]


def table(title: str, ends: Mapping[str, np.recarray]) -> Table:
    """Shares of an agent's deaths by phase and by rounds.

    Args:
        title: of the table.
        ends: by agent, the states in which games ended.
    """
    names = list(
        dict.fromkeys(ACTION if i in (PLANNING, RESOLUTION) else PHASES[i] for i in range(len(PHASES)))
    )
    rows = []
    for agent, states in ends.items():
        dead = states[states.cause == CHARACTER_DIED]
        phases = [phase_name(phase) for phase in dead.phase]
        counts = [phases.count(name) for name in names]
        counts += [int(np.sum((dead.rounds >= low) & (dead.rounds <= high))) for low, high in THIRDS]
        rows.append((agent, f"{len(dead):,}", *(f"{count / max(1, len(dead)):.1%}" for count in counts)))
    headings = ("agent", "deaths", *names, *(f"rounds {low}–{high}" for low, high in THIRDS))
    return Table(title, headings, rows, detail=True)
