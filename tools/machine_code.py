"""Write the machine code that goes into the wheel of a platform: `python -m tools.machine_code FOLDER`.

`tools/first_steps.py` plays with code for the oldest processors that the wheel runs on, and with a cache of
its own. What that compiled goes to the folder, from which `tools/wheel.py` takes it into the wheel.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crusoe_env.engine.compile.linked.files import hash_of, read_whole, sources_of
from crusoe_env.engine.compile.linked.packaged import INDEX, RETURNED, digest_of

BASELINES = {
    "x86_64": (
        "x86-64-v3",
        ["avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2", "xsave"],
    ),
    "aarch64": ("generic", ["neon"]),
}
"""By machine: what LLVM calls the oldest processor, and the features that it has."""
FIRST_STEPS = Path(__file__).with_name("first_steps.py")


def compiled(folder: Path, processor: str) -> None:
    """Play with an empty cache in a folder, for this processor."""
    settings = {"CRUSOE_ENV_CACHE": str(folder), "CRUSOE_ENV_MACHINE_CODE": "", "CRUSOE_ENV_WAIT": "1"}
    settings |= {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""}
    subprocess.run([sys.executable, FIRST_STEPS], env={**os.environ, **settings}, check=True)


def versions_in(cache: Path) -> Iterator[tuple[str, str, dict[str, Any], bytes]]:
    """What lies in a cache: the name of the sources, the key, the entry of the index, the machine code."""
    for index in sorted(cache.rglob("*.nbi")):
        _, _, overloads = pickle.loads(read_whole(str(index)))
        for (arguments, _, code), file in sorted(overloads.items(), key=lambda item: item[1]):
            place = index.parent.name, index.name.removesuffix(".nbi")
            key = hash_of(repr((*place, arguments, code)).encode()).hex()
            content, entry = described(pickle.loads(read_whole(str(index.with_name(file)))))
            yield sources_of(index.parents[1]), key, entry, content


def described(kept: tuple[Any, ...]) -> tuple[bytes, dict[str, Any]]:
    """The machine code of what Numba keeps of a function, and the entry of the index.

    Raises:
        ValueError: it needs more than machine code: constants of Python, or a type that is not expected.
    """
    if len(kept) != 4 or str(kept[3].return_type) not in RETURNED:
        raise ValueError(f"{kept[1].qualname} cannot be packaged: it needs more than machine code")
    library, content, descriptor, signature = kept
    digest = digest_of(content)
    return content, {
        "file": f"{digest}.o",
        "digest": digest,
        "library": library,
        "module": descriptor.modname,
        "qualname": descriptor.qualname,
        "unique_name": descriptor.unique_name,
        "parameters": list(descriptor.args),
        "returns": str(signature.return_type),
        "mangled": descriptor.mangled_name,
        "environment": descriptor.env_name,
        "number": descriptor.uid,
    }


def write(cache: Path, folder: Path, features: list[str]) -> None:
    """Write the code of a cache, and its index, to a folder that is made anew."""
    found = list(versions_in(cache))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    functions: dict[str, dict[str, Any]] = {}
    for sources, key, entry, content in found:
        (folder / entry["file"]).write_bytes(content)
        functions.setdefault(sources, {})[key] = entry
    index = {"features": features, "functions": functions}
    (folder / INDEX).write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Compile, and write."""
    if len(sys.argv) != 2:
        raise SystemExit("python -m tools.machine_code FOLDER")
    folder, machine = Path(sys.argv[1]), platform.machine()
    if machine not in BASELINES:
        raise SystemExit(f"no processor is chosen for {machine}; known: {', '.join(BASELINES)}")
    processor, features = BASELINES[machine]
    with tempfile.TemporaryDirectory() as cache:
        compiled(Path(cache), processor)
        write(Path(cache), folder, features)
    files = list(folder.iterdir())
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{folder}: {len(files) - 1} functions for {processor}, {size:.1f} MB")


if __name__ == "__main__":
    main()
