"""What the players of Robinson Crusoe see, as an SVG drawing and as text. Hidden cards are never read."""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.board import draw_fields, draw_threats, draw_tracks
from crusoe_env.robinson.view.cards import draw_inventions, draw_things
from crusoe_env.robinson.view.island import draw_island
from crusoe_env.robinson.view.parts import Table
from crusoe_env.robinson.view.people import draw_people
from crusoe_env.robinson.view.sides import LOG_Y, WIDTH, X, draw_side
from crusoe_env.robinson.view.text import write_text
from crusoe_env.robinson.view.words import sight_of
from crusoe_env.show.drawing import SERIF, Drawing, Picture, palette
from crusoe_env.show.sheet import Style, wrapped

PAGE_WIDTH, PAGE_HEIGHT = 1200, 800
RIBBON_SIZE = 16.5


def picture(
    s: Any, t: Any, facts: dict[str, Any], theme: str = "light", last_action: str | None = None
) -> Picture:
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
    table = Table(Drawing(PAGE_WIDTH, PAGE_HEIGHT, label), colours, theme, sight_of(s, t, facts))
    with table.d.layer(0, 0, PAGE_WIDTH, PAGE_HEIGHT):
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
    return table.d.picture()


def _draw_ribbon(table: Table) -> None:
    """The result, at the foot of the panel of the decision, which has no answers then."""
    colours = table.c
    colour = colours.good if table.sight.s.cause == c.GOAL_MET else colours.bad
    lines = wrapped(table.sight.result(), RIBBON_SIZE, WIDTH - 76, 4)  # serif letters are wide
    height = RIBBON_SIZE * 1.25 * len(lines) + 18
    x, y = X + WIDTH / 2 + 2, LOG_Y - 20 - height
    style: Style = {
        "family": SERIF,
        "fill": colours.panel,
        "bold": True,
        "anchor": "middle",
        "width": WIDTH - 44,
    }
    with table.d.layer(X, y, WIDTH, height):
        table.d.rect(X + 16, y, WIDTH - 28, height, 12, fill=colour)
        for i, line in enumerate(lines):
            table.words(x, y + 8 + RIBBON_SIZE * (1.25 * i + 1), line, RIBBON_SIZE, **style)


def text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The table as plain text (ASCII), at most 110 columns wide.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names and effects.
    """
    return write_text(sight_of(s, t, facts))
