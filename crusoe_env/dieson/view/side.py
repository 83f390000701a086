"""The panel beside the board of Dieson Crusoe: quest, health, goods, stars, what is to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from crusoe_env.dieson.rules.dice import die_showing
from crusoe_env.dieson.state import DIE_SIDES, GOOD_IDS, QUEST_DONE
from crusoe_env.dieson.view.parts import Canvas
from crusoe_env.dieson.view.pointing import on_good
from crusoe_env.show.description import plain_name
from crusoe_env.show.drawing import HEART, SERIF, Box, number
from crusoe_env.show.sheet import Style, names_in_lines, unbroken, wrapped

X, WIDTH = 952, 234
LOG_Y, BOTTOM = 660, 806


def draw_side(canvas: Canvas, last_action: str | None, log: Sequence[str]) -> None:
    """The panel."""
    with _part(canvas, 0, 57):
        canvas.words(X, 40, "Dieson Crusoe", 26, family=SERIF, bold=True)
    with _part(canvas, 57, 211):
        _draw_quest(canvas, 58)
    with _part(canvas, 211, 261):
        draw_health(canvas, 212)
    with _part(canvas, 261, 383):
        _draw_goods(canvas, 262)
    with _part(canvas, 383, 490):
        _draw_stars(canvas, 384)
    _draw_decision(canvas, 494)
    _draw_log(canvas, LOG_Y, last_action, log)


def _part(canvas: Canvas, top: float, bottom: float) -> AbstractContextManager[None]:
    """The layer of a part of the panel."""
    return canvas.d.layer(X - 4, top, WIDTH + 16, bottom - top)


def _rule(canvas: Canvas, y: float) -> None:
    canvas.d.line(X, y, X + WIDTH, y, stroke=canvas.c.line)


def _draw_quest(canvas: Canvas, y: float) -> None:
    """The quest, the day, and what is done of it."""
    s, sight = canvas.sight.s, canvas.sight
    _rule(canvas, y)
    canvas.heading(X, y + 19, f"quest {s.quest + 1}")
    day = f"day {s.rounds} of {sight.last_day}"
    canvas.words(X + WIDTH, y + 19, day, 13, bold=True, anchor="end")
    canvas.words(X, y + 42, sight.quest_name, 18, family=SERIF, bold=True, width=WIDTH)
    draw_steps(canvas, X, y + 62.0, WIDTH)


def draw_steps(canvas: Canvas, x: float, level: float, width: float) -> None:
    """What the quest takes, with a tick at what is done, from the base line `level` down."""
    d, c = canvas.d, canvas.c
    for done, words in canvas.sight.quest_steps():
        colour = c.good if done else c.muted
        d.circle(x + 8, level - 4, 7, fill=c.good if done else "none", stroke=colour, stroke_width=1.6)
        if done:
            tick = f"M{number(x + 4.6)} {number(level - 4)}l2.6 3l4.4 -5.4"
            d.path(tick, fill="none", stroke=c.panel, stroke_width=2, stroke_linecap="round")
        for line in wrapped(words, 12, width - 24, 2):
            canvas.words(x + 22, level, line, 12, width=width - 22)
            level += 15
        level += 4


def draw_health(canvas: Canvas, y: float) -> None:
    """Your health as hearts."""
    s, c = canvas.sight.s, canvas.c
    _rule(canvas, y)
    most = int(s.max_health)
    canvas.heading(X, y + 18, "health")
    canvas.words(X + WIDTH, y + 18, f"{s.health} of {most}", 13, bold=True, anchor="end")
    pitch = min(26.0, WIDTH / max(most, 1))
    with canvas.d.zone(f"health: {s.health} of {most}", on_good(canvas.sight, "health"), (X, y, WIDTH, 46)):
        for i in range(most):
            with canvas.d.group(X + pitch * (i + 0.5), y + 34, 0.043 * pitch):
                canvas.d.path(HEART, fill=c.heart if i < s.health else c.line)


def _draw_goods(canvas: Canvas, y: float) -> None:
    """Goods, water and power, each with its number."""
    _rule(canvas, y)
    pitch = (WIDTH + 6) / 4
    for i, (name, amount) in enumerate(held(canvas)):
        draw_good(canvas, name, amount, (X + pitch * (i % 4), y + 10 + 54 * (i // 4), pitch - 6, 48))


def held(canvas: Canvas) -> list[tuple[str, int]]:
    """Goods, water and power with their amounts."""
    s = canvas.sight.s
    goods = [(name, int(s.goods[good])) for good, name in enumerate(GOOD_IDS)]
    return [*goods, ("water", int(s.water)), ("power", canvas.sight.power)]


def draw_good(canvas: Canvas, name: str, amount: int, box: Box) -> None:
    """A good with its amount."""
    x, y, width, height = box
    none = amount == 0
    with canvas.d.zone(f"{name}: {amount}", on_good(canvas.sight, name)), canvas.d.group(x, y):
        canvas.panel(0, 0, width, height)
        canvas.icon(name, 16, 17, 21, 0.35 if none else None)
        style: Style = {"bold": True, "anchor": "middle"}
        canvas.words(39, 23, str(amount), 17, fill=canvas.c.muted if none else canvas.c.ink, **style)
        canvas.words(width / 2, 42, name, 9.5, fill=canvas.c.muted, anchor="middle")


def _draw_stars(canvas: Canvas, y: float) -> None:
    """The stars of each value, and those of character and tools."""
    _rule(canvas, y)
    canvas.heading(X, y + 19, "stars by die")
    draw_star_row(canvas, y + 38)
    bonuses = canvas.sight.star_bonuses()
    for i, line in enumerate(wrapped(", ".join(unbroken(bonuses)), 10.5, WIDTH - 16, 2) if bonuses else []):
        if i == 0:
            canvas.star(X + 6, y + 83, 12)
        canvas.words(X + 16, y + 87 + 14 * i, line, 10.5, width=WIDTH - 16)


def draw_star_row(canvas: Canvas, y: float) -> None:
    """The values of a die, and below each its stars."""
    pitch = WIDTH / DIE_SIDES
    for value in range(1, DIE_SIDES + 1):
        x = X + pitch * (value - 0.5)
        canvas.die(x, y, 20, die_showing(value, 0))
        canvas.star(x, y + 23, 20, str(int(canvas.sight.t.stars[value])))


def _draw_decision(canvas: Canvas, y: float) -> None:
    """What is to be decided and the actions that are legal; at the end, the result."""
    d, c, s = canvas.d, canvas.c, canvas.sight.s
    title, words = canvas.sight.decision()
    colour = c.accent if s.over == 0 else c.good if s.cause == QUEST_DONE else c.bad
    height = LOG_Y - 10 - y
    with _part(canvas, y - 2, y + height + 2):
        canvas.panel(X, y, WIDTH, height)
        d.rect(X, y + 10, 5, height - 20, 2.5, fill=colour)
        canvas.words(X + 18, y + 27, title, 17, fill=colour, bold=True, width=WIDTH - 28)
    with _part(canvas, y + 34, y + height - 2):
        _draw_words(canvas, words, y + 48.0, y + height - 4)


def _draw_words(canvas: Canvas, words: str, level: float, bottom: float) -> None:
    """What is to be decided, and the names of the answers."""
    for line in wrapped(words, 12.5, WIDTH - 28, 4):
        canvas.words(X + 18, level, line, 12.5, width=WIDTH - 26)
        level += 16.5
    level += 4
    most = int((bottom - 6 - level) / 14) + 1
    for line in names_in_lines(canvas.sight.legal_names(), 10.5, WIDTH - 28, most):
        canvas.words(X + 18, level, line, 10.5, fill=canvas.c.muted, width=WIDTH - 26)
        level += 14


def _draw_log(canvas: Canvas, y: float, last_action: str | None, log: Sequence[str]) -> None:
    """What happened last."""
    with _part(canvas, y - 1, y + 24):
        _rule(canvas, y)
        canvas.heading(X, y + 17, "log")
        if last_action is not None:
            style: Style = {"fill": canvas.c.accent, "bold": True, "anchor": "end", "width": WIDTH - 40}
            canvas.words(X + WIDTH, y + 17, plain_name(last_action), 12, **style)
    canvas.log(log, (X, y + 25, WIDTH, BOTTOM - y - 25), 10.5, 2)
