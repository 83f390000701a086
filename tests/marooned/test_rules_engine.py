"""The rules of docs/marooned.md on the engine, played by name through `gymnasium.make`.

A scene is a deck (its top cards), a course and what is then on the table. In a course `E` is "explore
east", `e` "walk east" (likewise n, s, w), `flip:rocks`, `maps`, `swap:flint` and `stay` are what they say.
An open flip is declined when the course goes on with something else, or with `.` at its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.marooned.state import CARD_IDS, CAUSES, CENTRE, CORNERS, FLIP, FRAME, NONE, PHASES

ENV_ID = crusoe_env.GAMES["marooned"]
WAYS = {"n": "north", "e": "east", "s": "south", "w": "west"}


class Table:
    """A game, in the words of the rules."""

    def __init__(self, deck: str, course: str = "") -> None:
        self.env: Any = gymnasium.make(ENV_ID, on_illegal="raise", reward="score").unwrapped
        self.faces = [[card["a"]["id"], card["b"]["id"]] for card in self.env.batch.simulator.facts["card"]]
        _, self.info = self.env.reset(seed=0, options={"deck": deck.split()})
        self.reward, self.over = 0.0, False
        self.play(course)

    def play(self, course: str) -> None:
        for token in course.split():
            action = self.meant_by(token)
            if self.phase == "flip" and not action.startswith("flip"):
                self.take("no flip")
            if action:
                self.take(action)

    def meant_by(self, token: str) -> str:
        kind, _, what = token.partition(":")
        names = {"stay": "stay", "maps": "flip maps", ".": "", "flip": f"flip {what}"}
        names |= {"swap": f"swap with {what}"}
        names |= {letter: f"walk {way}" for letter, way in WAYS.items()}
        names |= {letter.upper(): f"explore {way}" for letter, way in WAYS.items()}
        return names[kind]

    def take(self, action: str) -> None:
        _, self.reward, self.over, _, self.info = self.env.step(self.env.action_index(action))

    def change(self, **fields: int) -> None:
        """Set fields of the record by hand."""
        state = self.env.state
        for name, value in fields.items():
            state[name] = value
        self.env.set_state(state)

    @property
    def s(self) -> Any:
        return self.env.state

    @property
    def phase(self) -> str:
        return "over" if self.over else PHASES[self.s.phase]

    @property
    def health(self) -> int:
        return int(self.s.health)

    @property
    def turn(self) -> int:
        return int(self.s.rounds)

    @property
    def at(self) -> tuple[int, int]:
        return place(self.s.position)

    @property
    def where(self) -> dict[str, tuple[int, int]]:
        """The cell of every face in play."""
        s = self.s
        cards = [card for card in range(len(CARD_IDS)) if s.cell[card] != NONE]
        return {self.faces[card][s.side[card]]: place(s.cell[card]) for card in cards}

    @property
    def on(self) -> str:
        return next(face for face, cell in self.where.items() if cell == self.at)

    @property
    def ship(self) -> str | None:
        """ "NW 2", with its marks behind it; None in port."""
        s = self.s
        if s.ship == NONE:
            return None
        marks = [name for name in ("sighted", "extended", "set_sail") if s[name]]
        return " ".join([CORNERS[s.ship], str(s.ship_position), *marks])

    @property
    def area(self) -> tuple[int, int] | None:
        """The north-west cell of the area that a ship has fixed."""
        return None if self.s.ship == NONE else place(self.s.area_row * FRAME + self.s.area_column)

    @property
    def legal(self) -> set[str]:
        return {self.env.action_name(action) for action in self.env.legal_actions()}

    @property
    def explores(self) -> str:
        """Where you may explore, as letters in alphabetical order."""
        return "".join(letter for letter in "ensw" if f"explore {WAYS[letter]}" in self.legal)

    @property
    def end(self) -> tuple[str, int] | None:
        return (CAUSES[self.info["cause"]], self.info["score"]) if self.over else None


def place(cell: int) -> tuple[int, int]:
    """A cell from the first card's."""
    return int(cell) // FRAME - CENTRE // FRAME, int(cell) % FRAME - CENTRE % FRAME


@dataclass
class Scene:
    """What the rules say, a deck, a course, and what is then seen on the table."""

    rule: str
    deck: str
    course: str = ""
    up: str = ""
    """Faces that must be in play."""
    gone: str = ""
    """Faces that must not be in play."""
    seen: dict[str, Any] = field(default_factory=dict)


def scene(rule: str, deck: str, course: str = "", up: str = "", gone: str = "", **seen: Any) -> Scene:
    return Scene(rule, deck, course, up, gone, seen)


