"""One small scene for each of the 32 faces, drawn by hand as SVG in a box of 108 x 84.

A scene covers its box: a sky, a ground, a subject. The box has round corners at its top, so scenes leave
those corners to the sky, which `SCENES` names by its colour.
"""

from __future__ import annotations

WIDTH, HEIGHT = 108, 84

INK = "#2b3a42"
WOOD, WOOD_DARK, WOOD_LIGHT = "#a0703f", "#744c2a", "#c99a63"
LEAF, LEAF_DARK, LEAF_LIGHT = "#5f9257", "#3d6e49", "#8db86f"
SAND, SAND_DARK = "#ead6a8", "#d6bb82"
STONE, STONE_DARK, STONE_LIGHT = "#98a1a5", "#6f7a81", "#c0c7c8"
WATER, WATER_DARK, WATER_LIGHT = "#72aec4", "#43839e", "#a9d2dd"
FOAM = "#f1f8f7"
FIRE, FIRE_LIGHT, FIRE_DARK = "#ef8436", "#ffd567", "#cf4f2b"
RED, GOLD, GOLD_DARK = "#cf4b42", "#e6b345", "#b98426"
PAPER, PAPER_DARK = "#f5e6c3", "#dbc290"
GLASS, GLASS_DARK = "#a9cfb4", "#6fa184"

DAY, MEADOW, SHORE, WARM, OVERCAST, DUSK, NIGHT = (
    "#dcecec",
    "#e6efd9",
    "#d9eaf0",
    "#f7e8c6",
    "#c9d1d8",
    "#5b5a7e",
    "#2c3757",
)


def _ground(top: float, colour: str) -> str:
    """The lower part of the box."""
    return f'<path d="M0 {top}H108V84H0z" fill="{colour}"/>'


def _hill(top: float, colour: str) -> str:
    """Ground that rises in the middle."""
    return f'<path d="M0 {top + 8}Q54 {top - 8} 108 {top + 8}V84H0z" fill="{colour}"/>'


def _waves(y: float, colour: str, x: float = 4, count: int = 5) -> str:
    """A line of small waves."""
    line = f"M{x} {y}" + "q5 -5 10 0t10 0" * count
    return f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round"/>'


def _leaf(x: float, y: float, turn: float, colour: str, scale: float = 1.0) -> str:
    """A pointed leaf that grows from (x, y)."""
    place = f"translate({x} {y}) rotate({turn}) scale({scale})"
    return f'<path d="M0 0Q6 -7 16 0Q6 7 0 0z" transform="{place}" fill="{colour}"/>'


def _palm(x: float, y: float, scale: float, lean: float) -> str:
    """A palm tree that stands at (x, y)."""
    fronds = "".join(
        f'<path d="M0 0Q12 -13 31 2Q14 -4 0 0z" transform="rotate({turn})" fill="{colour}"/>'
        for turn, colour in (
            (-160, LEAF_DARK),
            (-20, LEAF_DARK),
            (-125, LEAF),
            (-60, LEAF),
            (-195, LEAF),
            (18, LEAF),
            (-92, LEAF_LIGHT),
        )
    )
    trunk = f"M-3.5 0Q{lean * 0.3 - 2} -26 {lean - 2} -48h4Q{lean * 0.3 + 5} -24 4.5 0z"
    nuts = (
        f'<circle cx="-3" cy="3" r="3.2" fill="{WOOD_DARK}"/>'
        f'<circle cx="4" cy="3.5" r="3.2" fill="{WOOD_DARK}"/>'
    )
    return (
        f'<g transform="translate({x} {y}) scale({scale})"><path d="{trunk}" fill="{WOOD}"/>'
        f'<g transform="translate({lean} -48)">{fronds}{nuts}</g></g>'
    )


def _bottle(glass: str, shade: str) -> str:
    """A lying bottle around (0, 0), neck to the right, 66 long."""
    return (
        f'<path d="M-33 -9q0 -5 5 -5h34q7 0 11 6l3 3h11v10h-11l-3 3q-4 6 -11 6h-34q-5 0 -5 -5z"'
        f' fill="{glass}"/>'
        f'<path d="M-33 4v5q0 5 5 5h34q7 0 11 -6l3 -3h11v-2h-14q-3 0 -6 1z" fill="{shade}"/>'
        f'<path d="M-27 -9h30" stroke="{FOAM}" stroke-width="2.5" stroke-linecap="round" opacity="0.8"/>'
    )


def _cork() -> str:
    return f'<path d="M29 -4h9v8h-9z" fill="{WOOD_LIGHT}"/>'


