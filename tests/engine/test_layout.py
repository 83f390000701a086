"""Layouts: what each index means, in both directions."""

from __future__ import annotations

import numpy as np
import pytest

import crusoe_env
from crusoe_env.engine.layout import ActionLayout, Block, Field, ObservationLayout, Segment, single
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
        Segment(
            "cards", "each card", (Field("in play", "it lies there"), Field("age", "days", 1, 7, 70)), rows=3
        ),
        single("health", "of the castaway", divisor=10, largest=255),
        single("map", "a card lies there", 2, rows=2),
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


def test_fields_say_where_each_entry_comes_from():
    fields = PARTS.fields()
    assert [(it.segment, it.row, it.field, it.start, it.stop) for it in fields] == [
        ("cards", 0, "in play", 0, 1),
        ("cards", 0, "age", 1, 2),
        ("cards", 1, "in play", 2, 3),
        ("cards", 1, "age", 3, 4),
        ("cards", 2, "in play", 4, 5),
        ("cards", 2, "age", 5, 6),
        ("health", 0, "health", 6, 7),
        ("map", 0, "map", 7, 9),
        ("map", 1, "map", 9, 11),
    ]
    assert (fields[3].divisor, fields[3].largest, fields[3].meaning) == (7, 70, "days")


def test_offsets_count_from_the_beginning_of_a_row():
    offsets = PARTS.offsets("cards")
    assert (offsets.in_play, offsets.age, offsets.row_width) == (0, 1, 2)
    with pytest.raises(ValueError, match="unknown segment 'crads'; did you mean 'cards'"):
        PARTS.offsets("crads")


def test_scale_and_bounds_of_each_entry():
    assert PARTS.scale.tolist() == [1, np.float32(1 / 7)] * 3 + [np.float32(0.1)] + [1] * 4
    assert PARTS.largest.tolist() == [1, 70] * 3 + [255] + [1] * 4
    assert PARTS.space("uint8").high.tolist() == PARTS.largest.tolist()
    assert PARTS.space("float32").high.tolist() == (PARTS.largest * PARTS.scale).tolist()
    for table in (PARTS.scale, PARTS.largest):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 2


@pytest.mark.parametrize("wrong", [{"largest": 256}, {"largest": 0}, {"divisor": 0}, {"width": 0}])
def test_what_no_byte_can_hold_is_refused(wrong):
    with pytest.raises(ValueError, match="field 'age'"):
        Field("age", "days", **wrong)


def test_no_two_fields_of_a_segment_share_a_name():
    with pytest.raises(ValueError, match="cards: fields named twice: age"):
        Segment("cards", "each card", (Field("age", "days"), Field("age", "years")))


def test_observation_table():
    assert PARTS.markdown().splitlines()[2:] == [
        "| 0 – 5 | cards | 3 x 2 |  | each card |",
        "| row + 0 | - in play | 1 | 0, 1 | it lies there |",
        "| row + 1 | - age | 1 | 0 .. 70, / 7 | days |",
        "| 6 | health | 1 | 0 .. 255, / 10 | of the castaway |",
        "| 7 – 10 | map | 2 x 2 | 0, 1 | a card lies there |",
    ]


# ---------------------------------------------------------------------- the games' layouts


@games
def test_blocks_and_segments_of_a_game_are_described(name):
    game = crusoe_env.game(name)
    for part in (*game.actions.blocks, *game.observations.segments):
        assert part.name
        assert part.help
    assert all(it.field and it.meaning for it in game.observations.fields())
    names = [segment.name for segment in game.observations.segments]
    assert len(set(names)) == len(names)
    blocks = [block.name for block in game.actions.blocks]
    assert len(set(blocks)) == len(blocks)


@games
def test_fields_of_a_game_cover_each_segment_once(name):
    layout = crusoe_env.game(name).observations
    at = 0
    for it in layout.fields():
        assert it.start == at
        assert layout.slices[it.segment].start <= it.start < it.stop <= layout.slices[it.segment].stop
        at = it.stop
    assert at == layout.size


@games
def test_tables_of_a_game_fit_into_a_page(name):
    game = crusoe_env.game(name)
    segments = game.observations.segments
    fields = sum(len(segment.fields) for segment in segments if len(segment.fields) > 1)
    for table, rows in (
        (game.actions.markdown(), len(game.actions.blocks)),
        (game.observations.markdown(), len(segments) + fields),
    ):
        lines = table.splitlines()
        assert len(lines) == rows + 2
        assert all(line.count("|") == lines[0].count("|") for line in lines), "a cell contains a bar"
