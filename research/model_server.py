"""A server with OpenAI's interface for a model in a file, for `research.models`, in its environment.

`python model_server.py NAME FILE.gguf PORT [--plain]`: a base model, whose file has no chat template, gets a
plain one: the rules, then `GAME:` before each message and `PLAYER:` before each answer.
"""

from __future__ import annotations

import argparse
from typing import Any

import uvicorn
from llama_cpp.llama_chat_format import ChatFormatterResponse, register_chat_format
from llama_cpp.server.app import create_app
from llama_cpp.server.settings import ModelSettings, ServerSettings

PLAIN = "plain"
SPEAKERS = {"system": "", "user": "GAME: ", "assistant": "PLAYER: "}
TOKENS = 8_192
"""Of the context."""


@register_chat_format(PLAIN)
def plain(messages: list[dict[str, Any]], **_: Any) -> ChatFormatterResponse:
    """A conversation as a base model reads it."""
    said = [f"{SPEAKERS[it['role']]}{it['content']}" for it in messages]
    return ChatFormatterResponse(prompt="\n\n".join([*said, "PLAYER:"]), stop=["GAME:", "PLAYER:"])


def main() -> None:
    """Serve until the process is stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("file")
    parser.add_argument("port", type=int)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--threads", type=int, default=1, help="more pay on a quiet machine")
    given = parser.parse_args()
    model = ModelSettings(
        model=given.file,
        model_alias=given.name,
        n_ctx=TOKENS,
        n_threads=given.threads,
        n_threads_batch=given.threads,
        chat_format=PLAIN if given.plain else None,
        logits_all=False,  # the server's default keeps the logits of all tokens: 8 GB for this context
        verbose=False,
    )
    server = ServerSettings(host="127.0.0.1", port=given.port)
    app = create_app(server_settings=server, model_settings=[model])
    uvicorn.run(app, host=server.host, port=server.port, log_level="warning")


if __name__ == "__main__":
    main()
