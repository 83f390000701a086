"""The rules give the same games compiled and as ordinary Python."""

import pytest

from tests.support import output_of

CODE = """
import warnings
warnings.simplefilter("error")
from tests.golden.digest import digest_of_game
from tests.support import new_env
env = new_env("dieson", reward="shaped", quest="mixed", **{options!r})
print(*(digest_of_game(env, seed) for seed in range(12)))
"""
OPTIONS = [
    {"friend": "patches", "blue_die": True, "character": "strategist"},
    {"friend": "crafted", "hearts": "hard", "character": "farmer"},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: options["friend"])
def test_compiled_games_equal_uncompiled_ones(options):
    code = CODE.format(options=options)
    compiled = output_of("-c", code)
    assert len(compiled.split()) == 12
    assert output_of("-c", code, NUMBA_DISABLE_JIT="1") == compiled
