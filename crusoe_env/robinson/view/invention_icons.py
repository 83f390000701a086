"""Icons of the inventions of Robinson Crusoe, drawn by hand as SVG around (0, 0) in a box of 40 x 40."""

from __future__ import annotations

from crusoe_env.show.icons import (
    BLUE,
    FENCE,
    FIRE,
    FIRE_DARK,
    FIRE_LIGHT,
    FOAM,
    GOLD,
    GOLD_DARK,
    HIDE,
    HIDE_DARK,
    INK,
    LEAF,
    LEAF_DARK,
    LEAF_LIGHT,
    PAPER,
    PAPER_DARK,
    RED,
    RED_DARK,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    WATER,
    WATER_DARK,
    WATER_LIGHT,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)
from crusoe_env.show.tools import AXE, BASKET, BED, BOW, FIRE_TOOL, RAFT, ROPE, STONE_KNIFE, TRAP

SHOVEL = f"""
<g transform="rotate(40)"><path d="M-2 -18H2V4H-2z" fill="{WOOD}"/><path d="M-6 -20H6V-16H-6z"
 fill="{WOOD_DARK}"/><path d="M-8 3H8V10Q8 19 0 20Q-8 19 -8 10z" fill="{STONE}"/>
<path d="M0 3H8V10Q8 19 0 20z" fill="{STONE_DARK}"/></g>"""
BRICKS = f"""
<g fill="{FIRE_DARK}" stroke="{PAPER}" stroke-width="1.4"><path d="M-18 5H-2V14H-18zM-2 5H16V14H-2z"/>
<path d="M-12 -4H6V5H-12zM6 -4H17V5H6z"/><path d="M-8 -13H10V-4H-8z"/></g>"""
CURE = f"""
<path d="M-5 -18H5V-8L13 10Q14 18 8 18H-8Q-14 18 -13 10L-5 -8z" fill="{WATER_LIGHT}" stroke="{WATER_DARK}"
 stroke-width="1.6"/><path d="M-9 3H9L12 11Q12 16 8 16H-8Q-12 16 -12 11z" fill="{LEAF}"/>
<path d="M-6 -19H6V-14H-6z" fill="{WOOD}"/>
<path d="M0 5V14M-4.5 9.5H4.5" stroke="{FOAM}" stroke-width="3"/>"""
DAM = f"""
<path d="M-19 -2Q-10 -6 0 -2T19 -2V16H-19z" fill="{WATER}"/>
<g fill="{WOOD_LIGHT}" stroke="{WOOD_DARK}" stroke-width="1.4"><path d="M-12 -14H-5V18H-12zM-4 -16H3V18H-4z"/>
<path d="M4 -13H11V18H4z"/></g><path d="M-16 0H16M-16 9H16" stroke="{WOOD_DARK}" stroke-width="3.4"/>"""
MAP = f"""
<path d="M-18 -12L-6 -16L6 -11L18 -15V12L6 16L-6 11L-18 15z" fill="{PAPER}" stroke="{PAPER_DARK}"
 stroke-width="1.6"/><path d="M-6 -16V11M6 -11V16" stroke="{PAPER_DARK}" stroke-width="1.4"/>
<path d="M-13 8Q-8 -4 0 0T10 -6" fill="none" stroke="{RED}" stroke-width="2.2" stroke-dasharray="3 2.4"/>
<path d="M8 -10L14 -4M14 -10L8 -4" stroke="{RED_DARK}" stroke-width="2.4"/>"""
POT = f"""
<path d="M-15 -8Q0 -24 15 -8" fill="none" stroke="{STONE_DARK}" stroke-width="2.4"/>
<path d="M-16 -8H16Q18 16 0 16T-16 -8z" fill="{INK}"/><path d="M-18 -9H18V-4H-18z" fill="{STONE_DARK}"/>
<path d="M-9 2Q-8 9 -2 11" fill="none" stroke="{STONE_LIGHT}" stroke-width="2.2" stroke-linecap="round"/>"""
BELTS = f"""
<path d="M-17 -12Q0 -20 17 -12L16 -5Q0 -13 -16 -5z" fill="{HIDE}" stroke="{HIDE_DARK}" stroke-width="1.4"/>
<path d="M-16 6Q0 -4 17 6L15 13Q0 4 -14 13z" fill="{HIDE_DARK}"/>
<path d="M-5 -17H5V-8H-5z" fill="none" stroke="{GOLD}" stroke-width="2.6"/>
<path d="M-4 0H6V9H-4z" fill="none" stroke="{GOLD_DARK}" stroke-width="2.6"/>"""
CELLAR = f"""
<path d="M-19 -2Q0 -18 19 -2V17H-19z" fill="{LEAF_DARK}"/><path d="M-11 17V2Q0 -9 11 2V17z" fill="{INK}"/>
<path d="M-9 17V3L-1 -1V17z" fill="{WOOD}" stroke="{WOOD_DARK}" stroke-width="1.2"/>
<path d="M2 14H9M3 10H8M4 6H7" stroke="{STONE_LIGHT}" stroke-width="2"/>"""
CORRAL = f"""
<path d="M-18 -4H18M-18 8H18" stroke="{WOOD_DARK}" stroke-width="3"/>
<path d="M-17 16V-9M-6 16V-11M6 16V-11M17 16V-9" stroke="{WOOD}" stroke-width="4" stroke-linecap="round"/>
<path d="M-6 -2Q-4 -12 4 -11L8 -15L9 -9Q10 -1 2 1H-3z" fill="{FOAM}" stroke="{STONE}" stroke-width="1"/>"""
DIARY = f"""
<path d="M-13 -17H10Q14 -17 14 -13V17H-10Q-13 17 -13 13z" fill="{RED_DARK}"/>
<path d="M-11 12H14V17H-10Q-12 17 -11 12z" fill="{PAPER}"/><path d="M-5 -9H7M-5 -4H7M-5 1H3"
 stroke="{PAPER}" stroke-width="2"/><path d="M12 -18L18 -12L6 3L1 5L2 0z" fill="{FOAM}" stroke="{STONE}"/>"""