SET_UP = [
    scene("the set-up draw is turn 1", "flint", health=15, turn=2, at=(0, 0), on="flint", explores="ensw"),
    scene("the set-up draw has its effects: heart", "wild_boar", health=13),
    scene("the set-up draw has its effects: ship", "hook", ship="NE 0", area=(0, -3)),
    scene("a ship of the set-up draw first moves in turn 2", "sticks map_row", "E", ship="NW 1"),
]
MOVING = [
    scene("explore puts the next card under you", "flint rocks", "N", at=(-1, 0), on="rocks", health=14,
          turn=3),
    scene("walk goes onto a card in play", "flint rocks", "N s", at=(0, 0), on="flint", health=13, turn=4),
    scene("you must move, and only cells beside you count", "flint rocks", "E", legal={
        "walk west", "explore north", "explore east", "explore south"}),
    scene("all cards fit into 4 x 4", "flint map_row bottle rocks", "E E E", explores="ns"),
    scene("all cards fit into 4 x 4, seen from the other end", "flint map_row bottle rocks", "E E E w w w",
          explores="ns"),
    scene("all cards fit into 4 x 4, in both directions", "flint map_row bottle rocks telescope", "E E E S",
          explores="sw"),
]  # fmt: skip
AREA = [
    scene("a NW ship fixes the square south-east of the cards", "sticks", area=(0, 0), explores="es"),
    scene("a NE ship: south-west", "hook", area=(0, -3), explores="sw"),
    scene("a SE ship: north-west", "palm_trees", area=(-3, -3), explores="nw"),
    scene("a SW ship: north-east", "vines", area=(-3, 0), explores="en"),
    scene("the card just drawn is one of the cards in play (decision 3)", "flint sticks", "W", area=(0, -1)),
    scene("a square may leave room on one side only", "flint palm_trees", "E", area=(-3, -2), explores="n"),
    scene("back in port the square is forgotten", "sticks map_row", "E w e w e", ship=None, area=None,
          explores="ens"),
]  # fmt: skip
SHIPS = [
    scene("a ship waits in the turn in which it set sail (decision 2)", "map_row sticks", "E", ship="NW 0"),
    *(
        scene(f"{card}: positions 1 to 4, then port", f"{card} map_row", course, ship=ship)
        for card, corner, way, back in (
            ("sticks", "NW", "e", "w"),
            ("hook", "NE", "s", "n"),
            ("palm_trees", "SE", "w", "e"),
            ("vines", "SW", "n", "s"),
        )
        for course, ship in (
            (f"{way.upper()}", f"{corner} 1"),
            (f"{way.upper()} {back}", f"{corner} 2"),
            (f"{way.upper()} {back} {way}", f"{corner} 3"),
            (f"{way.upper()} {back} {way} {back}", f"{corner} 4"),
            (f"{way.upper()} {back} {way} {back} {way}", None),
        )
    ),
    scene(
        "an icon drawn while a ship is in play is lost (decision 26)", "sticks hook", "E w e w e w", ship=None
    ),
    scene("walking onto an icon does nothing", "sticks map_row", "E w e w e w", ship=None, on="sticks"),
    scene(
        "after the first ship another may come",
        "sticks map_row hook",
        "E w e w e E",
        ship="NE 0",
        area=(0, -1),
    ),
    scene(
        "flipping an icon's card leaves the ship alone",
        "flint sticks",
        "E flip:sticks",
        up="spear",
        ship="NW 0",
    ),
]
SIGHTED = [
    scene("Ship Sighted, flipped up, holds on to the ship in play", "telescope higher_ground sticks",
          "E E w flip:telescope", ship="NW 1 sighted"),
    scene("a sighted ship rounds its corner, the square stays (decision 35)",
          "telescope higher_ground sticks",
          "E E w flip:telescope e w e w", ship="NE 0 sighted extended", area=(0, 0)),
    scene("it sails one more side and goes to port (decision 34)", "telescope higher_ground sticks",
          "E E w flip:telescope e w e w w e w e", ship="NE 4 sighted extended"),
    scene("landing on Ship Sighted again does not give it a third", "telescope higher_ground sticks",
          "E E w flip:telescope e w e w w e w e w", ship=None),
    scene("Ship Sighted does not wait for a ship (decision 33)", "telescope higher_ground sticks",
          "E flip:telescope E", ship="NW 0"),
    scene("landing on it with a ship in play works", "telescope higher_ground sticks",
          "E flip:telescope E w w",
          on="ship_sighted", ship="NW 2 sighted"),
]  # fmt: skip
SERPENT = [
    scene("a ship that comes beside Sea Serpent moves one further", "map_row mirage sticks", "E E w",
          ship="NW 2", where={"sea_serpent": (0, 0), "map_row": (0, 1), "sticks": (0, 2)}),
    scene("a serpent that appears beside a lying ship does nothing (decision 37)", "sticks map_row mirage",
          "E E", ship="NW 2"),
    scene("at the fourth cell it leads to the corner", "map_row mirage bottle rocks palm_trees",
          "E E E N s n s .", ship="SE 3"),
    scene("at the fourth cell it leads to the corner: port", "map_row mirage bottle rocks palm_trees",
          "E E E N s n s n .", ship=None),
    scene("in a corner cell it works on both sides (decision 39)",
          "map_row mirage telescope higher_ground palm_trees",
          "E E E flip:telescope N s w e w e", ship="SW 2 sighted extended"),
    scene("nothing is seen at the skipped position (decision 38)", "map_row mirage rocks higher_ground hook",
          "W W W flip:rocks S n", ship="NE 2", end=None),
]  # fmt: skip
RESCUE = [
    *(
        scene(f"Message is picked up beside a middle coast cell: {card}", f"map_row bottle {card}",
              f"{way.upper()} {way.upper()} flip:bottle {back} {way}", end=("rescued", 3 + 11), turn=5)
        for card, way, back in (
            ("sticks", "e", "w"), ("hook", "s", "n"), ("palm_trees", "w", "e"), ("vines", "n", "s"))
    ),
    scene("not from a corner of the square (decision 40)", "bottle sticks", "E flip:bottle w", ship="NW 1",
          end=None),
    *(
        scene(f"SOS is seen along its row: {card}", f"rocks higher_ground {card}", "E flip:rocks E w",
              end=("rescued", 5 + 12))
        for card in ("hook", "vines")
    ),
    *(
        scene(f"SOS is not seen from north or south: {card}", f"rocks higher_ground {card}",
              "E flip:rocks E w e w e w .", end=None, ship=None)
        for card in ("sticks", "palm_trees")
    ),
    scene("Lit Beacon is seen along its column", "vines flint higher_ground palm_trees",
          "E flip:flint E flip:higher_ground w e w N s .", end=("rescued", 2 + 7 + 8 + 1)),
    scene("Lit Beacon is not seen from east or west, though the ship sails in its column",
          "vines flint higher_ground hook", "E flip:flint E flip:higher_ground w e w N s .",
          end=None, ship="NE 1", area=(-1, -1)),
    scene("nothing is seen at the starting corner (decision 32)", "vines flint higher_ground palm_trees",
          "E flip:flint E flip:higher_ground w e w N .", end=None, ship="SE 0"),
    scene("a signal flipped where the ship lies is too late (decision 36)", "rocks higher_ground hook",
          "N E w e w flip:rocks", end=None, ship="NE 3", up="sos"),
    scene("the second side of a sighted ship counts too", "telescope higher_ground rocks sticks",
          "E E w flip:rocks S n flip:telescope s n s n s", end=("rescued", 5 + 1 + 5 + 1), turn=11),
]  # fmt: skip
HEARTS = [
    scene("a positive heart counts when drawn", "flint map_row water", "E E", health=16 - 3 + 2),
    scene("and not when walked onto", "flint map_row water", "E E w e", health=16 - 5 + 2),
    scene("health stops at 16 before the turn's loss (decisions 1, 7)", "water", health=15),
    scene("a heart on side b counts when flipped up", "map_row flint rocks bottle water hook",
          "E E E S W flip:hook", health=16 - 6 + 2 + 3, up="fish"),
    scene("Wild Boar bites every time", "wild_boar flint", "E w", health=16 - 3 - 2 - 2),
    scene("Torch protects from the boar", "vines flint wild_boar", "E flip:flint E", health=13, up="torch"),
    scene("Spear protects from the boar", "flint sticks wild_boar", "E flip:sticks E", health=13, up="spear"),
    scene("Storm hits every time", "storm flint", "E w", health=16 - 3 - 2 - 2),
    scene("Shelter protects from the storm", "palm_trees vines storm", "W flip:vines W", health=15),
    scene("Shelter does not protect from the boar", "palm_trees vines wild_boar", "W flip:vines W",
          health=13),
]  # fmt: skip
PIRATES = [
    scene("without a ship nothing happens", "pirates", on="pirates"),
    scene("drawn with a ship in play: to port, and Compass", "sticks pirates", "E", on="compass", ship=None),
    scene("landed on with a ship in play", "pirates sticks", "E w", on="compass", ship=None),
    scene("Compass may not be used in the turn in which it came up (decision 12)", "pirates sticks", "E w",
          phase="move", turn=4),
    scene("after exploring: a walk, or stay", "pirates sticks flint", "E w W", phase="second step",
          legal={"walk east", "stay"}, health=13),
    scene("after walking: walk, explore, or stay", "pirates sticks flint", "E w e", legal={
        "walk west", "explore north", "explore east", "explore south", "stay"}),
    scene("it need not be used", "pirates sticks flint", "E w e stay", health=12, turn=5, at=(0, 1)),
    scene("one loss of health for both steps (decision 13)", "pirates sticks map_row", "E w W e", health=12,
          turn=5),
    scene("both landings count, there and back (decision 14)", "pirates sticks wild_boar", "E w W stay e w",
          health=16 - 5 - 2 - 2, turn=6),
]  # fmt: skip
MIRAGE = [
    scene("first of all cards it only flips (decision 17)", "mirage", on="sea_serpent"),
    scene("it changes places with the furthest card", "map_row flint mirage", "E E", on="map_row",
          where={"sea_serpent": (0, 0), "flint": (0, 1), "map_row": (0, 2)}, at=(0, 2), health=13),
    scene("among equally far cards you choose", "map_row flint bottle mirage", "E w W e S", phase="mirage",
          health=11, legal={"swap with flint", "swap with bottle"}),
    scene("the choice is carried out at once", "map_row flint bottle mirage", "E w W e S swap:bottle",
          on="bottle", at=(1, 0), health=10, turn=7),
    scene("distance is counted in orthogonal steps (decision 16)", "map_row flint bottle rocks mirage",
          "E S n w W S", up="sea_serpent", on="flint"),
    scene("a positive heart pays again (decision 10)", "water map_row mirage", "E E", health=14 + 2 - 1),
    scene("so does that of side b", "water hook mirage", "W flip:hook e w e S", on="fish", health=13 + 3 - 1),
    scene("a negative heart counts", "wild_boar map_row mirage", "E E", health=16 - 3 - 2 - 2),
    scene("protections hold (decision 19)", "wild_boar vines flint mirage", "E E flip:flint E",
          on="wild_boar",
          health=16 - 4 - 2),
    scene("a ship icon works and counts as setting sail (decision 29)", "sticks bottle mirage",
          "E w e w e E", ship="NW 0 set_sail", legal={"flip bottle", "no flip"}),
    scene("but not while a ship is in play (decision 27)", "sticks mirage", "E", ship="NW 2"),
    scene("Pirates happen", "pirates sticks mirage", "E E", on="compass", ship=None),
    scene("Ship Sighted happens", "telescope higher_ground sticks mirage", "E flip:telescope E E",
          on="ship_sighted", ship="NW 2 sighted"),
    scene("the card under you can serve for a flip", "higher_ground rocks mirage", "E E",
          legal={"flip rocks", "no flip"}),
    scene("if it kills, it is still Mirage (decision 20)", "storm wild_boar mirage", "E w e w S",
          end=("died", 0), up="mirage", health=0),
    scene("with an active Compass the second step comes after it", "pirates sticks map_row mirage",
          "E w W stay W", phase="second step", legal={"walk east", "stay"}, where={
              "map_row": (0, -1), "compass": (0, 0), "sea_serpent": (0, 1), "sticks": (0, -2)}),
]  # fmt: skip

