"""The slow engine of Marooned!: set-up, moves, the compass, the area, ships, the serpent."""

import pytest

from tests.reference.marooned_games import WAYS, compass_game, end_turn, explores, game, play, ship_of

from .marooned import CARDS, ReferenceMarooned, Ship

# ------------------------------------------------------------------ Set-up


def test_set_up_draw_is_turn_one() -> None:
    g = game("flint")
    assert g.placed == {(0, 0): ("flint", "a")}
    assert (g.position, g.health, g.cards_played) == ((0, 0), 15, 1)
    assert (g.rounds, g.phase) == (2, "move")
    assert explores(g) == set(WAYS)
    assert (g.ship, g.area, g.over, g.victory, g.cause, g.score) == (
        None,
        None,
        False,
        False,
        "",
        0,
    )


def test_set_up_draw_has_its_effects() -> None:
    assert game("wild_boar").health == 13
    assert ship_of(game("sticks")) == Ship("NW", set_sail_this_turn=False)


def test_set_up_ship_waits_for_turn_two() -> None:
    g = game("sticks", "map_row")
    assert ship_of(g).position == 0
    play(g, "explore east")
    assert ship_of(g).position == 1


@pytest.mark.parametrize("deck", [[], ["flint"], ["flint"] * 16, [*CARDS, "flint"]])
def test_deck_must_be_the_sixteen_cards(deck: list[str]) -> None:
    with pytest.raises(ValueError, match="sixteen"):
        ReferenceMarooned(deck)


# ------------------------------------------------------------------ Move, lose health


def test_explore_and_walk() -> None:
    g = game("flint", "map_row")
    play(g, "explore east")  # t2
    assert (g.position, g.health, g.rounds, g.cards_played) == ((0, 1), 14, 3, 2)
    play(g, "walk west")  # t3
    assert (g.position, g.health, g.rounds, g.cards_played) == ((0, 0), 13, 4, 2)


@pytest.mark.parametrize("action", ["walk north", "stay", "no flip", "flip flint", "nonsense", ""])
def test_illegal_action_is_refused_and_changes_nothing(action: str) -> None:
    g = game("flint")
    with pytest.raises(ValueError, match="illegal"):
        g.step(action)
    assert (g.health, g.rounds, g.phase) == (15, 2, "move")


def test_no_exploring_with_an_empty_deck() -> None:
    g = game("flint", "map_row")
    play(g, "explore east")
    g.deck.clear()
    assert g.legal_actions() == ["walk west"]


def test_heart_counts_before_the_loss_of_step_two() -> None:
    assert game("water").health == 15  # 16, full, minus 1 - and not 16 - 1 + 2


# ------------------------------------------------------------------ Compass


def test_compass_waits_for_the_next_turn() -> None:
    g = compass_game()
    # t3 ended with the step that turned it up: no second step was asked for.
    assert (g.phase, g.rounds, g.health) == ("move", 4, 13)
    assert "stay" not in g.legal_actions()


def test_compass_explore_first_then_only_walk_or_stay() -> None:
    g = compass_game("map_row")
    play(g, "explore west")
    assert g.phase == "second_step"
    assert g.legal_actions() == ["walk east", "stay"]
    assert g.health == 13  # the turn's health is lost after both steps
    play(g, "walk east")
    assert (g.position, g.health, g.rounds) == ((0, 0), 12, 5)


def test_compass_walk_first_then_explore() -> None:
    g = compass_game("map_row")
    play(g, "walk east")
    assert set(g.legal_actions()) == {
        "walk west",
        "explore north",
        "explore east",
        "explore south",
        "stay",
    }
    play(g, "explore east")
    assert (g.position, g.health, g.rounds) == ((0, 2), 12, 5)


def test_compass_need_not_be_used() -> None:
    g = compass_game()
    play(g, "walk east", "stay")
    assert (g.position, g.health, g.rounds) == ((0, 1), 12, 5)


def test_compass_both_landings_count() -> None:
    g = compass_game("wild_boar")
    play(g, "explore west", "stay")  # t4: -2 -1
    assert g.health == 10
    play(g, "walk east", "walk west")  # t5: there and back, -2 -1
    assert (g.position, g.health, g.rounds) == ((0, -1), 7, 6)


def test_compass_with_an_empty_deck_is_a_second_walk() -> None:
    g = compass_game()
    g.deck.clear()
    play(g, "walk east")
    assert g.legal_actions() == ["walk west", "stay"]


