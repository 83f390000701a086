"""Icons of tools that several games have, drawn by hand as SVG around (0, 0) in a box of 40 x 40."""

from __future__ import annotations

from crusoe_env.show.icons import (
    FIRE,
    FIRE_DARK,
    FIRE_LIGHT,
    FOAM,
    HIDE,
    INK,
    LEAF,
    LEAF_LIGHT,
    PAPER,
    PAPER_DARK,
    RED,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    WATER,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)

BASKET = f"""
<path d="M-13 -2Q-12 -17 0 -17T13 -2" fill="none" stroke="{WOOD_DARK}" stroke-width="3"/>
<path d="M-17 -4H17L12.5 14Q12 17 9 17H-9Q-12 17 -12.5 14z" fill="{WOOD_LIGHT}"/>
<path d="M-15.5 2H15.5M-14 8H14M-12.7 13.5H12.7" stroke="{WOOD}" stroke-width="2.2"/>
<path d="M-10 -3L-7.4 16.5M-3.6 -3L-2.6 17M3.6 -3L2.6 17M10 -3L7.4 16.5" stroke="{WOOD}" stroke-width="2"/>
<path d="M-18 -6H18V-1.6H-18z" fill="{WOOD_DARK}"/>"""

BED = f"""
<path d="M-18.5 -10V15H-15V9H15V15H18.5V-1H15V1H-15V-10z" fill="{WOOD_DARK}"/>
<path d="M-15 -1Q-15 -5 -11 -5H15V6H-15z" fill="{HIDE}"/>
<path d="M-5 -5H13Q15.5 -5 15.5 -2V6H-5z" fill="{LEAF}"/>
<path d="M-5 -5H13Q15.5 -5 15.5 -2V-.6H-5z" fill="{LEAF_LIGHT}"/>
<rect x="-14.5" y="-9" width="10" height="6" rx="3" fill="{FOAM}" stroke="{STONE_LIGHT}"/>
<path d="M-15 6H15V9H-15z" fill="{WOOD}"/>"""

STONE_KNIFE = f"""
<g transform="rotate(45)"><path d="M-4.5 -3V17Q-4.5 20 0 20T4.5 17V-3z" fill="{WOOD}"/>
<path d="M.6 -3V20Q4.5 19.6 4.5 17V-3z" fill="{WOOD_DARK}"/>
<path d="M-6.6 0Q-7.6 -14 .5 -22Q7.4 -13 5.8 0z" fill="{STONE_LIGHT}"/>
<path d="M.4 -22Q7.4 -13 5.8 0H.4L2.6 -8L-.6 -13z" fill="{STONE_DARK}"/>
<path d="M-5.6 -1.2H5.6M-5.4 2.2H5.4M-5.2 5.6H5.2" stroke="{PAPER}" stroke-width="2.4"
 stroke-linecap="round"/></g>"""

ROPE = f"""
<g fill="none" stroke-linecap="round"><path d="M8 7Q17 9 16 17" stroke="{WOOD_DARK}" stroke-width="5.4"/>
<path d="M8 7Q17 9 16 17" stroke="{WOOD_LIGHT}" stroke-width="3.4"/>
<ellipse cx="-1" cy="-2" rx="13" ry="10.6" stroke="{WOOD_DARK}" stroke-width="11.6"/>
<ellipse cx="-1" cy="-2" rx="16" ry="13.4" stroke="{WOOD_LIGHT}" stroke-width="3.6"/>
<ellipse cx="-1" cy="-2" rx="11.6" ry="9.2" stroke="{WOOD_LIGHT}" stroke-width="3.4"/>
<g stroke="{WOOD}" stroke-width="3.4" stroke-linecap="butt"><ellipse cx="-1" cy="-2" rx="16" ry="13.4"
 stroke-dasharray="1.3 3.6"/><ellipse cx="-1" cy="-2" rx="11.6" ry="9.2" stroke-dasharray="1.3 3.4"/></g>
<path d="M-15 1.4L-8.6 .4" stroke="{WOOD_DARK}" stroke-width="6"/>
<path d="M-15.6 1.4L-8 .4" stroke="{RED}" stroke-width="3.6"/></g>"""

