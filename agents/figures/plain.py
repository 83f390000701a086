"""Learning curves as plain text, for terminals; needs NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from crusoe_env.support.intervals import Interval

WIDTH, HEIGHT = 60, 16
"""Columns and rows of the plot, without names and axes."""
EARLY = 0.25
"""A curve whose middle point lies before this share of its x axis is drawn over a logarithmic one."""
MARKS = "o+x*#"


@dataclass(frozen=True)
class Series:
    """A line with a band.

    Attributes:
        name: beside its end.
        x, y: of the line, float (n,).
        low, high: of the band, float (n,); the line itself where there is none.
    """

    name: str
    x: np.ndarray
    y: np.ndarray
    low: np.ndarray
    high: np.ndarray


def begins_early(series: Sequence[Series]) -> bool:
    """Return true if most points lie so early that a logarithmic x axis shows them better."""
    points = np.concatenate([each.x for each in series])
    return bool(points.min() > 0 and np.median(points) < EARLY * points.max())


def curves(series: Sequence[Series], levels: Mapping[str, Interval], title: str, across: str) -> str:
    """Lines of text with a mark for each point, dashed levels, names and figures at the right; in percent.

    Args:
        series: learning curves.
        levels: others, which do not learn.
        title: above.
        across: what the x axis has.
    """
    is_log = begins_early(series)
    points = np.concatenate([each.x for each in series])
    ends = float(points.min()), float(points.max())
    scale = np.log if is_log else np.asarray
    start, stop = (float(scale(end)) for end in ends)
    top = max(float(each.y.max()) for each in series)
    top = 1.05 * max([top, *(level.mean for level in levels.values())]) or 1.0
    canvas = np.full((HEIGHT, WIDTH), " ")
    names: dict[int, list[str]] = {}

    def row_of(share: float) -> int:
        return round((HEIGHT - 1) * (1 - share / top))

    for name, level in levels.items():
        canvas[row_of(level.mean)] = "-"
        names.setdefault(row_of(level.mean), []).append(f"{name} {level.mean:.1f} %")
    for number, each in enumerate(series):
        places = (scale(each.x) - start) / ((stop - start) or 1.0)
        for place, share in zip(places, each.y, strict=True):
            canvas[row_of(float(share)), round((WIDTH - 1) * float(place))] = MARKS[number % len(MARKS)]
        mark = f"{MARKS[number % len(MARKS)]} {each.name} {each.y[-1]:.1f} %"
        names.setdefault(row_of(float(each.y[-1])), []).append(mark)
    lines = [title, "games won, %"]
    for row in range(HEIGHT):
        label = f"{top * (1 - row / (HEIGHT - 1)):4.0f}" if row % 3 == 0 else "    "
        lines.append(f"{label} |{''.join(canvas[row])} {', '.join(names.get(row, []))}".rstrip())
    middle = float(np.exp((start + stop) / 2)) if is_log else (start + stop) / 2
    left, between, right = (f"{number:.2g}" for number in (ends[0], middle, ends[1]))
    gap = (WIDTH - len(left) - len(between) - len(right)) // 2
    lines += [f"     +{'-' * WIDTH}", f"      {left}{' ' * gap}{between}{' ' * gap}{right}  {across}"]
    return "\n".join(lines)
