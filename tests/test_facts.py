"""Data files: a wrong one is answered in one line that names file, entry and field."""

from __future__ import annotations

import copy
import tomllib

import pytest

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.facts import (
    CONFIDENCES,
    FactsError,
    Field,
    Schema,
    corrected,
    coverage,
    entries,
    load_facts,
    read_toml,
)
from tests.support import NAMES, refused

SCHEMA = Schema(
    singles={"setup": {"health": Field(int, low=1, high=20)}},
    lists={
        "card": {
            "name": Field(str),
            "colour": Field(str, choices=("red", "green"), required=False),
            "costs": Field(list, each=Field(int, low=0), length=2, required=False),
            "face": Field(
                dict, table={"heart": Field(int), "ship": Field(str, required=False)}, required=False
            ),
        }
    },
)
PROVENANCE = 'sources = ["rules"]\nconfidence = "confirmed"\n'
SETUP = f"[setup]\nhealth = 16\n{PROVENANCE}"
FLINT = f"""[[card]]
id = "flint"
name = "Flint"
colour = "red"
costs = [1, 2]
face = {{ heart = 1 }}
{PROVENANCE}"""
WATER = f'[[card]]\nid = "water"\nname = "Water"\n{PROVENANCE}'
GOOD = f"{SETUP}\n{FLINT}\n{WATER}"


def load(tmp_path, text: str, user: str | None = None) -> dict:
    folder = tmp_path / "data"
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_text(text)
    if user is None:
        return load_facts(folder, SCHEMA)
    (tmp_path / "mine.toml").write_text(user)
    return load_facts(folder, SCHEMA, tmp_path / "mine.toml")


def test_a_good_file_is_read(tmp_path):
    facts = load(tmp_path, GOOD)
    assert facts["setup"]["health"] == 16
    assert [card["id"] for card in facts["card"]] == ["flint", "water"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("health = 16\n", "", "game.toml: [setup]: field 'health' is missing"),
        ("health = 16", 'health = "16"', "game.toml: [setup], field 'health': expected int, found '16'"),
        ("health = 16", "health = true", "game.toml: [setup], field 'health': expected int, found True"),
        ("health = 16", "health = 16.0", "game.toml: [setup], field 'health': expected int, found 16.0"),
        ("health = 16", "health = 21", "game.toml: [setup], field 'health': 21 is outside 1 .. 20"),
        ("health = 16", "health = 0", "game.toml: [setup], field 'health': 0 is outside 1 .. 20"),
        ("health = 16", "healht = 16", "game.toml: [setup]: unknown field 'healht'; did you mean 'health'?"),
        ("[setup]", "[setpu]", "game.toml: unknown table 'setpu'; did you mean 'setup'?"),
        ('name = "Flint"\n', "", "game.toml: card 'flint': field 'name' is missing"),
        ('name = "Flint"', "name = 3", "game.toml: card 'flint', field 'name': expected str, found 3"),
        (
            '"red"',
            '"gren"',
            "game.toml: card 'flint', field 'colour': 'gren' is not known; did you mean 'green'?",
        ),
        ("[1, 2]", "[1]", "game.toml: card 'flint', field 'costs': expected 2 entries, found 1"),
        ("[1, 2]", "[1, -2]", "game.toml: card 'flint', field 'costs'[1]: -2 is outside 0 .."),
        ("[1, 2]", '[1, "2"]', "game.toml: card 'flint', field 'costs'[1]: expected int, found '2'"),
        (
            "heart = 1",
            "hart = 1",
            "game.toml: card 'flint', field 'face': unknown field 'hart'; did you mean",
        ),
        ("heart = 1", "", "game.toml: card 'flint', field 'face': field 'heart' is missing"),
        ("{ heart = 1 }", "1", "game.toml: card 'flint', field 'face': expected dict, found 1"),
        ('id = "water"', 'id = "flint"', "game.toml: card 'flint': the id stands twice"),
        ('id = "water"\n', "", "game.toml: entry 2 of [[card]]: field 'id' is missing or no text"),
        ('id = "water"', "id = 5", "game.toml: entry 2 of [[card]]: field 'id' is missing or no text"),
        (
            'confidence = "confirmed"',
            'confidence = "sure"',
            "'sure' is not known; choose from confirmed, single",
        ),
        ('sources = ["rules"]\n', "", "field 'sources' is missing"),
        ('["rules"]', "[7]", "field 'sources'[0]: expected str, found 7"),
        ("[setup]", "[setup", "game.toml: is not valid TOML: "),
    ],
)
def test_a_wrong_file_is_named_with_entry_and_field(tmp_path, old, new, message):
    assert old in GOOD
    with refused(FactsError, message):
        load(tmp_path, GOOD.replace(old, new, 1))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FactsError, match=r"nowhere\.toml: cannot be read: No such file"):
        read_toml(tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"name = \xff")
    with pytest.raises(FactsError, match=r"bytes\.toml: is not valid TOML"):
        read_toml(tmp_path / "bytes.toml")


def test_no_table_may_be_missing(tmp_path):
    with pytest.raises(FactsError, match=r"data: table \[setup\] is missing"):
        load(tmp_path, FLINT)


def test_a_table_stands_in_one_file_only(tmp_path):
    load(tmp_path, GOOD)
    (tmp_path / "data" / "more.toml").write_text(SETUP)
    with pytest.raises(FactsError, match=r"more\.toml: table 'setup' stands in another file too"):
        load_facts(tmp_path / "data", SCHEMA)


