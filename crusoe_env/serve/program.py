"""The command `crusoe serve`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crusoe_env.command_line import CommandLine, count_of, game_name, options_of, port_of, reported, seed_of
from crusoe_env.interfaces.registration import GAMES, find_game
from crusoe_env.support.words import listed, nearest

if TYPE_CHECKING:
    import argparse

    from crusoe_env.serve.match import Offer
    from crusoe_env.text.limits import Limits

TOKEN = "CRUSOE_SERVE_TOKEN"
"""The environment variable with the token of the MCP server."""
NO_LIMIT = "none"


def parser(prog: str) -> CommandLine:
    """The command line."""
    words = "Let programs and language models play in text. There is no undo, no advice and no save."
    line = CommandLine(prog=prog, description=words, allow_abbrev=False)
    names = f"{', '.join(GAMES)}, or PACKAGE.MODULE:NAME; all by default"
    line.add_argument("games", nargs="*", metavar="GAME", type=game_name, help=f"that may be played: {names}")
    how = line.add_mutually_exclusive_group(required=True)
    how.add_argument("--json", action="store_true", help="JSON lines over stdin and stdout")
    how.add_argument("--mcp", action="store_true", help="an MCP server over stdin and stdout, or with --http")
    how.add_argument("--openenv", action="store_true", help="an OpenEnv server for trainers")
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the games")
    line.add_argument(
        "--view", choices=("changes", "full", "json"), default="changes", help="changes by default"
    )
    words = "one reader for all players (the default), or each player reads for itself"
    line.add_argument("--seats", choices=("one", "each"), default="one", help=words)
    line.add_argument("--no-list", action="store_true", help="do not list the legal moves")
    line.add_argument("--disguise", type=seed_of, metavar="SEED", help="give cards and items other names")
    words = "illegal_in_a_row, illegal, answer, questions, turns, characters; a number or none"
    line.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE", help=words)
    line.add_argument("--plan", action="store_true", help="with --mcp: a tool that tries moves in a copy")
    line.add_argument("--http", action="store_true", help="with --mcp: over HTTP, with a token")
    words = "with --http or --openenv:"
    line.add_argument("--host", default="127.0.0.1", help=f"{words} 127.0.0.1 by default")
    line.add_argument("--port", type=port_of, default=8000, help=f"{words} 8000 by default")
    line.add_argument("--sessions", type=count_of, default=64, help="with --openenv: games side by side, 64")
    return line


def limits_of(items: Sequence[str]) -> Limits:
    """The limits that the command line names. Raises ValueError or TypeError."""
    from crusoe_env.text.limits import Limits

    given: Mapping[str, Any] = options_of(items)
    known = list(vars(Limits()))
    for name in given:
        if name not in known:
            raise ValueError(f"--limit: unknown limit {name!r}; {nearest(name, known)}")
    return Limits(**{name: None if value == NO_LIMIT else value for name, value in given.items()})


def offer_of(given: argparse.Namespace) -> Offer:
    """What the command line offers. Raises ValueError or TypeError."""
    from crusoe_env.serve.match import SETTINGS, Offer

    settings = {"view": given.view, "list_moves": not given.no_list, "seats": given.seats}
    if given.disguise is not None:
        settings["disguise"] = given.disguise
    games = tuple(given.games or GAMES)
    options = options_of(given.option)
    known = {name for game in games for name in (*find_game(game).options, *SETTINGS)}
    for name in options:
        if name not in known:
            raise ValueError(
                f"--option: {listed(games)} has no option {name!r}; {nearest(name, sorted(known))}"
            )
    offer = Offer(games, limits_of(given.limit), settings, options)
    for game in games if options else ():
        offer.new_env(game, {}, {})  # a wrong value is told before a client comes
    return offer


def start(arguments: Sequence[str], prog: str = "crusoe_env.serve") -> int:
    """Serve until the client leaves, and return the exit status. An error is one line on stderr."""
    given = parser(prog).parse_args(arguments)
    if not given.mcp and (given.plan or given.http):
        parser(prog).error("--plan and --http belong to --mcp")
    return reported(prog, lambda: run(given))


def run(given: argparse.Namespace) -> None:
    """Serve what the command line offers. Raises ValueError, TypeError or OSError."""
    offer = offer_of(given)
    if given.mcp:
        from crusoe_env.serve.mcp_server import serve_mcp

        serve_mcp(offer, plan=given.plan, http=(given.host, given.port) if given.http else None,
                  token=os.environ.get(TOKEN, ""))  # fmt: skip
    elif given.openenv:
        from crusoe_env.serve.openenv_server import serve_openenv

        serve_openenv(offer, given.host, given.port, given.sessions)
    else:
        from crusoe_env.serve.json_lines import serve

        serve(offer, sys.stdin.buffer, sys.stdout)
