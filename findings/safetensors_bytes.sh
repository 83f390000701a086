#!/usr/bin/env bash
# Files with the same tensors and the same metadata differ in their bytes, from call to call.
#
# Expected: the same content gives the same file, so a hash of the file names the weights: for a cache, a lock file, or a
# check that two machines trained the same policy.
# Seen: the entries of the metadata stand in another order each time, even within one process. Only without metadata, or
# with one entry, are the bytes the same. The order of tensors is fixed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check safetensors==0.8.0 numpy==2.4.6
cat >"$folder/bytes.py" <<'PYTHON'
import hashlib
from importlib.metadata import version

import numpy as np
from safetensors.numpy import save

tensors = {name: np.zeros(4, np.float32) for name in ("actor", "critic", "trunk")}


def digests(entries: int) -> set[str]:
    metadata = {f"key {i}": "value" for i in range(entries)} or None
    return {hashlib.sha256(save(tensors, metadata=metadata)).hexdigest() for _ in range(50)}


print("safetensors", version("safetensors"))
for entries in (0, 1, 8):
    print(f"{entries} entries of metadata: {len(digests(entries))} different files of 50")
assert len(digests(0)) == len(digests(1)) == 1
assert len(digests(8)) > 1, "the same content gives the same file now"
PYTHON
"$folder/venv/bin/python" "$folder/bytes.py"