DRUMS = f"""
<path d="M-13 -8L-8 15H8L13 -8z" fill="{WOOD}"/><path d="M-13 -8L-5 15L0 -6L5 15L13 -8" fill="none"
 stroke="{PAPER}" stroke-width="1.8"/><ellipse cy="-8" rx="13" ry="5" fill="{PAPER}" stroke="{WOOD_DARK}"
 stroke-width="1.6"/><path d="M-17 -18L-3 -9M17 -17L4 -9" stroke="{WOOD_DARK}" stroke-width="2.6"/>"""
FURNACE = f"""
<path d="M-15 17V-4L-6 -17H6L15 -4V17z" fill="{STONE}" stroke="{STONE_DARK}" stroke-width="1.6"/>
<path d="M-8 17V8Q0 -2 8 8V17z" fill="{INK}"/>
<path d="M0 4Q6 10 4 17H-4Q-5 12 -2 11Q-1 8 0 4z" fill="{FIRE}"/>
<path d="M-13 -4H13M-9 -10H9" stroke="{STONE_DARK}" stroke-width="1.6"/>"""
LANTERN = f"""
<path d="M-6 -14Q0 -22 6 -14" fill="none" stroke="{STONE_DARK}" stroke-width="2.4"/>
<path d="M-10 -14H10L8 -9H-8zM-10 12H10V17H-10z" fill="{STONE_DARK}"/>
<path d="M-8 -9H8L9 12H-9z" fill="{FIRE_LIGHT}"/><path d="M0 -5Q5 1 3 8H-3Q-5 3 0 -5z" fill="{FIRE}"/>
<path d="M-8 -9L-9 12M8 -9L9 12" stroke="{STONE_DARK}" stroke-width="2"/>"""
MOAT = f"""
<path d="M-19 -3Q-10 -8 0 -3T19 -3V9Q10 14 0 9T-19 9z" fill="{WATER}"/>
<path d="M-15 2q4 -4 8 0t8 0t8 0" fill="none" stroke="{WATER_DARK}" stroke-width="2"/>
<path d="M-19 -5Q-10 -12 0 -6T19 -6V-14H-19zM-19 10Q-10 16 0 11T19 11V17H-19z" fill="{LEAF_DARK}"/>"""
SACK = f"""
<path d="M-7 -10Q-18 4 -13 14Q-8 19 0 18Q8 19 13 14Q18 4 7 -10z" fill="{HIDE}" stroke="{HIDE_DARK}"
 stroke-width="1.4"/><path d="M-9 -18Q0 -13 9 -18L7 -10H-7z" fill="{HIDE_DARK}"/>
<path d="M-8 -10H8" stroke="{PAPER}" stroke-width="2.6"/>"""
SHIELD = f"""
<path d="M0 -18Q9 -13 16 -14Q18 8 0 18Q-18 8 -16 -14Q-9 -13 0 -18z" fill="{WOOD}" stroke="{STONE_DARK}"
 stroke-width="2.4"/><path d="M0 -16V16M-14 -3H14" stroke="{STONE}" stroke-width="3"/>
<circle cy="-3" r="5" fill="{STONE_LIGHT}" stroke="{STONE_DARK}" stroke-width="1.4"/>"""
SLING = f"""
<path d="M0 18V4M0 4Q-10 0 -12 -13M0 4Q10 0 12 -13" fill="none" stroke="{WOOD}" stroke-width="5"
 stroke-linecap="round"/><path d="M-12 -13Q0 4 12 -13" fill="none" stroke="{INK}" stroke-width="2"/>
<circle cy="-5" r="4.4" fill="{STONE}"/>"""
WALL = f"""
<g fill="{STONE}" stroke="{STONE_DARK}" stroke-width="1.4">
<path d="M-18 -3H-4V6H-18zM-4 -3H10V6H-4zM10 -3H18V6H10z"/>
<path d="M-18 6H-11V15H-18zM-11 6H3V15H-11zM3 6H18V15H3z"/>
<path d="M-18 -12H-10V-3H-18zM-4 -12H4V-3H-4zM10 -12H18V-3H10z" fill="{STONE_LIGHT}"/></g>"""
SNARE = f"""
<path d="M-14 17Q-12 -18 8 -15" fill="none" stroke="{LEAF_DARK}" stroke-width="4" stroke-linecap="round"/>
<path d="M8 -15V-4" stroke="{WOOD_LIGHT}" stroke-width="2.4"/><ellipse cx="8" cy="4" rx="7" ry="9"
 fill="none" stroke="{WOOD_LIGHT}" stroke-width="2.8"/><path d="M-19 17H19" stroke="{WOOD_DARK}"
 stroke-width="3"/>"""
