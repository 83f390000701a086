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
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tests.mutations import watching
from tests.mutations.changes import Mutation

NOTICED, SURVIVED, UNTESTED = "noticed", "survived", "no test calls it"
MEMORY = 24 << 30
"""Bytes of address space for tests; torch alone reserves several GB."""
START = 30
"""Seconds that starting pytest may take."""
CASES = 3
"""Cases of a test that come before those of others."""
PLUGIN = "calls_of_tests"
PYTEST = ("-m", "pytest", "--rootdir", ".", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", PLUGIN)
QUICK = ("-m", "not browser and not slow")  # what `make test` runs


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
        patience: seconds of the processor for one test when calls are noted; slower ones are left out.
        start: seconds that starting pytest may take.
        compiled: are the rules compiled?
        tests: by id: how long it takes, and the functions that it calls.
        noticed_by: the tests that failed with a change; none where they hang or crash.
    """

    root: Path
    folders: Sequence[str]
    seconds: float = 30
    patience: float = 20
    start: float = START
    compiled: bool = False
    tests: dict[str, tuple[float, list[str]]] = field(default_factory=dict)
    noticed_by: dict[Mutation, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shutil.copy(Path(watching.__file__).with_name("calls.py"), self.root / f"{PLUGIN}.py")
        shutil.copy(watching.__file__, self.root / "sitecustomize.py")

    # ------------------------------------------------------------------ which tests call what
    def note_calls(self, paths: Sequence[str], kept: Path) -> None:
        """Learn which functions tests call; notes of files of tests that have not changed are kept.

        Each file runs in a process of its own, so that what it imports is counted for it.
        """
        found = [self.root / path for path in paths]
        files = {file for path in found for file in ([path] if path.is_file() else path.rglob("test_*.py"))}
        self.tests = {}
        for file in tqdm(sorted(files), "notes of what tests call", unit=" files", dynamic_ncols=True):
            name = file.relative_to(self.root).as_posix()
            notes = kept / f"{name.replace('/', '+')}.json"
            known = json.loads(notes.read_text()) if notes.exists() else {}
            if known.get("hash") != hash_of(file):
                known = {"hash": hash_of(file), "tests": self._calls_of(name)}
                notes.parent.mkdir(parents=True, exist_ok=True)
                notes.write_text(json.dumps(known))
            self.tests.update(known["tests"])

    def _calls_of(self, file: str) -> dict[str, tuple[float, list[str]]]:
        notes, written = self.root / "notes_of_processes", self.root / "calls.json"
        shutil.rmtree(notes, ignore_errors=True)
        notes.mkdir()
        written.unlink(missing_ok=True)
        settings: dict[str, Any] = {
            watching.NOTES: notes,
            watching.SOURCES: os.pathsep.join(self.folders),
            watching.CALLS: written,
        }
        self._pytest([*QUICK, file], self.patience, None, settings)
        if not written.exists():
            raise RuntimeError(f"pytest wrote down no calls of {file}")
        found: dict[str, tuple[float, list[str]]] = json.loads(written.read_text())
        return found

    # ------------------------------------------------------------------ mutants
    def tests_for(self, mutation: Mutation) -> list[str]:
        """The tests that call the function, as many as there is time for.

        Some cases of each test come first, so that many tests are among them, the quick and specific first.
        """
        name = f"{mutation.file}:{mutation.function}"
        callers = [test for test, (_, called) in self.tests.items() if name in called]
        callers.sort(key=lambda test: self.tests[test][0] * len(self.tests[test][1]))
        cases: Counter[str] = Counter()
        rounds = {}
        for test in callers:
            function = test.partition("[")[0]
            rounds[test] = cases[function] // CASES
            cases[function] += 1
        chosen, seconds = [], 0.0
        for test in sorted(callers, key=rounds.__getitem__):
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
            status, failed = self._try(["-x", *tests])
        finally:
            file.write_bytes(before)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        self.noticed_by[mutation] = failed
        return SURVIVED if status == 0 else NOTICED

    def verdicts(self, mutations: Iterable[Mutation]) -> Iterator[tuple[Mutation, str]]:
        """Judge each; once more where the test that noticed does not pass without the change either."""
        waiting = list(mutations)
        while waiting:
            for mutation in waiting:
                yield mutation, self.verdict(mutation)
            tests = sorted({test for mutation in waiting for test in self.noticed_by.get(mutation, ())})
            unsound = set(self._try(tests)[1]) if tests else set()
            self.tests = {test: calls for test, calls in self.tests.items() if test not in unsound}
            waiting = [it for it in waiting if unsound.intersection(self.noticed_by.get(it, ()))]

    def _try(self, arguments: Sequence[str]) -> tuple[int | None, list[str]]:
        """The exit status of tests, None if they took too long; and the tests that failed."""
        seconds = [self.tests[test][0] for test in arguments if test in self.tests]
        written = self.root / "failed.json"
        written.unlink(missing_ok=True)
        status = self._pytest(
            arguments, 5 + 2 * max(seconds), self.start + 3 * sum(seconds), {watching.FAILED: written}
        )
        return status, json.loads(written.read_text()) if written.exists() else []

    def _pytest(
        self, arguments: Sequence[str], patience: float, limit: float | None, settings: dict[str, Any]
    ) -> int | None:
        """Run pytest; its exit status, None after so many seconds."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "NUMBA_DISABLE_JIT": str(int(not self.compiled)),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            watching.PATIENCE: str(patience),
            **{name: str(value) for name, value in settings.items()},
        }
        child = subprocess.Popen(
            [sys.executable, *PYTEST, *arguments],
            cwd=self.root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_limit,
        )
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)  # with all that the tests have started
                child.wait()


def _limit() -> None:
    import resource  # which Windows does not have

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if hasattr(os, "sched_setaffinity"):  # on one processor no work goes on in threads after a test has ended
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def hash_of(file: Path) -> str:
    """A short hash of a file."""
    return hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest()
