"""The examples of the rulebook, played on the second engine of Robinson Crusoe.

Lockstep shows that both engines agree; these show that they agree with what is printed.
"""

from __future__ import annotations

import pytest

from tests.reference.robinson import (
    action_phase,
    camp,
    decks,
    fights,
    morale_phase,
    mysteries,
    night_phase,
    planning,
    production_phase,
    requirements,
    storage,
    weather_phase,
)
from tests.reference.robinson.decisions import GameOver, Play
from tests.reference.robinson.effects import interpreter
from tests.reference.robinson.game import Game, ReferenceRobinson
from tests.reference.robinson.programs import parse
from tests.reference.robinson.table import Plan

WORDS = (1, 2, 3, 4)


def game(players: int = 3, **options: object) -> Game:
    """A game as it begins: its first production, and what the scenario does in it, are taken back."""
    one = ReferenceRobinson(WORDS, players=players, starting_items=0, **options).game  # type: ignore[arg-type]
    one.table.morale = 0
    one.table.available = dict.fromkeys(one.table.available, 0)
    for person in one.table.people.values():
        person.determination = 0
    return one


def play(rule: Play[None], *answers: str) -> list[str]:
    """Carry out a rule with these answers; the kinds of decision that were asked."""
    asked, given = [], iter(answers)
    try:
        decision = next(rule)
        while True:
            asked.append(decision.kind)
            answer = next(given)
            assert answer in decision.names, f"{answer!r} is not legal: {decision.names}"
            decision = rule.send(answer)
    except StopIteration:
        assert not list(given)
    return asked


def wounds(of: Game) -> list[int]:
    """The wounds of the players."""
    return [of.table.people[seat].wounds for seat in of.table.seats]


@pytest.fixture(params=["first", "current"])
def edition(request: pytest.FixtureRequest) -> str:
    """Both editions."""
    return request.param


# ---------------------------------------------------------------- set-up


def test_castaways_takes_six_events_of_each_icon():
    one = game()
    icons = [one.facts.events[card].icon == "book" for card in one.table.event_deck]
    assert (sum(icons), len(icons)) == (6, 12)
    assert one.table.threat == {"left": None, "right": "food_crates"}


def test_nine_inventions_and_five_more_lie_on_the_board():
    one = game()
    places = [state.place for state in one.table.invention.values() if state.owner is None]
    of_scenario = len(one.facts.scenario_inventions)
    assert places.count("board") - of_scenario == 9 + 5
    assert sum(state.owner is not None for state in one.table.invention.values()) == 3


def test_the_camp_stands_on_tile_eight_beside_the_beach():
    one = game()
    assert one.table.spaces[one.table.camp].tile == "tile_8"
    assert one.facts.tiles["tile_8"].terrain == "beach"
    assert len(one.table.tiles) == 10


# ---------------------------------------------------------------- morale


def test_lowest_morale_and_one_token_are_two_wounds(edition):
    one = game(edition=edition)
    one.table.morale = -3
    one.table.people[0].determination = 1
    play(morale_phase.play(one))
    assert one.table.people[0].determination == 0
    assert wounds(one) == [2, 0, 0]


def test_highest_morale_is_two_tokens_or_a_wound_healed(edition):
    for answer, tokens, left in (("choose A", 2, 1), ("choose B", 0, 0)):
        one = game(edition=edition)
        one.table.morale = 3
        one.table.people[0].wounds = 1
        assert play(morale_phase.play(one), answer) == ["branch"]
        assert (one.table.people[0].determination, wounds(one)[0]) == (tokens, left)


def test_alone_morale_rises_first():
    one = game(players=1)
    play(morale_phase.play(one))
    assert (one.table.morale, one.table.people[0].determination) == (1, 1)


# ---------------------------------------------------------------- production


def test_a_source_of_food_and_one_of_wood_give_one_each():
    one = game()
    assert one.facts.tiles["tile_8"].sources_of == ("wood", "fish")
    play(production_phase.play(one))
    assert (one.table.available["wood"], one.table.available["food"]) == (1, 1)


# ---------------------------------------------------------------- planning


