"""Private finds, a variant: what a player looks at and finds is hidden (docs/robinson/private_finds.md)."""

import numpy as np
import pytest

from crusoe_env import MultiAgentBatch, Simulator
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import BEAST_IDS, CARD_NAMES, STARTING_ITEM_IDS, TILE_IDS
from crusoe_env.robinson.game import GAME, parallel_env
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import decks
from crusoe_env.robinson.variants import BOTH
from tests.robinson.conftest import Table
from tests.robinson.ids import SKILL, TOKEN

CHARACTERS = ["explorer", "soldier", "cook", "carpenter"]
PLAIN = {"friday": False, "dog": False, "starting_items": 0}
TILES, HUNTING, EVENTS = range(3)
PRIVATE = "private_finds"


def a_game(players: int = 2, table: str = PRIVATE, **options) -> Table:
    """A game as its first planning begins, with three beasts to hunt."""
    game = Table(players=players, table=table, characters=CHARACTERS[:players], **{**PLAIN, **options})
    game.start()
    lay_out_beasts(game)
    game.to_planning()
    return game


def lay_out_beasts(game: Table) -> None:
    """Three beasts lie in the hunting deck."""
    s = game.s
    s.hunting[:3], s.hunting_left = s.beasts[:3], 3
    s.beasts[: s.beasts_left - 3] = s.beasts[3 : s.beasts_left]
    s.beasts_left -= 3


def seen(game: Table, viewer: int, beginning: str) -> set[str]:
    """The entries of a player's observation that are set and begin so; 8 + a seat: with nothing hidden."""
    states = np.array([game.s]).view(np.recarray)
    row = game.simulator.observe(states, viewer)[0] if viewer < c.OPEN_VIEW else opened(game, viewer)
    names = GAME.observations.names
    return {names[i].removeprefix(beginning) for i in np.flatnonzero(row) if names[i].startswith(beginning)}


def opened(game: Table, viewer: int) -> np.ndarray:
    """The observation with nothing hidden."""
    row = np.zeros(GAME.observations.size, np.uint8)
    GAME.rules["write_observation"](game.s, game.t, viewer, row)
    return row


def next_beast(game: Table) -> str:
    return BEAST_IDS[game.s.hunting[game.s.hunting_left - 1]]


def next_tile(game: Table) -> str:
    return TILE_IDS[game.s.tiles[game.s.tiles_left - 1]]


# ------------------------------------------------------------------ looking
def test_who_looks_at_a_beast_knows_it_alone_and_all_know_that_he_looked():
    game = a_game()
    game.run(game.program_of_skill(SKILL["tracking"]), performer=1)
    assert seen(game, 1, "beasts/known/") == {next_beast(game)}
    assert seen(game, 0, "beasts/known/") == set()
    assert seen(game, 0, "looked at/") == {"hunting deck/by/second player"}
    assert seen(game, 1, "looked at/") == {"hunting deck/by/you"}
    assert seen(game, c.OPEN_VIEW, "beasts/known/") == {next_beast(game)}


def test_tiles_that_are_looked_at_lie_open_to_the_chooser_alone():
    game = a_game()
    game.run(game.program_of_skill(SKILL["reconnaissance"]), performer=0)
    assert len(seen(game, 0, "shown/")) == 3
    assert seen(game, 1, "shown/") == set()
    game.do("shown 2")
    assert [name.rpartition("/")[2] for name in seen(game, 0, "known tiles/")] == [next_tile(game)]
    assert seen(game, 1, "known tiles/") == set()


def test_tiles_put_back_face_up_are_known_to_all_and_looked_at_openly():
    game = a_game()
    game.s.tiles_known = 2
    game.run(game.program_of_skill(SKILL["reconnaissance"]), performer=0)
    assert len(seen(game, 1, "shown/")) == 3
    game.do("shown 3")
    assert (game.s.tiles_known, game.s.looked[TILES]) == (1, 0)


def test_what_was_looked_at_is_forgotten_with_the_card():
    game = a_game()
    game.s.looked[:] = 0b01, 0b10, 0b11
    decks.next_tile(game.s)
    decks.beast_for_hunting(game.s)
    decks.shuffle_into_events(game.s, int(game.s.adventures[0, 0]))
    assert game.s.looked.tolist() == [0, 0, 0]


