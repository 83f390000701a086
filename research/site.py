"""Write the pages of the site that are made from games, sources and notebooks: `python -m research.site`.

Git ignores these files; `make docs` writes them each time. Links to them are checked against `PAGES`.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path

from crusoe_env import GAMES, game
from crusoe_env.__main__ import CURRENT, all_facts, coverage_rows, edition_words
from crusoe_env.engine.game import Game
from crusoe_env.engine.state import COMMON_NAMES
from crusoe_env.facts import entries
from crusoe_env.support.files import write_whole
from crusoe_env.support.tables import markdown_table
from research import figures, notebooks

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGES = ("crusoe_env", "agents")
OF_EVERY_GAME = "Fields of every game"
ENTRIES_PAGE = "observation_entries.md"
"""Where a game with a long observation lists all entries."""
FEW = 4
"""Facts of a kind that has fewer entries stand together."""
LONG = 1_000
"""An observation with more entries has an overview of its segments beside."""
CONSTANTS = {"robinson": "constants"}
"""The module of a game's constants, where it is not that of the state."""
NAMES = {
    "marooned": "A card has two sides, each side is a face.",
    "robinson": "People are numbered by seat: 0 .. 3 are the players, 4 is Friday, 5 the guest.\n"
    "Cards are numbered by kind: events and wreckage, adventures, mysteries\n"
    "(`crusoe_env.robinson.components`).",
}
"""What the numbers and names of a game's state mean."""


def folded(title: str, content: str) -> str:
    """What a page shows only when the reader opens it."""
    return f'<details markdown="1">\n<summary>{title}</summary>\n\n{content}\n\n</details>'


def facts_markdown(it: Game) -> str:
    """Coverage, then every entry with its sources, kind by kind or scenario by scenario."""
    facts = all_facts(it, None)
    groups: dict[str, list[list[str]]] = {}
    for name, identity, entry in entries(facts):
        label = f"{name} `{identity}`" if identity != name else name
        notes = [str(entry[part]) for part in ("meaning", "note") if part in entry]
        if words := edition_words(entry):
            notes.append(f"{CURRENT.capitalize()}: {words}.")
        row = [label, entry["confidence"], ", ".join(entry["sources"]), " ".join(notes)]
        groups.setdefault(name.partition(": ")[0], []).append(row)
    few = [row for rows in groups.values() if len(rows) < FEW for row in rows]
    shown = {name: rows for name, rows in groups.items() if len(rows) >= FEW} | {"others": few}
    words = f"Every entry; the files in `crusoe_env/{it.name}/data` say what each source is."
    headings, *counts = coverage_rows(facts)
    columns = ("entry", "confidence", "sources", "note")
    listed = [folded(f"{name} ({len(rows)})", markdown_table(columns, rows)) for name, rows in shown.items()]
    return "\n\n".join([markdown_table(headings, counts), words, *listed])


def record_markdown(it: Game) -> str:
    """Every field of the record, with its bounds; under headings, if the game has some."""
    record = it.record
    groups: dict[str, list[list[str]]] = {}
    heading = ""
    for name, (least, most) in record.bounds.items():
        if record.headings:
            heading = record.headings.get(name, "Options" if name in record.options else heading)
        shape = " x ".join(map(str, it.dtype[name].shape))
        row = [f"`{name}`", it.dtype[name].base.name, shape, f"{least} .. {most}", record.meanings[name]]
        of_all = bool(record.headings) and name in (*COMMON_NAMES, "forced")
        groups.setdefault(OF_EVERY_GAME if of_all else heading, []).append(row)
    words = f"A state is a record of {it.dtype.itemsize:,} bytes. A field of bits has bit i set for thing i."
    columns = ("field", "kind", "shape", "range", "what it says")
    listed = {name: markdown_table(columns, rows) for name, rows in groups.items()}
    tables = [
        folded(f"{name} ({len(groups[name])})", table) if name else table for name, table in listed.items()
    ]
    return "\n\n".join([words, *tables])


def observation_words(it: Game) -> str:
    """What an observation is, above tables of its entries."""
    return (
        f"`Box(0, high, ({it.observations.size},), float32)`: each entry is a byte, 0 up to the largest of"
        ' its field, divided as the table says; `observation_dtype="uint8"` gives the bytes.'
    )


def actions_markdown(it: Game) -> str:
    """The actions of a game."""
    return f"`Discrete({it.actions.n})`\n\n{it.actions.markdown()}"


def segments_markdown(it: Game) -> str:
    """The segments of an observation; each name leads to its entries on the page `ENTRIES_PAGE`."""
    headings, *rows = it.observations.table()
    of_segments = [row for row in rows if not row[1].startswith("- ")]
    listed = [
        (
            entries,
            f"[{name}]({ENTRIES_PAGE}#{name.replace(' ', '-')})",
            shape,
            textwrap.shorten(meaning, 100, placeholder=" ..."),
        )
        for entries, name, shape, _, meaning in of_segments
    ]
    return markdown_table((headings[0], "segment", headings[2], headings[4]), listed)


