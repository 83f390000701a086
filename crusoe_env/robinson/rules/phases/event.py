"""The event phase (rulebook 1)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import EVENT_KINDS, FIRST_EVENT, FIRST_MYSTERY
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import push, run_card
from crusoe_env.robinson.rules.steps import EVENT_CARD, step
from crusoe_env.robinson.rules.world.decks import discard_adventure, discard_event
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.scenarios.hooks import run_hook


@step()
@compiled
def reveal_event(s: State, t: Tables) -> None:
    """The top card of the event deck: an adventure or mystery is resolved and another card drawn."""
    if s.events_left == 0:
        return
    s.events_left -= 1
    s.event_known = s.looked[c.LOOK_AT_EVENT] = 0
    s.weapon_bonus = 0
    card = int(s.event_deck[s.events_left])
    log_event(s, c.LOG_EVENT, card, c.NONE)
    if card >= FIRST_EVENT + EVENT_KINDS:
        if card >= FIRST_MYSTERY:
            s.mystery_state[card - FIRST_MYSTERY] = c.MYSTERY_GONE
        else:
            discard_adventure(s, card)
        if holds_event(s):
            push(s, steps.REVEAL_EVENT)
        run_card(s, t, int(t.event_program[card]), int(s.first_player), card)
        return
    push(s, steps.PLACE_EVENT, card)
    run_card(s, t, int(t.event_program[card]), int(s.first_player), card)
    if t.card_icon[card] == 0:
        run_hook(s, t, c.ON_BOOK, card)
    elif t.card_icon[card] > 0:
        s.field_tokens[t.card_icon[card]] |= c.ADVENTURE_TOKEN


@compiled
def holds_event(s: State) -> bool:
    """Does the deck hold a card for the threat row? Without one nothing more is drawn (decision 76)."""
    for i in range(s.events_left):
        if s.event_deck[i] < FIRST_EVENT + EVENT_KINDS:
            return True
    return False


@step(card=EVENT_CARD)
@compiled
def place_event(s: State, t: Tables, card: int) -> None:
    """The card goes to the right of the threat row; others slide left, all or as far as they must."""
    s.weapon_bonus = 0
    leaving = c.NONE
    if t.threats_wait_to_be_pushed == 0 or s.threat[1] != c.NONE:
        leaving = int(s.threat[0])
        s.threat[0] = s.threat[1]
    s.threat[1] = card
    if leaving != c.NONE:
        discard_event(s, leaving)
        log_event(s, c.LOG_THREAT, leaving, c.NONE)
        run_card(s, t, int(t.threat_effect[leaving]), int(s.first_player), leaving)
