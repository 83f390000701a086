"""A language model as a player, through any server that speaks the chat interface of OpenAI."""

from __future__ import annotations

import ipaddress
import os
import re
from typing import Any
from urllib.parse import parse_qsl

from crusoe_env.command_line import how_to_install, value_of
from crusoe_env.support.words import nearest, one_line, shown, writable
from crusoe_env.text import TextEnv

from .players import TextPlayer

FORM = "MODEL, MODEL@http://HOST:PORT/v1, MODEL?temperature=0&seed=1@URL"
NAME = re.compile(r"(?P<model>[^?\s]+?)(\?(?P<fields>[^@\s]*))?(@(?P<url>https?://\S+))?")
FIELDS = ("temperature", "top_p", "seed", "max_tokens", "max_completion_tokens", "reasoning_effort")
"""Fields of a request that a name may set."""
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
        self._client = client_of(found["url"])
        self._briefing = ""
        self._said: dict[int, list[dict[str, str]]] = {}

    def begin(self, env: TextEnv, seed: int) -> None:
        """Forget the last game."""
        self._briefing, self._said = env.briefing(), {}
        if self.notes:
            self._briefing += f"\n\n{NOTES}\n{self.notes}"
        self.usage = {"requests": 0, "prompt_tokens": 0, "completion_tokens": 0}

    def answer(self, message: str, seat: int) -> str:
        """The model's answer. Raises PlayerError if the server does not answer."""
        said = self._said.setdefault(seat, [{"role": "system", "content": self._briefing}])
        said.append({"role": "user", "content": message})
        answer = self._asked(said)
        said.append({"role": "assistant", "content": writable(answer)})
        return answer

    def rewritten(self, notes: str, result: str, most: int) -> str:
        """The notebook that the model writes after a game, which it still has before it."""
        asked = f"{REWRITE.format(result=result, most=most)}\n\n{notes}".rstrip()
        said = self._said.get(0, [{"role": "system", "content": self._briefing}])
        return self._asked([*said, {"role": "user", "content": asked}]).strip()[:most]

    def _asked(self, said: list[dict[str, str]]) -> str:
        import openai

        try:
            completion = self._client.chat.completions.create(model=self.model, messages=said, **self.fields)
        except openai.OpenAIError as error:
            raise PlayerError(f"{self.name}: {one_line(error)}") from error
        self.usage["requests"] += 1
        if completion.usage is not None:
            self.usage["prompt_tokens"] += completion.usage.prompt_tokens
            self.usage["completion_tokens"] += completion.usage.completion_tokens
        if not completion.choices:
            raise PlayerError(f"{self.name}: the server has sent no answer")
        return completion.choices[0].message.content or ""


def fields_of(text: str) -> dict[str, Any]:
    """The fields of requests that a name sets, `temperature=0&seed=1`. Raises ValueError."""
    fields = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        if name not in FIELDS:
            raise ValueError(f"player openai: unknown field {shown(name)}; {nearest(name, FIELDS)}")
        fields[name] = value_of(value)
    return fields


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
