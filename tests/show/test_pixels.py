"""Pictures as pixels, whole and layer by layer, and the window."""

from __future__ import annotations

import builtins

import gymnasium
import numpy as np
import pytest

from crusoe_env import GAMES
from crusoe_env.show import pixels
from crusoe_env.show.drawing import Drawing, Picture
from crusoe_env.show.pixels import Window, rasterise


def small_drawing() -> Drawing:
    drawing = Drawing(40, 20, "a <label>")
    drawing.rect(0, 0, 40, 20, fill="#ff0000")
    return drawing


def test_rasterise_keeps_the_size_or_scales_to_a_width():
    svg = small_drawing().picture()
    image = rasterise(svg)
    assert image.shape == (20, 40, 3)
    assert image.dtype == np.uint8
    assert (image == [255, 0, 0]).all()
    assert rasterise(svg, width=100).shape == (50, 100, 3)
    with pytest.raises(ValueError, match="width"):
        rasterise(svg, width=0)


def test_transparent_parts_are_white():
    assert (rasterise(Drawing(8, 8, "").picture()) == 255).all()


def test_a_broken_svg_is_a_value_error():
    with pytest.raises(ValueError, match="SVG"):
        rasterise("<svg")


def test_text_is_drawn():
    drawing = Drawing(200, 30, "")
    drawing.text(4, 22, "Lit Beacon", 20, fill="#000000")
    assert (rasterise(drawing.picture()) < 128).sum() > 100


def test_text_is_drawn_on_a_system_without_fonts(monkeypatch: pytest.MonkeyPatch):
    import resvg_py

    draw = resvg_py.svg_to_bytes

    def without_system_fonts(**options):
        return draw(**options, skip_system_fonts=True)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_system_fonts)
    drawing = Drawing(200, 60, "")
    drawing.text(4, 22, "Lit Beacon", 20, fill="#000000")
    drawing.text(4, 52, "– · − ×", 20, fill="#000000", family="Georgia, FreeSans, serif")
    image = rasterise(drawing.picture())
    assert (image[:30] < 128).sum() > 100
    assert (image[30:] < 128).sum() > 20


@pytest.mark.parametrize("module", ["resvg_py", "pygame"])
def test_a_missing_extra_is_named_in_one_line(module, monkeypatch: pytest.MonkeyPatch):
    real_import = builtins.__import__

    def fail(name, *args, **kwargs):
        if name == module:
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(ImportError, match="pip install 'resvg_py>=0") as error:
        rasterise(small_drawing().picture())
    assert "\n" not in str(error.value)


def test_the_window_shows_pictures_and_can_be_closed_by_its_user(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    image = rasterise(small_drawing().picture())
    window = Window("a game", fps=1000)
    try:
        window.show(image)
        shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
        assert (shown == image).all()
        window.show(rasterise(small_drawing().picture(), width=80))
        assert pygame.display.get_surface().get_size() == (80, 40)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        window.show(image)
        assert window.closed_by_user
        window.show(image)
        assert not pygame.display.get_init()
    finally:
        window.close()
    assert not pygame.display.get_init()


def test_a_window_without_a_display_is_a_clear_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(RuntimeError, match="rgb_array"):
        Window("a game").show(np.zeros((4, 4, 3), np.uint8))


# ---------------------------------------------------------------------------------------------- layers


def layered(x: float, words: str = "2", about: str = "wood") -> Picture:
    drawing = Drawing(60, 40, "a table")
    with drawing.layer(0, 0, 60, 40):
        drawing.rect(0, 0, 60, 40, fill="#aaccee")
    drawing.circle(50, 30, 5, fill="#ffffff")
    with drawing.layer(4.2, 3, 21, 20), drawing.zone(about, [3]):
        drawing.rect(5, 4, 18, 18, 4, fill="#ffeecc", opacity=0.8)
        drawing.text(9, 18, words, 12, fill="#000000")
    with drawing.layer(x, 26, 10, 10, origin=True):
        drawing.rect(2, 2, 6, 6, fill=drawing.gradient("g", [(0, "#ff0000", 1), (1, "#0000ff", 1)]))
    return drawing.picture()


def assert_alike(image: np.ndarray, other: np.ndarray) -> None:
    """Equal but for what blending in whole numbers loses."""
    assert image.shape == other.shape
    apart = np.abs(image.astype(int) - other)
    assert apart.max() <= 20
    assert apart.mean() < 0.5


@pytest.fixture
def rasterised(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What resvg is given, with nothing kept from before."""
    given: list[str] = []
    draw = pixels._surface

    def counted(svg: str, **options):
        given.append(svg)
        return draw(svg, **options)

    monkeypatch.setattr(pixels, "_surface", counted)
    monkeypatch.setattr(pixels, "_kept", pixels._Kept(2**20))
    return given


@pytest.mark.parametrize("x", [30, 44.5])
def test_layers_together_are_the_whole_picture(x):
    assert_alike(rasterise(layered(x)), rasterise(str(layered(x))))


def test_only_layers_that_have_changed_are_rasterised_again(rasterised):
    rasterise(layered(30))
    assert len(rasterised) == 4  # what lies between two layers is one too
    rasterise(layered(30))
    rasterise(layered(30, about="wood: 2"))  # no pixel of it changes
    rasterise(layered(44))  # the same thing elsewhere
    assert len(rasterised) == 4
    rasterise(layered(30, words="3"))
    assert len(rasterised) == 5
    assert ">3</text>" in rasterised[-1]


def test_the_least_recently_used_layers_go_when_there_is_no_room(rasterised, monkeypatch):
    room = 60 * 40 * 4 * 2 + 21 * 20 * 4 * 2 + 10 * 10 * 4  # one picture, and a layer that has changed
    monkeypatch.setattr(pixels, "_kept", pixels._Kept(room + 100))
    rasterise(layered(30, "2"))
    rasterise(layered(30, "3"))
    seen = len(rasterised)
    rasterise(layered(30, "3"))
    assert len(rasterised) == seen
    rasterise(layered(30, "4"))
    rasterise(layered(30, "2"))
    assert len(rasterised) == seen + 2


def test_pictures_handed_out_belong_to_who_asked():
    image = rasterise(layered(30))
    before = image.copy()
    image[:] = 0
    assert (rasterise(layered(30)) == before).all()


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_drawn_outside_the_box_of_its_layer(name):
    env = gymnasium.make(GAMES[name]).unwrapped
    rng = np.random.default_rng(3)
    info = env.reset(seed=3)[1]
    for step in range(41):
        if step == 40:
            picture = env.picture("dark")
            assert len(picture.layers) > 10
            assert all(layer.box for layer in picture.layers), "all is in a layer"
            assert_alike(rasterise(picture), rasterise(str(picture)))
        *_, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            info = env.reset()[1]
