"""Games in text as an OpenEnv server, for trainers of language models. Needs the package `openenv`."""

from __future__ import annotations

import functools
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import ConcurrencyConfig, EnvironmentMetadata

import crusoe_env
from crusoe_env.command_line import how_to_install
from crusoe_env.serve.json_lines import CHOSEN
from crusoe_env.serve.match import RESULTS, Match, Offer, Reply
from crusoe_env.serve.openenv_types import Answer, Message, SessionState
from crusoe_env.support.options import named

if TYPE_CHECKING:
    import numpy as np
    from fastapi import FastAPI

    from crusoe_env.text.env import TextEnv

SESSIONS = 64
"""Games side by side."""
IDLE = 1800.0
"""Seconds without a message after which a session ends."""
GAME, DECISION = "game", "decision"
REWARDS = (GAME, DECISION)
"""By game: the environment's own reward. By decision: what a move loses to the best one, at most 0."""
Grade = Callable[["np.recarray", int], float]
"""How much chance of victory, 0 to 1, an action loses in the state of a game, a record array (1,)."""


def grade_of(env: TextEnv) -> Grade:
    """What grades the moves of a game, as `crusoe grade` does. Raises ValueError without the agents."""
    try:
        from crusoe_agents.text.grading import regret_of
    except ModuleNotFoundError as error:
        raise ValueError(f"rewarded='decision' needs {error.name}: {how_to_install('train')}") from error
    made: Grade = regret_of(env)
    return made


class Session(Environment[Answer, Message, SessionState]):
    """One client's games, one after another.

    Args:
        offer: what may be played.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self.offer = offer
        self._match: Match | None = None
        self._grade: Grade | None = None
        self._about = SessionState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, *, game: str | None = None,
        rewarded: str = GAME, **settings: Any,
    ) -> Message:  # fmt: skip
        """Begin a game, and leave the last one.

        Args:
            seed: the same seed gives the same cards and dice; None: a random one.
            episode_id: that `state` repeats.
            game: its name; None: the first of those offered.
            rewarded: by "game" or by "decision".
            **settings: of the text (`view`, `list_moves`, `seats`, `disguise`), and options of the game
                (`players`, `scenario`, `reward`, ...).

        Raises:
            ValueError, TypeError: for a wrong setting; the last game goes on.
        """
        name = self.offer.games[0] if game is None else game
        named("rewarded", rewarded, REWARDS)
        of_text = {key: settings.pop(key) for key in CHOSEN if key in settings}
        env = self.offer.new_env(name, settings, of_text)
        match = Match(env, seed)
        self._grade = grade_of(env) if rewarded == DECISION else None
        self._match = match
        self._about = SessionState(
            episode_id=episode_id, game=name, seed=match.seed, settings={**settings, **of_text}, over=False
        )
        return self._told(match.last, None, env.briefing())

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Message:
        """Answer the present message.

        Args:
            action: the answer.
            timeout_s: not used: an answer takes milliseconds, with rewards by decision some seconds.

        Raises:
            RuntimeError: no game has begun.
            RefusedError: it has ended.
        """
        match = self._match
        if match is None:
            raise RuntimeError("no game has begun: call reset() before step()")
        before = match.env.env.batch.states.copy()
        reply = match.answer(action.answer)
        reward, made = reply.reward, reply.info["action"]
        if self._grade is not None:
            reward = 0.0 if made is None else 0.0 - self._grade(before, made)
        return self._told(reply, reward)

    def _told(self, reply: Reply, reward: float | None, briefing: str = "") -> Message:
        info, over = reply.info, reply.over
        return Message(
            message=reply.message,
            briefing=briefing,
            kind=info["kind"],
            move=info["move"],
            seat=info["seat"],
            who=info["who"],
            moves={str(number): move for number, move in info["moves"].items()} if self._lists else {},
            limit=info["limit"],
            reward=reward,
            done=over,
            **{name: info[name] for name in RESULTS if over and name in Message.model_fields},
        )

    @property
    def _lists(self) -> bool:
        return self._match is not None and self._match.env.list_moves

    @property
    def state(self) -> SessionState:
        """Task, seed, and what the game has taken so far; nothing hidden."""
        if self._match is None:
            return self._about
        env, usage = self._match.env, self._match.env.usage
        return self._about.model_copy(
            update={
                "step_count": len(env.turns),
                "over": env.over,
                "decisions": usage.decisions,
                "illegal": usage.illegal,
                "questions": usage.questions,
                "tokens": usage.tokens,
            }
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """Name, version and what is offered."""
        words = (
            f"Survival board games in text: {', '.join(self.offer.games)}. reset() takes game, players, ..."
        )
        return EnvironmentMetadata(name="crusoe_env", description=words, version=crusoe_env.__version__)

    def close(self) -> None:
        """Leave the game."""
        if self._match is not None:
            self._match.env.close()
        self._match = self._grade = None


def new_app(offer: Offer, sessions: int = SESSIONS) -> FastAPI:
    """An OpenEnv application: each WebSocket connection to `/ws` is a session of its own.

    Args:
        offer: what may be played.
        sessions: that may be open at once.
    """
    limits = ConcurrencyConfig(max_concurrent_envs=sessions, session_timeout=IDLE)
    factory = functools.partial(Session, offer)
    return create_app(
        factory, Answer, Message, "crusoe_env", concurrency_config=limits, state_cls=SessionState
    )


def serve_openenv(offer: Offer, host: str, port: int, sessions: int = SESSIONS) -> None:
    """Serve until Ctrl-C.

    Args:
        offer: what may be played.
        host: to listen at.
        port: 0: a free one. The address is told on stderr.
        sessions: that may be open at once.

    Raises:
        OSError: the port is taken.
    """
    import uvicorn

    app = new_app(offer, sessions)
    with socket.create_server((host, port), reuse_port=False) as bound:
        address = f"http://{host}:{bound.getsockname()[1]}"
        print(f"OpenEnv server: {address}, {sessions} sessions; Ctrl-C ends.", file=sys.stderr)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[bound])
