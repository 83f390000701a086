"""The ring of actions, the boxes of the dice, the event track and the days of Dieson Crusoe, drawn."""

from __future__ import annotations

import math

from crusoe_env.dieson import state as st
from crusoe_env.dieson.view.parts import FAINT, Canvas
from crusoe_env.dieson.view.pointing import on_box, on_die, on_icon
from crusoe_env.dieson.view.words import box_name, die_words
from crusoe_env.show.sheet import Style, around, wrapped

RING_X, RING_Y, OUTER, INNER = 783.0, 164.0, 149.0, 83.0
BOARD_X, BOARD_Y, BOARD_WIDTH, BOARD_HEIGHT = 630, 330, 306, 154
TRACK_Y, TRACK_HEIGHT = 494, 52
DAYS_X, DAYS_WIDTH = 14, 600
DAYS = 16
"""Days that are drawn, whether the quest has them or not."""

# ---------------------------------------------------------------------------------------------- the ring


def draw_ring(canvas: Canvas) -> None:
    """The nine boxes clockwise from the top, the action meeple, and the hand in the middle."""
    landing = canvas.sight.landing()
    for box in range(st.BOXES):
        kind = int(canvas.sight.t.rondel[box])
        about = f"{box + 1}: {box_name(kind)}" + (", with stars" if canvas.sight.t.uses_stars[kind] else "")
        x, y = _on_ring(box, (OUTER + INNER) / 2)
        with canvas.d.layer(x - 62, y - 62, 124, 124), canvas.d.zone(about, on_box(canvas.sight, box)):
            _draw_box(canvas, box, box in landing)
    with canvas.d.layer(RING_X - INNER - 6, RING_Y - INNER - 6, 2 * INNER + 12, 2 * INNER + 12):
        canvas.d.circle(RING_X, RING_Y, INNER - 3, fill=canvas.c.panel, stroke=canvas.c.line)
        for box, dice in landing.items():
            _draw_hints(canvas, box, dice)
    x, y = _on_ring(int(canvas.sight.s.box), OUTER - 3, -14)
    with canvas.d.layer(x - 16, y - 16, 32, 32):
        canvas.meeple(x, y, 1.0)
    with canvas.d.layer(RING_X - INNER, RING_Y - INNER, 2 * INNER, 2 * INNER):
        _draw_hand(canvas)


def _on_ring(box: int, radius: float, turn: float = 0.0) -> tuple[float, float]:
    """A point in the direction of a box, `turn` degrees clockwise of its middle."""
    angle = math.radians(360 / st.BOXES * box - 90 + turn)
    return RING_X + radius * math.cos(angle), RING_Y + radius * math.sin(angle)


def _sector(box: int) -> str:
    """The outline of a box."""
    half = 180 / st.BOXES
    (x1, y1), (x2, y2) = _on_ring(box, OUTER, -half + 0.8), _on_ring(box, OUTER, half - 0.8)
    (x3, y3), (x4, y4) = _on_ring(box, INNER, half - 1.3), _on_ring(box, INNER, -half + 1.3)
    return (
        f"M{x1:.1f} {y1:.1f}A{OUTER:g} {OUTER:g} 0 0 1 {x2:.1f} {y2:.1f}"
        f"L{x3:.1f} {y3:.1f}A{INNER:g} {INNER:g} 0 0 0 {x4:.1f} {y4:.1f}z"
    )


