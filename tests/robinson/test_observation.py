"""What the observation says of the table: that which players know, in full, and nothing else."""

import numpy as np
import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import measures
from crusoe_env.robinson.components import CARD_INVENTIONS, FIRST_MYSTERY
from crusoe_env.robinson.observation import LAYOUT, write_observation
from crusoe_env.robinson.rules import hidden, stack, steps
from crusoe_env.robinson.rules.phases.planning import CALLED, WANTED
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, TOKEN, TREASURE

YOU, NEXT = 1, 2
"""A person in an entry: 1 the viewer, 2 the next player."""
BIT_OF_YOU, BIT_OF_NEXT, NOBODY = 1, 2, 64
"""The same where people are bits."""


def bytes_of(game, viewer: int | None = None) -> np.ndarray:
    out = np.empty(LAYOUT.size, np.uint8)
    write_observation(game.s, game.t, int(game.s.acting) if viewer is None else viewer, out)
    return out


def seen(game, segment: str, field: str, row: int = 0, viewer: int | None = None) -> list[int]:
    """The bytes of one field of a row."""
    out = bytes_of(game, viewer)
    (part,) = [
        part for part in LAYOUT.fields() if (part.segment, part.field, part.row) == (segment, field, row)
    ]
    return out[part.start : part.stop].tolist()


def names(valid: tuple[str, ...], values: list[int]) -> list[str]:
    """The names whose entries are set."""
    return [name for name, value in zip(valid, values, strict=True) if value]


@pytest.fixture
def pair(table):
    """A game of two players in the action phase."""
    game = table(players=2, characters=["carpenter", "cook"])
    game.s.phase = c.RESOLUTION
    return game


# ------------------------------------------------------------------ the question


def steps_seen(game, when: int) -> list[str]:
    values = seen(game, "steps", "steps")
    return [step.name for step, value in zip(steps.STEPS, values, strict=True) if value == when]


def test_who_goes_hungry_and_whom_to_heal_are_different_questions(pair):
    pair.s.wounds[:2] = 2
    pair.s.available[:] = 0
    pair.s.available[c.FOOD] = 1
    pair.step(steps.EAT)
    hungry = pair.legal()
    assert steps_seen(pair, 3) == ["eat"]
    assert seen(pair, "question", "left") == [1]
    pair.step(steps.HEAL, count=3, performer=0)
    assert pair.legal() == hungry
    assert steps_seen(pair, 3) == ["heal"]
    assert seen(pair, "question", "left") == [3]
    pair.do("you")
    assert seen(pair, "question", "left") == [2]


def test_the_two_tokens_of_a_moving_camp(pair):
    for name in ("plus_wood", "plus_food"):
        pair.step(steps.MOVE_TOKEN, token=1 << c.TOKENS.index(name))
        assert names(c.TOKENS, seen(pair, "question", "token")) == [name]


def test_the_question_names_a_counter(table):
    game = table(scenario="castaways")
    game.s.available[:] = 9
    game.step(steps.FEED)
    assert game.decision == "feed"
    rows = [seen(game, "counters", "asked about", row) for row in range(c.COUNTERS)]
    assert rows == [[1]] + [[0]] * (c.COUNTERS - 1)
    assert seen(game, "question", "detail") == [0]


def test_the_question_names_a_kind_of_action(pair):
    s = pair.s
    s.plans = 2
    for i in range(2):
        s.plan_kind[i], s.plan_target[i], s.plan_person[i], s.plan_done[i] = c.REST, 0, i, 0
    pair.step(steps.NEXT_ACTION)
    assert pair.decision == "order"
    assert names(c.PLANNED_KIND_NAMES, seen(pair, "question", "kind")) == ["rest"]


def test_the_question_names_a_beast(table):
    game = table(scenario="naturalist")
    game.s.counter[measures.ids_of(game.simulator.facts, "counter").index("cages")] = 1
    game.step(steps.KEEP_BEAST, beast=5, who=0)
    assert game.decision == "branch"
    assert np.flatnonzero(seen(game, "beasts", "asked about")).tolist() == [5]


def test_the_question_names_a_space_where_there_are_several_markers(pair):
    space = int(pair.s.camp)
    pair.s.covered[space] = c.WOOD_SOURCE | c.TERRAIN
    pair.step(steps.UNCOVER, left=1, chosen=space + 1, performer=0)
    assert pair.decision == "branch"
    asked = [seen(pair, "spaces", "asked about", row) for row in range(c.SPACES)]
    assert [row for row, value in enumerate(asked) if value == [1]] == [space]


