"""Words, a variant (docs/robinson/variants.md): as planning begins each player says symbols that all hear."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import number, step
from crusoe_env.robinson.rules.world.log import log_event


@compiled
def forget_words(s: State) -> None:
    """Nobody has said anything."""
    for player in range(c.PLAYERS):
        for turn in range(c.MOST_WORDS):
            s.said[player, turn] = c.NONE


@step(
    asks=(Question(c.SAY, "Words", "Say one of these, or nothing. All players hear it."),),
    spoken=number(amount(c.MOST_WORDS * c.PLAYERS)),
)
@compiled
def speak(s: State, spoken: int) -> None:
    """Each player in turn says a symbol or nothing, as often as the option says.

    `spoken`: how many have had their say this round.
    """
    speaker = (s.first_player + spoken) % s.players
    if s.answer == c.NONE:
        push(s, steps.SPEAK, spoken)
        ask(
            s,
            c.SAY,
            steps.SPEAK,
            speaker,
            (1 << int(s.vocabulary)) - 1,
            s.words * s.players - spoken,
            c.NONE,
            1,
        )
        return
    symbol = take_answer(s)
    if symbol != PASS:
        s.said[speaker, spoken // s.players] = symbol
        log_event(s, c.LOG_SAID, symbol, speaker)
    if spoken + 1 < s.words * s.players:
        push(s, steps.SPEAK, spoken + 1)