def _draw_box(canvas: Canvas, box: int, hinted: bool) -> None:
    """One box: its number, its action, whether stars count."""
    d, c, sight = canvas.d, canvas.c, canvas.sight
    kind = int(sight.t.rondel[box])
    here = sight.s.box == box
    edge = c.accent if here else c.gold if hinted else c.card_line
    thick = 3 if here or hinted else 1
    d.path(_sector(box), fill=c.card, stroke=edge, stroke_width=thick, stroke_linejoin="round")
    x, y = _on_ring(box, (OUTER + INNER) / 2 + 2)
    lines = box_name(kind).split(" ", 1) if d.smallest else [box_name(kind)]
    up = 8 * (len(lines) - 1)
    parts = sight.box_parts(kind)
    size = 26.0 if len(parts) == 1 else 17.0
    pitch = size + 2 if len(parts) > 1 else 0
    for i, (name, words) in enumerate(parts):
        at = x + (i - (len(parts) - 1) / 2) * pitch
        canvas.icon(name, at, y - 7 - up, size)
        if words:
            canvas.words(at + size / 2 + 1, y - 9 - up, words, 11, fill=c.card_ink, bold=True)
    if sight.t.uses_stars[kind]:
        canvas.star(x + size / 2 + 5, y - 15 - up, 12)
    edge_of_ring = math.sqrt(OUTER**2 - (y + 19 - RING_Y) ** 2) - 31
    middle = RING_X + min(max(x - RING_X, -edge_of_ring), edge_of_ring)
    style: Style = {"fill": c.card_ink, "bold": True, "anchor": "middle", "width": 56}
    for i, line in enumerate(lines):
        canvas.words(middle, y + 19 - up + 13 * i, line, 10, **style)
    x, y = _on_ring(box, OUTER - 9, -13.5)
    canvas.words(x, y + 3, str(box + 1), 8.5, fill="#58656b", anchor="middle")


def _draw_hints(canvas: Canvas, box: int, dice: list[int]) -> None:
    """Small dice where the unused dice lead."""
    for i, die in enumerate(dice):
        x, y = _on_ring(box, INNER - 8, 14 * (i - (len(dice) - 1) / 2))
        canvas.die(x, y, 16, canvas.sight.s.unused[die])


def _draw_hand(canvas: Canvas) -> None:
    """The unused dice, the one in use, the stars of the action."""
    s, c = canvas.sight.s, canvas.c
    acting = s.over == 0 and s.phase == st.ACTION
    top = RING_Y - 26 if acting else RING_Y - 8
    canvas.words(RING_X, top - 27, "HAND", 9.5, fill=c.muted, bold=True, anchor="middle", letter_spacing=1.1)
    for i in range(st.HAND):
        x = RING_X + 41 * (i - 1)
        if i < s.unused_count:
            with canvas.d.zone(f"die {i + 1}: {die_words(s.unused[i])}", on_die(canvas.sight, i)):
                canvas.die(x, top, 32, s.unused[i])
            canvas.words(x, top + 29, str(i + 1), 10.5, fill=c.muted, bold=True, anchor="middle")
        else:
            canvas.slot(x, top, 32)
    if acting:
        _draw_die_in_use(canvas, RING_Y + 33)


def _draw_die_in_use(canvas: Canvas, y: float) -> None:
    """The chosen die, the value to which it is raised, its stars."""
    s, c = canvas.sight.s, canvas.c
    raised = f"→ {s.value}" if s.value != s.chosen >> 1 else ""
    stars = canvas.sight.stars_now()
    x = RING_X - 26 - (15 if raised else 0)
    canvas.d.rect(x - 16, y - 16, 32, 32, 8, fill=c.accent)
    canvas.die(x, y, 26, s.chosen)
    x += 22
    if raised:
        canvas.words(x, y + 5, raised, 13, bold=True)
        x += 28
    for i, (kind, number) in enumerate(stars):
        level = y + 18 * (i - (len(stars) - 1) / 2)
        canvas.star(x + 10, level, 21 if len(stars) < 3 else 18, str(number))
        canvas.words(x + 23, level + 4, kind, 9.5, fill=c.muted, width=44)


# -------------------------------------------------------------------------------- where the dice lie


