"""What a scenario file changes in the set-up and in general rules, and the choices that it leaves.

Each test plays the small scenario of docs/scenarios.md with a line or two more.
"""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.__main__ import all_facts, choices_rows
from crusoe_env.facts import FactsError
from crusoe_env.robinson import actions, components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.rules import stack, steps
from crusoe_env.robinson.rules.phases import weather
from crusoe_env.robinson.rules.world import mysteries
from crusoe_env.robinson.tables.loading import load
from tests.robinson.conftest import Table, entry, invariants
from tests.robinson.ids import ITEM
from tests.robinson.test_scenarios import LONELY_ROCK
from tests.support import refused

STARTING = {name: i for i, name in enumerate(components.STARTING_ITEM_IDS)}
HARDER = """
[[choice]]
id = "harder"
name = "harder"
values = [false, true]
default = false
sources = ["ours"]
confidence = "confirmed"
"""
TOKEN = 'symbol = "symbol_dashes"\nwhen = "any"\nuse = ["advance signal 1"]'


@pytest.fixture
def rock(tmp_path):
    """A game of the scenario with changes: more of `[scenario]`, replaced texts, options."""

    def make(more: str = "", changes: dict[str, str] | None = None, **options) -> Table:
        return Table(
            **{"characters": ["cook"], "scenario": written(tmp_path, more, changes), **options}
        ).start()

    return make


def written(folder, more: str = "", changes: dict[str, str] | None = None) -> str:
    """The file of the scenario with these changes."""
    text = LONELY_ROCK.replace("[on]\n", f"{more}\n[on]\n", 1)
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "lonely_rock.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def symbol(game: Table) -> int:
    """The discovery token whose symbol is the two dashes."""
    return [entry["id"] for entry in game.simulator.facts["discovery"]].index("symbol_dashes")


# ---------------------------------------------------------------- set-up
def test_a_shelter_stands_from_the_start(rock):
    game = rock("[scenario.start]\nshelter = true")
    assert (game.s.shelter, game.s.roof, game.s.palisade) == (1, 0, 0)
    game.to_planning()
    assert "plan shelter" not in game.legal()


def test_items_are_built_in_the_set_up_with_their_effects(rock):
    game = rock(changes={'setup = ["gain wood 1"]': 'setup = ["build knife", "build shovel"]'})
    assert game.s.invention_state[ITEM["knife"]] == game.s.invention_state[ITEM["shovel"]] == c.BUILT
    assert game.s.weapon == 1


def test_given_starting_items_take_the_place_of_drawn_ones(rock):
    game = rock('[scenario.start]\nstarting_items = ["flask_of_rum", "pipe_and_tobacco"]')
    there = [name for name, i in STARTING.items() if game.s.starting_uses[i]]
    assert there == ["flask_of_rum", "pipe_and_tobacco"]
    assert game.s.starting_left == components.STARTING_ITEMS - 2


def test_more_starting_items_can_be_drawn_to_the_given_ones(rock):
    more = '[scenario.start]\nstarting_items = ["flask_of_rum"]'
    game = rock(more, starting_items=7)
    assert all(game.s.starting_uses[i] > 0 for i in STARTING.values())
    with pytest.raises(ValueError, match=r"^starting_items: 8 is not a whole number from 0 to 7$"):
        rock(more, starting_items=8)


def test_a_starting_item_can_be_out_of_the_game(rock):
    game = rock('[scenario.start]\nno_starting_items = ["storm_glass"]', starting_items=7)
    assert game.s.starting_uses[STARTING["storm_glass"]] == 0
    assert game.s.starting_left == 0


@pytest.mark.parametrize(("more", "drawn"), [("", False), ("[scenario.start]\nsoldier = true", True)])
def test_the_soldier_is_drawn_below_three_players_only_if_the_scenario_says_so(rock, more, drawn):
    game = rock(more, characters=None, starting_items=0)
    seen = set()
    for seed in range(30):
        game.s.rng = np.random.default_rng(seed).integers(0, 2**32, 4, dtype=np.uint32)
        game.start()
        seen.add(int(game.s.character[0]))
    assert (components.SOLDIER in seen) is drawn


