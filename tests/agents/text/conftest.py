"""A server of a language model that says what a test wants."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Scripted(BaseHTTPRequestHandler):
    """Answers chat completions with the text, or the status, that `server.script` makes of a request."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, self.headers["Authorization"], request))
        said = self.server.script(request)
        if isinstance(said, int):
            self._send(said, {"error": {"message": "the server is\nbusy"}})
            return
        message = {"role": "assistant", "content": said}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        read = self.server.tokens(request)
        usage = {"prompt_tokens": read, "completion_tokens": 3, "total_tokens": read + 3}
        self._send(200, {
            "id": "x", "object": "chat.completion", "created": 0, "model": request["model"],
            "choices": [choice], "usage": usage,
        })  # fmt: skip

    def _send(self, status, value):
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments):
        """Say nothing."""


@pytest.fixture
def server(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as running:
        running.requests = []
        running.tokens = lambda request: 100
        running.url = f"http://127.0.0.1:{running.server_port}/v1"
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()
