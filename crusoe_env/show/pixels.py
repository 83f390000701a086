"""Pictures as pixels, and a window that shows them. Needs the extra `pictures`, imported when first used.

Frame after frame of a game most of a picture stays as it was. So a picture is rasterised layer by layer
(`Drawing.layer` says where layers lie), each is kept for as long as there is room, and a new frame costs no
more than the layers that have changed.
"""

from __future__ import annotations

import io
import os
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from crusoe_env.show.drawing import SANS, Picture

INSTALL_PICTURES = "pip install 'resvg_py>=0.3' 'pygame-ce>=2.5'"
MOST_KEPT = 64 * 2**20
"""Bytes of layers that are kept, in all."""

RED_GREEN_BLUE = (0xFF, 0xFF00, 0xFF0000, 0)
"""The masks of a surface whose bytes are red, green, blue and one without meaning."""


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
    if width is None and isinstance(svg, Picture) and len(svg.layers) > 1:
        return _together((int(svg.width), int(svg.height)), _layers(svg))
    surface = _surface(svg, width=width)
    return _together(surface.get_size(), [(surface, (0, 0))])


def _surface(svg: str, **options: Any) -> Any:
    """A picture as a surface of pygame, transparent where nothing is drawn."""
    resvg, pygame = _resvg(), _pygame()
    font = Path(str(pygame.__file__)).parent / "freesansbold.ttf"
    fonts = [str(font)] if font.exists() else []
    try:
        png = resvg.svg_to_bytes(svg_string=svg, font_files=fonts, **options)
    except ValueError as error:
        raise ValueError(f"not a valid SVG: {error}") from error
    return pygame.image.load(io.BytesIO(png), "picture.png")


def _together(size: tuple[int, int], surfaces: Iterable[tuple[Any, tuple[int, int]]]) -> np.ndarray:
    """Surfaces and where they lie, back to front on a white page."""
    pygame = _pygame()
    page = pygame.Surface(size, 0, 32, RED_GREEN_BLUE)
    page.fill("#ffffff")
    for surface, place in surfaces:
        page.blit(surface, place, special_flags=pygame.BLEND_ALPHA_SDL2)
    width, height = size
    written = np.frombuffer(page.get_buffer(), np.uint8).reshape(height, width, 4)
    image = np.empty((height, width, 3), np.uint8)
    for colour in range(3):
        image[..., colour] = written[..., colour]  # several times as fast as all at once
    return image


# ---------------------------------------------------------------------------------------------- layers


class _Kept:
    """Layers by their markup, for all pictures of a process; the least recently used go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._surfaces: OrderedDict[str, Any] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, svg: str) -> Any:
        """The layer with this markup, rasterised if it is not kept."""
        with self._lock:
            if svg in self._surfaces:
                self._surfaces.move_to_end(svg)
                return self._surfaces[svg]
        surface = _surface(svg)
        with self._lock:
            if svg not in self._surfaces:
                self._surfaces[svg] = surface
                self._bytes += _size(surface)
            while self._bytes > self.most:
                self._bytes -= _size(self._surfaces.popitem(last=False)[1])
        return surface


def _size(surface: Any) -> int:
    """The size of a surface in bytes."""
    return int(surface.get_pitch() * surface.get_height())


_kept = _Kept(MOST_KEPT)


def _layers(picture: Picture) -> Iterator[tuple[Any, tuple[int, int]]]:
    """The layers of a picture as surfaces, and where they lie."""
    for layer in picture.layers:
        x, y, width, height = map(int, layer.box or (0, 0, picture.width, picture.height))
        markup = layer.pixels()
        definitions = picture.definitions if "url(#" in markup else ""
        view = f"0 0 {width} {height}" if layer.origin else f"{x} {y} {width} {height}"
        size = f'width="{width}" height="{height}" viewBox="{view}"'
        start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{SANS}">'
        yield _kept.get(f"{start}{definitions}{markup}</svg>"), (x, y)


# ---------------------------------------------------------------------------------------------- the window


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
        """Process the events of the window, so that it stays responsive between pictures."""
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
