"""Messages as structures: table, question and moves in JSON, with a schema made from the game's layout."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env.play.moves import RefusedError
from crusoe_env.support.words import nearest, shown
from crusoe_env.text.numbers import by_label

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game
    from crusoe_env.show.description import Description
    from crusoe_env.text.table import Table

TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}


def nested(observation: np.ndarray, names: Sequence[str]) -> dict[str, Any]:
    """The entries of an observation that are not 0, by the parts of their names.

    Args:
        observation: uint8 (size,).
        names: of its entries, parts divided by "/".
    """
    found: dict[str, Any] = {}
    for place in np.flatnonzero(observation).tolist():
        *folders, last = names[place].split("/")
        inner = found
        for folder in folders:
            inner = inner.setdefault(folder, {})
        inner[last] = int(observation[place])
    return found


def message(
    table: Table, told: Description, legal: Sequence[int], numbers: Mapping[int, int], news: Sequence[str]
) -> str:
    """A message as JSON on one line, as `schema` describes it.

    Args:
        table: of the game, for the seat that reads.
        told: the present state.
        legal: the legal actions, none at the end.
        numbers: the places of legal actions by their numbers; empty where moves are not listed.
        news: what has happened since the last message.
    """
    env, viewer = table.env, -1 if table.viewer is None else table.viewer
    seen = env.batch.simulator.observe(env.batch.states, viewer, "uint8")[0]
    labels = by_label(told.labels, legal)
    moves = [
        {
            "number": number,
            "action": env.action_name(legal[place]),
            "words": labels[place],
            **({"cost": told.costs[legal[place]]} if told.costs.get(legal[place]) else {}),
        }
        for number, place in numbers.items()
    ]
    card = told.card
    question = {
        "who": told.who,
        "title": told.title,
        "sentence": told.sentence,
        "card": None if card is None else {"name": card.name, "text": list(card.text)},
        "dice": dict(told.dice),
    }
    return json.dumps(
        {
            "round": told.round,
            "phase": told.phase,
            "over": not legal,
            "new": list(news),
            "table": nested(seen, env.game.observations.names),
            "question": question,
            "moves": moves,
        },
        ensure_ascii=False,
    )


def place_of(answer: str, names: Sequence[str]) -> int | None:
    """The place of the legal action that an answer `{"action": NAME}` means; None for another form.

    Args:
        answer: the text.
        names: of the legal actions.

    Raises:
        RefusedError: no legal action has this name.
    """
    try:
        found = json.loads(answer)
    except ValueError:
        return None
    if not isinstance(found, dict) or set(found) != {"action"} or not isinstance(found["action"], str):
        return None
    if found["action"] not in names:
        raise RefusedError(
            f"no legal action has the name {shown(found['action'])}; {nearest(found['action'], names)}"
        )
    return list(names).index(found["action"])


def schema(game: Game) -> dict[str, Any]:
    """The JSON schema (2020-12) of a game's messages. An entry of `table` that is 0 is left out."""
    table: dict[str, Any] = {}
    largest = game.observations.largest
    for place, name in enumerate(game.observations.names):
        *folders, last = name.split("/")
        inner = table
        for folder in folders:
            inner = inner.setdefault(folder, {})
        inner[last] = int(largest[place])
    card = _object({"name": TEXT, "text": _list(TEXT)})
    question = {
        "who": TEXT,
        "title": TEXT,
        "sentence": TEXT,
        "card": {"anyOf": [card, {"type": "null"}]},
        "dice": {"type": "object", "additionalProperties": TEXT},
    }
    action = {"type": "string", "enum": list(game.actions.names)}
    move = {"number": {**COUNT, "minimum": 1}, "action": action, "words": TEXT, "cost": TEXT}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.title}: a message",
        **_object(
            {
                "round": COUNT,
                "phase": TEXT,
                "over": {"type": "boolean"},
                "new": _list(TEXT),
                "table": _table(table),
                "question": _object(question),
                "moves": _list(_object(move, optional=("cost",))),
                "limit": TEXT,
            },
            optional=("limit",),
        ),
    }


def _table(largest: Any) -> dict[str, Any]:
    if isinstance(largest, int):
        return {"type": "integer", "minimum": 1, "maximum": largest}
    inner = {name: _table(part) for name, part in largest.items()}
    return _object(inner, optional=tuple(inner))


def _object(properties: Mapping[str, Any], optional: Sequence[str] = ()) -> dict[str, Any]:
    needed = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": dict(properties),
        "required": needed,
        "additionalProperties": False,
    }


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items)}