# ------------------------------------------------------------------ lookouts
@pytest.mark.parametrize("players", [2, 3, 4])
def test_lookouts_look_at_a_pile_each_and_at_the_next_one_in_the_next_round(players):
    game = a_game(players, lookouts=True)
    for round_ in (1, 2, 3):
        game.s.rounds, game.s.looked[:] = round_, 0
        game.step(steps.BEGIN_PLANNING)
        expected = [0, 0, 0]
        for seat in range(players):
            expected[(seat + round_) % 3] |= 1 << seat
        assert game.s.looked.tolist() == expected


def test_each_lookout_sees_his_card():
    game = a_game(3, lookouts=True)
    assert seen(game, 0, "beasts/known/") == {next_beast(game)}
    event = CARD_NAMES[game.s.event_deck[game.s.events_left - 1]]
    assert seen(game, 1, "known event/") == {event}
    assert len(seen(game, 2, "known tiles/")) == 1
    for seat, piles in enumerate((("known event/", "known tiles/"), ("beasts/known/",), ("known event/",))):
        assert all(seen(game, seat, pile) == set() for pile in piles)


# ------------------------------------------------------------------ finds of the action phase
def finding(players: int = 2, table: str = PRIVATE) -> Table:
    """A game in its action phase, in which the second player finds a token, a treasure, a starting item."""
    game = a_game(players, table=table)
    game.s.phase = c.RESOLUTION
    game.s.discovery_stack[game.s.discoveries_left - 1] = TOKEN["treasure"]
    game.next_mysteries("helmet")
    decks.gain_discovery(game.s, game.t, decks.next_discovery(game.s), 1)
    decks.draw_starting_item(game.s, game.t, 1)
    game.draw_mysteries(1, treasure=1)
    return game


def finds_seen(game: Table, viewer: int) -> set[str]:
    """The entries of finds that come at the end of the action phase."""
    entries = [f"{segment}/{name}" for segment in SEGMENTS for name in seen(game, viewer, f"{segment}/")]
    return {name.rpartition("/")[0] for name in entries if name.endswith("/future")}


SEGMENTS = ("discoveries", "starting items", "mysteries")


def test_finds_of_the_action_phase_are_seen_by_the_finder_alone():
    game = finding()
    assert {name.partition("/")[0] for name in finds_seen(game, 1)} == set(SEGMENTS)
    assert finds_seen(game, c.OPEN_VIEW) == finds_seen(game, 1)
    assert finds_seen(game, 0) == set()
    hidden = {f"second player/{what}" for what in ("tokens", "treasures", "starting items")}
    assert seen(game, 0, "hidden finds/") == hidden
    assert seen(game, 1, "hidden finds/") == {name.replace("second player", "you") for name in hidden}


def test_finds_are_laid_open_at_the_end_of_the_action_phase():
    game = finding()
    item = int(np.flatnonzero(game.s.starting_future)[0])
    game.end_of_actions()
    for viewer in range(2):
        assert seen(game, viewer, "hidden finds/") == set()
        assert f"{STARTING_ITEM_IDS[item]}/uses" in seen(game, viewer, "starting items/")
    told = [entry["words"] for entry in GAME.log(game.s, game.t, game.simulator.facts)]
    assert any("elmet" in words for words in told)


def test_finds_outside_the_action_phase_and_of_friday_are_open():
    game = a_game(friday=True)
    decks.gain_discovery(game.s, game.t, decks.next_discovery(game.s), 1)
    assert game.s.discovery.sum() == 1
    game.s.phase = c.RESOLUTION
    decks.gain_discovery(game.s, game.t, decks.next_discovery(game.s), c.FRIDAY)
    assert len(finds_seen(game, 0)) == 1
    assert seen(game, 0, "hidden finds/") == set()


def test_tokens_to_choose_from_are_seen_by_the_chooser_and_the_kept_one_is_hidden():
    game = a_game()
    game.s.phase = c.RESOLUTION
    game.step(steps.PICK_DISCOVERY, number=2, drawn=0, performer=1, card=c.NONE, row=0)
    assert len(seen(game, 1, "shown/")) == 2
    assert seen(game, 0, "shown/") == set()
    game.do("shown 1")
    assert len(finds_seen(game, 1)) == 1
    assert finds_seen(game, 0) == set()


