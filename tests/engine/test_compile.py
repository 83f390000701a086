"""Compiled code: never stale, found again, announced once, and at home in any cache folder."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

import crusoe_env
from crusoe_env import Batch, Simulator
from crusoe_env.engine import compile
from crusoe_env.engine.compile.cache import cache_root
from crusoe_env.engine.compile.sources import KERNELS, Sources, _home_of, unit_of
from crusoe_env.engine.compile.switch import LINKING
from crusoe_env.engine.state import SAMPLER
from crusoe_env.support import progress
from tests.support import NAMES, ROOT, UNCOMPILED, output_of, run_python

HEART_OF_WATER = """
import numpy as np
from crusoe_env.engine.simulator import Simulator
from crusoe_env.marooned.game import GAME
from crusoe_env.marooned.rules.effects import pay_heart
simulator = Simulator(GAME)
s = simulator.blank(1)[0]
s.health = 5
pay_heart(s, simulator.tables, 30)
print(int(s.health))
"""
PLAY_PIG = """
import subprocess, sys, os, gymnasium, my_pig
env = gymnasium.make(my_pig.GAME.env_id)
env.reset(seed=1, options={"dice": [6, 1, 6]})
observation = env.step(0)[0]
env.step(0)
said = f"{round(observation[1] * 50)} {env.unwrapped.batch.states.rounds[0]}"
print(said, end=" ")
if not os.environ.get("NUMBA_DISABLE_JIT"):
    print("uncompiled", end=" ", flush=True)
    subprocess.run([sys.executable, *sys.orig_argv[1:]], env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
"""
TEMPLATES = """
import crusoe_env, inner, outer
print(crusoe_env.game("marooned").compile(inner, outer).twice(4))
"""
TOGETHER = """
import pathlib, sys, time
import crusoe_env, inner, outer
from crusoe_env.support import progress
def slowly():  # so that the others come meanwhile
    time.sleep(1)
progress.compiling.one_more = slowly
pathlib.Path(sys.argv[1]).touch()
while not all(pathlib.Path(ready).exists() for ready in ("one", "two")):
    time.sleep(0.01)
twice = crusoe_env.game("marooned").compile(inner, outer).twice
print(twice(4), sum(twice.stats.cache_misses.values()))
"""
WIDTHS = """
import numpy as np
from crusoe_env.engine.compile import compiled
@compiled
def plus_one(number):
    return number + 1
@compiled
def calls(small, word):
    return plus_one(small), plus_one(word), plus_one(5), plus_one(small > 3), plus_one(2**40), plus_one(0.5)
print(calls(np.int8(127), np.uint32(2**32 - 1)), [str(*types) for types in plus_one.callee.versions])
"""
INNER = """
from crusoe_env.engine.compile import compiled
@compiled
def plus_one(number):
    return number + 1
"""
OUTER = """
import sys
import inner
from crusoe_env.engine.compile import compiled
from crusoe_env.support.progress import compiling
@compiled
def plus_two(number):
    return inner.plus_one(inner.plus_one(number))
@compiled
def tens(number):
    return 10 * plus_two(number)
@compiled
def hundreds(number):
    return inner.plus_one(number) + 100 * plus_two(number)
print(globals()[sys.argv[1]](3), "lowered", compiling.functions)
"""
ANNOUNCE = """
from crusoe_env.engine.compile import ensure_compiled
from crusoe_env.support.progress import compiling
import time
def compile_now():
    for _ in range(250):
        compiling.one_more()
    time.sleep(0.5)
ensure_compiled("marooned", "crusoe_env.marooned.game", "no time", compile_now)
ensure_compiled("marooned", "crusoe_env.marooned.game", "no time", compile_now)
"""
FOLDER = "from crusoe_env.engine.compile import cache_folder; print(cache_folder({unit!r}))"
WHAT_TAKES_PART = """
import crusoe_env.marooned.game
from crusoe_env.engine.compile.switch import LINKING
from crusoe_env.engine.compile.sources import KERNELS, Sources
units = ["crusoe_env.marooned", KERNELS]
print(Sources().hash_of(units), len(Sources().taking_part(units)))
"""
MESSAGE = "crusoe_env: compiling the rules of marooned, once per version ("


@pytest.fixture(autouse=True)
def compiling(monkeypatch):
    """The processes started here compile, even where the tests themselves run uncompiled."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the package whose sources may be changed."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "crusoe_env", tmp_path / "copy" / "crusoe_env", ignore=ignored)
    return tmp_path / "copy"


@pytest.fixture
def cache(tmp_path) -> Path:
    return tmp_path / "cache"


