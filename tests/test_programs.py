"""The command `crusoe`: its programs, what they say when a package is missing, a page of a game."""

import re
import sys

import pytest

import crusoe_env
from crusoe_env import command_line
from crusoe_env.__main__ import main
from crusoe_env.programs import PROGRAMS
from tests.support import ROOT, output_of

INFORMATION = ("games", "facts", "compile", "actions", "observation")


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
        (("train",), "pydantic"),
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
            within, _, name = module.rpartition(".")
            if hasattr(sys.modules.get(within), name):  # the package gets the old module back, too
                monkeypatch.setattr(sys.modules[within], name, sys.modules[module])
            monkeypatch.delitem(sys.modules, module)
    status, out, error = run(*given, capsys=capsys)
    assert (status, out) == (2, "")
    assert error == f"crusoe {given[0]}: needs {package}: pip install '.[train]' in a checkout\n"


@pytest.mark.parametrize("given", [["zoo"], ["evaluate", "zoo:marooned", "--games", "2"]])
def test_the_zoo_needs_no_extra(given, tmp_path):
    code = f"""
import sys
for name in ("torch", "pydantic", "yaml", "rich", "scipy", "tqdm", "stable_baselines3"):
    sys.modules[name] = None
from crusoe_env.__main__ import main
sys.exit(main({given!r}))
"""
    assert "zoo:marooned" in output_of("-c", code, cwd=tmp_path, PYTHONPATH=ROOT)


def test_what_is_missing_is_installed_from_a_checkout_or_beside_the_wheel(monkeypatch):
    assert command_line.how_to_install("train") == "pip install '.[train]' in a checkout"
    monkeypatch.setattr(command_line, "IN_CHECKOUT", False)
    assert command_line.how_to_install("train") == "pip install 'crusoe_env[train]'"


@pytest.mark.slow
def test_a_replay_takes_the_options_of_its_game(tmp_path, capsys):
    file = tmp_path / "page.html"
    given = ("replay", "dieson", "--quest", "3", "--agent", "random", "--out", str(file))
    assert run(*given, capsys=capsys)[0] == 0
    pages = [file.read_text(encoding="utf-8")]
    assert run(*given[:3], "1", *given[4:], capsys=capsys)[0] == 0
    assert file.read_text(encoding="utf-8") not in pages
    status, _, error = run("replay", "dieson", "--quest", "9", "--out", str(file), capsys=capsys)
    assert (status, error.count("\n")) == (2, 1)


ERRORS = (
    KeyError("x"),
    AttributeError("no such\nthing"),
    RuntimeError(),
    MemoryError(),
    OverflowError("port"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda it: type(it).__name__)
def test_an_error_that_no_command_expects_is_one_line_or_a_traceback(error, monkeypatch, capsys):
    def run():
        raise error

    monkeypatch.delenv("CRUSOE_ENV_TRACEBACK", raising=False)
    assert command_line.guarded(run) == command_line.FAULT == 70
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"crusoe: {type(error).__name__}: ")
    assert line.endswith("(a fault of the program; CRUSOE_ENV_TRACEBACK=1 shows where)")
    monkeypatch.setenv("CRUSOE_ENV_TRACEBACK", "1")
    with pytest.raises(type(error)):
        command_line.guarded(run)


def test_what_a_user_did_wrong_is_one_line_or_a_traceback(monkeypatch, capsys):
    def run():
        raise ValueError("a number\nis wrong")

    monkeypatch.delenv("CRUSOE_ENV_TRACEBACK", raising=False)
    assert command_line.reported("crusoe train", run) == 2
    assert capsys.readouterr().err == "crusoe train: a number is wrong\n"
    monkeypatch.setenv("CRUSOE_ENV_TRACEBACK", "1")
    with pytest.raises(ValueError, match="a number"):
        command_line.reported("crusoe train", run)


@pytest.mark.parametrize("error", [KeyError("x"), RuntimeError("x")])
def test_faults_are_left_to_the_whole_program(error):
    with pytest.raises(type(error)):
        command_line.reported("crusoe", lambda: (_ for _ in ()).throw(error))


@pytest.mark.parametrize("port", ["-1", "65536", "99999", "x", "9" * 5000])
def test_what_is_no_port(port, capsys):
    status, _, error = run("serve", "--mcp", "--http", "--port", port, capsys=capsys)
    assert (status, error.count("\n")) == (2, 1)
    assert "is no port from 0 to 65535" in error


@pytest.mark.parametrize(
    "code", ["raise RuntimeError('no\\nway')", "def f(:", "import sys; sys.exit(3)", "1 / 0"]
)
@pytest.mark.parametrize("command", ["check", "play", "evaluate --game", "serve --json", "replay"])
def test_a_game_that_cannot_be_imported_is_one_line(command, code, tmp_path, monkeypatch, capsys):
    (tmp_path / "broken_game.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    status, _, error = run(*command.split(), "broken_game:GAME", capsys=capsys)
    assert (status, error.count("\n")) == (2, 1)
    assert "game 'broken_game:GAME': broken_game cannot be imported: " in error


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
    status, _, error = run("train", "--config", "marooned_sb3", "--game", "chess", capsys=capsys)
    assert (status, "unknown game 'chess'" in error) == (2, True)
    status, _, error = run("train", "--config", "marooned_pppo", capsys=capsys)
    assert (status, "marooned_pppo: there is no such file or configuration" in error) == (2, True)
