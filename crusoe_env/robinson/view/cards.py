"""Inventions, and the things that the group has, drawn as cards and a list."""

from __future__ import annotations

from contextlib import AbstractContextManager

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import PLAN_BUILD
from crusoe_env.robinson.components import INVENTIONS
from crusoe_env.robinson.view.about import about_item, about_thing
from crusoe_env.robinson.view.parts import COLOURS, GROUND, Canvas, drawings, invention_icons
from crusoe_env.robinson.view.pointing import on_item, on_thing
from crusoe_env.robinson.view.words import PAID
from crusoe_env.show.drawing import Box
from crusoe_env.show.icons import LARGE
from crusoe_env.show.sheet import Style, around, first_fitting

CARDS: Box = (12, 490, 640, 156)
THINGS: Box = (660, 490, 280, 156)
GAP, TOP, LINE = 3, 20, 14.5
SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.6, 7.2, 6.6)
"""Of the words on a card; the largest at which all of them have room."""


def draw_inventions(canvas: Canvas, box: Box = CARDS) -> None:
    """Items that are built, and inventions with what they need; those that can be planned now are marked."""
    sight = canvas.sight
    items = sight.inventions()
    built = sum(sight.s.invention_state[item] == c.BUILT for item in items)
    x, y, width, whole = box
    with canvas.d.layer(*around(*box)):
        canvas.panel(*box)
        canvas.heading(x + 10, y + 15, f"inventions: {built} built, {len(items) - built} on the board")
    columns = max(6, -(-len(items) // 3))
    pitch = (width - 16 + GAP) / columns
    height = (whole - TOP - 5 + GAP) / max(3, -(-len(items) // columns)) - GAP
    for i, item in enumerate(items):
        card = (x + 8 + i % columns * pitch, y + TOP + i // columns * (height + GAP), pitch - GAP, height)
        with canvas.d.layer(*around(*card)), canvas.d.zone(about_item(sight, item), on_item(sight, item)):
            _draw_invention(canvas, item, *card)


def _draw_invention(canvas: Canvas, item: int, x: float, y: float, width: float, height: float) -> None:
    """One card: its name, what it needs until it is built, what it does if there is room."""
    d, colours, s, sight = canvas.d, canvas.c, canvas.sight.s, canvas.sight
    built, coming = s.invention_state[item] == c.BUILT, s.invention_state[item] == c.FUTURE_ITEM
    now = PLAN_BUILD + c.FIRST_INVENTION + item in sight.legal
    edge = colours.gold if built or coming else colours.accent if now else colours.card_line
    style: Style = {"stroke": edge, "stroke_width": 2.2 if built or coming or now else 1}
    dashes = "4 3" if coming else None
    fill = colours.glow if built and canvas.theme == "light" else colours.card
    d.rect(x, y, width, height, 5, fill=fill, stroke_dasharray=dashes, **style)
    if d.smallest:
        _draw_in_short(canvas, item, x, y, width, height)
        return
    owner = int(s.invention_owner[item])
    if owner != c.NONE and owner < s.players:
        d.circle(x + width - 8, y + 8, 4, fill=COLOURS[sight.person_id(owner)])
    if sight.is_of_goal(item):
        canvas.icon("special", x + width - 9, y + 9, 12)
    icon = invention_icons().get(str(sight.item(item)["id"]))
    roomy = height > 38
    level = y + (11.5 if roomy else 0.42 * height)
    if icon:
        canvas.scene(icon, x + 10, y + (8 if roomy else height / 2), (13 if roomy else 16) / LARGE)
    left = x + 20
    name_width = width - 34 if owner != c.NONE or sight.is_of_goal(item) else width - 24
    canvas.words(left, level, sight.item_name(item), 11, fill=colours.card_ink, bold=True, width=name_width)
    effect = sight.short_item_effect(item)
    needs = "next phase" if coming else ", ".join(sight.needs(item)) or "no needs"
    words = (effect or "needed for others") if built else f"{needs} → {effect}" if effect else needs
    ink = "#7a5312" if built else colours.card_ink
    if not roomy:
        canvas.label(left, y + 0.82 * height, words if built else needs, 9, width - 24, fill=ink)
        return
    canvas.paragraph(x + 6, y + 15, words, SIZES, width - 10, height - 16, fill=ink)


def _draw_in_short(canvas: Canvas, item: int, x: float, y: float, width: float, height: float) -> None:
    """A large icon, the name, and what is still needed as icons; a page explains the card on request."""
    s, colours, sight = canvas.sight.s, canvas.c, canvas.sight
    icon = invention_icons().get(str(sight.item(item)["id"]))
    side = min(height - 4, 32.0)
    if icon:
        canvas.scene(icon, x + 3 + side / 2, y + height / 2, side / LARGE)
    if 0 <= int(s.invention_owner[item]) < s.players:
        canvas.d.circle(x + 6, y + 6, 4, fill=COLOURS[sight.person_id(int(s.invention_owner[item]))])
    if sight.is_of_goal(item):
        canvas.icon("special", x + 7, y + height - 7, 12)
    left, room = x + side + 6, width - side - 7
    built = sight.s.invention_state[item] == c.BUILT
    level = y + (height / 2 + 4 if built else height / 2 - 2)
    canvas.words(left, level, sight.item_name(item), 11, fill=colours.card_ink, bold=True, width=room)
    if not built:
        _draw_needs(canvas, item, left, y + height / 2 + 9, x + width - 3)


def _draw_needs(canvas: Canvas, item: int, x: float, y: float, end: float) -> None:
    """What building an invention takes: terrain, other inventions, the first way of paying."""
    s, t, sight = canvas.sight.s, canvas.sight.t, canvas.sight
    if s.invention_state[item] == c.FUTURE_ITEM:
        words = first_fitting(("next phase", "later"), canvas.d.smallest, end - x, canvas.d.smallest)
        canvas.words(x, y + 4, words, 10, fill="#7a5312", width=end - x)
        return
    terrain, items = int(t.invention_terrain[item]), int(t.invention_items[item])
    for name in (name for i, name in enumerate(c.TERRAINS) if terrain >> i & 1):
        canvas.d.rect(x, y - 6, 20, 12, 2, fill=GROUND[name])
        canvas.scene(drawings("terrains")[name], x + 10, y, 0.32)
        x += 22
    for needed in (other for other in range(INVENTIONS) if items >> other & 1):
        canvas.scene(invention_icons().get(str(sight.item(needed)["id"]), ""), x + 6.5, y, 13 / LARGE)
        x += 15
    for i, amount in enumerate(t.invention_cost[item, 0]):
        if amount and t.invention_costs[item]:
            canvas.words(x, y + 4, str(int(amount)), 10, fill=canvas.c.card_ink)
            canvas.icon(PAID[i], x + 13.5, y, 12)
            x += 22


def draw_things(canvas: Canvas, box: Box = THINGS) -> None:
    """Starting items, discovery tokens and treasures of the group, and what waits."""
    colours, sight = canvas.c, canvas.sight
    left, top, whole, height = box
    with canvas.d.layer(*around(*box)):
        canvas.panel(*box)
        canvas.heading(left + 10, top + 16, "things")
    waiting = sight.waiting()[:3]
    lines = int((height - 40) // LINE) - len(waiting)
    things = sight.possessions()
    if canvas.d.smallest:  # and little room
        things = [(name, "" if words == "token" else words) for name, words in things]
    shown = things if len(things) <= 2 * lines else things[: 2 * lines - 1]
    wide = len(shown) > lines
    width = (whole - 28) / 2 if wide else whole - 20
    for i, (name, words) in enumerate(shown):
        x = left + 10 + i // lines * (width + 8)
        y = top + 34 + LINE * (i % lines)
        right = (46 if wide else 70) if words else 0
        line = (x, y - 11, width, LINE)
        zone = canvas.d.zone(about_thing(sight, name), on_thing(sight, name), line)
        with canvas.d.layer(*around(*line)), zone:
            ink = colours.accent if on_thing(sight, name) else colours.ink
            canvas.label(x, y, name, 11, width - right, fill=ink)
            if words:
                canvas.words(x + width, y, words, 9.5, fill=colours.muted, anchor="end", width=right - 4)
    if len(shown) < len(things):
        x, y = left + 18 + width, top + 34 + LINE * (lines - 1)
        with _line(canvas, x, y, left + whole):
            canvas.words(x, y, f"and {len(things) - len(shown)} more", 11, fill=colours.muted)
    if not things:
        with _line(canvas, left + 10, top + 34, left + whole):
            canvas.words(left + 10, top + 34, "nothing", 11, fill=colours.muted)
    for i, words in enumerate(waiting):
        y = top + height - 8 - LINE * (len(waiting) - 1 - i)
        with _line(canvas, left + 10, y, left + whole):
            canvas.words(left + 10, y, words, 10, fill=colours.bad, width=whole - 20)


def _line(canvas: Canvas, x: float, y: float, end: float) -> AbstractContextManager[None]:
    """The layer of a line of the panel of things, with the base line y, to the panel's end."""
    return canvas.d.layer(x - 2, y - 12, end - x, LINE + 3)
