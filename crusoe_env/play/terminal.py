"""A game in the terminal: what is shown, and the commands that can be typed."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from crusoe_env.play.advice import SOONER, described, runs_uncompiled
from crusoe_env.play.explaining import explained
from crusoe_env.play.files import file_of, save_game, save_picture, saved_game
from crusoe_env.play.history import Told
from crusoe_env.play.moves import RefusedError, chosen_move, is_begun, move_name, words_of
from crusoe_env.play.session import Session, result
from crusoe_env.show.description import describe, island_text, plain_name
from crusoe_env.support.words import one_line, shown

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

WIDEST = 100
LOGGED = 5
"""Moves of which `log` tells without a number."""
LONG_WAIT = 5.0
"""Seconds after which a person is told how advice can be had sooner."""

COMMANDS = {
    "undo": ("undo [N]", "take back the last move, or the last N"),
    "advice": ("advice [AGENT]", "ask an agent; it sees no hidden cards either"),
    "save": ("save FILE", "save the game"),
    "load": ("load FILE", "go on with a saved game"),
    "picture": ("picture FILE", "draw the table into an SVG file"),
    "table": ("table", "show the whole table"),
    "map": ("map", "show the island alone"),
    "log": ("log [N]", "what the last N moves have changed"),
    "explain": ("explain NAME", "what a card, skill, item, token or kind of move is"),
    "help": ("help", "list what can be typed"),
    "quit": ("quit", "stop playing"),
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
        self.width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST)
        self._console = None if plain else self._rich_console()

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
        """The next line without its end. Raises EOFError when there is none."""
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
    """People at a game in the terminal.

    Args:
        session: the game.
        screen: where it is shown and moves are typed.
    """

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen
        self._table_is_due = True
        self._question_is_due = False
        self._commands: dict[str, Callable[[str], None]] = {
            name: getattr(self, name) for name in COMMANDS if name != "quit"
        }

    def play(self) -> bool:
        """Play until the game is over (True) or the player stops (False)."""
        while legal := self.env.legal_actions():
            if self._table_is_due:
                self.show_table(legal)
            elif self._question_is_due:
                self.show_question(legal)
            self._table_is_due = self._question_is_due = False
            try:
                typed = self.screen.ask("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.screen.show()
                typed = "quit"
            names = self.names(legal)
            command, rest = command_in(typed, names)
            if command == "quit":
                self.screen.show("Goodbye.")
                return False
            try:
                if command:
                    self._commands[command](rest)
                elif typed:
                    all_names = list(map(plain_name, self.env.game.actions.names))
                    self.move(legal[chosen_move(typed, names, all_names, list(COMMANDS))])
                else:
                    self._table_is_due = True
            except RefusedError as refused:
                self.screen.show(one_line(refused), "red")
            except KeyboardInterrupt:  # in the middle of thinking or drawing
                self.screen.show("\nstopped; 'quit' ends the game")
        self.screen.show("\n" + self.env.text())
        self.screen.show("\n" + result(self.env), "bold")
        return True

    @property
    def env(self) -> GameEnv:
        """The game."""
        return self.session.env

    def show_table(self, legal: Sequence[int]) -> None:
        """The table and the numbered moves."""
        self.screen.show("\n" + without_legal(self.env.text()) + "\n")
        self.show_moves(legal)

    def show_question(self, legal: Sequence[int]) -> None:
        """What is asked of whom, and the numbered moves."""
        told = describe(self.env)
        who = f"{told.who}: " if told.who else ""
        self.screen.show(f"\nNow, round {told.round}, {told.phase}: {who}{told.title}. {told.sentence}\n")
        self.show_moves(legal)

    def show_moves(self, legal: Sequence[int]) -> None:
        """The legal moves with their numbers; what those mean whose names do not say it."""
        moves = [f"{i} {name}" for i, name in enumerate(self.names(legal), 1)]
        self.screen.show(in_columns(moves, self.screen.width), "cyan")

    def names(self, legal: Sequence[int]) -> list[str]:
        """The names of legal moves as people read and type them."""
        told = describe(self.env)
        return [move_name(self.env, told, action) for action in legal]

    def move(self, action: int) -> None:
        """Make a move, and tell what it has changed."""
        self.session.move(action)
        self._question_is_due = True
        self.show_told(self.session.log[-1])

    def show_told(self, told: Told) -> None:
        """A move and what it has changed."""
        self.screen.show((f"{told.who}: " if told.who else "") + told.name, "bold")
        for line in told.changes:
            for part in textwrap.wrap(line, self.screen.width - 2, subsequent_indent="  ") or [""]:
                self.screen.show(f"  {part}")

    # ------------------------------------------------------------------ commands

    def undo(self, rest: str) -> None:
        """Take back moves; `load` counts as one."""
        if rest and not re.fullmatch(r"\d{1,9}", rest):
            most = len(self.session.history)
            raise RefusedError(f"undo: {shown(rest)} is no number of moves; choose from 1 .. {most}")
        self.session.undo(int(rest or 1))
        self._table_is_due = True

    def advice(self, rest: str) -> None:
        """Ask an agent, the one of the command line or the one named."""
        start = time.monotonic()
        adviser = self.session.adviser(rest)
        self.screen.show(f"{adviser.agent.name} is thinking ...")
        for line in described(adviser.advice(), adviser.agent.name, self.env):
            self.screen.show(line, "green")
        if runs_uncompiled() and time.monotonic() - start > LONG_WAIT:
            self.screen.show(f"({SOONER})")

    def save(self, rest: str) -> None:
        """Write the game with its options, history and log."""
        path = file_of("save", rest)
        save_game(path, self.session.saved())
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
        self._table_is_due = True

    def picture(self, rest: str) -> None:
        """Write the drawing."""
        path = save_picture(file_of("picture", rest), self.env)
        self.screen.show(f"drawn in {path}")

    def table(self, rest: str) -> None:
        """The whole table."""
        self._table_is_due = True

    def map(self, rest: str) -> None:
        """The island alone."""
        self.screen.show(island_text(self.env))

    def log(self, rest: str) -> None:
        """What the last moves have changed."""
        if rest and not re.fullmatch(r"[1-9]\d{0,3}", rest):
            raise RefusedError(f"log: {shown(rest)} is no number of moves; choose from 1 .. 9999")
        if not self.session.log:
            raise RefusedError("there was no move yet")
        for told in self.session.log[-int(rest or LOGGED) :]:
            self.show_told(told)

    def explain(self, rest: str) -> None:
        """What something is."""
        for line in explained(rest, self.env):
            for part in textwrap.wrap(line, self.screen.width, subsequent_indent="  "):
                self.screen.show(part)

    def help(self, rest: str) -> None:
        """What can be typed."""
        self.screen.show("a move: its number, its name, or how its name or each of its words begins")
        for usage, words in COMMANDS.values():
            self.screen.show(f"{usage:16}{words}")
        self.screen.show("Enter alone shows the table again.")


def command_in(typed: str, names: Sequence[str]) -> tuple[str, str]:
    """The command that was typed, if it is one and no legal move, and what follows it."""
    word, _, rest = typed.partition(" ")
    word = word.lower()
    if word in ALIASES and not is_begun(typed, names):
        word = ALIASES[word]
    if word not in COMMANDS or words_of(typed) in map(words_of, names):
        return "", ""
    return word, rest.strip()


def without_legal(text: str) -> str:
    """A game's text without its paragraph of legal moves, which stand below it with numbers."""
    return re.sub(r"^Legal: .*(?:\n  .*)*\n?", "", text, flags=re.MULTILINE).rstrip()
