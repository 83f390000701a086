"""What the drawings of all games share: an SVG builder, the colours, rasterising, a window.

A game's `view` builds one SVG picture; everything else comes from it: notebooks show it,
`rasterise` turns it into pixels, `Window` puts those on the screen. Building an SVG needs only the
standard library. Pixels and windows need the extra `pictures`, imported when first used.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.sax import saxutils

import numpy as np

from crusoe_env.core.words import nearest

SANS = (
    "'Avenir Next', 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', Roboto, 'Noto Sans',"
    " 'Open Sans', Ubuntu, Cantarell, 'DejaVu Sans', FreeSans, sans-serif"
)
SERIF = (
    "Georgia, 'Palatino Linotype', Palatino, 'DejaVu Serif', 'Liberation Serif', 'Noto Serif',"
    " FreeSerif, FreeSans, serif"
)
"""Families in the order in which they are tried; no picture depends on having one of them."""


@dataclass(frozen=True)
class Palette:
    """The colours of a theme. Cards stay light in the dark, as on a table at night."""

    page: str
    panel: str
    line: str
    ink: str
    muted: str
    accent: str  # what the player may do now, and where they stand
    on_accent: str
    heart: str
    harm: str
    gold: str  # points and signals
    glow: str  # the light of a signal, half transparent
    good: str
    bad: str
    card: str
    card_line: str
    card_ink: str
    card_turned: str
    on_card_turned: str
    deep: str
    sea: str
    shallow: str
    surf: str
    sand: str
    wave: str


LIGHT = Palette(
    page="#f7f4ed",
    panel="#fffdf8",
    line="#ddd5c5",
    ink="#22343e",
    muted="#6d7a80",
    accent="#e2572f",
    on_accent="#ffffff",
    heart="#d6455a",
    harm="#54405f",
    gold="#e3a72f",
    glow="#fff0bd",
    good="#3f8660",
    bad="#a8404a",
    card="#fffaf0",
    card_line="#cdbf9f",
    card_ink="#2b3a42",
    card_turned="#2f6f7c",
    on_card_turned="#ffffff",
    deep="#9cc6d3",
    sea="#acd0da",
    shallow="#c0dde3",
    surf="#d8ebea",
    sand="#efdfba",
    wave="#87b5c4",
)
DARK = Palette(
    page="#10191f",
    panel="#18242c",
    line="#2c3c46",
    ink="#e9e4d8",
    muted="#93a1a8",
    accent="#ff7d52",
    on_accent="#20120c",
    heart="#d9566a",
    harm="#54405f",
    gold="#e8b547",
    glow="#8f8152",
    good="#6dbb8e",
    bad="#cf6670",
    card="#eee5d0",
    card_line="#b3a482",
    card_ink="#2b3a42",
    card_turned="#2f6f7c",
    on_card_turned="#ffffff",
    deep="#16323f",
    sea="#1a3a48",
    shallow="#214653",
    surf="#2c5560",
    sand="#8d7f5f",
    wave="#2c5262",
)
THEMES = {"light": LIGHT, "dark": DARK}

HEART = "M0 9C-13 0 -10 -10 -4.5 -10Q-1 -10 0 -6Q1 -10 4.5 -10C10 -10 13 0 0 9z"
"""A heart around (0, 0) in a box of 24 x 24, as a path."""


def palette(theme: str) -> Palette:
    """The colours of a theme, `light` or `dark`. Raises ValueError for another name."""
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; {nearest(theme, THEMES)}")
    return THEMES[theme]


_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(words: str) -> str:
    """Text for an SVG element or attribute; characters that XML forbids are left out."""
    return saxutils.escape(_NOT_IN_XML.sub("", words), {'"': "&quot;"})


def number(value: float) -> str:
    """A coordinate with at most two decimals, without trailing zeros."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _attributes(style: dict[str, Any]) -> str:
    written = []
    for name, value in style.items():
        if value is None:
            continue
        shown = escape(value) if isinstance(value, str) else number(float(value))
        written.append(f' {name.replace("_", "-")}="{shown}"')
    return "".join(written)


