"""The browser of tests, where one is installed, and the page of a game in it."""

import contextlib
import shutil

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 6_000
"""Hundredths of a second for which a change of the game may take."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@contextlib.contextmanager
def chromium():
    """A running browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


def violations(page):
    """What axe finds wrong with a page for people who see or use it otherwise, a line each."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{it['id']}: {node['html'][:120]}" for it in found for node in it["nodes"]]


class Page:
    """The page of a server in the browser, with everything that it complained about."""

    def __init__(self, browser, server, url="", first="main:not([hidden])", **look):
        self.server = server
        self.context = browser.new_context(**look)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(url or server.url)
        self.page.wait_for_selector(first)

    def after(self, change):
        """Do something that changes the game, and wait until it has and is shown."""
        version = self.server.model.version
        change()
        for _ in range(PATIENCE):
            if self.server.model.version != version:
                break
            self.page.wait_for_timeout(10)
        else:
            raise AssertionError(f"nothing has changed; the page says {self.page.inner_text('#message')!r}")
        shown = f'[data-busy="false"] main[data-version="{self.server.model.version}"]'
        self.page.wait_for_selector(shown, timeout=60_000)

    def measured(self, script):
        """Numbers with what they belong to, the smallest first, from a script that lists them."""
        return sorted(self.page.evaluate(script), key=lambda found: found[0])

    def violations(self):
        """What axe finds wrong with the page, a line each."""
        return violations(self.page)

    def close(self):
        assert self.complaints == []
        self.context.close()
