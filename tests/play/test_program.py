"""Terminal play: help, the end, the screen, the command line, the program itself."""

import importlib
import importlib.util
import io
import os
import re
import signal
import subprocess
import sys

import pytest

from crusoe_env import GAMES, game
from crusoe_env.command_line import value_of
from crusoe_env.interfaces.registration import module_of
from crusoe_env.play import main
from crusoe_env.play.program import with_line_editing
from crusoe_env.play.session import Session
from crusoe_env.play.terminal import Screen, Terminal, fitted
from tests.play.terminal import ROOT, Spy, new_game, new_terminal, play


def run_module(*arguments, typed="", **settings):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings.pop("environment", {})}
    command = [sys.executable, "-m", *settings.pop("module", ["crusoe_env.play"]), *arguments]
    return subprocess.run(
        command, input=typed, env=environment, capture_output=True, text=True, timeout=300, **settings
    )


# ------------------------------------------------------------------ help, the end, the screen


@pytest.mark.skipif(importlib.util.find_spec("readline") is None, reason="this Python has no readline")
def test_lines_can_be_edited(monkeypatch):
    monkeypatch.delitem(sys.modules, "readline", raising=False)
    with_line_editing()
    assert "readline" in sys.modules


def test_help_lists_every_command():
    for typed in ("help", "?", "HELP"):
        _, transcript = play([typed])
        for usage in ("undo [N]", "advice [AGENT]", "save FILE", "load FILE", "picture FILE", "help", "quit"):
            assert f"\n{usage} " in transcript
        assert "\na move: its number, its name, or how its name or each of its words begins\n" in transcript


@pytest.mark.parametrize("typed", [["quit"], ["q"], ["exit"], ["Quit"], []])
def test_leaving_is_polite(typed):
    status, transcript = play(typed)
    assert status == 0
    assert transcript.endswith("Goodbye.\n")


class Moves:
    """A source with one more answer: what Ctrl-C does while a line is typed."""

    def readline(self):
        raise KeyboardInterrupt


def test_an_interrupt_ends_the_game():
    terminal = Terminal(Session(new_game()), Screen(Moves(), io.StringIO(), plain=True))
    assert not terminal.play()
    assert terminal.screen.target.getvalue().endswith("\nGoodbye.\n")


def test_after_the_end_one_can_take_back_save_and_write_a_replay(tmp_path):
    save, page = tmp_path / "game", tmp_path / "game.html"
    ends = ["1"] * 100
    typed = [*ends, "log 1", f"save {save}", f"replay {page}", "undo", "1", "table", "quit", ""]
    status, transcript = play(typed, "--seed", "3")
    assert status == 0
    over, *_ = re.findall(r"^(?:Victory|Defeat): .*", transcript, re.MULTILINE)
    assert transcript.count(over) == 3, "at the end, after the last move anew, and on request"
    assert "You can still type undo, log, save FILE, replay FILE, or quit." in transcript
    assert f"saved in {save}" in transcript
    assert page.read_text().lower().startswith("<!doctype html>")
    assert transcript.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        (["quit"], 0),
        (["1", "quit", ""], 1),
        (["1", "quit"], 1),
        (["1", "save {file}", "quit"], 0),
        (["1", "save {file}", "1", "quit", ""], 1),
        (["1", "save {file}", "undo", "quit", ""], 1),
        (["1", "quit", "{folder}", "{file}"], 2),
    ],
)
def test_leaving_offers_to_save_what_no_file_has(tmp_path, typed, asked):
    file = tmp_path / "game"
    status, transcript = play([line.format(file=file, folder=tmp_path) for line in typed], "--seed", "3")
    assert status == 0
    assert transcript.count("save before you leave?") == asked
    assert file.exists() == any("{file}" in line for line in typed)
    assert transcript.endswith("Goodbye.\n")


