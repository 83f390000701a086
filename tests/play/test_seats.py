"""People and agents at one table: who moves when, undo, reasons, and what each seat may know."""

import itertools
import re
from typing import ClassVar

import numpy as np
import pytest

from crusoe_env.agent import Agent
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.program import new_env
from crusoe_env.play.recording import replay_of
from crusoe_env.play.saves import read_save
from crusoe_env.play.seats import HUMAN, SeatedSession
from crusoe_env.play.session import Session
from crusoe_env.play.web.seats import SeatPage, SharedTable
from crusoe_env.show.description import describe
from tests.play.terminal import play
from tests.support import repeats

TWO, SECRET = {"players": 2}, {"players": 2, "table": "secret_plans"}
LAST = f"{__name__}:Last"


class Last(Agent):
    """Takes the last legal action, and remembers what it is told of all moves."""

    name, remembers = "last", True
    heard: ClassVar[list] = []

    def reset(self, seed):
        self.heard.clear()

    def act_turn(self, turn):
        self.heard += turn.moves[0]
        return turn.mask.shape[1] - 1 - np.argmax(turn.mask[:, ::-1], axis=1)

    def probabilities(self, observation, mask):
        return mask / mask.sum(axis=1, keepdims=True)


def table_of(*names, options=TWO, seed=1):
    env = new_env("robinson", options)
    env.reset(seed=seed)
    return SeatedSession(env, names, "random", options, seed)


def let_agents_move(session):
    while (turn := session.agent_turn()) is not None:
        assert session.carry_out(turn, session.think(turn))


def reach(session, found):
    """Let agents move, and people take their first move, until `found` of a session."""
    while not found(session):
        let_agents_move(session)
        if found(session):
            return
        seat = session.viewer()
        session.move_as(seat, session.legal(seat)[0])


def in_terminal(typed, *seats, more=()):
    return play(typed, "--seed", "1", "--pace", "0", *more, "--seats", *seats, name="robinson")


# ------------------------------------------------------------------ who has a seat


@pytest.mark.parametrize(
    ("names", "more", "answer"),
    [
        ("human random", ("--players", "3"), "--seats: 2 given, and 3 play"),
        ("random random", (), "--seats: none is human"),
        ("human nobody", (), "unknown agent 'nobody'"),
        ("human zoo:nobody", (), "there is no policy 'nobody' in the zoo"),
        ("human mcts-cheating:10", (), "looks at hidden cards"),
        ("human zoo:castaways-4", (), "was trained for 4 players, and 2 play here"),
        ("human human", ("--table", "secret_plans"), "each person needs a window: add --web"),
    ],
)
def test_names_that_do_not_fit_are_refused_in_one_line(names, more, answer, capsys):
    assert in_terminal([], *names.split(), more=more) == (2, "")
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


def test_a_game_for_one_has_one_seat(capsys):
    assert play(["quit"], "--seats", HUMAN)[0] == 0
    assert play([], "--seats", HUMAN, "random")[0] == 2
    assert "2 given, and 1 play" in capsys.readouterr().err


@pytest.mark.parametrize("pace", ["-1", "61", "nan", "slow"])
def test_a_wrong_pace_is_refused(pace, capsys):
    with pytest.raises(SystemExit):
        play([], "--pace", pace)
    assert "is no number of seconds from 0 to 60" in capsys.readouterr().err


def test_the_seats_say_how_many_play():
    _, transcript = in_terminal(["quit"], HUMAN, "random", "random")
    assert re.search(r"At the table: \w+, \w+ \(random\), \w+ \(random\)\.", transcript)


# ------------------------------------------------------------------ moves


def test_agents_move_until_a_person_is_asked():
    session = table_of("random", HUMAN)
    while len(session.history) < 25:
        let_agents_move(session)
        assert session.deciders() == [1]
        session.move_as(1, session.legal(1)[0])
    who = [entry.who for entry in session.log_of(1) if entry.chosen]
    assert {"Carpenter", "Cook"} <= set(who)


