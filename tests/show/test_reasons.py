"""Why numbers have changed: the parts that a log names are those of the rules, and add up."""

import itertools
import random
import re

import gymnasium
import numpy as np
import pytest

from crusoe_env import GAMES
from crusoe_env.play.session import Session
from crusoe_env.show.description import describe
from crusoe_env.show.reasons import reasons, since, told
from tests.support import repeats

TASKS = [
    ("marooned", {}),
    ("dieson", {"quest": 5}),
    ("robinson", {"scenario": "castaways", "players": 2}),
    pytest.param("robinson", {"scenario": "volcano_island", "players": 3}, marks=pytest.mark.slow),
    pytest.param("robinson", {"scenario": "jenny", "players": 1}, marks=pytest.mark.slow),
]
MOVES = repeats(20, deep=1_000)
AMOUNT = re.compile(r"(?:^|, )([+−]\d+) ")


def moves(name, options, count):
    """Moves of random games: environment after it, record and words before it, action."""
    env, rng = gymnasium.make(GAMES[name], **options).unwrapped, random.Random(1)
    for seed in itertools.count(1):
        env.reset(seed=seed)
        while legal := env.legal_actions():
            before, described, action = env.batch.states[0].copy(), describe(env), rng.choice(legal)
            env.step(action)
            yield env, before, described, action
            count -= 1
            if not count:
                return


def quantities(env, before):
    """By name as in the facts: what there was before, and what there is now."""
    both = np.array([before, env.batch.states[0]], before.dtype).view(np.recarray)
    simulator = env.batch.simulator
    found = env.game.viewed("quantities")(both, simulator.tables_of(before), simulator.facts_of(before))
    return {f"{it.who}, {it.name}" if it.who else it.name: it.values for it in found}


@pytest.mark.parametrize(("name", "options"), TASKS, ids=lambda it: str(it))
def test_the_parts_of_a_change_add_up(name, options):
    explained = 0
    for env, before, described, action in moves(name, options, MOVES):
        known = quantities(env, before)
        for fact, words in reasons(env, before, action).items():
            amounts = [int(amount.replace("−", "-")) for amount in AMOUNT.findall(words)]
            assert sum(amounts) == known[fact][1] - known[fact][0], (fact, words)
            explained += 1
        lines = told(env, before, described, describe(env), action)
        assert not [line for line in lines if re.search(r"[+−][+−-]|−set sail", line)]
    assert explained > 3


@pytest.mark.slow
def test_a_night_without_shelter_and_food_is_told_by_its_parts():
    env = gymnasium.make(GAMES["robinson"], scenario="castaways", players=2).unwrapped
    env.reset(seed=3)
    session, rng, lines = Session(env), random.Random(3), []
    while session.legal():
        session.move(rng.choice(session.legal()))
    lines = [line for entry in session.log for line in entry.changes]
    for part in (r"\+1 no shelter", r"\+2 hunger", r"−1 weather: 1 rain above roof 0", r"\+1 the wound die"):
        assert any(re.search(part, line) for line in lines), part
    assert not any(entry.name.startswith(f"{entry.who}:") for entry in session.log if entry.who)


@pytest.mark.parametrize(("name", "options"), TASKS[:3], ids=lambda it: str(it))
def test_cards_that_come_without_a_question_are_told_with_their_effect(name, options):
    cards = []
    for env, before, _, _ in moves(name, options, 2 * MOVES):
        cards += since(env, before, "drawn")
    assert len({card.name for card in cards}) > 2
    assert all("".join(card.text) for card in cards)