def test_the_width_is_that_of_the_terminal_now(monkeypatch):
    screen = Screen(io.StringIO(), io.StringIO())
    for columns in (60, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert screen.width == columns
    monkeypatch.setenv("COLUMNS", "60")
    _, transcript = play(["1", "quit", ""], "--seed", "1", name="robinson")
    shown = transcript.split("\n", 1)[1]
    assert max(map(len, shown.splitlines())) <= 60


def test_long_lines_are_wrapped_between_words_and_maps_stay():
    text = "Items     one, two, three, four\n          five, six, seven, eight\n| map | map | map | map |"
    assert fitted(text, 22).splitlines() == [
        "Items     one, two,",
        "          three, four",
        "          five, six,",
        "          seven, eight",
        "| map | map | map | map |",
    ]


def test_lines_in_which_a_game_went_on_are_joined_on_a_narrow_screen():
    whole = "Board     " + ", ".join(["Shovel (beach)"] * 6)
    text = f"{whole},\n          Lantern (hills), Fire\n          Moat"
    assert fitted(text, 75).splitlines() == [
        "Board     Shovel (beach), Shovel (beach), Shovel (beach), Shovel (beach),",
        "          Shovel (beach), Shovel (beach), Lantern (hills), Fire",
        "          Moat",
    ]
    assert fitted(text, 120) == text


@pytest.mark.parametrize("answer", ["", "n", "No"])
def test_who_leaves_without_saving_says_no(answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, transcript = play(["1", "quit", answer], "--seed", "1")
    assert transcript.endswith("Goodbye.\n")
    assert not list(tmp_path.iterdir())


def test_a_saved_game_is_loaded_with_its_players_log_and_history(tmp_path):
    file = tmp_path / "game"
    options = ("--option", "players=3", "--option", "scenario=jenny")
    _, first = play(["1", "1", f"save {file}", "quit"], "--seed", "1", *options, name="robinson")
    _, second = play(["log", "undo 2", "quit", ""], "--load", str(file), name="robinson")
    assert "Jenny needs help" in second
    told = first.split("> 1\n")[1].split("\n\n")[0]
    assert told in second
    assert "nothing to take back" not in second


def test_an_interrupt_stops_the_thinking_only(monkeypatch):
    class Slow(Spy):
        def act_state(self, states, mask):
            raise KeyboardInterrupt

    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: Slow())
    terminal = new_terminal(["advice", "1"])
    terminal.play()
    assert "stopped; 'quit' ends the game" in terminal.screen.target.getvalue()
    assert len(terminal.session.history) == 1


def test_commands_give_way_to_moves_of_the_same_name():
    from crusoe_env.play.terminal import command_in

    assert command_in("quit", ["quit", "stay"]) == ("", "")
    assert command_in("u", ["use flag"]) == ("", "")
    assert command_in("u 3", ["stay"]) == ("undo", "3")
    assert command_in("save  my file ", ["stay"]) == ("save", "my file")


def test_rich_is_used_if_it_is_there_and_says_the_same(monkeypatch):
    pytest.importorskip("rich")
    target = io.StringIO()
    main(["marooned", "--seed", "1"], io.StringIO("1\nfoo\nhelp\n"), target)
    assert target.getvalue() == play(["1", "foo", "help"], "--seed", "1")[1]
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert Screen(io.StringIO(), io.StringIO())._console is None


# ------------------------------------------------------------------ the command line


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ([], "required: game"),
        (["maroned"], "unknown game 'maroned'; did you mean 'marooned'?"),
        (["marooned", "--sed", "1"], "unrecognized arguments: --sed"),
        (["marooned", "--seed", "x"], "--seed: 'x' is not a whole number from 0 to 4611686018427387904"),
        (["marooned", "--seed", "-1"], "--seed: '-1' is not a whole number from 0"),
        (["marooned", "--seed", "1.5"], "--seed: '1.5' is not a whole number from 0"),
        (["marooned", "--seed", "9" * 5000], "--seed: '999999"),
        (["marooned", "--port", "9" * 5000], "--port: '999999"),
        (["dieson", "--option", f"quest={'9' * 5000}"], "quest: unknown value '9999"),
        (["dieson", "--option", f"quest={'[' * 5000}"], "quest: unknown value '[[[["),
        (["marooned", "--option", "players=2"], "Marooned! got an unexpected keyword argument 'players'"),
        (["marooned", "--option", "players"], "write NAME=VALUE"),
        (["dieson", "--quest", "9"], "quest: unknown value 9"),
        (["robinson", "--players", "5"], "players: 5 is not a whole number from 1 to 4"),
        (["robinson", "--scenario", "jeny"], "did you mean 'jenny'?"),
        (["marooned", "--deck", "wetar"], "deck: unknown card 'wetar'; did you mean 'water'?"),
        (["marooned", "--agent", "nobody"], "unknown agent 'nobody'"),
        (["marooned", "--agent", "mcts-cheating:9"], "looks at hidden cards"),
        (["robinson", "--option", "auto_pass=same"], "unknown auto_pass 'same'; choose from never, round"),
        (["marooned", "--load", "no/such/file"], "cannot be read"),
        (["marooned", "--data", "no/such/file"], "cannot be read"),
    ],
)
def test_a_wrong_command_line_is_one_line(arguments, answer, capsys):
    try:
        status = main([*arguments], io.StringIO(), io.StringIO())
    except SystemExit as stopped:
        status = stopped.code
    error = capsys.readouterr().err
    assert status == 2
    assert answer in error
    assert error.startswith("crusoe_env.play: ")
    assert error.count("\n") == 1


