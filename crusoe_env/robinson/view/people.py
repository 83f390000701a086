"""The characters with life tracks, determination, pawns and skills; Friday, a guest and the Dog, drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAYOUT
from crusoe_env.robinson.view.about import about_person, about_skill_of
from crusoe_env.robinson.view.names import DOG
from crusoe_env.robinson.view.parts import COLOURS, Canvas
from crusoe_env.robinson.view.pointing import on_person
from crusoe_env.show.drawing import HEART
from crusoe_env.show.sheet import Style, around, first_fitting

X, Y, WIDTH, HEIGHT, GAP = 12, 654, 928, 134, 7
LARGER = 8
"""How much higher the panels are where no text may be small."""
FRIDAY_WIDTH, DOG_WIDTH, WIDEST = 128, 76, 460
SKULL = "M-5 -1Q-5 -6 0 -6T5 -1Q5 1.6 3 2.4V5H-3V2.4Q-5 1.6 -5 -1z"


def draw_people(canvas: Canvas) -> None:
    """Everybody side by side, in the order of the seats."""
    s = canvas.sight.s
    others = [person for person in canvas.sight.people() if person >= c.FRIDAY]
    room = WIDTH - len(others) * (FRIDAY_WIDTH + GAP) - s.with_dog * (DOG_WIDTH + GAP)
    width = min(WIDEST, (room + GAP) / int(s.players) - GAP)
    x = float(X)
    for player in range(int(s.players)):
        _draw_player(canvas, player, x, width)
        with canvas.d.layer(x + 10, Y + 88, width - 14, height_of(canvas) - 90):
            _draw_skills(canvas, player, x + 14, width - 22)
        x += width + GAP
    for person in others:
        layer = canvas.d.layer(*around(x, Y, FRIDAY_WIDTH, height_of(canvas)))
        with layer, canvas.d.zone(about_person(canvas.sight, person), on_person(canvas.sight, person)):
            _draw_other(canvas, person, x)
        x += FRIDAY_WIDTH + GAP
    if s.with_dog:
        layer = canvas.d.layer(*around(x, Y, DOG_WIDTH, height_of(canvas)))
        with layer, canvas.d.zone(canvas.sight.person_name(DOG), on_person(canvas.sight, DOG)):
            _draw_dog(canvas, x)


def _frame(canvas: Canvas, person: int, x: float, width: float) -> None:
    """A panel with the person's colour; a thick edge for who decides."""
    d, colours, s = canvas.d, canvas.c, canvas.sight.s
    acts = s.over == 0 and s.acting == person
    height = height_of(canvas)
    canvas.panel(
        x, Y, width, height, stroke=colours.accent if acts else colours.line, stroke_width=2.5 if acts else 1
    )
    d.rect(x + 4, Y + 8, 4, height - 16, 2, fill=COLOURS[canvas.sight.person_id(person)])


def _draw_player(canvas: Canvas, player: int, x: float, width: float) -> None:
    """A panel in layers: what changes often, such as life and pawns, is apart from what stays."""
    layer = canvas.d.layer(*around(x, Y, width, height_of(canvas)))
    with layer, canvas.d.zone(about_person(canvas.sight, player), on_person(canvas.sight, player)):
        _frame(canvas, player, x, width)
    with _part(canvas, x + 8, Y + 4, width - 72, 42):
        _draw_name(canvas, player, x, width)
    with _part(canvas, x + width - 72, Y + 4, 70, 42):
        _draw_determination(canvas, player, x + width - 52, Y + 16)
        _draw_free_pawns(canvas, player, x + width - 10, Y + 36)
    with _part(canvas, x + 10, Y + 46, width - 14, 46):
        _draw_life(canvas, player, x + 14, Y + 58, width - 24)
        _draw_states(canvas, player, x + 14, Y + 84, width - 24)


def height_of(canvas: Canvas) -> int:
    """The height of the panels."""
    return HEIGHT + LARGER * (canvas.d.smallest > 0)


@contextmanager
def _part(canvas: Canvas, x: float, y: float, width: float, height: float) -> Iterator[None]:
    """A layer on a panel through which a pointer meets the panel."""
    with canvas.d.layer(x, y, width, height), canvas.d.group(pointer_events="none"):
        yield


def _draw_name(canvas: Canvas, player: int, x: float, width: float) -> None:
    """Who it is, and whether first or dead."""
    colours, s, sight = canvas.c, canvas.sight.s, canvas.sight
    canvas.portrait(player, x + 30, Y + 25, 38, None if sight.is_alive(player) else 0.4)
    canvas.words(x + 54, Y + 20, sight.person_name(player), 14, bold=True, width=width - 120)
    if s.first_player == player:
        canvas.words(x + 54, Y + 35, "First Player", 10, fill=colours.accent, bold=True)
    elif not sight.is_alive(player):
        canvas.words(x + 54, Y + 35, "dead", 10, fill=colours.bad, bold=True)


def _draw_determination(canvas: Canvas, person: int, x: float, y: float) -> None:
    """The determination tokens of one person."""
    count = int(canvas.sight.s.determination[person])
    canvas.icon("determination", x + 10, y, 18)
    canvas.words(x + 23, y + 5, str(count), 15, bold=True, fill=None if count else canvas.c.muted)


def _draw_free_pawns(canvas: Canvas, person: int, end: float, y: float) -> None:
    """Pawns that are not on the board, right-aligned."""
    free = int(canvas.sight.s.free_pawns[person])
    for i in range(free):
        canvas.pawn(person, end - 8 - 14 * i, y, 16)
    if not free:
        style: Style = {"fill": canvas.c.muted, "anchor": "end"}
        canvas.words(end, y + 3, "no pawn", 9, **style)


