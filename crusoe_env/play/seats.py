"""A table at which some seats are people's and others agents': who decides, and what each person may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crusoe_env.play.advice import Advice, why
from crusoe_env.play.history import LogLine, PastMove
from crusoe_env.play.moves import RefusedError, legal_for
from crusoe_env.play.partners import Partner, SeatMove
from crusoe_env.play.saves import Save
from crusoe_env.play.session import Session
from crusoe_env.show.description import Description, changes, describe, plain_name

if TYPE_CHECKING:
    import numpy as np

    from crusoe_env.interfaces.env import GameEnv

HUMAN = "human"
"""In place of an agent's name: a person has the seat."""


@dataclass(frozen=True)
class Made:
    """A move at the table, and who knows what of it.

    Attributes:
        seat: decided; None for a move of a saved game.
        chosen: the seat was asked; False for a move that was made because all came to the same.
        unseen: other players did not see it.
        entries: the move in words, by the seat of each person who noticed anything.
        reason: why an agent made it; empty if it does not say, or a person made it.
        may_ask: the seats that know all that the agent knew, so that its reason tells them nothing hidden.
    """

    seat: int | None
    chosen: bool
    unseen: bool
    entries: dict[int, LogLine]
    reason: str = ""
    may_ask: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Turn:
    """A decision that an agent is asked for.

    Attributes:
        seat: the agent's.
        state: one record, (1,), in which this seat acts.
        past: all moves so far.
        version: of the table when the agent was asked.
    """

    seat: int
    state: np.recarray
    past: Sequence[SeatMove]
    version: int


