"""What a player finds in the action phase, a variant (docs/robinson/variants.md): his alone until its end.

Discovery tokens, treasures and starting items wait until then in any case, and the record says who has found
them, since who sleeps outside keeps his own. So only views, deals and the log know of the variant.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import DISCOVERIES, FIRST_MYSTERY, MYSTERY_CARDS
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.log import log_event


@compiled
def hides_finds(s: State, person: int) -> bool:
    """Does this person hide what he finds now? Friday, the guest and nobody find openly."""
    return s.private_finds == 1 and s.phase == c.RESOLUTION and 0 <= person < s.players


@compiled
def is_hidden_from(s: State, person: int, seats: int) -> bool:
    """Is what this person finds now hidden from all of these seats (bits)?"""
    return hides_finds(s, person) and (seats >> person) & 1 == 0


# ------------------------------------------------------------------ what is hidden, by who has found it
@compiled
def tokens_hidden_from(s: State, token: int, seats: int) -> int:
    """How many tokens of a sort others have found that these seats do not know of."""
    count = 0
    for person in range(s.players):
        if is_hidden_from(s, person, seats):
            count += s.found[person, token]
    return count


@compiled
def finder_of_treasure(s: State, mystery: int) -> int:
    """Who has found a treasure in this action phase and hides it, or NONE."""
    holder = int(s.mystery_holder[mystery])
    hidden = s.mystery_state[mystery] == c.MYSTERY_FUTURE and hides_finds(s, holder)
    return holder if hidden else c.NONE


@compiled
def finder_of_item(s: State, item: int) -> int:
    """Who has found a starting item in this action phase and hides it, or NONE."""
    finder = int(s.starting_finder[item])
    return finder if s.starting_future[item] > 0 and hides_finds(s, finder) else c.NONE


@compiled
def hides_shown_tokens(s: State) -> bool:
    """Does a player choose among discovery tokens that only he sees?"""
    choosing = s.decision == c.CHOOSE_SHOWN and s.question_step == steps.PICK_DISCOVERY
    return choosing and hides_finds(s, int(s.question_person))


# ------------------------------------------------------------------ opening it
@compiled
def open_finds(s: State) -> None:
    """At the end of the action phase all lay open what they have found: the log says what."""
    for person in range(s.players):
        for token in range(DISCOVERIES):
            for _ in range(s.found[person, token]):
                log_event(s, c.LOG_TOKEN, token, person)
    for mystery in range(MYSTERY_CARDS):
        if finder_of_treasure(s, mystery) != c.NONE:
            log_event(s, c.LOG_CARD, FIRST_MYSTERY + mystery, int(s.mystery_holder[mystery]))
