"""What the command lines of the package share: one-line errors, game names, options, quiet endings."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from crusoe_env.interfaces.registration import GAMES, find_game, register
from crusoe_env.support.words import one_line, shown, whole_of

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game

LARGEST_SEED = 2**62
"""Of the first game on a command line, so that those of all others have 64 bits too."""
LARGEST_PORT = 65_535
LONGEST_MESSAGE = 400

SHORT = "option_"
"""Begins the names under which a parser keeps the short forms of options."""
TRACEBACK = "CRUSOE_ENV_TRACEBACK"
"""The environment variable that asks for tracebacks."""
FAULT = 70
"""The exit status after an error that no command expects, as `sysexits.h` has it."""

IN_CHECKOUT = (Path(__file__).resolve().parents[1] / "pyproject.toml").is_file()


class CommandLine(argparse.ArgumentParser):
    """An argument parser whose errors are one line; a description of several lines stays as it is."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        if "\n" in (settings.get("description") or ""):
            settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*given, **settings)

    def error(self, message: str) -> NoReturn:
        """Print the message and leave with status 2."""
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE // 2]} ... {message[-LONGEST_MESSAGE // 2 :]}"
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (--help lists all arguments)\n")


def short_name(game: str) -> str:
    """The short name of a game that a user names.

    A game of another package is named by its import path, `package.module:NAME`; it is registered. Modules of
    the current folder are found, too.

    Raises:
        ValueError: there is no such game.
    """
    if game in GAMES:
        return game
    if os.getcwd() not in sys.path:  # an installed command does not look there
        sys.path.insert(0, os.getcwd())
    found = find_game(game)
    register(found)
    return found.name


def game_name(word: str) -> str:
    """The type of an argument that names a game, see `short_name`."""
    try:
        return short_name(word)
    except ValueError as error:
        raise argparse.ArgumentTypeError(one_line(error)) from error


def seed_of(word: str) -> int:
    """The type of an argument that is a seed."""
    seed = whole_of(word.replace("_", ""), LARGEST_SEED)
    if seed is None or seed < 0:
        raise argparse.ArgumentTypeError(f"{shown(word)} is not a whole number from 0 to {LARGEST_SEED}")
    return seed


def port_of(word: str) -> int:
    """The type of an argument that is a port; 0: a free one. Raises ArgumentTypeError."""
    port = whole_of(word, LARGEST_PORT)
    if port is None or port < 0:
        raise argparse.ArgumentTypeError(f"{shown(word)} is no port from 0 to {LARGEST_PORT}")
    return port


def count_of(word: str) -> int:
    """How many, from a command line. Raises ArgumentTypeError."""
    number = whole_of(word, 10**9)
    if number is None or number < 1:
        raise argparse.ArgumentTypeError(f"{shown(word)} is no whole number from 1 to 1,000,000,000")
    return number


def how_to_install(extra: str) -> str:
    """How the packages of an extra are installed, from a checkout or beside an installed wheel."""
    return f"pip install '.[{extra}]' in a checkout" if IN_CHECKOUT else f"pip install 'crusoe_env[{extra}]'"


def value_of(text: str) -> Any:
    """A value of the command line: a number, truth value or list if it reads as one, else text."""
    if text in ("True", "False"):
        return text == "True"
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return [value_of(word.strip()) for word in text.split(",")] if "," in text else text


def options_of(items: Sequence[str]) -> dict[str, Any]:
    """NAME=VALUE items as options. Raises ValueError."""
    for item in items:
        if not re.match("[A-Za-z_]+=", item):
            raise ValueError(f"--option {shown(item)}: write NAME=VALUE")
    pairs = (item.split("=", 1) for item in items)
    return {name: value_of(value) for name, value in pairs}


def game_among(arguments: Sequence[str]) -> Game | None:
    """The game of the suite that a command line names, before it is parsed."""
    name = next((word for word in arguments if word in GAMES), None)
    return None if name is None else find_game(name)


def add_options(line: argparse.ArgumentParser, chosen: Game | None, nargs: int | str = "+") -> None:
    """Let a command line take `--option NAME=VALUE`, and `--NAME VALUE` for each option of a game.

    Args:
        line: the command line.
        chosen: the game; None: its options are not known yet.
        nargs: items after one `--option`.
    """
    words = "an option of the game; GAME --help lists them"
    if chosen is not None:
        known = ", ".join(f"{name}={value}" for name, value in chosen.options.items()) or "it has none"
        words = f"an option of {chosen.title}: {known}".replace("%", "%%")
    line.add_argument("--option", nargs=nargs, action="extend", default=[], metavar="NAME=VALUE", help=words)
    if chosen is None:
        return
    for name in chosen.options:
        flag = f"--{name.replace('_', '-')}"
        if flag not in line._option_string_actions:
            values = ", ".join(map(str, chosen.tasks.get(name, ())))
            short = f"short for --option {name}=VALUE" + (f": {values}" if values else "")
            line.add_argument(flag, dest=f"{SHORT}{name}", metavar="VALUE", help=short.replace("%", "%%"))


def given_options(given: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that a command line names, long or short. Raises ValueError."""
    short = {name.removeprefix(SHORT): value for name, value in vars(given).items() if name.startswith(SHORT)}
    named = {name: value_of(value) for name, value in short.items() if value is not None}
    return {**options_of(given.option), **named}


def shows_traceback() -> bool:
    """Whether the user wants to see where an error was raised: `CRUSOE_ENV_TRACEBACK=1`."""
    return os.environ.get(TRACEBACK, "0") not in ("", "0")


def reported(prog: str, run: Callable[[], int | None]) -> int:
    """The exit status of a command; what a user did wrong is one line on stderr and status 2.

    Other errors are faults of the program: they are for `guarded`.

    Args:
        prog: the command.
        run: carries it out; None as status is 0.
    """
    try:
        return run() or 0
    except (BrokenPipeError, ModuleNotFoundError):  # `programs.run` says what to install
        raise
    except (ValueError, TypeError, OSError, ImportError) as error:
        if shows_traceback():
            raise
        print(f"{prog}: {one_line(error)}", file=sys.stderr)
        return 2


def guarded(run: Callable[[], int], prog: str = "crusoe") -> int:
    """The exit status of a program; it ends quietly at Ctrl-C and when nobody reads its output any more.

    An error that no command expects is one line on stderr and status `FAULT`, with `CRUSOE_ENV_TRACEBACK=1`
    its traceback.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a sign that the terminal does not know is no error
    try:
        status = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if shows_traceback():
            raise
        said = f"{type(error).__name__}: {one_line(error)}"
        print(f"{prog}: {said} (a fault of the program; {TRACEBACK}=1 shows where)", file=sys.stderr)
        return FAULT
    return status
