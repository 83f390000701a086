"""Studies: forms, participants' codes, what is kept of each decision, and who may come in from elsewhere."""

import json
import re
import time

import pytest

from crusoe_env import game
from crusoe_env.engine.snapshot import restored_record
from crusoe_env.play import main
from crusoe_env.play.forms import Form
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.program import new_env
from crusoe_env.play.study import unpack_state
from tests.browser import DESKTOP, Page, chromium, needs_chromium
from tests.play.terminal import play
from tests.play.web import closed, legal, request, serving_table, table

BEFORE = """# About you
Please answer
as you like.

? age: How old are you? *
- under 25
- 25 or older

? games: What do you play?
+ board games
+ card games

? why: Why are you here?
"""
AFTER = """# Afterwards
? trust: Did you trust the agent? *
- yes
- no

? words: Anything else?
___
"""


@pytest.fixture
def forms(tmp_path):
    """The forms before and after, read from files."""
    paths = [tmp_path / "before.md", tmp_path / "after.md"]
    for path, text in zip(paths, (BEFORE, AFTER), strict=True):
        path.write_text(text)
    return [Form(path) for path in paths]


@pytest.fixture
def opened(tmp_path):
    """Opens tables of a study in `tmp_path`, and closes all at the end."""
    servers = []

    def open_table(*seats, **settings):
        servers.append(serving_table("robinson", seats=seats, study=tmp_path / "study", **settings))
        return servers[-1]

    yield open_table
    for server in servers:
        closed(server)


def lines(tmp_path, name):
    file = tmp_path / "study" / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def shown(server, entrance=0):
    return table(server, f"{server.entrances[entrance].path}table", entrance)


def ask(server, path, entrance=0, **body):
    status, _, content = request(
        server, "POST", f"{server.entrances[entrance].path}{path}", body, entrance=entrance
    )
    return status, json.loads(content)


def wait_for_turn(server):
    while not shown(server)["decides"]:
        time.sleep(0.01)


# ------------------------------------------------------------------ forms


def test_a_form_is_headings_paragraphs_and_questions(forms):
    told = forms[0].as_json()
    assert told[:2] == [{"heading": "About you", "level": 1}, {"paragraph": "Please answer as you like."}]
    questions = [(it.name, it.kind, it.needed, it.choices) for it in forms[0].questions.values()]
    assert questions == [
        ("age", "one", True, ["under 25", "25 or older"]),
        ("games", "some", False, ["board games", "card games"]),
        ("why", "line", False, []),
    ]
    assert forms[1].questions["words"].kind == "text"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("? How old are you?", "line 1: '? How old are you?' is no question; write ? NAME: QUESTION"),
        ("? a: One\n\n? a: Two", "line 3: there are two questions 'a'"),
        ("Text\n- choice", "line 2: '- choice' stands below no question"),
        ("? a: One\n- x\n+ y", "line 3: '+ y' does not go with what stands above it"),
        ("? a: One\n- x", "question 'a' has one choice; name more"),
        ("? a: One\n- x\n___", "line 3: '___' does not go with what stands above it"),
        ("\xff", "cannot be read"),
    ],
)
def test_a_wrong_form_is_refused_by_its_line(tmp_path, text, answer):
    path = tmp_path / "form.md"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(RefusedError, match=re.escape(answer)) as refused:
        Form(path)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize(
    ("answers", "answer"),
    [
        ({}, "please answer: How old are you?"),
        ({"age": "old"}, "'old' is no answer to 'age'"),
        ({"age": ["under 25"]}, "is no answer to 'age'"),
        ({"age": "under 25", "games": "board games"}, "is no answer to 'games'"),
        ({"age": "under 25", "name": "Robinson"}, "there is no question 'name'"),
        ({"age": "under 25", "why": "x" * 5_001}, "an answer has at most 5,000 characters"),
        (["under 25"], "a mapping of names to answers is needed"),
    ],
)
def test_wrong_answers_are_refused(forms, answers, answer):
    with pytest.raises(RefusedError, match=re.escape(answer)):
        forms[0].checked(answers)


