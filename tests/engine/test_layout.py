"""Layouts: what each index means, in both directions."""

from __future__ import annotations

import numpy as np
import pytest

import crusoe_env
from crusoe_env.engine.layout import (
    ActionLayout,
    Block,
    Field,
    ObservationLayout,
    Segment,
    current_name,
    single,
)
from crusoe_env.engine.state import FLAG, declare
from crusoe_env.robinson.components import SHORTCUT
from tests.support import NAMES, new_env

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


# ---------------------------------------------------------------------- names of entries


def test_entries_are_named_by_segment_row_field_and_number():
    assert PARTS.names == (
        *(f"cards/{row}/{field}" for row in range(3) for field in ("in play", "age")),
        "health",
        *(f"map/{row}/{entry}" for row in range(2) for entry in range(2)),
    )
    assert PARTS.divisors == (1, 7, 1, 7, 1, 7, 10, 1, 1, 1, 1)


def test_rows_and_entries_of_things_are_named_by_them():
    goods = single("goods", "", 2, rows=2, entries=("wood", "food"), row_names=("here", "there"))
    assert ObservationLayout([goods]).names == (
        "goods/here/wood",
        "goods/here/food",
        "goods/there/wood",
        "goods/there/food",
    )


@pytest.mark.parametrize("names", [("wood",), ("wood", "wood"), ("wood", "food", "fur")])
def test_there_is_one_name_for_each_entry_and_row(names):
    with pytest.raises(ValueError, match="different names for 2 entries"):
        Field("goods", "", 2, entries=names)
    with pytest.raises(ValueError, match="different names for 2 rows"):
        Segment("goods", "", (Field("number", ""),), 2, names)


def test_names_of_earlier_versions_lead_to_those_of_today():
    renamed = {"items/rope": "items/cord", "items/cord/uses": "no", "pass": "stop"}
    assert current_name("items/rope/uses", renamed) == "items/cord/uses"
    assert current_name("pass", renamed) == "stop"
    assert current_name("items/ropes/uses", renamed) == "items/ropes/uses"


@games
def test_every_entry_of_a_game_has_a_name_of_its_own(name):
    layout = crusoe_env.game(name).observations
    assert len(set(layout.names)) == len(layout.names) == len(layout.divisors) == layout.size
    np.testing.assert_array_equal(layout.scale, (1 / np.array(layout.divisors)).astype(np.float32))


@games
def test_names_of_earlier_versions_lead_to_what_there_is(name):
    layouts = crusoe_env.game(name).observations, crusoe_env.game(name).actions
    for layout in layouts:
        for now in layout.renamed.values():
            assert any(f"{each}/".startswith(f"{now}/") for each in layout.names), now


NAMED = [
    ("marooned", {}, "cards/flint/in play", lambda s: s.cell[5] >= 0),
    ("marooned", {}, "hearts/water b", lambda s: s.paid[31]),
    ("dieson", {"quest": 4}, "quest/the_taming", lambda s: 1),
    ("dieson", {}, "tools/axe/owned", lambda s: s.owned[7]),
    ("dieson", {}, "space/summit", lambda s: s.space == 11),
    ("robinson", {"players": 2}, "people/second player/wounds", lambda s: s.wounds[(s.acting + 1) % 2]),
    ("robinson", {"players": 2}, "stores/available/wood", lambda s: s.available[0]),
    ("robinson", {"players": 2}, "phase/planning", lambda s: s.phase == 3),
    ("robinson", {"players": 2}, "task/scenario/castaways", lambda s: 1),
    ("robinson", {"players": 2}, "question/decision/plan", lambda s: s.decision == 2),
    ("robinson", {"players": 2}, "inventions/shortcut/on board", lambda s: s.invention_state[SHORTCUT] == 1),
    ("robinson", {"players": 2}, "starting items/biscuits/uses", lambda s: s.starting_uses[0]),
]


@pytest.mark.parametrize(("game", "options", "entry", "holds"), NAMED)
def test_an_entry_holds_what_its_name_says(game, options, entry, holds):
    env = new_env(game, **options)
    env.reset(seed=1)
    layout, rng = env.game.observations, np.random.default_rng(0)
    place = layout.names.index(entry)
    for _ in range(60):
        observation = env.batch.observations[0]
        assert round(float(observation[place]) * layout.divisors[place]) == int(holds(env.state)), env.state
        if not env.legal_actions():
            break
        env.step(int(rng.choice(env.legal_actions())))


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_record_says_what_it_means(name):
    record = crusoe_env.game(name).record
    assert set(record.meanings) == set(record.dtype.names)
    assert all(record.meanings.values())
    assert len(set(record.meanings.values())) == len(record.meanings), "none says what another one does"


def test_texts_between_fields_are_headings():
    record = declare(
        ["Camp", ("wood", "i2", FLAG), ("roof", "i2", FLAG), "Island", ("tile", "i2", FLAG)],
        causes=1,
        rounds=1,
        forced=FLAG,
    )
    assert record.headings == {"wood": "Camp", "tile": "Island"}
