"""Write a page that shows one game of an agent: every position, action and its probability.

`crusoe replay marooned --agent scripted --seed 7` writes replay.html; `crusoe replay runs/marooned_sb3` shows
a game of that run's policy. `crusoe evaluate ... --replay` looks for a won game.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium

from crusoe_env import GAMES, Simulator, game, record
from crusoe_env.command_line import (
    CommandLine,
    add_options,
    game_among,
    given_options,
    reported,
    seed_of,
    short_name,
)
from crusoe_env.show.animation import film_library, write_gif, write_mp4
from crusoe_env.show.replay import write_page as replay_page
from crusoe_env.support.words import nearest
from crusoe_env.trust import add_trust, trusting

from ..registry import FORMS, make_agent

OUTLOOK = "show chances of victory and critical steps, found by this agent, which plays on from each step"


def write_page(
    name: str,
    options: dict[str, Any],
    agent: str,
    seed: int,
    path: Path,
    best_of: int = 1,
    gif: Path | None = None,
    mp4: Path | None = None,
    outlook: str | None = None,
    back: str = "",
) -> Path:
    """Write a page of the game with this seed, as the agent plays it; its path.

    Args:
        name: of the game.
        options: of the game.
        agent: by name.
        seed: of the game.
        path: of the page.
        best_of: the number of games of which this one is the best; the page shows it.
        gif: file for an animation of the game.
        mp4: file for a film of the game.
        outlook: the agent that plays on from each step, so that the page shows chances of victory.
        back: the address that the page links back to.
    """
    if mp4 is not None:
        film_library()  # if it is missing, fail before the game is played
    env = gymnasium.make(game(name).env_id, disable_env_checker=True, **options)
    simulator = Simulator(game(name), **options)
    judge = None if outlook is None else make_agent(outlook, simulator)
    replay = record(env, make_agent(agent, simulator), seed, best_of=best_of, outlook=judge)
    replay.back = back
    replay_page(path, replay)
    if gif is not None:
        write_gif(gif, replay)
    if mp4 is not None:
        write_mp4(mp4, replay)
    return path


def parse(arguments: list[str], prog: str) -> argparse.Namespace:
    """The command line."""
    parser = CommandLine(prog=prog, description=__doc__)
    parser.add_argument(
        "what", metavar="GAME or RUN", help=f"{', '.join(GAMES)}, PACKAGE.MODULE:NAME, or a run folder"
    )
    parser.add_argument("--agent", help=f"{FORMS}; default: the run's policy, else scripted")
    parser.add_argument("--seed", type=seed_of, default=0, help="of the game; default: 0")
    parser.add_argument("--out", type=Path, default=Path("replay.html"), help="default: replay.html")
    parser.add_argument("--gif", type=Path, metavar="FILE", help="write an animated picture too")
    parser.add_argument(
        "--mp4", type=Path, metavar="FILE", help="write a film too; needs the extra `video` (imageio-ffmpeg)"
    )
    parser.add_argument("--outlook", metavar="AGENT", help=OUTLOOK)
    parser.add_argument("--back", default="", metavar="URL", help="an address that the page links back to")
    add_trust(parser)
    add_options(parser, game_among(arguments))
    return parser.parse_args(arguments)


def what_to_show(given: argparse.Namespace) -> tuple[str, dict[str, Any], str]:
    """The game, its options and the agent. Raises ValueError."""
    options = given_options(given)
    if given.what in GAMES:
        return given.what, options, given.agent or "scripted"
    if not Path(given.what).exists():
        if ":" in given.what:
            return short_name(given.what), options, given.agent or "random"
        raise ValueError(f"{given.what}: no game and no run folder; {nearest(given.what, GAMES)}")
    from ..runs import game_of_run

    played = game_of_run(Path(given.what))
    if played is None:
        raise ValueError(f"{given.what}: there is no config.yaml that says which game it plays")
    return played[0], {**played[1], **options}, given.agent or given.what


def main(arguments: list[str], prog: str = "crusoe replay") -> int:
    """Write the page; the exit status. An error is one line on stderr."""
    given = parse(arguments, prog)
    with trusting(given.trust, arguments):
        return reported(prog, lambda: run(given))


def run(given: argparse.Namespace) -> None:
    """Write what the command line asks for. Raises ValueError, TypeError or OSError."""
    name, options, agent = what_to_show(given)
    files = given.gif, given.mp4
    page = write_page(name, options, agent, given.seed, given.out, 1, *files, given.outlook, given.back)
    print(f"replay page: {page}")
    if given.gif is not None:
        print(f"animation: {given.gif}")
    if given.mp4 is not None:
        print(f"film: {given.mp4}")
