"""Running the checks on a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crusoe_env.engine.game import Game
from crusoe_env.support.words import one_line
from crusoe_env.testing.checks import CHECKS, Subject


class GameError(AssertionError):
    """A game breaks a promise; the message names each broken one in a line."""


def check_game(game: Game, report: Callable[[str], None] | None = None, **options: Any) -> None:
    """Run the conformance suite on a game of any package.

    It plays through the public interfaces: Gymnasium, vectors, PettingZoo where several can play; masks,
    observations, copies, seeds, hidden information, compiled against uncompiled.

    Args:
        game: which game; it need not be registered.
        report: is called with each check and its outcome, in a line, as it ends.
        **options: the game's options.

    Raises:
        GameError: some promise is broken.
    """
    subject, broken = Subject(game, options), []
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        try:
            check(subject)
            outcome = "ok"
        except Exception as error:  # a game may fail in any way; the other checks still tell something
            outcome = f"FAILED: {one_line(error) if isinstance(error, AssertionError) else repr(error)}"
            broken.append(f"{name}: {outcome.removeprefix('FAILED: ')}")
        if report is not None:
            report(f"{name}: {outcome}")
    if broken:
        raise GameError(f"{game.title} breaks {len(broken)} of {len(CHECKS)} promises:\n" + "\n".join(broken))