def test_compass_second_step_comes_after_the_mirage() -> None:
    g = compass_game("map_row", "mirage")
    play(g, "explore west", "stay")  # t4: cards at (0, -1), (0, 0), (0, 1)
    play(g, "explore west")  # t5: the Mirage at (0, -2), Sticks furthest
    assert g.placed[0, 1] == ("mirage", "b")
    assert (g.phase, g.health) == ("second_step", 12)
    assert g.legal_actions() == ["walk east", "stay"]


def test_compass_second_step_waits_for_the_choice_of_the_mirage() -> None:
    g = compass_game("map_row", "mirage")
    play(g, "explore west", "stay", "walk east")  # t5: row of three, you in the middle
    assert g.phase == "second_step"
    play(g, "explore south")  # the draw is the second step, both ends are equally far
    assert set(g.legal_actions()) == {"swap with map_row", "swap with sticks"}
    play(g, "swap with map_row")
    assert (g.phase, g.rounds, g.health) == ("move", 6, 11)


def test_death_on_the_first_step_leaves_no_second() -> None:
    g = compass_game("wild_boar")
    g.health = 2
    play(g, "explore west")
    assert (g.over, g.health, g.legal_actions()) == (True, 0, [])


# ------------------------------------------------------------------ The area


def test_without_a_ship_all_cards_fit_some_square() -> None:
    g = game("flint", "map_row", "bottle", "rocks")
    play(g, "explore east", "explore east", "explore east")
    assert explores(g) == {"north", "south"}
    play(g, "walk west", "walk west", "walk west")
    assert explores(g) == {"north", "south"}


@pytest.mark.parametrize(
    ("card", "area", "open_ways"),
    [
        ("sticks", (0, 0), {"east", "south"}),
        ("hook", (0, -3), {"south", "west"}),
        ("palm_trees", (-3, -3), {"north", "west"}),
        ("vines", (-3, 0), {"north", "east"}),
    ],
)
def test_ship_fixes_the_square(card: str, area: tuple[int, int], open_ways: set[str]) -> None:
    g = game(card)
    assert g.area == area
    assert explores(g) == open_ways


def test_square_takes_the_new_card_into_account() -> None:
    g = game("map_row", "sticks")
    play(g, "explore west")
    assert g.area == (0, -1)


def test_square_is_forgotten_when_the_ship_is_gone() -> None:
    g = game("sticks", "map_row")
    play(g, "explore east", "walk west", "walk east", "walk west")
    assert (g.area, explores(g)) == ((0, 0), {"south"})
    play(g, "walk east")  # t6, fifth move of the ship
    assert (g.ship, g.area) == (None, None)
    assert explores(g) == {"north", "east", "south"}


# ------------------------------------------------------------------ Ships


@pytest.mark.parametrize(
    ("card", "corner", "way", "back"),
    [
        ("sticks", "NW", "east", "west"),
        ("hook", "NE", "south", "north"),
        ("palm_trees", "SE", "west", "east"),
        ("vines", "SW", "north", "south"),
    ],
)
def test_ship_passes_four_cells_and_goes_to_port(card: str, corner: str, way: str, back: str) -> None:
    g = game(card, "map_row")
    seen = []
    for action in (f"explore {way}", f"walk {back}", f"walk {way}", f"walk {back}"):
        play(g, action)
        seen.append((ship_of(g).corner, ship_of(g).position))
    assert seen == [(corner, 1), (corner, 2), (corner, 3), (corner, 4)]
    play(g, f"walk {way}")
    assert g.ship is None


def test_second_ship_is_ignored_for_good() -> None:
    g = game("sticks", "hook")
    play(g, "explore east")
    assert (ship_of(g).corner, ship_of(g).position) == ("NW", 1)
    play(g, "walk west", "walk east", "walk west", "walk east")  # t6: to port
    assert g.ship is None
    play(g, "walk west", "walk east")  # walking onto the icons does nothing
    assert g.ship is None


def test_new_ship_may_come_after_the_first() -> None:
    g = game("sticks", "map_row", "hook")
    play(g, "explore east", "walk west", "walk east", "walk west", "walk east", "explore east")
    assert ship_of(g) == Ship("NE", set_sail_this_turn=False)
    assert g.area == (0, -1)


