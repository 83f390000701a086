"""The icons of Dieson Crusoe, drawn by hand as SVG around (0, 0).

Small ones (goods, dice boxes, tracks) lie in a box of 24 x 24, large ones (tools, animals, people) in one of
40 x 40. Each has enough contrast of its own to stand on a light and on a dark ground.
"""

from __future__ import annotations

from crusoe_env.show.icons import (
    BEARD,
    BLUE,
    FENCE,
    FIRE,
    FIRE_DARK,
    FIRE_LIGHT,
    FOAM,
    FOOD,
    GLASSES,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    HEALTH,
    HIDE,
    HIDE_DARK,
    HUNT,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIGHT,
    LEATHER_GOOD,
    LONG_HAIR,
    MOVE,
    PAPER,
    POWER,
    RAIN,
    RED,
    RED_DARK,
    ROOF,
    SHORT_HAIR,
    SKIN,
    SKIN_BROWN,
    SKIN_DARK,
    SMILE,
    STAR_GOLD,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    STORM,
    SUN,
    WATER,
    WATER_DARK,
    WATER_LIGHT,
    WOOD,
    WOOD_DARK,
    WOOD_GOOD,
    WOOD_LIGHT,
    hair,
    hat,
    person,
)
from crusoe_env.show.tools import AXE, BASKET, BED, BOW, FIRE_TOOL, RAFT, ROPE, STONE_KNIFE, TRAP

# ------------------------------------------------------------------------------------------ small icons

STONE_GOOD = f"""
<path d="M-11.5 8.5L-10 0L-4.5 -4.5L1.5 -2L4 8.5z" fill="{STONE_DARK}"/>
<path d="M-10 0L-4.5 -4.5L1.5 -2L-3 2z" fill="{STONE}"/>
<path d="M-2 8.5L-.5 -4L4.5 -9.5L10 -5L11.5 8.5z" fill="{STONE}"/>
<path d="M-.5 -4L4.5 -9.5L10 -5L5 -2z" fill="{STONE_LIGHT}"/>
<path d="M10 -5L11.5 8.5H6L5 -2z" fill="{STONE_DARK}"/>"""

WATER_GOOD = f"""
<path d="M0 -11.5Q8.5 -1 8.5 4Q8.5 11.5 0 11.5T-8.5 4Q-8.5 -1 0 -11.5z" fill="{WATER_DARK}"/>
<path d="M0 -8.8Q6.8 -.5 6.8 3.8Q6.8 9.8 0 9.8T-6.8 3.8Q-6.8 -.5 0 -8.8z" fill="{WATER}"/>
<path d="M-4 3.6Q-3.8 6.8 -.8 7.2" fill="none" stroke="{FOAM}" stroke-width="2" stroke-linecap="round"/>"""

RAID = f"""
<circle r="11.4" fill="{INK}"/>
<path d="M-7.4 -5.6Q-6 1 -2 7.6Q-4.6 1 -4 -7.4zM-1.8 -8.4Q-.4 0 3 8.6Q1.6 0 2.6 -8.6zM4.4 -7.6Q5 -2 7.4 5
Q7.4 -2 8.4 -5.4z" fill="{RED}" stroke="{RED}" stroke-width="1.4" stroke-linejoin="round"/>"""

HOURGLASS = f"""
<path d="M-6 -8.5H6Q6 -3 1.4 0Q6 3 6 8.5H-6Q-6 3 -1.4 0Q-6 -3 -6 -8.5z" fill="{FOAM}" stroke="{WOOD_DARK}"
 stroke-width=".9"/>
<path d="M-4.4 -5H4.4Q3.6 -2 0 -.4Q-3.6 -2 -4.4 -5zM-5.2 8Q-4.6 4.4 0 3.4Q4.6 4.4 5.2 8z" fill="{GOLD}"/>
<path d="M0 -1V4" stroke="{GOLD}" stroke-width="1.2"/>
<path d="M-8 -11.5H8V-8.5H-8zM-8 8.5H8V11.5H-8z" fill="{WOOD}" stroke="{WOOD_DARK}" stroke-width=".8"/>"""

DISC = f"""
<circle r="9.5" fill="{FIRE_DARK}"/><circle r="9.5" cy="-1.4" fill="{FIRE}"/>
<circle cy="-4" r="2.7" fill="{FOAM}"/><path d="M-4.8 3.8Q-4.6 -.6 0 -.6T4.8 3.8z" fill="{FOAM}"/>"""

