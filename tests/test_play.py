"""Playing in the terminal: moves, commands, files, and how a game ends."""

import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from agents.evaluation import play_games
from agents.registry import make_agent
from crusoe_env import GAMES, Simulator, game
from crusoe_env.play import (
    Adviser,
    RefusedError,
    Screen,
    Session,
    chosen_move,
    in_columns,
    main,
    value_of,
    without_legal,
)

ROOT = Path(__file__).parents[1]
MOVES = ["walk north", "walk east", "explore south", "flip wild_boar", "stay"]


def play(typed, *arguments, name="marooned"):
    """Exit status and transcript of a game in which these lines are typed."""
    target = io.StringIO()
    status = main([name, "--plain", *arguments], io.StringIO("".join(f"{line}\n" for line in typed)), target)
    return status, target.getvalue()


def tables(transcript):
    """The tables that were shown, each with its moves."""
    starts = [found.start() for found in re.finditer("^Marooned!   turn", transcript, re.MULTILINE)]
    return [transcript[a:b].split("\n> ")[0] for a, b in zip(starts, [*starts[1:], None], strict=True)]


def new_game(seed=0, name="marooned"):
    env = gymnasium.make(GAMES[name]).unwrapped
    env.reset(seed=seed)
    return env


def new_session(typed=(), seed=0, **settings):
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    return Session(new_game(seed), Screen(source, io.StringIO(), plain=True), **settings)


def run_module(*arguments, typed="", **settings):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings.pop("environment", {})}
    command = [sys.executable, "-m", "crusoe_env.play", *arguments]
    return subprocess.run(
        command, input=typed, env=environment, capture_output=True, text=True, timeout=300, **settings
    )


# ---------------------------------------------------------------------- whole games


def test_a_whole_game_by_numbers():
    status, transcript = play(["1"] * 100, "--seed", "3")
    env = new_game(3)
    while legal := env.legal_actions():
        env.step(legal[0])
    state = env.state
    assert status == 0
    assert env.text() in transcript
    last = transcript.rstrip().splitlines()[-1]
    assert last.startswith(f"Defeat: died after {state.rounds} rounds. Score 0, goal reached to ")


def test_a_won_game_ends_with_its_score():
    class Player:
        def readline(self):
            states = env.batch.states
            mask = simulator.masks(states)
            return env.action_name(int(agent.act_state(states, mask)[0])) + "\n"

    simulator = Simulator(game("marooned"))
    agent = make_agent("scripted", simulator)
    won = play_games(agent, simulator, 200, 0)
    seed = int(won.seeds[won.victory][0])
    env, target = new_game(seed), io.StringIO()
    assert Session(env, Screen(Player(), target, plain=True)).play()
    score = int(won.score[seed])
    assert target.getvalue().endswith(f"Score {score}, goal reached to 100%.\n")
    assert "\nVictory: rescued after " in target.getvalue()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_to_its_end(name):
    status, transcript = play(["1"] * 2_000, "--seed", "1", name=name)
    assert status == 0
    assert re.match(r"(Victory|Defeat): ", transcript.rstrip().splitlines()[-1])


def test_the_seed_is_shown_and_gives_the_same_game():
    _, first = play(["1", "2", "quit"])
    seed = re.search(r"\(seed (\d+)\)", first)[1]
    assert play(["1", "2", "quit"], "--seed", seed) == (0, first)


def test_chance_can_be_fixed():
    for option in ("--chance", "--deck"):
        _, transcript = play(["1"], "--seed", "0", option, "water,rocks")
        shown = tables(transcript)
        assert "| Water  " in shown[0]
        assert "| Rocks  " in shown[1]
        assert "| Rocks  " not in shown[0]


# ---------------------------------------------------------------------- moves


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", 0),
        ("5", 4),
        ("walk east", 1),
        ("WALK  East", 1),
        ("walk e", 1),
        ("e", 2),
        ("s", 4),
        ("fl wi", 3),
        ("flip wild boar", 3),
        ("w n", 0),
    ],
)
def test_a_move_by_number_name_or_beginning(typed, meant):
    assert chosen_move(typed, MOVES) == meant


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "choose from 1 .. 5"),
        ("-1", "choose from 1 .. 5"),
        ("6", "choose from 1 .. 5"),
        ("walk", "may be walk north, walk east"),
        ("walk west", "walk west is not possible now; choose from walk north"),
        ("wolk north", "did you mean 'walk north'?"),
        ("xyz", "choose from walk north, walk east"),
        ("7.5", "choose from walk north"),
        ("½", "choose from walk north"),
        ("9" * 5_000, "choose from walk north"),
    ],
)
def test_an_unknown_move_is_answered_in_one_line(typed, answer):
    with pytest.raises(RefusedError, match=re.escape(answer)) as refused:
        chosen_move(typed, MOVES, [*MOVES, "walk west"])
    assert "\n" not in str(refused.value)


