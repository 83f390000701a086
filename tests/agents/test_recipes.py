"""Recipes train the same weights again; published rows are played again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import yaml

from agents import published, recipes, zoo
from agents.commands import reproduce
from agents.commands import zoo as zoo_keeping
from agents.config import ConfigError
from agents.learning.checkpoint import FAST_FILES
from agents.trainers.interruption import Interruption
from agents.trainers.run import CONFIG, ENDING
from crusoe_env import GAMES

SHIPPED = zoo.folder()
TINY = {
    "game": "marooned",
    "common": {
        "num_envs": 16,
        "trackers": [],
        "ppo": {"n_steps": 8, "batch_size": 64, "net": [8]},
        "evaluation": {"every": 400, "games": 20},
    },
    "stages": {
        "imitation": {
            "total_steps": 512,
            "imitation": {"teacher": "scripted", "steps": 512, "batch_size": 64},
            "ppo": {"ent_coef": 0.02},
        },
        "stages": {
            "total_steps": 768,
            "env": {"reward": "sparse"},
            "curriculum": [{"steps": 256}, {}],
        },
    },
}
LAST = "tiny-seed-1/2-stages/checkpoint.safetensors"

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def one_thread():
    import torch

    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """An empty zoo in sources without changes."""
    (tmp_path / "zoo" / "recipes").mkdir(parents=True)
    monkeypatch.setattr(zoo, "folder", lambda: tmp_path / "zoo")
    monkeypatch.setattr(zoo, "commit", lambda: "abc1234")
    monkeypatch.setattr("agents.trainers.run.commit", lambda: "abc1234")
    monkeypatch.setattr(zoo_keeping, "POSITIONS", 32_768)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "zoo" / "recipes"


@pytest.fixture(scope="module")
def runs_of_tiny(one_thread, tmp_path_factory) -> Path:
    """The runs of the recipe with its own seed, trained once."""
    place = tmp_path_factory.mktemp("trained")
    (place / "zoo" / "recipes").mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zoo, "folder", lambda: place / "zoo")
        patched.setattr("agents.trainers.run.commit", lambda: "abc1234")
        patched.chdir(place)
        write(place / "zoo" / "recipes")
        built(str(reproduce.OUT))
    return place / reproduce.OUT


@pytest.fixture
def trained(folder, runs_of_tiny) -> Path:
    """The folder with the recipe, whose runs are there."""
    write(folder)
    shutil.copytree(runs_of_tiny, reproduce.OUT)
    return folder


@pytest.fixture
def shipped(trained, capsys) -> Path:
    """The folder with the recipe, whose runs are there and whose policy is in the zoo."""
    last = str(recipes.stages_of("tiny", None, reproduce.OUT)[-1].folder)
    assert zoo_keeping.main(["add", last, "tiny", "--games", "200"]) == 0
    return trained


def write(folder: Path, name: str = "tiny", **changes) -> None:
    (folder / f"{name}.yaml").write_text(yaml.safe_dump({**TINY, **changes}, sort_keys=False))


def built(runs: str, seed: int | None = None) -> list[recipes.Built]:
    stages = recipes.stages_of("tiny", seed, Path(runs))
    return [recipes.build(stage) for stage in stages]


def run(*arguments: str, capsys) -> tuple[int, str, str]:
    capsys.readouterr()
    status = reproduce.main(list(arguments))
    shown = capsys.readouterr()
    return status, shown.out, shown.err


# ---------------------------------------------------------------------- training by a recipe


def test_the_same_recipe_gives_the_same_weights_bit_for_bit(folder):
    write(folder)
    once, again = built("once"), built("again")
    assert [stage.weights for stage in once] == [stage.weights for stage in again]
    last = [recipes.weights_hash(Path(runs, LAST)) for runs in ("once", "again")]
    assert last[0] == last[1] != once[-1].weights
    assert [(stage.steps, stage.stopped) for stage in once] == [
        (512, "all steps are done"),
        (768, "all steps are done"),
    ]
    assert built("other", seed=2)[1].weights != once[1].weights


def test_a_recipe_for_a_gpu_may_use_all_threads_and_promises_no_weights(folder, capsys):
    write(folder, device="auto")
    stages = recipes.stages_of("tiny", None, Path("runs"))
    assert {(stage.config.device, stage.config.threads) for stage in stages} == {("auto", None)}
    lock = {"seeds": {"1": {"stages": {"imitation": {"weights": "0"}, "stages": {"weights": "0"}}}}}
    (folder / "tiny.lock.json").write_text(json.dumps(lock))
    status, out, _ = run("zoo:tiny", "--out", "runs", capsys=capsys)
    assert status == 0
    assert out.count("(not as locked; on a GPU or several threads they never are)") == 2
    write(folder)
    others = recipes.stages_of("tiny", None, Path("runs"), "auto")
    assert {stage.config.device for stage in others} == {"auto"}
    assert not {stage.folder for stage in others} & {stage.folder for stage in stages}
    write(folder, device="tpu")
    with pytest.raises(ConfigError, match=r"field 'device': .*'cpu' or 'auto'"):
        recipes.stages_of("tiny", None, Path("runs"))


def test_a_finished_stage_is_kept_and_a_changed_one_is_trained_anew(folder):
    write(folder)
    first = built("runs")
    endings = [Path(f"runs/tiny-seed-1/{name}") / ENDING for name in ("1-imitation", "2-stages")]
    times = [file.stat().st_mtime_ns for file in endings]
    assert built("runs") == first
    assert [file.stat().st_mtime_ns for file in endings] == times
    for file in Path("runs").rglob(CONFIG):  # as before a field was added
        config = yaml.safe_load(file.read_text())
        del config["evaluation"]["keep"]
        file.write_text(yaml.safe_dump(config))
    assert built("runs") == first
    assert [file.stat().st_mtime_ns for file in endings] == times
    changed = json.loads(json.dumps(TINY["stages"]))
    changed["stages"]["total_steps"] = 896
    write(folder, stages=changed)
    second = built("runs")
    assert second[0] == first[0]
    assert second[1].steps == 896


def test_a_stage_is_trained_anew_if_it_began_with_other_weights(folder, capsys):
    write(folder)
    first = built("runs")[0]
    run("zoo:tiny", "--seed", "2", "--out", "other", capsys=capsys)
    last = recipes.stages_of("tiny", 2, Path("other"))[-1].folder
    assert zoo_keeping.main(["add", str(last), "tiny", "--games", "20"]) == 0
    pupil = {
        "like": "tiny",
        "start_from": "zoo:tiny",
        "stages": {"imitation": {"imitation": {"teacher": None}}},
    }
    (folder / "pupil.yaml").write_text(yaml.safe_dump(pupil))
    stage = recipes.stages_of("pupil", None, Path("runs"))[0]
    once = recipes.build(stage)
    ending = (stage.folder / ENDING).stat().st_mtime_ns
    shipped = zoo.weights_file("tiny")
    shipped.touch()  # as new as can be, with the same weights
    assert recipes.build(stage) == once
    assert (stage.folder / ENDING).stat().st_mtime_ns == ending
    shipped.write_bytes(Path("runs/tiny-seed-1/1-imitation", FAST_FILES[0]).read_bytes())
    anew = recipes.build(stage)
    assert (stage.folder / ENDING).stat().st_mtime_ns > ending
    assert anew.learned_from == {"zoo:tiny": first.weights}
    assert anew.learned_from != once.learned_from


@pytest.mark.parametrize("checks", [10, 100])  # in the imitation, and after it
def test_an_interrupted_stage_is_resumed_to_the_same_weights(folder, monkeypatch, checks):
    write(folder)
    whole = built("whole")
    stage = recipes.stages_of("tiny", None, Path("part"))[0]

    class Impatient(Interruption):
        checks = 0

        def check(self) -> None:
            Impatient.checks += 1
            self.asked = Impatient.checks > checks
            super().check()

    with monkeypatch.context() as patched:
        patched.setattr("agents.trainers.fast.Interruption", Impatient)
        assert recipes.build(stage) is None
    assert (stage.folder / CONFIG).is_file()
    assert built("part")[0].weights == whole[0].weights
    assert recipes.weights_hash(Path("part", LAST)) == recipes.weights_hash(Path("whole", LAST))


def test_a_recipe_goes_on_from_the_policy_of_another(folder):
    write(folder, "first")
    write(folder, "tiny", after="first")
    stages = recipes.stages_of("tiny", 3, Path("runs"))
    assert [(stage.policy, stage.name) for stage in stages] == [
        ("first", "imitation"),
        ("first", "stages"),
        ("tiny", "imitation"),
        ("tiny", "stages"),
    ]
    starts = [stage.config.start_from for stage in stages]
    assert starts == [None, *(str(stage.folder) for stage in stages[:-1])]
    assert {stage.config.seed for stage in stages} == {3}


def test_a_recipe_like_another_says_only_what_differs(folder):
    write(folder, "first", device="auto", seed=7)
    second = {
        "like": "first",
        "common": {"ppo": {"net": [4]}},
        "stages": {"stages": {"env": {"reward": "shaped"}}},
    }
    (folder / "second.yaml").write_text(yaml.safe_dump(second))
    (folder / "tiny.yaml").write_text(yaml.safe_dump({"like": "second", "device": "cpu"}))
    one, other = (recipes.stages_of(name, None, Path()) for name in ("first", "tiny"))
    assert [stage.name for stage in other] == [stage.name for stage in one]
    settings = [stage.config.model_dump() for stage in (*one, *other)]
    differ = [{field for field in a if a[field] != b[field]} for a, b in zip(settings, settings[2:])]
    assert differ[0] == {"run_dir", "device", "threads", "ppo"}
    assert differ[1] == {*differ[0], "start_from", "env"}
    assert (settings[3]["ppo"], settings[3]["env"]) == (
        {**settings[1]["ppo"], "net": (4,)},
        {"reward": "shaped"},
    )


def test_a_recipe_goes_on_from_a_shipped_policy(folder):
    write(folder, start_from="zoo:marooned")
    stages = recipes.stages_of("tiny", None, Path("runs"))
    starts = [stage.config.start_from for stage in stages]
    assert starts == ["zoo:marooned", str(stages[0].folder)]


def test_a_partner_has_its_recipe_in_a_folder_of_its_own(folder):
    (partners := folder.parent / "partners" / "recipes").mkdir(parents=True)
    write(partners, "tiny")
    assert recipes.names() == ["partners/tiny"]
    (stage, _) = recipes.stages_of("partners/tiny", None, Path("runs"))
    assert stage.folder == Path("runs/partners/tiny-seed-1/1-imitation")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stage": {}}, "tiny.yaml: unknown field 'stage'; did you mean 'stages'?"),
        ({"stages": {}}, "tiny.yaml: field 'stages': "),
        ({"stages": {"a": {"seed": 3}}}, "tiny.yaml: stage 'a': field 'seed' cannot be set in a stage"),
        ({"stages": {"a": {"pp": {}}}}, "tiny.yaml: stage 'a': unknown field 'pp'; did you mean 'ppo'?"),
        ({"game": "marroned"}, "tiny.yaml: field 'game': "),
        ({"after": "other"}, "there is no recipe for zoo:other; choose from tiny"),
        ({"after": "tiny"}, "recipe 'tiny': tiny comes after tiny"),
        ({"like": "other"}, "there is no recipe for zoo:other; choose from tiny"),
        ({"like": "tiny"}, "recipe 'tiny': tiny is like tiny"),
        ({"like": 3}, "tiny.yaml: field 'like': expected the name of a recipe, found 3"),
        (
            {"start_from": "runs/mine"},
            "field 'start_from': expected zoo:NAME or partner:NAME, found 'runs/mine'",
        ),
        ({"start_from": "zoo:tiny", "after": "tiny"}, "field 'start_from': does not go with field 'after'"),
    ],
)
def test_a_wrong_recipe_is_refused_in_one_line(folder, changes, message):
    write(folder, **changes)
    with pytest.raises(ConfigError, match=r"^[^\n]+$") as refused:
        recipes.stages_of("tiny", None, Path("runs"))
    assert message in str(refused.value)


# ---------------------------------------------------------------------- crusoe reproduce


@pytest.mark.slow
def test_a_policy_is_locked_published_and_reproduced(folder, capsys):
    write(folder)
    status, out, _ = run("zoo:tiny", "--lock", capsys=capsys)
    assert status == 0
    assert "zoo:tiny has no card to compare with" in out
    (lock,) = json.loads((folder / "tiny.lock.json").read_text())["seeds"].values()
    assert (lock["commit"], lock["strength"], [*lock["stages"]]) == ("abc1234", None, [*TINY["stages"]])
    last = str(recipes.stages_of("tiny", None, reproduce.OUT)[-1].folder)
    assert zoo_keeping.main(["add", last, "tiny", "--games", "200"]) == 0
    assert zoo.read_card("tiny")["training"]["stopped"] == "all steps are done"

    status, out, _ = run("zoo:tiny", "--out", "anew", capsys=capsys)
    assert status == 0
    assert out.count("(as locked); all steps are done") == 2
    assert "difference: +0.0 percentage points (" in out
    status, out, _ = run("zoo:tiny", "--out", "anew", "--seed", "2", "--games", "50", capsys=capsys)
    assert out.count("(no lock for this seed)") == 2
    assert " of 50 games" in out


def test_a_lock_holds_the_weights_and_strength_of_several_seeds(shipped, capsys):
    for seed in ("2", "1"):
        run("zoo:tiny", "--seed", seed, "--lock", "--games", "100", capsys=capsys)
    locks = recipes.read_lock("tiny")
    assert [*locks] == [1, 2]
    assert [lock["strength"]["games"] for lock in locks.values()] == [100, 100]
    again = run("zoo:tiny", "--seed", "2", "--games", "100", capsys=capsys)[1]
    assert again.count("(as locked)") == 2
    assert f"won {locks[2]['strength']['victories'] / 100:.1%} of 100 games" in again
    assert recipes.seed_of_card(zoo.read_card("tiny")) == ("tiny", 1)


def test_an_interruption_names_the_command_that_goes_on(folder, monkeypatch, capsys):
    write(folder)
    monkeypatch.setattr(recipes, "build", lambda stage: None)
    status, out, _ = run("zoo:tiny", "--seed", "2", "--out", "a folder", capsys=capsys)
    assert status == 130
    assert out.splitlines()[-1].endswith(": crusoe reproduce zoo:tiny --seed 2 --out 'a folder'")


@pytest.mark.parametrize("damaged", ["", "{}", '{"seeds": {"one": {}}}', '{"seeds": {"1": {"stages": {}}}}'])
def test_a_damaged_lock_is_refused_with_its_file(folder, damaged):
    (folder / "tiny.lock.json").write_text(damaged)
    with pytest.raises(ConfigError, match=r"tiny\.lock\.json: is no lock file of a recipe: [^\n]+$"):
        recipes.read_lock("tiny")


def test_a_policy_trained_from_sources_with_changes_is_not_locked(folder, monkeypatch, capsys):
    monkeypatch.setattr("agents.trainers.run.commit", lambda: "abc1234-dirty")
    write(folder)
    status, _, error = run("zoo:tiny", "--lock", capsys=capsys)
    refused = "the sources of the training differ from commit abc1234"
    assert (status, refused in error.splitlines()[-1]) == (2, True)
    assert not (folder / "tiny.lock.json").exists()


def test_a_lock_names_every_machine_that_trained_a_stage(folder, capsys):
    write(folder)
    run("zoo:tiny", "--device", "auto", capsys=capsys)
    first = recipes.stages_of("tiny", None, reproduce.OUT, "auto")[0]
    (first.folder / "origin.json").write_text(json.dumps({**first.origin, "machine": "an abacus"}))
    run("zoo:tiny", "--device", "auto", "--lock", capsys=capsys)
    assert recipes.read_lock("tiny")[1]["machine"].startswith("an abacus; then ")


@pytest.mark.slow
def test_a_lock_names_the_weights_of_a_shipped_teacher(trained, capsys):
    def ship(seed: str) -> str:
        run("zoo:tiny", "--seed", seed, capsys=capsys)
        last = recipes.stages_of("tiny", int(seed), reproduce.OUT)[-1]
        assert zoo_keeping.main(["add", str(last.folder), "tiny", "--games", "20"]) == 0
        return recipes.weights_hash(zoo.weights_file("tiny"))

    teacher = ship("1")
    pupil = {"like": "tiny", "stages": {"imitation": {"imitation": {"teacher": "zoo:tiny"}}}}
    (trained / "pupil.yaml").write_text(yaml.safe_dump(pupil))
    run("zoo:pupil", "--lock", capsys=capsys)
    locked = recipes.read_lock("pupil")[1]["stages"]
    assert [stage["learned_from"] for stage in locked.values()] == [{"zoo:tiny": teacher}, {}]
    assert run("zoo:pupil", capsys=capsys)[1].count("(as locked)") == 2
    assert ship("2") != teacher
    _, out, _ = run("zoo:pupil", capsys=capsys)  # learns again, from the new teacher
    assert "(not as locked; zoo:tiny has other weights now); all" in out
    assert "(not as locked); all" in out


def test_other_weights_than_locked_on_another_machine_name_that_machine(trained, capsys):
    run("zoo:tiny", "--lock", capsys=capsys)
    lock = json.loads((trained / "tiny.lock.json").read_text())
    lock["seeds"]["1"]["machine"] = "an abacus"
    lock["seeds"]["1"]["stages"]["stages"]["weights"] = "of the abacus"
    (trained / "tiny.lock.json").write_text(json.dumps(lock))
    assert "(not as locked; it was trained on an abacus); all" in run("zoo:tiny", capsys=capsys)[1]


def test_a_weaker_policy_is_an_exit_status_of_1(shipped, capsys):
    card = zoo.read_card("tiny")
    card["strength"]["victory_rate"] = 0.99
    zoo.card_file("tiny").write_text(json.dumps(card))
    assert run("zoo:tiny", capsys=capsys)[0] == 1


def test_it_is_said_before_if_the_weights_of_a_policy_cannot_be_rebuilt(shipped, capsys):
    warning = "zoo:tiny: its weights cannot be rebuilt; the recipe trains others, to be compared\n"
    assert run("zoo:tiny", "--lock", "--games", "20", capsys=capsys)[1].startswith(warning)
    assert warning not in run("zoo:tiny", "--games", "20", capsys=capsys)[1]


def test_minutes_that_stop_a_run_are_on_the_card(folder, capsys):
    write(folder)
    stage = recipes.stages_of("tiny", None, Path("runs"))[0]
    config = stage.config.model_copy(update={"minutes": 1e-6})
    recipes.fast.train(config)
    assert zoo_keeping.main(["add", str(stage.folder), "tiny", "--games", "20"]) == 0
    assert zoo.read_card("tiny")["training"]["stopped"] == "the limit of 1e-06 minutes was reached"


def test_sources_with_changes_publish_nothing(folder, monkeypatch, capsys):
    write(folder)
    monkeypatch.setattr(zoo, "commit", lambda: "abc1234-dirty")
    refused = "the sources differ from commit abc1234: commit them first, or nobody can rebuild it"
    assert run("zoo:tiny", "--lock", capsys=capsys)[::2] == (2, f"crusoe reproduce: {refused}\n")
    assert zoo_keeping.main(["add", "runs/tiny", "tiny"]) == 2
    assert capsys.readouterr().err == f"crusoe zoo: {refused}\n"
    assert not (folder / "tiny.lock.json").exists()


def test_a_policy_of_changed_sources_is_not_published(folder, monkeypatch, capsys):
    write(folder)
    monkeypatch.setattr("agents.trainers.run.commit", lambda: "abc1234-dirty")
    stage = recipes.stages_of("tiny", None, Path("runs"))[0]
    recipes.build(stage)
    assert zoo_keeping.main(["add", str(stage.folder), "tiny", "--games", "5"]) == 2
    assert f"the sources that trained {stage.folder} differ from commit abc1234" in capsys.readouterr().err


ROW = {"agent": "random", "game": "marooned", "games": 300, "seed": 7, "victory_rate": 0.05}


def test_a_row_is_played_again(folder, capsys):
    (folder.parent / "results.yaml").write_text(yaml.safe_dump({"rows": {"marooned/random": ROW}}))
    status, out, _ = run("docs/results.md#marooned/random", capsys=capsys)
    assert status == 0
    assert out.startswith("crusoe evaluate --agents random --game marooned --games 300 --seed 7\n")
    assert " of 300 games (" in out
    assert "; published: 5.0%" in out
    status, _, error = run("docs/results.md#marooned/radom", capsys=capsys)
    assert status == 2
    assert "there is no published row 'marooned/radom'; did you mean 'marooned/random'?" in error
    assert run("docs/nosuch.md#marooned/random", capsys=capsys)[0] == 2


@pytest.mark.parametrize("what", ["marooned", "docs/results.md"])
def test_what_cannot_be_reproduced_is_refused(what, capsys):
    with pytest.raises(SystemExit):
        reproduce.main([what])
    assert "write zoo:NAME, partner:NAME, or PAGE#ROW" in capsys.readouterr().err


# ---------------------------------------------------------------------- what is shipped


def test_shipped_recipes_and_rows_are_valid(monkeypatch, capsys):
    monkeypatch.setattr(zoo, "folder", lambda: SHIPPED)
    for name in recipes.names():
        stages = recipes.stages_of(name, None, Path("runs"))
        start = stages[0].config.start_from
        assert start is None or zoo.named(start) in (*zoo.names(), *zoo.partner_names()), name
        for lock in recipes.read_lock(name).values():
            assert [*lock["stages"]] == [stage.name for stage in stages if stage.policy == name], name
    assert {row.game for row in published.rows().values()} <= set(GAMES)
    assert run(capsys=capsys)[0] == 0


def test_without_a_name_recipes_and_rows_are_listed(capsys):
    assert reproduce.main([], "crusoe reproduce") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["recipes:", *(f"zoo:{name}" for name in recipes.names())]
    assert len(lines) == 1 + len(published.rows())
