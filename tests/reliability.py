"""The figures on the page docs/reliability.md, written from the JSON files in tests/figures.

`python -m tests.reliability --write` writes them anew, after one of the long checks has been run with
`--json tests/figures/NAME.json`; without `--write` it prints them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.figures import saved

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: python -m tests.reliability --write -->\n", "<!-- /figures -->"
NOT_YET = "Not run yet."


def page_with(text: str, figures: str) -> str:
    """The page with other figures."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}{figures}{END}{after}"


def figures() -> str:
    """All figures, in Markdown."""
    parts = {
        "Two implementations": lockstep(saved("lockstep")),
        "Edited positions": lockstep(saved("positions")),
        "Random steps": random_steps(saved("random_steps")),
        "Conditions": matrix(saved("matrix")),
    }
    return "\n".join(f"**{title}.** {text}\n" for title, text in parts.items())


def where(found: dict[str, Any]) -> str:
    """On what machine, how long it took, and of what state of the sources."""
    minutes = max(1, round(found["seconds"] / 60))
    return f"{minutes} minutes on {found['machine']}; commit {found['commit']}."


def lockstep(found: dict[str, Any]) -> str:
    """Games in both engines of Robinson Crusoe."""
    if not found:
        return NOT_YET
    edited = f"{found['positions']:,} positions in " if found["positions"] else ""
    ends = ", ".join(f"{cause} {count:,}" for cause, count in found["causes"].items())
    lines = [
        f"{edited}{found['games']:,} games, {found['actions']:,} actions: "
        f"{found['differences']:,} differences "
        f"(seed {found['seed']}; {ends}). {where(found)}",
        "",
        "| in the reference | there are | came up at least 20 times |",
        "| --- | ---: | ---: |",
    ]
    kinds = found["exercised"].items()
    lines += [f"| {PLURALS[kind]} | {counts['all']:,} | {counts['often']:,} |" for kind, counts in kinds]
    return "\n".join(lines) + "\n"


PLURALS = {
    "ability": "abilities of skills, items, tokens, treasures",
    "decision": "numbered decisions of the page",
    "operation": "operations and conditions of cards",
    "scenario rule": "goals, losses, guests, choices, inventions, counters, changed rules of the scenarios",
    "program": "card programs, those of all scenarios included",
}
"""What is counted in the reference, in words."""


def random_steps(found: dict[str, Any]) -> str:
    """Random play with all invariants."""
    if not found:
        return NOT_YET
    batches = ", ".join(f"{name} {count:,}" for name, count in found["batches"].items())
    checks = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in found["checks"].items())
    return (
        f"{found['steps']:,} steps, {found['episodes']:,} episodes, in batches of 512 games ({batches}): "
        f"{found['broken']:,} broken. Checks of whole batches: {checks}. {where(found)}\n"
    )


def matrix(found: dict[str, Any]) -> str:
    """Golden games under all conditions."""
    if not found:
        return NOT_YET
    headings, *rows = found["table"]
    return "\n".join(
        [
            f"{found['seeds']} games of each task of {', '.join(found['games'])}. {where(found)}",
            "",
            *(f"| {' | '.join(row)} |" for row in (headings, ["---"] * len(headings), *rows)),
            "",
        ]
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page_with(PAGE.read_text(), figures()))
    else:
        print(figures())
