"""What the page shows of a game, and the requests that it can make. It knows nothing of HTTP."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from crusoe_env.engine.game import NoViewError
from crusoe_env.interfaces.outlook import finished
from crusoe_env.play.advice import (
    COMPILE,
    SCRIPTED,
    Adviser,
    check_shipped,
    difficulty,
    runs_uncompiled,
    shipped_policies,
    strange_partners,
    what_takes_long,
    why,
)
from crusoe_env.play.chances import Chances, chances_for, who_plays_on
from crusoe_env.play.explaining import help_of
from crusoe_env.play.files import save_game
from crusoe_env.play.first_game import first_game, hint_of
from crusoe_env.play.judgements import Alternatives, Judging, alternatives_to
from crusoe_env.play.moves import RefusedError, move_name
from crusoe_env.play.recording import played, replay_in_stages
from crusoe_env.play.seats import HUMAN, seats_of
from crusoe_env.play.session import Session, result
from crusoe_env.show.description import Card, Description, describe, viewed
from crusoe_env.show.drawing import THEMES
from crusoe_env.show.replay import page_of
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.play.forecast import Forecast

PAGE_ASKS = (
    *("/", "/table", "/version", "/doing", "/save", "/replay", "/help"),
    *("/move", "/undo", "/new", "/load", "/advice", "/chance", "/why", "/judge"),
)
"""What the page of a game can ask for."""
STRANGER = "stranger"
"""In place of an agent's name: a partner that is drawn."""
LOGGED = 60
"""Moves of which the page tells."""
Asked = Mapping[str, Any]
"""What the page sends, by name."""


class Seating(Protocol):
    """Shows a new game in the window of another one."""

    def begin_at_table(self, options: Mapping[str, Any], seed: int, seats: list[str]) -> None:
        """Begin a game at a table with agents. Raises RefusedError; the old game goes on."""

    def begin_alone(self, asked: Asked) -> None:
        """Begin a game of people alone. Raises RefusedError; the old game goes on."""


