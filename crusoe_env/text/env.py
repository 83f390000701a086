"""A game as an environment of strings: messages in, moves out."""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.registration import find_game
from crusoe_env.play.moves import RefusedError
from crusoe_env.show.description import Description, changes
from crusoe_env.support.options import named, whole, yes_or_no
from crusoe_env.support.words import one_line
from crusoe_env.text import structure
from crusoe_env.text.answers import line_of, understood
from crusoe_env.text.briefing import briefing, explained
from crusoe_env.text.disguise import Disguise
from crusoe_env.text.limits import Limits, Usage
from crusoe_env.text.numbers import by_label
from crusoe_env.text.reader import CHANGES, JSON, VIEWS, Reader, asked
from crusoe_env.text.table import Table
from crusoe_env.text.talk import MOST as LONGEST_TALK
from crusoe_env.text.talk import Talk

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

ONE, EACH = "one", "each"
SEATS = (ONE, EACH)
EXPLAIN, TABLE = "explain", "table"
"""Answers that ask something and make no move."""
LONGEST = 1_000_000
"""Characters of a message or an answer, as the spaces say."""
KEPT = 1_000
"""Characters that are kept of an answer that is too long to be read."""
MOVED, ASKED, TALKED, ILLEGAL = "move", "question", "talk", "illegal"
"""What an answer was, as `info["kind"]` says; "" after `reset`."""


@dataclass(frozen=True)
class Turn:
    """A message and its answer.

    Attributes:
        seat, who: to whom the message went.
        time: the round and phase, in words.
        asked: what was asked of whom.
        message: all that was said.
        answer: as it was given; of an answer that is too long to be read the beginning.
        kind: "move", "question", "talk" or "illegal".
        action, move: the legal action that the answer meant, and its words; None where it was no move.
        changes: what the move has changed.
        cut: how many characters of the answer are not kept.
    """

    seat: int
    who: str
    time: str
    asked: str
    message: str
    answer: str
    kind: str
    action: int | None = None
    move: str | None = None
    changes: Sequence[str] = ()
    cut: int = 0

    @property
    def given(self) -> str:
        """An answer that leads to the same: dots stand for what is not kept."""
        return self.answer + "." * self.cut


