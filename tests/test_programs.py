"""The command `crusoe`: its programs, what they say when a package is missing, a page of a game."""

import re
import sys

import pytest

import crusoe_env
from crusoe_env import command_line
from crusoe_env.__main__ import main
from crusoe_env.programs import PROGRAMS
from tests.support import ROOT, output_of

INFORMATION = ("games", "facts", "compile", "actions", "observation", "docs")


def run(*arguments, capsys):
    """Exit status, output and errors of `crusoe ...`."""
    try:
        status = main(arguments, prog="crusoe")
    except SystemExit as stopped:
        status = stopped.code
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_every_command_has_a_line_of_help(capsys):
    status, out, _ = run("--help", capsys=capsys)
    assert status == 0
    for name in (*PROGRAMS, *INFORMATION):
        assert re.search(rf"^    {name}\s+\w+ \w+", out, re.MULTILINE), name


@pytest.mark.parametrize("name", [*PROGRAMS, *INFORMATION])
def test_every_command_explains_its_arguments(name, capsys):
    status, out, error = run(name, "--help", capsys=capsys)
    assert (status, error) == (0, "")
    assert out.startswith(f"usage: crusoe {name} ")


def test_games_are_listed_with_and_without_the_word(capsys):
    assert run("games", capsys=capsys) == run(capsys=capsys)


@pytest.mark.parametrize(
    ("given", "package"),
    [
        (("train",), "tyro"),
        (("evaluate", "--suite", "robinson"), "pydantic"),
        (("zoo", "add", "runs/x", "x"), "yaml"),
    ],
)
def test_a_missing_package_is_one_line(given, package, monkeypatch, capsys):
    """Modules that were imported before are forgotten, so that they import the missing package again."""
    for module in [package, *sys.modules]:
        if module.partition(".")[0] == package:
            monkeypatch.setitem(sys.modules, module, None)
        elif module.startswith(("crusoe_agents.", "crusoe_env.bench")):
            monkeypatch.delitem(sys.modules, module)
    status, out, error = run(*given, capsys=capsys)
    assert (status, out) == (2, "")
    assert error == f"crusoe {given[0]}: needs {package}: pip install '.[train]' in a checkout\n"


@pytest.mark.parametrize("given", [["zoo"], ["evaluate", "zoo:marooned", "--games", "2"]])
def test_the_zoo_needs_no_extra(given, tmp_path):
    code = f"""
import sys
for name in ("torch", "pydantic", "yaml", "rich", "scipy", "tqdm", "tyro", "stable_baselines3"):
    sys.modules[name] = None
from crusoe_env.__main__ import main
sys.exit(main({given!r}))
"""
    assert "zoo:marooned" in output_of("-c", code, cwd=tmp_path, PYTHONPATH=ROOT)


def test_what_is_missing_is_installed_from_a_checkout_or_beside_the_wheel(monkeypatch):
    assert command_line.how_to_install("train") == "pip install '.[train]' in a checkout"
    monkeypatch.setattr(command_line, "IN_CHECKOUT", False)
    assert command_line.how_to_install("train") == "pip install 'crusoe_env[train]'"


def test_a_replay_takes_the_options_of_its_game(tmp_path, capsys):
    file = tmp_path / "page.html"
    given = ("replay", "dieson", "--quest", "3", "--agent", "random", "--out", str(file))
    assert run(*given, capsys=capsys)[0] == 0
    pages = [file.read_text(encoding="utf-8")]
    assert run(*given[:3], "1", *given[4:], capsys=capsys)[0] == 0
    assert file.read_text(encoding="utf-8") not in pages
    status, _, error = run("replay", "dieson", "--quest", "9", "--out", str(file), capsys=capsys)
    assert (status, error.count("\n")) == (2, 1)


def test_the_version_is_told(capsys):
    assert run("--version", capsys=capsys) == (0, f"crusoe_env {crusoe_env.__version__}\n", "")


def test_a_page_of_one_game(tmp_path, capsys):
    file = tmp_path / "page.html"
    given = ("replay", "marooned", "--agent", "random", "--seed", "3", "--out", str(file))
    assert run(*given, capsys=capsys) == (0, f"replay page: {file}\n", "")
    assert "Marooned!" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (["marooed"], "marooed: no game and no run folder; did you mean 'marooned'?"),
        (["marooned", "--agent", "me"], "unknown agent 'me'"),
        (["marooned", "--seed", "-1"], "--seed: '-1' is not a whole number from 0"),
        (["marooned", "--option", "players=2"], "'players'"),
        (["."], "there is no config.yaml"),
    ],
)
def test_a_page_that_cannot_be_written(given, answer, tmp_path, capsys):
    status, _, error = run("replay", *given, "--out", str(tmp_path / "page.html"), capsys=capsys)
    assert status == 2
    assert answer in error
    assert error.count("\n") == 1


def test_a_configuration_that_comes_with_the_package_is_found_by_its_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    status, _, error = run("train", "--config", "marooned_ppo", "--game", "chess", capsys=capsys)
    assert (status, "unknown game 'chess'" in error) == (2, True)
    status, _, error = run("train", "--config", "marooned_pppo", capsys=capsys)
    assert (status, "marooned_pppo: there is no such file or configuration" in error) == (2, True)