class Drawing:
    """An SVG picture, built from back to front.

    Every shape takes further SVG attributes by keyword, `stroke_width=2` for `stroke-width="2"`; an
    attribute that is None is left out. Text is in `SANS` unless it names another family.
    """

    def __init__(self, width: float, height: float, label: str) -> None:
        self.width = width
        self.height = height
        self.label = label
        self._parts: list[str] = []
        self._definitions: dict[str, str] = {}

    def element(self, tag: str, content: str = "", **style: Any) -> None:
        """Any SVG element; `content` is markup."""
        end = f">{content}</{tag}>" if content else "/>"
        self._parts.append(f"<{tag}{_attributes(style)}{end}")

    def markup(self, markup: str) -> None:
        """Markup that is valid SVG already."""
        self._parts.append(markup)

    def rect(
        self, x: float, y: float, width: float, height: float, radius: float = 0.0, **style: Any
    ) -> None:
        """A rectangle, with round corners if `radius` is given."""
        self.element("rect", x=x, y=y, width=width, height=height, rx=radius or None, **style)

    def circle(self, x: float, y: float, radius: float, **style: Any) -> None:
        """A circle around (x, y)."""
        self.element("circle", cx=x, cy=y, r=radius, **style)

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: Any) -> None:
        """A straight line."""
        self.element("line", x1=x1, y1=y1, x2=x2, y2=y2, **style)

    def path(self, d: str, **style: Any) -> None:
        """A path in SVG's own notation."""
        self.element("path", d=d, **style)

    def polygon(self, points: Sequence[tuple[float, float]], **style: Any) -> None:
        """A closed polygon."""
        listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.element("polygon", points=listed, **style)

    def hexagon(self, x: float, y: float, radius: float, **style: Any) -> None:
        """A regular hexagon around (x, y) with a corner straight above it."""
        turns = [math.radians(60 * i - 90) for i in range(6)]
        self.polygon([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns], **style)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        fill: str,
        family: str | None = None,
        bold: bool = False,
        anchor: str | None = None,
        **style: Any,
    ) -> None:
        """One line of text on the base line `y`; `anchor` is None (start), `middle` or `end`."""
        self.element(
            "text",
            escape(words),
            x=x,
            y=y,
            font_size=size,
            font_family=family,
            font_weight="bold" if bold else None,
            text_anchor=anchor,
            fill=fill,
            **style,
        )

    @contextlib.contextmanager
    def group(self, x: float = 0.0, y: float = 0.0, scale: float = 1.0, **style: Any) -> Iterator[None]:
        """What is drawn inside is moved to (x, y), then scaled, and takes the given attributes."""
        moves = []
        if x or y:
            moves.append(f"translate({number(x)} {number(y)})")
        if scale != 1:
            moves.append(f"scale({number(scale)})")
        transform = " ".join(moves) or None
        self._parts.append(f"<g{_attributes({'transform': transform, **style})}>")
        yield
        self._parts.append("</g>")

    @contextlib.contextmanager
    def zone(
        self,
        about: str,
        actions: Iterable[int] = (),
        box: tuple[float, float, float, float] | None = None,
    ) -> Iterator[None]:
        """What is drawn inside explains itself to a pointer, and a page may take a click on it for actions.

        Args:
            about: what is shown where the pointer rests.
            actions: those that a click on it may mean now; nothing in the picture itself comes of them.
            box: x, y, width, height of what a click may hit, if that is more than what is drawn.
        """
        listed = " ".join(map(str, actions)) or None
        self._parts.append(f"<g{_attributes({'data-actions': listed})}><title>{escape(about)}</title>")
        if box is not None:
            self.rect(*box, fill="none", pointer_events="all")
        yield
        self._parts.append("</g>")

    def gradient(
        self, name: str, colours: Sequence[tuple[float, str, float]], *, radial: bool = False
    ) -> str:
        """Define a gradient, downwards or from the centre, and return the paint that refers to it.

        Args:
            name: unique among all pictures of a page, for instance with the theme in it.
            colours: stops as (offset in 0 .. 1, colour, opacity in 0 .. 1).
            radial: from the centre of the shape outwards instead of downwards.
        """
        stops = "".join(
            f"<stop{_attributes({'offset': at, 'stop-color': colour, 'stop-opacity': opacity})}/>"
            for at, colour, opacity in colours
        )
        tag, turn = ("radialGradient", "") if radial else ("linearGradient", ' x2="0" y2="1"')
        self._definitions[name] = f'<{tag} id="{escape(name)}"{turn}>{stops}</{tag}>'
        return f"url(#{name})"

    def svg(self) -> str:
        """The whole picture as one SVG document."""
        size = f'width="{number(self.width)}" height="{number(self.height)}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        words = f'role="img" aria-label="{escape(self.label)}" font-family="{SANS}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {words}>'
        definitions = "".join(self._definitions.values())
        if definitions:
            definitions = f"<defs>{definitions}</defs>"
        return head + definitions + "".join(self._parts) + "</svg>"


