"""`crusoe series`: games in a row with a notebook."""

import json

import numpy as np
import pytest

from agents.commands.series import main
from agents.registry import make_agent
from agents.text import players
from agents.text.players import AgentPlayer, TextPlayer, make_player
from agents.text.series import Seated, by_number, is_won, play_series, trend
from crusoe_env.agent import Agent
from crusoe_env.text import TextEnv


class Learner(TextPlayer):
    """Plays at random until its notebook says to follow the script, which it writes after the second game."""

    name = "learner"

    def __init__(self):
        super().__init__()
        self.random, self.scripted = AgentPlayer("random"), AgentPlayer("scripted")
        self.read, self.results = [], []

    def begin(self, env, seed):
        self.read.append(self.notes)
        self.now = self.scripted if "script" in self.notes else self.random
        self.now.begin(env, seed)

    def answer(self, message, seat):
        return self.now.answer(message, seat)

    def rewritten(self, notes, result, most):
        self.results.append(result)
        return "follow the script " * 20 if len(self.results) >= 2 else notes


SEEDS = list(range(40, 46))


@pytest.mark.slow
def test_the_notebook_is_all_that_a_player_keeps():
    learner = Learner()
    series = play_series(TextEnv("dieson", quest=1), learner, SEEDS, most=30)
    assert [len(notes) for notes in series.notes] == [0, 0, 30, 30, 30, 30, 30]
    assert learner.read == list(series.notes[:-1])
    script = play_series(TextEnv("dieson", quest=1), make_player("scripted"), SEEDS)
    assert [game.transcript.turns for game in series.games[2:]] == [
        game.transcript.turns for game in script.games[2:]
    ]
    assert all(result.startswith(("Won:", "Lost:")) for result in learner.results)
    assert "% of the goal done in" in learner.results[0]


@pytest.mark.slow
def test_a_player_that_learns_shows_it_and_the_control_does_not():
    own = [play_series(TextEnv("dieson", quest=1), Learner(), SEEDS) for _ in range(2)]
    empty = [play_series(TextEnv("dieson", quest=1), Learner(), SEEDS, notebook="empty") for _ in range(2)]
    table = by_number("series", own)
    assert [row[0] for row in table.rows] == ["1", "2", "3", "4", "5", "6"]
    won = [sum(map(is_won, (series.games[number] for series in own))) for number in range(6)]
    assert [float(row[2].partition("%")[0]) for row in table.rows] == [50.0 * count for count in won]
    assert trend(own).split()[4].startswith("+0.")
    assert all(not notes for series in empty for notes in series.notes)
    assert sum(map(is_won, empty[0].games)) < sum(map(is_won, own[0].games))


def test_a_fixed_notebook_stays():
    learner = Learner()
    series = play_series(TextEnv("marooned"), learner, SEEDS[:3], notebook="fixed", notes="follow the script")
    assert series.notes == ["follow the script"] * 4
    assert learner.results == []


@pytest.mark.parametrize("known", [False, True])
def test_a_partner_plays_the_other_seats(known):
    learner = Learner()
    env = TextEnv("robinson", players=2, seats="each")
    series = play_series(env, Seated(learner, make_player("scripted"), known), SEEDS[:2])
    assert ("The other seats are played by scripted." in learner.read[0]) is known
    assert {turn.seat for turn in series.games[0].transcript.turns} == {0, 1}


def test_the_command_writes_notebooks_and_plays_another_order(tmp_path, capsys):
    arguments = ["marooned", "--player", "scripted", "--games", "3", "--repeats", "2", "--shuffle", "1"]
    arguments += ["--out", str(tmp_path)]
    assert main([*arguments, "--write", str(tmp_path / "series.json")]) == 0
    written = json.loads((tmp_path / "series.json").read_text())
    seeds = [[game["seed"] for game in series["games"]] for series in written["series"]]
    assert [sorted(each) for each in seeds] == [
        [8_000_000, 8_000_001, 8_000_002],
        [8_000_003, 8_000_004, 8_000_005],
    ]
    assert "game of the series" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["marooned", "--player", "scripted", "--notebook", "fixed"])
    assert "--notebook fixed needs --notes FILE" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [("--player", "nobody"), ("--player", "scripted", "--partner", "nobody")])
def test_a_player_that_is_not_there_is_told_in_one_line_before_any_game(wrong, capsys):
    assert main(["dieson", *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_model_writes_its_notebook_after_a_game_and_reads_it_in_the_next(server):
    def script(request):
        asked = request["messages"][-1]["content"]
        return (
            "  wood first  " if "Answer with its new text alone, at most 9 characters" in asked else "no move"
        )

    server.script = script
    player = make_player(f"openai:a-model@{server.url}")
    series = play_series(TextEnv("marooned"), player, [1, 2], most=9)
    assert series.notes == ["", "wood firs", "wood firs"]
    systems = [request["messages"][0]["content"] for _, _, request in server.requests]
    assert ["wood firs" in each for each in systems] == [False] * 4 + [
        True
    ] * 4  # three answers and a notebook each
    asked = server.requests[3][2]["messages"][-1]["content"]
    assert "Lost by the limit of illegal answers in a row" in asked


class Remembering(Agent):
    """Plays the first legal move, and notes what it is told of each decision."""

    remembers = True

    def __init__(self):
        self.begins, self.heard, self.resets = [], [], 0

    def reset(self, seed):
        self.resets += 1

    def act_turn(self, turn):
        self.begins.append(bool(turn.begins[0]))
        self.heard += turn.moves[0]
        return np.argmax(turn.mask, axis=1)


@pytest.mark.parametrize("notebook", ["own", "empty"])
def test_an_agent_with_memory_keeps_it_over_a_series(notebook, monkeypatch):
    agent = Remembering()
    monkeypatch.setattr(
        players, "make_agent", lambda name, *rest: agent if name == "memory" else make_agent(name, *rest)
    )
    env = TextEnv("robinson", players=2, seats="each")
    player = Seated(make_player("memory"), make_player("random"), False)
    games = play_series(env, player, SEEDS[:2], notebook=notebook).games
    made = [[(turn.seat, turn.action) for turn in game.transcript.turns] for game in games]
    assert agent.resets == sum(agent.begins) == (1 if notebook == "own" else 2)
    last = [max(i for i, (seat, _) in enumerate(moves) if seat == 0) for moves in made]
    heard = made[0] if notebook == "own" else made[0][: last[0]]
    assert agent.heard == [*heard, *made[1][: last[1]]]


def test_a_stopped_series_goes_on(tmp_path):
    env, whole, again = TextEnv("dieson", quest=1), Learner(), Learner()
    expected = play_series(env, whole, SEEDS[:4], most=30, folder=tmp_path)
    (tmp_path / f"{SEEDS[3]}.jsonl").unlink()  # stopped before it was written
    again.results = whole.results[:3]
    series = play_series(env, again, SEEDS[:4], most=30, folder=tmp_path)
    assert series.notes == expected.notes
    assert [game.transcript for game in series.games] == [game.transcript for game in expected.games]
    assert len(again.read) == 1
