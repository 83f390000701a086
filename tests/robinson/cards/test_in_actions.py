"""Pawns that cards lend, and who may use what serves in fights; more in scenes/items.toml."""

from __future__ import annotations

import pytest

from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, COOK, PLANS, Position


@pytest.mark.parametrize(
    ("there", "support", "kind", "spent"),
    [
        ("uses of hammer_and_nails 2", "use hammer_and_nails", "build", "uses of hammer_and_nails -1"),
        ("token candles_token 2", "use token candles_token", "build", "token candles_token -1"),
        ("treasure candles kept; uses of candles 2", "use treasure candles", "build", "uses of candles -1"),
        ("treasure compass kept", "use treasure compass", "explore", "compass used by -> carpenter"),
    ],
)
def test_pawns(there: str, support: str, kind: str, spent: str):
    """A pawn for one kind of action; what has a number of uses loses one."""
    for other, plan in PLANS.items():
        position = Position().given(f"{there}; hunting fox boa")
        position.plan()
        before = position.photo()
        position.do(plan)
        assert (support in position.legal()) == (other == kind), other
    position = Position().given(there)
    before = position.photo()
    position.plan()
    position.do(PLANS[kind])
    assert position.s.plan_pawns[0] == 1
    position.do(support)
    assert position.s.plan_pawns[0] == 2
    position.expect(before, f"{spent}; wood -1" if kind == "build" else spent)


@pytest.mark.parametrize("treasure", ["helmet", "sabre"])
def test_who_took_it_has_it_for_the_round(treasure: str):
    position = Position().given(f"treasure {treasure} kept")
    position.step(steps.FIGHT, strength=3, who=CARPENTER)
    position.do(f"use treasure {treasure}")
    position.step(steps.FIGHT, strength=3, who=COOK)
    assert not position.offers(f"use treasure {treasure}", COOK)
    position.step(steps.FIGHT, strength=3, who=CARPENTER)
    position.do(f"use treasure {treasure}")
