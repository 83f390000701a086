"""Tests of the reference itself: each rule of docs/marooned.md on hand-made decks.

The comments `tN` name the turn that the line plays; the set-up draw is t1.
"""

import random

import pytest

from .marooned import CARDS, ReferenceMarooned, Ship

WAYS = ("north", "east", "south", "west")


def game(*top: str) -> ReferenceMarooned:
    """A game whose deck starts with these cards; the rest follows in table order."""
    return ReferenceMarooned([*top, *(card for card in CARDS if card not in top)])


def play(g: ReferenceMarooned, *actions: str) -> None:
    """Play the actions, declining every flip that is not among them."""
    for action in actions:
        if g.phase == "flip" and "flip" not in action:
            g.step("no flip")
        g.step(action)


def explores(g: ReferenceMarooned) -> set[str]:
    return {name.split()[1] for name in g.legal_actions() if name.startswith("explore")}


def ship_of(g: ReferenceMarooned) -> Ship:
    assert g.ship is not None
    return g.ship


def end_turn(g: ReferenceMarooned) -> None:
    """Let the ship move, if the turn still waits for a flip."""
    if g.phase == "flip":
        g.step("no flip")


# ---------------------------------------------------------------------- Set-up


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


# ---------------------------------------------------------------------- Move, lose health


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


# ---------------------------------------------------------------------- Compass


def compass_game(*more: str) -> ReferenceMarooned:
    """Compass at (0, 0) with you on it, Sticks at (0, 1), t4 to play, health 13."""
    g = game("pirates", "sticks", *more)
    play(g, "explore east", "walk west")
    assert g.placed[0, 0] == ("pirates", "b")
    return g


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


# ---------------------------------------------------------------------- The area


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


# ---------------------------------------------------------------------- Ships


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


# ---------------------------------------------------------------------- Sea Serpent


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


# ---------------------------------------------------------------------- Rescue


@pytest.mark.parametrize(
    ("card", "way", "back"),
    [
        ("sticks", "east", "west"),
        ("hook", "south", "north"),
        ("palm_trees", "west", "east"),
        ("vines", "north", "south"),
    ],
)
def test_message_is_picked_up_from_the_second_coast_cell(card: str, way: str, back: str) -> None:
    g = game("map_row", "bottle", card)
    play(g, f"explore {way}", f"explore {way}", "flip bottle")  # t3
    play(g, f"walk {back}")  # t4: position 1
    assert not g.over
    play(g, f"walk {way}")  # t5: position 2, beside the Message
    assert (g.over, g.victory, g.cause, g.phase) == (True, True, "rescued", "over")
    assert (g.rounds, g.legal_actions()) == (5, [])
    # 3 VP (Message) + 11 health + 0 for three cards, and 0 for cards that are not flipped.
    assert (g.health, g.score) == (11, 14)


def test_message_is_not_picked_up_from_a_corner_of_the_square() -> None:
    g = game("bottle", "sticks")
    play(g, "explore east", "flip bottle", "walk west")  # t3: beside (0, 0)
    assert (g.over, ship_of(g).position) == (False, 1)


@pytest.mark.parametrize("card", ["hook", "vines"])
def test_sos_is_seen_along_its_row(card: str) -> None:
    g = game("rocks", "higher_ground", card)
    play(g, "explore east", "flip rocks", "explore east")  # t3
    assert not g.over
    play(g, "walk west")  # t4: the ship begins its side in the row of SOS
    assert (g.cause, g.score) == ("rescued", 5 + 12)


@pytest.mark.parametrize("card", ["sticks", "palm_trees"])
def test_sos_is_not_seen_from_north_or_south(card: str) -> None:
    g = game("rocks", "higher_ground", card)
    play(g, "explore east", "flip rocks", "explore east")
    play(g, "walk west", "walk east", "walk west", "walk east", "walk west")
    end_turn(g)
    assert (g.over, g.ship) == (False, None)


def test_sos_is_seen_on_the_second_side_of_a_sighted_ship() -> None:
    g = game("telescope", "higher_ground", "rocks", "sticks")
    play(g, "explore east", "explore east", "walk west", "flip rocks")  # t4
    play(g, "explore south", "walk north", "flip telescope")  # t6: position 1
    play(g, "walk south", "walk north", "walk south", "walk north")  # t10: the corner
    assert (ship_of(g).corner, ship_of(g).position) == ("NE", 0)
    play(g, "walk south")  # t11: first row of the east side
    assert (g.cause, g.rounds) == ("rescued", 11)
    assert g.score == 5 + 1 + 5 + 4 // 4