def _map(line: str) -> str:
    """An old map with a dashed line over it."""
    return (
        _ground(60, WOOD)
        + f'<path d="M24 18l20 5 22 -6 22 5v52l-22 -5 -22 6 -20 -5z" fill="{WOOD_DARK}" opacity="0.5"/>'
        f'<path d="M22 14l20 5 22 -6 22 5v52l-22 -5 -22 6 -20 -5z" fill="{PAPER}"/>'
        f'<path d="M42 19l22 -6v52l-22 6z" fill="{PAPER_DARK}" opacity="0.55"/>'
        f'<path d="M30 32q6 -9 14 -6t12 -2q12 -4 18 6t2 16q-5 10 -16 9t-18 4q-10 1 -13 -9t1 -18z"'
        f' fill="{LEAF_LIGHT}" opacity="0.75"/>'
        f'<path d="M58 40l4 -7 4 7z" fill="{STONE_DARK}"/><path d="M40 48l4 -6 4 6z" fill="{STONE_DARK}"/>'
        f'<path d="{line}" stroke="{RED}" stroke-width="3.5" stroke-dasharray="5 4" stroke-linecap="butt"/>'
    )


WILD_BOAR = (
    _hill(64, LEAF_LIGHT)
    + f"""
<path d="M30 56l-2 14h7l4 -12zM42 60l1 11h7l2 -11zM66 58l2 13h7v-14zM76 54l4 15h7l-3 -17z"
 fill="{WOOD_DARK}"/>
<path d="
M24 49q0 -18 24 -19q20 -2 32 6q10 1 17 13q4 7 0 9q-6 3 -13 1q-6 6 -17 5q-20 2 -32 -1q-11 -4 -11 -14z"
 fill="#8a6446"/>
<path d="M27 40q6 -15 27 -15q18 0 29 9l-8 3q-18 -7 -33 -3q-9 2 -15 6z" fill="{WOOD_DARK}"/>
<path d="M73 37l2 -11 9 9z" fill="#6b4a33"/>
<path d="M97 50q4 7 0 9q-4 2 -8 1l-1 -10z" fill="#c58f78"/>
<path d="M88 57q-1 -8 4 -10q-1 5 2 8z" fill="{FOAM}"/>
<circle cx="82" cy="43" r="2" fill="{INK}"/>
<path d="M24 46q-7 -1 -6 -7q1 -4 5 -3"
 fill="none" stroke="{WOOD_DARK}" stroke-width="2.5" stroke-linecap="round"/>"""
)

MEAT = (
    _ground(66, WOOD_LIGHT)
    + f"""
<ellipse cx="52" cy="68" rx="36" ry="7" fill="{WOOD}" opacity="0.6"/>
<path d="M70 44l17 -13q-1 -7 5 -7q5 0 4 6q6 0 5 5q-1 5 -7 4l-17 14z"
 fill="{FOAM}" stroke="{STONE_LIGHT}" stroke-width="1.5"/>
<path d="M20 50q0 -22 26 -25q22 -2 30 14q5 12 -6 20q-12 9 -28 8q-22 -1 -22 -17z" fill="#b0593c"/>
<path d="M20 50q2 11 19 12q20 0 30 -8q7 -6 7 -13q4 11 -6 18q-12 9 -28 8q-22 -1 -22 -17z"
 fill="#8a4230"/>
<path d="M31 40q6 -8 18 -8" fill="none" stroke="#d58a63" stroke-width="5" stroke-linecap="round"/>
<path d="M38 18q4 -4 0 -8M52 16q4 -4 0 -8"
 fill="none" stroke="{STONE}" stroke-width="2" stroke-linecap="round"/>"""
)

MAP_COLUMN = _map("M54 11V74")

TREASURE = (
    _ground(62, SAND)
    + f"""
<path d="M54 6l3 20h-6zM22 16l14 15 -4 4zM86 16l-14 15 4 4z" fill="{GOLD}" opacity="0.5"/>
<path d="M24 40q0 -15 30 -15t30 15z" fill="{WOOD_DARK}"/>
<path d="M28 40q3 -11 26 -11t26 11z" fill="#4d321d"/>
<circle cx="42" cy="40" r="6" fill="{GOLD}"/><circle cx="54" cy="36" r="7" fill="{FIRE_LIGHT}"/>
<circle cx="66" cy="40" r="6" fill="{GOLD}"/><circle cx="48" cy="42" r="5" fill="{GOLD_DARK}"/>
<circle cx="60" cy="42" r="5" fill="{FIRE_LIGHT}"/>
<path d="M24 42h60v26q0 4 -4 4h-52q-4 0 -4 -4z" fill="{WOOD}"/>
<path d="M24 42h60v6h-60zM33 42h6v30h-6zM69 42h6v30h-6z" fill="{GOLD_DARK}"/>
<path d="M48 44h12v9q0 5 -6 5t-6 -5z" fill="{GOLD}"/><circle cx="54" cy="50" r="2.2" fill="{INK}"/>
<circle cx="92" cy="72" r="5" fill="{GOLD}"/><circle cx="17" cy="74" r="4.5" fill="{GOLD}"/>"""
)

MAP_ROW = _map("M17 42H91")

