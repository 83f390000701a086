"""The island of Robinson Crusoe as a drawn map in text: three rows of spaces, each with what lies on it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.phrases import token_word
from crusoe_env.robinson.view.words import Sight

ROWS = ((0, 1, 2), (3, 4, 5, 6), (7, 8, 9))
"""The spaces of each row."""
PART = c.SPACES - 1
"""The space that some scenarios add at the end of the first row."""
WIDTH = 17
PITCH = WIDTH + 1
LEAST_LINES = 3


def island_map(sight: Sight) -> list[str]:
    """The lines of the map; `*` stands behind what is used up."""
    in_play = sight.spaces()
    rows = [[space for space in row if space in in_play] for row in ROWS]
    if PART in in_play:
        rows[0].append(PART)
    starts = [_indent(row, place) for place, row in enumerate(rows)]
    lines = [_border([starts[0]], [rows[0]])]
    for place, row in enumerate(rows):
        lines += _cells(sight, row, starts[place])
        below = slice(place, place + 2)
        lines.append(_border(starts[below], rows[below]))
    return lines


def _indent(row: Sequence[int], place: int) -> int:
    """Where a row begins: rows of three spaces stand between those of the row of four."""
    return 0 if place == 1 or not row else PITCH // 2


def _border(starts: Sequence[int], rows: Sequence[Sequence[int]]) -> str:
    """The line between two rows, with a corner where a space begins or ends in either."""
    corners = {
        start + PITCH * i for start, row in zip(starts, rows, strict=True) for i in range(len(row) + 1)
    }
    return "".join(
        "+" if column in corners else "-" if min(corners) < column else " "
        for column in range(max(corners) + 1)
    )


def _cells(sight: Sight, row: Sequence[int], start: int) -> list[str]:
    """The spaces of a row side by side."""
    cells = [_cell(sight, space) for space in row]
    height = max(LEAST_LINES, *map(len, cells))
    return [
        " " * start + "|" + "|".join((cell[i : i + 1] or [""])[0].ljust(WIDTH) for cell in cells) + "|"
        for i in range(height)
    ]


def _cell(sight: Sight, space: int) -> list[str]:
    """What lies on a space, in lines of the width of a cell."""
    s = sight.s
    if s.tile[space] == c.NONE or s.face_down[space]:
        words = [sight.name_of_space(space) or "lost"] if s.face_down[space] else ["unexplored"]
        head = f"{space} {words[0]}"
        parts: list[str] = []
    else:
        terrain, sources = sight.tile_parts(space)
        tile, covered = int(s.tile[space]), int(s.covered[space])
        head = f"{space} {terrain}{'*' * bool(covered & c.TERRAIN)}" + "  CAMP" * bool(s.camp == space)
        parts = [name + "*" * used for name, used in sources]
        parts += ["totem" + "*" * bool(covered & c.TOTEM)] * int(sight.t.tile_totem[tile])
        parts += ["beast"] * int(sight.t.tile_beast[tile]) + ["shelter"] * int(sight.t.tile_shelter[tile])
        tokens = sight.tokens(int(s.space_tokens[space]) | int(s.new_space_tokens[space]))
        parts += [f"[{token_word(token)}]" for token in tokens]
    parts += [f"<{sight.entry('mark', mark)['name']}>" for mark in sight.marks(space)]
    parts += [f"number {s.number[space]}"] * bool(s.number[space])
    lines = [head, *textwrap.wrap(" ".join(parts), WIDTH - 2)]
    return [f" {line}" for wrapped in lines for line in textwrap.wrap(wrapped, WIDTH - 1)]
