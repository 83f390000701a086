"""The figures of docs/reliability_figures.md, from the JSON files in tests/figures.

One of the long checks writes such a file when it is run with `--json tests/figures/NAME.json`.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.support.tables import markdown_table
from tests.figures import saved
from tests.lockstep.coverage import LEAST, NO_EVENTS
from tests.mutations.areas import AREAS

NOT_YET = "Not run yet."


def figures() -> str:
    """All figures, in Markdown."""
    games, positions, aims = saved("lockstep"), saved("positions"), saved("aims")
    parts = {
        "Two implementations": lockstep(games),
        "Two implementations, after rules changed": "\n".join(
            lockstep(saved(name)) for name in ("changed", "changed_current")
        ),
        "Edited positions": lockstep(positions),
        "Positions at aims only": lockstep(aims),
        "Tables that hide": lockstep(saved("tables")),
        "Leaks": leaks(saved("leaks")),
        "What came up": came_up(games, positions, aims),
        "Random steps": random_steps(saved("random_steps")),
        "Conditions": matrix(saved("matrix")),
        "Damaged files": damaged_files(saved("fuzz")),
        "Changes of the sources": changes(saved("mutations")),
    }
    return "\n".join(f"## {title}\n\n{text.strip()}\n" for title, text in parts.items())


def where(found: dict[str, Any]) -> str:
    """On what machine, how long it took, when, and of what state of the sources."""
    minutes = max(1, round(found["seconds"] / 60))
    day = f", {found['date']}" if "date" in found else ""
    return f"{minutes} minutes on {found['machine']}{day}; commit {found['commit']}."


def lockstep(found: dict[str, Any]) -> str:
    """Games in both engines of Robinson Crusoe."""
    if not found:
        return NOT_YET
    edited = f"{found['positions']:,} positions in " if found["positions"] else ""
    ends = ", ".join(f"{cause} {count:,}" for cause, count in found["causes"].items())
    return (
        f"{edited}{found['games']:,} games, {found['actions']:,} actions: "
        f"{found['differences']:,} differences "
        f"(seed {found['seed']}; {ends}). {where(found)}\n"
    )


def leaks(found: dict[str, Any]) -> str:
    """Positions in which players hide something, by table."""
    if not found:
        return NOT_YET
    looked = ", ".join(f"{count:,} with table={table!r}" for table, count in found["positions"].items())
    return f"Positions in which a player knows what others do not: {looked}. No leak. {where(found)}\n"


def came_up(*runs: dict[str, Any]) -> str:
    """How much of the rules the reference has carried out in these runs."""
    if not any(runs):
        return NOT_YET
    names = {name for run in runs if run for name in run["seldom"]}
    together = {name: sum(times(run, name) for run in runs if run) for name in sorted(names)}
    few = {name: count for name, count in together.items() if count < LEAST}
    kinds: dict[str, int] = {}
    for run in runs:
        for kind, counts in run.get("exercised", {}).items():
            kinds[kind] = max(kinds.get(kind, 0), counts["all"])
    rows = []
    for kind, count in sorted(kinds.items()):
        columns = [often(run, kind) for run in runs]
        seldom = sum(name.startswith(f"{kind}:") for name in few)
        rows.append((PLURALS[kind], f"{count:,}", *columns, f"{count - seldom:,}"))
    headings = ("", "there are", "games", "positions", "aims", "together")
    words = f"What came up in the reference at least {LEAST} times: in games, positions, at aims, in all."
    lines = [words, "", markdown_table(headings, rows, numbers=True)]
    lines += ["", *(f"- {name}: {count} times" for name, count in few.items())]
    lines += ["", "Not counted are decisions that are no events of play:"]
    lines += [f"{row} ({why})" + (";" if row != max(NO_EVENTS) else ".") for row, why in NO_EVENTS.items()]
    return "\n".join(lines) + "\n"


def often(run: dict[str, Any], kind: str) -> str:
    """How many of a kind came up often enough in a run; "-" where it was not counted."""
    counts = run.get("exercised", {}).get(kind)
    return "-" if counts is None else f"{counts['often']:,}"


def times(run: dict[str, Any], name: str) -> int:
    """How often something came up in a run, at most `LEAST`; a run may not have counted its kind."""
    if name.split(":")[0] not in run["exercised"]:
        return 0
    return int(run["seldom"].get(name, LEAST))


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
    games = "One game" if found["seeds"] == 1 else f"{found['seeds']} games"
    return "\n".join(
        [
            f"{games} of each task of {', '.join(found['games'])}. {where(found)}",
            "",
            markdown_table(headings, rows),
            "",
        ]
    )


def damaged_files(found: dict[str, Any]) -> str:
    """Files of every kind that users hand in, damaged."""
    if not found:
        return NOT_YET
    rows = []
    for kind, counts in found["kinds"].items():
        numbers = [counts[verdict] for verdict in ("refused", "played", "fault")]
        rows.append((kind, *(f"{number:,}" for number in (sum(numbers), *numbers))))
    headings = ("file", "damaged", "refused in a line", "playable", "faults")
    return "\n".join(
        [
            f"{where(found)} {found.get('note', '')}".rstrip(),
            "",
            markdown_table(headings, rows, numbers=True),
            "",
        ]
    )


def changes(found: dict[str, Any]) -> str:
    """Small changes of the sources that tests noticed or did not."""
    if not found:
        return NOT_YET
    rows = [
        (f"`{area}`", *(f"{counts[what]:,}" for what in ("mutants", "noticed", "explained")))
        for area, counts in found["areas"].items()
    ]
    headings = ("sources", "changes", "noticed", "nothing to notice")
    missing = ", ".join(f"`{area}`" for area in AREAS if area not in found["areas"])
    return "\n".join(
        [
            f"Drawn at random (seed {found['seed']}). {found.get('note') or where(found)}"
            + f" Not run yet: {missing}." * bool(missing),
            "",
            markdown_table(headings, rows, numbers=True),
            "",
            *(f"- not noticed: `{it}`" for counts in found["areas"].values() for it in counts["survivors"]),
            "",
        ]
    )
