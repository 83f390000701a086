"""Agents in teams, by seat; cross-play; and both on the command line."""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest

import crusoe_env
from agents.commands import evaluate
from agents.cross_play import cross_play
from agents.evaluation import play_games
from agents.random_agent import RandomAgent
from agents.team import Team
from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.bench.results import read_result
from tests.support import UNCOMPILED

PLAYERS = 3
GAMES = 3 if UNCOMPILED else 12
ROBINSON = ("--game", "robinson", "--option", f"players={PLAYERS}")


@functools.cache
def simulator(players: int = PLAYERS) -> Simulator:
    return Simulator(crusoe_env.game("robinson"), players=players)


class First(Agent):
    """The first legal action, and a note of whose decisions it was asked to make."""

    name = "first"
    uses_states = True

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def act_state(self, states, mask):
        self.seats |= set(states.acting.tolist())
        return mask.argmax(axis=1)


def test_an_agent_in_a_team_is_asked_for_its_own_seat_alone():
    agents = [First() for _ in range(PLAYERS)]
    outcome = play_games(Team(agents, simulator()), simulator(), GAMES, seed=3)
    assert outcome.agent == "first + first + first"
    assert [agent.seats for agent in agents] == [{0}, {1}, {2}]


def test_one_agent_on_every_seat_plays_as_if_alone():
    agent = First()
    alone = play_games(agent, simulator(), GAMES, seed=3)
    central = play_games(Team([agent] * PLAYERS, simulator()), simulator(), GAMES, seed=3)
    assert alone.ends.tobytes() == central.ends.tobytes()
    assert agent.seats == set(range(PLAYERS))


def test_the_same_kind_of_agent_draws_by_itself_on_every_seat():
    team = Team([RandomAgent() for _ in range(PLAYERS)], simulator())
    team.reset(7)
    masks = np.ones((1, 50), np.int8)
    drawn = [tuple(int(agent.act(masks, masks)[0]) for _ in range(8)) for agent in team.agents]
    assert len(set(drawn)) == PLAYERS
    once, again = (play_games(team, simulator(), GAMES, seed=3) for _ in range(2))
    assert once.ends.tobytes() == again.ends.tobytes()


def test_a_team_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="a team of 2 agents for a game of 3 players"):
        Team([RandomAgent()] * 2, simulator())
    with pytest.raises(ValueError, match="Marooned! is a game for one player: it needs no team"):
        Team([RandomAgent()], Simulator(crusoe_env.game("marooned")))


def test_a_team_refuses_states_with_more_players():
    states = simulator().new_games(1, seed=0)
    states.acting = 2
    team = Team([First(), First()], simulator(2))
    with pytest.raises(ValueError, match="a team of 2 agents has no seat 2"):
        team.decide(simulator(), states, *simulator().views(states), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (lambda mask: mask.argmin(axis=1), "agent 'cheeky' chose an illegal action"),
        (lambda mask: mask.argmax(axis=1) + 0.5, "agent 'cheeky' must give an array of 2 whole numbers"),
        (lambda mask: 0, "agent 'cheeky' must give an array of 2 whole numbers, not int"),
    ],
)
def test_a_member_that_plays_illegally_is_named(chosen, message):
    class Cheeky(Agent):
        name = "cheeky"

        def act(self, observation, mask):
            return chosen(mask)

    states = simulator().new_games(2, seed=0)
    states.acting = 1
    team = Team([First(), Cheeky(), First()], simulator())
    with pytest.raises(ValueError, match=message):
        team.decide(simulator(), states, *simulator().views(states), np.random.default_rng(0))


def test_a_team_with_a_member_that_cheats_says_so():
    class Peeking(First):
        cheats = True

    team = Team([First(), Peeking(), First()], simulator())
    outcome = play_games(team, simulator(), 1, seed=3)
    assert outcome.agent == "first + first (cheats) + first"
    assert outcome.cheats
    assert not play_games(Team([First()] * PLAYERS, simulator()), simulator(), 1, seed=3).cheats


def test_cross_play_gives_every_agent_every_seat_over_the_same_games():
    cells = list(cross_play({"random": RandomAgent, "first": First}, simulator(), GAMES + 1, seed=5))
    assert [(cell.agent, cell.partners) for cell in cells] == [
        ("random", "random"),
        ("random", "first"),
        ("first", "random"),
        ("first", "first"),
    ]
    for cell in cells:
        assert len(cell.by_seat) == PLAYERS
        for each in cell.by_seat:
            assert each.seeds.tolist() == list(range(5, 5 + GAMES + 1))
        assert cell.by_seat[1].agent.split(" + ").count(cell.agent) in (1, PLAYERS)
        assert cell.by_seat[1].agent.split(" + ")[1] == cell.agent
    itself = play_games(First(), simulator(), GAMES + 1, seed=5)
    assert cells[3].over_seats("goal_progress") == pytest.approx(itself.goal_progress)
    among = Team([First(), RandomAgent(), First()], simulator())
    seat_1 = play_games(among, simulator(), GAMES + 1, seed=5)
    assert cells[1].by_seat[1].goal_progress.tolist() == seat_1.goal_progress.tolist()
    with pytest.raises(ValueError, match="no game of one number of players above one"):
        list(cross_play({"random": RandomAgent}, simulator(1), 2, seed=0))


def test_cross_play_of_two_agents_on_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = ["--games", str(GAMES), "--cross-play", "random", "mcts-cheating:1", "--json", "cells.json"]
    assert evaluate.main([*ROBINSON, *given, "--write", "found.json"]) == 0
    content = json.loads((tmp_path / "cells.json").read_text())
    assert content["origin"]["environment"] == crusoe_env.game("robinson").env_id
    names = ("random", "mcts-cheating:1")
    cells = {(cell["agent"], cell["partners"]): cell for cell in content["cells"]}
    assert list(cells) == [(agent, partners) for agent in names for partners in names]
    for (agent, partners), cell in cells.items():
        assert cell["games"] == GAMES * (1 if agent == partners else PLAYERS)
        assert cell["cheats"] == ("mcts-cheating:1" in (agent, partners))
        assert [(each["seat"], each["games"]) for each in cell["by_seat"]] == [(i, GAMES) for i in range(3)]
        assert cell["goal_progress_low"] <= cell["mean_goal_progress"] <= cell["goal_progress_high"]
    tables = read_result(tmp_path / "found.json").tables
    assert tables[0].headings == ["agent", "with random", "with mcts-cheating:1"]
    assert tables[-1].rows[0][0] == "random among mcts-cheating:1"
    assert "mcts-cheating:1 among random  " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        evaluate.main([*ROBINSON, "--cross-play", "random", "--agents", "random"])
    assert "--agents does not go with --cross-play" in capsys.readouterr().err


def test_teams_on_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    team = ["random", "random", "random"]
    games = ["--games", str(GAMES)]
    given = [*ROBINSON, *games, "--agents", "random", "--team", *team, "--json", "team.json"]
    assert evaluate.main(given) == 0
    agents = json.loads((tmp_path / "team.json").read_text())["agents"]
    assert [each["agent"] for each in agents] == ["random", "random + random + random"]
    low, high = (agents[1]["differences"]["rounds"][end] for end in ("low", "high"))
    assert low <= agents[1]["mean_rounds"] - agents[0]["mean_rounds"] <= high
    assert "Differences over the same games" in capsys.readouterr().out
    assert evaluate.main([*ROBINSON, *games, "--team", "random"]) == 2
    assert "a team of 1 agents for a game of 3 players" in capsys.readouterr().err
