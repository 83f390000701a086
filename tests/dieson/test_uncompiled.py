"""The rules give the same games compiled and as ordinary Python."""

import pytest

from tests.golden.digest import digest_of_game
from tests.support import new_env, output_of, repeats

CODE = """
import warnings
warnings.simplefilter("error")
from tests.dieson.test_uncompiled import played
print(*played())
"""
OPTIONS = [
    {"friend": "patches", "blue_die": True, "character": "strategist"},
    {"friend": "crafted", "hearts": "hard", "character": "farmer"},
]


def played() -> list[str]:
    """Digests of games under these options."""
    envs = [new_env("dieson", reward="shaped", quest="mixed", **options) for options in OPTIONS]
    return [digest_of_game(env, seed) for env in envs for seed in range(repeats(7, deep=12))]


@pytest.mark.slow
def test_compiled_games_equal_uncompiled_ones():
    assert output_of("-c", CODE, NUMBA_DISABLE_JIT="1").split() == played()
