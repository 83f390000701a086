"""Agents through text have their results of the array interface."""

import numpy as np
import pytest

from agents.evaluation import play_games
from agents.registry import make_agent
from agents.text.players import NONSENSE, ErringPlayer, TextPlayer, make_player
from agents.text.playing import play_game
from crusoe_env import Simulator, game
from crusoe_env.text import Limits, TextEnv
from tests.support import repeats

GAMES = [("marooned", {}), ("dieson", {"quest": 2}), ("robinson", {"players": 2})]
AGENTS = ["random", "scripted", "mcts:4", "{policy}", "guided:{policy}:4"]
SEEDS = range(11, 11 + repeats(1, deep=4))
POLICIES = {"marooned": "zoo:marooned", "dieson": "zoo:dieson", "robinson": "zoo:castaways-2"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize(
    ("agent", "settings"),
    [*((agent, {}) for agent in AGENTS), ("scripted", {"list_moves": False, "disguise": 2})],
)
def test_an_agent_through_text_has_its_results_of_the_array_interface(name, options, agent, settings):
    agent = agent.format(policy=POLICIES[name])
    simulator = Simulator(game(name), **options)
    env, player = TextEnv(name, **settings, **options), make_player(agent)
    for seed in SEEDS:
        end = play_game(env, player, seed).transcript.end["result"]
        arrays = play_games(make_agent(agent, simulator), simulator, 1, seed)
        assert end["victory"] == arrays.victory[0]
        assert end["score"] == arrays.score[0]
        assert end["rounds"] == arrays.rounds[0]
        assert end["goal_progress"] == pytest.approx(arrays.goal_progress[0])
        ends = env.env.batch.states.copy(), arrays.ends.copy()
        for end_states in ends:
            end_states.steps = 0  # environments count them for their limit
        assert ends[0].tobytes() == ends[1].tobytes()


def test_a_stub_that_errs_shows_what_limits_do():
    strict = TextEnv("marooned", limits=Limits(illegal_in_a_row=1))
    patient = TextEnv("marooned", limits=Limits(illegal_in_a_row=None))
    limits, won = [], []
    for seed in range(10):
        limits.append(play_game(strict, make_player("erring:0.1:scripted"), seed).transcript.end["limit"])
        end = play_game(patient, make_player("erring:0.1:scripted"), seed).transcript.end["result"]
        won.append(end == play_game(patient, make_player("scripted"), seed).transcript.end["result"])
    assert limits.count("illegal answers in a row") >= 5
    assert all(won)  # without a limit errors cost nothing but answers


class Chatty(TextPlayer):
    name = "chatty"

    def answer(self, message, seat):
        self.usage["prompt_tokens"] = self.usage.get("prompt_tokens", 0) + len(message) // 4
        return "I look at the table.\nMove: 1"


def test_players_by_import_path_and_what_they_count():
    player = make_player("tests.agents.text.test_players:Chatty")
    done = play_game(TextEnv("marooned", view="full"), player, 1)
    assert done.costs["prompt_tokens"] > 100
    assert done.transcript.turns[0].answer.endswith("Move: 1")


@pytest.mark.parametrize("name", ["erring:2:random", "erring:x:random", "erring:0.1:"])
def test_wrong_stubs_are_one_line(name):
    with pytest.raises(ValueError, match=r"write erring:0\.1:scripted"):
        make_player(name)


def test_a_stub_errs_as_often_as_it_says():
    player = ErringPlayer(Chatty(), 0.25)
    player.begin(TextEnv("marooned"), 0)
    said = [player.answer("", 0) for _ in range(2_000)]
    assert np.mean([each == NONSENSE for each in said]) == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize("scenario", ["castaways", "naturalist"])
@pytest.mark.slow
def test_a_game_of_two_takes_at_most_15000_tokens(scenario):
    env = TextEnv("robinson", players=2, scenario=scenario)
    used = []
    for seed in range(5_000_000, 5_000_000 + repeats(1, deep=4)):
        play_game(env, make_player("scripted"), seed)
        used.append(env.usage.tokens)
    assert max(used) <= 15_000
