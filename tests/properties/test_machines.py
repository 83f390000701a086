"""Anything that a user can do with an environment, in any order: Hypothesis looks for one that breaks it.

One machine for each game. What was saved must come back; what is refused must change nothing; copies go their
own ways.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from crusoe_env.engine.snapshot import SnapshotError
from tests.support import NAMES, UNCOMPILED, assert_same, new_env, repeats

EXAMPLES = {"robinson": 3 if UNCOMPILED else 5}
DEFAULT_EXAMPLES = repeats(8, deep=25)
STEPS = 30
OPTIONS = {
    "dieson": {"quest": "mixed", "friend": "crafted", "blue_die": True},
    "robinson": {"players": 2, "edition": "current", "scenario": "volcano_island"},
}
CHANCE = {
    "marooned": [],
    "dieson": [[1, 2, 3], [6]],
    "robinson": [
        {"dice": [1, 6, 3]},
        {"decks": {"beasts": ["tiger"], "mysteries": ["gold", "bats"]}},
        [2, 2],
    ],
}
"""Outcomes of chance that can always be chosen."""
IMPOSSIBLE: list[Any] = [5, "no such thing", [None], [10**30], {"no such source": [1]}, [[]]]
seeds = st.integers(0, 2**31 - 1)


class Machine(RuleBasedStateMachine):
    """What a user does with one environment."""

    name = ""
    saved = Bundle("saved")

    @initialize(seed=seeds)
    def begin(self, seed: int) -> None:
        self.env = new_env(self.name, reward="shaped", **OPTIONS.get(self.name, {}))
        self.seen, info = self.env.reset(seed=seed)
        self.mask = info["action_mask"]

    def keep(self, seen: Any, info: dict[str, Any]) -> None:
        self.seen, self.mask = seen, info["action_mask"]

    # ------------------------------------------------------------------ playing
    @precondition(lambda self: self.env.legal_actions())
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        legal = self.env.legal_actions()
        before, action = self.env.state, legal[choice % len(legal)]
        seen, reward, terminated, truncated, info = self.env.step(action)
        assert np.isfinite(reward)
        assert not info["illegal_action"]
        assert self.env.state.steps == before.steps + 1
        assert (self.env.legal_actions() == []) == (terminated or truncated)
        assert (info["cause"] != 0) == (terminated or truncated)
        self.keep(seen, info)

    @precondition(lambda self: self.env.legal_actions() and not self.mask.all())
    @rule(choice=st.integers(0, 10**6), beyond=st.sampled_from([None, -1, 10**9, 10**30]))
    def play_what_is_illegal(self, choice: int, beyond: int | None) -> None:
        illegal = np.flatnonzero(self.mask == 0)
        action = int(illegal[choice % len(illegal)]) if beyond is None else beyond
        before = self.env.state
        seen, _, terminated, _, info = self.env.step(action)
        assert info["illegal_action"]
        assert not terminated
        assert_same(seen, self.seen)
        assert_same(info["action_mask"], self.mask) if self.env.legal_actions() else None
        after = self.env.state
        after.steps = before.steps
        assert after.tobytes() == before.tobytes()
        self.keep(seen, info)

    @rule(seed=st.none() | seeds, options=st.integers(0, 10**6))
    def reset(self, seed: int | None, options: int) -> None:
        possible = [None, *CHANCE[self.name]]
        chosen = possible[options % len(possible)]
        if isinstance(chosen, list):
            chosen = {self.env.game.chance.option: chosen}
        seen, info = self.env.reset(seed=seed, options=chosen)
        self.keep(seen, info)
        if seed is not None:
            assert_same(self.env.reset(seed=seed, options=chosen)[0], seen)

    @precondition(lambda self: not self.env.legal_actions())
    @rule()
    def go_on_after_the_end(self) -> None:
        with pytest.raises(RuntimeError, match="call reset"):
            self.env.step(0)

    # ------------------------------------------------------------------ saving, copying, planning
    @rule(target=saved)
    def save(self) -> tuple[bytes, Any, np.ndarray]:
        return self.env.snapshot(), self.env.state, self.seen

    @rule(kept=saved, by_state=st.booleans())
    def go_back(self, kept: tuple[bytes, Any, np.ndarray], by_state: bool) -> None:
        snapshot, state, seen = kept
        now, info = self.env.set_state(state) if by_state else self.env.restore(snapshot)
        assert_same(now, seen)
        assert self.env.state.tobytes() == state.tobytes()
        assert self.env.snapshot() == snapshot
        self.keep(now, info)

    @rule(action=st.integers(0, 10**6))
    def go_on_with_a_clone(self, action: int) -> None:
        clone, before = self.env.clone(), self.env.snapshot()
        assert clone.snapshot() == before
        assert clone.legal_actions() == self.env.legal_actions()
        if legal := clone.legal_actions():
            chosen = legal[action % len(legal)]
            one = clone.step(chosen)
            assert self.env.snapshot() == before
            assert_same(self.env.step(chosen), one)
            self.keep(one[0], one[-1])
        self.env = clone

    @rule(seed=seeds)
    def plan_on_what_is_known(self, seed: int) -> None:
        before = self.env.state
        dealt = self.env.determinize(seed)
        assert self.env.state.tobytes() == before.tobytes()
        assert_same(self.env.determinize(seed).tobytes(), dealt.tobytes())
        seen, info = self.env.set_state(dealt)
        assert_same(seen, self.seen)
        self.keep(seen, info)

    @rule(choice=st.integers(0, 10**6))
    def force_chance(self, choice: int) -> None:
        if possible := CHANCE[self.name]:
            chosen = possible[choice % len(possible)]
            if not (isinstance(chosen, dict) and "decks" in chosen):  # cards may be out of their decks
                self.env.force_chance(chosen)

    # ------------------------------------------------------------------ what is refused
    @rule(outcome=st.sampled_from(IMPOSSIBLE), at_reset=st.booleans())
    def choose_what_cannot_come(self, outcome: Any, at_reset: bool) -> None:
        before = self.env.snapshot()
        options = {self.env.game.chance.option: outcome}
        with pytest.raises((ValueError, TypeError)) as caught:
            self.env.reset(options=options) if at_reset else self.env.force_chance(outcome)
        assert "\n" not in str(caught.value)
        assert self.env.snapshot() == before

    @rule(kept=saved, cut=st.integers(1, 200), flip=st.integers(0, 10**6))
    def restore_what_is_damaged(self, kept: tuple[bytes, Any, np.ndarray], cut: int, flip: int) -> None:
        snapshot, before = kept[0], self.env.snapshot()
        at = flip % len(snapshot)
        damaged = snapshot[:at] + bytes([snapshot[at] ^ 1]) + snapshot[at + 1 :]
        for wrong in (snapshot[:-cut], damaged, b""):
            with pytest.raises(SnapshotError):
                self.env.restore(wrong)
            assert self.env.snapshot() == before

    # ------------------------------------------------------------------ what always holds
    @invariant()
    def all_is_sound(self) -> None:
        if not hasattr(self, "env"):
            return
        assert self.env.observation_space.contains(self.seen)
        assert set(np.unique(self.mask)) <= {0, 1}
        assert_same(self.env.action_masks(), self.env.batch.masks[0].astype(bool))
        if self.env.legal_actions():
            assert_same(np.flatnonzero(self.mask).tolist(), self.env.legal_actions())
        else:
            assert self.mask.all()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_order_of_calls_breaks_an_environment(name):
    machine = type(f"Machine of {name}", (Machine,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES.get(name, DEFAULT_EXAMPLES),
            stateful_step_count=STEPS,
            deadline=None,
        ),
    )