def test_the_files_of_a_folder_are_put_together(tmp_path):
    load(tmp_path, SETUP)
    (tmp_path / "data" / "cards.toml").write_text(FLINT)
    assert set(load_facts(tmp_path / "data", SCHEMA)) == {"setup", "card"}


# ---------------------------------------------------------------------- corrections


def test_corrections_change_single_fields_and_keep_the_rest(tmp_path):
    facts = load(
        tmp_path,
        GOOD,
        '[setup]\nhealth = 12\n[[card]]\nid = "flint"\nname = "Fire"\nface = { ship = "NW" }\n',
    )
    flint, water = facts["card"]
    assert facts["setup"] == {"health": 12, "sources": ["mine.toml"], "confidence": "single"}
    assert (flint["name"], flint["colour"], flint["face"]) == (
        "Fire",
        "red",
        {"heart": 1, "ship": "NW"},
    )
    assert water == load(tmp_path, GOOD)["card"][1]


def test_a_correction_with_sources_is_as_sure_as_it_says(tmp_path):
    card = load(tmp_path, GOOD, '[[card]]\nid = "flint"\nname = "Fire"\nsources = ["rules", "box"]\n')[
        "card"
    ][0]
    assert (card["sources"], card["confidence"]) == (["rules", "box"], "confirmed")
    card = load(tmp_path, GOOD, '[[card]]\nid = "flint"\nconfidence = "confirmed"\n')["card"][0]
    assert (card["sources"], card["confidence"]) == (["mine.toml"], "single")


@pytest.mark.parametrize(
    ("user", "message"),
    [
        ("[setup]\nhealth = 99\n", "mine.toml: [setup], field 'health': 99 is outside 1 .. 20"),
        ("[setup]\nhelth = 9\n", "mine.toml: [setup]: unknown field 'helth'; did you mean 'health'?"),
        ('[[card]]\nid = "wather"\n', "mine.toml: card 'wather' is not known; did you mean 'water'?"),
        ('[[card]]\nname = "Water"\n', "mine.toml: card None is not known"),
        (
            '[[card]]\nid = "water"\ncolour = "blue"\n',
            "mine.toml: card 'water', field 'colour': 'blue' is not known",
        ),
        ("[card]\nid = 1\n", "mine.toml: table 'card' must be written as [[card]]"),
        ("card = 3\n", "mine.toml: table 'card' must be written as [[card]]"),
        ("card = [3]\n", "mine.toml: card None is not known"),
        ("[[setup]]\nhealth = 3\n", "mine.toml: table 'setup' must be written as [setup]"),
        ("[[card]]\nid = [1]\n", "mine.toml: card [1] is not known"),
        (
            '[[card]]\nid = "water"\nface = [1]\n',
            "mine.toml: card 'water', field 'face': expected dict, found [1]",
        ),
        (f"[setup]\nhealth = {'9' * 4000}\n", "field 'health': 9999999999999999"),
        (f"[setup]\nhealth = {'9' * 5000}\n", "mine.toml: is not valid TOML: a number has too many digits"),
        (
            f"[setup]\nhealth = {'[' * 5000}\n",
            "mine.toml: more than 16 tables and lists lie within each other",
        ),
        (
            f"[setup]\nhealth{'.health' * 5000} = 1\n",
            "mine.toml: more than 16 tables and lists lie within each",
        ),
        ("[sets]\n", "mine.toml: unknown table 'sets'; did you mean 'setup'?"),
        ("health = \n", "mine.toml: is not valid TOML: "),
    ],
)
def test_wrong_corrections_are_named(tmp_path, user, message):
    with refused(FactsError, message, most=400):
        load(tmp_path, GOOD, user)


@pytest.mark.parametrize("content", ["card = 3\n", "card = [3]\n", "[card]\nid = 1\n"])
def test_a_list_table_holds_entries(tmp_path, content):
    with pytest.raises(FactsError, match=r"^game\.toml: table 'card' must be written as \[\[card\]\]$"):
        SCHEMA.check(tomllib.loads(content), "game.toml")
    with pytest.raises(FactsError, match=r"^game\.toml: table 'setup' must be written as \[setup\]$"):
        SCHEMA.check({"setup": [{"health": 3}]}, "game.toml")


@pytest.mark.parametrize("data", [5, 1.5, ["mine.toml"], {"card": 1}])
def test_what_is_no_path_of_a_file(data):
    with pytest.raises(FactsError, match=r"^data: expected the path of a file, not "):
        Simulator(crusoe_env.game("marooned"), data=data)


def test_corrections_leave_the_original_as_it_is(tmp_path):
    facts = load(tmp_path, GOOD)
    before = copy.deepcopy(facts)
    changed = corrected(facts, {"setup": {"health": 3}, "card": [{"id": "flint", "face": {"heart": 9}}]}, "x")
    assert facts == before
    assert changed["card"][0]["face"] == {"heart": 9}


# ---------------------------------------------------------------------- overviews and the games' own data


def test_overviews(tmp_path):
    facts = load(tmp_path, GOOD.replace('"confirmed"', '"single"', 1))
    assert [(table, name) for table, name, _ in entries(facts)] == [
        ("setup", "setup"),
        ("card", "flint"),
        ("card", "water"),
    ]
    assert coverage(facts) == {
        "setup": {"confirmed": 0, "single": 1, "inferred": 0},
        "card": {"confirmed": 2, "single": 0, "inferred": 0},
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_of_a_game_says_where_it_comes_from(name):
    facts = Simulator(crusoe_env.game(name)).facts
    for table, identity, entry in entries(facts):
        assert entry["confidence"] in CONFIDENCES
        if entry["confidence"] != "inferred":
            assert entry["sources"], f"{table} {identity}: seen, so it says where"
