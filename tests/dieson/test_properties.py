"""What holds at every moment of every game, in random legal play under many options."""

import numpy as np
import pytest

import crusoe_env
from crusoe_env.dieson.state import ACTION, FRIEND, PHASES, RAID
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.stepping import NEXT_STEP

GAME = crusoe_env.game("dieson")
OPTIONS = [
    {"quest": "mixed", "friend": "tom", "blue_die": True, "character": "strategist"},
    {"quest": "mixed", "friend": "patches", "character": "farmer", "hearts": "hard"},
    {"quest": "mixed", "friend": "crafted", "blue_die": True, "character": "pathfinder"},
    {"quest": 1, "friend": "none", "tools": "first game", "character": "craftsman"},
]


def dice_on_the_table(s: np.recarray) -> np.ndarray:
    """All dice of each game, 0 for places without one; Tom's is none of them."""
    in_action = (s.phase == ACTION) | (s.phase == FRIEND)
    under_way = np.where(in_action & (s.extra_action == 0), s.chosen, 0)
    return np.concatenate([s.unused, s.used, s.icon, under_way[:, None]], axis=1)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: options["friend"])
def test_random_play_keeps_the_table_in_order(options):
    batch = Batch(GAME, 400, autoreset=NEXT_STEP, **options)
    batch.seed(range(400))
    batch.reset()
    random_actions = batch.sampler(1)
    for _ in range(250):
        batch.step(random_actions())
        live = batch.states[batch.states.over == 0]
        legal = batch.masks[batch.states.over == 0].sum(axis=1)
        assert (legal >= 2).all()
        assert (legal[live.phase == RAID] == 2).all()
        assert ((live.phase >= 0) & (live.phase < len(PHASES))).all()
        assert (live.goods >= 0).all()
        assert ((live.health >= 1) & (live.health <= live.max_health)).all()
        assert ((live.disc >= 0) & (live.disc <= 3)).all()
        assert (batch.observations >= 0.0).all()
        assert (batch.observations <= 1.0).all()
        dice = dice_on_the_table(live)
        assert ((dice > 0).sum(axis=1) == 6).all()
        assert (dice[dice > 0] // 2 <= 6).all()
        assert (dice[dice > 0] // 2 >= 1).all()
        assert ((dice % 2).sum(axis=1) == options.get("blue_die", False)).all()
        for i in range(2):
            both = live.unused_count > i + 1
            assert (live.unused[both, i] <= live.unused[both, i + 1]).all()