def entries_markdown(it: Game) -> str:
    """All entries of an observation, segment by segment."""
    headings, *rows = it.observations.table()
    parts: list[str] = [observation_words(it)]
    fields: list[tuple[str, ...]] = []
    for row in [*rows, ("", "", "", "", "")]:  # the last one ends the last segment
        if row[1].startswith("- "):
            fields.append((row[0], row[1].removeprefix("- "), *row[2:]))
            continue
        table = markdown_table((headings[0], "field", *headings[2:]), fields)
        parts += [folded(f"{len(fields)} fields", table)] if fields else []
        fields = []
        if row[1]:
            values = row[3].replace(" .. ", " to ").replace(", / ", ", divided by ")
            bytes_each = f" Bytes {values}." if values else ""
            parts += [f"## {row[1]}", f"Entries {row[0]}, shape {row[2]}: {row[4]}.{bytes_each}"]
    return "\n\n".join(parts)


def provenance_page(it: Game) -> str:
    """The page on provenance, which the search of the site leaves out."""
    return f"""---
search:
  exclude: true
---

# {it.title}: provenance

Every card, token, tile and rule table lies in `crusoe_env/{it.name}/data/*.toml` with its sources and with
how sure we are of it: *confirmed* (read from the printed component, or given by two independent sources),
*single* (one source) or *inferred*.
`crusoe facts {it.name}` prints this; `data="my.toml"` [corrects entries](../correct_a_card.md).

{facts_markdown(it)}
"""


def record_page(it: Game) -> str:
    """The page on the state."""
    return f"""# {it.title}: state

What does each field of a state mean? Planners and scripted agents read them. `env.state` is one record, a
batch is an array of them; `state.NAME` reads a field. A [planner](../how_to/planner.md) gets its copy from
`determinize`, which deals anew what nobody may know.

Names in capitals are tuples of `crusoe_env.{it.name}.{CONSTANTS.get(it.name, "state")}`.
{NAMES.get(it.name, "")}

{record_markdown(it)}
"""


def observation_page(it: Game) -> str:
    """The page on a short observation."""
    words = f"{observation_words(it)} [How to read it](../how_to/observations.md)."
    return f"# {it.title}: observation\n\n{words}\n\n{it.observations.markdown()}\n"


def entries_page(it: Game) -> str:
    """The page on all entries of a long observation."""
    return f"""# {it.title}: entries of the observation

What does entry n hold? The segments stand in order, so entry 600 lies in the segment that begins before it.
[Observation](observation.md) has an overview. `crusoe_env.game("{it.name}").observations.names[600]` names an
entry.

{entries_markdown(it)}
"""


def pages_of(it: Game) -> dict[str, Callable[[Game], str]]:
    """What makes each page of a game, by file name."""
    long = it.observations.size > LONG
    shown = {ENTRIES_PAGE: entries_page} if long else {"observation.md": observation_page}
    return {**shown, "record.md": record_page, "provenance.md": provenance_page}


def modules_page() -> str:
    """What each module does: the first sentence of its docstring, folder by folder."""
    parts = [
        "# Modules\n\nWhat does each file do? [Architecture](architecture.md) says how they belong together."
    ]
    for folder in sorted({path.parent for name in PACKAGES for path in (ROOT / name).rglob("*.py")}):
        rows = []
        for path in sorted(folder.glob("*.py")):
            about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
            if about:
                sentence = " ".join(about.partition("\n\n")[0].split())
                rows.append((f"`{path.name}`", sentence))
        if rows:
            listed = markdown_table(("file", "what it does"), rows)
            title = f"<code>{folder.relative_to(ROOT).as_posix()}/</code>, {len(rows)} files"
            parts.append(folded(title, listed))
    return "\n\n".join(parts) + "\n"


PAGES: dict[Path, Callable[[], str]] = {
    DOCS / name / page: partial(make, game(name))
    for name in GAMES
    for page, make in pages_of(game(name)).items()
} | {
    DOCS / "modules.md": modules_page,
    **{
        DOCS / "notebooks" / f"{name}.md": partial(notebooks.page_of, path)
        for name, path in notebooks.notebooks().items()
    },
}
"""What makes each page, by path."""


def main() -> None:
    """Write all pages."""
    for path, make in PAGES.items():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, make())
    for page in figures.FIGURES:
        figures.write(page)
    print(f"site: {len(PAGES)} pages and {len(figures.FIGURES)} figures written")


if __name__ == "__main__":
    main()
