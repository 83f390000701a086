"""Games in text, written down: as JSON lines that can be replayed, and as Markdown for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from crusoe_env.interfaces.registration import game
from crusoe_env.support.files import write_whole
from crusoe_env.support.words import one_line
from crusoe_env.text.env import MOVED, TextEnv, Turn
from crusoe_env.text.limits import Limits

FORMAT = 1
HEADER = ("format", "game", "seed", "settings", "view", "list_moves", "seats", "disguise", "limits")
RESULT = ("victory", "score", "goal_progress", "rounds")


class TranscriptError(ValueError):
    """A file that is no transcript, or not one of these rules; the message is one line."""


@dataclass(frozen=True)
class Transcript:
    """A game in text.

    Attributes:
        about: game, seed and settings, as `HEADER` names them.
        turns: messages with their answers, in order.
        end: the last message, the result, and which limit ended the game.
    """

    about: Mapping[str, Any]
    turns: Sequence[Turn]
    end: Mapping[str, Any] = field(default_factory=dict)

    def jsonl(self) -> str:
        """One JSON object a line: the header, a line for each turn, the end."""
        parts = [self.about, *map(asdict, self.turns), self.end]
        return "".join(f"{json.dumps(part, ensure_ascii=False)}\n" for part in parts)

    def markdown(self) -> str:
        """What was asked, what was answered, and what that changed."""
        return "\n".join(self._lines()) + "\n"

    def write(self, path: Path) -> None:
        """Write the JSON lines, and the Markdown beside them with the ending `.md`."""
        write_whole(path, self.jsonl())
        write_whole(path.with_suffix(".md"), self.markdown())

    def _lines(self) -> Iterator[str]:
        about = self.about
        settings = ", ".join(f"{name} {value}" for name, value in about["settings"].items())
        yield f"# {game(about['game']).title}, seed {about['seed']}" + (f" ({settings})" if settings else "")
        if self.turns:
            yield from ("", *(f"    {line}" for line in self.turns[0].message.splitlines()))
        time = ""
        for turn in self.turns:
            if turn.time != time:
                time = turn.time
                yield from ("", f"## {time}", "")
            if turn.kind != MOVED:
                yield f"{turn.asked}  => {' '.join(turn.answer.split())} ({turn.kind})  "
                continue
            yield f"{turn.asked}  => {turn.move}  "
            yield from (f"    {line}" for line in turn.changes)
        yield from ("", *self.end["message"].splitlines()[-2:])


def transcript_of(env: TextEnv) -> Transcript:
    """The transcript of an environment's present game. Raises ValueError before its first `reset`."""
    if env.seed is None:
        raise ValueError("the game has no seed: call reset(seed=...)")
    about = {
        "format": FORMAT,
        "game": env.game.name if _is_registered(env) else env.game.path,
        "seed": env.seed,
        "settings": dict(env.settings),
        "view": env.view,
        "list_moves": env.list_moves,
        "seats": env.seats,
        "disguise": None if env.disguise is None else env.disguise.seed,
        "limits": asdict(env.limits),
    }
    said = env.env.batch.facts(0)
    result = {name: said[name].item() if hasattr(said[name], "item") else said[name] for name in RESULT}
    cause = env.env.batch.simulator.cause(env.env.state) if env.env.state.over else ""
    end = {
        "message": env.message,
        "result": {**result, "cause": cause},
        "limit": env.limit,
        **asdict(env.usage),
    }
    return Transcript(about, list(env.turns), end)


def _is_registered(env: TextEnv) -> bool:
    try:
        return game(env.game.name) is env.game
    except ValueError:
        return False


def read_transcript(path: str | Path) -> Transcript:
    """The transcript in a file of JSON lines. Raises TranscriptError, or OSError."""
    try:
        about, *turns, end = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise TranscriptError(f"{path}: line 1: field 'format' must be {FORMAT}")
        if missing := [name for name in HEADER if name not in about]:
            raise TranscriptError(f"{path}: line 1: field {missing[0]!r} is missing")
        return Transcript(about, [Turn(**turn) for turn in turns], end)
    except (ValueError, TypeError, RecursionError) as error:
        if isinstance(error, TranscriptError):
            raise
        raise TranscriptError(f"{path}: is no transcript of JSON lines: {one_line(error)}") from error


def env_of(about: Mapping[str, Any]) -> TextEnv:
    """The environment of a transcript, before its game. Raises ValueError or TypeError."""
    return TextEnv(
        about["game"],
        view=about["view"],
        list_moves=about["list_moves"],
        seats=about["seats"],
        disguise=about["disguise"],
        limits=Limits(**about["limits"]),
        **about["settings"],
    )


def replayed(transcript: Transcript) -> Transcript:
    """Play the answers of a transcript again: byte for byte the same under the same rules.

    Raises:
        TranscriptError: an answer comes after the end of the game, as under other rules.
    """
    env = env_of(transcript.about)
    env.reset(seed=transcript.about["seed"])
    for number, turn in enumerate(transcript.turns, 1):
        if env.over:
            raise TranscriptError(f"turn {number}: the game is over already; the rules have changed since")
        env.step(turn.answer)
    return transcript_of(env)