def test_as_many_inventions_are_dealt_as_the_scenario_says_and_counted(rock):
    game = rock(
        "[scenario.start]\ninventions_drawn = 9",
        {'"signal >= 5", "weapon >= 1"': '"goal_inventions >= 9"'},
    )
    dealt = [item for item in range(components.CARD_INVENTIONS) if game.s.dealt_inventions >> item & 1]
    assert len(dealt) == 9
    assert all(game.s.invention_state[item] == c.ON_BOARD for item in dealt)
    game.start()
    assert game.s.dealt_inventions.bit_count() == 9, "a new episode forgets those of the last one"
    dealt = [item for item in range(components.CARD_INVENTIONS) if game.s.dealt_inventions >> item & 1]
    for item in dealt[1:]:
        game.s.invention_state[item] = c.BUILT
    game.s.invention_state[ITEM["rope"]] = c.BUILT  # not one of them
    game.step(steps.END_OF_ROUND)
    assert not game.s.victory
    game.s.invention_state[dealt[0]] = c.BUILT
    game.step(steps.END_OF_ROUND)
    assert game.s.victory == 1


STAYING = '[scenario.start]\nfield_tokens = [{ kind = "explore", token = "minus_pawn" }]'


def test_a_token_stays_on_its_field_all_game_and_asks_a_pawn_of_every_action(rock):
    game = rock(STAYING, players=4, characters=None, friday=False, starting_items=0)
    game.to_planning()
    game.do("plan explore 0")
    assert game.s.plan_need[0] == 2
    while game.decision != "plan":
        game.do("pass" if "pass" in game.legal() else game.legal()[0])
    game.do("plan explore 4")
    assert game.s.plan_need[1] == 2
    game.s.phase = c.RESOLUTION
    game.roll(1, 1, 1)
    game.resolve(0)
    assert game.s.field_tokens[c.EXPLORE] & c.MINUS_PAWN


def test_what_stays_cannot_be_taken_off_the_board(rock):
    game = rock(STAYING, changes={"round_start = [": 'round_end = ["remove_any_token 1"]\nround_start = ['})
    game.run(game.t.on[c.ON_ROUND_END])
    assert game.decision != "place"
    assert game.s.field_tokens[c.EXPLORE] == c.MINUS_PAWN


# ---------------------------------------------------------------- weather
TWO_DICE = '[scenario.rules]\nanimals_times = "signal"'


def animals(game: Table, *faces: int, **levels: int) -> None:
    """These hungry animals dice are to be faced, with such levels."""
    game.s.phase = c.WEATHER_PHASE
    game.s.weather_rolled = 1
    game.s.animals[: len(faces)] = faces
    for name, level in levels.items():
        game.s[name] = level


def test_the_hungry_animals_die_is_thrown_as_often_as_a_measure_says(rock):
    game = rock(TWO_DICE)
    game.s.rounds, game.s.phase = 4, c.WEATHER_PHASE
    for times in (0, 2):
        game.s.weather_rolled, game.s.counter[0] = 0, times
        weather.roll_weather(game.s, game.t)
        assert [int(face) >= 0 for face in game.s.animals] == [True] * times + [False] * (
            c.ANIMAL_DICE - times
        )


def test_every_die_is_faced_in_turn(rock):
    game = rock(TWO_DICE, starting_items=0)
    animals(game, weather.LOSE_FOOD, 0, weather.LOSE_PALISADE, weather.LOSE_FOOD, palisade=2)
    game.s.available[c.FOOD] = 5
    game.step(steps.HUNGRY_ANIMALS)
    assert (game.s.available[c.FOOD], game.s.palisade) == (3, 1)


def test_a_palisade_that_is_missing_can_cost_more_than_wounds(rock):
    game = rock('[scenario.rules]\npalisade_missing = ["wound each 1", "lower morale 1"]', starting_items=0)
    animals(game, weather.LOSE_PALISADE)
    morale, wounds = int(game.s.morale), int(game.s.wounds[0])
    game.step(steps.HUNGRY_ANIMALS)
    assert (game.s.morale, game.s.wounds[0]) == (morale - 1, wounds + 1)


IGNORES = TOKEN.replace("any", "weather").replace("advance signal", "ignore animals")


def use_token(game: Table) -> None:
    """Use the token with the dashes."""
    game.do("use token symbol_dashes")


def test_a_token_that_ignores_hungry_animals(rock):
    game = rock(changes={TOKEN: IGNORES}, starting_items=0)
    animals(game, 0, weather.LOSE_FOOD, weather.LOSE_FOOD)
    game.s.available[c.FOOD], game.s.discovery[symbol(game)] = 5, 1
    stack.clear_stack(game.s)
    stack.push(game.s, steps.HUNGRY_ANIMALS)
    game.push_and_go(steps.WINDOW, window=c.IN_WEATHER)
    use_token(game)
    assert game.s.available[c.FOOD] == 4
    assert game.s.ignored_animals == 0