class SeatedSession(Session):
    """A game with a person or an agent in each seat.

    Args:
        env: the game, reset.
        names: by seat `human`, or the name of an agent.
        agent, options, seed: as for `Session`. A saved game is loaded before anybody moves, by `begin_with`.

    Attributes:
        names: by seat.
        people: the seats of people.
        partners: the agents by seat.
        version: raised by every move, and by what takes moves back.
        on_move: called after each move, with the move, who knows what of it, and its words.

    Raises:
        RefusedError: the names do not fit the game.
    """

    def __init__(
        self,
        env: GameEnv,
        names: Sequence[str],
        agent: str = "",
        options: dict[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(env, agent, options, seed)
        self.names = list(names)
        players = seats_of(env)
        if len(names) != len(players):
            raise RefusedError(
                f"--seats: {len(names)} given, and {len(players)} play: name {len(players)}, each human or an"
                " agent"
            )
        self.people = [seat for seat, name in enumerate(names) if name == HUMAN]
        if not self.people:
            raise RefusedError("--seats: none is human; crusoe replay shows a game of agents")
        agents = {seat: name for seat, name in enumerate(names) if name != HUMAN}
        self.partners = {seat: Partner(env, name, seat, seed or 0) for seat, name in agents.items()}
        self.version = 0
        self.on_move: Callable[[PastMove, Made, LogLine], object] = lambda done, made, entry: None
        self._moves_made: list[Made] = []

    # ------------------------------------------------------------------ who decides

    def deciders(self) -> list[int]:
        """The seats that decide now, none knowing what the others choose; nobody at the end."""
        return [seat for seat, decides in enumerate(self.env.batch.choosers[0]) if decides]

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal actions of a seat; none if it does not decide now."""
        return legal_for(self.env, seat)

    def name_of(self, seat: int) -> str:
        """Who sits there, in words: the character, and the agent's name."""
        name = self.names[seat]
        return seats_of(self.env)[seat] + ("" if name == HUMAN else f" ({name})")

    def viewer(self) -> int:
        """The seat whose knowledge a screen shows that all people share: of a person who decides now."""
        return next((seat for seat in self.deciders() if seat in self.people), self.people[0])

    def last_to_decide(self, seats: Sequence[int]) -> int:
        """Which of some seats decided last; the first of them before the first decision."""
        made = (each.seat for each in reversed(self._moves_made) if each.chosen and each.seat in seats)
        return next((seat for seat in made if seat is not None), seats[0])

    @property
    def has_secrets(self) -> bool:
        """Is this a variant in which seats may know different things?"""
        game, task = self.env.game, self.env.task
        return game.seats.conceal is not None and task.get("table") != game.options.get("table")

    def hides_now(self) -> bool:
        """Do players decide now without seeing what others choose?"""
        return bool(self.env.batch.simulator.hides(self.env.batch.states)[0])

    # ------------------------------------------------------------------ moves

    def move(self, action: int) -> None:
        """Make a move of a person who decides now. Raises RefusedError."""
        self.move_as(self.viewer(), action)

    def move_as(self, seat: int, action: int) -> None:
        """Make a move of a person's seat.

        Raises:
            RefusedError: the seat does not decide now, or the move is not legal; the game stays as it is.
        """
        deciders = self.deciders()
        if deciders and seat not in deciders:
            raise RefusedError(f"it is not your turn: {self.name_of(deciders[0])} decides")
        if deciders:
            self._ask_first(seat)
        super().move(action)

    def agent_turn(self) -> Turn | None:
        """The decision of an agent who is asked now; None if only people are."""
        for seat in self.deciders():
            if seat in self.partners:
                self._ask_first(seat)
                return Turn(seat, self.env.batch.states.copy(), tuple(self._past()), self.version)
        return None

    def think(self, turn: Turn) -> Advice:
        """Ask the agent, which may take long. Only one thread at a time may ask."""
        return self.partners[turn.seat].choose(turn.state, turn.past)

    def carry_out(self, turn: Turn, choice: Advice) -> bool:
        """Make the move that an agent has chosen; return false if the game has changed meanwhile."""
        if turn.version != self.version:
            return False
        self._ask_first(turn.seat)
        reason = why(choice, describe(self.env, turn.seat), self.env, self.legal(turn.seat))
        may_ask = frozenset(seat for seat in self.people if self._knows_as_much(seat, turn.seat))
        place = len(self._moves_made)
        super().move(choice.best)
        made = self._moves_made[place]
        self._moves_made[place] = Made(made.seat, True, made.unseen, made.entries, reason, may_ask)
        return True

    def _ask_first(self, seat: int) -> None:
        """Let a seat that decides now be the one whose action comes next."""
        if int(self.env.batch.states.acting[0]) != seat:
            self.env.batch.ask_first(0, seat)

    def _past(self) -> list[SeatMove]:
        moves = zip(self.history, self._moves_made, strict=True)
        return [
            SeatMove(done.before, made.seat, done.action, made.chosen)
            for done, made in moves
            if made.seat is not None and done.action is not None
        ]

    def _make(self, action: int, chosen: bool = True) -> None:
        env, seat = self.env, int(self.env.batch.states.acting[0])
        unseen = self.hides_now()
        before = {person: describe(env, person) for person in self.people} if self.has_secrets else {}
        super()._make(action, chosen)
        self.version += 1
        entry = self.log[-1]
        entries = dict.fromkeys(self.people, entry)
        if self.has_secrets:
            knows = {person: person == seat or not unseen for person in self.people}
            noticed = {it: self._noticed(it, entry, told, knows[it]) for it, told in before.items()}
            entries = {person: told for person, told in noticed.items() if told is not None}
        self._moves_made.append(Made(seat, chosen, unseen, entries))
        self.on_move(self.history[-1], self._moves_made[-1], entry)

    def _noticed(self, person: int, entry: LogLine, before: Description, saw: bool) -> LogLine | None:
        """What a person notices of a move; None: nothing.

        Args:
            person: the seat.
            entry: the move.
            before: what the seat knew before it.
            saw: the seat saw who decided; that it can know the move too, its view before the move says.
        """
        changed = changes(before, describe(self.env, person))
        cards = entry.cards  # the log that names them is public
        action = self.history[-1].action or 0
        if saw and action in before.labels:  # in the words of this seat: others may tell more
            name = before.done(action, "")
            return LogLine(before.round, entry.who, name, changed, before.phase, entry.chosen, cards)
        line = LogLine(before.round, "", "something changes", changed, before.phase, cards=cards)
        return line if changed else None

    def _sees_all(self, state: Any, seat: int) -> bool:
        seen = self.env.game.seen_by(state, self.env.batch.simulator.tables_of(state), seat)
        return bool(seen.tobytes() == state.tobytes())

    def _knows_as_much(self, seat: int, other: int) -> bool:
        """Does a seat know all that another one knows now?"""
        state = self.env.batch.states[0]
        tables = self.env.batch.simulator.tables_of(state)
        views = [self.env.game.seen_by(state, tables, each).tobytes() for each in (seat, other)]
        return views[0] == views[1]

    # ------------------------------------------------------------------ the past

    def log_of(self, seat: int | None = None) -> list[LogLine]:
        """The moves in words, as far as a person's seat may know them; None: all."""
        if seat is None:
            return self.log
        return [made.entries[seat] for made in self._moves_made if seat in made.entries]

    def reasons(self, seat: int | None = None) -> list[str]:
        """For each entry of `log_of`: why an agent made the move, so far as the seat may ask; else empty."""
        if seat is None:
            return super().reasons()
        return [
            made.reason if seat in made.may_ask else "" for made in self._moves_made if seat in made.entries
        ]

    def asked_about(self, seat: int | None = None) -> list[PastMove | None]:
        """As for a game without agents: a seat may ask about its own moves, and where it knew as much."""
        if seat is None:
            return super().asked_about()
        return [
            done if made.chosen and (made.seat == seat or seat in made.may_ask) else None
            for done, made in zip(self.history, self._moves_made, strict=True)
            if seat in made.entries
        ]

    def can_undo(self, seat: int) -> bool:
        """Can a person's seat go back to its last decision?"""
        try:
            return self._moves_since_decision(seat) > 0
        except RefusedError:
            return False

    def undo_as(self, seat: int) -> None:
        """Go back to the last decision of a person's seat.

        Raises:
            RefusedError: there is none, or another person has decided since.
        """
        self.undo(self._moves_since_decision(seat))

    def _moves_since_decision(self, seat: int) -> int:
        """How many moves ago a person's seat decided last. Raises RefusedError as `undo_as`."""
        several = len(self.people) > 1
        if several and self.hides_now():
            raise RefusedError("nothing is taken back while players decide unseen")
        for count, made in enumerate(reversed(self._moves_made), 1):
            if made.seat is None:
                break
            if several and made.unseen:
                raise RefusedError("what was decided unseen is not taken back")
            if made.chosen and made.seat == seat:
                return count
            if made.chosen and made.seat in self.people:
                raise RefusedError(f"{self.name_of(made.seat)} has decided since; only they can go back")
        raise RefusedError("there is nothing to take back")

    def undo(self, count: int = 1) -> None:
        """Undo so many moves. Raises RefusedError if there are fewer."""
        super().undo(count)
        self.version += 1
        del self._moves_made[len(self.history) :]

    def begin_with(self, save: Save) -> None:
        """Begin with a saved game; people know its past as their seats saw it. Raises RefusedError."""
        super().begin_with(save)
        self.version += 1
        self._moves_made = [self._made_before(*move) for move in zip(self.history, self.log, strict=True)]

    def _made_before(self, done: PastMove, entry: LogLine) -> Made:
        from crusoe_env.engine.snapshot import SnapshotError, restored_record  # it imports compiled code

        try:
            state = restored_record(self.env.batch.simulator, done.before)[0]
        except SnapshotError:
            return Made(None, entry.chosen, True, {})
        entries = {seat: entry for seat in self.people if self._sees_all(state, seat)}
        return Made(None, entry.chosen, False, entries)

    def load(self, content: bytes) -> None:
        """Refuse: a saved game may be of other seats. Raises RefusedError."""
        raise RefusedError("with --seats a saved game is loaded by --load when you begin")

    def begin(self, options: Any, seed: int) -> None:
        """Refuse: a new game may have other seats. Raises RefusedError."""
        raise RefusedError("with --seats a new game begins with the program")


def seats_of(env: GameEnv) -> list[str]:
    """The players' names by seat."""
    return [plain_name(name).capitalize() for name in env.game.seats.of(env.state)]
