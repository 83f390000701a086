"""Games that clients play in text. Knows neither JSON lines nor MCP."""

from __future__ import annotations

import copy
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crusoe_env.command_line import LARGEST_SEED
from crusoe_env.interfaces.registration import find_game
from crusoe_env.play.moves import RefusedError
from crusoe_env.support.options import one_of, whole_number
from crusoe_env.support.words import nearest

if TYPE_CHECKING:
    from crusoe_env.text.env import TextEnv
    from crusoe_env.text.limits import Limits

SETTINGS = ("reward", "max_steps")
"""Settings of an environment that count as options, beside those of the game."""
NEW_SEEDS = 1_000_000
"""Seeds of games that are begun without one are below it."""
MOST_TRIED = 50
"""Moves of one plan."""
RESULTS = ("victory", "score", "goal_progress", "rounds", "cause")


def as_json(value: Any) -> str:
    """A value as JSON on one line, numbers of NumPy too."""
    return json.dumps(value, default=lambda it: it.tolist())


@dataclass(frozen=True)
class Offer:
    """What a server offers.

    Attributes:
        games: names of the games that may be played.
        limits: of each game; None: the usual ones.
        settings: of `TextEnv`: `view`, `list_moves`, `seats`, `disguise`.
        options: of the games, unless a client asks for others.
    """

    games: Sequence[str]
    limits: Limits | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def new_env(self, game: str, options: Mapping[str, Any], settings: Mapping[str, Any]) -> TextEnv:
        """An environment for a client. Raises ValueError or TypeError for what is not offered."""
        from crusoe_env.play.program import check_names_no_file  # imports the engine, see `program`
        from crusoe_env.text.env import TextEnv

        one_of("game", game, self.games)
        known = [*find_game(game).options, *SETTINGS]
        for name in options:
            if name not in known:
                raise ValueError(f"{game} has no option {name!r}; {nearest(name, known)}")
        check_names_no_file(options)
        of_game = {name: value for name, value in self.options.items() if name in known}
        chosen = {**of_game, **options, **self.settings, **settings}
        return TextEnv(game, limits=self.limits, **chosen)


@dataclass
class Reply:
    """What a client is told after an answer.

    Attributes:
        message: to who decides next.
        reward: of the answer.
        terminated: the game has ended by its rules.
        truncated: the game has ended by a limit.
        info: as of `TextEnv.step`.
    """

    message: str
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.terminated or self.truncated

    def result(self) -> str:
        """How the game has ended, in a line."""
        ending = "Victory" if self.info["victory"] else "Defeat"
        return f"{ending}. Score {self.info['score']}, rounds {self.info['rounds']}."


class Match:
    """One game of a client.

    Args:
        env: its environment; the match begins the game.
        seed: of the game; None: a random one.

    Raises:
        ValueError: the seed is none.
    """

    def __init__(self, env: TextEnv, seed: int | None = None) -> None:
        self.env = env
        chosen = secrets.randbelow(NEW_SEEDS) if seed is None else seed
        self.seed = whole_number("seed", chosen, 0, LARGEST_SEED)
        message, info = env.reset(seed=self.seed)
        self.last = Reply(message, 0.0, False, False, info)

    def answer(self, text: str) -> Reply:
        """What an answer leads to. Raises RefusedError if the game has ended."""
        if self.env.over:
            raise RefusedError("the game has ended; begin a new one")
        self.last = Reply(*self.env.step(text))
        return self.last

    def moves(self) -> dict[int, str]:
        """The legal moves by number. Raises RefusedError if this game does not list them."""
        if not self.env.list_moves:
            raise RefusedError("this game does not list the legal moves")
        return {} if self.env.over else self.env.moves()

    def tried(self, answers: Sequence[str]) -> list[str]:
        """The messages that answers would lead to, in a copy with chance and hidden cards drawn anew.

        The first answer that is refused, and the end of the game, end the trial.

        Raises:
            RefusedError: the game has ended, or there are too many answers.
        """
        if self.env.over:
            raise RefusedError("the game has ended; begin a new one")
        if not 1 <= len(answers) <= MOST_TRIED:
            raise RefusedError(f"a plan has 1 to {MOST_TRIED} moves, not {len(answers)}")
        clone = copy.deepcopy(self.env)
        clone.env.set_state(clone.env.determinize(secrets.randbits(32)))
        messages = []
        for answer in answers:
            message, _, terminated, truncated, info = clone.step(answer)
            messages.append(message)
            if terminated or truncated or info["kind"] == "illegal":
                break
        return messages

    def transcript(self) -> str:
        """The game as JSON lines, as `crusoe_env.text.transcript.Transcript` writes them."""
        from crusoe_env.text.transcript import transcript_of  # imports the engine, see `program`

        return transcript_of(self.env).jsonl()
