"""Damaged files are tried in child processes with limits of time and memory."""

from __future__ import annotations

import faulthandler
import gc
import multiprocessing
import os
import random
import shutil
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import ROOT

REFUSED, PLAYED, FAULT = "refused", "played", "fault"
MEMORY = 3 << 30
"""Bytes of address space that a file may take beyond what the process has."""
SECONDS = 20
"""For one file."""
EACH = 20
"""Files for one child process; starting one takes as long as refusing some files."""
LONGEST = 1_000
"""Characters of an error: nobody reads a longer line."""
OURS = ("crusoe_env/", "agents/")
FORK = multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None


class UnplayableError(AssertionError):
    """A file was taken, and what came of it is no game."""


class RefusedError(Exception):
    """A command refused a file; the message is what it wrote on stderr."""


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes:
        originals: sound files by name; the name says what `check` needs to know.
        damage: another content for a file of this name.
        check: read a file as users do, and play; errors that a user would see come out.
        named: what an error must name.
        seconds: for one file.
        sound: how many sound files are tried first.
    """

    originals: Callable[[], dict[str, bytes]]
    damage: Callable[[str, bytes, random.Random], bytes]
    check: Callable[[Path], None]
    named: Callable[[Path], str] = attrgetter("name")
    seconds: int = SECONDS
    sound: int = 3


class Outcome(NamedTuple):
    """What became of one file; `fault`: what is wrong, the same words for the same cause."""

    file: Path
    verdict: str
    fault: str = ""
    message: str = ""


@dataclass
class Tally:
    """Outcomes of one kind."""

    verdicts: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[Outcome]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count one more."""
        self.verdicts[outcome.verdict] += 1
        if outcome.verdict == FAULT:
            self.faults.setdefault(outcome.fault, []).append(outcome)


# ------------------------------------------------------------------ one file
def damaged_file(kind: Kind, name: str, seed: int, number: int, folder: Path) -> Path:
    """Write the damaged file with this number into a folder of its own; the same for the same numbers."""
    rng = random.Random(f"{name} {seed} {number}")
    originals = kind.originals()
    original = rng.choice(sorted(originals))
    content = kind.damage(original, originals[original], rng)
    file = folder / name / f"{seed}-{number}" / original
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def tried(kind: Kind, file: Path) -> Outcome:
    """Read and play a file in this process."""
    named = kind.named(file)
    try:
        kind.check(file)
    except RefusedError as error:
        fault = fault_in(str(error), named)
        return Outcome(
            file, FAULT if fault else REFUSED, fault and f"the command: {fault}", str(error)[:LONGEST]
        )
    except (Exception, SystemExit) as error:
        fault = fault_of(error, named)
        return Outcome(file, FAULT if fault else REFUSED, fault, str(error)[:LONGEST])
    return Outcome(file, PLAYED)


def fault_of(error: BaseException, named: str) -> str:
    """What is wrong with an error that a user sees; "" for one that was raised with care.

    That is a ValueError, TypeError or OSError that this project raises, in a line that names the file.
    """
    name = type(error).__name__
    if isinstance(error, UnplayableError):
        return f"no game: {error}"
    at = fault_place(error)
    if not isinstance(error, ValueError | TypeError | OSError):
        return f"{name} at {at}"
    last = traceback.extract_tb(error.__traceback__)[-1]
    if not at.startswith(OURS) or not (last.line or "").startswith("raise"):
        return f"raw {name} at {at}"
    fault = fault_in(str(error), named)
    return fault and f"{name} at {at}: {fault}"


def fault_in(message: str, named: str) -> str:
    """What is wrong with the message of an error; "" for one line that names the file."""
    lines = len(message.splitlines())
    if not message.strip() or lines != 1:
        return f"message of {lines} lines"
    if len(message) > LONGEST:
        return f"message of more than {LONGEST} characters"
    return "" if named in message else "message that does not name the file"