@pytest.mark.slow
def test_a_game_with_an_agent_is_played_to_its_end_in_the_terminal():
    _, transcript = in_terminal(["1"] * 500, HUMAN, "random")
    assert re.search("^(Victory|Defeat): ", transcript, re.MULTILINE)


def test_a_person_moves_only_in_turn_and_an_agent_never_for_a_person():
    session = table_of(HUMAN, "random")
    before = session.env.snapshot()
    assert session.deciders() == [0]
    assert session.agent_turn() is None
    with pytest.raises(RefusedError, match="it is not your turn: "):
        session.move_as(1, session.legal(0)[0])
    assert session.legal(1) == []
    assert session.env.snapshot() == before


def test_a_move_that_an_agent_chose_before_the_game_went_on_is_not_made():
    session = table_of(HUMAN, "random", options=SECRET)
    reach(session, lambda it: len(it.deciders()) == 2)
    turn = session.agent_turn()
    choice = session.think(turn)
    session.move_as(0, session.legal(0)[0])
    before = session.env.snapshot()
    assert not session.carry_out(turn, choice)
    assert session.env.snapshot() == before


def test_an_agent_with_memory_is_told_of_all_moves_also_after_some_were_taken_back():
    session = table_of(HUMAN, LAST)
    reach(session, lambda it: len(it.history) > 30)
    let_agents_move(session)

    def moves():
        return [
            (made.seat, done.action) for made, done in zip(session._moves_made, session.history, strict=True)
        ]

    def told():
        session.move_as(0, session.legal(0)[0])
        reach(session, lambda it: it.deciders() == [1])
        session.think(session.agent_turn())
        return list(Last.heard)

    assert told() == moves()
    session.undo_as(0)
    session.undo_as(0)
    assert told() == moves()


# ------------------------------------------------------------------ undo, reasons, saved games


def test_undo_goes_back_to_the_persons_own_last_decision():
    session = table_of(HUMAN, "random")
    reach(session, lambda it: len(it.history) > 20 and it.deciders() == [0])
    states, log = [], []
    for _ in range(3):
        states.append(session.env.snapshot())
        log.append(list(session.log_of(0)))
        session.move_as(0, session.legal(0)[-1])
        let_agents_move(session)
    for before, known in zip(reversed(states), reversed(log), strict=True):
        session.undo_as(0)
        assert (session.env.snapshot(), session.log_of(0)) == (before, known)


def test_nobody_takes_back_what_another_person_has_decided():
    session = table_of(HUMAN, HUMAN)
    reach(session, lambda it: it.deciders() == [1] and it._moves_made and it._moves_made[-1].seat == 0)
    session.move_as(1, session.legal(1)[0])
    before = session.env.snapshot()
    with pytest.raises(RefusedError, match="has decided since; only they can go back"):
        session.undo_as(0)
    assert session.env.snapshot() == before
    session.undo_as(1)


@pytest.mark.slow
def test_agents_say_why_they_moved():
    _, transcript = in_terminal(["why", "1", "1", "1", "why 2", "why x"], "zoo:castaways-2", HUMAN)
    assert len(re.findall(r"It plays this\s+move with a\s+probability of", transcript)) >= 2
    assert "why: 'x' is no number of moves" in transcript
    assert "on 96 common deals" in transcript.replace("\n  ", " ")
    assert "there is no move yet that you can ask about" in play(["why"])[1]


def test_a_saved_game_goes_on_with_seats(tmp_path):
    file = tmp_path / "game"
    in_terminal(["1", "1", "1", f"save {file}", "quit"], HUMAN, "random")
    _, transcript = in_terminal(["undo", "log", "quit"], HUMAN, "random", more=("--load", str(file)))
    assert "there is nothing to take back" in transcript
    assert f"from {file}" in transcript


# ------------------------------------------------------------------ what a seat may know


