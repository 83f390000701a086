"""Games as text that a person can read: who decides, what is asked, what is done, and what that changes.

`python -m tests.golden.transcripts --write [name ...]` writes the files in `transcripts/` anew. Decisions on
file are kept where they fit, so that a changed rule changes the lines that it is about. Where the file ends,
or without one, the scripted player decides. `--actions FILE name` writes a game from a JSON list of actions.

Everything is read from `text()` and from the names of the actions.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tests.support import new_env

FOLDER = Path(__file__).with_name("transcripts")
MOST_LINES = 375
"""A transcript ends with the game, or with the decision that brings it to so many lines."""
ROUNDS_IN_FULL = 2
"""Of a game that is won, so many rounds at its end are told with what the decisions changed."""
ACTION, MEANING = "  => ", "  ("
LOOK_AHEAD = 12
"""So many decisions on file are looked through for one that is asked now."""
ODDS_OF_A_WHIM = 6
"""One action in so many is not the scripted player's, but any legal one."""


class Case(NamedTuple):
    """A game to be written down."""

    game: str
    seed: int
    settings: dict[str, Any]
    won: bool = False
    """A whole game that is won; else as far as the lines go, by the scripted player with whims."""


WON = {
    "castaways": (101, 1),
    "cursed_island": (101, 4),
    "naturalist": (149, 1),
    "jenny": (2, 1),
    "volcano_island": (1042, 1),
    "cannibal_island": (220, 1),
    "king_kong_island": (1750, 1),
    "family_robinson": (1907, 4),
}
"""By scenario: a seed, and for how many players, with which there is a victory on file.

The scripted player wins the first three; the others were found by `research.beam`, in the true game.
"""
CASES = {
    "marooned_seed_1": Case("marooned", 1, {}),
    "marooned_seed_2": Case("marooned", 2, {}),
    "marooned_seed_3": Case("marooned", 3, {}),
    "dieson_quest_1": Case("dieson", 1, {"quest": 1}),
    "dieson_quest_5_with_patches": Case(
        "dieson", 5, {"quest": 5, "friend": "patches", "character": "craftsman", "hearts": "hard"}
    ),
    "dieson_quest_7_blue_die": Case("dieson", 7, {"quest": 7, "friend": "crafted", "blue_die": True}),
    "robinson_1_player_first_edition": Case("robinson", 1, {"players": 1, "edition": "first"}),
    "robinson_1_player_current_edition": Case("robinson", 2, {"players": 1, "edition": "current"}),
    "robinson_4_players_first_edition": Case("robinson", 3, {"players": 4, "edition": "first"}),
    "robinson_4_players_current_edition": Case("robinson", 4, {"players": 4, "edition": "current"}),
    **{
        f"robinson_{name}_won": Case("robinson", seed, {"scenario": name, "players": players}, won=True)
        for name, (seed, players) in WON.items()
    },
}


class Decision(NamedTuple):
    """What was asked, and the action taken."""

    asked: str
    action: str


class Told(NamedTuple):
    """A decision as a transcript tells it: when, question, action, and the lines that say what changed."""

    time: str
    asked: str
    done: str
    changes: list[str]

    @property
    def round(self) -> str:
        """The time without the phase."""
        return self.time.partition(",")[0]


Choose = Callable[[Any], int | None]
"""Chooses an action of an environment where the file has ended; None: the transcript ends, too."""


# ---------------------------------------------------------------- the table, cut into entries

TIME = re.compile(r"\b(turn \d+|day \d+ of \d+|round \d+ of \d+, \w+)")
HEADING = re.compile(r"[^\s:]+(?: [a-z]+)*(?=\s{2,}|: )|[^\s:]+")
BETWEEN = re.compile(r"\s{2,}|[,;] (?![^()]*\))")
"""What lies between two entries of a line; parentheses are kept together."""
HERE = re.compile(r"^>\s+")
MAP = re.compile(r"\||\+-|SHIP")
CELL = re.compile(r"\|([^|]*)")
LEFT_OUT = ("Now", "Legal", "Answers", "Log", "In the deck")
"""Headings whose entries are not compared: questions, the log, and what follows from the rest."""


class Table(NamedTuple):
    """A text view: the time, what is asked, what actions mean, the log, the entries under each heading."""

    time: str
    asked: str
    answers: list[str]
    log: list[str]
    entries: dict[str, Counter[str]]

    def described(self, action: str) -> str:
        """An action, with what it means here where that is said."""
        for answer in self.answers:
            if answer.startswith(f"{action}: "):
                return f"{action}{MEANING}{answer.removeprefix(f'{action}: ')})"
        return action


