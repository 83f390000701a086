"""Files of weights with a damaged header are refused in one short line that names the file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from agents.learning import safetensors
from agents.learning.checkpoint import CheckpointError
from agents.learning.numpy_policy import RUN, description_in, read_checkpoint

DEEP = "[" * 5_000 + "]" * 5_000
SOUND = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def written(path, header: str):
    path.write_bytes(len(header).to_bytes(safetensors.LENGTH, "little") + header.encode() + bytes(8))
    return path


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (DEEP, "is no whole checkpoint"),
        (json.dumps({"x": {**SOUND, "shape": [1] * 10**5}}), "is no whole checkpoint: "),
        (json.dumps({"x": {**SOUND, "dtype": "y" * 10**5}}), "is no whole checkpoint: "),
        (json.dumps({"n" * 10**5: {**SOUND, "shape": [3]}}), "is no whole checkpoint: "),
        (json.dumps({"x": {**SOUND, "data_offsets": [4, 12]}}), "offset for tensor `x`"),
        (json.dumps({"__metadata__": {RUN: DEEP}, "x": SOUND}), "is no checkpoint of this trainer"),
        (json.dumps({"__metadata__": {RUN: "{}"}, "x": SOUND}), "is no checkpoint of this trainer"),
    ],
    ids=range(7),
)
def test_a_damaged_header(tmp_path, header, message):
    path = written(tmp_path / "mine.safetensors", header)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(path, None)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert message in said
    assert "\n" not in said
    assert len(said) < len(str(path)) + 700


def test_what_is_read_is_what_was_written(tmp_path):
    path = tmp_path / "mine.safetensors"
    arrays = {"a": np.arange(6, dtype=np.float32).reshape(2, 3).T, "b": np.array(7, np.int64)}
    safetensors.write(path, arrays, {"text": "é"})
    found, texts = safetensors.read(path)
    assert texts == {"text": "é"}
    assert {name: (it.dtype, it.tolist()) for name, it in found.items()} == {
        name: (it.dtype, it.tolist()) for name, it in arrays.items()
    }


def test_a_deep_text_is_no_description(tmp_path):
    path = written(tmp_path / "mine.safetensors", json.dumps({"__metadata__": {RUN: DEEP}, "x": SOUND}))
    with pytest.raises(CheckpointError, match="is no checkpoint of this trainer"):
        description_in(path)
