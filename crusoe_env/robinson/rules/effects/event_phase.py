"""The event phase: the book, the threat row, the First Player, decks looked at."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.stack import run_card
from crusoe_env.robinson.rules.world.decks import discard_event
from crusoe_env.robinson.rules.world.looks import look_alone
from crusoe_env.robinson.scenarios.hooks import run_hook


@operation("resolve_book", "The scenario's book effect.", phrase="the scenario's book icon")
@compiled
def resolve_book(s: State, t: Tables, card: int) -> None:
    """What the scenario does at the book icon."""
    run_hook(s, t, c.ON_BOOK, card)


@operation(
    "resolve_threats",
    "The threat effects of all cards in the threat row, left to right; they go.",
    phrase="all threats strike at once",
)
@compiled
def resolve_threats(s: State, t: Tables) -> None:
    """The threat effects of all cards in the threat row, left one first; the cards are discarded."""
    for place in range(1, -1, -1):
        card = int(s.threat[place])
        s.threat[place] = c.NONE
        if card != c.NONE:
            discard_event(s, card)
            run_card(s, t, int(t.threat_effect[card]), int(s.first_player), card)


@operation(
    "next_first_player",
    "The First Player token goes to the next player.",
    phrase="the next player becomes First Player",
)
@compiled
def next_first_player(s: State) -> None:
    """Another First Player."""
    s.first_player = (s.first_player + 1) % s.players


SEEN = {
    v.LOOK_AT_EVENT_DECK: v.EVENTS_ASPECT,
    v.LOOK_AT_HUNTING_DECK: v.BEASTS_ASPECT,
    v.LOOK_AT_AMBUSH: v.EVENTS_ASPECT,
}
"""What is known better after a look; a beast in ambush comes with the next event card."""


@compiled
def can_look(s: State, looked_at: int) -> bool:
    """Is there a card, and is it not known yet?"""
    if looked_at == v.LOOK_AT_EVENT_DECK:
        return s.event_known < min(1, s.events_left)
    if looked_at == v.LOOK_AT_AMBUSH:
        return s.ambush != c.NONE and s.ambush_known == 0
    return s.hunting_left > 0


@operation(
    "look looked_at",
    "Look at the top card, or at the beast in ambush.",
    affects=SEEN,
    matters=can_look,
    phrase="look at {0}",
)
@compiled
def look(s: State, looked_at: int, performer: int) -> None:
    """The top card of a deck is known: to all, or in a variant to who looks. The beast in ambush: to all."""
    if looked_at == v.LOOK_AT_AMBUSH:
        s.ambush_known = 1 if s.ambush != c.NONE else 0
    elif s.private_finds == 1:
        look_alone(s, c.LOOK_AT_EVENT if looked_at == v.LOOK_AT_EVENT_DECK else c.LOOK_AT_BEAST, performer)
    elif looked_at == v.LOOK_AT_EVENT_DECK:
        s.event_known = 1 if s.events_left > 0 else 0
    else:
        s.hunting_known = 1 if s.hunting_left > 0 else 0
