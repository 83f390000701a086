#!/usr/bin/env bash
# Weights that are views of other arrays (a transposed layer, every second row) are saved with wrong numbers.
#
# Expected: what is loaded equals what was saved, or saving refuses arrays that do not lie in one piece; version 0.7.0
# saves them rightly.
# Seen: with 0.8.0 shape and type are right, and the numbers are those that lie next to each other in memory. Nothing
# warns. Policies exported from PyTorch meet this, since a linear layer is transposed for NumPy by a view.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/views.py" <<'PYTHON'
import sys
from importlib.metadata import version

import numpy as np
from safetensors.numpy import load, save

weights = np.arange(12, dtype=np.float32).reshape(3, 4)
given = {"in one piece": weights, "transposed": weights.T, "every second column": weights[:, ::2]}
found = {name: load(save({"weights": array}))["weights"] for name, array in given.items()}
print("safetensors", version("safetensors"))
for name, array in given.items():
    assert found[name].shape == array.shape
    print(f"{name}: {'equal' if (found[name] == array).all() else 'wrong numbers'}")
right = [name for name, array in given.items() if (found[name] == array).all()]
assert right == (["in one piece"] if sys.argv[1] == "0.8.0" else list(given)), "it behaves differently now"
PYTHON
for version in 0.7.0 0.8.0; do
    python3 -m venv "$folder/$version"
    "$folder/$version/bin/pip" install --quiet --disable-pip-version-check "safetensors==$version" numpy==2.4.6
    "$folder/$version/bin/python" "$folder/views.py" "$version"
done
