"""The built wheels, installed by themselves: `python -m tests.installed`.

Builds the wheels of the library, the policies and the partners. The library is installed first, by itself,
into a fresh virtual environment, and says how to get the policies; then these are installed. There everything
plays from an empty folder, first with the libraries of a base installation, then with all. At last comes the
wheel with machine code: games begin in it without the compiler, and changed sources are compiled to the same
games. Libraries are borrowed from this environment; the build backend is downloaded, and nothing else.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import venv
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
OURS = {"crusoe_env", "crusoe_agents"}
DISTRIBUTIONS = {"crusoe_env": ROOT, "crusoe_zoo": ROOT / "zoo", "crusoe_partners": ROOT / "zoo" / "partners"}
MOST_MEGABYTES, MOST_WITH_CODE = 2.5, 8.0
"""Of the library's wheel, and of the one with machine code."""
FIRST_STEPS = ROOT / "tools" / "first_steps.py"
IMPORT_EVERYTHING = """
import importlib, pkgutil, crusoe_agents, crusoe_env
for package in (crusoe_env, crusoe_agents):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as missing:
                if missing.name not in ("ray", "inspect_ai", "openenv"):  # extras that the tests do without
                    raise
    print(package.__file__)
"""
HAS_EXTRAS = """
from importlib.util import find_spec
print(*filter(find_spec, ("torch", "pydantic", "yaml", "rich", "scipy", "tqdm", "stable_baselines3")))
"""
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def ran(*command: str | Path, folder: Path, status: int = 0, **settings: str) -> str:
    """What a command printed, on stderr too if it failed; it must end with this status."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | settings
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    if done.returncode != status:
        raise SystemExit(
            f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return done.stdout + done.stderr * (status != 0)


def built(folder: Path) -> dict[str, Path]:
    """The wheels by distribution."""
    ran(*PIP, "wheel", "--no-deps", "--wheel-dir", folder, *DISTRIBUTIONS.values(), folder=folder)
    wheels = {name: next(folder.glob(f"{name}-*.whl")) for name in DISTRIBUTIONS}
    megabytes = {name: wheel.stat().st_size / 1e6 for name, wheel in wheels.items()}
    print(", ".join(f"{name} {size:.2f} MB" for name, size in megabytes.items()))
    assert megabytes["crusoe_env"] <= MOST_MEGABYTES
    return wheels


def built_with_code(folder: Path) -> Path:
    """The wheel for this platform."""
    code = folder / "machine_code"
    ran(sys.executable, "-m", "tools.machine_code", code, folder=ROOT)
    place = folder / "with_code"
    ran(
        *PIP,
        "wheel",
        "--no-deps",
        "--wheel-dir",
        place,
        ROOT,
        folder=folder,
        CRUSOE_ENV_MACHINE_CODE=str(code),
    )
    (wheel,) = place.glob("*.whl")
    size = wheel.stat().st_size / 1e6
    print(f"{wheel.name} {size:.2f} MB")
    assert size <= MOST_WITH_CODE
    return wheel


def install(programs: Path, *wheels: Path) -> None:
    """Install wheels, and nothing that they need."""
    ran(*PIP, "--python", programs / "python", "install", "--no-deps", *wheels, folder=programs)


def installed(folder: Path, wheel: Path) -> tuple[Path, Path]:
    """A virtual environment with the library: the folder of its programs, and that of its packages."""
    venv.create(folder / "venv", with_pip=False)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    install(programs, wheel)
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(ran(programs / "python", "-c", asked, folder=folder).strip())
    return programs, packages


def required_by(wheel: Distribution) -> dict[str, Distribution]:
    """What a base installation brings besides the wheel, by name."""
    found: dict[str, Distribution] = {}
    waiting = [wheel]
    while waiting:
        for line in waiting.pop().requires or ():
            name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
            if "extra ==" not in line and name not in found:
                try:
                    found[name] = distribution(name)
                except PackageNotFoundError:  # for another system
                    continue
                waiting.append(found[name])
    return found


def borrow_base(folder: Path, packages: Path) -> None:
    """Links in a folder to the libraries of a base installation, and to nothing else."""
    folder.mkdir()
    (wheel,) = distributions(name="crusoe_env", path=[str(packages)])
    for each in required_by(wheel).values():
        for top in {file.parts[0] for file in each.files or ()} - {"..", "__pycache__"}:
            (folder / top).symlink_to(Path(str(each.locate_file(top))))


def check_without_policies(programs: Path, folder: Path) -> None:
    """Without the policies an agent that needs one says how to get them."""
    crusoe = programs / "crusoe"
    for agent, missing in (("zoo:marooned", "crusoe_zoo"), ("partner:base", "crusoe_partners")):
        game = "marooned" if agent.startswith("zoo:") else "robinson"
        given = ("evaluate", "--agents", agent, "--game", game, "--games", "1")
        said = ran(crusoe, *given, folder=folder, status=2)
        assert f"pip install {missing}" in said, said
        assert len(said.splitlines()) == 1, said
    ran(crusoe, "evaluate", "--agents", "random", "scripted", "--games", "5", folder=folder)


def check_base(programs: Path, folder: Path) -> None:
    """What the README promises of the base installation: it plays, and evaluates the zoo."""
    assert ran(programs / "python", "-c", HAS_EXTRAS, folder=folder).strip() == ""
    crusoe = programs / "crusoe"
    assert ran(crusoe, "--version", folder=folder).startswith("crusoe_env ")
    assert "zoo:marooned" in ran(crusoe, "zoo", folder=folder)
    shown = ran(crusoe, "evaluate", "zoo:marooned", "--games", "20", folder=folder)
    assert all(agent in shown for agent in ("zoo:marooned", "random", "scripted")), shown
    ran(crusoe, "replay", "marooned", "--agent", "zoo:marooned", "--out", "base.html", folder=folder)
    assert "pip install 'crusoe_env[train]'" in ran(crusoe, "games", folder=folder)


def check_names(packages: Path) -> None:
    """The wheel brings our packages, and no name that somebody else may use."""
    names = {
        path.name for path in packages.iterdir() if not path.name.endswith((".dist-info", "__pycache__"))
    }
    assert names == OURS, f"site-packages holds {sorted(names)}"


def policies() -> list[tuple[str, str]]:
    """The trained policies that come with the project, with their games; those compiled soonest first."""
    cards = {path.stem: json.loads(path.read_text()) for path in (ROOT / "zoo").glob("*.json")}
    found = [(card["game"], f"zoo:{name}") for name, card in cards.items()]
    return sorted(found, key=lambda each: (["marooned", "dieson", "robinson"].index(each[0]), each[1]))


def check_play(programs: Path, folder: Path) -> None:
    """What a user does first, from the command line of an empty folder."""
    crusoe = programs / "crusoe"
    assert "crusoe_env/Marooned-v0" in ran(crusoe, "games", folder=folder)
    agents = ["random", "scripted"]
    shown = ran(crusoe, "evaluate", "--game", "marooned", "--games", "20", "--agents", *agents, folder=folder)
    assert all(agent in shown for agent in agents), shown
    for game, policy in policies()[:1]:
        ran(crusoe, "evaluate", "--game", game, "--games", "5", "--agents", policy, folder=folder)
    suites = ran(crusoe, "evaluate", "--help", folder=folder)
    assert all(path.stem in suites for path in (ROOT / "configs" / "suites").glob("*.yaml")), suites
    ran(crusoe, "replay", "marooned", "--agent", "scripted", folder=folder)
    assert (folder / "replay.html").stat().st_size > 10_000
    assert "runs/marooned_demo" in ran(crusoe, "train", "--config", "marooned_demo", "--help", folder=folder)
    shown = ran(crusoe, "reproduce", folder=folder)
    assert all(name in shown for name in ("zoo:marooned", "partner:imitator", "marooned/guided-32")), shown


def check_first_steps(programs: Path, packages: Path, folder: Path) -> None:
    """Games begin without the compiler; with changed sources they are compiled, to the same games."""

    def played(*games: str, cache: str) -> tuple[list[str], str]:
        settings = {"CRUSOE_ENV_CACHE": str(folder / cache), "CRUSOE_ENV_WAIT": "1"}
        shown = ran(programs / "python", FIRST_STEPS, *games, folder=folder, **settings).splitlines()
        print(*shown, sep="\n")
        return shown[:-1], shown[-1]

    digests, compiled = played(cache="cache")
    assert compiled.startswith("0 functions were compiled"), compiled
    rules = packages / "crusoe_env" / "marooned" / "rules" / "__init__.py"
    rules.write_text(rules.read_text() + "# changed\n")
    again, compiled = played("marooned", cache="cache")
    assert not compiled.startswith("0 functions"), compiled
    assert again == digests[: len(again)], f"{again} compiled, {digests} from the wheel"


def main() -> int:
    """Run; the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheels = built(folder)
        programs, packages = installed(folder, wheels.pop("crusoe_env"))
        check_names(packages)
        empty = folder / "empty"
        empty.mkdir()
        borrow_base(folder / "base", packages)
        (packages / "borrowed.pth").write_text(f"{folder / 'base'}\n")
        check_without_policies(programs, empty)
        install(programs, *wheels.values())
        check_base(programs, empty)
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
        check_play(programs, empty)
        places = ran(programs / "python", "-c", IMPORT_EVERYTHING, folder=empty).split()
        assert all(Path(place).is_relative_to(packages) for place in places), places
        ran(*PIP, "--python", programs / "python", "uninstall", "--yes", "crusoe_env", folder=folder)
        install(programs, built_with_code(folder))
        check_first_steps(programs, packages, empty)
    print(
        "the wheels play with their base; the library imports all of its modules and says where policies are;"
        " games begin without the compiler in the wheel with machine code"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
