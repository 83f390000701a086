"""The threat row, the fields of the actions with their pawns, and the tracks of Robinson Crusoe, drawn."""

from __future__ import annotations

from crusoe_env.robinson.actions import PLAN_THREAT
from crusoe_env.robinson.state import ACTION_KINDS, DECKS, KINDS, NONE, PLANNED_KIND_NAMES, STRUCTURES
from crusoe_env.robinson.view.about import about_field, about_plan, about_structure
from crusoe_env.robinson.view.names import plain
from crusoe_env.robinson.view.parts import ACTION_COLOURS, Table
from crusoe_env.robinson.view.pointing import on_field, on_plan, on_structure
from crusoe_env.robinson.view.words import PAID, stores
from crusoe_env.show.sheet import Style, around, wrapped

MIDDLE_X, MIDDLE_WIDTH = 492, 448
CARDS_Y, CARDS_HEIGHT, CARD_WIDTH = 12, 148, 171
FIELDS_Y, FIELDS_HEIGHT = 168, 314
CHIPS_X, CHIP_WIDTH, CHIPS = 118, 157, 2
TRACKS_X, TRACKS_Y, TRACKS_WIDTH = 12, 364, 470
MORALE = range(-3, 4)
THREAT_SIZES = (13.0, 12.0, 11.0, 10.0, 9.5, 9.0, 8.5, 8.0)
"""Of the words on a card of the threat row; the largest at which all of them have room."""


# ---------------------------------------------------------------------------------------------- threats
def draw_threats(table: Table) -> None:
    """The two cards of the threat row, and the decks."""
    with table.d.layer(*around(MIDDLE_X, CARDS_Y, MIDDLE_WIDTH, CARDS_HEIGHT)):
        table.panel(MIDDLE_X, CARDS_Y, MIDDLE_WIDTH, CARDS_HEIGHT)
    x = MIDDLE_X + 2 * (CARD_WIDTH + 7) + 12
    _draw_decks(table, x)
    for place in range(2):
        x = MIDDLE_X + 8 + place * (CARD_WIDTH + 7)
        about, actions = _about_threat(table, place), table.sight.only_legal([PLAN_THREAT + place])
        layer = table.d.layer(*around(x, CARDS_Y + 6, CARD_WIDTH, CARDS_HEIGHT - 12))
        with layer, table.d.zone(about, actions):
            _draw_threat(table, place, x)


def _about_threat(table: Table, place: int) -> str:
    """What is known of a space of the threat row."""
    card = int(table.sight.s.threat[place])
    if card == NONE:
        return "an empty space of the threat row"
    return "\n".join([table.sight.card_name(card), *table.sight.threat_lines(card)])


def _draw_threat(table: Table, place: int, x: float) -> None:
    """One space of the threat row with its card: how to answer it, and what comes otherwise."""
    d, c, sight = table.d, table.c, table.sight
    card, y, height = int(sight.s.threat[place]), CARDS_Y + 24, CARDS_HEIGHT - 32
    leaves = "leaves next" if place == 0 else "newest"
    table.heading(x, CARDS_Y + 17, f"threat row, {('left', 'right')[place]}")
    style: Style = {"fill": c.muted, "anchor": "end"}
    table.words(x + CARD_WIDTH, CARDS_Y + 17, leaves, 9, **style)
    if card == NONE:
        d.rect(x, y, CARD_WIDTH, height, 7, fill="none", stroke=c.muted, stroke_dasharray="4 4")
        return
    now = PLAN_THREAT + place in sight.legal
    edge = c.accent if now else c.card_line
    d.rect(x, y, CARD_WIDTH, height, 7, fill=c.card, stroke=edge, stroke_width=2.5 if now else 1.2)
    name = sight.card_name(card)
    table.words(x + 8, y + 17, name, 11.5, fill=c.card_ink, bold=True, width=CARD_WIDTH - 16)
    _draw_threat_lines(table, sight.threat_lines(card), x + 8, y + 22.0, height - 24)