FIREPLACE = f"""
<path d="M-17 17V-13H17V17H10V-2H-10V17z" fill="{STONE}" stroke="{STONE_DARK}" stroke-width="1.4"/>
<path d="M-19 -16H19V-11H-19z" fill="{WOOD}"/>
<path d="M0 0Q8 7 6 16H-6Q-8 10 -4 8Q-1 5 0 0z" fill="{FIRE_DARK}"/><path d="M0 8Q4 12 3 16H-3Q-3 12 0 8z"
 fill="{FIRE_LIGHT}"/>"""
SHORTCUT = f"""
<path d="M-17 17Q-16 4 -4 2T8 -12" fill="none" stroke="{PAPER_DARK}" stroke-width="6"/>
<path d="M-17 17Q-16 4 -4 2T8 -12" fill="none" stroke="{WOOD}" stroke-width="2" stroke-dasharray="4 3"/>
<path d="M1 -11L9 -19L15 -9z" fill="{RED}"/><circle cx="12" cy="10" r="6" fill="{LEAF}"/>
<circle cx="-12" cy="-8" r="7" fill="{LEAF_DARK}"/>"""
SPEAR = f"""
<path d="M-17 17L9 -9" stroke="{WOOD}" stroke-width="4" stroke-linecap="round"/>
<path d="M6 -12L18 -18L12 -6Q8 -6 6 -12z" fill="{STONE_LIGHT}" stroke="{STONE_DARK}" stroke-width="1.4"/>
<path d="M1 -5L5 -1M4 -8L8 -4" stroke="{PAPER}" stroke-width="2.4"/>"""
CANOE = f"""
<path d="M-19 -3Q0 10 19 -3Q16 13 0 13T-19 -3z" fill="{WOOD}" stroke="{WOOD_DARK}" stroke-width="1.4"/>
<path d="M-6 4L10 -17" stroke="{WOOD_LIGHT}" stroke-width="2.6"/><path d="M8 -19L14 -17L10 -10L6 -12z"
 fill="{WOOD_DARK}"/><path d="M-18 16q4.5 -4 9 0t9 0t9 0t9 0" fill="none" stroke="{WATER_DARK}"
 stroke-width="2.4"/>"""
