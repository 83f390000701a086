"""Inventions, and the things that the group has, drawn as cards and a list."""

from __future__ import annotations

from contextlib import AbstractContextManager

from crusoe_env.robinson.actions import PLAN_BUILD
from crusoe_env.robinson.state import BUILT, FIRST_INVENTION, FUTURE_ITEM, NONE
from crusoe_env.robinson.view.about import about_item, about_thing
from crusoe_env.robinson.view.parts import COLOURS, Table
from crusoe_env.robinson.view.pointing import on_item, on_thing
from crusoe_env.show.sheet import Style, around

X, Y, HEIGHT = 12, 490, 156
WIDTH, GAP, TOP = 640, 3, 20
THINGS_X, THINGS_WIDTH, LINE = 660, 280, 14.5
SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.6, 7.2, 6.6)
"""Of the words on a card; the largest at which all of them have room."""
MANY = 8
"""Lines of things in a column."""


def draw_inventions(table: Table) -> None:
    """Items that are built, and inventions with what they need; those that can be planned now are marked."""
    sight = table.sight
    items = sight.inventions()
    built = sum(sight.s.invention_state[item] == BUILT for item in items)
    with table.d.layer(*around(X, Y, WIDTH, HEIGHT)):
        table.panel(X, Y, WIDTH, HEIGHT)
        table.heading(X + 10, Y + 15, f"inventions: {built} built, {len(items) - built} on the board")
    columns = 6 if len(items) <= 18 else 7 if len(items) <= 21 else 8
    rows = max(3, -(-len(items) // columns))
    pitch = (WIDTH - 16 + GAP) / columns
    height = (HEIGHT - TOP - 5 + GAP) / rows - GAP
    for i, item in enumerate(items):
        box = (X + 8 + i % columns * pitch, Y + TOP + i // columns * (height + GAP), pitch - GAP, height)
        with table.d.layer(*around(*box)), table.d.zone(about_item(sight, item), on_item(sight, item)):
            _draw_invention(table, item, *box)


def _draw_invention(table: Table, item: int, x: float, y: float, width: float, height: float) -> None:
    """One card: its name, what it needs until it is built, what it does if there is room."""
    d, c, s, sight = table.d, table.c, table.sight.s, table.sight
    built, coming = s.invention_state[item] == BUILT, s.invention_state[item] == FUTURE_ITEM
    now = PLAN_BUILD + FIRST_INVENTION + item in sight.legal
    edge = c.gold if built or coming else c.accent if now else c.card_line
    style: Style = {"stroke": edge, "stroke_width": 2.2 if built or coming or now else 1}
    dashes = "4 3" if coming else None
    fill = c.glow if built and table.theme == "light" else c.card
    d.rect(x, y, width, height, 5, fill=fill, stroke_dasharray=dashes, **style)
    owner = int(s.invention_owner[item])
    if owner != NONE and owner < s.players:
        d.circle(x + width - 8, y + 8, 4, fill=COLOURS[sight.person_id(owner)])
    if sight.is_of_goal(item):
        table.icon("special", x + width - 9, y + 9, 12)
    roomy = height > 38
    level = y + (11.5 if roomy else 0.42 * height)
    table.words(x + 6, level, sight.item_name(item), 11, fill=c.card_ink, bold=True, width=width - 20)
    effect = sight.short_item_effect(item)
    needs = "next phase" if coming else ", ".join(sight.needs(item)) or "no needs"
    words = (effect or "needed for others") if built else f"{needs} → {effect}" if effect else needs
    ink = "#7a5312" if built else c.card_ink
    if not roomy:
        table.label(x + 6, y + 0.82 * height, words if built else needs, 9, width - 9, fill=ink)
        return
    table.paragraph(x + 6, y + 13.5, words, SIZES, width - 10, height - 14.5, fill=ink)


def draw_things(table: Table) -> None:
    """Starting items, discovery tokens and treasures of the group, and what waits."""
    c, sight = table.c, table.sight
    with table.d.layer(*around(THINGS_X, Y, THINGS_WIDTH, HEIGHT)):
        table.panel(THINGS_X, Y, THINGS_WIDTH, HEIGHT)
        table.heading(THINGS_X + 10, Y + 16, "things of the group")
    waiting = sight.waiting()[:3]
    lines = MANY - len(waiting)
    things = sight.possessions()
    shown = things if len(things) <= 2 * lines else things[: 2 * lines - 1]
    wide = len(shown) > lines
    width = (THINGS_WIDTH - 28) / 2 if wide else THINGS_WIDTH - 20
    for i, (name, words) in enumerate(shown):
        x = THINGS_X + 10 + i // lines * (width + 8)
        y = Y + 34 + LINE * (i % lines)
        right = (46 if wide else 70) if words else 0
        box = (x, y - 11, width, LINE)
        with table.d.layer(*around(*box)), table.d.zone(about_thing(sight, name), on_thing(sight, name), box):
            ink = c.accent if on_thing(sight, name) else c.ink
            table.label(x, y, name, 11, width - right, fill=ink)
            if words:
                table.words(x + width, y, words, 9.5, fill=c.muted, anchor="end", width=right - 4)
    if len(shown) < len(things):
        x, y = THINGS_X + 18 + width, Y + 34 + LINE * (lines - 1)
        with _line(table, x, y):
            table.words(x, y, f"and {len(things) - len(shown)} more", 11, fill=c.muted)
    if not things:
        with _line(table, THINGS_X + 10, Y + 34):
            table.words(THINGS_X + 10, Y + 34, "nothing", 11, fill=c.muted)
    for i, words in enumerate(waiting):
        y = Y + HEIGHT - 8 - LINE * (len(waiting) - 1 - i)
        with _line(table, THINGS_X + 10, y):
            table.words(THINGS_X + 10, y, words, 10, fill=c.bad, width=THINGS_WIDTH - 20)


def _line(table: Table, x: float, y: float) -> AbstractContextManager[None]:
    """The layer of a line of the panel of things, with the base line y."""
    return table.d.layer(x - 2, y - 12, THINGS_X + THINGS_WIDTH - x, LINE + 3)
