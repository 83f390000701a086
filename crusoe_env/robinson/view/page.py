"""The table of Robinson Crusoe as a page shows it, which has the decision, the dice and the log beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view import board, cards, island, people
from crusoe_env.robinson.view.parts import Canvas
from crusoe_env.robinson.view.sides import draw_phases, draw_rounds, draw_stages
from crusoe_env.robinson.view.words import sight_of, stores
from crusoe_env.show.drawing import Box, Drawing, Picture, palette
from crusoe_env.show.sheet import Style, around, wrapped

WIDTH, HEIGHT = 930, 766
SMALLEST = 12.4
"""Of the text: 11 pixels where the page is 1280 x 800."""
GAP = 6
ROUNDS_WIDTH, STRIP_HEIGHT = 344, 68
ISLAND: Box = (0, STRIP_HEIGHT + GAP, island.WIDTH, island.HEIGHT)
RIGHT, RIGHT_WIDTH = island.WIDTH + GAP, WIDTH - island.WIDTH - GAP
THREATS: Box = (RIGHT, ISLAND[1], RIGHT_WIDTH, 128)
FIELDS: Box = (RIGHT, ISLAND[1] + 128 + GAP, RIGHT_WIDTH, island.HEIGHT - 128 - GAP)
TRACKS_Y = ISLAND[1] + island.HEIGHT + GAP
MORALE_WIDTH, TOKENS_WIDTH = 214, 82
CARDS_Y, CARDS_HEIGHT = TRACKS_Y + board.HIGH + GAP, 124
THINGS_WIDTH, FEW_THINGS, FEW_THINGS_WIDTH = 270, 5, 170
PEOPLE_Y = CARDS_Y + CARDS_HEIGHT + GAP


def page_picture(
    s: Any,
    t: Any,
    facts: dict[str, Any],
    theme: str = "light",
    smallest: float = SMALLEST,
    only_board: bool = False,
) -> Picture:
    """An SVG drawing of the table without decision, dice and log, without small text.

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
    colours = palette(theme)
    drawing = Drawing(WIDTH, HEIGHT, f"Robinson Crusoe, round {s.rounds}", smallest)
    canvas = Canvas(drawing, colours, theme, sight_of(s, t, facts))
    drawing.parts = {
        "island": ISLAND,
        "actions": (RIGHT, ISLAND[1], RIGHT_WIDTH, island.HEIGHT),
        "tracks": (0, 0, WIDTH, STRIP_HEIGHT),
        "cards": (0, CARDS_Y, WIDTH, CARDS_HEIGHT),
        "people": (0, PEOPLE_Y, WIDTH, HEIGHT - PEOPLE_Y),
    }
    if not only_board:
        draw_rounds(canvas, 1, 1, ROUNDS_WIDTH)
        draw_phases(canvas, 1, 48, ROUNDS_WIDTH)
        _draw_scenario(canvas, ROUNDS_WIDTH + 16, WIDTH - ROUNDS_WIDTH - 18)
    with drawing.group(ISLAND[0] - island.X, ISLAND[1] - island.Y):
        island.draw_island(canvas)
    if only_board:
        return drawing.picture()
    board.draw_threats(canvas, THREATS, decks=False)
    board.draw_fields(canvas, FIELDS)
    _draw_tracks(canvas)
    _draw_cards(canvas)
    with drawing.group(1 - people.X, PEOPLE_Y - people.Y):
        people.draw_people(canvas)
    return drawing.picture()


def _draw_scenario(canvas: Canvas, x: float, width: float) -> None:
    """The counters of the scenario, what wins, what is known of the weather and of cards to come."""
    colours, sight = canvas.c, canvas.sight
    counters, y = sight.counters(), 12.0
    staged = next((i for i, counter in enumerate(counters) if counter[3]), None)
    if staged is not None:
        words = f"{counters[staged][0]}: {sight.counter_words(staged)}"
        canvas.words(x, y, words, 11.5, bold=True)
        draw_stages(canvas, counters[staged][3], x + 6.6 * len(words) + 10, 0)
        y += 15
    others = [f"{name} {sight.counter_words(i)}" for i, (name, *_) in enumerate(counters) if i != staged]
    for line in wrapped(" · ".join(others), 11.5, width, 2) if others else []:
        canvas.words(x, y, line, 11.5, bold=True, width=width)
        y += 14
    for line in wrapped(f"to win: {sight.goal_words}", 11.5, width, 2):
        canvas.words(x, y, line, 11.5, width=width)
        y += 14
    style: Style = {"fill": colours.muted, "width": width}
    lowest = float(STRIP_HEIGHT)
    for line in wrapped(" · ".join(_known(canvas)), 11.5, width, 2 if y + 14 <= lowest else 1):
        canvas.words(x, min(y, lowest), line, 11.5, **style)
        y += 14


def _known(canvas: Canvas) -> Iterator[str]:
    """What is known of points, weather and cards to come."""
    s, sight = canvas.sight.s, canvas.sight
    points = int(s.score if s.over else sight.points())
    yield f"{points} point{'' if points == 1 else 's'}"
    if s.weather_rolled:
        yield f"weather: {s.rain} rain, {s.snow} snow" + (
            f", animals: {sight.animals_in_short()}" if sight.animals() else ""
        )
    if sight.next_event():
        yield f"next event card: {sight.next_event()}"
    if sight.known_beast():
        yield f"next beast: {sight.known_beast()}"
    if sight.ambush():
        yield sight.ambush()


def _draw_tracks(canvas: Canvas) -> None:
    """Morale, tokens of weather and night if there are any, the camp and the stores, in one row."""
    s, y = canvas.sight.s, TRACKS_Y
    with canvas.d.layer(*around(1, y, MORALE_WIDTH, board.HIGH)):
        board.draw_morale(canvas, 1, y, MORALE_WIDTH, board.HIGH)
    x = float(1 + MORALE_WIDTH + 5)
    for name, bits in (("weather", int(s.weather_tokens)), ("night", int(s.night_tokens))):
        if bits:
            board.draw_tokens_of(canvas, name, bits, (x, y, TOKENS_WIDTH, board.HIGH))
            x += TOKENS_WIDTH + 5
    count = len(c.STRUCTURES) + len(list(stores(s.available)))
    board.draw_camp(canvas, x, y, (WIDTH - 1 - x + 5) / count)


def _draw_cards(canvas: Canvas) -> None:
    """Inventions, and beside them the things of the group if there are any."""
    things, waiting = canvas.sight.possessions(), canvas.sight.waiting()
    many = bool(waiting) or len(things) > FEW_THINGS
    beside = (THINGS_WIDTH if many else FEW_THINGS_WIDTH if things else -GAP) + GAP
    width = WIDTH - 2 - beside
    cards.draw_inventions(canvas, (1, CARDS_Y, width, CARDS_HEIGHT))
    if beside:
        cards.draw_things(canvas, (1 + width + GAP, CARDS_Y, beside - GAP, CARDS_HEIGHT))
