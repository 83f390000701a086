"""A game over JSON lines: a request on each line of the input, a reply on each line of the output."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, TextIO

from crusoe_env.play.moves import RefusedError
from crusoe_env.serve.match import RESULTS, Match, Offer, Reply, as_json
from crusoe_env.support.words import nearest, one_line, shown

LONGEST_LINE = 1_000_000
"""Bytes of a request."""
CHOSEN = ("view", "list_moves", "seats", "disguise", "talk")
"""Settings of `TextEnv` that a client may choose for a game."""
STRING, NUMBER, OBJECT, TRUTH = (
    (str, "a string"),
    (int, "a whole number"),
    (dict, "an object"),
    (bool, "a boolean"),
)
KINDS = {
    "game": STRING, "seed": NUMBER, "options": OBJECT, "view": STRING, "list_moves": TRUTH, "seats": STRING,
    "disguise": NUMBER, "talk": NUMBER, "answer": STRING, "name": STRING,
}  # fmt: skip
"""What the fields of requests hold."""


class RequestError(ValueError):
    """A request that is not understood."""


class JsonLines:
    """Answers requests; one game at a time.

    Args:
        offer: what may be played.
    """

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.match: Match | None = None
        self.doing: dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...], tuple[str, ...]]] = {
            "new": (self.new, ("game",), ("seed", "options", *CHOSEN)),
            "look": (self.look, (), ()),
            "moves": (self.moves, (), ()),
            "move": (self.move, ("answer",), ()),
            "explain": (self.explain, ("name",), ()),
            "transcript": (self.transcript, (), ()),
            "end": (self.end, (), ()),
        }
        """By the word `do` of a request: what is done, with the fields that it needs and may have."""

    def reply(self, line: bytes) -> dict[str, Any]:
        """The reply to a request; what is wrong with it as `{"error": ...}`."""
        request: Mapping[str, Any] = {}
        try:
            request = read_request(line)
            reply = self._done(request)
        except (ValueError, TypeError) as error:
            reply = {"error": one_line(error)}
        return {"id": request["id"], **reply} if "id" in request else reply

    def _done(self, request: Mapping[str, Any]) -> dict[str, Any]:
        word = request.get("do")
        if not isinstance(word, str) or word not in self.doing:
            raise RequestError(f"do: unknown word {shown(word)}; {nearest(word, list(self.doing))}")
        do, needed, possible = self.doing[word]
        for name in needed:
            if name not in request:
                raise RequestError(f"{word}: the field {name} is missing")
        given = {name: value for name, value in request.items() if name not in ("do", "id")}
        for name, value in given.items():
            if name not in (*needed, *possible):
                raise RequestError(
                    f"{word}: unknown field {shown(name)}; {nearest(name, [*needed, *possible])}"
                )
            kind, words = KINDS[name]
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                raise RequestError(f"{word}: {name} must be {words}, not {shown(value)}")
        return do(**given)

    def new(
        self, game: str, seed: int | None = None, options: Mapping[str, Any] | None = None, **chosen: Any
    ) -> dict[str, Any]:
        """Begin a game; one that was under way is left."""
        self.match = Match(self.offer.new_env(game, options or {}, chosen), seed)
        return {"briefing": self.match.env.briefing(), "seed": self.match.seed, **told(self.match.last)}

    def look(self) -> dict[str, Any]:
        """The whole table; counts as a question."""
        return told(self._match.answer("table"))

    def moves(self) -> dict[str, Any]:
        """The legal moves by number."""
        return {"moves": self._match.moves()}

    def move(self, answer: str) -> dict[str, Any]:
        """An answer: a move, or a question."""
        return told(self._match.answer(answer))

    def explain(self, name: str) -> dict[str, Any]:
        """What a card, an item or a word of the rules is; counts as a question."""
        return told(self._match.answer(f"explain {' '.join(name.split())}"))

    def transcript(self) -> dict[str, Any]:
        """The game so far: the lines of its transcript, an object each."""
        lines = self._match.transcript().strip().split("\n")
        return {"transcript": [json.loads(line) for line in lines]}

    def end(self) -> dict[str, Any]:
        """Leave the game, and say what it has cost."""
        usage = self._match.env.usage
        self.match = None
        return {"ended": True, "usage": {**vars(usage), "tokens": usage.tokens}}

    @property
    def _match(self) -> Match:
        if self.match is None:
            raise RefusedError('no game has begun; begin one: {"do": "new", "game": NAME}')
        return self.match


def told(reply: Reply) -> dict[str, Any]:
    """A reply as an object of JSON."""
    info = reply.info
    result = {name: info[name] for name in RESULTS} if reply.over else {}
    return {
        "message": reply.message,
        **{name: info[name] for name in ("kind", "move", "seat", "who", "limit")},
        "reward": reply.reward,
        "terminated": reply.terminated,
        "truncated": reply.truncated,
        **result,
    }


def read_request(line: bytes) -> dict[str, Any]:
    """The request on a line. Raises RequestError."""
    if len(line) > LONGEST_LINE:
        raise RequestError(f"the line has more than {LONGEST_LINE:,} bytes")
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the line is no JSON: {one_line(error)}") from None
    if not isinstance(request, dict):
        raise RequestError(f'a request is an object such as {{"do": "look"}}, not {shown(request)}')
    return request


def lines_of(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only its beginning, as soon as that is known."""
    while line := source.readline(LONGEST_LINE + 1):
        whole = line.endswith(b"\n")
        if whole and not line.strip():
            continue
        yield line
        while not whole and (more := source.readline(LONGEST_LINE)):
            whole = more.endswith(b"\n")


def serve(offer: Offer, source: BinaryIO, target: TextIO) -> None:
    """Answer the requests of a stream until it ends."""
    server = JsonLines(offer)
    for line in lines_of(source):
        print(as_json(server.reply(line)), file=target, flush=True)