def _draw_life(canvas: Canvas, person: int, x: float, y: float, width: float) -> None:
    """A heart for each wound that can be borne, the last one deadly; arrows where morale falls."""
    d, colours, sight = canvas.d, canvas.c, canvas.sight
    hearts, wounds = sight.hearts(person), int(sight.s.wounds[person])
    marks = sight.morale_marks(person)
    pitch = min(17.0, (width - 18) / hearts)
    scale = pitch / 27
    for k in range(1, hearts + 1):
        at = x + pitch * (k - 0.5)
        wounded = k <= wounds
        if k == hearts:
            with d.group(at, y, scale * 1.9):
                d.path(SKULL, fill=colours.bad if wounded else colours.muted)
        else:
            with d.group(at, y, scale):
                d.path(
                    HEART,
                    fill=colours.line if wounded else colours.heart,
                    stroke=colours.heart,
                    stroke_width=1.6,
                )
        if k in marks:
            arrow = f"M{at - 4:.1f} {y + 10:.1f}h8l-4 6z"
            d.path(
                arrow, fill=colours.line if marks[k] else colours.ink, stroke=colours.muted, stroke_width=0.6
            )
    canvas.words(x + pitch * hearts + 5, y + 4, f"{hearts - wounds}", 11, bold=True, fill=colours.heart)


def _draw_states(canvas: Canvas, person: int, x: float, y: float, width: float) -> None:
    """Special wounds, and what else holds for this person; shorter where there is little room."""
    sight = canvas.sight
    wounds, states = sight.special_wounds(person), sight.states(person)
    words = [*(f"wound {words}" for words in wounds), *states]
    if not words:
        return
    # The deck that a wound's card comes from is in the panel's explanation, too.
    short = [*(f"wound {words.partition(' (')[0]}" for words in wounds), *states]
    size, least = 9.5, canvas.d.smallest
    fewer = [_first_of(short, count) for count in range(len(short) - 1, 0, -1)]
    choices = [", ".join(words), ", ".join(short), *fewer]
    shown = first_fitting(choices, max(size, least), width, least) if least else choices[0]
    canvas.label(x, y + 2, shown, size, width, fill=canvas.c.bad, bold=True)


def _first_of(words: list[str], count: int) -> str:
    """Some of the words, and how many more there are."""
    return f"{', '.join(words[:count])} + {len(words) - count}"


def _draw_skills(canvas: Canvas, player: int, x: float, width: float) -> None:
    """Skills with their cost: bright if they can be used now, struck out when used this round."""
    d, colours, sight = canvas.d, canvas.c, canvas.sight
    columns = 2 if width > 250 else 1
    pitch = 18.0 if columns == 2 else max(10.6, 1.1 * d.smallest)
    size = 10.5 if columns == 2 else 9.5
    for i, (name, price, used) in enumerate(sight.skills(player)):
        at = x + i % columns * width / 2
        y = Y + (104 if columns == 2 else 97) + pitch * (i // columns)
        use = LAYOUT.start["use"] + i
        now = sight.s.acting == player and use in sight.legal
        fill = colours.muted if used else colours.accent if now else colours.ink
        room = width / columns - 16
        box = (at, y - 0.75 * pitch, width / columns, pitch)
        with d.zone(about_skill_of(sight, player, i), [use] if now else (), box):
            canvas.words(
                at + 2, y, str(price), size, fill=colours.bad if not used else colours.muted, bold=True
            )
            canvas.words(at + 11, y, name, size, fill=fill, bold=now, width=room)
        if used:
            length = min(room, 0.5 * size * len(name))
            d.line(at + 11, y - 3, at + 11 + length, y - 3, stroke=colours.muted, stroke_width=1.2)


def _draw_other(canvas: Canvas, person: int, x: float) -> None:
    """Friday or the guest; one who has not joined yet is faint, and has his life track only."""
    sight = canvas.sight
    living, here = sight.is_alive(person), person == c.FRIDAY or bool(sight.s.guest_here)
    _frame(canvas, person, x, FRIDAY_WIDTH)
    canvas.portrait(person, x + 30, Y + 25, 38, None if living and here else 0.4)
    canvas.words(x + 54, Y + 20, sight.person_name(person), 13, bold=True, width=FRIDAY_WIDTH - 60)
    if not living:
        canvas.words(x + 54, Y + 36, "dead", 10, fill=canvas.c.bad, bold=True)
        return
    _draw_life(canvas, person, x + 14, Y + 66, FRIDAY_WIDTH - 22)
    _draw_states(canvas, person, x + 14, Y + 90, FRIDAY_WIDTH - 20)
    if here:
        _draw_determination(canvas, person, x + 50, Y + 36)
        _draw_free_pawns(canvas, person, x + FRIDAY_WIDTH - 10, Y + 112)


def _draw_dog(canvas: Canvas, x: float) -> None:
    _frame(canvas, DOG, x, DOG_WIDTH)
    canvas.portrait(DOG, x + DOG_WIDTH / 2 + 3, Y + 30, 38)
    middle = x + DOG_WIDTH / 2 + 3
    canvas.words(middle, Y + 64, canvas.sight.person_name(DOG), 13, bold=True, anchor="middle")
    if canvas.sight.dog_is_out():
        canvas.words(
            middle,
            Y + 112,
            "on board" if canvas.d.smallest else "on the board",
            9,
            fill=canvas.c.muted,
            anchor="middle",
            width=62,
        )
    else:
        canvas.pawn(DOG, middle, Y + 110, 18)
