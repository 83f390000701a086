"""The slow engine of Marooned!: rescue, hearts, pirates, mirage."""

import pytest

from tests.reference.marooned_games import compass_game, end_turn, game, lit_beacon_game, play, ship_of

from .marooned import Ship

# ------------------------------------------------------------------ Rescue


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


# ------------------------------------------------------------------ Hearts


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


# ------------------------------------------------------------------ Pirates


def test_pirates_without_a_ship_do_nothing() -> None:
    assert game("pirates").placed[0, 0] == ("pirates", "a")


def test_pirates_drawn_send_the_ship_to_port() -> None:
    g = game("sticks", "pirates")
    play(g, "explore east")
    assert (g.placed[0, 1], g.ship, g.area) == (("pirates", "b"), None, None)


def test_pirates_walked_onto_send_the_ship_to_port() -> None:
    g = compass_game()
    assert (g.ship, g.area) == (None, None)


# ------------------------------------------------------------------ Mirage


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
