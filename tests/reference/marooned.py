"""A slow, plain second implementation of Marooned!, written from docs/marooned.md alone.

It exists to be compared with the engine, so it shares nothing with it: no code and no card data.
Wherever there was a choice between fast and readable, readable won. The section names in the
comments are those of the rules document.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Cell = tuple[int, int]

FULL_HEALTH = 16
AREA_SIZE = 4
STORM_BREAKS_AT = 13
CORNER_POSITION = 5  # four coast cells, then the next corner


@dataclass(frozen=True)
class Side:
    """What is printed on one side of a card."""

    name: str
    heart: int = 0
    ship: str = ""
    vp: int = 0


# Card id -> (side a, side b).
CARDS: dict[str, tuple[Side, Side]] = {
    "wild_boar": (Side("Wild Boar", heart=-2), Side("Meat", heart=3)),
    "map_column": (Side("Map (column)"), Side("Treasure", vp=10)),
    "map_row": (Side("Map (row)"), Side("Rum", heart=1)),
    "sticks": (Side("Sticks", ship="NW"), Side("Spear", vp=2)),
    "vines": (Side("Vines", ship="SW"), Side("Shelter", heart=2, vp=2)),
    "flint": (Side("Flint"), Side("Torch", vp=2)),
    "hook": (Side("Hook", ship="NE"), Side("Fish", heart=3)),
    "rocks": (Side("Rocks"), Side("SOS", vp=5)),
    "higher_ground": (Side("Higher Ground"), Side("Lit Beacon", vp=7)),
    "palm_trees": (Side("Palm Trees", ship="SE"), Side("Coconuts", heart=2)),
    "telescope": (Side("Telescope"), Side("Ship Sighted", vp=1)),
    "mirage": (Side("Mirage"), Side("Sea Serpent")),
    "pirates": (Side("Pirates"), Side("Compass")),
    "storm": (Side("Storm", heart=-2), Side("Tornado", heart=-3)),
    "bottle": (Side("Bottle"), Side("Message", vp=3)),
    "water": (Side("Water", heart=2), Side("Waterfall", heart=2)),
}

# Which cards in play keep a negative heart from counting. Tornado has no entry: nothing helps.
PROTECTION: dict[str, tuple[str, ...]] = {
    "Wild Boar": ("Torch", "Spear"),
    "Storm": ("Shelter",),
}

# Flips whose only condition is that a certain card is in play: card id -> that card's name.
NEEDS_IN_PLAY: dict[str, str] = {
    "wild_boar": "Spear",
    "sticks": "Flint",
    "vines": "Palm Trees",
    "flint": "Vines",
    "hook": "Water",
    "palm_trees": "Rocks",
    "water": "Telescope",
}

DIRECTIONS: dict[str, Cell] = {
    "north": (-1, 0),
    "east": (0, 1),
    "south": (1, 0),
    "west": (0, -1),
}

NEXT_CORNER: dict[str, str] = {"NW": "NE", "NE": "SE", "SE": "SW", "SW": "NW"}
SIDE_FROM_CORNER: dict[str, str] = {"NW": "north", "NE": "east", "SE": "south", "SW": "west"}


@dataclass
class Ship:
    """A ship in play. `corner` is where the side it now sails along begins."""

    corner: str
    position: int = 0
    sighted: bool = False
    extended: bool = False
    set_sail_this_turn: bool = True


class ReferenceMarooned:
    """One game. The deck is given in full, top card first; the set-up draw is made at once."""

    def __init__(self, deck: Sequence[str]) -> None:
        if sorted(deck) != sorted(CARDS):
            raise ValueError("the deck must hold each of the sixteen cards exactly once")
        self.deck: list[str] = list(deck)
        self.placed: dict[Cell, tuple[str, str]] = {}
        self.position: Cell = (0, 0)
        self.health = FULL_HEALTH
        self.hearts_paid: set[tuple[str, str]] = set()
        self.ship: Ship | None = None
        self.area: Cell | None = None
        self.cause = ""
        self.score = 0
        self.rounds = 1
        self.phase = "move"
        # About the turn that is being played.
        self._compass_active = False
        self._first_step = ""
        self._steps_taken = 0
        self._ship_sails_this_turn = False
        # The set-up draw is turn 1.
        self._explore((0, 0))

    # ------------------------------------------------------------------ what can be seen

    @property
    def over(self) -> bool:
        return self.cause != ""

    @property
    def victory(self) -> bool:
        return self.cause == "rescued"

    @property
    def cards_played(self) -> int:
        return len(self.placed)

    def face_up(self, cell: Cell) -> Side:
        card, side = self.placed[cell]
        return CARDS[card]["ab".index(side)]

    def cell_of(self, name: str) -> Cell | None:
        """Where the side of this name lies face up, or None."""
        for cell in self.placed:
            if self.face_up(cell).name == name:
                return cell
        return None

    def in_play(self, name: str) -> bool:
        return self.cell_of(name) is not None

    def standing_on(self, name: str) -> bool:
        return self.face_up(self.position).name == name

    # ------------------------------------------------------------------ the player's actions

    def legal_actions(self) -> list[str]:
        if self.phase == "move":
            return self._walks() + self._explores()
        if self.phase == "second_step":
            # At most one draw a turn: after an explore the extra step can only be a walk.
            explores = self._explores() if self._first_step == "walk" else []
            return self._walks() + explores + ["stay"]
        if self.phase == "mirage":
            return [f"swap with {self.placed[cell][0]}" for cell in self._furthest_cells()]
        if self.phase == "flip":
            return [*self._possible_flips(), "no flip"]
        return []

    def step(self, name: str) -> None:
        if name not in self.legal_actions():
            raise ValueError(f"illegal action {name!r} in phase {self.phase!r}")
        if name.startswith("walk "):
            self._walk(self._neighbour(name.removeprefix("walk ")))
        elif name.startswith("explore "):
            self._explore(self._neighbour(name.removeprefix("explore ")))
        elif name.startswith("swap with "):
            self._mirage_exchange(self._cell_of_card(name.removeprefix("swap with ")))
            self._after_step()
        elif name == "stay":
            self._lose_health_step()
        else:
            if name != "no flip":
                self._flip(name.removeprefix("flip "))
            self._ship_step()

    def _neighbour(self, direction: str) -> Cell:
        row, col = self.position
        d_row, d_col = DIRECTIONS[direction]
        return (row + d_row, col + d_col)

    def _cell_of_card(self, card: str) -> Cell:
        return next(cell for cell, (placed_card, _) in self.placed.items() if placed_card == card)

    # ------------------------------------------------------------------ A turn: 1. Move

    def _begin_turn(self) -> None:
        self.rounds += 1
        self.phase = "move"
        self._steps_taken = 0
        self._first_step = ""
        # Both are settled now, so that a Compass or a ship that appears later this turn waits.
        self._compass_active = self.in_play("Compass")
        self._ship_sails_this_turn = self.ship is not None
        if self.ship is not None:
            self.ship.set_sail_this_turn = False

    def _walks(self) -> list[str]:
        return [f"walk {way}" for way in DIRECTIONS if self._neighbour(way) in self.placed]

    def _explores(self) -> list[str]:
        if not self.deck:
            return []
        return [f"explore {way}" for way in DIRECTIONS if self._in_area(self._neighbour(way))]

    def _walk(self, cell: Cell) -> None:
        self._count_step("walk")
        self.position = cell
        self._negative_heart()
        if not self.over:
            self._pirates()
            self._ship_sighted()
        self._after_step()

    def _explore(self, cell: Cell) -> None:
        self._count_step("explore")
        self._draw(cell)
        self._thirteenth_card()
        self._positive_heart_once(cell)
        self._negative_heart()
        if not self.over:
            self._ship_icon()
            self._pirates()
            if self.standing_on("Mirage"):
                self._mirage_drawn()
        # A Mirage with several equally far cards waits for the player's choice.
        if self.phase != "mirage":
            self._after_step()

    def _count_step(self, kind: str) -> None:
        self._steps_taken += 1
        if self._steps_taken == 1:
            self._first_step = kind

    def _draw(self, cell: Cell) -> None:
        self.placed[cell] = (self.deck.pop(0), "a")
        self.position = cell

    def _after_step(self) -> None:
        if self.over:
            return
        if self._compass_active and self._steps_taken == 1:
            self.phase = "second_step"
        else:
            self._lose_health_step()

    # ------------------------------------------------------------------ A turn: 2. Lose health

    def _lose_health_step(self) -> None:
        self._lose(1)
        if not self.over:
            self._flip_step()

    # ------------------------------------------------------------------ A turn: 3. Flip

    def _flip_step(self) -> None:
        if self._possible_flips():
            self.phase = "flip"
        else:
            self._ship_step()

    def _possible_flips(self) -> list[str]:
        flips = [
            f"flip {card}" for card, side in self.placed.values() if side == "a" and self._may_flip(card)
        ]
        if self._may_flip_maps():
            flips.append("flip maps")
        return flips

    def _may_flip(self, card: str) -> bool:
        """Whether the condition holds, for a card in play with side a up."""
        if card in NEEDS_IN_PLAY:
            return self.in_play(NEEDS_IN_PLAY[card])
        if card in ("rocks", "telescope"):
            return self.standing_on("Higher Ground")
        if card == "higher_ground":
            return self.standing_on("Higher Ground") and self.in_play("Torch")
        if card == "bottle":
            return self.ship is not None and self.ship.set_sail_this_turn
        return False  # the Maps have their own rule, the other flips are forced

    def _may_flip_maps(self) -> bool:
        map_row, map_column = self.cell_of("Map (row)"), self.cell_of("Map (column)")
        if map_row is None or map_column is None:
            return False
        return self.position == (map_row[0], map_column[1])

    def _flip(self, what: str) -> None:
        for card in ("map_column", "map_row") if what == "maps" else (what,):
            cell = self._cell_of_card(card)
            self._turn(cell, "b")
            self._positive_heart_once(cell)
        if what == "telescope":
            self._sight_ship()

    def _turn(self, cell: Cell, side: str) -> None:
        card, _ = self.placed[cell]
        self.placed[cell] = (card, side)

    # ------------------------------------------------------------------ A turn: 4. Ship

    def _ship_step(self) -> None:
        # The ship may have gone to port (Pirates) since the turn began.
        if self._ship_sails_this_turn and self.ship is not None:
            self._move_ship(self.ship)
            if self._seen_or_picked_up():
                self._rescued()
                return
        self._begin_turn()

    def _move_ship(self, ship: Ship) -> None:
        self._advance(ship)
        if self._beside_sea_serpent():
            self._advance(ship)

    def _advance(self, ship: Ship) -> None:
        ship.position += 1
        if ship.position < CORNER_POSITION:
            return
        if ship.sighted and not ship.extended:
            ship.extended = True
            ship.corner = NEXT_CORNER[ship.corner]
            ship.position = 0
        else:
            self._ship_to_port()

    def _ship_to_port(self) -> None:
        self.ship = None
        self.area = None

    # ------------------------------------------------------------------ The area

    def _in_area(self, cell: Cell) -> bool:
        """Whether a new card may be placed on this cell."""
        if cell in self.placed:
            return False
        if self.area is not None:
            top, left = self.area
            row, col = cell
            return top <= row < top + AREA_SIZE and left <= col < left + AREA_SIZE
        rows = [row for row, _ in [*self.placed, cell]]
        cols = [col for _, col in [*self.placed, cell]]
        return max(rows) - min(rows) < AREA_SIZE and max(cols) - min(cols) < AREA_SIZE

    def _fixed_area(self, corner: str) -> Cell:
        """North-west cell of the 4 x 4 square whose `corner` lies on that of the cards."""
        rows = [row for row, _ in self.placed]
        cols = [col for _, col in self.placed]
        top = min(rows) if "N" in corner else max(rows) - (AREA_SIZE - 1)
        left = min(cols) if "W" in corner else max(cols) - (AREA_SIZE - 1)
        return (top, left)

    # ------------------------------------------------------------------ Ships

    def _ship_icon(self) -> None:
        """The icon of the card under you, which was just drawn or brought by the Mirage."""
        corner = self.face_up(self.position).ship
        if corner and self.ship is None:
            self.area = self._fixed_area(corner)
            self.ship = Ship(corner)

    def _coast_cell(self) -> Cell | None:
        """The coast cell beside the ship, or None in port and at a corner."""
        if self.ship is None or self.area is None or self.ship.position == 0:
            return None
        top, left = self.area
        bottom, right = top + AREA_SIZE - 1, left + AREA_SIZE - 1
        along = self.ship.position - 1
        return {
            "north": (top, left + along),
            "east": (top + along, right),
            "south": (bottom, right - along),
            "west": (bottom - along, left),
        }[SIDE_FROM_CORNER[self.ship.corner]]

    def _beside_sea_serpent(self) -> bool:
        coast_cell = self._coast_cell()
        return coast_cell is not None and coast_cell == self.cell_of("Sea Serpent")

    def _seen_or_picked_up(self) -> bool:
        coast_cell = self._coast_cell()
        if self.ship is None or coast_cell is None:
            return False
        sos, beacon = self.cell_of("SOS"), self.cell_of("Lit Beacon")
        if SIDE_FROM_CORNER[self.ship.corner] in ("east", "west"):
            seen = sos is not None and sos[0] == coast_cell[0]
        else:
            seen = beacon is not None and beacon[1] == coast_cell[1]
        # On every side the first and the last coast cell are corners of the square.
        away_from_corner = self.ship.position in (2, 3)
        return seen or (away_from_corner and self.cell_of("Message") == coast_cell)

    # ------------------------------------------------------------------ Card effects

    def _gain(self, hearts: int) -> None:
        self.health = min(FULL_HEALTH, self.health + hearts)

    def _lose(self, hearts: int) -> None:
        self.health = max(0, self.health - hearts)
        if self.health == 0:
            self._died()

    def _positive_heart_once(self, cell: Cell) -> None:
        heart = self.face_up(cell).heart
        if heart > 0 and self.placed[cell] not in self.hearts_paid:
            self.hearts_paid.add(self.placed[cell])
            self._gain(heart)

    def _negative_heart(self) -> None:
        """The negative heart of the card on which you have just landed."""
        side = self.face_up(self.position)
        protected = any(self.in_play(name) for name in PROTECTION.get(side.name, ()))
        if side.heart < 0 and not protected:
            self._lose(-side.heart)

    def _thirteenth_card(self) -> None:
        storm = self.cell_of("Storm")
        if self.cards_played == STORM_BREAKS_AT and storm is not None:
            self._turn(storm, "b")
            self._tornado_turns_cards_back()

    def _tornado_turns_cards_back(self) -> None:
        for name in ("Shelter", "Lit Beacon"):
            cell = self.cell_of(name)
            if cell is not None:
                self._turn(cell, "a")

    def _pirates(self) -> None:
        if self.standing_on("Pirates") and self.ship is not None:
            self._ship_to_port()
            self._turn(self.position, "b")

    def _ship_sighted(self) -> None:
        """Landing on Ship Sighted."""
        if self.standing_on("Ship Sighted"):
            self._sight_ship()

    def _sight_ship(self) -> None:
        if self.ship is not None and not self.ship.extended:
            self.ship.sighted = True

    def _mirage_drawn(self) -> None:
        furthest = self._furthest_cells()
        if not furthest:  # the first card of the game
            self._turn(self.position, "b")
        elif len(furthest) == 1:
            self._mirage_exchange(furthest[0])
        else:
            self.phase = "mirage"

    def _furthest_cells(self) -> list[Cell]:
        def distance(cell: Cell) -> int:
            return abs(cell[0] - self.position[0]) + abs(cell[1] - self.position[1])

        others = [cell for cell in self.placed if cell != self.position]
        greatest = max(map(distance, others), default=0)
        return [cell for cell in others if distance(cell) == greatest]

    def _mirage_exchange(self, far: Cell) -> None:
        """You stay where you are; what lay far away is now under you and happens again."""
        here = self.position
        self.placed[here], self.placed[far] = self.placed[far], self.placed[here]
        # The one exception to "a positive heart pays once".
        self._gain(max(0, self.face_up(here).heart))
        self._negative_heart()
        if self.over:
            return
        self._ship_icon()
        self._pirates()
        self._ship_sighted()
        if self.standing_on("Tornado"):
            self._tornado_turns_cards_back()
        self._turn(far, "b")

    # ------------------------------------------------------------------ End and score

    def _died(self) -> None:
        self.cause = "died"
        self.phase = "over"

    def _rescued(self) -> None:
        self.cause = "rescued"
        self.phase = "over"
        points = sum(self.face_up(cell).vp for cell in self.placed)
        self.score = points + self.health + self.cards_played // 4
