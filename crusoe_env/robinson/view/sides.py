"""The panel beside the board of Robinson Crusoe: rounds, the scenario, dice, the decision, the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import REROLL_DIE
from crusoe_env.robinson.view.decisions import decider, decision
from crusoe_env.robinson.view.labels import labels
from crusoe_env.robinson.view.log import log_lines
from crusoe_env.robinson.view.parts import ACTION_COLOURS, Canvas
from crusoe_env.show.description import many, plain_name
from crusoe_env.show.drawing import SERIF
from crusoe_env.show.sheet import Style, around, wrapped

X, WIDTH = 952, 236
ROUNDS_Y, SCENARIO_Y, DICE_Y, DECISION_Y, LOG_Y, BOTTOM = 60, 124, 196, 258, 534, 788
SMALL_LINE = 13
WEATHER_DICE = ("rain", "snow", "beast")
"""The icons of the weather dice of a round, in the order of their bits."""


def draw_side(canvas: Canvas, last_action: str | None) -> None:
    """The panel."""
    s, sight = canvas.sight.s, canvas.sight
    with _part(canvas, 0, ROUNDS_Y - 4):
        canvas.words(X, 32, "Robinson Crusoe", 24, family=SERIF, bold=True)
        canvas.label(X, 51, sight.scenario_name, 13, WIDTH - 92, fill=canvas.c.muted)
        words = f"round {s.rounds} of {sight.t.rounds}"
        canvas.words(X + WIDTH, 51, words, 13, bold=True, anchor="end")
    draw_rounds(canvas, X, ROUNDS_Y, WIDTH)
    draw_phases(canvas, X, ROUNDS_Y + 45, WIDTH)
    with _part(canvas, SCENARIO_Y - 2, DICE_Y - 2):
        _draw_scenario(canvas, SCENARIO_Y)
    with _part(canvas, DICE_Y - 2, DECISION_Y - 2):
        _draw_dice(canvas, DICE_Y)
    _draw_decision(canvas, DECISION_Y)
    _draw_log(canvas, LOG_Y, last_action)


def _part(canvas: Canvas, top: float, bottom: float) -> AbstractContextManager[None]:
    """The layer of a part of the panel."""
    return canvas.d.layer(X - 8, top, WIDTH + 16, bottom - top)


@contextmanager
def _line(canvas: Canvas, x: float, y: float) -> Iterator[None]:
    """The layer of a line of small text that begins at (x, y), which is (0, 0) inside."""
    with canvas.d.layer(x, y - 11, X + WIDTH + 8 - x, 15, origin=True), canvas.d.group(0, 11):
        yield


def draw_rounds(canvas: Canvas, left: float, y: float, width: float) -> None:
    """The rounds with their weather dice, those in gold in which the goal can be met."""
    d, colours, s, t = canvas.d, canvas.c, canvas.sight.s, canvas.sight.t
    first_goal_round = canvas.sight.first_goal_round()
    pitch = (width + 2) / int(t.rounds)
    for number in range(1, int(t.rounds) + 1):
        x, here = left + pitch * (number - 1), s.rounds == number
        goal = number >= first_goal_round
        edge = colours.accent if here else colours.gold if goal else colours.line
        layer = d.layer(*around(x, y, pitch - 2, 40))
        over = number < s.rounds
        with layer, d.group(x, y):
            d.rect(
                0, 0, pitch - 2, 40, 4, fill=colours.panel, stroke=edge, stroke_width=2 if here or goal else 1
            )
            ink = colours.accent if here else colours.muted if over else colours.ink
            style: Style = {"fill": ink, "bold": not over, "anchor": "middle"}
            canvas.words(pitch / 2 - 1, 11.5, str(number), 10, **style)
            dice = [name for i, name in enumerate(WEATHER_DICE) if t.weather[number - 1] >> i & 1]
            for i, name in enumerate(dice):
                canvas.icon(name, pitch / 2 - 1, 18.5 + 8.6 * i, 10, 0.5 if over else None)


def draw_phases(canvas: Canvas, x: float, y: float, width: float) -> None:
    """The phases of a round, and which one it is."""
    d, colours, s = canvas.d, canvas.c, canvas.sight.s
    pitch = (width + 3) / len(c.PHASES)
    for i, phase in enumerate(c.PHASES):
        here = s.phase == i and s.over == 0
        style: Style = {"fill": colours.accent if here else colours.muted, "bold": here, "anchor": "middle"}
        with d.layer(*around(x + pitch * i, y, pitch - 3, 14, 5)):
            d.rect(x + pitch * i, y, pitch - 3, 3, 1.5, fill=colours.accent if here else colours.line)
            canvas.words(x + pitch * (i + 0.5) - 1.5, y + 12, SHORT_PHASES.get(phase, phase), 8.5, **style)


COUNTERS_IN_LINES = 3
"""So many counters of a scenario have a line each; more stand in two columns."""
SHORT_PHASES = {"production": "produce", "planning": "plan", "resolution": "resolve"}


def _draw_scenario(canvas: Canvas, y: float) -> None:
    """The counters of the scenario, and what wins."""
    colours, s, sight = canvas.c, canvas.sight.s, canvas.sight
    canvas.d.line(X, y, X + WIDTH, y, stroke=colours.line)
    counters = sight.counters()
    if len(counters) > COUNTERS_IN_LINES:
        _draw_many_counters(canvas, y)
    else:
        for i, (name, _, _, stages) in enumerate(counters[: 1 if counters and counters[0][3] else None]):
            canvas.heading(X, y + 16 + 13 * i, name)
            canvas.words(X + WIDTH, y + 16 + 13 * i, sight.counter_words(i), 10.5, bold=True, anchor="end")
            draw_stages(canvas, stages, X, y + 23)
    for i, line in enumerate(wrapped(f"to win: {sight.goal_words}", 9, WIDTH - 56, 2)):
        canvas.words(X, y + 53 + 10 * i, line, 9, fill=colours.muted, width=WIDTH - 54)
    if sight.has_points():
        points = int(s.score) if s.over else sight.points()
        canvas.words(X + WIDTH, y + 56, many(points, "point"), 11, bold=True, anchor="end")


def _draw_many_counters(canvas: Canvas, y: float) -> None:
    """Counters in two columns, name and value."""
    column = WIDTH / 2 + 5
    for i, (name, value, _, _) in enumerate(canvas.sight.counters()):
        x, at = X + column * (i % 2), y + 12 + 9.6 * (i // 2)
        canvas.words(x, at, name, 8.5, fill=canvas.c.muted, width=column - 30)
        canvas.words(x + column - 10, at, str(value), 9.5, bold=True, anchor="end")


def draw_stages(canvas: Canvas, stages: Sequence[tuple[int, int]], left: float, y: float) -> None:
    """The stages of a counter as rows of places, filled as far as it has come."""
    d, colours, gap = canvas.d, canvas.c, 9.0
    pitch = min(14.0, (WIDTH - gap * (len(stages) - 1)) / max(1, sum(size for _, size in stages)))
    x = left
    for there, size in stages:
        whole = there == size
        style: Style = {"stroke": colours.good if whole else colours.line, "stroke_width": 1.4}
        d.rect(x - 1, y, pitch * size + 2, pitch + 4, 5, fill=colours.panel, **style)
        for i in range(size):
            at = x + pitch * (i + 0.5)
            laid = i < there
            fill = "#a0703f" if laid else colours.page
            d.circle(at, y + 2 + pitch / 2, pitch / 2 - 1.6, fill=fill, stroke="#744c2a")
            if laid:
                d.circle(at, y + 2 + pitch / 2, pitch / 6, fill="none", stroke="#744c2a", stroke_width=0.8)
        x += pitch * size + gap


def _draw_dice(canvas: Canvas, y: float) -> None:
    """The dice of the last action, and the weather of this round."""
    d, colours, s = canvas.d, canvas.c, canvas.sight.s
    d.line(X, y, X + WIDTH, y, stroke=colours.line)
    canvas.heading(X, y + 16, "last dice")
    canvas.heading(X + 124, y + 16, "weather")
    rolled = any(die != c.NONE for die in s.dice)
    kind = c.PLANNED_KIND_NAMES[s.plan_kind[s.now]] if s.now != c.NONE else ""
    colour = ACTION_COLOURS.get(kind, "#5d6b72")
    for i, name in enumerate(("wound", "success", "adventure")):
        x = X + 14 + 37 * i
        with d.zone(f"{name} die", canvas.sight.only_legal([REROLL_DIE + i])):
            canvas.die(i, int(s.dice[i]), x, y + 35, 24, colour)
        words = name if s.dice[i] == 1 or not rolled else ("none" if i != 1 else "failure")
        canvas.words(x, y + 57, words if rolled else name, 8.5, fill=colours.muted, anchor="middle", width=36)
    if not s.weather_rolled:
        canvas.words(X + 124, y + 39, "not yet known", 10.5, fill=colours.muted)
        return
    for i, (name, count) in enumerate((("rain", int(s.rain)), ("snow", int(s.snow)))):
        canvas.icon(name, X + 134 + 38 * i, y + 34, 22, None if count else 0.35)
        canvas.words(X + 147 + 38 * i, y + 39, str(count), 13, bold=True)
    if animals := canvas.sight.animals_in_short():
        canvas.icon("beast", X + 208, y + 34, 19)
        canvas.words(X + 180, y + 57, f"animals: {animals}", 9, fill=colours.bad, anchor="middle", width=112)


# --------------------------------------------------------------------------------------- the decision
def _draw_decision(canvas: Canvas, y: int) -> None:
    """What is to be decided, by whom, and the actions that are legal; at the end, the result."""
    d, colours, s, sight = canvas.d, canvas.c, canvas.sight.s, canvas.sight
    title, words = decision(sight)
    colour = colours.accent if s.over == 0 else colours.good if s.cause == c.GOAL_MET else colours.bad
    height = LOG_Y - 8 - y
    with _part(canvas, y - 2, y + height + 2):
        canvas.panel(X, y, WIDTH, height)
        d.rect(X, y + 10, 5, height - 20, 2.5, fill=colour)
    level = y + 22
    if s.over == 0:
        with _line(canvas, X + 16, level):
            canvas.words(0, 0, f"{decider(sight)} decides", 10.5, fill=colours.muted, bold=True)
        level += 18
    with _part(canvas, level - 14, level + 6):
        canvas.label(X + 16, level, title, 15.5, WIDTH - 24, fill=colour, bold=True)
    level += 18
    for line in wrapped(words, 11.5, WIDTH - 24, 4):
        with _line(canvas, X + 16, level):
            canvas.words(0, 0, line, 11.5, width=WIDTH - 22)
        level += 14
    _draw_answers(canvas, level + 4, y + height - 6)


def _draw_answers(canvas: Canvas, y: int, bottom: int) -> None:
    """The legal moves, as many as there is room for."""
    colours, lines = canvas.c, []
    for label in labels(canvas.sight).values():
        lines += wrapped(f"• {label}", 10.5, WIDTH - 24, 3)
    room = max(1, (bottom - y) // SMALL_LINE + 1)
    if len(lines) > room:
        lines = [*lines[: room - 1], "and more"]
    for line in lines:
        with _line(canvas, X + 16, y):
            canvas.words(0, 0, line, 10.5, fill=colours.muted, width=WIDTH - 22)
        y += SMALL_LINE


def _draw_log(canvas: Canvas, y: float, last_action: str | None) -> None:
    """What happened last, the newest at the bottom."""
    colours = canvas.c
    with _part(canvas, y - 2, y + 14):
        canvas.heading(X, y + 10, "log")
        if last_action is not None:
            style: Style = {"fill": colours.accent, "bold": True, "anchor": "end", "width": 200}
            canvas.words(X + WIDTH, y + 10, plain_name(last_action), 10.5, **style)
    canvas.log(log_lines(canvas.sight), (X, y + 16, WIDTH, BOTTOM - y - 16), 10, 6)
