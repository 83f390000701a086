"""A replay as an animated picture, for pages and messages that show images only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crusoe_env.core.pixels import rasterise
from crusoe_env.core.replay import Replay

WIDTH = 900
"""Pixels."""
SECONDS, LAST_SECONDS = 0.8, 4.0
"""For which each picture is shown, and the last one."""


def write_gif(
    path: str | Path, replay: Replay, width: int = WIDTH, seconds: float = SECONDS, theme: str = "light"
) -> Path:
    """Write a replay as an animated GIF.

    Args:
        path: of the file; missing folders are made, an older file is replaced.
        replay: at least one frame.
        width: in pixels; the height follows.
        seconds: for which each state is shown.
        theme: "light" or "dark".

    Returns:
        The path.

    Raises:
        ImportError: the extra `pictures` is not installed.
        ValueError: the replay has no frame, or width or seconds are not positive.
        OSError: the file cannot be written.
    """
    if not replay.frames or seconds <= 0:
        raise ValueError("an animation needs at least one frame and more than 0 seconds for each")
    images = _images(replay, width, theme)
    first = next(images)
    shown = [round(1000 * seconds)] * (len(replay.frames) - 1) + [round(1000 * LAST_SECONDS)]
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    first.save(path, "GIF", save_all=True, append_images=images, duration=shown, loop=0, optimize=False)
    return path


def _images(replay: Replay, width: int, theme: str) -> Iterator[Any]:
    """The pictures one by one, with a palette of 255 colours each."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("animations need pillow: pip install 'pillow>=10.3'") from error
    for frame in replay.frames:
        svg = frame.dark if theme == "dark" and frame.dark else frame.light
        yield Image.fromarray(rasterise(svg, width)).quantize(255, dither=Image.Dither.NONE)
