"""Partners by name."""

from __future__ import annotations

import pytest

from agents import zoo
from agents.partners import partners, strangers
from agents.registry import is_shipped, make_agent
from crusoe_env import Simulator, game


@pytest.fixture(scope="module")
def simulator():
    return Simulator(game("robinson"), players=2)


def test_every_partner_can_be_loaded_by_its_name_and_says_what_it_is_like(simulator):
    assert set(partners()) >= {f"partner:{style}" for style in ("cautious", "builder", "explorer")}
    for name, about in partners().items():
        make_agent(name, simulator)
        assert about.endswith("."), name
        assert is_shipped(name)


def test_a_learned_partner_is_named_as_an_agent_by_itself_and_in_its_folder_by_the_zoo():
    assert zoo.name_of("partner:early") == "partners/early"
    assert zoo.agent_name("partners/early") == "partner:early"
    assert (zoo.name_of("zoo:marooned"), zoo.agent_name("marooned")) == ("marooned", "zoo:marooned")
    assert not set(zoo.partner_names()) & set(zoo.names())


def test_an_unknown_partner_is_refused_with_those_that_there_are(simulator):
    with pytest.raises(ValueError, match="there is no 'partner:hunger'; did you mean 'partner:hunter'"):
        make_agent("partner:hunger", simulator)
    assert not is_shipped("partner:hunger")


def test_a_partner_plays_its_own_game_alone():
    with pytest.raises(ValueError, match="partner:hunter: plays robinson, not marooned"):
        make_agent("partner:hunter", Simulator(game("marooned")))


def test_strange_partners_are_the_styles_and_only_of_robinson_crusoe():
    assert strangers("robinson")
    assert set(strangers("robinson")) < set(partners())
    assert strangers("marooned") == []
