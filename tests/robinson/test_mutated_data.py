"""A field of the data that changes nothing is a defect: each is changed, and somebody must notice."""

from __future__ import annotations

import pytest

from crusoe_env.robinson.tables.scenarios import NAMES
from tests.robinson.data_mutations import unnoticed

CARDS, OWN = 0.06, 0.15
"""The shares of the fields that are changed here; `python -m tests.robinson.data_mutations` changes all."""


@pytest.mark.slow
def test_every_field_of_the_cards_counts():
    tried, missed = unnoticed("castaways", CARDS, 0.0, seed=1)
    assert tried > 50
    assert not missed, "\n".join(map(str, missed))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", NAMES)
def test_every_field_of_a_scenario_counts(scenario):
    tried, missed = unnoticed(scenario, 0.0, OWN, seed=2)
    assert tried > 7
    assert not missed, "\n".join(map(str, missed))
