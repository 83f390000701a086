"""The table of Marooned! as a page shows it, which has the decision and the log beside it."""

from __future__ import annotations

from typing import Any

from crusoe_env.marooned.view.parts import MARGIN, SCALE_BAR, SEA, SIDE_WIDTH, SIDE_X
from crusoe_env.marooned.view.picture import chart_of, draw_chart
from crusoe_env.marooned.view.side import draw_legend, draw_state
from crusoe_env.show.drawing import Picture

SMALLEST = 12.6
"""Of the text: 11 pixels where the page is 1280 x 800."""
STATE_HEIGHT = 470


def page_picture(
    s: Any,
    t: Any,
    facts: dict[str, Any],
    theme: str = "light",
    smallest: float = SMALLEST,
    only_board: bool = False,
) -> Picture:
    """An SVG drawing of the table without decision and log, without small text.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names.
        theme: "light" or "dark".
        smallest: size of the text at least.
        only_board: leave out everything but the first part.

    Raises:
        ValueError: unknown theme.
    """
    chart = chart_of(s, t, facts, theme, smallest)
    chart.d.parts = {
        "island": (MARGIN, MARGIN, SEA + 2 * SCALE_BAR, SEA + 2 * SCALE_BAR),
        "state": (SIDE_X - MARGIN, MARGIN, SIDE_WIDTH + 2 * MARGIN, STATE_HEIGHT),
    }
    draw_chart(chart)
    if not only_board:
        draw_state(chart)
        draw_legend(chart)
    return chart.d.picture()
