"""Every Python snippet of the README and the docs runs, page by page, beside the data files shown."""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

import crusoe_env
from crusoe_env.programs import PROGRAMS
from research import figures
from research.site import PAGES as MADE
from tests.forks import Program, run_all
from tests.support import files_of_page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
INCLUDED = re.compile(r"^--8<-- \"(\S+)\"$", re.MULTILINE)
KEPT = sorted({*DOCS.rglob("*.md")} - {*MADE})
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *KEPT]
COMMAND = re.compile(r"^(?:python|make) (?:-m )?(\S+)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")


def text_of(page):
    """The text of a page, also of one that is made with the site."""
    return MADE[page]() if page in MADE else page.read_text()


def name_of(page):
    return page.relative_to(ROOT).as_posix()


WITH_SNIPPETS = [
    page for page in PAGES if SNIPPET.search(page.read_text()) or "python title" in page.read_text()
]


def program_of(page, folder):
    """All snippets of a page as one program, with its files in a folder."""
    text = page.read_text()
    files = files_of_page(text)
    for name, content in files.items():
        (folder / name).write_text(content)
    modules = [f"import {name.removesuffix('.py')}" for name in files if name.endswith(".py")]
    return Program("\n".join([*SNIPPET.findall(text), *modules]), str(folder))


