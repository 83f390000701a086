"""A game of a player in text, and what it cost."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from crusoe_env.text import TextEnv
from crusoe_env.text.transcript import Transcript, transcript_of

from .players import TextPlayer


@dataclass(frozen=True)
class Game:
    """A game that was played.

    Attributes:
        transcript: of the game.
        seconds: for which the player thought.
        usage: what the player counts itself.
    """

    transcript: Transcript
    seconds: float
    usage: dict[str, Any] = field(default_factory=dict)

    @property
    def costs(self) -> dict[str, Any]:
        """Seconds and what the player counts, for JSON."""
        return {"seconds": round(self.seconds, 3), **self.usage}


def play_game(env: TextEnv, player: TextPlayer, seed: int) -> Game:
    """Play one game with this seed to its end."""
    message, info = env.reset(seed=seed)
    player.usage = {}
    player.begin(env, seed)
    seconds = 0.0
    while not env.over:
        start = time.perf_counter()
        answer = player.answer(message, info["seat"])
        seconds += time.perf_counter() - start
        message, *_, info = env.step(answer)
    return Game(transcript_of(env), seconds, dict(player.usage))
