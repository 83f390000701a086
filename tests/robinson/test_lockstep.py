"""The compiled engine and the slow one of `tests/reference/robinson`, compared after every action.

`python -m tests.lockstep robinson` plays as many games as wanted, with positions that play seldom reaches.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.lockstep.cases import GAMES_EACH, Case, Spread, options_of
from tests.lockstep.games import Played, play_all, play_games
from tests.lockstep.play import GAME, Lockstep
from tests.lockstep.report import replay_command, report
from tests.support import UNCOMPILED, repeats

GAMES = 500
EACH = 1 if UNCOMPILED else repeats(2, deep=GAMES_EACH)
"""Of a block of games with the same options."""
EDITED_GAMES = 256 if UNCOMPILED else 64
EDITED_EACH = 1 if UNCOMPILED else repeats(2, deep=4)
"""Of a block of games; one or two of them are played at aims."""
SEED = 1
PLAIN, EDITED = Spread(), Spread(positions=True)


def blocks(games: int) -> list[Any]:
    """The first numbers of blocks of games with the same options; every seventh is played by `make test`."""
    firsts = range(0, games, GAMES_EACH)
    return [pytest.param(it, marks=[pytest.mark.slow] if i % 7 else []) for i, it in enumerate(firsts)]


def named(first: int) -> str:
    """The options of a block, as the name of a test."""
    options = options_of(PLAIN, SEED, first // GAMES_EACH)
    return f"{first}-{options['scenario']}-{options['players']}-{options['edition']}"


def check(spread: Spread, first: int, stop: int) -> None:
    played = play_games(spread, SEED, first, stop)
    assert not played.differences, "\n" + "\n\n".join(
        report(one, replay_command(one.case, spread, SEED)) for one in played.differences[:2]
    )


@pytest.mark.parametrize("first", blocks(GAMES), ids=named)
def test_engines_agree_in_state_legal_actions_reward_and_end(first):
    check(PLAIN, first, min(first + EACH, GAMES))


@pytest.mark.parametrize("first", blocks(EDITED_GAMES), ids=named)
def test_engines_agree_in_positions_that_were_edited(first):
    check(EDITED, first, first + EDITED_EACH)


def test_a_difference_is_found_and_said_in_words():
    game = Lockstep(Case(0, seed=0, options={"scenario": "castaways", "players": 2}))
    game.reference.table.people[1].determination += 1
    with pytest.raises(AssertionError) as caught:
        game.step(int(game.mask.argmax()))
    difference = caught.value.difference
    assert ("people.1.determination", 0, 1) in difference.found
    said = report(difference, replay_command(difference.case, PLAIN, 0))
    assert "round 1 of 12" in said
    assert f"Action: {GAME.actions.names[0]}" in said
    assert "people.1.determination: engine 0, reference 1" in said
    assert "python -m tests.lockstep robinson --seed 0 --game 0" in said


@pytest.mark.slow
def test_games_are_the_same_in_any_number_of_processes():
    alone = play_games(PLAIN, SEED, 0, 2 * GAMES_EACH if not UNCOMPILED else 2)
    total = Played()
    for played in play_all(PLAIN, SEED, alone.games, workers=2):
        total.add(played)
    assert (total.games, total.actions, total.causes) == (alone.games, alone.actions, alone.causes)
    assert total.exercised == alone.exercised


def test_a_game_is_the_same_whatever_was_played_before():
    alone = play_games(PLAIN, SEED, 9, 10)
    with_others = play_games(PLAIN, SEED, 8, 10)
    before = play_games(PLAIN, SEED, 8, 9)
    assert with_others.actions - before.actions == alone.actions
    assert with_others.exercised - before.exercised == alone.exercised
