"""A language model as a player, through any server that speaks the chat interface of OpenAI."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from crusoe_env.command_line import how_to_install, value_of
from crusoe_env.support.words import nearest, one_line, shown, writable
from crusoe_env.text import TextEnv
from crusoe_env.text.env import MOVED, TABLE
from crusoe_env.text.reader import CHANGES

from .players import TextPlayer

FORM = "MODEL, MODEL@http://HOST:PORT/v1, MODEL?temperature=0&seed=1@URL"
NAME = re.compile(r"(?P<model>[^?\s]+?)(\?(?P<fields>[^@\s]*))?(@(?P<url>https?://\S+))?")
FIELDS = ("temperature", "top_p", "seed", "max_tokens", "max_completion_tokens", "reasoning_effort")
"""Fields of a request that a name may set."""
BOUND, CONTEXT = "bound", "context"
OPTIONS = (*FIELDS, BOUND, CONTEXT)
"""What a name may set: fields, how answers are bound to the listed numbers, tokens of a conversation."""
GRAMMAR, SCHEMA = "grammar", "schema"
FEWEST_TOKENS = 512
CHARACTERS = 3.0
"""Of a token, until a server has counted."""
RETRIES = 5
SECONDS = 600.0
"""For which a server may take for one answer."""
NOTES = "Your notebook from earlier games"
REWRITE = (
    "The game is over. {result} You will play again, with other cards and dice, and remember nothing but your"
    " notebook. Answer with its new text alone, at most {most} characters. Until now it says:"
)
"""How a model is asked for its notebook."""
NO_KEY = "none"
"""Servers of one's own want no key, but the client insists on one."""


class PlayerError(ValueError):
    """A server did not answer; the message is one line."""


class OpenAIPlayer(TextPlayer):
    """A language model. It keeps one conversation for each seat, and counts its tokens in `usage`.

    The client reads `OPENAI_API_KEY`, and `OPENAI_BASE_URL` if the name has no address.

    Args:
        named: the model, fields of its requests and the address of the server, as `FORM` says.

    Raises:
        ValueError: the name is wrong, or the package `openai` or a key is missing.
    """

    def __init__(self, named: str) -> None:
        super().__init__()
        found = NAME.fullmatch(named)
        if found is None:
            raise ValueError(f"player openai: {shown(named)}: write {FORM}")
        self.name, self.model = f"openai:{named}", found["model"]
        self.fields = fields_of(found["fields"] or "")
        self.bound, self.context = self.fields.pop(BOUND, None), self.fields.pop(CONTEXT, None)
        self._client = client_of(found["url"])
        self._briefing, self._characters = "", CHARACTERS
        self._env: TextEnv | None = None
        self._said: dict[int, list[dict[str, str]]] = {}

    def begin(self, env: TextEnv, seed: int) -> None:
        """Forget the last game. Raises ValueError: answers are bound to numbers that nobody lists."""
        if self.bound and not env.list_moves:
            raise ValueError(f"{self.name}: {BOUND} needs list_moves=True")
        self._env, self._briefing, self._said = env, env.briefing(), {}
        if self.notes:
            self._briefing += f"\n\n{NOTES}\n{self.notes}"
        counted = ("requests", "prompt_tokens", "cached_tokens", "completion_tokens", "cuts")
        self.usage = dict.fromkeys(counted, 0)

    def answer(self, message: str, seat: int) -> str:
        """The model's answer, or `table` where its conversation is cut. Raises PlayerError."""
        env = self._env
        if env is None:
            raise RuntimeError("no game has begun: call begin() before answer()")
        rules = {"role": "system", "content": self._briefing}
        said = self._said.setdefault(seat, [rules])
        said.append({"role": "user", "content": message})
        if self._is_long(said) and env.turns and env.turns[-1].kind == MOVED:
            self.usage["cuts"] += 1
            if env.view == CHANGES and env.limits.questions != 0:  # the message does not tell the whole table
                said[:] = [rules]
                return TABLE
            said[:] = [rules, said[-1]]
        answer = self._asked(said, **bound_to(self.bound, sorted(env.moves())))
        said.append({"role": "assistant", "content": writable(answer)})
        return answer

    def _is_long(self, said: list[dict[str, str]]) -> bool:
        """Whether a conversation has more tokens than the name allows, and exchanges to forget."""
        if self.context is None or len(said) < 4:
            return False
        return sum(len(it["content"]) for it in said) / self._characters > self.context

    def rewritten(self, notes: str, result: str, most: int) -> str:
        """The notebook that the model writes after a game, which it still has before it."""
        asked = f"{REWRITE.format(result=result, most=most)}\n\n{notes}".rstrip()
        said = self._said.get(0, [{"role": "system", "content": self._briefing}])
        return self._asked([*said, {"role": "user", "content": asked}]).strip()[:most]

    def _asked(self, said: list[dict[str, str]], **bound: Any) -> str:
        import openai

        try:
            completion = self._client.chat.completions.create(
                model=self.model, messages=said, **self.fields, **bound
            )
        except openai.OpenAIError as error:
            raise PlayerError(f"{self.name}: {one_line(error)}") from error
        self.usage["requests"] += 1
        if completion.usage is not None:
            read = completion.usage.prompt_tokens
            self._characters = sum(len(it["content"]) for it in said) / read if read else CHARACTERS
            self.usage["prompt_tokens"] += completion.usage.prompt_tokens
            self.usage["completion_tokens"] += completion.usage.completion_tokens
            details = completion.usage.prompt_tokens_details
            self.usage["cached_tokens"] += (details and details.cached_tokens) or 0
        if not completion.choices:
            raise PlayerError(f"{self.name}: the server has sent no answer")
        return completion.choices[0].message.content or ""


