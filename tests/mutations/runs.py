"""Mutants run in a private copy of the project: first which tests call what, then one mutant at a time."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutations import calls
from tests.mutations.changes import Mutation

NOTICED, SURVIVED, UNTESTED = "noticed", "survived", "no test calls it"
MEMORY = 8 << 30
"""Bytes of address space for the tests of a mutant."""
START = 60
"""Seconds that starting pytest may take."""
PLUGIN = "calls_of_tests"
PYTEST = ("-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow and not browser")


@contextmanager
def private_copy(root: Path) -> Iterator[Path]:
    """A copy of the files of a project that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, cwd=root, check=True).stdout
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        for name in filter(None, listed.split("\0")):
            place = Path(folder, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            if (root / name).is_file():  # git also lists what has been removed
                shutil.copy2(root / name, place)
        yield Path(folder)


@dataclass
class Project:
    """A private copy of the project, and what is known of its tests.

    Attributes:
        root: of the copy.
        folders: of the sources.
        seconds: of tests for one mutant, as long as they took without it.
        patience: seconds for one test when calls are noted; slower ones are left out.
        tests: by id: how long it takes, and the functions that it calls.
    """

    root: Path
    folders: Sequence[str]
    seconds: float = 60
    patience: int = 20
    start: float = START
    tests: dict[str, tuple[float, list[str]]] = field(default_factory=dict)

    # ------------------------------------------------------------------ which tests call what
    def note_calls(self, paths: Sequence[str], cache: Path) -> None:
        """Learn which functions tests call; files of tests that are as they were are taken from the cache."""
        found = [self.root / path for path in paths]
        files = {file for path in found for file in ([path] if path.is_file() else path.rglob("test_*.py"))}
        hashes = {file.relative_to(self.root).as_posix(): _hash(file) for file in sorted(files)}
        known = json.loads(cache.read_text()) if cache.exists() else {}
        missing = [name for name, now in hashes.items() if known.get(name, {}).get("hash") != now]
        if missing:
            fresh = self._calls_of(missing)
            for name in missing:
                own = {test: calls for test, calls in fresh.items() if test.partition("::")[0] == name}
                known[name] = {"hash": hashes[name], "tests": own}
            cache.parent.mkdir(parents=True, exist_ok=True)
            cache.write_text(json.dumps(known))
        self.tests = {test: calls for name in hashes for test, calls in known[name]["tests"].items()}

    def _calls_of(self, files: Sequence[str]) -> dict[str, tuple[float, list[str]]]:
        shutil.copy(str(calls.__file__), self.root / f"{PLUGIN}.py")
        written = self.root / "calls.json"
        settings = {
            calls.FILE: written,
            calls.FOLDERS: os.pathsep.join(self.folders),
            calls.PATIENCE: self.patience,
        }
        environment = self._environment() | {name: str(value) for name, value in settings.items()}
        command = [sys.executable, *PYTEST, "-p", PLUGIN, *files]
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True)
        if not written.exists():
            raise RuntimeError(f"pytest wrote down no calls:\n{done.stdout}{done.stderr}")
        found: dict[str, tuple[float, list[str]]] = json.loads(written.read_text())
        return found

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.root), "NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": "0"}

    # ------------------------------------------------------------------ mutants
    def tests_for(self, mutation: Mutation) -> list[str]:
        """The tests that call the function, quick and specific ones first, as many as there is time for."""
        name = f"{mutation.file}:{mutation.function}"
        callers = [test for test, (_, called) in self.tests.items() if name in called]
        callers.sort(key=lambda test: self.tests[test][0] * len(self.tests[test][1]))
        chosen, seconds = [], 0.0
        for test in callers:
            seconds += self.tests[test][0]
            if chosen and seconds > self.seconds:
                break
            chosen.append(test)
        return chosen

    def verdict(self, mutation: Mutation) -> str:
        """Does a test notice? Hanging, crashing and exhausting memory are noticed too."""
        tests = self.tests_for(mutation)
        if not tests:
            return UNTESTED
        file = self.root / mutation.file
        before, times = file.read_bytes(), file.stat()
        file.write_bytes(mutation.of(before))
        try:
            status = self._run(tests)
        finally:
            file.write_bytes(before)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        return SURVIVED if status == 0 else NOTICED

    def _run(self, tests: Sequence[str]) -> int | None:
        """The exit status of the tests; None if they took too long."""
        limit = self.start + 3 * sum(self.tests[test][0] for test in tests)
        child = subprocess.Popen(
            [sys.executable, *PYTEST, "-x", *tests],
            cwd=self.root,
            env=self._environment() | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_limit_memory,
        )
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)  # with all that the tests have started
                child.wait()


def _limit_memory() -> None:
    import resource  # which Windows does not have

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _hash(file: Path) -> str:
    return hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest()
