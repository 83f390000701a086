"""Data sets: the games of an evaluation, decision by decision, written and read again."""

from __future__ import annotations

import json
import sys

import gymnasium
import numpy as np
import pytest

import crusoe_env
from agents.commands import dataset
from agents.datasets import formats
from agents.datasets.episodes import Episode, collect
from agents.datasets.formats import read
from agents.evaluation import play_games
from agents.registry import make_agent
from crusoe_env import Simulator
from crusoe_env.agent import Agent
from tests.agents.learning import roles

GAMES, SEED = 12, 40


@pytest.fixture(scope="module")
def simulator() -> Simulator:
    return Simulator(crusoe_env.game("marooned"))


@pytest.fixture(scope="module")
def episodes(simulator) -> list[Episode]:
    judge = make_agent("mcts:20", simulator)
    return list(collect(make_agent("random", simulator), simulator, GAMES, SEED, judge))


def same(one: Episode, other: Episode) -> bool:
    """Are two episodes equal, in values and types?"""
    for name, value in vars(one).items():
        found = getattr(other, name)
        if name == "judged":
            assert sorted(value) == sorted(found)
            pairs = [(value[key], found[key]) for key in value]
        else:
            pairs = [(np.asarray(value), np.asarray(found))]
        for each, its in pairs:
            np.testing.assert_array_equal(each, its, err_msg=name)
            assert each.dtype == its.dtype
    return True


def test_they_are_the_games_of_an_evaluation(simulator, episodes):
    outcome = play_games(make_agent("random", simulator), simulator, GAMES, SEED)
    assert [it.victory for it in episodes] == outcome.victory.tolist()
    assert [it.score for it in episodes] == outcome.score.tolist()
    assert [it.cause for it in episodes] == outcome.causes
    assert [it.seed for it in episodes] == list(range(SEED, SEED + GAMES))


def test_an_environment_says_the_same_when_it_plays_them(episodes):
    env = gymnasium.make("crusoe_env/Marooned-v0", observation_dtype="uint8")
    for it in episodes[:3]:
        observation, info = env.reset(seed=it.seed)
        for i, action in enumerate(it.actions):
            np.testing.assert_array_equal(it.observations[i], observation)
            np.testing.assert_array_equal(it.masks[i], info["action_mask"])
            observation, reward, ended, _, info = env.step(int(action))
            assert reward == it.rewards[i]
        assert ended
        np.testing.assert_array_equal(it.observations[-1], observation)


def test_a_judge_says_something_of_each_decision(episodes):
    for it in episodes:
        chances = it.judged["probabilities"]
        assert chances.shape == (len(it.actions), it.masks.shape[1])
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-2)
        assert (chances[it.masks[:-1] == 0] == 0).all()
        assert it.judged["value"].shape == it.actions.shape
        assert it.judged["action_values"].shape == chances.shape


def test_seats_are_those_who_act():
    rules = Simulator(roles.GAME)
    for it in collect(make_agent("random", rules), rules, 3, 1):
        assert it.seats.tolist() == [0, 1]


class Repeating(Agent):
    """Repeats its last action if it is legal; it has a memory."""

    name = "repeating"
    remembers = True

    def act_turn(self, turn):
        last = np.array([moves[-1][1] if moves else 0 for moves in turn.moves])
        legal = turn.mask[np.arange(len(last)), last] > 0
        return np.where(legal, last, np.argmax(turn.mask, axis=1))


def test_agents_with_memory_are_collected_too(simulator):
    found = list(collect(Repeating(), simulator, 3, SEED))
    assert [it.victory for it in found] == play_games(Repeating(), simulator, 3, SEED).victory.tolist()


# ---------------------------------------------------------------------- files


@pytest.fixture
def written(tmp_path, capsys):
    """Write a data set by a command: its folder."""

    def written(*arguments):
        status = dataset.main([*map(str, arguments), "--out", str(tmp_path)])
        captured = capsys.readouterr()
        assert status == 0, captured.err
        return tmp_path, captured.out

    return written


def test_an_archive_of_numpy_gives_the_games_back(written, simulator, episodes):
    given = ("marooned", "--agent", "random", "--judge", "mcts:20", "--games", GAMES, "--seed", SEED)
    folder, words = written(*given)
    (folder,) = folder.iterdir()
    assert "12 games" in words
    found = list(read(folder))
    assert len(found) == GAMES
    assert all(same(*pair) for pair in zip(found, episodes, strict=True))
    about = json.loads((folder / "dataset.json").read_text())
    assert about["agent"] == "random"
    assert {"rules", "facts", "commit"} <= set(about["origin"])


def test_a_file_is_much_smaller_than_what_it_holds(written, episodes):
    folder, _ = written("marooned", "--agent", "random", "--games", GAMES, "--seed", SEED)
    (folder,) = folder.iterdir()
    held = sum(it.observations.nbytes + it.masks.nbytes for it in episodes)
    assert (folder / "games-0000.npz").stat().st_size < 0.1 * held


