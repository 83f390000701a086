"""A determination token that one player gives to another."""

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step


@compiled
def has_token(s: State, person: int) -> bool:
    """Can the demand be met?"""
    return s.determination[person] > 0


@operation(
    "gift who",
    "One token goes to another player.",
    demand=has_token,
    phrase="{0}gives a token",
    asks=(Question(c.CHOOSE_PERSON, "A gift", "Who gets the token?"),),
)
@compiled
def gift(s: State, row: int, person: int, performer: int, card: int) -> None:
    """A token is given, if there is one."""
    if s.determination[person] > 0:
        push(s, steps.GIVE, row, performer, card)


@step(runs=("gift",), row=ROW, performer=PERSON, card=CARD)
@compiled
def give(s: State, row: int, performer: int, card: int) -> None:
    """The players choose who gets it."""
    if s.answer == c.NONE:
        push(s, steps.GIVE, row, performer, card)
        ask_for_card(s, c.CHOOSE_PERSON, steps.GIVE, performer, (1 << int(s.players)) - 1, card, row, 1, 0)
        return
    s.determination[performer] -= 1
    s.determination[take_answer(s)] += 1
