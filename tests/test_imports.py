"""What imports what: the package stays light, nothing imports upward, nothing in a circle."""

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import pytest

import crusoe_env
from crusoe_env.engine.state import COMMON_NAMES
from tests.support import NAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "crusoe_env"
FLOORS = ("support", "engine", "show", "interfaces")
"""The packages that know no game, the lowest first: each imports only those below it."""
SHARED = sorted(file for floor in FLOORS for file in (PACKAGE / floor).rglob("*.py"))
AGENTS = sorted((ROOT / "agents").rglob("*.py"))
GAMES = sorted(file.parent.name for file in PACKAGE.glob("*/game.py") if file.parent.name not in FLOORS)
HEAVY = (
    *("numba", "torch", "stable_baselines3", "sb3_contrib", "pygame", "resvg_py", "rich"),
    *("matplotlib", "pandas", "scipy", "agents", "crusoe_agents"),
)
EXTRAS = tuple(name for name in HEAVY if name not in ("numba", "scipy"))  # Numba takes scipy if it is there


def files_of(folder):
    return sorted((PACKAGE / folder).rglob("*.py"))


def relative(file):
    return file.relative_to(ROOT).as_posix()


def module_of(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(statement, file):
    """The modules and names that an import statement names, with their packages written out."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    package = module_of(file) if file.name == "__init__.py" else module_of(file)[:-1]
    start = package[: len(package) - statement.level + 1] if statement.level else ()
    base = ".".join([*start, *([statement.module] if statement.module else [])])
    return [base, *(f"{base}.{alias.name}" for alias in statement.names)]


def imports(file, *, at_module_level=False):
    """All that a file imports, or only what it imports as it is imported itself (or for types)."""
    found, todo = [], [ast.parse(file.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += imported(node, file)
        in_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if not (at_module_level and in_function):
            todo += ast.iter_child_nodes(node)
    return found


def absolute_imports(file, package):
    """The statements by which a file imports a package by its name."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level):
            found += within(imported(node, file), package)
    return found


def within(names, package):
    return [name for name in names if name == package or name.startswith(f"{package}.")]


def test_there_are_files_to_check():
    assert set(GAMES) == set(NAMES)
    assert len(SHARED) > 30


def test_importing_the_package_stays_light():
    code = f"import crusoe_env, sys; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_playing_a_game_loads_no_extras():
    code = f"""
import gymnasium, sys, crusoe_env, crusoe_env.play, crusoe_env.__main__
env = gymnasium.make(crusoe_env.GAMES["marooned"])
env.reset(seed=1)
env.unwrapped.text()
print([name for name in {EXTRAS} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("floor", FLOORS)
def test_nothing_imports_upward(floor):
    above = [*FLOORS[FLOORS.index(floor) + 1 :], *GAMES, "play", "bench", "programs", "command_line"]
    for file in files_of(floor):
        for other in above:
            assert not within(imports(file), f"crusoe_env.{other}"), relative(file)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_never_imports_another(game):
    for file in files_of(game):
        for other in set(GAMES) - {game}:
            assert not within(imports(file), f"crusoe_env.{other}"), relative(file)


@pytest.mark.parametrize("package", ["crusoe_env", "agents"])
def test_no_modules_import_each_other_in_a_circle(package):
    files = {".".join(module_of(file)): file for file in sorted((ROOT / package).rglob("*.py"))}
    needs = {}
    for name, file in files.items():
        named = set(imports(file)) & files.keys() - {name}
        inside = {other.rpartition(".")[0] for other in named}  # a package only says where its module lies
        needs[name] = {other for other in named if other not in inside}
    graph = graphlib.TopologicalSorter(needs)
    graph.prepare()  # raises CycleError, which names the modules


def test_the_package_never_imports_the_agents_at_module_level():
    for file in sorted(PACKAGE.rglob("*.py")):
        names = imports(file, at_module_level=True)
        for package in ("agents", "crusoe_agents", "train", "evaluate", "tests"):
            assert not within(names, package), relative(file)


def test_only_advice_imports_the_agents_at_all():
    users = [file for file in sorted(PACKAGE.rglob("*.py")) if within(imports(file), "crusoe_agents")]
    assert [relative(file) for file in users] == ["crusoe_env/play/advice.py"]


def test_agents_import_each_other_relatively():
    """Their package has another name where it is installed; `agents/__init__.py` sees to both."""
    for file in set(AGENTS) - {ROOT / "agents" / "__init__.py"}:
        for package in ("agents", "crusoe_agents", "benchmarks", "research", "train", "evaluate", "tests"):
            assert not absolute_imports(file, package), relative(file)


def test_the_folder_agents_is_the_package_crusoe_agents():
    code = """
import agents.search.mcts, crusoe_agents.registry, agents.registry, pickle
assert agents.registry is crusoe_agents.registry
assert agents.registry.MCTSAgent is agents.search.mcts.MCTSAgent
assert pickle.loads(pickle.dumps(agents.registry.MCTSAgent)) is agents.search.mcts.MCTSAgent
try:
    import agents.none
except ModuleNotFoundError as error:
    print(error.name)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("agents.none", "")


@pytest.mark.slow
def test_a_module_of_agents_runs_by_either_name():
    for name in ("agents", "crusoe_agents"):
        command = [sys.executable, "-m", f"{name}.robinson.fit", "--help"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert "--scenario" in done.stdout, done.stderr


def test_agents_read_robinson_through_queries_and_the_action_layout():
    doors = ("crusoe_env.robinson.queries", "crusoe_env.robinson.actions.LAYOUT")
    for file in AGENTS:
        for name in within(imports(file), "crusoe_env.robinson"):
            is_the_way = any(door.startswith(f"{name}.") for door in doors)
            assert is_the_way or any(within([name], door) for door in doors), f"{relative(file)}: {name}"


def test_agents_read_no_field_of_robinson_but_the_common_ones():
    own = set(crusoe_env.game("robinson").dtype.names) - set(COMMON_NAMES)
    for file in (ROOT / "agents" / "robinson").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                where = f"{relative(file)}: {ast.unparse(node)}"
                assert node.value.id != "t", where
                assert node.value.id not in ("s", "state", "states", "playing") or node.attr not in own, where


@pytest.mark.parametrize(
    ("source", "all_names", "at_module_level"),
    [
        ("import agents.base", ["agents.base"], ["agents.base"]),
        ("def f():\n    from agents import base", ["agents", "agents.base"], []),
        ("class A:\n    import agents", ["agents"], ["agents"]),
        ("try:\n    import agents\nexcept ImportError:\n    pass", ["agents"], ["agents"]),
        ("from ..dieson import state", ["crusoe_env.dieson", "crusoe_env.dieson.state"], None),
        ("from . import state", ["crusoe_env.marooned", "crusoe_env.marooned.state"], None),
    ],
)
def test_the_check_itself(source, all_names, at_module_level, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "crusoe_env" / "marooned" / "x.py"
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert imports(file) == all_names
    assert imports(file, at_module_level=True) == (all_names if at_module_level is None else at_module_level)
