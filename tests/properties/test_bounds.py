"""Rules stay within their arrays: compiled code does not look, ordinary Python raises IndexError."""

from __future__ import annotations

import pytest

from tests.support import repeats, run_python

PLAY = """
import sys, warnings
import numpy as np
import crusoe_env
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.engine.compile.sources import PACKAGE

DATA = PACKAGE / "robinson" / "data"
warnings.simplefilter("error", RuntimeWarning)  # so does a number that does not fit into its field
name, games = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(games)
choices = {
    "marooned": {},
    "dieson": {"quest": range(1, 8)},
    "robinson": {
        "scenario": sorted(file.stem for file in (DATA / "scenarios").glob("*.toml")),
        "players": range(1, 5),
        "edition": ("first", "current"),
        "table": ("", "secret_plans", "private_finds", "secret_plans+private_finds"),
    },
}[name]
for _ in range(games):
    options = {key: rng.choice(list(values)).item() for key, values in choices.items()}
    if options.get("players") == 1 or options.get("edition") == "current" or not options.get("table"):
        options.pop("table", None)
    env = GameEnv(game=crusoe_env.game(name), **options)
    seed = int(rng.integers(1 << 30))
    info = env.reset(seed=seed)[1]
    over = False
    while not over:
        try:
            *_, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        except Exception as error:
            raise AssertionError(f"{options}, seed {seed}, {games} games") from error
print("played", games)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games"), [("marooned", 40), ("dieson", 40), ("robinson", 16)])
def test_random_games_stay_within_their_arrays(name, games):
    done = run_python("-c", PLAY, name, str(repeats(games, deep=1_000)), NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr[-2_000:]
    assert done.stdout.startswith("played")
