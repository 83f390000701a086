"""Games of the slow engine of Marooned!, set up for tests."""

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


def compass_game(*more: str) -> ReferenceMarooned:
    """Compass at (0, 0) with you on it, Sticks at (0, 1), t4 to play, health 13."""
    g = game("pirates", "sticks", *more)
    play(g, "explore east", "walk west")
    assert g.placed[0, 0] == ("pirates", "b")
    return g


def lit_beacon_game(*more: str) -> ReferenceMarooned:
    """Lit Beacon at (0, 2) with you on it, Torch at (0, 1), Vines at (0, 0), t4 to play."""
    g = game("vines", "flint", "higher_ground", *more)
    play(g, "explore east", "flip flint", "explore east", "flip higher_ground")
    assert g.placed[0, 2] == ("higher_ground", "b")
    return g
