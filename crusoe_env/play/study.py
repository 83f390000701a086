"""What people decide in a study, as JSON lines without anything that names them.

A study is a folder. `games.jsonl` has a line as a game begins and one as it ends, `decisions.jsonl` a line
for each move, `forms.jsonl` one for each form. Lines are appended whole and flushed to the disk, so that
several tables can write into one folder.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import secrets
import sys
import time
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crusoe_env.play.forms import Form
from crusoe_env.play.history import LogLine, PastMove
from crusoe_env.play.moves import RefusedError
from crusoe_env.support.reading import unpacked
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.play.seats import Made, SeatedSession

GAMES, DECISIONS, FORMS = "games.jsonl", "decisions.jsonl", "forms.jsonl"
FORMAT = 1
LONGEST_LINE, LARGEST_STATE = 1_000_000, 1_000_000
"""Bytes of a line, and of the snapshot in it, unpacked."""
LETTERS, CODE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ", 6
"""What a participant's code is made of, without letters that look alike, and its length."""
BEFORE, AFTER = "before", "after"
PERSON, AGENT, RULES = "person", "agent", "rules"
"""Who made a move; the rules: all moves came to the same, so that nobody was asked."""


def append(file: Path, line: dict[str, Any]) -> None:
    """Append a line of JSON, whole, and flush it to the disk.

    A line that did not fit is taken back. Where an earlier one was cut, as by a kill, this one begins anew.

    Raises:
        OSError: it cannot be written.
    """
    content = json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    opened = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(opened).st_size
        if size:
            os.lseek(opened, size - 1, os.SEEK_SET)
            content = b"\n" * (os.read(opened, 1) != b"\n") + content
        written = os.write(opened, content)
        if written != len(content):
            if os.fstat(opened).st_size == size + written:  # no other table has written since
                os.ftruncate(opened, size)
            raise OSError(errno.ENOSPC, "it was written in part: is the disk full?", str(file))
        os.fsync(opened)
    finally:
        os.close(opened)