RUM = (
    _ground(66, WOOD)
    + f"""
<ellipse cx="54" cy="70" rx="24" ry="5" fill="{WOOD_DARK}" opacity="0.6"/>
<path d="M48 8h12v17q0 4 5 8q6 5 6 12v22q0 4 -4 4h-26q-4 0 -4 -4v-22q0 -7 6 -12q5 -4 5 -8z"
 fill="#7a3e22"/>
<path d="M60 12v14q0 4 5 8q6 5 6 12v22q0 4 -4 4h-9q4 -2 4 -6v-22q0 -8 -4 -12t-3 -8z"
 fill="#592a16"/>
<path d="M47 5h14v6h-14z" fill="{WOOD_LIGHT}"/>
<path d="M37 45h34v17h-34z" fill="{PAPER}"/>
<path d="M45 49l5 9M50 49l-5 9M58 49l5 9
M63 49l-5 9" stroke="{RED}" stroke-width="2.4" stroke-linecap="round"/>
<path d="M43 40q0 -4 4 -7" fill="none" stroke="#c98a5e" stroke-width="3" stroke-linecap="round"/>"""
)

STICKS = (
    _ground(62, SAND)
    + f"""
<ellipse cx="54" cy="70" rx="38" ry="6" fill="{SAND_DARK}"/>
<g fill="none" stroke-linecap="round" stroke-width="6">
<path d="M18 66L86 38" stroke="{WOOD_DARK}"/><path d="M22 40L90 66" stroke="{WOOD}"/>
<path d="M16 54L92 52" stroke="{WOOD_LIGHT}"/><path d="M30 68L74 26" stroke="{WOOD}"/></g>
<g fill="none" stroke-linecap="round" stroke-width="3.4">
<path d="M64 36l-1 -12M72 44l14 -9" stroke="{WOOD_DARK}"/>
<path d="M40 46l-3 -11" stroke="{WOOD}"/></g>"""
    + _leaf(63, 25, -60, LEAF, 0.8)
    + _leaf(86, 35, -10, LEAF_LIGHT, 0.7)
)

SPEAR = (
    _hill(66, LEAF_LIGHT)
    + f"""
<path d="M16 72L76 28" stroke="{WOOD_DARK}" stroke-width="6" stroke-linecap="round"/>
<path d="M16 71L76 27" stroke="{WOOD}" stroke-width="4" stroke-linecap="round"/>
<path d="M70 26q8 -14 27 -16q-4 18 -18 26z" fill="{STONE}"/>
<path d="M75 31q10 -10 22 -21q-4 18 -18 26z" fill="{STONE_DARK}"/>
<path d="M66 30l8 9M62 33l8 9
M70 27l8 9" stroke="{PAPER}" stroke-width="2.6" stroke-linecap="round"/>"""
)

VINES = (
    _ground(72, LEAF_LIGHT)
    + f"""
<path d="M12 0h84q-4 9 -14 8t-16 4q-8 4 -15 -1t-15 1q-12 2 -15 -4t-9 -8z" fill="{LEAF_DARK}"/>
<g fill="none" stroke="{LEAF_DARK}" stroke-width="3" stroke-linecap="round">
<path d="M28 6q8 16 0 32t2 34"/><path d="M54 8q-8 18 1 32t-3 26"/>
<path d="M80 6q-9 18 -1 34t-4 34"/></g>"""
    + "".join(
        _leaf(x, y, turn, colour, 0.95)
        for x, y, turn, colour in (
            (31, 18, 20, LEAF),
            (30, 30, 160, LEAF_LIGHT),
            (27, 44, 25, LEAF),
            (28, 58, 165, LEAF),
            (51, 20, 165, LEAF),
            (51, 32, 15, LEAF_LIGHT),
            (55, 46, 160, LEAF),
            (54, 60, 20, LEAF),
            (77, 20, 160, LEAF_LIGHT),
            (76, 34, 15, LEAF),
            (78, 48, 170, LEAF),
            (76, 62, 20, LEAF_LIGHT),
        )
    )
)

SHELTER = (
    _hill(64, LEAF_LIGHT)
    + f"""
<path d="M14 68L54 16L94 68z" fill="{WOOD_DARK}"/>
<path d="M40 68L54 36L68 68z" fill="#3c281a"/>
<g fill="none" stroke-width="8" stroke-linecap="round">
<path d="M12 68L51 18" stroke="{LEAF_DARK}"/><path d="M96 68L57 18" stroke="{LEAF_DARK}"/>
<path d="M22 69L54 26" stroke="{LEAF}"/><path d="M86 69L54 26" stroke="{LEAF}"/>
<path d="M32 69L54 37" stroke="{LEAF_LIGHT}"/><path d="M76 69L54 37" stroke="{LEAF_LIGHT}"/></g>
<path d="M58 21l-10 -11M50 21l10 -11" stroke="{WOOD}" stroke-width="4" stroke-linecap="round"/>
<path d="M43 69L54 44L65 69z" fill="#3c281a"/>"""
)

