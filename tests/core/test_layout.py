"""Layouts: what each index means, in both directions."""

from __future__ import annotations

import numpy as np
import pytest

import crusoe_env
from crusoe_env.core.layout import ActionLayout, Block, ObservationLayout, Segment
from tests.support import NAMES

ACTIONS = ActionLayout(
    [
        Block("walk", "go", ("walk north", "walk south")),
        Block("stay", "do not go", ("stay",)),
        Block("flip", "turn a card", ("flip flint", "flip water")),
    ]
)
PARTS = ObservationLayout(
    [
        Segment("cards", (3, 2), "each card"),
        Segment("health", (1,), "health"),
        Segment("map", (2, 2), "a map"),
    ]
)
games = pytest.mark.parametrize("name", NAMES)


# ---------------------------------------------------------------------- actions


def test_actions_are_numbered_block_after_block():
    assert ACTIONS.n == 5
    assert ACTIONS.start == {"walk": 0, "stay": 2, "flip": 3}
    assert ACTIONS.names == ("walk north", "walk south", "stay", "flip flint", "flip water")


def test_names_and_indices_lead_to_each_other():
    for action in range(ACTIONS.n):
        assert ACTIONS.index(ACTIONS.name(action)) == action


@pytest.mark.parametrize("action", [-1, 5, 99])
def test_an_index_outside_has_no_name(action):
    with pytest.raises(ValueError, match=rf"action {action} is outside 0 \.\. 4"):
        ACTIONS.name(action)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(ValueError, match=r"unknown action 'walk nroth'; did you mean 'walk north'\?"):
        ACTIONS.index("walk nroth")
    with pytest.raises(ValueError, match="unknown action 'fly'; choose from walk north, walk south, stay"):
        ACTIONS.index("fly")


def test_no_two_actions_share_a_name():
    with pytest.raises(ValueError, match="actions named twice: stay, walk"):
        ActionLayout([Block("a", "", ("walk", "stay", "rest")), Block("b", "", ("stay", "walk"))])


def test_action_table():
    assert ACTIONS.markdown().splitlines() == [
        "| index | block | what it does | names |",
        "| --- | --- | --- | --- |",
        "| 0 – 1 | walk | go | `walk north`, `walk south` |",
        "| 2 | stay | do not go | `stay` |",
        "| 3 – 4 | flip | turn a card | `flip flint`, `flip water` |",
    ]


# ---------------------------------------------------------------------- observations


def test_segments_lie_one_after_the_other():
    assert PARTS.size == 11
    assert PARTS.slices == {"cards": slice(0, 6), "health": slice(6, 7), "map": slice(7, 11)}
    assert PARTS.start == {"cards": 0, "health": 6, "map": 7}


@pytest.mark.parametrize("batch", [(), (4,), (2, 3)])
def test_split_gives_each_segment_its_shape(batch):
    flat = np.arange(11 * int(np.prod(batch)), dtype=np.float32).reshape(*batch, 11)
    parts = PARTS.split(flat)
    assert {name: part.shape for name, part in parts.items()} == {
        "cards": (*batch, 3, 2),
        "health": (*batch, 1),
        "map": (*batch, 2, 2),
    }
    joined = np.concatenate([part.reshape(*batch, -1) for part in parts.values()], axis=-1)
    assert np.array_equal(joined, flat)


def test_split_of_one_observation_looks_into_it():
    flat = np.zeros(11, np.float32)
    PARTS.split(flat)["map"][1, 1] = 5
    assert flat[10] == 5


def test_observation_table():
    assert PARTS.markdown().splitlines()[2:] == [
        "| 0 – 5 | cards | 3 x 2 | each card |",
        "| 6 | health | 1 | health |",
        "| 7 – 10 | map | 2 x 2 | a map |",
    ]


# ---------------------------------------------------------------------- the games' layouts


@games
def test_blocks_and_segments_of_a_game_are_described(name):
    game = crusoe_env.game(name)
    for part in (*game.actions.blocks, *game.observations.segments):
        assert part.name
        assert part.help
    names = [segment.name for segment in game.observations.segments]
    assert len(set(names)) == len(names)
    blocks = [block.name for block in game.actions.blocks]
    assert len(set(blocks)) == len(blocks)


@games
def test_tables_of_a_game_fit_into_a_page(name):
    game = crusoe_env.game(name)
    for table, rows in (
        (game.actions.markdown(), len(game.actions.blocks)),
        (game.observations.markdown(), len(game.observations.segments)),
    ):
        lines = table.splitlines()
        assert len(lines) == rows + 2
        assert all(line.count("|") == lines[0].count("|") for line in lines), "a cell contains a bar"
