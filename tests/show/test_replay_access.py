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


@pytest.fixture(scope="module")
def replay_file(tmp_path_factory):
    """A won game with chances of victory and critical moments."""
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    policy = make_agent("zoo:marooned", Simulator(game("marooned")))
    replay = record(
        gymnasium.make(game("marooned").env_id), policy, seed=2, path=path, outlook=policy, games=8
    )
    assert replay.moments
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_wrong(browser, replay_file, look, scheme):
    page = browser.new_context(**look, color_scheme=scheme).new_page()
    page.goto(replay_file.as_uri())
    page.wait_for_selector("main:not([hidden])")
    assert violations(page) == []
    page.keyboard.press("End")
    assert violations(page) == []
    page.context.close()