FLINT = (
    _ground(64, SAND)
    + f"""
<ellipse cx="52" cy="70" rx="36" ry="6" fill="{SAND_DARK}"/>
<path d="M16 62l8 -22 18 -9 14 14 -4 20 -16 6z" fill="{STONE_DARK}"/>
<path d="M24 40l18 -9 2 15 -14 8z" fill="{STONE_LIGHT}"/>
<path d="M44 46l12 -1 -4 20 -16 6 -6 -17z" fill="{STONE}"/>
<path d="M56 66l6 -16 16 -7 14 10 2 13 -12 5z" fill="#555f68"/>
<path d="M62 50l16 -7 0 12 -12 6z" fill="{STONE}"/>
<g stroke="{FIRE}" stroke-width="3" stroke-linecap="round">
<path d="M58 36l-3 -14M64 34l7 -14M68 38l15 -8M53 38l-8 -11"/></g>
<circle cx="60" cy="41" r="5" fill="{FIRE_LIGHT}"/>"""
)

TORCH = f"""
<circle cx="56" cy="32" r="31" fill="{FIRE}" opacity="0.22"/>
<circle cx="56" cy="32" r="21" fill="{FIRE}" opacity="0.3"/>
<path d="M46 46h18l-5 34h-8z" fill="{WOOD}"/><path d="M56 46h8l-5 34h-3z" fill="{WOOD_DARK}"/>
<path d="M43 42h24l-2 9h-20z" fill="{PAPER_DARK}"/>
<path d="M44 46l22 2" stroke="{WOOD_DARK}" stroke-width="2"/>
<path d="M55 6q4 9 10 15q7 8 3 16q-4 7 -13 7t-13 -7q-4 -9 3 -15q1 5 4 6q-2 -13 6 -22z"
 fill="{FIRE}"/>
<path d="M56 20q8 9 6 16q-2 6 -7 6t-7 -5q-1 -4 3 -8q1 3 3 4q-1 -7 2 -13z" fill="{FIRE_LIGHT}"/>"""

HOOK = (
    _ground(70, WATER)
    + _waves(76, WATER_LIGHT)
    + f"""
<path d="M62 0V22" stroke="{INK}" stroke-width="1.6"/>
<circle cx="62" cy="26" r="4" fill="none" stroke="{STONE_DARK}" stroke-width="3.5"/>
<path d="M62 30V50q0 15 -14 15t-14 -15l1 -6" fill="none" stroke="{STONE_DARK}" stroke-width="5.5"
 stroke-linecap="round"/>
<path d="M27 52l7 -14 8 11 -6 -2z" fill="{STONE_DARK}"/>
<path d="M60.5 31V50q0 13 -12 13"
 fill="none" stroke="{STONE_LIGHT}" stroke-width="1.8" stroke-linecap="round"/>"""
)

FISH = (
    _ground(38, WATER)
    + _waves(26, WATER, 26, 3)
    + _waves(72, WATER_LIGHT)
    + f"""
<path d="M78 48q9 -14 18 -14q-5 14 0 28q-9 0 -18 -14z" fill="#d9743f"/>
<path d="M40 34q9 -14 22 -11l-4 13z" fill="#d9743f"/>
<path d="M50 62q4 8 13 8l-1 -12z" fill="#d9743f"/>
<path d="M14 50q16 -22 40 -20q20 2 30 19q-12 16 -32 16q-24 0 -38 -15z" fill="{FIRE}"/>
<path d="M14 50q14 8 36 8q22 -1 34 -9q-12 16 -32 16q-24 0 -38 -15z" fill="{FIRE_LIGHT}"/>
<path d="M38 36q7 13 0 26" fill="none" stroke="#c0602f" stroke-width="2.4"/>
<path d="M52 40q5 4 0 8M62 40q5 4 0 8M72 43q4 3 0 6M57 49q4 3 0 6"
 fill="none" stroke="#c0602f" stroke-width="2"
 stroke-linecap="round"/>
<circle cx="27" cy="46" r="4" fill="{FOAM}"/><circle cx="26.5" cy="46" r="2" fill="{INK}"/>"""
)

ROCKS = (
    _ground(64, SAND)
    + f"""
<ellipse cx="54" cy="70" rx="42" ry="6" fill="{SAND_DARK}"/>
<path d="M40 46l6 -20 16 -8 14 10 6 22z" fill="{STONE}"/>
<path d="M46 26l16 -8 -2 16 -10 6z" fill="{STONE_LIGHT}"/>
<path d="M62 18l14 10 6 22h-16l-6 -16z" fill="{STONE_DARK}"/>
<path d="M12 68l4 -18 14 -8 14 8 6 18z" fill="{STONE_DARK}"/>
<path d="M16 50l14 -8 1 13 -9 6z" fill="{STONE}"/>
<path d="M48 70l4 -20 16 -8 18 8 10 20z" fill="{STONE}"/>
<path d="M52 50l16 -8 1 14 -12 6z" fill="{STONE_LIGHT}"/>
<path d="M68 42l18 8 10 20h-18l-9 -14z" fill="{STONE_DARK}"/>"""
)

