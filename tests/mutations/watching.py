"""Notes which functions of the sources a process calls; loaded by Python itself, as `sitecustomize`.

It is copied to the root of the project that is looked at, so it imports nothing of it. Every process that a
test starts there with Python watches itself too, and writes down at its end what it has called.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

NOTES, SOURCES = "MUTATIONS_NOTES", "MUTATIONS_SOURCES"
"""Variables of the environment: the folder for the notes of processes; folders of sources."""
CALLS, FAILED, PATIENCE = "MUTATIONS_CALLS", "MUTATIONS_FAILED", "MUTATIONS_PATIENCE"
"""The same for the plugin of pytest: where to write what tests call; where to write which tests have failed;
seconds of the processor for one test."""
ROOT = f"{Path(__file__).resolve().parent}{os.sep}"

seen: dict[int, CodeType] = {}


def trace(frame: FrameType, event: str, argument: Any) -> None:
    """Note a call."""
    seen[id(frame.f_code)] = frame.f_code


def functions() -> list[str]:
    """The functions seen that lie in the folders, as FILE:NAME."""
    folders = tuple(os.environ[SOURCES].split(os.pathsep))
    places = ((code.co_filename.removeprefix(ROOT), code.co_qualname) for code in list(seen.values()))
    return sorted({f"{file}:{name.split('.<')[0]}" for file, name in places if file.startswith(folders)})


def write() -> None:
    """Write down what this process has called."""
    sys.settrace(None)
    Path(os.environ[NOTES], f"{os.getpid()}.json").write_text(json.dumps(functions()))


def notes_of_others() -> set[str]:
    """What other processes have written down since the last time."""
    found: set[str] = set()
    for file in Path(os.environ[NOTES]).glob("*.json"):
        found.update(json.loads(file.read_text() or "[]"))
        file.unlink()
    return found


if NOTES in os.environ:
    threading.settrace(trace)
    sys.settrace(trace)
    atexit.register(write)
