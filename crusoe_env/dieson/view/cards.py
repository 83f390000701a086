"""Tools, people and areas of Dieson Crusoe, drawn as cards and a table."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.view.parts import FAINT, Canvas, drawings, tool_icons
from crusoe_env.dieson.view.pointing import on_friend, on_tool
from crusoe_env.show.sheet import Style, around, wrapped

TOOLS_X, TOOLS_Y, IN_ROW, PITCH_X, CARD_WIDTH, CARD_HEIGHT = 14, 556, 8, 75.5, 71.5, 123
LOW_CARD_HEIGHT = 95
"""Of cards without their effects, which a page tells on request."""
PEOPLE_X, PEOPLE_Y, PEOPLE_WIDTH, PEOPLE_HEIGHT = 630, 556, 149, 104
AREAS_Y, ROW = 668, 19.6

# --------------------------------------------------------------------------------------------- tools


def draw_tools(canvas: Canvas) -> None:
    """The sixteen tools: yours bright, those that can be crafted outlined with their cost, others faded."""
    height = _height(canvas)
    for tool in range(st.TOOLS):
        x = TOOLS_X + tool % IN_ROW * PITCH_X
        y = TOOLS_Y + tool // IN_ROW * (height + 4)
        owned = canvas.sight.s.owned[tool] == 1
        faded = not owned and not canvas.sight.is_available(tool)
        about = f"{canvas.sight.tool_name(tool)}: {'; '.join(canvas.sight.tool_effects(tool))}"
        zone = canvas.d.zone(about, on_tool(canvas.sight, tool))
        layer = canvas.d.layer(*around(x, y, CARD_WIDTH, height))
        with layer, zone, canvas.d.group(x, y):
            _draw_tool(canvas, tool, owned, faded)


def _height(canvas: Canvas) -> int:
    """The height of a card."""
    return LOW_CARD_HEIGHT if canvas.d.smallest else CARD_HEIGHT


def _draw_tool(canvas: Canvas, tool: int, owned: bool, faded: bool) -> None:
    """One card, its corner at (0, 0); words keep their contrast where the drawing is faint."""
    d, c, sight, height = canvas.d, canvas.c, canvas.sight, _height(canvas)
    now = sight.can_craft(tool)
    edge = c.gold if owned else c.accent if now else c.line
    ink = c.card_ink if owned else c.muted if faded else c.ink
    style: Style = {"stroke": edge, "stroke_width": 3 if owned or now else 1.2}
    d.rect(0, 0, CARD_WIDTH, height, 8, fill=c.card if owned else c.panel, **style)
    if owned:
        d.rect(0, 0, CARD_WIDTH, height, 8, fill=c.gold, opacity=0.16)
    opacity = FAINT if faded else None if owned or now else 0.85
    canvas.scene(tool_icons()[st.TOOL_IDS[tool]], CARD_WIDTH / 2, 27, 1.0, opacity)
    middle: Style = {"anchor": "middle", "width": CARD_WIDTH - 8}
    level = 58 if d.smallest else 62
    canvas.words(CARD_WIDTH / 2, level, sight.tool_name(tool), 11, fill=ink, bold=True, **middle)
    if not d.smallest:
        _draw_effects(canvas, sight.tool_effects(tool), ink)
    if owned:
        _draw_owned(canvas, tool)
    elif not faded:
        _draw_cost(canvas, tool)


def _draw_effects(canvas: Canvas, effects: list[str], ink: str) -> None:
    lines = [line for effect in effects for line in wrapped(effect, 8.8, CARD_WIDTH - 8, 3)]
    for i, line in enumerate(lines[:3]):
        x, y = 6.0, 75 + 10.5 * i
        if line.startswith("★"):
            canvas.star(x + 4, y - 3, 9)
            x, line = x + 9.5, line[2:]
        canvas.words(x, y, line, 8.8, fill=ink, width=CARD_WIDTH - 3 - x)


def _draw_owned(canvas: Canvas, tool: int) -> None:
    """A tick in the corner; at the bottom whether it has worked this afternoon."""
    d, c = canvas.d, canvas.c
    d.circle(CARD_WIDTH - 8, 8, 8.5, fill=c.gold, stroke=c.panel, stroke_width=1.5)
    x = CARD_WIDTH - 8
    d.path(f"M{x - 4} 8l3 3.4l5 -6", fill="none", stroke="#3b2a08", stroke_width=2, stroke_linecap="round")
    words = "used today" if canvas.sight.s.tool_used[tool] else "yours"
    style: Style = {"fill": "#58656b", "anchor": "middle", "width": CARD_WIDTH - 8}
    canvas.words(CARD_WIDTH / 2, _height(canvas) - 8, words, 9.5, **style)


def _draw_cost(canvas: Canvas, tool: int) -> None:
    """Stars, goods and the location that crafting takes."""
    c, t, sight = canvas.c, canvas.sight.t, canvas.sight
    if t.cost_location[tool] != st.NONE:
        place = int(t.place_of[t.cost_location[tool]])
        there = sight.s.space == place
        name = sight.space_name(place) if canvas.d.smallest else f"at {sight.space_name(place)}"
        colour = c.good if there else c.accent
        style: Style = {"anchor": "middle", "bold": True, "width": CARD_WIDTH - 6}
        canvas.words(CARD_WIDTH / 2, _height(canvas) - 22, name, 8.8, fill=colour, **style)
    parts = [(good, int(n)) for good, n in enumerate(t.cost[tool]) if n]
    star, icon = (18.0, 12.0) if len(parts) < 3 else (15.0, 9.0)
    pitch = icon + 7.5
    x, y = (CARD_WIDTH - star - 1 - pitch * len(parts)) / 2, _height(canvas) - 10
    canvas.star(x + star / 2, y - 1, star, str(int(t.cost_stars[tool])))
    x += star + 1
    for good, amount in parts:
        canvas.icon(st.GOOD_IDS[good], x + icon / 2, y, icon)
        colour = c.good if sight.s.goods[good] >= amount else c.ink
        canvas.words(x + icon + 0.5, y + 3.8, str(amount), 10.5, fill=colour, bold=True)
        x += pitch


# -------------------------------------------------------------------------------------------- people


def draw_people(canvas: Canvas) -> None:
    """Your character and your friend."""
    with canvas.d.layer(*around(PEOPLE_X, PEOPLE_Y, PEOPLE_WIDTH, PEOPLE_HEIGHT)):
        _draw_character(canvas, PEOPLE_X, PEOPLE_Y)
    x = PEOPLE_X + PEOPLE_WIDTH + 8
    layer = canvas.d.layer(*around(x, PEOPLE_Y, PEOPLE_WIDTH, PEOPLE_HEIGHT))
    with layer, canvas.d.zone("your friend", on_friend(canvas.sight)):
        _draw_friend(canvas, x, PEOPLE_Y)


def _draw_character(canvas: Canvas, x: float, y: float) -> None:
    c, sight = canvas.c, canvas.sight
    canvas.panel(x, y, PEOPLE_WIDTH, PEOPLE_HEIGHT)
    canvas.scene(drawings("characters")[st.CHARACTER_IDS[sight.s.character]], x + 32, y + 34, 1.25)
    canvas.words(x + 62, y + 27, sight.character_name, 13, bold=True, width=PEOPLE_WIDTH - 68)
    hearts = int(sight.t.hearts[sight.s.character, sight.s.side])
    canvas.icon("health", x + 69, y + 41, 14)
    side = st.SIDE_IDS[sight.s.side]
    words = f"{hearts} {side}" if canvas.d.smallest else f"{hearts} {side} side"
    canvas.words(x + 80, y + 45, words, 10.5, fill=c.muted, width=PEOPLE_WIDTH - 84)
    _draw_lines(canvas, x + 12, y + 78, sight.character_effects())


def _draw_lines(canvas: Canvas, x: float, y: float, effects: list[str]) -> None:
    for i, effect in enumerate(effects[:2]):
        at, level = x, y + 14 * i
        if effect.startswith("★"):
            canvas.star(at + 6, level - 4, 13)
            at, effect = at + 15, effect[2:]
        canvas.words(at, level, effect, 11.5, width=PEOPLE_WIDTH - 22)


def _draw_friend(canvas: Canvas, x: float, y: float) -> None:
    c, s, sight = canvas.c, canvas.sight.s, canvas.sight
    canvas.panel(x, y, PEOPLE_WIDTH, PEOPLE_HEIGHT)
    if s.friend == st.NONE:
        canvas.scene(tool_icons()["friend"], x + 32, y + 34, 1.1, 0.25)
        canvas.words(x + 62, y + 38, "no friend", 12.5, fill=c.muted)
        return
    canvas.scene(drawings("friends")[st.FRIEND_IDS[s.friend]], x + 32, y + 34, 1.25)
    canvas.words(x + 62, y + 27, sight.friend_name, 13, bold=True, width=PEOPLE_WIDTH - 68)
    _draw_disc_track(canvas, x + 62, y + 42)
    helps = ((int(sight.t.small_at), int(sight.t.friend_small[s.friend])),
             (int(sight.t.large_at), int(sight.t.friend_large[s.friend])))  # fmt: skip
    for i, (space, benefit) in enumerate(helps):
        ready = s.disc >= space and (i == 1 or s.disc < helps[1][0])
        colour = c.good if ready else c.ink
        words = f"on {space}: {sight.help_words(benefit)}"
        canvas.words(x + 12, y + 78 + 15 * i, words, 11, fill=colour, bold=ready, width=PEOPLE_WIDTH - 22)


def _draw_disc_track(canvas: Canvas, x: float, y: float) -> None:
    """The spaces of the friend's disc; those from which the friend can help have a golden rim."""
    d, c, s, t = canvas.d, canvas.c, canvas.sight.s, canvas.sight.t
    last = int(t.disc_last)
    pitch = min(22.0, (PEOPLE_WIDTH - 84) / max(last, 1))
    radius = min(9.0, 0.42 * pitch)
    d.line(x + 9, y, x + 9 + last * pitch, y, stroke=c.line, stroke_width=3)
    for space in range(last + 1):
        at = x + 9 + space * pitch
        edge = c.gold if space >= t.small_at else c.muted
        d.circle(at, y, radius, fill=c.page, stroke=edge, stroke_width=2)
        if space == s.disc:
            d.circle(at, y, radius - 2, fill=c.accent)
        else:
            canvas.words(at, y + 3.4, str(space), 9.5, fill=c.muted, anchor="middle")


