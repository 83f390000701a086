"""Where a result comes from: the machine and the version of the sources."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from llvmlite import binding

from crusoe_env.support.threads import processors

ROOT = Path(__file__).resolve().parents[2]
"""Of the repository, in a checkout."""
VECTORS = (("avx512f", "AVX-512"), ("avx2", "AVX2"), ("sve", "SVE"), ("neon", "NEON"))
"""Names of vector instructions, for LLVM and for people, widest first."""


def machine() -> str:
    """Processor, cores, vectors (which decide how compiled sums are rounded) and versions, in one line."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text().splitlines()
        models = [line.split(":", 1)[1] for line in lines if "model name" in line]
        name = " ".join(models[0].split()) if models else name
    packages = ", ".join(f"{package} {version(package)}" for package in ("numpy", "numba", "gymnasium"))
    cores = f"{processors()} cores{vectors()}"
    return f"{name}, {cores}, Python {platform.python_version()}, {packages}"


def vectors() -> str:
    """The widest vectors of the processor, as in " with AVX2"; empty for one that has none of these."""
    features = binding.get_host_cpu_features()
    return next((f" with {said}" for feature, said in VECTORS if features.get(feature)), "")


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
