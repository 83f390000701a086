"""The drawing and the text view of Marooned!: complete, valid, deterministic, and blind to the deck."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import gymnasium
import numpy as np
import pytest

from crusoe_env.engine.simulator import Simulator
from crusoe_env.marooned import state as st
from crusoe_env.marooned.actions import LAYOUT
from crusoe_env.marooned.facts import face_indices
from crusoe_env.marooned.game import GAME
from crusoe_env.marooned.view import happened, picture, text
from crusoe_env.marooned.view.parts import SCENE_HEIGHT, SCENE_WIDTH, SCENES, drawings, scene
from tests.show.reading import assert_inside, words_of
from tests.support import states_of_random_games

SIMULATOR = Simulator(GAME, threads=1)
TABLES, FACTS = SIMULATOR.tables, SIMULATOR.facts


@pytest.fixture(scope="module")
def states():
    return states_of_random_games(SIMULATOR, games=40, moves=80, seed=11)


def some(states, count):
    """A few states, spread over all phases and both endings."""
    chosen = []
    for phase in (st.MOVE, st.SECOND_STEP, st.MIRAGE, st.FLIP):
        chosen += list(np.flatnonzero((states.phase == phase) & (states.over == 0))[:count])
    for cause in (st.DIED, st.RESCUED):
        chosen += list(np.flatnonzero(states.cause == cause)[:count])
    return [states[i] for i in chosen]


def island(*cards: str, side: int = 0):
    """A state with these cards on the island, row by row; a name with a star has its side b up."""
    s = SIMULATOR.new_games(1, seed=0)[0].copy()
    s.cell[:] = st.NONE
    s.card_at[:] = st.NONE
    s.side[:] = side
    for i, name in enumerate(cards):
        card = st.CARD_IDS.index(name.rstrip("*"))
        cell = (2 + i // st.AREA) * st.FRAME + 2 + i % st.AREA
        s.cell[card] = cell
        s.card_at[cell] = card
        s.side[card] = side or name.endswith("*")
    s.played = len(cards)
    s.first_row, s.last_row = 2, 2 + (len(cards) - 1) // st.AREA
    s.first_column, s.last_column = 2, 1 + min(len(cards), st.AREA)
    s.position = 2 * st.FRAME + 2
    s.phase = st.MOVE
    return s


def sail(s, corner: int, position: int):
    s.ship, s.ship_position, s.ship_moves = corner, position, 1
    s.area_row = s.area_column = 2
    return s


def test_there_is_one_scene_for_each_face_in_the_order_of_the_faces():
    assert [name for card in SCENES for name in card] == list(face_indices(FACTS))
    assert set(drawings()) == {*face_indices(FACTS), "ship"}
    assert len({scene(face)[1] for face in range(st.FACES)}) == st.FACES
    for face in range(st.FACES):
        sky, drawing = scene(face)
        assert re.fullmatch("#[0-9a-f]{6}", sky)
        ElementTree.fromstring(f"<svg>{drawing}</svg>")


def test_scenes_stay_inside_their_box():
    for face in range(st.FACES):
        assert_inside(SCENES[face // 2][face % 2], scene(face)[1], SCENE_WIDTH, SCENE_HEIGHT)


@pytest.mark.parametrize("side", [0, 1])
def test_every_face_is_drawn_and_named(side):
    s = island(*st.CARD_IDS, side=side)
    svg, plain = picture(s, TABLES, FACTS), text(s, TABLES, FACTS)
    for card, entry in enumerate(FACTS["card"]):
        assert scene(2 * card + side)[1] in svg
        name = entry["ab"[side]]["name"]
        assert name in words_of(svg)
        assert name in plain


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_valid_xml_and_deterministic(states, theme):
    for s in some(states, 3):
        svg = picture(s, TABLES, FACTS, theme, "explore north")
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("940", "700")
        assert svg == picture(s.copy(), TABLES, FACTS, theme, "explore north")
        assert "explore north" in words_of(svg)
        assert not re.search(r"nan|inf\b|None", svg)


def test_every_state_can_be_shown(states):
    for s in states[:: max(1, len(states) // 100)]:
        plain = text(s, TABLES, FACTS)
        assert plain.isascii()
        assert max(map(len, plain.splitlines())) <= 80
        boxes = {len(line) for line in plain.splitlines() if line.endswith("+")}
        assert len(boxes) == 1
        ElementTree.fromstring(picture(s, TABLES, FACTS))


def test_the_order_of_the_unseen_deck_is_not_shown(states):
    shuffled = np.random.default_rng(3)
    for s in some(states, 5):
        other = s.copy()
        other.deck[s.played :] = shuffled.permutation(s.deck[s.played :])
        other.rng[:] = 7
        for theme in ("light", "dark"):
            assert picture(s, TABLES, FACTS, theme) == picture(other, TABLES, FACTS, theme)
        assert text(s, TABLES, FACTS) == text(other, TABLES, FACTS)


def test_what_everybody_knows_of_the_deck_is_shown():
    plain = text(island(*st.CARD_IDS[:14]), TABLES, FACTS)
    assert "In the deck: Bottle, Water" in plain
    assert "2 of 16 left" in words_of(picture(island(*st.CARD_IDS[:14]), TABLES, FACTS))


def test_all_legal_actions_are_named_in_the_text(states):
    masks = SIMULATOR.masks(states)
    for s, mask in zip(states[:200], masks[:200], strict=True):
        if s.over == 0:
            legal = re.search(r"Legal: (.*?)\nSignals", text(s, TABLES, FACTS), re.DOTALL)
            names = {LAYOUT.names[i] for i in np.flatnonzero(mask)}
            assert set(re.sub(r"\s+", " ", legal.group(1)).split(", ")) == names


def test_cells_to_explore_and_cards_to_flip_are_marked():
    first = SIMULATOR.new_games(1, seed=4)[0]
    assert first.position == st.CENTRE
    assert words_of(picture(first, TABLES, FACTS)).count("explore |") == 4
    s = island("vines", "flint", "palm_trees")
    s.phase = st.FLIP
    unmarked = island("vines", "flint", "palm_trees")
    unmarked.phase = st.SECOND_STEP
    assert "YOU flip" in text(s, TABLES, FACTS)
    assert "flip" not in text(unmarked, TABLES, FACTS)


def test_a_card_that_may_change_place_with_the_mirage_is_not_marked_to_flip():
    for card in set(st.CARD_IDS) - {"mirage"}:
        s = island("mirage", card)
        s.phase = st.MIRAGE
        assert "swap" in text(s, TABLES, FACTS)
        assert "flip" not in text(s, TABLES, FACTS)


@pytest.mark.parametrize(
    ("corner", "position", "words", "mark"),
    [
        (st.NW, 0, "north coast, heading east, at the north-west corner", "SHIP>"),
        (st.NE, 2, "east coast, heading south, beside cell 2 of 4", "SHIPv"),
        (st.SE, 4, "south coast, heading west, beside cell 4 of 4", "<SHIP"),
        (st.SW, 0, "west coast, heading north, at the south-west corner", "SHIP^"),
    ],
)
def test_the_ship_is_shown_at_its_place(corner, position, words, mark):
    s = sail(island(*st.CARD_IDS), corner, position)
    plain = text(s, TABLES, FACTS)
    assert words in plain
    assert plain.count("SHIP") == 1
    assert mark in plain
    assert words.split(",")[0] in words_of(picture(s, TABLES, FACTS))


def test_lit_signals_and_ship_marks_are_told():
    s = sail(island("rocks*", "higher_ground*", "bottle*"), st.NW, 1)
    plain = text(s, TABLES, FACTS)
    assert "SOS (from its row), Lit Beacon (from its column), Message" in re.sub(r"\s+", " ", plain)
    s.sighted = 1
    assert "sighted: will sail a second coast" in words_of(picture(s, TABLES, FACTS))
    s.extended = 1
    assert "sighted: on its second coast" in words_of(picture(s, TABLES, FACTS))


def test_harmless_dangers_are_told():
    assert "a -2 health" in text(island("wild_boar", "sticks"), TABLES, FACTS)
    assert "a -2 safe" in text(island("wild_boar", "sticks*"), TABLES, FACTS)


def test_the_end_is_shown_with_its_result(states):
    rescued = states[np.flatnonzero(states.cause == st.RESCUED)[0]]
    died = states[np.flatnonzero(states.cause == st.DIED)[0]]
    assert f"Rescued with {rescued.score} points" in words_of(picture(rescued, TABLES, FACTS))
    assert f"Rescued with {rescued.score} points" in text(rescued, TABLES, FACTS)
    assert f"Died on turn {died.rounds}" in words_of(picture(died, TABLES, FACTS))
    stopped = died.copy()
    stopped.cause = -1
    assert "illegal action" in text(stopped, TABLES, FACTS)
    assert "Legal" not in text(died, TABLES, FACTS)


def test_points_if_rescued_now_are_the_score_of_a_rescue(states):
    for i in np.flatnonzero(states.cause == st.RESCUED)[:5]:
        s = states[i].copy()
        score, s.over = s.score, 0
        assert f"Points if rescued now: {score}\n" in text(s, TABLES, FACTS)


def test_a_users_facts_are_drawn(tmp_path):
    changes = tmp_path / "mine.toml"
    changes.write_text(
        '[setup]\nmax_health = 20\n[[card]]\nid = "rocks"\na = { name = "Été <3> of the stones" }\n'
    )
    facts = GAME.facts.load(changes, GAME.options)
    s = island("rocks")
    svg = picture(s, GAME.facts.tables(facts, GAME.options), facts)
    assert "Été <3> of the stones" in words_of(svg)
    assert "of 20" in words_of(svg)
    assert text(s, GAME.facts.tables(facts, GAME.options), facts).isascii()


# ------------------------------------------------------------------------------------------- the log


def test_the_picture_tells_what_the_last_actions_did():
    env = gymnasium.make(GAME.env_id).unwrapped
    env.reset(seed=1, options={"deck": ["rocks", "telescope", "hook"]})
    assert "turn 2, " not in words_of(env.picture()), "nothing has happened yet"
    for name in ("explore north", "explore east"):
        env.step(LAYOUT.names.index(name))
    for theme in ("light", "dark"):
        words = words_of(env.picture(theme)).replace(" | ", " ")
        assert "turn 2, explore north: Telescope" in words
        assert "turn 3, explore east: Hook, " in words
        assert words.index("turn 2, ") < words.index("turn 3, ") < words.index("the ship sets sail")
    env.reset(seed=1)
    assert "turn 2, " not in words_of(env.picture())


def test_the_log_tells_where_a_walk_leads_and_what_it_costs():
    before, after = sail(island("rocks", "storm"), st.NONE, 0), sail(island("rocks", "storm"), st.NONE, 0)
    before.health, after.health = 9, 6
    after.position = before.position + 1
    [line] = happened(before, LAYOUT.names.index("walk east"), after, TABLES, FACTS)
    assert line == f"turn {before.rounds}, walk east: Storm, −3\xa0health"
