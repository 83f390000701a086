"""Write the figures of all pages from data: `python -m research.pages`; `--check` only names what is stale.

A page has figures between `<!-- written: NAME -->` and `<!-- /written -->`, or within a line between
`<!-- = NAME -->` and `<!-- / -->`. NAME is a file of `research/results`, or what `BLOCKS` and `FIGURES` of
`research.scoreboard` work out. Pictures and `zoo/results.yaml` are written, too.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from agents import zoo
from agents.figures.style import content_of
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import Result
from crusoe_env.support.files import write_whole
from crusoe_env.support.words import nearest
from research import decisions, figures, pairs, peers, regret, scoreboard, shipped
from research.data import FOLDER, ROOT, result
from research.site import PAGES as MADE
from research.site import folded

BLOCK = re.compile(
    r"(?P<begin><!-- written: (?P<name>[^>]+?) -->\n)(?P<old>.*?)(?P<end><!-- /written -->)", re.DOTALL
)
FIGURE = re.compile(r"(?P<begin><!-- = (?P<name>[^>]+?) -->)(?P<old>[^<]*)(?P<end><!-- / -->)")
FOLDED = 25
"""A table that has this many rows is folded: it is longer than a screen."""
MATPLOTLIB = re.compile(r"Matplotlib v[\d.]+")
IMAGES = ROOT / "docs" / "images"
PICTURES: dict[str, Callable[[], Figure]] = {
    "zoo.svg": shipped.picture,
    "partners.svg": regret.picture,
    "pairs.svg": pairs.picture,
    "peers.svg": peers.picture,
    "strength.svg": partial(figures.scoreboard, False, figures.IN_README),
    **{f"{name}.svg": partial(decisions.picture, name) for name in decisions.SHOWN},
}


def pages() -> list[Path]:
    """The README and all pages of the documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def folded_table(table: Table) -> str:
    """A table whose page shows only the title until the reader opens it."""
    title, _, rows = table.markdown().partition("\n\n")
    return folded(title.strip("*"), rows)


def for_page(tables: Sequence[Table]) -> str:
    """Tables as Markdown, details and long ones folded."""
    fold = [it.detail or len(it.rows) >= FOLDED for it in tables]
    return "\n\n".join(
        folded_table(it) if down else it.markdown() for it, down in zip(tables, fold, strict=True)
    )


def block_of(found: Result) -> str:
    """A result as a page shows it."""
    command = f" Repeat with `{found.command}`." if found.command else ""
    return f"{found.machine}; {found.date}, commit {found.commit}.{command}\n\n{for_page(found.tables)}"


def content(name: str) -> str:
    """What stands between the marks of this name. Raises ValueError for an unknown one."""
    if name in scoreboard.BLOCKS:
        return scoreboard.BLOCKS[name]()
    if not (FOLDER / f"{name}.json").is_file():
        known = [*scoreboard.BLOCKS, *(file.stem for file in FOLDER.glob("*.json"))]
        raise ValueError(f"unknown result {name!r}; {nearest(name, known)}")
    return block_of(result(name))


def written(text: str) -> str:
    """A page with all its figures written anew. Raises ValueError."""
    marks = text.count("<!-- written:"), text.count("<!-- /written -->")
    if marks != (len(BLOCK.findall(text)),) * 2:
        raise ValueError("every '<!-- written: NAME -->' needs its own '<!-- /written -->' below it")
    text = BLOCK.sub(lambda it: f"{it['begin']}{content(it['name'])}\n{it['end']}", text)
    return FIGURE.sub(lambda it: f"{it['begin']}{scoreboard.figure(it['name'])}{it['end']}", text)


def drawn(picture: Callable[[], Figure], old: str) -> str:
    """A picture as SVG, the same for the same figures; the old one where Matplotlib is another."""
    new = content_of(picture(), ".svg").decode()
    versions = [MATPLOTLIB.findall(text) for text in (old, new)]
    return old if versions[0] and versions[0] != versions[1] else new


def by_hand() -> int:
    """The lines of the documentation outside marks."""
    texts = [path.read_text(encoding="utf-8") for path in pages() if path.parent != ROOT and path not in MADE]
    return sum(re.sub(rf"(?s){BLOCK.pattern}\n?", "", text).count("\n") for text in texts)


def files() -> dict[Path, Callable[[str], str]]:
    """All that is written: by path a function from the old text to the new one."""
    found: dict[Path, Callable[[str], str]] = dict.fromkeys(pages(), written)
    found[zoo.folder() / "results.yaml"] = lambda old: scoreboard.rows_of_results()
    for name, picture in PICTURES.items():
        found[IMAGES / name] = partial(drawn, picture)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what is stale, or name it; the exit status is 1 if `--check` finds something."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args(arguments)
    status = 0
    for path, new in files().items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        name = path.relative_to(ROOT)
        try:
            text = new(old)
        except ValueError as error:
            sys.exit(f"{name}: {error}")
        if text == old:
            continue
        if given.check:
            status = 1
            print(f"{name}: out of date; run python -m research.pages")
        else:
            write_whole(path, text)
            print(f"{name}: written")
    print(f"documentation by hand: {by_hand():,} lines")
    return status


if __name__ == "__main__":
    sys.exit(main())