# Sixteen cells row by row, turning at the ends.
SNAKE = ("E", "E", "E", "S", "W", "W", "W", "S", "E", "E", "E", "S", "W", "W", "W")
QUIET = "map_row map_column flint rocks higher_ground telescope bottle"


def snake(cards: int, flips: dict[int, str] | None = None) -> str:
    """The course along the snake until so many cards are in play; flips are by number of cards."""
    tokens = []
    for number, step in enumerate(SNAKE[: cards - 1], start=2):
        tokens.append(step)
        if flips and number in flips:
            tokens.append(f"flip:{flips[number]}")
    return " ".join(tokens)


TORNADO_DECK = (
    "storm map_row map_column hook vines flint higher_ground palm_trees "
    "water telescope rocks bottle pirates mirage"
)
TORNADO = snake(13, {6: "flint", 7: "higher_ground", 8: "vines", 9: "hook", 10: "water"})
STORM = [
    scene("Storm in play turns at the thirteenth card", f"storm {QUIET} pirates hook sticks water palm_trees",
          snake(13), up="tornado", health=16 - 13 - 2 + 2),
    scene("not at the twelfth", f"storm {QUIET} pirates hook sticks water palm_trees", snake(12), up="storm",
          health=16 - 12 - 2 + 2),
    scene("a thirteenth Storm costs 3 (decision 22)", f"{QUIET} pirates hook sticks water palm_trees storm",
          snake(13), on="tornado", health=16 - 13 + 2 - 3),
    scene("a later Storm never turns", f"{QUIET} pirates hook sticks water palm_trees vines storm", snake(14),
          on="storm", health=16 - 14 + 2 - 2),
    scene("Shelter and Lit Beacon turn back", TORNADO_DECK, TORNADO, up="tornado vines higher_ground",
          gone="storm shelter lit_beacon", ship=None),
    scene("Shelter can be rebuilt and pays no second heart (decisions 9, 24)", TORNADO_DECK,
          f"{TORNADO} flip:vines", up="shelter", health=10),
    scene("a Mirage that brings Tornado: 3, and the turning back (decision 21)", TORNADO_DECK,
          f"{TORNADO} flip:vines W", on="tornado", up="vines", gone="shelter", health=10 - 3 - 1),
]  # fmt: skip
FLIPS = [
    *(
        scene(f"{card} needs {needed}", f"{needed} {card}", course, phase="flip", up=f"{needed} {card}",
              legal={f"flip {card}", "no flip"})
        for card, needed, course in (
            ("sticks", "flint", "E"),
            ("vines", "palm_trees", "N"),
            ("flint", "vines", "N"),
            ("hook", "water", "E"),
            ("palm_trees", "rocks", "E"),
            ("water", "telescope", "E"),
        )
    ),
    *(
        scene(f"{card} is not flipped without what it needs", f"map_row {card}", "E", phase="move")
        for card in ("sticks", "vines", "flint", "hook", "palm_trees", "water", "wild_boar", "bottle",
                     "rocks", "telescope", "higher_ground")
    ),
    *(
        scene(f"{card} needs you on Higher Ground: beside it", f"higher_ground {card}", "E", phase="move")
        for card in ("rocks", "telescope")
    ),
    *(
        scene(f"{card} needs you on Higher Ground: on it", f"higher_ground {card}", "E w",
              legal={f"flip {card}", "no flip"})
        for card in ("rocks", "telescope")
    ),
    scene("wild_boar needs Spear", "wild_boar sticks flint", "E E flip:sticks w w flip:wild_boar", on="meat",
          health=16 - 5 - 2 + 3),
    scene("higher_ground needs Torch", "vines flint higher_ground", "E E", legal={"flip flint", "no flip"}),
    scene("higher_ground needs you on it (decision 43)", "vines flint higher_ground",
          "E flip:flint E . w", phase="move", up="torch higher_ground"),
    scene("a flipped card no longer counts as what it was (decision 42)", "vines flint sticks",
          "N flip:flint E", phase="move", up="torch sticks"),
    scene("bottle needs a ship that set sail this turn", "bottle sticks", "E", legal={"flip bottle",
          "no flip"}),
    scene("a turn later it is too late", "bottle sticks", "E . w", phase="move"),
    scene("bottle has no use for a ship that Pirates sent off", "bottle pirates sticks", "E E w",
          phase="move"),
    scene("maps: in the row of one and the column of the other", "map_column flint map_row rocks", "E S W",
          legal={"flip maps", "no flip"}, at=(1, 0)),
    scene("maps: not elsewhere", "map_column flint map_row", "E S", phase="move"),
    scene("both maps are one flip", "map_column flint map_row rocks", "E S W maps", up="treasure rum", turn=5,
          health=16 - 4 + 1 - 0),
    scene("a map may be the crossing itself (decision 45)", "map_row map_column", "E", on="map_column",
          legal={"flip maps", "no flip"}),
    scene("one flip a turn", "vines palm_trees flint", "N N flip:vines", turn=4, up="shelter flint"),
]  # fmt: skip
ENDS = [
    scene("a heart that takes the last health ends the game at once (decision 5)", "storm wild_boar",
          "E w e w e", end=("died", 0), health=0),
    scene("you can starve", "flint rocks", "E" + " w e" * 7, end=("died", 0), health=0, turn=16),
]  # fmt: skip

