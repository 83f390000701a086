"""The table of Dieson Crusoe as a page shows it, which has the decision and the log beside it."""

from __future__ import annotations

from typing import Any

from crusoe_env.dieson.view import board, cards, side
from crusoe_env.dieson.view import map as island_map
from crusoe_env.dieson.view.parts import Canvas
from crusoe_env.dieson.view.words import sight_of
from crusoe_env.show.drawing import SERIF, Box, Drawing, Picture, palette

WIDTH, HEIGHT = 944, 808
SMALLEST = 12.6
"""Of the text: 11 pixels where the page is 1280 x 800."""
GAP = 6
STRIP_HEIGHT, QUEST_WIDTH = 108, 372
SCALE = 0.92
"""Of the map and the ring of actions."""
MAP_Y = STRIP_HEIGHT + GAP
MAP_HEIGHT = SCALE * island_map.HEIGHT
RING_X = SCALE * island_map.WIDTH + GAP
RING_WIDTH = SCALE * board.BOARD_WIDTH
GOODS_X = RING_X + RING_WIDTH + GAP
DAYS_Y = MAP_Y + MAP_HEIGHT + GAP
CARDS_Y = DAYS_Y + board.TRACK_HEIGHT + GAP + 4
RIGHT = 4
"""How far what stands right of the tools lies further right than in the whole picture."""


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
        facts: the printed facts, for names and effects.
        theme: "light" or "dark".
        smallest: size of the text at least.
        only_board: leave out everything but the first part.

    Raises:
        ValueError: unknown theme.
    """
    drawing = Drawing(WIDTH, HEIGHT, f"Dieson Crusoe, day {s.rounds}, health {s.health}", smallest)
    canvas = Canvas(drawing, palette(theme), theme, sight_of(s, t, facts))
    drawing.parts = {
        "island": (0, MAP_Y, RING_X - GAP, MAP_HEIGHT),
        "actions": (RING_X, MAP_Y, WIDTH - RING_X, MAP_HEIGHT),
        "quest": (0, 0, WIDTH, STRIP_HEIGHT),
        "days": (0, DAYS_Y - 4, WIDTH, board.TRACK_HEIGHT + 8),
        "cards": (0, CARDS_Y, WIDTH, HEIGHT - CARDS_Y),
    }
    if not only_board:
        _draw_strip(canvas)
    with drawing.group(-SCALE * island_map.X, MAP_Y - SCALE * island_map.Y, SCALE):
        island_map.draw_map(canvas)
    if only_board:
        return drawing.picture()
    with drawing.group(RING_X - SCALE * board.BOARD_X, MAP_Y - SCALE * island_map.Y, SCALE):
        board.draw_ring(canvas)
        board.draw_dice_board(canvas)
    _draw_goods(canvas, (GOODS_X, MAP_Y, WIDTH - 1 - GOODS_X, MAP_HEIGHT))
    with drawing.group(1 - board.DAYS_X, DAYS_Y - board.TRACK_Y):
        board.draw_days(canvas)
    with drawing.group(RIGHT, DAYS_Y - board.TRACK_Y):
        board.draw_event_track(canvas)
    with drawing.group(1 - cards.TOOLS_X, CARDS_Y - cards.TOOLS_Y):
        cards.draw_tools(canvas)
    with drawing.group(RIGHT, CARDS_Y - cards.AREAS_Y):
        cards.draw_areas(canvas)
    return drawing.picture()


def _draw_strip(canvas: Canvas) -> None:
    """The quest, health and stars, your character and your friend."""
    sight, c = canvas.sight, canvas.c
    canvas.words(
        2, 16, f"{sight.quest_name}, day {sight.s.rounds} of {sight.last_day}", 16, family=SERIF, bold=True
    )
    side.draw_steps(canvas, 0, 38.0, QUEST_WIDTH)
    if sight.s.over == 1:
        canvas.words(2, STRIP_HEIGHT - 6, sight.result(), 14, fill=c.accent, bold=True, width=QUEST_WIDTH)
    people = 2 * cards.PEOPLE_WIDTH + 8
    with canvas.d.group(WIDTH - 1 - people - cards.PEOPLE_X, 2 - cards.PEOPLE_Y):
        cards.draw_people(canvas)
    with canvas.d.group(QUEST_WIDTH + 14 - side.X, 0):
        side.draw_health(canvas, 0)
        side.draw_star_row(canvas, 62)


def _draw_goods(canvas: Canvas, box: Box) -> None:
    """Goods, water and power in a column."""
    x, y, width, height = box
    held = side.held(canvas)
    pitch = (height + GAP) / len(held)
    for i, (name, amount) in enumerate(held):
        side.draw_good(canvas, name, amount, (x, y + pitch * i, width, pitch - GAP))
