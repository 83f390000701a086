"""States in words, what a click in the picture may mean, and what has changed, for all games."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import crusoe_env
from agents.commands.replay import main as replay_command
from crusoe_env.interfaces.recording import record
from crusoe_env.show.animation import LAST_SECONDS, write_gif, write_mp4
from crusoe_env.show.description import Description, changes, describe, glossary, island_text, new_lines
from crusoe_env.show.replay import Replay

TITLE = re.compile(r"<title>(.*?)</title>")


def played(name, seed=1):
    """The beginning of a random game, and every third state after it."""
    env = gymnasium.make(crusoe_env.GAMES[name], disable_env_checker=True).unwrapped
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    yield env
    for step in range(120):
        legal = env.legal_actions()
        if not legal:
            return
        env.step(int(rng.choice(legal)))
        if step % 3 == 0:
            yield env


@pytest.mark.parametrize("name", crusoe_env.GAMES)
def test_every_state_is_described_and_a_click_means_legal_actions_only(name):
    clicked = set()
    for env in played(name):
        told, legal = describe(env), env.legal_actions()
        assert told.title
        assert told.sentence.endswith((".", "?"))
        assert told.round == env.state.rounds
        assert (told.phase == "end") == (not legal)
        assert list(told.labels) == legal
        assert set(told.costs) <= set(legal)
        assert all(told.facts), "every fact has a name"
        picture = env.picture()
        zones = re.findall(r'data-actions="([\d ]+)"', picture)
        found = {int(action) for zone in zones for action in zone.split()}
        assert found <= set(legal)
        clicked |= found
        assert TITLE.search(picture)
        assert all(TITLE.findall(picture)), "whatever can be pointed at explains itself"
    assert len(clicked) > 3


def test_an_environment_is_described_as_it_comes_from_make():
    wrapped = gymnasium.make(crusoe_env.GAMES["marooned"])
    wrapped.reset(seed=3)
    assert wrapped.unwrapped is not wrapped
    assert describe(wrapped) == describe(wrapped.unwrapped)
    assert glossary(wrapped) == glossary(wrapped.unwrapped)


@pytest.mark.parametrize("name", crusoe_env.GAMES)
def test_what_is_explained_has_words_without_ids(name):
    env = next(played(name))
    known = glossary(env)
    assert len(known) > 20
    for thing, words in known.items():
        assert words, thing
        assert "_" not in thing
    shown = {line.strip() for line in env.text().splitlines()}
    if name != "robinson":
        assert {line.strip() for line in island_text(env).splitlines()} <= shown


def test_the_map_of_the_island_shows_every_space_and_what_lies_there():
    for env in played("robinson", seed=4):
        drawn = island_text(env)
        assert drawn.isascii()
        assert max(map(len, drawn.splitlines())) <= 80
        state = env.state
        cells = re.findall(r"\| (\d+) (\w+)", drawn)
        assert sorted(int(space) for space, _ in cells) == list(range(10))
        explored = {int(space) for space, terrain in cells if terrain != "unexplored"}
        assert explored == {space for space in range(10) if state.tile[space] >= 0}
        assert drawn.count("CAMP") == 1


def test_changes_tell_what_is_new_in_the_log_and_which_facts_are_others():
    before = Description("", "", 1, "", facts={"wood": "1", "items": "A, B, C, D", "fur": ""}, log=["x", "y"])
    after = Description(
        "", "", 1, "", facts={"wood": "2", "items": "A, C, D, E", "fur": ""}, log=["y, z", "v"]
    )
    assert changes(before, after) == ["y, z", "v", "wood: 1 → 2", "items: B → E"]
    assert changes(after, after) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A, B", "A, B, C, D", "+C, +D"),
        ("A, B, C", "A, D, E", "+D, +E, −B, −C"),
        ("at sea, north", "beside cell 1, north", "at sea → beside cell 1"),
        ("1, 4, 6", "1, 6", "1, 4, 6 → 1, 6"),
    ],
)
def test_what_came_and_went_is_told_without_signs_before_numbers(old, new, told):
    before, after = (Description("", "", 1, "", facts={"it": words}) for words in (old, new))
    assert changes(before, after) == [f"it: {told}"]


def test_commas_in_brackets_divide_no_list():
    before = Description("", "", 1, "", facts={"explore": "4 (1 pawn, dice), 5 (1 pawn, dice), 6 (a), 7 (b)"})
    after = Description("", "", 1, "", facts={"explore": "4 (1 pawn, now), 5 (1 pawn, dice), 6 (a), 7 (b)"})
    assert changes(before, after) == ["explore: 4 (1 pawn, dice) → 4 (1 pawn, now)"]


def test_the_card_in_question_and_the_dice_are_told():
    env = gymnasium.make(crusoe_env.GAMES["robinson"], disable_env_checker=True).unwrapped
    env.reset(seed=2)
    rng, cards, dice = np.random.default_rng(2), {}, set()
    while legal := env.legal_actions():
        told = describe(env)
        dice |= set(told.dice.items())
        if told.card is not None:
            cards[told.card.name] = told.card.text
        env.step(int(rng.choice(legal)))
    assert cards
    assert all(line for text in cards.values() for line in text)
    assert {("success", "success"), ("wound", "no wound")} <= dice


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ([], ["a"], ["a"]),
        (["a", "b"], ["a", "b"], []),
        (["a", "b"], ["b", "c"], ["c"]),
        (["a", "b"], ["b: more"], ["b: more"]),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        (["a", "a"], ["a", "a", "a"], ["a"]),
        (["a", "event: storm", "b", "c"], ["storm", "b", "c", "d"], ["d"]),
        (["a", "b"], ["c", "b", "d"], ["c", "b", "d"]),
    ],
)
def test_new_lines_of_a_log_that_forgets_its_oldest(before, after, new):
    assert new_lines(before, after) == new


def test_a_replay_says_who_acts_what_changed_and_how_it_was_chosen():
    env = gymnasium.make(crusoe_env.GAMES["marooned"])
    replay = record(env, seed=3, best_of=7)
    assert replay.best_of == 7
    assert replay.options == {}
    assert replay.frames[0].changes == []
    assert any("health: " in line for line in replay.frames[1].changes)
    assert [frame.round for frame in replay.frames] == sorted(frame.round for frame in replay.frames)
    assert replay.frames[-1].phase == "end"


def test_an_animation_shows_every_state(tmp_path):
    from PIL import Image

    replay = record(gymnasium.make(crusoe_env.GAMES["marooned"], max_steps=4), seed=3)
    path = write_gif(tmp_path / "deep" / "game.gif", replay, width=120)
    with Image.open(path) as animation:
        assert animation.n_frames == len(replay.frames) == 5
        assert animation.size[0] == 120
    with pytest.raises(ValueError, match="at least one frame"):
        write_gif(Path("x.gif"), Replay("A game", "nobody", None))


def test_an_animation_has_colours_that_come_up_late(tmp_path, monkeypatch):
    from PIL import Image

    replay = record(gymnasium.make(crusoe_env.GAMES["marooned"], max_steps=3), seed=3)
    colours = [(250, 250, 240)] * 3 + [(200, 30, 60)]
    drawn = [np.full((20, 30, 3), colour, np.uint8) for colour in colours]
    monkeypatch.setattr("crusoe_env.show.animation._images", lambda replay, theme: iter(drawn))
    path = write_gif(tmp_path / "late.gif", replay, width=30)
    with Image.open(path) as animation:
        animation.seek(animation.n_frames - 1)
        last = np.asarray(animation.convert("RGB")).reshape(-1, 3)
    assert np.abs(last.astype(int) - colours[-1]).max() <= 4


@pytest.mark.slow
def test_an_animation_is_made_smaller_until_it_is_small_enough(tmp_path):
    from PIL import Image

    replay = record(gymnasium.make(crusoe_env.GAMES["marooned"], max_steps=8), seed=3)
    whole = write_gif(tmp_path / "whole.gif", replay, width=400).stat().st_size
    path = write_gif(tmp_path / "small.gif", replay, width=400, largest=whole // 2)
    assert path.stat().st_size <= whole // 2
    with Image.open(path) as animation:
        assert animation.n_frames == len(replay.frames)
        assert animation.size[0] < 400
    path = write_gif(tmp_path / "few.gif", replay, width=400, largest=whole // 20)
    with Image.open(path) as animation:
        assert 2 <= animation.n_frames < len(replay.frames)


class FilmLibrary:
    """Takes what a film is made of, as imageio-ffmpeg does."""

    def write_frames(self, path, size, fps, macro_block_size):
        Path(path).write_bytes(b"film")
        self.size, self.seconds = size, 0.0
        assert all(side % macro_block_size == 0 for side in size)
        self.images = []
        while True:
            image = yield
            if not self.images or not np.array_equal(self.images[-1], image):
                self.images.append(image)
            self.seconds += 1 / fps


def test_a_film_shows_every_state_for_its_time(tmp_path, monkeypatch):
    film = FilmLibrary()
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", film)
    replay = record(gymnasium.make(crusoe_env.GAMES["marooned"], max_steps=4), seed=3)
    path = tmp_path / "deep" / "game.mp4"
    assert write_mp4(path, replay, seconds=0.6) == path
    assert path.read_bytes() == b"film"
    assert film.size == (940, 700)
    assert [image.shape for image in film.images] == [(700, 940, 3)] * len(replay.frames)
    assert film.seconds == pytest.approx(0.6 * (len(replay.frames) - 1) + LAST_SECONDS)


def test_a_film_without_its_library_is_one_line_that_names_the_extra(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    page, film = tmp_path / "game.html", tmp_path / "game.mp4"
    assert replay_command(["marooned", "--out", str(page), "--mp4", str(film)]) == 2
    told = capsys.readouterr().err
    assert "`video`" in told
    assert told.count("\n") == 1
    assert not page.exists(), "told before the game is played"


def test_a_list_in_another_order_is_no_change_but_one_thing_less_of_a_kind_is():
    before = Description("", "", 1, "", facts={"rest": "Cook, Explorer", "hand": "2, 2, 5"})
    after = Description("", "", 1, "", facts={"rest": "Explorer, Cook", "hand": "2, 5"})
    assert changes(before, after) == ["hand: 2, 2, 5 → 2, 5"]


def test_a_log_whose_last_line_has_become_another_tells_from_there_on():
    before, after = ["Round 1", "Cook heals 1 wound"], ["Round 1", "Cook heals 2 wounds", "Night"]
    assert new_lines(before, after) == ["Cook heals 2 wounds", "Night"]