def _draw_threat_lines(table: Table, lines: list[str], x: float, y: float, height: float) -> None:
    """What a card asks and brings, as large as there is room; what comes if nobody answers in red."""
    for size in THREAT_SIZES:
        parts = [wrapped(line, size, CARD_WIDTH - 12, len(line)) for line in lines]
        if 1.25 * size * sum(map(len, parts)) + 3 * len(lines) <= height:
            break
    for line, part in zip(lines, parts, strict=True):
        bad = line.startswith("else ")
        fill = table.c.bad if bad and table.theme == "light" else "#8c2f36" if bad else table.c.card_ink
        for words in part:
            y += 1.25 * size
            table.words(x, y, words, size, fill=fill, width=CARD_WIDTH - 14)
        y += 3


def _draw_decks(table: Table, x: float) -> None:
    """How many cards are left, and what the players know of the beasts."""
    s, c, sight = table.sight.s, table.c, table.sight
    counts = [("events", int(s.events_left))]
    counts += [
        (f"{plain(ACTION_KINDS[kind])} adv.", int(s.adventures_left[i])) for i, kind in enumerate(DECKS)
    ]
    counts += [("mysteries", int(s.mysteries_left)), ("discoveries", int(s.discoveries_left))]
    counts += [("inventions", int(s.inventions_left)), ("hunting", int(s.hunting_left))]
    width = MIDDLE_X + MIDDLE_WIDTH - 10 - x
    with table.d.layer(x - 2, CARDS_Y + 4, width + 8, 18):
        table.heading(x, CARDS_Y + 17, "decks")
    for i, (name, count) in enumerate(counts):
        y = CARDS_Y + 31 + 12 * i
        with table.d.layer(x - 2, y - 10, width + 8, 14):
            table.words(x, y, name, 9.5, fill=c.muted, width=width - 16)
            table.words(x + width, y, str(count), 10, bold=True, anchor="end")
    known = [sight.known_beast()] if sight.known_beast() else []
    known += ["ambush!"] if s.ambush != NONE else []
    with table.d.layer(x - 2, CARDS_Y + 118, width + 8, CARDS_HEIGHT - 120):
        table.words(x, CARDS_Y + 129, f"next {sight.next_event()}", 9.5, fill=c.ink, width=width)
        if known:
            table.label(x, CARDS_Y + 141, ", ".join(known), 9.5, width, fill=c.bad, bold=True)


