"""Each check of the conformance suite notices a game that breaks its promise."""

from __future__ import annotations

import textwrap

import pytest

from tests.support import ROOT, run_python

PIG = (ROOT / "examples" / "own_game" / "pig.py").read_text()
BROKEN = {
    "masks are exact: a live state has no legal action": (
        "mask[ROLL] = s.points + s.turn_sum < GOAL",
        "mask[ROLL] = 0",
    ),
    "observations stay in their bounds: table, turn sum: 54 is above 50": ("min(s.turn_sum, GOAL)", "54"),
    "play ends by the rules: a game goes on after 5 steps": (
        'chance_option="dice",',
        'chance_option="dice", longest_episode=5,',
    ),
    "play ends by the rules: state.cause is": (
        'CAUSES = ("", "goal reached", "out of turns")',
        'CAUSES = ("", "over")',
    ),
    "episodes do not depend on those before: new_game leaves state.points": (
        "s.points, s.turn_sum = 0, 0",
        "s.turn_sum = 0",
    ),
    "goal progress is a share: goal_progress is 1 without a victory": (
        '"new_game": new_game,',
        '"new_game": new_game, "goal_progress": always,',
    ),
    "illegal actions change nothing: the illegal action": (
        "mask[HOLD] = s.turn_sum > 0",
        "mask[HOLD] = s.turn_sum > 0; s.score += 1",
    ),
    "compiled and uncompiled are the same: compiled and": (
        "value = roll(s, SIDES)",
        "value = roll(s, 5 + COMPILED)",
    ),
    "pickles by its import path": ("module=__name__", 'module="crusoe_env.marooned.game"'),
}
EXTRA = """
import numba
COMPILED = 0 if numba.config.DISABLE_JIT else 1
@compiled
def always(s, t):
    return 1.0
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Where rules are compiled: what all games share is compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.slow
@pytest.mark.parametrize("promise", BROKEN)
def test_a_broken_promise_is_named(promise, tmp_path, cache):
    old, new = BROKEN[promise]
    assert old in PIG
    source = PIG.replace("@compiled\ndef new_game", textwrap.dedent(EXTRA) + "\n\n@compiled\ndef new_game")
    source = source.replace(old, new).replace("crusoe_env.register(GAME)", "")
    (tmp_path / "broken.py").write_text(source)
    code = (
        "import sys; sys.path.insert(0, '.'); import broken\n"
        "from crusoe_env.testing import check_game\n"
        "check_game(broken.GAME, print)"
    )
    done = run_python("-c", code, cwd=tmp_path, PYTHONPATH=str(ROOT), CRUSOE_ENV_CACHE=str(cache))
    assert done.returncode == 1
    assert promise in done.stdout.replace("FAILED: ", "")
