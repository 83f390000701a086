"""What holds at every decision of every game, checked for all games of a batch at once in NumPy.

Each check raises AssertionError, whose message says what was wrong. `check_numbers` and `check_cards` are of
Robinson Crusoe.
"""

from __future__ import annotations

import numpy as np

from crusoe_env import Batch
from crusoe_env.engine import stepping
from crusoe_env.engine.snapshot import pack, unpack
from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c


def check_views(batch: Batch, live: np.ndarray) -> None:
    """A legal action while a game is live; observations within their space; finite rewards."""
    assert batch.masks.max() <= 1, "a mask holds more than 0 and 1"
    assert batch.masks.min() >= 0, "a mask holds less than 0"
    assert batch.masks[live].any(axis=1).all(), "a live game without a legal action"
    assert batch.masks[~live].all(), "the mask of an ended game is not all ones"
    assert np.isfinite(batch.rewards).all(), "a reward is not finite"
    seen, space = batch.observations, batch.game.observations.space(batch.observation_dtype)
    assert ((seen >= space.low) & (seen <= space.high)).all(), "an observation outside its space"


def check_legal_step(batch: Batch, ended_before: np.ndarray) -> None:
    """After a legal action: no game counts it as illegal; how a game ended, and its results, fit together."""
    states, results = batch.states, batch.results
    assert not (batch.flags & stepping.ILLEGAL).any(), "a legal action counted as illegal"
    ends = (batch.flags & stepping.ENDED) != 0
    terminated = (batch.flags & stepping.TERMINATED) != 0
    assert (states.over[terminated] == 1).all(), "terminated, but the game is not over"
    assert (states.over[~ends] == 0).all(), "over, but not terminated"
    fresh = terminated & ~ended_before
    assert (results.cause[fresh] > 0).all(), "ended without a cause"
    assert (results.cause[fresh] < len(batch.game.causes)).all(), "ended by an unknown cause"
    assert ((results.goal_progress[fresh] == 1) == (results.victory[fresh] == 1)).all(), (
        "goal progress is 1 just for victories"
    )


def check_progress(batch: Batch) -> None:
    """Goal progress is a share, and whole only for a victory."""
    progress = batch.simulator.goal_progress(batch.states)
    assert progress.min() >= 0, "goal progress below 0"
    assert progress.max() <= 1, "goal progress above 1"
    assert np.array_equal(progress == 1, batch.states.victory == 1), "goal progress is 1 just for victories"


def check_at_the_door(batch: Batch) -> None:
    """What play leads to is never refused: every field is within its bounds, and all fit together."""
    try:
        batch.simulator.check_states(batch.states)
    except ValueError as error:
        raise AssertionError(str(error)) from error


def check_illegal(batch: Batch, chosen: np.ndarray, rng: np.random.Generator) -> None:
    """An illegal action, or one that does not exist, leaves a game as it is.

    Args:
        batch: games; those chosen are live.
        chosen: which of them are tried.
        rng: chooses the actions.
    """
    states, masks = batch.states[chosen], batch.masks[chosen]
    actions = np.where(rng.random(len(chosen)) < 0.2, masks.shape[1] + 3, masks.argmin(axis=1))
    illegal = ~masks.all(axis=1)
    after = batch.simulator.step(states[illegal], actions[illegal])
    assert after.tobytes() == states[illegal].tobytes(), "an illegal action changed a game"


def check_copies(batch: Batch, chosen: np.ndarray, rng: np.random.Generator) -> None:
    """A deal keeps what is seen by anybody; a copy and a saved game go on as the game itself does."""
    simulator, states = batch.simulator, batch.states[chosen]
    dealt = simulator.determinize(states, rng)
    assert (dealt.rng != states.rng).any(), "determinize keeps chance as it is"
    for before, after in zip(simulator.views(states), simulator.views(dealt), strict=True):
        assert np.array_equal(before, after), "determinize changes what is seen"
    for viewer in range(1 + int(states.acting.max())):
        viewers = np.full(len(states), viewer)
        his = simulator.determinize(states, rng, viewer) if simulator.has_several_choosers else dealt
        one, other = simulator.observe(states, viewers), simulator.observe(his, viewers)
        assert np.array_equal(one, other), "determinize changes what another player sees"
    saved = unpack(batch.game, pack(batch.game, states[0]))
    assert saved.tobytes() == states[:1].tobytes(), "a snapshot is not the game"
    actions = batch.masks[chosen].argmax(axis=1)
    gone_on = simulator.step(states, actions)
    assert gone_on.tobytes() == simulator.step(states.copy(), actions).tobytes(), "a copy goes on otherwise"
    assert gone_on[:1].tobytes() == simulator.step(saved, actions[:1]).tobytes(), (
        "a saved game goes on otherwise"
    )