SOS = (
    f'<path d="M0 12Q30 6 60 10T108 8V84H0z" fill="{SAND}"/>'
    + _waves(5.5, WATER, 24, 3)
    + f"""
<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="0.1 7.6"
 transform="translate(0 7)">
<g stroke="{SAND_DARK}" stroke-width="8.5" transform="translate(1.5 2)">
<path d="M33 32q-3 -6 -10 -6t-10 8q0 6 10 9t10 10q0 8 -10 8t-10 -6"/>
<path d="M54 26q-11 0 -11 17.5t11 17.5t11 -17.5t-11 -17.5z"/>
<path d="M95 32q-3 -6 -10 -6t-10 8q0 6 10 9t10 10q0 8 -10 8t-10 -6"/></g>
<g stroke="{STONE_DARK}" stroke-width="7.5">
<path d="M33 32q-3 -6 -10 -6t-10 8q0 6 10 9t10 10q0 8 -10 8t-10 -6"/>
<path d="M54 26q-11 0 -11 17.5t11 17.5t11 -17.5t-11 -17.5z"/>
<path d="M95 32q-3 -6 -10 -6t-10 8q0 6 10 9t10 10q0 8 -10 8t-10 -6"/></g></g>"""
)

HIGHER_GROUND = f"""
<circle cx="84" cy="22" r="9" fill="{FIRE_LIGHT}"/>
<path d="M0 84V66l24 -18 18 10 20 -14 46 24v16z" fill="{LEAF_LIGHT}"/>
<path d="M16 84l22 -48 8 -4 6 -14 12 2 8 20 8 6 18 38z" fill="{STONE}"/>
<path d="M52 18l12 2 8 20 8 6 18 38h-28l-6 -30 -8 -12z" fill="{STONE_DARK}"/>
<path d="M50 22l2 -5q7 -3 13 1l3 8q-9 -4 -18 -4z" fill="{LEAF}"/>
<path d="M36 41l2 -5 8 -4 2 3q-5 5 -12 6zM70 37l2 4 8 5 2 4q-8 -2 -12 -13z" fill="{LEAF}"/>""" + _hill(
    72, LEAF
)

LIT_BEACON = f"""
<circle cx="54" cy="36" r="34" fill="{FIRE}" opacity="0.18"/>
<circle cx="54" cy="38" r="23" fill="{FIRE}" opacity="0.3"/>
<g fill="{FOAM}"><circle cx="18" cy="18" r="1.3"/><circle cx="90" cy="30" r="1.3"/>
<circle cx="80" cy="12" r="1"/>
<circle cx="12" cy="40" r="1"/><circle cx="97" cy="50" r="1"/></g>
<path d="M0 84V78q24 -2 34 -16q8 -8 20 -8t20 8q10 14 34 16v6z" fill="#19213a"/>
<g stroke="{WOOD_DARK}" stroke-width="5" stroke-linecap="round"><path d="M38 60l28 -9
M70 60l-28 -9"/></g>
<path d="M54 6q3 11 11 18q9 9 5 19q-4 10 -16 10t-16 -9q-5 -11 4 -20q2 6 5 7q-2 -15 7 -25z"
 fill="{FIRE}"/>
<path d="M55 22q9 11 7 19q-2 8 -8 8t-9 -6q-1 -6 4 -11q1 4 4 5q-1 -9 2 -15z" fill="{FIRE_LIGHT}"/>"""

PALM_TREES = (
    _ground(66, SAND)
    + f'<path d="M62 66Q84 60 108 64V70H62z" fill="{WATER}"/>'
    + f'<ellipse cx="46" cy="71" rx="36" ry="5" fill="{SAND_DARK}"/>'
    + _palm(68, 70, 0.82, 8)
    + _palm(38, 73, 0.92, -4)
)

COCONUTS = (
    _ground(62, SAND)
    + f"""
<ellipse cx="54" cy="70" rx="42" ry="6" fill="{SAND_DARK}"/>
<circle cx="66" cy="38" r="21" fill="{WOOD_DARK}"/>
<path d="M50 30q6 -12 18 -12M50 42q8 -2 14 -14"
 fill="none" stroke="{WOOD}" stroke-width="2.5" stroke-linecap="round"/>
<g fill="#3c281a"><circle cx="72" cy="28" r="2.4"/><circle cx="79" cy="33" r="2.4"/>
<circle cx="71" cy="36" r="2.4"/></g>
<circle cx="36" cy="52" r="21" fill="{WOOD_DARK}"/><circle cx="36" cy="52" r="17" fill="{FOAM}"/>
<circle cx="37.5" cy="53" r="11" fill="#dcebe6"/>
<path d="M64 58q18 -6 32 1q-1 14 -16 14t-16 -15z" fill="{WOOD}"/>
<ellipse cx="80" cy="58.5" rx="16" ry="5" fill="{FOAM}"/>"""
    + _leaf(60, 18, -150, LEAF, 1.1)
    + _leaf(62, 18, -70, LEAF_LIGHT, 0.9)
)

