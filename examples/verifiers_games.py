# /// script
# dependencies = ["crusoe_env", "verifiers>=0.4", "uv"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""verifiers: whole games in text, with rewards for training a language model. A minute with the stub.

With this folder on `PYTHONPATH`, `verifiers_games` is the id of a taskset for the programs of verifiers. As a
script, the file plays some games with a stub of a model that takes the first move, or with a model behind a
server with OpenAI's interface (`--model NAME --url URL`).
"""

import argparse
import asyncio
import importlib
import json
import os
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from crusoe_env.text import TextEnv
from crusoe_env.text.transcript import transcript_of

__all__ = ["CrusoeEnv", "CrusoeTaskset"]


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
        settings = {"game": self.config.game, **self.config.options}
        env = TextEnv(**settings)
        for seed in range(self.config.seed, self.config.seed + self.config.games):
            message, _ = env.reset(seed=seed)
            data = CrusoeData(
                name=f"{self.config.game}, seed {seed}",
                prompt=message,
                system_prompt=env.briefing(),
                settings=settings,
                seed=seed,
            )
            yield CrusoeTask(data, self.config.task)


class CrusoeEnvConfig(vf.EnvConfig):
    """One model decides for all seats."""

    player: vf.AgentConfig = vf.AgentConfig()


class CrusoeEnv(vf.Env[CrusoeEnvConfig]):
    """Plays a game: the model's replies are moves, the game's messages are the user's turns."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        env = TextEnv(**task.data.settings)
        env.reset(seed=task.data.seed)
        rewards: list[float] = []
        info: dict[str, Any] = {}
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                message, reward, *_, info = env.step(segment.last_reply)
                rewards.append(float(reward))
                if env.over:
                    break
                segment = await interaction.turn(message)
        trace = interaction.trace
        won = bool(info.get("victory")) and not info["limit"]
        trace.record_reward("victory", float(won))
        trace.record_metric("goal_progress", float(info.get("goal_progress", 0)))
        trace.info.update({"rewards of decisions": rewards, "transcript": transcript_of(env).jsonl()})


class Stub(BaseHTTPRequestHandler):
    """A model that always answers with the first move, as a stream."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        moves = [line for line in str(request["messages"][-1]["content"]).splitlines() if line[:1].isdigit()]
        said = moves[0].split()[0].strip(".:)") if moves else "1"
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
    parser.add_argument("--game", default="marooned")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--model", default="stub")
    parser.add_argument("--url", help="of a server with OpenAI's interface; without it, the stub plays")
    given = parser.parse_args()
    os.environ.setdefault("OPENAI_API_KEY", "none")
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where uv is
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    taskset = {"id": "verifiers_games", "game": given.game, "games": given.games}
    player = {"runtime": {"type": "subprocess"}, "harness": {"id": "null"}}
    this = importlib.import_module("verifiers_games")  # as verifiers imports it, by its id
    env = this.CrusoeEnv(this.CrusoeEnvConfig.model_validate({"taskset": taskset, "player": player}))
    url = given.url or f"http://127.0.0.1:{server.server_port}/v1"
    for episode in asyncio.run(play(env, given.model, url)):
        for trace in episode.traces:
            decisions = len(trace.info.get("rewards of decisions", []))
            print(f"{episode.task.data.name}: {decisions} decisions, reward {trace.reward}", *trace.errors)


if __name__ == "__main__":
    main()