SCENES = {
    "set-up": SET_UP,
    "moving": MOVING,
    "area": AREA,
    "ships": SHIPS,
    "ship sighted": SIGHTED,
    "sea serpent": SERPENT,
    "rescue": RESCUE,
    "hearts": HEARTS,
    "pirates": PIRATES,
    "mirage": MIRAGE,
    "storm": STORM,
    "flips": FLIPS,
    "ends": ENDS,
}
ALL = [pytest.param(s, id=f"{part}: {s.rule}") for part, scenes in SCENES.items() for s in scenes]


@pytest.mark.parametrize("scene", ALL)
def test_rule(scene):
    table = Table(scene.deck, scene.course)
    found = {name: getattr(table, name) for name in scene.seen}
    assert found == scene.seen
    assert set(scene.up.split()) <= table.where.keys()
    assert not set(scene.gone.split()) & table.where.keys()


# ---------------------------------------------------------------------- every side of every card

SIDE_A = {  # heart when drawn, ship, heart when landed on
    "wild_boar": (-2, None, -2),
    "map_column": (0, None, 0),
    "map_row": (0, None, 0),
    "sticks": (0, "NW", 0),
    "vines": (0, "SW", 0),
    "flint": (0, None, 0),
    "hook": (0, "NE", 0),
    "rocks": (0, None, 0),
    "higher_ground": (0, None, 0),
    "palm_trees": (0, "SE", 0),
    "telescope": (0, None, 0),
    "pirates": (0, None, 0),
    "storm": (-2, None, -2),
    "bottle": (0, None, 0),
    "water": (2, None, 0),
}
SIDE_B = {  # its card, heart when flipped by choice, heart when landed on, victory points
    "meat": ("wild_boar", 3, 0, 0),
    "treasure": ("map_column", None, 0, 10),
    "rum": ("map_row", None, 0, 0),
    "spear": ("sticks", 0, 0, 2),
    "shelter": ("vines", 2, 0, 2),
    "torch": ("flint", 0, 0, 2),
    "fish": ("hook", 3, 0, 0),
    "sos": ("rocks", 0, 0, 5),
    "lit_beacon": ("higher_ground", 0, 0, 7),
    "coconuts": ("palm_trees", 2, 0, 0),
    "ship_sighted": ("telescope", 0, 0, 1),
    "sea_serpent": ("mirage", None, 0, 0),
    "compass": ("pirates", None, 0, 0),
    "tornado": ("storm", None, -3, 0),
    "message": ("bottle", 0, 0, 3),
    "waterfall": ("water", 2, 0, 0),
}


