"""Discovery tokens and starting items that are found."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.mysteries import FINDS
from crusoe_env.robinson.rules.effects.shown import forget_shown
from crusoe_env.robinson.rules.stack import ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, number, step
from crusoe_env.robinson.rules.world.decks import draw_starting_item, gain_discovery, next_discovery
from crusoe_env.robinson.rules.world.log import log_event


@operation(
    "draw_discoveries number",
    "Tokens, to future resources in the action phase, else at once.",
    phrase="draw {0} discovery token(s)",
)
@compiled
def draw_discoveries(s: State, t: Tables, number: int, performer: int) -> None:
    """Discovery tokens are found."""
    for _ in range(number):
        gain_discovery(s, t, next_discovery(s), performer)


@compiled
def any_discovery_left(s: State) -> bool:
    """Is there a token in the stack?"""
    return s.discoveries_left > 0


@operation(
    "pick_discovery number",
    "Draw that many tokens, keep one, discard the others.",
    affects=FINDS,
    matters=any_discovery_left,
    asks=(Question(c.CHOOSE_SHOWN, "Discovery tokens", "Keep one of them."),),
    phrase="draw {0} discovery token(s), keep 1",
)
@compiled
def look_at_discoveries(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Discovery tokens are drawn; the players keep one."""
    push(s, steps.PICK_DISCOVERY, number, 0, performer, card, row)


@step(runs=("pick_discovery",), number=COUNT, drawn=number(amount(5)), performer=PERSON, card=CARD, row=ROW)
@compiled
def pick_discovery(s: State, t: Tables, number: int, drawn: int, performer: int, card: int, row: int) -> None:
    """Draw discovery tokens, keep one, discard the others."""
    if drawn == 0:
        count = 0
        for _ in range(number):
            token = next_discovery(s)
            if token != c.NONE:
                s.shown[count] = token
                count += 1
        if count == 0:
            return
        drawn = count
    if s.answer == c.NONE and drawn > 1:
        push(s, steps.PICK_DISCOVERY, number, drawn, performer, card, row)
        ask_for_card(s, c.CHOOSE_SHOWN, steps.PICK_DISCOVERY, performer, (1 << drawn) - 1, card, row, 0, 0)
        return
    answer = take_answer(s)
    token = int(s.shown[max(0, answer)])
    if card >= c.FIRST_USE and t.gains_of_uses_wait == 0 and s.phase == c.RESOLUTION:  # Scouting: at once
        s.discovery[token] += 1
        log_event(s, c.LOG_TOKEN, token, c.NONE)
    else:
        gain_discovery(s, t, token, performer)
    forget_shown(s)


@operation(
    "draw_starting_item",
    "An unused starting item with its uses; from the end of the action phase.",
    phrase="draw a starting item",
)
@compiled
def find_starting_item(s: State, t: Tables, performer: int) -> None:
    """A starting item is found."""
    draw_starting_item(s, t, performer)