class TextEnv(gymnasium.Env[str, str]):
    """One game in text, step for step the game that `GameEnv` plays with the same seed and actions.

    There is no undo, no advice and no save. An answer is a move (its number, name, or a sentence that
    contains it), or a question: `explain NAME`, `table`. A question and a refused answer leave the game as
    it is, and cost as the limits say.

    Args:
        game: name, import path or the game itself.
        view: "changes": after the first message only what is new since the reader's last decision; "full":
            the whole table each time; "json": table, question and moves as JSON, see `structure.schema`.
        list_moves: whether messages list the legal moves; without the list moves have no numbers.
        seats: "one": one reader decides for all players; "each": each seat reads for itself, and is told
            what is new since its own last decision.
        disguise: a seed by which cards, items, characters and places get other names; None: as printed.
        limits: of illegal answers, questions, turns and characters.
        talk: characters that a seat may say to the others at the start of each planning phase; 0: none.
        **settings: of `GameEnv`: the game's options, `reward`, `max_steps`, `data`.

    Attributes:
        env: the game itself; for those who evaluate, never for a player.
        usage: decisions, illegal answers and characters of the present game.
        seed: of the present game; None before the first, or where nobody gave one.
        settings: those of `GameEnv`, as they were given.
        turns: messages and answers of the present game.
        message: the last one.
        limit: which limit has ended the game, else empty.

    Raises:
        NoViewError: the game has no text.
        ValueError, TypeError: for a wrong setting.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium has it
    render_mode = None

    def __init__(
        self,
        game: str | Game = "robinson",
        *,
        view: str = CHANGES,
        list_moves: bool = True,
        seats: str = ONE,
        disguise: int | None = None,
        limits: Limits | None = None,
        talk: int = 0,
        **settings: Any,
    ) -> None:
        self.view, self.seats = named("view", view, VIEWS), named("seats", seats, SEATS)
        self.list_moves = yes_or_no("list_moves", list_moves)
        self.limits = Limits() if limits is None else limits
        self.talk = whole("talk", talk, 0, LONGEST_TALK)
        if talk and seats != EACH:
            raise ValueError(f"talk: {talk} needs seats={EACH!r}: who decides for all has nobody to talk to")
        self.env = GameEnv(game=find_game(game), **settings)
        self.settings = dict(settings)
        self.seed: int | None = None
        self.disguise: Disguise | None = None
        if disguise is not None:
            if view == JSON:
                raise ValueError("disguise: the names in view='json' are the printed ones")
            facts = self.env.batch.simulator.task_facts
            self.disguise = Disguise(self.env.game, facts, whole("disguise", disguise, 0))
        self.turns: list[Turn] = []
        self.message = self.limit = ""
        self.table = Table(self.env, self.disguise)
        self.usage = Usage()
        charset = frozenset(map(chr, range(0x20, 0x2FFF))) | frozenset(string.whitespace)
        self.observation_space = spaces.Text(LONGEST, min_length=0, charset=charset)
        self.action_space = spaces.Text(LONGEST, min_length=0, charset=charset)
        self._readers: dict[int, Reader] = {}
        self._live = False
        self._in_a_row = self._questions = 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.env.game

    @property
    def np_random(self) -> np.random.Generator:
        """The generator of the game itself."""
        return self.env.np_random

    @np_random.setter
    def np_random(self, generator: np.random.Generator) -> None:
        self.env.np_random = generator

    def close(self) -> None:
        """End the threads of the game."""
        self.env.close()

    @property
    def seat(self) -> int:
        """The seat that decides, from 0."""
        return int(self.env.batch.states.acting[0])

    @property
    def _longest(self) -> int:
        """Characters of the longest answer that is read."""
        return LONGEST if self.limits.answer is None else min(LONGEST, self.limits.answer)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or has not begun."""
        return not self._live

    def briefing(self) -> str:
        """The rules in short, the task, and how to answer: what a player reads before its first message."""
        stable = self.view == CHANGES
        words = briefing(self.table, self.limits, list_moves=self.list_moves, stable=stable)
        return f"{words} {Talk(self.talk).briefing()}".rstrip()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """A new game; arguments and errors as of `GameEnv.reset`.

        Returns:
            The message to who decides first, and info as of `step`.
        """
        said = self._begun(seed, options)
        self._told = self._seen_from(self._place_of_reader)
        return self._sent(self._message(), said, "", kind="")

    def _begun(self, seed: int | None, options: dict[str, Any] | None = None) -> dict[str, Any]:
        """Begin a game that nobody is told of yet; info of `GameEnv`."""
        super().reset(seed=seed)
        _, said = self.env.reset(seed=seed, options=options)
        self.seed, self.turns, self.limit = seed, [], ""
        self.usage = Usage()
        self._readers = {}
        self._talk = Talk(self.talk)
        self._live = True
        self._in_a_row = self._questions = 0
        return said

    def reset_to(self, seed: int, actions: Sequence[int]) -> tuple[str, dict[str, Any]]:
        """The position of a game after some actions, told to a reader who has seen nothing of it yet.

        Saying each move takes far longer; so the moves before are in no transcript.

        Returns:
            The message and info as of `step`.
        """
        self._begun(seed)
        for action in actions:
            *_, ended, cut, _ = self.env.step(action)
            self._live = not (ended or cut)
        self._told = self._seen_from(self._place_of_reader)
        return self._sent(self._message(), self.env.batch.info_of(0), "", kind="")

    def step(self, answer: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """One answer.

        Returns:
            message, reward, terminated, truncated, info. Info holds what that of `GameEnv` does but for the
            mask (`victory`, `score`, `goal_progress`, `rounds`, `cause`: 0 until the end), and

            - `kind`: "move", "question", "talk" or "illegal"; `action` and `move` (its words), else None;
            - `seat`, `who`: to whom the message goes; `moves`: the legal moves as a dict by number;
            - `limit`: which limit ended the game, else empty.

        Raises:
            RuntimeError: the game has ended or not begun.
            TypeError: the answer is no string.
        """
        if not isinstance(answer, str):
            raise TypeError(f"an answer must be a string, not {type(answer).__name__}")
        if not self._live:
            raise RuntimeError("the game has ended or not begun: call reset() before step()")
        answer = answer[: LONGEST + 1]
        self.usage.written += len(answer)
        before, message, seat = self._told, self.message, self._place_of_reader
        self._changes: list[str] = []
        done = self._done(answer)
        said = done[-1]
        kept = answer[:KEPT] if len(answer) > self._longest else answer
        self.turns.append(
            Turn(
                seat=seat,
                who=before.who,
                time=f"round {before.round}, {before.phase}" if before.phase else f"round {before.round}",
                asked=asked(before),
                message=message,
                answer=kept,
                cut=len(answer) - len(kept),
                kind=said["kind"],
                action=said["action"],
                move=said["move"],
                changes=self._changes,
            )
        )
        return done

    def _done(self, answer: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """What an answer leads to."""
        try:
            if len(answer) > self._longest:
                size = f"{len(answer):,}" if len(answer) <= LONGEST else f"more than {LONGEST:,}"
                raise RefusedError(f"the answer has {size} characters; at most {self._longest:,} are read")
            if (reply := self._said(answer)) is not None:
                return self._stays(reply, TALKED)
            if (reply := self._reply(answer)) is not None:
                return self._stays(reply, ASKED)
            place = self._place(answer)
        except RefusedError as refused:
            return self._refused(one_line(refused))
        return self._moved(place)

    def _seen_from(self, place: int) -> Description:
        """The present state as a reader knows it: its own seat, or one for all."""
        self.table.viewer = place if self.seats == EACH else None
        return self.table.described()

    def _place(self, answer: str) -> int:
        """The legal move that an answer means, as its place in the list. Raises RefusedError."""
        labels, names = self._labels(), [self._name(action) for action in self.env.legal_actions()]
        if self.view == JSON and (place := structure.place_of(answer, names)) is not None:
            return place
        numbers = self._reader.numbers.of(labels) if self.list_moves else {}
        return understood(answer, labels, numbers, names, self._reader.numbers.listed_as)

    def _name(self, action: int) -> str:
        return self.table.words(self.env.action_name(action))

    def _labels(self) -> list[str]:
        return by_label(self._told.labels, self.env.legal_actions())

    def moves(self) -> dict[int, str]:
        """The legal moves by number, as the reader of the present message knows them."""
        labels = self._labels()
        return {number: labels[place] for number, place in self._reader.numbers.of(labels).items()}

    def answer_for(self, action: int) -> str:
        """The words of a legal action: an answer that means it. Raises ValueError for an illegal one."""
        legal = self.env.legal_actions()
        if action not in legal:
            raise ValueError(f"action {action} is not legal; choose from {legal}")
        return self._labels()[legal.index(action)]

    # ------------------------------------------------------------------ what an answer leads to

    def _moved(self, place: int) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Make a legal move."""
        action, before, old = self.env.legal_actions()[place], self._told, self.env.state
        move = self._labels()[place]
        self._talk.moved(self.seat, before.round, before.phase)
        _, reward, terminated, truncated, said = self.env.step(action)
        self.usage.decisions += 1
        self._in_a_row = self._questions = 0
        self.table.viewer = None
        happened = self.table.happened(old, action)
        told = self.table.described()
        self._changes = [*happened, *changes(before, told)]
        for place, reader in self._readers.items():
            seen = told if self.seats == ONE else self._seen_from(place)
            reader.hears(seen.log, happened)
        self._told = told if self.seats == ONE else self._seen_from(self._place_of_reader)
        self._live = not (terminated or truncated)
        limit = self.usage.passed(self.limits, 0) if self._live else ""
        message, info = self._sent(self._message(), said, limit, kind=MOVED, action=action, move=move)
        return message, reward, terminated, truncated or bool(limit), info

    def _refused(self, why: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Answer an illegal answer; the game stays as it is, unless a limit is passed."""
        self.usage.illegal += 1
        self._in_a_row += 1
        return self._stays(f"Refused: {why}", ILLEGAL)

    def _stays(self, message: str, kind: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Answer without a move."""
        self.usage.questions += kind == ASKED
        limit = self.usage.passed(self.limits, self._in_a_row)
        if self.view == JSON and not message.startswith("{"):
            message = json.dumps({"kind": kind, "reply": message}, ensure_ascii=False)
        message, info = self._sent(message, self.env.batch.info_of(0), limit, kind=kind)
        return message, 0.0, False, bool(limit), info

    def _said(self, answer: str) -> str | None:
        """The reply to what a seat says to others; None if it says nothing. Raises RefusedError."""
        if not self.talk:
            return None
        names = self.env.game.seats.of(self.env.batch.states[0])
        names = [self.table.words(name.replace("_", " ").capitalize()) for name in names]
        told = self._told
        return self._talk.said(line_of(answer), self.seat, told.round, told.phase, names)

    def _reply(self, answer: str) -> str | None:
        """The reply to a question; None if the answer is none. Raises RefusedError."""
        command, _, rest = line_of(answer).partition(" ")
        if command.lower().rstrip(":") not in (EXPLAIN, TABLE) or (command.lower() == TABLE and rest):
            return None
        most = self.limits.questions
        if most is not None and self._questions >= most:
            raise RefusedError(f"a decision allows {most} questions; make a move")
        self._questions += 1
        if command.lower() == TABLE:
            return self._reader.whole(self._told, self.env.legal_actions())
        return "\n".join(explained(rest, self.table))

    def _message(self) -> str:
        """The message to who decides, or to who reads the end."""
        heard, reader = self._talk.heard(self._place_of_reader), self._reader
        if self.view == JSON:
            reader.news.lines += heard
            heard = []
        message = reader.message(self._told, self.env.legal_actions() if self._live else ())
        return "\n".join([*heard, message])

    @property
    def _place_of_reader(self) -> int:
        return self.seat if self.seats == EACH else 0

    @property
    def _reader(self) -> Reader:
        """The reader of the seat that decides."""
        place = self._place_of_reader
        if place not in self._readers:
            self._readers[place] = Reader(self.table, self.view, self.list_moves)
        return self._readers[place]

    def _sent(
        self, message: str, said: dict[str, Any], limit: str, *, kind: str, action: int | None = None,
        move: str | None = None,
    ) -> tuple[str, dict[str, Any]]:  # fmt: skip
        """A message and its info; a passed limit ends the game, and the message says so."""
        if limit:
            self._live = False
            if self.view == JSON:
                message = json.dumps({**json.loads(message), "limit": limit}, ensure_ascii=False)
            else:
                message = f"{message}\nThe game ends: the limit of {limit} is passed."
        self.usage.read += len(message)
        self.message, self.limit = message, limit
        info = {name: value for name, value in said.items() if name != "action_mask"}
        return message, {
            **info,
            "kind": kind,
            "action": action,
            "move": move,
            "seat": self._place_of_reader,
            "who": self._told.who,
            "moves": self.moves() if self._live else {},
            "limit": limit,
        }