def test_the_game_begins_when_all_have_filled_in_the_form(opened, forms, tmp_path):
    server = opened("human", "human", "random", forms=forms)
    there = shown(server)
    assert (there["study"]["stage"], there["decides"]) == ("before", False)
    assert ask(server, "form", answers={"age": "old"})[0] == 409
    assert ask(server, "form", answers={"age": "under 25"})[0] == 200
    assert shown(server)["study"] == {"code": there["study"]["code"], "stage": "waits", "form": None}
    for entrance in range(2):
        assert ask(server, "move", entrance, action=0)[0] == 409
    assert ask(server, "form", 1, answers={"age": "25 or older", "games": ["card games"]})[0] == 200
    assert {shown(server, entrance)["study"]["stage"] for entrance in range(2)} == {"plays"}
    first, second = lines(tmp_path, "forms")
    assert first["answers"] == {"age": "under 25", "games": None, "why": None}
    assert second["answers"]["games"] == ["card games"]
    assert {first["form"], second["form"]} == {"before"}
    assert [first["code"], second["code"]] == list(lines(tmp_path, "games")[0]["codes"].values())


# ------------------------------------------------------------------ what is kept


def test_each_decision_is_kept_with_what_was_shown_and_the_advice_asked(opened, tmp_path):
    server = opened("human", "random")
    wait_for_turn(server)
    time.sleep(0.05)
    there = shown(server)
    assert ask(server, "advice", agent="random")[0] == 200
    assert ask(server, "move", action=legal(there)[0], version=there["version"])[0] == 200
    wait_for_turn(server)
    kept = lines(tmp_path, "decisions")
    mine = next(line for line in kept if line["by"] == "person")
    assert (mine["action"], sorted(mine["legal"])) == (legal(there)[0], sorted(legal(there)))
    assert 50 <= mine["ms"] < 60_000
    assert [(it["what"], it["agent"]) for it in mine["asked"]] == [("advice", "random")]
    assert mine["code"] == there["study"]["code"]
    simulator = new_env("robinson", {"players": 2}).batch.simulator
    state = restored_record(simulator, unpack_state(mine["state"]))
    assert simulator.masks(state)[0].nonzero()[0].tolist() == mine["legal"]
    assert [line["number"] for line in kept] == list(range(1, len(kept) + 1))


def test_nothing_is_kept_that_says_who_somebody_is(opened, tmp_path):
    server = opened("human", "human", "random")
    wait_for_turn(server)
    there = shown(server)
    ask(server, "move", action=legal(there)[0])
    kept = "".join(file.read_text("utf-8") for file in (tmp_path / "study").iterdir())
    assert "127.0.0.1" not in kept
    assert "Mozilla" not in kept
    assert all(entrance.token not in kept for entrance in server.entrances)
    codes = list(lines(tmp_path, "games")[0]["codes"].values())
    assert len(set(codes)) == 2
    assert all(re.fullmatch("[2-9A-HJ-NP-Z]{6}", code) for code in codes)


def test_nothing_is_taken_back_in_a_study(opened):
    server = opened("human", "random")
    wait_for_turn(server)
    ask(server, "move", action=legal(shown(server))[0])
    assert ask(server, "undo") == (409, {"refused": "nothing is taken back in a study"})
    assert shown(server)["undo"] == 0


def test_tables_share_a_folder(opened, tmp_path):
    for _ in range(2):
        opened("human", "random")
    assert len({line["game"] for line in lines(tmp_path, "games")}) == 2