def draw_dice_board(canvas: Canvas) -> None:
    """The used boxes, the boxes with icons, and the way of the dice in the evening."""
    with canvas.d.layer(*around(BOARD_X, BOARD_Y, BOARD_WIDTH, BOARD_HEIGHT)):
        canvas.panel(BOARD_X, BOARD_Y, BOARD_WIDTH, BOARD_HEIGHT)
        canvas.heading(BOARD_X + 12, BOARD_Y + 18, "used today")
        style: Style = {"fill": canvas.c.muted, "anchor": "end"}
        canvas.words(
            BOARD_X + BOARD_WIDTH - 12,
            BOARD_Y + 18,
            "then they move down" if canvas.d.smallest else "in the evening they move down",
            9.5,
            **style,
        )
        for i in range(st.HAND):
            _draw_arrow(canvas, _column(i), _column(int(canvas.sight.t.arrow_to[i])))
    for i in range(st.HAND):
        with canvas.d.layer(_column(i) - 51, BOARD_Y + 25, 102, 38):
            _draw_used(canvas, i)
    for icon in range(st.ICONS):
        layer = canvas.d.layer(_column(icon) - 51, BOARD_Y + 78, 102, 70)
        with layer, canvas.d.zone(f"{st.ICON_IDS[icon]} die", on_icon(canvas.sight, icon)):
            _draw_icon_box(canvas, icon)


def _column(i: int) -> float:
    return BOARD_X + BOARD_WIDTH * (i + 0.5) / st.HAND


def _draw_used(canvas: Canvas, i: int) -> None:
    """A used box; in it the icon that lies beside it."""
    s, x, y = canvas.sight.s, _column(i) + 14, BOARD_Y + 44
    beside = st.ICON_IDS[canvas.sight.t.icon_beside[i]]
    canvas.slot(x, y, 34)
    if i < s.used_count:
        canvas.die(x, y, 32, s.used[i])
    else:
        canvas.icon(beside, x, y, 19, opacity=0.3)
    canvas.words(
        x - 27,
        y + 4,
        str(i + 1) if canvas.d.smallest else f"used {i + 1}",
        10.5,
        fill=canvas.c.muted,
        anchor="end",
    )


def _draw_arrow(canvas: Canvas, start: float, end: float) -> None:
    x1, x2, y = start + 14, end + 14, BOARD_Y + 64
    style: Style = {"fill": "none", "stroke": canvas.c.muted, "stroke_width": 2, "stroke_linecap": "round"}
    canvas.d.path(f"M{x1:g} {y}L{x2:g} {y + 13}m-4.5 -4.5l4.5 4.5l4.5 -4.5", stroke_linejoin="round", **style)


def _draw_icon_box(canvas: Canvas, icon: int) -> None:
    """Hourglass, weather or raid: its die, and what it means this evening."""
    c, sight = canvas.c, canvas.sight
    x, y = _column(icon) + 14, BOARD_Y + 102
    words = {
        st.HOURGLASS: "hourglass",
        st.WEATHER: sight.weather_words(),
        st.RAID_DIE: "raid!" if sight.raid_comes() else "no raid",
    }[icon]
    threat = (icon == st.RAID_DIE and sight.raid_comes()) or (icon == st.WEATHER and "missing" in words)
    canvas.d.rect(x - 21, y - 21, 42, 42, 9, fill=c.page, stroke=c.bad if threat else c.line, stroke_width=2)
    canvas.die(x, y, 32, sight.s.icon[icon])
    name = sight.weather_icon() if icon == st.WEATHER else st.ICON_IDS[icon]
    canvas.icon(name, x - 42, y, 29)
    style: Style = {"bold": threat, "anchor": "middle", "width": 98}
    lines = wrapped(words, canvas.d.smallest, 98, 2) if canvas.d.smallest else [words]
    for i, line in enumerate(lines):
        level = y + 38 - 4 * (len(lines) - 1) + 12 * i
        canvas.words(x - 14, level, line, 10.5, fill=c.bad if threat else c.ink, **style)


# --------------------------------------------------------------------------------------------- tracks


def draw_event_track(canvas: Canvas) -> None:
    """The boxes of the event track, the disc, and where the smallest die leads."""
    with canvas.d.layer(*around(BOARD_X, TRACK_Y, BOARD_WIDTH + 6, TRACK_HEIGHT, 8)):
        _draw_events(canvas)