@pytest.fixture(scope="module")
def ended(request, tmp_path_factory):
    """How the snippets of each page that is tested ended."""
    asked = {
        item.callspec.params["page"]
        for item in request.session.items
        if item.name.startswith("test_snippets_run")
    }
    pages = [page for page in WITH_SNIPPETS if page in asked]
    programs = [program_of(page, tmp_path_factory.mktemp("page")) for page in pages]
    return dict(zip(pages, run_all(programs), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_SNIPPETS, ids=name_of)
def test_snippets_run(page, ended):
    assert ended[page].status == 0, ended[page].err


def found_on_pages(pattern):
    """What stands on the pages, and the page."""
    return [(name_of(page), words) for page in PAGES for words in pattern.findall(page.read_text())]


def test_links_and_included_files_lead_somewhere():
    linked = [(page, (ROOT / page).parent / target) for page, target in found_on_pages(LINK)]
    included = [(name_of(page), ROOT / it) for page in PAGES for it in included_in(page.read_text())]
    lost = [(page, it) for page, it in linked + included if not (it.resolve() in MADE or it.exists())]
    assert lost == []
    assert [it for _, it in linked if it.is_file() and it.stat().st_size == 0] == []


def included_in(text):
    """The files that a page includes, but for the figures that are drawn when the site is built."""
    drawn = {f"{figures.INCLUDED.as_posix()}/{Path(page).name}.md" for page in figures.FIGURES}
    return [target for target in INCLUDED.findall(text) if target not in drawn]


def without_code(text):
    """A page without its blocks of code, in which a line with # is no heading, and a bracket no link."""
    lines, inside = [], False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            lines.append(line)
    return "\n".join(lines)


def anchors_of(page):
    """What links may name behind #: the headings of a page and of those that it includes."""
    text = text_of(page)
    included = [ROOT / path for path in included_in(text) if path.endswith(".md")]
    headings = re.findall(r"^#+ (.+?)(?: *\{.*\})?$", without_code(text), re.MULTILINE)
    words = [re.sub(r"\]\([^)]*\)", "]", heading) for heading in headings]
    slugs = {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", it).strip().lower()) for it in words}
    return slugs.union(*map(anchors_of, included), re.findall(r"\{ *#([\w-]+)", text))


def test_links_to_headings_find_them():
    lost = []
    for page in PAGES:
        for target, anchor in ANCHOR.findall(without_code(page.read_text())):
            there = (page.parent / target).resolve() if target else page
            if there.suffix == ".md" and anchor not in anchors_of(there):
                lost.append(f"{name_of(page)} links to {target}#{anchor}")
    assert lost == []


def test_blocks_of_code_say_nothing_that_the_site_does_not_read():
    """With another option behind its language, a block is no block for the site, and hides what follows."""
    known = re.compile(r'\w+( title="\S+")?|\w* ?\{ .+ \}')
    heads = found_on_pages(re.compile(r"^ *```(.+)$", re.MULTILINE))
    assert [(page, words) for page, words in heads if not known.fullmatch(words.strip())] == []


def test_every_page_is_in_the_navigation():
    def pages_in(entry):
        if isinstance(entry, str):
            return [entry]
        return [
            page for it in (entry.values() if isinstance(entry, dict) else entry) for page in pages_in(it)
        ]

    navigation = pages_in(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"])
    assert len(navigation) == len(set(navigation))
    assert set(navigation) == {page.relative_to(DOCS).as_posix() for page in (*KEPT, *MADE)}


def test_replays_of_the_site_are_small():
    assert {replay.stat().st_size < 300_000 for replay in (DOCS / "replays").glob("*.html")} == {True}


def test_the_reference_names_things_where_they_are_defined():
    for page in sorted((DOCS / "reference").glob("*.md")):
        for path in re.findall(r"^::: (\S+)", page.read_text(), re.MULTILINE):
            if not is_module(path):
                module, _, name = path.rpartition(".")
                source = Path(str(importlib.util.find_spec(module).origin)).read_text()
                assert re.search(rf"^(class|def) {name}\b", source, re.MULTILINE), f"{page.name}: {path}"


def is_module(path):
    """Is this the name of a module, not of something in one?"""
    try:
        return importlib.util.find_spec(path) is not None
    except ModuleNotFoundError:
        return False


def test_commands_name_things_that_exist():
    blocks = found_on_pages(re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL))
    targets = {line.split(":")[0] for line in (ROOT / "Makefile").read_text().splitlines() if ":" in line}
    lost = []
    for page, name in [(page, name) for page, block in blocks for name in COMMAND.findall(block)]:
        module = ROOT / name.replace(".", "/")
        places = (ROOT / name, module.with_suffix(".py"), module / "__main__.py")
        if not any(place.exists() for place in places) and name not in targets:
            lost.append(f"{page} names {name}")
    assert lost == []
    words = [word for _, block in blocks for word in re.findall(r"^crusoe (\w+)", block, re.MULTILINE)]
    assert set(words) <= {*PROGRAMS, "games", "facts", "compile", "actions", "observation", "check"}


def test_pages_install_from_a_checkout():
    """Nothing is released yet, so that pip finds no package of this name."""
    assert found_on_pages(re.compile(r"pip install [\"']?crusoe_env")) == []


@pytest.mark.parametrize("name", crusoe_env.GAMES)
def test_sizes_are_those_of_the_layouts(name):
    game, home = crusoe_env.game(name), (DOCS / "index.md").read_text()
    page = (DOCS / f"{name}.md").read_text()
    assert f"`Discrete({game.actions.n})`" in page
    assert f"`Box({game.observations.size})`" in page
    assert f"`{game.env_id}` | {game.actions.n} actions" in home


# ------------------------------------------------------------------ colours of the site

BACKGROUNDS = {"default": ("#ffffff", "#f0f0f0"), "slate": ("#0b0c0f", "#212226", "#5b5c5e")}
"""Of pages, code and the chosen result of the search, as Chromium shows them."""


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(
        weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)
    )


@pytest.mark.parametrize("scheme", BACKGROUNDS)
def test_links_and_marks_have_contrast_also_when_hovered(scheme):
    style = (ROOT / "docs" / "stylesheets" / "site.css").read_text()
    block = re.search(rf'scheme="{scheme}"\] {{(.*?)}}', style, re.DOTALL)[1]
    accent = re.search(r"--md-accent-fg-color: (#\w{6})", block)[1]
    for background in BACKGROUNDS[scheme]:
        low, high = sorted((luminance(accent), luminance(background)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, background
