"""Words, a variant: each player says symbols as planning begins (docs/robinson/variants.md)."""

import numpy as np
import pytest

import crusoe_env
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME
from tests.robinson.conftest import Table

SAY = GAME.actions.start["say"]


def at_words(**options) -> Table:
    """A game of the variant at its first words; what comes before is passed."""
    game = Table(**{"players": 2, "words": 1, **options}).start()
    while game.decision != "say":
        game.do("pass" if "pass" in game.legal() else game.legal()[0])
    return game


def test_everybody_speaks_in_turn_from_the_first_player():
    game = at_words(players=3, words=2)
    speakers = []
    while game.decision == "say":
        speakers.append((int(game.s.acting), int(game.s.question_left)))
        game.do("say hunt")
    assert speakers == [(0, 6), (1, 5), (2, 4), (0, 3), (1, 2), (2, 1)]
    assert (game.decision, int(game.s.acting)) == ("plan", 0)


def test_what_is_said_is_a_symbol_of_the_vocabulary_or_nothing():
    game = at_words(vocabulary=3)
    assert game.legal() == ["pass", "say threat", "say hunt", "say build"]


def test_all_hear_it_at_once_until_the_next_words():
    game = at_words(words=3)
    game.do("say build", "say rest", "pass", "say hunt")
    assert game.s.said[:2].tolist() == [[2, -1, -1], [6, 1, -1]]
    heard = {viewer: heard_by(game, viewer) for viewer in range(2)}
    assert heard[0] == {
        "you/first word/build",
        "second player/first word/rest",
        "second player/second word/hunt",
    }
    assert heard[1] == {"second player/first word/build", "you/first word/rest", "you/second word/hunt"}


def heard_by(game: Table, viewer: int) -> set[str]:
    """The entries of a player's observation that say what was said."""
    states = np.array([game.s]).view(np.recarray)
    seen = game.simulator.observe(states, viewer)[0]
    names = GAME.observations.names
    return {names[i].removeprefix("words/") for i in np.flatnonzero(seen) if names[i].startswith("words/")}


def test_the_next_round_begins_without_words():
    game = at_words()
    game.do("say build", "say rest")
    while game.decision != "say":
        game.do("pass" if "pass" in game.legal() else game.legal()[0])
    assert (game.s.said == c.NONE).all()


def test_no_rule_reads_what_is_said():
    spoken, silent = at_words(), at_words()
    spoken.do("say hunt", "say hunt")
    silent.do("pass", "pass")
    silent.s.said[:], silent.s.log[:], silent.s.log_at = spoken.s.said, spoken.s.log, spoken.s.log_at
    assert spoken.s.tobytes() == silent.s.tobytes()


def test_log_and_sheets_say_who_has_said_what():
    game = at_words()
    game.do("say arrange_camp", "say rest")
    text = GAME.text(game.s, game.t, game.simulator.facts)
    assert "says 'arrange camp'" in text
    assert "said rest" in text
    assert GAME.log(game.s, game.t, game.simulator.facts)[-1]["event"] == "said"


def test_pictures_and_descriptions_show_what_can_be_said():
    game = at_words(starting_items=8)
    facts = game.simulator.facts
    assert "Say nothing" in GAME.picture(game.s, game.t, facts)
    labels = GAME.viewed("describe")(game.s, game.t, facts).labels
    assert labels[SAY] == "Say 'threat'"
    GAME.viewed("page_picture")(game.s, game.t, facts)


def test_alone_nobody_speaks():
    assert Table(players=1, words=3).s.words == 0


def test_without_words_games_are_those_of_the_printed_rules():
    plain, named = (
        crusoe_env.Batch(GAME, 4, players=2, **more) for more in ({}, {"words": 0, "vocabulary": 8})
    )
    for batch in (plain, named):
        batch.seed(range(4))
        batch.reset()
    assert plain.states.tobytes() == named.states.tobytes()
    assert not plain.masks[:, SAY:].any()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"words": 4}, "words: 4 is not a whole number from 0 to 3"),
        ({"vocabulary": 1}, "vocabulary: 1 is not a whole number from 2 to 8"),
        ({"table": "closed"}, "table: unknown value 'closed'"),
        ({"words": 1, "edition": "current"}, "words: 1 needs edition='first', not 'current'"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options, words):
    with pytest.raises(ValueError, match="^" + words.replace("(", r"\(")):
        GAME.checked_options(options) and Table(players=2, **options)
