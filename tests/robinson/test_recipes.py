"""The recipes of docs/change_the_rules.md, followed to the letter in a copy of the package."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support import ROOT, output_of

FILES = Path(__file__).with_name("recipes")
RECIPES = (ROOT / "docs" / "change_the_rules.md").read_text(encoding="utf-8")
PLAY = """
import numpy as np
from crusoe_env.engine.simulator import Simulator
from crusoe_env.robinson import components, view
from crusoe_env.robinson.game import GAME

simulator = Simulator(GAME, players=2)
s, t = simulator.new_games(1, seed=0)[0], simulator.tables
mask = np.zeros(GAME.actions.n, np.int8)

def legal():
    GAME.rules["write_mask"](s, t, mask)
    return [GAME.actions.names[i] for i in np.flatnonzero(mask)]

def do(name):
    assert name in legal(), legal()
    GAME.rules["apply_action"](s, t, GAME.actions.index(name))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package."""
    ignored = shutil.ignore_patterns("__pycache__", "*.html")
    shutil.copytree(ROOT / "crusoe_env", tmp_path / "copy" / "crusoe_env", ignore=ignored)
    return tmp_path / "copy"


def add_card(copy: Path, clause: str = "") -> None:
    """Follow the recipe for a card; `clause`: another effect than the recipe's."""
    file, card = (
        copy / "crusoe_env/robinson/data/events.toml",
        (FILES / "trade_wind.toml").read_text(encoding="utf-8"),
    )
    if clause:
        card = card.replace('effect = ["gain wood 1"]', f'effect = ["{clause}"]', 1)
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{card}", encoding="utf-8")


def played(copy: Path, more: str) -> list[str]:
    """What the copy prints, rules uncompiled, when a game is played on by more lines of Python."""
    return output_of("-c", PLAY + more, cwd=copy, NUMBA_DISABLE_JIT="1").splitlines()


def draw_the_card(answer: str = "") -> str:
    """Python that draws the card in the event phase of a round."""
    return f"""
from crusoe_env.robinson.rules import stack, steps, turn
card = components.FIRST_EVENT + components.ids_of("event").index("trade_wind")
stack.clear_stack(s)
s.event_deck[: s.events_left], s.available[:], s.determination[:2] = card, 0, (2, 0)
stack.push(s, steps.REVEAL_EVENT)
turn.advance(s, t)
{answer}
print(s.available[0], s.determination[:2].tolist(), "Trade wind" in view.text(s, t, simulator.facts))
"""


def test_a_card_is_one_file(copy: Path) -> None:
    add_card(copy)
    assert played(copy, draw_the_card()) == ["1 [2, 0] True"]


def test_an_operation_with_a_choice_is_one_file(copy: Path) -> None:
    add_card(copy, "gift performer")
    shutil.copy(FILES / "gift.py", copy / "crusoe_env/robinson/rules/effects")
    asked = 'do("the next player")'
    words = "print(view.effects.said(['gift performer']))"
    assert played(copy, draw_the_card(asked) + words) == ["0 [1, 1] True", "gives a token"]


def test_an_entry_of_the_observation_is_two_files(copy: Path) -> None:
    rows = re.findall(r"^\| `([^`]+)`, [^|]*`(\w+)` \| `([^`]+)` \|$", RECIPES, re.MULTILINE)
    (layout, segment, field), (writer, function, line) = rows
    file = copy / "crusoe_env/robinson" / layout
    text = file.read_text(encoding="utf-8")
    at = text.index("count(", text.index(f'"{segment}",'))
    file.write_text(f"{text[:at]}{field}\n{text[at:]}", encoding="utf-8")
    file = copy / "crusoe_env/robinson" / writer
    text = file.read_text(encoding="utf-8")
    at = text.index("    put(", text.index(f"def {function}("))
    file.write_text(f"{text[:at]}    {line}\n{text[at:]}", encoding="utf-8")
    seen = """
s.plans = 3
observed = simulator.observe(np.array([s]).view(np.recarray), dtype="uint8")[0]
print(observed[list(GAME.observations.names).index("round/plans")])
"""
    assert played(copy, seen) == ["3"]
