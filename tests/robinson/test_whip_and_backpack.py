"""Treasures that serve one character a round: the Whip against a trap, the Backpack whenever he explores."""

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import MYSTERY_IDS
from tests.robinson.cards.position import CARPENTER, COOK, Position

WHIP, BACKPACK = "use treasure whip", "use treasure backpack"


def meet_trap(position: Position, trap: str, person: int = CARPENTER) -> None:
    """This trap is drawn."""
    position.draw_mystery(MYSTERY_IDS.index(trap), c.TRAP_TYPE, person=person)


def explore(position: Position, space: int, person: int = CARPENTER) -> bool:
    """One sure exploration; the Backpack is used if it can be. Is it?"""
    position.plan(person)
    position.do(f"plan explore {space}", "support: own pawn")
    position.resolve(int(position.s.plans) - 1)
    offered = BACKPACK in position.legal()
    if offered:
        position.do(BACKPACK)
        if position.decision == "shown":
            position.do("shown 1")
    assert BACKPACK not in position.legal(), "twice in one exploration"
    position.use_nothing()
    return offered


def test_the_whip_against_one_trap_a_round():
    position = Position().given("treasure whip kept")
    meet_trap(position, "blunt_spear")
    position.do(WHIP)
    position.use_nothing()
    meet_trap(position, "sharp_blade")
    assert not position.offers(WHIP)
    meet_trap(position, "hidden_rope", COOK)
    assert not position.offers(WHIP, COOK)


def test_the_whip_in_every_round():
    """Also if nobody fights in between."""
    position = Position().given("treasure whip kept")
    for trap, person in (("blunt_spear", CARPENTER), ("sharp_blade", COOK), ("spider_web", COOK)):
        position.s.rounds += 1
        meet_trap(position, trap, person)
        position.do(WHIP)
        position.use_nothing()
        position.next_round()


def with_unexplored_hills() -> Position:
    """Two spaces beside the camp, 0 and 4, are unexplored, and one further away."""
    position = Position().given("treasure backpack kept")
    position.take_up_tile(4)
    return position.given("")


def test_the_backpack_in_every_exploration_of_its_bearer():
    position = with_unexplored_hills()
    assert explore(position, 0)
    assert explore(position, 4)


def test_the_backpack_is_nobody_elses_in_that_round():
    position = with_unexplored_hills()
    assert explore(position, 0)
    assert not explore(position, 4, COOK)


def test_the_backpack_in_every_round():
    position = with_unexplored_hills()
    assert explore(position, 0)
    position.next_round()
    assert explore(position, 4, COOK)
