"""`crusoe serve --openenv`: whole games through the client of the package, over WebSocket."""

import asyncio
import os
import re
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest

from crusoe_env.text import TextEnv
from tests.support import ROOT

pytest.importorskip("openenv")

from crusoe_env.serve.openenv_types import Answer, CrusoeClient

TASKS = [
    {"game": "marooned"},
    {"game": "dieson", "quest": 1},
    {"game": "robinson", "players": 1},
    {"game": "robinson", "players": 2, "seats": "each", "view": "full", "disguise": 3},
]


@contextmanager
def serving(*arguments, **environment):
    """The address of a server."""
    server = subprocess.Popen(
        [sys.executable, "-m", "crusoe_env", "serve", "--openenv", "--port", "0", *arguments],
        cwd=ROOT, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield re.search(r"http://[\d.:]+", server.stderr.readline())[0]
    finally:
        server.terminate()
        server.wait(30)
        server.stderr.close()


async def whole_game(address, seed, **settings):
    """Play a game at random; the messages, the rewards, and the state at the end."""
    rng = np.random.default_rng(seed)
    async with CrusoeClient(base_url=address) as client:
        result = await client.reset(seed=seed, **settings)
        assert "How to answer" in result.observation.briefing
        messages, rewards = [result.observation.message], []
        while not result.done:
            result = await client.step(Answer(answer=str(rng.choice(list(result.observation.moves)))))
            messages.append(result.observation.message)
            rewards.append(result.reward)
        return messages, rewards, result.observation, await client.state()


def in_process(seed, game, **settings):
    """The same game without a server: messages, rewards and the last info."""
    rng, env = np.random.default_rng(seed), TextEnv(game, **settings)
    message, info = env.reset(seed=seed)
    messages, rewards = [message], []
    while not env.over:
        answer = str(rng.choice([str(number) for number in info["moves"]]))
        message, reward, *_, info = env.step(answer)
        messages.append(message)
        rewards.append(reward)
    return messages, rewards, info


def test_eight_sessions_side_by_side_play_the_games_of_text_env():
    async def play():
        games = [whole_game(address, seed, **TASKS[seed % len(TASKS)]) for seed in range(8)]
        return await asyncio.gather(*games)

    with serving() as address:
        played = asyncio.run(play())
    for seed, (messages, rewards, last, state) in enumerate(played):
        expected, paid, info = in_process(seed, **TASKS[seed % len(TASKS)])
        assert messages == expected
        assert rewards == paid
        assert {name: getattr(last, name) for name in ("victory", "score", "rounds")} == {
            name: info[name] for name in ("victory", "score", "rounds")
        }
        assert (state.over, state.decisions, state.seed) == (True, len(paid), seed)


def test_a_client_that_leaves_makes_room_for_another():
    async def play():
        gone = CrusoeClient(base_url=address)
        await gone.connect()
        await gone.reset(game="marooned", seed=1)
        refused = CrusoeClient(base_url=address)
        await refused.connect()
        with pytest.raises(RuntimeError, match="capacity"):
            await refused.reset(game="marooned", seed=1)
        gone._ws.transport.abort()  # as a client that dies
        for _ in range(50):
            await asyncio.sleep(0.1)
            try:
                return await whole_game(address, 1, game="marooned")
            except RuntimeError:
                continue
        raise AssertionError("the place of the client that left is not free after five seconds")

    with serving("--sessions", "1") as address:
        assert asyncio.run(play())[2].rounds > 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "chess"}, "choose from marooned, robinson"),
        ({"game": "dieson"}, "choose from marooned, robinson"),
        ({"game": "robinson", "players": 9}, "9 is not a whole number from 1 to 4"),
        ({"game": "robinson", "scenario": "./mine.toml"}, "scenario"),
        ({"game": "robinson", "data": "facts.toml"}, "no option 'data'"),
        ({"seed": "7"}, "seed: '7'"),
        ({"rewarded": "often"}, "choose from game, decision"),
        ({"view": "upside down"}, "unknown view"),
    ],
)
def test_a_wrong_setting_is_told_in_a_line_and_the_session_goes_on(server, settings, words):
    async def play():
        async with CrusoeClient(base_url=server) as client:
            with pytest.raises(RuntimeError, match=re.escape(words)) as error:
                await client.reset(**settings)
            assert "\n" not in str(error.value)
            with pytest.raises(RuntimeError, match=re.escape("call reset() before step()")):
                await client.step(Answer(answer="1"))
            assert (await client.reset(seed=1)).observation.moves

    asyncio.run(play())


@pytest.fixture(scope="module")
def server():
    with serving("marooned", "robinson") as address:
        yield address


def test_passes_the_validation_of_the_package(server):
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(server)
    assert report["passed"], report["summary"]


@pytest.mark.slow
def test_an_empty_cache_keeps_within_the_time_outs_of_the_client(tmp_path):
    with serving(CRUSOE_ENV_CACHE=str(tmp_path), CRUSOE_ENV_WAIT="") as address:
        _, _, last, _ = asyncio.run(whole_game(address, 4, game="robinson", players=4))
    assert last.rounds > 0


@pytest.mark.slow
def test_rewards_by_decision_are_what_a_move_loses(server):
    async def play():
        async with CrusoeClient(base_url=server) as client:
            result = await client.reset(game="marooned", seed=3, rewarded="decision")
            rewards = []
            while not result.done:
                move = list(result.observation.moves)[-1]
                result = await client.step(Answer(answer=move))
                rewards.append(result.reward)
            return rewards

    rewards = asyncio.run(play())
    assert all(-1 <= reward <= 0 for reward in rewards)
    assert min(rewards) < -0.03  # the last of the list is not always the best
