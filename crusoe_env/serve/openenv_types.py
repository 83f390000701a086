"""What an OpenEnv client sends and reads, and a client with these types. Needs the package `openenv`."""

from __future__ import annotations

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class Answer(Action):
    """An answer of the player: a move, by its number or in words, or a question (`explain NAME`, `table`)."""

    answer: str = Field(description="a move (its number, name, or a sentence that contains it) or a question")


class Message(Observation):
    """A message to the player who decides. `reward` is that of the answer; None after `reset`."""

    message: str = Field(description="what is new, and what may be done")
    briefing: str = Field("", description="rules, task and how to answer; only after reset")
    kind: str = Field("", description="what the answer was: move, question or illegal; empty after reset")
    move: str | None = Field(None, description="the words of the move that was made")
    seat: int = Field(0, ge=0, description="the seat that decides now")
    who: str = Field("", description="its name")
    moves: dict[str, str] = Field(default_factory=dict, description="legal moves by number, where listed")
    limit: str = Field("", description="which limit has ended the game")
    victory: bool = Field(False, description="at the end: won")
    score: int = Field(0, description="at the end: the printed victory points")
    goal_progress: float = Field(0.0, ge=0, le=1, description="at the end: how much of the goal was met")
    rounds: int = Field(0, ge=0, description="at the end: rounds played")


class SessionState(State):
    """What anyone may know of a session: task, seed, and what the game has taken so far."""

    game: str = ""
    seed: int | None = None
    settings: dict[str, Any] = Field(default_factory=dict)
    over: bool = True
    decisions: int = 0
    illegal: int = 0
    questions: int = 0
    tokens: int = 0


class CrusoeClient(EnvClient[Answer, Message, SessionState]):
    """A client of `crusoe serve --openenv`, with the types above.

    `reset` takes what `openenv_server.Session.reset` does; an error of the server is a RuntimeError.
    """

    def _step_payload(self, action: Answer) -> dict[str, Any]:
        return action.model_dump()

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Message]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        message = Message(**payload["observation"], reward=reward, done=done)
        return StepResult(observation=message, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> SessionState:
        return SessionState(**payload)