def placing(*names, seed=1):
    session = table_of(*names, options=SECRET, seed=seed)
    reach(session, lambda it: len(it.deciders()) == 2)
    return session


def known(session, seat):
    """All that a person's window shows."""
    env = session.env
    told = describe(env, seat)
    words = [told, env.picture(viewer=seat), session.reasons(seat)]
    window = SeatPage(SharedTable(session), [seat]).table()
    return repr([*map(str, words), window, env.batch.observe(seat).tolist()])


@pytest.mark.parametrize("other", [HUMAN, pytest.param("random", marks=pytest.mark.slow), LAST])
def test_nothing_tells_a_person_what_others_place_unseen(other):
    seen = set()
    for choice in range(4):
        session = placing(HUMAN, other)
        before = known(session, 0)
        session._ask_first(1)
        session._make(session.legal(1)[choice])
        assert known(session, 0) == before
        seen.add(session.env.snapshot())
    assert len(seen) == 4


@pytest.mark.slow
@pytest.mark.parametrize("hidden", ["secret_plans", "private_finds", "secret_plans+private_finds"])
def test_a_person_sees_the_same_whatever_is_hidden_from_the_seat(hidden, monkeypatch):
    """Deals of what a seat does not know change nothing in its window, and nothing in what it is told.

    Forecasts from a sample of deals are left out: another deal gives another sample.
    """
    forecasts = Session.forecasts

    def listed_whole(session, seat=None):
        found = forecasts(session, seat).items()
        return {action: forecast for action, forecast in found if forecast.is_complete}

    monkeypatch.setattr(Session, "forecasts", listed_whole)
    options = {"players": 2, "table": hidden}
    session, other = (table_of(HUMAN, HUMAN, options=options, seed=2) for _ in range(2))
    rng, simulator = np.random.default_rng(0), session.env.batch.simulator
    for step in range(150):
        if not session.deciders():
            break
        seat = session.viewer()
        if step % repeats(24, deep=7) == 0:
            for person in range(2):
                dealt = simulator.determinize(session.env.batch.states, rng, person)
                other.env.set_state(dealt[0])
                other.history, other._moves_made = session.history, session._moves_made
                assert known(other, person) == known(session, person)
        session.move_as(seat, int(rng.choice(session.legal(seat))))
    assert session.env.state.rounds > 1


@pytest.mark.slow
def test_the_order_in_which_people_place_does_not_matter():
    ends = set()
    for order in sorted(set(itertools.permutations([0, 0, 1, 1]))):
        session = placing(HUMAN, HUMAN)
        for seat in order:
            session.move_as(seat, session.legal(seat)[3])
        ends.add(session.env.state.tobytes())
    assert len(ends) == 1


def test_what_was_decided_unseen_is_not_taken_back_by_several_people():
    session = placing(HUMAN, HUMAN)
    session.move_as(1, session.legal(1)[0])
    with pytest.raises(RefusedError, match="nothing is taken back while players decide unseen"):
        session.undo_as(1)
    reach(session, lambda it: not it.hides_now())
    with pytest.raises(RefusedError, match="what was decided unseen is not taken back"):
        session.undo_as(1)


def test_a_replay_shows_an_order_of_placing_of_their_own():
    session = placing(HUMAN, HUMAN)
    for seat in (1, 0, 1, 0):
        session.move_as(seat, session.legal(seat)[3])
    replay = replay_of(session)
    assert len(replay.frames) == len(session.history) + 1
    assert replay.frames[-1].text == session.env.text()


def test_a_game_that_was_saved_while_pawns_were_placed_tells_a_seat_only_its_own():
    session = placing(HUMAN, HUMAN)
    session.move_as(1, session.legal(1)[3])
    again = placing(HUMAN, HUMAN)
    again.begin_with(read_save(session.saved(), session.env.game))
    names = [entry.name for entry in again.log_of(0)]
    assert len(names) < len(again.log)
    assert again.log[-1].name not in names
