"""`python -m crusoe_env`: overview, layouts, provenance, the generated parts of the docs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from crusoe_env import GAMES, __version__, game
from crusoe_env.__main__ import WIDEST, extras_declared, main, table
from crusoe_env.support.tables import markdown_table
from tests.support import NAMES

ROOT = Path(__file__).parents[1]


def run(*arguments, capsys):
    """Exit status, output and errors of a command."""
    try:
        status = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def run_module(*arguments, **settings):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings.pop("environment", {})}
    command = [sys.executable, "-m", "crusoe_env", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, **settings)


# ---------------------------------------------------------------------- overview


def test_overview(tmp_path):
    done = run_module(environment={"CRUSOE_ENV_CACHE": str(tmp_path)}, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"crusoe_env {__version__}\n")
    for name in NAMES:
        it = game(name)
        row = [
            name,
            GAMES[name],
            *it.title.split(),
            str(it.version),
            str(it.actions.n),
            str(it.observations.size),
        ]
        assert row in [line.split() for line in done.stdout.splitlines()]
    assert f"compiled cache: {tmp_path} (0.0 MB)" in done.stdout
    assert re.search(
        r"^train +(installed|missing .*: pip install '\.\[train\]' in a checkout)$", done.stdout, re.MULTILINE
    )


def test_the_size_of_the_cache(tmp_path, monkeypatch, capsys):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "x.nbc").write_bytes(bytes(2_300_000))
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path))
    assert f"{tmp_path} (2.3 MB)" in run(capsys=capsys)[1]
    monkeypatch.setenv("CRUSOE_ENV_CACHE", str(tmp_path / "none"))
    assert "none (not there yet" in run(capsys=capsys)[1]
    assert not (tmp_path / "none").exists()


def test_extras_come_from_the_metadata_where_there_is_no_checkout(monkeypatch, tmp_path):
    in_checkout = extras_declared()
    assert {"train", "pictures"} <= set(in_checkout)
    assert "torch" in in_checkout["train"]
    lines = ["numpy>=1.26", 'torch<3,>=2.8; extra == "train"', "rich>=13 ; extra == 'pictures'",
             'crusoe-env[pictures,train]; extra == "all"']  # fmt: skip
    monkeypatch.setattr("crusoe_env.__main__.ROOT", tmp_path)
    monkeypatch.setattr("importlib.metadata.requires", lambda name: lines)
    assert extras_declared() == {"train": ["torch"], "pictures": ["rich"]}


def test_a_missing_package_is_named(monkeypatch, capsys):
    monkeypatch.setattr("crusoe_env.__main__.extras_declared", lambda: {"moon": ["numpy", "no-such-package"]})
    assert "moon   missing no-such-package: pip install '.[moon]' in a checkout" in run(capsys=capsys)[1]


# ---------------------------------------------------------------------- layouts


@pytest.mark.parametrize("name", NAMES)
def test_actions_are_all_there(name, capsys):
    status, out, _ = run("actions", name, capsys=capsys)
    layout = game(name).actions
    assert status == 0
    listed = re.findall(r"^ +(\d+)  (.+)$", out, re.MULTILINE)
    assert [(int(number), action) for number, action in listed] == list(enumerate(layout.names))
    assert all(f"\n{block.name}: {block.help}\n" in out for block in layout.blocks)


@pytest.mark.parametrize("name", NAMES)
def test_segments_are_all_there(name, capsys):
    status, out, _ = run("observation", name, capsys=capsys)
    layout = game(name).observations
    assert status == 0
    assert out.startswith(f"{game(name).title}: {layout.size} entries\n")
    for segment in layout.segments:
        part = layout.slices[segment.name]
        span = str(part.start) if segment.size == 1 else f"{part.start} .. {part.stop - 1}"
        assert re.search(rf"^{span} +{segment.name} ", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) <= WIDEST


# ---------------------------------------------------------------------- provenance


def test_facts_of_all_games(capsys):
    status, out, _ = run("facts", capsys=capsys)
    assert status == 0
    assert all(f"{game(name).title}: how sure we are" in out for name in NAMES)
    assert re.search(r"^card +16 +16 +0 +0$", out, re.MULTILINE)


def test_inferred_entries_are_listed_with_their_notes(tmp_path, capsys):
    file = tmp_path / "mine.toml"
    assert "Nothing is inferred." in run("facts", "marooned", "--entries", capsys=capsys)[1]
    file.write_text('[[card]]\nid = "water"\nconfidence = "inferred"\nnote = "Seen in a dream."\n')
    status, out, _ = run("facts", "marooned", "--data", str(file), "--entries", capsys=capsys)
    assert status == 0
    assert re.search(r"^card +16 +15 +0 +1$", out, re.MULTILINE)
    assert re.search(r"^card water +Seen in a dream\.$", out, re.MULTILINE)
    assert "card rocks" not in out


def test_what_differs_in_the_current_edition_is_listed_too(capsys):
    out = run("facts", "robinson", "--entries", capsys=capsys)[1]
    assert re.search(r"^entry +current edition$", out, re.MULTILINE)
    assert re.search(r'^starting_item biscuits +use = \["gain durable_food 1"\]$', out, re.MULTILINE)
    assert re.search(r"^switch tiles_between +10 in place of 1$", out, re.MULTILINE)
    assert "current edition" not in run("facts", "marooned", "--entries", capsys=capsys)[1]


# ---------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["fcts"], "invalid choice: 'fcts'"),
        (["actions"], "required: game"),
        (["actions", "maroned"], "unknown game 'maroned'; did you mean 'marooned'?"),
        (["observation", "chess"], "unknown game 'chess'; choose from marooned"),
        (["facts", "--data", "x.toml"], "--data belongs to one game"),
        (["facts", "marooned", "--data", "no/such.toml"], "cannot be read"),
        (["--verbose"], "unrecognized arguments"),
    ],
)
def test_errors_are_one_line(arguments, answer, capsys):
    status, out, error = run(*arguments, capsys=capsys)
    assert (status, out) == (2, "")
    assert answer in error
    assert error.startswith("crusoe_env")
    assert error.count("\n") == 1


def test_wrong_data_names_file_entry_and_field(tmp_path, capsys):
    file = tmp_path / "mine.toml"
    file.write_text('[[card]]\nid = "watre"\n')
    _, _, error = run("facts", "marooned", "--data", str(file), capsys=capsys)
    assert (
        error
        == f"crusoe_env: mine.toml: card 'watre' is not known; did you mean 'water'? {error.split('? ')[1]}"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_reader_may_stop_reading():
    command = f"{sys.executable} -m crusoe_env actions marooned | head -1"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("Marooned!: 37 actions\n", "")


# ---------------------------------------------------------------------- tables


def test_tables_align_and_wrap():
    rows = [["n", "name", "words"], ["5", "a", "one two three four five six seven"], ["12", "bcd", ""]]
    assert table(rows, 30).splitlines() == [
        " n  name  words",
        " 5  a     one two three four",
        "          five six seven",
        "12  bcd",
    ]


def test_a_bar_in_a_cell_stays_in_its_cell():
    assert markdown_table(["a"], [["x | y"]]) == "| a |\n| --- |\n| x \\| y |"
    assert markdown_table(["a", "b"], [["x", "1"]], numbers=True).splitlines()[1] == "| --- | ---: |"
