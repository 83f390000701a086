"""What stands in a picture: words, the size of their letters, and drawings that keep to their boxes."""

from xml.etree import ElementTree

from crusoe_env.show.pixels import rasterise

SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg: str) -> str:
    """The words of a picture, text by text."""
    return " | ".join(text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def assert_inside(name: str, markup: str, width: int, height: int, x: float = 0, y: float = 0) -> None:
    """A drawing fills something of its box, whose corner lies at (x, y), and reaches nowhere beyond it."""
    ElementTree.fromstring(f"<svg>{markup}</svg>")
    edge = 20
    size = f'width="{width + 2 * edge}" height="{height + 2 * edge}"'
    moved = f'<g transform="translate({edge - x} {edge - y})">{markup}</g>'
    image = rasterise(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{moved}</svg>')
    inside = image[edge : edge + height, edge : edge + width]
    assert (inside < 200).any(), name
    inside[:] = 255
    assert (image > 250).all(), f"{name}: beyond its box, antialiasing aside"


def sizes(svg):
    """The size of each text in pixels, where the picture has its own width."""
    found = []
    _collect(ElementTree.fromstring(svg), 1.0, found)
    return found


def _collect(element, scale, found):
    if element.tag == f"{SVG}svg" and "viewBox" in element.attrib:
        scale *= float(element.get("width")) / float(element.get("viewBox").split()[2])
    for step in element.get("transform", "").split(")"):
        if "scale(" in step:
            scale *= abs(float(step.partition("scale(")[2].split()[0]))
    if element.tag == f"{SVG}text":
        found.append(scale * float(element.get("font-size")))
    for child in element:
        _collect(child, scale, found)