BALLISTA = f"""
<path d="M-14 16L0 2L14 16" fill="none" stroke="{WOOD_DARK}" stroke-width="4"/>
<path d="M-16 -10Q0 -2 16 -10" fill="none" stroke="{WOOD}" stroke-width="4" stroke-linecap="round"/>
<path d="M-16 -10L0 8L16 -10" fill="none" stroke="{PAPER_DARK}" stroke-width="1.6"/>
<path d="M0 12V-14" stroke="{WOOD_LIGHT}" stroke-width="3.4"/>
<path d="M-4 -13L0 -20L4 -13z" fill="{STONE_DARK}"/>"""
MAST = f"""
<path d="M0 18V-18" stroke="{WOOD_DARK}" stroke-width="3.6" stroke-linecap="round"/>
<path d="M-13 -14H13" stroke="{WOOD}" stroke-width="3"/><path d="M-12 -12H12Q8 0 13 10H-13Q-8 0 -12 -12z"
 fill="{PAPER}" stroke="{PAPER_DARK}" stroke-width="1.4"/>
<path d="M-9 18H9" stroke="{WOOD}" stroke-width="4"/>"""
GARDEN = f"""
<path d="M-18 6H18V17H-18z" fill="{WOOD}"/><path d="M-18 10H18M-18 14H18" stroke="{WOOD_DARK}"
 stroke-width="1.6"/><path d="M-11 6V-6M0 6V-10M11 6V-6" stroke="{LEAF_DARK}" stroke-width="2.4"/>
<path d="M-11 -4Q-18 -6 -17 -13Q-11 -11 -11 -4Q-11 -11 -5 -13Q-4 -6 -11 -4zM11 -4Q4 -6 5 -13Q11 -11 11 -4
Q11 -11 17 -13Q18 -6 11 -4z" fill="{LEAF}"/><circle cy="-12" r="6" fill="{RED}"/>"""
BOAT = f"""
<path d="M-19 -2H19L13 12H-13z" fill="{WOOD_LIGHT}" stroke="{WOOD_DARK}" stroke-width="1.6"/>
<path d="M-16 4H16" stroke="{WOOD_DARK}" stroke-width="1.6"/><path d="M-4 -2L-14 -17M6 -2L16 -15"
 stroke="{WOOD}" stroke-width="2.6"/><path d="M-19 16q4.75 -4 9.5 0t9.5 0t9.5 0t9.5 0" fill="none"
 stroke="{WATER_DARK}" stroke-width="2.6"/>"""
LIFEBOAT = (
    BOAT
    + f"""
<circle cy="-10" r="7" fill="{FOAM}" stroke="{RED}" stroke-width="4" stroke-dasharray="6 5"/>"""
)
TRANQUILIZER = f"""
<path d="M-16 16L6 -6" stroke="{LEAF_LIGHT}" stroke-width="6"/><path d="M6 -6L13 -13" stroke="{STONE_LIGHT}"
 stroke-width="3"/><path d="M12 -12L18 -19" stroke="{STONE_DARK}" stroke-width="1.6"/>
<path d="M-19 12L-12 19M-2 -4L5 3" stroke="{RED}" stroke-width="3"/>"""
CONSERVATORY = f"""
<path d="M-17 17V-4L0 -18L17 -4V17z" fill="{WATER_LIGHT}" stroke="{STONE_DARK}" stroke-width="2"/>
<path d="M-17 -4H17M0 -18V17M-9 -11V17M9 -11V17" stroke="{FOAM}" stroke-width="1.6"/>
<path d="M0 16V4Q-8 4 -9 -4Q-1 -4 0 4Q1 -4 9 -4Q8 4 0 4" fill="{LEAF}" stroke="{LEAF_DARK}"/>"""
LADDER = f"""
<path d="M-9 -19Q-6 0 -9 19M9 -19Q12 0 9 19" fill="none" stroke="{WOOD_LIGHT}" stroke-width="3"/>
<path d="M-8 -13H10M-7 -5H11M-7 3H11M-8 11H10" stroke="{WOOD}" stroke-width="3.4" stroke-linecap="round"/>"""
FLAG_BLUE = (
    f'<path d="M0 -18V-9" stroke="{WOOD_DARK}" stroke-width="2"/>'
    f'<path d="M0 -18L9 -15L0 -12z" fill="{BLUE}"/>'
)

INVENTIONS: dict[str, str] = {
    "shovel": SHOVEL,
    "bricks": BRICKS,
    "cure": CURE,
    "dam": DAM,
    "fire": FIRE_TOOL,
    "knife": STONE_KNIFE,
    "map": MAP,
    "pot": POT,
    "rope": ROPE,
    "basket": BASKET,
    "bed": BED,
    "belts": BELTS,
    "bow": BOW,
    "cellar": CELLAR,
    "corral": CORRAL,
    "diary": DIARY,
    "drums": DRUMS,
    "furnace": FURNACE,
    "lantern": LANTERN,
    "moat": MOAT,
    "pit": TRAP,
    "raft": RAFT,
    "sack": SACK,
    "shield": SHIELD,
    "sling": SLING,
    "wall": WALL,
    "snare": SNARE,
    "fireplace": FIREPLACE,
    "shortcut": SHORTCUT,
    "spear": SPEAR,
    "canoe": CANOE,
    "ballista": BALLISTA,
    "hatchet": AXE,
    "mast": MAST,
    "fence": f'<g transform="scale(1.6)">{FENCE}</g>',
    "garden": GARDEN,
    "raft_jenny": RAFT,
    "lifeboat": LIFEBOAT,
    "tranquilizer": TRANQUILIZER,
    "conservatory": CONSERVATORY,
    "rope_ladder": LADDER,
    "jolly_boat": BOAT + FLAG_BLUE,
}
"""By id; an invention of a scenario of one's own may have none."""