def test_a_shelter_for_three_takes_three_wood_or_two_furs():
    one = game()
    ways = requirements.ways_to_pay(one, Plan("build", "shelter", 0))
    assert [dict(way) for way in ways] == [{"wood": 3}, {"fur": 2}]


def test_one_tile_between_takes_one_pawn_more(edition):
    one = game(edition=edition)
    one.table.spaces[4].tile, one.table.spaces[5].tile = "tile_1", "tile_2"
    planning.begin(one)
    near, far = Plan("gather", (4, "wood"), 0), Plan("gather", (5, "food"), 0)
    assert [requirements.pawns_needed(one, plan, 0) for plan in (near, far)] == [1, 2]


def test_two_tiles_between_are_too_far_in_the_first_edition(edition):
    one = game(edition=edition)
    for space, tile in ((4, "tile_1"), (5, "tile_2"), (6, "tile_3")):
        one.table.spaces[space].tile = tile
    planning.begin(one)
    assert requirements.possible(one, Plan("gather", (6, "food"), 0)) == (edition == "current")


def test_a_knife_built_in_this_phase_comes_too_late_for_the_bow():
    one = game()
    one.table.invention["rope"].place, one.table.invention["knife"].place = "built", "future"
    one.table.invention["bow"].place = "board"
    assert not requirements.possible(one, Plan("build", "bow", 0))
    one.table.invention["knife"].place = "built"
    assert requirements.possible(one, Plan("build", "bow", 0))


# ---------------------------------------------------------------- actions


def test_each_missing_weapon_level_is_a_wound_of_the_hunter():
    one = game()
    beast = max(one.facts.beasts.values(), key=lambda card: card.strength)
    one.table.phase, one.table.weapon, one.table.hunting = "resolution", beast.strength - 2, [beast.id]
    play(fights.hunt(one, 1))
    assert wounds(one)[1] >= 2
    assert one.table.future["food"] == beast.food
    assert one.table.future["fur"] == beast.fur


def test_a_failure_gives_two_tokens_and_a_wound_if_the_die_shows_it():
    """A wound, no success, no adventure: each die counts by itself."""
    one = game()
    one.table.spaces[4].tile = "tile_1"
    planning.begin(one)
    plan = Plan("gather", (4, "wood"), 0)
    one.table.plans.append(plan)
    one.table.phase = "resolution"
    one.chance.forced = [1, 6, 6]
    assert action_phase.prepare(one, plan)
    rule = action_phase.carry_out(one, plan)
    try:
        decision = next(rule)
        while True:
            decision = rule.send("pass" if decision.may_pass else decision.names[0])
    except StopIteration:
        pass
    state = one.table.people[0]
    assert (state.wounds, state.determination, one.table.future["wood"]) == (1, 2, 0)


def test_with_four_players_arranging_the_camp_brings_one_of_two_things(edition):
    for answer, tokens, morale in (("choose A", 2, 0), ("choose B", 0, 1)):
        one = game(players=4, edition=edition)
        assert play(action_phase.arrange_camp(one, 0), answer) == ["branch"]
        assert (one.table.people[0].determination, one.table.morale) == (tokens, morale)


def test_a_treasure_after_a_trap_that_is_passed_over():
    """One creature and two treasures are sought; the trap is ignored, and after each one may stop."""
    one = game()
    kinds = {
        kind: [m.id for m in one.facts.mysteries.values() if m.type == kind] for kind in ("trap", "treasure")
    }
    trap, treasure = kinds["trap"][0], kinds["treasure"][0]
    one.table.mysteries = [card for card in one.table.mysteries if card not in (trap, treasure)]
    one.table.mysteries += [treasure, trap]
    one.table.phase = "resolution"
    mysteries.seek(one, "treasure", 2)
    mysteries.seek(one, "creature", 1)
    assert play(mysteries.draw_mysteries(one, 0, whole=False), "pass") == ["branch"]
    assert one.table.mystery[treasure].place == "future"
    assert trap in one.table.mysteries


# ---------------------------------------------------------------- weather and night


