"""The built site in a browser: nothing is cut off, no page is endless, each page leads on."""

import pytest

from tests.browser import chromium, needs_chromium
from tests.support import ROOT

SITE = ROOT / "site"
PAGES = sorted(
    path for path in SITE.rglob("*.html") if path.name != "404.html" and path.parent.name != "replays"
)
HIGHEST = 12_000
"""Pixels of a page, at a width of 1,280."""
MEASURED = """() => {
  const own = [...document.querySelectorAll("article pre > code, article table")];
  const links = [...document.querySelectorAll("article a[href]:not(.headerlink)")];
  const cut = (it) => {
    const box = it.closest(".md-typeset__scrollwrap") || it;
    return box.scrollWidth > box.clientWidth + 1;
  };
  return {
    height: document.documentElement.scrollHeight,
    cut: own.filter(cut).map((it) => it.innerText.slice(0, 60)),
    links: links.filter((it) => !it.getAttribute("href").startsWith("#")).length,
  };
}"""


@pytest.mark.slow
@needs_chromium
@pytest.mark.skipif(not PAGES, reason="`make docs` has not built the site")
def test_every_page_fits_ends_and_leads_on():
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.route("**/search.js*", lambda route: route.abort())  # megabytes, on each page anew
        wrong = {}
        for path in PAGES:
            page.goto(path.as_uri(), wait_until="domcontentloaded")
            found = page.evaluate(MEASURED)
            if found["cut"] or found["height"] > HIGHEST or not found["links"]:
                wrong[path.relative_to(SITE).as_posix()] = found
    assert wrong == {}