class PageModel:
    """A session as the page sees it.

    Args:
        session: the game.
        autosave: the file in which the game is kept after each change; None: it is not kept.

    Attributes:
        version: raised by whatever changes the game, so that a page knows whether it is up to date.
        notice: why the game could not be kept; empty where it was.
        seating: shows another game in this window, at a table with agents or without; None: nobody does.
    """

    offers: tuple[str, ...] = PAGE_ASKS

    def __init__(self, session: Session, autosave: Path | None = None) -> None:
        self.session = session
        self.version = 0
        self.notice = ""
        self.seating: Seating | None = None
        self._autosave = autosave
        self._counted: tuple[int, str, Chances] | None = None  # version, agent, chances
        self._judging: tuple[int, Judging] | None = None  # version, replay with chances
        self._compared: tuple[int, dict[int, Alternatives]] = (-1, {})  # version, by entries of the log back
        self._pictures: dict[str, tuple[int, str]] = {}  # by theme the version, and its picture

    @property
    def viewer(self) -> int | None:
        """The seat whose knowledge is shown; None: that of all."""
        return None

    # ------------------------------------------------------------------ what is shown

    def table(self, theme: str = "light") -> dict[str, Any]:
        """Everything that the page shows, for JSON. Raises RefusedError for an unknown theme."""
        if theme not in THEMES:
            raise RefusedError(f"unknown theme {theme!r}; choose from {', '.join(THEMES)}")
        env, description = self.session.env, describe(self.session.env, self.viewer)
        over = not env.legal_actions()
        begins = not self.session.moves
        return {
            "version": self.version,
            "title": env.game.title,
            "options": self._unusual(),
            "seed": self.session.setup.seed,
            "task": dict(env.task),
            "tasks": {name: list(values) for name, values in env.game.tasks.items()},
            "others": [name for name in env.game.options if name not in env.game.tasks],
            "round": description.round,
            "phase": description.phase,
            "who": description.who,
            "seat": description.seat,
            "seats": seats_of(env) if env.game.several_players else [],
            "question": description.title,
            "sentence": description.sentence,
            "card": None if description.card is None else dataclasses.asdict(description.card),
            "dice": dict(description.dice),
            "drawn": self._drawn(description),
            "forecast": self.session.going_on(self.viewer),
            "hint": hint_of(self.session),
            "first_game": None if (first := first_game(env.game)) is None else first.title,
            "introduction": introduction(env, self.viewer) if begins else [],
            "blocks": self._blocks(description),
            "picture": self._picture(theme),
            "text": env.text(self.viewer),
            "log": self._log(),
            "undo": len(self.session.history),
            "undo_counts": self.session.undo_counts(),
            "notice": self.notice,
            "agent": self.session.agent,
            "can_seat": self.seating is not None,
            "result": result(env) if over else "",
            "ending": self._ending() if over else [],
        }

    def _log(self) -> list[dict[str, Any]]:
        """The last moves in words, and which of them one may ask about."""
        entries = self.session.log_of(self.viewer)[-LOGGED:]
        asked = self.session.asked_about(self.viewer)[-LOGGED:]
        return [
            {**dataclasses.asdict(entry), "has_reason": move is not None}
            for entry, move in zip(entries, asked, strict=True)
        ]

    def _ending(self) -> list[str]:
        """What was to be reached, and what the last move has done to health or wounds."""
        goal = [line for line in introduction(self.session.env, self.viewer) if line.startswith("To win")]
        log = self.session.log_of(self.viewer)
        last = (
            [line for line in log[-1].changes if re.search(r"\b(wounds|health)\b.*\(", line)] if log else []
        )
        return [*goal, *(f"At the end: {line}." for line in last)]

    def _unusual(self) -> dict[str, Any]:
        """The options of the game that are not as usual."""
        usual = self.session.env.game.options
        options = self.session.setup.options
        return {name: value for name, value in options.items() if name not in usual or value != usual[name]}

    def _drawn(self, description: Description) -> list[dict[str, Any]]:
        """The cards that came without a question since the last decision here, but the one in question."""
        cards: dict[str, Card] = {}
        for entry in reversed(self.session.log_of(self.viewer)):
            cards = {card.name: card for card in entry.cards} | cards
            if entry.chosen and self._decides_as(entry.who):
                break
        asked = None if description.card is None else description.card.name
        return [dataclasses.asdict(card) for name, card in cards.items() if name != asked]

    def _decides_as(self, who: str) -> bool:
        """Did somebody at this window decide what the log says of this person?"""
        return True

    def _picture(self, theme: str) -> str:
        """The picture of this version, drawn once for all windows that ask for it."""
        version, picture = self._pictures.get(theme, (-1, ""))
        if version != self.version:
            picture = page_picture(self.session.env, theme, self.viewer)
            self._pictures[theme] = (self.version, picture)
        return picture

    def _blocks(self, description: Description) -> list[dict[str, Any]]:
        """The legal moves by block of the action layout, each with its name and what it means now."""
        env, blocks = self.session.env, []
        legal, forecasts = self.session.legal(self.viewer), self.session.forecasts(self.viewer)
        for block in env.game.actions.blocks:
            start = env.game.actions.start[block.name]
            here = [action for action in legal if start <= action < start + len(block.actions)]
            moves = [self._move(action, description, forecasts.get(action)) for action in here]
            if moves:
                blocks.append({"name": block.name, "help": block.help, "moves": moves})
        return blocks

    def _move(self, action: int, description: Description, forecast: Forecast | None) -> dict[str, Any]:
        return {
            "action": action,
            "name": move_name(self.session.env, description, action),
            "meaning": description.costs.get(action, ""),
            "then": forecast.sentence if forecast else "",
            "deadly": forecast.deadly if forecast else "",
        }

    # ------------------------------------------------------------------ what can be asked for

    def move(self, asked: Asked) -> None:
        """Make the move `action` at the `version` that the page shows. Raises RefusedError."""
        self._check_version(asked)
        self.session.move(whole(asked, "action"))
        self._has_changed()

    def undo(self, asked: Asked) -> None:
        """Take back `count` moves. Raises RefusedError."""
        self._check_version(asked)
        self.session.undo(whole(asked, "count", 1))
        self._has_changed()

    def load(self, content: bytes) -> None:
        """Go on with a saved game. Raises RefusedError."""
        self.session.load(content)
        self._has_changed()

    def save(self) -> bytes:
        """The game as a saved game, with its options, history and log."""
        return self.session.saved()

    def begin(self, asked: Asked) -> None:
        """Begin a new game with `options` and a `seed`, or the `first` one; `undo` comes back from it.

        With an agent among `seats` it is a game at a table, to which `undo` does not reach.

        Raises:
            RefusedError: there is no such game; the old one goes on.
        """
        seats = asked.get("seats", [])
        if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
            raise RefusedError("seats: a list of names is needed")
        if any(name != HUMAN for name in seats):
            if self.seating is None:
                raise RefusedError("agents have no seats here; begin with --seats")
            options, seed = self._asked_game(asked)
            self.seating.begin_at_table(options, seed, seats)
            return
        if asked.get("first") and (first := first_game(self.session.env.game)):
            self.session.begin({**self.session.env.game.options, **first.options}, first.seed)
            self._has_changed()
            return
        self.session.begin(*self._asked_game(asked))
        self._has_changed()

    def _asked_game(self, asked: Asked) -> tuple[Mapping[str, Any], int]:
        """The `options` and the `seed` of a new game. Raises RefusedError."""
        options = asked.get("options", {})
        if not isinstance(options, Mapping):
            raise RefusedError("options: a mapping of names to values is needed")
        seed = whole(asked, "seed")
        if seed < 0:
            raise RefusedError(f"seed: {seed} is below 0")
        return options, seed

    def advice(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """Ask what the `agent` would do: the one of the command line, or one that comes with the project.

        Raises:
            RefusedError: it is another one, which might be a file or a module of somebody else.

        Returns:
            A function that thinks and answers; the game may go on meanwhile.
        """
        env, version = self.session.env, self.version
        adviser = self._adviser(asked)
        legal, description = self.session.legal(self.viewer), describe(env, self.viewer)
        position = adviser.deal(self.viewer)

        def think() -> dict[str, Any]:
            advice = adviser.advice(position)
            shares = {} if advice.shares is None else {a: float(advice.shares[a]) for a in legal}
            return {
                "agent": adviser.agent.name,
                "version": version,
                "best": advice.best,
                "name": move_name(env, description, advice.best),
                "shares": shares,
                "why": why(advice, description, env, legal),
            }

        return think

    def chance(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """Ask how often the `agent` wins from here; each call plays some more games. Raises RefusedError.

        Returns:
            A function that plays and answers; the game may go on meanwhile.
        """
        adviser, version = self._adviser(asked), self.version
        if self._counted is None or self._counted[:2] != (version, adviser.agent.name):
            chances = chances_for(adviser, self.session.env, adviser.deal(self.viewer))
            self._counted = (version, adviser.agent.name, chances)
        chances = self._counted[2]

        def play_on() -> dict[str, Any]:
            chances.count()
            return {"version": version, "sentence": chances.sentence(), "done": chances.is_done}

        return play_on

    def why(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """Ask what else there was to choose, `back` entries of the log ago: the last one is 1.

        Each call plays some more games. Raises RefusedError.

        Returns:
            A function that plays and answers; the game may go on meanwhile.
        """
        self._check_version(asked)
        back, moves = whole(asked, "back"), self.session.asked_about(self.viewer)
        move = moves[-back] if 1 <= back <= len(moves) else None
        if move is None:
            raise RefusedError("this move cannot be asked about")
        if self._compared[0] != self.version:
            self._compared = self.version, {}
        version, found = self._compared
        if back not in found:
            found[back] = alternatives_to(move, self.session.env, self.session.adviser(), self.viewer)
        compared, reason = found[back], self.session.reasons(self.viewer)[-back]

        def play_on() -> dict[str, Any]:
            compared.count()
            return {"version": version, "reason": reason, **compared.as_json()}

        return play_on

    def judge(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """Ask for a replay with chances and the moments that decided; each call works about a second.

        The session's own agent plays on, or the best policy for the task. Raises RefusedError.

        Returns:
            A function that works and says how far it is; the game may go on meanwhile.
        """
        version = self.version
        if runs_uncompiled():
            raise RefusedError(f"this takes hours while the rules are not compiled; {COMPILE}")
        if self._judging is None or self._judging[0] != version:
            agent = who_plays_on(self.session.adviser(), self.session.env)
            self._judging = version, Judging(played(self.session), agent)
        judging = self._judging[1]

        def go_on() -> dict[str, Any]:
            judging.go_on()
            return {"version": version, "doing": judging.doing, "done": bool(judging.page)}

        return go_on

    def _adviser(self, asked: Asked) -> Adviser:
        """The adviser that a page asks for. Raises RefusedError."""
        if not self.session.env.legal_actions():
            raise RefusedError("the game is over; there is nothing to advise")
        name = str(asked.get("agent", ""))
        if name not in ("", self.session.agent):
            check_shipped(name)
        return self.session.adviser(name)

    def help(self) -> dict[str, Any]:
        """The rules in short, all names, what a new game may be, and how often policies win it."""
        env = self.session.env
        rated = [
            {"rate": rate, "name": name, "task": {it: task[it] for it in env.game.tasks}}
            for rate, name, task in shipped_policies(env)
        ]
        return {**help_of(env), "policies": rated, "agents": agents_for_seats(env)}

    def doing(self) -> dict[str, str]:
        """Say what advice waits for: compiling, and its progress."""
        return {"doing": what_takes_long()}

    def replay(self, chances: bool = False) -> Callable[[], str]:
        """The game so far as a page to click through; `chances`: the one that `judge` has made.

        Raises:
            RefusedError: it has made none of this game.

        Returns:
            A function that writes the page; the game may go on meanwhile.
        """
        if not chances:
            game = played(self.session)
            return lambda: page_of(finished(replay_in_stages(game)))
        if self._judging is None or self._judging[0] != self.version or not self._judging[1].page:
            raise RefusedError("no replay with chances has been made of this game")
        page = self._judging[1].page
        return lambda: page

    def _has_changed(self) -> None:
        """Raise the version and keep the game."""
        self.version += 1
        self.notice = kept(self.session, self._autosave)

    def _check_version(self, asked: Asked) -> None:
        if whole(asked, "version", self.version) != self.version:
            raise RefusedError("the game has gone on meanwhile; look again and choose anew")


def agents_for_seats(env: GameEnv) -> dict[str, str]:
    """Who may sit at a table beside the shipped policies: names, and what a list says."""
    scripted = {SCRIPTED: "scripted (rules of thumb)"} if env.game.scripted else {}
    strange = {STRANGER: "a strange partner"} if strange_partners(env) else {}
    return {**scripted, **strange, "random": "random (any legal move)"}


def kept(session: Session, file: Path | None) -> str:
    """Keep a game in a file, if one is named; say why it could not be kept, else nothing."""
    if file is None:
        return ""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        save_game(file, session.saved())
    except (RefusedError, OSError) as error:
        return f"the game is not saved: {one_line(error)}"
    return ""


def page_picture(env: GameEnv, theme: str, viewer: int | None = None) -> str:
    """The picture for the page, without decision and log; the whole picture in games that have none.

    `viewer`: the seat whose knowledge is drawn; None: all.
    """
    try:
        return str(viewed(env, "page_picture", viewer)(theme=theme))
    except NoViewError:
        return env.picture(theme, viewer=viewer)


def introduction(env: GameEnv, viewer: int | None = None) -> list[str]:
    """Introduce a new game in lines: the scenario, what wins, how hard it is; `viewer` as above."""
    try:
        lines = list(viewed(env, "introduction", viewer)())
    except NoViewError:
        lines = []
    return [*lines, *difficulty(env)]


def whole(asked: Asked, name: str, default: int | None = None) -> int:
    """A whole number of a request. Raises RefusedError."""
    value = asked.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedError(f"{name}: {value!r} is no whole number")
    return value