def fields_of(text: str) -> dict[str, Any]:
    """What a name sets of `OPTIONS`, `temperature=0&seed=1`. Raises ValueError."""
    fields = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        if name not in OPTIONS:
            raise ValueError(f"player openai: unknown field {shown(name)}; {nearest(name, OPTIONS)}")
        fields[name] = value_of(value)
    if fields.get(BOUND, SCHEMA) not in (GRAMMAR, SCHEMA):
        raise ValueError(f"player openai: {BOUND}: {shown(fields[BOUND])}; write {GRAMMAR} or {SCHEMA}")
    tokens = fields.get(CONTEXT, FEWEST_TOKENS)
    if not isinstance(tokens, int) or tokens < FEWEST_TOKENS:
        raise ValueError(f"player openai: {CONTEXT}: {shown(tokens)}; write {FEWEST_TOKENS} tokens or more")
    return fields


def bound_to(kind: str | None, numbers: Sequence[int]) -> dict[str, Any]:
    """What a request says so that its answer is one of these numbers.

    Args:
        kind: GRAMMAR, a field of llama.cpp's servers; SCHEMA, a JSON schema as OpenAI and others take it;
            None: the answer is free.
        numbers: of the legal moves.
    """
    if kind is None:
        return {}
    if kind == GRAMMAR:
        return {"extra_body": {"grammar": "root ::= " + " | ".join(f'"{number}"' for number in numbers)}}
    move = {"type": "integer", "enum": list(numbers)}
    schema = {
        "type": "object", "properties": {"move": move}, "required": ["move"], "additionalProperties": False
    }  # fmt: skip
    described = {"name": "move", "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def client_of(url: str | None) -> Any:
    """A client of the package `openai`.

    Raises:
        ValueError: the package or a key is missing, or the key would leave this machine unencrypted.
    """
    try:
        import openai
    except ModuleNotFoundError as error:
        raise ValueError(f"player openai: needs {error.name}: {how_to_install('openai')}") from error
    key = os.environ.get("OPENAI_API_KEY") or (NO_KEY if url or os.environ.get("OPENAI_BASE_URL") else None)
    try:
        client = openai.OpenAI(base_url=url, api_key=key, max_retries=RETRIES, timeout=SECONDS)
    except Exception as error:  # a wrong address is an error of the library below
        raise ValueError(f"player openai: {one_line(error)}") from error
    asked = client.base_url
    if asked.scheme != "https" and not is_loopback(asked.host) and client.api_key != NO_KEY:
        raise ValueError(
            f"player openai: {shown(str(asked))}: your key would leave this machine unencrypted; write https://,"
            " or unset OPENAI_API_KEY for a server that wants none"
        )
    return client


def is_loopback(host: str) -> bool:
    """Return true for the name or an address of this machine, such as 127.0.0.1."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"