def quiet_cards(count: int, *without: str) -> str:
    """Cards on which nothing happens, other than those."""
    return " ".join([card for card in QUIET.split() if card not in without][:count])


def put_in_play(table: Table, card: str, side: int, cell: tuple[int, int]) -> None:
    """Lay a card out of the deck onto a cell by hand; if it lies on the table already, only turn it."""
    number, state = CARD_IDS.index(card), table.s
    if state.cell[number] == NONE:
        at = int(np.flatnonzero(state.deck == number)[0])
        state.deck[at], state.deck[state.played] = state.deck[state.played], number
        state.played += 1
        state.cell[number] = CENTRE + cell[0] * FRAME + cell[1]
        state.card_at[state.cell[number]] = number
    state.side[number] = side
    table.env.set_state(state)


@pytest.mark.parametrize(("card", "effects"), SIDE_A.items())
def test_side_a_when_drawn_and_landed_on(card, effects):
    drawn, ship, landed = effects
    table = Table(f"{quiet_cards(2, card)} {card}", "E E .")
    assert table.health == 16 - 3 + drawn
    assert table.ship == (ship and f"{ship} 0")
    assert table.on == card
    table.play("w e .")
    assert table.health == 16 - 5 + drawn + landed
    assert table.on == card


@pytest.mark.parametrize(("face", "effects"), SIDE_B.items())
def test_side_b_when_landed_on(face, effects):
    card, _, landed, _ = effects
    table = Table(f"{quiet_cards(2, card)} {card}", "E E w .")
    put_in_play(table, card, 1, (0, 2))
    table.change(health=12)
    table.play("e ." if table.where[face] == (0, 2) else "w .")  # the Mirage lies at (0, 0)
    assert table.on == face
    assert table.health == 12 - 1 + landed