BY_NAME: dict[str, str] = {
    "food": FOOD,
    "wood": WOOD_GOOD,
    "stone": STONE_GOOD,
    "leather": LEATHER_GOOD,
    "fence": FENCE,
    "roof": ROOF,
    "water": WATER_GOOD,
    "power": POWER,
    "health": HEALTH,
    "star": STAR_GOLD,
    "move": MOVE,
    "hunt": HUNT,
    "sun": SUN,
    "rain": RAIN,
    "storm": STORM,
    "hourglass": HOURGLASS,
    "weather": RAIN,
    "raid": RAID,
    "friend": DISC,
}
"""The small icons."""

# ------------------------------------------------------------------------------------------------ tools

BLUEPRINT = f"""
<path d="M-16 -12H13Q17 -12 17 -8V13H-12Q-16 13 -16 9z" fill="{BLUE}"/>
<path d="M-16 -12H13Q17 -12 17 -8V-5.6H-12Q-16 -5.6 -16 -12z" fill="#5f8fbe"/>
<g fill="none" stroke="{FOAM}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round">
<path d="M-7 9V1L0 -4.4L7 1V9z"/><path d="M-2 9V4H2V9M-11 9V-1M-12.4 -1H-9.6M-12.4 9H-9.6"/>
<path d="M9.5 -2.6H14M9.5 .6H14M9.5 3.8H13"/></g>
<path d="M6 17L16.5 6.5" stroke="{GOLD_DARK}" stroke-width="4.4"/>
<path d="M6 17L16.5 6.5" stroke="{FIRE_LIGHT}" stroke-width="2.6"/><path d="M3.2 19.6L8.4 18.2L4.6 14.6z"
 fill="{INK}"/>"""

WATERSKIN = f"""
<path d="M-9 -13Q-21 4 -6 16" fill="none" stroke="{WOOD_DARK}" stroke-width="2.4"/>
<path d="M-5 -14H5V-8Q14 -3 14 7Q14 18 0 18T-14 7Q-14 -3 -5 -8z" fill="{HIDE_DARK}"/>
<path d="M-4 -13H3V-7.4Q10.5 -3 10.5 6.4Q10.5 15.8 -1.4 15.8T-12 6.6Q-12 -2.6 -4 -7.4z" fill="{HIDE}"/>
<path d="M-5.6 -19H5.6V-13H-5.6z" fill="{WOOD_LIGHT}"/><path d="M-6.4 -14.4H6.4V-11.4H-6.4z"
 fill="{WOOD_DARK}"/>
<path d="M-.6 -3Q5.6 4.6 5.6 8.2Q5.6 13 -.6 13T-6.8 8.2Q-6.8 4.6 -.6 -3z" fill="{WATER}"/>"""

MACHETE = f"""
<g transform="rotate(45)"><path d="M-4 2V-16Q-3.6 -22 3.6 -24Q6.4 -12 5 2z" fill="{STONE_LIGHT}"/>
<path d="M-4 2V-16Q-3.6 -19 -1.6 -21V2z" fill="{STONE}"/>
<path d="M5.6 -15Q6 -6 5 2H3.6Q4.6 -8 5.6 -15z" fill="{FOAM}"/>
<path d="M-5.6 2H6.6V5.4H-5.6z" fill="{INK}"/><path d="M-3.6 5.4H4.6V17Q5.6 20.5 .6 20.5T-3.6 17z"
 fill="{WOOD_DARK}"/>
<circle cx=".5" cy="9.5" r="1.3" fill="{GOLD}"/><circle cx=".5" cy="15" r="1.3" fill="{GOLD}"/></g>"""

FLAG = f"""
<path d="M-12 18V-18" stroke="{WOOD_DARK}" stroke-width="3.6" stroke-linecap="round"/>
<path d="M-10 -17Q-3 -20.5 4 -16.5T18 -17Q14.5 -10 18 -2Q11 1.6 4 -2T-10 -2z" fill="{RED}"/>
<path d="M-10 -7Q-3 -9.6 4 -6.4T16.6 -7.2Q16.6 -4.8 18 -2Q11 1.6 4 -2T-10 -2z" fill="{RED_DARK}"/>
<path d="M-2 -13.5L8 -5.5M8 -13.5L-2 -5.5" stroke="{FOAM}" stroke-width="2.6" stroke-linecap="round"/>"""

