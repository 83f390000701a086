"""Every Python snippet of the README and the docs runs, page by page, beside the data files shown."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from crusoe_env.programs import PROGRAMS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
DATA_FILE = re.compile(r"^```toml\n(.*?id = \"(\w+)\".*?)^```", re.MULTILINE | re.DOTALL)
NAMED_FILE = re.compile(r"^```toml title=\"(\S+)\"\n(.*?)^```", re.MULTILINE | re.DOTALL)
INCLUDED = re.compile(r"^--8<-- \"(\S+)\"$", re.MULTILINE)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
RECIPES = (DOCS / "architecture.md",)
"""Pages whose snippets are files of the package; `tests/robinson/test_recipes.py` puts them there."""
COMMAND = re.compile(r"^(?:python|make) (?:-m )?(\S+)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def name_of(page):
    return page.relative_to(ROOT).as_posix()


WITH_SNIPPETS = [page for page in PAGES if page not in RECIPES and SNIPPET.search(page.read_text())]


@pytest.mark.parametrize("page", WITH_SNIPPETS, ids=name_of)
def test_snippets_run(page, tmp_path):
    text = page.read_text()
    for content, name in DATA_FILE.findall(text):
        (tmp_path / f"{name}.toml").write_text(content)
    for name, content in NAMED_FILE.findall(text):
        (tmp_path / name).write_text(content)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error::UserWarning", "-c", "\n".join(SNIPPET.findall(text))]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_included_files_lead_somewhere(page):
    text = page.read_text()
    for target in LINK.findall(text):
        assert (page.parent / target).exists(), f"{name_of(page)} links to {target}"
    for target in INCLUDED.findall(text):
        assert (ROOT / target).exists(), f"{name_of(page)} includes {target}"


def test_every_page_is_in_the_navigation():
    def pages_in(entry):
        if isinstance(entry, str):
            return [entry]
        return [
            page for it in (entry.values() if isinstance(entry, dict) else entry) for page in pages_in(it)
        ]

    navigation = pages_in(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"])
    assert len(navigation) == len(set(navigation))
    assert set(navigation) == {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}


@pytest.mark.parametrize("replay", sorted((DOCS / "replays").glob("*.html")), ids=lambda replay: replay.stem)
def test_replays_of_the_site_are_small(replay):
    assert replay.stat().st_size < 300_000


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


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_name_things_that_exist(page):
    blocks = re.findall(r"^```bash\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    targets = {line.split(":")[0] for line in (ROOT / "Makefile").read_text().splitlines() if ":" in line}
    for name in COMMAND.findall("\n".join(blocks)):
        module = ROOT / name.replace(".", "/")
        exists = (
            (ROOT / name).exists() or module.with_suffix(".py").exists() or (module / "__main__.py").exists()
        )
        assert exists or name in targets, f"{name_of(page)} names {name}"
    words = re.findall(r"^crusoe (\w+)", "\n".join(blocks), re.MULTILINE)
    assert set(words) <= {*PROGRAMS, "games", "facts", "compile", "actions", "observation", "check"}


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "index.md"], ids=name_of)
def test_speeds_are_those_of_the_tables(page):
    tables = (DOCS / "benchmarks.md").read_text() + (DOCS / "results" / "trainers.md").read_text()
    measured = {int(number.replace(",", "")) for number in re.findall(r"\b\d[\d,]{4,}\b", tables)}
    rounded = {round(number, -3) for number in measured}
    for number in re.findall(r"\b\d{2,3},000\b", page.read_text()):
        assert int(number.replace(",", "")) in rounded, number


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
