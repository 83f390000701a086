"""Icons that several games show, drawn by hand as SVG around (0, 0), and the colours of all icons.

Small ones lie in a box of 24 x 24, people in one of 40 x 40. Each has enough contrast of its own to stand on
a light and on a dark ground.
"""

from __future__ import annotations

import math

from crusoe_env.show.drawing import HEART

SMALL, LARGE = 24, 40
"""The sides of the boxes."""

INK = "#2b3a42"
WOOD, WOOD_DARK, WOOD_LIGHT = "#a0703f", "#744c2a", "#c99a63"
LEAF, LEAF_DARK, LEAF_LIGHT = "#5f9257", "#3d6e49", "#8db86f"
STONE, STONE_DARK, STONE_LIGHT = "#98a1a5", "#6f7a81", "#c0c7c8"
WATER, WATER_DARK, WATER_LIGHT = "#72aec4", "#43839e", "#a9d2dd"
HIDE, HIDE_DARK = "#c08a56", "#925f34"
MEAT, MEAT_DARK, MEAT_LIGHT = "#b0593c", "#8a4230", "#d58a63"
FOAM, RED, RED_DARK = "#f1f8f7", "#cf4b42", "#9d332f"
FIRE, FIRE_LIGHT, FIRE_DARK = "#ef8436", "#ffd567", "#cf4f2b"
GOLD, GOLD_DARK, GOLD_LIGHT = "#e6b345", "#b98426", "#f6d685"
PAPER, PAPER_DARK, BLUE = "#f5e6c3", "#cbb079", "#3f6f9e"
SKIN, SKIN_BROWN, SKIN_DARK = "#e8bd93", "#b98459", "#8a5b3c"


def star_points(radius: float, inner: float = 0.5) -> str:
    """The outline of a star with five points, as a path."""
    corners = []
    for i in range(10):
        length = radius if i % 2 == 0 else radius * inner
        angle = math.radians(36 * i - 90)
        corners.append(f"{length * math.cos(angle):.2f} {length * math.sin(angle):.2f}")
    return "M" + "L".join(corners) + "z"


MEEPLE = (
    "M0 -12C-3 -12 -5 -10 -5 -7C-5 -5.5 -4.5 -4.7 -4 -4C-7 -3.2 -11.5 -1.5 -11.5 1.5C-11.5 4 -9.5 4.5 -6 4"
    "C-7 7 -9 9 -9 10.7C-9 11.7 -8.5 12 -7.5 12H-3.4C-2 12 -1.2 11 0 8.6C1.2 11 2 12 3.4 12H7.5"
    "C8.5 12 9 11.7 9 10.7C9 9 7 7 6 4C9.5 4.5 11.5 4 11.5 1.5C11.5 -1.5 7 -3.2 4 -4"
    "C4.5 -4.7 5 -5.5 5 -7C5 -10 3 -12 0 -12z"
)
STAR = star_points(11.4)
CLOUD = "M-6 3.5a4.5 4.5 0 0 1 -.5 -9a6.5 6.5 0 0 1 12.3 -1.2a5.2 5.2 0 0 1 .7 10.2z"


def raindrop(x: float, colour: str) -> str:
    """A drop below a cloud."""
    return f'<path d="M{x} 5.5l-1.6 4" stroke="{colour}" stroke-width="2" stroke-linecap="round"/>'


def sun(x: float, y: float, radius: float) -> str:
    """A sun with its rays."""
    rays = "".join(
        f'<path d="M0 {-1.35 * radius:g}V{-1.85 * radius:g}" transform="rotate({turn})"/>'
        for turn in range(0, 360, 45)
    )
    return (
        f'<g transform="translate({x} {y})"><circle r="{radius}" fill="{GOLD}"/>'
        f'<g stroke="{GOLD}" stroke-width="2" stroke-linecap="round">{rays}</g></g>'
    )


# ------------------------------------------------------------------------------------------ small icons

FOOD = f"""
<path d="M2 2L7.2 7.2" stroke="{STONE_DARK}" stroke-width="5.6" stroke-linecap="round"/>
<circle cx="9" cy="6.6" r="2.9" fill="{STONE_DARK}"/><circle cx="6.6" cy="9" r="2.9" fill="{STONE_DARK}"/>
<path d="M2 2L7.2 7.2" stroke="{FOAM}" stroke-width="3.6" stroke-linecap="round"/>
<circle cx="9" cy="6.6" r="1.9" fill="{FOAM}"/><circle cx="6.6" cy="9" r="1.9" fill="{FOAM}"/>
<path d="M-11 -4.5Q-10.5 -11 -3.5 -11Q5.5 -10.5 6 -2Q6 5 -1 5.5Q-11 5.5 -11 -4.5z" fill="{MEAT_DARK}"/>
<path d="M-11 -4.5Q-10.5 -11 -3.5 -11Q4.5 -10.5 4.8 -3.5Q4.6 3 -2.4 3.2Q-10 3 -11 -4.5z" fill="{MEAT}"/>
<path d="M-8 -5Q-7.5 -8.3 -3.5 -8.4"
 fill="none" stroke="{MEAT_LIGHT}" stroke-width="2.2" stroke-linecap="round"/>"""

