"""Replays: one episode recorded, and the page that shows it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import gymnasium
import numpy as np
import pytest

import crusoe_env
import crusoe_env.robinson
from agents.registry import make_agent
from crusoe_env.agent import Agent
from crusoe_env.interfaces.recording import record
from crusoe_env.show.drawing import DARK, LIGHT
from crusoe_env.show.replay import Frame, Replay, _in_pairs, _plain, write_page
from tests.browser import CHROMIUM, needs_chromium
from tests.support import content_of_page, pictures_of_page

ENV_ID = "crusoe_env/Marooned-v0"


class Learned(Agent):
    """An agent with probabilities and values, as a trained policy has them."""

    name = "a policy"

    def act(self, observation, mask):
        return self.probabilities(observation, mask).argmax(axis=1)

    def probabilities(self, observation, mask):
        assert observation.shape[0] == mask.shape[0] == 1
        weights = mask * np.random.default_rng(int(100 * observation.sum())).random(mask.shape)
        return weights / weights.sum(axis=1, keepdims=True)

    def value(self, observation):
        return observation.mean(axis=1)


class Planner(Agent):
    """Notes the states that it is handed and plays the first legal action."""

    uses_states = True

    def __init__(self, cheats=False):
        self.cheats = cheats
        self.seen = []

    def act_state(self, states, mask):
        self.seen.append(states.copy())
        return mask.argmax(axis=1)


@pytest.fixture(scope="module")
def env():
    return gymnasium.make(ENV_ID)


@pytest.fixture(scope="module")
def learned(env):
    """An episode of an agent with probabilities and values."""
    return record(env, Learned(), seed=5)


def test_a_random_episode_is_recorded_from_start_to_end(env):
    replay = record(env, seed=3)
    assert (replay.game, replay.agent, replay.seed) == ("Marooned!", "random", 3)
    assert replay.frames[0].action is None
    assert replay.frames[-1].legal == []
    for frame, after in zip(replay.frames, replay.frames[1:], strict=False):
        assert frame.chosen in frame.legal
        assert frame.chosen == after.action
        assert sum(frame.probabilities.values()) == pytest.approx(1)
        assert "action_mask" not in after.info
    assert replay.result["rounds"] > 3
    assert sum(frame.reward for frame in replay.frames) == float(replay.result["victory"])
    assert replay.frames[0].light.startswith("<svg")
    assert replay.frames[0].dark != replay.frames[0].light


def test_the_same_seed_gives_the_same_page(env, tmp_path):
    for name in ("a.html", "b.html"):
        record(env, seed=7, path=tmp_path / name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_probabilities_and_values_of_an_agent_are_kept(learned):
    replay = learned
    assert replay.agent == "a policy"
    for frame in replay.frames[:-1]:
        assert list(frame.probabilities) == frame.legal
        assert frame.chosen == max(frame.probabilities, key=frame.probabilities.get)
        assert 0 < frame.value < 1
    assert replay.frames[-1].value is None


def test_a_planner_never_sees_the_deck_unless_it_cheats(env):
    honest, cheating = Planner(), Planner(cheats=True)
    record(env, honest, seed=2)
    record(env, cheating, seed=2)
    first, true = honest.seen[0], cheating.seen[0]
    assert first.shape == true.shape == (1,)
    assert first.dtype == true.dtype == env.unwrapped.state.dtype
    played = int(true.played[0])
    assert (first.deck[0, :played] == true.deck[0, :played]).all()
    assert not (first.deck == true.deck).all()
    assert (np.sort(first.deck) == np.sort(true.deck)).all()
    assert not (first.rng == true.rng).all()


def test_observations_by_segment_and_one_number_for_an_action_will_do():
    class Simple(Agent):
        name = "simple"

        def act(self, observation, mask):
            assert observation["health"].shape[0] == 1
            return int(mask[0].argmax())

    replay = record(gymnasium.make(ENV_ID, observation="dict"), Simple(), seed=0)
    assert replay.agent == "simple"
    assert replay.frames[-1].legal == []


def test_a_page_tells_the_rewards_so_far(tmp_path):
    replay = record(gymnasium.make(ENV_ID, max_steps=3), Learned(), seed=0)
    for reward, frame in enumerate(replay.frames):
        frame.reward = reward / 4
    frames = content_of_page(write_page(tmp_path / "page.html", replay).read_text())["frames"]
    assert [frame["total"] for frame in frames] == [0, 0.25, 0.75, 1.5]


def test_the_pieces_of_two_themes_lie_in_pairs_where_one_picture_has_more():
    light, dark = ["rect #111111", "text #222222"], ["rect #eeeeee", "line #333333", "text #dddddd"]
    pairs = [("rect #111111", "rect #eeeeee"), (None, "line #333333"), ("text #222222", "text #dddddd")]
    assert list(_in_pairs(light, dark)) == pairs
    assert list(_in_pairs(dark, light)) == [(one, other) for other, one in pairs]


def test_illegal_actions_are_kept():
    class Stubborn(Agent):
        def act(self, observation, mask):
            return (1 - mask).argmax(axis=1)

    replay = record(gymnasium.make(ENV_ID, max_steps=3), Stubborn(), seed=0)
    assert len(replay.frames) == 4
    assert replay.frames[1].info["illegal_action"] == replay.frames[0].chosen
    assert replay.result["cause"] == "out of steps"


@pytest.mark.parametrize("form", ["env", "parallel_env"])
def test_a_game_of_a_team_is_recorded_too(form):
    team = getattr(crusoe_env.robinson, form)(players=2, max_steps=8)
    replay = record(team, seed=4)
    alone = record(gymnasium.make(crusoe_env.GAMES["robinson"], players=2, max_steps=8), seed=4)
    assert [frame.action for frame in replay.frames] == [frame.action for frame in alone.frames]
    assert replay.result["cause"] == "out of steps"
    assert {frame.info["character"] for frame in replay.frames} <= set(team.characters.values())
    assert team.picture() == replay.frames[-1].light


def test_games_side_by_side_are_no_replay_but_have_a_picture():
    envs = gymnasium.make_vec(ENV_ID, 3)
    envs.reset(seed=0)
    with pytest.raises(
        TypeError, match=r"plays one game, in an environment of gymnasium\.make or of PettingZoo"
    ):
        record(envs)
    assert 'alt="3 pictures side by side"' in envs._repr_html_()


def test_the_page_holds_the_pictures_unchanged_and_little_else(learned, tmp_path):
    replay = replace(learned, frames=learned.frames * (1 + 60 // len(learned.frames)))
    page = write_page(tmp_path / "deep" / "down" / "replay.html", replay).read_text()
    content = content_of_page(page)
    assert len(content["frames"]) == len(replay.frames) >= 60
    for shown, frame in zip(content["frames"], replay.frames, strict=True):
        assert pictures_of_page(content, shown["picture"]) == (frame.light, frame.dark)
        assert pictures_of_page(content, shown["compact"]) == (frame.compact_light, frame.compact_dark)
        assert (shown["text"], shown["legal"]) == (frame.text, frame.legal)
    assert len(page) < 200_000


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ("<a b='#000000'/><b/><c/>", "<a b='#ffffff'/><shade/><b/><c/>"),
        ("<a/><only light='#000000'/><b/>", "<a/><b/>"),
        ("<a/>", "<a/><b/><c/>"),
        ("<a/><b/>", "<c/><d/><e/>"),
        ("<a/>", ""),
    ],
)
def test_pictures_may_differ_in_more_than_their_colours(light, dark, tmp_path):
    frames = [Frame(light, ""), Frame("<other/>" + light, "", dark), Frame(light, "", dark)]
    content = content_of_page(
        write_page(tmp_path / "page.html", Replay("A game", "x", 1, frames)).read_text()
    )
    found = [pictures_of_page(content, frame["picture"]) for frame in content["frames"]]
    assert found == [(light, light), ("<other/>" + light, dark or "<other/>" + light), (light, dark or light)]
    assert content["frames"][0]["compact"] is None


def test_the_page_refers_to_nothing_outside_itself(learned, tmp_path):
    page = write_page(tmp_path / "replay.html", learned).read_text()
    for word in ("http:", "https:", "//", "@import", "url("):
        assert word not in page.split('<script id="data"')[0].replace("</", ""), word
    assert re.findall(r'(?:src|href)="([^"]*)"', page) == ["data:,"]


def test_titles_are_escaped(tmp_path):
    replay = Replay("A game", "</script><b>", None, [Frame("<svg/>", "text </script>")])
    page = write_page(tmp_path / "page.html", replay, 'Tom & "Ann" <script>').read_text()
    assert "<title>Tom &amp; &quot;Ann&quot; &lt;script&gt;</title>" in page
    assert page.count("</script>") == 2
    assert content_of_page(page)["frames"][0]["text"] == "text </script>"


def test_an_empty_replay_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="frame"):
        write_page(tmp_path / "page.html", Replay("A game", "nobody", None))
    assert not (tmp_path / "page.html").exists()


def test_info_of_any_kind_can_be_shown():
    kinds = {"a": np.int64(3), "b": np.ones(2), "c": float("nan"), 4: (True, None), "d": {"x"}, "e": object}
    json.dumps(_plain(kinds), allow_nan=False)
    assert _plain(kinds)["a"] == 3
    assert _plain(kinds)["b"] == [1.0, 1.0]
    assert _plain(kinds)["4"] == [True, None]


# ---------------------------------------------------------------------------------------- the browser


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def replay_file(learned, tmp_path_factory):
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    write_page(path, learned)
    return path, learned


class Shown:
    """A page in the browser, with everything it asked for and complained about."""

    def __init__(self, browser, path, **look):
        self.context = browser.new_context(offline=True, **look)
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("main:not([hidden])")

    def words(self, selector):
        return self.page.inner_text(selector)

    def step(self):
        return int(self.page.input_value("#slider"))

    def check_frame(self, replay):
        """Everything on the page belongs to the step that the slider shows."""
        frame = replay.frames[self.step()]
        assert self.words("#action") == (frame.done or "start")
        assert self.page.text_content("#text") == frame.text
        listed = self.page.locator("#legal li span:first-of-type").all_inner_texts()
        labels = dict(zip(frame.legal, frame.labels, strict=True))
        order = sorted(frame.legal, key=lambda name: -frame.probabilities[name])
        assert listed == [labels[name] for name in order]
        assert self.page.locator("#legal li.chosen").count() == (frame.chosen is not None)
        picture = frame.compact_light if self.is_compact() else frame.light
        label = re.search('aria-label="(.*?)"', picture).group(1)
        assert self.page.locator("#picture > svg").get_attribute("aria-label") == label

    def is_compact(self):
        return self.page.get_attribute("#picture > svg", "viewBox").startswith("0 0 400 ")

    def close(self, path):
        assert self.requests == [path.as_uri()]
        assert self.complaints == []
        self.context.close()


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_the_page_can_be_driven_by_keys_slider_and_buttons(browser, replay_file):
    from playwright.sync_api import expect

    path, replay = replay_file
    last = len(replay.frames) - 1
    shown = Shown(browser, path, viewport={"width": 1280, "height": 800})
    page = shown.page
    assert page.title() == "Marooned! · a policy"
    assert "a policy, seed 5" in shown.words("#about")
    assert f"score {replay.result['score']}" in shown.words("#result")
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        assert shown.step() == step
        shown.check_frame(replay)

    box = page.locator("#slider").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert 1 < shown.step() < last - 1
    shown.check_frame(replay)
    before = shown.step()
    page.keyboard.press("ArrowRight")  # the slider has the focus now: still one step
    assert shown.step() == before + 1
    for button, step in (("#first", 0), ("#forward", 1), ("#back", 0), ("#last", last)):
        page.click(button)
        assert shown.step() == step

    page.select_option("#speed", "100")
    page.click("#play")  # from the end it starts anew
    assert page.get_attribute("#play", "aria-label") == "pause"
    expect(page.locator("#step")).to_have_text(f"step {last} of {last}", timeout=20_000)
    assert page.get_attribute("#play", "aria-label") == "play"
    shown.check_frame(replay)

    page.select_option("#speed", "2000")
    page.keyboard.press("Tab")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "pause"
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "play"
    shown.close(path)


@needs_chromium
@pytest.mark.browser
def test_the_agents_probabilities_value_and_rewards_are_shown(browser, replay_file):
    path, replay = replay_file
    shown = Shown(browser, path)
    page = shown.page
    frame = replay.frames[0]
    best = max(frame.probabilities, key=frame.probabilities.get)
    row = page.locator("#legal li").first
    assert row.locator("span").first.inner_text() == frame.labels[frame.legal.index(best)]
    percent = 100 * frame.probabilities[best]
    assert row.locator("span").last.inner_text() == f"{percent:.0f} %"
    bar, whole = row.locator("i").bounding_box(), row.bounding_box()
    assert bar["width"] == pytest.approx(whole["width"] * percent / 100, abs=3)
    numbers = shown.words("#numbers").split("\n")
    value = float(numbers[numbers.index("agent's value") + 1])
    assert value == pytest.approx(frame.value, abs=5e-4)
    curve = page.locator("#curve").bounding_box()
    page.mouse.click(curve["x"] + curve["width"] - 1, curve["y"] + 10)
    assert shown.step() == len(replay.frames) - 1
    assert "total reward" in shown.words("#numbers")
    assert replay.result["cause"] in shown.words("#numbers")
    shown.close(path)


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "theme"), [("light", LIGHT), ("dark", DARK)])
def test_the_page_follows_the_readers_theme_and_can_change_it(browser, replay_file, scheme, theme):
    path, _ = replay_file
    shown = Shown(browser, path, color_scheme=scheme)
    other = DARK if theme is LIGHT else LIGHT
    assert theme.page in shown.page.inner_html("#picture")
    shown.page.click("#theme")
    assert other.page in shown.page.inner_html("#picture")
    shown.close(path)


@needs_chromium
@pytest.mark.browser
def test_the_page_fits_a_phone(browser, replay_file):
    path, replay = replay_file
    shown = Shown(browser, path, viewport={"width": 360, "height": 720}, has_touch=True)
    shown.page.tap("#forward")
    shown.check_frame(replay)
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 360
    shown.close(path)


@needs_chromium
@pytest.mark.browser
def test_on_a_phone_the_picture_is_compact_and_can_be_enlarged_and_moved(browser, replay_file):
    path, replay = replay_file
    shown = Shown(browser, path, viewport={"width": 390, "height": 844}, has_touch=True)
    page = shown.page

    def width() -> float:
        return page.locator("#picture > svg").bounding_box()["width"]

    assert shown.is_compact()
    assert width() == 390
    page.tap("#zoom")
    assert not shown.is_compact()
    assert width() == pytest.approx(1200)
    assert page.get_attribute("#zoom", "aria-pressed") == "true"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate("byId('picture').scrollLeft = 300")
    page.tap("#forward")
    shown.check_frame(replay)
    assert page.evaluate("byId('picture').scrollLeft") == 300, "the same part of the next picture"
    page.tap("#zoom")
    assert shown.is_compact()
    page.set_viewport_size({"width": 1920, "height": 1200})
    page.wait_for_selector("#zoom", state="hidden")
    page.wait_for_function(
        "!document.querySelector('#picture > svg').getAttribute('viewBox').startsWith('0 0 400 ')"
    )
    shown.close(path)


@needs_chromium
@pytest.mark.browser
def test_a_link_leads_to_a_step_and_a_list_to_rounds_and_phases(browser, replay_file):
    path, replay = replay_file
    shown = Shown(browser, path)
    page, frame = shown.page, replay.frames[3]
    page.evaluate("location.hash = '#step=3'")
    page.wait_for_selector("#step:has-text('step 3 of')")
    shown.check_frame(replay)
    assert page.locator("#changes li").all_inner_texts() == frame.changes
    assert frame.title in shown.words("#asked")
    assert shown.words("#jump option:checked") == f"round {frame.round}, {frame.phase}"
    later = next(i for i, other in enumerate(replay.frames) if other.round == frame.round + 2)
    page.select_option("#jump", str(later))
    assert shown.step() == later
    assert page.url.endswith(f"#step={later}")
    page.locator("#picture g:has(> title)").first.hover()
    assert shown.words("#pointed")
    values = [each.value for each in replay.frames if each.value is not None]
    assert float(shown.words("#high")) == pytest.approx(max(values), abs=1e-3)
    assert float(shown.words("#low")) == pytest.approx(min(0.0, *values), abs=1e-3), "zero is in sight"
    shown.close(path)


@needs_chromium
@pytest.mark.browser
def test_a_damaged_page_says_so(browser, replay_file, tmp_path):
    path, _ = replay_file
    damaged = tmp_path / "damaged.html"
    damaged.write_text(re.sub(r'(type="text/plain">.{200})[^<]*', r"\1", path.read_text()))
    page = browser.new_page()
    page.goto(damaged.as_uri())
    page.wait_for_selector("#problem:not([hidden])")
    assert "cannot be shown" in page.inner_text("#problem")
    page.close()


def test_an_agent_begins_with_the_seed_of_the_episode(env):
    class Seeded(Planner):
        def reset(self, seed):
            self.seeds = [*getattr(self, "seeds", []), seed]

    agent = Seeded()
    record(env, agent, seed=11)
    assert agent.seeds == [11]
    assert record(env, agent).seed == agent.seeds[1]


@needs_chromium
@pytest.mark.browser
def test_a_notebook_shows_the_page_in_a_frame(browser, replay_file, tmp_path):
    _, replay = replay_file
    cell = tmp_path / "cell.html"
    cell.write_text(f"<!doctype html><body>{replay._repr_html_()}</body>", encoding="utf-8")
    page = browser.new_page()
    page.goto(cell.as_uri())
    inside = page.frame_locator("iframe")
    inside.locator("main:not([hidden])").wait_for()
    assert inside.locator("#action").inner_text() == "start"
    assert inside.locator("#picture > svg").count() == 1
    inside.locator("#forward").click()
    assert inside.locator("#step").inner_text().lower() == f"step 1 of {len(replay.frames) - 1}"
    assert inside.locator("#legal li").count() == len(replay.frames[1].legal) > 0
    assert inside.locator("#problem").is_hidden()
    page.close()


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_critical_moments_changes_and_a_quiz_are_shown(browser, env, tmp_path):
    path = tmp_path / "replay.html"
    judge = make_agent("scripted", env.unwrapped.batch.simulator)
    replay = record(env, seed=6, path=path, outlook=judge, games=16)
    shown = Shown(browser, path, viewport={"width": 1280, "height": 800})
    page, first = shown.page, replay.moments[0]
    assert "chance of victory (scripted plays on 16 times" in shown.words("#legend")
    assert page.locator("#moments li").count() == len(replay.moments)
    page.locator("#moments button").first.click()
    assert shown.step() == first.step
    assert replay.frames[first.step].done in page.locator("#moments li").first.inner_text()
    assert page.locator("#picture .mark").count() == 0
    page.keyboard.press("c")
    assert page.locator("#picture .mark").count() > 0
    assert page.locator("#picture > svg").count() == 1, "one board"
    page.keyboard.press("ArrowLeft")
    compared = replay.frames[first.step - 1].compared
    assert page.locator("#legal .after").count() == len(compared) > 1
    assert f"--from replay.html --at {first.step - 1}" in shown.words("#on")

    asked = sorted(moment.step - 1 for moment in replay.moments if moment.kind != "luck")
    page.click("#quiz")
    for number, step in enumerate(asked, 1):
        frame = replay.frames[step]
        assert shown.step() == step
        assert shown.words("#legal-heading").lower() == f"what would you play? {number} of {len(asked)}"
        assert page.locator("#legal button").count() == len(frame.compared)
        assert page.locator("#legal .after").count() == 0, "no answer before the question"
        best = max(frame.compared, key=frame.compared.get)
        page.locator("#legal button", has_text=frame.phrase(best)).first.click()
        assert shown.words("#answer").startswith("You chose")
        assert page.locator("#legal .after").count() == len(frame.compared)
        page.click("#quiz")
    assert page.locator("#legal button").count() == 0, "the quiz is over"
    shown.close(path)
