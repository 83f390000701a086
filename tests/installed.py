"""The built wheel, installed by itself: `python -m tests.installed`.

Builds the wheel and installs it, and nothing else, into a fresh virtual environment. There it plays from an
empty folder, first with the libraries of a base installation, then with all. Libraries are borrowed from this
environment; the build backend is downloaded, and nothing else.
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
IMPORT_EVERYTHING = """
import importlib, pkgutil, crusoe_agents, crusoe_env
for package in (crusoe_env, crusoe_agents):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as missing:
                if missing.name not in ("ray", "inspect_ai"):  # extras that the tests do without
                    raise
    print(package.__file__)
"""
HAS_EXTRAS = """
from importlib.util import find_spec
print(*filter(find_spec, ("torch", "pydantic", "yaml", "rich", "scipy", "tqdm", "tyro", "stable_baselines3")))
"""
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def ran(*command: str | Path, folder: Path) -> str:
    """What a command printed; it must succeed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(
            f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def installed(folder: Path) -> tuple[Path, Path]:
    """A virtual environment with the wheel: the folder of its programs, and that of its packages."""
    ran(*PIP, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    ran(*PIP, "--python", programs / "python", "install", "--no-deps", wheel, folder=folder)
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


def main() -> int:
    """Run; the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs, packages = installed(folder)
        check_names(packages)
        empty = folder / "empty"
        empty.mkdir()
        borrow_base(folder / "base", packages)
        (packages / "borrowed.pth").write_text(f"{folder / 'base'}\n")
        check_base(programs, empty)
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
        check_play(programs, empty)
        places = ran(programs / "python", "-c", IMPORT_EVERYTHING, folder=empty).split()
        assert all(Path(place).is_relative_to(packages) for place in places), places
    print("the wheel holds crusoe_env and crusoe_agents, plays with its base, and imports all of its modules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