WATCH_DOG = f"""
<path
 d="M-14 -17Q-8 -17 -5 -11H5Q8 -17 14 -17Q18 -9 13 -2Q13 10 7 15Q0 20 -7 15Q-13 10 -13 -2Q-18 -9 -14 -17z"
 fill="{WOOD}"/>
<path d="M-14 -17Q-8 -17 -5.6 -11Q-9 -6 -13 -2Q-18 -9 -14 -17zM14 -17Q8 -17 5.6 -11Q9 -6 13 -2Q18 -9 14 -17z"
 fill="{WOOD_DARK}"/>
<path d="M0 -10Q3 -2 7 4Q9 13 0 16Q-9 13 -7 4Q-3 -2 0 -10z" fill="{PAPER}"/>
<circle cx="-6" cy="-2" r="2.1" fill="{INK}"/><circle cx="6" cy="-2" r="2.1" fill="{INK}"/>
<path d="M-4 4.6Q0 2.6 4 4.6Q3.4 8.6 0 9.4Q-3.4 8.6 -4 4.6z" fill="{INK}"/>
<path d="M0 9V11.4M-4 12.6Q-1.4 13 0 11.4Q1.4 13 4 12.6"
 fill="none" stroke="{INK}" stroke-width="1.5" stroke-linecap="round"/>"""

FRIEND = f"""
<circle cx="7.4" cy="-6.4" r="6.6" fill="{SKIN_BROWN}"/><path d="M-3.4 17Q-3 2 7.4 2T18.4 17z" fill="{LEAF}"/>
<path d="M.6 -7Q.6 -14 7.4 -14T14.2 -7Q11 -10.4 7.4 -10.2T.6 -7z" fill="{INK}"/>
<circle cx="-6.4" cy="-3.4" r="7.4" fill="{SKIN}"/><path d="M-18.6 18Q-18 5.6 -6.4 5.6T5.8 18z"
 fill="{FIRE}"/>
<path d="M-14 -4Q-14 -12 -6.4 -12T1.2 -4Q-2 -8 -6.4 -8T-14 -4z" fill="{WOOD_DARK}"/>
<path d="M-9.4 -1Q-6.4 2.4 -3.4 -1" fill="none" stroke="{WOOD_DARK}" stroke-width="1.6"
 stroke-linecap="round"/>"""

FISHING_ROD = f"""
<path d="M-17 18L9 -17" stroke="{WOOD_DARK}" stroke-width="4" stroke-linecap="round"/>
<path d="M-17 18L9 -17" stroke="{WOOD_LIGHT}" stroke-width="1.8" stroke-linecap="round"/>
<path d="M9 -17Q12.6 -6 12 4" fill="none" stroke="{STONE_DARK}" stroke-width="1.3"/>
<path d="M12.6 4Q19 7.6 17.4 13Q12.6 14.8 9.6 8.8Q9.6 5.4 12.6 4z" fill="{WATER_DARK}"/>
<path d="M17 12.4L19.4 19L14.4 18.4L10.8 19.4L13.4 13z" fill="{WATER_DARK}"/>
<path d="M11.4 6.6Q11 10.4 14 12.4" fill="none" stroke="{WATER_LIGHT}" stroke-width="1.6"
 stroke-linecap="round"/>
<circle cx="14" cy="7.4" r="1" fill="{FOAM}"/><circle cx="-8" cy="6" r="3.4" fill="{STONE_DARK}"/>"""

TOOLS: dict[str, str] = {
    "basket": BASKET,
    "bed": BED,
    "stone_knife": STONE_KNIFE,
    "rope": ROPE,
    "fire": FIRE_TOOL,
    "blueprint": BLUEPRINT,
    "waterskin": WATERSKIN,
    "axe": AXE,
    "machete": MACHETE,
    "trap": TRAP,
    "flag": FLAG,
    "bow": BOW,
    "watch_dog": WATCH_DOG,
    "raft": RAFT,
    "friend": FRIEND,
    "fishing_rod": FISHING_ROD,
}
"""By id, in the order of the record."""

# -------------------------------------------------------------------------------------------- the areas

