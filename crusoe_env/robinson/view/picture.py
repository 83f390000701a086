"""What the players of Robinson Crusoe see, as an SVG drawing and as text. Hidden cards are never read."""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.board import draw_fields, draw_threats, draw_tracks
from crusoe_env.robinson.view.cards import draw_inventions, draw_things
from crusoe_env.robinson.view.island import draw_island
from crusoe_env.robinson.view.parts import Canvas
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
    canvas = Canvas(Drawing(PAGE_WIDTH, PAGE_HEIGHT, label), colours, theme, sight_of(s, t, facts))
    with canvas.d.layer(0, 0, PAGE_WIDTH, PAGE_HEIGHT):
        canvas.d.rect(0, 0, PAGE_WIDTH, PAGE_HEIGHT, fill=colours.page)
    draw_island(canvas)
    draw_tracks(canvas)
    draw_threats(canvas)
    draw_fields(canvas)
    draw_inventions(canvas)
    draw_things(canvas)
    draw_people(canvas)
    draw_side(canvas, last_action)
    if s.over == 1:
        _draw_ribbon(canvas)
    return canvas.d.picture()


def _draw_ribbon(canvas: Canvas) -> None:
    """The result, at the foot of the panel of the decision, which has no answers then."""
    colours = canvas.c
    colour = colours.good if canvas.sight.s.cause == c.GOAL_MET else colours.bad
    lines = wrapped(canvas.sight.result(), RIBBON_SIZE, WIDTH - 76, 4)  # serif letters are wide
    height = RIBBON_SIZE * 1.25 * len(lines) + 18
    x, y = X + WIDTH / 2 + 2, LOG_Y - 20 - height
    style: Style = {
        "family": SERIF,
        "fill": colours.panel,
        "bold": True,
        "anchor": "middle",
        "width": WIDTH - 44,
    }
    with canvas.d.layer(X, y, WIDTH, height):
        canvas.d.rect(X + 16, y, WIDTH - 28, height, 12, fill=colour)
        for i, line in enumerate(lines):
            canvas.words(x, y + 8 + RIBBON_SIZE * (1.25 * i + 1), line, RIBBON_SIZE, **style)


def text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The table as plain text (ASCII), at most 110 columns wide.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names and effects.
    """
    return write_text(sight_of(s, t, facts))
