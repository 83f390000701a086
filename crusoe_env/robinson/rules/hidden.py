"""What nobody knows: dealing it anew."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.phases.placing import is_hidden, is_placing, turn_to
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.rules.world.placed_pawns import is_placed_by
from crusoe_env.robinson.state import NONE, PAWNS_EACH, PEOPLE, UNPLACED


@compiled
def redeal(s: State, t: Tables, viewer: int) -> None:
    """Deal anew what nobody knows: the order of all decks, but for cards that have been looked at."""
    if s.secret_plans == 1:
        lift(s, t, viewer)
    redeal_events(s)
    for deck in range(3):
        shuffle(s, s.adventures[deck], 0, int(s.adventures_left[deck]))
    shuffle(s, s.mysteries, 0, int(s.mysteries_left))
    redeal_beasts(s)
    shuffle(s, s.inventions, 0, max(0, int(s.inventions_left) - 1))  # it lies face up
    shuffle(s, s.discovery_stack, 0, int(s.discoveries_left))
    shuffle(s, s.starting_deck, 0, int(s.starting_left))
    shuffle(s, s.tiles, 0, max(0, int(s.tiles_left) - s.tiles_known))


@compiled
def lift(s: State, t: Tables, viewer: int) -> None:
    """Take up the pawns that others have placed unseen: they place them anew, after him who looks.

    What he sees does not depend on how many of them are placed. He is asked first, so his question stays.
    """
    if not is_hidden(s):
        return
    for person in range(PEOPLE):
        if not is_placed_by(s, person, viewer):
            for pawn in range(PAWNS_EACH):
                s.placed_pawns[person, pawn] = UNPLACED
    if is_placing(s):
        turn_to(s, t, viewer)


@compiled
def redeal_events(s: State) -> None:
    """The players see the back of the next card, so a card with the same back stays on top."""
    left = int(s.events_left)
    if left == 0 or s.event_known == 1:
        shuffle(s, s.event_deck, 0, max(0, left - 1))
        return
    deck = back_of(int(s.event_deck[left - 1]))
    shuffle(s, s.event_deck, 0, left)
    at = left - 1
    while back_of(int(s.event_deck[at])) != deck:
        at -= 1
    card = s.event_deck[at]
    s.event_deck[at] = s.event_deck[left - 1]
    s.event_deck[left - 1] = card


@compiled
def redeal_beasts(s: State) -> None:
    """Beasts of the deck, of the hunting deck but for a card looked at, and in ambush are unknown alike."""
    pool = int(s.beasts_left)
    known = s.hunting_known if s.hunting_left > 0 else 0
    hidden = max(0, int(s.hunting_left) - known)
    for i in range(hidden):
        s.beasts[pool + i] = s.hunting[i]
    total = pool + hidden
    if s.ambush != NONE:
        s.beasts[total] = s.ambush
        total += 1
    shuffle(s, s.beasts, 0, total)
    if s.ambush != NONE:
        total -= 1
        s.ambush = s.beasts[total]
    for i in range(hidden):
        s.hunting[i] = s.beasts[pool + i]
