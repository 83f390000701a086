"""Why numbers have changed: a move is played again by traced rules, each piece with the rule that made it."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env.show.description import Description, changed_facts, loud_facts, new_lines
from crusoe_env.show.quantities import signed

if TYPE_CHECKING:
    from crusoe_env.show.traced import Call, Tracer

Words = str | Callable[["Piece"], str]
"""What a rule is called as a reason; empty: the reason is whatever it was called for."""
THE_MOVE = "the move"
_lock = threading.Lock()


class Piece:
    """What one call of a rule has done.

    Attributes:
        arguments: of the call, whole numbers.
        before, after: the records around it.
        what: the name of the quantity that it changed.
        t, facts: of the task.
    """

    def __init__(
        self, arguments: tuple[Any, ...], before: Any, after: Any, what: str, t: Any, facts: Any
    ) -> None:
        self.arguments, self.before, self.after, self.what = arguments, before, after, what
        self.t, self.facts = t, facts


def told(env: Any, record: Any, before: Description, after: Description, action: int) -> list[str]:
    """What a move has done, in lines for people: what has happened, then what has changed and why.

    Args:
        env: of Gymnasium or PettingZoo, after the move.
        record: the state before it.
        before: the same in words.
        after: the state after it in words.
        action: the move.
    """
    happened = since(env, record, "story")
    lines = new_lines(before.log, after.log) if happened is None else happened
    old, new = loud_facts(before, after)
    return lines + changed_facts(old, new, reasons=reasons(env, record, action))


def since(env: Any, before: Any, what: str) -> list[Any] | None:
    """What a function of the view, `story` or `drawn`, says has come since a record of the same game.

    None in games whose view has no such function.
    """
    from crusoe_env.engine.game import NoViewError  # it imports compiled code

    env = env.unwrapped
    after, simulator = env.batch.states[0], env.batch.simulator
    try:
        view = env.game.viewed(what)
    except NoViewError:
        return None
    return list(view(before, after, simulator.tables_of(after), simulator.facts_of(after)))


def reasons(env: Any, before: Any, action: int) -> dict[str, str]:
    """Why public numbers have changed by the move that led to an environment's present state.

    Args:
        env: of Gymnasium or PettingZoo, after the move.
        before: the record before it.
        action: the move.

    Returns:
        By the name of a fact, as `Description.facts` has it: `−1 each turn, −3 Tiger`. Nothing where only the
        move itself is the reason, in games whose view names no `REASONS`, and where the traced rules do not
        come to the same numbers.
    """
    from crusoe_env.engine.game import NoViewError  # it imports compiled code

    env = env.unwrapped
    simulator, game = env.batch.simulator, env.game
    t, facts = simulator.tables_of(before), simulator.facts_of(before)
    try:
        words, quantities = _view(game, "REASONS"), game.viewed("quantities")
    except NoViewError:
        return {}
    with _lock:  # a tracer has room for one move
        notes = _tracer(game).trace(before, t, action)
    states = np.array([before, *(state for _, state in notes), env.batch.states[0]], before.dtype)
    found = {}
    for quantity in quantities(states.view(np.recarray), t, facts):
        values = quantity.values
        if values[-1] != values[-2]:
            continue
        parts: dict[str, int] = {}
        for i, (call, after) in enumerate(notes):
            if more := int(values[i + 1] - values[i]):
                name = _word(words, call, after, quantity.name, t, facts) or THE_MOVE
                parts[name] = parts.get(name, 0) + more
        parts = {name: more for name, more in parts.items() if more}
        if parts and parts.keys() != {THE_MOVE}:
            name = f"{quantity.who}, {quantity.name}" if quantity.who else quantity.name
            found[name] = ", ".join(f"{signed(more)} {why}" for why, more in parts.items())
    return found


def _view(game: Any, what: str) -> Mapping[str, Words]:
    found: Any = game.viewed(what)
    return dict(found)


@functools.cache
def _tracer(game: Any) -> Tracer:
    from crusoe_env.show.traced import Tracer

    return Tracer(game.rules["apply_action"], _view(game, "REASONS"))


def _word(words: Mapping[str, Words], call: Call | None, after: Any, what: str, t: Any, facts: Any) -> str:
    while call is not None:
        found = words[call.name]
        if callable(found):
            found = found(Piece(call.arguments, call.state, after, what, t, facts))
        if found:
            return found
        call = call.caller
    return ""