class Study:
    """Keeps a game of a study.

    Args:
        folder: of the study; made if there is none.
        session: the game, before its first move.
        before, after: forms that people fill in before and after the game; None: there is none.
        clock: a clock in seconds.

    Attributes:
        game: a random name of the game.
        codes: by seat, a random code of each participant.

    Raises:
        RefusedError: the folder cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        session: SeatedSession,
        before: Form | None = None,
        after: Form | None = None,
        clock: Any = time.monotonic,
    ) -> None:
        self.folder, self.session = folder, session
        self.forms = {BEFORE: before, AFTER: after}
        self.game = secrets.token_hex(6)
        self.codes = {seat: "".join(secrets.choice(LETTERS) for _ in range(CODE)) for seat in session.people}
        self.notice = ""
        self._clock = clock
        self._filled_in: set[tuple[int, str]] = set()
        self._shown: dict[tuple[int, str], float] = {}
        self._asked: dict[int, list[dict[str, Any]]] = {seat: [] for seat in session.people}
        env, setup = session.env, session.setup
        try:
            folder.mkdir(parents=True, exist_ok=True)
            append(
                folder / GAMES,
                {
                    "format": FORMAT,
                    "game": self.game,
                    "name": env.game.name,
                    "environment": env.game.env_id,
                    "version": version("crusoe_env"),
                    "options": setup.options,
                    "seed": setup.seed,
                    "seats": session.names,
                    "codes": {str(seat): code for seat, code in self.codes.items()},
                    "forms": {name: _hash(form) for name, form in self.forms.items()},
                },
            )
        except OSError as error:
            raise RefusedError(f"--study {folder}: {one_line(error)}") from error
        session.on_move = self.keep_move

    # ------------------------------------------------------------------ forms

    def stage(self, seat: int) -> str:
        """What a person does: "before" (the form), "waits" (for others), "plays", "after", "done"."""
        if not self._is_filled_in(seat, BEFORE):
            return BEFORE
        if not self.has_begun:
            return "waits"
        if self.session.env.legal_actions():
            return "plays"
        return "done" if self._is_filled_in(seat, AFTER) else AFTER

    @property
    def has_begun(self) -> bool:
        """Have all people filled in the form before the game?"""
        return all(self._is_filled_in(seat, BEFORE) for seat in self.session.people)

    def _is_filled_in(self, seat: int, name: str) -> bool:
        return self.forms[name] is None or (seat, name) in self._filled_in

    def form_for(self, seat: int) -> Form | None:
        """The form that a person is to fill in now."""
        return self.forms.get(self.stage(seat))

    def fill_in(self, seat: int, answers: Any) -> None:
        """Keep a person's answers. Raises RefusedError: there is no form now, or an answer is wrong."""
        name, form = self.stage(seat), self.form_for(seat)
        if form is None:
            raise RefusedError("there is no form to fill in now")
        checked = form.checked(answers)
        line = {"game": self.game, "code": self.codes[seat], "seat": seat, "form": name}
        try:
            append(self.folder / FORMS, {**line, "ms": self._since(seat, name), "answers": checked})
        except OSError as error:
            self._tell(f"answers of a form could not be kept: {one_line(error)}")
            raise RefusedError(f"your answers could not be kept: {one_line(error)}") from error
        self._filled_in.add((seat, name))

    # ------------------------------------------------------------------ decisions

    def is_shown(self, seat: int) -> None:
        """Take note that a person's window shows what is asked of the person now."""
        stage = self.stage(seat)
        if stage != "plays" or seat in self.session.deciders():
            self._shown.setdefault((seat, stage), self._clock())

    def has_asked(self, seat: int, what: str, answer: dict[str, Any]) -> None:
        """Take note that a person has asked for advice or a reason."""
        self._asked[seat].append({"what": what, "ms": self._since(seat, "plays"), **answer})

    def _since(self, seat: int, stage: str) -> int | None:
        """Milliseconds since a person's window has shown it first; None if it never has."""
        shown = self._shown.get((seat, stage))
        return None if shown is None else round(1_000 * (self._clock() - shown))

    def keep_move(self, done: PastMove, made: Made, entry: LogLine) -> None:
        """Keep a move that has just been made, and the end of the game. Never raises for a full disk."""
        try:
            append(self.folder / DECISIONS, self._line(done, made, entry))
            if not self.session.env.legal_actions():
                append(self.folder / GAMES, self._end())
        except OSError as error:
            self.notice = f"the study could not keep a move: {one_line(error)}"
            self._tell(self.notice)

    def _tell(self, what: str) -> None:
        """Say to who runs the study that something is lost."""
        print(f"study {self.folder}, game {self.game}: {what}", file=sys.stderr, flush=True)

    def _line(self, done: PastMove, made: Made, entry: LogLine) -> dict[str, Any]:
        from crusoe_env.engine.snapshot import restored_record  # it imports compiled code

        seat, simulator = made.seat, self.session.env.batch.simulator
        assert seat is not None
        state = restored_record(simulator, done.before)
        legal = [action for action, may in enumerate(simulator.masks_of(state, seat)[0]) if may]
        is_person = seat in self.codes
        line: dict[str, Any] = {
            "game": self.game,
            "number": len(self.session.history),
            "seat": seat,
            "by": RULES if not made.chosen else PERSON if is_person else AGENT,
            "round": entry.round,
            "phase": entry.phase,
            "legal": legal,
            "action": done.action,
            "move": entry.name,
            "state": pack_state(done.before),
        }
        if is_person and made.chosen:
            line |= {"code": self.codes[seat], "ms": self._since(seat, "plays"), "asked": self._asked[seat]}
            self._asked[seat] = []
            self._shown.pop((seat, "plays"), None)
        return line

    def _end(self) -> dict[str, Any]:
        env = self.session.env
        told = env.batch.info_of(0)
        end = {name: told[name].item() for name in ("victory", "score", "goal_progress", "rounds")}
        end["cause"] = env.cause_name(int(told["cause"]))
        moves = len(self.session.history)
        return {"game": self.game, "end": end, "moves": moves, "state": pack_state(env.snapshot())}


def pack_state(snapshot: bytes) -> str:
    """A snapshot as text."""
    return base64.b64encode(zlib.compress(snapshot, 9)).decode()


def unpack_state(text: str) -> bytes:
    """The snapshot of a text. Raises ValueError if it is none."""
    try:
        return unpacked(base64.b64decode(text, validate=True), LARGEST_STATE)
    except ValueError as error:
        raise ValueError(f"the state is none: it {one_line(error)}") from error


def _hash(form: Form | None) -> str | None:
    """A hash of a form's file, by which its version is known."""
    return None if form is None else hashlib.blake2b(form.content, digest_size=6).hexdigest()
