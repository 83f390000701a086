"""Strains, a variant: what each player cannot plan, which he alone knows (docs/robinson/secret_plans.md)."""

from collections import Counter

import numpy as np
import pytest

from crusoe_env import Simulator
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.observation import LAYOUT
from tests.robinson.conftest import Table

CHARACTERS = ["carpenter", "cook", "explorer", "soldier"]
BLOCKS = {"build": ("build", "build item"), "gather": ("gather",), "explore": ("explore",)}
"""Blocks of actions of each strain; arranging the camp shares its block with resting."""
ROWS = slice(LAYOUT.start["strains"], LAYOUT.start["strains"] + c.PLAYERS * len(c.STRAINS))


def strained(players: int = 2, seed: int = 0, **options) -> Table:
    """A game in which the first pawn is to be placed."""
    plain = {"friday": False, "dog": False, "starting_items": 0, "characters": CHARACTERS[:players]}
    game = Table(seed, players=players, table="secret_plans", strains=True, **{**plain, **options}).start()
    game.to_planning()
    return game


def name_of(game: Table, seat: int) -> str:
    return c.ACTION_KINDS[c.STRAINS[game.s.strain[seat]]]


def barred(strain: str) -> set[str]:
    if strain == "arrange_camp":
        return {"plan arrange camp"}
    blocks = [block for block in GAME.actions.blocks if block.name in BLOCKS[strain]]
    return {name for block in blocks for name in block.actions}


def test_each_player_draws_another_strain_as_planning_begins():
    for seed in range(5):
        game = strained(players=4, seed=seed)
        assert sorted(game.s.strain.tolist()) == [0, 1, 2, 3]
    assert strained(players=2).s.strain[2:].tolist() == [c.NONE, c.NONE]


def test_a_player_places_no_pawn_on_what_he_cannot_plan():
    for seed in range(6):
        game = strained(seed=seed)
        without = strained(seed=seed)
        without.s.strain[:] = c.NONE
        first = int(game.s.acting)
        lost = set(without.legal()) - set(game.legal())
        assert lost == barred(name_of(game, first)) & set(without.legal())


def test_the_reveal_lifts_it_and_the_next_round_brings_another():
    simulator = Simulator(GAME, players=3, table="secret_plans", strains=True)
    states, rng = simulator.new_games(4, seed=1), np.random.default_rng(1)
    drawn: set[tuple[int, ...]] = set()
    for _ in range(400):
        live = states.over == 0
        dealt = (states.strain != c.NONE).any(axis=1)
        settled = (states.phase == c.RESOLUTION) & live
        assert not (dealt & settled).any()
        drawn |= {tuple(strain) for strain in states.strain[dealt].tolist()}
        masks = simulator.views(states)[1]
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        states[live] = simulator.step(states[live].view(np.recarray), actions[live])
        if not live.any():
            break
    assert len(drawn) > 5


def test_each_player_sees_his_own_alone_and_the_open_view_all():
    game = strained(players=3)
    simulator = game.simulator
    states = np.repeat(simulator.blank(1), 1).view(np.recarray)
    states[0] = game.s
    for seat in range(3):
        seen = simulator.observe(states, seat, "uint8")[0][ROWS].reshape(c.PLAYERS, -1)
        assert np.flatnonzero(seen[0]).tolist() == [game.s.strain[seat]]
        assert not seen[1:].any()
    everything = simulator.observe(states, c.OPEN_VIEW, "uint8")[0][ROWS].reshape(c.PLAYERS, -1)
    assert everything.argmax(axis=1)[:3].tolist() == game.s.strain[:3].tolist()


def test_deals_keep_ones_own_and_draw_those_of_others_alike():
    simulator = Simulator(GAME, players=3, table="secret_plans", strains=True)
    states = simulator.new_games(1, seed=3)
    while (states.strain == c.NONE).all():
        states = simulator.step(states, simulator.views(states)[1].argmax(axis=1))
    for viewer in range(3):
        dealt = simulator.determinize(
            np.repeat(states, 600).view(np.recarray), np.random.default_rng(0), viewer
        )
        assert (dealt.strain[:, viewer] == states.strain[0, viewer]).all()
        counts = Counter(map(tuple, dealt.strain[:, :3].tolist()))
        assert len(counts) == 6, "three strains are left for two others, in order"
        assert min(counts.values()) > 60
        assert (dealt.strain[:, 3] == c.NONE).all()


def test_text_and_picture_of_a_seat_tell_its_own_strain_alone():
    game = strained()
    names = [name_of(game, seat).replace("_", " ") for seat in range(2)]
    for viewer, told in ((0, names[:1]), (1, names[1:]), (None, names)):
        seen = GAME.seen_by(game.s, game.t, viewer)
        text = GAME.text(seen, game.t, game.simulator.facts)
        assert [name for name in names if f"cannot {name}" in text] == told
        GAME.picture(seen, game.t, game.simulator.facts)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"table": "open", "strains": True}, "strains: True needs table='secret_plans' or"),
        ({"table": "private_finds", "strains": True}, "strains: True needs table='secret_plans' or"),
        ({"table": "secret_plans", "strains": 2}, "strains: expected True or False"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options, words):
    with pytest.raises((ValueError, TypeError), match=words):
        Simulator(GAME, players=2, **options)