def read(text: str) -> Table:
    """Cut a text view into its parts."""
    first, *lines = text.splitlines()
    result = "" if any(line.startswith("Now") for line in lines) else lines.pop()
    time = TIME.search(first)
    sections = {"": [TIME.sub("", first.partition("   ")[2])], "Map": list(cells(lines))}
    heading = ""
    for line in lines:
        if MAP.search(line) or not line:
            continue
        if line[0].isalpha() and (found := HEADING.match(line)):
            heading, line = found.group(), line[found.end() :].removeprefix(":")
        above = sections.setdefault(heading, [])
        if above and is_open(above[-1]):
            above[-1] += f" {line.strip()}"
        else:
            above.append(line.strip())
    asked = " ".join(sections.get("Now", [result]))
    answers = " ".join(sections.get("Answers", [])).split("; ")
    entries = {
        name: Counter(entry for line in found for entry in entries_of(line))
        for name, found in sections.items()
        if name not in LEFT_OUT
    }
    return Table(time.group() if time else "", asked, answers, sections.get("Log", []), entries)


def is_open(line: str) -> bool:
    """Does a line end within parentheses or brackets?"""
    return any(line.count(left) > line.count(right) for left, right in ("()", "<>", "[]"))


def cells(lines: Sequence[str]) -> Iterator[str]:
    """The cards of a map that is drawn with lines: name, marks, and "you" in three lines."""
    rows = [[cell.strip() for cell in CELL.findall(line)] for line in lines if "|" in line]
    for row in range(0, len(rows), 3):
        for name, marks, you in zip(*rows[row : row + 3], strict=True):
            if name:
                yield f"{name} {marks}"
            if you == "YOU":
                yield f"here: {name}"


def entries_of(line: str) -> Iterator[str]:
    """The entries of a line; of what stands at a mark, ">", both the thing and that it is here."""
    found = BETWEEN.split(HERE.sub("> ", line.strip()))
    for entry in filter(None, (part.rstrip(",;") for part in found)):
        if entry.startswith("("):
            yield from entries_of(entry[1:].removesuffix(")"))
        elif entry.startswith("> "):
            yield from (entry[2:], f"here: {entry[2:]}")
        elif not entry.startswith("<- "):  # which die leads here follows from the dice
            yield entry


# ---------------------------------------------------------------- what has changed


def changes(before: Table, after: Table) -> Iterator[str]:
    """For each heading, the entries that have come and gone."""
    for heading in {**before.entries, **after.entries}:
        old, new = (table.entries.get(heading, Counter()) for table in (before, after))
        words = list(differences(list((old - new).elements()), list((new - old).elements())))
        if words:
            yield f"{heading}: {'; '.join(words)}" if heading else "; ".join(words)


def differences(gone: list[str], come: list[str]) -> Iterator[str]:
    """Entries that have come, beside those that they replace, and those that are gone."""
    for entry in come:
        like = next((other for other in gone if alike(entry, other)), None)
        if len(gone) == len(come) == 1:
            like = gone[0]
        if like is None:
            yield f"+ {entry}"
        else:
            gone.remove(like)
            yield f"{like} -> {new_part(like, entry)}"
    for entry in gone:
        yield f"- {entry}"


def new_part(old: str, new: str) -> str:
    """The words of an entry in which it differs from an older one, and those between them."""
    before, after = old.split(), new.split()
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return " ".join(after) or new


def alike(one: str, other: str) -> bool:
    """Do two entries say the same thing with another number or mark?"""
    return one.split()[0] == other.split()[0] or one.split()[-1] == other.split()[-1]


def news(before: list[str], after: list[str]) -> list[str]:
    """The lines of a log that are new, a line that has grown or changed among them."""
    for old in reversed(before):
        for i in range(len(after) - 1, -1, -1):
            if after[i] == old:
                return after[i + 1 :]
            if after[i].startswith(old):
                return after[i:]
    return after


# ---------------------------------------------------------------- a transcript


