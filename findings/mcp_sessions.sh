#!/usr/bin/env bash
# A server over HTTP that keeps something for each client session finds no session with the protocol that clients
# choose by default.
#
# Expected: two calls of one connected client bring the same session id, as with the protocol before.
# Seen: neither brings any; only clients in "legacy" mode do. The context's session object is another one in each call,
# in both modes, so it cannot stand in for the id.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0 uvicorn==0.54.0
cat >"$folder/sessions.py" <<'PYTHON'
import asyncio
import socket
import threading
from importlib.metadata import version
from urllib.parse import urlunsplit

import mcp
import uvicorn
from mcp.client.streamable_http import streamable_http_client
from mcp.server import MCPServer
from mcp.server.mcpserver import Context

kept = []  # so that no session object is freed, and none takes the place of another


def who(context: Context) -> str:
    kept.append(context.session)
    header = (context.headers or {}).get("mcp-session-id", "none")
    return f"{header} {id(context.session)} {context.protocol_version}"


server = MCPServer("who", log_level="WARNING")
server.add_tool(who, structured_output=False)
bound = socket.create_server(("127.0.0.1", 0))
port = bound.getsockname()[1]
app = server.streamable_http_app(streamable_http_path="/mcp", host="127.0.0.1")
running = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
threading.Thread(target=running.run, kwargs={"sockets": [bound]}, daemon=True).start()


async def two_calls(mode: str) -> list[list[str]]:
    transport = streamable_http_client(urlunsplit(("http", f"127.0.0.1:{port}", "/mcp", "", "")))
    async with mcp.Client(transport, mode=mode) as client:
        return [(await client.call_tool("who", {})).content[0].text.split() for _ in range(2)]


print("mcp", version("mcp"))
for mode in ("auto", "legacy"):
    first, second = asyncio.run(two_calls(mode))
    print(f"{mode}: protocol {first[2]}, session ids {first[0]} and {second[0]},",
          "the same object" if first[1] == second[1] else "two objects")
    assert first[1] != second[1], "both calls have one session object now"
    if mode == "auto":
        assert first[0] == second[0] == "none", "there is a session id now"
    else:
        assert first[0] == second[0] != "none", "there is no session id any more"
PYTHON
"$folder/venv/bin/python" "$folder/sessions.py"
