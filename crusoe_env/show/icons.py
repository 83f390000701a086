"""Icons: the drawings in SVG files beside the views. What several games show is in `shared_icons`.

Small ones lie around (0, 0) in a box of 24 x 24; people, animals and tools in one of 40 x 40. Each has enough
contrast of its own to stand on a light and on a dark ground.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

SMALL, LARGE = 24, 40
"""The sides of the boxes."""

MEEPLE = (
    "M0 -12C-3 -12 -5 -10 -5 -7C-5 -5.5 -4.5 -4.7 -4 -4C-7 -3.2 -11.5 -1.5 -11.5 1.5C-11.5 4 -9.5 4.5 -6 4"
    "C-7 7 -9 9 -9 10.7C-9 11.7 -8.5 12 -7.5 12H-3.4C-2 12 -1.2 11 0 8.6C1.2 11 2 12 3.4 12H7.5"
    "C8.5 12 9 11.7 9 10.7C9 9 7 7 6 4C9.5 4.5 11.5 4 11.5 1.5C11.5 -1.5 7 -3.2 4 -4"
    "C4.5 -4.7 5 -5.5 5 -7C5 -10 3 -12 0 -12z"
)
"""The outline of a pawn, which players have in their own colours."""

_FILE = re.compile(r"<svg\b[^>]*>(?P<drawing>.*)</svg>\s*", re.DOTALL)


@functools.cache
def icons(package: str, *folders: str) -> Mapping[str, str]:
    """The icons of a folder, read once: what stands inside the `<svg>` of each file, by the file's name.

    Args:
        package: the package that the folder lies in.
        folders: the way from there, for instance `icons`, `small`.

    Raises:
        ValueError: a file is no SVG document.
    """
    found = {}
    for file in sorted(resources.files(package).joinpath(*folders).iterdir(), key=lambda file: file.name):
        name, _, ending = file.name.rpartition(".")
        if ending != "svg":
            continue
        document = _FILE.search(file.read_text(encoding="utf-8"))
        if document is None:
            raise ValueError(f"{file}: an icon must be an SVG document, <svg ...> to </svg>")
        found[name] = document["drawing"]
    return MappingProxyType(found)


def shared_icons(kind: str) -> Mapping[str, str]:
    """The icons that several games show: `small` or `tools`."""
    return icons("crusoe_env.show", "shared_icons", kind)
