"""The command line of `python -m crusoe_env.play`."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import importlib
import ipaddress
import json
import os
import re
import secrets
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from crusoe_env.command_line import (
    CommandLine,
    add_options,
    game_name,
    given_options,
    port_of,
    seed_of,
    value_of,
)
from crusoe_env.interfaces.registration import GAMES, game, module_of
from crusoe_env.play.advice import SHOWN
from crusoe_env.play.files import autosave as autosaved
from crusoe_env.play.files import file_of, saved_game
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.replayed import position_of
from crusoe_env.play.saves import Save, read_save
from crusoe_env.play.seats import SeatedSession
from crusoe_env.play.session import AUTO_PASS, NEVER, ROUND, Session
from crusoe_env.play.terminal import Screen, Terminal
from crusoe_env.support.options import named
from crusoe_env.support.words import one_line, shown, whole_of

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.play.study import Study
    from crusoe_env.play.web.server import GameServer

ADDRESS = "127.0.0.1"
PLAYERS = "players"
"""The option of games with a number of players to choose."""
PACE, LONGEST_PACE = 1.5, 60.0
"""Seconds before a move of an agent: by default, so that people can follow, and at most."""
UNLIMITED = 2**31 - 1
"""Steps: a person may take as long as they like."""


def interpret_unless_compiled(name: str) -> None:
    """Let the rules run uncompiled in this process if the cache does not hold them yet.

    The games are the same and still far quicker than a person; so nobody has to wait for the compiler before
    the first move. To be called before the game is imported.
    """
    import numba

    from crusoe_env.engine.compile import is_compiled

    if not is_compiled(module_of(name)):
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        numba.config.reload_config()


def parser(chosen: Game | None, prog: str) -> CommandLine:
    """The command line, with the options of the chosen game."""
    words = "Play a game in the terminal or in the browser."
    line = CommandLine(prog=prog, description=words, allow_abbrev=False)
    line.add_argument("game", type=game_name, help=f"{', '.join(GAMES)}, or PACKAGE.MODULE:NAME")
    flags = ["--chance"]
    if chosen is not None:
        flags = list(dict.fromkeys([*flags, f"--{chosen.chance.option}"]))
    line.add_argument("--data", metavar="FILE", help="a TOML file with corrections of printed facts")
    line.add_argument("--seed", type=seed_of, help="of the game; the same seed gives the same cards and dice")
    line.add_argument(*flags, dest="chance", metavar="A,B,C", help="what chance brings, next one first")
    agents = "who gives advice: scripted, mcts:300, mcts:1s, zoo:NAME, a run folder, ...; the best by default"
    line.add_argument("--agent", help=agents)
    seats = "who has each seat: human, or an agent as for --agent; the first is the first player's"
    line.add_argument("--seats", nargs="+", metavar="WHO", help=seats)
    pace = f"seconds before each move of an agent at the table; default: {PACE:g}"
    line.add_argument("--pace", type=pace_of, default=PACE, metavar="SECONDS", help=pace)
    line.add_argument("--load", metavar="FILE", help="go on with a saved game")
    line.add_argument(
        "--from", dest="page", type=Path, metavar="PAGE.html", help="play on from a replay page"
    )
    line.add_argument("--at", type=count_from_0, metavar="STEP", help="with --from: the step of the page")
    line.add_argument("--new", action="store_true", help="with --web: begin anew, though a game is under way")
    line.add_argument("--web", action="store_true", help="play in the browser, on this machine alone")
    line.add_argument("--study", metavar="DIR", help="with --seats and --web: keep what people decide")
    for form, when in (("--before", "before the game"), ("--after", "after it")):
        line.add_argument(form, metavar="FORM.md", help=f"with --study: a form that people fill in {when}")
    hosts = f"with --seats and --public: the address to listen on; default: {ADDRESS}"
    line.add_argument("--host", default=ADDRESS, metavar="ADDRESS", help=hosts)
    public = "where people reach the page through a proxy that speaks TLS: https://NAME"
    line.add_argument("--public", type=public_of, metavar="URL", help=public)
    line.add_argument("--port", type=port_of, default=0, help="of the page; a free one by default")
    line.add_argument("--open", action="store_true", help="with --web: open the browser too")
    line.add_argument("--plain", action="store_true", help="no colours")
    first = "compile the rules first if they are not yet: a wait, then quicker advice"
    line.add_argument("--compile", action="store_true", help=first)
    add_options(line, chosen, nargs=1)
    return line


def pace_of(words: str) -> float:
    """The seconds of --pace. Raises argparse.ArgumentTypeError."""
    try:
        pace = float(words)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(f"{shown(words)} is no number of seconds from 0 to {LONGEST_PACE:g}")
    return pace


def count_from_0(words: str) -> int:
    """The step of --at. Raises argparse.ArgumentTypeError."""
    number = whole_of(words, 10**6)
    if number is None or number < 0:
        raise argparse.ArgumentTypeError(f"{shown(words)} is no step of a page: a whole number from 0")
    return number


def public_of(words: str) -> str:
    """The address of --public. Raises argparse.ArgumentTypeError."""
    if not re.fullmatch(r"https://[A-Za-z0-9.-]+(:\d{1,5})?/?", words):
        raise argparse.ArgumentTypeError(f"{shown(words)} is no address of the form https://NAME")
    return words.rstrip("/").lower()


def check_reach(given: argparse.Namespace) -> None:
    """Refuse to be reached from elsewhere but by seats, through a proxy. Raises RefusedError."""
    at_seats = given.web and given.seats is not None
    try:
        loopback = given.host == "localhost" or ipaddress.IPv4Address(given.host).is_loopback
    except ValueError as error:
        raise RefusedError(f"--host: {shown(given.host)} is no IPv4 address") from error
    if not loopback and not (at_seats and given.public):
        raise RefusedError(
            f"--host {given.host} needs --web, --seats and --public: see docs/how_to/studies.md"
        )
    if given.public and not at_seats:
        raise RefusedError("--public needs --web and --seats: only seats have tokens for people elsewhere")
    if given.study is not None and not at_seats:
        raise RefusedError("--study needs --web and --seats")
    if given.study is not None and given.load is not None:
        raise RefusedError("--study begins new games; leave out --load")
    if given.study is None and (given.before or given.after):
        raise RefusedError("--before and --after are forms of a study: add --study DIR")


def kept_game(given: argparse.Namespace, autosave: Path | None) -> str | None:
    """The file with the page's last game, unless the command line asks for another game.

    Args:
        given: the command line.
        autosave: where the page keeps its game; None: nowhere.
    """
    asks = given.load or given.page or given.new or given.seed is not None or given.chance or given.data
    if asks or autosave is None or not autosave.exists():
        return given.load
    try:
        save = loaded(str(autosave), game(given.game))
    except RefusedError as error:
        print(f"a new game begins: {one_line(error)}", file=sys.stderr)
        return None
    return str(autosave) if is_asked_for(save, given) else None


def is_asked_for(save: Save, given: argparse.Namespace) -> bool:
    """Return true if a kept game has the seats and options that the command line names."""
    options = given_options(given)
    same = all(name in save.options and save.options[name] == value for name, value in options.items())
    return same and list(save.seats) == (given.seats or [])


def set_aside(autosave: Path) -> None:
    """Keep the game that another one is about to replace, as NAME.before.game."""
    before = autosave.with_suffix(f".before{autosave.suffix}")
    with contextlib.suppress(OSError):
        os.replace(autosave, before)
        print(f"the game before is kept: --load {before}", file=sys.stderr)


def new_env(name: str, options: Mapping[str, Any], data: str | None = None) -> GameEnv:
    """An environment for people to play in; `options`: of the game, and `auto_pass` of the session.

    Raises:
        ValueError: an option does not take its value.
        TypeError: there is no such option.
    """
    import gymnasium

    of_game = {option: value for option, value in options.items() if option != AUTO_PASS}
    settings = {"max_steps": UNLIMITED, **game(name).checked_options(of_game)}
    named(AUTO_PASS, options.get(AUTO_PASS, NEVER), (NEVER, ROUND))
    if data is not None:
        settings["data"] = data
    made: Any = gymnasium.make(game(name).env_id, disable_env_checker=True, **settings)
    env: GameEnv = made.unwrapped
    return env


def new_session(given: argparse.Namespace, autosave: Path | None = None) -> tuple[Session, str]:
    """The session that the command line asks for, and where it came from.

    Args:
        given: the command line.
        autosave: where the page keeps its game; None: nowhere.

    Raises:
        ValueError, TypeError: there is no such game.
    """
    check_reach(given)
    game(given.game).viewed("picture" if given.web else "text")  # a game without a view cannot be shown
    seed = secrets.randbelow(1_000_000) if given.seed is None else given.seed
    kept = kept_game(given, autosave)
    save = None if kept is None else loaded(kept, game(given.game))
    if given.page is not None:
        kept, save = str(given.page), asked_position(given)
    options = {**(save.options if save else {}), **given_options(given)}
    if given.seats is not None and save is None and PLAYERS in game(given.game).options:
        options.setdefault(PLAYERS, len(given.seats))
    env = new_env(given.game, options, given.data)
    chance = [value_of(word.strip()) for word in (given.chance or "").split(",") if word.strip()]
    env.reset(seed=seed, options={game(given.game).chance.option: chance} if chance else None)

    def begin(asked: Mapping[str, Any], seed: int) -> GameEnv:
        if given.web:
            check_names_no_file({name: value for name, value in asked.items() if value != options.get(name)})
        env = new_env(given.game, asked, given.data)
        env.reset(seed=seed)
        return env

    if given.seats is None:
        session = Session(env, given.agent or "", options, seed, begin)
    else:
        session = seated(given, env, options, seed)
    if given.agent is not None:
        session.adviser(given.agent)  # a wrong name shows now
    origin = f"seed {seed}"
    if save is not None:
        try:
            session.begin_with(dataclasses.replace(save, options=options))
        except RefusedError as error:
            raise RefusedError(f"{kept}: {one_line(error)}") from error
        if given.seats is not None and given.load is None and not session.env.legal_actions():
            given.new = True  # the table's last game is over
            return new_session(given, autosave)
        origin = f"from {kept}"
    elif autosave is not None and autosave.exists():
        set_aside(autosave)
    return session, origin


def seated(given: argparse.Namespace, env: GameEnv, options: dict[str, Any], seed: int) -> SeatedSession:
    """The session of a table with people and agents. Raises RefusedError."""
    session = SeatedSession(env, given.seats, given.agent or "", options, seed)
    if session.has_secrets and len(session.people) > 1 and not given.web:
        raise RefusedError("--seats: at a table with secrets each person needs a window: add --web")
    return session


def check_names_no_file(options: Mapping[str, Any]) -> None:
    """Refuse options that may name a file, for options that come from a page. Raises RefusedError."""
    for name, value in options.items():
        text = json.dumps(value, ensure_ascii=False, default=str)
        if re.search(r"[/\\]|\.\D", text):
            raise RefusedError(
                f"{name}: {text[:SHOWN]} may name a file; name files by --option when you begin"
            )


def asked_position(given: argparse.Namespace) -> Save:
    """The position that `--from` and `--at` name. Raises RefusedError."""
    if given.load is not None or given.at is None:
        raise RefusedError("--from PAGE.html needs --at STEP, and no --load")
    return position_of(
        given.page, given.at, given.game, lambda options: new_env(given.game, options, given.data)
    )


def loaded(name: str, of_game: Game) -> Save:
    """The saved game that the command line names. Raises RefusedError."""
    content = saved_game(file_of("load", name))
    try:
        return read_save(content, of_game)
    except RefusedError as error:
        raise RefusedError(f"{name}: {one_line(error)}") from error


def main(
    arguments: Sequence[str],
    source: TextIO | None = None,
    target: TextIO | None = None,
    quick_start: bool = False,
    prog: str = "crusoe_env.play",
) -> int:
    """Play, and return the exit status. An error is one line on stderr.

    Args:
        arguments: of the command line.
        source: where moves are read.
        target: where the game is shown.
        quick_start: this process may run the rules uncompiled, for itself and all that it does later.
        prog: what the program was called by.
    """
    name = next((word for word in arguments if word in GAMES), None)
    if name is not None and quick_start and "--compile" not in arguments:
        interpret_unless_compiled(name)
    given = parser(None if name is None else game(name), prog).parse_args(arguments)
    with contextlib.ExitStack() as held:
        try:
            keeps = given.web and given.study is None
            autosave = held.enter_context(autosave_for(given)) if keeps else None
            session, origin = new_session(given, autosave)
        except BrokenPipeError:
            raise
        except (ValueError, TypeError, OSError) as error:
            print(f"{prog}: {one_line(error)}", file=sys.stderr)
            return 2
        if given.web:
            return serve(session, origin, given, prog, autosave)
    screen = Screen(source, target, given.plain)
    if screen.source is sys.stdin:
        with_line_editing()
    title = session.env.game.title
    screen.show(f"{title} ({origin}). Type the number or the name of a move, or help.", "bold")
    if isinstance(session, SeatedSession):
        screen.show(f"At the table: {', '.join(map(session.name_of, range(len(session.names))))}.")
    Terminal(session, screen, given.pace).play()
    return 0


def start(arguments: Sequence[str], prog: str = "crusoe_env.play") -> int:
    """Play in a process that does nothing else, and return the exit status."""
    return main(arguments, quick_start=True, prog=prog)


def autosave_for(given: argparse.Namespace) -> contextlib.AbstractContextManager[Path]:
    """Where a page keeps its game, or a table with seats."""
    name = game(given.game).name
    return autosaved(name if given.seats is None else f"{name}-seats")


def serve(session: Session, origin: str, given: argparse.Namespace, prog: str, autosave: Path | None) -> int:
    """Play in the browser until Ctrl-C, and return the exit status."""
    from crusoe_env.play.web.page_model import PageModel
    from crusoe_env.play.web.seating import PageSeating
    from crusoe_env.play.web.seats import Agents, SharedTable
    from crusoe_env.play.web.server import GameServer

    table = None
    if isinstance(session, SeatedSession):
        try:
            study = study_of(session, given)
            table = SharedTable(session, autosave, study)
        except RefusedError as error:
            print(f"{prog}: {one_line(error)}", file=sys.stderr)
            return 2
    models = PageModel(session, autosave) if table is None else table.models
    try:
        server = GameServer(models, given.port, given.host, given.public or "")
    except OSError as error:
        print(f"{prog}: --port {given.port}: {one_line(error)}; choose another", file=sys.stderr)
        return 2
    agents = None if table is None else Agents(server, table, given.pace)
    seating = PageSeating(server, autosave, given.pace) if table is None else None
    announce(server, session, origin)
    if given.open:
        webbrowser.open(server.url_to_open())
    try:
        if agents is not None:
            agents.start()
        server.serve_forever()
    except KeyboardInterrupt:
        print("\nGoodbye.")
    finally:
        if agents is not None:
            agents.stopped.set()
        if seating is not None:
            seating.stop()
        server.server_close()
    return 0


def study_of(session: SeatedSession, given: argparse.Namespace) -> Study | None:
    """The study that the command line asks for. Raises RefusedError."""
    from crusoe_env.play.forms import Form
    from crusoe_env.play.study import Study

    if given.study is None:
        return None
    before, after = (None if name is None else Form(Path(name)) for name in (given.before, given.after))
    return Study(Path(given.study), session, before, after)


def announce(server: GameServer, session: Session, origin: str) -> None:
    """Print where the page is, or the page of each person."""
    title = session.env.game.title
    if not isinstance(session, SeatedSession):
        if session.history:
            print(f"The game goes on ({origin}); --new begins a new one.", flush=True)
        print(f"{title}: open {server.url} in a browser on this machine; Ctrl-C ends.", flush=True)
        return
    print(f"{title}: each person opens an address of their own; Ctrl-C ends.")
    for entrance in server.entrances:
        print(f"{session.name_of(entrance.model.viewer or 0)}: {server.url_of(entrance)}")
    for seat in session.partners:
        print(f"{session.name_of(seat)}")
    sys.stdout.flush()


def with_line_editing() -> None:
    """Switch on arrow keys and history in the terminal, if Python has them."""
    try:
        importlib.import_module("readline")
    except ImportError:
        return