def test_before_each_die_the_token_is_offered(rock):
    game = rock(changes={TOKEN: IGNORES}, starting_items=0)
    animals(game, weather.LOSE_FOOD, weather.LOSE_FOOD)
    game.s.available[c.FOOD], game.s.discovery[symbol(game)] = 5, 1
    game.step(steps.HUNGRY_ANIMALS)
    assert game.s.available[c.FOOD] == 4
    use_token(game)
    assert game.s.available[c.FOOD] == 4
    assert game.s.animals_faced == 2


def test_a_token_that_throws_the_hungry_animals_again(rock):
    changed = TOKEN.replace("any", "weather").replace("advance signal 1", "reroll_animals")
    game = rock(changes={TOKEN: changed})
    animals(game, weather.BEAST_COMES)
    game.s.discovery[symbol(game)] = 1
    blank = 1 + list(game.t.animals_die).index(0)
    stack.clear_stack(game.s)
    stack.push(game.s, steps.HUNGRY_ANIMALS)
    game.push_and_go(steps.WINDOW, window=c.IN_WEATHER)
    game.roll(blank)
    wounds = int(game.s.wounds[0])
    use_token(game)
    assert game.s.animals[0] == 0
    assert game.s.wounds[0] == wounds


# ---------------------------------------------------------------- mysteries
def test_a_token_that_ignores_creatures_is_offered_for_creatures_alone(rock):
    changed = TOKEN.replace("any", "creature").replace("advance signal", "ignore creature")
    creature, trap = (first_mystery(kind) for kind in ("creature", "trap"))
    game = rock(changes={TOKEN: changed})
    game.s.discovery[symbol(game)] = 1
    game.next_mysteries(trap)
    game.draw_mysteries(trap=1)
    assert "use token symbol_dashes" not in game.legal()
    game = rock(changes={TOKEN: changed})
    game.s.discovery[symbol(game)] = 1
    game.next_mysteries(creature)
    before = game.s.wounds.copy(), game.s.fight_strength
    game.draw_mysteries(creature=1)
    use_token(game)
    assert (list(game.s.wounds), game.s.fight_strength) == (list(before[0]), before[1])
    assert game.s.mystery_state[components.MYSTERY_IDS.index(creature)] == c.MYSTERY_GONE


def first_mystery(kind: str) -> str:
    """The first mystery card of a kind."""
    return next(str(entry["id"]) for entry in components.BOX["mystery"] if entry["type"] == kind)


def draw_whole(game: Table, count: int) -> list[int]:
    """Draw so many cards of any kind to the end; which cards have left the deck."""
    stack.clear_stack(game.s)
    mysteries.seek(game.s, 4, count)
    mysteries.begin_draw(game.s, 0, 1)
    from crusoe_env.robinson.rules import turn

    turn.advance(game.s, game.t)
    return [m for m in range(components.MYSTERY_CARDS) if game.s.mystery_state[m] != c.MYSTERY_IN_DECK]


def test_a_draw_to_the_end_takes_cards_of_any_kind_and_nobody_may_stop(rock):
    game = rock()
    treasures = [e["id"] for e in components.BOX["mystery"] if e["type"] == "treasure"][:3]
    game.next_mysteries(*treasures)
    drawn = draw_whole(game, 3)
    assert [components.MYSTERY_IDS[m] for m in drawn] == sorted(treasures, key=components.MYSTERY_IDS.index)
    assert game.s.draws == 0


def test_before_such_a_draw_a_token_can_make_it_shorter(rock):
    changed = TOKEN.replace("any", "whole_draw").replace("advance signal", "mystery_limit")
    game = rock(changes={TOKEN: changed})
    treasures = [e["id"] for e in components.BOX["mystery"] if e["type"] == "treasure"][:3]
    game.next_mysteries(*treasures)
    game.s.discovery[symbol(game)] = 1
    assert draw_whole(game, 3) == []
    assert game.legal() == ["pass", "use token symbol_dashes"]
    use_token(game)
    gone = [m for m in range(components.MYSTERY_CARDS) if game.s.mystery_state[m] != c.MYSTERY_IN_DECK]
    assert len(gone) == 2


