"""The threat row, the fields of the actions with their pawns, and the tracks of Robinson Crusoe, drawn."""

from __future__ import annotations

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import PLAN_THREAT
from crusoe_env.robinson.view.about import about_field, about_plan, about_structure
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.parts import ACTION_COLOURS, Canvas
from crusoe_env.robinson.view.pointing import on_field, on_plan, on_structure
from crusoe_env.robinson.view.words import PAID, stores
from crusoe_env.show.drawing import Box
from crusoe_env.show.sheet import NARROWEST, Style, around, wrapped

THREATS: Box = (492, 12, 448, 148)
FIELDS: Box = (492, 168, 448, 314)
DECKS_WIDTH, CARD_GAP = 92, 7
CHIPS_X, CHIP_WIDTH, CHIPS = 118, 157, 2
ROOMY = 300
"""The height of the fields from which on there is a margin between them."""
TRACKS_X, TRACKS_Y, TRACKS_WIDTH = 12, 364, 470
LOW, HIGH = 50, 63
"""The heights of the two rows of tracks."""
MORALE = range(-3, 4)
THREAT_SIZES = (13.0, 12.0, 11.0, 10.0, 9.5, 9.0, 8.5, 8.0)
"""Of the words on a card of the threat row; the largest at which all of them have room."""


# ---------------------------------------------------------------------------------------------- threats
def draw_threats(canvas: Canvas, box: Box = THREATS, *, decks: bool = True) -> None:
    """The two cards of the threat row, and the decks."""
    left, top, whole, height = box
    with canvas.d.layer(*around(*box)):
        canvas.panel(*box)
    width = (whole - (DECKS_WIDTH if decks else CARD_GAP + 2)) / 2 - CARD_GAP
    if decks:
        _draw_decks(canvas, left + 2 * (width + CARD_GAP) + 12, left + whole - 10, top)
    for place in range(2):
        x = left + 8 + place * (width + CARD_GAP)
        about, actions = _about_threat(canvas, place), canvas.sight.only_legal([PLAN_THREAT + place])
        layer = canvas.d.layer(*around(x, top + 6, width, height - 12))
        with layer, canvas.d.zone(about, actions):
            _draw_threat(canvas, place, (x, top, width, height))


def _about_threat(canvas: Canvas, place: int) -> str:
    """What is known of a space of the threat row."""
    card = int(canvas.sight.s.threat[place])
    if card == c.NONE:
        return "an empty space of the threat row"
    return "\n".join([canvas.sight.card_name(card), *canvas.sight.threat_lines(card)])


def _draw_threat(canvas: Canvas, place: int, box: Box) -> None:
    """One space of the threat row with its card: how to answer it, and what comes otherwise."""
    d, colours, sight = canvas.d, canvas.c, canvas.sight
    x, top, width, height = box
    card, y, height = int(sight.s.threat[place]), top + 24, height - 32
    leaves = "leaves next" if place == 0 else "newest"
    canvas.heading(x, top + 17, f"threat row, {('left', 'right')[place]}")
    style: Style = {"fill": colours.muted, "anchor": "end"}
    canvas.words(x + width, top + 17, leaves, 9, **style)
    if card == c.NONE:
        d.rect(x, y, width, height, 7, fill="none", stroke=colours.muted, stroke_dasharray="4 4")
        return
    now = PLAN_THREAT + place in sight.legal
    edge = colours.accent if now else colours.card_line
    d.rect(x, y, width, height, 7, fill=colours.card, stroke=edge, stroke_width=2.5 if now else 1.2)
    name = sight.card_name(card)
    canvas.words(x + 8, y + 17, name, 11.5, fill=colours.card_ink, bold=True, width=width - 16)
    _draw_threat_lines(canvas, sight.threat_lines(card), (x + 8, y + 22.0, width, height - 24))


def _draw_threat_lines(canvas: Canvas, lines: list[str], box: Box) -> None:
    """What a card asks and brings, as large as there is room; what comes if nobody answers in red."""
    x, y, width, height = box
    least = canvas.d.smallest
    room = width - 14 if least else width - 12
    tries = [(size, room) for size in dict.fromkeys(max(size, least) for size in THREAT_SIZES)]
    for size, wide in [*tries, (least, room / NARROWEST)] if least else tries:
        parts = [wrapped(line, size, wide, len(line)) for line in lines]
        if 1.25 * size * sum(map(len, parts)) + 3 * len(lines) <= height:
            break
    bottom = y + height + 1
    for line, part in zip(lines, parts, strict=True):
        bad = line.startswith("else ")
        fill = canvas.c.bad if bad and canvas.theme == "light" else "#8c2f36" if bad else canvas.c.card_ink
        for words in part:
            y += 1.25 * size
            if least and y > bottom:
                return
            more = (
                "…" if least and y + 1.25 * size > bottom and (words, line) != (part[-1], lines[-1]) else ""
            )
            canvas.words(x, y, words + more, size, fill=fill, width=width - 14)
        y += 3