def test_many_moves_are_not_all_listed_in_an_error():
    names = [f"place pawn {i}" for i in range(60)]
    with pytest.raises(RefusedError, match=r"choose from 1 \.\. 60"):
        chosen_move("xyz", names)
    with pytest.raises(RefusedError, match=r"place pawn 7, \.\.\.; type more"):
        chosen_move("place", names)


def test_the_whole_name_wins_over_a_longer_one():
    assert chosen_move("flip", ["flip maps", "flip"]) == 1


@pytest.mark.parametrize("name", GAMES)
def test_legal_moves_are_numbered_in_place_of_the_line_of_the_text(name):
    _, transcript = play(["quit"], "--seed", "0", name=name)
    env = new_game(0, name)
    assert "Legal:" not in transcript
    for i, action in enumerate(env.legal_actions(), 1):
        assert f"{i} {env.action_name(action)}" in transcript


def test_the_paragraph_of_legal_moves_is_cut_out_whole():
    assert without_legal("Now: x.\nLegal: a, b,\n  c, d\nEnd: y") == "Now: x.\nEnd: y"
    assert without_legal("Now: x.\nLegal: a, b,\n  c, d") == "Now: x."
    assert without_legal("no such line") == "no such line"


def test_columns_fit_the_width():
    shown = in_columns([f"{i} walk north" for i in range(9)], 40)
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.split() == " ".join(f"{i} walk north" for i in range(9)).split()
    assert in_columns(["a long name for a narrow screen", "b"], 10).splitlines()[1] == "b"


def test_bad_input_changes_nothing():
    session = new_session(["xyz", "99", "undo", "undo x", "load", "advice nobody", "save"])
    before = session.env.snapshot()
    assert not session.play()
    assert session.env.snapshot() == before
    answers = session.screen.target.getvalue().split("\n> ")[1:-1]
    assert [len(answer.strip().splitlines()) for answer in answers] == [2] * 7  # what was typed, one line


def test_an_empty_line_shows_the_table_again():
    _, transcript = play(["", "quit"], "--seed", "0")
    first, second = tables(transcript)
    assert first == second


# ---------------------------------------------------------------------- undo


def test_undo_takes_back_one_move_or_several():
    _, transcript = play(["1", "1", "1", "undo", "undo 2", "1"], "--seed", "5")
    shown = tables(transcript)
    assert shown[4] == shown[2]
    assert shown[5] == shown[0]
    assert shown[6] == shown[1]  # the same chance comes again


def test_all_moves_can_be_taken_back():
    session = new_session(["1"] * 6 + ["u"] * 6)
    before = session.env.snapshot()
    session.play()
    assert session.env.snapshot() == before


@pytest.mark.parametrize(
    "typed", ["undo 3", "undo 0", "undo -1", "undo x", "undo 1 2", "undo " + "9" * 5_000]
)
def test_undo_says_how_many_moves_there_are(typed):
    _, transcript = play(["1", "1", typed], "--seed", "5")
    assert "choose from 1 .. 2" in transcript


def test_nothing_to_take_back():
    assert "there is nothing to take back" in play(["undo"])[1]


# ---------------------------------------------------------------------- advice


def test_advice_compares_moves_and_changes_nothing():
    session = new_session(["1", "advice"], agent="mcts:100")
    session.play()
    text = session.screen.target.getvalue()
    legal = {session.env.action_name(action) for action in session.env.legal_actions()}
    best = re.search(r"mcts-100 would choose: (.*)", text)[1]
    rows = re.findall(r"^  (\w.*?) +visits +(\d+)%  value (\d\.\d\d)", text, re.MULTILINE)
    assert rows[0][0] == best
    assert {name for name, _, _ in rows} <= legal
    assert sum(int(share) for _, share, _ in rows) == pytest.approx(100, abs=3)

    without = new_session(["1"])
    without.play()
    assert session.env.snapshot() == without.env.snapshot()


