"""Each check of the conformance suite notices a game that breaks its promise."""

from __future__ import annotations

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
        'chance=Chance(option="dice",',
        'longest_episode=5, chance=Chance(option="dice",',
    ),
    "goal progress is a share: goal_progress is 1 without a victory": (
        '"new_game": new_game,',
        '"new_game": new_game, "goal_progress": always,',
    ),
    "play ends by the rules: state.cause is": (
        'CAUSES = ("", "goal reached", "out of turns")',
        'CAUSES = ("", "over")',
    ),
    "episodes do not depend on those before: new_game leaves state.points": (
        "s.points, s.turn_sum = 0, 0",
        "s.turn_sum = 0",
    ),
    "illegal actions change nothing: the illegal action": (
        "mask[HOLD] = s.turn_sum > 0",
        "mask[HOLD] = s.turn_sum > 0; s.score += 1",
    ),
    "compiled and uncompiled are the same: compiled and": (
        "value = roll(s, SIDES)",
        "value = roll(s, 5 + COMPILED)",
    ),
    "what differs unseen is dealt anew: states with one observation differ in state.rounds, which planners": (
        "out[2] = s.rounds",
        "out[2] = 0",
    ),
    "pickles by its import path": ("module=__name__", 'module="crusoe_env.marooned.game"'),
}
GAMES = 3
"""Each breaks several promises, and each of them is named."""
EXTRA = """
import numba
COMPILED = 0 if numba.config.DISABLE_JIT else 1
@compiled
def always(s, t):
    return 1.0
"""


PROGRAM = """
import importlib, sys
from crusoe_env.testing import GameError, check_game
sys.path.insert(0, ".")
for name in sys.argv[1:]:
    try:
        check_game(importlib.import_module(name).GAME, lambda line: print(name, line))
    except GameError:
        print(name, "is broken")
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> str:
    """What is reported about all broken games, by one process: what they share is compiled once."""
    folder = tmp_path_factory.mktemp("broken")
    names = [f"broken_{number}" for number in range(GAMES)]
    for number, name in enumerate(names):
        source = PIG.replace("@compiled\ndef new_game", f"{EXTRA}\n\n@compiled\ndef new_game")
        source = source.replace("nothing_hidden=True,", "")
        for old, new in list(BROKEN.values())[number::GAMES]:
            assert old in source
            source = source.replace(old, new)
        (folder / f"{name}.py").write_text(source.replace("crusoe_env.register(GAME)", ""))
    settings = {"PYTHONPATH": str(ROOT), "CRUSOE_ENV_CACHE": str(folder / "cache")}
    done = run_python("-c", PROGRAM, *names, cwd=folder, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.replace("FAILED: ", "")


@pytest.mark.slow
@pytest.mark.parametrize("promise", BROKEN)
def test_a_broken_promise_is_named(promise, said):
    name = f"broken_{list(BROKEN).index(promise) % GAMES}"
    assert f"{name} {promise}" in said
    assert f"{name} is broken" in said