# --------------------------------------------------------------------------------------------- areas


def draw_areas(canvas: Canvas) -> None:
    """What a hunt needs and gives in each area, and what a raid takes; yours is marked."""
    width = 2 * PEOPLE_WIDTH + 8
    with canvas.d.layer(*around(PEOPLE_X, AREAS_Y, width, 138)):
        _draw_areas(canvas, width)


def _draw_areas(canvas: Canvas, width: float) -> None:
    canvas.panel(PEOPLE_X, AREAS_Y, width, 138)
    for x, words in ((38, "hunt"), (138, "raid takes")):
        canvas.heading(PEOPLE_X + x, AREAS_Y + 13.5, words)
    present = {int(canvas.sight.t.space_area[space]) for space in range(st.SPACES)}
    for area in range(st.AREAS):
        y = AREAS_Y + 19 + ROW * area
        if area == canvas.sight.area:
            canvas.d.rect(PEOPLE_X + 3, y - 0.5, width - 6, ROW - 1, 5, fill=canvas.c.accent, opacity=0.2)
        _draw_area(canvas, area, PEOPLE_X, y + ROW / 2 - 1, area in present)


def _draw_area(canvas: Canvas, area: int, x: float, y: float, is_there: bool) -> None:
    t = canvas.sight.t
    canvas.scene(drawings("areas")[st.AREA_IDS[area]], x + 20, y, 0.45, None if is_there else FAINT)
    if not is_there:
        canvas.words(x + 45, y + 4, "not on this map", 10, fill=canvas.c.muted)
        return
    canvas.icon("power", x + 45, y, 13)
    canvas.words(x + 54, y + 4, f"{int(t.hunt_strength[area])}", 11.5, bold=True)
    gains = [(st.GOOD_IDS[good], str(n)) for good, n in enumerate(t.hunt_gains[area]) if n]
    canvas.parts(x + 72, y, gains, 13)
    if not gains:
        canvas.words(x + 74, y + 4, "–", 11, fill=canvas.c.muted)
    fences = int(t.raid_fences[area])
    at = x + 138.0
    if fences:
        at = canvas.parts(at, y, [("fence", str(fences))], 13) + 2
        canvas.words(at, y + 3.6, "else", 9.5, fill=canvas.c.muted)
        at += 23
    else:
        at += 49
    losses = [("food", int(t.raid_food[area])), ("health", int(t.raid_health[area]))]
    canvas.parts(at, y, [(name, str(n)) for name, n in losses if n], 13)
