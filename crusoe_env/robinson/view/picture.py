"""What the players of Robinson Crusoe see, as an SVG drawing and as text. Hidden cards are never read."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.drawing import SERIF, Drawing, palette
from crusoe_env.core.sheet import Style
from crusoe_env.robinson.state import GOAL_MET
from crusoe_env.robinson.view.board import (
    FIELDS_HEIGHT,
    FIELDS_Y,
    MIDDLE_WIDTH,
    MIDDLE_X,
    draw_fields,
    draw_threats,
    draw_tracks,
)
from crusoe_env.robinson.view.cards import draw_inventions, draw_things
from crusoe_env.robinson.view.island import draw_island
from crusoe_env.robinson.view.parts import Table
from crusoe_env.robinson.view.people import draw_people
from crusoe_env.robinson.view.sides import draw_side
from crusoe_env.robinson.view.text import write_text
from crusoe_env.robinson.view.words import look

PAGE_WIDTH, PAGE_HEIGHT = 1200, 800


def picture(
    s: Any, t: Any, facts: dict[str, Any], theme: str = "light", last_action: str | None = None
) -> str:
    """An SVG drawing of the table, 1200 x 800.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names and effects.
        theme: "light" or "dark".
        last_action: the name of the action that led here, if it is to be shown.

    Raises:
        ValueError: unknown theme.
    """
    colours = palette(theme)
    label = f"Robinson Crusoe, round {s.rounds}"
    table = Table(Drawing(PAGE_WIDTH, PAGE_HEIGHT, label), colours, theme, look(s, t, facts))
    table.d.rect(0, 0, PAGE_WIDTH, PAGE_HEIGHT, fill=colours.page)
    draw_island(table)
    draw_tracks(table)
    draw_threats(table)
    draw_fields(table)
    draw_inventions(table)
    draw_things(table)
    draw_people(table)
    draw_side(table, last_action)
    if s.over == 1:
        _draw_ribbon(table)
    return table.d.svg()


def _draw_ribbon(table: Table) -> None:
    """The result, over the fields of the actions."""
    c = table.c
    colour = c.good if table.sight.s.cause == GOAL_MET else c.bad
    x, y = MIDDLE_X + MIDDLE_WIDTH / 2, FIELDS_Y + FIELDS_HEIGHT - 21
    table.d.rect(x - 170, y - 17, 340, 34, 17, fill=colour, stroke=c.panel, stroke_width=3)
    style: Style = {"family": SERIF, "fill": c.panel, "bold": True, "anchor": "middle", "width": 316}
    table.words(x, y + 5.5, table.sight.result(), 16.5, **style)


def text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The table as plain text (ASCII), at most 110 columns wide.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names and effects.
    """
    return write_text(look(s, t, facts))