def transcript(
    case: Case, decisions: Sequence[Decision], choose: Choose, look: Callable[[Any], None] = lambda env: None
) -> list[str]:
    """The lines of a game in which these decisions are taken where they fit.

    `look` is shown the environment at the beginning and after every decision.
    """
    env = new_env(case.game, **case.settings)
    env.reset(seed=case.seed)
    look(env)
    settings = ", ".join(f"{name} {value}" for name, value in case.settings.items())
    table = read(env.text())
    lines = [f"{env.game.title}, seed {case.seed}" + (f" ({settings})" if settings else ""), ""]
    lines += env.text().splitlines()
    log, ended = table.log, False
    told: list[Told] = []
    todo = list(decisions)
    while not ended and (case.won or len(lines) + len(in_full(told)) < MOST_LINES):
        action = next_action(env, table.asked, todo) if todo else choose(env)
        if action is None:
            return [*lines, *in_full(told), table.asked, "Here the file ends."]
        _, _, terminated, truncated, _ = env.step(action)
        look(env)
        ended = terminated or truncated
        before, table = table, read(env.text())
        done = f"{ACTION}{before.described(env.action_name(action))}"
        told.append(Told(before.time, before.asked, done, [*news(log, table.log), *changes(before, table)]))
        log = table.log or log
    lines += won(told) if case.won else in_full(told)
    return [*lines, "", table.asked if ended else "The game goes on."]


def in_full(told: Sequence[Told]) -> list[str]:
    """The lines of decisions with all that they changed, and a heading at each new time."""
    lines, time = [], ""
    for decision in told:
        if decision.time != time:
            time = decision.time
            lines += ["", f"== {time}"]
        if decision.changes:
            lines += [decision.asked, decision.done, *(f"    {line}" for line in decision.changes)]
        else:
            lines.append(decision.asked + decision.done)
    return lines


def won(told: Sequence[Told]) -> list[str]:
    """The lines of a game that is won: its decisions, and what those of the last rounds changed."""
    rounds = list(dict.fromkeys(decision.round for decision in told))
    early = [it for it in told if it.round not in rounds[-ROUNDS_IN_FULL:]]
    return in_full([it._replace(time=it.round, changes=[]) for it in early]) + in_full(told[len(early) :])


def next_action(env: Any, asked: str, todo: list[Decision]) -> int:
    """The action that was taken when this was asked; what is no longer asked is left out of `todo`.

    A question in new words is known by its place. To a new question the answer is the first legal action,
    which is "pass" where one can pass.
    """
    legal = {env.action_name(action): action for action in env.legal_actions()}
    for i, decision in enumerate(todo[:LOOK_AHEAD]):
        if decision.asked == asked and decision.action in legal:
            del todo[: i + 1]
            return legal[decision.action]
    return legal[todo.pop(0).action] if todo[0].action in legal else min(legal.values())


def decisions_in(lines: Sequence[str]) -> list[Decision]:
    """The decisions that were taken in a transcript."""
    found = []
    for above, line in pairwise(["", *lines]):
        if ACTION in line:
            asked, _, action = line.partition(ACTION)
            found.append(Decision(asked or above, action.partition(MEANING)[0]))
    return found


def file_of(name: str) -> Path:
    """Where a transcript lies."""
    return FOLDER / f"{name}.txt"


def recorded(name: str) -> list[str]:
    """The lines of a transcript on file; none if there is no file."""
    return file_of(name).read_text().splitlines() if file_of(name).exists() else []


def scripted_player(case: Case) -> Choose:
    """The scripted player with a whim now and then."""
    from agents.registry import make_agent
    from crusoe_env import Simulator, game

    simulator = Simulator(game(case.game), **case.settings)
    agent, rng = make_agent("scripted", simulator), np.random.default_rng(case.seed)
    agent.reset(case.seed)

    def choose(env: Any) -> int:
        states = env.determinize(rng)
        if not case.won and rng.integers(ODDS_OF_A_WHIM) == 0:
            return int(rng.choice(env.legal_actions()))
        return int(agent.act_state(states, simulator.masks(states))[0])

    return choose


def write_actions(file: str, name: str) -> None:
    """Write a game down from the numbers of its actions, as far as they go."""
    actions = iter(json.loads(Path(file).read_text()))
    lines = transcript(CASES[name], [], lambda env: next(actions, None))
    file_of(name).write_text("\n".join(lines) + "\n")
    print(f"{file_of(name).name}: {len(lines)} lines")


def write(names: Sequence[str]) -> None:
    """Write transcripts anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        lines = transcript(CASES[name], decisions_in(recorded(name)), scripted_player(CASES[name]))
        file_of(name).write_text("\n".join(lines) + "\n")
        print(f"{file_of(name).name}: {len(lines)} lines")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--actions"] and len(sys.argv) == 4 and sys.argv[3] in CASES:
        write_actions(*sys.argv[2:])
        sys.exit()
    if sys.argv[1:2] != ["--write"] or not set(sys.argv[2:]) <= set(CASES):
        sys.exit(f"{__doc__}\nNames: {', '.join(CASES)}")
    write(sys.argv[2:] or list(CASES))
