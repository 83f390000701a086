"""Policies outlive changed layouts: entries and actions are found again by their names."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest
from crusoe_agents.learning import mapping, safetensors
from crusoe_agents.learning.checkpoint import CheckpointError
from crusoe_agents.learning.compact import NETWORK
from crusoe_agents.learning.mapping import LAYOUT, LayoutMapping, Names
from crusoe_agents.learning.numpy_policy import RUN, NumpyPolicy, texts_of
from crusoe_agents.learning.policies import policy_from
from crusoe_agents.registry import make_agent

from crusoe_agents import zoo
from crusoe_env import Simulator, game
from crusoe_env.engine.layout import ActionLayout, Block, ObservationLayout, Segment, single

MAROONED = game("marooned")
HIDDEN = 8


def with_layouts(segments, actions, renamed=None, **changes):
    """A game with small layouts; `renamed` has today's names by earlier ones, of entries and of actions."""
    observations = ObservationLayout(segments, renamed or {})
    layout = ActionLayout([Block("all", "", actions)], renamed or {})
    return dataclasses.replace(MAROONED, observations=observations, actions=layout, **changes)


def items(*names, divisor=1):
    """A segment with a row for each item."""
    fields = single("items", "", 2, divisor, 9, entries=("owned", "uses")).fields
    return Segment("items", "each item", fields, len(names), names)


HEALTH = single("health", "", 3)
THEN = with_layouts([items("axe", "rope"), HEALTH], ("pass", "use axe", "use rope"))
NOW = with_layouts([HEALTH, items("axe", "kite", "rope")], ("use axe", "use kite", "use rope", "pass"))


def policy_file(path, then=THEN, named=True, **changes):
    """A policy's file, with weights drawn at random, and these weights."""
    rng = np.random.default_rng(0)
    size, actions = then.observations.size, then.actions.n
    shapes = {"first_weight": (size, HIDDEN), "first_bias": (HIDDEN,)}
    shapes |= {"policy_weight": (actions, HIDDEN), "policy_bias": (actions,)}
    shapes |= {"value_weight": (1, HIDDEN), "value_bias": (1,)}
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    texts = {**texts_of(then, {"steps": 5}), **changes}
    if not named:
        del texts[LAYOUT]
    safetensors.write(path, {NETWORK + name: it for name, it in weights.items()}, texts)
    return weights


def seen(then=THEN, now=NOW, count=5):
    """Observations of the same tables in both layouts; new entries have numbers too."""
    rng = np.random.default_rng(1)
    today = rng.integers(0, 2, (count, now.observations.size)).astype(np.uint8)
    names = list(now.observations.names)
    before = np.zeros((count, then.observations.size), np.uint8)
    for place, name in enumerate(then.observations.names):
        if name in names:
            before[:, place] = today[:, names.index(name)]
    return before * then.observations.scale, today * now.observations.scale


def logits(policy, observation):
    return policy.heads(policy._first(observation))


def test_a_policy_gives_what_it_gave_wherever_its_entries_and_actions_are_now(tmp_path):
    path = tmp_path / "policy.safetensors"
    weights = policy_file(path)
    before, today = seen()
    (expected, value), (found, same) = (
        logits(NumpyPolicy(weights), before),
        logits(policy_from(path, NOW), today),
    )
    order = [NOW.actions.names.index(name) for name in THEN.actions.names]
    np.testing.assert_allclose(found[:, order], expected, rtol=1e-5)
    np.testing.assert_allclose(same, value, rtol=1e-5)


def test_a_new_action_is_chosen_only_where_nothing_else_is_legal(tmp_path):
    policy_file(tmp_path / "policy.safetensors")
    policy = policy_from(tmp_path / "policy.safetensors", NOW)
    kite, observation = NOW.actions.index("use kite"), seen()[1]
    mask = np.ones((5, 4), np.int8)
    assert (policy.act(observation, mask) != kite).all()
    assert (policy.probabilities(observation, mask)[:, kite] == 0).all()
    mask[:] = np.arange(4) == kite
    assert (policy.act(observation, mask) == kite).all()


def test_training_begins_a_new_action_with_the_mean_of_all():
    found = LayoutMapping.between(Names.of(THEN), NOW)
    weight, bias = np.arange(6, dtype=np.float32).reshape(3, 2), np.array([1, 2, 6], np.float32)
    weights, biases = found.outputs(weight, bias, explores=True)
    assert weights.tolist() == [[2, 3], [2, 3], [4, 5], [0, 1]]
    assert biases.tolist() == [2, 3, 6, 1]


def test_an_entry_with_another_divisor_weighs_the_same(tmp_path):
    now = with_layouts([items("axe", "rope", divisor=4), HEALTH], THEN.actions.names)
    weights = policy_file(tmp_path / "policy.safetensors")
    before, today = seen(now=now)
    expected = logits(NumpyPolicy(weights), before)[0]
    found = logits(policy_from(tmp_path / "policy.safetensors", now), today)[0]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_the_same_layouts_are_not_touched():
    assert LayoutMapping.between(Names.of(THEN), THEN) is None


# ---------------------------------------------------------------------- what is said


