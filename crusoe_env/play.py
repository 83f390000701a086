"""Play a game in the terminal: `python -m crusoe_env.play marooned`.

Moves are chosen by number, by name or by the beginning of a name; `help` lists the other commands. What is
shown is what a player at the table sees, and an agent that is asked for advice knows no more either.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from crusoe_env.core.command_line import CommandLine, game_name, guarded, one_line, options_of, value_of
from crusoe_env.core.registration import GAMES, game

if TYPE_CHECKING:
    import numpy as np

    from crusoe_env.core.env import GameEnv
    from crusoe_env.core.game import Game

DEFAULT_AGENT = "mcts:300"
ADVISED_MOVES = 5
"""How many moves a piece of advice compares."""
LISTED_MOVES = 8
"""How many moves an error names."""
WIDEST = 100
LONG_WAIT = 5.0
"""Seconds after which a person is told how advice can be had sooner."""
UNLIMITED = 2**31 - 1
"""Steps: a person may take as long as they like."""

COMMANDS = {
    "undo": ("undo [N]", "take back the last move, or the last N"),
    "advice": ("advice [AGENT]", "ask an agent; it sees no hidden cards either"),
    "save": ("save FILE", "save the game"),
    "load": ("load FILE", "go on with a saved game"),
    "picture": ("picture FILE", "draw the table into an SVG file"),
    "help": ("help", "list what can be typed"),
    "quit": ("quit", "stop playing"),
}
ALIASES = {"?": "help", "q": "quit", "exit": "quit", "u": "undo"}
"""Understood unless a legal move begins so."""


class RefusedError(ValueError):
    """What was typed cannot be done; the message says in one line what can."""


# ---------------------------------------------------------------------- the terminal


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


# ---------------------------------------------------------------------- moves by number and by name


def chosen_move(typed: str, names: Sequence[str], all_names: Sequence[str] = ()) -> int:
    """Which of the legal moves is meant: by number (from 1), name, or beginnings of its words.

    Args:
        typed: by the person.
        names: of the legal moves.
        all_names: of all moves, for the answer to one that is not legal now.

    Raises:
        RefusedError: none or several of them.
    """
    if re.fullmatch(r"[+-]?\d{1,9}", typed):
        if not 1 <= int(typed) <= len(names):
            raise RefusedError(f"there is no move {typed}; choose from 1 .. {len(names)}")
        return int(typed) - 1
    fits = _meant(typed, names)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise RefusedError(f"{typed!r} may be {_some([names[i] for i in fits])}; type more, or its number")
    valid = ", ".join(names) if len(names) <= LISTED_MOVES else f"1 .. {len(names)}"
    if other := _meant(typed, all_names):
        raise RefusedError(
            f"{_some([all_names[i] for i in other], 1)} is not possible now; choose from {valid}"
        )
    close = difflib.get_close_matches(typed.lower(), [*names, *COMMANDS], n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise RefusedError(f"{typed!r} is no move; {hint}choose from {valid}, or type help")


def _meant(typed: str, names: Sequence[str]) -> list[int]:
    """Which names are meant: the very name, else those that begin so, else those whose words begin so."""
    words, listed = _words(typed), [_words(name) for name in names]
    if words in listed:
        return [listed.index(words)]
    begun = [i for i, name in enumerate(listed) if " ".join(name).startswith(" ".join(words))]
    return begun or [i for i, name in enumerate(listed) if _abbreviates(words, name)]


def _words(name: str) -> list[str]:
    return name.lower().replace("_", " ").split()


def _abbreviates(words: Sequence[str], name: Sequence[str]) -> bool:
    """`ex n` abbreviates `explore north`, and `fl rocks` `flip rocks`."""
    return len(words) <= len(name) and all(full.startswith(word) for word, full in zip(words, name))


def _some(names: Sequence[str], most: int = LISTED_MOVES) -> str:
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


# ---------------------------------------------------------------------- advice


@dataclass(frozen=True)
class Advice:
    """What an agent thinks of a position.

    Attributes:
        best: the action that it would take.
        shares: by action, its visits or probability as a share of 1; None if the agent has none.
        what: what the shares are shares of.
        values: by action, what a search expects of it; None if the agent has none.
        value: what the agent expects of the position; None if it has no idea.
    """

    best: int
    shares: np.ndarray | None = None
    what: str = ""
    values: np.ndarray | None = None
    value: float | None = None


class Adviser:
    """An agent that is asked about a position. It gets the game with everything hidden dealt anew.

    Args:
        env: the game.
        name: the agent, as `agents.registry` understands it.

    Raises:
        RefusedError: there is no such agent, or it would look at hidden cards.
    """

    def __init__(self, env: GameEnv, name: str) -> None:
        import numpy as np

        self.env = env
        self.agent: Any = _make_agent(name, env)
        if self.agent.cheats:
            raise RefusedError(f"agent {name!r} looks at hidden cards; choose another")
        self.agent.reset(0)
        self.rng = np.random.default_rng(0)

    def advice(self) -> Advice:
        """What the agent thinks of the position as the player knows it."""
        agent, dealt = self.agent, self.env.determinize(self.rng)
        observation, mask = self.env.batch.simulator.views(dealt)
        if hasattr(agent, "search"):
            visits, values = agent.search(dealt)
            visits = visits[0] * (mask[0] > 0)
            return Advice(int(visits.argmax()), visits / max(1, visits.sum()), "visits", values[0])
        if agent.plans:
            return Advice(int(agent.act_state(dealt, mask)[0]))
        best = int(agent.act(observation, mask)[0])
        shares, value = agent.probabilities(observation, mask), agent.value(observation)
        return Advice(
            best,
            None if shares is None else shares[0],
            "probability",
            value=None if value is None else float(value[0]),
        )


def _make_agent(name: str, env: GameEnv) -> Any:
    try:
        from agents.registry import make_agent
    except ImportError as error:
        raise RefusedError(
            f"advice needs the folder `agents` of the repository: play in there ({one_line(error)})"
        ) from error
    try:
        return make_agent(name, env.batch.simulator)
    except ImportError as error:
        raise RefusedError(f"agent {name!r} needs {error.name}: pip install '.[train]'") from error
    except KeyError as error:
        raise RefusedError(f"there is no agent {name!r} for {env.game.title}") from error
    except (ValueError, OSError) as error:
        raise RefusedError(one_line(error)) from error


# ---------------------------------------------------------------------- the game


class Session:
    """A person at a game.

    Args:
        env: the game, reset.
        screen: where it is shown and moves are typed.
        agent: who gives advice.
    """

    def __init__(self, env: GameEnv, screen: Screen, agent: str = DEFAULT_AGENT) -> None:
        self.env = env
        self.screen = screen
        self.agent = agent
        self.before: list[bytes] = []  # a snapshot from before each move, the last move's last
        self._advisers: dict[str, Adviser] = {}
        self._table_is_due = True
        self._commands: dict[str, Callable[[str], None]] = {
            name: getattr(self, name) for name in COMMANDS if name != "quit"
        }

    def play(self) -> bool:
        """Play until the game is over (True) or the player stops (False)."""
        while legal := self.env.legal_actions():
            if self._table_is_due:
                self.show_table(legal)
            self._table_is_due = False
            try:
                typed = self.screen.ask("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.screen.show()
                typed = "quit"
            names = [self.env.action_name(action) for action in legal]
            command, rest = command_in(typed, names)
            if command == "quit":
                self.screen.show("Goodbye.")
                return False
            try:
                if command:
                    self._commands[command](rest)
                elif typed:
                    self.move(legal[chosen_move(typed, names, self.env.game.actions.names)])
                else:
                    self._table_is_due = True
            except RefusedError as refused:
                self.screen.show(one_line(refused), "red")
            except KeyboardInterrupt:  # in the middle of thinking or drawing
                self.screen.show("\nstopped; 'quit' ends the game")
        self.screen.show("\n" + self.env.text())
        self.screen.show("\n" + result(self.env), "bold")
        return True

    def show_table(self, legal: Sequence[int]) -> None:
        """The table and the numbered moves."""
        moves = [f"{i} {self.env.action_name(action)}" for i, action in enumerate(legal, 1)]
        self.screen.show("\n" + without_legal(self.env.text()) + "\n")
        self.screen.show(in_columns(moves, self.screen.width), "cyan")

    def move(self, action: int) -> None:
        """Make a move."""
        self.before.append(self.env.snapshot())
        self.env.step(action)
        self._table_is_due = True
        self.screen.show(self.env.action_name(action), "bold")

    # ------------------------------------------------------------------ commands

    def undo(self, rest: str) -> None:
        """Take back moves; `load` counts as one."""
        count, most = rest or "1", len(self.before)
        if not most:
            raise RefusedError("there is nothing to take back")
        if not re.fullmatch(r"\d{1,9}", count) or not 1 <= int(count) <= most:
            raise RefusedError(f"undo: {count!r} is no number of moves; choose from 1 .. {most}")
        snapshot = self.before[most - int(count)]
        del self.before[most - int(count) :]
        self.env.restore(snapshot)
        self._table_is_due = True

    def advice(self, rest: str) -> None:
        """Ask an agent, the one of the command line or the one named."""
        start = time.monotonic()
        adviser = self.adviser(rest or self.agent)
        self.screen.show(f"{adviser.agent.name} is thinking ...")
        for line in described(adviser.advice(), adviser.agent.name, self.env):
            self.screen.show(line, "green")
        if os.environ.get("NUMBA_DISABLE_JIT") and time.monotonic() - start > LONG_WAIT:
            self.screen.show("(begin with --compile, and advice will come at once)")

    def adviser(self, name: str) -> Adviser:
        """The adviser with this agent, made when first asked. Raises RefusedError."""
        if name not in self._advisers:
            self._advisers[name] = Adviser(self.env, name)
        return self._advisers[name]

    def save(self, rest: str) -> None:
        """Write a snapshot."""
        from crusoe_env.core.snapshot import MAGIC

        path = file_of("save", rest)
        try:
            if path.exists() and not path.read_bytes().startswith(MAGIC):
                raise RefusedError(f"{path} exists and is no saved game; choose another name")
            path.write_bytes(self.env.snapshot())
        except OSError as error:
            raise RefusedError(f"{path} cannot be written: {error.strerror}") from error
        self.screen.show(f"saved in {path}")

    def load(self, rest: str) -> None:
        """Go on with a snapshot; `undo` comes back from it."""
        path = file_of("load", rest)
        before = self.env.snapshot()
        self.env.restore(saved_game(path, self.env))
        self.before.append(before)
        self._table_is_due = True

    def picture(self, rest: str) -> None:
        """Write the drawing."""
        path = file_of("picture", rest)
        path = path if path.suffix else path.with_suffix(".svg")
        if path.suffix.lower() != ".svg":
            raise RefusedError(f"{path}: pictures are SVG files; choose a name that ends in .svg")
        try:
            path.write_text(self.env.picture(), encoding="utf-8")
        except OSError as error:
            raise RefusedError(f"{path} cannot be written: {error.strerror}") from error
        self.screen.show(f"drawn in {path}")

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
    if word in ALIASES and not _meant(typed, names):
        word = ALIASES[word]
    if word not in COMMANDS or _words(typed) in map(_words, names):
        return "", ""
    return word, rest.strip()


def without_legal(text: str) -> str:
    """A game's text without its paragraph of legal moves, which stand below it with numbers."""
    return re.sub(r"^Legal: .*(?:\n  .*)*\n?", "", text, flags=re.MULTILINE).rstrip()


