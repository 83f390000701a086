"""Saved games and pictures, of the terminal and of the browser."""

import errno
import json
import os
import re
import sys
import zlib

import pytest

from crusoe_env import game
from crusoe_env.play import saves
from crusoe_env.play.history import LogLine, PastMove
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.program import new_env
from crusoe_env.play.recording import replay_of
from crusoe_env.play.saves import MAGIC, Save, pack_save, read_save
from crusoe_env.play.session import Session
from tests.play.terminal import new_game, new_terminal, play, tables
from tests.play.web import request, serving, snapshot, table

# ------------------------------------------------------------------ files


def test_save_and_load_go_on_with_the_same_game(tmp_path):
    file = tmp_path / "my game"
    typed = ["1", "1", f"save {file}", "table", "1", "table", "1", "table"]
    status, first = play(typed, "--seed", "6")
    assert status == 0
    assert f"saved in {file}" in first
    _, second = play(["1", "table", "1", "table"], "--load", str(file), "--seed", "7")
    assert tables(second) == tables(first)[1:]
    assert f"from {file}" in second


def test_a_damaged_game_of_the_command_line_is_refused_by_its_name(tmp_path, capsys):
    file = tmp_path / "game"
    play([f"save {file}"])
    file.write_bytes(file.read_bytes()[:-9])
    status, transcript = play([], "--load", str(file))
    assert status == 2
    assert transcript == ""
    assert capsys.readouterr().err.endswith(f"{file}: the saved game is damaged or cut off\n")


def test_load_can_be_taken_back(tmp_path):
    file = tmp_path / "game"
    _, transcript = play([f"save {file}", "1", "table", f"load {file}", "undo"], "--seed", "6")
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
        terminal = new_terminal([f"load {file}"])
        before = terminal.env.snapshot()
        terminal.play()
        assert answer in terminal.screen.target.getvalue()
        assert terminal.env.snapshot() == before
        assert terminal.session.history == []


def test_picture(tmp_path):
    _, transcript = play(
        [f"picture {tmp_path / 'a.svg'}", f"picture {tmp_path / 'b'}", f"picture {tmp_path / 'c.png'}"]
    )
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "b.svg").read_text() == (tmp_path / "a.svg").read_text()
    assert "choose a name that ends in .svg" in transcript
    assert not (tmp_path / "c.png").exists()


# ------------------------------------------------------------------ what a saved game holds


def new_session(name="marooned", options=None, seed=1):
    """A session that can go on with games of other options."""

    def begin(options, seed):
        env = new_env(name, options)
        env.reset(seed=seed)
        return env

    return Session(begin(options or {}, seed), "", options, seed, begin)


def moved(session, count):
    """The session after so many first legal moves."""
    for _ in range(count):
        session.move(session.env.legal_actions()[0])
    return session


def rewritten(content, **changes):
    """A saved game with another heading."""
    line, _, rest = zlib.decompress(content[len(MAGIC) :]).partition(b"\n")
    return MAGIC + zlib.compress(json.dumps(json.loads(line) | changes).encode() + b"\n" + rest)


def test_a_saved_game_has_its_options_seed_log_and_history():
    first = moved(new_session("dieson", {"character": "craftsman"}, 5), 3)
    second = new_session("dieson", {"hearts": "hard"}, 6)
    second.load(first.saved())
    assert second.env.snapshot() == first.env.snapshot()
    assert (second.setup.options, second.setup.seed) == ({"character": "craftsman"}, 5)
    assert second.moves == first.history
    assert second.log[-3:] == first.log
    assert second.saved() == first.saved()


def test_undo_goes_back_through_the_loaded_game_and_then_to_the_one_before():
    first = moved(new_session("dieson", {"character": "craftsman"}, 5), 3)
    second = moved(new_session("dieson", {"hearts": "hard"}, 6), 2)
    before, setup, log = second.env.snapshot(), second.setup, list(second.log)
    second.load(first.saved())
    second.undo(3)
    assert second.env.snapshot() == new_session("dieson", {"character": "craftsman"}, 5).env.snapshot()
    second.undo()
    assert (second.env.snapshot(), second.setup, second.log) == (before, setup, log)
    second.load(first.saved())
    second.undo(4)
    assert (second.env.snapshot(), second.setup, second.log) == (before, setup, log)


def test_the_command_line_takes_the_options_of_a_saved_game(tmp_path):
    file = tmp_path / "game"
    options = ("--option", "character=craftsman", "--option", "hearts=hard")
    play(["1", "1", f"save {file}"], "--seed", "5", *options, name="dieson")
    _, transcript = play(["log", "undo 2", "table"], "--load", str(file), name="dieson")
    _, original = play(["1", "1", "log", "undo 2", "table"], "--seed", "5", *options, name="dieson")
    answers, wanted = (words.partition("\n> log\n")[2] for words in (transcript, original))
    assert answers == wanted
    assert "\n> undo 2\n" in answers


