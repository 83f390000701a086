# /// script
# dependencies = ["crusoe_env", "verifiers>=0.4", "uv"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""verifiers: whole games in text, with an agent and a reward for each seat. A minute with the stub.

With this folder on `PYTHONPATH`, `verifiers_games` is the id of a taskset for the programs of verifiers. As a
script, the file plays some games with a stub of a model, which answers 1, or with the move that a refusal
names; or with a model behind a server with OpenAI's interface (`--model NAME --url URL`).
"""

import argparse
import asyncio
import importlib
import json
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from crusoe_env.text import TextEnv
from crusoe_env.text.transcript import transcript_of

__all__ = ["CrusoeEnv", "CrusoeTaskset", "load_environment"]


class CrusoeConfig(vf.TasksetConfig):
    """Which games are played: one for each seed."""

    game: str = "marooned"
    games: int = 100
    seed: int = 0
    options: dict[str, Any] = Field(default_factory=dict)


class CrusoeData(vf.TaskData):
    """A game: the arguments of `TextEnv`, and the seed."""

    settings: dict[str, Any]
    seed: int


class CrusoeTask(vf.Task[CrusoeData, vf.State, vf.TaskConfig]):
    """A game to be played to its end."""


class CrusoeTaskset(vf.Taskset[CrusoeTask, CrusoeConfig]):
    """Games of one task, the seeds in a row."""

    def load(self) -> Iterator[CrusoeTask]:
        settings = {"game": self.config.game, "seats": "each", **self.config.options}
        briefing = TextEnv(**settings).briefing()
        for seed in range(self.config.seed, self.config.seed + self.config.games):
            name = f"{self.config.game}, seed {seed}"
            data = CrusoeData(name=name, prompt=None, system_prompt=briefing, settings=settings, seed=seed)
            yield CrusoeTask(data, self.config.task)


class CrusoeEnvConfig(vf.EnvConfig):
    """An agent for each seat; with `seats: one` among the options, the first decides for all."""

    seat_1: vf.AgentConfig = vf.AgentConfig()
    seat_2: vf.AgentConfig = vf.AgentConfig()
    seat_3: vf.AgentConfig = vf.AgentConfig()
    seat_4: vf.AgentConfig = vf.AgentConfig()


class CrusoeEnv(vf.Env[CrusoeEnvConfig]):
    """Plays a game: an agent's replies are moves, the messages to its seat are the user's turns."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        env = TextEnv(**task.data.settings)
        message, info = env.reset(seed=task.data.seed)
        async with AsyncExitStack() as table:
            seats: dict[int, Any] = {}
            while not env.over:
                if (seat := info["seat"]) not in seats:
                    agent = getattr(agents, f"seat_{seat + 1}")
                    seats[seat] = await table.enter_async_context(agent.interaction(task))
                segment = await seats[seat].turn(message)
                if segment.terminated:
                    break
                message, *_, info = env.step(segment.last_reply)
        won = bool(info.get("victory")) and not info["limit"]
        for seat, interaction in seats.items():
            trace, kinds = interaction.trace, [turn.kind for turn in env.turns if turn.seat == seat]
            trace.record_reward("victory", float(won))
            trace.record_reward("refused", -0.01 * kinds.count("illegal"))
            trace.record_metric("decisions", float(kinds.count("move")))
            trace.record_metric("goal_progress", float(info.get("goal_progress", 0)))
            trace.info["transcript"] = transcript_of(env).jsonl()


def load_environment(config: CrusoeEnvConfig | None = None) -> CrusoeEnv:
    """The environment; by default each seat is a plain conversation about a game of Marooned!."""
    return CrusoeEnv(config or configured("marooned", 100, {}))


def configured(game: str, games: int, options: dict[str, Any]) -> CrusoeEnvConfig:
    """A configuration in which each seat is a plain conversation."""
    taskset = {"id": "verifiers_games", "game": game, "games": games, "options": options}
    seat = {"runtime": {"type": "subprocess"}, "harness": {"id": "null"}}
    seats = {f"seat_{number}": seat for number in range(1, 5)}
    return CrusoeEnvConfig.model_validate({"taskset": taskset, **seats})


class Stub(BaseHTTPRequestHandler):
    """A model that answers 1, or with the move that a refusal names, as a stream."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        message = str(request["messages"][-1]["content"])
        nearest = re.search(r"the nearest legal move is: (.+?);", message)
        said = f"Move: {nearest[1]}" if nearest else "1"
        answer = {"id": "x", "created": 0, "model": request["model"], "object": "chat.completion.chunk"}
        parts = [
            {
                "choices": [
                    {"index": 0, "delta": {"role": "assistant", "content": said}, "finish_reason": None}
                ]
            },
            {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}},
        ]
        lines = [json.dumps({**answer, **part}) for part in parts]
        content = "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


async def play(env: vf.Env, model: str, url: str) -> list[vf.Episode]:
    """Play all games of an environment with a model."""
    context = vf.ModelContext(model, vf.EvalClientConfig(base_url=url, api_key_var="OPENAI_API_KEY"))
    async with env.serving():
        return [await env.run_episode(task, context) for task in env.taskset]


def main() -> None:
    """Play, and print what came of each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="robinson")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--model", default="stub")
    parser.add_argument("--url", help="of a server with OpenAI's interface; without it, the stub plays")
    given = parser.parse_args()
    os.environ.setdefault("OPENAI_API_KEY", "none")
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where uv is
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    this = importlib.import_module("verifiers_games")  # as verifiers imports it, by its id
    options = {"players": given.players} if given.game == "robinson" else {}
    env = this.load_environment(this.configured(given.game, given.games, options))
    url = given.url or f"http://127.0.0.1:{server.server_port}/v1"
    for episode in asyncio.run(play(env, given.model, url)):
        for trace in episode.traces:
            decisions = int(trace.metrics["decisions"])
            print(
                f"{episode.task.data.name}: {trace.agent.name}, {decisions} decisions, {trace.reward}",
                *trace.errors,
            )
        assert not episode.errors, episode.errors


if __name__ == "__main__":
    main()
