"""The page of a game as people use it: whole games, sizes, keys, what is kept, in Chromium."""

import pytest

from crusoe_env.play.explaining import explained
from crusoe_env.show.description import describe
from tests.browser import DESKTOP, PHONE, Page, chromium, needs_chromium
from tests.play.web import serving, snapshot

pytestmark = [needs_chromium, pytest.mark.browser]
SHORT_GAMES = {"marooned": 0, "dieson": 7, "robinson": 4}
"""Seeds of games that end soon when the first move is taken each time."""
TEXTS = """() => [...document.querySelectorAll("#picture text")].map(text =>
  [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent]).concat(
  [...document.querySelectorAll("body *")].filter(each => each.offsetParent && !each.closest("svg")
    && [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
  .map(each => [parseFloat(getComputedStyle(each).fontSize), each.textContent]))"""
TARGETS = """() => [...document.querySelectorAll("button, select, input, summary")]
  .filter(each => each.offsetParent).map(each => [each.getBoundingClientRect(), each.id || each.textContent])
  .map(([box, name]) => [Math.min(box.width, box.height), name])"""
UNNAMED = """() => [...document.querySelectorAll(
  "button, select, input:not([hidden]), [role=button], [role=group], dialog")].filter(each =>
  !(each.textContent.trim() || each.ariaLabel || each.labels?.length || each.title
    || each.getAttribute("aria-labelledby"))).map(each => each.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def opened(browser):
    """Opens pages of new games, and closes all at the end."""
    pages = []

    def open_page(name, *arguments, look=DESKTOP, seed=1, until=None):
        server = serving(name, *arguments, seed=seed)
        session = server.model.session
        while until is not None and not until(describe(session.env)):
            session.move(session.env.legal_actions()[0])
        pages.append(Page(browser, server, **look))
        return pages[-1]

    yield open_page
    for shown in pages:
        shown.close()
        shown.server.shutdown()
        shown.server.server_close()


# ------------------------------------------------------------------ whole games


def click(shown):
    shown.page.locator("#moves .move").first.click()


def tap(shown):
    shown.page.locator("#moves .move").first.tap()


def press(shown):
    shown.page.keyboard.press("ArrowUp")
    shown.page.keyboard.press("Enter")


def decide(shown, choose):
    """Choose the first move, a deadly one twice."""
    choose(shown)
    if "Choose it once more" in shown.page.inner_text("#message"):
        choose(shown)


@pytest.mark.parametrize(
    ("name", "look", "choose"),
    [
        pytest.param("robinson", DESKTOP, click, id="robinson, desktop, clicks", marks=pytest.mark.slow),
        pytest.param("dieson", PHONE, tap, id="dieson, phone, taps", marks=pytest.mark.slow),
        pytest.param("marooned", DESKTOP, press, id="marooned, desktop, keys"),
    ],
)
def test_a_game_is_played_to_its_end(opened, name, look, choose):
    shown = opened(name, look=look, seed=SHORT_GAMES[name])
    session = shown.server.model.session
    while session.env.legal_actions():
        shown.after(lambda: decide(shown, choose))
    assert shown.page.inner_text("#who").lower() == "the end"
    assert shown.page.inner_text("#ending").startswith("To win")
    assert shown.page.locator("#choose").is_hidden(), "no empty list of moves"
    assert shown.page.evaluate(UNNAMED) == []


# ------------------------------------------------------------------ sizes


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("marooned", ()),
        ("dieson", ("--quest", "5")),
        ("robinson", ("--players", "4")),
        pytest.param("robinson", ("--scenario", "volcano_island", "--players", "4"), marks=pytest.mark.slow),
        pytest.param("robinson", ("--scenario", "family_robinson", "--players", "1"), marks=pytest.mark.slow),
    ],
)
def test_no_text_is_small_and_nothing_is_beside_the_window(opened, name, arguments):
    shown = opened(name, *arguments)
    for _ in range(3):
        for height, least in ((900, 12), (800, 11.5)):
            shown.page.set_viewport_size({"width": 1280, "height": height})
            smallest = shown.measured(TEXTS)[0]
            assert smallest[0] >= least, smallest
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= 1280
        assert shown.page.evaluate("document.documentElement.scrollHeight") <= 800
        shown.after(lambda: shown.page.locator("#moves .move").last.click())


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_a_phone_has_targets_for_fingers_and_shows_one_part_at_a_time(opened, name):
    shown = opened(name, look=PHONE)
    page = shown.page
    smallest = shown.measured(TARGETS)[0]
    assert smallest[0] >= 44, smallest
    for tab in page.locator("#tabs button").all():
        tab.tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        part = tab.inner_text()
        drawn = min(size for size, _ in shown.measured(TEXTS))
        assert drawn >= (9 if part != "all" else 4), part
    page.locator("#moves .move").last.scroll_into_view_if_needed()
    assert page.locator("#question").is_visible()
    assert page.locator("#question").bounding_box()["y"] < 200, "the question stays in sight"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "look", "scheme"),
    [
        ("marooned", PHONE, "dark"),
        ("dieson", DESKTOP, "light"),
        ("robinson", DESKTOP, "light"),
        ("robinson", PHONE, "dark"),
    ],
)
def test_axe_finds_nothing_wrong(opened, name, look, scheme):
    shown = opened(name, look={**look, "color_scheme": scheme}, seed=SHORT_GAMES[name])
    page = shown.page
    assert shown.violations() == []
    page.click("#advice")
    page.wait_for_selector("#advised:has-text('would choose')")
    assert shown.violations() == []
    page.click("#new")
    assert shown.violations() == []
    page.click("text=Cancel")
    page.click("#open-help")
    for tab in page.locator("#help-tabs button").all():
        tab.click()
        assert shown.violations() == []
    page.click("#close-help")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_wrong_at_the_end(opened, scheme):
    shown = opened(
        "marooned", look={**DESKTOP, "color_scheme": scheme}, until=lambda told: told.phase == "end"
    )
    assert shown.page.inner_text("#who").lower() == "the end"
    assert shown.violations() == []


# ------------------------------------------------------------------ what is asked, what has happened


def test_the_card_in_question_stands_in_the_panel_with_its_text(opened):
    shown = opened("robinson", seed=2, until=lambda told: told.card is not None)
    card, told = shown.page.locator("#card"), shown.server.model.table()["card"]
    assert card.locator("h3").inner_text() == told["name"]
    assert card.locator("p").all_inner_texts() == list(told["text"])


def test_help_shows_the_round_and_names_in_the_log_lead_to_what_terminals_explain(opened):
    shown = opened("robinson", "--players", "2", seed=3, until=lambda told: told.round == 2)
    page, env = shown.page, shown.server.model.session.env
    page.keyboard.press("?")
    now = page.locator(".round li.now b").inner_text()
    assert now.lower().startswith(describe(env).phase)
    assert page.locator(".round li").count() == 7
    page.keyboard.press("Escape")
    link = page.locator("#log a.name").first
    name = link.inner_text()
    link.click()
    told = f"{page.locator('#help dt').first.inner_text()}: {page.locator('#help dd').first.inner_text()}"
    assert told == explained(name, env)[0]
    page.fill("#look-up", "rain")
    names = page.locator("#help dt").all_inner_texts()
    assert names
    assert all("rain" in name.lower() for name in names)
    page.click("#close-help")


def test_a_move_is_shown_on_the_board_and_what_it_changed_flashes(opened):
    shown = opened("marooned", seed=5)
    page = shown.page
    page.locator("#moves .move").last.hover()
    assert page.locator("#picture .touched").count() >= 1
    shown.after(lambda: page.locator("#moves .move").last.click())
    assert page.locator("#picture .changed").count() >= 1
    assert page.locator("#log li.new span").count() >= 1


def test_advice_glows_on_the_board_and_says_why_and_how_often_it_wins(opened):
    shown = opened("marooned", seed=5)
    page = shown.page
    page.click("#advice")
    page.wait_for_selector("#advised:has-text('of 100 games that it played on')")
    counted = shown.server.model.chance({})()
    assert counted["done"]
    assert counted["sentence"] in page.inner_text("#advised")
    assert page.locator("#picture .advised").count() >= 1
    assert "probability" in page.inner_text("#advised")
    assert "expected" not in page.inner_text("#advised")


# ------------------------------------------------------------------ keys


def test_enter_takes_the_marked_move_after_advice(opened):
    shown = opened("marooned", seed=5)
    page = shown.page
    names = page.locator("#moves .move span").all_inner_texts()
    page.click("#advice")
    page.wait_for_selector("#advised:has-text('would choose')")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className").startswith("move")
    shown.after(lambda: page.keyboard.press("Enter"))
    session = shown.server.model.session
    assert session.log[-1].name.split(": ")[-1] == names[1].partition("\n")[0]


def test_after_a_filter_the_keys_are_shortcuts_again(opened):
    shown = opened("marooned", seed=5)
    page = shown.page
    page.keyboard.press("/")
    page.keyboard.type(page.locator("#moves .move span").all_inner_texts()[1].splitlines()[0].split()[-1])
    shown.after(lambda: page.keyboard.press("Enter"))
    shown.after(lambda: page.keyboard.press("u"))
    assert page.input_value("#filter") == ""
    assert shown.server.model.session.history == []


def test_zones_of_the_board_are_reached_and_used_by_keys(opened):
    shown = opened("robinson", "--players", "2", seed=5)
    page = shown.page
    several = "#picture [data-actions*=' ']"
    while not page.locator(several).count():
        shown.after(lambda: click(shown))
    zone = page.locator(several).first
    assert zone.get_attribute("aria-label")
    zone.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#menu:not([hidden])")
    focused = "[...document.querySelectorAll('#menu button')].indexOf(document.activeElement)"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == 1
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == page.locator("#menu button").count() - 1
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.actions") == zone.get_attribute("data-actions")
    page.keyboard.press("Enter")
    shown.after(lambda: page.keyboard.press("Enter"))


# ------------------------------------------------------------------ nothing is lost


@pytest.mark.slow
def test_undo_goes_back_by_decision_phase_and_round(opened):
    shown = opened("robinson", "--players", "1", seed=4, until=lambda told: told.round == 2)
    session = shown.server.model.session
    shown.after(lambda: click(shown))
    for step in ("decision", "phase", "round"):
        count = session.undo_counts()[step]
        left = len(session.history) - count
        shown.page.select_option("#undo-by", step)
        shown.after(lambda: shown.page.click("#undo"))
        assert len(session.history) == left
    assert session.env.state.rounds == 1


def test_a_new_game_says_what_becomes_of_the_present_one(opened):
    shown = opened("robinson", "--scenario", "jenny", "--players", "2", seed=5)
    page = shown.page
    assert "Jenny" in page.inner_text("#introduction")
    shown.after(lambda: click(shown))
    page.click("#new")
    assert page.input_value("select[data-option=scenario]") == '"jenny"'
    assert page.input_value("select[data-option=players]") == "2"
    assert "Undo brings it back" in page.inner_text("#setup")
    page.click("text=Cancel")
    before = snapshot(shown.server)
    page.click("#new")
    page.fill("#seed", "9")
    shown.after(lambda: page.click("#begin"))
    assert snapshot(shown.server) != before
    shown.after(lambda: page.click("#undo"))
    assert snapshot(shown.server) == before


def test_a_new_game_names_scenarios_with_goals_and_characters_by_picture(opened):
    shown = opened("robinson", "--players", "2", seed=5)
    page = shown.page
    page.click("#new")
    page.select_option("select[data-option=scenario]", '"volcano_island"')
    assert page.locator("select[data-option=scenario] option:checked").inner_text() == "Volcano Island"
    told = page.inner_text("#chosen")
    assert "8 rounds. To win: " in told
    assert "then the Jolly-boat" in told
    assert "policy wins" in told
    for name in ("Soldier", "Cook"):
        page.click(f"#pick button:has-text('{name}')")
    assert shown.violations() == []
    shown.after(lambda: page.click("#begin"))
    options = shown.server.model.session.setup.options
    assert (options["scenario"], options["characters"]) == ("volcano_island", ["soldier", "cook"])


@pytest.mark.parametrize(("name", "hint"), [("marooned", None), ("dieson", "character=VALUE")])
def test_a_new_game_offers_the_options_that_the_game_has(opened, name, hint):
    page = opened(name).page
    page.click("#new")
    assert page.is_visible("#others") == (hint is not None)
    assert hint is None or page.get_attribute("#others", "placeholder") == hint


def test_the_seat_is_remembered(opened):
    shown = opened("robinson", "--players", "2")
    shown.page.select_option("#seat", "1")
    shown.page.reload()
    shown.page.wait_for_selector("main:not([hidden])")
    assert shown.page.input_value("#seat") == "1"