RABBIT = f"""
<path d="M-8 -4Q-13 -18 -7 -19.5Q-1.6 -19 -2 -5zM8 -4Q13 -18 7 -19.5Q1.6 -19 2 -5z" fill="#b9a68e"/>
<path d="M-6.6 -6Q-9.6 -15 -7 -16.5Q-4.4 -15 -4 -6zM6.6 -6Q9.6 -15 7 -16.5Q4.4 -15 4 -6z" fill="#e3b7a6"/>
<path d="M0 -8Q13 -8 13.5 5Q13 17 0 17T-13.5 5Q-13 -8 0 -8z" fill="#cbb89f"/>
<path d="M0 5Q8 5 8 11Q7 17 0 17T-8 11Q-8 5 0 5z" fill="{PAPER}"/>
<circle cx="-6.4" cy="1.6" r="2.1" fill="{INK}"/><circle cx="6.4" cy="1.6" r="2.1" fill="{INK}"/>
<path d="M-2.4 6.4H2.4L0 9z" fill="#c9776b"/><path d="M-2.2 11H2.2V15H-2.2z" fill="{FOAM}" stroke="{STONE}"
 stroke-width=".8"/>
<path d="M0 9V11" stroke="{INK}" stroke-width="1.2"/>"""

DEER = f"""
<g fill="none" stroke="{WOOD_DARK}" stroke-width="2.6" stroke-linecap="round">
<path d="M-5 -7Q-9 -12 -8 -18.4M-7.6 -12Q-13 -12 -14.6 -17M5 -7Q9 -12 8 -18.4M7.6 -12Q13 -12 14.6 -17"/></g>
<path d="M-8 -4Q-17 -8 -18 -3Q-15 2 -8 2zM8 -4Q17 -8 18 -3Q15 2 8 2z" fill="#a8703f"/>
<path d="M0 -9Q9 -9 9 -1Q9 4 6 10Q5 18 0 18T-6 10Q-9 4 -9 -1Q-9 -9 0 -9z" fill="#bd8450"/>
<path d="M0 8Q5 8 5.4 12Q5 18 0 18T-5.4 12Q-5 8 0 8z" fill="{PAPER}"/>
<circle cx="-4.8" cy="1" r="1.8" fill="{INK}"/><circle cx="4.8" cy="1" r="1.8" fill="{INK}"/>
<path d="M-3 11Q0 9.4 3 11Q2.4 14 0 14.4Q-2.4 14 -3 11z" fill="{INK}"/>"""

BOAR = f"""
<path d="M-13 -6Q-17 -15 -12 -17Q-6 -14 -5 -9zM13 -6Q17 -15 12 -17Q6 -14 5 -9z" fill="#6b4a33"/>
<path d="M0 -12Q14 -11 14 1Q14 16 0 16T-14 1Q-14 -11 0 -12z" fill="#7d5a40"/>
<path d="M0 -15Q4 -9 3 -1H-3Q-4 -9 0 -15z" fill="#543826"/>
<ellipse cx="0" cy="9.4" rx="7.6" ry="6" fill="#b98a72"/>
<ellipse cx="-2.8" cy="9.4" rx="1.5" ry="2.1" fill="#6b4a33"/><ellipse cx="2.8" cy="9.4" rx="1.5" ry="2.1"
 fill="#6b4a33"/>
<path d="M-8.4 13.6Q-13.6 11.6 -12.6 5Q-10.4 9 -6.8 10zM8.4 13.6Q13.6 11.6 12.6 5Q10.4 9 6.8 10z"
 fill="{FOAM}"/>
<circle cx="-6.6" cy="-1" r="1.9" fill="{INK}"/><circle cx="6.6" cy="-1" r="1.9" fill="{INK}"/>"""

BEAR = """
<circle cx="-10.4" cy="-10.6" r="5.8" fill="#5d4332"/><circle cx="10.4" cy="-10.6" r="5.8" fill="#5d4332"/>
<circle cx="-10.4" cy="-10.6" r="2.8" fill="#8f6b50"/><circle cx="10.4" cy="-10.6" r="2.8" fill="#8f6b50"/>
<path d="M0 -14Q16 -13 16 2Q15 17 0 17T-16 2Q-16 -13 0 -14z" fill="#6f5140"/>
<ellipse cx="0" cy="8" rx="8" ry="7" fill="#b28f70"/>
<circle cx="-6.4" cy="-2" r="2" fill="#20160f"/><circle cx="6.4" cy="-2" r="2" fill="#20160f"/>
<path d="M-3.6 4.4Q0 2.6 3.6 4.4Q3 8 0 8.6Q-3 8 -3.6 4.4z" fill="#20160f"/>
<path d="M0 8V10.6M-3.4 11.8Q-1 12.4 0 10.6Q1 12.4 3.4 11.8"
 fill="none" stroke="#20160f" stroke-width="1.4" stroke-linecap="round"/>"""