def test_sighted_ship_sails_a_second_side() -> None:
    g = game("telescope", "higher_ground", "sticks")
    play(g, "explore east", "explore east")  # t3: NW ship
    play(g, "walk west", "flip telescope")  # t4
    assert ship_of(g) == Ship("NW", 1, sighted=True, set_sail_this_turn=False)
    play(g, "walk east", "walk west", "walk east")  # t5-t7: positions 2-4
    assert ship_of(g).position == 4
    play(g, "walk west")  # t8: the corner
    around = Ship("NE", 0, sighted=True, extended=True, set_sail_this_turn=False)
    assert ship_of(g) == around
    assert g.area == (0, 0)
    play(g, "walk west")  # t9: onto Ship Sighted, too late to matter
    play(g, "walk east", "walk west", "walk east")  # t10-t12
    assert (ship_of(g).corner, ship_of(g).position) == ("NE", 4)
    play(g, "walk west")  # t13
    assert g.ship is None


def test_ship_sighted_does_not_wait_for_a_ship() -> None:
    g = game("telescope", "higher_ground", "sticks")
    play(g, "explore east", "flip telescope", "explore east")
    assert not ship_of(g).sighted
    play(g, "walk west", "walk west")  # landing on it works
    assert ship_of(g).sighted


def test_ship_sighted_before_the_ship_in_one_turn_is_too_early() -> None:
    g = compass_game("higher_ground", "telescope", "hook")
    play(g, "explore west", "stay", "explore west", "walk east", "flip telescope")  # t5
    play(g, "walk west", "explore south")  # t6: onto Ship Sighted, then a ship sets sail
    assert ship_of(g) == Ship("NE", set_sail_this_turn=False)
    play(g, "walk north")
    assert ship_of(g).sighted


# ------------------------------------------------------------------ Sea Serpent


def test_sea_serpent_skips_its_coast_cell() -> None:
    g = game("map_row", "mirage", "sticks")
    play(g, "explore east", "explore east")  # Sea Serpent at (0, 0), ship NW
    assert (g.placed[0, 0], g.area) == (("mirage", "b"), (0, 0))
    play(g, "walk west")
    assert ship_of(g).position == 2


def test_sea_serpent_beside_a_ship_already_there_does_nothing() -> None:
    g = game("sticks", "map_row", "mirage")
    play(g, "explore east")
    assert ship_of(g).position == 1
    play(g, "explore east")  # Sea Serpent appears at (0, 0), beside position 1
    assert g.placed[0, 0] == ("mirage", "b")
    assert ship_of(g).position == 2


def test_sea_serpent_at_the_last_coast_cell_leads_to_port() -> None:
    g = game("map_row", "mirage", "bottle", "rocks", "palm_trees")
    play(g, "explore east", "explore east", "explore east", "explore north")
    assert g.area == (-3, 0)
    play(g, "walk south", "walk north", "walk south")  # t6-t8
    end_turn(g)
    assert ship_of(g).position == 3
    play(g, "walk north")  # t9: position 4 is beside Sea Serpent
    end_turn(g)
    assert g.ship is None


def test_sea_serpent_in_a_corner_works_on_both_sides() -> None:
    g = game("map_row", "mirage", "telescope", "higher_ground", "palm_trees")
    play(g, "explore east", "explore east", "explore east", "flip telescope")  # t4
    play(g, "explore north", "walk south", "walk west")  # t7: onto Ship Sighted
    assert ship_of(g) == Ship("SE", 2, sighted=True, set_sail_this_turn=False)
    play(g, "walk east", "walk west")  # t9: 3, then 4 skipped to the corner
    assert (ship_of(g).corner, ship_of(g).position, ship_of(g).extended) == ("SW", 0, True)
    play(g, "walk east")  # t10: 1 skipped to 2
    assert (ship_of(g).corner, ship_of(g).position) == ("SW", 2)


def test_nothing_is_seen_at_the_skipped_position() -> None:
    g = game("map_row", "mirage", "rocks", "higher_ground", "hook")
    play(g, "explore west", "explore west", "explore west", "flip rocks")  # t4
    play(g, "explore south")  # t5: NE ship; Sea Serpent at (0, 0) in the row of SOS
    assert g.area == (0, -3)
    play(g, "walk north")  # t6
    assert (g.over, ship_of(g).position) == (False, 2)
