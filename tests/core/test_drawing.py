"""The SVG builder, themes, rasterising and the window."""

from __future__ import annotations

import builtins
import dataclasses
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from crusoe_env.core.drawing import DARK, LIGHT, Drawing, Window, escape, number, palette, rasterise
from crusoe_env.core.sheet import WIDTH_OF_LETTER, Sheet

SVG = "{http://www.w3.org/2000/svg}"


def small_drawing() -> Drawing:
    drawing = Drawing(40, 20, "a <label>")
    drawing.rect(0, 0, 40, 20, fill="#ff0000")
    return drawing


def test_shapes_become_valid_xml_with_their_attributes():
    drawing = small_drawing()
    with drawing.group(3, 4, 2, opacity=0.5):
        drawing.circle(1, 2, 3, fill="#00ff00", stroke_width=1.5, stroke=None)
        drawing.hexagon(0, 0, 10, fill="none")
    drawing.line(0, 0, 1, 1, stroke="#000")
    drawing.path("M0 0h4z", fill="#000")
    root = ElementTree.fromstring(drawing.svg())
    assert root.get("viewBox") == "0 0 40 20"
    assert root.get("aria-label") == "a <label>"
    group = root.find(f"{SVG}g")
    assert group.get("transform") == "translate(3 4) scale(2)"
    circle = group.find(f"{SVG}circle")
    assert circle.get("stroke-width") == "1.5"
    assert circle.get("stroke") is None
    assert len(group.find(f"{SVG}polygon").get("points").split()) == 6


def test_text_is_escaped_and_keeps_no_forbidden_characters():
    drawing = small_drawing()
    drawing.text(0, 10, '<b> & "quoted" \x01', 8, fill="#000", bold=True, anchor="middle")
    text = ElementTree.fromstring(drawing.svg()).find(f"{SVG}text")
    assert text.text == '<b> & "quoted" '
    assert text.get("font-weight") == "bold"
    assert escape('"\x00') == "&quot;"


@pytest.mark.parametrize(
    "words", ["", "wood", "Rope, 2 wood → +1 pawn: gather or explore", "word " * 40, "w" * 90]
)
@pytest.mark.parametrize(("width", "height"), [(60, 25), (98, 25), (98, 11)])
def test_a_paragraph_stays_within_width_and_height(words, width, height):
    sheet = Sheet(Drawing(200, 200, "a card"), LIGHT, "light")
    sheet.paragraph(10, 20, words, (9.0, 8.0, 7.5), width, height)
    lines = ElementTree.fromstring(sheet.d.svg()).findall(f"{SVG}text")
    assert bool(lines) == bool(words)
    sizes = {float(line.get("font-size")) for line in lines}
    assert len(sizes) <= 1, "one size for all lines"
    for line in lines:
        size = float(line.get("font-size"))
        assert len(line.text) * (size - 0.01) * WIDTH_OF_LETTER <= width
        assert float(line.get("y")) - 0.7 * size >= 20
        assert float(line.get("y")) + 0.2 * size <= 20 + height


def test_words_that_have_room_are_all_in_a_paragraph():
    sheet = Sheet(Drawing(200, 200, "a card"), LIGHT, "light")
    sheet.paragraph(0, 0, "Rope, 2 wood → +1 pawn: gather or explore", (9.0, 8.5, 8.0, 7.6), 80, 25)
    lines = [line.text for line in ElementTree.fromstring(sheet.d.svg()).findall(f"{SVG}text")]
    assert " ".join(lines) == "Rope, 2 wood → +1 pawn: gather or explore"
    assert len(lines) > 1


def test_numbers_are_short():
    assert [number(v) for v in (1.0, -0.001, 2.346, 1e-9, 100)] == ["1", "0", "2.35", "0", "100"]


def test_gradients_are_defined_once_and_referred_to():
    drawing = small_drawing()
    paints = {drawing.gradient("g-1", [(0, "#fff", 1), (1, "#000", 0.5)]) for _ in range(2)}
    assert paints == {"url(#g-1)"}
    drawing.gradient("g-2", [(0, "#fff", 1)], radial=True)
    definitions = ElementTree.fromstring(drawing.svg()).find(f"{SVG}defs")
    assert [d.tag.removeprefix(SVG) for d in definitions] == ["linearGradient", "radialGradient"]


def test_themes_are_complete_and_an_unknown_one_is_named():
    assert palette("light") is LIGHT
    assert palette("dark") is DARK
    for theme in (LIGHT, DARK):
        for colour in dataclasses.astuple(theme):
            assert re.fullmatch("#[0-9a-f]{6}", colour)
    with pytest.raises(ValueError, match=r"'drak'.*'dark'"):
        palette("drak")


def test_rasterise_keeps_the_size_or_scales_to_a_width():
    svg = small_drawing().svg()
    image = rasterise(svg)
    assert image.shape == (20, 40, 3)
    assert image.dtype == np.uint8
    assert (image == [255, 0, 0]).all()
    assert rasterise(svg, width=100).shape == (50, 100, 3)
    with pytest.raises(ValueError, match="width"):
        rasterise(svg, width=0)


def test_transparent_parts_are_white():
    assert (rasterise(Drawing(8, 8, "").svg()) == 255).all()


def test_a_broken_svg_is_a_value_error():
    with pytest.raises(ValueError, match="SVG"):
        rasterise("<svg")


def test_text_is_drawn():
    drawing = Drawing(200, 30, "")
    drawing.text(4, 22, "Lit Beacon", 20, fill="#000000")
    assert (rasterise(drawing.svg()) < 128).sum() > 100


def test_text_is_drawn_on_a_system_without_fonts(monkeypatch: pytest.MonkeyPatch):
    import resvg_py

    draw = resvg_py.svg_to_bytes

    def without_system_fonts(**options):
        return draw(**options, skip_system_fonts=True)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_system_fonts)
    drawing = Drawing(200, 60, "")
    drawing.text(4, 22, "Lit Beacon", 20, fill="#000000")
    drawing.text(4, 52, "– · − ×", 20, fill="#000000", family="Georgia, FreeSans, serif")
    image = rasterise(drawing.svg())
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
        rasterise(small_drawing().svg())
    assert "\n" not in str(error.value)


def test_the_window_shows_pictures_and_can_be_closed_by_its_user(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    image = rasterise(small_drawing().svg())
    window = Window("a game", fps=1000)
    try:
        window.show(image)
        shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
        assert (shown == image).all()
        window.show(rasterise(small_drawing().svg(), width=80))
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
