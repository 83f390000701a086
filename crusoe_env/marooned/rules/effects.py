"""What a card does when drawn, landed on, or brought under you by the Mirage (Rules, Card icons, Notes)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.marooned.facts import (
    BREAKS_INTO_TORNADO,
    EXCHANGE_WITH_FURTHEST,
    EXTRA_STEP,
    SECOND_COAST,
    SHIP_TO_PORT,
    TURNS_BACK,
)
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.ending import change_health, in_play
from crusoe_env.marooned.rules.ship import ship_sets_sail, ship_sighted, ship_to_port
from crusoe_env.marooned.state import CARDS, FRAME, MIRAGE, NONE


@compiled
def pay_heart(s: State, t: Tables, face: int) -> None:
    """A positive heart, once per face: when it is drawn or flipped up."""
    if t.heart[face] > 0 and s.paid[face] == 0:
        s.paid[face] = 1
        change_health(s, t, int(t.heart[face]))


@compiled
def is_protected(s: State, t: Tables, face: int) -> bool:
    """Does a card in play cancel the negative heart of this face?"""
    for protector in t.protected_by[face]:
        if protector != NONE and in_play(s, protector):
            return True
    return False


@compiled
def lose_heart(s: State, t: Tables, face: int) -> None:
    """A negative heart, each time you come onto the card, unless something protects you."""
    if t.heart[face] < 0 and not is_protected(s, t, face):
        change_health(s, t, int(t.heart[face]))


@compiled
def pirates_come(s: State, t: Tables, face: int) -> None:
    """Pirates, drawn or landed on with a ship in play: it flees to port and they leave a Compass."""
    if face == t.face_of[SHIP_TO_PORT] and s.ship != NONE:
        ship_to_port(s)
        s.side[face >> 1] = t.face_of[EXTRA_STEP] & 1


@compiled
def land_on(s: State, t: Tables, card: int) -> None:
    """The effects of coming onto a card that was already in play."""
    face = 2 * card + s.side[card]
    lose_heart(s, t, face)
    if s.over == 0:
        pirates_come(s, t, face)
        if face == t.face_of[SECOND_COAST]:
            ship_sighted(s)


@compiled
def card_drawn(s: State, t: Tables, card: int) -> None:
    """The effects of a card just drawn under you; may leave the choice of the Mirage's partner open."""
    if s.played == t.storm_breaks_at_card:
        storm_breaks(s, t)
    face = 2 * card + s.side[card]
    pay_heart(s, t, face)
    if t.ship_corner[face] != NONE:
        ship_sets_sail(s, t.ship_corner[face])
    land_on(s, t, card)
    if face == t.face_of[EXCHANGE_WITH_FURTHEST] and s.over == 0:
        mirage_appears(s, t, card)


@compiled
def storm_breaks(s: State, t: Tables) -> None:
    """The 13th card is placed: a Storm in play becomes the Tornado."""
    storm = t.face_of[BREAKS_INTO_TORNADO]
    if in_play(s, storm):
        s.side[storm >> 1] = 1
        tornado_strikes(s, t)


@compiled
def tornado_strikes(s: State, t: Tables) -> None:
    """Shelter and Lit Beacon in play turn back."""
    for card in t.turned_back:
        s.side[card] = 0


@compiled
def distance(a: int, b: int) -> int:
    """Steps between two cells, orthogonally."""
    return abs(a // FRAME - b // FRAME) + abs(a % FRAME - b % FRAME)


@compiled
def furthest_distance(s: State) -> int:
    """The distance from your cell to the furthest card."""
    furthest = 0
    for card in range(CARDS):
        if s.cell[card] >= 0:
            furthest = max(furthest, distance(s.cell[card], s.position))
    return furthest


@compiled
def may_exchange(s: State, card: int, furthest: int) -> bool:
    """Is this card one of those furthest from the Mirage under you?"""
    return s.cell[card] >= 0 and distance(s.cell[card], s.position) == furthest


@compiled
def mirage_appears(s: State, t: Tables, mirage: int) -> None:
    """The Mirage was drawn: it changes place with the furthest card; a tie is the player's choice."""
    furthest = furthest_distance(s)
    if furthest == 0:  # drawn first of all: nothing to exchange with
        s.side[mirage] = 1
        return
    partner = NONE
    partners = 0
    for card in range(CARDS):
        if may_exchange(s, card, furthest):
            partner = card
            partners += 1
    if partners == 1:
        exchange_mirage(s, t, partner)
    else:
        s.phase = MIRAGE


@compiled
def exchange_mirage(s: State, t: Tables, partner: int) -> None:
    """The Mirage and its partner change places; the partner's effects happen again; then the Mirage flips."""
    mirage = t.face_of[EXCHANGE_WITH_FURTHEST] >> 1
    s.cell[mirage] = s.cell[partner]
    s.cell[partner] = s.position
    s.card_at[s.cell[mirage]] = mirage
    s.card_at[s.position] = partner
    happens_again(s, t, partner)
    if s.over == 0:
        s.side[mirage] = 1


@compiled
def happens_again(s: State, t: Tables, card: int) -> None:
    """Everything on the card's present side, its positive heart included: heart, then ship, then text."""
    face = 2 * card + s.side[card]
    if t.heart[face] > 0:
        change_health(s, t, int(t.heart[face]))
    if t.ship_corner[face] != NONE:
        ship_sets_sail(s, t.ship_corner[face])
    land_on(s, t, card)
    if face == t.face_of[TURNS_BACK] and s.over == 0:
        tornado_strikes(s, t)
