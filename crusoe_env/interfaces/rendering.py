"""Render modes: text, images, a window; and how a picture looks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gymnasium

from crusoe_env.support.options import named
from crusoe_env.support.words import nearest, shown

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game
    from crusoe_env.show.drawing import Picture

RENDER_MODES = ("ansi", "rgb_array", "human")
FRAMES_PER_SECOND = 2
LAYOUTS = ("table", "compact")
SMALLEST_WIDTH, LARGEST_WIDTH = 100, 8_000


def known_render_mode(render_mode: str | None) -> str | None:
    """The mode itself. Raises ValueError for an unknown one."""
    return None if render_mode is None else named("render_mode", render_mode, RENDER_MODES)


@dataclass(frozen=True)
class Look:
    """How a picture looks.

    Attributes:
        theme: "light" or "dark".
        layout: "table" shows everything; "compact" is 400 pixels wide, with words of at least 11 pixels.
        width: in pixels, the height follows; None keeps the layout's own.

    Raises:
        ValueError, TypeError: for a value that an attribute does not take.
    """

    theme: str = "light"
    layout: str = "table"
    width: int | None = None

    def __post_init__(self) -> None:
        from crusoe_env.show.drawing import palette

        palette(self.theme)
        named("layout", self.layout, LAYOUTS)
        if self.width is None:
            return
        if isinstance(self.width, bool) or not isinstance(self.width, int):
            raise TypeError(f"width: {shown(self.width)} is no whole number of pixels")
        if not SMALLEST_WIDTH <= self.width <= LARGEST_WIDTH:
            raise ValueError(f"width: {self.width} is outside {SMALLEST_WIDTH} .. {LARGEST_WIDTH} pixels")

    @classmethod
    def of(cls, given: Look | Mapping[str, Any] | None) -> Look:
        """A look from what an environment was made with. Raises ValueError, TypeError."""
        if isinstance(given, cls):
            return given
        if given is not None and not isinstance(given, Mapping):
            raise TypeError(f"look: {shown(given)} is no mapping of theme, layout and width")
        asked = dict(given or {})
        known = [field.name for field in dataclasses.fields(cls)]
        for name in asked:
            if name not in known:
                raise ValueError(f"look: there is no {shown(name)}; {nearest(name, known)}")
        return cls().but(**asked)

    def but(self, **asked: Any) -> Look:
        """This look with what is asked for; what is None stays. Raises ValueError, TypeError."""
        return dataclasses.replace(self, **{name: it for name, it in asked.items() if it is not None})

    def picture(self, game: Game, state: Any, tables: Any, facts: dict[str, Any], **style: Any) -> Picture:
        """The drawing of a state.

        Args:
            game: of the state.
            state: the game's record.
            tables: its tables.
            facts: the printed facts.
            **style: what only the layout "table" takes: `last_action`, and `log` in games that keep one.
        """
        from crusoe_env.show.compact import compact_picture
        from crusoe_env.show.drawing import Picture

        if self.layout == "compact":
            drawn = compact_picture(game, state, tables, facts, self.theme)
        else:
            drawn = Picture.of(game.picture(state, tables, facts, theme=self.theme, **style))
        return drawn if self.width is None else drawn.sized(self.width)


class Renderer:
    """Shows one game as its render mode says. A pickled one comes back without its window.

    Args:
        title: of the window.
        mode: "ansi", "rgb_array", "human" or None.
        look: of pictures; by default the whole table in light colours.

    Raises:
        ValueError, TypeError: for an unknown mode or look.
    """

    def __init__(self, title: str, mode: str | None, look: Look | Mapping[str, Any] | None = None) -> None:
        self.title = title
        self.mode = known_render_mode(mode)
        self.look = Look.of(look)
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
        return Renderer(self.title, None if self.mode == "human" else self.mode, self.look)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}
