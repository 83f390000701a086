"""Lists of files of the repository that pages show: pictures and examples."""

from __future__ import annotations

import ast
import re
import tomllib

from crusoe_env import GAMES, game
from crusoe_env.support.tables import markdown_table
from research.data import ROOT
from research.site import folded

DOCS = ROOT / "docs"


def gallery() -> str:
    """A picture of each game, then of each scenario of Robinson Crusoe by the heading of its page."""
    pictures = [(game(name).title, f"{name}.md", f"images/{name}.webp") for name in GAMES]
    for path in sorted((DOCS / "images" / "scenarios").glob("*.webp")):
        page = DOCS / "scenarios" / f"{path.stem}.md"
        title = page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        pictures.append((title, f"scenarios/{page.name}", f"images/scenarios/{path.name}"))
    return "\n\n".join(f"## [{title}]({page})\n\n![{title}]({image})" for title, page, image in pictures)


def examples() -> str:
    """The code of each example that no other page shows, under the first sentence of its docstring."""
    texts = [page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md") if page.name != "examples.md"]
    shown = set(re.findall(r'--8<-- "examples/(\w+)\.py"', "\n".join(texts)))
    parts = []
    for path in sorted((ROOT / "examples").glob("*.py")):
        code = path.read_text(encoding="utf-8")
        if path.stem not in shown and code.startswith("# /// script"):
            title = str(ast.get_docstring(ast.parse(code))).partition(". ")[0]
            block = f'``` {{ .python }}\n--8<-- "examples/{path.name}"\n```'
            parts.append(f"## {title}\n\n{folded(f'<code>examples/{path.name}</code>', block)}")
    return "\n\n".join(parts)


def styles() -> str:
    """The styles of the scripted player, and what each does."""
    file = ROOT / "agents" / "robinson" / "styles.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return markdown_table(
        ("style", "what it does"), [(f"`partner:{name}`", it["about"]) for name, it in found.items()]
    )
