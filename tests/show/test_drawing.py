"""The SVG builder and the themes."""

from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

import pytest

from crusoe_env.show.drawing import DARK, LIGHT, Drawing, Picture, escape, number, palette
from crusoe_env.show.sheet import WIDTH_OF_LETTER, Sheet, names_in_lines

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
    root = ElementTree.fromstring(drawing.picture())
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
    text = ElementTree.fromstring(drawing.picture()).find(f"{SVG}text")
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
    lines = ElementTree.fromstring(sheet.d.picture()).findall(f"{SVG}text")
    assert bool(lines) == bool(words)
    sizes = {float(line.get("font-size")) for line in lines}
    assert len(sizes) <= 1, "one size for all lines"
    for line in lines:
        size = float(line.get("font-size"))
        assert len(line.text) * (size - 0.01) * WIDTH_OF_LETTER <= width
        assert float(line.get("y")) - 0.7 * size >= 20
        assert float(line.get("y")) + 0.2 * size <= 20 + height


@pytest.mark.parametrize(
    ("words", "shown", "pressed"),
    [
        ("Raft", "Raft", None),
        ("Southern Tip", "Southern Tip", "60"),
        ("Southeast Headland", "Southeas…", None),
    ],
)
def test_where_no_text_may_be_small_words_are_pressed_before_they_are_cut(words, shown, pressed):
    sheet = Sheet(Drawing(200, 200, "a card", 12.0), LIGHT, "light")
    sheet.words(10, 20, words, 9.0, width=60)
    text = ElementTree.fromstring(sheet.d.picture()).find(f"{SVG}text")
    assert (text.text, text.get("textLength"), text.get("font-size")) == (shown, pressed, "12")


def test_words_that_have_room_are_all_in_a_paragraph():
    sheet = Sheet(Drawing(200, 200, "a card"), LIGHT, "light")
    sheet.paragraph(0, 0, "Rope, 2 wood → +1 pawn: gather or explore", (9.0, 8.5, 8.0, 7.6), 80, 25)
    lines = [line.text for line in ElementTree.fromstring(sheet.d.picture()).findall(f"{SVG}text")]
    assert " ".join(lines) == "Rope, 2 wood → +1 pawn: gather or explore"
    assert len(lines) > 1


def test_numbers_are_short():
    assert [number(v) for v in (1.0, -0.001, 2.346, 1e-9, 100)] == ["1", "0", "2.35", "0", "100"]


def test_gradients_are_defined_once_and_referred_to():
    drawing = small_drawing()
    paints = {drawing.gradient("g-1", [(0, "#fff", 1), (1, "#000", 0.5)]) for _ in range(2)}
    assert paints == {"url(#g-1)"}
    definitions = ElementTree.fromstring(drawing.picture()).find(f"{SVG}defs")
    assert [d.tag.removeprefix(SVG) for d in definitions] == ["linearGradient"]


def test_themes_are_complete_and_an_unknown_one_is_named():
    assert palette("light") is LIGHT
    assert palette("dark") is DARK
    for theme in (LIGHT, DARK):
        for colour in dataclasses.astuple(theme):
            assert re.fullmatch("#[0-9a-f]{6}", colour)
    with pytest.raises(ValueError, match=r"'drak'.*'dark'"):
        palette("drak")


def test_a_drawing_of_another_make_is_a_picture_too():
    picture = Picture.of(
        '<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="20" aria-label="a dot"/>'
    )
    assert (picture.width, picture.height, picture.label, list(picture.layers)) == (30, 20, "a dot", [])
    assert Picture.of(picture) is picture
    wide = ElementTree.fromstring(picture.sized(60))
    assert (wide.get("width"), wide.get("height")) == ("60", "40")
    for wrong in ("<svg", "a dot", '<svg width="100%" height="20"/>', '<svg width="30"/>'):
        with pytest.raises(ValueError, match="a picture is SVG with width and height in pixels"):
            Picture.of(wrong)


def test_names_that_do_not_fit_are_counted():
    names = ["one", "two", "three", "the_last_and_longest_of_them"]
    assert names_in_lines(names, 10, 1_000, 1) == [", ".join(names)]
    assert names_in_lines(names, 10, len("one, two, three and 1 more") * 10 * WIDTH_OF_LETTER * 1.2, 1) == [
        "one, two, three and 1 more"
    ]
    assert names_in_lines(names[2:], 10, len("three and 1 more") * 10 * WIDTH_OF_LETTER * 1.2, 1) == [
        "three and 1 more"
    ]
    assert names_in_lines(names, 10, 10, 1) == []