TELESCOPE = (
    _hill(68, LEAF_LIGHT)
    + f"""
<g stroke="{WOOD_DARK}" stroke-width="4" stroke-linecap="round"><path d="M52 46L36 78M52 46L54 80
M52 46L70 78"/></g>
<g transform="translate(52 42) rotate(-24)">
<path d="M-38 -6h24v12h-24z" fill="{GOLD_DARK}"/><path d="M-16 -8h26v16h-26z" fill="{GOLD}"/>
<path d="M8 -11h30v22h-30z" fill="{WOOD}"/><path d="M8 3h30v8h-30z" fill="{WOOD_DARK}"/>
<path d="M-16 3h24v5h-24zM-38 2h22v4h-22z" fill="{GOLD_DARK}"/>
<path d="M34 -12.5h7v25h-7zM6 -11.5h4v23h-4z" fill="{GOLD}"/>
<path d="M-42 -7.5h5v15h-5z" fill="{INK}"/></g>
<circle cx="52" cy="46" r="4.5" fill="{INK}"/>"""
)

SHIP = f"""
<path d="M-20 6h40q-3 12 -12 12h-18q-8 0 -10 -12z" fill="{WOOD}"/>
<path d="M-18.5 12h37q-4 6 -10.5 6h-18q-6 0 -8.5 -6z"
 fill="{WOOD_DARK}"/>
<path d="M-1 -25h2.5v32h-2.5z" fill="{WOOD_DARK}"/>
<path d="M3 -22q17 4 18 25q-8 -3 -18 -1z" fill="{FOAM}"/>
<path d="M-3 -18q-13 6 -15 21q7 -2 15 -1z" fill="#e3ebe8"/>
<path d="M1 -25l9 3 -9 3z" fill="{RED}"/>"""
"""The ship, about 42 x 44 around (0, 0), bow to the right."""

SHIP_SIGHTED = f"""
<circle cx="54" cy="42" r="37" fill="{INK}"/><circle cx="54" cy="42" r="32" fill="{DAY}"/>
<path d="M23.5 50h61a32 32 0 0 1 -61 0z" fill="{WATER}"/>
<g transform="translate(54 40) scale(0.95)">{SHIP}</g>
<path d="M23 49q8 6 15.5 1.5t15.5 0t15.5 0t15 -1l-2 11q-8 -4 -13 0t-15.5 0t-15.5 0t-13 -1z"
 fill="{WATER_DARK}"/>
<path d="M54 5v9M54 70v9M17 42h9M82 42h9" stroke="{GOLD}" stroke-width="2.5"/>
<circle cx="54" cy="42" r="34.5" fill="none" stroke="{GOLD}" stroke-width="3"/>"""

MIRAGE = (
    _ground(58, SAND)
    + f"""
<circle cx="78" cy="20" r="10" fill="{FIRE_LIGHT}"/>
<path d="M0 60q22 -12 44 -4t64 -4v10H0z" fill="{SAND_DARK}"/>
<g opacity="0.6">"""
    + _palm(42, 54, 0.68, -4)
    + _palm(58, 55, 0.54, 5)
    + f"""</g>
<ellipse cx="50" cy="58" rx="30" ry="4.5" fill="{WATER_LIGHT}"/>
<g fill="none" stroke="{FOAM}" stroke-width="3" stroke-linecap="round" opacity="0.9">
<path d="M14 40q8 -5 16 0t16 0t16 0t16 0M22 49q8 -5 16 0t16 0t16 0t16 0"/></g>
<g fill="none" stroke="{SAND_DARK}" stroke-width="2.5" stroke-linecap="round">
<path d="M10 70q9 -4 18 0t18 0M58 76q9 -4 18 0t18 0"/></g>"""
)

SEA_SERPENT = (
    _ground(52, WATER)
    + f"""
<g fill="none" stroke="{LEAF_DARK}" stroke-linecap="round">
<path d="M38 62q0 -26 11 -26t11 26" stroke-width="9"/>
<path d="M66 64q0 -18 9 -18t9 18" stroke-width="7.5"/>
<path d="M90 62q0 -12 8 -14" stroke-width="5"/>
<path d="M24 64Q32 44 24 30" stroke-width="11"/></g>
<path d="M30 26q-2 -13 -15 -13q-9 1 -11 10q0 6 6 7q8 0 12 6z" fill="{LEAF_DARK}"/>
<path d="M24 15l9 -6 -2 11zM29 26l9 -3 -5 10zM32 40l8 -2 -6 10z" fill="{FIRE}"/>
<path d="M44 33l5 -8 5 8zM70 43l5 -7 5 7z" fill="{FIRE}"/>
<circle cx="15" cy="20" r="3" fill="{FIRE_LIGHT}"/><circle cx="14.5" cy="20" r="1.4" fill="{INK}"/>
<path d="M4 27q-4 4 -2 7l2 -4 3 4q1 -4 -1 -7z" fill="{RED}"/>
<path d="M0 62q9 -8 18 0t18 0t18 0t18 0t18 0t18 0V84H0z" fill="{WATER_DARK}"/>"""
    + _waves(74, WATER_LIGHT)
)

