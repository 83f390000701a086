"""What holds at every decision of 20,000 random games of Robinson Crusoe, over all scenarios and options.

Uncompiled, some dozens of games are played.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import crusoe_env
from crusoe_env import Batch
from crusoe_env.core import stepping
from crusoe_env.core.snapshot import pack, unpack
from crusoe_env.robinson import components
from crusoe_env.robinson import state as st
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.support import UNCOMPILED

GAMES_EACH = 2 if UNCOMPILED else 625
LOOKED_AT = 2 if UNCOMPILED else 100
"""Games of each batch that are dealt anew, copied and saved now and then."""
EVERY = 10
WRECKAGE = ("food_crates", "wrecked_lifeboat", "captains_chest", "random")
CHARACTERS = (None, ["cook"], [None, "soldier"], ["explorer", None, "carpenter"])


def cases() -> list[dict]:
    """Sets of options: every scenario with every number of players, the others as they come."""
    found = []
    for i, (scenario, players) in enumerate(itertools.product(NAMES, (1, 2, 3, 4))):
        turn = i + i // 4  # so that the numbers of players and the other options mix
        characters = CHARACTERS[turn % 4]
        found.append(
            {
                "scenario": scenario,
                "players": players,
                "edition": ("first", "current")[turn % 2],
                "wreckage": WRECKAGE[turn // 2 % 4],
                "characters": characters if characters is None or len(characters) <= players else None,
                "friday": (None, True, False)[i % 3],
                "dog": (None, False, True, None, True)[i % 5],
                "starting_items": (None, 6, 0, 5)[i // 3 % 4],
                "book_cards": (None, 0, 8, 6, 3)[i % 5],
                "immortal": turn % 4 == 1,
            }
        )
    return found


def described(case: dict) -> str:
    return "-".join(f"{key}={value}" for key, value in case.items() if value not in (None, False))


@pytest.mark.parametrize("case", cases(), ids=described)
def test_random_games(case):
    options = dict(case)
    immortal = options.pop("immortal")
    batch = Batch(crusoe_env.game("robinson"), GAMES_EACH, reward="shaped", **options)
    batch.seed(range(GAMES_EACH))
    batch.reset()
    play = batch.sampler(0)
    rng = np.random.default_rng(0)
    for step in range(batch.game.longest_episode):
        live = (batch.flags & stepping.ENDED) == 0
        if not live.any():
            break
        if immortal:  # to see the late rounds
            batch.states.wounds[:] = 0
            batch.refresh()
        check_views(batch, live)
        check_numbers(batch.states, live)
        if step % EVERY == 0:
            check_cards(batch.states, live, batch.simulator.tables)
            check_copies(batch, np.flatnonzero(live)[:LOOKED_AT], rng)
        batch.step(play())
        assert not (batch.flags & stepping.ILLEGAL).any()
    check_results(batch)


def check_views(batch: Batch, live: np.ndarray) -> None:
    """A legal action while a game is live; observations within their space; finite rewards."""
    assert batch.masks[live].any(axis=1).all()
    assert batch.masks[~live].all()
    assert np.isfinite(batch.rewards).all()
    seen = batch.observations
    space = LAYOUT.space("float32")
    assert ((seen >= space.low) & (seen <= space.high)).all()  # false for nan too


def check_numbers(s: np.recarray, live: np.ndarray) -> None:
    """Levels, markers and pawns stay within what there is."""
    for field in ("available", "future", "own", "determination", "wounds", "weapon", "roof", "palisade"):
        assert s[field].min() >= 0, field
    assert abs(s.morale).max() <= 3
    assert s.rounds.min() >= 1
    assert s.rounds.max() <= 12
    assert s.free_pawns.min() >= 0
    assert s.free_pawns.max() <= 2
    assert (s.acting < s.players).all()
    assert (s.decision[live] != st.NO_DECISION).all()
    assert (s.stack_size[live] < st.STACK_ROOM // 2).all()
    assert (s.plans <= st.PLANS).all()
    assert (s.camp >= 0).all()
    assert (s.shelter <= 1).all()
    assert (s.hunting_left + s.beasts_left <= components.BEASTS).all()
    assert (s.events_left >= 0).all()


def members(cards: np.ndarray, count: np.ndarray, kinds: int) -> np.ndarray:
    """How often each card lies among the first `count` of a pile, (games, kinds)."""
    games, size = cards.shape
    there = np.arange(size) < count[:, None]
    counts = np.zeros((games, kinds), int)
    np.add.at(counts, (np.nonzero(there)[0], cards[there]), 1)
    return counts


def check_cards(s: np.recarray, live: np.ndarray, t: np.record) -> None:
    """Every card, tile and token of the box is in one place."""
    s = s[live]
    everything = np.full(len(s), components.TILES)
    laid = members(np.where(s.tile == st.NONE, components.TILES, s.tile), everything, components.TILES + 1)[
        :, : components.TILES
    ]
    assert (laid + members(s.tiles, s.tiles_left, components.TILES) == 1).all()

    events = members(s.event_deck, s.events_left, components.CARDS)
    threat = members(
        np.where(s.threat == st.NONE, components.CARDS, s.threat), np.full(len(s), 2), components.CARDS + 1
    )
    everywhere = events + threat[:, : components.CARDS]
    for deck in range(3):
        everywhere += members(s.adventures[:, deck], s.adventures_left[:, deck], components.CARDS)
        everywhere += members(s.adventure_discard[:, deck], s.adventures_discarded[:, deck], components.CARDS)
    copies = t.copies.copy()
    copies[: components.FIRST_EVENT] = 1  # of each wreckage card
    assert (everywhere <= copies).all()

    mysteries = members(s.mysteries, s.mysteries_left, components.MYSTERY_CARDS)
    mysteries += members(s.passed_over, s.mysteries_passed, components.MYSTERY_CARDS)
    assert ((mysteries + (s.mystery_state == st.MYSTERY_KEPT)) <= 1).all()

    beasts = members(s.beasts, s.beasts_left, components.BEASTS) + members(
        s.hunting, s.hunting_left, components.BEASTS
    )
    beasts[np.flatnonzero(s.ambush != st.NONE), s.ambush[s.ambush != st.NONE]] += 1
    assert (beasts <= 1).all()

    inventions = members(s.inventions, s.inventions_left, components.INVENTIONS)
    offered = (s.decision == st.CHOOSE_ITEM)[:, None] & (
        s.question_options[:, None] >> np.arange(components.INVENTIONS) & 1 == 1
    )
    not_out = s.invention_state == st.IN_DECK
    assert (inventions <= not_out).all()
    cards = slice(components.CARD_INVENTIONS)  # a scenario may have fewer inventions than there is room for
    assert (inventions + offered >= not_out)[:, cards].all()  # drawn to choose from

    tokens = (
        s.discoveries_left + s.discovery.sum(axis=1, dtype=int) + s.discovery_future.sum(axis=1, dtype=int)
    )
    assert (tokens <= components.DISCOVERY_TOKENS).all()


def check_copies(batch: Batch, chosen: np.ndarray, rng: np.random.Generator) -> None:
    """A deal keeps what is seen by anybody; a copy and a saved game go on as the game itself does."""
    simulator, states = batch.simulator, batch.states[chosen]
    dealt = simulator.determinize(states, rng)
    assert (dealt.rng != states.rng).any()
    for before, after in zip(simulator.views(states), simulator.views(dealt), strict=True):
        assert np.array_equal(before, after)
    for viewer in range(int(states.players[0])):
        viewers = np.full(len(states), viewer)
        assert np.array_equal(simulator.observe(states, viewers), simulator.observe(dealt, viewers))
    saved = unpack(batch.game, pack(batch.game, states[0]))
    assert saved.tobytes() == states[:1].tobytes()
    actions = batch.masks[chosen].argmax(axis=1)
    gone_on = simulator.step(states, actions)
    assert gone_on.tobytes() == simulator.step(states.copy(), actions).tobytes()
    assert gone_on[:1].tobytes() == simulator.step(saved, actions[:1]).tobytes()


def check_results(batch: Batch) -> None:
    """All games have ended by the rules, and say how."""
    assert (batch.flags == stepping.TERMINATED).all()
    assert (batch.results.cause > 0).all()
    assert (batch.results.cause < len(batch.game.causes)).all()
    assert ((batch.results.goal_progress == 1) == (batch.results.victory == 1)).all()
    assert (batch.results.steps == batch.states.steps).all()