def test_stderr_is_told_once_what_has_changed(tmp_path, capsys):
    path = tmp_path / "policy.safetensors"
    policy_file(path)
    now = with_layouts([HEALTH, items("kite", "axe")], ("use axe", "pass"), version=1)
    for _ in range(2):
        policy_from(path, now)
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"{path}: was trained on version 0 of the game, now 1; was trained on another layout:"
        " 2 entries are new (items/kite/owned, items/kite/uses);"
        " 2 entries and 1 action are gone (items/rope/owned, items/rope/uses, use rope);"
        " what is new weighs nothing"
    )


def test_what_only_an_option_brings_is_not_told():
    layout = ObservationLayout([items("axe", "rope", "kite"), HEALTH], optional=["items/kite"])
    now = dataclasses.replace(THEN, observations=layout)
    found = LayoutMapping.between(Names.of(THEN), now)
    assert found.entries.index.tolist() == [0, 1, 2, 3, -1, -1, 4, 5, 6]
    assert str(found) == ""


def test_renamed_things_are_found_under_their_earlier_names():
    renamed = {"items/rope": "items/cord", "use rope": "use cord"}
    now = with_layouts([items("axe", "cord"), HEALTH], ("pass", "use axe", "use cord"), renamed)
    found = LayoutMapping.between(Names.of(THEN), now)
    assert found.entries.index.tolist() == list(range(7))
    assert found.actions.index.tolist() == [0, 1, 2]
    assert str(found) == "2 entries and 1 action are renamed (items/cord/owned, items/cord/uses, use cord)"


def test_an_earlier_name_may_be_given_to_something_new():
    renamed = {"items/rope": "items/cord"}
    now = with_layouts([items("rope", "cord"), HEALTH], THEN.actions.names, renamed)
    assert LayoutMapping.between(Names.of(now), now) is None
    found = LayoutMapping.between(Names.of(THEN), now)
    assert found.entries.index.tolist() == [-1, -1, 2, 3, 4, 5, 6]


# ---------------------------------------------------------------------- files without names, and damaged ones


def test_a_file_without_names_plays_with_the_same_layouts_only(tmp_path):
    path = tmp_path / "policy.safetensors"
    policy_file(path, named=False)
    policy_from(path, THEN)
    with pytest.raises(CheckpointError, match=r"has no names by .*: observations 7, now 9, actions 3, now 4"):
        policy_from(path, NOW)
    with pytest.raises(CheckpointError, match=r"has no names by .*: version 0, now 1"):
        policy_from(path, dataclasses.replace(THEN, version=1))


def test_a_policy_of_another_game_is_refused(tmp_path):
    policy_file(tmp_path / "policy.safetensors")
    with pytest.raises(CheckpointError, match=r"another game \('marooned'\) than dieson"):
        policy_from(tmp_path / "policy.safetensors", game("dieson"))


def names_with(**changes) -> str:
    return dataclasses.replace(Names.of(THEN), **changes).packed()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no base64!",
        "AAAA",
        names_with(observations=("a",) * 7),
        names_with(observations=([1],) * 7),
        names_with(divisors=(0,) * 7),
        names_with(divisors=(1,) * 6),
        names_with(actions=("a", "b")),
        names_with(actions=None),
    ],
)
def test_damaged_names_are_refused_in_one_line(tmp_path, text):
    policy_file(tmp_path / "policy.safetensors", **{LAYOUT: text})
    with pytest.raises(CheckpointError, match=r"^\S+policy\.safetensors: is no whole checkpoint: [^\n]+$"):
        policy_from(tmp_path / "policy.safetensors", NOW)


def test_names_that_take_too_much_memory_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(mapping, "MOST_BYTES", 50)
    policy_file(tmp_path / "policy.safetensors")
    with pytest.raises(CheckpointError, match="are damaged"):
        policy_from(tmp_path / "policy.safetensors", NOW)


# ---------------------------------------------------------------------- other policies


@pytest.mark.parametrize("name", zoo.names())
def test_shipped_policies_hold_the_names_of_what_they_were_trained_on(name):
    texts = safetensors.read(zoo.weights_file(name))[1]
    names, run = Names.unpacked(texts[LAYOUT]), json.loads(texts[RUN])
    assert (len(names.observations), len(names.actions)) == (run["observations"], run["actions"])


def test_a_policy_of_the_zoo_plays_after_a_change(monkeypatch, tmp_path):
    monkeypatch.setattr(zoo, "folder", lambda: tmp_path)
    policy_file(tmp_path / "trial.safetensors")
    card = {"format": 1, "game": "marooned", "version": 0, "layout": "earlier", "task": {}, "note": ""}
    card |= {"strength": {"victory_rate": 0.5, "interval": [0.4, 0.6]}, "weights": {"kept_as": "float32"}}
    card |= {"training": {"config": {"ppo": {"net": [HIDDEN]}}}}
    (tmp_path / "trial.json").write_text(json.dumps(card))
    simulator = Simulator(MAROONED)
    agent = make_agent("zoo:trial", simulator)
    assert agent.act(*simulator.views(simulator.new_games(3, seed=1))).shape == (3,)
