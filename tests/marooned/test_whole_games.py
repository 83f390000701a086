"""The rules of docs/marooned.md on the engine: what needs more than a scene, a whole game, chosen chance."""

from __future__ import annotations

import gymnasium
import pytest

from crusoe_env.marooned.state import CARD_IDS
from tests.marooned.scenes import ENV_ID, SNAKE, TORNADO_DECK, WAYS, Table, snake

# ---------------------------------------------------------------------- what needs more than a scene


def test_all_cards_on_the_table():
    table = Table(TORNADO_DECK, snake(8))
    table.change(health=16)
    table.play(" ".join(SNAKE[7:]) + " .")
    assert len(table.where) == 16
    assert table.explores == ""
    assert table.legal & {f"walk {way}" for way in WAYS.values()}
    rows, columns = zip(*table.where.values(), strict=True)
    assert (max(rows) - min(rows), max(columns) - min(columns)) == (3, 3)


@pytest.mark.parametrize(("waits", "end"), [(10, ("rescued", 3 + 1)), (11, ("died", 0))])
def test_health_must_last_until_the_ship_has_moved(waits, end):
    steps = " ".join(("w e " * 6).split()[:waits])
    table = Table("map_row bottle sticks", f"E {steps} S flip:bottle n s")
    assert table.end == end


# ---------------------------------------------------------------------- a whole game, move by move

GAME_DECK = "vines flint water pirates hook map_row higher_ground mirage rocks palm_trees"
GAME = [  # action, then turn, health, face under you, ship
    ("", 2, 15, "vines", "SW 0"),
    ("E", 2, 14, "flint", "SW 0"),
    ("flip:flint", 3, 14, "torch", "SW 1"),
    ("N", 4, 15, "water", "SW 2"),
    ("W", 5, 14, "compass", None),
    ("N", 5, 14, "hook", "NE 0 set_sail"),
    ("s", 5, 13, "compass", "NE 0 set_sail"),
    ("flip:hook", 6, 16, "compass", "NE 0"),
    ("W", 6, 16, "map_row", "NE 0"),
    ("stay", 7, 15, "map_row", "NE 1"),
    ("W", 7, 15, "higher_ground", "NE 1"),
    ("stay", 7, 14, "higher_ground", "NE 1"),
    ("flip:higher_ground", 8, 14, "lit_beacon", "NE 2"),
    ("S", 8, 14, "mirage", "NE 2"),
    ("swap:hook", 8, 16, "fish", "NE 2"),
    ("stay", 9, 15, "fish", "NE 3"),
    ("S", 9, 15, "rocks", "NE 3"),
    ("stay", 10, 14, "rocks", "NE 4"),
    ("n", 10, 14, "fish", "NE 4"),
    ("stay", 11, 13, "fish", None),
    ("E", 11, 13, "palm_trees", "SE 0 set_sail"),
    ("stay", 11, 12, "palm_trees", "SE 0 set_sail"),
    ("flip:vines", 12, 14, "palm_trees", "SE 0"),
    ("w", 12, 14, "fish", "SE 0"),
    ("stay", 12, 13, "fish", "SE 0"),
    ("flip:palm_trees", 13, 15, "fish", "SE 1"),
    ("e", 13, 15, "coconuts", "SE 1"),
    ("stay", 14, 14, "coconuts", "SE 2"),
    ("w", 14, 14, "fish", "SE 2"),
    ("stay", 15, 13, "fish", "SE 3"),
    ("e", 15, 13, "coconuts", "SE 3"),
    ("stay", 15, 12, "coconuts", "SE 4"),
]


def test_a_whole_game_move_by_move():
    table = Table(GAME_DECK)
    for action, *seen in GAME:
        table.play(action)
        assert [table.turn, table.health, table.on, table.ship] == seen, action
    # Torch 2, Shelter 2, Lit Beacon 7; health 12; ten cards.
    assert table.end == ("rescued", 2 + 2 + 7 + 12 + 10 // 4)
    assert table.info["victory"]
    assert table.info["goal_progress"] == 1.0
    assert table.info["rounds"] == 15


# ---------------------------------------------------------------------- chosen chance


def deck_of(env) -> list[str]:
    return [CARD_IDS[card] for card in env.state.deck]


def test_a_whole_deck_can_be_chosen():
    env = gymnasium.make(ENV_ID).unwrapped
    deck = list(CARD_IDS[::-1])
    env.reset(seed=3, options={"deck": deck})
    assert deck_of(env) == deck


def test_the_rest_of_the_deck_is_shuffled():
    env = gymnasium.make(ENV_ID).unwrapped
    rests = set()
    for seed in range(5):
        env.reset(seed=seed, options={"deck": ["water", "flint"]})
        deck = deck_of(env)
        assert deck[:2] == ["water", "flint"]
        assert sorted(deck) == sorted(CARD_IDS)
        rests.add(tuple(deck))
    assert len(rests) == 5


def test_a_chosen_deck_holds_for_one_episode_of_any():
    env = gymnasium.make(ENV_ID).unwrapped
    decks = []
    for options in (None, {"deck": ["storm", "hook"]}, None, {"deck": ["storm", "hook"]}, None, None):
        env.reset(seed=1 if not decks else None, options=options)
        env.step(env.legal_actions()[0])
        decks.append(deck_of(env))
    assert decks[1][:2] == decks[3][:2] == ["storm", "hook"]
    assert len({tuple(deck) for deck in decks}) == 6
    assert [deck[:2] for deck in decks].count(["storm", "hook"]) == 2


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (["watre"], "deck: unknown card 'watre'; did you mean 'water'"),
        (["water", "water"], "deck: 'water' stands twice"),
        ([3], "deck: unknown card 3"),
        ([*CARD_IDS, "water"], "deck: 'water' stands twice"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_and_the_game_goes_on(deck, message):
    env = gymnasium.make(ENV_ID).unwrapped
    env.reset(seed=0)
    before = env.snapshot()
    with pytest.raises(ValueError, match=message):
        env.reset(options={"deck": deck})
    assert env.snapshot() == before


def test_cards_to_come_can_be_chosen_in_a_running_game():
    table = Table("flint")
    table.env.force_chance(["water", "storm"])
    table.play("E")
    assert table.on == "water"
    table.play("E")
    assert table.on == "storm"
    before = table.env.snapshot()
    with pytest.raises(ValueError, match="'water' is in play already; unseen: "):
        table.env.force_chance(["hook", "water"])
    assert table.env.snapshot() == before
    assert sorted(deck_of(table.env)) == sorted(CARD_IDS)


def test_chosen_cards_are_forgotten_by_determinize():
    env = gymnasium.make(ENV_ID).unwrapped
    env.reset(seed=0, options={"deck": ["flint"]})
    env.force_chance(["water"])
    following = {CARD_IDS[env.determinize(seed)[0].deck[1]] for seed in range(60)}
    assert len(following) > 8
    assert deck_of(env)[1] == "water"


def test_chosen_deck_in_all_games_of_a_batch():
    env = gymnasium.make_vec(ENV_ID, 3, vectorization_mode="vector_entry_point")
    env.reset(seed=0, options={"deck": ["rocks"]})
    env.step(env.action_masks().argmax(axis=1))
    env.reset(options={"deck": ["hook", "rocks"]})
    assert env.batch.states.deck[:, :2].tolist() == [[6, 7]] * 3