def file_of(command: str, rest: str) -> Path:
    """The file that a command names. Raises RefusedError if there is none."""
    if not rest:
        raise RefusedError(f"{command} which file? type: {COMMANDS[command][0]}")
    try:
        path = Path(rest).expanduser()
    except RuntimeError as error:
        raise RefusedError(f"{rest}: {one_line(error)}") from error
    if path.name in ("", "..") or "\0" in rest:
        raise RefusedError(f"{rest!r} cannot be the name of a file")
    return path


def saved_game(path: Path, env: GameEnv) -> bytes:
    """A snapshot of this game from a file. Raises RefusedError."""
    from crusoe_env.core.snapshot import SnapshotError, unpack

    try:
        snapshot = path.read_bytes()
        unpack(env.game, snapshot, env.batch.simulator.described)
    except OSError as error:
        raise RefusedError(f"{path} cannot be read: {error.strerror}") from error
    except SnapshotError as error:
        raise RefusedError(f"{path}: {one_line(error)}") from error
    return snapshot


def described(advice: Advice, agent: str, env: GameEnv) -> list[str]:
    """Advice as lines: the best move, then what the agent thinks of the best few."""
    lines = [f"{agent} would choose: {env.action_name(advice.best)}"]
    if advice.value is not None:
        lines[0] += f" (expected return {advice.value:.2f})"
    if advice.shares is None:
        return lines
    shares = advice.shares
    ranked = sorted(env.legal_actions(), key=lambda action: -float(shares[action]))[:ADVISED_MOVES]
    wide = max(len(env.action_name(action)) for action in ranked)
    for action in ranked:
        share = float(shares[action])
        value = "" if advice.values is None else f"  value {float(advice.values[action]):.2f}"
        line = f"  {env.action_name(action):{wide}}  {advice.what} {share:4.0%}{value}"
        lines.append(f"{line}  {'#' * round(20 * share)}".rstrip())
    return lines