LOG = f"""
<path d="M-6.5 -4.5h14a4.5 4.5 0 0 1 0 9h-14z" fill="{WOOD}"/>
<path d="M-6.5 1.6h17.6a4.5 4.5 0 0 1 -3.6 2.9h-14z" fill="{WOOD_DARK}"/>
<path d="M-1 -1.6h7M1.5 1h5" stroke="{WOOD_DARK}" stroke-width="1.2" stroke-linecap="round"/>
<ellipse cx="-6.5" rx="3.4" ry="4.5" fill="{WOOD_LIGHT}" stroke="{WOOD_DARK}" stroke-width=".8"/>
<ellipse cx="-6.5" rx="1.4" ry="2" fill="none" stroke="{WOOD}" stroke-width="1"/>"""
WOOD_GOOD = (
    f'<g transform="translate(1.6 -4.6) scale(.86)">{LOG}</g>'
    f'<g transform="translate(-1.4 4.6) scale(.92)">{LOG}</g>'
)

LEATHER_GOOD = f"""
<path d="M-2.5 -10.5Q0 -9 2.5 -10.5L4.5 -7Q8 -7.5 9.5 -10L11.5 -7.5Q8.5 -4 8 -1Q8 3 9 5L11.5 8L9.5 10.5
Q7 8 4 8Q3.5 10.5 0 11.5Q-3.5 10.5 -4 8Q-7 8 -9.5 10.5L-11.5 8L-9 5Q-8 3 -8 -1Q-8.5 -4 -11.5 -7.5
L-9.5 -10Q-8 -7.5 -4.5 -7z" fill="{HIDE}" stroke="{HIDE_DARK}" stroke-width=".9" stroke-linejoin="round"/>
<path d="M0 -6.5Q1.5 0 0 7.5M-4.5 -2.5l1.6 1M4.5 -2.5l-1.6 1M-4.6 3.6l1.6 -1M4.6 3.6l-1.6 -1"
 fill="none" stroke="{HIDE_DARK}" stroke-width="1.4" stroke-linecap="round"/>"""

FENCE = f"""
<path d="M-11.5 -3.5h23v3h-23zM-11.5 4h23v3h-23z" fill="{WOOD_DARK}"/>
<path
 d="M-10.5 10.5V-6L-8 -9.5L-5.5 -6V10.5zM-2.5 10.5V-7L0 -10.5L2.5 -7V10.5zM5.5 10.5V-6L8 -9.5L10.5 -6V10.5z"
 fill="{WOOD_LIGHT}" stroke="{WOOD_DARK}" stroke-width=".9" stroke-linejoin="round"/>"""

ROOF = f"""
<path d="M-7.5 2V10H7.5V2z" fill="{PAPER}"/><path d="M-2.5 10V4.5H2.5V10z" fill="{WOOD_DARK}"/>
<path d="M0 -10.5L-11.5 1.5L-9 4L0 -4.5L9 4L11.5 1.5z" fill="{FIRE_DARK}"/>
<path d="M0 -10.5L-11.5 1.5L-9.6 3.4L0 -6.8L9.6 3.4L11.5 1.5z" fill="{RED}"/>
<path d="M-7.5 2V10H7.5V2" fill="none" stroke="{PAPER_DARK}" stroke-width=".9"/>"""

POWER = f"""
<path d="M-9.6 9.6L4 -4" stroke="{WOOD_DARK}" stroke-width="4.4" stroke-linecap="round"/>
<path d="M-10 10L4 -4" stroke="{WOOD_LIGHT}" stroke-width="2.4" stroke-linecap="round"/>
<path d="M1 -4.5Q4 -10 11 -11Q10 -4 4.5 -1z" fill="{STONE}" stroke="{STONE_DARK}" stroke-width="1"/>
<path d="M2.8 -2.8L11 -11Q10 -4 4.5 -1z" fill="{STONE_DARK}"/>
<path d="M-1.6 -1.8L1.8 1.6M-3.6 .2L-.2 3.6" stroke="{PAPER}" stroke-width="1.5" stroke-linecap="round"/>"""

HEALTH = f'<path d="{HEART}" fill="#d6455a"/>'

STAR_GOLD = f'<path d="{STAR}" fill="{GOLD}" stroke="{GOLD_DARK}" stroke-width="1" stroke-linejoin="round"/>'

