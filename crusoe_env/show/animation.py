"""A replay as an animated picture or as a film, for pages and messages that show no pages."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from crusoe_env.show.pixels import rasterise
from crusoe_env.show.replay import Replay
from crusoe_env.support.files import replacing, write_whole

WIDTH = 900
"""Pixels of an animated picture."""
WIDEST, HIGHEST = 1_000, 1_000
"""A wider picture has letters too small for a film; the height of an animated picture at most."""
LARGEST = 5_000_000
"""Bytes of an animated picture."""
COLOURS, PALETTE_FROM = 128, 12
"""How many colours an animated picture has, and from how many of its pictures they are chosen."""
SMALLER = ((0.8, 64), (0.65, 64), (0.5, 32))
"""Shares of the width and numbers of colours that are tried in turn."""
FEWEST = 2
SECONDS, LAST_SECONDS = 0.8, 4.0
"""For which each picture is shown, and the last one."""
FILM_RATE = 5
"""Pictures per second of a film; some players cannot show fewer than this."""
INSTALL_VIDEO = "pip install 'imageio-ffmpeg>=0.5'"


def write_gif(
    path: str | Path,
    replay: Replay,
    width: int = WIDTH,
    seconds: float = SECONDS,
    theme: str = "light",
    largest: int = LARGEST,
) -> Path:
    """Write a replay as an animated GIF that is small enough for a page or a message.

    A long game gets smaller pictures with fewer colours; if that does not suffice, some states are left out.

    Args:
        path: of the file; missing folders are made, an older file is replaced.
        replay: at least one frame.
        width: in pixels; the height follows.
        seconds: for which each state is shown.
        theme: "light" or "dark".
        largest: bytes of the file.

    Returns:
        The path.

    Raises:
        ImportError: the extra `pictures` is not installed.
        ValueError: the replay has no frame, or width or seconds are not positive.
        OSError: the file cannot be written.
    """
    path = _checked(path, replay, seconds)
    images = _small_images(replay, width, theme)
    content = _animated(images, seconds)
    for share, colours in SMALLER:
        if len(content) <= largest:
            break
        content = _animated([_smaller(image, share, colours) for image in images], seconds)
    while len(content) > largest and len(images) > FEWEST:
        images = images[::-2][::-1]  # the last state stays
        content = _animated([_smaller(image, *SMALLER[-1]) for image in images], seconds)
    write_whole(path, content)
    return path


def _animated(images: Sequence[Any], seconds: float) -> bytes:
    """An animated GIF of pictures with palettes."""
    shown = [round(1000 * seconds)] * (len(images) - 1) + [round(1000 * LAST_SECONDS)]
    file = io.BytesIO()
    first, *others = images
    first.save(file, "GIF", save_all=True, append_images=others, duration=shown, loop=0, optimize=False)
    return file.getvalue()


def _smaller(image: Any, share: float, colours: int) -> Any:
    """A picture with this share of its width and this number of colours."""
    from PIL import Image

    size = tuple(max(round(share * side), 1) for side in image.size)
    return (
        image.convert("RGB")
        .resize(size, Image.Resampling.LANCZOS)
        .quantize(colours, dither=Image.Dither.NONE)
    )


def write_mp4(path: str | Path, replay: Replay, seconds: float = SECONDS, theme: str = "light") -> Path:
    """Write a replay as a film (H.264 in MP4), as large as the pictures are.

    Args:
        path: of the file; missing folders are made, an older file is replaced.
        replay: at least one frame.
        seconds: for which each state is shown, in steps of 0.2.
        theme: "light" or "dark".

    Returns:
        The path.

    Raises:
        ImportError: the extra `pictures` or the extra `video` is not installed.
        ValueError: the replay has no frame, or seconds are not positive.
        OSError: the file cannot be written.
    """
    library = film_library()
    path = _checked(path, replay, seconds)
    with replacing(path) as partial:
        film: Any = None
        for i, image in enumerate(_images(replay, theme)):
            height, width = (side // 2 * 2 for side in image.shape[:2])  # the format wants even sides
            if film is None:
                film = library.write_frames(str(partial), (width, height), fps=FILM_RATE, macro_block_size=2)
                film.send(None)
            last = i == len(replay.frames) - 1
            for _ in range(max(round(FILM_RATE * (LAST_SECONDS if last else seconds)), 1)):
                film.send(np.ascontiguousarray(image[:height, :width]))
        film.close()
    return path


def film_library() -> ModuleType:
    """The library that writes films. Raises ImportError, which says what to install."""
    try:
        import imageio_ffmpeg
    except ImportError as error:
        raise ImportError(f"films need imageio-ffmpeg, the extra `video`: {INSTALL_VIDEO}") from error
    module: ModuleType = imageio_ffmpeg
    return module


def _checked(path: str | Path, replay: Replay, seconds: float) -> Path:
    """Check the arguments, make the folder, and return the path."""
    if not replay.frames or seconds <= 0:
        raise ValueError("an animation needs at least one frame and more than 0 seconds for each")
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _images(replay: Replay, theme: str) -> Iterator[np.ndarray]:
    """The pictures one by one, (height, width, 3) of uint8: compact ones where the others are too wide."""
    is_compact = bool(replay.frames[0].compact_light) and _width_of(replay.frames[0].light) > WIDEST
    for frame in replay.frames:
        light, dark = frame.light, frame.dark
        if is_compact:
            light, dark = frame.compact_light, frame.compact_dark
        yield rasterise(dark if theme == "dark" and dark else light)


def _width_of(picture: str) -> float:
    """The width of an SVG picture."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ', picture)
    return float(found.group(1)) if found else 0.0


def _small_images(replay: Replay, width: int, theme: str) -> list[Any]:
    """The pictures in another width, all with the same palette, so that unchanged parts take no space."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("animations need pillow: pip install 'pillow>=10.3'") from error
    if width < 1:
        raise ValueError(f"width must be at least 1, not {width}")
    small: list[Any] = []
    for pixels in _images(replay, theme):
        image = Image.fromarray(pixels)
        wide = min(width, max(HIGHEST * image.width // image.height, 1))
        size = (wide, max(round(wide * image.height / image.width), 1))
        small.append(image.resize(size, Image.Resampling.LANCZOS))
    some = small[:: math.ceil(len(small) / PALETTE_FROM)]  # no colour may come up in later pictures alone
    together = Image.new("RGB", (width, sum(image.height for image in some)))
    for i, image in enumerate(some):
        together.paste(image, (0, i * image.height))
    palette = together.quantize(COLOURS)
    return [image.quantize(COLOURS, palette=palette, dither=Image.Dither.NONE) for image in small]
