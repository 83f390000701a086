"""An SVG builder and the colours, shared by the drawings of all games. Needs only the standard library.

A game's `view` builds one SVG picture; everything else comes from it: notebooks show it, `show.pixels` turns
it into pixels.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree
from xml.sax import saxutils

from crusoe_env.support.words import nearest

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
    muted="#5f6c72",
    accent="#c4431b",
    on_accent="#ffffff",
    heart="#cb3b51",
    harm="#54405f",
    gold="#e3a72f",
    glow="#fff0bd",
    good="#2f7350",
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
    heart="#e0677a",
    harm="#54405f",
    gold="#e8b547",
    glow="#8f8152",
    good="#6dbb8e",
    bad="#d97680",
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
_PLAIN = re.compile("[\u0020!#-%'-;=?-~]*")
"""Characters that stand for themselves."""


def escape(words: str) -> str:
    """Text for an SVG element or attribute; characters that XML forbids are left out."""
    if _PLAIN.fullmatch(words):
        return words
    return saxutils.escape(_NOT_IN_XML.sub("", words), {'"': "&quot;"})


def number(value: float) -> str:
    """A coordinate with at most two decimals, without trailing zeros."""
    whole = int(value)
    if whole == value:
        return str(whole)
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _attributes(style: dict[str, Any]) -> str:
    written = []
    for name, value in style.items():
        if value is None:
            continue
        shown = escape(value) if isinstance(value, str) else number(value)
        written.append(f' {_dashed(name)}="{shown}"')
    return "".join(written)


@functools.cache
def _dashed(name: str) -> str:
    """The SVG name of an attribute."""
    return name.replace("_", "-")


Box = tuple[float, float, float, float]
"""x, y, width, height in pixels."""


class _Zone(str):
    """The beginning of a zone: a group with words for the pointer and actions of a click."""

    __slots__ = ()


@dataclass(frozen=True)
class Layer:
    """What lies in one box of a picture.

    Attributes:
        box: of the layer; None is the whole page, for what no layer was asked for.
        origin: whether the box's corner is (0, 0) of what is drawn.
        pieces: markup, from back to front.
    """

    box: Box | None
    origin: bool
    pieces: list[str]

    def pixels(self) -> str:
        """What changes pixels: without words for the pointer and actions of a click."""
        return "".join("<g>" if isinstance(piece, _Zone) else piece for piece in self.pieces)

    def group(self) -> str:
        """The markup, in a group that says where the layer lies."""
        markup = "".join(self.pieces)
        if self.box is None:
            return markup
        moved = f' transform="translate({self.box[0]} {self.box[1]})"' if self.origin else ""
        return f'<g data-layer="{" ".join(map(number, self.box))}"{moved}>{markup}</g>'


class Drawing:
    """An SVG picture, built from back to front.

    Every shape takes further SVG attributes by keyword, `stroke_width=2` for `stroke-width="2"`; an
    attribute that is None is left out. Text is in `SANS` unless it names another family.

    Attributes:
        width, height: of the picture.
        label: what it shows, for those who cannot see it.
        smallest: no text is set smaller than this.
        parts: boxes of the picture that can be shown alone, where there is little room, by name.
    """

    def __init__(self, width: float, height: float, label: str, smallest: float = 0.0) -> None:
        self.width = width
        self.height = height
        self.label = label
        self.smallest = smallest
        self.parts: dict[str, Box] = {}
        self._layers: list[Layer] = []
        self._definitions: dict[str, str] = {}
        self._begin(None)

    def element(self, tag: str, content: str = "", **style: Any) -> None:
        """Any SVG element; `content` is markup."""
        end = f">{content}</{tag}>" if content else "/>"
        self.markup(f"<{tag}{_attributes(style)}{end}")

    def markup(self, markup: str) -> None:
        """Markup that is valid SVG already."""
        self._layers[-1].pieces.append(markup)

    def _begin(self, box: Box | None, origin: bool = False) -> None:
        """Begin a layer, in which everything is drawn until the next one."""
        self._layers.append(Layer(box, origin, []))

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
            font_size=max(size, self.smallest),
            font_family=family,
            font_weight="bold" if bold else None,
            text_anchor=anchor,
            fill=fill,
            **style,
        )

    @contextlib.contextmanager
    def group(self, x: float = 0.0, y: float = 0.0, scale: float = 1.0, **style: Any) -> Iterator[None]:
        """A group of shapes: moved to (x, y), then scaled, with the given attributes."""
        moves = []
        if x or y:
            moves.append(f"translate({number(x)} {number(y)})")
        if scale != 1:
            moves.append(f"scale({number(scale)})")
        transform = " ".join(moves) or None
        self.markup(f"<g{_attributes({'transform': transform, **style})}>")
        smallest, self.smallest = self.smallest, self.smallest / scale
        yield
        self.smallest = smallest
        self.markup("</g>")

    @contextlib.contextmanager
    def zone(
        self,
        about: str,
        actions: Iterable[int] = (),
        box: Box | None = None,
    ) -> Iterator[None]:
        """A group of shapes with an explanation for the pointer, and with actions that a click may mean.

        Args:
            about: what is shown where the pointer rests.
            actions: those that a click on it may mean now; nothing in the picture itself comes of them.
            box: x, y, width, height of what a click may hit, if that is more than what is drawn.
        """
        listed = " ".join(map(str, actions)) or None
        self.markup(_Zone(f"<g{_attributes({'data-actions': listed})}><title>{escape(about)}</title>"))
        if box is not None:
            self.rect(*box, fill="none", pointer_events="all")
        yield
        self.markup("</g>")

    @contextlib.contextmanager
    def layer(
        self, x: float, y: float, width: float, height: float, *, origin: bool = False
    ) -> Iterator[None]:
        """A group of shapes within a box. It is rasterised by itself, and again only when it changes.

        A layer lies in no group, zone or other layer.

        Args:
            x: of the box on the page, in pixels; its left edge.
            y: its upper edge.
            width: of the box.
            height: of the box.
            origin: (x, y) becomes (0, 0) inside: the same things elsewhere are the same layer.
        """
        left, top = max(math.floor(x), 0), max(math.floor(y), 0)
        right, bottom = min(math.ceil(x + width), self.width), min(math.ceil(y + height), self.height)
        self._begin((left, top, right - left, bottom - top), origin)
        yield
        self._begin(None)

    def gradient(self, name: str, colours: Sequence[tuple[float, str, float]]) -> str:
        """Define a gradient downwards, and return the paint that refers to it.

        Args:
            name: unique among all pictures of a page, for instance with the theme in it.
            colours: stops as (offset in 0 .. 1, colour, opacity in 0 .. 1).
        """
        stops = "".join(
            f"<stop{_attributes({'offset': at, 'stop-color': colour, 'stop-opacity': opacity})}/>"
            for at, colour, opacity in colours
        )
        tag = "linearGradient"
        self._definitions[name] = f'<{tag} id="{escape(name)}" x2="0" y2="1">{stops}</{tag}>'
        return f"url(#{name})"

    def picture(self) -> Picture:
        """The whole picture as one SVG document."""
        size = f'width="{number(self.width)}" height="{number(self.height)}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        words = f'role="img" aria-label="{escape(self.label)}" font-family="{SANS}"'
        listed = {name: " ".join(map(number, part)) for name, part in self.parts.items()}
        parts = f' data-parts="{escape(json.dumps(listed))}"' if listed else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {words}{parts}>'
        definitions = "".join(self._definitions.values())
        if definitions:
            definitions = f"<defs>{definitions}</defs>"
        layers = [layer for layer in self._layers if layer.pieces]
        body = "".join(layer.group() for layer in layers)
        picture = Picture(f"{head}{definitions}{body}</svg>")
        picture.width, picture.height, picture.label = self.width, self.height, self.label
        picture.parts, picture.definitions, picture.layers = self.parts, definitions, layers
        return picture


class Picture(str):
    """An SVG picture as text. A notebook shows it instead of its text, no wider than the page.

    Attributes:
        width, height: in pixels.
        label: what it shows, for those who cannot see it.
        parts: boxes that can be shown alone, by name.
        definitions: markup that layers refer to.
        layers: what it is made of, from back to front; none if it is rasterised as a whole.
    """

    width: float
    height: float
    label: str = ""
    parts: Mapping[str, Box] = MappingProxyType({})
    definitions: str = ""
    layers: Sequence[Layer] = ()

    @classmethod
    def of(cls, svg: str) -> Picture:
        """A picture from a drawing of any kind. Raises ValueError unless it is SVG that says its size."""
        if isinstance(svg, cls):
            return svg
        try:
            head = ElementTree.fromstring(svg)
            size = [float(head.attrib[name].removesuffix("px")) for name in ("width", "height")]
        except (ElementTree.ParseError, KeyError, ValueError) as error:
            raise ValueError(f"a picture is SVG with width and height in pixels: {error}") from error
        picture = cls(svg)
        picture.width, picture.height = size
        picture.label = head.get("aria-label", "")
        return picture

    def _repr_html_(self) -> str:
        """Return an image: notebooks put SVG into one that may be wider than the page."""
        data = base64.b64encode(self.encode()).decode()
        style = "height:auto;max-width:100%"
        return f'<img style="{style}" alt="{escape(self.label)}" src="data:image/svg+xml;base64,{data}">'

    def sized(self, width: int) -> Picture:
        """The same picture `width` pixels wide. Raises ValueError if that is not positive."""
        if width < 1:
            raise ValueError(f"width must be at least 1, not {width}")
        height = round(width * self.height / self.width)
        return _nested(width, height, self.label, self.placed(0, 0, width, height))

    def placed(self, x: float, y: float, width: float, height: float, part: Box | None = None) -> str:
        """Markup that shows the picture, or a box of it, at (x, y) in another picture, at this size."""
        place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        view = " ".join(map(number, part or (0, 0, self.width, self.height)))
        return f'<svg {place} viewBox="{view}">{self}</svg>'


def _nested(width: float, height: float, label: str, content: str) -> Picture:
    """A picture of other pictures' markup."""
    drawing = Drawing(width, height, label)
    drawing.markup(content)
    return drawing.picture()


def side_by_side(pictures: Sequence[Picture], columns: int = 2) -> Picture:
    """Several pictures of one size as one, in rows."""
    width, height = pictures[0].width, pictures[0].height
    rows = math.ceil(len(pictures) / columns)
    placed = [
        picture.placed(width * (i % columns), height * (i // columns), width, height)
        for i, picture in enumerate(pictures)
    ]
    label = f"{len(pictures)} pictures side by side"
    return _nested(width * min(columns, len(pictures)), height * rows, label, "".join(placed))