FIRE_TOOL = f"""
<path d="M-15 16L13 9.5M15 16L-13 9.5" stroke="{WOOD_DARK}" stroke-width="5.4" stroke-linecap="round"/>
<path d="M0 -19Q2 -12 8 -6Q13 -.5 11 6Q8.5 13 0 13T-11 6Q-13 0 -8 -5Q-6.5 -2 -5 -1.5Q-6 -11 0 -19z"
 fill="{FIRE_DARK}"/>
<path
 d="M0 -13Q2 -8 6 -3.5Q9.6 1.5 7.5 6.5Q5.5 12.5 0 12.5T-7.5 6.5Q-8.6 2.5 -6 -1Q-4 2 -2.6 1.6Q-3.6 -7 0 -13z"
 fill="{FIRE}"/>
<path d="M.4 -4Q5 1.5 4.6 6.5Q3.6 12 0 12T-4.6 6.8Q-4.6 4.6 -3 3.2Q-1.4 4.4 -.6 3.6Q-1.2 -.4 .4 -4z"
 fill="{FIRE_LIGHT}"/>"""

AXE = f"""
<g transform="translate(-4 0) rotate(38) scale(.94)"><path
 d="M-2.6 -17Q-2.6 -19 0 -19T2.6 -17L3.2 18Q3.2 20 0 20T-3.2 18z" fill="{WOOD}"/>
<path d="M.6 -19Q2.6 -18.6 2.6 -17L3.2 18Q3.2 20 .6 20z" fill="{WOOD_DARK}"/>
<path d="M-3.6 -15L8 -16.5Q15.5 -17 17 -19.5Q19.5 -10 15.6 -1.6Q12.5 -5.6 8 -6L-3.6 -6.6z" fill="{STONE}"/>
<path d="M11.6 -17Q16 -17.4 17 -19.5Q19.5 -10 15.6 -1.6Q14 -3.8 12 -4.8Q14 -11 11.6 -17z"
 fill="{STONE_LIGHT}"/>
<path d="M-4.6 -14.6L4.6 -7M4.6 -14.6L-4.6 -7" stroke="{PAPER}" stroke-width="2.2" stroke-linecap="round"/>
</g>"""

TRAP = f"""
<path d="M-16 8Q0 -6 16 8" fill="none" stroke="{STONE_DARK}" stroke-width="3.4"/>
<path d="M-14 7L-15.6 -3L-9.6 3.4L-8.6 -7L-3.6 .6L0 -9.4L3.6 .6L8.6 -7L9.6 3.4L15.6 -3L14 7Q0 -5 -14 7z"
 fill="{STONE}"/>
<path d="M-16 8Q0 22 16 8" fill="none" stroke="{STONE_DARK}" stroke-width="3.4"/>
<path d="M-13 10.6L-10 5.6L-7 13L-3 7.6L0 14.4L3 7.6L7 13L10 5.6L13 10.6Q0 20 -13 10.6z"
 fill="{STONE_LIGHT}"/>
<circle cx="-16" cy="8" r="3.4" fill="{INK}"/><circle cx="16" cy="8" r="3.4" fill="{INK}"/>"""

BOW = f"""
<path d="M-13 -17Q16 -17 15 13" fill="none" stroke="{WOOD_DARK}" stroke-width="5" stroke-linecap="round"/>
<path d="M-13 -17Q16 -17 15 13" fill="none" stroke="{WOOD}" stroke-width="2.6" stroke-linecap="round"/>
<path d="M-13 -17L15 13" stroke="{PAPER_DARK}" stroke-width="1.5"/>
<path d="M-15 16L13 -12" stroke="{WOOD_LIGHT}" stroke-width="2.6" stroke-linecap="round"/>
<path d="M9 -13.6L19 -18L14.6 -8z" fill="{STONE_DARK}"/>
<path d="M-17 13L-9 10L-10 17zM-13.6 18.6L-14 10.6L-8 14z" fill="{RED}"/>"""

RAFT = f"""
<path d="M-1 6V-18" stroke="{WOOD_DARK}" stroke-width="3" stroke-linecap="round"/>
<path d="M1.4 -16.5Q15 -12 13.4 3H1.4z" fill="{PAPER}"/><path d="M1.4 -5H13.4Q13.8 -1 13.4 3H1.4z"
 fill="{PAPER_DARK}"/>
<path d="M-3.4 -13Q-12 -6 -11 3H-3.4z" fill="{PAPER}"/>
<path d="M-18 6H18L16 11.6H-16z" fill="{WOOD_LIGHT}"/><path d="M-17 9.2H17L16 12H-16z" fill="{WOOD}"/>
<path d="M-12 5V12.6M0 5V12.6M12 5V12.6" stroke="{WOOD_DARK}" stroke-width="2.2"/>
<path d="M-19 14.5q4.75 -4.4 9.5 0t9.5 0t9.5 0t9.5 0V16Q0 21 -19 16z" fill="{WATER}"/>"""