def _draw_events(canvas: Canvas) -> None:
    d, c, sight = canvas.d, canvas.c, canvas.sight
    count = int(sight.t.event_boxes)
    pitch = (BOARD_WIDTH + 4) / count
    ahead = sight.event_ahead()
    for box in range(count):
        x, here = BOARD_X + box * pitch, sight.s.event_box == box
        edge = c.accent if here else c.gold if box == ahead else c.line
        style: Style = {"stroke": edge, "stroke_width": 2.5 if here or box == ahead else 1}
        d.rect(x, TRACK_Y, pitch - 4, TRACK_HEIGHT, 7, fill=c.panel, **style)
        _draw_event(canvas, x + (pitch - 4) / 2, pitch, int(sight.t.event_track[box]))
        if box == ahead:
            canvas.die(x + pitch - 8, TRACK_Y + 3, 15, sight.s.unused[0])
        if here:
            d.circle(x + 5, TRACK_Y + 3, 7, fill=c.accent, stroke=c.panel, stroke_width=2)


def _draw_event(canvas: Canvas, x: float, pitch: float, event: int) -> None:
    """What an event does: icons, and the amounts below them."""
    parts = canvas.sight.event_parts(event)
    size = min(24.0, (pitch - 7) / max(len(parts), 1))
    amounts = [words for _, words in parts]
    joined = amounts[0] if len(set(amounts)) == 1 else " ".join(amounts)
    for i, (name, _) in enumerate(parts):
        canvas.icon(name, x + (i - (len(parts) - 1) / 2) * size, TRACK_Y + 20, min(size, 22))
    if canvas.sight.t.event_is_choice[event]:
        canvas.words(x, TRACK_Y + 24, "/", 13, fill=canvas.c.muted, bold=True, anchor="middle")
    style: Style = {"bold": True, "anchor": "middle", "width": pitch - 8}
    bad = any(name in st.ICON_IDS for name, _ in parts) or joined.startswith("−")
    canvas.words(x, TRACK_Y + 45, joined, 11.5, fill=canvas.c.bad if bad else canvas.c.good, **style)


def draw_days(canvas: Canvas) -> None:
    """The days with the icons that raise weather and raid; today, and the last day of the quest in gold."""
    with canvas.d.layer(*around(DAYS_X, TRACK_Y, DAYS_WIDTH, TRACK_HEIGHT)):
        _draw_days(canvas)


def _draw_days(canvas: Canvas) -> None:
    pitch = (DAYS_WIDTH + 3) / DAYS
    for day in range(1, DAYS + 1):
        faint = not canvas.sight.s.rounds <= day <= canvas.sight.last_day
        with canvas.d.group(DAYS_X + (day - 1) * pitch, TRACK_Y):
            _draw_day(canvas, day, pitch - 3, faint)


def _draw_day(canvas: Canvas, day: int, width: float, faint: bool) -> None:
    """One day, its corner at (0, 0); `faint`: it is over, or never comes."""
    d, c, sight = canvas.d, canvas.c, canvas.sight
    today, last = day == sight.s.rounds, day == sight.last_day
    edge = c.accent if today else c.gold if last else c.line
    marked = today or last
    d.rect(0, 0, width, TRACK_HEIGHT, 7, fill=c.panel, stroke=edge, stroke_width=2.5 if marked else 1)
    if last:
        d.rect(width / 2 - 12, 3.5, 24, 15, 7.5, fill=c.gold)
    colour = "#3b2a08" if last else c.accent if today else c.muted if faint else c.ink
    canvas.words(width / 2, 15, str(day), 12, fill=colour, bold=True, anchor="middle")
    _draw_raises(canvas, width / 2, day, 34, faint)


def _draw_raises(canvas: Canvas, x: float, day: int, y: float, faint: bool = False) -> None:
    """The icons of a day."""
    colour = canvas.c.muted if faint else canvas.c.ink
    raises = [(icon, int(n)) for icon, n in enumerate(canvas.sight.t.day_raises[day]) if n]
    for i, (icon, by) in enumerate(raises):
        level = y + 15 * (i - (len(raises) - 1) / 2)
        canvas.icon(st.ICON_IDS[icon], x - 7, level, 14, FAINT if faint else None)
        canvas.words(x + 2, level + 4, f"+{by}", 10, fill=colour, bold=True)
