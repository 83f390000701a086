"""Short programs run in copies of one process that has imported the libraries: most of their time is imports.

`run_all` starts that process. It forks once for each program, so that none meets what another has done. Where
processes cannot be forked safely (all systems but Linux), each program has a fresh process.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import traceback
import types
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Program:
    """A program and the folder that it runs in; a UserWarning is an error."""

    source: str
    folder: str


@dataclass(frozen=True)
class Ended:
    """How a program ended, and what it said on stderr."""

    status: int
    err: str


def run_all(programs: Sequence[Program]) -> list[Ended]:
    """Run programs one after the other."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    if sys.platform != "linux":
        return [_run_afresh(program, environment) for program in programs]
    done = subprocess.run(
        [sys.executable, "-m", "tests.forks"],
        input=json.dumps([asdict(program) for program in programs]),
        env=environment, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [Ended(**ended) for ended in json.loads(done.stdout)]


def _run_afresh(program: Program, environment: dict[str, str]) -> Ended:
    command = [sys.executable, "-W", "error::UserWarning", "-c", program.source]
    done = subprocess.run(command, cwd=program.folder, env=environment, capture_output=True, text=True)
    return Ended(done.returncode, done.stderr)


def _load() -> None:
    """Import what programs may need, and load the compiled rules of all games."""
    import gymnasium

    import crusoe_env
    import crusoe_env.robinson

    with contextlib.suppress(ImportError):
        import torch  # noqa: F401
    for env_id in crusoe_env.GAMES.values():
        env = gymnasium.make(env_id)
        _, info = env.reset(seed=0)
        env.step(int(info["action_mask"].argmax()))


def _run_as_copy(program: Program, out: int, err: int) -> NoReturn:
    """In a forked process: the program, as if Python had been started with it."""
    status = 1
    try:
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.chdir(program.folder)
        sys.path[0] = ""
        warnings.simplefilter("error", UserWarning)
        sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(program.source, "<program>", "exec"), vars(sys.modules["__main__"]))
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    """Run the programs that stdin names; say on stdout how they ended."""
    programs = [Program(**program) for program in json.load(sys.stdin)]
    _load()
    found = []
    for program in programs:
        with open(os.devnull, "wb") as out, (Path(program.folder) / "stderr").open("w+b") as err:
            pid = os.fork()
            if pid == 0:
                _run_as_copy(program, out.fileno(), err.fileno())
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            err.seek(0)
            found.append(Ended(status, err.read().decode()))
    print(json.dumps([asdict(ended) for ended in found]))


if __name__ == "__main__":
    main()
