"""`crusoe serve --json`: a process that is told lines and answers each with a line."""

import json
import subprocess
import sys

import numpy as np
import pytest

from crusoe_env.interfaces.env import GameEnv
from crusoe_env.serve.json_lines import LONGEST_LINE
from tests.support import ROOT

GAMES = [("marooned", {}), ("dieson", {"quest": 1}), ("robinson", {"players": 2, "scenario": "castaways"})]
WAIT = 240
"""Seconds for a server to leave: the first game may have to be compiled."""


class Server:
    """A running server, and the requests that a test sends it."""

    def __init__(self, *arguments):
        command = [sys.executable, "-m", "crusoe_env", "serve", "--json", *arguments]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, do, **fields):
        return self.send(json.dumps({"do": do, **fields}).encode() + b"\n")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        assert self.process.wait(WAIT) == 0
        self.process.stdout.close()
        said = self.process.stderr.read().decode()
        self.process.stderr.close()
        assert "Traceback" not in said, said


@pytest.fixture(scope="module")
def server():
    with Server("marooned") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_whole_game_by_numbers_is_the_game_of_the_arrays(game, options):
    rng, arrays = np.random.default_rng(0), GameEnv(game=game, **options)
    arrays.reset(seed=7)
    with Server(game) as server:
        reply = server.ask("new", game=game, seed=7, options=options)
        assert "How to answer" in reply["briefing"]
        decisions = 0
        while not (reply["terminated"] or reply["truncated"]):
            moves = server.ask("moves")["moves"]
            assert len(moves) == len(arrays.legal_actions())
            number = str(rng.choice(list(moves)))
            reply = server.ask("move", answer=number, id=decisions)
            assert (reply["id"], reply["kind"], reply["move"]) == (decisions, "move", moves[number])
            place = list(moves).index(number)
            _, reward, terminated, _, info = arrays.step(arrays.legal_actions()[place])
            assert (reply["reward"], reply["terminated"]) == (reward, terminated)
            decisions += 1
        assert [reply[name] for name in ("victory", "score", "rounds")] == [
            info[name] for name in ("victory", "score", "rounds")
        ]
        transcript = server.ask("transcript")["transcript"]
        assert (transcript[0]["game"], transcript[-1]["decisions"]) == (game, decisions)
        ended = server.ask("end")
        assert ended["usage"]["decisions"] == decisions
        assert "no game has begun" in server.ask("look")["error"]


def test_questions_are_answered_and_change_nothing(server):
    first = server.ask("new", game="marooned", seed=1)
    moves = server.ask("moves")
    assert server.ask("look")["kind"] == "question"
    assert server.ask("explain", name="no such thing")["message"].startswith(
        "Refused: there is nothing with the name"
    )
    assert server.ask("moves") == moves
    assert server.ask("move", answer="undo")["kind"] == "illegal"
    assert server.ask("new", game="marooned", seed=1) == first


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"hello\n", "the line is no JSON"),
        (b"\xff\xfe\n", "the line is no JSON"),
        (b"[" * 100_000 + b"\n", "the line is no JSON"),
        (b'{"do": ' + b"9" * 10_000 + b"}\n", "the line is no JSON"),
        (b"[1]\n", "a request is an object"),
        (b"{}\n", "do: unknown word"),
        (b'{"do": "undo"}\n', "do: unknown word 'undo'"),
        (b'{"do": "new"}\n', "new: the field game is missing"),
        (b'{"do": "new", "game": "chess"}\n', "game: unknown value 'chess'"),
        (b'{"do": "new", "game": "os:path"}\n', "game: unknown value 'os:path'"),
        (b'{"do": "new", "game": "robinson"}\n', "game: unknown value 'robinson'"),
        (b'{"do": "new", "game": "marooned", "seed": -1}\n', "seed: -1 is not a whole number from 0"),
        (b'{"do": "new", "game": "marooned", "seed": true}\n', "seed must be a whole number"),
        (b'{"do": "new", "game": "marooned", "view": "brief"}\n', "unknown view"),
        (b'{"do": "new", "game": "marooned", "cheat": 1}\n', "unknown field 'cheat'"),
        (b'{"do": "new", "game": "marooned", "options": {"data": "x.toml"}}\n', "has no option 'data'"),
        (b'{"do": "new", "game": "marooned", "options": {"players": 2}}\n', "has no option 'players'"),
        (b'{"do": "new", "game": "marooned", "options": {"reward": "/etc/x"}}\n', "may name a file"),
        (b'{"do": "move", "answer": 1}\n', "move: answer must be a string"),
        (b'{"do": "move", "answer": "' + b"x" * LONGEST_LINE + b'"}\n', "more than 1,000,000 bytes"),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_in_one_line(line, said, server):
    reply = server.send(line)
    assert said in reply["error"]
    assert "\n" not in reply["error"]
    assert len(reply["error"]) < 500


def test_an_endless_line_is_refused_before_it_ends(server):
    reply = server.send(b"x" * (LONGEST_LINE + 1))
    assert "the line has more than" in reply["error"]
    server.process.stdin.write(b"y" * (3 * LONGEST_LINE) + b"\n")
    assert "message" in server.ask("new", game="marooned", seed=2)


def test_limits_and_settings_come_from_the_command_line():
    with Server("marooned", "--no-list", "--limit", "illegal_in_a_row=1", "--limit", "answer=none") as server:
        assert "are not listed" in server.ask("new", game="marooned")["briefing"]
        assert "does not list the legal moves" in server.ask("moves")["error"]
        reply = server.ask("move", answer="dance")
        assert (reply["truncated"], reply["limit"]) == (True, "illegal answers in a row")
        assert (reply["victory"], reply["rounds"]) == (False, 0)
        assert "the game has ended" in server.ask("move", answer="dance")["error"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "one of the arguments --json --mcp --openenv is required"),
        (["--json", "chess"], "unknown game 'chess'"),
        (["--json", "--plan"], "--plan and --http belong to --mcp"),
        (["--json", "--limit", "turn=1"], "unknown limit 'turn'; did you mean 'turns'?"),
        (["--json", "--limit", "turns=0"], "limit turns must be at least 1"),
        (["--json", "marooned", "--option", "players=2"], "has no option 'players'"),
        (["--json", "robinson", "--option", "players=9"], "players"),
    ],
)
def test_wrong_arguments_are_one_line(arguments, said, capsys):
    from crusoe_env.__main__ import main

    try:
        status = main(["serve", *arguments], prog="crusoe")
    except SystemExit as stopped:
        status = stopped.code
    error = capsys.readouterr().err
    assert (status, error.count("\n")) == (2, 1)
    assert said in error
