"""Files of the compiled cache."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

from crusoe_env.engine.compile import cache_root
from tests.fuzz import cache_player
from tests.fuzz.runs import RefusedError, UnplayableError
from tests.support import ROOT, output_of

PLAYING = 60
"""Seconds that playing with a damaged cache may take: all may be compiled anew."""
COMPILED = 50
"""Of so many damaged caches, one is compiled to the end. Of the others one sees that they would be."""


PLAY = f"""
import sys
import {cache_player.__name__} as player
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
print(player.play())
print("\\n".join(opened))
"""


@functools.cache
def player_of(process: int) -> Any:
    """A process that plays compiled games with the caches that it is given; it ends with the asking process.

    Each process has its own: of a file that took too long, the answer must not be taken for the next one's.
    """
    environment = {**os.environ, "CRUSOE_ENV_QUIET": "1"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-m", cache_player.__name__, str(PLAYING)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )


def played_with(cache: Path, whole: bool) -> str:
    """The digest of the games played with this cache, or how the process ended.

    `whole`: what is missing in the cache is compiled, which takes long.
    """
    player = player_of(os.getpid())
    player.stdin.write(f"{cache_player.WHOLE if whole else ''}{cache.resolve()}\n")
    player.stdin.flush()
    return str(player.stdout.readline()).rstrip("\n")


@functools.cache
def games_of_sound_cache() -> tuple[str, dict[str, bytes]]:
    """The digest of the games that are played with the sound cache, and the files that were read for it.

    The files go by their place in the cache, with + for /.
    """
    output_of("-c", PLAY, NUMBA_DISABLE_JIT=None)  # compiles what is not in it yet
    digest, *opened = output_of("-c", PLAY, NUMBA_DISABLE_JIT=None).splitlines()
    root = cache_root()
    paths = sorted({Path(line) for line in opened if line.startswith(f"{root}{os.sep}")})
    names = {path: path.relative_to(root).as_posix().replace("/", "+") for path in paths}
    return digest, {name: content for path, name in names.items() if (content := path.read_bytes())}


def files_of_sound_cache() -> dict[str, bytes]:
    """What is damaged."""
    return games_of_sound_cache()[1]


def check_cache(file: Path) -> None:
    """Play with a cache one file of which is damaged: it counts as missing, or the games are the same."""
    cache = file.parent / "cache"
    for name in files_of_sound_cache():
        place = cache / name.replace("+", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if name == file.name:
            shutil.copy(file, place)
        else:
            place.symlink_to(cache_root() / name.replace("+", "/"))
    digest, _ = games_of_sound_cache()
    try:
        played = played_with(cache, whole=zlib.crc32(file.read_bytes()) % COMPILED == 0)
    finally:
        shutil.rmtree(cache)
    if played == cache_player.MISSING:
        raise RefusedError(f"{file.name}: {played}")
    if not re.fullmatch("[0-9a-f]+", played):
        raise UnplayableError(played)
    if played != digest:
        raise UnplayableError("other games than with the sound cache")
