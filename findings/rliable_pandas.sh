#!/usr/bin/env bash
# rliable, installed alone, cannot compute an interval with the libraries that it asks for today.
#
# Expected: `pip install rliable` gives a library whose `library` module (interval estimates) can be imported.
# Seen: it brings arch 7.2.0 and pandas 3, whose `deprecate_kwarg` takes an argument more than arch gives it, so the
# import stops with a TypeError. With pandas below 3 the same call works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
pip() { "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
pip rliable==1.2.0 arch==7.2.0 pandas==3.1.1 setuptools
cat >"$folder/interval.py" <<'PYTHON'
import sys
from importlib.metadata import version

import numpy as np

print("rliable", version("rliable"), "arch", version("arch"), "pandas", version("pandas"))
try:
    from rliable import library, metrics
except TypeError as error:
    print("import:", error)
    sys.exit(1)
scores = {"mine": np.array([[0.5, 0.7], [0.4, 0.6]])}
mean, _ = library.get_interval_estimates(scores, lambda x: np.array([metrics.aggregate_iqm(x)]), reps=50)
print("interquartile mean:", mean["mine"])
PYTHON
if "$folder/venv/bin/python" "$folder/interval.py"; then
    echo "rliable works with pandas 3 now" && exit 1
fi
pip "pandas==2.3.3"
"$folder/venv/bin/python" "$folder/interval.py"
