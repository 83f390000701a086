"""`crusoe serve --mcp`: whole games through the client of the official package."""

import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support import ROOT

mcp = pytest.importorskip("mcp")
stdio = pytest.importorskip("mcp.client.stdio")

COMMAND = ["-m", "crusoe_env", "serve", "--mcp"]
TOKEN = "a token of the test"
TOOLS = {"new_game", "look", "moves", "act", "explain", "transcript"}


@asynccontextmanager
async def over_stdio(*arguments, mode="auto"):
    """A client whose server talks over stdin and stdout."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = mcp.StdioServerParameters(
        command=sys.executable, args=[*COMMAND, *arguments], env=environment, cwd=ROOT
    )
    with open(os.devnull, "w") as nowhere:  # the package's default is stderr as it was when imported
        async with mcp.Client(stdio.stdio_client(server, errlog=nowhere), mode=mode) as client:
            yield client


@contextmanager
def http_server(*arguments):
    """The address of a server over HTTP."""
    environment = {**os.environ, "CRUSOE_SERVE_TOKEN": TOKEN}
    server = subprocess.Popen(
        [sys.executable, *COMMAND, "--http", "--port", "0", *arguments],
        cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield re.search(r"http://\S+/mcp", server.stderr.readline())[0]
    finally:
        server.terminate()
        server.wait(30)
        server.stderr.close()


@asynccontextmanager
async def over_http(address):
    """A client that names the token to a server over HTTP."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        mcp.Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


async def call(client, tool, **given):
    """The text of a tool, and whether it is an error."""
    result = await client.call_tool(tool, given)
    text = "\n".join(block.text for block in result.content)
    return text.removeprefix(f"Error executing tool {tool}: "), bool(result.is_error)


async def whole_game(client, game, seed=1, **options):
    """Play a game at random; its game_id and the last message."""
    rng = np.random.default_rng(seed)
    message, wrong = await call(client, "new_game", game=game, seed=seed, options=options)
    assert not wrong
    game_id = re.match(r"game_id: (\w+)\n", message)[1]
    assert "How to answer" in message
    while "Game over" not in message:
        listed, _ = await call(client, "moves", game_id=game_id)
        number = rng.choice([line.split()[0] for line in listed.splitlines()])
        message, wrong = await call(client, "act", move=str(number), game_id=game_id)
        assert not wrong
        assert not message.startswith("Refused")
    return game_id, message


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_whole_game_over_stdio(mode):
    async def play():
        async with over_stdio("marooned", mode=mode) as client:
            tools = await client.list_tools()
            assert {tool.name for tool in tools.tools} == TOOLS
            assert "marooned" in client.instructions
            game_id, message = await whole_game(client, "marooned")
            assert re.search(r"(Victory|Defeat)\. Score \d+, rounds \d+\.$", message)
            message, wrong = await call(client, "act", move="1", game_id=game_id)
            assert (message, wrong) == ("the game has ended; begin a new one", True)
            lines = [json.loads(line) for line in (await call(client, "transcript"))[0].splitlines()]
            assert lines[0]["game"] == "marooned"
            assert "result" in lines[-1]

    asyncio.run(play())


@pytest.mark.slow
def test_a_whole_game_over_http_with_a_token():
    async def play():
        async with over_http(address) as client:
            _, message = await whole_game(client, "marooned", seed=2)
            assert "Score" in message
            assert "give the game_id" in (await call(client, "look"))[0]

    with http_server("marooned") as address:
        asyncio.run(play())


@pytest.mark.slow
def test_without_the_token_nothing_is_answered():
    import httpx2

    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    with http_server("marooned") as address:
        for headers in ({}, {"Authorization": "Bearer another"}, {"Authorization": TOKEN}):
            answer = httpx2.post(address, json=request, headers=headers)
            assert (answer.status_code, answer.text) == (401, "the token is missing or wrong\n")


def in_process(settings=None, **given):
    """A client of a server in this process."""
    from crusoe_env.serve.match import Offer
    from crusoe_env.serve.mcp_server import new_server

    return mcp.Client(new_server(Offer(["marooned", "dieson"], settings=settings or {}), **given))