def test_the_question_names_the_place_of_a_token(pair):
    pair.s.field_tokens[:] = pair.s.space_tokens[:] = 0
    pair.s.field_tokens[c.GATHER] = c.DANGER | c.REROLL_TOKEN
    pair.s.field_tokens[c.BUILD] = c.DANGER
    pair.step(steps.REMOVE_TOKEN, count=1, performer=0)
    assert pair.decision == "place"
    assert not any(seen(pair, "question", "place")), "it is still to be chosen"
    pair.step(steps.REMOVE_TOKEN, count=1, chosen=c.GATHER + 1, performer=0)
    assert pair.decision == "token"
    assert np.flatnonzero(seen(pair, "question", "place")).tolist() == [c.GATHER]


def test_the_question_names_an_item(pair):
    s = pair.s
    s.invention_state[[ITEM["basket"], ITEM["sack"]]] = c.BUILT
    s.plans, s.now = 2, 0
    for i in range(2):
        s.plan_kind[i], s.plan_person[i], s.plan_done[i] = c.GATHER, i, 1 - i
    pair.step(steps.GATHER_BONUS)
    assert pair.decision == "branch"
    asked = [seen(pair, "inventions", "asked about", item)[0] for item in range(CARD_INVENTIONS)]
    assert [i for i, value in enumerate(asked) if value] in ([ITEM["basket"]], [ITEM["sack"]])


def test_a_fight_says_whether_the_beast_is_to_be_caught(pair):
    for capturing in range(3):
        pair.s.capturing = capturing
        assert seen(pair, "fight", "capturing") == [capturing]


def test_a_window_says_what_comes_next(pair):
    pair.s.phase = c.NIGHT_PHASE
    pair.s.discovery[TOKEN["vegetables"]] = 1
    pair.s.wounds[:2] = 2
    pair.s.invention_state[ITEM["pot"]] = c.BUILT
    pair.s.available[:] = 5
    coming = []
    for below in (steps.EAT, steps.ROT):
        stack.clear_stack(pair.s)
        stack.push(pair.s, below, 0, 0, c.NONE, c.NONE, 0)
        pair.push_and_go(steps.WINDOW, window=c.AT_NIGHT)
        assert pair.decision == "window"
        coming += steps_seen(pair, 2)
    assert coming == ["eat", "rot"]


def test_passing_is_final_in_the_last_turn_of_planning(pair):
    for last_call, expected in ((0, [0, 0]), (WANTED, [1, 0]), (CALLED, [0, 1])):
        pair.s.last_call = last_call
        assert seen(pair, "question", "last turn") == expected


def test_what_is_still_wanted_when_mysteries_are_drawn(pair):
    pair.next_mysteries("gold", "compass")
    pair.draw_mysteries(treasure=2, creature=1)
    assert pair.legal() == ["pass", "choose A"]
    assert seen(pair, "search", "wanted") == [1, 1, 0, 0, 0]


# ------------------------------------------------------------------ cards, tokens, piles


def test_the_deck_of_inventions_lies_face_up(pair):
    deck = pair.s.inventions[: pair.s.inventions_left]
    top = int(deck[-1])
    assert [seen(pair, "inventions", "next", item) for item in range(CARD_INVENTIONS)].index([1]) == top
    for _ in range(20):
        hidden.redeal(pair.s, pair.t, 0)
        assert pair.s.inventions[pair.s.inventions_left - 1] == top


def test_discarded_cards_may_be_looked_at(pair):
    card = pair.card("event", "council")
    pair.s.threat[:] = card, c.NONE
    pair.s.plans = 1
    pair.s.plan_kind[0], pair.s.plan_target[0], pair.s.plan_option[0] = c.THREAT, 0, 0
    pair.resolve()
    assert seen(pair, "events discarded", "events discarded")[card] == 1
    pair.s.invention_state[ITEM["raft"]] = c.DISCARDED
    assert seen(pair, "inventions", "discarded", ITEM["raft"]) == [1]


def test_an_event_that_leaves_the_threat_row_is_discarded(pair):
    cards = [pair.card("event", identity) for identity in ("bear", "flood", "rain")]
    pair.s.threat[:] = cards[:2]
    pair.place_event(cards[2])
    assert np.flatnonzero(seen(pair, "events discarded", "events discarded")).tolist() == cards[:1]


def test_whom_a_delayed_effect_will_hit(pair):
    card = FIRST_MYSTERY + TREASURE["blowgun"]
    pair.run(int(pair.t.resolve_program[card]), card, performer=1)
    assert seen(pair, "waiting", "waiting", viewer=0)[card] == BIT_OF_NEXT
    assert seen(pair, "waiting", "waiting", viewer=1)[card] == BIT_OF_YOU
    assert [seen(pair, "people", "waiting", row, viewer=0) for row in range(2)] == [[0], [1]]
    pair.run(int(pair.t.resolve_program[card]), card, performer=0)
    assert seen(pair, "waiting", "waiting", viewer=0)[card] == BIT_OF_YOU + BIT_OF_NEXT
    pair.run(int(pair.t.resolve_program[card]), card, performer=0)
    assert [seen(pair, "people", "waiting", row, viewer=0) for row in range(2)] == [[2], [1]]


