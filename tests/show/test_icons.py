import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import crusoe_env
from crusoe_env.show.icons import icons

ROOT = Path(crusoe_env.__file__).parent
FILES = sorted(ROOT.rglob("*.svg"))
HEAD = '<?xml version="1.0"?>\n<svg viewBox="0 0 1 1">'


def test_every_icon_is_a_picture_of_its_own():
    assert FILES
    for file in FILES:
        root = ElementTree.parse(file).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg", file
        assert len(root.get("viewBox").split()) == 4, file
        assert len(root), file


def test_every_icon_can_stand_in_a_picture_with_others():
    for folder in sorted({file.parent for file in FILES}):
        for name, drawing in icons("crusoe_env", *folder.relative_to(ROOT).parts).items():
            ElementTree.fromstring(f"<svg>{drawing}</svg>")  # without the namespaces of the file
            assert "url(#" not in drawing, f"{name}: another icon may have the same id"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of icons, in a package."""
    folder = tmp_path / "boat_view" / "icons"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "boat_view", raising=False)
    icons.cache_clear()
    yield folder
    icons.cache_clear()


def test_an_icon_is_what_stands_inside_the_document(folder):
    (folder / "oar.svg").write_text(f'{HEAD}\n<path d="M0 0"/></svg>\n')
    (folder / "notes.txt").write_text("no icon")
    assert icons("boat_view", "icons") == {"oar": '\n<path d="M0 0"/>'}


def test_a_file_that_is_no_svg_is_named(folder):
    (folder / "oar.svg").write_text("oar")
    with pytest.raises(ValueError, match=r"oar\.svg: an icon must be an SVG document"):
        icons("boat_view", "icons")