def change(copy: Path, module: str, old: str, new: str) -> None:
    file = copy / "crusoe_env" / module
    source = file.read_text()
    assert source.count(old) == 1
    file.write_text(source.replace(old, new))


# ---------------------------------------------------------------------- never stale


@pytest.mark.slow
def test_a_changed_template_takes_effect_in_those_that_call_it(copy, cache):
    (copy / "inner.py").write_text("def once(number):\n    return number + 1\n")
    (copy / "outer.py").write_text(
        "from inner import once\ndef twice(number):\n    return once(once(number))\n"
    )
    assert output_of("-c", TEMPLATES, cwd=copy, CRUSOE_ENV_CACHE=cache) == "6"
    (copy / "inner.py").write_text("def once(number):\n    return number * 5\n")
    assert output_of("-c", TEMPLATES, cwd=copy, CRUSOE_ENV_CACHE=cache) == "100"


def test_every_source_of_a_room_and_of_core_that_takes_part_counts(copy):
    def hashes():
        return [Sources(copy).hash_of([f"crusoe_env.{name}", KERNELS]) for name in ("marooned", "dieson")]

    before = hashes()
    assert before == hashes()
    change(copy, "marooned/actions.py", '"""The actions of Marooned!', '"""What to do in Marooned!')
    marooned = hashes()
    assert marooned[0] != before[0]
    assert marooned[1] == before[1]
    (copy / "crusoe_env" / "engine" / "new.py").write_text("NUMBER = 3\n")
    assert hashes() == marooned  # nobody imports it
    change(copy, "engine/random.py", "import numpy", "import crusoe_env.engine.new\nimport numpy")
    imported = hashes()
    assert all(one != other for one, other in zip(marooned, imported, strict=True))
    (copy / "crusoe_env" / "engine" / "new.py").write_text("NUMBER = 4\n")
    assert all(one != other for one, other in zip(imported, hashes(), strict=True))


def test_what_a_template_of_agents_imports_counts_in_a_checkout_too():
    pytest.importorskip("crusoe_agents.search.policy_planner_loop")
    taking_part = Sources().taking_part([KERNELS, "crusoe_agents.search.policy_planner_loop"])
    assert {"crusoe_agents.search.policy_planner_loop", "crusoe_agents.learning.kernels"} <= set(taking_part)


def test_pictures_and_interfaces_do_not_count(copy):
    taking_part = set(Sources(copy).taking_part(["crusoe_env.robinson", KERNELS]))
    assert not [name for name in taking_part if ".view" in name or "pettingzoo" in name]
    names = ("engine.random", "engine.stepping", "robinson.game", "robinson.state", "facts")
    assert {f"crusoe_env.{name}" for name in names} <= taking_part


def test_ids_and_names_of_fields_in_the_data_count_and_values_do_not(copy):
    # Numbers of cards are constants of compiled code; what a card says stands in the tables.
    def hashed():
        return Sources(copy).hash_of(["crusoe_env.robinson"])

    before = hashed()
    change(copy, "robinson/data/beasts.toml", 'name = "Fox"', 'name = "Red fox"')
    assert hashed() == before
    change(copy, "robinson/data/beasts.toml", 'name = "Red fox"', 'name = "Red fox"\nuse = []')
    assert hashed() != before  # things with a use have actions of their own
    change(copy, "robinson/data/beasts.toml", "\nuse = []", "")
    assert hashed() == before
    change(copy, "robinson/data/beasts.toml", 'id = "fox"', 'id = "red_fox"')
    assert hashed() != before


def compiled_in(folder, function):
    return compile._compiled(function, "crusoe_env.marooned", folder=folder)


def test_units_of_modules():
    assert unit_of("crusoe_env.marooned.rules.turn") == "crusoe_env.marooned"
    assert unit_of("crusoe_env.engine.random") == "crusoe_env.engine"
    assert unit_of("agents.search.kernel") == "agents.search"
    assert unit_of("my_game") == "my_game"