def result(env: GameEnv) -> str:
    """How the game ended and what it was worth, in one line."""
    state = env.state
    verdict = "Victory" if state.victory else "Defeat"
    progress = float(env.batch.simulator.goal_progress(env.batch.states)[0])
    return (
        f"{verdict}: {env.batch.simulator.cause(state)} after {state.rounds} rounds."
        f" Score {state.score}, goal reached to {progress:.0%}."
    )


# ---------------------------------------------------------------------- the command line


def interpret_unless_compiled(name: str) -> None:
    """Let the rules run uncompiled in this process if the cache does not hold them yet.

    The games are the same and still far quicker than a person; so nobody has to wait for the compiler before
    the first move. To be called before the game is imported.
    """
    import numba

    from crusoe_env.core.compile import is_compiled

    if not is_compiled(name):
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        numba.config.reload_config()


def parser(chosen: Game | None) -> CommandLine:
    """The command line, with the options of the chosen game."""
    line = CommandLine(prog="crusoe_env.play", description="Play a game in the terminal.", allow_abbrev=False)
    line.add_argument("game", type=game_name, help=", ".join(GAMES))
    options, flags = "an option of the game", ["--chance"]
    if chosen is not None:
        known = ", ".join(f"{name}={value}" for name, value in chosen.options.items()) or "it has none"
        options = f"an option of {chosen.title}: {known}".replace("%", "%%")
        flags = list(dict.fromkeys([*flags, f"--{chosen.chance_option}"]))
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=options)
    line.add_argument("--data", metavar="FILE", help="a TOML file with corrections of printed facts")
    line.add_argument("--seed", type=int, help="of the game; the same seed gives the same cards and dice")
    line.add_argument(*flags, dest="chance", metavar="A,B,C", help="what chance brings, next one first")
    agents = f"who gives advice: scripted, {DEFAULT_AGENT} (the default), mcts:1s, a run folder, ..."
    line.add_argument("--agent", help=agents)
    line.add_argument("--load", metavar="FILE", help="go on with a saved game")
    line.add_argument("--plain", action="store_true", help="no colours")
    first = "compile the rules first if they are not yet: a wait, then quicker advice"
    line.add_argument("--compile", action="store_true", help=first)
    return line


