"""First games: their courses are played and end as hints say; hints follow what is done, or are left."""

import gymnasium
import pytest

from crusoe_env import GAMES, game
from crusoe_env.play.first_game import first_game, hint_of
from crusoe_env.play.session import Session
from tests.browser import Page, chromium, needs_chromium
from tests.play.web import serving

ROUNDS = {"marooned": 10, "dieson": 3, "robinson": 2}


@pytest.mark.parametrize("name", list(ROUNDS))
def test_the_course_of_a_first_game_is_played_and_each_decision_has_its_hint(name):
    first = first_game(game(name))
    env = gymnasium.make(GAMES[name], **first.options).unwrapped
    env.reset(seed=first.seed)
    session = Session(env, options=dict(first.options), seed=first.seed)
    for number, (move, words) in enumerate(zip(first.moves, first.hints, strict=True), 1):
        told = hint_of(session)
        assert (told["text"], told["step"], env.action_name(told["action"])) == (words, number, move)
        session.move(told["action"])
    assert hint_of(session)["text"] == first.end
    assert env.state.victory == (name != "robinson")
    assert env.state.rounds == ROUNDS[name]
    session.undo(len(session.history))
    other = next(action for action in session.legal() if env.action_name(action) != first.moves[0])
    session.move(other)
    assert hint_of(session)["action"] is None
    assert hint_of(Session(env, options=dict(first.options), seed=first.seed + 1)) is None


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_a_first_game_is_begun_followed_and_left_in_the_browser():
    server = serving("marooned", seed=1)
    with chromium() as browser:
        shown = Page(browser, server)
        page = shown.page
        shown.after(lambda: page.click("#introduction button"))
        assert "1 of 13" in page.inner_text("#hint")
        shown.after(lambda: page.click("#hint .main"))
        assert "2 of 13" in page.inner_text("#hint")
        assert shown.violations() == []
        page.click("text=Leave the hints")
        assert page.locator("#hint").is_hidden()
        shown.after(lambda: page.click("#moves .move"))
        assert page.locator("#hint").is_hidden()
        shown.close()
    server.shutdown()
    server.server_close()
