"""The pages of the site that are made from the games."""

import re

import pytest

import crusoe_env
from research import site
from tests.support import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_field_entry_and_fact_has_a_row(name):
    it = crusoe_env.game(name)
    pages = {path.name: make() for path, make in site.PAGES.items() if path.parent.name == name}
    fields = re.findall(r"^\| `(\w+)` \|", pages["record.md"], re.MULTILINE)
    assert sorted(fields) == sorted(it.record.bounds)
    shown = pages.get(site.ENTRIES_PAGE) or pages["observation.md"]
    assert f"`Box(0, high, ({it.observations.size},), float32)`" in shown
    for _, segment, *_ in it.observations.table()[1:]:
        assert segment.removeprefix("- ") in shown
    for identity in (identity for _, identity, _ in site.entries(site.all_facts(it, None))):
        assert identity in pages["provenance.md"]


def test_git_ignores_the_pages():
    ignored = (site.DOCS.parent / ".gitignore").read_text().splitlines()
    for path in site.PAGES:
        page = path.relative_to(site.ROOT)
        own = f"/{page.as_posix()}", f"/docs/*/{path.name}", f"/{page.parent.as_posix()}/"
        assert set(own) & set(ignored), path


def test_segments_lead_to_their_entries():
    it = crusoe_env.game("robinson")
    lines = site.entries_page(it).splitlines()
    headings = {line[3:].replace(" ", "-") for line in lines if line.startswith("## ")}
    linked = re.findall(r"observation_entries\.md#(\S+)\)", site.segments_markdown(it))
    assert len(linked) > 10
    assert set(linked) == headings


def test_every_module_is_listed():
    page = site.modules_page()
    assert "| `report.py` | Tables on the screen" in page
    assert page.count("<code>crusoe_env/robinson/rules/") > 2
