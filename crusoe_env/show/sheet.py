"""A drawing under way with its colours: words that stay within a width, headings, panels, icons."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crusoe_env.show.drawing import Box, Drawing, Palette

Style = dict[str, Any]
"""SVG attributes by name."""

WIDTH_OF_LETTER = 0.55
"""Of its size, on average and in the usual fonts."""
FULL = 0.9
"""Of that width, what the letters of a line of usual words have."""
LINE_HEIGHT = 1.06
"""Of the lines of a paragraph, for each unit of their size."""
NARROWEST = 0.78
"""Of their width, what letters may be pressed to where no text may be small."""
SMALLEST = 0.75
"""How far words may shrink to fit, before they are cut."""
LOG_LINE = 13
"""The height of a line of a log."""


@dataclass(frozen=True)
class Sheet:
    """A drawing and its colours.

    Attributes:
        d, c: the drawing and its colours.
        theme: `light` or `dark`.
    """

    d: Drawing
    c: Palette
    theme: str

    def words(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        fill: str | None = None,
        width: float | None = None,
        **style: Any,
    ) -> None:
        """One line of text; to stay within `width` it is set smaller, then narrower, then cut."""
        least = self.d.smallest
        size = max(size, least)
        if width is not None:
            whole = words
            words, size = fitted(words, size, width, least)
            if words != whole and least and len(whole) * size * FULL * NARROWEST <= width / WIDTH_OF_LETTER:
                words = whole
                style |= {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
        self.d.text(x, y, words, size, fill=fill or self.c.ink, **style)

    def label(self, x: float, y: float, words: str, size: float, width: float, **style: Any) -> None:
        """Words within a width: in one line on the base line `y`, or in two small lines around it."""
        size = max(size, self.d.smallest)
        small = 0.72 * size
        if len(words) * SMALLEST * size <= width / WIDTH_OF_LETTER or small < self.d.smallest:
            self.words(x, y, words, size, width=width, **style)
            return
        for i, line in enumerate(wrapped(words, small, width, 2)):
            self.words(x, y + small * (0.95 * i - 0.55), line, small, width=width, **style)

    def paragraph(
        self,
        x: float,
        y: float,
        words: str,
        sizes: Sequence[float],
        width: float,
        height: float,
        **style: Any,
    ) -> None:
        """Words in lines below `y`, as large as they can be of these sizes to stay within width and height.

        The sizes come from the largest down. Where the words do not fit at any of them, they are set
        smaller, then cut.
        """
        best: tuple[bool, float, list[str]] = (False, 0.0, [])
        least = self.d.smallest
        for start in dict.fromkeys(max(size, least) for size in sizes):
            if best[0] and best[1] >= start:
                break
            for full in (FULL, 1.0):
                lines, size = _set(words, start, width, height, full, least)
                whole = " ".join(lines).split() == words.split()  # no word is cut or broken
                best = max(best, (whole, size, lines), key=lambda each: each[:2])
        _, size, lines = best
        for i, line in enumerate(lines):
            self.words(x, y + LINE_HEIGHT * size * (i + 0.8), line, size, **style)

    def heading(self, x: float, y: float, words: str) -> None:
        """A small heading."""
        self.words(x, y, words.upper(), 9.5, fill=self.c.muted, bold=True, letter_spacing=1.1)

    def log(self, entries: Sequence[str], box: Box, size: float, most: int) -> None:
        """What happened, oldest first: as many of the last as there is room for, the older half fainter.

        Args:
            entries: each begins with a dot.
            box: where they stand; from the top, the newest last.
            size: of the letters.
            most: lines of one entry.
        """
        x, y, width, height = box
        lines: list[tuple[str, bool]] = []
        for entry in reversed(entries):
            parts = wrapped(entry, size, width - 8, most)
            if len(lines) + len(parts) > height // LOG_LINE:
                break
            lines = [(part, i == 0) for i, part in enumerate(parts)] + lines
        colour = self.c.ink
        for i, (line, begins) in enumerate(lines):
            if begins:
                colour = self.c.muted if i < len(lines) / 2 else self.c.ink
            with self.d.layer(x, y + LOG_LINE * i, width + 8, LOG_LINE + 1, origin=True):
                if begins:
                    self.d.circle(2.5, 6.8, 1.8, fill=self.c.gold)
                self.words(9, 10, line, size, width=width - 8, fill=colour)

    def scene(self, markup: str, x: float, y: float, scale: float, opacity: float | None = None) -> None:
        """Markup drawn around (0, 0), moved to (x, y)."""
        with self.d.group(x, y, scale, opacity=opacity):
            self.d.markup(markup)

    def panel(self, x: float, y: float, width: float, height: float, **style: Any) -> None:
        """A panel with round corners."""
        style = {"fill": self.c.panel, "stroke": self.c.line, **style}
        self.d.rect(x, y, width, height, 8, **style)


def around(x: float, y: float, width: float, height: float, rim: float = 2.0) -> Box:
    """A box with the rim that the outline of a panel needs."""
    return x - rim, y - rim, width + 2 * rim, height + 2 * rim


def fitted(words: str, size: float, width: float, least: float = 0.0) -> tuple[str, float]:
    """Words and the size, not below `least`, at which they stay within a width; cut if far too long."""
    room = width / WIDTH_OF_LETTER
    if len(words) * size <= room:
        return words, size
    smallest = max(SMALLEST * size, least)
    if len(words) * smallest <= room:
        return words, room / len(words)
    if least and len(words) * smallest * FULL <= room:
        return words, smallest
    return words[: max(int(room / smallest) - 1, 1)].rstrip() + "…", smallest


def first_fitting(choices: Sequence[str], size: float, width: float, least: float = 0.0) -> str:
    """The first of some wordings that `fitted` does not cut; the last one, if it cuts all."""
    return next((words for words in choices if fitted(words, size, width, least)[0] == words), choices[-1])


def _set(
    words: str, size: float, width: float, height: float, full: float, least: float
) -> tuple[list[str], float]:
    """Break words into lines at a size; return the lines and the size at which all fit the width."""
    most = max(int(height / (LINE_HEIGHT * size)), 1)
    fitting = [fitted(line, size, width, least) for line in wrapped(words, size, width, most, full)]
    return [line for line, _ in fitting], min((each for _, each in fitting), default=size)


def wrapped(words: str, size: float, width: float, most: int, full: float = FULL) -> list[str]:
    """Words in at most so many lines of a width; `full`: how wide their letters are, of the average."""
    lines = textwrap.wrap(words, max(int(width / full / WIDTH_OF_LETTER / size), 4))
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return lines


def names_in_lines(names: Sequence[str], size: float, width: float, most: int) -> list[str]:
    """Names in at most so many lines, none of them broken; the last line says how many more there are."""
    for shown in range(len(names), 0, -1):
        more = f" and {len(names) - shown} more" if shown < len(names) else ""
        lines = wrapped(", ".join(unbroken(names[:shown])) + more, size, width, 99)
        if len(lines) <= most:
            return lines
    return []


def unbroken(names: Sequence[str]) -> list[str]:
    """Names with spaces at which no line ends."""
    return [name.replace(" ", "\u00a0") for name in names]
