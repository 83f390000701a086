"""Replay pages are for everybody: axe finds nothing wrong, in light and dark, on desktop and phone."""

import gymnasium
import pytest

from agents.registry import make_agent
from crusoe_env import Simulator, game
from crusoe_env.interfaces.recording import record
from tests.browser import DESKTOP, PHONE, chromium, needs_chromium, violations

pytestmark = [needs_chromium, pytest.mark.browser]


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


LETTERS = """() => [...document.querySelectorAll("body *")].filter(it => it.checkVisibility())
    .filter(it => [...it.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(it => !["script", "style", "title", "option"].includes(it.tagName.toLowerCase()))
    .map(it => [parseFloat(getComputedStyle(it).fontSize) * (it.getScreenCTM ? it.getScreenCTM().a : 1),
                it.textContent.trim()])"""
"""The size of each text that is shown, in pixels of the screen, and the text."""


@pytest.fixture(scope="module")
def replay_file(tmp_path_factory):
    """A won game with chances of victory and critical moments."""
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    policy = make_agent("zoo:marooned", Simulator(game("marooned")))
    replay = record(
        gymnasium.make(game("marooned").env_id), policy, seed=2, path=path, outlook=policy, games=32
    )
    assert replay.moments
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("look", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["light desktop", "dark phone"]
)
def test_axe_finds_nothing_wrong(browser, replay_file, look, scheme):
    page = browser.new_context(**look, color_scheme=scheme).new_page()
    page.goto(replay_file.as_uri())
    page.wait_for_selector("main:not([hidden])")
    assert violations(page) == []
    page.keyboard.press("End")
    assert violations(page) == []
    page.context.close()


GAMES = {
    "marooned": {},
    "dieson": {},
    "robinson": {"players": 4, "scenario": "volcano_island"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_text_is_small(browser, name, tmp_path):
    env = gymnasium.make(game(name).env_id, max_steps=40, disable_env_checker=True, **GAMES[name])
    record(env, seed=2, path=tmp_path / "replay.html")
    for look in (PHONE, DESKTOP):
        page = browser.new_context(**look).new_page()
        page.goto((tmp_path / "replay.html").as_uri())
        page.wait_for_selector("main:not([hidden])")
        for step in (0, 20, 40):
            page.evaluate(f"go({step})")
            letters = sorted(page.evaluate(LETTERS))
            assert len(letters) > 20
            assert letters[0][0] >= 11, letters[:3]
            assert page.evaluate("document.documentElement.scrollWidth") <= look["viewport"]["width"]
        page.context.close()