PIRATES = (
    _ground(72, WATER_DARK)
    + f"""
<path d="M18 6h4v74h-4z" fill="{WOOD_DARK}"/><circle cx="20" cy="6" r="3.5" fill="{GOLD}"/>
<path d="M22 10q17 -7 34 0t38 -1q-5 12 0 24t-1 25q-20 8 -36 1t-35 2z" fill="#262b33"/>
<path d="M78 6q9 1 16 3q-5 12 0 24t-1 25q-7 2 -15 3q6 -12 1 -26t-1 -29z" fill="#1a1e25"/>
<g stroke="{FOAM}" stroke-width="4" stroke-linecap="round"><path d="M40 56L74 40M40 40L74 56"/></g>
<path d="M57 14q-14 0 -14 14q0 7 5 9v6q4 3 9 3t9 -3v-6q5 -2 5 -9q0 -14 -14 -14z" fill="{FOAM}"/>
<circle cx="51.5" cy="29" r="3.8" fill="#262b33"/><circle cx="62.5" cy="29" r="3.8" fill="#262b33"/>
<path d="M57 34l2 4h-4z" fill="#262b33"/>
<path d="M54 41v5M57 41v5M60 41v5" stroke="#262b33" stroke-width="1.3"/>"""
)

COMPASS = (
    _ground(72, WOOD_LIGHT)
    + f"""
<circle cx="54" cy="44" r="35" fill="{GOLD_DARK}"/><circle cx="54" cy="42" r="35" fill="{GOLD}"/>
<circle cx="54" cy="42" r="28" fill="{PAPER}"/>
<g stroke="{INK}" stroke-width="2"><path d="M54 15v5M54 64v5M27 42h5M76 42h5"/></g>
<g stroke="{STONE}" stroke-width="1.5"><path d="M35 23l3 3M73 23l-3 3M35 61l3 -3M73 61l-3 -3"/></g>
<g transform="rotate(28 54 42)"><path d="M54 18l7 24h-14z" fill="{RED}"/>
<path d="M54 66l7 -24h-14z" fill="{STONE_DARK}"/>
<path d="M54 18v24h-7z" fill="#e27166"/><path d="M54 66v-24h-7z" fill="{STONE}"/></g>
<circle cx="54" cy="42" r="3.5" fill="{INK}"/>"""
)

_CLOUD = "M24 40q-12 0 -12 -10q0 -9 10 -10q3 -13 17 -13q10 0 14 7q5 -4 12 -2q8 2 9 9q14 0 14 10q0 9 -12 9z"

STORM = (
    _ground(68, "#5f7788")
    + f"""
<g stroke="{WATER_DARK}" stroke-width="2.6" stroke-linecap="round">
<path d="M28 44l-6 14M40 46l-8 18M66 46l-6 16M78 44l-8 18M88 42l-5 12"/></g>
<path d="M56 36l-12 20h9l-6 20 20 -26h-10l8 -14z" fill="{FIRE_LIGHT}"/>
<path d="{_CLOUD}" fill="#667480"/>
<path d="M14 33q2 7 10 7h52q12 0 12 -9q0 -2 -.6 -3.5q-3 6 -11 6h-50q-8 0 -12.4 -.5z"
 fill="#4d5a66"/>"""
    + _waves(74, OVERCAST)
)

TORNADO = (
    _ground(70, "#7f8a6d")
    + f"""
<path d="
M10 12q44 -10 88 0q-4 12 -20 18q-6 16 -16 22q-2 12 -8 24q-3 -12 -2 -22q-14 -8 -16 -24q-20 -8 -26 -18z"
 fill="#6d7883"/>
<g fill="none" stroke="#a9b4bc" stroke-width="3.5" stroke-linecap="round">
<path d="M18 15q38 9 72 -1M28 27q28 7 52 -2M37 39q18 5 36 -3M44 51q10 3 20 -3"/></g>
<g fill="none" stroke="#4d5862" stroke-width="3" stroke-linecap="round">
<path d="M24 21q32 8 62 -1M34 33q22 6 42 -2M41 45q12 4 27 -2M50 58q4 2 9 -1"/></g>
<g
 fill="{WOOD_DARK}"><path d="M22 52l7 -3 2 4 -7 3zM80 58l6 4 -2 4 -6 -4zM84 40l6 -1 1 4 -6 1z
M30 66l5 1 -1 4 -5 -1z"/></g>
<ellipse cx="54" cy="75" rx="20" ry="4.5" fill="{SAND_DARK}" opacity="0.8"/>"""
    + _leaf(18, 38, 30, LEAF, 0.6)
    + _leaf(78, 72, -30, LEAF, 0.6)
)

BOTTLE = (
    f'<path d="M0 26Q30 20 60 26T108 24V50H0z" fill="{WATER}"/>'
    + f'<path d="M0 48Q26 42 56 48T108 44V84H0z" fill="{SAND}"/>'
    + _waves(36, WATER_LIGHT)
    + f'<ellipse cx="56" cy="71" rx="36" ry="5" fill="{SAND_DARK}"/>'
    + f'<g transform="translate(52 57) rotate(-12)">{_bottle(GLASS, GLASS_DARK)}{_cork()}</g>'
)

