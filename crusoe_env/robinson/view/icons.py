"""The icons of Robinson Crusoe, drawn by hand as SVG around (0, 0); what other games show too is in show.

Small ones lie in a box of 24 x 24, people in one of 40 x 40, the scenes of the terrains in one of 64 x 30.
"""

from __future__ import annotations

from crusoe_env.show.icons import (
    BEARD,
    BLUE,
    CLOUD,
    FENCE,
    FIRE,
    FIRE_DARK,
    FIRE_LIGHT,
    FOAM,
    FOOD,
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
    PAPER,
    PAPER_DARK,
    POWER,
    RAIN,
    RED,
    RED_DARK,
    ROOF,
    SHORT_HAIR,
    SKIN,
    SKIN_BROWN,
    SKIN_DARK,
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

# --------------------------------------------------------------------------------------------- small icons
FISH = f"""
<path d="M11.5 -5L6 0L11.5 5Q8.6 0 11.5 -5z" fill="{WATER_DARK}"/>
<path d="M-11 0Q-4 -8 4 -3.6L8.4 0L4 3.6Q-4 8 -11 0z" fill="{WATER}" stroke="{WATER_DARK}"/>
<path d="M-11 0Q-4 5 8 0Q4 8 -3 6.2Q-8 4.6 -11 0z" fill="{WATER_DARK}" opacity=".55"/>
<circle cx="-6.6" cy="-1" r="1.4" fill="{INK}"/>
<path d="M-3 -3.4Q-1 0 -3 3.4" fill="none" stroke="{FOAM}" stroke-width="1.2"/>"""
BIRD = f"""
<path d="M-11.5 -7Q-5 -9 -1 -1Q5 -9.6 11.5 -9.6Q9 -2 3 3.4Q0 7 -4.4 7L-8.6 10L-8 4.4Q-5.6 -1 -11.5 -7z"
 fill="{STONE_LIGHT}" stroke="{STONE_DARK}" stroke-width="1" stroke-linejoin="round"/>
<path d="M-1 -1Q5 -9.6 11.5 -9.6Q9 -2 3 3.4Q2 .6 -1 -1z" fill="{STONE}"/>
<path d="M-8.6 10L-8 6.4L-5.6 7.6z" fill="{GOLD}"/>"""
DURABLE_FOOD = f"""
<path d="M-7.6 -4.6Q-8.6 -7 -6 -7.4H6Q8.6 -7 7.6 -4.6L8.6 6Q8.6 11 4 11H-4Q-8.6 11 -8.6 6z"
 fill="{HIDE}" stroke="{HIDE_DARK}"/>
<path d="M-6.6 -11H6.6V-7H-6.6z" fill="{PAPER}" stroke="{PAPER_DARK}"/>
<path d="M-5.4 -1H5.4V6.6H-5.4z" fill="{FOAM}"/><path d="M-3 1H3M-3 4H1.4" stroke="{HIDE_DARK}"
 stroke-width="1.3"/>"""
SHELTER = f"""
<path d="M0 -10.5L-11.5 10H11.5z" fill="{PAPER}" stroke="{PAPER_DARK}"/>
<path d="M0 -10.5L4.6 10H11.5z" fill="{PAPER_DARK}"/><path d="M0 -2L-4.4 10H4.4z" fill="{INK}"/>
<path d="M-1.8 -11.4L0 -8.6L1.8 -11.4" fill="none" stroke="{WOOD_DARK}" stroke-width="1.6"/>"""
TOTEM = f"""
<path d="M-5.5 -11H5.5V11H-5.5z" fill="{WOOD}" stroke="{WOOD_DARK}"/>
<path d="M-11 -6.5L-5.5 -8.6V-3zM11 -6.5L5.5 -8.6V-3z" fill="{RED}"/>
<circle cx="-2.4" cy="-6.4" r="1.5" fill="{FOAM}"/><circle cx="2.4" cy="-6.4" r="1.5" fill="{FOAM}"/>
<path d="M-3 -2.4H3V-.6H-3zM-3 7.4H3V9.2H-3z" fill="{RED_DARK}"/>
<circle cx="-2.4" cy="3.4" r="1.5" fill="{GOLD}"/><circle cx="2.4" cy="3.4" r="1.5" fill="{GOLD}"/>"""
_FLAKE = "M0 -2.6V2.6M-2.25 -1.3L2.25 1.3M-2.25 1.3L2.25 -1.3"
SNOW = f'<path d="{CLOUD}" fill="{STONE_LIGHT}" stroke="{STONE}"/>' + "".join(
    f'<path d="{_FLAKE}" transform="translate({x} 8.6)" stroke="{WATER_DARK}" stroke-width="1.3"/>'
    for x in (-5, 1, 7)
)
DETERMINATION = f"""
<circle r="11" fill="{RED_DARK}"/><circle r="9" fill="{RED}"/>
<path d="M-4.6 7V-.6Q-5.6 -2 -4.6 -3.2L4 -5.6Q5.6 -5 5.2 -2.6L5.4 .6Q5.4 3 3.4 4.4V7z" fill="{PAPER}"/>
<path d="M-2.2 -3.6V-.4M.6 -4.4V-1M3.2 -4.8V-1.6" stroke="{RED_DARK}" stroke-width="1"/>"""
MORALE = f"""
<circle r="10.6" fill="{GOLD}" stroke="{GOLD_DARK}"/>
<circle cx="-3.8" cy="-2.6" r="1.6" fill="{INK}"/><circle cx="3.8" cy="-2.6" r="1.6" fill="{INK}"/>
<path d="M-5 3Q0 8 5 3" fill="none" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>"""
HAMMER = f"""
<path d="M-8 9.8L2.6 -2" stroke="{WOOD_DARK}" stroke-width="3.6" stroke-linecap="round"/>
<path d="M-6.4 -6.6L-.8 -11L9 -2.8L6.2 .8L3.6 -2.4L.6 .6z" fill="{STONE}" stroke="{STONE_DARK}"
 stroke-linejoin="round"/>"""
BASKET = f"""
<path d="M-8 -1Q-7 -11 0 -11T8 -1" fill="none" stroke="{WOOD_DARK}" stroke-width="2"/>
<path d="M-11 -2H11L8 9.4Q7.6 11 6 11H-6Q-7.6 11 -8 9.4z" fill="{WOOD_LIGHT}" stroke="{WOOD_DARK}"/>
<path d="M-10 2H10M-9 6H9M-4 -2L-3 11M4 -2L3 11" stroke="{WOOD}" stroke-width="1.4"/>"""
COMPASS = f"""
<circle r="11" fill="{GOLD_DARK}"/><circle r="8.8" fill="{FOAM}"/>
<path d="M5.6 -5.6L1.8 1.8L-1.8 -1.8z" fill="{RED}"/><path d="M-5.6 5.6L1.8 1.8L-1.8 -1.8z"
 fill="{STONE_DARK}"/>"""
ZZZ = f"""
<path d="M-11 6H11V9H-11zM-11 -3H-8.6V11H-11zM8.6 1H11V11H8.6z" fill="{WOOD_DARK}"/>
<path d="M-8.6 6Q-8.6 1 -4 1H8.6V6z" fill="{LEAF}"/>
<path d="M2 -11H8L2.6 -4.6H8.4" fill="none" stroke="{BLUE}" stroke-width="2" stroke-linejoin="round"/>"""
CARDS = f"""
<path d="M-9.6 -8H2.4V9H-9.6z" fill="{PAPER_DARK}" stroke="{WOOD_DARK}" transform="rotate(-9)"/>
<path d="M-4 -9.6H8.4V8.4H-4z" fill="{PAPER}" stroke="{WOOD_DARK}"/>
<path d="M2.2 -5.4V1.6M2.2 4.2V6" stroke="{RED}" stroke-width="2.6"/>"""
CAMPFIRE = f"""
<path d="M-9 9.6L9 6M9 9.6L-9 6" stroke="{WOOD_DARK}" stroke-width="3.4" stroke-linecap="round"/>
<path d="M0 -11.4Q1.4 -7 5 -3.6Q8 0 6.6 3.6Q5 7.6 0 7.6T-6.6 3.6
Q-7.8 0 -4.6 -3Q-2.4 -1 -2.8 -4Q-2.8 -8 0 -11.4z"
 fill="{FIRE_DARK}"/>
<path d="M.2 -5Q3.6 -1 3.4 2.6Q2.6 6.6 0 6.6T-3.4 3Q-3.4 1 -2 0Q.2 -1.6 .2 -5z" fill="{FIRE_LIGHT}"/>"""
BOOK = f"""
<path d="M0 -7Q-5 -10 -11 -8V8Q-5 6 0 9Q5 6 11 8V-8Q5 -10 0 -7z" fill="{PAPER}" stroke="{WOOD_DARK}"
 stroke-width="1.3" stroke-linejoin="round"/>
<path d="M0 -7V9M-8.4 -4.4Q-5 -5.6 -2.4 -4M-8.4 -.6Q-5 -1.8 -2.4 -.2
M8.4 -4.4Q5 -5.6 2.4 -4M8.4 -.6Q5 -1.8 2.4 -.2"
 fill="none" stroke="{WOOD_DARK}" stroke-width="1.2"/>"""
FOG = f"""
<path d="M-10.5 -6Q-6 -10 -1.5 -6T9 -6M-9 0Q-4.5 -4 0 0T10.5 0M-10.5 6Q-6 2 -1.5 6T9 6" fill="none"
 stroke="{STONE_DARK}" stroke-width="3" stroke-linecap="round"/>"""
CROSS = f"""
<path d="M0 -11V11M-7.5 -4H7.5" fill="none" stroke="{WOOD_DARK}" stroke-width="5.4"/>
<path d="M0 -10V10M-6.6 -4H6.6" fill="none" stroke="{WOOD_LIGHT}" stroke-width="2.4"/>"""
ASH = f"""
<path d="M-11 9Q-8 -1 -3 2Q0 -7 4 0Q9 -2 11 9z" fill="{STONE_DARK}"/>
<path d="M-7 9Q-5 3 -2 5Q1 0 4 4.6Q7 3 8 9z" fill="{INK}"/>
<circle cx="-7" cy="-6" r="1.7" fill="{STONE_DARK}"/><circle cx="0" cy="-9" r="1.5" fill="{STONE_DARK}"/>
<circle cx="7" cy="-6" r="1.7" fill="{STONE_DARK}"/>"""
TRAP = f"""
<path d="M-11 6L-8 -5L-4.6 2L0 -6L4.6 2L8 -5L11 6z" fill="{STONE}" stroke="{STONE_DARK}"
 stroke-linejoin="round"/><path d="M-11 8.4H11" stroke="{INK}" stroke-width="2.6"/>"""
CAGE = f"""
<path d="M-10 -9H10M-10 9H10M-9 -9V9M-3 -9V9M3 -9V9M9 -9V9" fill="none" stroke="{WOOD_DARK}"
 stroke-width="2.4" stroke-linecap="round"/>"""
VILLAGE = f"""
<path d="M-10 9V1L-6 -4L-2 1V9zM2 9V-1L6 -7L10 -1V9z" fill="{WOOD_LIGHT}" stroke="{WOOD_DARK}"/>
<path d="M-10.4 1.6L-6 -5L-1 1.6M1 -.4L6 -8L10.4 -.4" fill="none" stroke="{RED_DARK}" stroke-width="2.2"/>
<path d="M-7.6 9V4H-4.4V9zM4.4 9V3H7.6V9z" fill="{INK}"/>"""
CITY = f"""
<path d="M-11 10V-6H-7V-2H-3V-10H3V-2H7V-6H11V10z" fill="{STONE}" stroke="{STONE_DARK}"/>
<path d="M-2.6 10V3Q0 0 2.6 3V10z" fill="{INK}"/>
<path d="M0 -7V-11L5 -9.4L0 -7.8" fill="{RED}" stroke="{RED_DARK}"/>"""
BY_NAME: dict[str, str] = {
    "village": VILLAGE,
    "city": CITY,
    "fog": FOG,
    "cross": CROSS,
    "ash": ASH,
    "trap": TRAP,
    "cage": CAGE,
    "wood": WOOD_GOOD,
    "food": FOOD,
    "fur": LEATHER_GOOD,
    "durable_food": DURABLE_FOOD,
    "fish": FISH,
    "bird": BIRD,
    "shelter": SHELTER,
    "roof": ROOF,
    "palisade": FENCE,
    "weapon": POWER,
    "totem": TOTEM,
    "rain": RAIN,
    "snow": SNOW,
    "storm": STORM,
    "sun": SUN,
    "beast": HUNT,
    "determination": DETERMINATION,
    "morale": MORALE,
    "life": HEALTH,
    "points": STAR_GOLD,
    "book": BOOK,
    "threat": CARDS,
    "hunt": HUNT,
    "build": HAMMER,
    "gather": BASKET,
    "explore": COMPASS,
    "arrange_camp": CAMPFIRE,
    "rest": ZZZ,
    "special": STAR_GOLD,
}
"""The small icons."""
# ------------------------------------------------------------------------------------------------ terrains
TERRAINS: dict[str, str] = {
    "beach": f"""<path d="M-30 8Q-12 -3 30 5V14H-30z" fill="#f1deb0"/>
<path d="M-30 12Q-15 6 0 11T30 10V15H-30z" fill="{WATER}"/>
<path d="M9 6Q7 -3 11 -9" fill="none" stroke="{WOOD}" stroke-width="2.6" stroke-linecap="round"/>
<path d="M11 -9Q4 -14 0 -7Q6 -10 11 -9Q8 -4 9 -1Q13 -4 11 -9Q18 -14 22 -6Q17 -10 11 -9z"
 fill="{LEAF_DARK}"/>""",
    "hills": f"""<path d="M-30 14Q-20 -10 -4 8Q8 -13 30 14z" fill="{LEAF}"/>
<path d="M-30 14Q-20 -10 -4 8L0 14z" fill="{LEAF_LIGHT}"/>
<path d="M8 8q4 -5 8 0M-20 8q3 -4 6 0" fill="none" stroke="{LEAF_DARK}" stroke-width="1.6"/>""",
    "mountains": f"""<path d="M-30 14L-13 -9L-2 4L9 -14L30 14z" fill="{STONE_DARK}"/>
<path d="M-30 14L-13 -9L-9 14zM-2 14L9 -14L12 14z" fill="{STONE}"/>
<path d="M4.2 -6L9 -14L15 -6L11 -3.4L8.4 -6.6zM-16.6 -4L-13 -9L-9.4 -5L-12 -2.6z" fill="{FOAM}"/>""",
    "river": f"""<path d="M-30 14V2Q-14 -6 0 -2T30 2V14z" fill="{LEAF_LIGHT}"/>
<path d="M-8 -4.4Q-2 0 -9 4T-16 14H6Q2 9 9 5T4 -3.4Q-2 -5.6 -8 -4.4z" fill="{WATER_DARK}"/>
<path d="M-4 -2Q0 1 -5 5M-8 9Q-8 11 -9 13" fill="none" stroke="{WATER_LIGHT}" stroke-width="1.6"/>
<circle cx="19" cy="1" r="4.6" fill="{LEAF_DARK}"/><circle cx="-22" cy="3" r="4" fill="{LEAF_DARK}"/>""",
    "plains": f"""<path d="M-30 14V5Q0 -3 30 5V14z" fill="{GOLD_LIGHT}"/>
<path d="M-30 14V10Q0 3 30 9V14z" fill="{GOLD}"/>
<path d="M-17 8l-2 -7M-15 8V0M-13 8l2 -7M10 7l-2 -7M12 7V-1M14 7l2 -7" stroke="{LEAF_DARK}"
 stroke-width="1.5" stroke-linecap="round"/>""",
}
"""By id, in the order of the record."""
GROUND = {
    "beach": "#ead29a",
    "hills": "#a8cc8f",
    "mountains": "#c5c9c4",
    "river": "#a9d3c3",
    "plains": "#dfd58c",
}
"""The colour of a tile by its terrain."""
# -------------------------------------------------------------------------------------------------- people
PEOPLE: dict[str, str] = {
    "carpenter": person(SKIN, WOOD, hair(SHORT_HAIR, WOOD_DARK), BEARD)
    + f'<path d="M8 18L13 6" stroke="{WOOD_LIGHT}" stroke-width="2.8" stroke-linecap="round"/>'
    f'<path d="M7.6 4.4L17.6 8.4L16.2 12L6.4 8z" fill="{STONE_DARK}"/>',
    "cook": person(SKIN, FOAM, hair(SHORT_HAIR, FIRE_DARK))
    + f'<path d="M-8.4 -8V-13Q-14 -14 -11 -18Q-8 -20.4 -4.4 -18Q0 -21 4.4 -18'
    f'Q8 -20.4 11 -18Q14 -14 8.4 -13V-8z" fill="{FOAM}" stroke="{STONE_LIGHT}"/>'
    f'<path d="M-5 11L0 14L5 11" fill="none" stroke="{RED}" stroke-width="2.4"/>',
    "explorer": person(SKIN_BROWN, LEAF_DARK, hair(LONG_HAIR, INK) + hat(WOOD, WOOD_LIGHT, RED_DARK)),
    "soldier": person(SKIN, BLUE, hair(SHORT_HAIR, INK))
    + f'<path d="M-11 -7Q-10 -18 0 -17.6T11 -7Q0 -11 -11 -7z" fill="{RED_DARK}"/>'
    f'<path d="M-12 -8Q0 -13 12 -8L10 -5Q0 -9 -10 -5z" fill="{GOLD}"/>'
    f'<path d="M-6 10L6 19M6 10L-6 19" stroke="{FOAM}" stroke-width="2.2"/>',
    "friday": person(SKIN_DARK, FIRE, hair(SHORT_HAIR, INK))
    + f'<path d="M-9.6 -9H9.6V-6.6H-9.6z" fill="{GOLD}"/>'
    f'<path d="M6 -9Q7 -17 11 -18.6Q12 -13 8.6 -8.6z" fill="{LEAF}"/>',
    "guest": person(SKIN, WATER_DARK, hair(SHORT_HAIR, STONE_LIGHT) + hat(STONE_DARK, STONE, FOAM)),
    "dog": f"""
<path
 d="M-14 -17Q-8 -17 -5 -11H5Q8 -17 14 -17Q18 -9 13 -2Q13 10 7 15Q0 20 -7 15Q-13 10 -13 -2Q-18 -9 -14 -17z"
 fill="{HIDE}"/>
<path d="M-14 -17Q-8 -17 -5.6 -11Q-9 -6 -13 -2Q-18 -9 -14 -17zM14 -17Q8 -17 5.6 -11Q9 -6 13 -2Q18 -9 14 -17z"
 fill="{HIDE_DARK}"/>
<circle cx="-6" cy="-2" r="2.1" fill="{INK}"/><circle cx="6" cy="-2" r="2.1" fill="{INK}"/>
<path d="M-4 4.6Q0 2.6 4 4.6Q3.4 8.6 0 9.4Q-3.4 8.6 -4 4.6z" fill="{INK}"/>
<path d="M-2 11.6Q0 15.6 2.6 11.6z" fill="{RED}"/>""",
}
"""The characters by id, in the order of the record; Friday, the guest of a scenario, the Dog."""