# ----------------------------------------------------------------------------------------------- fields
def draw_fields(table: Table) -> None:
    """The fields of the seven actions: tokens, planned actions with their pawns."""
    sight = table.sight
    with table.d.layer(*around(MIDDLE_X, FIELDS_Y, MIDDLE_WIDTH, FIELDS_HEIGHT)):
        table.panel(MIDDLE_X, FIELDS_Y, MIDDLE_WIDTH, FIELDS_HEIGHT)
        table.heading(MIDDLE_X + 10, FIELDS_Y + 17, "actions, in their order")
        _draw_key(table)
    kinds = KINDS + sight.has_actions_of_no_kind()
    lines = [max(1, -(-len(sight.plans(kind)) // CHIPS)) for kind in range(kinds)]
    pitch = min(26.0, (FIELDS_HEIGHT - 28 - 10 * kinds) / sum(lines))
    y = FIELDS_Y + 25.0
    for kind in range(kinds):
        height = pitch * lines[kind] + 10
        box = (MIDDLE_X + 1, y, MIDDLE_WIDTH - 2, height)
        with table.d.layer(*around(*box)), table.d.zone(about_field(sight, kind), on_field(sight, kind), box):
            _draw_field(table, kind, y, height, pitch)
        y += height


def _draw_key(table: Table) -> None:
    """What the words on the chips mean."""
    words = "dice: the dice decide   sure: enough pawns"
    style: Style = {"fill": table.c.muted, "anchor": "end"}
    table.words(MIDDLE_X + MIDDLE_WIDTH - 10, FIELDS_Y + 17, words, 9, **style)


def _draw_field(table: Table, kind: int, y: float, height: float, pitch: float) -> None:
    d, c, sight = table.d, table.c, table.sight
    name = PLANNED_KIND_NAMES[kind]
    d.line(MIDDLE_X + 8, y, MIDDLE_X + MIDDLE_WIDTH - 8, y, stroke=c.line)
    middle = y + 5 + pitch / 2
    table.icon(name, MIDDLE_X + 20, middle, 21)
    tokens = sight.field_tokens(kind)
    level = middle - 2 if tokens else middle + 4
    table.words(MIDDLE_X + 36, level, plain(name), 11.5, bold=True, width=78)
    deck = name if name in ACTION_COLOURS else "build"
    table.tokens(tokens, MIDDLE_X + 36, middle + 9, 13, deck)
    for i, plan in enumerate(sight.plans(kind)):
        x = MIDDLE_X + CHIPS_X + i % CHIPS * (CHIP_WIDTH + 4)
        with d.zone(about_plan(sight, plan), on_plan(sight, plan)):
            _draw_chip(table, plan, x, y + 5 + pitch * (i // CHIPS), pitch - 3)
    left = int(sight.s.hunting_left)
    words = [f"{left} beast{'' if left == 1 else 's'} in the hunting deck"] * (name == "hunt")
    words += sight.special_actions(kind)
    if words and not sight.plans(kind):
        width = MIDDLE_WIDTH - CHIPS_X - 10
        table.words(MIDDLE_X + CHIPS_X, middle + 4, ", ".join(words), 10, fill=c.muted, width=width)


def _draw_chip(table: Table, plan: int, x: float, y: float, height: float) -> None:
    """A planned action: its pawns, what it is, how sure it is."""
    d, c, s, sight = table.d, table.c, table.sight.s, table.sight
    state = sight.plan_state(plan)
    now = state == "now"
    edge = c.accent if now else c.line
    with d.group(opacity=0.45 if state == "done" else None):
        d.rect(x, y, CHIP_WIDTH, height, 6, fill=c.page, stroke=edge, stroke_width=2.2 if now else 1)
        size = min(16.0, height - 4)
        end = table.pawns(sight.pawns(plan), x + 4, y + height / 2, size)
        words = sight.target_words(int(s.plan_kind[plan]), int(s.plan_target[plan]))
        style: Style = {"fill": c.accent if now else c.muted, "anchor": "end"}
        table.words(x + CHIP_WIDTH - 6, y + height / 2 + 3.5, state, 9, bold=now, **style)
        table.label(end + 2, y + height / 2 + 4, words, 11, x + CHIP_WIDTH - 32 - end)


# ----------------------------------------------------------------------------------------------- tracks
def draw_tracks(table: Table) -> None:
    """Morale, the fields of weather and night, the levels of the camp, resources."""
    with table.d.layer(*around(TRACKS_X, TRACKS_Y, 236, 50)):
        _draw_morale(table, TRACKS_X, TRACKS_Y, 236)
    s, sight = table.sight.s, table.sight
    for i, (name, bits) in enumerate((("weather", s.weather_tokens), ("night", s.night_tokens))):
        x = TRACKS_X + 242 + 116 * i
        with table.d.layer(*around(x, TRACKS_Y, 112, 50)):
            table.panel(x, TRACKS_Y, 112, 50)
            table.heading(x + 8, TRACKS_Y + 16, name)
            table.tokens(sight.tokens(int(bits)), x + 8, TRACKS_Y + 33, 18)
            if not bits:
                table.words(x + 8, TRACKS_Y + 36, "no tokens", 10, fill=table.c.muted)
    pitch = (TRACKS_WIDTH + 5) / 8
    for which, name in enumerate(STRUCTURES):
        at = TRACKS_X + pitch * which
        layer = table.d.layer(*around(at, TRACKS_Y + 55, pitch - 5, 63))
        with layer, table.d.zone(about_structure(sight, which), on_structure(sight, which)):
            _draw_level(table, which, name, at, pitch - 5)
    future = dict(stores(s.future))
    for i, (name, count) in enumerate(stores(s.available)):
        at, about = TRACKS_X + pitch * (i + 4), f"{count}, {future[name]} to come after the actions"
        layer = table.d.layer(*around(at, TRACKS_Y + 55, pitch - 5, 63))
        with layer, table.d.zone(f"{plain(name)}: {about}"):
            _draw_store(table, name, count, future[name], at, pitch - 5)


def _draw_morale(table: Table, x: float, y: float, width: float) -> None:
    """Seven levels with the determination that each gives the First Player."""
    d, c, sight = table.d, table.c, table.sight
    table.panel(x, y, width, 50)
    table.icon("morale", x + 17, y + 19, 20)
    table.words(x + 17, y + 41, "morale", 9, fill=c.muted, anchor="middle")
    pitch = (width - 44) / len(MORALE)
    for i, level in enumerate(MORALE):
        here = sight.s.morale == level
        at = x + 38 + pitch * i
        fill = c.accent if here else c.page
        d.rect(at, y + 6, pitch - 3, 22, 5, fill=fill, stroke=c.accent if here else c.line)
        ink = c.on_accent if here else c.ink
        middle = at + (pitch - 3) / 2
        words = f"{level:+d}".replace("-", "−") if level else "0"
        table.words(middle, y + 21.5, words, 12, fill=ink, bold=True, anchor="middle")
        gives = int(sight.t.morale_determination[i])
        table.icon("determination", middle - 6, y + 38, 10, 0.8)
        words = f"{gives:+d}".replace("-", "−") if gives else "0"
        table.words(middle + 1, y + 41.5, words, 9.5, fill=c.muted)


def _draw_level(table: Table, which: int, name: str, x: float, width: float) -> None:
    """Shelter, roof, palisade or weapon: the level, what the next one costs, a token on its cost."""
    s, c, sight = table.sight.s, table.c, table.sight
    y, height = TRACKS_Y + 55, 63
    level = int((s.shelter, s.roof, s.palisade, s.weapon)[which])
    none = level == 0
    table.panel(x, y, width, height)
    table.icon(name, x + 17, y + 18, 22, 0.35 if none else None)
    shown = str(level) if which else ("yes" if level else "found" if sight.natural_shelter() else "no")
    style: Style = {"bold": True, "anchor": "middle", "fill": c.muted if shown in ("0", "no") else c.ink}
    table.words(x + 40, y + 23, shown, 18 if which else 11, width=25, **style)
    table.words(x + width / 2, y + 42, name, 10, anchor="middle")
    tokens = sight.tokens(int(s.cost_tokens[which]))
    table.tokens(tokens, x + 2, y + 9, 14)
    if which or none:
        _draw_cost(table, sight.structure_ways(which), x + width / 2, y + 53)


def _draw_cost(table: Table, ways: list[list[int]], x: float, y: float) -> None:
    """What is to be paid, as numbers with icons, around (x, y)."""
    parts = [(str(n), PAID[i]) for way in ways for i, n in enumerate(way) if n]
    left = x - 12.5 * len(parts)
    for i, (number, name) in enumerate(parts):
        at = left + 25 * i
        if i:
            table.words(at - 1, y + 3.5, "/", 9, fill=table.c.muted, anchor="middle")
        table.words(at + 3, y + 3.5, number, 10, fill=table.c.muted)
        table.icon(name, at + 15.5, y, 12)


def _draw_store(table: Table, name: str, count: int, future: int, x: float, width: float) -> None:
    """A resource: how much is available, how much comes at the end of the action phase."""
    c = table.c
    y, height = TRACKS_Y + 55, 63
    table.panel(x, y, width, height)
    table.icon(name, x + 17, y + 18, 22, 0.35 if count == 0 else None)
    style: Style = {"bold": True, "anchor": "middle"}
    table.words(x + 40, y + 24, str(count), 18, fill=c.ink if count else c.muted, **style)
    words = "durable" if name == "durable_food" else name
    table.words(x + width / 2, y + 42, words, 10, anchor="middle")
    if future:
        table.words(x + width / 2, y + 56, f"+{future} to come", 9, fill=c.good, width=width - 3, **style)
