"""Playing on from a step of a replay page."""

from __future__ import annotations

import io

import gymnasium
import pytest

import crusoe_env
from crusoe_env.interfaces.recording import record
from crusoe_env.play.program import main
from tests.support import IDS

STEP = 6


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page of a random game."""
    path = tmp_path_factory.mktemp("page") / "replay.html"
    record(gymnasium.make(IDS["marooned"]), seed=4, path=path)
    return path


def played(*arguments: str) -> tuple[int, str]:
    """The exit status of `crusoe play` that is left at once, and what it has shown."""
    target = io.StringIO()
    return main([*arguments, "--plain"], io.StringIO("quit\n"), target), target.getvalue()


def test_a_game_goes_on_where_the_page_stands(page):
    env = gymnasium.make(IDS["marooned"]).unwrapped
    replay = record(env, seed=4)
    status, shown = played("marooned", "--from", str(page), "--at", str(STEP))
    assert status == 0
    assert replay.frames[STEP].text.splitlines()[1] in shown
    assert replay.frames[STEP].text != replay.frames[STEP - 1].text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["marooned", "--at", "999"], "has steps 0 to"),
        (["marooned"], "needs --at STEP"),
        (["dieson", "--at", "1"], "shows a game of marooned"),
    ],
)
def test_what_cannot_be_played_on_is_refused(page, arguments, words, capsys):
    assert played(*arguments, "--from", str(page))[0] == 2
    assert words in capsys.readouterr().err


def test_another_file_and_another_beginning_are_refused(page, tmp_path, capsys):
    (tmp_path / "other.html").write_text("<html>")
    assert played("marooned", "--from", str(tmp_path / "other.html"), "--at", "1")[0] == 2
    assert "is no replay page" in capsys.readouterr().err
    env = gymnasium.make(IDS["marooned"])
    env.reset(seed=4, options={"deck": ["wild_boar", "rocks", "vines"]})
    replay = record(env, seed=4)
    replay.seed = 5
    crusoe_env.show.replay.write_page(tmp_path / "chosen.html", replay)
    assert played("marooned", "--from", str(tmp_path / "chosen.html"), "--at", "6")[0] == 2
    assert "chosen.html" in capsys.readouterr().err
