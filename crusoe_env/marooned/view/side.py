"""The side panel of the drawing of Marooned!, and the ribbon of its end."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from contextlib import AbstractContextManager

from crusoe_env.marooned.facts import PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.state import CARDS, NONE, RESCUED
from crusoe_env.marooned.view.parts import (
    PAGE_HEIGHT,
    RING,
    SCENE_HEIGHT,
    SCENE_WIDTH,
    SEA,
    SEA_START,
    SIDE_WIDTH,
    SIDE_X,
    Chart,
    scene,
)
from crusoe_env.show.drawing import HEART, SERIF
from crusoe_env.show.sheet import Style, fitted

LOG_Y, LEGEND_Y = 586, 669


def draw_ribbon(chart: Chart) -> None:
    """The result, across the sea where no ship is."""
    d, c, s = chart.d, chart.c, chart.sight.s
    colour = c.good if s.cause == RESCUED else c.bad
    middle = SEA_START + SEA / 2
    y = SEA_START + RING / 2 if s.ship == 2 else SEA_START + SEA - RING / 2
    d.rect(middle - 190, y - 26, 380, 52, 26, fill=colour, stroke=c.panel, stroke_width=3)
    d.text(middle, y + 8, chart.sight.result(), 23, family=SERIF, fill=c.panel, bold=True, anchor="middle")


def draw_side(chart: Chart, last_action: str | None, log: Sequence[str]) -> None:
    """The panel beside the map."""
    draw_state(chart)
    with _part(chart, 460, 560):
        _draw_decision(chart, 464)
    with _part(chart, 560, 590):
        _heading(chart, LOG_Y, "log")
        if last_action is not None:
            style: Style = {"fill": chart.c.accent, "bold": True, "anchor": "end"}
            words = fitted(last_action, 12, SIDE_WIDTH - 50)
            chart.d.text(SIDE_X + SIDE_WIDTH, LOG_Y, *words, **style)
    chart.log(log, (SIDE_X, LOG_Y + 7, SIDE_WIDTH, LEGEND_Y - LOG_Y - 7), 11, 3)
    draw_legend(chart)


def draw_state(chart: Chart) -> None:
    """What is not on the map: health, the deck, the ship, signals, points."""
    d, c, s = chart.d, chart.c, chart.sight.s
    with _part(chart, 0, 60):
        d.text(SIDE_X, 46, "Marooned!", 27, family=SERIF, fill=c.ink, bold=True)
        d.text(SIDE_X + SIDE_WIDTH, 46, f"turn {s.rounds}", 14, fill=c.muted, anchor="end")
    with _part(chart, 60, 148):
        _draw_health(chart, 84)
    with _part(chart, 148, 210):
        _draw_deck(chart, 170)
    with _part(chart, 210, 294):
        _draw_ship_words(chart, 232)
    with _part(chart, 294, 410):
        _draw_signals(chart, 316)
    with _part(chart, 410, 460):
        _draw_points(chart, 432)


def draw_legend(chart: Chart) -> None:
    """Which colour means which side of a card."""
    d, c = chart.d, chart.c
    with _part(chart, LEGEND_Y - 2, PAGE_HEIGHT):
        for x, colour, words in ((0, c.card, "side a up"), (104, c.card_turned, "side b up")):
            d.rect(SIDE_X + x, LEGEND_Y, 18, 13, 3, fill=colour, stroke=c.card_line)
            d.text(SIDE_X + x + 25, LEGEND_Y + 11, words, 12, fill=c.muted)


def _part(chart: Chart, top: float, bottom: float) -> AbstractContextManager[None]:
    """The layer of a part of the panel."""
    return chart.d.layer(SIDE_X - 2, top, SIDE_WIDTH + 12, bottom - top)


def _heading(chart: Chart, y: float, words: str, value: str = "") -> None:
    d, c = chart.d, chart.c
    d.line(SIDE_X, y - 20, SIDE_X + SIDE_WIDTH, y - 20, stroke=c.line)
    d.text(SIDE_X, y, words.upper(), 11, fill=c.muted, bold=True, letter_spacing=1.2)
    if value:
        d.text(SIDE_X + SIDE_WIDTH, y, value, 14, fill=c.ink, bold=True, anchor="end")


def _draw_health(chart: Chart, y: float) -> None:
    d, c, s = chart.d, chart.c, chart.sight.s
    most = int(chart.sight.t.max_health)
    _heading(chart, y, "health", f"{s.health} of {most}")
    if most > 16:
        d.rect(SIDE_X, y + 16, SIDE_WIDTH, 14, 7, fill=c.line)
        d.rect(SIDE_X, y + 16, SIDE_WIDTH * int(s.health) / most, 14, 7, fill=c.heart)
        return
    pitch = SIDE_WIDTH / 8
    for i in range(most):
        colour = c.heart if i < s.health else c.line
        with d.group(SIDE_X + pitch * (i % 8 + 0.5), y + 24 + 25 * (i // 8), 1.05):
            d.path(HEART, fill=colour)


def _draw_deck(chart: Chart, y: float) -> None:
    d, c = chart.d, chart.c
    left = CARDS - int(chart.sight.s.played)
    _heading(chart, y, "deck", f"{left} of {CARDS} left")
    pitch = SIDE_WIDTH / CARDS
    for i in range(CARDS):
        colour = c.card_turned if i < left else c.line
        d.rect(SIDE_X + pitch * i, y + 13, pitch - 3, 17, 2.5, fill=colour)


def _draw_ship_words(chart: Chart, y: float) -> None:
    _heading(chart, y, "ship")
    for i, line in enumerate(chart.sight.ship()):
        chart.d.text(SIDE_X, y + 20 + 18 * i, line, 13.5, fill=chart.c.ink)


def _draw_signals(chart: Chart, y: float) -> None:
    """The three signals, gold when lit, and from where each is seen."""
    d, c, sight = chart.d, chart.c, chart.sight
    _heading(chart, y, "signals")
    width = (SIDE_WIDTH - 16) / 3
    seen = ((SEEN_IN_ROW, "its row"), (SEEN_IN_COLUMN, "its column"), (PICKED_UP_FROM_COAST, "beside it"))
    for i, (special, where) in enumerate(seen):
        face = int(sight.t.face_of[special])
        lit = sight.in_play(special) != NONE
        x = SIDE_X + i * (width + 8)
        edge = c.gold if lit else c.line
        d.rect(x, y + 11, width, 74, 8, fill=c.panel, stroke=edge, stroke_width=2.5 if lit else 1.5)
        sky, drawing = scene(face)
        with d.group(x + 7, y + 17, (width - 14) / SCENE_WIDTH, opacity=None if lit else 0.3):
            d.rect(0, 0, SCENE_WIDTH, SCENE_HEIGHT, fill=sky)
            d.markup(drawing)
        ink = c.ink if lit else c.muted
        words = sight.names[face]
        d.text(x + width / 2, y + 69, words, 11, fill=ink, bold=lit, anchor="middle")
        d.text(x + width / 2, y + 81, where, 9.5, fill=c.muted, anchor="middle")


def _draw_points(chart: Chart, y: float) -> None:
    s = chart.sight.s
    on_cards, for_health, for_played = chart.sight.points()
    words = f"cards {on_cards} · health {for_health} · played {for_played}"
    if s.over == 0:
        _heading(chart, y, "points if rescued now", str(on_cards + for_health + for_played))
    else:
        _heading(chart, y, "points", str(s.score))
        words = words if s.cause == RESCUED else "only when rescued"
    chart.d.text(SIDE_X, y + 19, words, 12.5, fill=chart.c.muted)


def _draw_decision(chart: Chart, y: float) -> None:
    """What is to be decided; at the end, the result."""
    d, c, s = chart.d, chart.c, chart.sight.s
    title, words = chart.sight.decision()
    colour = c.accent if s.over == 0 else c.good if s.cause == RESCUED else c.bad
    d.rect(SIDE_X, y, SIDE_WIDTH, 92, 10, fill=c.panel, stroke=c.line)
    d.rect(SIDE_X, y + 10, 5, 72, 2.5, fill=colour)
    d.text(SIDE_X + 18, y + 25, title, 17, fill=colour, bold=True)
    for i, line in enumerate(textwrap.wrap(words, 29)):
        d.text(SIDE_X + 18, y + 45 + 17 * i, line, 13, fill=c.ink)
