"""Files of users are read within bounds."""

import gzip
import json
import os
import zlib

import pytest

from crusoe_env.play.study import LARGEST_STATE, pack_state, unpack_state
from crusoe_env.support.reading import GZIP, json_of, lines_of, read_json, read_text, unpacked


def test_text_is_read_up_to_a_size(tmp_path):
    file = tmp_path / "file"
    file.write_text("añb")
    assert read_text(file, 4) == "añb"
    with pytest.raises(ValueError, match="is larger than 3 bytes"):
        read_text(file, 3)
    file.write_bytes(b"\xff")
    with pytest.raises(ValueError, match="is no text in UTF-8"):
        read_text(file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_pipes_and_devices_are_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device.json").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "device.json", tmp_path):
        for read in (read_text, read_json, lambda it: next(lines_of(it, 10))):
            with pytest.raises(ValueError, match="is no regular file"):
                read(path)


def test_json_within_json_without_end_is_one_error():
    assert json_of('{"a": [1]}') == {"a": [1]}
    for text in ("[" * 100_000, '{"a":' * 100_000):
        with pytest.raises(ValueError, match="lie within each other"):
            json_of(text)


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"ab\ncd\n", [(1, b"ab"), (2, b"cd")]),
        (b"ab\ncd", [(1, b"ab"), (2, b"cd")]),
        (b"abcdefghij\nkl\n", [(1, b"abcde"), (2, b"kl")]),
        (b"abcd\nkl\n", [(1, b"abcd"), (2, b"kl")]),
        (b"abcdefgh", [(1, b"abcde")]),
    ],
)
def test_of_a_long_line_the_beginning_is_given(content, lines, tmp_path):
    (tmp_path / "file").write_bytes(content)
    assert list(lines_of(tmp_path / "file", 4)) == lines


@pytest.mark.parametrize(("pack", "kind"), [(zlib.compress, 15), (gzip.compress, GZIP)])
def test_packed_bytes_are_unpacked_up_to_a_size(pack, kind):
    packed = pack(bytes(1000))
    assert unpacked(packed, 1000, kind) == bytes(1000)
    with pytest.raises(ValueError, match="holds more than 999 bytes"):
        unpacked(packed, 999, kind)
    for damaged in (packed[:-1], packed + b"x", b"", b"hello", packed[:12] + b"\xff" + packed[13:]):
        with pytest.raises(ValueError, match="is damaged or cut off"):
            unpacked(damaged, 10_000, kind)


def test_a_state_of_a_study_that_unpacks_to_much_more_is_refused():
    assert unpack_state(pack_state(b"state")) == b"state"
    bomb = pack_state(bytes(LARGEST_STATE + 1))
    assert len(bomb) < LARGEST_STATE / 500
    with pytest.raises(ValueError, match="holds more than"):
        unpack_state(bomb)
    for text in ("!", "AAAA", json.dumps({})):
        with pytest.raises(ValueError, match="the state is none"):
            unpack_state(text)