def test_an_effect_that_waits_for_nobody_in_particular(pair):
    card = pair.card("event", "dangerous_night")
    pair.run(int(pair.t.event_program[card]), card, performer=c.NONE)
    assert seen(pair, "waiting", "waiting")[card] == NOBODY


def test_what_somebody_outside_the_camp_has(pair):
    s = pair.s
    s.phase = c.WEATHER_PHASE
    s.outside[1] = 1
    s.found[1, TOKEN["herbs"]] = s.discovery_future[TOKEN["herbs"]] = 1
    s.starting_future[2], s.starting_finder[2] = 2, 1
    assert seen(pair, "people", "tokens found", 1, viewer=0)[TOKEN["herbs"]] == 1
    assert seen(pair, "starting items", "future", 2) == [2]
    assert seen(pair, "starting items", "found by", 2, viewer=0) == [NEXT]


def test_found_this_round_or_earlier(pair):
    s, treasure = pair.s, TREASURE["barrel"]
    s.mystery_state[treasure], s.mystery_holder[treasure] = c.MYSTERY_KEPT, 0
    s.mystery_round[treasure] = s.rounds
    assert seen(pair, "mysteries", "found by", treasure, viewer=0) == [YOU]
    s.rounds += 1
    assert seen(pair, "mysteries", "found by", treasure, viewer=0) == [0]


PILES = {
    "events": "events_left",
    "adventures": "adventures_left",
    "discarded": "adventures_discarded",
    "mysteries": "mysteries_left",
    "beasts": "beasts_left",
    "hunting": "hunting_left",
    "tiles": "tiles_left",
    "discoveries": "discoveries_left",
    "starting items": "starting_left",
    "inventions": "inventions_left",
}


def test_the_sizes_of_all_piles(pair):
    for pile, field in PILES.items():
        assert seen(pair, "piles", pile) == np.ravel(pair.s[field]).tolist()


@pytest.mark.parametrize("amount", [0, 9, 10, 11, 40, 255])
def test_amounts_do_not_saturate(pair, amount):
    pair.s.available[:] = amount
    pair.s.determination[0] = amount
    assert seen(pair, "stores", "stores") == [amount] * 4
    assert seen(pair, "people", "determination", viewer=0) == [amount]


def test_new_tokens_differ_from_those_that_count(pair):
    at = c.TOKENS.index("danger")
    pair.s.field_tokens[c.GATHER] = c.DANGER
    pair.s.new_field_tokens[c.BUILD] = c.DANGER
    assert seen(pair, "fields", "fields", c.GATHER)[at] == 1
    assert seen(pair, "fields", "fields", c.BUILD)[at] == 2


# ------------------------------------------------------------------ hidden things


def shuffled(pile: np.ndarray, rng: np.random.Generator) -> None:
    pile[:] = rng.permutation(pile)


def test_the_order_of_hidden_cards_never_shows():
    """Shuffled here by hand: all decks, below what the players have seen."""
    rng = np.random.default_rng(5)
    for seed in range(12):
        game = Table(seed, players=1 + seed % 4, starting_items=2).start()
        for _ in range(int(rng.integers(400))):
            if game.s.over:
                break
            game.do(str(rng.choice(game.legal())))
        s, before = game.s, bytes_of(game)
        shuffled(s.event_deck[: max(0, s.events_left - 1)], rng)
        for deck in range(3):
            shuffled(s.adventures[deck, : s.adventures_left[deck]], rng)
        shuffled(s.mysteries[: s.mysteries_left], rng)
        shuffled(s.beasts[: s.beasts_left], rng)
        shuffled(s.hunting[: max(0, s.hunting_left - s.hunting_known)], rng)
        shuffled(s.inventions[: max(0, s.inventions_left - 1)], rng)
        shuffled(s.discovery_stack[: s.discoveries_left], rng)
        shuffled(s.starting_deck[: s.starting_left], rng)
        shuffled(s.tiles[: max(0, s.tiles_left - s.tiles_known)], rng)
        assert (bytes_of(game) == before).all()


def test_a_beast_in_ambush_is_unknown(pair):
    s = pair.s
    s.ambush = s.beasts[s.beasts_left - 1]
    s.beasts_left -= 1
    before = bytes_of(pair)
    s.ambush, s.beasts[0] = int(s.beasts[0]), int(s.ambush)
    assert (bytes_of(pair) == before).all()


def test_the_tiles_on_top_that_players_know_are_seen_one_by_one(pair):
    pair.s.tiles_known = 2
    top = [int(pair.s.tiles[pair.s.tiles_left - 1 - i]) for i in range(2)]
    for i, tile in enumerate(top):
        assert np.flatnonzero(seen(pair, "known tiles", "known tiles", i)).tolist() == [tile]
    assert tile != 0
    pair.s.tiles_known = 0
    assert not any(seen(pair, "known tiles", "known tiles", 0))
