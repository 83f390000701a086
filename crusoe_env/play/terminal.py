"""A game in the terminal: what is shown, and the commands that can be typed."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from crusoe_env.play.advice import SOONER, Adviser, Position, described, runs_uncompiled
from crusoe_env.play.explaining import explained
from crusoe_env.play.files import file_of, save_game, save_picture, save_replay, saved_game
from crusoe_env.play.history import ALWAYS, PERHAPS, LogLine
from crusoe_env.play.moves import RefusedError, chosen_move, is_begun, move_name, words_of
from crusoe_env.play.seats import SeatedSession
from crusoe_env.play.session import Session, result
from crusoe_env.show.description import describe, island_text, plain_name
from crusoe_env.support.words import one_line, shown

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.play.forecast import Forecast

WIDEST = 120
"""Columns that are used of a wide screen."""
WRITTEN_FOR = 110
"""Columns for which a game writes its text at most."""
MOVE_INDENT = "     "
HEADED = re.compile(r"\S[\S ]{0,9}?\s{2,}(?=\S)|\s{8,}")
"""A heading with words beside it, or the margin below one."""
DRAWN = re.compile(r"\||\+--")
"""What a line of a drawn map has in it."""
AFTER_THE_END = ("undo", "log", "save FILE", "replay FILE")
LOGGED = 5
"""Moves of which `log` tells without a number."""
LONG_WAIT = 5.0
"""Seconds after which a person is told how advice can be had sooner."""
MOST_SECONDS = 4.0
"""For which an agent plays on to count its victories; the games at hand are finished."""

COMMANDS = {
    "undo": ("undo [N]", "take back the last move, or the last N"),
    "advice": ("advice [AGENT]", "ask an agent; it sees no hidden cards either"),
    "save": ("save FILE", "save the game"),
    "load": ("load FILE", "go on with a saved game"),
    "picture": ("picture FILE", "draw the table into an SVG file"),
    "replay": ("replay FILE", "write the game as a page; `replay FILE with AGENT` adds chances of victory"),
    "table": ("table", "show the whole table"),
    "map": ("map", "show the island alone"),
    "log": ("log [N]", "what the last N moves have changed"),
    "why": ("why [N]", "what else there was at the last N moves, and why agents made theirs"),
    "explain": ("explain NAME", "what a card, an item, a word or move number N is; alone: the round"),
    "help": ("help", "list what can be typed"),
    "quit": ("quit", "stop playing; you are asked whether to save"),
}
ALIASES = {"?": "help", "q": "quit", "exit": "quit", "u": "undo"}
"""Understood unless a legal move begins so."""


class Screen:
    """A terminal or two text streams; in colour if `rich` is installed and the target shows colours.

    Args:
        source: where lines are read; the terminal by default.
        target: where lines are written; the terminal by default.
        plain: never use `rich`.
    """

    def __init__(
        self, source: TextIO | None = None, target: TextIO | None = None, plain: bool = False
    ) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self._console = None if plain else self._rich_console()

    @property
    def width(self) -> int:
        """Columns of the terminal as it is now."""
        return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)

    def _rich_console(self) -> Any:
        try:
            from rich.console import Console
        except ImportError:
            return None
        return Console(file=self.target)

    def show(self, words: str = "", style: str | None = None) -> None:
        """Write lines; `style` is one of rich's, without effect where there is none."""
        if self._console is None:
            print(words, file=self.target, flush=True)
        else:
            self._console.print(words, style=style, markup=False, highlight=False, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Read the next line. Raises EOFError at the end of the input."""
        if self.source is sys.stdin and self.source.isatty():
            return input(prompt)
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        self.show(line)  # a transcript reads as if typed
        return line


def in_columns(cells: Sequence[str], width: int) -> str:
    """Cells side by side, as many in a line as fit."""
    wide = max(map(len, cells)) + 2
    each = max(1, width // wide)
    lines = [cells[i : i + each] for i in range(0, len(cells), each)]
    return "\n".join("".join(cell.ljust(wide) for cell in line).rstrip() for line in lines)


class Terminal:
    """People at a game in the terminal, with or without agents at the table.

    Args:
        session: the game.
        screen: where it is shown and moves are typed.
        pace: seconds before each move of an agent.
    """

    def __init__(self, session: Session, screen: Screen, pace: float = 0.0) -> None:
        self.session = session
        self.screen = screen
        self.pace = pace
        self._table_is_due = True
        self._question_is_due = False
        self._unsaved = False
        self._warned: tuple[int, int] | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            name: getattr(self, name) for name in COMMANDS if name != "quit"
        }

    def play(self) -> bool:
        """Play until the player leaves; return true if the game was over then."""
        while self._ask_once():
            pass
        self.screen.show("Goodbye.")
        return not self.env.legal_actions()

    def _ask_once(self) -> bool:
        """Show what has changed, read one line and carry it out; return false if the player leaves."""
        self._let_agents_move()
        legal = self.session.legal(self.viewer)
        self._show_due(legal)
        try:
            typed = self.screen.ask("> ").strip()
        except EOFError:
            self.screen.show()
            return False
        except KeyboardInterrupt:
            self.screen.show()
            return not self._may_leave()
        try:
            return self._obey(typed, legal)
        except RefusedError as refused:
            self.screen.show(one_line(refused), "red")
        except KeyboardInterrupt:  # in the middle of thinking or drawing
            self.screen.show("\nstopped; 'quit' ends the game")
        return True

    def _let_agents_move(self) -> None:
        """Let agents move, and show each move, until a person is asked; Ctrl-C stops before the next one."""
        session = self.session
        if not isinstance(session, SeatedSession):
            return
        try:
            while (turn := session.agent_turn()) is not None:
                told = len(session.log_of(self.viewer))
                choice = session.think(turn)
                time.sleep(self.pace)
                session.carry_out(turn, choice)
                for entry in session.log_of(self.viewer)[told:]:
                    self.show_entry(entry)
                self._question_is_due = self._unsaved = True
        except KeyboardInterrupt:
            self.screen.show("\nstopped; Enter lets the agents go on, 'quit' ends the game")

    def _show_due(self, legal: Sequence[int]) -> None:
        """The table, the question or the result, if something has changed."""
        if (self._table_is_due or self._question_is_due) and not legal:
            self.show_result()
        elif self._table_is_due:
            self.show_table(legal)
        elif self._question_is_due:
            self.show_question(legal)
        self._table_is_due = self._question_is_due = False

    def _obey(self, typed: str, legal: Sequence[int]) -> bool:
        """Carry out a command or a move; return false if the player leaves. Raises RefusedError."""
        labels, names = self.labels(legal), [self.env.action_name(action) for action in legal]
        command, rest = command_in(typed, labels, names)
        if command == "quit":
            return not self._may_leave()
        if command:
            self._commands[command](rest)
        elif not typed:
            self._table_is_due = True
        elif not legal:
            raise RefusedError(f"the game is over; type {', '.join(AFTER_THE_END)} or quit")
        else:
            all_names = list(map(plain_name, self.env.game.actions.names))
            action = legal[chosen_move(typed, labels, names, all_names, list(COMMANDS))]
            if self._is_sure(action, labels[legal.index(action)]):
                self.move(action)
        return True

    def _is_sure(self, action: int, label: str) -> bool:
        """Warn of a move after which the game is lost whatever comes; typed once more, it is made."""
        forecasts, asked = self.session.forecasts(self.viewer), (len(self.session.history), action)
        deadly = [found.deadly == ALWAYS for found in forecasts.values()]
        if (
            action not in forecasts
            or forecasts[action].deadly != ALWAYS
            or all(deadly)
            or self._warned == asked
        ):
            return True
        self._warned = asked
        words = f"{label}: {forecasts[action].sentence}. Type it once more if you want it."
        self.screen.show(fitted(words, self.screen.width), "red")
        return False

    def _may_leave(self) -> bool:
        """Offer to save unsaved moves; return true if the player leaves."""
        while self._unsaved:
            try:
                name = self.screen.ask("save before you leave? FILE, or Enter for no > ").strip()
            except (EOFError, KeyboardInterrupt):
                self.screen.show()
                return True
            if name.lower() in ("", "n", "no"):
                return True
            try:
                self.save(name)
            except RefusedError as refused:
                self.screen.show(one_line(refused), "red")
        return True

    @property
    def env(self) -> GameEnv:
        """The game."""
        return self.session.env

    @property
    def viewer(self) -> int | None:
        """The seat whose knowledge is shown; None: that of all."""
        return self.session.viewer() if isinstance(self.session, SeatedSession) else None

    def show_table(self, legal: Sequence[int]) -> None:
        """The table and the numbered moves."""
        self.screen.show("\n" + fitted(without_legal(self.env.text(self.viewer)), self.screen.width) + "\n")
        self.show_moves(legal)

    def show_question(self, legal: Sequence[int]) -> None:
        """What is asked of whom, and the numbered moves."""
        asked = describe(self.env, self.viewer)
        who = f"{asked.who}: " if asked.who else ""
        words = f"Now, round {asked.round}, {asked.phase}: {who}{asked.title}. {asked.sentence}"
        lines = [words, *(f"  {line}" for line in (asked.card.text if asked.card else ()))]
        if forecast := self.session.going_on(self.viewer):
            lines.append(f"  If nothing is used: {forecast}.")
        self.screen.show("\n" + fitted("\n".join(lines), self.screen.width) + "\n")
        self.show_moves(legal)

    def show_result(self) -> None:
        """The last table, how the game ended, and what can still be done."""
        self.screen.show("\n" + fitted(self.env.text(), self.screen.width))
        self.screen.show("\n" + fitted(result(self.env), self.screen.width), "bold")
        self.screen.show(f"You can still type {', '.join(AFTER_THE_END)}, or quit.")

    def show_moves(self, legal: Sequence[int]) -> None:
        """The legal moves with their numbers, and what they cost."""
        costs = describe(self.env, self.viewer).costs
        moves = [f"{i} {label}" for i, label in enumerate(self.labels(legal), 1)]
        if not costs:
            self.screen.show(in_columns(moves, self.screen.width), "cyan")
            return
        forecasts = self.session.forecasts(self.viewer)
        lines = [
            move + (f" ({costs[a]})" if a in costs else "") + _then(forecasts.get(a))
            for move, a in zip(moves, legal, strict=True)
        ]
        self.screen.show(fitted("\n".join(lines), self.screen.width, MOVE_INDENT), "cyan")

    def labels(self, legal: Sequence[int]) -> list[str]:
        """The legal moves as people read and type them."""
        description = describe(self.env, self.viewer)
        return [move_name(self.env, description, action) for action in legal]

    def move(self, action: int) -> None:
        """Make a move, and tell what it has changed."""
        viewer = self.viewer
        self.session.move(action)
        self._question_is_due = self._unsaved = True
        self.show_entry(self.session.log_of(viewer)[-1])

    def show_entry(self, entry: LogLine) -> None:
        """A move and what it has changed."""
        self.screen.show((f"{entry.who}: " if entry.who else "") + entry.name, "bold")
        for line in entry.changes:
            for part in textwrap.wrap(line, self.screen.width - 2, subsequent_indent="  ") or [""]:
                self.screen.show(f"  {part}")
        for card in entry.cards:
            words = f"{card.name}: {'; '.join(card.text)}"
            self.screen.show(
                textwrap.fill(words, self.screen.width, initial_indent="  ", subsequent_indent="    "),
                "yellow",
            )

    # ------------------------------------------------------------------ commands

    def undo(self, rest: str) -> None:
        """Take back moves; `load` counts as one. With agents at the table: the last decision of a person."""
        if isinstance(self.session, SeatedSession):
            self._undo_decision(self.session, rest)
            return
        if rest and not re.fullmatch(r"\d{1,9}", rest):
            most = len(self.session.history)
            raise RefusedError(f"undo: {shown(rest)} is no number of moves; choose from 1 .. {most}")
        self.session.undo(int(rest) if rest else self.session.undo_counts().get("decision", 1))
        self._table_is_due = self._unsaved = True

    def _undo_decision(self, session: SeatedSession, rest: str) -> None:
        """Go back to the person's own last decision and cancel the agents' moves after it."""
        if rest:
            raise RefusedError("undo: type it alone; with agents at the table it goes back to your decision")
        session.undo_as(session.viewer())
        self._table_is_due = self._unsaved = True

    def advice(self, rest: str) -> None:
        """Ask an agent, the one of the command line or the one named."""
        start = time.monotonic()
        adviser = self.session.adviser(rest)
        self.screen.show(f"{adviser.agent.name} is thinking ...")
        position = adviser.deal(self.viewer)
        for line in described(adviser.advice(position), adviser.agent.name, self.env, self.viewer):
            self.screen.show(line, "green")
        self._show_chance(adviser, position)
        if runs_uncompiled() and time.monotonic() - start > LONG_WAIT:
            self.screen.show(f"({SOONER})")

    def _show_chance(self, adviser: Adviser, position: Position) -> None:
        """Say how often the agent wins from here, after some seconds of play."""
        from crusoe_env.play.chances import chances_for  # it imports compiled code

        end = time.monotonic() + MOST_SECONDS
        chances = chances_for(adviser, self.env, position)
        while not chances.is_done and (time.monotonic() < end or not chances.games):
            chances.count()
        self.screen.show(fitted(chances.sentence(), self.screen.width), "green")

    def save(self, rest: str) -> None:
        """Write the game with its options, history and log."""
        path = file_of("save", rest)
        save_game(path, self.session.saved())
        self._unsaved = False
        self.screen.show(f"saved in {path}")

    def load(self, rest: str) -> None:
        """Go on with a saved game; `undo` goes back in it, and then to the game before."""
        path = file_of("load", rest)
        content = saved_game(path)
        try:
            self.session.load(content)
        except RefusedError as error:
            raise RefusedError(f"{path}: {one_line(error)}") from error
        if moves := len(self.session.moves):
            self.screen.show(f"loaded with {moves} moves; undo {moves + 1} goes back to the game before")
        self._table_is_due, self._unsaved = True, False

    def picture(self, rest: str) -> None:
        """Write the drawing."""
        path = save_picture(file_of("picture", rest), self.env, self.viewer)
        self.screen.show(f"drawn in {path}")

    def replay(self, rest: str) -> None:
        """Write the game so far as a replay page."""
        from crusoe_env.play.recording import replay_of  # it imports compiled code

        if isinstance(self.session, SeatedSession) and self.session.has_secrets and self.env.legal_actions():
            raise RefusedError("a replay shows what is hidden from you; it can be written after the end")
        name, _, agent = rest.partition(" with ")
        path = file_of("replay", name.strip())
        if agent:
            self.screen.show(f"{agent} plays on from each step; this takes a while ...")
        path = save_replay(path, replay_of(self.session, outlook=agent.strip()))
        self.screen.show(f"written to {path}; open it in a browser")

    def table(self, rest: str) -> None:
        """The whole table."""
        self._table_is_due = True

    def map(self, rest: str) -> None:
        """The island alone."""
        self.screen.show(island_text(self.env))

    def log(self, rest: str) -> None:
        """What the last moves have changed."""
        count = number_of_moves("log", rest, LOGGED)
        log = self.session.log_of(self.viewer)
        if not log:
            raise RefusedError("there was no move yet")
        for entry in log[-count:]:
            self.show_entry(entry)

    def why(self, rest: str) -> None:
        """What else there was to choose at the last moves, and what agents say of theirs, if one may know."""
        from crusoe_env.play.judgements import DEALS, alternatives_to  # it imports compiled code

        count = number_of_moves("why", rest, 1)
        session, viewer = self.session, None
        if isinstance(session, SeatedSession):
            viewer = session.viewer()
        moves = zip(session.log_of(viewer), session.reasons(viewer), session.asked_about(viewer), strict=True)
        asked = [(entry, reason, move) for entry, reason, move in moves if move is not None]
        if not asked:
            raise RefusedError("there is no move yet that you can ask about")
        for entry, reason, move in asked[-count:]:
            self.show_entry(entry)
            found = alternatives_to(move, self.env, self.session.adviser(), viewer)
            found.count(DEALS)
            while not found.is_done:  # where the rules are not compiled
                found.count()
            for line in filter(None, (reason, *found.lines())):
                self.screen.show(fitted(line, self.screen.width), "green")

    def explain(self, rest: str) -> None:
        """What something is, or what the move with this number does."""
        for line in explained(rest, self.env):
            for part in textwrap.wrap(line, self.screen.width, subsequent_indent="  "):
                self.screen.show(part)

    def help(self, rest: str) -> None:
        """What can be typed."""
        self.screen.show("a move: its number, its name, or how its name or each of its words begins")
        for usage, words in COMMANDS.values():
            self.screen.show(f"{usage:16}{words}")
        self.screen.show("Enter alone shows the table again.")


def _then(forecast: Forecast | None) -> str:
    """What a move leads to, behind its name."""
    if forecast is None or not forecast.sentence:
        return ""
    mark = {ALWAYS: " DEADLY:", PERHAPS: " MAY BE DEADLY:"}.get(forecast.deadly, "")
    return f" →{mark} {forecast.sentence}"


def number_of_moves(command: str, rest: str, usual: int) -> int:
    """The number of moves that a command names. Raises RefusedError."""
    if rest and not re.fullmatch(r"[1-9]\d{0,3}", rest):
        raise RefusedError(f"{command}: {shown(rest)} is no number of moves; choose from 1 .. 9999")
    return int(rest or usual)


def fitted(text: str, width: int, indent: str = "  ") -> str:
    """A text whose long lines are wrapped between words; drawn maps stay as they are.

    Args:
        text: lines.
        width: of the screen.
        indent: of what follows in a wrapped line, beyond the indent of the line itself.
    """
    lines = []
    for line in unwrapped(text.splitlines(), width):
        if len(line) <= width or DRAWN.search(line):
            lines.append(line)
            continue
        start = len(line) - len(line.lstrip())
        hanging = HEADED.match(line)
        below = " " * (len(hanging.group()) if hanging else start + len(indent))
        lines += textwrap.wrap(
            line, width, subsequent_indent=below, break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


def unwrapped(lines: Sequence[str], width: int) -> list[str]:
    """Join lines with those in which a game went on, for a screen that is too narrow for such lines."""
    joined: list[str] = []
    before = ""
    for line in lines:
        first = line.strip().partition(", ")[0]  # what stands between commas is not divided
        goes_on = line.startswith("  ") and first and len(before) + 1 + len(first) > WRITTEN_FOR > width
        if goes_on and not DRAWN.search(line):
            joined[-1] += " " + line.strip()
        else:
            joined.append(line)
        before = line
    return joined


def command_in(typed: str, labels: Sequence[str], names: Sequence[str] = ()) -> tuple[str, str]:
    """The command that was typed, if it is one and no legal move, and what follows it."""
    word, _, rest = typed.partition(" ")
    word = word.lower()
    if word in ALIASES and not is_begun(typed, labels, names):
        word = ALIASES[word]
    if word not in COMMANDS or words_of(typed) in map(words_of, [*labels, *names]):
        return "", ""
    return word, rest.strip()


def without_legal(text: str) -> str:
    """A game's text without its paragraph of legal moves: the terminal lists them with numbers."""
    return re.sub(r"^Legal: .*(?:\n  .*)*\n?", "", text, flags=re.MULTILINE).rstrip()
