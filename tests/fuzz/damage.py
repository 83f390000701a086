"""Ways to damage a file: its structure (keys, types, numbers, texts), its text, its bytes."""

from __future__ import annotations

import copy
import json
import math
import random
import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

Format = Literal["toml", "yaml", "json"]

DEEP = 5_000
"""Levels of nesting."""
DIGITS = 5_000
LONG = 100_000
"""Characters of a long text."""
MANY = 10_000
"""Entries of a long list; reading YAML takes a second for each 20,000."""


class Raw(NamedTuple):
    """Text that stands in the file as it is."""

    text: str


NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 2, 7, 100, 255, 256, -129, 2**15, 2**31, 2**31 - 1, -(2**31) - 1, 2**63, -(2**63), 2**64,
    0.5, -0.0, 1e308, math.nan, math.inf, -math.inf, True, False, Raw("1" + "0" * DIGITS),
    Raw("0x" + "f" * 40), Raw("1e999"),
)  # fmt: skip
TEXTS: tuple[Any, ...] = (
    "", " ", "0", "nan", "none", "null", "all", "random", "\0", "\n", "a\nb", "{}", "{0}", "{x", "%s", "..",
    "/", "\u202e", "é", "\U0001f480", "x" * LONG, "[[[", "-1", "1e9", "__class__", "self",
)  # fmt: skip
OTHERS: tuple[Any, ...] = (
    None, [], {}, [[]], [None], [0], [""], {"": 0}, {"id": []}, [{}], [0] * MANY,
    Raw("[" * DEEP + "]" * DEEP), Raw("1979-05-27"), Raw("1979-05-27T07:32:00Z"), Raw("07:32:00"),
    Raw("&a [*a]"), Raw("&a {x: *a}"), Raw("!!python/object/apply:os.getcwd []"), Raw("!!binary x"), Raw("?"),
)  # fmt: skip
KEYS = ("", "id", "self", "x", "__class__", "sources", "a.b", "é", "\n", "0", "x" * 1000)


# ------------------------------------------------------------------ structure
def places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all that stands in a tree of dictionaries and lists, but for the tree itself."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def restructured(tree: Any, rng: random.Random, least: int = 1) -> Any:
    """A copy of a tree with one to three changes."""
    tree = copy.deepcopy(tree)
    for _ in range(rng.randint(least, 3)):
        ways = list(places(tree))
        if not ways:
            break
        *before, key = rng.choice(ways)
        parent = tree
        for step in before:
            parent = parent[step]
        change(parent, key, rng, tree, ways)
    return tree


def change(parent: Any, key: Any, rng: random.Random, tree: Any, ways: list[tuple[Any, ...]]) -> None:
    """Change, delete, rename or duplicate one entry of a dictionary or list."""
    kind = rng.choice(("value", "value", "value", "value", "delete", "double", "rename", "exchange"))
    if kind == "delete":
        del parent[key]
    elif kind == "double" and isinstance(parent, list):
        parent.insert(rng.randint(0, len(parent)), copy.deepcopy(parent[key]))
    elif kind in ("double", "rename") and isinstance(parent, dict):
        value = copy.deepcopy(parent[key]) if kind == "double" else parent.pop(key)
        parent[rng.choice((*KEYS, f"{key}x", str(key)[:-1], str(key).upper()))] = value
    elif kind == "exchange":
        other = tree
        for step in rng.choice(ways):
            other = other[step]
        parent[key] = copy.deepcopy(other)
    else:
        parent[key] = other_value(parent[key], rng)


def other_value(value: Any, rng: random.Random) -> Any:
    """Mostly an unusual value of the same type, else one of any type."""
    if rng.random() < 0.25:
        return copy.deepcopy(rng.choice(NUMBERS + TEXTS + OTHERS))
    if isinstance(value, int | float) and rng.random() < 0.3:
        return value + rng.choice((-1, 1)) if math.isfinite(value) else 0
    if isinstance(value, int | float):
        return rng.choice(NUMBERS)
    if isinstance(value, str):
        return reworded(value, rng) if value and rng.random() < 0.5 else rng.choice(TEXTS)
    if isinstance(value, list) and value and rng.random() < 0.7:
        return rng.choice((value * 2, value[:-1], value[1:], value * 40, [value], value[::-1], value[0]))
    return copy.deepcopy(rng.choice(OTHERS))