def _draw_decks(canvas: Canvas, x: float, end: float, top: float) -> None:
    """How many cards are left, and what the players know of the beasts."""
    s, colours, sight = canvas.sight.s, canvas.c, canvas.sight
    counts = [("events", int(s.events_left))]
    counts += [
        (f"{plain(c.ACTION_KINDS[kind])} adv.", int(s.adventures_left[i])) for i, kind in enumerate(c.DECKS)
    ]
    counts += [("mysteries", int(s.mysteries_left)), ("discoveries", int(s.discoveries_left))]
    counts += [("inventions", int(s.inventions_left)), ("hunting", int(s.hunting_left))]
    width = end - x
    with canvas.d.layer(x - 2, top + 4, width + 8, 18):
        canvas.heading(x, top + 17, "decks")
    for i, (name, count) in enumerate(counts):
        y = top + 31 + 12 * i
        with canvas.d.layer(x - 2, y - 10, width + 8, 14):
            canvas.words(x, y, name, 9.5, fill=colours.muted, width=width - 16)
            canvas.words(x + width, y, str(count), 10, bold=True, anchor="end")
    known = [sight.known_beast()] if sight.known_beast() else []
    known += [sight.ambush() if s.ambush_known else "ambush!"] if s.ambush != c.NONE else []
    with canvas.d.layer(x - 2, top + 118, width + 8, 28):
        canvas.words(x, top + 129, f"next {sight.next_event()}", 9.5, fill=colours.ink, width=width)
        if known:
            canvas.label(x, top + 141, ", ".join(known), 9.5, width, fill=colours.bad, bold=True)


