r"""What a file may ask for: it decides nothing that runs code or costs money, unless its user trusts it.

A file can name modules (`MODULE:NAME`) and servers (`openai:MODEL@URL`). Importing a module can run any code;
a server gets the key. Each needs one of these:

- the command line names the same module or server,
- `--trust` says that the files of this command are trusted,
- the file has a seal: a run of this user on this machine has written it.

A seal is an HMAC-SHA256 of the content under a key that only this user can read. The key is in
`checkpoint.key` in the user's configuration folder (`$XDG_CONFIG_HOME/crusoe_env`, by default
`~/.config/crusoe_env`; on Windows `%APPDATA%\crusoe_env`). Without it nobody can make a file that counts as
sealed.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import hmac
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from crusoe_env.interfaces.registration import is_registered_path
from crusoe_env.support.words import shown

KEY = "checkpoint.key"
KEY_BYTES = 32
SEAL_BYTES = 64
"""Hexadecimal digits of a seal."""
SEAL_LINE = "# sealed: "
"""Begins the last line of a sealed text."""
IMPORT_PATH = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
SHIPPED = ("zoo", "partner")
"""Kinds of agents whose names look like import paths, and which come with the project."""
ERRING = "erring:"
"""Begins the name of a stub, `erring:SHARE:NAME`, which plays as the agent NAME."""
SERVERS = ("openai",)
"""Kinds of players that ask a server, by what their names begin with up to a colon."""
REASON = (
    "runs a module or asks a server, which a file alone may not decide; name it on the command line, too, or"
    " add --trust if you trust the file"
)


class UntrustedError(ValueError):
    """A file asks for what only its user may decide; the message is one line."""


class Trusted(NamedTuple):
    """What a command trusts: every file, or what these words of its command line name."""

    every_file: bool = False
    words: frozenset[str] = frozenset()


_trusted: ContextVar[Trusted] = ContextVar("trusted", default=Trusted())  # noqa: B039 - it is immutable


@contextlib.contextmanager
def trusting(every_file: bool, arguments: Iterable[str] = ()) -> Iterator[None]:
    """A context in which files are trusted.

    Args:
        every_file: whether `--trust` was given.
        arguments: of the command line; a file may ask for what they name.
    """
    pieces = {piece for argument in arguments for piece in (argument, *argument.split(","))}
    words = frozenset(pieces | {piece.partition("=")[2] for piece in pieces})
    before = _trusted.set(Trusted(every_file, words))
    try:
        yield
    finally:
        _trusted.reset(before)


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Add the option `--trust` to a command line."""
    parser.add_argument("--trust", action="store_true", help=ABOUT)


ABOUT = (
    "let the files of this command decide what runs: modules and servers that they name; each can run any"
    " code or get your key"
)
"""What `--trust` means."""


# ---------------------------------------------------------------------- names


def names_module(name: str) -> bool:
    """Return true for an import path, MODULE:NAME; making what it names imports the module."""
    found = IMPORT_PATH.fullmatch(name)
    return found is not None and found[1] not in SHIPPED


def asks(name: str) -> bool:
    """Return true for a name of a game, agent or player that runs a module or asks a server."""
    inner = _inner(name)
    return inner.partition(":")[0] in SERVERS or names_module(inner)


def _inner(name: str) -> str:
    """The player whose answers a stub gives; other names as they are."""
    while name.startswith(ERRING):
        name = name.removeprefix(ERRING).partition(":")[2]
    return name


def admits(name: str) -> bool:
    """Whether a file may name this game, agent, player or class.

    All that comes with the project may be named, games that are registered, and paths of runs and policies,
    whose files are checked themselves.
    """
    inner, trusted = _inner(name), _trusted.get()
    said = trusted.every_file or not trusted.words.isdisjoint((name, inner))
    return said or not asks(name) or is_registered_path(inner)


def admitted(name: str, where: str) -> str:
    """A name that came from a file: of a game, an agent, a player or a class.

    Args:
        name: as the file says it.
        where: file and field, for the message.

    Raises:
        UntrustedError: it runs a module or asks a server, and nobody but the file says so.
    """
    if not admits(name):
        raise UntrustedError(f"{where}: {shown(name)} {REASON}")
    return name


# ---------------------------------------------------------------------- seals


def key_file() -> Path:
    """The path of the key."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "crusoe_env" / KEY


def key() -> bytes:
    """This user's key; a new one if there is none, or if others can read it. Raises OSError."""
    path = key_file()
    if not _is_secret(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        handle, made = tempfile.mkstemp(dir=path.parent)  # only the owner can read it
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
            with contextlib.suppress(FileExistsError):  # another process was faster: use its key
                os.link(made, path)
        finally:
            os.unlink(made)
    return path.read_bytes()


def _is_secret(path: Path) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    if os.name == "posix" and (found.st_uid != os.getuid() or found.st_mode & 0o077):
        return False
    return path.is_file() and found.st_size == KEY_BYTES


def seal(content: bytes) -> str:
    """The seal of a content; an invalid one, with a warning on stderr, if no key can be stored."""
    try:
        return hmac.new(key(), content, hashlib.sha256).hexdigest()
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody knows a home of this user
        reason = getattr(error, "strerror", None) or error
        print(f"no key can be kept ({reason}); --resume will need --trust", file=sys.stderr)
        return "0" * SEAL_BYTES


def is_sealed(content: bytes, found: str) -> bool:
    """Return true for the seal of a content."""
    try:
        if not _is_secret(key_file()):  # reading makes no key
            return False
        return hmac.compare_digest(hmac.new(key(), content, hashlib.sha256).hexdigest(), found)
    except (OSError, RuntimeError, TypeError):  # no key, or a seal with letters outside ASCII
        return False


def sealed_text(text: str) -> str:
    """A text with its seal in a last line, which is a comment in YAML. The text ends with a line break."""
    return f"{text}{SEAL_LINE}{seal(_as_text(text))}\n"


def is_sealed_text(text: str) -> bool:
    """Return true for a text with its seal, as `sealed_text` makes it."""
    content, found, digits = text.rpartition(SEAL_LINE)
    return bool(found) and is_sealed(_as_text(content), digits.removesuffix("\n"))


def _as_text(text: str) -> bytes:
    """What is sealed of a text: the seal of an archive is none of a text."""
    return b"text\n" + text.encode()
