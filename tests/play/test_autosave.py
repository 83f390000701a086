"""Where the page keeps its game: it goes on with the same command, and no two programs share a file."""

import threading

import pytest

from crusoe_env import game
from crusoe_env.play import files
from crusoe_env.play.program import autosave_for, new_session, parser
from crusoe_env.play.web.page_model import PageModel
from crusoe_env.play.web.seats import SharedTable


@pytest.fixture(autouse=True)
def state_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "crusoe_env"


def begun(*words):
    """The session that a command begins, and the file in which its page keeps the game."""
    given = parser(game(words[0]), "play").parse_args([*words, "--web", "--agent", "random"])
    with autosave_for(given) as autosave:
        return new_session(given, autosave)[0], autosave


def played(*words):
    """The same, with one move made and kept."""
    session, autosave = begun(*words)
    shown = SharedTable(session, autosave).models[0] if session.names else PageModel(session, autosave)
    shown.move({"action": session.legal(session.viewer() if session.names else None)[0]})
    return session, autosave


ONE = ["marooned"]
SEATS = ["robinson", "--option", "players=2", "--seats", "human", "human"]


@pytest.mark.parametrize("words", [ONE, ["dieson", "--option", "quest=2"], SEATS])
def test_the_same_command_goes_on_with_the_game(words):
    session, _ = played(*words)
    again, _ = begun(*words)
    assert again.env.snapshot() == session.env.snapshot()
    assert (len(again.history), len(again.log)) == (len(session.history), len(session.log))


@pytest.mark.parametrize(
    ("words", "other"),
    [
        (ONE, [*ONE, "--new"]),
        (ONE, [*ONE, "--seed", "3"]),
        (["dieson", "--option", "quest=2"], ["dieson", "--option", "quest=3"]),
        (SEATS, [*SEATS[:-1], "scripted"]),
    ],
)
def test_another_command_begins_anew_and_keeps_the_game_before(words, other, capsys):
    _, autosave = played(*words)
    kept = autosave.read_bytes()
    assert begun(*other)[0].history == []
    before = autosave.with_suffix(".before.game")
    assert before.read_bytes() == kept
    assert str(before) in capsys.readouterr().err


def test_a_table_whose_game_is_over_begins_anew():
    session, autosave = played(*SEATS)
    while deciders := session.deciders():
        session.move_as(deciders[0], session.legal(deciders[0])[0])
    autosave.write_bytes(session.saved())
    assert begun(*SEATS)[0].history == []


def test_a_damaged_file_is_named_and_set_aside(capsys):
    path = files.autosave_of("marooned")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"crusoe_env save\nbroken")
    assert begun(*ONE)[0].history == []
    assert "a new game begins: " in capsys.readouterr().err
    assert path.with_suffix(".before.game").exists()


def test_programs_that_run_at_the_same_time_keep_their_games_apart(state_folder):
    with files.autosave("marooned") as first, files.autosave("marooned") as nested:
        assert first == nested == state_folder / "marooned.game"  # one thread: the same program
        in_another_thread = []
        thread = threading.Thread(target=lambda: in_another_thread.append(second_file("marooned")))
        thread.start()
        thread.join()
    assert in_another_thread == [state_folder / "marooned-2.game"]
    assert second_file("marooned") == first


def second_file(name):
    with files.autosave(name) as path:
        return path


def test_a_state_folder_that_cannot_be_made_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert begun(*ONE)[0].history == []
