"""The slow engine of Marooned!: storm and tornado, flips, end and score, random games."""

import random

import pytest

from tests.reference.marooned_games import explores, game, lit_beacon_game, play

from .marooned import CARDS, ReferenceMarooned

# ------------------------------------------------------------------ Storm and Tornado


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


# ------------------------------------------------------------------ Flips


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


# ------------------------------------------------------------------ End and score


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


# ------------------------------------------------------------------ Random games


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
