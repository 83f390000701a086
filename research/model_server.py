"""A server with OpenAI's interface for a model in a file, for `research.models`, in its environment.

`python model_server.py NAME FILE.gguf PORT [--plain]`: a base model, whose file has no chat template, gets a
plain one: the rules, then `GAME:` before each message and `PLAYER:` before each answer. The server ends with
its standard input, so that it never outlives the program that has started it.
"""

from __future__ import annotations

import argparse
import os
import sys

import xllamacpp

TOKENS = 8_192
"""Of the context."""
CACHE = 2_048
"""MB of earlier prompts, whose common beginnings are not read again."""
PLAIN = (
    "{% for it in messages %}{{ {'system': '', 'user': 'GAME: ', 'assistant': 'PLAYER: '}[it.role] }}"
    "{{ it.content }}\n\n{% endfor %}PLAYER:"
)


def main() -> None:
    """Serve until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("file")
    parser.add_argument("port", type=int)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--threads", type=int, default=1, help="more pay on a quiet machine")
    given = parser.parse_args()
    params = xllamacpp.CommonParams()
    params.model.path, params.model_alias, params.port = given.file, {given.name}, given.port
    params.n_ctx, params.n_parallel, params.cache_ram_mib = TOKENS, 1, CACHE
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = given.threads
    if given.plain:
        params.chat_template, params.antiprompt = PLAIN, ["GAME:", "PLAYER:"]
    server = xllamacpp.Server(params)
    print("listening", server.listening_address, flush=True)
    sys.stdin.buffer.read()
    os._exit(0)  # the server's own threads wait for requests that nobody will send


if __name__ == "__main__":
    main()
