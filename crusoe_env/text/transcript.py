"""Games in text, written down: as JSON lines that can be replayed, and as Markdown for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from crusoe_env.interfaces.registration import game
from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import json_of, read_text
from crusoe_env.support.words import nearest, one_line, shown, writable
from crusoe_env.text.env import LONGEST, MOVED, TextEnv, Turn
from crusoe_env.text.limits import Limits
from crusoe_env.trust import admitted

FORMAT = 1
NONE = type(None)
HEADER: Mapping[str, tuple[type, ...]] = {
    "format": (int,), "game": (str,), "seed": (int,), "settings": (dict,), "view": (str,),
    "list_moves": (bool,), "seats": (str,), "disguise": (int, NONE), "limits": (dict,), "talk": (int,),
}  # fmt: skip
"""The fields of the first line, and their types; `talk` may be missing."""
TURN: Mapping[str, tuple[type, ...]] = {
    "seat": (int,), "who": (str,), "time": (str,), "asked": (str,), "message": (str,), "answer": (str,),
    "kind": (str,), "action": (int, NONE), "move": (str, NONE), "changes": (list,),
    "cut": (int,),
}  # fmt: skip
"""The fields of each line of a decision; `cut` may be missing."""
END: Mapping[str, tuple[type, ...]] = {"message": (str,), "result": (dict,), "limit": (str,)}
"""Fields of the last line; others are numbers of what the game has used."""
ENDED: Mapping[str, tuple[type, ...]] = {
    "victory": (bool, int), "score": (int,), "goal_progress": (int, float), "rounds": (int,), "cause": (str,),
}  # fmt: skip
"""The fields of a result."""
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
        return writable("".join(f"{json.dumps(part, ensure_ascii=False)}\n" for part in parts))

    def markdown(self) -> str:
        """What was asked, what was answered, and what that changed."""
        return writable("\n".join(self._lines()) + "\n")

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
        **({"talk": env.talk} if env.talk else {}),
    }
    said = env.env.batch.info_of(0)
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
    """The transcript in a file of JSON lines.

    It may name a game that is registered, or that its user trusts (`crusoe_env.trust`).

    Raises:
        TranscriptError: a line is wrong; the message names it.
        UntrustedError: the game is in a module that nobody but the file names.
        OSError: the file cannot be read.
    """
    try:
        text = read_text(path)
    except ValueError as error:
        raise TranscriptError(f"{path}: {one_line(error)}") from error
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 2:
        raise TranscriptError(f"{path}: is no transcript of JSON lines: it needs a first and a last one")
    about, *turns, end = (_object(line, f"{path}: line {number}") for number, line in enumerate(lines, 1))
    if about.get("format") != FORMAT:
        raise TranscriptError(f"{path}: line 1: field 'format' must be {FORMAT}")
    _check({"talk": 0, **about}, HEADER, f"{path}: line 1")
    for name in ("seed", "disguise"):
        if about[name] is not None and not 0 <= about[name] < 2**64:
            raise TranscriptError(f"{path}: line 1: field {name!r}: {shown(about[name])} is no seed")
    for number, turn in enumerate(turns, 2):
        _check({"cut": 0, **turn}, TURN, f"{path}: line {number}")
        if not 0 <= turn.get("cut", 0) <= LONGEST:
            raise TranscriptError(f"{path}: line {number}: field 'cut' is not within 0 .. {LONGEST}")
        if not all(isinstance(change, str) for change in turn["changes"]):
            raise TranscriptError(f"{path}: line {number}: field 'changes': expected texts")
    last = f"{path}: line {len(lines)}"
    _check(end, END, last)
    _check(end["result"], ENDED, f"{last}: field 'result'")
    admitted(about["game"], f"{path}: line 1: field 'game'")
    return Transcript(about, [Turn(**turn) for turn in turns], end)


def _object(line: str, where: str) -> dict[str, Any]:
    """The object on a line. Raises TranscriptError."""
    try:
        found = json_of(line)
    except ValueError as error:
        raise TranscriptError(f"{where}: is no transcript of JSON lines: {one_line(error)}") from error
    if not isinstance(found, dict):
        raise TranscriptError(f"{where}: is no transcript of JSON lines: expected an object")
    return found


def _check(part: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]], where: str) -> None:
    """Check the fields of an object. Raises TranscriptError."""
    for name, kinds in fields.items():
        if name not in part:
            raise TranscriptError(f"{where}: field {name!r} is missing")
        if type(part[name]) not in kinds:
            wanted = " or ".join("null" if kind is NONE else kind.__name__ for kind in kinds)
            raise TranscriptError(f"{where}: field {name!r}: expected {wanted}, found {shown(part[name])}")
    if fields is not END and (unknown := [name for name in part if name not in fields]):
        raise TranscriptError(f"{where}: unknown field {shown(unknown[0])}; {nearest(unknown[0], fields)}")


def env_of(about: Mapping[str, Any]) -> TextEnv:
    """The environment of a transcript, before its game. Raises ValueError or TypeError."""
    return TextEnv(
        about["game"],
        view=about["view"],
        list_moves=about["list_moves"],
        seats=about["seats"],
        disguise=about["disguise"],
        limits=Limits(**about["limits"]),
        talk=about.get("talk", 0),
        **about["settings"],
    )


def replayed(transcript: Transcript) -> Transcript:
    """Play the answers of a transcript again: byte for byte the same under the same rules.

    Raises:
        TranscriptError: an answer comes after the end of the game, as under other rules.
    """
    env = env_of(transcript.about)
    for _ in turns_of(env, transcript):
        pass
    return transcript_of(env)


def turns_of(env: TextEnv, transcript: Transcript) -> Iterator[tuple[int, Turn]]:
    """Play the answers of a transcript again.

    Args:
        env: from `env_of`; its game begins.
        transcript: whose answers it gets.

    Yields:
        The number of a turn, from 1, and the turn itself, before its answer is given.

    Raises:
        TranscriptError: an answer comes after the end of the game, as under other rules.
    """
    env.reset(seed=transcript.about["seed"])
    for number, turn in enumerate(transcript.turns, 1):
        if env.over:
            raise TranscriptError(f"turn {number}: the game is over already, by other rules or limits")
        yield number, turn
        env.step(turn.given)
