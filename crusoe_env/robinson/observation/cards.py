"""Cards: threats, adventures, mysteries, beasts, piles, effects that wait."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARDS, FIRST_MYSTERY, MYSTERY_CARDS
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.observation.entries import place_of, put
from crusoe_env.robinson.observation.fields import EVENT_CARDS, NOBODY, WOUND_DECKS
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.rules.world.finds import finder_of_treasure, is_hidden_from

START = LAYOUT.start
ROUND_AT, ROUND = START["round"], LAYOUT.offsets("round")
PEOPLE_AT, PERSON = START["people"], LAYOUT.offsets("people")
THREATS_AT, THREAT = START["threats"], LAYOUT.offsets("threats")
DISCARDED = START["events discarded"]
ADVENTURES_AT, ADVENTURE = START["adventures"], LAYOUT.offsets("adventures")
MYSTERIES_AT, MYSTERY = START["mysteries"], LAYOUT.offsets("mysteries")
SEARCH_AT, SEARCH = START["search"], LAYOUT.offsets("search")
BEASTS_AT, BEASTS = START["beasts"], LAYOUT.offsets("beasts")
PILES_AT, PILES = START["piles"], LAYOUT.offsets("piles")
BACK, KNOWN_EVENT, WAITING = START["event back"], START["known event"], START["waiting"]


@compiled
def write_cards(s: State, viewer: int, mine: int, out: Entries) -> None:
    """All decks and what came out of them; `mine`: bits of the seats whose knowledge is written."""
    write_events(s, mine, out)
    write_adventures(s, out)
    write_mysteries(s, viewer, mine, out)
    write_beasts(s, mine, out)
    write_piles(s, out)
    write_waiting(s, viewer, out)


@compiled
def write_waiting(s: State, viewer: int, out: Entries) -> None:
    """Effects that wait for the night or the next round: of which cards, for whom, and how many for each."""
    for i in range(s.delayed_count):
        card, person = int(s.delayed[i, c.DELAYED_CARD]), int(s.delayed[i, c.DELAYED_PERFORMER])
        place = place_of(s, viewer, person)
        if 0 <= card < CARDS:
            out[WAITING + card] = int(out[WAITING + card]) | (NOBODY if place == c.NONE else 1 << place)
        else:
            out[ROUND_AT + ROUND.waiting] += 1
        if place != c.NONE:
            out[PEOPLE_AT + place * PERSON.row_width + PERSON.waiting] += 1


@compiled
def write_events(s: State, mine: int, out: Entries) -> None:
    """The threat row, the discarded cards, the next card of the event deck."""
    for place in range(2):
        card = int(s.threat[place])
        if card != c.NONE:
            at = THREATS_AT + place * THREAT.row_width
            out[at + THREAT.card + card] = 1
            put(out, at + THREAT.space, s.card_space[card] + 1)
            put(out, at + THREAT.mark, s.card_mark[card])
    for i in range(s.events_discarded):
        out[DISCARDED + int(s.event_discard[i])] += 1
    if s.events_left > 0:
        card = int(s.event_deck[s.events_left - 1])
        out[BACK + back_of(card)] = 1
        if s.event_known == 1 or s.looked[c.LOOK_AT_EVENT] & mine != 0:
            out[KNOWN_EVENT + card] = 1


@compiled
def write_adventures(s: State, out: Entries) -> None:
    """Adventures on the discard piles, and those that all know to be in the event deck."""
    for deck in range(WOUND_DECKS):
        for i in range(s.adventures_discarded[deck]):
            at = ADVENTURES_AT + (s.adventure_discard[deck, i] - EVENT_CARDS) * ADVENTURE.row_width
            out[at + ADVENTURE.discarded] += 1
    for i in range(s.events_left):
        card = int(s.event_deck[i])
        if EVENT_CARDS <= card < FIRST_MYSTERY:
            at = ADVENTURES_AT + (card - EVENT_CARDS) * ADVENTURE.row_width
            out[at + ADVENTURE.in_the_events] += 1
            put(out, at + ADVENTURE.space, s.card_space[card] + 1)


@compiled
def write_mysteries(s: State, viewer: int, mine: int, out: Entries) -> None:
    """Where the mystery cards are, and which are sought; one that others hide counts as in the deck."""
    for mystery in range(MYSTERY_CARDS):
        state = s.mystery_state[mystery]
        if state == 0 or is_hidden_from(s, finder_of_treasure(s, mystery), mine):
            continue
        at = MYSTERIES_AT + mystery * MYSTERY.row_width
        out[at + MYSTERY.kept] = state == c.MYSTERY_KEPT
        out[at + MYSTERY.future] = state == c.MYSTERY_FUTURE
        out[at + MYSTERY.in_the_events] = state == c.MYSTERY_IN_EVENT_DECK
        out[at + MYSTERY.gone] = state == c.MYSTERY_GONE
        put(out, at + MYSTERY.uses, s.mystery_uses[mystery])
        put(out, at + MYSTERY.draw, s.mystery_draw[mystery])
        out[at + MYSTERY.outside] = (s.outside_treasures >> mystery) & 1
        if s.mystery_round[mystery] == s.rounds:
            put(out, at + MYSTERY.found_by, place_of(s, viewer, int(s.mystery_holder[mystery])) + 1)
    for i in range(s.mysteries_passed):
        out[MYSTERIES_AT + int(s.passed_over[i]) * MYSTERY.row_width + MYSTERY.laid_aside] = 1
    put(out, SEARCH_AT + SEARCH.draws, s.draws)
    for kind in range(len(s.wanted[0])):
        put(out, SEARCH_AT + SEARCH.wanted + kind, s.wanted[max(0, s.draws - 1), kind])
    out[SEARCH_AT + SEARCH.ignored] = s.mystery_ignored
    out[SEARCH_AT + SEARCH.whole] = s.draws > 0 and (s.whole_draws >> max(0, int(s.draws) - 1)) & 1


@compiled
def write_beasts(s: State, mine: int, out: Entries) -> None:
    """Beasts that nobody has met, wherever they lie, and the one that the players have looked at."""
    for i in range(s.beasts_left):
        out[BEASTS_AT + BEASTS.unseen + int(s.beasts[i])] = 1
    for i in range(s.hunting_left):
        out[BEASTS_AT + BEASTS.unseen + int(s.hunting[i])] = 1
    if s.ambush != c.NONE:
        out[BEASTS_AT + (BEASTS.known if s.ambush_known == 1 else BEASTS.unseen) + s.ambush] = 1
        out[BEASTS_AT + BEASTS.ambush] = 1
    if s.hunting_left > 0 and (s.hunting_known == 1 or s.looked[c.LOOK_AT_BEAST] & mine != 0):
        out[BEASTS_AT + BEASTS.known + int(s.hunting[s.hunting_left - 1])] = 1


@compiled
def write_piles(s: State, out: Entries) -> None:
    """How many cards, tokens and tiles lie in each pile."""
    put(out, PILES_AT + PILES.events, s.events_left)
    for deck in range(WOUND_DECKS):
        put(out, PILES_AT + PILES.adventures + deck, s.adventures_left[deck])
        put(out, PILES_AT + PILES.discarded + deck, s.adventures_discarded[deck])
    put(out, PILES_AT + PILES.mysteries, s.mysteries_left)
    put(out, PILES_AT + PILES.beasts, s.beasts_left)
    put(out, PILES_AT + PILES.hunting, s.hunting_left)
    put(out, PILES_AT + PILES.tiles, s.tiles_left)
    put(out, PILES_AT + PILES.discoveries, s.discoveries_left)
    put(out, PILES_AT + PILES.starting_items, s.starting_left)
    put(out, PILES_AT + PILES.inventions, s.inventions_left)