# ----------------------------------------------------------------------------------------------- fields
def draw_fields(canvas: Canvas, box: Box = FIELDS) -> None:
    """The fields of the seven actions: tokens, planned actions with their pawns."""
    sight = canvas.sight
    x, top, width, whole = box
    with canvas.d.layer(*around(*box)):
        canvas.panel(*box)
        canvas.heading(x + 10, top + 17, "actions, in their order")
        _draw_key(canvas, x + width - 10, top + 17)
    kinds = c.KINDS + sight.has_actions_of_no_kind()
    gap = 10 if whole > ROOMY else 3
    lines = [max(1, -(-len(sight.plans(kind)) // CHIPS)) for kind in range(kinds)]
    pitch = min(26.0, (whole - 28 - gap * kinds) / sum(lines))
    y = top + 25.0
    for kind in range(kinds):
        height = pitch * lines[kind] + gap
        field = (x + 1, y, width - 2, height)
        zone = canvas.d.zone(about_field(sight, kind), on_field(sight, kind), field)
        with canvas.d.layer(*around(*field)), zone:
            _draw_field(canvas, kind, field, pitch, gap / 2)
        y += height


def _draw_key(canvas: Canvas, end: float, y: float) -> None:
    """What the words on the chips mean."""
    words = "dice: the dice decide, sure: enough pawns"
    canvas.words(end, y, words, 9, fill=canvas.c.muted, anchor="end")


def _draw_field(canvas: Canvas, kind: int, box: Box, pitch: float, margin: float) -> None:
    d, colours, sight = canvas.d, canvas.c, canvas.sight
    left, y, width = box[0] - 1, box[1], box[2] + 2
    name = c.PLANNED_KIND_NAMES[kind]
    d.line(left + 8, y, left + width - 8, y, stroke=colours.line)
    middle = y + margin + pitch / 2
    canvas.icon(name, left + 20, middle, 21)
    tokens = sight.field_tokens(kind)
    beside = bool(tokens) and margin < 5  # there is no room for them below the name
    level = middle - 2 if tokens and not beside else middle + 4
    shown = plain(name).split()[0] if beside or d.smallest else plain(name)
    canvas.words(left + 36, level, shown, 11.5, bold=True, width=78)
    deck = name if name in ACTION_COLOURS else "build"
    if beside:
        canvas.tokens(tokens, left + CHIPS_X - 4 - 15 * len(tokens), middle, 13, deck)
    else:
        canvas.tokens(tokens, left + 36, middle + 9, 13, deck)
    for i, plan in enumerate(sight.plans(kind)):
        x = left + CHIPS_X + i % CHIPS * (CHIP_WIDTH + 4)
        with d.zone(about_plan(sight, plan), on_plan(sight, plan)):
            _draw_chip(canvas, plan, x, y + margin + pitch * (i // CHIPS), pitch - 3)
    beasts = int(sight.s.hunting_left)
    words = [f"{beasts} beast{'' if beasts == 1 else 's'} in the hunting deck"] * (name == "hunt")
    words += sight.special_actions(kind)
    if words and not sight.plans(kind):
        canvas.words(
            left + CHIPS_X, middle + 4, ", ".join(words), 10, fill=colours.muted, width=width - CHIPS_X - 10
        )


def _draw_chip(canvas: Canvas, plan: int, x: float, y: float, height: float) -> None:
    """A planned action: its pawns, what it is, how sure it is."""
    d, colours, s, sight = canvas.d, canvas.c, canvas.sight.s, canvas.sight
    state = sight.plan_state(plan)
    now = state == "now"
    edge = colours.accent if now else colours.line
    d.rect(x, y, CHIP_WIDTH, height, 6, fill=colours.page, stroke=edge, stroke_width=2.2 if now else 1)
    size = min(16.0, height - 4)
    with d.group(opacity=0.45 if state == "done" else None):
        end = canvas.pawns(sight.pawns(plan), x + 4, y + height / 2, size)
    words = sight.target_words(int(s.plan_kind[plan]), int(s.plan_target[plan]))
    words = " + ".join([words, *sight.items_assigned(plan)])
    style: Style = {"fill": colours.accent if now else colours.muted, "anchor": "end"}
    canvas.words(x + CHIP_WIDTH - 6, y + height / 2 + 3.5, state, 9, bold=now, **style)
    ink = colours.muted if state == "done" else colours.ink
    canvas.label(end + 2, y + height / 2 + 4, words, 11, x + CHIP_WIDTH - 32 - end, fill=ink)


# ----------------------------------------------------------------------------------------------- tracks
def draw_tracks(canvas: Canvas) -> None:
    """Morale, the fields of weather and night, the levels of the camp, resources."""
    with canvas.d.layer(*around(TRACKS_X, TRACKS_Y, 236, LOW)):
        draw_morale(canvas, TRACKS_X, TRACKS_Y, 236, LOW)
    s = canvas.sight.s
    for i, (name, bits) in enumerate((("weather", s.weather_tokens), ("night", s.night_tokens))):
        draw_tokens_of(canvas, name, int(bits), (TRACKS_X + 242 + 116 * i, TRACKS_Y, 112, LOW))
    pitch = (TRACKS_WIDTH + 5) / 8
    draw_camp(canvas, TRACKS_X, TRACKS_Y + 55, pitch)


def draw_tokens_of(canvas: Canvas, name: str, bits: int, box: Box) -> None:
    """The tokens of the weather or of the night."""
    x, y, _, height = box
    with canvas.d.layer(*around(*box)):
        canvas.panel(*box)
        canvas.heading(x + 8, y + height / 2 - 9, name)
        canvas.tokens(canvas.sight.tokens(bits), x + 8, y + height / 2 + 8, 18)
        if not bits:
            canvas.words(x + 8, y + height / 2 + 11, "no tokens", 10, fill=canvas.c.muted)


def draw_camp(canvas: Canvas, x: float, y: float, pitch: float) -> None:
    """The levels of the camp and the stores in a row from x, one every `pitch`."""
    s, sight = canvas.sight.s, canvas.sight
    for which, name in enumerate(c.STRUCTURES):
        box = (x + pitch * which, y, pitch - 5, HIGH)
        layer = canvas.d.layer(*around(*box))
        with layer, canvas.d.zone(about_structure(sight, which), on_structure(sight, which)):
            _draw_level(canvas, which, name, box)
    future = dict(stores(s.future))
    for i, (name, count) in enumerate(stores(s.available)):
        about = f"{count}, {future[name]} to come after the actions"
        box = (x + pitch * (i + len(c.STRUCTURES)), y, pitch - 5, HIGH)
        with canvas.d.layer(*around(*box)), canvas.d.zone(f"{plain(name)}: {about}"):
            _draw_store(canvas, name, count, future[name], box)


def draw_morale(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Seven levels with the determination that each gives the First Player."""
    d, colours, sight = canvas.d, canvas.c, canvas.sight
    canvas.panel(x, y, width, height)
    y += (height - LOW) / 2
    canvas.icon("morale", x + 17, y + 19, 20)
    if d.smallest:
        canvas.icon("determination", x + 17, y + 38, 13)
    else:
        canvas.words(x + 17, y + 41, "morale", 9, fill=colours.muted, anchor="middle")
    pitch = (width - 44) / len(MORALE)
    for i, level in enumerate(MORALE):
        here = sight.s.morale == level
        at = x + 38 + pitch * i
        fill = colours.accent if here else colours.page
        d.rect(at, y + 6, pitch - 3, 22, 5, fill=fill, stroke=colours.accent if here else colours.line)
        ink = colours.on_accent if here else colours.ink
        middle = at + (pitch - 3) / 2
        words = f"{level:+d}".replace("-", "−") if level else "0"
        canvas.words(middle, y + 21.5, words, 12, fill=ink, bold=True, anchor="middle")
        gives = int(sight.t.morale_determination[i])
        words = f"{gives:+d}".replace("-", "−") if gives else "0"
        if d.smallest:
            canvas.words(middle, y + 41.5, words, 9.5, fill=colours.muted, anchor="middle")
        else:
            canvas.icon("determination", middle - 6, y + 38, 10, 0.8)
            canvas.words(middle + 1, y + 41.5, words, 9.5, fill=colours.muted)


def _draw_level(canvas: Canvas, which: int, name: str, box: Box) -> None:
    """Shelter, roof, palisade or weapon: the level, what the next one costs, a token on its cost."""
    s, colours, sight = canvas.sight.s, canvas.c, canvas.sight
    x, y, width, _ = box
    level = int((s.shelter, s.roof, s.palisade, s.weapon)[which])
    none = level == 0
    canvas.panel(*box)
    canvas.icon(name, x + 17, y + 18, 22, 0.35 if none else None)
    shown = str(level) if which else ("yes" if level else "found" if sight.natural_shelter() else "no")
    style: Style = {
        "bold": True,
        "anchor": "middle",
        "fill": colours.muted if shown in ("0", "no") else colours.ink,
    }
    canvas.words(x + 42, y + 23, shown, 18 if which else 11, width=30, **style)
    canvas.words(x + width / 2, y + 42, name, 10, anchor="middle")
    tokens = sight.tokens(int(s.cost_tokens[which]))
    canvas.tokens(tokens, x + 2, y + 9, 14)
    if which or none:
        _draw_cost(canvas, sight.structure_ways(which), x + width / 2, y + 53, width - 4)


def _draw_cost(canvas: Canvas, ways: list[list[int]], x: float, y: float, width: float) -> None:
    """What is to be paid, as numbers with icons, around (x, y), closer where there is little room.

    Ways that differ only in how they mix the same number of resources are one number with all their icons,
    where there is no room for each: `4 wood / fur`.
    """
    size = max(10.0, canvas.d.smallest)
    parts = [(str(n), PAID[i], k) for k, way in enumerate(ways) for i, n in enumerate(way) if n]
    lengths = _lengths(parts, size)
    if sum(lengths) > width and len({sum(way) for way in ways}) == 1:
        kinds = list(dict.fromkeys(name for _, name, _ in parts))
        parts = [("" if i else parts[0][0], name, i) for i, name in enumerate(kinds)]
        lengths = _lengths(parts, size)
    elif sum(lengths) > width:  # the ways that mix resources lie between the others
        parts = [each for each in parts if sum(n > 0 for n in ways[each[2]]) == 1] or parts
        lengths = _lengths(parts, size)
    gap = min(6.0, (width - sum(lengths)) / max(len(parts) - 1, 1))
    at = x - (sum(lengths) + gap * (len(parts) - 1)) / 2
    for i, ((number, name, way), length) in enumerate(zip(parts, lengths, strict=True)):
        if i and way != parts[i - 1][2] and gap >= 3:
            canvas.words(at - gap / 2, y + 3.5, "/", 9, fill=canvas.c.muted, anchor="middle")
        if number:
            canvas.words(at, y + 3.5, number, size, fill=canvas.c.muted)
        canvas.icon(name, at + length - 6.5, y, 12)
        at += length + gap


def _lengths(parts: list[tuple[str, str, int]], size: float) -> list[float]:
    """How wide numbers with their icons are."""
    return [0.58 * size * len(number) + 14 for number, _, _ in parts]


def _draw_store(canvas: Canvas, name: str, count: int, future: int, box: Box) -> None:
    """A resource: how much is available, how much comes at the end of the action phase."""
    colours = canvas.c
    x, y, width, _ = box
    canvas.panel(*box)
    canvas.icon(name, x + 17, y + 18, 22, 0.35 if count == 0 else None)
    style: Style = {"bold": True, "anchor": "middle"}
    canvas.words(x + 40, y + 24, str(count), 18, fill=colours.ink if count else colours.muted, **style)
    words = "durable" if name == "durable_food" else name
    canvas.words(x + width / 2, y + 42, words, 10, anchor="middle")
    if future:
        canvas.words(
            x + width / 2, y + 56, f"+{future} to come", 9, fill=colours.good, width=width - 3, **style
        )
