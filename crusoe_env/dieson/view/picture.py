"""The table of Dieson Crusoe as an SVG drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crusoe_env.dieson.state import QUEST_DONE
from crusoe_env.dieson.view import map as island_map
from crusoe_env.dieson.view.board import draw_days, draw_dice_board, draw_event_track, draw_ring
from crusoe_env.dieson.view.cards import draw_areas, draw_people, draw_tools
from crusoe_env.dieson.view.map import draw_map
from crusoe_env.dieson.view.parts import Canvas
from crusoe_env.dieson.view.side import draw_side
from crusoe_env.dieson.view.words import sight_of
from crusoe_env.show.drawing import SERIF, Drawing, Picture, palette
from crusoe_env.show.sheet import Style, around

PAGE_WIDTH, PAGE_HEIGHT = 1200, 820


def picture(
    s: Any,
    t: Any,
    facts: dict[str, Any],
    theme: str = "light",
    last_action: str | None = None,
    log: Sequence[str] = (),
) -> Picture:
    """An SVG drawing of the table, 1200 x 820.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names and effects.
        theme: "light" or "dark".
        last_action: the name of the action that led here, if it is to be shown.
        log: what happened last, the newest line last.

    Raises:
        ValueError: unknown theme.
    """
    colours = palette(theme)
    label = f"Dieson Crusoe, day {s.rounds}, health {s.health}"
    canvas = Canvas(Drawing(PAGE_WIDTH, PAGE_HEIGHT, label), colours, theme, sight_of(s, t, facts))
    with canvas.d.layer(0, 0, PAGE_WIDTH, PAGE_HEIGHT):
        canvas.d.rect(0, 0, PAGE_WIDTH, PAGE_HEIGHT, fill=colours.page)
    draw_map(canvas)
    draw_days(canvas)
    draw_tools(canvas)
    draw_ring(canvas)
    draw_dice_board(canvas)
    draw_event_track(canvas)
    draw_people(canvas)
    draw_areas(canvas)
    draw_side(canvas, last_action, log)
    if s.over == 1:
        _draw_ribbon(canvas)
    return canvas.d.picture()


def _draw_ribbon(canvas: Canvas) -> None:
    """The result, on the sea in the south-west of the map."""
    c = canvas.c
    colour = c.good if canvas.sight.s.cause == QUEST_DONE else c.bad
    x, y = island_map.X + 150, island_map.Y + island_map.HEIGHT - 42
    style: Style = {"family": SERIF, "fill": c.panel, "bold": True, "anchor": "middle", "width": 236}
    with canvas.d.layer(*around(x - 128, y - 21, 256, 42)):
        canvas.d.rect(x - 128, y - 21, 256, 42, 21, fill=colour, stroke=c.panel, stroke_width=3)
        canvas.words(x, y + 6.5, canvas.sight.result(), 18.5, **style)