WOLF = f"""
<path
 d="M-14.6 -18L-4 -9.6H4L14.6 -18Q17 -7 13.6 0L17 6L10.6 8Q7 16 0 18.6Q-7 16 -10.6 8L-17 6L-13.6 0
Q-17 -7 -14.6 -18z"
 fill="#7b858d"/>
<path d="M-12.6 -13.6L-6.6 -8.6L-11.6 -4zM12.6 -13.6L6.6 -8.6L11.6 -4z" fill="#4d565d"/>
<path d="M0 -6L4.6 5Q10 4 10.6 8Q7 16 0 18.6Q-7 16 -10.6 8Q-10 4 -4.6 5z" fill="#d9dddc"/>
<path d="M-9.4 -2.4L-3.6 .6Q-5.6 3 -7.6 2T-9.4 -2.4zM9.4 -2.4L3.6 .6Q5.6 3 7.6 2T9.4 -2.4z"
 fill="{FIRE_LIGHT}"/>
<circle cx="-6" cy=".6" r="1.2" fill="{INK}"/><circle cx="6" cy=".6" r="1.2" fill="{INK}"/>
<path d="M-3.2 11Q0 9.4 3.2 11Q2.6 14.6 0 15.2Q-2.6 14.6 -3.2 11z" fill="{INK}"/>"""

CANNIBALS = f"""
<g stroke-linecap="round"><path d="M-15 8.6L15 17M15 8.6L-15 17" stroke="{STONE}" stroke-width="5.4"/>
<path d="M-15 8.6L15 17M15 8.6L-15 17" stroke="{FOAM}" stroke-width="3.4"/></g>
<path
 d="M0 -18Q15 -17.6 15 -4Q15 3 10 6V10.6Q10 13.6 7 13.6H-7Q-10 13.6 -10 10.6V6Q-15 3 -15 -4Q-15 -17.6 0 -18z"
 fill="{STONE}"/>
<path
 d="M0 -16.6Q13.6 -16.2 13.6 -4Q13.6 2.2 8.6 5.2V10Q8.6 12 6.6 12H-6.6Q-8.6 12 -8.6 10V5.2Q-13.6 2.2 -13.6 -4
Q-13.6 -16.2 0 -16.6z" fill="{PAPER}"/>
<path
 d="M-11 -3.4Q-10.4 -7.6 -6 -7T-2 -1.6Q-3.4 2.4 -7 1.8T-11 -3.4z
M11 -3.4Q10.4 -7.6 6 -7T2 -1.6Q3.4 2.4 7 1.8T11 -3.4z
M0 1.6L2.4 5.6H-2.4z" fill="{INK}"/>
<path d="M-4.6 8.4V12M0 8.4V12M4.6 8.4V12" stroke="{STONE_DARK}" stroke-width="1.5"/>"""

AREAS: dict[str, str] = {
    "rabbit": RABBIT,
    "deer": DEER,
    "boar": BOAR,
    "bear": BEAR,
    "wolf": WOLF,
    "cannibals": CANNIBALS,
}
"""Who lives in each area, by id, in the order of the record."""

# -------------------------------------------------------------------------------------------- people


