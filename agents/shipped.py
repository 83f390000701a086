"""Paths of files that come with the package, and names of its programs, in a checkout or installed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "train.py").is_file() else None
"""The root of the repository, unless the package is installed."""
ZOO, PARTNERS = "crusoe_zoo", "crusoe_partners"
"""The distributions of the policies and of the partners."""


def shipped(name: str) -> Path:
    """A folder that comes with the package, such as `configs`: at the root of a checkout, or inside."""
    return (CHECKOUT or PACKAGE) / name


def zoo_folder() -> Path:
    """The folder of the policies: `zoo` in a checkout, else that of the distribution `crusoe_zoo`.

    There is none if the distribution is not installed. The partners of `crusoe_partners` lie in it too.
    """
    if CHECKOUT is not None:
        return CHECKOUT / "zoo"
    spec = find_spec(ZOO)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else PACKAGE / "zoo"


def how_to_get(distribution: str) -> str:
    """The command that installs the policies or the partners."""
    source = {ZOO: "./zoo", PARTNERS: "./zoo/partners"}[distribution]
    return f"pip install {distribution} (from a checkout: pip install {source})"


def suite_names() -> list[str]:
    """The published suites."""
    return sorted(file.stem for file in (shipped("configs") / "suites").glob("*.yaml"))


def challenge_names() -> list[str]:
    """The published challenges."""
    return sorted(file.stem for file in (shipped("configs") / "challenges").glob("*.yaml"))


def program(name: str, arguments: Sequence[str] = ()) -> str:
    """The shell command for `train` or `evaluate`: in the root of a checkout that of its script."""
    here = CHECKOUT is not None and Path.cwd() == CHECKOUT
    return shlex.join([*(("python", f"{name}.py") if here else ("crusoe", name)), *arguments])
