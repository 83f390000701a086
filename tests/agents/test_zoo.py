"""Policies that come with the project: kept from a run, played anywhere, refused where they do not fit."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from pathlib import Path

import numpy as np
import pytest

from tests.support import ROOT, run_python

pytest.importorskip("pydantic")

import yaml
from crusoe_agents.commands import zoo as zoo_keeping
from crusoe_agents.config import PPOConfig, TrainConfig
from crusoe_agents.evaluation import play_games
from crusoe_agents.learning import safetensors
from crusoe_agents.learning.compact import compacted, expanded
from crusoe_agents.learning.mapping import LAYOUT, Names
from crusoe_agents.learning.numpy_policy import RUN, described, weights_of
from crusoe_agents.recipes import seed_of_card, weights_hash
from crusoe_agents.registry import make_agent
from crusoe_agents.runs import game_of_run

import evaluate
from crusoe_agents import zoo
from crusoe_env import Simulator, game

MAROONED = game("marooned")
HIDDEN = 16
CHANCE_GAMES = 40
CHANCES = ["--chance-games", str(CHANCE_GAMES)]


@pytest.fixture(autouse=True)
def empty_zoo(tmp_path, monkeypatch) -> Path:
    folder = tmp_path / "zoo"
    monkeypatch.setattr(zoo, "folder", lambda: folder)
    monkeypatch.setattr(zoo, "commit", lambda: "abc1234")
    monkeypatch.setattr(zoo_keeping, "POSITIONS", 1024)
    return folder


def some_weights(hidden: int = HIDDEN) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    size, actions = MAROONED.observations.size, MAROONED.actions.n
    shapes = {
        "first_weight": (size, hidden),
        "first_bias": (hidden,),
        "trunk_weights.0": (hidden, hidden),
        "trunk_biases.0": (hidden,),
        "policy_weight": (actions, hidden),
        "policy_bias": (actions,),
        "value_weight": (1, hidden),
        "value_bias": (1,),
    }
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def run(tmp_path) -> Path:
    """The folder of a finished run of the fast trainer."""
    folder = tmp_path / "run"
    folder.mkdir()
    config = TrainConfig(trainer="fast", seed=4, ppo=PPOConfig(net=(HIDDEN, HIDDEN)))
    (folder / "config.yaml").write_text(yaml.safe_dump(config.model_dump(mode="json")))
    (folder / "curve.csv").write_text("steps,seconds,victory_rate\n1000,60,0.25\n2000,120,0.5\n")
    (folder / "origin.json").write_text(json.dumps({"machine": "an abacus", "commit": "abc"}))
    texts = {RUN: json.dumps({**described(MAROONED), "steps": 2000, "seconds": 120.0})}
    safetensors.write(folder / "best.safetensors", compacted(some_weights(), "float32"), texts)
    return folder


@pytest.fixture
def trial(run, capsys) -> str:
    assert zoo_keeping.main(["add", str(run), "trial", "--games", "20", "--note", "A trial.", *CHANCES]) == 0
    assert "zoo:trial: " in capsys.readouterr().out
    return "zoo:trial"


def change_card(folder: Path, **changes) -> None:
    path = folder / "trial.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_a_card_says_what_was_trained_how_and_how_well_it_plays(trial, run):
    card = zoo.read_card("trial")
    assert (card["game"], card["task"], card["note"]) == ("marooned", {}, "A trial.")
    training, strength = card["training"], card["strength"]
    assert (training["seeds"], training["steps"], training["minutes"]) == ([4], 2000, 2.0)
    assert (training["machine"], training["commit"]) == ("an abacus", "abc")
    assert training["curve"]["rows"] == [[1000, 60, 0.25], [2000, 120, 0.5]]
    assert TrainConfig.model_validate({**training["config"], "run_dir": "x"}).trainer == "fast"
    low, high = strength["interval"]
    assert low <= strength["victory_rate"] <= high
    assert strength["games"] == 20


def test_a_card_finds_the_recipe_that_leads_to_its_weights(trial, run, empty_zoo, monkeypatch):
    weights = weights_hash(run / "best.safetensors")
    assert zoo.read_card("trial")["training"]["weights"] == weights
    assert seed_of_card(zoo.read_card("trial")) is None
    folder = empty_zoo / "recipes"
    folder.mkdir()
    (folder / "ours.yaml").write_text("")
    for last, found in (("0", None), (weights, ("ours", 3))):
        stages = {"first": {"weights": weights}, "last": {"weights": last}}
        (folder / "ours.lock.json").write_text(json.dumps({"seeds": {"3": {"stages": stages}}}))
        assert seed_of_card(zoo.read_card("trial")) == found


def test_the_policy_of_the_zoo_plays_as_that_of_the_run(trial, run):
    simulator = Simulator(MAROONED)
    states = simulator.new_games(200, seed=3)
    views = simulator.views(states)
    shipped, trained = make_agent(trial, simulator), make_agent(str(run), simulator)
    assert shipped.name == trial
    difference = shipped.probabilities(*views) - trained.probabilities(*views)
    assert np.abs(difference).max() < 0.05


def test_the_strength_on_a_card_is_that_of_the_games_from_its_seed(trial):
    strength = zoo.read_card("trial")["strength"]
    simulator = Simulator(MAROONED)
    found = play_games(make_agent(trial, simulator), simulator, 20, seed=5_000_000).summary()
    assert strength["first_seed"] == 5_000_000
    assert strength["victory_rate"] == found["victory_rate"]
    assert strength["interval"] == [round(found[f"victory_{end}"], 4) for end in ("low", "high")]
    assert strength["mean_score"] == round(found["mean_score"], 2)
    assert strength["mean_goal_progress"] == round(found["mean_goal_progress"], 4)
    assert strength["mean_rounds"] == round(found["mean_rounds"], 2)


def test_a_policy_of_the_zoo_names_chances_of_victory(trial, empty_zoo):
    about = zoo.read_card("trial")["chance"]
    assert (about["games"], about["first_seed"]) == (CHANCE_GAMES, 6_000_000)
    simulator = Simulator(MAROONED)
    observation = simulator.views(simulator.new_games(50, seed=3))[0]
    before = make_agent(trial, simulator).chance(observation)
    assert ((before > 0) & (before < 1)).all()
    assert zoo_keeping.main(["renew", "trial", "--chance-games", "20"]) == 0
    assert zoo.read_card("trial")["chance"]["games"] == 20
    after = make_agent(trial, simulator).chance(observation)
    assert np.abs(before - after).max() > 0
    logits = make_agent(trial, simulator).logits(observation)
    assert zoo_keeping.main(["renew", "trial", "--chance-games", str(CHANCE_GAMES)]) == 0
    np.testing.assert_array_equal(make_agent(trial, simulator).chance(observation), before)
    np.testing.assert_array_equal(make_agent(trial, simulator).logits(observation), logits)


def test_a_renewed_policy_is_of_the_present_layout_and_wants_what_it_wanted(trial, empty_zoo, capsys):
    file, names = empty_zoo / "trial.safetensors", Names.of(MAROONED)
    arrays, texts = safetensors.read(file)
    one, other, *rest = names.observations
    earlier = dataclasses.replace(names, observations=(other, one, *rest)).packed()
    safetensors.write(file, arrays, texts | {LAYOUT: earlier})
    change_card(empty_zoo, layout="0")
    simulator = Simulator(MAROONED)
    observation = simulator.views(simulator.new_games(50, seed=3))[0]
    before = make_agent(trial, simulator).logits(observation)
    assert zoo_keeping.main(["renew", "trial", *CHANCES]) == 0
    assert zoo.is_of_today(zoo.read_card("trial"), MAROONED)
    assert safetensors.read(file)[1][LAYOUT] == Names.of(MAROONED).packed()
    content = file.read_bytes(), zoo.card_file("trial").read_text()
    assert zoo_keeping.main(["renew", "trial", "--chance-games", "0"]) == 0
    assert (file.read_bytes(), zoo.card_file("trial").read_text()) == content
    np.testing.assert_array_equal(make_agent(trial, simulator).logits(observation), before)


@pytest.mark.parametrize("names", [["nobody"], []])
def test_only_policies_in_the_zoo_are_renewed(trial, names, capsys):
    with pytest.raises(SystemExit) if not names else contextlib.nullcontext():
        assert zoo_keeping.main(["renew", *names]) == 2
        assert "there is no policy 'nobody' in the zoo" in capsys.readouterr().err


def test_the_list_has_a_line_for_each_policy(trial, run, empty_zoo, capsys):
    assert zoo_keeping.main(["add", str(run), "another", "--games", "20", "--seed", "7", *CHANCES]) == 0
    change_card(empty_zoo, game="dieson", task={"quest": 3, "blue_die": True})
    capsys.readouterr()
    assert zoo_keeping.main([]) == 0
    another, first = capsys.readouterr().out.splitlines()
    assert another.split()[:4] == ["zoo:another", "marooned", "as", "printed"]
    assert first.split()[:4] == ["zoo:trial", "dieson", "quest=3", "blue_die=True"]
    assert first.endswith(" A trial.")
    assert " won (" in first
    assert zoo.names() == ["another", "trial"]
    assert zoo.read_card("another")["strength"]["first_seed"] == 7


def test_the_list_says_where_a_strength_is_from_before_a_change(trial, empty_zoo, capsys):
    zoo_keeping.main([])
    assert "before the game changed" not in capsys.readouterr().out
    change_card(empty_zoo, layout="0")
    zoo_keeping.main([])
    assert "%), before the game changed  A trial." in capsys.readouterr().out


@pytest.mark.parametrize(("kind", "error", "bytes_each"), [("float16", 1e-3, 2), ("int8", 0.5 / 127, 1)])
def test_weights_in_fewer_bytes_are_nearly_the_same(kind, error, bytes_each):
    weights = some_weights()
    arrays = compacted(weights, kind)
    assert arrays["network.first_weight"].itemsize == bytes_each
    for name, weight in weights_of(arrays).items():
        largest = np.abs(weights[name]).max(axis=-1, keepdims=True)
        assert (np.abs(weight - weights[name]) <= 1.01 * error * largest).all(), name
        assert weight.dtype == np.float32


def test_rows_of_zeros_stay_zeros():
    assert not expanded(compacted({"a": np.zeros((3, 4), np.float32)}, "int8"))["network.a"].any()


def test_playing_needs_numpy_alone(trial, empty_zoo):
    code = f"""