def side_by_side(pictures: Sequence[str], columns: int = 2) -> str:
    """Several SVG pictures of one size as one, in rows."""
    found = re.match(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', pictures[0])
    assert found is not None, "a picture begins with its size"
    width, height = map(float, found.groups())
    rows = math.ceil(len(pictures) / columns)
    size = f"{number(width * min(columns, len(pictures)))} {number(height * rows)}"
    placed = ""
    for i, picture in enumerate(pictures):
        x, y = width * (i % columns), height * (i // columns)
        placed += f'<svg x="{number(x)}" y="{number(y)}"{picture.removeprefix("<svg")}'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{placed}</svg>'


INSTALL_PICTURES = "pip install 'resvg_py>=0.3' 'pygame-ce>=2.5'"


def _resvg() -> ModuleType:
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(f"pictures need resvg_py: {INSTALL_PICTURES}") from error
    return resvg_py


def _pygame() -> ModuleType:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as error:
        raise ImportError(f"pictures need pygame-ce: {INSTALL_PICTURES}") from error
    return pygame


def rasterise(svg: str, width: int | None = None) -> np.ndarray:
    """An SVG picture as pixels, on white where it is transparent.

    Text is set in the first of its families that the system has. Where there is none at all (a bare
    container) it is set in FreeSans, which comes with pygame-ce.

    Args:
        svg: the picture.
        width: of the result in pixels; the height follows. None keeps the picture's own size.

    Returns:
        An array (height, width, 3) of uint8.

    Raises:
        ImportError: the extra `pictures` is not installed.
        ValueError: `svg` is no valid SVG, or `width` is not positive.
    """
    if width is not None and width < 1:
        raise ValueError(f"width must be at least 1, not {width}")
    resvg, pygame = _resvg(), _pygame()
    font = Path(str(pygame.__file__)).parent / "freesansbold.ttf"
    fonts = [str(font)] if font.exists() else []
    try:
        png = resvg.svg_to_bytes(svg_string=svg, width=width, background="#ffffff", font_files=fonts)
    except ValueError as error:
        raise ValueError(f"not a valid SVG: {error}") from error
    surface = pygame.image.load(io.BytesIO(png), "picture.png")
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


class Window:
    """A window on the screen for `render_mode="human"`. The display is opened by the first `show`.

    Args:
        title: of the window.
        fps: at most this many pictures are shown per second; `show` waits for the rest of the time.
    """

    def __init__(self, title: str, fps: float = 4.0) -> None:
        self.title = title
        self.fps = fps
        self.closed_by_user = False
        self._screen: Any = None
        self._clock: Any = None

    def show(self, image: np.ndarray) -> None:
        """Show an image (height, width, 3) of uint8; nothing once the user has closed the window.

        Raises:
            ImportError: the extra `pictures` is not installed.
            RuntimeError: there is no display.
        """
        if self.closed_by_user:
            return
        pygame = _pygame()
        size = (image.shape[1], image.shape[0])
        if self._screen is None or self._screen.get_size() != size:
            self._open(pygame, size)
        pygame.surfarray.blit_array(self._screen, image.swapaxes(0, 1))
        pygame.display.flip()
        self._clock.tick(self.fps)
        self.pump()

    def pump(self) -> None:
        """Answer the window system, so that the window stays alive between pictures."""
        if self._screen is None:
            return
        pygame = _pygame()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            self.closed_by_user = True

    def close(self) -> None:
        """Close the window if it is open; a later `show` opens it again."""
        if self._screen is not None:
            _pygame().display.quit()
            self._screen = None
        self.closed_by_user = False

    def _open(self, pygame: ModuleType, size: tuple[int, int]) -> None:
        try:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
        except pygame.error as error:
            raise RuntimeError(
                f'no window can be opened ({error}); render_mode="rgb_array" needs no display'
            ) from error
        pygame.display.set_caption(self.title)
        self._clock = pygame.time.Clock()