@pytest.mark.parametrize(
    ("agent", "answer"),
    [
        ("random", r"random would choose: .*\n  .* probability"),
        ("scripted", r"scripted would choose: \w+"),
        ("mcts:20", r"mcts-20 would choose: \w+"),
        ("mcts:0.01s", r"mcts-0.01s would choose: \w+"),
        ("nobody", r"unknown agent 'nobody'; choose from random"),
        ("mcts:many", r"'many' is no budget"),
        ("mcts-cheating:20", r"looks at hidden cards"),
    ],
)
def test_advice_of_a_named_agent(agent, answer):
    assert re.search(answer, play([f"advice {agent}"], "--seed", "2")[1])


def test_advice_after_a_load_is_about_the_loaded_game(tmp_path):
    file = tmp_path / "game"
    _, transcript = play(
        ["advice scripted", f"save {file}", "1", f"load {file}", "advice scripted"], "--seed", "4"
    )
    first, second = re.findall("scripted would choose: (.*)", transcript)
    assert first == second


class Spy:
    """A planner that remembers what it was given."""

    name, plans, cheats = "spy", True, False

    def __init__(self):
        self.given = []

    def reset(self, seed):
        pass

    def act_state(self, states, mask):
        self.given.append(states.copy())
        return np.argmax(mask, axis=1)


def test_an_adviser_never_sees_the_deck(monkeypatch):
    spy = Spy()
    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: spy)
    env = new_game(1)
    env.step(env.legal_actions()[0])
    adviser = Adviser(env, "spy")
    for _ in range(5):
        adviser.advice()
    played = int(env.state.played)
    decks = [tuple(states[0].deck) for states in spy.given]
    truth = tuple(env.state.deck)
    assert {deck[:played] for deck in decks} == {truth[:played]}
    assert len({*decks, truth}) == 6
    assert all(not np.array_equal(states[0].rng, env.state.rng) for states in spy.given)


def test_value_and_probabilities_of_a_policy_are_shown(monkeypatch):
    class Policy(Spy):
        name, plans = "policy", False

        def act(self, observation, mask):
            return np.argmax(mask, axis=1)

        def probabilities(self, observation, mask):
            return mask / mask.sum()

        def value(self, observation):
            return np.array([0.25])

    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: Policy())
    text = play(["advice"], "--seed", "1")[1]
    assert re.search(r"policy would choose: .* \(expected return 0.25\)\n  .* probability", text)


def test_advice_without_the_agents_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "agents.registry", None)
    assert re.search(r"\nadvice needs the folder `agents` of the repository: .*\n", play(["advice"])[1])


def test_advice_names_a_missing_extra(monkeypatch):
    def make(name, simulator):
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr("agents.registry.make_agent", make)
    assert "agent 'runs/x' needs torch: pip install '.[train]'" in play(["advice runs/x"])[1]


def test_a_game_without_such_an_agent(monkeypatch):
    monkeypatch.setattr("agents.registry.SCRIPTED", {})
    assert re.search("scripted.* Marooned!", play(["advice scripted"])[1])


# ---------------------------------------------------------------------- files


def test_save_and_load_go_on_with_the_same_game(tmp_path):
    file = tmp_path / "my game"
    status, first = play(["1", "1", f"save {file}", "1", "1"], "--seed", "6")
    assert status == 0
    assert f"saved in {file}" in first
    _, second = play(["1", "1"], "--load", str(file), "--seed", "7")
    assert tables(second) == tables(first)[2:]
    assert f"from {file}" in second


def test_load_can_be_taken_back(tmp_path):
    file = tmp_path / "game"
    _, transcript = play([f"save {file}", "1", f"load {file}", "undo"], "--seed", "6")
    shown = tables(transcript)
    assert shown[2] == shown[0]
    assert shown[3] == shown[1]


def test_a_saved_game_may_be_saved_again_but_no_other_file_is_lost(tmp_path):
    notes, file = tmp_path / "notes.txt", tmp_path / "game"
    notes.write_text("mine")
    _, transcript = play([f"save {file}", "1", f"save {file}", f"save {notes}"])
    assert transcript.count(f"saved in {file}") == 2
    assert "is no saved game; choose another name" in transcript
    assert notes.read_text() == "mine"


def test_a_finished_game_ends_at_once_when_loaded(tmp_path):
    env = new_game(3)
    while legal := env.legal_actions():
        env.step(legal[0])
    file = tmp_path / "over"
    file.write_bytes(env.snapshot())
    status, transcript = play([], "--load", str(file))
    assert status == 0
    assert "Defeat: died" in transcript


@pytest.mark.parametrize("command", ["save", "load", "picture"])
def test_files_that_cannot_be(command, tmp_path):
    assert f"{command} which file? type: {command} FILE" in play([command])[1]
    assert re.search("cannot be (read|written): No such file", play([f"{command} {tmp_path}/no/file"])[1])
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    assert "cannot be" in play([f"{command} {folder}"])[1]