# ---------------------------------------------------------------- camp and night
def test_fur_may_stand_for_wood_one_for_one(rock):
    game = rock("[scenario.rules]\nfur_as_wood = true", players=4, characters=None, starting_items=0)
    game.s.available[:3] = 4, 0, 3
    game.to_planning()
    game.do("plan shelter")
    assert game.decision == "payment"
    assert actions.LAYOUT.names[actions.CHOOSE] in game.legal()
    ways = {"choose A": (4, 0), "choose B": (0, 3), "choose C": (3, 1), "choose D": (2, 2)}
    assert game.legal() == list(ways)
    for way, (wood, fur) in ways.items():
        one = Table.__new__(Table)
        one.__dict__.update(game.__dict__, s=game.s.copy())
        one.do(way)
        assert (4 - one.s.available[c.WOOD], 3 - one.s.available[c.FUR]) == (wood, fur)


SEVERAL = '[scenario.rules]\nseveral_tokens_on_camp = ["plus_food"]'


def two_food_items(game: Table) -> None:
    """Snare and Corral are built; both put a +1 food token on the camp's tile."""
    game.open_tile(4, 9)  # the Corral needs birds
    for name in ("snare", "corral"):
        item = ITEM[name]
        game.s.invention_state[item] = c.ON_BOARD
        game.gain_item(item)
        while game.decision != "nothing":
            game.do(game.legal()[-1])


@pytest.mark.parametrize(("more", "food"), [("", 2), (SEVERAL, 3)])
def test_several_food_tokens_on_the_camps_tile(rock, more, food):
    game = rock(more, characters=["cook"], starting_items=0)
    two_food_items(game)
    before = game.s.available[c.FOOD] + game.s.available[c.DURABLE_FOOD]
    game.production()
    assert game.s.available[c.FOOD] + game.s.available[c.DURABLE_FOOD] - before == food


def test_one_of_them_goes_with_its_item(rock):
    game = rock(SEVERAL)
    two_food_items(game)
    game.run(game.t.invention_loss[ITEM["corral"]])
    assert (game.s.more_camp_food, game.s.space_tokens[game.s.camp] & c.PLUS_FOOD) == (0, c.PLUS_FOOD)


def test_they_come_along_when_the_camp_moves(rock):
    game = rock(SEVERAL)
    two_food_items(game)
    game.move_camp(4)
    assert game.s.space_tokens[4] & c.PLUS_FOOD
    while game.decision == "branch":
        game.do("choose A")
    assert (game.s.more_camp_food, game.s.space_tokens[3] & c.PLUS_FOOD) == (1, 0)


FED = '[scenario.rules]\nfed_first = "signal"'


@pytest.mark.parametrize(("food", "lost", "wounds"), [(3, False, 0), (2, False, 2), (1, True, 0)])
def test_who_is_fed_first_eats_before_the_players_or_the_game_is_lost(rock, food, lost, wounds):
    game = rock(FED, starting_items=0)
    game.s.counter[0], game.s.available[:] = 2, [0, food, 0, 0]
    game.s.phase = c.NIGHT_PHASE
    stack.clear_stack(game.s)
    stack.push(game.s, *entry(steps.EAT))
    game.push_and_go(steps.FEED_FIRST)
    assert bool(game.s.over) is lost
    assert not lost or game.cause() == "lack of signal fire"
    assert game.s.wounds[0] == wounds


def test_who_went_hungry_is_counted_until_the_end_of_the_round(rock):
    game = rock(
        changes={"round_start = [": 'round_end = ["if hungry >= 1: lower morale 1"]\nround_start = ['},
        players=2,
        characters=None,
        starting_items=0,
    )
    for food, fallen in ((1, 1), (2, 0)):
        game.s.available[:], game.s.morale, game.s.phase = [0, food, 0, 0], 0, c.NIGHT_PHASE
        game.step(steps.EAT)
        if game.decision == "person":
            game.do(game.legal()[0])
        game.run(game.t.on[c.ON_ROUND_END])
        assert game.s.morale == -fallen


def test_a_built_shelter_can_be_lost_with_roof_and_palisade(rock):
    game = rock(changes={"round_start = [": 'round_end = ["lower shelter 1"]\nround_start = ['})
    game.s.shelter, game.s.roof, game.s.palisade = 1, 2, 3
    game.run(game.t.on[c.ON_ROUND_END])
    assert (game.s.shelter, game.s.roof, game.s.palisade, game.s.wounds[0]) == (0, 0, 0, 0)
    game.run(game.t.on[c.ON_ROUND_END])
    assert game.s.wounds[0] == 1  # there was none to lose


