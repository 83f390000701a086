"""Scenes of Marooned!: the rules of docs/marooned.md, each played by name through `gymnasium.make`.

A scene is a deck (its top cards), a course and what is then on the table. In a course `E` is "explore
east", `e` "walk east" (likewise n, s, w), `flip:rocks`, `maps`, `swap:flint` and `stay` are what they say.
An open flip is declined when the course goes on with something else, or with `.` at its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gymnasium
import pytest

import crusoe_env
from crusoe_env.marooned import state as st

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
        return "over" if self.over else st.PHASES[self.s.phase]

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
        cards = [card for card in range(len(st.CARD_IDS)) if s.cell[card] != st.NONE]
        return {self.faces[card][s.side[card]]: place(s.cell[card]) for card in cards}

    @property
    def on(self) -> str:
        return next(face for face, cell in self.where.items() if cell == self.at)

    @property
    def ship(self) -> str | None:
        """ "NW 2", with its marks behind it; None in port."""
        s = self.s
        if s.ship == st.NONE:
            return None
        marks = [name for name in ("sighted", "extended", "set_sail") if s[name]]
        return " ".join([st.CORNERS[s.ship], str(s.ship_position), *marks])

    @property
    def area(self) -> tuple[int, int] | None:
        """The north-west cell of the area that a ship has fixed."""
        return None if self.s.ship == st.NONE else place(self.s.area_row * st.FRAME + self.s.area_column)

    @property
    def legal(self) -> set[str]:
        return {self.env.action_name(action) for action in self.env.legal_actions()}

    @property
    def explores(self) -> str:
        """Where you may explore, as letters in alphabetical order."""
        return "".join(letter for letter in "ensw" if f"explore {WAYS[letter]}" in self.legal)

    @property
    def end(self) -> tuple[str, int] | None:
        return (st.CAUSES[self.info["cause"]], self.info["score"]) if self.over else None


def place(cell: int) -> tuple[int, int]:
    """A cell from the first card's."""
    return int(cell) // st.FRAME - st.CENTRE // st.FRAME, int(cell) % st.FRAME - st.CENTRE % st.FRAME


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
