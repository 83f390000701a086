"""The numbers of Dieson Crusoe, typed by hand from docs/dieson.md: a copy independent of the engine's."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Space:
    """A space of the map; `location` is the tool that can be crafted only here."""

    area: str
    resource: str = ""
    food_cost: int = 0
    location: str = ""


@dataclass(frozen=True)
class Area:
    """An area card: what a hunt needs and gives, what a raid takes."""

    strength: int
    hunt_food: int
    hunt_leather: int
    raid_fences: int
    raid_food: int
    raid_health: int


@dataclass(frozen=True)
class Tool:
    """What it takes to craft a tool."""

    stars: int
    wood: int = 0
    stone: int = 0
    leather: int = 0
    food: int = 0
    location: str = ""


@dataclass(frozen=True)
class Quest:
    """How a quest begins and how long it lasts."""

    days: int
    start_space: str = "west_beach"
    start_tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    """All numbers of the game."""

    stars: tuple[int, ...]
    action_start: int
    event_start: int
    start_food: int
    hearts: tuple[int, int]
    water_cap: int
    spaces: dict[str, Space]
    lines: dict[frozenset[str], int]
    areas: dict[str, Area]
    tools: dict[str, Tool]
    characters: tuple[str, ...]
    friends: dict[str, tuple[int, int]]
    friend_small_at: int
    friend_large_at: int
    quests: dict[int, Quest]
    date_icons: dict[int, tuple[int, int]]


def _line(start: str, end: str) -> frozenset[str]:
    return frozenset((start, end))


FACTS = Facts(
    stars=(0, 0, 1, 1, 2, 2, 3),  # by die value; there is no value 0
    action_start=9,
    event_start=7,
    start_food=2,
    hearts=(5, 4),
    water_cap=2,
    spaces={
        "west_beach": Space("rabbit"),
        "west_grove": Space("rabbit", "wood"),
        "west_rocks": Space("rabbit", "stone"),
        "north_shore": Space("boar", "food"),
        "north_woods": Space("boar", "wood"),
        "green_hill": Space("boar", location="fire"),
        "meadow": Space("deer", "food"),
        "riverbank": Space("deer", "stone"),
        "clearing": Space("deer", "wood"),
        "west_slope": Space("bear", "stone", food_cost=1),
        "east_slope": Space("bear", "leather", food_cost=1),
        "summit": Space("bear", food_cost=1, location="flag"),
        "south_forest": Space("wolf", "wood"),
        "southern_tip": Space("wolf", location="watch_dog"),
        "southeast_shore": Space("wolf", "food"),
        "southeast_tip": Space("wolf", location="raft"),
        "village_path": Space("cannibals", "food"),
        "village": Space("cannibals", "leather"),
    },
    lines={
        _line("west_beach", "west_grove"): 1,
        _line("west_beach", "west_rocks"): 1,
        _line("west_grove", "north_shore"): 1,
        _line("west_rocks", "meadow"): 1,
        _line("north_shore", "north_woods"): 1,
        _line("meadow", "riverbank"): 1,
        _line("meadow", "clearing"): 1,
        _line("riverbank", "clearing"): 1,
        _line("village_path", "village"): 1,
        _line("west_grove", "meadow"): 2,
        _line("north_woods", "green_hill"): 2,
        _line("north_woods", "west_slope"): 2,
        _line("riverbank", "west_slope"): 2,
        _line("clearing", "south_forest"): 2,
        _line("southern_tip", "southeast_shore"): 2,
        _line("southeast_shore", "southeast_tip"): 2,
        _line("west_slope", "summit"): 3,
        _line("summit", "east_slope"): 3,
        _line("east_slope", "village_path"): 3,
        _line("village", "southern_tip"): 3,
        _line("village", "southeast_shore"): 3,
        _line("south_forest", "southern_tip"): 3,
        _line("south_forest", "southeast_shore"): 3,
    },
    areas={
        #              hunt: strength, food, leather; raid: fences, food, health
        "rabbit": Area(2, 1, 0, 0, 1, 0),
        "deer": Area(3, 1, 1, 1, 2, 0),
        "boar": Area(4, 2, 1, 2, 1, 1),
        "bear": Area(5, 2, 2, 2, 2, 1),
        "wolf": Area(6, 2, 3, 2, 1, 2),
        "cannibals": Area(9, 0, 0, 0, 0, 2),
    },
    tools={
        "basket": Tool(1, wood=2),
        "bed": Tool(2, wood=2, leather=1),
        "stone_knife": Tool(1, wood=1, stone=1),
        "rope": Tool(2, wood=1, leather=2),
        "fire": Tool(3, wood=4, stone=2, location="fire"),
        "blueprint": Tool(2, wood=1, leather=1),
        "waterskin": Tool(1, leather=2),
        "axe": Tool(2, wood=1, stone=2),
        "machete": Tool(2, wood=1, stone=1, leather=1),
        "trap": Tool(2, wood=2, stone=1),
        "flag": Tool(2, wood=1, leather=2, location="flag"),
        "bow": Tool(3, wood=3, leather=3),
        "watch_dog": Tool(2, leather=2, food=3, location="watch_dog"),
        "raft": Tool(3, wood=5, leather=3, location="raft"),
        "friend": Tool(1, wood=1, leather=1),
        "fishing_rod": Tool(1, wood=1, leather=1),
    },
    characters=("pathfinder", "hunter", "craftsman", "farmer", "strategist"),
    friends={  # small and large benefit
        "tom": (2, 4),
        "jack": (1, 2),
        "bilson": (1, 2),
        "stitch": (1, 2),
        "wednesday": (1, 2),
        "patches": (1, 2),
    },
    friend_small_at=2,
    friend_large_at=3,
    quests={
        1: Quest(6),
        2: Quest(9),
        3: Quest(8, "summit", ("flag",)),
        4: Quest(11),
        5: Quest(15, "southern_tip", ("watch_dog",)),
        6: Quest(13),
        7: Quest(16),
    },
    date_icons={  # day: (weather, raid)
        3: (1, 0),
        4: (0, 1),
        5: (1, 0),
        6: (0, 1),
        7: (1, 0),
        8: (0, 1),
        9: (2, 0),
        10: (0, 2),
        11: (2, 0),
        12: (0, 2),
        13: (1, 1),
        14: (2, 0),
        15: (0, 2),
        16: (2, 2),
    },
)
