"""Saved games: whole, of this game and version, or refused in one line with the game left as it is."""

from __future__ import annotations

import dataclasses
import json
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crusoe_env import SnapshotError
from crusoe_env.engine.snapshot import MAGIC, pack, unpack
from tests.support import NAMES, assert_same, new_env, play_on

games = pytest.mark.parametrize("name", NAMES)


def running(name: str, seed: int = 0, steps: int = 5):
    env = new_env(name)
    env.reset(seed=seed)
    play_on(env, np.random.default_rng(seed), steps)
    return env


def parts_of(snapshot: bytes) -> tuple[dict, bytes]:
    header, _, content = snapshot[len(MAGIC) :].partition(b"\n")
    return json.loads(header), content


def with_header(snapshot: bytes, **changes) -> bytes:
    header, content = parts_of(snapshot)
    return MAGIC + json.dumps({**header, **changes}).encode() + b"\n" + content


def assert_refused(env, snapshot, message: str = "") -> None:
    """In one line, and the game under way is not touched."""
    before, observation, masks = env.snapshot(), env.batch.observations.copy(), env.batch.masks.copy()
    with pytest.raises(SnapshotError, match=message) as caught:
        env.restore(snapshot)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1_000
    assert env.snapshot() == before
    assert np.array_equal(env.batch.observations, observation)
    assert np.array_equal(env.batch.masks, masks)
    assert env.legal_actions()


@games
def test_a_snapshot_is_the_whole_record(name):
    env = running(name)
    record = unpack(env.game, env.snapshot())
    assert record.shape == (1,)
    assert record[0].tobytes() == env.state.tobytes()
    assert pack(env.game, record[0], env.batch.simulator.described) == env.snapshot()


@games
def test_a_restored_record_is_the_environments_own(name):
    env = running(name)
    snapshot = env.snapshot()
    record = unpack(env.game, snapshot)
    record.steps = 99  # writable, and no part of the bytes
    assert env.restore(snapshot)[1]["action_mask"].any()
    assert env.state.steps == 5


@games
def test_a_finished_game_can_be_kept_too(name):
    env = running(name, steps=10_000)
    other = running(name, seed=1)
    _, info = other.restore(env.snapshot())
    assert info["action_mask"].all()
    with pytest.raises(RuntimeError, match="call reset"):
        other.step(0)


@games
@pytest.mark.parametrize("no_snapshot", [b"", b"crusoe", "a text", None, 7, b"PK\x03\x04", bytearray(b"x")])
def test_what_is_no_snapshot_is_refused(name, no_snapshot):
    assert_refused(running(name), no_snapshot, "this is not a snapshot of a crusoe_env game")


@games
def test_a_cut_off_or_longer_snapshot_is_refused(name):
    env = running(name)
    snapshot = env.snapshot()
    for end in (*range(0, len(MAGIC) + 100, 7), len(snapshot) // 2, len(snapshot) - 1):
        assert_refused(env, snapshot[:end], "not a snapshot|snapshot is damaged")
    assert_refused(env, snapshot + b"\0", "damaged or cut off")


@pytest.mark.slow
@games
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_snapshot_never_becomes_another_game(name, data):
    env = running(name)
    snapshot = bytearray(env.snapshot())
    at = data.draw(st.integers(0, len(snapshot) - 1))
    snapshot[at] ^= data.draw(st.integers(1, 255))
    true = env.state.tobytes()
    play_on(env, np.random.default_rng(9), steps=1)
    before = env.state.tobytes()
    message = ""
    try:
        env.restore(bytes(snapshot))
    except SnapshotError as error:
        message = str(error)
    assert "\n" not in message
    # Without a message, one blank of the header has become another: the same game.
    assert env.state.tobytes() == (before if message else true)


@games
def test_a_snapshot_of_another_game_is_refused(name):
    env = running(name)
    for other in set(NAMES) - {name}:
        message = f"the snapshot is of the game '{other}', not of '{name}'"
        assert_refused(env, running(other).snapshot(), message)
    assert_refused(env, with_header(env.snapshot(), game="chess"), "of the game 'chess'")


@games
def test_long_values_of_a_header_are_cut_short(name):
    env = running(name)
    options = dict.fromkeys(env.batch.simulator.described["options"], ["x" * 10**5] * 100)
    changes = [{"game": "x" * 10**5}, {"version": [0] * 10**5}, *([{"options": options}] if options else [])]
    for change in changes:
        assert_refused(env, with_header(env.snapshot(), **change), r"\.\.\.")


@games
def test_a_snapshot_of_another_version_is_refused(name):
    env = running(name)
    later = dataclasses.replace(env.game, version=env.game.version + 1)
    message = rf"another version of {name} \(version {later.version}, now {env.game.version}\)"
    assert_refused(env, pack(later, env.state), message)
    assert_refused(env, with_header(env.snapshot(), layout="0" * 12), f"another version of {name}")


@games
def test_a_forged_checksum_or_header_is_refused(name):
    env = running(name)
    header, content = parts_of(env.snapshot())
    assert_refused(env, with_header(env.snapshot(), crc32=header["crc32"] ^ 1), "damaged or cut off")
    short = content[:-1]
    said = {key: value for key, value in header.items() if key != "crc32"}
    checksum = zlib.crc32(short, zlib.crc32(json.dumps(said).encode()))
    line = json.dumps({**said, "crc32": checksum}).encode()
    assert_refused(env, MAGIC + line + b"\n" + short, "damaged or cut off")
    for wrong in (b"[]", b"{}", b"null", b"{", b"\xff", b'{"game": "marooned"}', b"3"):
        assert_refused(env, MAGIC + wrong + b"\n" + content, "header of the snapshot is damaged")


@games
def test_a_snapshot_travels_between_environments_with_other_settings(name):
    env = running(name)
    other = new_env(name, reward="shaped", observation="dict")
    observation, info = other.restore(env.snapshot())
    assert list(observation) == [segment.name for segment in env.game.observations.segments]
    assert_same(info["action_mask"], env.batch.masks[0])


def test_every_game_keeps_its_own_layout():
    layouts = {parts_of(running(name).snapshot())[0]["layout"] for name in NAMES}
    assert len(layouts) == len(NAMES)