def test_an_option_of_the_command_line_that_the_saved_game_has_not_is_refused(tmp_path, capsys):
    file = tmp_path / "game"
    play(["1", f"save {file}"], "--seed", "5", "--option", "hearts=hard", name="dieson")
    status, _ = play([], "--load", str(file), "--option", "hearts=easy", name="dieson")
    error = capsys.readouterr().err
    assert (status, error.count("\n")) == (2, 1)
    assert f"{file}: the snapshot was played with hearts='hard', this is hearts='easy'" in error


def test_terminal_and_browser_read_each_others_saved_games(tmp_path):
    server = serving("marooned", seed=4)
    kind = {"Content_Type": "application/octet-stream"}
    action = table(server)["blocks"][0]["moves"][0]["action"]
    request(server, "POST", "/move", {"action": action})
    (tmp_path / "web").write_bytes(request(server, "GET", "/save")[2])
    log = table(server)["log"]
    _, transcript = play(["log", "1", f"save {tmp_path / 'terminal'}"], "--load", str(tmp_path / "web"))
    assert log[0]["name"] in transcript.split("\n> ")[1]
    request(server, "POST", "/new", {"seed": 9})
    assert request(server, "POST", "/load", (tmp_path / "terminal").read_bytes(), **kind)[0] == 200
    shown = table(server)
    assert (shown["seed"], shown["undo"], shown["log"][3]) == (4, 5, log[0])
    request(server, "POST", "/undo", {"count": 2})
    assert snapshot(server) == new_game(4).snapshot()
    server.shutdown()
    server.server_close()


def test_a_plain_snapshot_is_a_saved_game_without_a_history(tmp_path):
    file = tmp_path / "old"
    played = moved(new_session("dieson", {"character": "craftsman"}, 5), 2)
    file.write_bytes(played.env.snapshot())
    save = read_save(file.read_bytes(), game("dieson"))
    assert save == Save(file.read_bytes(), {"character": "craftsman"}, None)
    _, transcript = play(["undo"], "--load", str(file), name="dieson")
    words = played.env.text().split("Legal:")[0].split()
    assert " ".join(words) in " ".join(transcript.split())
    assert "there is nothing to take back" in transcript
    other = new_session("dieson", {}, 6)
    other.load(file.read_bytes())
    assert other.env.snapshot() == file.read_bytes()
    assert other.setup.options == {"character": "craftsman"}


def test_passing_by_itself_is_an_option_of_a_saved_game():
    first, second = new_session(options={"auto_pass": "round"}), new_session()
    second.load(first.saved())
    assert second.setup.options == {"auto_pass": "round"}


def test_a_saved_game_holds_the_last_moves_up_to_a_limit(monkeypatch):
    session = moved(new_session(), 5)
    monkeypatch.setattr(saves, "MOST_MOVES", 3)
    kept = read_save(session.saved(), session.env.game)
    assert kept.moves == session.history[2:]
    assert kept.log == session.log[2:]


@pytest.mark.parametrize("limit", ["LARGEST", "LARGEST_UNPACKED", "LARGEST_HEADING"])
def test_a_saved_game_never_grows_beyond_the_limits(monkeypatch, limit):
    session = moved(new_session(), 8)
    whole = session.saved()
    unpacked = zlib.decompress(whole[len(MAGIC) :])
    size = {"LARGEST": whole, "LARGEST_UNPACKED": unpacked}.get(limit, unpacked.partition(b"\n")[0])
    monkeypatch.setattr(saves, limit, len(size) - 1)
    kept = read_save(session.saved(), session.env.game)
    assert kept.moves == session.history[4:], "half of them"


# ------------------------------------------------------------------ files that are none of ours


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 2}, "not of format 1"),
        ({"seed": -1}, "heading of the saved game is damaged"),
        ({"seed": "1"}, "heading of the saved game is damaged"),
        ({"options": [1]}, "heading of the saved game is damaged"),
        ({"actions": [0, True]}, "heading of the saved game is damaged"),
        ({"actions": [0]}, "heading of the saved game is damaged"),
        ({"actions": [0, 10**6]}, "moves that the game does not have"),
        ({"log": []}, "heading of the saved game is damaged"),
        ({"log": [[0, "", 7, []], [0, "", "", []]]}, "heading of the saved game is damaged"),
        ({"log": None}, "heading of the saved game is damaged"),
        ({"sizes": [1, 1, 1]}, "heading of the saved game is damaged"),
        ({"sizes": [0, 0, 10**9]}, "heading of the saved game is damaged"),
    ],
)
def test_a_heading_that_no_program_writes_is_refused_in_one_line(changes, words):
    session = moved(new_session(), 2)
    before, content = session.env.snapshot(), rewritten(session.saved(), **changes)
    with pytest.raises(RefusedError, match=words):
        session.load(content)
    assert (session.env.snapshot(), len(session.history)) == (before, 2)