def new_env(given: argparse.Namespace, seed: int) -> GameEnv:
    """The environment that the command line asks for, reset. Raises ValueError or TypeError."""
    import gymnasium

    chosen, options = game(given.game), options_of(given.option)
    chosen.checked_options(options)
    if given.data is not None:
        options["data"] = given.data
    made: Any = gymnasium.make(GAMES[given.game], disable_env_checker=True, max_steps=UNLIMITED, **options)
    env: GameEnv = made.unwrapped
    chance = [value_of(word.strip()) for word in (given.chance or "").split(",") if word.strip()]
    env.reset(seed=seed, options={chosen.chance_option: chance} if chance else None)
    return env


def new_session(given: argparse.Namespace, screen: Screen) -> Session:
    """The session that the command line asks for. Raises ValueError or TypeError."""
    seed = secrets.randbelow(1_000_000) if given.seed is None else given.seed
    if seed < 0:
        raise RefusedError(f"--seed must be at least 0, not {seed}")
    env = new_env(given, seed)
    session = Session(env, screen, given.agent or DEFAULT_AGENT)
    if given.agent is not None:
        session.adviser(given.agent)  # a wrong name shows now
    origin = f"seed {seed}"
    if given.load is not None:
        env.restore(saved_game(file_of("load", given.load), env))
        origin = f"from {given.load}"
    screen.show(f"{env.game.title} ({origin}). Type the number or the name of a move, or help.", "bold")
    return session


def main(
    arguments: Sequence[str],
    source: TextIO | None = None,
    target: TextIO | None = None,
    quick_start: bool = False,
) -> int:
    """Play; the exit status. What cannot be played is one line on stderr.

    Args:
        arguments: of the command line.
        source: where moves are read.
        target: where the game is shown.
        quick_start: this process may run the rules uncompiled, for itself and all that it does later.
    """
    name = next((word for word in arguments if word in GAMES), None)
    if name is not None and quick_start and "--compile" not in arguments:
        interpret_unless_compiled(name)
    given = parser(None if name is None else game(name)).parse_args(arguments)
    try:
        session = new_session(given, Screen(source, target, given.plain))
    except BrokenPipeError:
        raise
    except (ValueError, TypeError, OSError) as error:
        print(f"crusoe_env.play: {one_line(error)}", file=sys.stderr)
        return 2
    if session.screen.source is sys.stdin:
        with_line_editing()
    session.play()
    return 0


def with_line_editing() -> None:
    """Arrow keys and history in the terminal, where Python has them."""
    try:
        importlib.import_module("readline")
    except ImportError:
        return


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:], quick_start=True)))
