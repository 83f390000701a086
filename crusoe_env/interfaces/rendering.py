"""Render modes: text, images, a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

from crusoe_env.support.words import nearest, shown

RENDER_MODES = ("ansi", "rgb_array", "human")
FRAMES_PER_SECOND = 2


def known_render_mode(render_mode: str | None) -> str | None:
    """The mode itself. Raises ValueError for an unknown one."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"unknown render_mode {shown(render_mode)}; {nearest(render_mode, RENDER_MODES)}")
    return render_mode


class Renderer:
    """Shows one game as its render mode says. A pickled one comes back without its window.

    Args:
        title: of the window.
        mode: "ansi", "rgb_array", "human" or None.

    Raises:
        ValueError: for an unknown mode.
    """

    def __init__(self, title: str, mode: str | None) -> None:
        self.title = title
        self.mode = known_render_mode(mode)
        self._window: Any = None

    def render(self, text: Callable[[], str], picture: Callable[[], str]) -> Any:
        """The table as text ("ansi"), as an image (uint8, height x width x 3) or in a window.

        Args:
            text: writes the table.
            picture: draws the table, as SVG.
        """
        if self.mode is None:
            gymnasium.logger.warn(f"render() needs a render_mode; choose from {', '.join(RENDER_MODES)}")
            return None
        if self.mode == "ansi":
            return text()
        from crusoe_env.show import pixels

        image = pixels.rasterise(picture())
        if self.mode == "rgb_array":
            return image
        if self._window is None:
            self._window = pixels.Window(self.title)
        self._window.show(image)
        return None

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Renderer:
        """A copy of a game has no window."""
        return Renderer(self.title, None if self.mode == "human" else self.mode)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}