def test_help_lists_the_scenarios_of_the_box(capsys):
    with pytest.raises(SystemExit):
        main(["robinson", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for scenario in game("robinson").tasks["scenario"]:
        assert scenario in shown.partition("short for --option scenario=VALUE: ")[2]


def test_help_names_the_options_of_the_game(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["marooned", "--help"])
    assert stopped.value.code == 0
    assert "--deck" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("true", True),
        ("False", False),
        ("water", "water"),
        ("a, b", ["a", "b"]),
        ('["a"]', ["a"]),
        ("none", "none"),
    ],
)
def test_values_of_options(text, value):
    assert value_of(text) == value


# ------------------------------------------------------------------ the program itself


def test_the_program_plays():
    done = run_module("marooned", "--seed", "1", "--plain", typed="1\n1\nundo\n")
    assert done.returncode == 0
    assert done.stdout == play(["1", "1", "undo"], "--seed", "1")[1]


@pytest.mark.slow
def test_the_first_move_waits_for_no_compiler(tmp_path):
    settings = {"environment": {"CRUSOE_ENV_CACHE": str(tmp_path)}, "module": ["crusoe_env", "play"]}
    done = run_module("marooned", "--seed", "1", "--plain", typed="1\nadvice mcts:10\nwhy\n", **settings)
    assert done.returncode == 0
    assert done.stderr == ""
    assert not list(tmp_path.rglob("*.nbi"))
    here = play(["1", "advice mcts:10"], "--seed", "1")[1]
    # The same advice; forecasts before it have as many deals as there was time for.
    advised = [re.split("is thinking|From here|zoo:marooned", text)[1] for text in (done.stdout, here)]
    assert advised[0] == advised[1] != ""
    assert "zoo:marooned estimates that it wins about" in done.stdout
    assert "zoo:marooned estimates these chances" in done.stdout


@pytest.mark.slow
def test_compiling_can_be_asked_for(tmp_path):
    environment = {"CRUSOE_ENV_CACHE": str(tmp_path), "CRUSOE_ENV_QUIET": "", "NUMBA_DISABLE_JIT": "0"}
    done = run_module("marooned", "--seed", "1", "--compile", typed="1\n", environment=environment)
    assert done.returncode == 0
    assert "compiling the rules of marooned" in done.stderr
    assert list(tmp_path.rglob("*.nbi"))


def test_bytes_that_are_no_text_are_no_crash():
    done = subprocess.run(
        [sys.executable, "-m", "crusoe_env.play", "marooned", "--seed", "1", "--plain"],
        input=b"\xff\xfe\x00\n1\ntable\n",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is no move" in done.stdout
    assert b"turn 3" in done.stdout


def started(*arguments):
    """The program, waiting for its first line."""
    command = [sys.executable, "-m", "crusoe_env.play", "marooned", "--plain", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    program = subprocess.Popen(command, env=environment, **pipes)
    shown = b""
    while not shown.endswith(b"\n> "):
        shown += program.stdout.read(1)
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_ends_the_program_politely():
    program = started()
    program.send_signal(signal.SIGINT)
    out, error = program.communicate(timeout=60)
    assert (program.returncode, out, error) == (0, b"\nGoodbye.\n", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_in_a_terminal():
    import pty

    primary, secondary = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "COLUMNS": "80"}
    command = [sys.executable, "-m", "crusoe_env.play", "marooned", "--seed", "1"]
    program = subprocess.Popen(command, env=environment, stdin=secondary, stdout=secondary, stderr=secondary)
    os.close(secondary)

    def until(end):
        """What the program writes up to these words, or to its end."""
        shown = b""
        while end is None or end not in shown:
            try:
                chunk = os.read(primary, 4096)
            except OSError:  # closed by the program
                break
            if not chunk:
                break
            shown += chunk
        return shown

    until(b"\n> ")
    os.write(primary, b"1\n")
    until(b"\n> ")
    os.write(primary, b"table\n")
    assert b"turn 3" in until(b"\n> ")
    os.write(primary, b"\x04")
    assert b"Goodbye." in until(None)  # some packages send a reset of colours after it
    os.close(primary)
    assert program.wait(timeout=60) == 0


@pytest.mark.parametrize("name", GAMES)
def test_the_module_of_a_game_is_known_without_loading_it(name):
    assert importlib.import_module(module_of(name)).GAME is game(name)
