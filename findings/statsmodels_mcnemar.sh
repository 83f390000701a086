#!/usr/bin/env bash
# Two agents that win the same games differ with p = 0, by the usual form of McNemar's test.
#
# Expected: where no game is won by one agent alone there is no evidence of a difference: p = 1, or an error since the
# statistic is 0 / 0.
# Seen: with exact=False the continuity correction makes 1 / 0 of it: the statistic is infinite and p is 0.0, the
# strongest evidence there is. exact=True gives p = 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check statsmodels==0.15.0
cat >"$folder/equal.py" <<'PYTHON'
import warnings
from importlib.metadata import version

from statsmodels.stats.contingency_tables import mcnemar

warnings.simplefilter("ignore", RuntimeWarning)
games = [[60, 0], [0, 40]]  # won by both, by the first alone; by the second alone, by none
print("statsmodels", version("statsmodels"))
exact, usual, plain = (
    mcnemar(games, exact=True),
    mcnemar(games, exact=False),
    mcnemar(games, exact=False, correction=False),
)
print(f"exact: p = {exact.pvalue}; exact=False: statistic {usual.statistic}, p = {usual.pvalue}; "
      f"without correction: p = {plain.pvalue}")
assert exact.pvalue == 1
assert usual.pvalue == 0, "two equal agents are no longer different"
PYTHON
"$folder/venv/bin/python" "$folder/equal.py"