@pytest.mark.parametrize(
    "content",
    [
        MAGIC,
        MAGIC + b"x",
        MAGIC + zlib.compress(b""),
        MAGIC + zlib.compress(b"[" * 100_000 + b"\n"),
        MAGIC + zlib.compress(b'{"format": ' + b"9" * 5_000 + b"}\n"),
        MAGIC + zlib.compress(bytes(20_000_000)),
        MAGIC + zlib.compress(b"{}\n") + b"more",
    ],
    ids=["empty", "no zlib", "nothing", "deep", "long number", "too much", "more"],
)
def test_content_that_no_program_writes_is_refused(content):
    with pytest.raises(RefusedError, match="damaged"):
        new_session().load(content)


def test_options_of_a_saved_game_that_are_none_are_refused():
    session = new_session("dieson")
    content = moved(new_session("dieson", {"hearts": "hard"}), 1).saved()
    for options, words in [
        ({"hearts": "none"}, "hearts"),
        ({"data": "/etc/passwd"}, "'data'"),
        ({}, "hearts"),
    ]:
        with pytest.raises(RefusedError, match=words):
            session.load(rewritten(content, options=options))
    assert session.history == []


def test_a_history_of_another_game_is_refused():
    other = new_session("dieson", {"hearts": "hard"}).env.snapshot()
    session = new_session("dieson")
    content = pack_save(Save(session.env.snapshot(), {}, 1, [PastMove(other, 0)], [LogLine(1, "", "a", [])]))
    with pytest.raises(RefusedError, match="was played with hearts"):
        session.load(content)


def test_words_of_a_saved_game_do_not_command_the_terminal():
    session = new_session()
    entry = LogLine(1, "\x1b[2J", "new\nline", ["health: 1 → 2\x07"])
    save = Save(session.env.snapshot(), {}, 1, [PastMove(session.env.snapshot(), 0)], [entry])
    session.load(pack_save(save))
    assert session.log[-1] == LogLine(1, "[2J", "newline", ["health: 1 → 2"])


def test_a_replay_begins_with_the_game_that_was_loaded_last():
    first, session = moved(new_session(seed=5), 2), moved(new_session(seed=6), 3)
    session.load(first.saved())
    moved(session, 1)
    replay = replay_of(session)
    names = [session.env.action_name(done.action) for done in session.history[4:]]
    assert [frame.action for frame in replay.frames] == [None, *names]
    assert replay.frames[0].text == new_game(5).text()
    assert replay.seed == 5


def test_a_replay_of_moves_that_are_not_legal_is_refused():
    session = moved(new_session(), 1)
    over = moved(new_session(seed=3), 0)
    while over.env.legal_actions():
        moved(over, 1)
    done = [PastMove(over.env.snapshot(), 0)]
    session.load(pack_save(Save(session.env.snapshot(), {}, 1, done, [LogLine(1, "", "a", [])])))
    with pytest.raises(RefusedError, match="history of the saved game is damaged"):
        replay_of(session)


# ------------------------------------------------------------------ devices and full disks


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")
def test_devices_and_pipes_are_neither_read_nor_written(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path / "pipe"):
        answers = play([f"load {path}", f"save {path}"])[1].split("\n> ")
        assert f"{path} cannot be a saved game: it is no regular file" in answers[1]
        assert f"{path} cannot be written: it is no regular file" in answers[2]


def test_a_file_larger_than_a_saved_game_is_not_read(tmp_path):
    file = tmp_path / "large"
    with file.open("wb") as written:
        written.truncate(saves.LARGEST + 1)
    assert "it is larger than 4,000,000 bytes" in play([f"load {file}"])[1]


@pytest.mark.parametrize("command", ["save", "picture"])
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, command):
    file = tmp_path / "file.svg"
    play([f"{command} {file}"], "--seed", "1")
    before = file.read_bytes()

    def fsync(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)
    _, transcript = play([f"{command} {file}", "1"], "--seed", "2")
    assert f"{file} cannot be written: No space left on device" in transcript
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"file.svg": before}