MESSAGE = (
    _ground(46, WATER)
    + _waves(56, WATER_LIGHT)
    + f"""
<g transform="translate(52 44) rotate(-28)">
<path d="M-33 -9q0 -5 5 -5h34q7 0 11 6l3 3h11v10h-11l-3 3q-4 6 -11 6h-34q-5 0 -5 -5z"
 fill="{GLASS}"/>
<path d="M-26 -8h30q4 0 4 8t-4 8h-30z" fill="{PAPER}"/>
<path d="M-20 -3h20M-20 2h16" stroke="{WOOD_DARK}" stroke-width="2" stroke-linecap="round"/>
<path d="M-12 -8h5v16h-5z" fill="{RED}" opacity="0.85"/>
<path d="M-27 -11h32" stroke="{FOAM}" stroke-width="2.5"
 stroke-linecap="round" opacity="0.9"/>{_cork()}</g>
<path d="M0 64q9 -8 18 0t18 0t18 0t18 0t18 0t18 0V84H0z" fill="{WATER_DARK}"/>"""
    + _waves(76, WATER_LIGHT)
)

WATER_SPRING = (
    _ground(62, LEAF_LIGHT)
    + f"""
<ellipse cx="54" cy="68" rx="42" ry="11" fill="{WATER_DARK}"/>
<ellipse cx="54" cy="67" rx="38" ry="8.5" fill="{WATER}"/>
<ellipse cx="54" cy="67" rx="22" ry="4.5" fill="none" stroke="{WATER_LIGHT}" stroke-width="2"/>
<path d="M54 8q18 24 18 35q0 15 -18 15t-18 -15q0 -11 18 -35z" fill="{WATER_DARK}"/>
<path d="M54 13q14 20 14 30q0 11 -14 11t-14 -11q0 -10 14 -30z" fill="{WATER}"/>
<path d="M45 42q0 7 7 8" fill="none" stroke="{FOAM}" stroke-width="3.5" stroke-linecap="round"/>"""
    + _leaf(16, 66, -70, LEAF_DARK)
    + _leaf(18, 66, -40, LEAF)
    + _leaf(92, 66, -110, LEAF_DARK)
    + _leaf(90, 66, -140, LEAF)
)

WATERFALL = f"""
<path d="M0 18q12 -8 30 -5v71H0zM108 18q-12 -8 -30 -5v71h30z" fill="{STONE_DARK}"/>
<path d="M0 18q12 -8 30 -5v7q-17 -2 -30 5zM108 18q-12 -8 -30 -5v7q17 -2 30 5z" fill="{LEAF}"/>
<path d="M6 34l12 -3M4 50l16 -2M8 64l14 1M90 32l12 3M88 48l14 3
M86 66l14 -2" stroke="{STONE}" stroke-width="3"
 stroke-linecap="round"/>
<path d="M30 12q24 8 48 0v60h-48z" fill="{WATER}"/>
<g stroke="{FOAM}" stroke-width="3.5" stroke-linecap="round"><path d="M38 20v34M54 22v40
M70 20v32"/></g>
<g stroke="{WATER_DARK}" stroke-width="3" stroke-linecap="round"><path d="M46 22v28M62 26v32"/></g>
<path d="M0 74q27 -12 54 -8t54 8v10H0z" fill="{WATER_DARK}"/>
<g fill="{FOAM}"><circle cx="32" cy="69" r="6"/><circle cx="43" cy="66" r="7"/>
<circle cx="56" cy="68" r="8"/>
<circle cx="68" cy="66" r="7"/><circle cx="78" cy="70" r="5.5"/></g>"""

SCENES: dict[str, tuple[str, str]] = {
    "wild_boar": (MEADOW, WILD_BOAR),
    "meat": (MEADOW, MEAT),
    "map_column": (WOOD_LIGHT, MAP_COLUMN),
    "treasure": (WARM, TREASURE),
    "map_row": (WOOD_LIGHT, MAP_ROW),
    "rum": (WARM, RUM),
    "sticks": (DAY, STICKS),
    "spear": (MEADOW, SPEAR),
    "vines": (MEADOW, VINES),
    "shelter": (DAY, SHELTER),
    "flint": (WARM, FLINT),
    "torch": (DUSK, TORCH),
    "hook": (SHORE, HOOK),
    "fish": (SHORE, FISH),
    "rocks": (DAY, ROCKS),
    "sos": (SHORE, SOS),
    "higher_ground": (DAY, HIGHER_GROUND),
    "lit_beacon": (NIGHT, LIT_BEACON),
    "palm_trees": (SHORE, PALM_TREES),
    "coconuts": (WARM, COCONUTS),
    "telescope": (DAY, TELESCOPE),
    "ship_sighted": (WARM, SHIP_SIGHTED),
    "mirage": (WARM, MIRAGE),
    "sea_serpent": (SHORE, SEA_SERPENT),
    "pirates": (OVERCAST, PIRATES),
    "compass": (WARM, COMPASS),
    "storm": (OVERCAST, STORM),
    "tornado": (OVERCAST, TORNADO),
    "bottle": (SHORE, BOTTLE),
    "message": (SHORE, MESSAGE),
    "water": (MEADOW, WATER_SPRING),
    "waterfall": (MEADOW, WATERFALL),
}
"""The colour of the sky and the scene in front of it, by face; in the order of the faces."""

BY_FACE = tuple(SCENES.values())
"""The same, by face index."""