def test_homes_of_packages_and_modules(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "alone.py").touch()
    for folder in ("whole", "spread"):
        (tmp_path / folder).mkdir()
    (tmp_path / "whole" / "__init__.py").touch()
    assert _home_of("alone") == _home_of("whole") == _home_of("spread") == tmp_path
    assert _home_of("crusoe_env") == ROOT
    assert _home_of("sys") is _home_of("there_is_no_such_module") is None


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages", "target"])
def test_of_installed_packages_only_that_of_the_game_is_followed(tmp_path, monkeypatch, folder):
    """Also where `pip install --target`, a user's folder or a layer of a cloud has put them."""
    libraries = tmp_path / folder
    game = libraries / "installed_pig"
    game.mkdir(parents=True)
    if folder == "target":
        (libraries / "installed_pig-1.0.dist-info").mkdir()
    (libraries / "library_of_pig.py").write_text("import more_of_that_library\n")
    (libraries / "more_of_that_library.py").touch()
    (game / "__init__.py").touch()
    (game / "limits.py").write_text("GOAL = 50\n")
    (game / "game.py").write_text("import library_of_pig\nfrom installed_pig.limits import GOAL\n@compiled\n")
    monkeypatch.syspath_prepend(libraries)
    followed = {name for name in Sources().taking_part(["installed_pig"]) if "crusoe_env" not in name}
    assert followed == {"installed_pig", "installed_pig.game", "installed_pig.limits"}


def test_the_program_that_runs_counts_only_if_it_is_the_game(tmp_path, monkeypatch):
    (tmp_path / "pig_beside.py").write_text("import __main__\n@compiled\n")
    (tmp_path / "program.py").touch()
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(tmp_path / "program.py"), raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    assert "__main__" not in Sources().taking_part(["pig_beside"])
    assert "__main__" in Sources().taking_part(["__main__"])


@pytest.mark.slow
@pytest.mark.skipif(
    sys.prefix == sys.base_prefix, reason="needs the interpreter beneath a virtual environment"
)
def test_programs_share_a_cache_where_libraries_lie_outside_the_interpreters_folder(tmp_path):
    units = ["crusoe_env.marooned", KERNELS]
    libraries = os.pathsep.join([sysconfig.get_path("purelib"), str(ROOT)])
    said = []
    for name in ("one", "other"):
        script = tmp_path / f"{name}.py"
        script.write_text(f"# {name}\n{WHAT_TAKES_PART}")
        settings = {**os.environ, "PYTHONPATH": libraries}
        base = sys._base_executable  # type: ignore[attr-defined]
        said.append(
            subprocess.run([base, script], capture_output=True, text=True, env=settings).stdout.split()
        )
    assert said == [[Sources().hash_of(units), str(len(Sources().taking_part(units)))]] * 2


@pytest.mark.slow
def test_a_changed_helper_of_an_outside_game_takes_effect(tmp_path, cache):
    # Pig with its numbers in a module of another package, and a compiled helper in a third one.
    pig = (ROOT / "examples" / "own_game" / "pig.py").read_text()
    limits_from = "from numbers_of_pig.limits import GOAL, TURNS\nSIDES = 6"
    pig = pig.replace("GOAL, TURNS, SIDES = 50, 10, 6", limits_from)
    pig = pig.replace("import crusoe_env\n", "import crusoe_env\nfrom helper_of_pig import doubled\n", 1)
    pig = pig.replace("s.turn_sum += value", "s.turn_sum += doubled(value)")
    (tmp_path / "my_pig.py").write_text(pig)
    (tmp_path / "numbers_of_pig").mkdir()
    limits, helper = tmp_path / "numbers_of_pig" / "limits.py", tmp_path / "helper_of_pig.py"
    limits.write_text("GOAL, TURNS = 50, 10\n")
    compiled = "from crusoe_env.engine import compiled\n@compiled\n"
    compiled += "def doubled(value):\n    return {} * value\n"
    helper.write_text(compiled.format(2))

    def played():
        settings = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "CRUSOE_ENV_CACHE": cache}
        done = run_python("-c", PLAY_PIG, cwd=tmp_path, CRUSOE_ENV_QUIET=None, **settings)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip(), done.stderr.count("compiling the rules of pig, once per version (")

    assert played() == ("12 2 uncompiled 12 2", 1)
    helper.write_text(compiled.format(3))
    assert played() == ("18 2 uncompiled 18 2", 1)
    assert played() == ("18 2 uncompiled 18 2", 0)
    limits.write_text("GOAL, TURNS = 50, 1\n")
    assert played() == ("18 1 uncompiled 18 1", 1)


@pytest.mark.skipif(UNCOMPILED or not LINKING, reason="public Numba counts references")
def test_a_rule_that_returns_an_array_is_refused(tmp_path):
    def same(row):
        return row

    def first(row):
        return chosen(row)[0]

    chosen = compiled_in(tmp_path, same)
    with pytest.raises(TypingError, match="same returns an array: rules write into arrays given to them"):
        compiled_in(tmp_path, first)(np.zeros(3))


def test_other_numba_code_keeps_its_own_cache():
    code = "import numba; before = numba.config.CACHE_DIR; import crusoe_env.engine.stepping\n"
    assert output_of("-c", code + "print(before == numba.config.CACHE_DIR)") == "True"
    assert "crusoe_env" not in numba.config.CACHE_DIR


@pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")
def test_arrays_that_lie_apart_or_cannot_be_written_compile_nothing():
    simulator = Simulator(crusoe_env.game("marooned"))
    batch, states, rng = Batch(simulator.game, 4), simulator.new_games(8, seed=0), np.random.default_rng(0)
    batch.reset()

    def call_all(states, numbers):
        simulator.observe(states, numbers)
        simulator.masks_of(states, numbers)
        simulator.step(states, simulator.views(states)[1].argmax(axis=1))
        simulator.step(states, numbers)
        simulator.masks(states), simulator.choosers(states), simulator.check_states(states)
        simulator.goal_progress(states), simulator.potential(states)
        simulator.determinize(states, rng), simulator.playouts(states, 1, rng)
        batch.step(numbers)

    def compiled_versions():
        kernels = {**vars(simulator.game.kernels), **vars(simulator.game.playouts(None))}
        return {name: len(it.overloads) for name, it in kernels.items() if hasattr(it, "overloads")}

    call_all(states[:4].copy(), np.zeros(4, np.int64))
    before = compiled_versions()
    assert len(before) > 8
    read_only = states[:4].copy()
    read_only.flags.writeable = False
    for other, numbers in ((states[::2], np.zeros(8, np.int64)[::2]), (read_only, np.broadcast_to(0, 4))):
        call_all(other, numbers)
        assert compiled_versions() == before


def test_no_record_passes_for_another(recwarn):
    # Numba would compile a function for the shorter record and warn whenever it meets the longer one.
    dtypes = [SAMPLER, *(crusoe_env.game(name).dtype for name in NAMES)]
    for one in dtypes:
        for other in dtypes:
            if one is not other:
                assert numba.from_dtype(one).can_convert_to(None, numba.from_dtype(other)) is None
    assert not recwarn.list


# ---------------------------------------------------------------------- what is said


@pytest.mark.parametrize(
    ("changes", "said"),
    [({}, 1), ({"CRUSOE_ENV_QUIET": "1"}, 0), ({"NUMBA_DISABLE_JIT": "1"}, 0)],
)
def test_compiling_is_announced_on_stderr_unless_told_not_to(cache, changes, said):
    settings = {"CRUSOE_ENV_QUIET": None, **changes}
    done = run_python("-c", ANNOUNCE, CRUSOE_ENV_CACHE=cache, **settings)
    assert done.returncode == 0
    assert done.stdout == ""
    assert done.stderr.count(MESSAGE) == said
    assert said == 0 or "(no time) ... 100 200 250 functions, " in done.stderr


def test_compiling_that_nobody_announced_is_announced_once_it_lasts(monkeypatch, capsys):
    monkeypatch.delenv("CRUSOE_ENV_QUIET", raising=False)
    for patience, said in (
        (60.0, ""),
        (0.0, "crusoe_env: compiling for a first use, once per version ... 100"),
    ):
        monkeypatch.setattr(progress, "PATIENCE", patience)
        with progress.quiet_numba():
            for _ in range(150):
                progress.compiling.one_more()
        printed = capsys.readouterr().err
        assert printed.startswith(said)
        assert printed == "" or printed.endswith(" 150 functions, 0 s\n")