MOVE = f"""
<g fill="{INK}" stroke="{FOAM}" stroke-width="1">
<path d="M-7.5 -2Q-2.5 -3.5 -2.5 1.5Q-2.5 4 -3.5 5.5H-7.5Q-9.6 3.5 -9.6 1.5Q-9.6 -1.5 -7.5 -2z
M-7.5 7.2H-3.6Q-3 11.2 -5.6 11.2T-7.5 7.2z"/>
<path d="M7.5 -10.5Q2.5 -12 2.5 -7Q2.5 -4.5 3.5 -3H7.5Q9.6 -5 9.6 -7Q9.6 -10 7.5 -10.5z
M7.5 -1.3H3.6Q3 2.7 5.6 2.7T7.5 -1.3z"/></g>"""

HUNT = f"""
<g fill="{WOOD_DARK}" stroke="{PAPER}" stroke-width=".9"><ellipse cx="0" cy="5" rx="7" ry="6"/>
<ellipse cx="-8.6" cy="-1.6" rx="2.6" ry="3.6" transform="rotate(-24 -8.6 -1.6)"/>
<ellipse cx="8.6" cy="-1.6" rx="2.6" ry="3.6" transform="rotate(24 8.6 -1.6)"/>
<ellipse cx="-3.3" cy="-6.6" rx="2.7" ry="4.1" transform="rotate(-8 -3.3 -6.6)"/>
<ellipse cx="3.3" cy="-6.6" rx="2.7" ry="4.1" transform="rotate(8 3.3 -6.6)"/></g>"""

SUN = sun(0, 0, 5.8)
RAIN = f'<path d="{CLOUD}" fill="{STONE_LIGHT}" stroke="{STONE}"/>' + "".join(
    raindrop(x, WATER_DARK) for x in (-4, 1, 6)
)
STORM = (
    f'<path d="{CLOUD}" fill="{STONE_DARK}" stroke="{STONE}"/>'
    f'<path d="M2 1L-2.5 6.5H0.5L-1.5 11.5L5 5H2L4 1z" fill="{FIRE_LIGHT}" stroke="{GOLD_DARK}"'
    ' stroke-width=".7" stroke-linejoin="round"/>' + raindrop(-6, WATER) + raindrop(8, WATER)
)

# -------------------------------------------------------------------------------------------- people


def person(skin: str, shirt: str, over: str, face: str = "") -> str:
    """Shoulders and a head; `over` is hair or a hat, `face` lies in front."""
    return (
        f'<path d="M-16 19Q-15.6 8.6 0 8.6T16 19z" fill="{shirt}"/>'
        f'<path d="M-3.6 3H3.6V10.4Q0 13 -3.6 10.4z" fill="{skin}"/>'
        f'<path d="M0 -13Q9 -13 9 -4Q9 7 0 8.4Q-9 7 -9 -4Q-9 -13 0 -13z" fill="{skin}"/>'
        f"{over}"
        f'<circle cx="-3.5" cy="-3" r="1.3" fill="{INK}"/><circle cx="3.5" cy="-3" r="1.3" fill="{INK}"/>'
        f"{face or SMILE}"
    )


SMILE = (
    f'<path d="M-3 2.6Q0 5.4 3 2.6" fill="none" stroke="{INK}" stroke-width="1.4" stroke-linecap="round"/>'
)
BEARD = (
    f'<path d="M-9 -4Q-8.6 10 0 11.6Q8.6 10 9 -4Q7.6 1 4 .8Q0 -.6 -4 .8Q-7.6 1 -9 -4z" fill="{WOOD_DARK}"/>'
    f'<path d="M-2.6 3.6Q0 5.4 2.6 3.6" fill="none" stroke="{FOAM}" stroke-width="1.4"'
    ' stroke-linecap="round"/>'
)
GLASSES = (
    f'<g fill="none" stroke="{GOLD_LIGHT}" stroke-width="1.2"><circle cx="-3.6" cy="-3" r="2.9"/>'
    f'<circle cx="3.6" cy="-3" r="2.9"/><path d="M-.8 -3.4H.8"/></g>'
)
SHORT_HAIR = "M-9.4 -4Q-10.4 -15 0 -15.4T9.4 -4Q7 -9.4 0 -9.4T-9.4 -4z"
LONG_HAIR = "M-10 8Q-12.6 -15.6 0 -15.6T10 8Q7 4 7.4 -4Q4 -8.6 0 -8.6T-7.4 -4Q-7 4 -10 8z"


def hair(outline: str, colour: str) -> str:
    """Hair of a colour; its outline is `SHORT_HAIR` or `LONG_HAIR`."""
    return f'<path d="{outline}" fill="{colour}"/>'


def hat(brim: str, crown: str, band: str) -> str:
    """A hat in three colours."""
    return (
        f'<path d="M-8.6 -9Q-8.6 -19.6 0 -18.6Q8.6 -19.6 8.6 -9z" fill="{crown}"/>'
        f'<path d="M-8.6 -12H8.6V-8.6H-8.6z" fill="{band}"/>'
        f'<path d="M-16 -7.6Q0 -12.6 16 -7.6Q0 -4.6 -16 -7.6z" fill="{brim}"/>'
    )
