"""How pictures look: layouts, themes, widths, notebooks."""

import base64
import itertools
import re
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

import crusoe_env.robinson
from crusoe_env.show import compact
from crusoe_env.show.description import describe
from crusoe_env.show.sheet import WIDTH_OF_LETTER
from tests.browser import chromium, needs_chromium
from tests.show.reading import SVG, sizes
from tests.support import repeats

TASKS = {
    "marooned": ("crusoe_env/Marooned-v0", {}),
    "dieson": ("crusoe_env/DiesonCrusoe-v0", {"quest": 5}),
    "castaways for four": ("crusoe_env/RobinsonCrusoe-v0", {"players": 4}),
    "volcano": ("crusoe_env/RobinsonCrusoe-v0", {"players": 4, "scenario": "volcano_island"}),
    "family": ("crusoe_env/RobinsonCrusoe-v0", {"players": 1, "scenario": "family_robinson"}),
}
THEMES = ("light", "dark")
EVERY = repeats(36, deep=9)


def begun(task, seed=1, **settings):
    name, options = TASKS[task]
    env = gymnasium.make(name, disable_env_checker=True, **options, **settings)
    env.reset(seed=seed)
    return env


def positions(task, seed=1, every=EVERY):
    """Each so many decisions of a game of random play, and its end."""
    env, rng = begun(task, seed).unwrapped, np.random.default_rng(seed)
    for step in itertools.count():
        legal = env.legal_actions()
        if step % every == 0 or not legal:
            yield env
        if not legal:
            return
        env.step(int(rng.choice(legal)))


@pytest.mark.parametrize("task", TASKS)
def test_compact_pictures_have_one_size_and_no_small_letters(task):
    shapes = set()
    for env in positions(task):
        for theme in THEMES:
            svg = env.picture(theme, "compact")
            shapes.add(re.match(r'<svg [^>]*?width="(\d+)" height="(\d+)"', svg).groups())
            assert min(sizes(svg)) >= 11, task
            assert describe(env).title.split()[0] in svg
    assert len(shapes) == 1
    assert shapes.pop()[0] == "400"


@pytest.mark.parametrize("task", TASKS)
def test_words_of_compact_pictures_stay_within_the_page(task):
    for env in positions(task, every=30):
        picture = ElementTree.fromstring(env.picture(layout="compact"))
        (facts,) = picture.findall(f"{SVG}g")
        moved = float(facts.get("transform").removesuffix(")").split()[-1])
        assert facts.findall(f"{SVG}text")
        for text in [*picture.findall(f"{SVG}text"), *facts.findall(f"{SVG}text")]:
            width = 0.9 * WIDTH_OF_LETTER * float(text.get("font-size")) * len(text.text)
            left = float(text.get("x")) - (width if text.get("text-anchor") == "end" else 0)
            assert left >= 0, text.text
            assert left + width <= compact.WIDTH + 6, text.text
            assert float(text.get("y")) + (moved if text in facts else 0) < float(picture.get("height")), (
                text.text
            )


def test_render_takes_theme_layout_and_width_in_all_modes():
    env = begun(
        "marooned", render_mode="rgb_array", look={"layout": "compact", "theme": "dark", "width": 200}
    )
    assert env.render().shape == (320, 200, 3)
    assert env.render()[0, 0].tolist() == [16, 25, 31], "the dark page"
    game = env.unwrapped
    assert game.render(layout="table", width=470).shape == (350, 470, 3)
    assert game.render(theme="light")[0, 0].tolist() == [247, 244, 237]
    assert 'width="300"' in game.picture(width=300)
    plain = begun("marooned", render_mode="rgb_array").unwrapped
    assert plain.render().shape == (700, 940, 3)


def test_vectors_and_pettingzoo_take_a_look():
    envs = gymnasium.make_vec(
        "crusoe_env/Marooned-v0", 2, "vector_entry_point", render_mode="rgb_array", look={"width": 235}
    )
    envs.reset(seed=1)
    assert [frame.shape for frame in envs.render()] == [(175, 235, 3)] * 2
    for make in (crusoe_env.robinson.env, crusoe_env.robinson.parallel_env):
        team = make(players=2, render_mode="rgb_array", look={"layout": "compact"})
        team.reset(seed=1)
        assert team.render().shape == (960, 400, 3)
        assert team.render(width=200).shape == (480, 200, 3)


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"theme": "blue"}, "unknown theme 'blue'"),
        ({"layout": "compactt"}, "unknown layout 'compactt'; did you mean 'compact'?"),
        ({"width": 0}, "width: 0 is outside 100 .. 8000 pixels"),
        ({"width": 400.5}, "width: 400.5 is no whole number of pixels"),
        ({"size": 400}, "look: there is no 'size'; choose from theme, layout, width"),
        ("dark", "look: 'dark' is no mapping of theme, layout and width"),
    ],
)
def test_a_wrong_look_is_one_line(look, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        begun("marooned", look=look)


def test_a_notebook_shows_environments_and_pictures_no_wider_than_its_page():
    env = begun("marooned").unwrapped
    envs = gymnasium.make_vec("crusoe_env/Marooned-v0", 3, "vector_entry_point")
    envs.reset(seed=1)
    team = crusoe_env.robinson.env(players=2)
    team.reset(seed=1)
    for shown in (env, envs, team, env.picture(), env.picture(layout="compact")):
        image = re.fullmatch(
            r'<img style="height:auto;max-width:100%" alt="(.+?)" src="data:image/svg\+xml;base64,(.*)">',
            shown._repr_html_(),
        )
        assert re.match("Marooned!|Robinson Crusoe|3 pictures side by side", image[1])
        assert "viewBox" in base64.b64decode(image[2]).decode().partition(">")[0]


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_a_wide_picture_shrinks_in_the_cell_of_a_notebook(tmp_path):
    cell = tmp_path / "cell.html"
    drawn = begun("volcano").unwrapped._repr_html_()
    cell.write_text(f'<div style="width: 500px; display: table-cell">{drawn}</div>', encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(cell.as_uri())
        assert page.locator("img").bounding_box()["width"] <= 500