@pytest.mark.slow
def test_of_processes_that_start_together_one_compiles(cache):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CRUSOE_ENV_CACHE": str(cache)}
    environment.pop("CRUSOE_ENV_QUIET", None)
    workers = [
        subprocess.Popen([sys.executable, "-c", ANNOUNCE], env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    said = [worker.communicate(timeout=100)[1] for worker in workers]
    assert sum(MESSAGE in words for words in said) == 1


@pytest.mark.slow
def test_of_processes_that_need_a_template_of_an_agent_one_compiles_it(copy, cache):
    (copy / "inner.py").write_text("def once(number):\n    return number + 1\n")
    (copy / "outer.py").write_text(
        "from inner import once\ndef twice(number):\n    return once(once(number))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(copy), "CRUSOE_ENV_CACHE": str(cache)}
    environment.pop("CRUSOE_ENV_QUIET", None)
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", TOGETHER, name], env=environment, cwd=copy, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) for name in ("one", "two")
    ]  # fmt: skip
    said = [worker.communicate(timeout=100) for worker in workers]
    assert sorted(out for out, _ in said) == ["6 0\n", "6 1\n"]
    waiting = "crusoe_env: another process is compiling for marooned, waiting for it\n"
    assert sum(error.count(waiting) for _, error in said) == 1


def test_numba_stays_quiet_in_a_log_of_everything(cache):
    code = f"import logging; logging.basicConfig(level=logging.DEBUG)\n{HEART_OF_WATER}"
    done = run_python("-c", code, CRUSOE_ENV_CACHE=cache)
    assert done.stdout.strip() == "7"
    assert "DEBUG:numba" not in done.stderr


@pytest.mark.slow
def test_an_installation_elsewhere_finds_what_was_compiled_here(copy, cache):
    assert output_of("-c", HEART_OF_WATER, CRUSOE_ENV_CACHE=cache) == "7"
    compiled = set(cache.rglob("*.nbc"))
    assert output_of("-c", HEART_OF_WATER, cwd=copy, CRUSOE_ENV_CACHE=cache) == "7"
    assert set(cache.rglob("*.nbc")) == compiled


# ---------------------------------------------------------------------- where it is kept


def test_cache_folder_is_the_chosen_one(cache, monkeypatch):
    assert output_of("-c", FOLDER.format(unit="crusoe_env.marooned"), CRUSOE_ENV_CACHE=cache).startswith(
        f"{cache}/marooned-"
    )
    monkeypatch.setenv("CRUSOE_ENV_CACHE", "~/somewhere")
    assert cache_root() == Path.home() / "somewhere"
    monkeypatch.delenv("CRUSOE_ENV_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    assert cache_root().name == "crusoe_env"


def unwritable_folders(tmp_path: Path) -> list[Path]:
    """A folder below a file; and one without write permission, where that means anything."""
    file = tmp_path / "file"
    file.write_text("")
    folders = [file / "cache"]
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(stat.S_IRUSR | stat.S_IXUSR)
    if not os.access(locked, os.W_OK):
        folders += [locked, locked / "cache"]
    return folders


@pytest.mark.slow
def test_an_unwritable_cache_folder_falls_back_to_the_temporary_one(tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    for folder in unwritable_folders(tmp_path):
        settings = {"CRUSOE_ENV_CACHE": folder, "TMPDIR": temporary}
        assert output_of("-c", HEART_OF_WATER, **settings) == "7"
        found = output_of("-c", FOLDER.format(unit="crusoe_env.marooned"), **settings)
        assert found.startswith(str(temporary))
        assert list(Path(found).rglob("*.nbi"))


def test_caches_used_longest_ago_make_room(cache):
    now = time.time()
    for age in range(6):
        folder = cache / f"marooned-{age:016x}"
        folder.mkdir(parents=True)
        (folder / "code.nbc").write_bytes(bytes(1_000_000))
        os.utime(folder, (now - 1000 * age, now - 1000 * age))
    (cache / "notes").mkdir()
    code = FOLDER.format(unit="crusoe_env.dieson")
    new = Path(output_of("-c", code, CRUSOE_ENV_CACHE=cache, CRUSOE_ENV_CACHE_MB=3))
    kept = {f"marooned-{age:016x}" for age in range(3)}
    assert {folder.name for folder in cache.iterdir()} == {new.name, "notes"} | kept


# ---------------------------------------------------------------------- what is compiled


def test_one_version_of_a_function_serves_integers_of_all_widths(tmp_path, cache):
    program = tmp_path / "widths.py"
    program.write_text(WIDTHS)
    results = "(128, 4294967296, 6, 2, 1099511627777, 1.5)"
    assert output_of(str(program), CRUSOE_ENV_CACHE=cache) == f"{results} ['int64', 'float64']"


@pytest.fixture
def lowering(tmp_path, cache):
    """What a process says that calls a function of OUTER: its result, and how many functions were lowered."""
    (tmp_path / "inner.py").write_text(INNER)
    (tmp_path / "outer.py").write_text(OUTER)
    return lambda name: output_of(str(tmp_path / "outer.py"), name, CRUSOE_ENV_CACHE=cache)


@pytest.mark.slow
def test_what_two_functions_call_is_lowered_once(lowering):
    assert [lowering("tens"), lowering("hundreds")] == ["50 lowered 2", "504 lowered 0"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["inner", "__main__"])
def test_lowered_functions_that_are_damaged_are_lowered_anew(lowering, cache, unit):
    assert lowering("tens") == "50 lowered 2"
    (file,) = cache.glob(f"{unit}-*/*.lowered")
    file.write_bytes(file.read_bytes()[:-1])
    assert lowering("hundreds") == "504 lowered 1"


# ---------------------------------------------------------------------- without Numba's internals


def test_nothing_of_numba_is_changed_for_others():
    code = "import numba.core.types as t; before = t.Record.__repr__; import crusoe_env.engine.stepping;"
    assert output_of("-c", code + "print(before is t.Record.__repr__)").strip() == "True"