def test_a_recipe_writes_its_tiers(written, tmp_path):
    recipe = tmp_path / "two.yaml"
    recipe.write_text("game: marooned\ngames: 2\ntiers: {weak: random, strong: scripted}\n")
    folder, words = written("--recipe", recipe)
    assert {it.name for it in folder.iterdir()} == {"two.yaml", "two-weak", "two-strong"}
    assert [len(list(read(folder / f"two-{tier}"))) for tier in ("weak", "strong")] == [2, 2]
    assert words.count("2 games") == 2


@pytest.mark.parametrize("name", dataset.recipe_names())
def test_recipes_name_agents_that_exist(name):
    tiers = list(dataset.tiers_of(dataset.parse(["--recipe", name], "crusoe dataset")))
    assert [tier.name.rpartition("-")[2] for tier in tiers] == ["random", "scripted", "trained"]
    for tier in tiers:
        make_agent(tier.agent, Simulator(crusoe_env.game(tier.game), **tier.options))


def test_minari_reads_it(written, tmp_path, monkeypatch, episodes):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    given = ("marooned", "--agent", "random", "--games", GAMES, "--seed", SEED, "--judge", "mcts:20")
    written(*given, "--to", "minari")
    (name,) = minari.list_local_datasets()
    data = minari.load_dataset(name)
    assert data.total_episodes == GAMES
    made = data.recover_environment()
    assert made.observation_space == data.observation_space
    assert "TimeLimit" not in str(made)  # `restore` cannot turn one back
    for it, episode in zip(episodes, data.iterate_episodes(), strict=True):
        np.testing.assert_array_equal(episode.observations, it.observations)
        np.testing.assert_array_equal(episode.actions, it.actions)
        np.testing.assert_array_equal(episode.rewards, it.rewards)
        np.testing.assert_array_equal(episode.infos["action_mask"], it.masks)
        np.testing.assert_array_equal(episode.infos["judged_value"][:-1], it.judged["value"])
        assert episode.terminations[-1]


def test_a_minari_set_that_fails_leaves_nothing_in_the_way_of_the_next(
    written, tmp_path, monkeypatch, capsys
):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    given = ("marooned", "--agent", "random", "--games", 2, "--to", "minari")

    def full(file):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(formats, "compress_hdf5", full)
        assert dataset.main([*map(str, given), "--out", str(tmp_path / "out")]) != 0
    assert minari.list_local_datasets() == {}
    written(*given)
    assert len(minari.list_local_datasets()) == 1
    capsys.readouterr()
    assert dataset.main([*map(str, given), "--out", str(tmp_path / "out")]) != 0
    assert "there is a Minari data set" in capsys.readouterr().err
    assert len(minari.list_local_datasets()) == 1


def test_minari_without_pillow_is_one_line(tmp_path, capsys, monkeypatch):
    pytest.importorskip("minari")
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert dataset.main(["marooned", "--to", "minari", "--out", str(tmp_path)]) == 2
    assert "--to minari needs PIL: pip install" in capsys.readouterr().err


def test_parquet_has_a_row_for_each_decision(written, episodes):
    parquet = pytest.importorskip("pyarrow.parquet")
    folder, _ = written("marooned", "--agent", "random", "--games", GAMES, "--seed", SEED, "--to", "hf")
    (folder,) = folder.iterdir()
    table = parquet.read_table(folder / "data")
    assert table.num_rows == sum(len(it.actions) for it in episodes)
    rows = table.column("observation").to_pylist()
    np.testing.assert_array_equal(rows, np.concatenate([it.observations[:-1] for it in episodes]))
    assert table.column("action").to_pylist() == np.concatenate([it.actions for it in episodes]).tolist()
    assert (folder / "README.md").read_text().startswith("---\nconfigs:")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--recipe", "castaway-2"), "unknown recipe 'castaway-2'; did you mean 'castaways-2'"),
        (("--recipe", "marooned", "--tiers", "expert"), "recipe 'marooned' has no tier 'expert'"),
        (("marooned", "--agent", "nobody"), "unknown agent 'nobody'"),
        (("marooned", "--tiers", "trained"), "--tiers goes with --recipe"),
        (("--recipe", "marooned", "--agent", "random"), "--agent does not go with --recipe"),
    ],
)
def test_what_cannot_be_written_is_one_line(tmp_path, capsys, given, message):
    try:
        status = dataset.main([*given, "--out", str(tmp_path)])
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_missing_packages_are_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert dataset.main(["marooned", "--to", "hf", "--out", str(tmp_path)]) == 2
    assert "--to hf needs pyarrow: pip install" in capsys.readouterr().err