# ------------------------------------------------------------------ from elsewhere


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["--host", "0.0.0.0"], "--host 0.0.0.0 needs --web, --seats and --public"),
        (["--host", "0.0.0.0", "--web", "--seats", "human"], "needs --web, --seats and --public"),
        (["--host", "here"], "--host: 'here' is no IPv4 address"),
        (["--public", "https://a.example", "--web"], "--public needs --web and --seats"),
        (["--study", "x"], "--study needs --web and --seats"),
        (["--before", "x", "--web", "--seats", "human"], "--before and --after are forms of a study"),
        (["--study", "x", "--web", "--seats", "human", "--load", "y"], "leave out --load"),
        (["--study", "x", "--before", "nofile", "--web", "--seats", "human"], "form nofile cannot be read"),
    ],
)
def test_a_study_that_cannot_be_is_refused_in_one_line(arguments, answer, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["marooned", *arguments]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("url", ["http://a.example", "a.example", "https://a/b", "https://a b"])
def test_people_elsewhere_come_by_tls_alone(url, capsys):
    with pytest.raises(SystemExit):
        play([], "--public", url)
    assert "is no address of the form https://NAME" in capsys.readouterr().err


def test_behind_a_proxy_the_cookie_is_secure_and_other_pages_are_refused(opened):
    server = opened("human", "random", public="https://study.example.org")
    entrance = server.entrances[0]
    url = server.url_of(entrance)
    assert url == f"https://study.example.org/seat-1/?token={entrance.token}"
    path = url.removeprefix("https://study.example.org")
    status, headers, _ = request(server, "GET", path, Cookie="", Host="study.example.org")
    assert status == 303
    assert headers["Set-Cookie"].endswith("; Path=/seat-1/; HttpOnly; SameSite=Strict; Secure")
    asked = {"Host": "study.example.org", "Origin": "https://study.example.org"}
    assert request(server, "GET", "/seat-1/table", **asked)[0] == 200
    assert request(server, "GET", "/seat-1/table", **{**asked, "Origin": "https://example.org"})[0] == 403
    assert request(server, "GET", "/seat-1/table", Host="example.org")[0] == 403


# ------------------------------------------------------------------ in the browser


class Window(Page):
    """The window of one person in a study."""

    def __init__(self, browser, server, entrance):
        super().__init__(browser, server, server.url_of(server.entrances[entrance]), "#study form", **DESKTOP)

    def move_if_asked(self):
        """Take the first move if this person decides; return true then."""
        first = self.page.locator('[data-busy="false"] #moves .move')
        if not first.count():
            return False
        first.first.click(timeout=5_000)
        return True

    def is_over(self):
        return self.page.inner_text("#who").lower() == "the end"

    def fill_in(self, *choices):
        for choice in choices:
            self.page.get_by_label(choice, exact=True).check()
        self.page.locator("#study button").click()


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_two_windows_and_an_agent_from_the_form_before_to_the_form_after(opened, forms, tmp_path):
    server = opened("human", "human", "random", seed=4, forms=forms)
    with chromium() as browser:
        windows = [Window(browser, server, entrance) for entrance in range(2)]
        for window in windows:
            assert window.violations() == []
            window.fill_in("under 25", "card games")
        for window in windows:
            window.page.wait_for_selector("main:not([hidden])")
        end = time.monotonic() + 60
        while not all(window.is_over() for window in windows):
            assert time.monotonic() < end
            if not any([window.move_if_asked() for window in windows]):
                windows[0].page.wait_for_timeout(20)
        names = {window.page.inner_text("#about").split("you are ")[1].split(",")[0] for window in windows}
        assert len(names) == 2
        assert not windows[0].page.locator("#save").is_visible()
        for window in windows:
            window.page.fill("textarea", "It was short.")
            window.fill_in("yes")
            window.page.wait_for_selector("#study:has-text('Everything is kept')")
            assert window.violations() == []
            window.close()
    assert [line["form"] for line in lines(tmp_path, "forms")] == ["before", "before", "after", "after"]
    assert lines(tmp_path, "games")[-1]["end"]["cause"]
    kept = lines(tmp_path, "decisions")
    assert {line["seat"] for line in kept if line["by"] == "person"} == {0, 1}
    assert all(isinstance(line["ms"], int) for line in kept if line["by"] == "person")
    assert game("robinson").name == lines(tmp_path, "games")[0]["name"]
