"""What is in the box comes from the data files: a new entry there is all that a new card takes."""

import shutil

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson.state import DTYPE
from tests.support import ROOT, output_of

BITS = 8 * DTYPE["marked_items"].itemsize
PROVENANCE = 'sources = ["cards"]\nconfidence = "single"\n'
METEOR = """
[[event]]
id = "meteor"
name = "Meteor"
icon = "book"
effect = ["wound first 1"]
threat.name = "Digging"
threat.pawns = 1
threat.reward = ["gain wood 1"]
threat.effect = ["lower morale 1"]
"""
NEW_ENTRIES = {
    "adventures_build.toml": """
[[build_adventure]]
id = "bee"
name = "Bee"
effect = ["wound performer 1"]
""",
    "beasts.toml": """
[[beast]]
id = "crab"
name = "Crab"
strength = 1
weapon_loss = 0
food = 1
fur = 0
extra = []
""",
    "discoveries.toml": """
[[discovery]]
id = "shell"
name = "Shell"
when = "any"
use = ["heal chosen 1"]
""",
    "events.toml": METEOR,
    "mysteries.toml": """
[[mystery]]
id = "pit_of_nails"
name = "Pit of Nails"
type = "trap"
effect = ["wound performer 1", "shuffle_into_events"]
event = ["wound each 1"]
""",
    "starting_items.toml": """
[[starting_item]]
id = "candle_end"
name = "Candle end"
uses = 1
when = "night"
use = ["determination performer 1"]
""",
}
PLAY_WITH_A_METEOR = """
import numpy as np
from crusoe_env.engine.simulator import Simulator
from crusoe_env.robinson import components, view
from crusoe_env.robinson.game import GAME

simulator, rng = Simulator(GAME, players=2, starting_items=4), np.random.default_rng(0)
s, t, mask = simulator.blank(1)[0], simulator.tables, np.zeros(GAME.actions.n, np.int8)
GAME.rules["new_game"](s, t)
meteor = components.FIRST_EVENT + components.ids_of("event").index("meteor")
s.event_deck[: s.events_left] = meteor
seen = False
while not s.over and s.rounds < 4:
    GAME.rules["write_mask"](s, t, mask)
    GAME.rules["apply_action"](s, t, int(rng.choice(np.flatnonzero(mask))))
    seen = seen or (meteor in s.threat and "Meteor" in view.text(s, t, simulator.facts))
print(seen, components.EVENT_KINDS, components.CARDS, components.ADVENTURES_EACH, components.EVENT_DECK)
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package whose data may be changed."""
    ignored = shutil.ignore_patterns("__pycache__", "replay*", "*.html")
    shutil.copytree(ROOT / "crusoe_env", tmp_path / "copy" / "crusoe_env", ignore=ignored)
    return tmp_path / "copy"


def add(copy, file: str, entry: str) -> None:
    """Add an entry at the end of a data file."""
    path = copy / "crusoe_env" / "robinson" / "data" / file
    path.write_text(path.read_text(encoding="utf-8") + entry + PROVENANCE, encoding="utf-8")


def played(copy) -> list[str]:
    return output_of("-c", PLAY_WITH_A_METEOR, cwd=copy, NUMBA_DISABLE_JIT="1").split()


@pytest.mark.slow
def test_one_more_event_card_is_one_entry_in_the_data(copy):
    add(copy, "events.toml", METEOR)
    box = (components.ADVENTURES_EACH, components.EVENT_DECK)
    numbers = (components.EVENT_KINDS + 1, components.CARDS + 1, *box)
    assert played(copy) == ["True", *map(str, numbers)]


def test_every_deck_and_stack_can_grow(copy):
    for file, entry in NEW_ENTRIES.items():
        add(copy, file, entry)
    box = (components.ADVENTURES_EACH + 1, components.EVENT_DECK + 2)
    numbers = (components.EVENT_KINDS + 1, components.CARDS + 3, *box)
    assert played(copy) == ["True", *map(str, numbers)]


def test_cards_are_numbered_without_gaps():
    numbered = [*range(components.FIRST_EVENT)]
    numbered += range(components.FIRST_EVENT, components.FIRST_EVENT + components.EVENT_KINDS)
    for first, kinds in zip(components.FIRST_ADVENTURE, components.ADVENTURE_KINDS, strict=True):
        numbered += range(first, first + kinds)
    numbered += range(components.FIRST_MYSTERY, components.FIRST_MYSTERY + components.MYSTERY_CARDS)
    assert numbered == list(range(components.CARDS))


def test_a_set_of_inventions_fits_into_its_field():
    assert BITS > components.CARD_INVENTIONS
