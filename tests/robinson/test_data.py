"""The data of Robinson Crusoe: schema, counts, programs, provenance, and errors that say what is wrong.

`cards.txt` beside this file lists every card as the compiled tables have it. A change of the data shows
there: `python -m tests.robinson.test_data --write` writes it anew.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from crusoe_env.facts import FactsError, entries
from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import operations
from crusoe_env.robinson.card_language.catalogue import PROGRAM_FIELDS, compiled_programs, programs
from crusoe_env.robinson.card_language.columns import ROW_LENGTH, Row
from crusoe_env.robinson.card_language.compiler import Context, compile_program, decompile_program
from crusoe_env.robinson.card_language.declaration import HEAD
from crusoe_env.robinson.card_language.listing import listing
from crusoe_env.robinson.card_language.operations import CHOOSE, END, JUMP, OPERATIONS
from crusoe_env.robinson.card_language.vocabulary import ARGUMENTS, BEARER, EACH, PERFORMER
from crusoe_env.robinson.tables.building import tables
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.robinson.ids import EVENT_CARDS, ITEM
from tests.robinson.small_scenarios import LONELY_ROCK
from tests.support import refused

LISTING = Path(__file__).with_name("cards.txt")
FACTS = load()
CURRENT = load(None, {"edition": "current"})
TABLES = tables(FACTS)
PROGRAMS = list(programs(FACTS))
OVERLAID = [program for program in programs(CURRENT) if "field 'current." in program.context.where]
HERE = Context("here")


# ---------------------------------------------------------------- every card


def listed() -> str:
    return "\n".join(listing()) + "\n"


def test_every_card_is_as_it_was_reviewed():
    assert listed() == LISTING.read_text(encoding="utf-8"), "see the head of this file"


def test_programs_are_read_back_as_they_were_written():
    assert len(PROGRAMS + OVERLAID) > 500
    for program in PROGRAMS + OVERLAID:
        rows, context = compile_program(program.clauses, program.context), program.context
        read = tuple(decompile_program(rows, context.usual, context.words))
        assert read == program.clauses, f"{program.table} {program.id} {program.field}"


def test_all_clause_lists_of_the_data_are_programs():
    """No list of clauses stands where nobody compiles it."""
    known = {field.split(".")[-1] for fields in PROGRAM_FIELDS.values() for field in fields}
    for table, identity, entry in entries(FACTS):
        for name, value in entry.items():
            if name in known and isinstance(value, list) and table in PROGRAM_FIELDS:
                assert name in PROGRAM_FIELDS[table], (table, identity, name)


def test_programs_stand_in_the_data_files_or_in_that_of_a_scenario():
    elsewhere = {table for table in PROGRAM_FIELDS if table not in components.FILE_OF}
    assert elsewhere == {"scenario", "on", "scenario_invention", "scenario_discovery", "special_action"}
    for table in PROGRAM_FIELDS.keys() - elsewhere:
        text = (components.FOLDER / components.FILE_OF[table]).read_text(encoding="utf-8")
        assert re.search(rf"^\[+{table}\]", text, re.MULTILINE)


# ---------------------------------------------------------------- the table of rows


def program_at(start: int) -> list[Row]:
    """The rows of a program up to its end."""
    rows = [Row(*map(int, row)) for row in TABLES.rows]
    last, i = start, start
    while not (rows[i].op == END and i >= last):
        last = max(last, i + rows[i].jump)
        i += 1
    return rows[start : i + 1]


def test_jumps_lead_forward_and_stay_in_their_program():
    _, starts = compiled_programs(FACTS)
    for start in set(starts.values()):
        rows = program_at(start)
        for i, row in enumerate(rows):
            block = OPERATIONS[row.op].form == HEAD and row.op != CHOOSE
            if block or row.op == JUMP:
                assert 0 < row.jump < len(rows) - i
            else:
                assert row.jump == 0
            if row.op == CHOOSE:
                assert all(following.op == JUMP for following in rows[i + 1 : i + 1 + row.number])


def test_columns_without_meaning_are_empty():
    for row in compiled_programs(FACTS)[0].rows:
        operation = OPERATIONS[row.op]
        used = {ARGUMENTS[kind].column for kind in operation.arguments}
        used |= {"who"} if operation.demand else set()
        used |= {"number"} if row.op == CHOOSE else set()
        used |= {"where"} if operation.of_deck else set()
        for column, empty in (("who", -1), ("what", -1), ("where", -1), ("number", 0)):
            assert (getattr(row, column) != empty) == (column in used), (operation.name, row)


def test_operations_have_their_numbers_by_name():
    for i, operation in enumerate(OPERATIONS):
        assert getattr(operations, operation.name.upper()) == i


def test_every_operation_of_the_vocabulary_is_used(tmp_path):
    """By the cards, or by a scenario of the suite or the example of docs/scenarios.md."""
    used = {row.op for facts in (FACTS, CURRENT) for row in compiled_programs(facts)[0].rows}
    for name in NAMES:
        used |= {row.op for row in compiled_programs(load(None, {"scenario": name}))[0].rows}
    used |= {row.op for row in compiled_programs(load(None, {"scenario": example(tmp_path)}))[0].rows}
    assert [operation.name for i, operation in enumerate(OPERATIONS) if i not in used] == []


def example(folder: Path) -> str:
    """The scenario of docs/scenarios.md as a file."""
    file = folder / "lonely_rock.toml"
    file.write_text(LONELY_ROCK, encoding="utf-8")
    return str(file)


def test_program_0_is_empty():
    assert program_at(0) == [Row(END)]
    assert TABLES.rows.shape[1] == ROW_LENGTH


# ---------------------------------------------------------------- compiling


@pytest.mark.parametrize(
    ("clauses", "rows"),
    [
        (["wound each 1"], [Row(operations.WOUND, EACH, number=1)]),
        (["discard food 2"], [Row(operations.DISCARD, PERFORMER, c.FOOD, number=2)]),
        (["discard food 2 or_wounds each"], [Row(operations.DISCARD, EACH, c.FOOD, number=2)]),
        (["lower roof all if_possible"], [Row(operations.LOWER, PERFORMER, c.ROOF, number=99, flags=1)]),
        (["gain food 1 per_player"], [Row(operations.GAIN, what=c.FOOD, number=1, flags=2)]),
        (
            ["cover food 1 camp"],
            [Row(operations.COVER, PERFORMER, c.BIRD_SOURCE | c.FISH_SOURCE, 15, 1)],
        ),
        (
            ["limit_actions first build+rest"],
            [Row(operations.LIMIT_ACTIONS, 1, 1 << c.BUILD | 1 << c.REST)],
        ),
        (
            ["if_no_item cure: wound first 3"],
            [
                Row(operations.IF_NO_ITEM, what=ITEM["cure"], jump=2),
                Row(operations.WOUND, 1, number=3),
            ],
        ),
        (
            ["at night: wound each 1", "keep"],
            [
                Row(operations.AT, what=0, jump=3),
                Row(operations.WOUND, EACH, number=1),
                Row(END),
                Row(operations.KEEP),
            ],
        ),
        (
            ["choose: keep | nothing | stop_mysteries"],
            [
                Row(CHOOSE, number=3),
                Row(JUMP, jump=3),
                Row(JUMP, jump=4),
                Row(JUMP, jump=4),
                Row(operations.KEEP),
                Row(JUMP, jump=3),
                Row(JUMP, jump=2),
                Row(operations.STOP_MYSTERIES),
            ],
        ),
    ],
    ids=lambda value: value[0] if isinstance(value[0], str) else "",
)
def test_clauses_become_rows(clauses, rows):
    assert compile_program(clauses, HERE) == [*rows, Row(END)]


def test_the_bearer_is_whoever_has_the_special_wound_of_the_same_card():
    context = Context("here", deck=2, part=3)
    assert compile_program(["wound bearer 1"], context)[0].who == BEARER + 11
    assert compile_program(["remove_special_wound leg"], context)[0].where == 2


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("wund each 1", "'wund' is no operation; did you mean 'wound'?"),
        ("", "'' is no operation"),
        ("jump", "'jump' is no operation"),
        ("wound evry 1", "'evry' is no who"),
        ("wound each", "expected wound who number"),
        ("wound each one", "expected a number from 1 or 'all', found 'one'"),
        ("wound each 0", "expected a number from 1"),
        ("wound each 1 maybe", "expected nothing or one of"),
        ("wound each 1 or_wounds first", "expected nothing or one of"),
        ("discard wood 1 or_wounds", "expected performer or each"),
        ("discard wood 1 or_wounds first", "expected performer or each"),
        ("wound bearer 1", "'bearer' needs a special wound"),
        ("gain gold 1", "'gold' is no resource"),
        ("if_item hammer: wound each 1", "'hammer' is no item"),
        ("limit_actions each sleep", "'sleep' is no actions"),
        ("at night wound each 1", "expected ':'"),
        ("choose: wound each 1", "expected two branches"),
    ],
)
def test_a_wrong_clause_is_named_in_one_line(clause, message):
    with pytest.raises(FactsError) as error:
        compile_program([clause], Context("events.toml: event 'bear', field 'effect'"))
    text = str(error.value)
    assert text.startswith(f"events.toml: event 'bear', field 'effect', clause {clause!r}: ")
    assert message in text
    assert "\n" not in text


# ---------------------------------------------------------------- provenance and corrections


def test_every_entry_says_where_it_comes_from():
    for table, identity, entry in entries(FACTS):
        assert entry["sources"], (table, identity)
        for source in entry["sources"]:
            assert re.fullmatch(r"(rules|cards|code:|component list).*", source), (table, identity, source)


def test_notes_are_short():
    for table, identity, entry in entries(FACTS):
        assert len(entry.get("note", "")) <= 180, (table, identity)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[event]]\nid = "otters"\neffect = ["cover fish 1"]', "expected cover source number place"),
        ('[[event]]\nid = "otters"\nicon = "star"', "'star' is not known"),
        ('[[event]]\nid = "otter"\nicon = "book"', "event 'otter' is not known; did you mean 'otters'?"),
        (
            '[[event]]\nid = "otters"\ncopies = 2',
            f"events of the first edition: expected {EVENT_CARDS} in the box, found {EVENT_CARDS + 1}",
        ),
        ('[[event]]\nid = "otters"\nthreat.pawns = 3', "3 is outside 1 .. 2"),
        ('[[mystery]]\nid = "gold"\ntype = "trap"', "mystery cards of type 'treasure': expected 26"),
        ('[[invention]]\nid = "fire"\nkind = "deck"', "inventions of kind 'default': expected 9"),
        ('[[invention]]\nid = "snare"\nowner = "cook"', "field 'owner': expected owner 'carpenter'"),
        ('[[skill]]\nid = "hooch"\ncharacter = "soldier"', "field 'character': expected 'cook'"),
        ('[[beast]]\nid = "fox"\nstrength = "2"', "field 'strength': expected int, found '2'"),
        ("[scenario]\nrounds = 10", "field 'weather': 12 entries for 10 rounds"),
        ("[island]\nneighbours = [[1], []]", "space 0 has neighbour 1, but not the other way round"),
        ('[[scenario_discovery]]\nid = "oil"\nsymbol = "x"', "'x' is unknown"),
        ('[[scenario_discovery]]\nid = "oil"\nsymbol = "symbol_dashes"', "'symbol_dashes' is unknown"),
        ("[building]\nwood = [2, 2, 3]", "expected 4 entries, found 3"),
    ],
)
def test_a_broken_file_of_the_user_is_named_in_one_line(tmp_path, text, message):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with refused(FactsError, message, start="mine.toml: "):
        load(file)


def test_a_correction_of_the_user_reaches_the_tables(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[beast]]\nid = "fox"\nstrength = 3\nextra = ["wound performer 1"]', encoding="utf-8")
    t = tables(load(file))
    fox = [entry["id"] for entry in FACTS["beast"]].index("fox")
    assert (TABLES.beast_strength[fox], t.beast_strength[fox]) == (2, 3)
    assert TABLES.beast_extra[fox] == 0
    start = int(t.beast_extra[fox])
    assert decompile_program([Row(*map(int, row)) for row in t.rows[start:]]) == ["wound performer 1"]


# ---------------------------------------------------------------- the box and the board


def test_the_decks_have_the_printed_numbers_of_cards():
    events = slice(components.FIRST_EVENT, components.FIRST_ADVENTURE[0])
    for copies in (TABLES.copies, tables(CURRENT).copies):
        icons = np.repeat(TABLES.card_icon[events], copies[events])
        assert len(icons) == 73
        assert (icons == 0).sum() == 39
        for first, kinds in zip(components.FIRST_ADVENTURE, components.ADVENTURE_KINDS):
            assert copies[first : first + kinds].sum() == 30
    assert TABLES.copies[components.FIRST_MYSTERY :].sum() == components.MYSTERY_CARDS
    assert TABLES.discovery_copies.sum() == components.DISCOVERY_TOKENS


def test_the_ids_of_the_record_are_those_of_the_data():
    for table, names in (
        ("starting_item", components.STARTING_ITEM_IDS),
        ("mystery", components.MYSTERY_IDS),
    ):
        assert tuple(entry["id"] for entry in FACTS[table]) == names


def test_twelve_special_wounds_one_for_each_deck_and_part():
    cards = [
        (context.deck, context.part)
        for table, field, context in ((p.table, p.field, p.context) for p in PROGRAMS)
        if field == "effect" and table.endswith("_adventure") and context.part >= 0
    ]
    assert sorted(cards) == [(deck, part) for deck in range(3) for part in range(4)]


def test_neighbours_of_the_spaces():
    bits = [int(others) for others in TABLES.adjacent]
    assert [other for other in range(11) if bits[TABLES.start_space] >> other & 1] == [0, 4, 7]
    assert sum(other.bit_count() for other in bits) == 2 * 19
    assert bits[10] == 0


@pytest.mark.parametrize(("players", "wood", "fur"), [(1, 2, 1), (2, 2, 1), (3, 3, 2), (4, 4, 3)])
def test_cost_of_shelter_roof_and_palisade(players, wood, fur):
    assert (TABLES.build_wood[players], TABLES.build_fur[players]) == (wood, fur)


def test_a_wound_die_of_building_has_four_wounds():
    assert TABLES.action_dice.tolist() == [[4, 4, 3], [1, 5, 3], [3, 5, 5]]


if __name__ == "__main__" and "--write" in sys.argv:
    LISTING.write_text(listed(), encoding="utf-8")