CHARACTERS: dict[str, str] = {
    "pathfinder": person(SKIN, LEAF_DARK, hat(WOOD, WOOD_LIGHT, RED_DARK))
    + f'<circle cx="11" cy="13" r="5.6" fill="{GOLD}"/><circle cx="11" cy="13" r="3.9" fill="{FOAM}"/>'
    f'<path d="M9.6 12L13 10.4L12.4 14L9 15.6z" fill="{RED}"/>',
    "hunter": person(SKIN_BROWN, LEAF, hair(SHORT_HAIR, INK))
    + f'<path d="M-10.4 -8.4Q-9 -18.6 3 -18.4Q9 -15 14 -7.4Q2 -11.4 -10.4 -8.4z" fill="{LEAF_DARK}"/>'
    f'<path d="M-6 -10Q-12.6 -14 -13 -19Q-7 -17.6 -3.6 -11z" fill="{RED}"/>'
    f'<path d="M12 4Q18 11.6 12 18.6" fill="none" stroke="{WOOD_DARK}" stroke-width="2.2"/>'
    f'<path d="M12 4V19" stroke="{PAPER}" stroke-width="1.2"/>',
    "craftsman": person(SKIN, FIRE_DARK, hair(SHORT_HAIR, WOOD), BEARD)
    + f'<path d="M8 18L13 6" stroke="{WOOD_LIGHT}" stroke-width="2.8" stroke-linecap="round"/>'
    f'<path d="M7.6 4.4L17.6 8.4L16.2 12L6.4 8z" fill="{STONE_DARK}"/>',
    "farmer": person(SKIN, BLUE, hair(LONG_HAIR, "#c9973f") + hat(GOLD, GOLD_LIGHT, LEAF_DARK))
    + f'<path d="M13 19Q12 11 14 5" fill="none" stroke="{GOLD_DARK}" stroke-width="1.6"/>'
    f'<path d="M14 5Q10.6 8 13 11Q16.6 8.6 14 5zM13.4 9Q16.6 9.6 16.6 13.4Q13 13.4 13.4 9z'
    f'M13 11Q9.4 11 9.8 15Q13 15 13 11z" fill="{GOLD}"/>',
    "strategist": person(SKIN_DARK, "#54405f", hair(LONG_HAIR, INK), GLASSES + SMILE)
    + f'<path d="M4 19L7 9L18 12L15 19z" fill="{BLUE}"/>'
    f'<path d="M8.6 12.4L14.6 14M7.8 15.4L13.6 17" stroke="{FOAM}" stroke-width="1.3"/>',
}
"""By id, in the order of the record."""

FRIENDS: dict[str, str] = {
    "tom": person(SKIN, BLUE, hair(SHORT_HAIR, "#b06a35"))
    + f'<path d="M-9.4 -9H9.4V-6.4Q13 -6 14.6 -4Q4 -6.6 -9.4 -6.4z" fill="{RED}"/>'
    f'<path d="M-9.4 -8Q-9 -16.4 0 -16.4T9.4 -8z" fill="{RED}"/>',
    "jack": person(SKIN_BROWN, "#54405f", hair(LONG_HAIR, WOOD_DARK))
    + f'<path d="M-10 -7.4Q-9.6 -16.6 0 -16.6T10 -7.4Q0 -11.6 -10 -7.4z" fill="{RED}"/>'
    f'<circle cx="-5" cy="-11.6" r="1.2" fill="{FOAM}"/><circle cx="1" cy="-13" r="1.2" fill="{FOAM}"/>'
    f'<circle cx="6" cy="-10.8" r="1.2" fill="{FOAM}"/>'
    f'<path d="M9.4 -8L15.4 -10.6L13.6 -4z" fill="{RED_DARK}"/>',
    "bilson": person(SKIN, HIDE, hair(LONG_HAIR, FIRE_DARK))
    + f'<path d="M-8 -9.6L-6.6 -18H6.6L8 -9.6z" fill="{LEAF_LIGHT}"/>'
    f'<path d="M-8 -10.4H8L13 -5.6Q0 -9 -13 -5.6z" fill="{LEAF}"/>',
    "stitch": person(SKIN, LEAF, hair(SHORT_HAIR, STONE_DARK), BEARD.replace(WOOD_DARK, STONE))
    + f'<path d="M-7 -8.6L-2 -4.4M-6.6 -5L-3.4 -8.4" stroke="{RED_DARK}" stroke-width="1.2"/>',
    "wednesday": person(SKIN_DARK, WATER_DARK, hair(SHORT_HAIR, INK))
    + f'<circle cy="-16.6" r="3.4" fill="{INK}"/><path d="M-3.6 -14.6H3.6V-12.8H-3.6z" fill="{GOLD}"/>'
    f'<path d="M-9.6 2Q-9.6 4.6 -8.4 4.6M9.6 2Q9.6 4.6 8.4 4.6" fill="none" stroke="{GOLD}"'
    ' stroke-width="1.6"/>',
    "patches": person(SKIN, WOOD, hair(SHORT_HAIR, INK))
    + f'<path d="M-9 -7L9.4 -10V-8.2L6.6 -7.4V-1.6Q3.6 .8 .8 -1.6V-6.4L-9 -5.2z" fill="{INK}"/>',
}
"""By id, in the order of the record."""