def fault_place(error: BaseException) -> str:
    """Where an error was raised: the last place in this project, if there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{_of(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return next((place for place in reversed(places) if place.startswith(OURS)), places[-1])


def _of(file: str) -> str:
    return Path(file).relative_to(ROOT).as_posix() if file.startswith(f"{ROOT}{os.sep}") else file


# ------------------------------------------------------------------ many files
class Child(NamedTuple):
    """A child process, and the numbers and files that it has not answered for."""

    process: Any
    results: Connection
    numbers: list[int]
    files: list[Path]


def run(
    name: str, kind: Kind, numbers: Sequence[int], seed: int, folder: Path, workers: int = 1
) -> Generator[Outcome, None, None]:
    """Try so many damaged files; those without a fault are removed.

    Child processes try `EACH` files each. They are forked from this one after a sound file has been tried, so
    that what all need is loaded. A child that crashes, hangs or takes too much memory is a fault of the file
    that it was at; another child tries its other files.
    """
    originals = kind.originals()
    for original in sorted(originals)[:: max(1, len(originals) // kind.sound)][: kind.sound]:
        sound = folder / name / "sound" / original
        sound.parent.mkdir(parents=True, exist_ok=True)
        sound.write_bytes(originals[original])
        kind.check(sound)  # it must pass
        sound.unlink()
    waiting = [list(numbers[at : at + EACH]) for at in range(0, len(numbers), EACH)][::-1]
    running: dict[Connection, Child] = {}
    gc.freeze()  # children then copy less of what they share with this process
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                these = waiting.pop()
                child = started(kind, these, [damaged_file(kind, name, seed, it, folder) for it in these])
                running[child.results] = child
            for results in wait(list(running)):
                child = running[results]  # type: ignore[index]
                outcome, has_ended = next_outcome(child)
                if has_ended:
                    del running[child.results]
                    child.results.close()
                if outcome is not None:
                    if outcome.verdict != FAULT:
                        shutil.rmtree(outcome.file.parent, ignore_errors=True)
                    yield outcome
                if has_ended and child.numbers:
                    waiting.append(child.numbers)
    finally:
        gc.unfreeze()
        for child in running.values():
            child.process.kill()
            child.process.join()
            for file in child.files:
                shutil.rmtree(file.parent, ignore_errors=True)


def started(kind: Kind, numbers: list[int], files: list[Path]) -> Child:
    """A child process that tries these files."""
    assert FORK is not None
    ours, theirs = FORK.Pipe(duplex=False)
    process = FORK.Process(target=in_child, args=(kind, files, theirs), daemon=False)
    process.start()
    theirs.close()
    return Child(process, ours, list(numbers), list(files))


def next_outcome(child: Child) -> tuple[Outcome | None, bool]:
    """What became of the next file of a child, if it had one left; and whether the child has ended."""
    has_ended = False
    try:
        outcome: Outcome | None = child.results.recv()
    except (EOFError, OSError):
        child.process.join()
        has_ended = True
        outcome = Outcome(child.files[0], FAULT, how(child.process.exitcode)) if child.files else None
    if outcome is not None:
        del child.files[0], child.numbers[0]
    return outcome, has_ended


def how(exitcode: int) -> str:
    """How a child ended that said nothing."""
    if exitcode == -signal.SIGALRM:
        return "takes too long"
    return f"crash ({signal.Signals(-exitcode).name})" if exitcode < 0 else f"exit with status {exitcode}"


def in_child(kind: Kind, files: Sequence[Path], results: Connection) -> None:
    """In a child process: limits first, then the files."""
    faulthandler.disable()  # a crash is counted, not shown
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - until the process ends
    limit_memory()
    for file in files:
        signal.alarm(kind.seconds)
        try:
            outcome = tried(kind, file)
        except MemoryError:
            outcome = Outcome(file, FAULT, "MemoryError")
        signal.alarm(0)
        results.send(outcome)
    results.close()
    os._exit(0)


def limit_memory() -> None:
    """Take no more than `MEMORY` from now on, where the system can hold a process to it; leave no core."""
    import resource  # which Windows does not have

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY,) * 2)
