"""Where a result comes from: the machine and the version of the sources."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from crusoe_env.support.threads import processors

ROOT = Path(__file__).resolve().parents[2]
"""Of the repository, in a checkout."""


def machine() -> str:
    """Processor, cores and versions, in one line."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        models = [line.split(":", 1)[1] for line in lines if "model name" in line]
        name = " ".join(models[0].split()) if models else name
    packages = ", ".join(f"{package} {version(package)}" for package in ("numpy", "numba", "gymnasium"))
    return f"{name}, {processors()} cores, Python {platform.python_version()}, {packages}"


def commit() -> str:
    """The commit of the sources; "unknown" where the package is installed."""
    if not (ROOT / "pyproject.toml").is_file():
        return "unknown"
    try:
        found = subprocess.run(
            ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude", "*"],
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
        return found.stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"
