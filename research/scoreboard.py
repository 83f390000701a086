"""The scoreboard and other figures that pages take from several results, worked out from data."""

from __future__ import annotations

import inspect
import json
import pydoc
import re
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType

from crusoe_env import GAMES, game
from crusoe_env.bench.results import numbers_in
from crusoe_env.support.tables import markdown_table
from crusoe_env.support.words import nearest
from research import dieson_tables, listings, reliability, seeds, shipped, site
from research.data import ROOT, cell, result
from research.tasks import SHARES, Share, Task, baseline, clairvoyant, policy, row_of, search, tasks

SOLVED = 20
"""A task that the best agent wins less often than this, in %, is an open problem."""
HEADINGS = ("task", "random", "scripted", "trained policy", "best search", "its gain", "clairvoyant")


def cells(task: Task) -> tuple[str, ...]:
    """A row of the scoreboard."""
    name, share, gain = search(task)
    plans = name.startswith("rolling")
    scripted = baseline(task, "scripted")
    return (
        task.label,
        re.sub("^0[.]0$", "0", baseline(task, "random").rate),
        scripted.words,
        policy(task).words,
        f"{'rolling-32: ' * plans}{share.words[:-1]}; {share.games:,})",
        f"{gain[:-1]}; {share.games:,})",
        clairvoyant(task),
    )


def board() -> str:
    """The table of the scoreboard."""
    rows = []
    for task in tasks().values():
        if task.name == "castaways-solo":
            rows.append(("**Robinson Crusoe**", *[""] * (len(HEADINGS) - 1)))
        rows.append(cells(task))
    return markdown_table(HEADINGS, rows, numbers=True)


def unsolved() -> str:
    """The tasks of which neither policy nor search wins `SOLVED` per cent, the least won first."""
    best = {
        name: max(float(policy(task).rate), float(search(task)[1].rate)) for name, task in tasks().items()
    }
    found = [tasks()[name] for name in sorted(best, key=best.__getitem__) if best[name] < SOLVED]
    rows = [
        (it.label, policy(it).words, search(it)[1].words, clairvoyant(it), f"`zoo:{it.policy}`")
        for it in found
    ]
    headings = ("task", "policy", "best search", "clairvoyant search", "starts there")
    return markdown_table(headings, rows, numbers=True)


def percent(rate: float) -> str:
    """A share in %, rounded to whole ones from 1 % on."""
    return f"{rate:.0f}" if rate >= 1 or rate == 0 else f"{rate:.1f}"


def span(rates: list[float]) -> str:
    """The smallest and the largest share."""
    ends = [percent(end(rates)) for end in (min, max)]
    return " to ".join(dict.fromkeys(ends))


# ---------------------------------------------------------------------- speed

INTERFACES = {
    "one `gymnasium.make`": ("one game", ("gymnasium.make, 1 game",)),
    "Gymnasium's SyncVectorEnv, 16 games": ("interfaces", ("gymnasium SyncVectorEnv, 16 games",)),
    "native vector environment, 16 games": ("interfaces", ("native vector env, 16 games",)),
    "native vector environment, 4,096 games": ("interfaces", ("native vector env, 4,096 games", "float32")),
    "the same with observations as bytes": ("interfaces", ("native vector env, 4,096 games", "uint8")),
}
FOR_PLANNERS = {
    "games copied": "games copied",
    "games determinized: hidden cards dealt anew": "games determinized",
    "random playouts to the end": "random playouts to the end",
}


def steps_per_second(name: str, players: int, what: str) -> str:
    """A speed of a game; empty where it was not measured."""
    title, row = INTERFACES[what]
    for table in result(f"speed_{name}").tables:
        of_all = "player" not in table.title and players == 1
        if title in table.title and (of_all or f"{players} player" in table.title):
            return cell(table, "steps/s", *row)
    return ""


def speeds() -> str:
    """The table of speeds, with all digits."""
    columns = [(name, 1) for name in GAMES] + [("robinson", 4)]
    rows = [(what, *(steps_per_second(*column, what) for column in columns)) for what in INTERFACES]
    return markdown_table(("", *titles(), "4 players"), rows, numbers=True)


def rounded_speeds() -> str:
    """The README's table of speeds, in thousands."""
    rows = []
    for what in INTERFACES:
        if what not in ("native vector environment, 16 games", "the same with observations as bytes"):
            found = [numbers_in(steps_per_second(name, 1, what))[0] for name in GAMES]
            rows.append((what, *(f"{round(speed, -3):,.0f}" for speed in found)))
    return markdown_table(("", *titles()), rows, numbers=True)


def titles() -> Iterator[str]:
    """The headings of the games."""
    for name in GAMES:
        yield game(name).title + ", 1 player" * game(name).several_players


def planning() -> str:
    """The table of what planners do."""
    rows = []
    for what, row in FOR_PLANNERS.items():
        tables = [result(f"speed_{name}").table("copies and playouts") for name in GAMES]
        found = [next(cells for cells in table.rows if cells[0].startswith(row)) for table in tables]
        rows.append((what, *(cells[1] for cells in found)))
    return markdown_table(("", *(game(name).title for name in GAMES)), rows, numbers=True)