def check_written_anew(batch: Batch, chosen: np.ndarray) -> None:
    """Observation and mask follow from the state alone."""
    seen, masks = batch.simulator.views(batch.states[chosen], batch.observation_dtype)
    assert np.array_equal(seen, batch.observations[chosen]), "an observation depends on more than the state"
    assert np.array_equal(masks, batch.masks[chosen]), "a mask depends on more than the state"


# ---------------------------------------------------------------------- Robinson Crusoe
def check_numbers(s: np.recarray, live: np.ndarray) -> None:
    """Levels, markers and pawns stay within what there is."""
    for field in ("available", "future", "own", "determination", "wounds", "weapon", "roof", "palisade"):
        assert s[field].min() >= 0, f"{field} below 0"
    assert abs(s.morale).max() <= 3, "morale beyond its track"
    assert s.rounds.min() >= 1, "no round has begun"
    assert s.rounds.max() <= 12, "more than 12 rounds"
    assert s.free_pawns.min() >= 0, "fewer than no free pawns"
    assert s.free_pawns.max() <= 2, "more than two free pawns"
    assert (s.acting < s.players).all(), "nobody acts"
    assert (s.decision[live] != c.NO_DECISION).all(), "nothing is asked"
    assert (s.stack_size[live] < c.STACK_ROOM // 2).all(), "the stack is more than half full"
    assert (s.plans <= c.PLANS).all(), "too many plans"
    assert (s.camp >= 0).all(), "no camp"
    assert (s.shelter <= 1).all(), "more than one shelter"
    assert (s.hunting_left + s.beasts_left <= components.BEASTS).all(), "too many beasts"
    assert (s.events_left >= 0).all(), "fewer than no events"


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
    laid = members(np.where(s.tile == c.NONE, components.TILES, s.tile), everything, components.TILES + 1)[
        :, : components.TILES
    ]
    assert (laid + members(s.tiles, s.tiles_left, components.TILES) == 1).all(), (
        "a tile is lost, or there twice"
    )

    events = members(s.event_deck, s.events_left, components.CARDS)
    threat = members(
        np.where(s.threat == c.NONE, components.CARDS, s.threat), np.full(len(s), 2), components.CARDS + 1
    )
    everywhere = events + threat[:, : components.CARDS]
    for deck in range(3):
        everywhere += members(s.adventures[:, deck], s.adventures_left[:, deck], components.CARDS)
        everywhere += members(s.adventure_discard[:, deck], s.adventures_discarded[:, deck], components.CARDS)
    copies = t.copies.copy()
    copies[: components.FIRST_EVENT] = 1  # of each wreckage card
    assert (everywhere <= copies).all(), "a card is there too often"

    mysteries = members(s.mysteries, s.mysteries_left, components.MYSTERY_CARDS)
    mysteries += members(s.passed_over, s.mysteries_passed, components.MYSTERY_CARDS)
    kept = s.mystery_state == c.MYSTERY_KEPT
    assert ((mysteries + kept) <= 1).all(), "a mystery is there twice"

    beasts = members(s.beasts, s.beasts_left, components.BEASTS)
    beasts += members(s.hunting, s.hunting_left, components.BEASTS)
    beasts[np.flatnonzero(s.ambush != c.NONE), s.ambush[s.ambush != c.NONE]] += 1
    assert (beasts <= 1).all(), "a beast is there twice"

    inventions = members(s.inventions, s.inventions_left, components.INVENTIONS)
    offered = (s.decision == c.CHOOSE_ITEM)[:, None] & (
        s.question_options[:, None] >> np.arange(components.INVENTIONS) & 1 == 1
    )
    not_out = s.invention_state == c.IN_DECK
    assert (inventions <= not_out).all(), "an invention is in the deck and elsewhere"
    cards = slice(components.CARD_INVENTIONS)  # a scenario may have fewer inventions than there is room for
    assert (inventions + offered >= not_out)[:, cards].all(), "an invention is lost"

    tokens = s.discoveries_left + s.discovery.sum(axis=1, dtype=int)
    tokens += s.discovery_future.sum(axis=1, dtype=int)
    assert (tokens <= components.DISCOVERY_TOKENS).all(), "there are too many discovery tokens"