def test_signal_flipped_beside_the_ship_is_too_late() -> None:
    g = game("rocks", "higher_ground", "hook")
    play(g, "explore north", "explore east")  # t3: ship NE, rocks in its second row
    play(g, "walk west", "walk east")  # t5
    assert (ship_of(g).position, g.area) == (2, (-1, -2))
    play(g, "walk west", "flip rocks")  # t6: it leaves that row now
    assert (g.over, ship_of(g).position) == (False, 3)


def lit_beacon_game(*more: str) -> ReferenceMarooned:
    """Lit Beacon at (0, 2) with you on it, Torch at (0, 1), Vines at (0, 0), t4 to play."""
    g = game("vines", "flint", "higher_ground", *more)
    play(g, "explore east", "flip flint", "explore east", "flip higher_ground")
    assert g.placed[0, 2] == ("higher_ground", "b")
    return g


def test_beacon_is_seen_along_its_column_only() -> None:
    g = lit_beacon_game("palm_trees")
    play(g, "walk west", "walk east", "walk west")  # t4-t6: a west side passes unseen
    assert (g.over, g.ship) == (False, None)
    play(g, "explore north")  # t7: ship SE
    play(g, "walk south")  # t8: the south side begins in the column of the beacon
    end_turn(g)
    assert (g.cause, g.score) == ("rescued", 2 + 7 + 8 + 4 // 4)


def test_beacon_is_seen_from_the_north() -> None:
    g = lit_beacon_game("sticks")
    play(g, "walk west", "walk east", "walk west", "explore north")  # t7: ship NW
    assert g.area == (-1, 0)
    play(g, "walk south", "walk west")  # t8, t9: columns 0 and 1
    assert not g.over
    play(g, "walk east")  # t10: column 2
    assert g.victory


def test_no_rescue_at_the_starting_corner() -> None:
    g = lit_beacon_game("palm_trees")
    play(g, "walk west", "walk east", "walk west", "explore north")
    end_turn(g)
    assert (g.over, ship_of(g).position) == (False, 0)


# ---------------------------------------------------------------------- Hearts


def test_positive_heart_pays_when_drawn_and_not_when_walked_onto() -> None:
    g = game("flint", "map_row", "water")
    play(g, "explore east", "explore east")  # t3
    assert (g.health, g.hearts_paid) == (16 - 3 + 2, {("water", "a")})
    play(g, "walk west", "walk east")
    assert g.health == 16 - 5 + 2


def test_heart_over_the_maximum_is_lost_but_paid() -> None:
    g = game("water")
    assert (g.health, g.hearts_paid) == (15, {("water", "a")})


def test_wild_boar_bites_every_time() -> None:
    g = game("wild_boar", "map_row")
    play(g, "explore east", "walk west")
    assert g.health == 16 - 3 - 2 - 2


def test_spear_protects_from_the_boar_and_turns_it_into_meat() -> None:
    g = game("wild_boar", "sticks", "flint")
    play(g, "explore east", "explore east", "flip sticks")  # t3
    assert g.health == 11
    play(g, "walk west", "walk west")  # t5: onto the boar
    assert g.health == 9
    play(g, "flip wild_boar")
    assert (g.placed[0, 0], g.health) == (("wild_boar", "b"), 12)


def test_torch_protects_from_the_boar() -> None:
    g = game("vines", "flint", "wild_boar")
    play(g, "explore east", "flip flint", "explore east")
    assert g.health == 13


def test_storm_hits_every_time_unless_shelter_stands() -> None:
    g = game("storm", "map_row")
    play(g, "explore east", "walk west")
    assert g.health == 16 - 3 - 2 - 2
    h = game("palm_trees", "vines", "storm")
    play(h, "explore west", "flip vines", "explore west")
    assert h.health == 15


# ---------------------------------------------------------------------- Pirates


def test_pirates_without_a_ship_do_nothing() -> None:
    assert game("pirates").placed[0, 0] == ("pirates", "a")


def test_pirates_drawn_send_the_ship_to_port() -> None:
    g = game("sticks", "pirates")
    play(g, "explore east")
    assert (g.placed[0, 1], g.ship, g.area) == (("pirates", "b"), None, None)


def test_pirates_walked_onto_send_the_ship_to_port() -> None:
    g = compass_game()
    assert (g.ship, g.area) == (None, None)


# ---------------------------------------------------------------------- Mirage


def test_mirage_alone_only_flips() -> None:
    assert game("mirage").placed == {(0, 0): ("mirage", "b")}


def test_mirage_with_one_furthest_card_is_exchanged_at_once() -> None:
    g = game("map_row", "flint", "mirage")
    play(g, "explore east", "explore east")
    assert g.placed == {(0, 0): ("mirage", "b"), (0, 1): ("flint", "a"), (0, 2): ("map_row", "a")}
    assert (g.position, g.health, g.phase) == ((0, 2), 13, "move")


def test_mirage_among_equally_far_cards_is_your_choice() -> None:
    g = game("map_row", "flint", "bottle", "mirage")
    play(g, "explore east", "walk west", "explore west", "walk east", "explore south")  # t6
    assert (g.phase, g.health, g.placed[1, 0]) == ("mirage", 11, ("mirage", "a"))
    assert set(g.legal_actions()) == {"swap with flint", "swap with bottle"}
    play(g, "swap with bottle")
    assert g.placed[0, -1] == ("mirage", "b")
    assert g.placed[1, 0] == ("bottle", "a")
    assert (g.position, g.health, g.rounds) == ((1, 0), 10, 7)


def test_mirage_distance_is_counted_in_orthogonal_steps() -> None:
    g = game("map_row", "flint", "bottle", "rocks", "mirage")
    # Cards at (0, 0) (0, 1) (1, 1) and (0, -1); the Mirage at (1, -1): as the crow flies
    # (1, 1) and (0, 1) differ, in steps (0, 1) is 3 away and (1, 1) only 2.
    play(g, "explore east", "explore south", "walk north", "walk west", "explore west")
    play(g, "explore south")
    assert g.placed[0, 1] == ("mirage", "b")


def test_mirage_repeats_a_positive_heart() -> None:
    g = game("water", "map_row", "mirage")
    play(g, "explore east")
    assert g.health == 14
    play(g, "explore east")
    assert g.health == 14 + 2 - 1
    assert g.hearts_paid == {("water", "a")}


def test_mirage_repeats_the_heart_of_side_b() -> None:
    g = game("water", "hook", "mirage")
    play(g, "explore west", "flip hook", "walk east", "walk west", "walk east")  # t5
    assert (g.placed[0, -1], g.health) == (("hook", "b"), 13)
    play(g, "explore south")  # t6: Fish is furthest
    assert g.health == 13 + 3 - 1


def test_mirage_repeats_negative_hearts() -> None:
    g = game("wild_boar", "map_row", "mirage")
    play(g, "explore east", "explore east")
    assert g.health == 16 - 3 - 2 - 2


def test_protection_holds_under_the_mirage() -> None:
    g = game("wild_boar", "vines", "flint", "mirage")
    play(g, "explore east", "explore east", "flip flint", "explore east")
    assert g.standing_on("Wild Boar")
    assert g.health == 16 - 4 - 2  # bitten in t1 only


def test_mirage_brings_a_ship() -> None:
    g = game("sticks", "bottle", "mirage")
    play(g, "explore east", "walk west", "walk east", "walk west", "walk east")  # t6
    assert g.ship is None
    play(g, "explore east")  # t7: Sticks comes under you
    assert ship_of(g) == Ship("NW", set_sail_this_turn=True)
    assert g.legal_actions() == ["flip bottle", "no flip"]
    play(g, "no flip")
    assert ship_of(g).position == 0


def test_mirage_brings_no_second_ship() -> None:
    g = game("sticks", "mirage")
    play(g, "explore east")
    # Still the first ship: it moved to 1, beside the new Sea Serpent, and on to 2.
    assert ship_of(g) == Ship("NW", 2, set_sail_this_turn=False)


def test_mirage_brings_pirates() -> None:
    g = game("pirates", "sticks", "mirage")
    play(g, "explore east", "explore east")
    assert (g.placed[0, 2], g.ship) == (("pirates", "b"), None)
    assert g.phase == "move"
    play(g, "walk west")
    assert g.phase == "second_step"


def test_mirage_brings_ship_sighted() -> None:
    g = game("telescope", "higher_ground", "sticks", "mirage")
    play(g, "explore east", "flip telescope", "explore east")
    assert not ship_of(g).sighted
    play(g, "explore east")
    assert ship_of(g).sighted


def test_mirage_can_bring_higher_ground_for_a_flip() -> None:
    g = game("higher_ground", "rocks", "mirage")
    play(g, "explore east", "explore east")
    assert g.legal_actions() == ["flip rocks", "no flip"]


def test_mirage_that_kills_stays_mirage() -> None:
    g = game("storm", "wild_boar", "mirage")
    play(g, "explore east", "walk west", "walk east", "walk west")  # t5
    assert g.health == 1
    play(g, "explore south")
    assert (g.cause, g.health, g.placed[0, 1]) == ("died", 0, ("mirage", "a"))


# ---------------------------------------------------------------------- Storm and Tornado

# Sixteen cells row by row, turning at the ends; the ways lead from each card to the next.
SNAKE = ["east"] * 3 + ["south"] + ["west"] * 3 + ["south"] + ["east"] * 3 + ["south"]
SNAKE += ["west"] * 3

QUIET = ("map_row", "map_column", "flint", "rocks", "higher_ground", "telescope", "bottle")


def snake(g: ReferenceMarooned, cards: int, flips: dict[int, str] | None = None) -> None:
    """Explore along the snake until so many cards are in play; flips are by number of cards."""
    while g.cards_played < cards:
        play(g, f"explore {SNAKE[g.cards_played - 1]}")
        if flips and g.cards_played in flips:
            play(g, f"flip {flips[g.cards_played]}")


def test_storm_turns_at_the_thirteenth_card() -> None:
    g = game("storm", *QUIET, "pirates", "hook", "sticks", "water", "palm_trees")
    snake(g, 12)
    assert (g.placed[0, 0], g.health) == (("storm", "a"), 16 - 12 - 2 + 2)
    snake(g, 13)
    assert (g.placed[0, 0], g.health) == (("storm", "b"), 16 - 13 - 2 + 2)


def test_thirteenth_storm_costs_three() -> None:
    g = game(*QUIET, "pirates", "hook", "sticks", "water", "palm_trees", "storm")
    snake(g, 12)
    assert g.health == 16 - 12 + 2
    snake(g, 13)
    assert (g.placed[3, 3], g.health) == (("storm", "b"), 16 - 13 + 2 - 3)


def test_later_storm_never_turns() -> None:
    g = game(*QUIET, "pirates", "hook", "sticks", "water", "palm_trees", "vines", "storm")
    snake(g, 14)
    assert (g.placed[3, 2], g.health) == (("storm", "a"), 16 - 14 + 2 - 2)


def test_thirteenth_mirage_brings_the_fresh_tornado() -> None:
    g = game(
        "storm", "map_row", "map_column", "hook", "palm_trees", "vines", "water", "flint",
        "telescope", "bottle", "rocks", "pirates", "mirage",
    )  # fmt: skip
    snake(g, 12, flips={6: "vines", 7: "hook", 9: "water"})
    before = g.health
    snake(g, 13)
    assert g.placed[0, 0] == ("mirage", "b")
    assert g.placed[3, 3] == ("storm", "b")
    assert g.health == before - 3 - 1  # Shelter is no help against Tornado
    assert g._cell_of_card("vines") == g.cell_of("Vines")


def tornado_game() -> ReferenceMarooned:
    """Thirteen cards, Shelter and Lit Beacon were up; t13 waits for its flip."""
    g = game(
        "storm", "map_row", "map_column", "hook", "vines", "flint", "higher_ground", "palm_trees",
        "water", "telescope", "rocks", "bottle", "pirates", "mirage",
    )  # fmt: skip
    snake(g, 12, {6: "flint", 7: "higher_ground", 8: "vines", 9: "hook", 10: "water"})
    assert g.in_play("Shelter")
    assert g.in_play("Lit Beacon")
    snake(g, 13)
    return g


def test_tornado_turns_shelter_and_beacon_back() -> None:
    g = tornado_game()
    assert (g.in_play("Tornado"), g.in_play("Storm")) == (True, False)
    assert (g.in_play("Vines"), g.in_play("Higher Ground")) == (True, True)
    assert g.ship is None  # Vines turned back is no ship icon drawn


def test_rebuilt_shelter_does_not_pay_again() -> None:
    g = tornado_game()
    before = g.health
    play(g, "flip vines")
    assert g.in_play("Shelter")
    assert g.health == before


def test_mirage_repeats_the_turning_back() -> None:
    g = tornado_game()
    play(g, "flip vines")
    before = g.health
    snake(g, 14)
    assert g.standing_on("Tornado")
    assert (g.in_play("Shelter"), g.in_play("Vines")) == (False, True)
    assert g.health == before - 3 - 1


def test_walking_onto_tornado_costs_three_and_turns_nothing() -> None:
    g = tornado_game()
    g.health = 16
    play(g, "flip vines")
    # From (3, 3) back along the snake to (0, 0).
    play(g, "walk north", "walk north", "walk north", "walk west", "walk west", "walk west")
    assert g.standing_on("Tornado")
    assert g.health == 16 - 6 - 3
    assert g.in_play("Shelter")


def test_beacon_can_be_lit_again() -> None:
    g = tornado_game()
    g.health = 16
    # Higher Ground is the seventh card of the snake, at (1, 1).
    play(g, "walk north", "walk north", "walk west", "walk west", "flip higher_ground")
    assert g.in_play("Lit Beacon")


# ---------------------------------------------------------------------- Flips

SIMPLE_FLIPS = [
    ("sticks", "flint", 0),
    ("vines", "palm_trees", 2),
    ("flint", "vines", 0),
    ("hook", "water", 3),
    ("palm_trees", "rocks", 2),
    ("water", "telescope", 2),
]


@pytest.mark.parametrize(("card", "needed", "heart"), SIMPLE_FLIPS)
def test_flip_that_needs_a_card_in_play(card: str, needed: str, heart: int) -> None:
    g = game(needed, card)
    play(g, f"explore {min(explores(g))}")
    assert g.phase == "flip"
    assert {f"flip {card}", "no flip"} <= set(g.legal_actions())
    before = g.health
    play(g, f"flip {card}")
    assert g._cell_of_card(card) == g.position  # the card drawn this turn could be flipped
    assert g.placed[g.position] == (card, "b")
    assert g.health == min(16, before + heart)
    assert ((card, "b") in g.hearts_paid) == (heart > 0)
    assert g.phase == "move"


@pytest.mark.parametrize("card", [card for card, _, _ in SIMPLE_FLIPS] + ["wild_boar"])
def test_no_flip_without_the_needed_card(card: str) -> None:
    g = game("map_row", card)
    play(g, "explore east")
    assert g.phase == "move"  # nothing to decide, so not asked


@pytest.mark.parametrize("card", ["rocks", "telescope"])
def test_flip_that_needs_you_on_higher_ground(card: str) -> None:
    g = game("higher_ground", card)
    play(g, "explore east")
    assert g.phase == "move"
    play(g, "walk west")
    assert g.legal_actions() == [f"flip {card}", "no flip"]
    play(g, f"flip {card}")
    assert g.placed[0, 1] == (card, "b")


def test_beacon_needs_torch_and_you_on_it() -> None:
    g = game("vines", "higher_ground", "flint")
    play(g, "explore east")
    assert g.phase == "move"  # on it, no Torch
    play(g, "explore east", "flip flint")
    assert g.phase == "move"  # one flip a turn
    play(g, "walk west")
    assert g.legal_actions() == ["flip higher_ground", "no flip"]


def test_beacon_is_not_lit_from_afar() -> None:
    g = game("vines", "higher_ground", "flint", "map_row")
    play(g, "explore east", "explore east", "flip flint", "explore east")
    assert g.phase == "move"


def test_flipped_card_no_longer_counts_as_what_it_was() -> None:
    g = game("vines", "flint", "sticks")
    play(g, "explore east", "flip flint", "explore east")
    assert "flip sticks" not in g.legal_actions()
    h = lit_beacon_game("rocks")
    play(h, "explore north", "walk south")  # on the beacon, which is no Higher Ground
    assert h.phase == "move"


def test_bottle_needs_a_ship_that_set_sail_this_turn() -> None:
    g = game("sticks", "bottle")
    play(g, "explore east")  # the ship set sail in the turn before
    assert g.phase == "move"
    h = game("bottle", "sticks")
    play(h, "explore east")
    assert h.legal_actions() == ["flip bottle", "no flip"]
    play(h, "flip bottle")
    assert h.placed[0, 0] == ("bottle", "b")


def test_declined_bottle_cannot_be_flipped_a_turn_later() -> None:
    g = game("bottle", "sticks")
    play(g, "explore east", "no flip", "walk west")
    assert g.phase == "move"


def test_maps_are_flipped_together_at_their_crossing() -> None:
    g = game("map_row", "flint", "map_column")
    play(g, "explore south", "explore east")  # row 0 and column 1: no card there yet
    assert g.phase == "move"
    play(g, "explore north")  # (0, 1)
    assert g.legal_actions() == ["flip maps", "no flip"]
    before = g.health
    play(g, "flip maps")
    assert g.placed[0, 0] == ("map_row", "b")
    assert g.placed[1, 1] == ("map_column", "b")
    assert (g.health, g.hearts_paid) == (before + 1, {("map_row", "b")})


def test_crossing_may_be_a_map_itself() -> None:
    g = game("map_row", "map_column")
    play(g, "explore east")
    assert g.legal_actions() == ["flip maps", "no flip"]


# ---------------------------------------------------------------------- End and score


def test_death_by_hunger() -> None:
    g = game("flint", "map_row")
    play(g, "explore east", *["walk west", "walk east"] * 7)
    assert (g.over, g.victory, g.cause, g.phase) == (True, False, "died", "over")
    assert (g.rounds, g.health, g.score, g.legal_actions()) == (16, 0, 0, [])
    with pytest.raises(ValueError, match="illegal"):
        g.step("walk west")


def test_death_by_a_heart_comes_at_once() -> None:
    g = game("storm", "wild_boar")
    play(g, "explore east", "walk west", "walk east", "walk west")
    assert g.health == 1
    play(g, "walk east")
    assert (g.cause, g.rounds, g.health) == ("died", 6, 0)


def test_heart_cannot_revive_in_the_flip_step() -> None:
    g = game("water", "hook")
    g.health = 1
    play(g, "explore west")
    assert (g.cause, g.legal_actions()) == ("died", [])


@pytest.mark.parametrize(("waits", "cause", "score"), [(10, "rescued", 3 + 1), (11, "died", 0)])
def test_health_must_last_until_the_ship_has_moved(waits: int, cause: str, score: int) -> None:
    g = game("map_row", "bottle", "sticks")
    play(g, "explore east", *(["walk west", "walk east"] * 6)[:waits])
    play(g, "explore south", "flip bottle", "walk north")
    assert not g.over
    play(g, "walk south")  # the ship would pick up the Message now
    assert (g.cause, g.score) == (cause, score)


def test_score_adds_vp_health_and_a_quarter_of_the_cards() -> None:
    g = game("map_row", "map_column", "rocks", "higher_ground", "hook")
    play(g, "explore east", "flip maps", "explore east", "explore south", "flip rocks")
    play(g, "explore west", "walk east")  # t6: first row of the east side, that of SOS
    assert g.cause == "rescued"
    assert g.health == 16 - 6 + 1
    assert g.score == 10 + 5 + 11 + 5 // 4


# ---------------------------------------------------------------------- Random games


def check_invariants(g: ReferenceMarooned) -> None:
    cards = [card for card, _ in g.placed.values()]
    assert sorted(cards + g.deck) == sorted(CARDS)
    assert g.position in g.placed
    rows, cols = {row for row, _ in g.placed}, {col for _, col in g.placed}
    assert max(rows) - min(rows) < 4
    assert max(cols) - min(cols) < 4
    assert 0 <= g.health <= 16
    assert (g.health == 0) == (g.cause == "died")
    assert (g.ship is None) == (g.area is None)
    assert g.ship is None or (0 <= g.ship.position <= 4)
    assert g.over == (g.phase == "over") == (g.legal_actions() == [])
    assert all(CARDS[card]["ab".index(side)].heart > 0 for card, side in g.hearts_paid)


def test_random_games_end_and_keep_their_cards() -> None:
    rng = random.Random(1743)
    causes = set()
    for _ in range(2000):
        deck = list(CARDS)
        rng.shuffle(deck)
        g = ReferenceMarooned(deck)
        while not g.over:
            check_invariants(g)
            actions = g.legal_actions()
            assert len(actions) == len(set(actions))
            g.step(rng.choice(actions))
        check_invariants(g)
        assert g.rounds <= 34
        assert (g.score > 0) == g.victory
        causes.add(g.cause)
    assert causes == {"died", "rescued"}
