"""Trained policies and their cards."""

from __future__ import annotations

import base64
import contextlib
import json
import lzma
import random
import struct
from pathlib import Path
from unittest import mock

import crusoe_env
from crusoe_env import Batch, Simulator
from tests.fuzz.damage import damaged, restructured, written
from tests.fuzz.playing import play_batch, with_lines
from tests.support import ROOT


def damage_policy(name: str, content: bytes, rng: random.Random) -> bytes:
    """Another header, other texts or names in it, other weights, or bytes damaged."""
    from agents.learning.mapping import XZ

    (length,) = struct.unpack_from("<Q", content)
    header, data = json.loads(content[8 : 8 + length]), bytearray(content[8 + length :])
    kind = rng.choice(("header", "texts", "names", "weights", "bytes"))
    if kind == "bytes":
        return damaged(content, rng)
    if kind == "header":
        header = restructured(header, rng)
    elif kind == "texts":
        text = written(restructured(json.loads(header["__metadata__"]["run"]), rng), "json")
        header["__metadata__"]["run"] = text.decode(errors="replace")
    elif kind == "names":
        text = header["__metadata__"]["layout"]
        names = json.loads(lzma.decompress(base64.b85decode(text.removeprefix(XZ))))
        packed = lzma.compress(written(restructured(names, rng), "json"), preset=0)
        header["__metadata__"]["layout"] = XZ + base64.b85encode(packed).decode()
    else:
        start, stop = rng.choice(
            [entry["data_offsets"] for key, entry in header.items() if key != "__metadata__"]
        )
        pattern = rng.choice((b"\xff\xff", b"\x00\x7c", b"\x00\xfc", b"\xff\x7b", b"\0\0", rng.randbytes(2)))
        data[start:stop] = (pattern * (stop - start))[: stop - start]
    text = written(header, "json")
    return struct.pack("<Q", len(text)) + text + bytes(data)


def check_policy(file: Path) -> None:
    """Let a policy play."""
    from agents.learning.policies import policy_from

    game = crusoe_env.game(file.stem)
    policy = policy_from(file, game)
    play_batch(Batch(game, 2), policy)


def check_card(file: Path) -> None:
    """List a zoo with this card, and play its task with the policy of that name."""
    from agents import zoo
    from agents.commands.zoo import main
    from agents.registry import make_agent
    from agents.runs import game_of_run

    weights = file.with_suffix(".safetensors")
    with contextlib.suppress(FileExistsError):
        weights.symlink_to(ROOT / "zoo" / weights.name)
    try:
        with mock.patch.object(zoo, "folder", return_value=file.parent):
            name, options = game_of_run(Path(f"zoo:{file.stem}")) or ("", {})
            simulator = Simulator(crusoe_env.game(name), **options)
            play_batch(Batch(simulator.game, 2, **options), make_agent(f"zoo:{file.stem}", simulator))
            with_lines(lambda: main([]), file)
    finally:
        weights.unlink()
