"""A table that several windows show, each as one person's seat sees it, while agents have other seats."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from crusoe_env.play.moves import RefusedError
from crusoe_env.play.seats import HUMAN, SeatedSession, seats_of
from crusoe_env.play.web.page_model import Asked, PageModel, kept, whole
from crusoe_env.show.description import describe
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.play.study import Study

TICK = 0.05
"""Seconds after which agents look again whether one of them is asked."""


class SeatPage(PageModel):
    """The game as a person's seat sees it: nothing that is hidden from the seat, no seed, no saved game.

    Args:
        table: that the windows share.
        seats: of the people at this window. Where there are several, it shows what the one sees who decides,
            or decided last, so that they must have no secrets from each other.

    Attributes:
        version: raised by whatever changes what this window shows, and by nothing else.
        windows: the other people at the table with the addresses of their windows, for the one who has begun.
    """

    offers = (
        "/",
        "/table",
        "/version",
        "/doing",
        "/help",
        "/replay",
        "/move",
        "/undo",
        "/advice",
        "/chance",
        "/why",
        "/judge",
        "/form",
        "/new",
    )
    session: SeatedSession

    def __init__(self, table: SharedTable, seats: Sequence[int]) -> None:
        super().__init__(table.session)
        self.shared, self.seats = table, seats
        self.windows: list[tuple[str, str]] = []
        self._seen = self._sight()

    @property
    def seat(self) -> int:
        """The seat that this window shows."""
        deciding = [seat for seat in self.session.deciders() if seat in self.seats]
        return (deciding or [self._last])[0]

    @property
    def _last(self) -> int:
        """The seat at this window that decided last."""
        return self.session.last_to_decide(self.seats)

    @property
    def viewer(self) -> int:
        """The seat whose knowledge is shown."""
        return self.seat

    def _sight(self) -> tuple[Any, ...]:
        """All that a person sees but for the picture, which shows the same."""
        env, session, seat = self.session.env, self.session, self.seat
        known = describe(env, seat), env.text(seat), session.legal(seat), session.log_of(seat)
        study = self.shared.study
        return (*map(str, known), self.shared.notice, "" if study is None else study.stage(seat))

    def look(self) -> None:
        """Raise the version if the seat sees something else than before."""
        sight = self._sight()
        if sight != self._seen:
            self._seen = sight
            self.version += 1

    def _decides_as(self, who: str) -> bool:
        names = seats_of(self.session.env)
        return who in (names[seat] for seat in self.seats)

    @property
    def decides(self) -> bool:
        """Is this seat asked now?"""
        return self.seat in self.session.deciders()

    def table(self, theme: str = "light") -> dict[str, Any]:
        """Everything that the window shows, for JSON. Raises RefusedError for an unknown theme."""
        session, shown, study = self.session, super().table(theme), self.shared.study
        if study is not None:
            study.is_shown(self.seat)
        names = seats_of(session.env)
        return {
            **shown,
            "seed": None,  # whoever knows it can deal the hidden cards
            "seat": self.seat,
            "here": list(self.seats),
            "windows": self.windows,
            "own": names[self.seat],
            "decides": self.decides and self.shared.has_begun,
            "at_table": [session.name_of(seat) for seat in range(len(names))],
            "undo": int(study is None and session.can_undo(self._last)),
            "undo_counts": {},
            "notice": self.shared.notice,
            "study": None if study is None else self._of_study(study),
        }

    def _of_study(self, study: Study) -> dict[str, Any]:
        """The participant's code, what the person does now, and the form to fill in."""
        form = study.form_for(self.seat)
        about = {"code": study.codes[self.seat], "stage": study.stage(self.seat)}
        return {**about, "form": None if form is None else form.as_json()}

    # ------------------------------------------------------------------ what can be asked for

    def move(self, asked: Asked) -> None:
        """Make the move `action` at the `version` that the window shows. Raises RefusedError."""
        self._check_version(asked)
        if not self.shared.has_begun:
            raise RefusedError("the game begins when all people have filled in their form")
        self.session.move_as(self.seat, whole(asked, "action"))
        self.shared.has_changed()

    def undo(self, asked: Asked) -> None:
        """Go back to the last decision of a person at this window. Raises RefusedError."""
        self._check_version(asked)
        if self.shared.study is not None:
            raise RefusedError("nothing is taken back in a study")
        self.session.undo_as(self._last)
        self.shared.has_changed()

    def why(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """As for a game without agents at the table; a study takes note. Raises RefusedError."""
        play_on, back = super().why(asked), whole(asked, "back")
        if not self._compared[1][back].won.size:
            self._note("reason", {"back": back})
        return play_on

    def judge(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """As for a game without agents at the table, once it is over. Raises RefusedError."""
        self._check_over()
        return super().judge(asked)

    def begin(self, asked: Asked) -> None:
        """Begin another game, if this one was begun from the page. Raises RefusedError."""
        if self.seating is None:
            raise RefusedError("with --seats a new game begins with the program")
        if any(name != HUMAN for name in asked.get("seats", [])):
            super().begin(asked)
        else:
            self.seating.begin_alone(asked)

    def fill_in(self, asked: Asked) -> None:
        """Keep the `answers` to the form that the person is to fill in now. Raises RefusedError."""
        if self.shared.study is None:
            raise RefusedError("there is no form to fill in")
        self.shared.study.fill_in(self.seat, asked.get("answers"))
        self.shared.look()

    def _note(self, what: str, answer: dict[str, Any]) -> None:
        """Let the study take note of what a person has asked for."""
        if self.shared.study is not None:
            self.shared.study.has_asked(self.seat, what, answer)

    def advice(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """As for a game without agents at the table. Raises RefusedError if it is not the seat's turn too."""
        self._check_turn()
        think = super().advice(asked)

        def noted() -> dict[str, Any]:
            answer = think()
            self._note("advice", {name: answer[name] for name in ("agent", "best", "name")})
            return answer

        return noted

    def chance(self, asked: Asked) -> Callable[[], dict[str, Any]]:
        """As for a game without agents at the table. Raises RefusedError if it is not the seat's turn too."""
        self._check_turn()
        return super().chance(asked)

    def replay(self, chances: bool = False) -> Callable[[], str]:
        """The game as a page, once it is over. Raises RefusedError."""
        self._check_over()
        return super().replay(chances)

    def _check_over(self) -> None:
        """Raises RefusedError before the end: a replay shows what was hidden."""
        if self.session.env.legal_actions():
            raise RefusedError("a replay shows what is hidden from you; it can be written after the end")

    def _check_turn(self) -> None:
        if self.session.env.legal_actions() and not self.decides:
            raise RefusedError("it is not your turn; ask when you decide")


class SharedTable:
    """A game that the windows of several people show.

    Args:
        session: the game.
        autosave: the file in which the game is kept after each change; None: it is not kept.
        study: keeps what people decide; None: nobody does.
        together: all people share one window, unless they have secrets from each other.

    Attributes:
        notice: what is wrong: something could not be kept, or an agent failed; else empty.
        models: the windows.
    """

    def __init__(
        self,
        session: SeatedSession,
        autosave: Path | None = None,
        study: Study | None = None,
        together: bool = False,
    ) -> None:
        self.session, self.study = session, study
        self.notice = ""
        self._autosave = autosave
        people = session.people
        each = [people] if together and not session.has_secrets else [[seat] for seat in people]
        self.models = [SeatPage(self, seats) for seats in each]

    @property
    def has_begun(self) -> bool:
        """May people and agents move? In a study all have filled in their forms first."""
        return self.study is None or self.study.has_begun

    def has_changed(self) -> None:
        """Keep the game, and let every window know whether it shows something else now."""
        unkept = "" if self.study is None else self.study.notice
        self.notice = kept(self.session, self._autosave) or unkept
        self.look()

    def look(self) -> None:
        """Let every window know whether it shows something else now."""
        for model in self.models:
            model.look()


class Locks(Protocol):
    """What a server lets others take: `lock` to change or show the table, `thinking` while agents think."""

    lock: threading.Lock
    thinking: threading.Lock


class Agents(threading.Thread):
    """Lets the agents at a table move, at a pace that people can follow, until it is stopped.

    Args:
        server: shows the table; its locks are taken.
        table: at which they sit.
        pace: seconds that a move of an agent takes at least.
    """

    def __init__(self, server: Locks, table: SharedTable, pace: float) -> None:
        super().__init__(daemon=True)
        self.server, self.table, self.pace = server, table, pace
        self.stopped = threading.Event()

    def run(self) -> None:
        """Let agents move. One that fails ends this thread; every window says so."""
        try:
            while not self.stopped.wait(0 if self.move() else TICK):
                pass
        except Exception as error:  # an agent may be anybody's code
            with self.server.lock:
                self.table.notice = f"an agent cannot go on: {one_line(error)}"
                self.table.look()

    def move(self) -> bool:
        """Let an agent move if one is asked; return false if none is."""
        session = self.table.session
        with self.server.lock:
            turn = session.agent_turn() if self.table.has_begun else None
        if turn is None:
            return False
        began = time.monotonic()
        with self.server.thinking:
            choice = session.think(turn)
        if self.stopped.wait(max(0.0, self.pace - (time.monotonic() - began))):
            return False
        with self.server.lock:
            if session.carry_out(turn, choice):
                self.table.has_changed()
        return True