def test_questions_leave_the_game_as_it_is():
    async def play():
        async with in_process() as client:
            assert await call(client, "moves") == ("no game has begun; call new_game", True)
            assert "unknown value 'chess'" in (await call(client, "new_game", game="chess"))[0]
            await call(client, "new_game", game="marooned", seed=1)
            moves, _ = await call(client, "moves")
            assert (await call(client, "explain", name="no such thing"))[0].startswith("Refused: ")
            assert "Ship: north coast" in (await call(client, "look"))[0]
            assert (await call(client, "act", move="undo"))[0].startswith("Refused: ")
            assert (await call(client, "moves"))[0] == moves

    asyncio.run(play())


def test_moves_are_tried_in_a_copy_only_behind_the_switch():
    async def play():
        async with in_process() as client:
            assert "plan" not in {tool.name for tool in (await client.list_tools()).tools}
        async with in_process(plan=True) as client:
            await call(client, "new_game", game="dieson", seed=1)
            before, _ = await call(client, "moves")
            first = before.splitlines()[0].split()[0]
            tried, wrong = await call(client, "plan", moves=[first, "dance", first])
            assert not wrong
            assert tried.count("Refused: ") == 1
            assert (await call(client, "moves"))[0] == before
            assert "a plan has 1 to 50 moves" in (await call(client, "plan", moves=[]))[0]
            lines = (await call(client, "transcript"))[0]
            assert "dance" not in lines

    asyncio.run(play())


def test_a_plan_knows_nothing_of_the_dice_and_cards_to_come():
    async def play():
        async with in_process(plan=True) as client:
            await call(client, "new_game", game="marooned", seed=1)
            tried = set()
            for _ in range(10):
                game_moves = (await call(client, "moves"))[0].splitlines()
                tried.add((await call(client, "plan", moves=[game_moves[0].split()[0]]))[0])
            assert len(tried) > 1

    asyncio.run(play())


def test_moves_are_not_listed_where_the_protocol_forbids_it():
    async def play():
        async with in_process({"list_moves": False}) as client:
            await call(client, "new_game", game="marooned", seed=1)
            assert await call(client, "moves") == ("this game does not list the legal moves", True)

    asyncio.run(play())


# ---------------------------------------------------------------------- which games a server forgets


@pytest.fixture
def memory(monkeypatch):
    """A server for several clients with room for four games, two of a session, and a clock."""
    from crusoe_env.serve import mcp_server
    from crusoe_env.serve.match import Offer

    monkeypatch.setattr(mcp_server, "MOST_GAMES", 4)
    monkeypatch.setattr(mcp_server, "MOST_OF_SESSION", 2)
    clock = SimpleNamespace(now=0.0)
    games = mcp_server.Games(Offer(["marooned"]), several=True, clock=lambda: clock.now)
    return games, clock


def begin(games, session=""):
    """The game_id of a new game."""
    context = SimpleNamespace(headers={"mcp-session-id": session} if session else {})
    return re.match(r"game_id: (\w+)", games.new_game(context, "marooned", 1))[1]


def lose(games, game_id):
    """End a game by answers that are refused."""
    while not games.held[game_id].match.env.over:
        games.act("dance", game_id)


def test_games_that_have_ended_are_forgotten_first(memory):
    games, _ = memory
    ids = [begin(games) for _ in range(4)]
    lose(games, ids[2])
    fifth = begin(games)
    assert set(games.held) == {*ids[:2], ids[3], fifth}


def test_a_game_that_is_being_played_stays(memory):
    games, clock = memory
    ids = [begin(games) for _ in range(4)]
    with pytest.raises(Exception, match="all 4 games of this server are being played; try again later"):
        begin(games)
    clock.now = 601.0
    games.look(ids[0])  # the oldest, but not the one that was used least recently
    begin(games)
    assert ids[0] in games.held
    assert ids[1] not in games.held


def test_a_session_takes_the_place_of_its_own_games_alone(memory):
    games, _ = memory
    others = begin(games, "a")
    own = [begin(games, "b") for _ in range(9)]
    assert set(games.held) == {others, *own[-2:]}


def test_one_client_alone_always_begins_another_game(monkeypatch):
    from crusoe_env.serve import mcp_server

    monkeypatch.setattr(mcp_server, "MOST_GAMES", 2)

    async def play():
        async with in_process() as client:
            ids = [(await call(client, "new_game", game="marooned", seed=1))[0][9:25] for _ in range(3)]
            assert "there is no game" in (await call(client, "look", game_id=ids[0]))[0]
            assert not (await call(client, "look", game_id=ids[1]))[1]
            schema = next(tool for tool in (await client.list_tools()).tools if tool.name == "new_game")
            assert set(schema.input_schema["properties"]) == {"game", "seed", "options"}

    asyncio.run(play())
