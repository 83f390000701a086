"""`view="json"`: messages are structures with a schema."""

import json

import numpy as np
import pytest

from crusoe_env.interfaces.registration import find_game
from crusoe_env.text import TextEnv
from crusoe_env.text.structure import schema

TASKS = [
    ("marooned", {}),
    ("dieson", {"quest": 2}),
    ("robinson", {"players": 1}),
    ("robinson", {"players": 3, "seats": "each", "table": "private_finds"}),
]


def valid(part, of):
    """Whether a value fits a schema, of the words that ours use."""
    if "anyOf" in of:
        return any(valid(part, each) for each in of["anyOf"])
    kind = of["type"]
    if kind == "object":
        known, rest = of.get("properties", {}), of.get("additionalProperties", True)
        return (
            isinstance(part, dict)
            and all(name in part for name in of.get("required", ()))
            and all(
                valid(each, known[name]) if name in known else rest and valid(each, rest)
                for name, each in part.items()
            )
        )
    if kind == "array":
        return isinstance(part, list) and all(valid(each, of["items"]) for each in part)
    if kind == "integer":
        return type(part) is int and of.get("minimum", part) <= part <= of.get("maximum", part)
    if "enum" in of:
        return part in of["enum"]
    return isinstance(part, {"string": str, "boolean": bool, "null": type(None)}[kind])


@pytest.mark.parametrize(("game", "options"), TASKS)
def test_every_message_of_a_game_fits_the_schema(game, options):
    rng, env = np.random.default_rng(0), TextEnv(game, view="json", **options)
    of = schema(env.game)
    message, info = env.reset(seed=4)
    while not env.over:
        told = json.loads(message)
        assert valid(told, of)
        assert [move["number"] for move in told["moves"]] == list(info["moves"])
        assert [move["words"] for move in told["moves"]] == list(info["moves"].values())
        chosen = told["moves"][rng.integers(len(told["moves"]))]
        wanted = env.env.game.actions.index(chosen["action"])
        by_name = bool(rng.integers(2))
        answer = {"action": chosen["action"]} if by_name else {"move": chosen["number"]}
        message, *_, info = env.step(json.dumps(answer))
        assert (info["kind"], info["action"]) == ("move", wanted)
    assert json.loads(message)["over"]


def test_the_table_is_what_the_seat_observes():
    env = TextEnv("robinson", players=2, seats="each", view="json", table="private_finds")
    message, info = env.reset(seed=9)
    for _ in range(30):
        seen = env.env.batch.simulator.observe(env.env.batch.states, info["seat"], "uint8")[0]
        flat, names = np.zeros_like(seen), {name: i for i, name in enumerate(env.game.observations.names)}

        def fill(part, path, flat=flat, names=names):
            for name, inner in part.items():
                where = f"{path}/{name}" if path else name
                if isinstance(inner, dict):
                    fill(inner, where)
                else:
                    flat[names[where]] = inner

        fill(json.loads(message)["table"], "")
        assert np.array_equal(flat, seen)
        message, *_, info = env.step(str(next(iter(info["moves"]))))
        if env.over:
            break


def test_replies_and_ends_are_json_too():
    env = TextEnv("marooned", view="json")
    env.reset(seed=1)
    assert json.loads(env.step("dance")[0])["kind"] == "illegal"
    assert "walk" in json.loads(env.step('{"action": "walk wes"}')[0])["reply"]
    assert json.loads(env.step("explain Rum")[0])["kind"] == "question"
    assert json.loads(env.step("table")[0])["moves"]
    assert json.loads(env.step("dance")[0])["limit"] == "illegal answers in a row"


def test_a_disguise_has_no_structure():
    with pytest.raises(ValueError, match="disguise: the names in view='json' are the printed ones"):
        TextEnv("marooned", view="json", disguise=1)


@pytest.mark.parametrize("game", ["marooned", "dieson", "robinson"])
def test_the_schema_names_each_entry_and_action(game):
    of = schema(find_game(game))
    leaves = json.dumps(of["properties"]["table"]).count('"maximum"')
    assert leaves == find_game(game).observations.size
    assert of["properties"]["moves"]["items"]["properties"]["action"]["enum"] == list(
        find_game(game).actions.names
    )