NEEDS = {  # what else must be in play, besides you on Higher Ground and a ship that set sail this turn
    "wild_boar": ("sticks", 1),
    "sticks": ("flint", 0),
    "vines": ("palm_trees", 0),
    "flint": ("vines", 0),
    "hook": ("water", 0),
    "palm_trees": ("rocks", 0),
    "water": ("telescope", 0),
    "higher_ground": ("flint", 1),
}


@pytest.mark.parametrize(("face", "effects"), [item for item in SIDE_B.items() if item[1][1] is not None])
def test_side_b_when_flipped_up_pays_once(face, effects):
    card, heart, _, _ = effects
    table = Table("higher_ground")
    put_in_play(table, card, 0, (0, 1))
    if card in NEEDS:
        put_in_play(table, *NEEDS[card], (1, 0))
    for paid in (heart, 0):
        put_in_play(table, card, 0, (0, 1))
        table.change(phase=FLIP, health=10, set_sail=1)
        table.play(f"flip:{card}")
        assert face in table.where
        assert table.health == 10 + paid


@pytest.mark.parametrize(("face", "effects"), SIDE_B.items())
def test_victory_points_of_side_b(face, effects):
    card, _, _, points = effects
    table = Table("rocks higher_ground hook", "E flip:rocks E")  # SOS; the ship will see it
    cards = 3 if card in ("rocks", "higher_ground", "hook") else 4
    put_in_play(table, card, 1, (2, 2))
    table.play("w .")
    sos = 0 if card == "rocks" else 5
    assert table.end == ("rescued", sos + points + 12 + cards // 4)
    assert table.reward == sos + points + 12 + cards // 4


# ---------------------------------------------------------------------- what needs more than a scene


def test_all_cards_on_the_table():
    table = Table(TORNADO_DECK, snake(8))
    table.change(health=16)
    table.play(" ".join(SNAKE[7:]) + " .")
    assert len(table.where) == 16
    assert table.explores == ""
    assert table.legal & {f"walk {way}" for way in WAYS.values()}
    rows, columns = zip(*table.where.values(), strict=True)
    assert (max(rows) - min(rows), max(columns) - min(columns)) == (3, 3)


def test_walking_onto_tornado_turns_nothing_back():
    table = Table(TORNADO_DECK, f"{TORNADO} flip:vines")
    table.change(health=16)
    table.play("n n n w w w")  # from (3, 3) to (0, 0)
    assert (table.on, table.health) == ("tornado", 16 - 6 - 3)
    assert "shelter" in table.where


def test_beacon_can_be_lit_again_after_tornado():
    table = Table(TORNADO_DECK, TORNADO)
    table.change(health=16)
    table.play("n n w w flip:higher_ground")
    assert table.on == "lit_beacon"


def test_death_on_the_first_step_leaves_no_second():
    table = Table("pirates sticks wild_boar", "E w")
    table.change(health=2)
    table.play("W")
    assert table.end == ("died", 0)


def test_a_heart_to_come_in_the_flip_step_does_not_revive():
    table = Table("water hook")
    table.change(health=1)
    table.play("W")
    assert table.end == ("died", 0)


@pytest.mark.parametrize(("waits", "end"), [(10, ("rescued", 3 + 1)), (11, ("died", 0))])
def test_health_must_last_until_the_ship_has_moved(waits, end):
    steps = " ".join(("w e " * 6).split()[:waits])
    table = Table("map_row bottle sticks", f"E {steps} S flip:bottle n s")
    assert table.end == end


def test_a_choice_of_the_mirage_in_the_second_step_ends_the_turn():
    table = Table("pirates sticks map_row mirage", "E w W stay e S")
    assert table.phase == "mirage"
    assert table.legal == {"swap with map_row", "swap with sticks"}
    table.play("swap:map_row")
    assert (table.phase, table.turn, table.health) == ("move", 6, 11)


# ---------------------------------------------------------------------- a whole game, move by move

GAME_DECK = "vines flint water pirates hook map_row higher_ground mirage rocks palm_trees"
GAME = [  # action, then turn, health, face under you, ship
    ("", 2, 15, "vines", "SW 0"),
    ("E", 2, 14, "flint", "SW 0"),
    ("flip:flint", 3, 14, "torch", "SW 1"),
    ("N", 4, 15, "water", "SW 2"),
    ("W", 5, 14, "compass", None),
    ("N", 5, 14, "hook", "NE 0 set_sail"),
    ("s", 5, 13, "compass", "NE 0 set_sail"),
    ("flip:hook", 6, 16, "compass", "NE 0"),
    ("W", 6, 16, "map_row", "NE 0"),
    ("stay", 7, 15, "map_row", "NE 1"),
    ("W", 7, 15, "higher_ground", "NE 1"),
    ("stay", 7, 14, "higher_ground", "NE 1"),
    ("flip:higher_ground", 8, 14, "lit_beacon", "NE 2"),
    ("S", 8, 14, "mirage", "NE 2"),
    ("swap:hook", 8, 16, "fish", "NE 2"),
    ("stay", 9, 15, "fish", "NE 3"),
    ("S", 9, 15, "rocks", "NE 3"),
    ("stay", 10, 14, "rocks", "NE 4"),
    ("n", 10, 14, "fish", "NE 4"),
    ("stay", 11, 13, "fish", None),
    ("E", 11, 13, "palm_trees", "SE 0 set_sail"),
    ("stay", 11, 12, "palm_trees", "SE 0 set_sail"),
    ("flip:vines", 12, 14, "palm_trees", "SE 0"),
    ("w", 12, 14, "fish", "SE 0"),
    ("stay", 12, 13, "fish", "SE 0"),
    ("flip:palm_trees", 13, 15, "fish", "SE 1"),
    ("e", 13, 15, "coconuts", "SE 1"),
    ("stay", 14, 14, "coconuts", "SE 2"),
    ("w", 14, 14, "fish", "SE 2"),
    ("stay", 15, 13, "fish", "SE 3"),
    ("e", 15, 13, "coconuts", "SE 3"),
    ("stay", 15, 12, "coconuts", "SE 4"),
]


def test_a_whole_game_move_by_move():
    table = Table(GAME_DECK)
    for action, *seen in GAME:
        table.play(action)
        assert [table.turn, table.health, table.on, table.ship] == seen, action
    # Torch 2, Shelter 2, Lit Beacon 7; health 12; ten cards.
    assert table.end == ("rescued", 2 + 2 + 7 + 12 + 10 // 4)
    assert table.info["victory"] is True
    assert table.info["goal_progress"] == 1.0
    assert table.info["rounds"] == 15


# ---------------------------------------------------------------------- chosen chance


def deck_of(env) -> list[str]:
    return [CARD_IDS[card] for card in env.state.deck]


def test_a_whole_deck_can_be_chosen():
    env = gymnasium.make(ENV_ID).unwrapped
    deck = list(CARD_IDS[::-1])
    env.reset(seed=3, options={"deck": deck})
    assert deck_of(env) == deck


def test_the_rest_of_the_deck_is_shuffled():
    env = gymnasium.make(ENV_ID).unwrapped
    rests = set()
    for seed in range(5):
        env.reset(seed=seed, options={"deck": ["water", "flint"]})
        deck = deck_of(env)
        assert deck[:2] == ["water", "flint"]
        assert sorted(deck) == sorted(CARD_IDS)
        rests.add(tuple(deck))
    assert len(rests) == 5


def test_a_chosen_deck_holds_for_one_episode_of_any():
    env = gymnasium.make(ENV_ID).unwrapped
    decks = []
    for options in (None, {"deck": ["storm", "hook"]}, None, {"deck": ["storm", "hook"]}, None, None):
        env.reset(seed=1 if not decks else None, options=options)
        env.step(env.legal_actions()[0])
        decks.append(deck_of(env))
    assert decks[1][:2] == decks[3][:2] == ["storm", "hook"]
    assert len({tuple(deck) for deck in decks}) == 6
    assert [deck[:2] for deck in decks].count(["storm", "hook"]) == 2


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (["watre"], "deck: unknown card 'watre'; did you mean 'water'"),
        (["water", "water"], "deck: 'water' stands twice"),
        ([3], "deck: unknown card 3"),
        ([*CARD_IDS, "water"], "deck: 'water' stands twice"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_and_the_game_goes_on(deck, message):
    env = gymnasium.make(ENV_ID).unwrapped
    env.reset(seed=0)
    before = env.snapshot()
    with pytest.raises(ValueError, match=message):
        env.reset(options={"deck": deck})
    assert env.snapshot() == before


def test_cards_to_come_can_be_chosen_in_a_running_game():
    table = Table("flint")
    table.env.force_chance(["water", "storm"])
    table.play("E")
    assert table.on == "water"
    table.play("E")
    assert table.on == "storm"
    before = table.env.snapshot()
    with pytest.raises(ValueError, match="'water' is in play already; unseen: "):
        table.env.force_chance(["hook", "water"])
    assert table.env.snapshot() == before
    assert sorted(deck_of(table.env)) == sorted(CARD_IDS)


def test_chosen_cards_are_forgotten_by_determinize():
    env = gymnasium.make(ENV_ID).unwrapped
    env.reset(seed=0, options={"deck": ["flint"]})
    env.force_chance(["water"])
    following = {CARD_IDS[env.determinize(seed)[0].deck[1]] for seed in range(60)}
    assert len(following) > 8
    assert deck_of(env)[1] == "water"


def test_chosen_deck_in_all_games_of_a_batch():
    env = gymnasium.make_vec(ENV_ID, 3, vectorization_mode="vector_entry_point")
    env.reset(seed=0, options={"deck": ["rocks"]})
    env.step(env.action_masks().argmax(axis=1))
    env.reset(options={"deck": ["hook", "rocks"]})
    assert env.batch.states.deck[:, :2].tolist() == [[6, 7]] * 3
