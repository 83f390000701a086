"""Explanations of names on the table: cards, skills, items, tokens, kinds of moves."""

from __future__ import annotations

import dataclasses
import difflib
from typing import TYPE_CHECKING, Any

from crusoe_env.play.moves import RefusedError, meant, move_name
from crusoe_env.show.description import describe, glossary, viewed

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

MOST = 6
"""Entries that one question brings."""


def known_names(env: GameEnv) -> dict[str, str]:
    """What every name on the table means, and every kind of move, by name."""
    kinds = {f"{block.name} (a kind of move)": block.help for block in env.game.actions.blocks}
    return kinds | glossary(env)


def help_of(env: GameEnv) -> dict[str, Any]:
    """The rules in short, all names, what a new game may be, for JSON; None where a game does not say."""
    from crusoe_env.engine.game import NoViewError  # it imports compiled code

    def told(what: str) -> dict[str, Any] | None:
        try:
            return dataclasses.asdict(viewed(env, what)())
        except NoViewError:
            return None

    return {"rules": told("rules"), "names": known_names(env), "choices": told("choices")}


def explained(name: str, env: GameEnv) -> list[str]:
    """Explain a name: a line for each thing that has it; without a name, the parts of a round.

    Args:
        name: a printed name, a word of the rules, how it or its words begin, the name of a kind of move, or
            the number of a legal move.
        env: the game.

    Raises:
        RefusedError: nothing has this name.
    """
    if not name:
        return _round(env)
    if name.isascii() and name.isdigit() and int(name) <= len(env.legal_actions()):
        return _move(int(name), env)
    known = known_names(env)
    names = list(known)
    found = meant(name, names) or [i for i, other in enumerate(names) if name.lower() in other.lower()]
    if not found:
        close = difflib.get_close_matches(name.lower(), [other.lower() for other in names], n=3, cutoff=0.5)
        hint = f"; did you mean {', '.join(map(repr, close))}?" if close else ""
        raise RefusedError(f"there is nothing with the name {name!r}{hint}")
    lines = [f"{names[i]}: {known[names[i]]}" for i in found[:MOST]]
    return lines + ([f"and {len(found) - MOST} more"] if len(found) > MOST else [])


def _round(env: GameEnv) -> list[str]:
    """The parts of a round. Raises RefusedError for a game that does not tell."""
    short = help_of(env)["rules"]
    if short is None:
        raise RefusedError("explain what? type: explain NAME, for instance of a card or an item")
    stages = [f"{i}. {stage['name']}: {stage['words']}" for i, stage in enumerate(short["stages"], 1)]
    return [*short["goal"], f"{short['round']}:", *stages, "Type explain NAME for a card, an item or a word."]


def _move(number: int, env: GameEnv) -> list[str]:
    """Explain the legal move with this number, from 1: its cost and effect. Raises RefusedError."""
    legal = env.legal_actions()
    if not 1 <= number <= len(legal):
        raise RefusedError(f"there is no move {number}; choose from 1 .. {len(legal)}")
    action, description = legal[number - 1], describe(env)
    layout = env.game.actions
    block = next(
        b for b in layout.blocks if layout.start[b.name] <= action < layout.start[b.name] + len(b.actions)
    )
    lines = [f"{move_name(env, description, action)}: {block.help}", description.costs.get(action, "")]
    return [line for line in lines if line]
