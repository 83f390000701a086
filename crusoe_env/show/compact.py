"""A table for little room, such as a notebook or a phone: 400 pixels wide, nothing in it under 11 pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from crusoe_env.engine.game import NoViewError
from crusoe_env.show.description import Description
from crusoe_env.show.drawing import Box, Drawing, Picture, palette
from crusoe_env.show.sheet import Sheet, wrapped

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

WIDTH, HEIGHT, MARGIN = 400, 640, 10
BOARD_Y = 32.0
TALL = 960
"""The height for games of several players, at whose table more lies."""
INSIDE = WIDTH - 2 * MARGIN
SMALLEST = 11.5
"""Of the letters on the board; nothing else is smaller. A phone 390 pixels wide shows them with 11."""
SIZE, LINE = 12.0, 16.0
"""Of the letters of facts, and the height of their lines."""
MOST_LINES = 3
"""Of one fact, and of what is to be decided."""
SHORT, SHORT_VALUE = 25, 13
"""Letters of a fact that shares its line with another, and of its value."""
CARD_LINES = 3
NOTHING = ("", "none", "no", "0")
"""Values of facts that are left out."""


def compact_picture(
    game: Game, state: Any, tables: Any, facts: dict[str, Any], theme: str = "light"
) -> Picture:
    """An SVG drawing, 400 pixels wide: what is to be decided, the board, and what lies on the table in words.

    All pictures of a game have the same size, so that they can be put together to a film.

    Args:
        game: of the state. The first part of its `page_picture` is the board; without one, its whole picture.
        state: the game's record.
        tables: its tables.
        facts: the printed facts.
        theme: "light" or "dark".

    Raises:
        ValueError: unknown theme.
        NoViewError: the game has no picture or no description.
    """
    colours = palette(theme)
    description: Description = game.viewed("describe")(state, tables, facts)
    height = TALL if game.several_players else HEIGHT
    sheet = Sheet(Drawing(WIDTH, height, f"{game.title}, {description.title}", SMALLEST), colours, theme)
    sheet.d.rect(0, 0, WIDTH, height, fill=colours.page)
    _draw_heading(sheet, game.title, description)
    y = _draw_board(sheet, *_board(game, state, tables, facts, theme), BOARD_Y)
    y = _draw_decision(sheet, description, y + 22)
    with sheet.d.group(y=y):
        _draw_facts(sheet, description, height - y)
    return sheet.d.picture()


def _board(game: Game, *table: Any) -> tuple[Picture, Box]:
    """The picture that has the board, and where the board lies in it."""
    *state, theme = table
    try:
        page = game.viewed("page_picture")
    except NoViewError:
        picture = Picture.of(game.picture(*state, theme=theme))
        return picture, (0, 0, picture.width, picture.height)
    _, _, width, _ = _first_part(page(*state, theme=theme, only_board=True))
    picture = page(*state, theme=theme, smallest=SMALLEST * width / INSIDE, only_board=True)
    return picture, _first_part(picture)


def _first_part(picture: Picture) -> Box:
    """The box of the first part that a picture names, else of the whole picture."""
    return next(iter(picture.parts.values()), (0, 0, picture.width, picture.height))


def _draw_heading(sheet: Sheet, title: str, description: Description) -> None:
    """Draw the game and the round. The board follows at once, so that it stays in its place in a film."""
    sheet.words(MARGIN, 22, title, 15, bold=True, width=INSIDE - 190)
    when = f"{description.round} · {description.phase}" if description.round else description.phase
    sheet.words(WIDTH - MARGIN, 22, when, SIZE, fill=sheet.c.muted, anchor="end", width=180)


def _draw_decision(sheet: Sheet, description: Description, y: float) -> float:
    """Draw what is asked of whom, from the base line `y` on; return where it ends."""
    asked = f"{description.who}: {description.title}" if description.who else description.title
    y = _draw_lines(sheet, asked, y, 15, MOST_LINES, fill=sheet.c.accent, bold=True)
    y = _draw_lines(sheet, description.sentence, y, SIZE, MOST_LINES)
    if description.card is not None:
        y = _draw_lines(sheet, description.card.name, y, SIZE, 1, bold=True)
        y = _draw_lines(sheet, " ".join(description.card.text), y, SIZE, CARD_LINES)
    if description.dice:
        dice = ", ".join(f"{name}: {face}" for name, face in description.dice.items())
        y = _draw_lines(sheet, f"Dice: {dice}", y, SIZE, MOST_LINES)
    return y - 6


def _draw_lines(sheet: Sheet, words: str, y: float, size: float, most: int, **style: Any) -> float:
    """Draw words in at most so many lines from the base line `y` on; return the base line after them."""
    for line in wrapped(words, size, INSIDE, most):
        sheet.words(MARGIN, y, line, size, width=INSIDE, **style)
        y += LINE * size / SIZE
    return y


def _draw_board(sheet: Sheet, picture: Picture, box: Box, y: float) -> float:
    """Draw the part of a picture that holds the board, as wide as the page; return where it ends."""
    height = INSIDE * box[3] / box[2]
    sheet.d.markup(picture.placed(MARGIN, y, INSIDE, height, box))
    return y + height


def _draw_facts(sheet: Sheet, description: Description, height: float) -> None:
    """Draw what lies on the table: short facts two in a line, long ones by themselves; then what happened.

    They are drawn from 0 down to `height`, in a group that is moved as a whole. So most of it stays the same
    from state to state, and a replay keeps it once.
    """
    bottom, y = height - LINE, 0.0
    short = [fact for fact in _known(description) if _is_short(*fact)]
    long = [fact for fact in _known(description) if not _is_short(*fact)]
    y += LINE
    half = INSIDE / 2
    for i, (name, value) in enumerate(short):
        x = MARGIN + half * (i % 2)
        sheet.words(x, y, name, SIZE, fill=sheet.c.muted, width=half - 8)
        sheet.words(x + half - 12, y, value, SIZE, bold=True, anchor="end", width=0.6 * half)
        y += LINE if i % 2 or i == len(short) - 1 else 0
    lines = [_fact_lines(fact) for fact in long]
    for i, fact in enumerate(lines):
        room = int((bottom - y) // LINE)
        if len(fact) > room - (i < len(lines) - 1):
            sheet.words(MARGIN, y, f"and {len(lines) - i} more", SIZE, fill=sheet.c.muted)
            return
        for line in fact:
            sheet.words(MARGIN, y, line, SIZE, width=INSIDE)
            y += LINE
    for line in _last_lines(description.log, int((bottom - y - 6) // LINE)):
        sheet.words(MARGIN, y + 6, line, SIZE, fill=sheet.c.muted, width=INSIDE)
        y += LINE


def _known(description: Description) -> Iterator[tuple[str, str]]:
    """The facts that say something."""
    for name, value in description.facts.items():
        if value not in NOTHING and name != "phase":
            yield name, value


def _is_short(name: str, value: str) -> bool:
    """Return true if a fact fits into half a line."""
    return len(value) <= SHORT_VALUE and len(name) + len(value) < SHORT


def _fact_lines(fact: tuple[str, str]) -> list[str]:
    """A fact in at most three lines."""
    name, value = fact
    return wrapped(f"{name}: {value}", SIZE, INSIDE, MOST_LINES)


def _last_lines(log: Sequence[str], most: int) -> list[str]:
    """As much of the end of a log as there is room for."""
    lines = [line for entry in log for line in wrapped(entry, SIZE, INSIDE, MOST_LINES)]
    return lines[-most:] if most > 0 else []
