"""What imports what, beyond what `make lint` checks: the package stays light, modules form no circle."""

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

import crusoe_env
from crusoe_env.engine.state import COMMON_NAMES

ROOT = Path(__file__).parents[1]
AGENTS = sorted((ROOT / "agents").rglob("*.py"))
HEAVY = (
    *("numba", "torch", "stable_baselines3", "sb3_contrib", "pygame", "resvg_py", "rich"),
    *("matplotlib", "pandas", "scipy", "agents", "crusoe_agents"),
)
OWN = {"agents", "crusoe_agents", "benchmarks", "research", "train", "evaluate", "tests"}
EXTRAS = tuple(name for name in HEAVY if name not in ("numba", "scipy"))  # Numba takes scipy if it is there


def relative(file):
    return file.relative_to(ROOT).as_posix()


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


@pytest.mark.parametrize("package", ["crusoe_env", "agents"])
def test_no_modules_import_each_other_in_a_circle(package):
    graph = grimp.build_graph(package, cache_dir=None)
    assert len(graph.modules) > 50
    order = graphlib.TopologicalSorter(
        {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    )
    order.prepare()  # raises CycleError, which names the modules


def test_agents_import_each_other_relatively():
    """Their package has another name where it is installed; `agents/__init__.py` sees to both."""
    for file in set(AGENTS) - {ROOT / "agents" / "__init__.py"}:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                named = [node.module]
            assert not {name.partition(".")[0] for name in named} & OWN, f"{relative(file)}: {named}"


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
        command = [sys.executable, "-m", f"{name}.provenance"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_agents_read_no_field_of_robinson_but_the_common_ones():
    own = set(crusoe_env.game("robinson").dtype.names) - set(COMMON_NAMES)
    for file in (ROOT / "agents" / "robinson").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                where = f"{relative(file)}: {ast.unparse(node)}"
                assert node.value.id != "t", where
                assert node.value.id not in ("s", "state", "states", "playing") or node.attr not in own, where