# ---------------------------------------------------------------- choices
def with_choice(rock, **options) -> Table:
    changes = {
        "round_start = [": 'round_end = ["if option.harder >= 1: wound first 1"]\nround_start = [',
        "[[loss]]": HARDER + "\n[[loss]]",
    }
    return rock(changes=changes, **options)


@pytest.mark.parametrize(
    ("chosen", "wounds"), [(None, 0), ({}, 0), ({"harder": True}, 1), ({"harder": False}, 0)]
)
def test_a_choice_is_a_measure_of_programs(rock, chosen, wounds):
    game = with_choice(rock, scenario_options=chosen)
    game.run(game.t.on[c.ON_ROUND_END])
    assert game.s.wounds[0] == wounds


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (
            {"hardr": True},
            "scenario_options: lonely_rock has no choice 'hardr'; did you mean 'harder'? choose from harder",
        ),
        ({"harder": 1}, "scenario_options: harder: 1 is not one of False, True"),
        (["harder"], "scenario_options: ['harder'] is not a dict of values by the id of a choice"),
    ],
)
def test_a_wrong_choice_is_answered_in_one_line(rock, chosen, message):
    with pytest.raises(ValueError) as error:  # noqa: PT011 (the message is compared below)
        with_choice(rock, scenario_options=chosen)
    assert str(error.value) == message


def test_a_scenario_without_choices_has_none():
    with pytest.raises(ValueError, match=r"^scenario_options: castaways has no choice 'x'; it has none$"):
        load(None, {"scenario": "castaways", "scenario_options": {"x": True}})


def test_the_choices_of_the_suite_are_listed_with_their_defaults():
    rows = choices_rows(all_facts(GAME, None))
    listed = {row[0]: row[1] for row in rows}
    assert listed["family_robinson: choice hungrier_children"] == "False, True"


# ---------------------------------------------------------------- wrong files, random play
@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('[scenario.start]\nstarting_items = ["rum"]', "'rum' is not known"),
        ('[scenario.rules]\nfed_first = "sgnal"', "field 'rules.fed_first': 'sgnal' is no measure"),
        (
            '[scenario.start]\nstarting_items = ["bible"]\nno_starting_items = ["bible"]',
            "field 'start.no_starting_items': 'bible' is among 'starting_items'",
        ),
        ('[scenario.rules]\nseveral_tokens_on_camp = ["plus_wood"]', "'plus_wood' is not known"),
        ("[scenario.rules]\nfur = true", "unknown field 'fur'"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(tmp_path, more, message):
    with refused(FactsError, message, start="lonely_rock.toml: "):
        load(None, {"scenario": written(tmp_path, more)})


@pytest.mark.parametrize("values", ["[1]", "[true, 1]", "[1.5, 2.5]", '["a", "b"]'])
def test_values_of_a_choice_are_of_one_kind(tmp_path, values):
    changes = {"[[loss]]": HARDER.replace("[false, true]", values) + "\n[[loss]]"}
    with pytest.raises(FactsError, match="expected truth values, or whole numbers, two or more"):
        load(None, {"scenario": written(tmp_path, "", changes)})


def test_random_games_with_everything_changed(rock):
    game = rock(
        '[scenario.start]\nshelter = true\nsoldier = true\ninventions_drawn = 9\nstarting_items = ["bible"]\n'
        'field_tokens = [{ kind = "build", token = "minus_pawn" }]\n'
        '[scenario.rules]\nanimals_times = "round"\npalisade_missing = ["lower morale 1"]\n'
        'several_tokens_on_camp = ["plus_food"]\nfur_as_wood = true\nfed_first = "signal"',
        {"max_steps = 0": "max_steps = 0"} if "max_steps = 0" in LONELY_ROCK else None,
        characters=None,
        players=2,
    )
    rng = np.random.default_rng(5)
    out = np.empty(GAME.observations.size, np.uint8)
    for seed in range(4):
        game.s.rng = np.random.default_rng(seed).integers(0, 2**32, 4, dtype=np.uint32)
        game.start()
        while not game.s.over:
            game.do(str(rng.choice(game.legal())))
            invariants(game.s, game.t)
            out[:] = 0
            GAME.rules["write_observation"](game.s, game.t, int(game.s.acting), out)
        assert c.CAUSES[game.s.cause] != ""
