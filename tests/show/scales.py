"""How large the letters of a picture are."""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


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
