"""What nobody knows: dealing it anew."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import DISCOVERIES, MYSTERY_CARDS, STARTING_ITEMS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.effects.shown import forget_shown
from crusoe_env.robinson.rules.phases.placing import is_hidden, is_placing, turn_to
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.rules.world.finds import (
    finder_of_item,
    finder_of_treasure,
    hides_shown_tokens,
    is_hidden_from,
)
from crusoe_env.robinson.rules.world.looks import all_know, chooses_alone, tiles_laid_out
from crusoe_env.robinson.rules.world.placed_pawns import is_placed_by
from crusoe_env.robinson.rules.world.strains import conceal_strains, redeal_strains

COUNT_BITS = 8
"""Bits of each of several small counts in one number."""
MOST_COUNT = (1 << COUNT_BITS) - 1


@compiled
def redeal(s: State, t: Tables, viewer: int) -> None:
    """Deal anew what the viewer does not know: the order of all decks, but for cards that he has seen."""
    if s.secret_plans == 1:
        lift(s, t, viewer)
    if s.strains == 1:
        redeal_strains(s, viewer)
    if s.private_finds == 1 and s.phase == c.RESOLUTION:
        redeal_finds(s, t, viewer)
    redeal_events(s, viewer)
    for deck in range(3):
        deal(s, s.adventures[deck], int(s.adventures_left[deck]))
    deal(s, s.mysteries, int(s.mysteries_left))
    redeal_beasts(s, viewer)
    deal(s, s.inventions, max(0, int(s.inventions_left) - 1))  # it lies face up
    deal(s, s.discovery_stack, int(s.discoveries_left))
    deal(s, s.starting_deck, int(s.starting_left))
    redeal_tiles(s, viewer)


@compiled
def lift(s: State, t: Tables, viewer: int) -> None:
    """Take up the pawns that others have placed unseen: they place them anew, after him who looks.

    What he sees does not depend on how many of them are placed. He is asked first, so his question stays.
    """
    if not is_hidden(s):
        return
    for person in range(c.PEOPLE):
        if not is_placed_by(s, person, viewer):
            for pawn in range(c.PAWNS_EACH):
                s.placed_pawns[person, pawn] = c.UNPLACED
    if is_placing(s):
        turn_to(s, t, viewer)


@compiled
def conceal(s: State, t: Tables, viewer: int) -> None:
    """In a copy that is shown: take away what a viewer does not know of the others."""
    if s.secret_plans == 1:
        lift(s, t, viewer)
    if s.strains == 1:
        conceal_strains(s, viewer)
    if s.private_finds == 1:
        for pile in range(len(c.LOOKS)):
            s.looked[pile] &= 1 << viewer
        if s.acting != viewer and (chooses_alone(s) or hides_shown_tokens(s)):
            forget_shown(s)
        conceal_finds(s, viewer)


@compiled
def known_to(s: State, pile: int, viewer: int) -> bool:
    """Does the viewer know the top card of one of the piles of `LOOKS`?"""
    return all_know(s, pile) or bool((s.looked[pile] >> viewer) & 1)


@compiled
def conceal_finds(s: State, viewer: int) -> None:
    """Take away what others have found."""
    for person in range(s.players):
        if is_hidden_from(s, person, 1 << viewer):
            for token in range(DISCOVERIES):
                s.discovery_future[token] -= s.found[person, token]
                s.found[person, token] = 0
    for mystery in range(MYSTERY_CARDS):
        if is_hidden_from(s, finder_of_treasure(s, mystery), 1 << viewer):
            s.mystery_state[mystery] = c.MYSTERY_IN_DECK
    for item in range(STARTING_ITEMS):
        if is_hidden_from(s, finder_of_item(s, item), 1 << viewer):
            s.starting_future[item] = 0


# ------------------------------------------------------------------ finds of others
@compiled
def redeal_finds(s: State, t: Tables, viewer: int) -> None:
    """Deal anew what others have found: as many of each sort, of what the viewer has not seen."""
    redeal_tokens(s, viewer)
    redeal_items(s, t, viewer)
    redeal_treasures(s, t, viewer)


@compiled
def redeal_tokens(s: State, viewer: int) -> None:
    """Tokens that others hide, or choose from, go back to the stack, and as many are drawn again."""
    laid_out = hides_shown_tokens(s) and s.acting != viewer
    if laid_out:
        for i in range(len(s.shown)):
            if s.shown[i] != c.NONE:
                put_token_back(s, int(s.shown[i]))
    hidden = 0  # how many each player hides, packed
    for person in range(s.players):
        if not is_hidden_from(s, person, 1 << viewer):
            continue
        for token in range(DISCOVERIES):
            for _ in range(s.found[person, token]):
                put_token_back(s, token)
            hidden += int(s.found[person, token]) << (person * COUNT_BITS)
            s.discovery_future[token] -= s.found[person, token]
            s.found[person, token] = 0
    deal(s, s.discovery_stack, int(s.discoveries_left))
    for person in range(s.players):
        for _ in range((hidden >> (person * COUNT_BITS)) & MOST_COUNT):
            s.discoveries_left -= 1
            token = int(s.discovery_stack[s.discoveries_left])
            s.found[person, token] += 1
            s.discovery_future[token] += 1
    if laid_out:
        for i in range(len(s.shown)):
            if s.shown[i] != c.NONE:
                s.discoveries_left -= 1
                s.shown[i] = s.discovery_stack[s.discoveries_left]


@compiled
def put_token_back(s: State, token: int) -> None:
    """A discovery token goes back to the stack."""
    s.discovery_stack[s.discoveries_left] = token
    s.discoveries_left += 1


@compiled
def redeal_items(s: State, t: Tables, viewer: int) -> None:
    """Starting items that others hide change places with those that nobody has."""
    hidden = 0  # how many each player hides, packed
    for item in range(STARTING_ITEMS):
        finder = finder_of_item(s, item)
        if is_hidden_from(s, finder, 1 << viewer):
            hidden += 1 << (finder * COUNT_BITS)
            s.starting_future[item] = 0
            s.starting_finder[item] = c.NONE
            s.starting_deck[s.starting_left] = item
            s.starting_left += 1
    deal(s, s.starting_deck, int(s.starting_left))
    for person in range(s.players):
        for _ in range((hidden >> (person * COUNT_BITS)) & MOST_COUNT):
            s.starting_left -= 1
            item = int(s.starting_deck[s.starting_left])
            s.starting_future[item] = t.starting_uses[item]
            s.starting_finder[item] = person


@compiled
def redeal_treasures(s: State, t: Tables, viewer: int) -> None:
    """Treasures that others hide change places with those of the deck; what all have seen of them stays.

    While they are drawn again, the uses of a card, which has none before it is kept, say who holds it.
    """
    for mystery in range(MYSTERY_CARDS):
        if is_hidden_from(s, finder_of_treasure(s, mystery), 1 << viewer):
            s.mysteries[s.mysteries_left] = mystery
            s.mysteries_left += 1
    deal(s, s.mysteries, int(s.mysteries_left))
    for person in range(s.players):
        if not is_hidden_from(s, person, 1 << viewer):
            continue
        for draw in range(c.DRAWS + 1):
            for mystery in range(MYSTERY_CARDS):
                if finder_of_treasure(s, mystery) == person and s.mystery_draw[mystery] == draw:
                    s.mystery_uses[take_treasure(s, t)] = 1 + person * (c.DRAWS + 1) + draw
    for mystery in range(MYSTERY_CARDS):
        hidden = is_hidden_from(s, finder_of_treasure(s, mystery), 1 << viewer)
        if not hidden and s.mystery_state[mystery] != c.MYSTERY_IN_DECK:
            continue
        held = int(s.mystery_uses[mystery]) - 1
        s.mystery_uses[mystery] = 0
        if held >= 0:
            hold_treasure(s, mystery, held // (c.DRAWS + 1), held % (c.DRAWS + 1))
        elif hidden:
            s.mystery_state[mystery] = c.MYSTERY_IN_DECK
            s.mystery_holder[mystery] = c.NONE
            s.mystery_round[mystery] = s.mystery_draw[mystery] = 0
            s.outside_treasures &= ~(1 << mystery)


@compiled
def hold_treasure(s: State, mystery: int, person: int, draw: int) -> None:
    """A treasure was found in this action phase, in one of the draws under way or before (0)."""
    s.mystery_state[mystery] = c.MYSTERY_FUTURE
    s.mystery_holder[mystery] = person
    s.mystery_round[mystery] = s.rounds
    s.mystery_draw[mystery] = draw
    s.outside_treasures |= 1 << mystery


@compiled
def take_treasure(s: State, t: Tables) -> int:
    """Take the first treasure from the top of the deck of mysteries, in which there is one."""
    at = int(s.mysteries_left) - 1
    while t.mystery_type[s.mysteries[at]] != c.TREASURE_TYPE:
        at -= 1
    mystery = int(s.mysteries[at])
    s.mysteries_left -= 1
    s.mysteries[at] = s.mysteries[s.mysteries_left]
    return mystery


# ------------------------------------------------------------------ piles
@compiled
def deal(s: State, cards: NDArray[np.int64], count: int) -> None:
    """Shuffle the first cards of a pile.

    Where players know different things their order counts for nothing: equal knowledge gives equal deals.
    """
    if s.private_finds == 1:
        for i in range(1, count):
            card, at = cards[i], i
            while at > 0 and cards[at - 1] > card:
                cards[at] = cards[at - 1]
                at -= 1
            cards[at] = card
    shuffle(s, cards, 0, count)


@compiled
def redeal_tiles(s: State, viewer: int) -> None:
    """Tiles on top that the viewer has seen stay; those laid out for another are dealt anew with the rest."""
    known = int(s.tiles_known)
    if known_to(s, c.LOOK_AT_TILES, viewer):
        known = max(known, 1)
    others = chooses_alone(s) and s.acting != viewer
    if not others:
        known = max(known, tiles_laid_out(s))
    deal(s, s.tiles, max(0, int(s.tiles_left) - known))
    if others:
        first = int(s.tiles_left) - 1 - int(s.question_detail)
        for i in range(len(s.shown)):
            if s.shown[i] != c.NONE:
                s.shown[i] = s.tiles[first - i]


@compiled
def redeal_events(s: State, viewer: int) -> None:
    """The players see the back of the next card, so a card with the same back stays on top."""
    left = int(s.events_left)
    if left == 0 or known_to(s, c.LOOK_AT_EVENT, viewer):
        deal(s, s.event_deck, max(0, left - 1))
        return
    deck = back_of(int(s.event_deck[left - 1]))
    deal(s, s.event_deck, left)
    at = left - 1
    while back_of(int(s.event_deck[at])) != deck:
        at -= 1
    card = s.event_deck[at]
    s.event_deck[at] = s.event_deck[left - 1]
    s.event_deck[left - 1] = card


@compiled
def redeal_beasts(s: State, viewer: int) -> None:
    """Beasts of the deck, of the hunting deck, and in ambush are unknown alike, but for cards looked at."""
    pool = int(s.beasts_left)
    known = int(s.hunting_left > 0 and known_to(s, c.LOOK_AT_BEAST, viewer))
    hidden = max(0, int(s.hunting_left) - known)
    for i in range(hidden):
        s.beasts[pool + i] = s.hunting[i]
    total = pool + hidden
    in_ambush = s.ambush != c.NONE and s.ambush_known == 0
    if in_ambush:
        s.beasts[total] = s.ambush
        total += 1
    deal(s, s.beasts, total)
    if in_ambush:
        total -= 1
        s.ambush = s.beasts[total]
    for i in range(hidden):
        s.hunting[i] = s.beasts[pool + i]
