"""Every Python snippet of the README and the docs runs, page by page, beside the data files shown."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from crusoe_env.programs import PROGRAMS

ROOT = Path(__file__).parents[1]
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
DATA_FILE = re.compile(r"^```toml\n(.*?id = \"(\w+)\".*?)^```", re.MULTILINE | re.DOTALL)
ALL_PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [page for page in ALL_PAGES if SNIPPET.search(page.read_text())]
COMMAND = re.compile(r"^(?:python|make) (?:-m )?(\S+)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_snippets_run(page, tmp_path):
    program = "\n".join(SNIPPET.findall(page.read_text()))
    for content, name in DATA_FILE.findall(page.read_text()):
        (tmp_path / f"{name}.toml").write_text(content)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error::UserWarning", "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_reference_names_things_where_they_are_defined():
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
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


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "guide.md"], ids=lambda page: page.name)
def test_commands_name_things_that_exist(page):
    blocks = re.findall(r"^```bash\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    targets = {line.split(":")[0] for line in (ROOT / "Makefile").read_text().splitlines() if ":" in line}
    for name in COMMAND.findall("\n".join(blocks)):
        module = ROOT / name.replace(".", "/")
        exists = (
            (ROOT / name).exists() or module.with_suffix(".py").exists() or (module / "__main__.py").exists()
        )
        assert exists or name in targets, f"{page.name} names {name}"
    words = re.findall(r"^crusoe (\w+)", "\n".join(blocks), re.MULTILINE)
    assert set(words) <= {*PROGRAMS, "games", "facts", "compile", "actions", "observation", "check"}, (
        page.name
    )
