"""What happens with the card itself."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.components import FIRST_MYSTERY
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.stack import run_card
from crusoe_env.robinson.rules.world.decks import keep_from_discard, shuffle_into_events, take_mystery


@operation(
    "shuffle_into_events",
    "This card is shuffled into the event deck.",
    phrase="shuffle this card into the event deck",
)
@compiled
def come_back(s: State, t: Tables, performer: int, card: int) -> None:
    """A card is shuffled into the event deck; a creature being caught does at once what it would do then."""
    if s.capturing == 0:
        shuffle_into_events(s, card)
    elif s.capturing == 1:
        s.capturing = 2
        run_card(s, t, int(t.event_program[card]), performer, card)


@operation(
    "keep",
    "The card stays with the performer or the group instead of being discarded.",
    phrase="keep this card",
)
@compiled
def keep_card(s: State, t: Tables, performer: int, card: int) -> None:
    """A treasure stays beside the board; an adventure stays with the performer."""
    if card >= FIRST_MYSTERY:
        mystery = card - FIRST_MYSTERY
        take_mystery(s, mystery)
        s.mystery_state[mystery] = c.MYSTERY_KEPT
        s.mystery_uses[mystery] = t.mystery_uses[mystery]
    else:
        keep_from_discard(s, card)
        if performer == c.GUEST:  # whoever plans for him has the use of it
            performer = int(s.first_player)
        if performer != c.FRIDAY:
            s.kept_weapon[performer] += 1


@operation("resolve_own_event", "This card's event effect once more.", phrase="its event effect again")
@compiled
def resolve_own_event(s: State, t: Tables, performer: int, card: int) -> None:
    """The event effect is resolved once more."""
    run_card(s, t, int(t.event_program[card]), performer, card)


@operation(
    "capture",
    "Until the end of this action nothing gives food or furs, and what a creature brings as an event it does "
    "at once.",
    phrase="catch what comes",
)
@compiled
def capture(s: State) -> None:
    """The creature is to be caught."""
    s.capturing = 1