def waits(name: str) -> str:
    """Seconds of import and first step for one who waits for the compiler, whole."""
    row = f"{name}: checkout, CRUSOE_ENV_WAIT=1"
    return f"{float(cell(result('cold_start').tables[0], 's', row)):.0f}"


# ---------------------------------------------------------------------- reference

SHOWN = re.compile(r"^::: (\S+)$", re.MULTILINE)
"""What a page of the reference shows: the place of a class, a function or a module."""


def reference(page: str) -> str:
    """What a page of the reference documents, a sentence for each, with the members of classes."""
    rows = []
    for place in SHOWN.findall((ROOT / "docs" / "reference" / f"{page}.md").read_text(encoding="utf-8")):
        shown, name = pydoc.locate(place), place.rpartition(".")[2]
        rows.append((f"`{place}`", first_sentence(shown)))
        members = vars(shown) if inspect.isclass(shown) else {}
        public = {
            it: member for it, member in members.items() if not it.startswith("_") and inspect.getdoc(member)
        }
        is_code = (FunctionType, property, classmethod)
        rows += [
            (f"`{name}.{it}`", first_sentence(at)) for it, at in public.items() if isinstance(at, is_code)
        ]
    return markdown_table(("name", "what it is"), rows)


def first_sentence(shown: object) -> str:
    """Of a docstring, on one line."""
    return " ".join(str(inspect.getdoc(shown)).partition("\n\n")[0].split())


# ---------------------------------------------------------------------- by name

BLOCKS: dict[str, Callable[[], str]] = {
    "scoreboard": board,
    "unsolved": unsolved,
    "speeds": speeds,
    "rounded speeds": rounded_speeds,
    "planning": planning,
    "policies": lambda: "\n\n".join(table.markdown() for table in shipped.tables()),
    "seeds": lambda: seeds.table().markdown(),
    **{f"actions {name}": partial(site.actions_markdown, game(name)) for name in GAMES},
    "segments robinson": lambda: site.segments_markdown(game("robinson")),
    "places of Dieson Crusoe": dieson_tables.places,
    "prey of Dieson Crusoe": dieson_tables.prey,
    **{
        f"reference {page.stem}": partial(reference, page.stem)
        for page in (ROOT / "docs/reference").glob("*.md")
    },
    "gallery": listings.gallery,
    "more examples": listings.examples,
    "styles": listings.styles,
    "reliability": lambda: reliability.figures().rstrip("\n"),
}
"""Figures of several lines."""


def percent_of(share: Callable[[Task], Share], name: str) -> str:
    """A share of the games of a task, or of all tasks of a game, with its unit."""
    those = [tasks()[name]] if name in tasks() else [it for it in tasks().values() if it.game == name]
    return f"{span([float(share(task).rate) for task in those])} %"


FIGURES: dict[str, Callable[[str], str]] = {
    **{what: partial(percent_of, share) for what, share in SHARES.items()},
    "waits": waits,
}
"""Figures within a line, by their first word; the second is a task or a game."""


def figure(words: str) -> str:
    """A figure within a line, such as "policy castaways-solo". Raises ValueError for an unknown one."""
    what, _, name = words.strip().partition(" ")
    if what not in FIGURES:
        raise ValueError(f"unknown figure {words!r}; {nearest(what, FIGURES)}")
    if name not in {**tasks(), **dict.fromkeys(GAMES)}:
        raise ValueError(f"unknown task {name!r}; {nearest(name, tasks())}")
    return FIGURES[what](name)


# ---------------------------------------------------------------------- rows to play again

ROWS = """\
# Published rows that are not on a card: `crusoe reproduce docs/results.md#NAME` plays one again.
# Written by `python -m research.pages`. A search depends on the order of its decisions, so that its games are
# repeated digit for digit with the same sources alone.
rows:
"""


FURTHER = (
    ("marooned", "mcts:500", "marooned_searches", "mcts-500"),
    ("marooned", "mcts-cheating:500", "marooned_searches", "mcts-500-cheating"),
    ("marooned", "guided:zoo:marooned:128", "marooned_searches", "guided-128:zoo:marooned"),
    ("castaways-2", "guided:zoo:castaways-2:32", "castaways-2", "guided-32:zoo:castaways-2"),
)
"""Rows of other tables: task, agent, result, name in its table."""


def published() -> Iterator[tuple[str, Task, str, Share]]:
    """Name, task, agent and games of each row."""
    for task in tasks().values():
        for agent in ("random", "scripted"):
            yield f"{task.name}/{agent}", task, agent, baseline(task, agent)
        name, share, _ = search(task)
        yield f"{task.name}/{name.partition(':')[0]}-32", task, name, share
    for name, agent, found, label in FURTHER:
        yield f"{name}/{label.partition(':')[0]}", tasks()[name], agent, row_of(found, label)


def rows_of_results() -> str:
    """The file `zoo/results.yaml`."""
    lines = []
    for name, task, agent, share in published():
        options = f", options: {json.dumps(task.options).replace(chr(34), '')}" if task.options else ""
        played = f"games: {share.games}, victory_rate: {float(share.rate) / 100:.4g}"
        lines.append(f'  {name}: {{agent: "{agent}", game: {task.game}{options}, {played}}}\n')
    return ROWS + "".join(lines)