def test_the_weather_of_the_rulebook(edition):
    """Two rain clouds and one of winter, roof 1, three wood and a food: all is spent, and each is wounded."""
    one = game(edition=edition)
    table = one.table
    table.phase, table.roof, table.round = "weather", 1, 4
    table.available |= {"wood": 3, "food": 1}
    table.weather.rain, table.weather_tokens = 2, {"snow"}
    weather_phase.face_clouds(one)
    assert (table.available["wood"], table.available["food"]) == (0, 0)
    assert wounds(one) == [1, 1, 1]


def test_a_palisade_that_is_not_there_wounds_each(edition):
    one = game(edition=edition)
    one.table.phase = "weather"
    play(weather_phase.face_animals(one, "palisade"))
    assert wounds(one) == [1, 1, 1]


def test_animals_of_strength_three_wound_each_for_each_level_short(edition):
    one = game(edition=edition)
    one.table.phase, one.table.weapon = "weather", 1
    play(weather_phase.face_animals(one, "beast"))
    assert wounds(one) == [2, 2, 2]


def test_who_goes_hungry_takes_two_wounds(edition):
    one = game(edition=edition)
    one.table.phase = "night"
    one.table.available["food"] = 1
    assert play(night_phase.eat(one), "the next player", "you") == ["person", "person"]
    assert wounds(one) == [2, 2, 0]


def test_half_of_the_roof_is_lost_with_a_camp_that_moves(edition):
    """Roof 2 and palisade 1, with a built shelter: half of one, rounded down, is nothing."""
    one = game(edition=edition)
    table = one.table
    table.spaces[4].tile, table.shelter, table.roof, table.palisade = "tile_1", True, 2, 1
    play(camp.move_camp(one, 4))
    assert (table.camp, table.roof, table.palisade) == (4, 1, 1)


def test_without_a_built_shelter_roof_and_palisade_are_lost(edition):
    one = game(edition=edition)
    table = one.table
    table.spaces[4].tile, table.roof, table.palisade = "tile_1", 2, 1
    play(camp.move_camp(one, 4))
    assert (table.roof, table.palisade) == (0, 0)


def test_food_rots_that_nothing_stores():
    one = game()
    one.table.phase = "night"
    one.table.available |= {"food": 3, "durable_food": 2}
    storage.rot(one)
    assert (one.table.available["food"], one.table.available["durable_food"]) == (0, 2)


# ---------------------------------------------------------------- demands, tokens, death


def test_a_level_that_is_not_there_wounds_each():
    one = game()
    play(interpreter.run(one, parse(["lower roof 1"], "each"), 0))
    assert wounds(one) == [1, 1, 1]


def test_if_possible_wounds_nobody():
    one = game()
    play(interpreter.run(one, parse(["discard wood 1 if_possible"], "each"), 0))
    assert wounds(one) == [0, 0, 0]


def test_a_second_token_of_a_kind_is_left_out(edition):
    one = game(edition=edition)
    program = parse(["place reroll build"], "each")
    for _ in range(2):
        play(interpreter.run(one, program, 0))
    assert one.table.field_tokens["build"] == {"reroll"}
    assert wounds(one) == [0, 0, 0]


def test_the_last_wound_of_a_character_ends_the_game():
    one = game()
    hearts = one.facts.characters[str(one.table.people[1].character)].hearts
    one.table.people[1].wounds = hearts
    with pytest.raises(GameOver, match="a character died"):
        play(interpreter.run(one, parse(["wound each 1"], "each"), 0))
    assert wounds(one) == [1, hearts + 1, 1]


def test_friday_dies_alone():
    one = game(players=2)
    one.table.friday.wounds = one.facts.friday.hearts
    play(interpreter.run(one, parse(["wound friday 1"], "each"), 0))
    assert "friday" not in one.table.castaways


# ---------------------------------------------------------------- decks


def test_a_deck_made_anew_has_the_discarded_cards():
    one = game()
    discarded = [decks.draw_adventure(one, "build") for _ in range(len(one.table.adventures["build"]))]
    assert one.table.adventures["build"] == []
    again = decks.draw_adventure(one, "build")
    assert sorted([again, *one.table.adventures["build"]]) == sorted(discarded)


def test_in_the_current_edition_a_deck_of_adventures_stays_empty():
    one = game(edition="current")
    while one.table.adventures["build"]:
        decks.draw_adventure(one, "build")
    assert decks.draw_adventure(one, "build") is None
