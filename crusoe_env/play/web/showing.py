"""What the page shows of a game, and what it may ask for. It knows nothing of HTTP."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from crusoe_env.play.advice import check_shipped, what_takes_long
from crusoe_env.play.moves import RefusedError, move_name
from crusoe_env.play.recording import replay_of
from crusoe_env.play.session import Session, result
from crusoe_env.show.description import Description, describe, plain_name
from crusoe_env.show.drawing import THEMES
from crusoe_env.show.replay import write_page

LOGGED = 60
"""Moves of which the page tells."""
Asked = Mapping[str, Any]
"""What the page sends, by name."""


class Showing:
    """A session as the page sees it.

    Args:
        session: the game.

    Attributes:
        version: raised by whatever changes the game, so that a page knows whether it is up to date.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.version = 0

    # ------------------------------------------------------------------ what is shown

    def table(self, theme: str = "light") -> dict[str, Any]:
        """All that the page shows, as JSON has it. Raises RefusedError for an unknown theme."""
        if theme not in THEMES:
            raise RefusedError(f"unknown theme {theme!r}; choose from {', '.join(THEMES)}")
        env, told = self.session.env, describe(self.session.env)
        over = not env.legal_actions()
        seats = env.game.seats
        return {
            "version": self.version,
            "title": env.game.title,
            "options": self.session.setup.options,
            "seed": self.session.setup.seed,
            "tasks": {name: list(values) for name, values in env.game.tasks.items()},
            "round": told.round,
            "phase": told.phase,
            "who": told.who,
            "seat": told.seat,
            "seats": [plain_name(name).capitalize() for name in seats(env.state)] if seats else [],
            "question": told.title,
            "sentence": told.sentence,
            "blocks": self._blocks(told),
            "picture": env.picture(theme),
            "text": env.text(),
            "log": [dataclasses.asdict(told) for told in self.session.log[-LOGGED:]],
            "undo": len(self.session.history),
            "agent": self.session.agent,
            "result": result(env) if over else "",
        }

    def _blocks(self, told: Description) -> list[dict[str, Any]]:
        """The legal moves by block of the action layout, each with its name and what it means now."""
        env, blocks = self.session.env, []
        legal = env.legal_actions()
        for block in env.game.actions.blocks:
            start = env.game.actions.start[block.name]
            here = [action for action in legal if start <= action < start + len(block.actions)]
            moves = [self._move(action, told) for action in here]
            if moves:
                blocks.append({"name": block.name, "help": block.help, "moves": moves})
        return blocks

    def _move(self, action: int, told: Description) -> dict[str, Any]:
        name = move_name(self.session.env, told, action)
        return {"action": action, "name": name, "meaning": told.costs.get(action, "")}

    # ------------------------------------------------------------------ what can be asked for

    def move(self, asked: Asked) -> None:
        """Make the move `action` at the `version` that the page shows. Raises RefusedError."""
        self._check_version(asked)
        self.session.move(whole(asked, "action"))
        self.version += 1

    def undo(self, asked: Asked) -> None:
        """Take back `count` moves. Raises RefusedError."""
        self._check_version(asked)
        self.session.undo(whole(asked, "count", 1))
        self.version += 1

    def load(self, content: bytes) -> None:
        """Go on with a saved game. Raises RefusedError."""
        self.session.load(content)
        self.version += 1

    def save(self) -> bytes:
        """The game as a saved game, with its options, history and log."""
        return self.session.saved()

    def begin(self, asked: Asked) -> None:
        """Begin a new game with `options` and a `seed`. Raises RefusedError; the old game then goes on."""
        options = asked.get("options", {})
        if not isinstance(options, Mapping):
            raise RefusedError("options: a mapping of names to values is needed")
        seed = whole(asked, "seed")
        if seed < 0:
            raise RefusedError(f"seed: {seed} is below 0")
        self.session = self.session.anew(options, seed)
        self.version += 1

    def advice(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """Ask what the `agent` would do: the one of the command line, or one that comes with the project.

        Raises:
            RefusedError: it is another one, which might be a file or a module of somebody else.

        Returns:
            A function that thinks and answers; the game may go on meanwhile.
        """
        env, version = self.session.env, self.version
        legal = env.legal_actions()
        if not legal:
            raise RefusedError("the game is over; there is nothing to advise")
        name = str(asked.get("agent", ""))
        if name not in ("", self.session.agent):
            check_shipped(name)
        adviser = self.session.adviser(name)
        dealt = adviser.deal()
        told = describe(env)

        def think() -> dict[str, Any]:
            advice = adviser.advice(dealt)
            shares = {} if advice.shares is None else {a: float(advice.shares[a]) for a in legal}
            return {
                "agent": adviser.agent.name,
                "version": version,
                "best": advice.best,
                "name": move_name(env, told, advice.best),
                "shares": shares,
                "value": advice.value,
            }

        return think

    def doing(self) -> dict[str, str]:
        """What keeps those waiting who have asked for advice: compiling, and how far it is."""
        return {"doing": what_takes_long()}

    def replay(self) -> str:
        """The game so far as a page to click through."""
        with tempfile.TemporaryDirectory() as folder:
            path = write_page(Path(folder) / "replay.html", replay_of(self.session))
            return path.read_text(encoding="utf-8")

    def _check_version(self, asked: Asked) -> None:
        if whole(asked, "version", self.version) != self.version:
            raise RefusedError("the game has gone on meanwhile; look again and choose anew")


def whole(asked: Asked, name: str, default: int | None = None) -> int:
    """A whole number that was asked with. Raises RefusedError."""
    value = asked.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedError(f"{name}: {value!r} is no whole number")
    return value
