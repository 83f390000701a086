"""Agents with memory are given the games, seats and moves since their last decision."""

from __future__ import annotations

import functools

import gymnasium
import numpy as np
import pytest

import crusoe_env
from agents import evaluation
from agents.commands import replay
from agents.evaluation import play_games
from agents.random_agent import RandomAgent
from agents.team import Team
from agents.text import players
from agents.text.playing import play_game
from crusoe_env import Simulator
from crusoe_env.agent import UNSEEN, Agent, Turn
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.play.session import Session
from crusoe_env.text import TextEnv

PLAYERS, GAMES = 2, 5


@functools.cache
def simulator(name: str = "robinson", **options) -> Simulator:
    return Simulator(crusoe_env.game(name), **options)


class Chronicler(Agent):
    """A random player that writes down, game by game, every move and every turn."""

    name = "chronicler"
    remembers = True

    def reset(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self.moves: dict[int, list[tuple[int, int]]] = {}
        self.seats: dict[int, list[int]] = {}
        self.chosen: dict[int, list[int]] = {}

    def act_turn(self, turn: Turn) -> np.ndarray:
        actions = np.argmax(self._rng.random(turn.mask.shape) * turn.mask, axis=1)
        rows = zip(turn.games.tolist(), turn.begins, turn.seats.tolist(), turn.moves, actions, strict=True)
        for game, begins, seat, moves, action in rows:
            assert begins == (game not in self.seats)
            self.moves.setdefault(game, []).extend(moves)
            self.seats.setdefault(game, []).append(seat)
            self.chosen.setdefault(game, []).append(int(action))
        assert turn.observation.shape == (len(turn.games), simulator().game.observations.size)
        assert turn.states is None
        return actions


def replayed(moves: list[tuple[int, int]], seed: int) -> np.recarray:
    """The state after these moves of a game."""
    states = simulator(players=PLAYERS).new_games(1, seed)
    for seat, action in moves:
        assert states.acting[0] == seat
        states = simulator(players=PLAYERS).step(states, np.array([action]))
    return states


@pytest.mark.parametrize("table", ["open", "secret_plans"])
def test_an_agent_is_given_the_same_moves_in_text(table, monkeypatch):
    """What players hide from one another is hidden there, too."""
    told = {}
    for seed in range(2):
        agents = Chronicler(), Chronicler()
        play_games(agents[0], simulator(players=PLAYERS, table=table), 1, seed)
        monkeypatch.setattr(players, "make_agent", lambda *_, agent=agents[1]: agent)
        play_game(TextEnv("robinson", players=PLAYERS, table=table), players.make_player("chronicler"), seed)
        assert agents[0].moves == agents[1].moves
        told[seed] = {action for _, action in agents[0].moves[0]}
    assert (UNSEEN in told[0] | told[1]) == (table == "secret_plans")


def test_an_agent_in_a_team_is_given_the_moves_of_everybody(monkeypatch):
    monkeypatch.setattr(evaluation, "GAMES_AT_ONCE", 3)  # games keep their numbers from batch to batch
    agent = Chronicler()
    team = Team([agent, RandomAgent()], simulator(players=PLAYERS))
    outcome = play_games(team, simulator(players=PLAYERS), GAMES, seed=3)
    assert sorted(agent.moves) == [*range(GAMES)]
    for game, moves in agent.moves.items():
        assert set(agent.seats[game]) == {0}
        own = [action for seat, action in moves if seat == 0]
        assert own == agent.chosen[game][:-1]  # the last move comes after the last turn
        assert {seat for seat, _ in moves} == {0, 1}
        before = replayed(moves, 3 + game)
        assert not before.over[0]
        assert before.rounds[0] <= outcome.rounds[game]


def test_one_agent_for_all_seats_is_given_its_last_move_alone():
    agent = Chronicler()
    outcome = play_games(agent, simulator(players=PLAYERS), GAMES, seed=3)
    for game, moves in agent.moves.items():
        assert [action for _, action in moves] == agent.chosen[game][:-1]
        last = replayed([*moves, (agent.seats[game][-1], agent.chosen[game][-1])], 3 + game)
        assert last.tobytes() == outcome.ends[game].tobytes()


def test_a_replay_shows_a_game_of_an_agent_with_memory(monkeypatch, tmp_path):
    made = []
    monkeypatch.setattr(replay, "make_agent", lambda name, rules: made.append(Chronicler()) or made[-1])
    monkeypatch.setattr(GameEnv, "picture", lambda *_, **__: "<svg/>")  # this is about moves
    page = replay.write_page("robinson", {"players": PLAYERS}, "chronicler", 5, tmp_path / "page.html")
    assert page.stat().st_size > 10_000
    (moves,) = made[0].moves.values()
    assert [action for _, action in moves] == made[0].chosen[0][:-1]
    last = replayed([*moves, (made[0].seats[0][-1], made[0].chosen[0][-1])], 5)
    assert last.over[0]


def test_playing_on_from_the_middle_of_a_game_is_refused():
    with pytest.raises(ValueError, match="agent 'chronicler' remembers games: it cannot play on"):
        Outlook(Chronicler(), simulator(players=PLAYERS))


def test_advice_of_an_agent_with_memory_knows_the_moves_of_the_game(monkeypatch):
    asked = Chronicler()
    monkeypatch.setattr("crusoe_agents.registry.make_agent", lambda name, rules: asked)
    env = gymnasium.make(crusoe_env.game("robinson").env_id, players=PLAYERS).unwrapped
    env.reset(seed=5)
    session = Session(env, "chronicler")
    for _ in range(6):
        session.move(env.legal_actions()[-1])
    taken = [done.action for done in session.moves]
    for count in (0, 2):  # take back so many moves
        if count:
            session.undo(count)
        assert session.advice().best in env.legal_actions()
        assert [action for _, action in asked.moves[0]] == taken[: 6 - count]


def test_without_a_transcript_it_is_refused():
    rules = simulator(players=PLAYERS)
    states = rules.new_games(1, seed=0)
    agent = Chronicler()
    with pytest.raises(ValueError, match="agent 'chronicler' remembers games: it plays whole games alone"):
        agent.decide(rules, states, *rules.views(states), np.random.default_rng(0))
    with pytest.raises(TypeError, match="chronicler remembers: call act_turn"):
        agent.act(*rules.views(states))