@pytest.mark.parametrize("command", ["save", "load", "picture"])
@pytest.mark.parametrize("name", [".", "..", "/", "a\0b", "~nobody-of-that-name/x"])
def test_names_that_are_no_files(command, name):
    answer = play([f"{command} {name}"])[1].split("\n> ")[1].splitlines()
    assert len(answer) == 2, answer
    assert "cannot be" in answer[1] or "home" in answer[1]


def test_a_damaged_or_foreign_file_is_refused(tmp_path):
    whole = new_game(3).snapshot()
    for content, answer in [
        (b"", "is not a snapshot"),
        (b"hello", "is not a snapshot"),
        (whole[:-3], "damaged or cut off"),
        (whole.replace(b'"marooned"', b'"maroon"'), "of the game 'maroon'"),
    ]:
        file = tmp_path / "file"
        file.write_bytes(content)
        session = new_session([f"load {file}"])
        before = session.env.snapshot()
        session.play()
        assert answer in session.screen.target.getvalue()
        assert session.env.snapshot() == before
        assert session.before == []


def test_picture(tmp_path):
    _, transcript = play(
        [f"picture {tmp_path / 'a.svg'}", f"picture {tmp_path / 'b'}", f"picture {tmp_path / 'c.png'}"]
    )
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "b.svg").read_text() == (tmp_path / "a.svg").read_text()
    assert "choose a name that ends in .svg" in transcript
    assert not (tmp_path / "c.png").exists()


# ---------------------------------------------------------------------- help, the end, the screen


def test_help_lists_every_command():
    for typed in ("help", "?", "HELP"):
        _, transcript = play([typed])
        for usage in ("undo [N]", "advice [AGENT]", "save FILE", "load FILE", "picture FILE", "help", "quit"):
            assert f"\n{usage} " in transcript


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
    session = Session(new_game(), Screen(Moves(), io.StringIO(), plain=True))
    assert not session.play()
    assert session.screen.target.getvalue().endswith("\nGoodbye.\n")


def test_an_interrupt_stops_the_thinking_only(monkeypatch):
    class Slow(Spy):
        def act_state(self, states, mask):
            raise KeyboardInterrupt

    monkeypatch.setattr("agents.registry.make_agent", lambda name, simulator: Slow())
    session = new_session(["advice", "1"])
    session.play()
    assert "stopped; 'quit' ends the game" in session.screen.target.getvalue()
    assert len(session.before) == 1


def test_commands_give_way_to_moves_of_the_same_name():
    from crusoe_env.play import command_in

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


# ---------------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ([], "required: game"),
        (["maroned"], "unknown game 'maroned'; did you mean 'marooned'?"),
        (["marooned", "--sed", "1"], "unrecognized arguments: --sed"),
        (["marooned", "--seed", "x"], "--seed: invalid int value"),
        (["marooned", "--seed", "-1"], "--seed must be at least 0"),
        (["marooned", "--option", "players=2"], "Marooned! got an unexpected keyword argument 'players'"),
        (["marooned", "--option", "players"], "write NAME=VALUE"),
        (["marooned", "--deck", "wetar"], "deck: unknown card 'wetar'; did you mean 'water'?"),
        (["marooned", "--agent", "nobody"], "unknown agent 'nobody'"),
        (["marooned", "--agent", "mcts-cheating:9"], "looks at hidden cards"),
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


# ---------------------------------------------------------------------- the program itself


def test_the_program_plays():
    done = run_module("marooned", "--seed", "1", "--plain", typed="1\n1\nundo\n")
    assert done.returncode == 0
    assert done.stdout == play(["1", "1", "undo"], "--seed", "1")[1]


def test_the_first_move_waits_for_no_compiler(tmp_path):
    environment = {"CRUSOE_ENV_CACHE": str(tmp_path)}
    done = run_module(
        "marooned", "--seed", "1", "--plain", typed="1\nadvice mcts:10\n", environment=environment
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert not list(tmp_path.rglob("*.nbi"))
    assert done.stdout == play(["1", "advice mcts:10"], "--seed", "1")[1]


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
        input=b"\xff\xfe\x00\n1\n",
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


def test_control_d_ends_the_program_politely():
    program = started()
    out, error = program.communicate(b"", timeout=60)
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
    assert b"turn 3" in until(b"\n> ")
    os.write(primary, b"\x04")
    assert until(None).rstrip().endswith(b"Goodbye.")
    os.close(primary)
    assert program.wait(timeout=60) == 0