import sys
from pathlib import Path
from crusoe_agents import zoo
zoo.folder = lambda: Path({str(empty_zoo)!r})
import crusoe_env
from crusoe_agents.registry import make_agent
from crusoe_agents.runs import game_of_run
simulator = crusoe_env.Simulator(crusoe_env.game("marooned"))
agent = make_agent("zoo:trial", simulator)
print(agent.act(*simulator.views(simulator.new_games(3, seed=1))).shape)
print([name for name in ("torch", "sb3_contrib", "pydantic") if name in sys.modules])
"""
    done = run_python("-c", code)
    assert done.stdout.split("\n")[:2] == ["(3,)", "[]"], done.stderr


def test_evaluate_plays_it(trial, capsys, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["--agents", trial, "--games", "10"]
    assert evaluate.main(arguments) == 0
    assert evaluate.main([str(run), *arguments]) == 0
    assert evaluate.main([trial, "--agents", "random", "--games", "10"]) == 0
    assert trial in capsys.readouterr().out


# ---------------------------------------------------------------------- what is refused


def refused(name: str, which: str = "marooned") -> str:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        make_agent(name, Simulator(game(which)))
    return str(caught.value)


def test_unknown_names_are_answered_with_what_there_is(trial):
    assert "there is no policy 'trail' in the zoo; did you mean 'trial'?" in refused("zoo:trail")


def test_an_empty_zoo_says_so(empty_zoo, capsys):
    install = "pip install crusoe_zoo (from a checkout: pip install ./zoo)"
    assert refused("zoo:trial") == f"zoo:trial: the policies are not installed: {install}"
    assert "partner:trial: the partners are not installed: pip install crusoe_partners" in refused(
        "partner:trial", "robinson"
    )
    assert zoo_keeping.main([]) == 0
    assert [line.partition(" ")[0] for line in capsys.readouterr().err.splitlines()] == ["zoo:", "zoo:"]


def test_a_policy_for_another_game_is_refused(trial):
    assert "zoo:trial: plays marooned, not dieson; there is none that plays dieson" in refused(
        trial, "dieson"
    )


@pytest.mark.parametrize("change", [{"version": 7}, {"layout": "0"}])
def test_a_policy_without_names_for_another_version_or_layout_is_refused(trial, empty_zoo, change):
    change_card(empty_zoo, **change)
    make_agent(trial, Simulator(MAROONED))
    path = empty_zoo / "trial.safetensors"
    arrays, texts = safetensors.read(path)
    safetensors.write(path, arrays, {RUN: texts[RUN]})
    message = refused(trial)
    assert "other actions or observations than those of crusoe_env/Marooned-v0 now" in message
    assert f"{path} has no names" in message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is no card"),
        ("[]", "is no card"),
        ('{"format": 9}', "format 9, this version reads 1"),
        ('{"format": 1}', "lacks"),
        ("[" * 5_000, "is no card"),
    ],
)
def test_a_damaged_card_is_refused(trial, empty_zoo, content, message):
    (empty_zoo / "trial.json").write_text(content)
    assert message in refused(trial)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": 1.5}, "field 'game': expected str, found 1.5"),
        ({"task": [[]]}, "field 'task': expected dict, found [[]]"),
        ({"task": {"id": 1}}, "field 'task': Marooned! got an unexpected keyword argument 'id'"),
        ({"strength": []}, "field 'strength.victory_rate' is missing"),
        (
            {"strength": {"victory_rate": 0.5, "interval": [0.4]}},
            "field 'strength.interval': expected 2 entries",
        ),
        ({"strength": {"victory_rate": 7.0}}, "field 'strength.victory_rate': 7.0 is outside 0 .. 1"),
    ],
)
def test_a_card_with_a_wrong_field_is_refused(trial, empty_zoo, change, message):
    change_card(empty_zoo, **change)
    assert f"{empty_zoo / 'trial.json'}: {message}" in refused(trial)


def test_a_card_for_a_task_that_there_is_not_is_named(empty_zoo):
    empty_zoo.mkdir()
    card = json.loads((ROOT / "zoo" / "dieson.json").read_text()) | {"task": {"quest": 12}}
    (empty_zoo / "dieson.json").write_text(json.dumps(card))
    with pytest.raises(ValueError, match=r"dieson\.json: field 'task': quest: unknown value 12"):
        game_of_run(Path("zoo:dieson"))


def test_damaged_or_missing_weights_are_refused(trial, empty_zoo):
    path = empty_zoo / "trial.safetensors"
    path.write_bytes(path.read_bytes()[:5_000])
    assert "is no whole checkpoint" in refused(trial)
    path.unlink()
    assert "there is no such checkpoint" in refused(trial)


def change_tensors(path: Path, change) -> None:
    arrays, texts = safetensors.read(path)
    change(arrays)
    safetensors.write(path, arrays, texts)


def without_last_row(arrays):
    arrays["network.policy_weight"] = arrays["network.policy_weight"][:-1]


def not_a_number(arrays):
    arrays["network.trunk_biases.0"][3] = np.nan


def infinite(arrays):
    arrays["network.value_weight"][0, 1] = -np.inf


def more_precise(arrays):
    arrays["network.first_bias"] = arrays["network.first_bias"].astype(np.float64)


def whole_numbers_without_a_scale(arrays):
    arrays["network.policy_weight"] = arrays["network.policy_weight"].astype(np.int8)


def another_layer(arrays):
    arrays["network.trunk_biases.1"] = np.zeros(HIDDEN, np.float16)


def another_tensor(arrays):
    arrays["network.extra"] = np.zeros(3, np.float16)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            without_last_row,
            r"tensor 'network\.policy_weight' has not as many rows as 'shown\.policy_weight' keeps",
        ),
        (not_a_number, r"tensor 'network\.trunk_biases\.0' has numbers that are not finite"),
        (infinite, r"tensor 'network\.value_weight' has numbers that are not finite"),
        (more_precise, r"tensor 'network\.first_bias' is of dtype float64, not float16"),
        (whole_numbers_without_a_scale, r"tensor 'network\.policy_weight' is of dtype int8, not float16"),
        (another_layer, r"unknown tensor 'network\.trunk_biases\.1'"),
        (another_tensor, r"unknown tensor 'network\.extra'"),
        (lambda arrays: arrays.pop("network.value_bias"), r"tensor 'value_bias' is missing"),
    ],
)
def test_wrong_tensors_are_refused_by_file_and_name(trial, empty_zoo, change, message):
    path = empty_zoo / "trial.safetensors"
    change_tensors(path, change)
    told = refused(trial)
    assert told.startswith(f"{path}: ")
    assert re.search(message, told), told


def test_wrong_scales_of_whole_numbers_are_refused(run, empty_zoo, capsys):
    assert zoo_keeping.main(["add", str(run), "trial", "--games", "5", "--weights", "int8", *CHANCES]) == 0
    path = empty_zoo / "trial.safetensors"
    change_tensors(path, lambda arrays: arrays["scale.first_weight"].fill(np.nan))
    assert "tensor 'scale.first_weight' has numbers that are not finite" in refused("zoo:trial")
    change_tensors(path, lambda arrays: arrays["scale.first_weight"].fill(1.0))
    one = np.ones((1, 1), np.float32)
    change_tensors(path, lambda arrays: arrays.update({"scale.trunk_weights.0": one}))
    assert "tensor 'scale.trunk_weights.0' has shape (1, 1), not " in refused("zoo:trial")
    change_tensors(path, lambda arrays: arrays.update({"scale.first_weight": one}))
    assert "tensor 'scale.first_weight' has not as many rows as 'shown.first_weight' keeps" in refused(
        "zoo:trial"
    )


def test_weights_that_the_card_does_not_describe_are_refused(trial, empty_zoo):
    card = zoo.read_card("trial")
    card["training"]["config"]["ppo"]["net"] = [HIDDEN, 8]
    change_card(empty_zoo, training=card["training"])
    assert "tensor 'network.chance_weight' has shape (16,), not (8,)" in refused(trial)
    change_card(empty_zoo, weights={})
    assert "trial.json: is no card of a policy: 'kept_as' is missing" in refused(trial)


def test_a_run_with_wrong_tensors_is_refused_too(run):
    change_tensors(run / "best.safetensors", not_a_number)
    assert "best.safetensors: tensor 'network.trunk_biases.0' has numbers that are not" in refused(str(run))


def keep(run: Path, name: str, capsys) -> str:
    capsys.readouterr()
    status = zoo_keeping.main(["add", str(run), name, "--games", "5", *CHANCES])
    message = capsys.readouterr().err
    assert status == 2
    assert len(message.strip().splitlines()) == 1
    return message


def test_what_is_too_large_is_not_kept(run, empty_zoo, capsys, monkeypatch):
    monkeypatch.setattr(zoo_keeping, "MOST_BYTES", 8_000)
    assert zoo_keeping.main(["add", str(run), "small", "--games", "5", *CHANCES]) == 0
    assert zoo.read_card("small")["weights"]["kept_as"] == "int8"
    monkeypatch.setattr(zoo_keeping, "MOST_BYTES", 3_000)
    assert "a policy may take 3,000" in keep(run, "large", capsys)
    assert zoo.names() == ["small"]


def test_a_zoo_that_would_be_too_large_takes_no_more(trial, run, capsys, monkeypatch):
    there = zoo.weights_file("trial").stat().st_size
    monkeypatch.setattr(zoo_keeping, "MOST_BYTES_TOGETHER", there + 1_000)
    assert "the zoo would take" in keep(run, "another", capsys)
    assert zoo.names() == ["trial"]
    assert zoo_keeping.main(["add", str(run), "trial", "--games", "5", *CHANCES]) == 0  # in place of itself


def test_a_card_tells_how_many_entries_a_policy_keeps(run, empty_zoo):
    size = MAROONED.observations.size
    assert zoo_keeping.main(["add", str(run), "trial", "--games", "5", *CHANCES]) == 0
    entries = zoo.read_card("trial")["weights"]["entries"]
    assert (entries["of"], entries["positions"]) == (size, 1024)
    arrays = safetensors.read(empty_zoo / "trial.safetensors")[0]
    assert len(arrays["network.first_weight"]) == entries["kept"] < size
    assert zoo_keeping.main(["renew", "trial", "--all-entries", *CHANCES]) == 0
    assert "entries" not in zoo.read_card("trial")["weights"]
    assert len(safetensors.read(empty_zoo / "trial.safetensors")[0]["network.first_weight"]) == size


def test_a_partner_is_kept_in_a_folder_of_its_own(run, empty_zoo, capsys):
    given = ["add", str(run), "partner:trial", "--games", "5", "--weights", "int8", "--chance-games", "0"]
    assert zoo_keeping.main(given) == 0
    assert "partner:trial: " in capsys.readouterr().out
    assert (zoo.names(), zoo.partner_names()) == ([], ["partners/trial"])
    card = zoo.read_card("partners/trial")
    assert (card["weights"]["kept_as"], "chance" in card) == ("int8", False)
    agent = make_agent("partner:trial", Simulator(MAROONED))
    assert agent.name == "partner:trial"
    assert zoo_keeping.main([]) == 0
    assert capsys.readouterr().out.startswith("partner:trial ")
    assert zoo_keeping.main(["renew", "partner:trial", "--chance-games", "0"]) == 0


@pytest.mark.parametrize("name", ["Trial", "../trial", "-x", ""])
def test_names_that_are_no_file_names_are_refused(run, name, capsys):
    with pytest.raises(SystemExit):
        zoo_keeping.main(["add", str(run), "--games", "5", *CHANCES, "--", name])
    assert "small letters, digits, _ and - only" in capsys.readouterr().err
    assert zoo.names() == []


def test_runs_of_the_other_trainer_and_no_runs_are_not_kept(run, tmp_path, capsys):
    config = TrainConfig(trainer="sb3").model_dump(mode="json")
    (run / "config.yaml").write_text(yaml.safe_dump(config))
    assert "'trainer: sb3'; the zoo keeps 'fast' ones" in keep(run, "other", capsys)
    assert "cannot be read" in keep(tmp_path / "nowhere", "other", capsys)


# ---------------------------------------------------------------------- those that come with the project


def test_shipped_policies_play(monkeypatch):
    folder = Path(zoo.__file__).parents[1] / "zoo"
    monkeypatch.setattr(zoo, "folder", lambda: folder)
    for name in zoo.names():
        rules = game(zoo.read_card(name)["game"])
        mask = np.ones((2, rules.actions.n), np.int8)
        agent = zoo.load(name, rules)
        assert agent.act(np.zeros((2, rules.observations.size), np.float32), mask).shape == (2,)
        assert zoo.weights_file(name).stat().st_size <= zoo_keeping.MOST_BYTES + 20_000  # and a heading