def test_deals_draw_the_finds_of_others_anew_and_keep_ones_own():
    game = finding(3)
    states = np.repeat(np.array([game.s]), 128).view(np.recarray)
    for viewer, kept in ((0, False), (1, True), (2, False)):
        deals = game.simulator.determinize(states, np.random.default_rng(0), viewer)
        assert (deals.found[:, 1].sum(axis=1) == 1).all()
        assert (deals.discovery_future.sum(axis=1) == 1).all()
        assert ((deals.starting_future > 0).sum(axis=1) == 1).all()
        assert ((deals.mystery_state == c.MYSTERY_FUTURE).sum(axis=1) == 1).all()
        for field in ("found", "starting_future", "mystery_state"):
            assert (getattr(deals, field) == getattr(states, field)).all() == kept


# ------------------------------------------------------------------ deals, views, options
def test_deals_keep_what_the_viewer_has_looked_at_and_deal_what_others_have():
    game = a_game(3, lookouts=True)
    states = np.repeat(np.array([game.s]), 64).view(np.recarray)
    for viewer in range(3):
        deals = game.simulator.determinize(states, np.random.default_rng(0), viewer)
        beasts = {int(s.hunting[s.hunting_left - 1]) for s in deals}
        tiles = {int(s.tiles[s.tiles_left - 1]) for s in deals}
        events = {int(s.event_deck[s.events_left - 1]) for s in deals}
        assert [len(found) == 1 for found in (beasts, events, tiles)] == [viewer == i for i in range(3)]
        assert (deals.looked == states.looked).all()


@pytest.mark.parametrize("table", ["open", PRIVATE])
def test_deals_keep_the_tiles_that_a_player_chooses_from(table):
    game = a_game(table=table)
    game.run(game.program_of_skill(SKILL["reconnaissance"]), performer=0)
    states = np.repeat(np.array([game.s]), 32).view(np.recarray)
    for viewer, kept in ((0, True), (1, table == "open")):
        deals = game.simulator.determinize(states, np.random.default_rng(0), viewer)
        top = deals.tiles[np.arange(32)[:, None], deals.tiles_left[:, None] - 1 - np.arange(3)]
        assert (top == deals.shown[:, :3]).all()
        assert (deals.shown == states.shown).all() == kept


def test_outcomes_count_as_known_what_he_who_acts_has_seen():
    game = a_game(3, lookouts=True)
    for seat, known in ((0, "hunting deck"), (1, "events"), (2, "tiles")):
        game.s.acting = seat
        piles = {pile.name: pile.known for pile in GAME.chance.piles(np.array([game.s]))}
        assert {name for name in ("hunting deck", "events", "tiles") if piles[name]} == {known}


def test_outcomes_of_a_pile_are_not_listed_while_others_hide_cards_of_it():
    game = finding()
    for seat in range(2):
        game.s.acting = seat
        piles = {pile.name: pile for pile in GAME.chance.piles(np.array([game.s]))}
        for name in ("mysteries", "discovery tokens", "starting items"):
            assert bool(piles[name].places) == (seat == 1)


@pytest.mark.parametrize("table", [PRIVATE, BOTH])
def test_every_form_gives_each_seat_its_own_view(table):
    options = {"players": 2, "table": table, "lookouts": True, "observation_dtype": "uint8"}
    env, batch = parallel_env(**options), MultiAgentBatch("robinson", 1, **options)
    seen_by_agents, _ = env.reset(seed=5)
    batch.reset(seed=5)
    simulator, states = env.batch.simulator, env.batch.states
    while not states.looked.any():
        actions = {agent: int(env.batch.masks[0].argmax()) for agent in env.agents}
        seen_by_agents, *_ = env.step(actions)
    for seat, agent in enumerate(env.agents):
        seen = seen_by_agents[agent]["observation"]
        assert (seen == simulator.observe(states, seat, "uint8")[0]).all()
    own = [set(np.flatnonzero(seen_by_agents[agent]["observation"])) for agent in env.agents]
    assert set(np.flatnonzero(env.state())) - own[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"edition": "current"}, "table: 'private_finds' needs edition='first', not 'current'"),
        ({"table": "open", "lookouts": True}, "lookouts: True needs table='private_finds' or"),
        ({"lookouts": 1}, "lookouts: expected True or False, not 1"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        Simulator(GAME, **{"players": 2, "table": PRIVATE, **options})


def test_alone_nothing_is_private():
    s = Table(players=1, table=PRIVATE, lookouts=True).s
    assert (s.private_finds, s.lookouts) == (0, 0)