def reworded(text: str, rng: random.Random) -> str:
    """A text with a word or number exchanged, left out or repeated."""
    words = text.split(" ")
    i = rng.randrange(len(words))
    numbers = ("-1", "0", "1", "99", "256", str(2**31), "9" * DIGITS, "x", "")
    words[i : i + 1] = rng.choice(
        ([], words[i : i + 1] * 2, [rng.choice(numbers)], [rng.choice(words)], [words[i][:-1]])
    )
    return " ".join(words)


def written(tree: Any, form: Format) -> bytes:
    """A tree as a file; unusual values stand there whether the format has them or not."""
    if form == "toml" and isinstance(tree, dict):
        lines = (f"{_text(str(key))} = {_value(value, form)}\n" for key, value in tree.items())
        return "".join(lines).encode(errors="surrogatepass")
    return _value(tree, form).encode(errors="surrogatepass")


def _value(value: Any, form: Format) -> str:
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        equals = " = " if form == "toml" else ": "
        return (
            "{" + ", ".join(f"{_text(str(key))}{equals}{_value(it, form)}" for key, it in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(it, form) for it in value) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        names = {"toml": str(value), "yaml": f"{value}".replace("nan", ".nan").replace("inf", ".inf")}
        return names.get(form, json.dumps(value))
    return _text(value) if isinstance(value, str) else json.dumps(value, default=str)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# ------------------------------------------------------------------ text and bytes
ENCODINGS = ("utf-16", "utf-8-sig", "utf-32", "cp500")


def damaged(content: bytes, rng: random.Random) -> bytes:
    """A file cut off, with bits turned, pieces or lines left out or repeated, in another encoding, ..."""
    ways = (emptied, cut_off, noise, flipped, piece_moved, lines_moved, in_other_encoding, padded, renumbered)
    return rng.choice(ways)(content, rng)


def emptied(content: bytes, rng: random.Random) -> bytes:
    """Nothing, or nearly."""
    return rng.choice((b"", b"\0", b"\n", b"{}", b"[]", b"null", b"\xff\xfe"))


def cut_off(content: bytes, rng: random.Random) -> bytes:
    """The beginning or the end."""
    at = rng.randint(0, len(content))
    return rng.choice((content[:at], content[at:], content[:-1], content[:8]))


def noise(content: bytes, rng: random.Random) -> bytes:
    """Random bytes, all or in one place."""
    at = rng.randint(0, len(content))
    random_bytes = rng.randbytes(rng.choice((1, 16, 1000)))
    return rng.choice((random_bytes, content[:at] + random_bytes + content[at + len(random_bytes) :]))


def flipped(content: bytes, rng: random.Random) -> bytes:
    """A few bits turned."""
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8)) if content else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def piece_moved(content: bytes, rng: random.Random) -> bytes:
    """A piece left out, repeated, or made zero."""
    one, other = sorted(rng.randint(0, len(content)) for _ in range(2))
    piece = content[one:other]
    return content[:one] + rng.choice((b"", piece * 2, bytes(len(piece)))) + content[other:]


def lines_moved(content: bytes, rng: random.Random) -> bytes:
    """Lines left out, repeated or in another order."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return b"\n"
    i, j = (rng.randrange(len(lines)) for _ in range(2))
    way = rng.randrange(3)
    if way == 0:
        del lines[i]
    elif way == 1:
        lines.insert(j, lines[i])
    else:
        lines[i], lines[j] = lines[j], lines[i]
    return b"".join(lines)


def in_other_encoding(content: bytes, rng: random.Random) -> bytes:
    """The same text in another encoding."""
    return content.decode("latin-1").encode(rng.choice(ENCODINGS), errors="replace")


def padded(content: bytes, rng: random.Random) -> bytes:
    """Much appended."""
    return content + rng.choice((b"\0", b"\n", b" ", b"[", b"a: ")) * rng.choice((1, 1000, 1_000_000))


def renumbered(content: bytes, rng: random.Random) -> bytes:
    """One number of a text is another."""
    found = list(re.finditer(rb"-?\d+", content[:LONG]))
    if not found:
        return flipped(content, rng)
    match = rng.choice(found)
    number = rng.choice(
        ("0", "-1", "99", "256", str(2**31), str(2**63), "9" * DIGITS, "nan", "-", '""', "1.5")
    )
    return content[: match.start()] + number.encode() + content[match.end() :]
