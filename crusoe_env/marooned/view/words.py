"""What a player of Marooned! sees, in words and cells: what the drawing and the text view share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.marooned import actions as ac
from crusoe_env.marooned import state as st
from crusoe_env.marooned.actions import write_mask
from crusoe_env.show.description import many

COASTS = ("north", "east", "south", "west")
"""By the corner from which a ship sails along them."""
HEADINGS = ("east", "south", "west", "north")
CORNER_NAMES = ("north-west", "north-east", "south-east", "south-west")

SET_SAIL = "set sail this turn"

DECISIONS = {
    st.MOVE: ("Move", "Walk onto a card next to you, or explore an empty cell."),
    st.SECOND_STEP: ("Second step", "The Compass lets you take another step. You may stay."),
    st.MIRAGE: ("Mirage", "Choose the card that it changes place with."),
    st.FLIP: ("Flip", "Turn over one of the marked cards, or none."),
}


@dataclass(frozen=True)
class Sight:
    """A state and what has been worked out about it for showing.

    Attributes:
        s, t: the game's record and its tables.
        names: the name of each face.
        legal: the legal actions; none when the game is over.
    """

    s: Any
    t: Any
    names: tuple[str, ...]
    legal: frozenset[int]

    def face(self, card: int) -> int:
        """The face of a card that shows."""
        return 2 * card + int(self.s.side[card])

    def placed(self) -> Iterator[tuple[int, int, int]]:
        """All cards in play as (card, row, column)."""
        for card in range(st.CARDS):
            cell = int(self.s.cell[card])
            if cell != st.NONE:
                yield card, cell // st.FRAME, cell % st.FRAME

    def unseen(self) -> list[str]:
        """The names of the cards still in the deck, which everybody knows, in the order of the data file."""
        return [self.names[2 * card] for card in range(st.CARDS) if self.s.cell[card] == st.NONE]

    def in_play(self, special: int) -> int:
        """The card whose face with this special is up in play, or NONE."""
        face = int(self.t.face_of[special])
        card = face >> 1
        return card if self.s.cell[card] != st.NONE and self.s.side[card] == face & 1 else st.NONE

    def harmless(self, face: int) -> bool:
        """Does a card in play cancel the negative heart of this face?"""
        protectors = [int(p) for p in self.t.protected_by[face] if p != st.NONE]
        return any(self.s.cell[p >> 1] != st.NONE and self.s.side[p >> 1] == p & 1 for p in protectors)

    def turns(self, card: int) -> list[int]:
        """The legal actions that flip this card, or let the Mirage change place with it."""
        found = [ac.FLIP_MAPS] if card in (self.t.map_row, self.t.map_column) else []
        found += [ac.FLIP_CARD + ac.FLIPPABLE.index(card)] if card in ac.FLIPPABLE else []
        found += [ac.SWAP + ac.SWAPPABLE.index(card)] if card in ac.SWAPPABLE else []
        return [action for action in found if action in self.legal]

    def flips(self, card: int) -> bool:
        """May this card be flipped now?"""
        return any(action < ac.SWAP for action in self.turns(card))

    def swaps(self, card: int) -> bool:
        """May the Mirage change place with this card now?"""
        return any(action >= ac.SWAP for action in self.turns(card))

    def points(self) -> tuple[int, int, int]:
        """Victory points on cards, for health left, for cards played."""
        on_cards = sum(int(self.t.points[self.face(card)]) for card, _, _ in self.placed())
        for_health = int(self.s.health) * int(self.t.points_per_health)
        return on_cards, for_health, int(self.s.played) // int(self.t.cards_played_divisor)

    def decision(self) -> tuple[str, str]:
        """What is to be decided, or the end of the game: a title and a sentence."""
        s = self.s
        if s.over == 1:
            return "Game over", f"{many(int(s.played), 'card')} played in {many(int(s.rounds), 'turn')}."
        title, words = DECISIONS[int(s.phase)]
        if s.phase == st.MOVE and s.compass == 1:
            words += " The Compass gives one step more."
        return title, words

    def ship(self) -> list[str]:
        """Where the ship is, in a few short lines."""
        s = self.s
        if s.ship == st.NONE:
            return ["in port"]
        lines = [f"{COASTS[s.ship]} coast, heading {HEADINGS[s.ship]}"]
        if s.ship_position == 0:
            lines.append(f"at the {CORNER_NAMES[s.ship]} corner")
        else:
            lines.append(f"beside cell {s.ship_position} of {st.AREA}")
        if s.set_sail == 1:
            lines.append(SET_SAIL)
        elif s.extended == 1:
            lines.append("sighted: on its second coast")
        elif s.sighted == 1:
            lines.append("sighted: will sail a second coast")
        return lines

    def result(self) -> str:
        """How the game ended, in one line."""
        if self.s.cause == st.RESCUED:
            return f"Rescued with {many(int(self.s.score), 'point')}"
        if 0 <= self.s.cause < len(st.CAUSES):
            return f"Died on turn {self.s.rounds}"
        return "Ended by an illegal action"


def sight_of(s: Any, t: Any, facts: dict[str, Any]) -> Sight:
    """A state as the player sees it."""
    mask = np.zeros(ac.LAYOUT.n, np.int8)
    if s.over == 0:
        write_mask(s, t, mask)
    names = tuple(entry[side]["name"] for entry in facts["card"] for side in "ab")
    return Sight(s, t, names, frozenset(int(action) for action in np.flatnonzero(mask)))


def neighbours(sight: Sight, block: int) -> Iterator[tuple[int, int, int]]:
    """The directions in which a step of this block of actions is legal, as (direction, row, column)."""
    row, column = sight.s.position // st.FRAME, sight.s.position % st.FRAME
    for direction in range(4):
        if block + direction in sight.legal:
            yield direction, row + st.ROW_STEP[direction], column + st.COLUMN_STEP[direction]


def beside_area(side: int, position: int) -> tuple[int, int]:
    """Row and column of a ship, counted from the area's north-west cell; -1 and 4 are the sea around it."""
    ahead, behind = position - 1, st.AREA - position
    return ((-1, ahead), (ahead, st.AREA), (st.AREA, behind), (behind, -1))[side]
