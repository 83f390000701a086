"""What the tests of the rulebook share."""

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps

SOLO = {"starting_items": 0}


def act(game, plan: int = 0) -> None:
    """Resolve one planned action, with nothing else to be done."""
    game.s.phase = c.RESOLUTION
    game.step(steps.ACT, plan=plan)
